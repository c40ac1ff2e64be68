"""Any bytes into decks, or into one clear error; the kind is told from the content."""

from __future__ import annotations

import re
from functools import partial

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import InputError, refusal
from deckbuilder.exchange.csv import delimiter_of, read_csv
from deckbuilder.exchange.no_lists import refuse_page, refuse_what_is_no_list
from deckbuilder.exchange.text_reading import read_text
from deckbuilder.registry import games
from deckbuilder.sources.encodings import decode
from deckbuilder.sources.json_source import parse_json
from deckbuilder.sources.mail import is_mail
from deckbuilder.sources.spreadsheets import is_workbook

_JSON = re.compile(r'\{|\[\s*(?:[{"]|$|\[[\s\[{"\d-]|-?\d[\d.]*\s*,)')
_JSON_WORD = re.compile(r'(?:null|true|false|\[.*\]|".*")\s*', re.DOTALL)
"""What may be a whole JSON document, but a line of text as well."""


def read_deck(content: bytes, where: str, *, game: str | None = None) -> Deck:
    """Read one list. `game` is used where the list itself does not say its game.

    Unknown names stay entries without a card. Raises InputError when the content cannot be
    used, with every faulty line, and when it holds more than one list.
    """
    decks = read_decks(content, where, game=game)
    if len(decks) > 1:
        raise refusal("lists.several", where=where, have=len(decks))
    return decks[0]


def read_decks(content: bytes, where: str, *, game: str | None = None) -> tuple[Deck, ...]:
    """Read all lists of a file, at least one. Raises InputError as `read_deck` does."""
    if is_mail(content):
        from deckbuilder.exchange.mail import read_mailed

        return read_mailed(content, where, partial(_unmailed, game=game))
    return _unmailed(content, where, game=game)


def _unmailed(content: bytes, where: str, *, game: str | None) -> tuple[Deck, ...]:
    """Read the lists of a file that is no mail; one in another is none that anybody sends."""
    if not content.strip():
        raise refusal("lists.empty", where=where)
    refuse_what_is_no_list(content, where)
    if is_workbook(content):
        from deckbuilder.exchange.xlsx import read_xlsx

        return read_xlsx(content, where, game)
    text = decode(content, where)
    refuse_page(text, where)
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
    try:
        document = parse_json(text, "")
    except InputError:
        return False
    return not isinstance(document, str) or not any(
        game.catalog().find(document) for game in games()
    )
