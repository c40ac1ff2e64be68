"""Cockatrice decks (.cod): the zones `main` and `side`; head and parts stand in the comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import MAIN, Deck, Entry
from deckbuilder.exchange.card_lines import card_lines
from deckbuilder.exchange.head import game_named, head_text
from deckbuilder.exchange.headings import headings
from deckbuilder.exchange.line_forms import one_line
from deckbuilder.exchange.list_builder import ListBuilder, Record, guess_game
from deckbuilder.exchange.targets import Context
from deckbuilder.exchange.xml_source import escape, has_count, sound, tell_unused
from deckbuilder.registry import game as find_game
from deckbuilder.sources.xml_source import line_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SIDE = "sideboard"
_PART = re.compile(r"\[([^\[\]]{1,60})\] (\d{1,4})x (.+)")
_KNOWN = frozenset(("number", "name", "price", "setShortName", "collectorNumber", "uuid"))


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the deck: its own cards in the zone `main`, those beside it in `side`.

    Cockatrice knows no other zones; which part a card of `main` is of stands in the comments.
    """
    (deck,) = decks
    side = [entry for entry in deck.beside if entry.section == _SIDE]
    nowhere = [entry for entry in deck.beside if entry.section != _SIDE]
    comments = "\n".join(filter(None, (head_text(deck, beside=nowhere), *_parts(deck))))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<cockatrice_deck version="1">',
        f"    <deckname>{escape(deck.name)}</deckname>",
        f"    <comments>{escape(comments)}</comments>",
    ]
    for zone, entries in (("main", deck.entries), ("side", side)):
        lines.append(f'    <zone name="{zone}">')
        lines.extend(f"        {_element(deck.game, entry)}" for entry in entries)
        lines.append("    </zone>")
    lines.append("</cockatrice_deck>")
    return ("\n".join(lines) + "\n").encode()


def _parts(deck: Deck) -> Iterator[str]:
    """Yield a line for each card of a part that Cockatrice does not know."""
    words = headings(deck.game)
    for entry in deck.entries:
        if entry.section != (MAIN if words.several else words.default):
            yield f"[{words.title(entry.section)}] {entry.count}x {one_line(sound(entry.title))}"


def _element(game: str, entry: Entry) -> str:
    card = entry.card
    printing = ""
    if card is not None:
        card_set = card_lines(game).catalog.sets_by_id[card.set]
        short = card_set.abbreviation or card.set
        printing = f' setShortName="{escape(short, attribute=True)}"'
        if card.number is not None:
            printing += f' collectorNumber="{card.number}"'
    name = escape(entry.title, attribute=True)
    return f'<card number="{entry.count}" name="{name}"{printing}/>'


def read(root: Element, where: str, game: str | None) -> Deck:
    """Read a deck; its game is stated in the comments or told from the names."""
    zones = [(zone, list(zone.iter("card"))) for zone in root.iter("zone")]
    comments = root.findtext("comments") or ""
    found = game_named(comments, where) or (find_game(game) if game is not None else None)
    if found is None:
        found = guess_game((card.get("name") or "" for _, cards in zones for card in cards), where)
    builder = ListBuilder(found, where)
    builder.name = one_line(root.findtext("deckname") or "")
    parts = _Parts(builder, comments, line_of(root))
    builder.head(parts.rest)
    for zone, cards in zones:
        section = builder.section_of(zone.get("name") or "", line_of(zone)) if cards else ""
        for card in cards:
            if has_count(builder, card, "number"):
                for record in parts.of(_record(card, section)):
                    builder.add(record)
    tell_unused(builder, (card for _, cards in zones for card in cards), _KNOWN)
    _tell_strays(builder, root, {id(card) for _, cards in zones for card in cards})
    return builder.deck()


def _tell_strays(builder: ListBuilder, root: Element, read: set[int]) -> None:
    """Tell what stands where no card is read: cards outside of zones, and words among cards."""
    for element in root.iter():
        line = line_of(element)
        if element.tag == "card" and id(element) not in read:
            written = f"{element.get('number') or ''} {element.get('name') or ''}"
            builder.remark("passed-over", line, one_line(written))
        of_cards = element.tag in ("zone", "card")
        for text in (element.text if of_cards else "", element.tail):
            if said := one_line(text or ""):
                builder.remark("passed-over", line, said)


def _record(card: Element, section: str) -> Record:
    return Record(
        card.get("name") or "",
        count=card.get("number") or "",
        section=section,
        set_name=card.get("setShortName") or "",
        number=card.get("collectorNumber") or "",
        line=line_of(card),
    )


class _Parts:
    """Which parts the cards of the zone `main` are of, as the comments say."""

    def __init__(self, builder: ListBuilder, comments: str, line: int | None) -> None:
        self._of: dict[str, list[tuple[str, int]]] = {}
        rest: list[str] = []
        for each in comments.splitlines():
            part = _PART.fullmatch(each.strip())
            if part:
                section = builder.section_of(part[1], line)
                self._of.setdefault(fold(part[3]), []).append((section, int(part[2])))
            else:
                rest.append(each)
        self.rest = "\n".join(rest)

    def of(self, record: Record) -> Iterator[Record]:
        """Yield the cards of a record by their parts; what has none stays where it is."""
        parts = self._of.get(fold(one_line(record.name)))
        left = record.count.strip()
        if not parts or record.section != MAIN or not left.isdecimal() or len(left) > 4:
            yield record
            return
        copies = int(left)
        while parts and copies:
            section, wanted = parts[0]
            taken = min(wanted, copies)
            copies -= taken
            if taken == wanted:
                parts.pop(0)
            else:
                parts[0] = (section, wanted - taken)
            yield replace(record, section=section, count=str(taken))
        if copies:
            yield replace(record, count=str(copies))
