"""Bytes as text, whatever program saved them; one choice for lists, tables and card files."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from contextlib import suppress

from deckbuilder.errors import refusal

_IN_TEXT = bytes([*range(0x09, 0x0E), *range(0x1B, 0x100)])
_MARKS = (
    # The mark of UTF-32 begins as that of UTF-16 does.
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LOOKED_AT = 4_096
"""So many bytes show where UTF-16 without a mark has its zeros."""
_MOST_JUDGED = 100_000
"""So many bytes are looked at for Japanese letters."""
_SHIFTED = re.compile(rb"\x1b\$[@B].{0,4096}?\x1b\([BJ]", re.DOTALL)
"""ISO-2022-JP: an escape turns Japanese letters on, another one turns them off."""
_KANA_IN_SHIFT_JIS = re.compile(rb"(?:\x83[\x40-\x96]){2}|(?:\x82[\x9f-\xf1]){2}")
_KANA_IN_EUC = re.compile(rb"(?:\xa5[\xa1-\xf6]){2}|(?:\xa4[\xa1-\xf3]){2}")
_KANJI_IN_EUC = re.compile(rb"(?<![\x80-\xff])(?:[\xb0-\xcf][\xa1-\xfe]){2,}(?![\x80-\xff])")
"""Words of common kanji alone: four high letters and more in a row, which no Latin text has."""


def decode(content: bytes, where: str) -> str:
    """Return the text that bytes hold.

    Known are UTF-8, UTF-16 and UTF-32, ISO-2022-JP, Shift JIS, EUC-JP and Windows-1252; what is
    valid UTF-8 is UTF-8. Raises InputError for what is no text.
    """
    for encoding in _candidates(content):
        with suppress(ValueError):
            return content.decode(encoding)
    raise refusal("sources.not-text", where=where)


def _candidates(content: bytes) -> Iterator[str]:
    """Yield the encodings that the bytes may have, the likeliest first."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            yield encoding
            return
    if (wide := _wide(content)) is not None:
        yield wide
        return
    if content.translate(None, _IN_TEXT):
        return
    if b"\x1b" in content and _SHIFTED.search(content):
        yield "iso2022_jp_ext"
    yield "utf-8"
    start = content[:_MOST_JUDGED]
    kana = len(_KANA_IN_SHIFT_JIS.findall(start))
    euc = len(_KANA_IN_EUC.findall(start)) or len(_KANJI_IN_EUC.findall(start))
    if kana or euc:
        yield from ("cp932", "euc_jp") if kana >= euc else ("euc_jp", "cp932")
    yield "cp1252"


def _wide(content: bytes) -> str | None:
    """Return which UTF-16 it is where every other byte of the start is zero, as in Latin text."""
    start = content[:_LOOKED_AT]
    if b"\0" not in start or len(content) % 2:
        return None
    even, odd = start[::2].count(0), start[1::2].count(0)
    pairs = max(len(start) // 2, 1)
    if even == 0 and odd > pairs // 2:
        return "utf-16-le"
    if odd == 0 and even > pairs // 2:
        return "utf-16-be"
    return None
