"""What can be read off a table: power, hit points, keywords, symbols; shared by states and views.

A `Table` holds what lies open to both seats. What follows from the constants in play is worked
out once for a table, when it is first asked for (INV-44: a constant holds as long as its card is
in play), so nothing printed is read where something in play may change it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.names import BATTLEFIELD, is_card, is_zone, ref_zone
from deckbuilder.games.invasion.duel.operations import Set
from deckbuilder.games.invasion.duel.state import (
    FACE_DOWN,
    Change,
    Combat,
    Item,
    Memory,
    Pair,
    Piece,
    Source,
    State,
    View,
)

if TYPE_CHECKING:
    from deckbuilder.games.invasion.duel.book import Book, CardSpec
    from deckbuilder.games.invasion.duel.compiling import Spec

HIT_POINTS = 8
"""Hit points of a section without developments (INV-33)."""
NONE: dict[int, int] = {}


class Derived:
    """What follows from the constants and changes that hold: numbers by object."""

    __slots__ = ("bans", "counterstrike", "extra", "hit_points", "power", "scout", "toughness")

    def __init__(self) -> None:
        self.power: dict[int, int] = {}
        self.hit_points: dict[int, int] = {}
        self.extra: dict[int, int] = {}
        self.toughness: dict[int, int] = {}
        self.counterstrike: dict[int, int] = {}
        self.scout: dict[int, int] = {}
        self.bans: dict[str, set[int]] = {}


class Survey:
    """What follows from which cards are in play and where: symbols, actions, constants, triggers.

    Objects are named by their numbers, so that damage and the like may change meanwhile.
    """

    __slots__ = (
        "actions", "changes_hit_points", "replaces", "standing", "statics", "symbols", "triggers",
    )  # fmt: skip

    def __init__(self, table: Table) -> None:
        self.symbols: tuple[dict[str, int], dict[str, int]] = ({}, {})
        self.actions: tuple[list[tuple[int, Spec]], list[tuple[int, Spec]]] = ([], [])
        self.standing: dict[str, list[tuple[int, Spec, Any]]] = {}
        self.triggers: dict[str, list[tuple[int, Spec]]] = {}
        self.replaces: list[tuple[int, Spec]] = []
        self.statics: list[int] = []
        self.changes_hit_points = False
        for seat, capital in enumerate(table.book.races):
            self.symbols[seat][capital] = 1
        cards = table.book.cards
        for piece in table.pieces.values():
            if piece.card >= 0:
                self._add(piece, cards[piece.card])

    def _add(self, piece: Piece, card: CardSpec) -> None:
        counts = self.symbols[piece.seat]
        for symbol in card.symbols:
            counts[symbol] = counts.get(symbol, 0) + 1
        if card.statics:
            self.statics.append(piece.id)
            if any(static.op.name == "modify_hp" for static in card.statics):
                self.changes_hit_points = True
        place = piece.zone % 3
        for action in card.actions:
            if action.zone in (-1, place):
                self.actions[piece.seat].append((piece.id, action))
        if card.replaces or card.triggers:
            self._add_triggers(piece.id, place, card)
        for name, parts in card.standing.items():
            awake = [(piece.id, spec, op) for spec, op in parts if spec.zone in (-1, place)]
            if awake:
                self.standing.setdefault(name, []).extend(awake)

    def _add_triggers(self, number: int, place: int, card: CardSpec) -> None:
        """Note what events set off, and what takes the place of damage."""
        for spec in card.replaces:
            if spec.zone in (-1, place):
                self.replaces.append((number, spec))
        for event, specs in card.triggers.items():
            awake = [(number, spec) for spec in specs if spec.zone in (-1, place)]
            if awake:
                self.triggers.setdefault(event, []).extend(awake)


class Cache:
    """What was worked out for a table; a state and the views of it share it.

    It follows from the rest, so that all caches are alike.
    """

    __slots__ = ("derived", "survey")

    def __init__(self, survey: Survey | None = None) -> None:
        self.survey = survey
        self.derived: Derived | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cache)

    __hash__ = None  # type: ignore[assignment]  # what is always equal is no key


class Table:
    """What lies open to both seats, and what follows from it."""

    __slots__ = (
        "active", "book", "burning", "cache", "chain", "changes", "combat",
        "discards", "memory", "phase", "pieces", "resources", "section_damage", "step", "turn",
    )  # fmt: skip

    book: Book
    turn: int
    active: int
    phase: str
    step: str
    resources: Pair
    pieces: dict[int, Piece]
    section_damage: tuple[int, ...]
    burning: tuple[bool, ...]
    discards: tuple[tuple[int, ...], tuple[int, ...]]
    chain: tuple[Item, ...]
    combat: Combat | None
    changes: tuple[Change, ...]
    memory: Memory

    def read(self, of: State | View) -> None:
        """Take over what lies open in a state or view."""
        self.book = of.book
        self.turn = of.turn
        self.active = of.active
        self.phase = of.phase
        self.step = of.step
        self.resources = of.resources
        self.pieces = of.pieces
        self.section_damage = of.section_damage
        self.burning = of.burning
        self.discards = of.discards
        self.chain = of.chain
        self.combat = of.combat
        self.changes = of.changes
        self.memory = of.memory
        self.cache: Cache = of.cache

    def spec(self, piece: Piece) -> CardSpec:
        """Return the card of a face-up object."""
        return self.book.cards[piece.card]

    def source(self, piece: Piece) -> Source:
        """Return an object as the source of an ability."""
        return Source(piece.id, piece.card, piece.zone, piece.host)

    def context(self, piece: Piece) -> Context:
        """Return the words of an ability of an object in play."""
        return Context(self, piece.seat, self.source(piece))

    def awake(self, piece: Piece, spec: Spec) -> bool:
        """Tell whether an ability of an object works in the zone where the object is (INV-43)."""
        return spec.zone < 0 or piece.zone % 3 == spec.zone

    def derived(self) -> Derived:
        """Return what follows from constants and changes, worked out when first asked for."""
        found = self.cache.derived
        if found is None:
            found = self.cache.derived = _derive(self)
        return found

    # Objects

    def has(self, ref: int) -> bool:
        """Tell whether a thing is still there: in play, on the chain, or no object at all."""
        if ref < 0 or is_card(ref) or ref in self.pieces:
            return True
        return any(item.id == ref for item in self.chain)

    def power(self, ref: int) -> int:
        """Return the power of an object: printed icons and changes, not below 0."""
        piece = self.pieces[ref]
        if piece.card == FACE_DOWN:
            return 0
        return max(0, self.book.cards[piece.card].power + self.derived().power.get(ref, 0))

    def hit_points(self, ref: int) -> int:
        """Return the hit points of a unit, or of a section (INV-33)."""
        if ref < 0:
            return HIT_POINTS + self.developments(ref_zone(ref))
        printed = self.book.cards[self.pieces[ref].card].hp
        return max(0, printed + self.derived().hit_points.get(ref, 0))

    def damage(self, ref: int) -> int:
        """Return the damage tokens on a unit or section."""
        return self.section_damage[ref_zone(ref)] if ref < 0 else self.pieces[ref].damage

    def remaining(self, ref: int) -> int:
        """Return the hit points less the damage."""
        return self.hit_points(ref) - self.damage(ref)

    def toughness(self, ref: int) -> int:
        """Return what Toughness cancels of each packet of damage (INV-43)."""
        return self.derived().toughness.get(ref, 0)

    def is_banned(self, ref: int, verb: str) -> bool:
        """Tell whether a "cannot" forbids this of an object (INV-37)."""
        return ref in self.derived().bans.get(verb, ())

    def seat_of(self, ref: int) -> int:
        """Return who controls an object, or whose a section, zone or player is."""
        if ref > 0:
            return self.pieces[ref].seat
        return ref_zone(ref) // 3 if is_zone(ref) else -10 - ref

    def zone_of(self, ref: int) -> int:
        """Return the zone that an object is in, or that a zone or section is."""
        return self.pieces[ref].zone if ref > 0 else ref_zone(ref)

    def type_of(self, ref: int) -> str:
        """Return the type of an object."""
        piece = self.pieces.get(ref)
        return piece.kind if piece is not None else ""

    def is_fighting(self, ref: int) -> bool:
        """Tell whether a unit attacks or defends now."""
        combat = self.combat
        return combat is not None and (ref in combat.attackers or ref in combat.defenders)

    def has_flag(self, context: Context, ref: int, flag: str) -> bool:
        """Tell whether a word such as attacking or damaged is true of an object or section."""
        if flag == "self":
            return ref == context.source.id
        if flag == "damaged":
            return self.damage(ref) > 0
        if ref < 0:
            return flag == "burning" and self.burning[ref_zone(ref)]
        if flag == "corrupted":
            return self.pieces[ref].corrupted
        if flag == "questing_on_self":
            return self.pieces[ref].quest == context.source.id
        combat = self.combat
        if combat is None:
            return False
        if flag == "attacking":
            return ref in combat.attackers
        if flag == "defending":
            return ref in combat.defenders
        return flag == "attacking_or_defending" and self.is_fighting(ref)

    # Zones and sections

    def developments(self, zone: int) -> int:
        """Return the number of developments in a zone (INV-42)."""
        count = 0
        for piece in self.pieces.values():
            if piece.zone == zone and piece.kind == "development":
                count += 1
        return count

    def section_has(self, zone: int, flag: str) -> bool:
        """Tell whether a section is damaged or burning."""
        return self.section_damage[zone] > 0 if flag == "damaged" else self.burning[zone]

    def zone_power(self, zone: int) -> int:
        """Return the power of a zone: the capital's, and units and supports there (INV-33)."""
        seat = zone // 3
        return self.book.base_power[zone] + sum(
            self.power(piece.id)
            for piece in self.pieces.values()
            if piece.zone == zone and piece.seat == seat and piece.kind in ("unit", "support")
        )

    def attacked_zone(self) -> int:
        """Return the zone under attack, -7 where there is none."""
        return self.combat.zone if self.combat is not None else -7

    def assigned(self, ref: int) -> int:
        """Return the combat damage assigned to a unit or section and not yet applied."""
        if self.combat is None:
            return 0
        return sum(part.points for part in self.combat.assigned if part.to == ref)

    # Cards

    def symbols(self, seat: int, race: str) -> int:
        """Return a seat's symbols of a race: the capital and the cards in play (INV-31)."""
        return self.survey().symbols[seat].get(race, 0)

    def survey(self) -> Survey:
        """Return what follows from which cards are in play and where."""
        found = self.cache.survey
        if found is None:
            found = self.cache.survey = Survey(self)
        return found

    def standing(self, name: str) -> list[tuple[Piece, Spec, Any]]:
        """Return the constants of a primitive that work now: object, ability, primitive."""
        found = self.survey().standing.get(name)
        if not found:
            return []
        return [(self.pieces[number], spec, op) for number, spec, op in found]

    def refs_of(self, context: Context, what: Set) -> list[int]:
        """Return all that a set means, without repeats; `pick` is left aside."""
        found: dict[int, None] = {}
        for name in what.names:
            found.update(dict.fromkeys(context.refs(name)))
        for selector in what.selectors:
            found.update(dict.fromkeys(selector.find(context)))
        return list(found)


