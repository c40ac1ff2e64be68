"""Tables for the tests of the Invasion draft: real cards, set out as a test needs them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.formats.loading import load_format
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.plan import Plan, plan_of
from deckbuilder.games.invasion.rules import InvasionRules
from deckbuilder.games.invasion.state import DONE, MAY_GO_ON, Public, Seat, State
from deckbuilder.games.invasion.table import DRAFT
from deckbuilder.games.table_game import Request
from deckbuilder.registry import game
from deckbuilder.tables.protocol import Event, Option

ORDER, DESTRUCTION = 0, 1
RULES = InvasionRules()
CUT, REINFORCEMENTS = "Cut Supply Lines", "Reinforcements"
SABOTAGE, TIDES = "Sabotage", "Shifting Tides"

DWARFS = [
    "Defender of the Hold", "Zhufbar Engineers", "Hammerer of Karak Azul", "Troll Slayers",
    "Runesmith", "Durgnar the Bold", "King Kazador", "Dwarf Cannon Crew", "Dwarf Masons",
    "Dwarf Ranger", "Mountain Brigade", "Ironbreakers of Ankhor", "Rune of Fortitude",
    "Keystone Forge", "Organ Gun",
]  # fmt: skip
ORCS = [
    "Crooked Teef Goblins", "Squig Herders", "Ironclaw's Horde", "Followers of Mork",
    "Black Orc Squad", "Boar Boyz", "Urguck", "Grimgor Ironhide", "Night Goblins",
    "Doom Divers", "Lobber Crew", "Big 'Uns", "Rock Lobber", "Choppa", "Totem of Gork",
]  # fmt: skip


def catalog() -> Catalog:
    return game("invasion").catalog()


def request(reference: str = "invasion-draft", **asked: Any) -> Request:
    return Request(format=load_format(reference), **asked)


@cache
def settings(reference: str = "invasion-draft") -> Any:
    return DRAFT.settings(request(reference), catalog())


def plan(reference: str = "invasion-draft") -> Plan:
    return plan_of(settings(reference))


@cache
def _core() -> dict[str, str]:
    return {card.name: card.id for card in catalog().cards if card.set == "core"}


def ids(names: Sequence[str]) -> tuple[str, ...]:
    """Ids of core cards by their names."""
    return tuple(_core()[name] for name in names)


def card(card_id: str) -> InvasionCard:
    found = catalog().card(card_id)
    assert isinstance(found, InvasionCard)
    return found


def names(card_ids: Sequence[str]) -> list[str]:
    return [card(each).name for each in card_ids]


def dealt(
    order: Sequence[str] = DWARFS,
    destruction: Sequence[str] = ORCS,
    *,
    order_pile: Sequence[str] = DWARFS * 6,
    destruction_pile: Sequence[str] = ORCS * 6,
    lines: tuple[int, int] = (0, 0),
    sabotage: tuple[int, int] = (0, 0),
    pack: int = 1,
) -> State:
    """A draft at step 1 of a pack, with these cards in the packs and on top of the piles."""
    seats = [
        Seat(
            pack=tuple(sorted(ids(cards))),
            cards=tuple(sorted(ids(cards))),
            left=min(2, len(cards)),
        )
        for cards in (order, destruction)
    ]
    public = Public(
        phase="take",
        pack=pack,
        step=1,
        pack_sizes=(len(order), len(destruction)),
        pile_sizes=(len(order_pile), len(destruction_pile)),
        deck_sizes=(0, 0),
        lines=lines,
        sabotage=sabotage,
    )
    piles = (ids(order_pile), ids(destruction_pile))
    return State(plan(), 1, public, (seats[0], seats[1]), piles)


def option(action: str, name: str = "", value: str | None = None) -> Option:
    return Option(action, ids([name])[0] if name else "", (), value)


def choose(state: State, seat: int, *choices: Option) -> tuple[State, tuple[Event, ...]]:
    """Let one seat make these choices; return the state and all that happened."""
    events: tuple[Event, ...] = ()
    for choice in choices:
        assert choice in RULES.options(state, seat)
        state, more = RULES.apply(state, {seat: choice})
        events += more
    return state, events


def take(state: State, seat: int, *cards: str) -> State:
    return choose(state, seat, *(option("take", name) for name in cards))[0]


def strike(state: State, seat: int, *cards: str) -> State:
    return choose(state, seat, *(option("strike", name) for name in cards))[0]


def take_any(state: State, *seats: int) -> State:
    """Let seats finish this step with any cards, draft format cards only where they must."""
    public = state.public
    for seat in seats:
        while state.public == public and state.seats[seat].left:
            may_stop = state.seats[seat].left == MAY_GO_ON
            choice = DONE if may_stop else plain(RULES.options(state, seat))
            state = RULES.apply(state, {seat: choice})[0]
    return state


def plain(options: Sequence[Option]) -> Option:
    """The first option that is no draft format card, else the first."""
    effects = plan().effects
    return next((each for each in options if each.subject not in effects), options[0])


def step_on(state: State) -> State:
    """Both seats finish the step with any cards."""
    return take_any(state, ORDER, DESTRUCTION)


def to_step(state: State, step: int) -> State:
    while state.public.step != step:
        state = step_on(state)
    return state


def random_option(state: State, seat: int, chance: random.Random) -> Option:
    return chance.choice(RULES.options(state, seat))


def walk(
    seed: int, choices: int, *, chance_seed: int = 0, reference: str = "invasion-draft"
) -> State:
    """A draft after so many random choices, one seat at a time in random order."""
    chance = random.Random(chance_seed)
    state, _ = RULES.start(settings(reference), seed)
    for _ in range(choices):
        acting = RULES.to_act(state)
        if not acting:
            break
        seat = chance.choice(acting)
        state = RULES.apply(state, {seat: random_option(state, seat, chance)})[0]
    return state


def everything(state: State) -> Counter[str]:
    """Every card of the table, wherever it lies; pending cards still lie where they came from."""
    effects = state.plan.effects
    cards = Counter(state.aside)
    for seat, pile in zip(state.seats, state.piles, strict=True):
        for place in (pile, seat.pack, seat.taken, seat.cut, seat.discarded):
            cards.update(place)
    cards.update(each for _, each in state.public.struck if each not in effects)
    cards.update(each for _, each, _ in state.public.shown)
    return cards


def with_public(state: State, **changes: Any) -> State:
    return replace(state, public=replace(state.public, **changes))


def knowing(state: State, number: int, known: Sequence[str]) -> State:
    """The same draft, where a seat knows that the other has taken these cards."""
    rows = list(state.public.known)
    rows[number] = tuple(known)
    return with_public(state, known=tuple(rows))


def with_seat(state: State, number: int, **changes: Any) -> State:
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)
    return replace(state, seats=(seats[0], seats[1]))
