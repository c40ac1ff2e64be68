"""From a format's draft procedure and a user's wishes to the settings of an archive draft."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.query import select
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.formats.format import Format
from deckbuilder.formats.loading import draft_fault
from deckbuilder.games.nightfall.card import NightfallCard
from deckbuilder.games.nightfall.plan import Plan, StarterChoice
from deckbuilder.games.procedures import (
    MOST_EACH,
    MOST_SEATS,
    Cards,
    Each,
    SomeCards,
    SomeEach,
    faults_at,
    format_of,
    procedure_of,
)
from deckbuilder.games.table_game import Request
from deckbuilder.words import Phrase, phrase, says

PRIVATE = "private"
Drafters = Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)]
PrivateArchives = Annotated[int, msgspec.Meta(ge=0, le=2)]
Steps = Annotated[
    tuple[Literal["private", "commons", "remove"], ...],
    msgspec.Meta(min_length=1, max_length=MOST_EACH),
]


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many may draft, and how many do unless the user says."""

    least: Drafters
    most: Drafters
    usual: Drafters


class Variant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a variant changes; None changes nothing.

    `players` are the only numbers allowed, `sets_for_players` the sets that a number needs.
    `teams` is the size of a team.
    """

    cite: str
    steps: Steps | None = None
    private: PrivateArchives | None = None
    excludes: tuple[str, ...] = ()
    commons_laid: Literal["before", "after"] | None = None
    archives: Literal["open", "secret"] | None = None
    passing: Literal["left", "right"] | None = msgspec.field(default=None, name="pass")
    players: Annotated[tuple[Drafters, ...], msgspec.Meta(min_length=1)] | None = None
    sets_for_players: dict[Drafters, SomeEach] = {}
    team_size: Drafters | None = None
    starters: Literal["given", "chosen"] | None = None
    moon_phase: bool | None = None
    wounds: Each | None = None


class Procedure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `draft` of the format's file."""

    cite: str
    cards: str
    set_cards: SomeCards
    sets: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=MOST_EACH)]
    players: Players
    commons: Cards
    private: PrivateArchives
    copies: SomeEach
    starter_copies: SomeEach
    wounds: Each
    hands: dict[SomeEach, Annotated[tuple[SomeEach, ...], msgspec.Meta(min_length=1)]]
    passing: Literal["left", "right"] = msgspec.field(name="pass")
    steps: Steps
    steps_by_players: dict[Drafters, Steps] = {}
    variants: dict[str, Variant] = {}


def settings_for(request: Request, catalog: Catalog) -> dict[str, Any]:
    """Return the settings of a draft as plain data.

    Raises InputError for a request that the rules forbid, with the rule's number.
    """
    draft_format = format_of(request)
    if not {*request.options} <= {"hand"}:
        raise refusal("nightfall.foreign")
    procedure = procedure_in(draft_format)
    variants = _variants(procedure, request.variants)
    if request.sets:
        sets = _sets(catalog, request.sets)
    else:
        with faults_at(draft_format, "sets"):
            sets = _sets(catalog, procedure.sets)
    players = _players(procedure, variants, request.players, len(sets))
    hand = _hand(procedure, len(sets), request.number("hand"))
    cards = _draft_cards(procedure, draft_format, catalog, sets)
    commons = procedure.commons - players
    if commons < 0:
        fault = Fault.of("nightfall.commons", have=procedure.commons, players=players)
        raise InputError(draft_fault(draft_format, fault, "commons"))
    need = commons + players * hand
    if need > len(cards):
        raise refusal(
            "nightfall.draft-cards", need=need, have=len(cards), players=players, hand=hand
        )
    changes = tuple(variants.values())
    plan = Plan(
        format=draft_format.id,
        sets=sets,
        variants=tuple(variants),
        players=players,
        cards=tuple(card.id for card in cards),
        orders=_orders(catalog, cards),
        hand=hand,
        commons=commons,
        steps=_steps(draft_format, procedure, variants, players, hand),
        copies=procedure.copies,
        passing=_last(procedure.passing, (change.passing for change in changes)),
        hidden=any(change.commons_laid == "after" for change in changes),
        secret=any(change.archives == "secret" for change in changes),
        teams=next((players // change.team_size for change in changes if change.team_size), 0),
        face_up_wounds=_wounds(procedure, changes, players, catalog, sets),
        moons=_moons(catalog, sets) if any(change.moon_phase for change in changes) else (),
        **_starters(procedure, changes, catalog, sets),
    )
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plan))
    return plain


