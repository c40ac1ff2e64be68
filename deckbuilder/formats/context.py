"""What rules are judged against: a game's cards, a day, and the searches of a format."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.fields import fields_of
from deckbuilder.catalog.names import fold, squeeze
from deckbuilder.catalog.query import parse, select
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.files import read_input
from deckbuilder.formats.format import Format
from deckbuilder.formats.pool_list import listed_file, parse_pool_list


class Marks(dict[str, Any]):
    """An answer for every card id, worked out when it is first asked for."""

    def __init__(self, cards: dict[str, Card], answer: Callable[[Card], Any]) -> None:
        super().__init__()
        self._cards = cards
        self._answer = answer

    def __missing__(self, card_id: str) -> Any:
        card = self._cards.get(card_id)
        answer = self[card_id] = self._answer(card) if card is not None else None
        return answer


class Context:
    """The catalogue, the format and the day, with every search resolved once.

    Methods raise InputError for searches, fields and titles that the catalogue does not know.
    """

    def __init__(self, draft_format: Format, catalog: Catalog, date: str | None = None) -> None:
        self.format = draft_format
        self.catalog = catalog
        self.date = date
        self._errata = {
            (fold(each.card), squeeze(each.field)): each.value
            for each in draft_format.errata
            if each.in_force(date)
        }

    def matches(self, query: str) -> Marks:
        """Tell for each card id whether the search finds that very printing."""
        return Marks(self.catalog.by_id, parse(query, self.catalog))

    def titles_match(self, query: str) -> Marks:
        """Tell for each card id whether the search finds any printing of the same card."""
        wanted = parse(query, self.catalog)
        return Marks(self.catalog.by_id, lambda card: any(map(wanted, self.printings(card))))

    def select(self, query: str) -> tuple[Card, ...]:
        """Return all cards that the search finds."""
        return select(self.catalog, query)

    def printings(self, card: Card) -> list[Card]:
        """Return every printing of a card; a draft format card is no printing of its namesake."""
        return [each for each in self.catalog.printings(card.name) if each.type == card.type]

    def values(self, field: str) -> Marks:
        """Return the value of a field for each card id, errata in force applied."""
        wanted = squeeze(field)
        known = fields_of(self.catalog.card_type).get(wanted)
        if known is None:
            names = sorted(self.catalog.card_type.__struct_fields__)
            raise refusal("formats.no-field", game=self.catalog.game, name=field, known=names)
        get = known.get
        changed = {title: value for (title, name), value in self._errata.items() if name == wanted}
        if not changed:
            return Marks(self.catalog.by_id, get)
        return Marks(self.catalog.by_id, lambda card: changed.get(fold(card.name), get(card)))

    def titles(self, names: Iterable[str]) -> dict[str, str]:
        """Return folded titles to the names given. Every name must be known."""
        found: dict[str, str] = {}
        faults: list[Fault] = []
        for name in names:
            card = self.catalog.find(name)
            if card is None:
                faults.append(self.catalog.no_card(name))
            else:
                found[fold(card.name)] = name
        if faults:
            raise InputError(faults)
        return found

    def copies(self, cards: str | dict[str, int]) -> dict[str, int | None]:
        """Return how often each folded title occurs: as stated, or as the boxes hold it.

        A search gives quantities of its printings added up, None where one is not known.
        """
        if isinstance(cards, dict):
            return {title: cards[name] for title, name in self.titles(cards).items()}
        found: dict[str, int | None] = {}
        for (title, _), count in self.copies_by_type(cards).items():
            so_far = found.get(title, 0)
            found[title] = None if so_far is None or count is None else so_far + count
        return found

    def copies_by_type(self, query: str) -> dict[tuple[str, str], int | None]:
        """Return how often boxes hold each folded title and type that a search finds."""
        found: dict[tuple[str, str], int | None] = {}
        for card in self.select(query):
            key = (fold(card.name), card.type)
            so_far = found.get(key, 0)
            found[key] = None if so_far is None or card.quantity is None else so_far + card.quantity
        return found

    def pool_list(self, path: str, where: str) -> dict[str, int | None]:
        """Return the counted titles of a list file, named relative to the format's file."""
        file = listed_file(path, where)
        return self.copies(parse_pool_list(read_input(file), str(file)))
