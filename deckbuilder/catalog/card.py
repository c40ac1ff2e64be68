"""The common base of all card records. Facts only; an unknown fact is None."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, eq=False):
    """One printing of a card. Each game adds its own facts in a subclass.

    `id` is `<game>/<set>/<number or slug>` and unique; equality and hash go by it.
    `quantity` counts the copies in one box or pack of `set`. `limit_per_deck` is a limit
    that the card itself prints, in place of the format's. `never_in_deck` marks cards that
    no deck of the game may hold. `doubt` says why a fact is not certain.
    """

    types: ClassVar[tuple[str, ...]] = ()
    """The types in the order in which lists and tables show them."""

    short_forms: ClassVar[dict[str, str]] = {
        "n": "name",
        "t": "type",
        "s": "set",
        "o": "tags",
        "copies": "quantity",
        "collector_number": "number",
        "set_code": "set",
    }
    """Other ways to write a field, in a search and as a heading of a spreadsheet."""

    names_set: ClassVar[tuple[str, ...]] = ("set",)
    """Fields that hold the id of a set."""

    names_card: ClassVar[tuple[str, ...]] = ()
    """Fields that hold the name of another card of the same set."""

    unknown_values: ClassVar[dict[str, str]] = {}
    """Values that a field has in place of None where the fact is not known."""

    columns: ClassVar[tuple[str, ...]] = ("name", "set", "number", "type")
    """The fields that a table of cards shows."""

    folding: ClassVar[tuple[str, ...]] = ("number", "type", "set")
    """Those of them that a narrow table says below the row, the first one first."""

    also_asked: ClassVar[tuple[str, ...]] = ()
    """What owners are asked for beside those, as it is printed on some cards."""

    facts: ClassVar[dict[str, tuple[str, ...]]] = {}
    """The facts worth knowing of each card, and the types that have them; () is all types."""

    id: str
    name: str
    set: str
    type: str
    number: int | None = None
    name_ja: str | None = None
    quantity: int | None = None
    limit_per_deck: int | None = None
    never_in_deck: bool = False
    official: bool = True
    tags: tuple[str, ...] = ()
    doubt: str | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)


class CardSet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A product that cards come from; `order` sorts sets by release."""

    id: str
    name: str
    name_ja: str | None = None
    abbreviation: str | None = None
    cycle: str | None = None
    order: int = 0
    released: str | None = None
    official: bool = True
    size: int | None = None
    """Number of different cards printed in the set, where known."""
    make_up: dict[str, dict[str, int]] = {}
    """How many of them have a value of a fact, `none` for those without: `{rarity: {rare: 20}}`."""
