"""Archive drafts by the thousand: plan and bots as arrays, for the kernels (extra `fast`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games import streams
from deckbuilder.games.compiling import compiled
from deckbuilder.games.drafted import NONE, DraftBatch, Drafted
from deckbuilder.games.nightfall import batch_drafts, batch_scores, bots
from deckbuilder.games.nightfall.batch_drafts import Box
from deckbuilder.games.nightfall.batch_scores import Minds, Seen
from deckbuilder.games.nightfall.bots import ArchiveBot
from deckbuilder.games.nightfall.plan import COMMONS, REMOVE, STARTERS, Plan, plan_of
from deckbuilder.games.nightfall.rules import TAKE

KERNELS = (streams, batch_scores, batch_drafts)
ACTIONS = ((TAKE, None), (STARTERS, None))
PURPOSES = {COMMONS: batch_scores.COMMONS, REMOVE: batch_scores.REMOVE}
TYPES = {"action": batch_scores.ACTION, "order": batch_scores.ORDER}
_WEIGHTS = (
    "rating", "taste", "link", "kicker", "commons", "colour", "types", "denial", "return",
    "neighbours",
)  # fmt: skip
"""The parts whose amounts depend on the draft, in the order of `batch_scores`."""


class ArchiveBatch(DraftBatch):
    """Drafts of any number of seats, compiled."""

    def drafts(
        self,
        settings: Any,
        specs: Sequence[str],
        seeds: Sequence[int],
        catalog: Catalog,
        believed: Any = None,
    ) -> Drafted | None:
        """Run a draft for each seed. None for bots that believe in other settings."""
        if believed is not None and believed != settings:
            return None
        plan = plan_of(settings)
        sitting = [bots.bot(spec, plan, catalog) for spec in specs]
        run = compiled("draft_archives", *KERNELS)
        chosen = {card for choice in plan.starter_choices for card in choice.cards}
        cards = tuple(sorted({*plan.cards, *chosen}))
        number = {card: place for place, card in enumerate(cards)}
        most_pairs = max((len(choice.cards) for choice in plan.starter_choices), default=0)
        shape = (len(seeds), plan.players * plan.rounds)
        picked = len(plan.steps) + 2 * len(plan.starter_choices)
        choices = np.full((*shape, 4), NONE, np.int16)
        offers = np.full((*shape, max(plan.hand, most_pairs)), NONE, np.int16)
        decks = np.full((len(seeds), plan.players, picked), NONE, np.int16)
        run(
            np.array(seeds, np.int64),
            _box(plan, number, most_pairs),
            _minds(plan, sitting, cards, catalog),
            _seen(plan, most_pairs),
            streams.new_draws(),
            streams.names_of(("draft-cards", *(f"seat/{seat}" for seat in range(plan.players)))),
            choices,
            offers,
            decks,
        )
        return Drafted(cards=cards, actions=ACTIONS, choices=choices, offers=offers, decks=decks)


BATCH = ArchiveBatch()


def _box(plan: Plan, number: dict[str, int], most_pairs: int) -> Box:
    pairs = np.zeros((len(plan.starter_choices), most_pairs), np.int64)
    for row, choice in zip(pairs, plan.starter_choices, strict=True):
        row[: len(choice.cards)] = [number[card] for card in choice.cards]
    return Box(
        cards=np.array([number[card] for card in plan.cards], np.int64),
        steps=np.array([PURPOSES.get(step, batch_scores.PRIVATE) for step in plan.steps], np.int64),
        pairs=pairs,
        in_pairs=np.array([len(choice.cards) for choice in plan.starter_choices], np.int64),
        players=plan.players,
        hand=plan.hand,
        laid=0 if plan.hidden else plan.commons,
        passed=1 if plan.passing == "left" else -1,
    )


def _minds(plan: Plan, sitting: Sequence[Any], cards: Sequence[str], catalog: Catalog) -> Minds:
    """Return what the bots of the seats know and want; any of them knows what all know."""
    seats, size = len(sitting), len(cards)
    knowing = next(
        (bot for bot in sitting if isinstance(bot, ArchiveBot)), bots.bot("rating", plan, catalog)
    )
    assert isinstance(knowing, ArchiveBot)
    weights = np.zeros((seats, len(_WEIGHTS)))
    parts = np.zeros((seats, 5, size))
    likes = np.zeros((seats, size))
    for seat, bot in enumerate(sitting):
        if isinstance(bot, ArchiveBot):
            weights[seat] = [bot.weights.get(part, 0.0) for part in _WEIGHTS]
            likes[seat] = [bot.likes(card) for card in cards]
            parts[seat] = np.array([bot.fixed_parts(card) for card in cards]).T
    facts = [knowing.cards[card] for card in cards]
    return Minds(
        weights=weights,
        parts=parts,
        by_chance=np.array([not isinstance(bot, ArchiveBot) for bot in sitting], np.int64),
        rating=np.array([knowing.rating[card] for card in cards]),
        likes=likes,
        types=np.array([TYPES.get(card.type, 0) for card in facts], np.int64),
        lifts=_pairs(cards, knowing.lift),
        kicks=_pairs(cards, lambda one, other: knowing.kicks(one, (other,))),
        follows=_pairs(cards, lambda one, other: knowing.followed(one, (other,))),
        same=_pairs(cards, knowing.same_colour),
    )


def _pairs(cards: Sequence[str], told: Any) -> Any:
    return np.array([[float(told(one, other)) for other in cards] for one in cards])


def _seen(plan: Plan, most_pairs: int) -> Seen:
    options = max(plan.hand, most_pairs * (most_pairs + 1) // 2)
    rounds, players = len(plan.steps), plan.players

    def whole(*shape: int) -> Any:
        return np.zeros(shape, np.int64)

    return Seen(
        deck=whole(len(plan.cards)),
        hands=whole(players, rounds, plan.hand),
        taken=whole(players, rounds),
        turns=whole(players),
        commons=whole(0 if plan.hidden else plan.commons),
        now=whole(2),
        options=whole(options),
        seconds=whole(options),
        totals=np.zeros(options),
        tied=whole(options),
        own=whole(rounds),
        others=whole(rounds * plan.hand),
    )
