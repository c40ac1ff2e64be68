"""Selectors of the effects file: which things on the table an ability means.

A selector is a mapping; all its keys must hold, a missing key or `any` is no limit:

t          unit, support, attachment, development, quest, unit_or_section, section, zone,
           card (in a pile), tactic (in a find), chain_item, player, damage; or a list of these
ctrl       you, opp, any, each, chooser, controller_of(T): who controls it; for sections and
           zones the player that they belong to
zone       kingdom, quest, battlefield, a list of them, here, here_name, name_of_zone(T),
           zone_of(T), or the name of a zone chosen before
zone_dev   only in zones with exactly so many developments
is, not    flags that all hold; flags, objects and zones of which none may fit
race, trait, cost_max    as printed
in, owner  the pile (discard) or find where cards lie, and whose pile it is
item, source             of a chain_item: ability, tactic or play; the type of its card
same_zone  all that are chosen lie in one zone of one player
pick, by   how many of the matches are taken, and by whom; without it all of them are
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from deckbuilder.errors import Fault
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.formulas import FLAGS, Formula, FormulaError, compile_formula
from deckbuilder.games.invasion.duel.names import (
    ALL_ZONES,
    ZONES,
    card_ref,
    player_ref,
    ref_card,
    ref_zone,
    zone_ref,
)
from deckbuilder.games.invasion.duel.state import FACE_DOWN, Item, Piece
from deckbuilder.sanitizing import shown

PIECES = ("unit", "support", "attachment", "development", "quest")
SORTS = (
    *PIECES, "unit_or_section", "section", "zone", "card", "tactic", "chain_item", "player",
    "damage",
)  # fmt: skip
PLAYERS = ("you", "opp", "any", "each", "chooser")
ITEMS = {
    "ability": ("ability",),
    "tactic": ("tactic",),
    "play": ("unit", "support", "quest", "development"),
}
KEYS = (
    "t", "ctrl", "zone", "zone_dev", "is", "not", "race", "trait", "cost_max", "in", "owner",
    "item", "source", "same_zone", "pick", "by",
)  # fmt: skip
Test = Callable[[Context, Piece], bool]
_OF = ("controller_of", "zone_of", "name_of_zone", "type")


class Selector:
    """A selector, read. `find` gives what matches, in the order of the table."""

    __slots__ = (
        "anybody", "by", "cost_max", "ctrl", "flags", "item", "kinds", "not_flags", "not_refs",
        "owner", "pick", "pile", "raw", "same_zone", "sorts", "source", "tests", "zone",
        "zone_names",
    )  # fmt: skip

    def __init__(self, raw: dict[str, Any], names: Sequence[str]) -> None:
        self.raw = raw
        sorts = raw.get("t", ())
        self.sorts: tuple[str, ...] = (sorts,) if isinstance(sorts, str) else tuple(sorts)
        self.kinds = _kinds(self.sorts)
        self.ctrl: str = raw.get("ctrl", "any")
        self.anybody = self.ctrl in ("any", "each")
        zone = raw.get("zone", "any")
        self.zone: str = zone if isinstance(zone, str) else "names"
        self.zone_names = tuple(ZONES.index(name) for name in _zone_names(zone))
        if self.zone_names:
            self.zone = "names"
        self.flags: tuple[str, ...] = tuple(raw.get("is", ()))
        negative = tuple(raw.get("not", ()))
        self.not_flags = tuple(word for word in negative if word in FLAGS)
        self.not_refs = tuple(word for word in negative if word not in FLAGS)
        self.pile: str = raw.get("in", "")
        self.owner: str = raw.get("owner", "any")
        self.item: tuple[str, ...] = ITEMS.get(raw.get("item", ""), ())
        source = raw.get("source", ())
        self.source: tuple[str, ...] = (source,) if isinstance(source, str) else tuple(source)
        self.same_zone: bool = raw.get("same_zone", False)
        self.pick: int | None = raw.get("pick")
        self.by: str = raw.get("by", "you")
        self.cost_max: Formula | None = (
            compile_formula(raw["cost_max"], names) if "cost_max" in raw else None
        )
        self.tests: tuple[Test, ...] = tuple(_piece_tests(self, raw))

    def find(self, context: Context) -> list[int]:
        """Return all that matches, `pick` left aside: objects first, in the order of the table."""
        found = self.find_pieces(context) if self.kinds else []
        for sort in self.sorts:
            if sort in _FINDERS:
                found += _FINDERS[sort](self, context)
        return found

    def find_pieces(self, context: Context) -> list[int]:
        """Return the objects in play that match; what is the same for all is read once."""
        kinds = self.kinds
        seats = None if self.anybody else context.seats(self.ctrl)
        zones = self.zones(context)
        near = [
            piece
            for piece in context.table.pieces.values()
            if piece.kind in kinds
            and (seats is None or piece.seat in seats)
            and (zones is None or piece.zone in zones)
        ]
        for test in self.tests:
            if not near:
                break
            near = [piece for piece in near if test(context, piece)]
        if self.not_refs and near:
            out = self.excluded(context)
            return [piece.id for piece in near if piece.id not in out]
        return [piece.id for piece in near]

    def fits(self, context: Context, piece: Piece) -> bool:
        """Tell whether an object matches, be it in play or as last known."""
        if piece.kind not in self.kinds:
            return False
        if not self.anybody and piece.seat not in context.seats(self.ctrl):
            return False
        zones = self.zones(context)
        if zones is not None and piece.zone not in zones:
            return False
        if self.not_refs and piece.id in self.excluded(context):
            return False
        return all(test(context, piece) for test in self.tests)

    def fits_card(self, context: Context, card: int) -> bool:
        """Tell whether a card outside play matches: by its printed type, race, trait and cost."""
        spec = context.table.book.cards[card]
        if "card" not in self.sorts and spec.type not in self.sorts:
            return False
        raw = self.raw
        if "race" in raw and spec.race != raw["race"]:
            return False
        if "trait" in raw and raw["trait"] not in spec.traits:
            return False
        if self.cost_max is None:
            return True
        return spec.cost is not None and spec.cost <= self.cost_max(context)

    def zones(self, context: Context) -> tuple[int, ...] | None:
        """Return the zones of the table that `zone` allows, None for all."""
        word = self.zone
        if word == "any":
            return None
        if word == "names":
            return tuple(zone for zone in ALL_ZONES if zone % 3 in self.zone_names)
        if word == "here":
            return (context.here(),)
        if word == "here_name":
            here = context.here() % 3
            return (here, here + 3)
        if word.startswith("name_of_zone("):
            places = [context.table.zone_of(ref) % 3 for ref in context.refs(word[13:-1])]
            return tuple(zone for zone in ALL_ZONES if zone % 3 in places)
        if word.startswith("zone_of("):
            return tuple(context.table.zone_of(ref) for ref in context.refs(word[8:-1]))
        return tuple(ref_zone(ref) for ref in context.refs(word))

    def excluded(self, context: Context) -> set[int]:
        """Return the objects and zones that `not` names."""
        out: set[int] = set()
        for word in self.not_refs:
            if word == "here":
                out.add(zone_ref(context.here()))
            elif word == "attacked_zone":
                out.add(zone_ref(context.table.attacked_zone()))
            elif word == "own_sections":
                out.update(zone_ref(3 * context.you + place) for place in range(3))
            elif word.startswith("zone_of("):
                out.update(zone_ref(context.table.zone_of(r)) for r in context.refs(word[8:-1]))
            elif word == "self":
                out.add(context.source.id)
            else:
                out.update(context.refs(word))
        return out


def compile_selector(raw: Any, names: Sequence[str]) -> Selector:
    """Return a selector. Raises FormulaError saying what is wrong with it."""
    if not isinstance(raw, dict):
        raise FormulaError(Fault.of("effects.no-selector"))
    for key in raw:
        if key not in KEYS:
            raise FormulaError(Fault.of("effects.no-key", key=str(key), known=KEYS))
    _check_words(raw, "t", SORTS)
    _check_word(raw, "ctrl", (*PLAYERS, *_of_names("controller_of", names)))
    _check_words(raw, "zone", (*_zone_words(names),))
    _check_words(raw, "is", FLAGS, listed=True)
    not_words = ("here", "attacked_zone", "own_sections", *_of_names("zone_of", names))
    _check_words(raw, "not", (*FLAGS, *not_words, *names), listed=True)
    _check_word(raw, "in", ("discard", *names))
    _check_word(raw, "owner", PLAYERS)
    _check_word(raw, "by", (*PLAYERS,))
    _check_word(raw, "item", tuple(ITEMS))
    _check_words(raw, "source", ("unit", "support", "quest", "tactic"))
    for key, kind, example in (
        ("zone_dev", int, "0"), ("pick", int, "1"), ("same_zone", bool, "true"),
        ("race", str, "dwarf"), ("trait", str, "Hero"),
    ):  # fmt: skip
        if key in raw and type(raw[key]) is not kind:
            raise _not_taken(key, raw[key], (example,))
    return Selector(raw, names)


def _zone_words(names: Sequence[str]) -> tuple[str, ...]:
    return (
        "any", *ZONES, "here", "here_name", *names,
        *_of_names("name_of_zone", names), *_of_names("zone_of", names),
    )  # fmt: skip


def _of_names(word: str, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{word}({name})" for name in (*names, "it"))


def _not_taken(key: str, value: Any, known: Sequence[str]) -> FormulaError:
    fault = Fault.of("effects.not-taken", word=key, value=shown(value), known=tuple(known))
    return FormulaError(fault)


def _check_word(raw: dict[str, Any], key: str, known: Sequence[str]) -> None:
    if key in raw and raw[key] not in known:
        raise _not_taken(key, raw[key], known)


def _check_words(
    raw: dict[str, Any], key: str, known: Sequence[str], *, listed: bool = False
) -> None:
    if key not in raw:
        return
    value = raw[key]
    if listed and not isinstance(value, list):
        raise FormulaError(Fault.of("effects.no-list", example=known[0]))
    for word in value if isinstance(value, list) else [value]:
        if word not in known:
            raise _not_taken(key, word, known)


def _zone_names(zone: Any) -> Iterator[str]:
    for name in zone if isinstance(zone, list) else [zone]:
        if name in ZONES:
            yield name


def _kinds(sorts: Sequence[str]) -> frozenset[str]:
    """Return the kinds of objects that are asked for; an attachment is a support."""
    names = {"unit_or_section": "unit", "attachment": "support"}
    return frozenset(names.get(sort, sort) for sort in sorts) & frozenset(PIECES)


def _piece_tests(selector: Selector, raw: dict[str, Any]) -> Iterator[Test]:
    """Yield what an object must meet besides kind, player and zone."""
    if "attachment" in selector.sorts and "support" not in selector.sorts:
        yield lambda c, piece: piece.kind != "support" or c.table.spec(piece).attachment
    if "zone_dev" in raw:
        wanted: int = raw["zone_dev"]
        yield lambda c, piece: c.table.developments(piece.zone) == wanted
    if "race" in raw:
        race = raw["race"]
        yield lambda c, piece: c.table.book.cards[piece.card].race == race
    if "trait" in raw:
        trait = raw["trait"]
        yield lambda c, piece: trait in c.table.book.cards[piece.card].traits
    if (most := selector.cost_max) is not None:
        yield lambda c, piece: _costs_at_most(c, piece, most)
    for flag in selector.flags:
        yield _flag_test(flag, True)
    for flag in selector.not_flags:
        yield _flag_test(flag, False)


def _flag_test(flag: str, wanted: bool) -> Test:
    if flag == "corrupted":
        return lambda c, piece: piece.corrupted is wanted
    if flag == "damaged":
        return lambda c, piece: (piece.damage > 0) is wanted
    return lambda c, piece: c.table.has_flag(c, piece.id, flag) is wanted


def _costs_at_most(context: Context, piece: Piece, most: Formula) -> bool:
    if piece.card == FACE_DOWN:
        return False
    cost = context.table.book.cards[piece.card].cost
    return cost is not None and cost <= most(context)


def _sections(selector: Selector, context: Context) -> list[int]:
    table = context.table
    out = selector.excluded(context)
    allowed = selector.zones(context)
    found = []
    for seat in context.seats(selector.ctrl):
        for zone in range(3 * seat, 3 * seat + 3):
            ref = zone_ref(zone)
            if ref in out or (allowed is not None and zone not in allowed):
                continue
            if "burning" in selector.not_flags and table.burning[zone]:
                continue
            if any(not table.section_has(zone, flag) for flag in selector.flags):
                continue
            found.append(ref)
    return found


def _standing(selector: Selector, context: Context) -> list[int]:
    burning = context.table.burning
    return [ref for ref in _sections(selector, context) if not burning[ref_zone(ref)]]


def _pile(selector: Selector, context: Context) -> list[int]:
    return [
        card_ref(card)
        for seat in context.seats(selector.owner)
        for card in context.table.discards[seat]
        if selector.fits_card(context, card)
    ]


def _found(selector: Selector, context: Context) -> list[int]:
    refs = context.binds.get(selector.pile, ())
    return [ref for ref in refs if selector.fits_card(context, ref_card(ref))]


def _items(selector: Selector, context: Context) -> list[int]:
    return [
        item.id
        for item in context.table.chain
        if not item.resolving and _item_fits(selector, context, item)
    ]


def _item_fits(selector: Selector, context: Context, item: Item) -> bool:
    if selector.item and item.kind not in selector.item:
        return False
    if "self" in selector.not_refs and item.source.id == context.source.id:
        return False
    if not selector.source:
        return True
    return item.card >= 0 and context.table.book.cards[item.card].type in selector.source


def _players(selector: Selector, context: Context) -> list[int]:
    return [player_ref(seat) for seat in context.seats(selector.ctrl)]


_FINDERS: dict[str, Callable[[Selector, Context], list[int]]] = {
    "section": _sections,
    "zone": _sections,
    "unit_or_section": _standing,
    "card": _pile,
    "tactic": _found,
    "chain_item": _items,
    "player": _players,
}
