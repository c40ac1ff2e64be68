"""Any bytes into decks, or into one clear error; the kind is told from the content."""

from __future__ import annotations

import codecs
import re

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import InputError, unusable
from deckbuilder.exchange.csv import delimiter_of, read_csv
from deckbuilder.exchange.text_reading import read_text
from deckbuilder.registry import games

_KANA_IN_SHIFT_JIS = re.compile(rb"(?:\x83[\x40-\x96]){2}|(?:\x82[\x9f-\xf1]){2}")
_IN_TEXT = bytes([*range(0x09, 0x0E), *range(0x1B, 0x100)])
_JSON = re.compile(r'\{|\[\s*(?:[{"]|$|\[[\s\[{"\d-]|-?\d[\d.]*\s*,)')
_JSON_WORD = re.compile(r'(?:null|true|false|\[.*\]|".*")\s*', re.DOTALL)
"""What may be a whole JSON document, but a line of text as well."""
ZIP_START = b"PK\x03\x04"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def read_deck(content: bytes, where: str, *, game: str | None = None) -> Deck:
    """Read one list. `game` is used where the list itself does not say its game.

    Unknown names stay entries without a card. Raises InputError when the content cannot be
    used, with every faulty line, and when it holds more than one list.
    """
    decks = read_decks(content, where, game=game)
    if len(decks) > 1:
        raise unusable(
            f"there are {len(decks)} lists in this file.",
            where=where,
            mend="Save each list in a file of its own.",
        )
    return decks[0]


def read_decks(content: bytes, where: str, *, game: str | None = None) -> tuple[Deck, ...]:
    """Read all lists of a file, at least one. Raises InputError as `read_deck` does."""
    if not content.strip():
        raise unusable("the file is empty.", where=where, mend="Write one card a line.")
    if content.startswith(ZIP_START):
        from deckbuilder.exchange.xlsx import read_xlsx

        return read_xlsx(content, where, game)
    text = decode(content, where)
    start = text.lstrip()
    if start.startswith("<"):
        from deckbuilder.exchange.xml_source import read_xml

        return read_xml(text, where, game)
    if _JSON.match(start) or (_JSON_WORD.fullmatch(start) and _is_json(start)):
        from deckbuilder.exchange.json import read_json

        return read_json(text, where, game)
    if (delimiter := delimiter_of(text)) is not None:
        return read_csv(text, where, game, delimiter)
    return read_text(text, where, game)


def _is_json(text: str) -> bool:
    """Tell whether a text is a JSON document; a name in quotes is a card if a game knows it."""
    import msgspec

    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return not isinstance(document, str) or not any(
        game.catalog().find(document) for game in games()
    )


def decode(content: bytes, where: str) -> str:
    """Return the text that bytes hold: UTF-8, UTF-16 with its mark, Shift JIS or Windows-1252.

    Raises InputError for what is no text.
    """
    try:
        for mark, encoding in _BOMS:
            if content.startswith(mark):
                return content.decode(encoding)
        if content.translate(None, _IN_TEXT):
            raise _not_text(where)
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError:
            kana = _KANA_IN_SHIFT_JIS.search(content)
            return content.decode("cp932" if kana else "cp1252")
    except UnicodeDecodeError:
        raise _not_text(where) from None


def _not_text(where: str) -> InputError:
    return unusable(
        "this is no list that can be read: neither text nor a known file form.",
        where=where,
        mend="Save the list as text in UTF-8, or as XLSX, CSV or JSON.",
    )
