"""Invasion drafts by the thousand: plan and bots as arrays, for the kernels (extra `fast`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games import streams
from deckbuilder.games.compiling import compiled
from deckbuilder.games.drafted import NONE, DraftBatch, Drafted
from deckbuilder.games.invasion import batch_drafts, batch_layout, batch_scores, batch_table, bots
from deckbuilder.games.invasion import batch_layout as at
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.drafter import DrafterPolicy
from deckbuilder.games.invasion.plan import STRIKE, TAKE, Plan, plan_of
from deckbuilder.games.invasion.state import (
    CAPITAL,
    CUT,
    CUT_SUPPLY_LINES,
    DONE,
    REINFORCE,
    REINFORCEMENTS,
    SABOTAGE,
    SEATS,
    SHIFTING_TIDES,
)
from deckbuilder.tables.policy import Policy, RandomPolicy

KERNELS = (streams, batch_layout, batch_table, batch_scores, batch_drafts)
ACTIONS = (
    (TAKE, None),
    (STRIKE, None),
    (REINFORCE, None),
    (CUT, None),
    (CAPITAL, None),
    ("", None),
    (DONE.action, None),
    (STRIKE, SABOTAGE),
)
"""By phase, then those of `batch_drafts`."""
EFFECTS = {
    CUT_SUPPLY_LINES: at.LINE,
    REINFORCEMENTS: at.FIND,
    SABOTAGE: at.SABOTAGING,
    SHIFTING_TIDES: at.TIDE,
}


class _Tables(NamedTuple):
    """A plan as arrays: cards by number, the numbers themselves, names of streams, room."""

    cards: tuple[str, ...]
    plan: Any
    names: streams.Names
    width: int
    most_choices: int
    most_offered: int


class InvasionBatch(DraftBatch):
    """Drafts of two seats, compiled."""

    def drafts(
        self,
        settings: Any,
        specs: Sequence[str],
        seeds: Sequence[int],
        catalog: Catalog,
        believed: Any = None,
    ) -> Drafted | None:
        """Run a draft for each seed.

        None for bots that weigh sides against each other, and for those that believe in draft
        format cards that do nothing.
        """
        plan = plan_of(settings)
        minds = plan if believed is None else plan_of(believed)
        known = EFFECTS.keys() >= {*minds.effects.values()}
        if not known or minds.effects.keys() != plan.effects.keys():
            return None
        sitting = [bots.bot(spec, minds, catalog) for spec in specs]
        if any(isinstance(bot, DrafterPolicy) and not bot.one_sided for bot in sitting):
            return None
        run = compiled("draft_all", *KERNELS)
        tables = _tables_of(plan, minds, catalog)
        whole, real = tables.plan.copy(), np.zeros((at.REAL_ROWS, tables.width))
        for seat, bot in enumerate(sitting):
            _seat_bot(bot, tables, seat, whole, real)
        count = len(seeds)
        choices = np.full((count, tables.most_choices, 4), NONE, np.int16)
        offers = np.full((count, tables.most_choices, tables.most_offered), NONE, np.int16)
        decks = np.full((count, len(SEATS), tables.width), NONE, np.int16)
        run(
            np.array(seeds, np.int64),
            whole,
            real,
            streams.new_draws(),
            tables.names,
            choices,
            offers,
            decks,
        )
        return Drafted(
            cards=tables.cards, actions=ACTIONS, choices=choices, offers=offers, decks=decks
        )


BATCH = InvasionBatch()


def _tables_of(plan: Plan, minds: Plan, catalog: Catalog) -> _Tables:
    """Return a plan as arrays, with the effects that bots believe in beside those at work."""
    cards = tuple(
        sorted({*plan.piles[0], *plan.piles[1], *plan.shared, *plan.capitals[0], *plan.capitals[1]})
    )
    number = {card: place for place, card in enumerate(cards)}
    most_pile = max(map(len, plan.piles)) + plan.shared_each
    most_choices, most_offered = _most(plan)
    width = (
        max(len(cards), most_pile, len(plan.shared), plan.packs * len(plan.steps), at.DRAFT_PLACES)
        + 1
    )
    numbers = np.zeros((at.ALL_ROWS, width), np.int64)
    numbers[at.PLAN, : at.PLAN_PLACES] = _plan_numbers(plan)
    rows: dict[int, Iterable[int]] = {
        at.ACTIONS: [at.TAKING if step.action == TAKE else at.STRIKING for step in plan.steps],
        at.STEP_COUNTS: [step.count for step in plan.steps],
        at.EFFECTS: [EFFECTS.get(minds.effects.get(card, ""), 0) for card in cards],
        at.AT_WORK: [EFFECTS.get(plan.effects.get(card, ""), 0) for card in cards],
        at.SHARED: [number[card] for card in plan.shared],
    }
    races: dict[str, int] = {}
    known = [catalog.by_id.get(card) for card in cards]
    rows[at.FACTION] = [races.setdefault(getattr(card, "race", ""), len(races)) for card in known]
    rows[at.ICONS] = [card.loyalty or 0 if isinstance(card, InvasionCard) else 0 for card in known]
    for seat in SEATS:
        rows[at.PLAN_PILE + seat] = [number[card] for card in plan.piles[seat]]
        rows[at.PLAN_CAPITALS + seat] = [number[card] for card in sorted(plan.capitals[seat])]
    for row, values in rows.items():
        _fill(numbers[row], values)
    first, second = plan.seats
    names = streams.names_of((
        "neutrals", f"pile/{first}", f"pile/{second}", f"shuffle/{first}", f"shuffle/{second}",
        "seat/0", "seat/1",
    ))  # fmt: skip
    return _Tables(cards, numbers, names, width, most_choices, most_offered)


def _plan_numbers(plan: Plan) -> list[int]:
    return [
        plan.packs,
        plan.pack_size,
        plan.cards_fewer,
        plan.look_at,
        plan.add,
        plan.extra_strikes,
        at.NOTHING if plan.keep is None else plan.keep,
        len(plan.steps),
        plan.shared_each,
        len(plan.shared),
        *map(len, plan.piles),
        *map(len, plan.capitals),
    ]


def _most(plan: Plan) -> tuple[int, int]:
    """Return the most choices of a draft, and the most cards that one is made from.

    In a step a seat chooses as many cards as it says, and may end its strikes once. Each draft
    format card brings strikes or cards found at most; then decks are cut, and capitals chosen.
    """
    in_steps = sum(step.count + 1 for step in plan.steps)
    formats = sum(card in plan.effects for pile in (*plan.piles, plan.shared) for card in pile)
    pile = max(map(len, plan.piles)) + plan.shared_each
    cut = 0 if plan.keep is None else pile
    most = 2 * (plan.packs * in_steps + cut + 1) + formats * max(plan.add, plan.extra_strikes)
    return most, max(cut, plan.pack_size, plan.look_at, *map(len, plan.capitals))


def _fill(row: Any, values: Iterable[float]) -> None:
    content = list(values)
    row[: len(content)] = content


def _seat_bot(bot: Policy, tables: _Tables, seat: int, whole: Any, real: Any) -> None:
    """Write what a bot picks by into the rows of its seat."""
    if isinstance(bot, RandomPolicy):
        whole[at.BOT + seat, at.MANNER] = at.BY_CHANCE
    elif isinstance(bot, bots.RatingPolicy):
        whole[at.BOT + seat, at.MANNER] = at.BY_RATING
        _fill(real[at.RATING + seat], (bot.worth(card, cut=False) for card in tables.cards))
        _fill(real[at.CUT_RATING + seat], (bot.worth(card, cut=True) for card in tables.cards))
        real[at.WEIGHTS + seat, at.W_CAPITAL] = bot.of_loyalty
    elif isinstance(bot, DrafterPolicy):
        whole[at.BOT + seat, at.MANNER] = at.BY_DECK
        _fill_weights(bot, seat, real)
        _fill_cards(bot, tables, seat, whole, real)
        _fill_piles(bot, seat, whole, real)


def _fill_weights(bot: DrafterPolicy, seat: int, real: Any) -> None:
    w, piles = bot.weights, bot.piles
    _fill(
        real[at.WEIGHTS + seat],
        (
            w.race, w.pile_counts_as, w.guess, w.loyalty, w.symbols, w.denial, w.card, w.guard,
            w.reinforcements, w.fewer_choices, w.fewer_cards, w.sabotage, w.keep_sabotage,
            w.tides, -w.loyalty, *(pile.equal_share for pile in piles),
            *(pile.mean for pile in piles), *(pile.best_found for pile in piles),
        ),
    )  # fmt: skip
    _fill(real[at.HELD + seat], bot.decks.weights)
    _fill(real[at.SHARES + seat], bot.decks.shares)
    _fill(real[at.TAKES_AFTER + seat], bot.takes_after)
    _fill(real[at.STRIKES_AFTER + seat], bot.strikes_after)
    _fill(real[at.CHANCES + seat], (chance for pack in bot.chances for chance in pack))


def _fill_cards(bot: DrafterPolicy, tables: _Tables, seat: int, whole: Any, real: Any) -> None:
    cards = bot.cards
    by_race = sorted(cards.kinds)
    numbers = {cards.kinds[each]: number for number, each in enumerate(by_race)}
    whole[at.BOT + seat, at.SPARE] = bot.spare
    for number, card in enumerate(tables.cards):
        if card in cards.facts:
            worth, kind, cost, role = cards.briefs[card]
            real[at.WORTH + seat, number] = worth
            real[at.RATING + seat, number] = cards.ratings[card][0]
            whole[at.KIND + seat, number] = numbers[kind]
            whole[at.COST + seat, number] = cost
            whole[at.ROLE + seat, number] = role
            whole[at.RACE + seat, number] = cards.facts[card][2]
    for number, (_, icons) in enumerate(by_race):
        real[at.KIND_ICONS + seat, number] = icons
    _fill(
        whole[at.KINDS_FROM + seat],
        (sum(race < each for race, _ in by_race) for each in range(len(cards.races) + 1)),
    )


def _fill_piles(bot: DrafterPolicy, seat: int, whole: Any, real: Any) -> None:
    for of, pile in enumerate(bot.piles):
        whole[at.BOT + seat, at.RACES_IN_PILE + of] = len(pile.races)
        row = 2 * seat + of
        _fill(whole[at.PILE_RACES + row], (race for race, _, _, _ in pile.races))
        _fill(real[at.PILE_SHARES + row], (share for _, share, _, _ in pile.races))
        _fill(real[at.PILE_CAPITALS + row], (capital for _, _, capital, _ in pile.races))
