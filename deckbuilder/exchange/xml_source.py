"""XML of other programs, told apart by what it holds."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from deckbuilder.catalog.names import squeeze
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import refusal
from deckbuilder.exchange.headings import columns
from deckbuilder.exchange.line_forms import one_line
from deckbuilder.exchange.list_builder import ListBuilder
from deckbuilder.sources.xml_source import line_of, parse

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NO_DECKS = {"html": "lists.no-list.html", "svg": "lists.no-list.svg"}
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
        tag = root.tag.rpartition("}")[2].casefold()
        if tag in _NO_DECKS:
            raise refusal(_NO_DECKS[tag], where=where)
        raise refusal("lists.xml-unknown", where=where, tag=root.tag[:40])
    deck: Deck = importlib.import_module(f"deckbuilder.exchange.{reader}").read(root, where, game)
    return (deck,)


def has_count(builder: ListBuilder, card: Element, attribute: str) -> bool:
    """Tell whether a card has its count; where it has none, that is noted as a fault."""
    if (card.get(attribute) or "").strip():
        return True
    others = (name for name in card.attrib if columns().get(squeeze(name)) == "count")
    if other := next(others, None):
        builder.fault("lists.no-count-but", line_of(card), need=attribute, have=other)
    else:
        builder.fault("lists.no-count-attribute", line_of(card), need=attribute)
    return False


def tell_unused(builder: ListBuilder, cards: Iterable[Element], known: frozenset[str]) -> None:
    """Tell once which attributes of cards are not used."""
    unused: dict[str, int | None] = {}
    for card in cards:
        for name in card.attrib.keys() - known:
            if name.strip():
                unused.setdefault(one_line(name), line_of(card))
    if unused:
        builder.remark(
            "unused-fields", min(filter(None, unused.values())), ", ".join(sorted(unused))
        )


def sound(text: str) -> str:
    """Return a text without the letters that XML cannot hold."""
    return _NOT_IN_XML.sub(" ", text)


def escape(text: str, *, attribute: bool = False) -> str:
    """Return a text as it stands in XML."""
    from xml.sax.saxutils import escape as escape_text

    return escape_text(
        sound(text), {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"} if attribute else {}
    )
