"""Two bots that draft the same packs with the seats mirrored, and measures of their decks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import Any, Literal

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.parts import Better, Measures
from deckbuilder.games.table_game import DraftGame
from deckbuilder.simulation.intervals import Estimate, estimate
from deckbuilder.tables.chance import MAX_SEED, Stream
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.table import play_out

Figures = dict[str, float]


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
    """What two bots draft, and by what their decks are measured; `format` is its id."""

    draft: DraftGame[Any, Any]
    measures: Measures
    format: str
    settings: Any
    catalog: Catalog
    bot: str
    others: str


def compare_drafts(
    contest: Contest, drafts: int, seed: int, tell: Callable[[int], None] | None = None
) -> DraftComparison:
    """Draft the packs of each seed with `bot` in one seat and `others` in the rest, and swapped.

    This is done for every seat; `tell` hears how many seeds are done. Raises InputError for an
    unknown bot.
    """
    draft, settings = contest.draft, contest.settings
    policies = [
        draft.bot(spec, settings, contest.catalog) for spec in (contest.bot, contest.others)
    ]
    pairs: list[tuple[Figures, Figures]] = []
    tables = 0
    for number in range(drafts):
        table_seed = Stream(seed, "deal", number).below(MAX_SEED + 1)
        pair, played = _pair(contest, policies, table_seed)
        pairs.append(pair)
        tables += played
        if tell is not None:
            tell(number + 1)
    return DraftComparison(
        bot=contest.bot,
        others=contest.others,
        format=contest.format,
        seats=len(draft.seat_names(settings)),
        drafts=drafts,
        tables=tables,
        seed=seed,
        measures=tuple(_measured(contest.measures, pairs)),
    )


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


def _measured(measures: Measures, pairs: Sequence[tuple[Figures, Figures]]) -> Iterator[Measured]:
    for name, better in measures.better().items():
        known = [(one[name], two[name]) for one, two in pairs if name in one and name in two]
        if not known:
            continue
        difference = estimate(one - two for one, two in known)
        yield Measured(
            id=name,
            better=better,
            bot=estimate(one for one, _ in known),
            others=estimate(two for _, two in known),
            difference=difference,
            favours=_favoured(difference, better),
        )


def _favoured(difference: Estimate, better: Better) -> Literal["bot", "others"] | None:
    if better == "neither" or abs(difference.mean) <= difference.margin:
        return None
    return "bot" if (difference.mean > 0) == (better == "high") else "others"
