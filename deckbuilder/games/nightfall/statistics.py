"""Nightfall decks in numbers: colours, costs, strength, and the link graph (NF-54, NF-56)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from deckbuilder.catalog.card import Card
from deckbuilder.decks.deck import Deck, Entry, copies
from deckbuilder.games.nightfall.card import NightfallCard
from deckbuilder.games.nightfall.link_graph import (
    LinkGraph,
    count_chains,
    kicker_met_by,
    link_graph,
)
from deckbuilder.games.statistics import (
    Cell,
    Column,
    Graph,
    Name,
    Node,
    Note,
    Part,
    Question,
    Table,
    Word,
)
from deckbuilder.games.tallies import (
    COPIES,
    SHARE,
    TITLES,
    UNKNOWN,
    Kinds,
    asked_kinds,
    card_name,
    count_part,
    entry_name,
    grouped,
    names_part,
    opening_part,
    share_part,
    tally,
    tally_each,
    titles,
    types_part,
    word,
)

COLOURS = ("red", "green", "blue", "gold", "white", "purple")
WOUNDS, STARTERS = "wounds", "starters"
HAND = 5
"""NF-13."""
NO_ORDER = frozenset({"wound", "draft", "moon-phase", "avatar"})
"""Types of card that no chain can hold (NF-2, NF-3)."""


def measure(deck: Deck, question: Question) -> tuple[Part, ...]:
    """Return sections, types, colours, costs, strength, keywords, wounds and links."""
    if not deck.size():
        return ()
    orders = [e for e in deck.entries if e.section != WOUNDS and not _is(e, NO_ORDER)]
    minions = [entry for entry in orders if _is(entry, {"minion", "starter"})]
    parts = [
        _sections(deck),
        types_part(deck, NightfallCard.types),
        count_part("curve", "cost", {"copies": tally(orders, _fact("cost"))}),
        count_part(
            "power",
            "value",
            {
                "strength": tally(minions, _fact("strength")),
                "health": tally(minions, _fact("health")),
            },
        ),
        names_part("keywords", "keyword", tally_each(minions, _fact("keywords"))),
        _wounds(deck),
        _opening(deck, question),
    ]
    if orders:
        parts += _links(orders)
    return tuple(part for part in parts if part is not None)


def _opening(deck: Deck, question: Question) -> Part | None:
    """The first hand out of the starting deck, by colour (NF-11, NF-13)."""
    starters = [*deck.section(STARTERS)]
    size = sum(entry.count for entry in starters)
    if not size:
        return None
    by_colour = tally(starters, _fact("colour"))
    kinds: Kinds = [(Word(colour), by_colour[colour]) for colour in COLOURS if by_colour[colour]]
    return opening_part(size, [*kinds, *asked_kinds(starters, question)], HAND)


def _is(entry: Entry, types: Any) -> bool:
    return entry.card is not None and entry.card.type in types


def _fact(name: str) -> Callable[[Card], Any]:
    return lambda card: getattr(card, name, None)


def _sections(deck: Deck) -> Part:
    rows = tuple(
        (
            Word(f"section.{section}"),
            deck.size(section),
            titles(deck.section(section)),
            Fraction(deck.size(section), deck.size()),
        )
        for section in deck.sections
    )
    columns = (Column(id="section", kind="text"), COPIES, TITLES, SHARE)
    return Part(id="sections", table=Table(columns=columns, rows=rows))


def _wounds(deck: Deck) -> Part | None:
    wounds = [e for e in deck.entries if e.section == WOUNDS or _is(e, {"wound"})]
    if not wounds:
        return None
    groups = grouped(wounds, _wound)
    return share_part("wounds", "wound", (), groups, sum(entry.count for entry in wounds))


def _wound(card: Card) -> tuple[str, ...] | None:
    if not isinstance(card, NightfallCard) or card.wound_type is None:
        return None
    return (f"{card.wound_type}-{card.wound_effect}",)


def _links(entries: list[Entry]) -> list[Part | None]:
    """The tables of the link graph; orders without known colour and links are counted apart."""
    known: list[NightfallCard] = []
    numbers: list[int] = []
    vague: list[Name] = []
    for total, lines in copies(entries).values():
        card = lines[0].card
        if isinstance(card, NightfallCard) and (card.colour or card.links):
            known.append(card)
            numbers.append(total)
        if not isinstance(card, NightfallCard) or card.colour is None or not card.links_complete:
            vague.append(entry_name(lines[0]))
    graph = link_graph(known, numbers)
    vague_note = Note("vague-links", {"number": len(vague), "names": tuple(vague)})
    notes = (vague_note,) if vague else ()
    return [
        _colours(entries, graph, notes),
        _follow(graph, notes),
        _chains(graph),
        _kickers(graph),
    ]


def _colours(entries: list[Entry], graph: LinkGraph, notes: tuple[Note, ...]) -> Part:
    """Copies of each colour, the orders that link to it, and whether that leads anywhere."""
    groups = grouped(entries, lambda card: (c,) if (c := getattr(card, "colour", None)) else None)
    rows: list[tuple[Cell, ...]] = []
    for colour in COLOURS:
        members = groups.get(colour, [])
        linking = sum(colour in order.links for order in graph.orders)
        if members or linking:
            state = "open" if members and linking else "dead-end" if linking else "never-linked"
            number = sum(entry.count for entry in members)
            rows.append((Word(colour), number, titles(members), linking, Word(state)))
    if None in groups:
        members = groups[None]
        number = sum(entry.count for entry in members)
        rows.append((UNKNOWN, number, titles(members), None, None))
    columns = (
        Column(id="colour", kind="text"),
        COPIES,
        TITLES,
        Column(id="linking"),
        Column(id="state", kind="text"),
    )
    return Part(id="colours", table=Table(columns=columns, rows=tuple(rows)), notes=notes)


def _follow(graph: LinkGraph, notes: tuple[Note, ...]) -> Part | None:
    if not graph.orders:
        return None
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            card_name(order),
            word(order.colour),
            len(following),
            tuple(card_name(graph.orders[row]) for row in following),
        )
        for order, following in zip(graph.orders, graph.following, strict=True)
    )
    columns = (
        Column(id="order", kind="text"),
        Column(id="colour", kind="text"),
        Column(id="followers"),
        Column(id="followed-by", kind="text"),
    )
    nodes = tuple(
        Node(name=card_name(order), group=order.colour or UNKNOWN.key, copies=number)
        for order, number in zip(graph.orders, graph.copies, strict=True)
    )
    arrows = tuple((at, row) for at, rows in enumerate(graph.following) for row in rows)
    return Part(
        id="links",
        table=Table(columns=columns, rows=rows),
        figure=Graph(nodes=nodes, arrows=arrows),
        notes=notes,
    )


def _chains(graph: LinkGraph) -> Part | None:
    if not graph.orders:
        return None
    counts = count_chains(graph)
    return Part(
        id="chains",
        table=Table(
            columns=(Column(id="length", kind="text"), Column(id="chains")),
            rows=tuple(counts.items()),
        ),
        notes=(Note("chains"),),
    )


def _kickers(graph: LinkGraph) -> Part | None:
    rows: list[tuple[Cell, ...]] = []
    for row, order in enumerate(graph.orders):
        if order.kicker_colour is not None:
            met = kicker_met_by(graph, row)
            names = tuple(card_name(graph.orders[earlier]) for earlier in met)
            rows.append((card_name(order), Word(order.kicker_colour), len(met), names))
    if not rows:
        return None
    columns = (
        Column(id="order", kind="text"),
        Column(id="kicker", kind="text"),
        Column(id="meeting"),
        Column(id="met-by", kind="text"),
    )
    return Part(id="kickers", table=Table(columns=columns, rows=tuple(rows)))
