"""From a format's procedure and a user's wishes to the settings of a sealed game or a draft."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.query import select
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.formats.format import Format
from deckbuilder.formats.loading import draft_fault
from deckbuilder.games.dreamblade.card import Miniature
from deckbuilder.games.dreamblade.plan import MOST, Number, Plan, Slot, Starters
from deckbuilder.games.procedures import Each, SomeEach, faults_at, format_of, procedure_of
from deckbuilder.games.table_game import Request
from deckbuilder.words import phrase


class Procedure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `draft` of the format's file.

    `players`, `boosters`, `picks` and `sets` have no value that the rules give (DRB-45): where
    the file has none, the user must say.
    """

    cite: str
    kind: Literal["sealed", "draft"]
    booster: dict[Literal["rare", "uncommon", "common"], Each]
    starter: SomeEach
    starters: Starters = 0
    passing: Annotated[
        tuple[Literal["left", "right"], ...], msgspec.Meta(min_length=1, max_length=MOST)
    ] = msgspec.field(name="pass", default=("left",))
    warband: SomeEach
    copies: SomeEach
    players: Number | None = None
    boosters: Number | None = None
    picks: Number | None = None
    sets: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST)] = ()


def settings_for(request: Request, catalog: Catalog) -> dict[str, Any]:
    """Return the settings of a draft as plain data.

    Raises InputError for numbers that nobody has said, and for sets whose rarities are not known.
    """
    draft_format = format_of(request)
    procedure = procedure_in(draft_format)
    draft = procedure.kind == "draft"
    if request.variants or not {*request.options} <= {"boosters", "picks"}:
        raise refusal("dreamblade.foreign")
    if not draft and request.number("picks") is not None:
        raise refusal("dreamblade.sealed-picks")
    wanted: dict[str, int | None] = {
        "players": _or(request.players, procedure.players),
        "boosters": _or(request.number("boosters"), procedure.boosters),
    }
    if draft:
        wanted["picks"] = _or(request.number("picks"), procedure.picks)
    sets = request.sets or procedure.sets
    numbers = _numbers(wanted, sets, catalog)
    if request.sets:
        boosters = _boosters(numbers["boosters"], sets, catalog)
    else:
        with faults_at(draft_format, "sets"):
            boosters = _boosters(numbers["boosters"], sets, catalog)
    slots = tuple(Slot(rarity, count) for rarity, count in procedure.booster.items())
    plan = Plan(
        format=draft_format.id,
        players=numbers["players"],
        boosters=boosters,
        slots=slots,
        supply=_supply(draft_format, catalog, boosters, slots),
        starters=procedure.starters,
        starter=procedure.starter,
        picks=numbers.get("picks"),
        passing=procedure.passing,
        warband=procedure.warband,
        copies=procedure.copies,
    )
    if plan.pool_size < plan.warband:
        fault = Fault.of("dreamblade.small-pool", have=plan.pool_size, need=plan.warband)
        raise InputError(draft_fault(draft_format, fault, "warband"))
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plan))
    return plain


def draftable(draft_format: Format, catalog: Catalog) -> tuple[str, ...]:
    """Return the sets of which the rarity of every miniature is known, enough for a booster."""
    procedure = procedure_in(draft_format)
    slots = tuple(Slot(rarity, count) for rarity, count in procedure.booster.items())
    found = []
    for each in catalog.sets:
        try:
            _supply(draft_format, catalog, (each.id,), slots)
        except InputError:
            continue
        found.append(each.id)
    return tuple(found)


def unsaid(draft_format: Format) -> tuple[str, ...]:
    """Return the numbers of a format that neither the rules nor its file say (DRB-45)."""
    procedure = procedure_in(draft_format)
    picks = {"picks": procedure.picks} if procedure.kind == "draft" else {}
    numbers = {"players": procedure.players, "boosters": procedure.boosters, **picks}
    return tuple(name for name, number in numbers.items() if number is None)


def _or(first: int | None, second: int | None) -> int | None:
    return second if first is None else first


def procedure_in(draft_format: Format) -> Procedure:
    """Return the draft part of a format. Raises InputError with every fault of it."""
    procedure = procedure_of(draft_format, Procedure)
    if not any(procedure.booster.values()):
        fault = Fault.of("dreamblade.empty-booster")
        raise InputError(draft_fault(draft_format, fault, "booster"))
    return procedure


def _numbers(
    wanted: dict[str, int | None], sets: Sequence[str], catalog: Catalog
) -> dict[str, int]:
    missing = [f"--{name}" for name, number in wanted.items() if number is None]
    if not sets:
        missing.append("--set")
    if missing:
        known = tuple(each.id for each in catalog.sets)
        raise refusal("dreamblade.unsaid", missing=tuple(missing), known=known)
    said = {name: number for name, number in wanted.items() if number is not None}
    for name, number in said.items():
        if not 1 <= number <= MOST:
            raise refusal("dreamblade.range", name=name, number=number, most=MOST)
    return said


def _boosters(number: int, sets: Sequence[str], catalog: Catalog) -> tuple[str, ...]:
    found = []
    for name in sets:
        known = next((each.id for each in catalog.sets if catalog.is_set(each.id, name)), None)
        if known is None:
            raise refusal("dreamblade.set", set=name, known=tuple(each.id for each in catalog.sets))
        found.append(known)
    if len(found) not in (1, number):
        raise refusal("dreamblade.set-count", have=len(found), need=number)
    return tuple(found * number if len(found) == 1 else found)


def _supply(
    draft_format: Format, catalog: Catalog, boosters: Sequence[str], slots: Sequence[Slot]
) -> dict[str, dict[str, tuple[str, ...]]]:
    supply: dict[str, dict[str, tuple[str, ...]]] = {}
    faults: list[Fault] = []
    query = f"(is:any) ({draft_format.pool})" if draft_format.pool else "is:any"
    every = [card for card in select(catalog, query) if isinstance(card, Miniature)]
    for each in dict.fromkeys(boosters):
        card_set = catalog.sets_by_id[each]
        cards = [card for card in every if card.set == each]
        rated = [card for card in cards if card.rarity is not None]
        need = (card_set.size if card_set.official else None) or len(cards)
        if len(rated) < max(need, 1):
            fault = Fault.of(
                "dreamblade.incomplete",
                set=card_set.name,
                need=need,
                have=len(cards),
                rated=len(rated),
            )
            faults.append(fault)
            continue
        supply[each] = {
            slot.rarity: tuple(card.id for card in rated if card.rarity == slot.rarity)
            for slot in slots
        }
        faults += [
            draft_fault(
                draft_format,
                Fault.of(
                    "dreamblade.slot",
                    set=card_set.name,
                    have=len(supply[each][slot.rarity]),
                    need=slot.count,
                    rarity=phrase(f"dreamblade.rarities.{slot.rarity}"),
                ),
                *("booster", slot.rarity),
            )
            for slot in slots
            if len(supply[each][slot.rarity]) < slot.count
        ]
    if faults:
        raise InputError(faults)
    return supply
