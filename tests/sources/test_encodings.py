"""A text is read alike, whatever program saved it."""

from __future__ import annotations

import pytest

from deckbuilder.errors import InputError
from deckbuilder.sources.encodings import decode

LATIN = "Game: Invasion\n3x Señor Ölmann’s “Äxte” – naïve façade\n"
JAPANESE = "ゲーム: インベイジョン\n3x スクイッグ飼い\n2x 略奪\n"
KANJI = "3x 略奪\n2x 暗黒騎士 (基本, 12)\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_latin_letters(encoding: str) -> None:
    assert decode(LATIN.encode(encoding), "x") == LATIN


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932", "euc_jp", "iso2022_jp"]
)
def test_japanese_letters(encoding: str) -> None:
    assert decode(JAPANESE.encode(encoding), "x") == JAPANESE


@pytest.mark.parametrize("encoding", ["utf-8", "euc_jp", "iso2022_jp"])
def test_kanji_alone(encoding: str) -> None:
    assert decode(KANJI.encode(encoding), "x") == KANJI


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_told_by_its_zeros(encoding: str) -> None:
    assert decode("3x Pillage\n2x Ölmann\n".encode(encoding), "x") == "3x Pillage\n2x Ölmann\n"


@pytest.mark.parametrize("text", ["café", "Ærøskøbing", "¤ ¥ § Ñandú Åå Ää Öö", "àâçéèêëîïôûùüÿ"])
def test_accents_are_not_taken_for_japanese(text: str) -> None:
    assert decode(text.encode("cp1252"), "x") == text


@pytest.mark.parametrize(
    "content", [b"a\0b", b"\x7fELF\x02\x01\x01\x00", b"\x81", b"\xff\xfe\x00", bytes(range(256))]
)
def test_what_is_no_text_is_refused(content: bytes) -> None:
    with pytest.raises(InputError) as caught:
        decode(content, "list.txt")
    (fault,) = caught.value.faults
    assert (fault.code, fault.where) == ("sources.not-text", "list.txt")
