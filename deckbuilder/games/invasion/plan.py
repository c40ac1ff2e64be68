"""All that a draft needs to know, as plain data: read from a format, kept in the log's head."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from deckbuilder.errors import InputError, unusable
from deckbuilder.games.invasion.card import DraftEffect

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.formats.format import Format
    from deckbuilder.games.drafting import DraftRequest
    from deckbuilder.games.invasion.card import InvasionCard

TAKE: Literal["take"] = "take"
STRIKE: Literal["strike"] = "strike"
MOST_CARDS = 5000
"""A pile above this is a slip of the pen, and would only make the program slow."""

T = TypeVar("T")


class Step(msgspec.Struct, frozen=True):
    """One step of a pack: how many cards to take from the own or strike from the other's."""

    action: Literal["take", "strike"]
    count: int


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a draft for two seats; cards by id, each as often as it is there.

    `shared` is shuffled and `shared_each` cards of it join each pile (INV-20). `effects` says
    what the draft format cards do. `keep` is the number of cards that a deck is cut to at the
    end, None where all are kept. `capitals` are what a seat may choose from (INV-R10).
    """

    format: str
    seats: tuple[str, str]
    piles: tuple[tuple[str, ...], tuple[str, ...]]
    shared: tuple[str, ...]
    shared_each: int
    effects: dict[str, DraftEffect]
    packs: int
    pack_size: int
    steps: tuple[Step, ...]
    cards_fewer: int
    look_at: int
    add: int
    extra_strikes: int
    keep: int | None
    capitals: tuple[tuple[str, ...], tuple[str, ...]]


class _Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    pile: str
    side: Literal["order", "destruction"] | None = None


class _Shared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: str
    each: int


class _CutSupplyLines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards_fewer: int = 1


class _Reinforcements(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    look_at: int = 5
    add: int = 1


class _Sabotage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    extra_strikes: int = 1


class _Procedure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The `draft:` part of a format's file."""

    cite: str = ""
    seats: tuple[_Seat, _Seat]
    neutral: _Shared | None = None
    draft_cards: dict[str, int] = {}
    packs: int
    pack_size: int
    steps: tuple[dict[Literal["take", "strike"], int], ...]
    keep: int | None = None
    cut_supply_lines: _CutSupplyLines = _CutSupplyLines()
    reinforcements: _Reinforcements = _Reinforcements()
    sabotage: _Sabotage = _Sabotage()