def table_of(of: State | View) -> Table:
    """Return a table to read power, hit points and costs from."""
    table = Table()
    table.read(of)
    return table


def _derive(table: Table) -> Derived:
    """Work out what the constants in play and the changes of this turn come to."""
    derived = Derived()
    for change in table.changes:
        if change.kind == "power":
            _add(derived.power, change.to, change.n)
        elif change.kind == "hp":
            _add(derived.hit_points, change.to, change.n)
        elif change.kind == "ban":
            for word in change.words:
                derived.bans.setdefault(word, set()).update(change.to)
    for number in table.survey().statics:
        piece = table.pieces[number]
        for static in table.book.cards[piece.card].statics:
            spec = static.spec
            if spec.zone >= 0 and piece.zone % 3 != spec.zone:
                continue
            context = Context(table, piece.seat, table.source(piece))
            if spec.condition is None or spec.condition(context):
                _STATICS[static.op.name](table, derived, context, static.op.words)
    return derived


def _add(counts: dict[int, int], refs: Any, n: int) -> None:
    for ref in refs:
        counts[ref] = counts.get(ref, 0) + n


def _power(table: Table, derived: Derived, context: Context, words: dict[str, Any]) -> None:
    refs = table.refs_of(context, words["to"])
    if words.get("unless_paid") and table.combat is not None:
        paid = {unit for copy, unit in table.combat.tolls if copy == context.source.id}
        refs = [ref for ref in refs if ref not in paid]
    _add(derived.power, refs, words["n"].most(context))


