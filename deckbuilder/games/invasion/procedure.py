"""The `draft:` part of a format's file, turned into the plan of a draft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from deckbuilder.catalog.query import parse, select
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.files import read_input
from deckbuilder.formats.loading import draft_fault
from deckbuilder.formats.pool_list import listed_file, parse_pool_list
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.plan import Plan, SeatName, Step
from deckbuilder.games.procedures import (
    MOST_CARDS,
    MOST_EACH,
    SomeCards,
    faults_at,
    format_of,
    procedure_of,
)
from deckbuilder.sanitizing import shown

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.formats.format import Format
    from deckbuilder.games.table_game import Request


class _Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`pile` is a search for its cards; with `list`, a file of `1x Name`, among those of it."""

    name: SeatName
    pile: str | None = None
    list: str | None = None
    side: Literal["order", "destruction"] | None = None


class _Shared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards shuffled together, of which each pile gets some; `list` as for a seat."""

    each: SomeCards
    cards: str | None = None
    list: str | None = None


class _CutSupplyLines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards_fewer: SomeCards = 1


class _Reinforcements(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    look_at: SomeCards = 5
    add: SomeCards = 1


class _Sabotage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    extra_strikes: SomeCards = 1


class _Procedure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    cite: str = ""
    seats: tuple[_Seat, _Seat]
    neutral: _Shared | None = None
    draft_cards: dict[str, SomeCards] = {}
    packs: SomeCards
    pack_size: SomeCards
    steps: Annotated[
        tuple[dict[Literal["take", "strike"], SomeCards], ...],
        msgspec.Meta(min_length=1, max_length=MOST_EACH),
    ]
    keep: SomeCards | None = None
    mixed_sides: bool = False
    cut_supply_lines: _CutSupplyLines = _CutSupplyLines()
    reinforcements: _Reinforcements = _Reinforcements()
    sabotage: _Sabotage = _Sabotage()


def settings(request: Request, catalog: Catalog) -> dict[str, Any]:
    """Return the plan of a format's draft as plain data.

    Raises InputError for a procedure that makes no sense and a request that it does not allow.
    """
    draft_format = format_of(request)
    where = draft_format.where or draft_format.id
    _refuse(request, where)
    procedure = procedure_in(draft_format)
    first, second = procedure.seats
    with faults_at(draft_format, "draft_cards"):
        draft_cards = _draft_cards(procedure.draft_cards, draft_format.pool, catalog)
    piled = draft_format.draft_where.get("seats", where)
    own = []
    for number, seat in enumerate(procedure.seats):
        with faults_at(draft_format, "seats", number, "pile" if seat.list is None else "list"):
            own.append(_cards(seat.pile, seat.list, catalog, piled))
    neutral = procedure.neutral
    shared: tuple[InvasionCard, ...] = ()
    if neutral is not None:
        with faults_at(draft_format, "neutral", "cards" if neutral.list is None else "list"):
            from_file = draft_format.draft_where.get("neutral", where)
            shared = _cards(neutral.cards, neutral.list, catalog, from_file)
    each = neutral.each if neutral else 0
    if 2 * each > len(shared):
        fault = Fault.of("invasion.few-shared", each=each, have=len(shared), most=len(shared) // 2)
        raise InputError(draft_fault(draft_format, fault, "neutral", "each"))
    _refuse_piles(draft_format, procedure, [len(cards) + each + len(draft_cards) for cards in own])
    boxes = {card.set for cards in (*own, shared) for card in cards}
    piles = [(*_ids(cards), *_ids(draft_cards)) for cards in own]
    plan = Plan(
        format=draft_format.id,
        seats=(first.name, second.name),
        piles=(piles[0], piles[1]),
        shared=_ids(shared),
        shared_each=each,
        effects={
            card.id: card.draft_effect
            for cards in (*own, shared, draft_cards)
            for card in cards
            if card.draft_effect is not None
        },
        packs=procedure.packs,
        pack_size=procedure.pack_size,
        steps=tuple(
            Step(action, count) for step in procedure.steps for action, count in step.items()
        ),
        cards_fewer=procedure.cut_supply_lines.cards_fewer,
        look_at=procedure.reinforcements.look_at,
        add=procedure.reinforcements.add,
        extra_strikes=procedure.sabotage.extra_strikes,
        keep=procedure.keep,
        capitals=(_capitals(catalog, first, boxes), _capitals(catalog, second, boxes)),
        mixed_sides=procedure.mixed_sides,
    )
    # As a log's head gives them back: the same settings are equal wherever they come from.
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plan))
    return plain


def _refuse_piles(draft_format: Format, procedure: _Procedure, sizes: Sequence[int]) -> None:
    for number, size in enumerate(sizes):
        if not 0 < size <= MOST_CARDS:
            named = procedure.seats[number].name
            fault = Fault.of("invasion.pile", seat=named, cards=size, most=MOST_CARDS)
            raise InputError(draft_fault(draft_format, fault, "seats", number))


def procedure_in(draft_format: Format) -> _Procedure:
    """Return the draft part of a format. Raises InputError with every fault of it."""
    procedure = procedure_of(draft_format, _Procedure)
    first, second = procedure.seats
    if first.name == second.name:
        fault = Fault.of("invasion.seats-alike", seat=shown(first.name))
        raise InputError(draft_fault(draft_format, fault, "seats", 1, "name"))
    return procedure


def _refuse(request: Request, where: str) -> None:
    if request.players not in (None, 2):
        raise refusal("invasion.players", where=where, players=request.players)
    asked = {"variant": request.variants, "set": request.sets, **request.options}
    for name, value in asked.items():
        if value:
            raise refusal("invasion.no-setting", where=where, name=name)


def _cards(
    search: str | None, listed: str | None, catalog: Catalog, where: str
) -> tuple[InvasionCard, ...]:
    """Return the cards of a search or a list, each as often as the box or the list has it."""
    if listed is not None:
        in_search = parse(search or "", catalog)
        found = [card for card in _listed(listed, catalog, where) if in_search(card)]
    elif search is None:
        return ()
    else:
        found = []
        for card in map(_invasion, select(catalog, search)):
            _add(found, card, 1 if card.quantity is None else card.quantity)
    if not found:
        raise refusal("invasion.no-card-found")
    return tuple(found)


def _add(found: list[InvasionCard], card: InvasionCard, count: int) -> None:
    if len(found) + count > MOST_CARDS:
        raise refusal("invasion.many-cards", most=MOST_CARDS)
    found += [card] * count


def _listed(listed: str, catalog: Catalog, where: str) -> tuple[InvasionCard, ...]:
    path = listed_file(listed, where)
    found: list[InvasionCard] = []
    faults = []
    for name, count in parse_pool_list(read_input(path), str(path)).items():
        card = catalog.find(name)
        if card is None:
            faults.append(catalog.no_card(name).at(where=str(path)))
        else:
            _add(found, _invasion(card), count)
    if faults:
        raise InputError(faults)
    return tuple(found)


def _draft_cards(names: Mapping[str, int], pool: str, catalog: Catalog) -> tuple[InvasionCard, ...]:
    in_pool = parse(pool, catalog)
    found: list[InvasionCard] = []
    for name, count in names.items():
        cards = [
            card
            for card in map(_invasion, catalog.printings(name))
            if card.draft_effect and in_pool(card)
        ]
        if not cards:
            raise refusal("invasion.no-draft-card", name=shown(name))
        _add(found, cards[0], count)
    return tuple(found)


def _ids(cards: Iterable[InvasionCard]) -> tuple[str, ...]:
    return tuple(card.id for card in cards)


def _capitals(catalog: Catalog, seat: _Seat, boxes: set[str]) -> tuple[str, ...]:
    """Return the boards that came in the boxes drafted from, of the seat's side (INV-16)."""
    return tuple(
        card.id
        for card in map(_invasion, catalog.cards)
        if card.type == "capital" and card.box in boxes and seat.side in (None, card.side)
    )


def _invasion(card: Any) -> InvasionCard:
    kind: InvasionCard = card
    return kind
