"""The bots of XENO as policies: they see a view, score every option and say why."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from deckbuilder.errors import refusal
from deckbuilder.games.xeno.bots import casual, worth
from deckbuilder.games.xeno.bots.numbers import Brain, counter_brain, expert_brain, numbers
from deckbuilder.games.xeno.bots.observer import Observer
from deckbuilder.games.xeno.bots.worth import Moment
from deckbuilder.games.xeno.ranks import BOY, NOBLE, RANKS
from deckbuilder.games.xeno.setup import Setup
from deckbuilder.games.xeno.view import View
from deckbuilder.tables.policy import Policy, RandomPolicy, Score
from deckbuilder.tables.protocol import Event, Option, seat_number


class CasualPolicy(Policy):
    """Rules of thumb, the last look remembered, for any number of seats."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._thumb = numbers().casual.thumb()

    def score(
        self, view: View, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> list[Score]:
        """Score every option by how much it appeals."""
        ranks = self._setup.ranks
        if view.phase == "play":
            return [_alone(option, self._play(view, option)) for option in options]
        if view.phase == "keep":
            return [_alone(option, float(ranks[option.subject])) for option in options]
        if view.phase == "execute":
            by = ranks[view.discards[view.acting][-1].card]
            total = sum(ranks[card] for card in view.shown)
            return [
                _alone(
                    option,
                    casual.casual_execution(
                        ranks[option.subject], total - ranks[option.subject], by
                    ),
                )
                for option in options
            ]
        return [_alone(option, 0.0) for option in options]

    def _play(self, view: View, option: Option) -> float:
        ranks = self._setup.ranks
        card = ranks[option.subject]
        kept = sum(ranks[held] for held in view.hand) - card
        target = seat_number(option.targets[0]) if option.targets else -1
        known = view.known[target]
        sees = max((ranks[other.sees] for other in view.known if other.sees), default=0)
        return casual.casual_worth(
            card,
            kept,
            target,
            ranks[option.targets[1]] if len(option.targets) > 1 else 0,
            ranks[known.holds] if known.holds else 0,
            view.protected[target],
            sum(1 << ranks[lack] for lack in known.lacks),
            sees,
            unseen(self._setup, view),
            self._thumb,
        )


class BeliefPolicy(Policy):
    """A bot that keeps a belief of the hidden cards."""

    reads_feed = True

    @abstractmethod
    def beliefs(self, view: View, feed: Sequence[Event]) -> dict[int, dict[str, float]]:
        """Return, for every other seat still in, the probability of each card in its hand."""


class DuelPolicy(BeliefPolicy):
    """Exact belief and a table of values, one step ahead, for two seats."""

    def __init__(self, setup: Setup, brain: Brain) -> None:
        self._setup = setup
        self._brain = brain
        self._observers: dict[int, Observer] = {}
        self._joint = [[0.0] * 11 for _ in range(11)]
        self._reborn = [[0.0] * 11 for _ in range(11)]

    def beliefs(self, view: View, feed: Sequence[Event]) -> dict[int, dict[str, float]]:
        """Return, for the other seat, the probability of each card in its hand."""
        weight = self._observe(view, feed).weight
        ids = self._setup.ids
        return {1 - view.seat: {ids[rank]: sum(weight[rank]) for rank in RANKS}}

    def score(
        self, view: View, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> list[Score]:
        """Score every option with what it is worth, in hundredths of a win."""
        mind = self._observe(view, feed)
        if view.phase == "play":
            hand = [self._setup.ranks[card] for card in view.hand]
            now, later = self._plays(view, mind, mind.unseen, hand, view.deck)
            return [
                _worth(option, here, there)
                for option, here, there in zip(options, now, later, strict=True)
            ]
        if view.phase == "keep":
            return [_worth(option, 0.0, self._keep(view, mind, option)) for option in options]
        if view.phase == "execute":
            return [_worth(option, 0.0, self._execute(view, mind, option)) for option in options]
        return [_worth(option, 0.0, 0.5) for option in options]

    def _observe(self, view: View, feed: Sequence[Event]) -> Observer:
        mind = self._observers.get(view.seat)
        if mind is None or not mind.follow(feed):
            mind = Observer(self._setup, view.seat, self._brain)
            mind.follow(feed)
            self._observers[view.seat] = mind
        return mind

    def _plays(
        self,
        view: View,
        mind: Observer,
        unseen: Sequence[int],
        hand: Sequence[int],
        deck: int,
    ) -> tuple[list[float], list[float]]:
        now, later = [0.0] * 11, [0.0] * 11
        count = worth.plays_worth(
            self._moment(view, deck),
            hand[0],
            hand[1],
            mind.weight,
            unseen,
            self._brain.values,
            self._joint,
            self._reborn,
            now,
            later,
        )
        return now[:count], later[:count]

    def _keep(self, view: View, mind: Observer, option: Option) -> float:
        ranks = self._setup.ranks
        kept = ranks[option.subject]
        unseen = list(mind.unseen)
        unseen[kept] -= 1
        deck = view.deck + len(view.looked) - 1
        hand = [ranks[view.hand[0]], kept]
        now, later = self._plays(view, mind, unseen, hand, deck)
        return max(map(sum, zip(now, later, strict=True)))

    def _execute(self, view: View, mind: Observer, option: Option) -> float:
        ranks = self._setup.ranks
        gone = ranks[option.subject]
        stays = sum(ranks[card] for card in view.shown) - gone
        return worth.execution_worth(
            self._moment(view, view.deck),
            ranks[view.hand[0]],
            ranks[view.discards[view.seat][-1].card],
            gone,
            stays,
            mind.weight,
            mind.unseen,
            self._brain.values,
        )

    def _moment(self, view: View, deck: int) -> Moment:
        setup = self._setup
        other = 1 - view.seat
        return Moment(
            deck,
            setup.rank(view.known[other].sees),
            setup.rank(view.known[other].holds),
            view.protected[other],
            int(view.sage[other]),
            stage(setup, view),
            left(setup, view, NOBLE),
            setup.settings.boys == "discarded",
        )


HUNDREDTHS = 100.0

BRAINS = {"counter": counter_brain, "expert": expert_brain}
"""Bots that keep a belief."""


def bots_for() -> tuple[str, ...]:
    """Return the specs of the bots, weakest first."""
    return ("random", "casual", *BRAINS)


def bot_for(spec: str, setup: Setup) -> Policy:
    """Return a bot for any seat. Raises InputError for an unknown spec."""
    known = bots_for()
    if spec not in known:
        raise refusal("xeno.bot", bot=spec, known=known)
    if spec == "random":
        return RandomPolicy()
    if spec == "casual":
        return CasualPolicy(setup)
    if setup.players == 2:
        return DuelPolicy(setup, BRAINS[spec]())
    from deckbuilder.games.xeno.bots.crowd_mind import counter_mind, expert_mind
    from deckbuilder.games.xeno.bots.crowd_policy import CrowdPolicy

    mind = counter_mind() if spec == "counter" else expert_mind(setup.players)
    return CrowdPolicy(setup, mind)


def compiled_bot(spec: str, setup: Setup) -> str | Brain | None:
    """Return what the batch engine calls a bot, None where it cannot play it at this table."""
    if spec not in bots_for():
        return None
    if spec in ("random", "casual"):
        return spec
    return BRAINS[spec]() if setup.players == 2 else None


def _alone(option: Option, total: float) -> Score:
    return Score(option, total, (("appeal", total),))


def _worth(option: Option, now: float, later: float) -> Score:
    """Return a score in hundredths of a win: what ends the game at once, and what goes on."""
    now, later = HUNDREDTHS * now, HUNDREDTHS * later
    return Score(option, now + later, (("now", now), ("later", later)))


def unseen(setup: Setup, view: View) -> list[int]:
    """Return the copies of each rank that are not in the own hand nor open on the table."""
    ranks = setup.ranks
    counts = [setup.deck.count(rank) for rank in range(11)]
    for card in (*view.hand, *view.looked, *view.shown):
        counts[ranks[card]] -= 1
    for pile in view.discards:
        for discard in pile:
            counts[ranks[discard.card]] -= 1
    return counts


def left(setup: Setup, view: View, rank: int) -> int:
    """Return how many copies of a rank were not yet discarded."""
    card = setup.ids[rank]
    gone = sum(discard.card == card for pile in view.discards for discard in pile)
    return setup.deck.count(rank) - gone


def stage(setup: Setup, view: View) -> int:
    """Return the stage of the Boys (XENO-29)."""
    boys = left(setup, view, BOY)
    if not boys:
        return worth.DEAD
    if view.boy_counts:
        return worth.ARMED
    return worth.OPEN if boys > 1 else worth.DEAD
