"""The cards of a duel made ready: what each does, sorted by when the machine must look at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deckbuilder.errors import Fault, InputError
from deckbuilder.games.invasion.duel import operations as ops
from deckbuilder.games.invasion.duel.compiling import Pick, Place, Spec, compile_ability
from deckbuilder.games.invasion.duel.names import ZONES
from deckbuilder.games.invasion.duel.selectors import Selector
from deckbuilder.games.invasion.duel.settings import DuelCard, Settings, settings_of
from deckbuilder.words import phrase

STATIC = frozenset(("modify_power", "modify_hp", "gain_keyword", "add_combat_damage", "cannot"))
"""Primitives that change what an object is as long as they hold."""


class Static:
    """A constant that changes power, hit points, keywords or bans while it holds."""

    __slots__ = ("op", "spec")

    def __init__(self, spec: Spec, op: ops.Op) -> None:
        self.spec = spec
        self.op = op


class CardSpec:
    """A card made ready. `standing` are primitives that hold, by name, and their abilities."""

    __slots__ = (
        "actions", "attach_ops", "attachment", "cost", "enter_only", "heroes", "host", "hp", "id",
        "index", "is_unit", "limited", "loyalty", "name", "power", "race", "replaces", "standing",
        "statics", "symbols", "text", "traits", "triggers", "type", "unique",
    )  # fmt: skip

    def __init__(self, card_id: str, index: int, card: DuelCard) -> None:
        self.id = card_id
        self.index = index
        self.name = card.name
        self.type = card.type
        self.is_unit = card.type == "unit"
        self.race = card.race
        self.cost = card.cost
        self.loyalty = card.loyalty
        self.power = card.power
        self.hp = card.hit_points
        self.unique = card.unique
        self.traits = frozenset(card.traits)
        self.text = bool(card.abilities)
        self.attachment = "Attachment" in card.traits
        self.limited = False
        self.enter_only = -1
        self.heroes: tuple[tuple[str, int], ...] = ()
        """Traits, and how many units with it a zone may hold."""
        self.host: Pick | None = None
        self.attach_ops = -1
        self.actions: tuple[Spec, ...] = ()
        self.triggers: dict[str, tuple[Spec, ...]] = {}
        self.replaces: tuple[Spec, ...] = ()
        self.statics: tuple[Static, ...] = ()
        self.standing: dict[str, tuple[tuple[Spec, ops.Op], ...]] = {}
        self.symbols: tuple[str, ...] = (card.race,) if card.race != "neutral" else ()


class Book:
    """All that a duel looks up and that does not change in it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.switches = settings.switches
        self.cards: list[CardSpec] = []
        self.abilities: list[Spec] = []
        self.by_id: dict[str, tuple[Spec, ...]] = {}
        """Abilities by their id, which is unique in the file of a set only."""
        self.lists: list[tuple[ops.Op, ...]] = []
        self.sorts: list[Selector] = []
        self.places: dict[int, int] = {}
        self.events: set[str] = set()
        self.hero_traits: set[str] = set()
        """Traits of which a zone may hold a limited number of units."""
        self.card_places: dict[str, int] = {}
        faults: list[Fault] = []
        for card_id, card in settings.cards.items():
            self._add(card_id, card, faults)
        if faults:
            raise InputError(faults)
        self.decks = tuple(
            tuple(self.card_places[card] for card in seat.deck) for seat in settings.seats
        )
        self.races = tuple(seat.race for seat in settings.seats)
        self.base_power = tuple(power for seat in settings.seats for power in seat.power)

    def _add(self, card_id: str, card: DuelCard, faults: list[Fault]) -> None:
        spec = CardSpec(card_id, len(self.cards), card)
        self.card_places[card_id] = spec.index
        self.cards.append(spec)
        for ability in card.abilities:

            def told(place: Place, fault: Fault) -> None:
                what = phrase(f"errors.{fault.code}.what", **fault.fields)
                faults.append(Fault.of("duel.faulty-effect", card=card.name, what=what))

            ready = compile_ability(ability, spec.index, told)
            if not faults:
                self._register(ready)
                _sort_in(spec, ready, self.place_of(ready.effect))
        self.hero_traits.update(trait for trait, _ in spec.heroes)

    def _register(self, spec: Spec) -> None:
        spec.index = len(self.abilities)
        self.abilities.append(spec)
        self.by_id[spec.id] = (*self.by_id.get(spec.id, ()), spec)
        spec.ops = self._place(spec.effect)
        if spec.event is not None:
            self.events.add(spec.event.name)

    def _place(self, effects: tuple[ops.Op, ...]) -> int:
        """Give a list of effects, and those inside it, a place by which states name it."""
        place = len(self.lists)
        self.lists.append(effects)
        self.places[id(effects)] = place
        for op in effects:
            for word in ("then", "else", "eff"):
                if word in op.words:
                    self._place(op.words[word])
            for option in op.words.get("options", ()):
                self._place(option)
            sort = op.words.get("for")
            if op.words.get("when") == "next_played_this_turn" and isinstance(sort, ops.Set):
                op.words["sort"] = len(self.sorts)
                self.sorts.append(sort.selectors[0])
        return place

    def place_of(self, effects: tuple[ops.Op, ...]) -> int:
        """Return the place of a list of effects."""
        return self.places[id(effects)]


def _sort_in(card: CardSpec, spec: Spec, place: int) -> None:
    """Put an ability where the machine looks for it."""
    if spec.kind == "action":
        card.actions = (*card.actions, spec)
    elif spec.event is not None and spec.event.name == "damage_would_be_dealt":
        card.replaces = (*card.replaces, spec)
    elif spec.event is not None:
        name = spec.event.name
        card.triggers[name] = (*card.triggers.get(name, ()), spec)
    else:
        for op in spec.effect:
            _sort_constant(card, spec, op, place)


def _sort_constant(card: CardSpec, spec: Spec, op: ops.Op, place: int) -> None:
    words = op.words
    if op.name == "attach":
        card.host = spec.targets[0]
        card.attach_ops = place
    elif op.name == "enter_only":
        card.enter_only = ZONES.index(words["zone"])
    elif op.name == "limit_per_zone":
        card.heroes = (*card.heroes, (words["trait"], words["n"]))
    elif op.name == "gain_keyword" and words["kw"] == "limited":
        card.limited = True
    elif op.name == "provide_loyalty":
        card.symbols = (*card.symbols, *words["races"])
    elif op.name in STATIC:
        card.statics = (*card.statics, Static(spec, op))
    else:
        card.standing[op.name] = (*card.standing.get(op.name, ()), (spec, op))


_KEPT: list[tuple[Any, Book]] = []
_MOST_KEPT = 64


def book_of(settings: Any) -> Book:
    """Return the book of settings, made ready once for the duels that use the same ones."""
    for known, book in _KEPT:
        if known is settings:
            return book
    book = Book(settings_of(settings))
    _KEPT.append((settings, book))
    del _KEPT[:-_MOST_KEPT]
    return book


def cards_by_id(book: Book, cards: Sequence[int]) -> tuple[str, ...]:
    """Return the ids of cards."""
    return tuple(book.cards[card].id for card in cards)
