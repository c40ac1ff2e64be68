"""XML of other programs, told apart by what it holds."""

from __future__ import annotations

import importlib
import re

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import unusable
from deckbuilder.sources.xml_source import parse

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_xml(text: str, where: str, game: str | None) -> tuple[Deck, ...]:
    """Read a deck of OCTGN, Cockatrice, LackeyCCG or MTGO. Raises InputError."""
    root = parse(text, where)
    reader = {
        "cockatrice_deck": "cockatrice",
        "deck": "octgn" if root.get("game") else "lackey",
        "Deck": "mtgo",
    }.get(root.tag)
    if reader is None:
        raise unusable(
            f"this XML is no deck that is known here (it is a <{root.tag[:40]}>).",
            where=where,
            mend="Known are decks of OCTGN, Cockatrice, LackeyCCG and MTGO.",
        )
    deck: Deck = importlib.import_module(f"deckbuilder.exchange.{reader}").read(root, where, game)
    return (deck,)


def sound(text: str) -> str:
    """Return a text without the letters that XML cannot hold."""
    return _NOT_IN_XML.sub(" ", text)


def escape(text: str, *, attribute: bool = False) -> str:
    """Return a text as it stands in XML."""
    from xml.sax.saxutils import escape as escape_text

    return escape_text(
        sound(text), {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"} if attribute else {}
    )