def _hit_points(table: Table, derived: Derived, context: Context, words: dict[str, Any]) -> None:
    _add(derived.hit_points, table.refs_of(context, words["to"]), words["n"].most(context))


def _extra(table: Table, derived: Derived, context: Context, words: dict[str, Any]) -> None:
    _add(derived.extra, table.refs_of(context, words["to"]), words["n"].most(context))


def _keyword(table: Table, derived: Derived, context: Context, words: dict[str, Any]) -> None:
    counts = {
        "toughness": derived.toughness,
        "counterstrike": derived.counterstrike,
        "scout": derived.scout,
    }.get(words["kw"])
    if counts is not None:
        n = words["n"].most(context) if "n" in words else 1
        _add(counts, table.refs_of(context, words["to"]), n)


def _ban(table: Table, derived: Derived, context: Context, words: dict[str, Any]) -> None:
    who: Set = words["who"]
    all_damage = any("damage" in selector.sorts for selector in who.selectors)
    refs = [context.source.id] if all_damage else table.refs_of(context, who)
    for verb in words["verbs"]:
        derived.bans.setdefault(verb, set()).update(refs)


_STATICS = {
    "modify_power": _power,
    "modify_hp": _hit_points,
    "add_combat_damage": _extra,
    "gain_keyword": _keyword,
    "cannot": _ban,
}
"""What each primitive changes as long as it holds."""


def may_fight(table: Table, piece: Piece, verb: str) -> bool:
    """Tell whether a unit may be declared an attacker or defender (INV-37)."""
    return piece.kind == "unit" and not piece.corrupted and not table.is_banned(piece.id, verb)


def able_attackers(table: Table, seat: int) -> list[int]:
    """Return the units of a seat's battlefield that could attack (INV-35)."""
    zone = 3 * seat + BATTLEFIELD
    return [
        number
        for number, piece in table.pieces.items()
        if piece.zone == zone
        and piece.seat == seat
        and may_fight(table, piece, "be_declared_attacker")
    ]


def able_defenders(table: Table, zone: int) -> list[int]:
    """Return the units of an attacked zone that could defend (INV-35)."""
    return [
        number
        for number, piece in table.pieces.items()
        if piece.zone == zone and may_fight(table, piece, "be_declared_defender")
    ]
