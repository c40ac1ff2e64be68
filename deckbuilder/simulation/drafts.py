"""Two bots that draft the same packs with the seats mirrored, and measures of their decks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, Literal

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.parts import Better, Measures
from deckbuilder.games.table_game import DraftGame
from deckbuilder.games.winning_measures import Goes, goes, winning_of
from deckbuilder.simulation.intervals import Estimate, Moments
from deckbuilder.simulation.workers import Batch, InProcess, Workers, batches, gathered
from deckbuilder.tables.chance import MAX_SEED, Stream
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.table import play_out

Figures = dict[str, float]
AT_ONCE = 10
"""Seeds in a batch: a second's work at most."""


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """One measure: the means of the two bots, and of the first less the second, seed by seed.

    `favours` is the bot for which the interval of the difference speaks, None where it does
    not, or where the measure is better neither high nor low.
    """

    id: str
    better: Better
    bot: Estimate
    others: Estimate
    difference: Estimate
    favours: Literal["bot", "others"] | None
    winning: Goes | None = None
    """With what winning goes, None where that was not found out."""


class DraftComparison(msgspec.Struct, frozen=True, kw_only=True):
    """How the decks of two bots measure; a sample is a seed, the mean over its seats."""

    bot: str
    others: str
    format: str
    seats: int
    drafts: int
    tables: int
    seed: int
    measures: tuple[Measured, ...]


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """What two bots draft, and by what their decks are measured; `game` and `format` are ids."""

    game: str
    draft: DraftGame[Any, Any]
    measures: Measures
    format: str
    settings: Any
    catalog: Catalog
    bot: str
    others: str


class Compared(msgspec.Struct):
    """One measure over seeds: of the first bot, of the others, and their difference."""

    bot: Moments = msgspec.field(default_factory=Moments)
    others: Moments = msgspec.field(default_factory=Moments)
    difference: Moments = msgspec.field(default_factory=Moments)

    def add(self, one: float, two: float) -> None:
        """Count the figures of a seed."""
        self.bot.add(one)
        self.others.add(two)
        self.difference.add(one - two)

    def merge(self, more: Compared) -> None:
        """Count the seeds of another lot."""
        self.bot.merge(more.bot)
        self.others.merge(more.others)
        self.difference.merge(more.difference)


class Tally(msgspec.Struct):
    """Seeds that were drafted: tables, and the measures of which anything is known."""

    tables: int = 0
    measures: dict[str, Compared] = {}

    def merge(self, more: Tally) -> None:
        """Count the seeds of another tally."""
        self.tables += more.tables
        for name, compared in more.measures.items():
            self.measures.setdefault(name, Compared()).merge(compared)


def compare_drafts(
    contest: Contest,
    drafts: int,
    seed: int,
    tell: Callable[[int], None] | None = None,
    workers: Workers | None = None,
) -> DraftComparison:
    """Draft the packs of each seed with `bot` in one seat and `others` in the rest, and swapped.

    This is done for every seat; `tell` hears how many seeds are done. After an interruption it
    is told of the seeds that were done until then. Raises InputError for an unknown bot, and
    KeyboardInterrupt where nothing was done yet.
    """
    draft, settings = contest.draft, contest.settings
    for spec in (contest.bot, contest.others):
        draft.bot(spec, settings, contest.catalog)
    found = Tally()
    parts = (workers or InProcess()).results(draft_seeds, (contest, seed), batches(drafts, AT_ONCE))
    done = gathered(parts, found.merge, tell)
    return DraftComparison(
        bot=contest.bot,
        others=contest.others,
        format=contest.format,
        seats=len(draft.seat_names(settings)),
        drafts=done,
        tables=found.tables,
        seed=seed,
        measures=tuple(_measured(contest, found.measures)),
    )


def draft_seeds(job: tuple[Contest, int], seeds: Batch) -> Tally:
    """Draft the packs of some seeds, by their numbers behind the seed of the job."""
    contest, seed = job
    policies = [
        contest.draft.bot(spec, contest.settings, contest.catalog)
        for spec in (contest.bot, contest.others)
    ]
    found = Tally()
    for number in seeds.numbers:
        table_seed = Stream(seed, "deal", number).below(MAX_SEED + 1)
        (one, two), played = _pair(contest, policies, table_seed)
        found.tables += played
        for name in one.keys() & two.keys():
            found.measures.setdefault(name, Compared()).add(one[name], two[name])
    return found


def _pair(
    contest: Contest, policies: Sequence[Policy], table_seed: int
) -> tuple[tuple[Figures, Figures], int]:
    """Return the mean figures of both bots with the packs of one seed, and the tables played."""
    draft, settings = contest.draft, contest.settings
    seats = len(draft.seat_names(settings))
    ends: dict[tuple[int, ...], Any] = {}
    alone: tuple[list[Figures], list[Figures]] = ([], [])
    for seat in range(seats):
        for which in (0, 1):
            # Of two seats, the one table is the other one swapped.
            sitting = tuple(which if each == seat else 1 - which for each in range(seats))
            if sitting not in ends:
                sat = [policies[each] for each in sitting]
                ends[sitting], _ = play_out(draft.rules, settings, table_seed, sat)
            alone[which].append(
                contest.measures.measures(settings, ends[sitting], seat, contest.catalog)
            )
    return (_means(alone[0]), _means(alone[1])), len(ends)


def _means(found: Sequence[Figures]) -> Figures:
    """Return the means over seats of what is known in every seat."""
    known = [name for name in found[0] if all(name in each for each in found)]
    return {name: fmean(each[name] for each in found) for name in known}


def _measured(contest: Contest, found: Mapping[str, Compared]) -> Iterator[Measured]:
    known = winning_of(contest.game)
    for name, better in contest.measures.better().items():
        if name not in found:
            continue
        wins = known.measures.get(name) if known else None
        compared = found[name]
        difference = compared.difference.estimate()
        yield Measured(
            id=name,
            better=better,
            bot=compared.bot.estimate(),
            others=compared.others.estimate(),
            difference=difference,
            favours=_favoured(difference, better),
            winning=goes(better, wins.low, wins.high) if wins else None,
        )


def _favoured(difference: Estimate, better: Better) -> Literal["bot", "others"] | None:
    if better == "neither" or abs(difference.mean) <= difference.margin:
        return None
    return "bot" if (difference.mean > 0) == (better == "high") else "others"
