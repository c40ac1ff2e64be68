"""Cards searched for a deck: what is found, narrowed down by facts, a page at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.collection import Owned
from deckbuilder.catalog.fields import CHOICE, NUMBER, SET, fields_of
from deckbuilder.catalog.names import squeeze
from deckbuilder.catalog.query import select
from deckbuilder.catalog.wording import heading, label, title, value_words, worded
from deckbuilder.errors import Fault, InputError

PAGE = 24
MOST_VALUES = 16
FACES, TABLE = "faces", "table"
MOST_LETTERS = 500


@dataclass(frozen=True)
class Value:
    """A value that narrows a search: its words, how many cards have it, the search with it."""

    words: str
    count: int
    query: str


@dataclass(frozen=True)
class Filter:
    """Values of one fact."""

    title: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Found:
    """What a search finds; `cards` are those of one page (from 1)."""

    query: str
    view: str
    page: int
    count: int
    cards: tuple[Card, ...] = ()
    filters: tuple[Filter, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    faults: tuple[Fault, ...] = ()
    owned: int | None = None
    """How many of what is found the user owns, None where nothing of the game is known to be."""
    owned_only: bool = False

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return max(1, -(-self.count // PAGE))


def search(
    catalog: Catalog,
    query: str,
    *,
    view: str = FACES,
    page: int = 1,
    owned: Owned | None = None,
    owned_only: bool = False,
) -> Found:
    """Search the cards of a game that decks may hold; what is wrong with a query is in `faults`.

    With `owned` those are counted that the user has, with `owned_only` no others are found.
    """
    query = query[:MOST_LETTERS]
    view = TABLE if view == TABLE else FACES
    try:
        cards = [card for card in select(catalog, query) if not card.never_in_deck]
    except InputError as error:
        return Found(query=query, view=view, page=1, count=0, faults=error.faults)
    held = None if owned is None else [card for card in cards if owned.has(card)]
    owned_only = owned_only and held is not None
    if owned_only and held is not None:
        cards = held
    page = min(max(page, 1), max(1, -(-len(cards) // PAGE)))
    shown = tuple(cards[(page - 1) * PAGE : page * PAGE])
    names = tuple(catalog.card_type.columns)
    return Found(
        query=query,
        view=view,
        page=page,
        count=len(cards),
        cards=shown,
        filters=_filters(catalog, cards, query),
        columns=tuple(heading(name) for name in names),
        rows=tuple(tuple(worded(card, name, catalog) for name in names) for card in shown),
        owned=None if held is None else len(held),
        owned_only=owned_only,
    )


def names_of(cards: Sequence[Card]) -> dict[str, str]:
    """Return the names of cards in the language in force, by id."""
    return {card.id: title(card) for card in cards}


def _filters(catalog: Catalog, cards: Sequence[Card], query: str) -> tuple[Filter, ...]:
    """Return the facts that tell cards apart, with how many have each value."""
    fields = fields_of(catalog.card_type)
    found = []
    for name in ("type", *catalog.card_type.columns, "set"):
        field = fields.get(squeeze(name))
        if field is None or field.kind not in (CHOICE, NUMBER, SET) or name == "number":
            continue
        counts: Counter[object] = Counter()
        for card in cards:
            value = field.get(card)
            counts.update(value if isinstance(value, tuple) else (value,))
        counts.pop(None, None)
        order = sorted(counts, key=lambda value: (isinstance(value, str), value))
        if field.kind == SET:
            order = [each.id for each in catalog.sets if each.id in counts]
        if len(order) > 1:
            values = tuple(
                Value(_words(catalog, field.kind, name, value), counts[value], asked.strip())
                for value in order[: None if field.kind == SET else MOST_VALUES]
                for asked in (f'{query} {name}:"{value}"',)
            )
            found.append((name, Filter(label(name), values)))
    return tuple(dict(found).values())


def _words(catalog: Catalog, kind: str, name: str, value: object) -> str:
    if kind == SET:
        return catalog.sets_by_id[str(value)].name
    return value_words(value, name) if isinstance(value, str) else str(value)