def settings(draft_format: Format, catalog: Catalog, request: DraftRequest) -> dict[str, Any]:
    """Return the plan of a format's draft as plain data.

    Raises InputError for a procedure that makes no sense and a request that it does not allow.
    """
    where = draft_format.where or draft_format.id
    _refuse(request, where)
    procedure = _convert(draft_format.draft, _Procedure, where, "draft")
    steps = tuple(Step(action, count) for each in procedure.steps for action, count in each.items())
    _refuse_numbers(
        {
            "packs": procedure.packs,
            "pack_size": procedure.pack_size,
            "keep": 1 if procedure.keep is None else procedure.keep,
            "cut_supply_lines.cards_fewer": procedure.cut_supply_lines.cards_fewer,
            "reinforcements.look_at": procedure.reinforcements.look_at,
            "reinforcements.add": procedure.reinforcements.add,
            "sabotage.extra_strikes": procedure.sabotage.extra_strikes,
            **{f"steps.{number}": step.count for number, step in enumerate(steps, start=1)},
        },
        where,
    )
    draft_cards = _draft_cards(procedure.draft_cards, draft_format.pool, catalog, where)
    from deckbuilder.catalog.query import select

    piles: list[tuple[str, ...]] = []
    boxes: set[str] = set()
    for seat in procedure.seats:
        cards = select(catalog, seat.pile)
        boxes.update(card.set for card in cards)
        piles.append((*_copies(cards), *draft_cards))
    shared: tuple[str, ...] = ()
    each = 0
    if procedure.neutral is not None:
        shared, each = _copies(select(catalog, procedure.neutral.cards)), procedure.neutral.each
        if not 0 <= 2 * each <= len(shared):
            raise unusable(
                f"{each} neutral cards cannot go to each of 2 piles: there are {len(shared)}.",
                where=where,
                field="draft.neutral.each",
            )
    for seat, pile in zip(procedure.seats, piles, strict=True):
        if not 0 < len(pile) <= MOST_CARDS:
            raise unusable(
                f"the pile of {seat.name} has {len(pile)} cards.",
                where=where,
                field="draft.seats",
                mend=f"A pile has 1 to {MOST_CARDS} cards.",
            )
    cards_by_id = catalog.by_id
    first, second = procedure.seats
    plan = Plan(
        format=draft_format.id,
        seats=(first.name, second.name),
        piles=(piles[0], piles[1]),
        shared=shared,
        shared_each=each,
        effects={
            card_id: effect
            for card_id in dict.fromkeys((*piles[0], *piles[1], *shared))
            if (effect := _invasion(cards_by_id[card_id]).draft_effect) is not None
        },
        packs=procedure.packs,
        pack_size=procedure.pack_size,
        steps=steps,
        cards_fewer=procedure.cut_supply_lines.cards_fewer,
        look_at=procedure.reinforcements.look_at,
        add=procedure.reinforcements.add,
        extra_strikes=procedure.sabotage.extra_strikes,
        keep=procedure.keep,
        capitals=(_capitals(catalog, first, boxes), _capitals(catalog, second, boxes)),
    )
    # As a log's head gives them back: the same settings are equal wherever they come from.
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plan))
    return plain


def plan_of(plain: Any) -> Plan:
    """Return the plan that settings hold. Raises InputError where they hold none."""
    return plain if isinstance(plain, Plan) else _convert(plain, Plan, None, "settings")


def _convert(plain: Any, kind: type[T], where: str | None, field: str) -> T:
    try:
        # Settings come from JSON, where a tuple is a list.
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise unusable(f"{error}.", where=where, field=field) from None


def _refuse(request: DraftRequest, where: str) -> None:
    if request.players not in (None, 2):
        raise unusable(
            f"this draft is for 2 players, not {request.players} (INV-20).",
            where=where,
            mend="Leave --players out.",
        )
    asked = (
        ("variant", request.variants),
        ("set", request.sets),
        ("hand", request.hand),
        ("boosters", request.boosters),
        ("picks", request.picks),
    )
    for option, value in asked:
        if value:
            raise unusable(
                f"this draft has no --{option}.",
                where=where,
                mend="Copy its format's file and change the copy.",
            )


def _refuse_numbers(numbers: Mapping[str, int], where: str) -> None:
    wrong = [(field, number) for field, number in numbers.items() if not 1 <= number <= MOST_CARDS]
    if wrong:
        raise InputError(
            [
                fault
                for field, number in wrong
                for fault in unusable(
                    f"{number} is not from 1 to {MOST_CARDS}.", where=where, field=f"draft.{field}"
                ).faults
            ]
        )


def _draft_cards(
    names: Mapping[str, int], pool: str, catalog: Catalog, where: str
) -> tuple[str, ...]:
    from deckbuilder.catalog.query import parse

    in_pool = parse(pool, catalog)
    found: list[str] = []
    for name, count in names.items():
        cards = [
            card
            for card in catalog.printings(name)
            if in_pool(card) and _invasion(card).draft_effect
        ]
        if not cards or not 1 <= count <= MOST_CARDS:
            raise unusable(
                f"'{name}: {count}' names no draft format card of the pool and its copies.",
                where=where,
                field="draft.draft_cards",
            )
        found += [cards[0].id] * count
    return tuple(found)


def _copies(cards: Iterable[Any]) -> tuple[str, ...]:
    """Each card as often as its box holds it, once where that is unknown."""
    return tuple(card.id for card in cards for _ in range(card.quantity or 1))


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