def _last(value: Any, changes: Iterable[Any]) -> Any:
    for change in changes:
        value = value if change is None else change
    return value


def procedure_in(draft_format: Format) -> Procedure:
    """Return the draft part of a format. Raises InputError with every fault of it."""
    procedure = procedure_of(draft_format, Procedure)
    if faults := list(_contradictions(draft_format, procedure)):
        raise InputError(faults)
    return procedure


def _contradictions(draft_format: Format, procedure: Procedure) -> Iterable[Fault]:
    """Yield what no single field of a procedure shows."""
    players = procedure.players
    if not players.least <= players.usual <= players.most:
        yield draft_fault(draft_format, Fault.of("nightfall.order-of-players"), "players")
    if not procedure.hands or {*procedure.hands} != {*range(1, len(procedure.hands) + 1)}:
        yield draft_fault(draft_format, Fault.of("nightfall.hands"), "hands")
    for name, change in procedure.variants.items():
        for other in change.excludes:
            if other == name or other not in procedure.variants:
                fault = Fault.of("nightfall.excludes", one=name, other=other)
                yield draft_fault(draft_format, fault, "variants", name, "excludes")
        if change.team_size and (
            not change.players or any(number % change.team_size for number in change.players)
        ):
            fault = Fault.of("nightfall.team-size", size=change.team_size)
            yield draft_fault(draft_format, fault, "variants", name, "team_size")


def _variants(procedure: Procedure, wanted: Sequence[str]) -> dict[str, Variant]:
    for name in wanted:
        if name not in procedure.variants:
            raise refusal("nightfall.variant", variant=name, known=tuple(procedure.variants))
    chosen = {name: change for name, change in procedure.variants.items() if name in wanted}
    for name, change in chosen.items():
        for other in change.excludes:
            if other in chosen:
                raise refusal(
                    "nightfall.excluded",
                    one=name,
                    other=other,
                    cites=f"{change.cite}, {chosen[other].cite}",
                    reason=_why_excluded(name, other),
                )
    return chosen


def _why_excluded(one: str, other: str) -> Phrase | str:
    """Return why two variants of the shipped format exclude each other, where it is known."""
    key = f"nightfall.excluded.{one}+{other}"
    return phrase(key) if says(key) else ""


def _sets(catalog: Catalog, wanted: Sequence[str]) -> tuple[str, ...]:
    found = []
    for name in wanted:
        known = next((each.id for each in catalog.sets if catalog.is_set(each.id, name)), None)
        if known is None:
            raise refusal("nightfall.set", set=name, known=tuple(each.id for each in catalog.sets))
        found.append(known)
    return tuple(found)


def _players(
    procedure: Procedure, variants: dict[str, Variant], wanted: int | None, sets: int
) -> int:
    allowed = procedure.players
    players = wanted
    for name, change in variants.items():
        if change.players is None:
            continue
        players = change.players[0] if players is None else players
        if players not in change.players:
            raise refusal(
                "nightfall.team-players",
                variant=name,
                players=players,
                need=change.players,
                cite=change.cite,
            )
        if sets < change.sets_for_players.get(players, 0):
            raise refusal(
                "nightfall.team-sets",
                players=players,
                have=sets,
                need=change.sets_for_players[players],
            )
        return players
    players = allowed.usual if players is None else players
    if not allowed.least <= players <= allowed.most:
        others = tuple(
            f"{name} ({', '.join(map(str, change.players))})"
            for name, change in procedure.variants.items()
            if change.players
        )
        raise refusal(
            "nightfall.players",
            players=players,
            least=allowed.least,
            most=allowed.most,
            others=others,
        )
    return players


def _hand(procedure: Procedure, sets: int, wanted: int | None) -> int:
    sizes = procedure.hands[min(sets, max(procedure.hands))]
    if wanted is None:
        return sizes[0]
    if wanted not in sizes:
        raise refusal("nightfall.hand", hand=wanted, sets=sets, sizes=tuple(sizes))
    return wanted


def _draft_cards(
    procedure: Procedure, draft_format: Format, catalog: Catalog, sets: Sequence[str]
) -> list[NightfallCard]:
    query = " ".join(f"({part})" for part in ("is:any", draft_format.pool, procedure.cards) if part)
    by_set: dict[str, list[NightfallCard]] = {each: [] for each in sets}
    with faults_at(draft_format, "cards"):
        found = select(catalog, query)
    for card in found:
        if isinstance(card, NightfallCard) and card.set in by_set:
            by_set[card.set].append(card)
    faults = []
    for each, cards in by_set.items():
        card_set = catalog.sets_by_id[each]
        need = procedure.set_cards if card_set.official else 1
        if len(cards) < need:
            fault = Fault.of(
                "nightfall.incomplete",
                set=card_set.name,
                have=len(cards),
                need=need,
                missing=need - len(cards),
            )
            faults.append(fault)
    if faults:
        raise InputError(faults)
    return [card for each in sets for card in by_set[each]]


def _orders(catalog: Catalog, cards: Sequence[NightfallCard]) -> dict[str, str]:
    orders = {}
    for card in cards:
        order = next(
            (each for each in catalog.printings(card.order or "") if each.set == card.set), None
        )
        if order is None:
            raise refusal("nightfall.order", card=card.name, set=card.set)
        orders[card.id] = order.id
    return orders


def _steps(
    draft_format: Format,
    procedure: Procedure,
    variants: dict[str, Variant],
    players: int,
    hand: int,
) -> tuple[str, ...]:
    place: tuple[str | int, ...] = ("steps",)
    steps = procedure.steps
    if players in procedure.steps_by_players:
        place, steps = ("steps_by_players", players), procedure.steps_by_players[players]
    for name, change in variants.items():
        if change.steps is not None:
            place, steps = ("variants", name, "steps"), change.steps
    if len(steps) > hand:
        fault = Fault.of("nightfall.steps", have=len(steps), hand=hand)
        raise InputError(draft_fault(draft_format, fault, *place))
    numbered: list[str] = []
    for step in steps:
        if step == PRIVATE:
            numbered.append(f"{PRIVATE}-{_private_ones(numbered) + 1}")
        else:
            numbered.append(step)
    have = _private_ones(numbered)
    need: int = _last(procedure.private, (change.private for change in variants.values()))
    if have != need:
        fault = Fault.of("nightfall.private", have=have, need=need)
        raise InputError(draft_fault(draft_format, fault, *place))
    return tuple(numbered)


def _private_ones(steps: Iterable[str]) -> int:
    return sum(step.startswith(PRIVATE) for step in steps)


def _starters(
    procedure: Procedure, changes: Sequence[Variant], catalog: Catalog, sets: Sequence[str]
) -> dict[str, Any]:
    by_set: dict[str, list[NightfallCard]] = {}
    for each in dict.fromkeys(sets):
        found = [card for card in _of_set(catalog, each) if card.type == "starter"]
        if found:
            by_set[each] = found
    starters = [card for found in by_set.values() for card in found]
    given = {
        "starters": tuple(card.id for card in next(iter(by_set.values()), [])),
        "starter_copies": procedure.starter_copies,
    }
    if all(change.starters != "chosen" for change in changes):
        return given
    if len(by_set) < 2:
        raise refusal("nightfall.starter-sets", have=len(by_set))
    unknown = [card.name for card in starters if card.colour is None]
    if unknown:
        raise refusal("nightfall.starter-colours", cards=tuple(unknown))
    by_colour: dict[str, list[str]] = {}
    for card in starters:
        by_colour.setdefault(str(card.colour), []).append(card.id)
    choices = tuple(
        StarterChoice(colour, tuple(sorted(cards))) for colour, cards in by_colour.items()
    )
    return {**given, "starter_choices": choices}


def _of_set(catalog: Catalog, set_id: str) -> Iterable[NightfallCard]:
    return (
        card for card in catalog.cards if isinstance(card, NightfallCard) and card.set == set_id
    )


def _moons(catalog: Catalog, sets: Sequence[str]) -> tuple[str, ...]:
    moons = tuple(
        card.id
        for each in dict.fromkeys(sets)
        for card in _of_set(catalog, each)
        if card.type == "moon-phase"
        for _ in range(card.quantity or 1)
    )
    if not moons:
        raise refusal("nightfall.moon")
    return moons


def _wounds(
    procedure: Procedure,
    changes: Sequence[Variant],
    players: int,
    catalog: Catalog,
    sets: Sequence[str],
) -> int:
    each: int = _last(procedure.wounds, (change.wounds for change in changes))
    have = sum(
        card.quantity or 0
        for set_id in sets
        for card in _of_set(catalog, set_id)
        if card.type == "wound"
    )
    if have and each * players > have:
        raise refusal(
            "nightfall.wounds", each=each, players=players, need=each * players, have=have
        )
    return each * players
