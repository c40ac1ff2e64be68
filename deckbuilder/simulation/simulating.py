"""Many drafts of bots: what is seen, taken and struck, and what decks come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.parts import Measures
from deckbuilder.games.table_game import DraftGame
from deckbuilder.games.tracking import Step, Tracking
from deckbuilder.simulation.counting import Change, Sums, count_deck, count_looks
from deckbuilder.simulation.intervals import Moments
from deckbuilder.simulation.workers import Batch
from deckbuilder.tables.chance import MAX_SEED, Stream
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Option, Outcome
from deckbuilder.tables.table import Onlooker, play_out

AGAIN = 200
"""So many of the first drafts are done again without each of the draft format cards."""
LEAST, MOST, LOTS = 20, 2000, 500
"""Drafts in a batch: at least and at most so many, else so that there are so many batches."""


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """What is drafted by whom; `game` and `format` are ids.

    With several bots the packs of a seed are drafted once for each of them, the bots moved on
    by one seat each time.
    """

    game: str
    draft: DraftGame[Any, Any]
    tracking: Tracking
    measures: Measures | None
    catalog: Catalog
    format: str
    settings: Any
    bots: tuple[str, ...]
    seed: int
    decks: bool = True
    """Whether each single deck is kept."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.draft.seat_names(self.settings)

    def sitting(self, number: int) -> list[int]:
        """Return who sits where in a draft: a bot's number for each seat."""
        return [(seat + number) % len(self.bots) for seat in range(len(self.seats))]

    def table_seed(self, number: int) -> int:
        """Return the seed of the packs of a draft."""
        return Stream(self.seed, "deal", number // len(self.bots)).below(MAX_SEED + 1)


class DeckRow(msgspec.Struct, frozen=True, array_like=True):
    """A deck that was drafted, with its measures in their order, None for what is unknown."""

    draft: int
    seat: int
    bot: int
    measures: tuple[float | None, ...]


class Part(msgspec.Struct, frozen=True):
    """What a batch of drafts gives: sums, and every deck where they are kept."""

    sums: Sums
    decks: tuple[DeckRow, ...]


def batch_size(drafts: int) -> int:
    """Return how many drafts are done in a batch."""
    return max(LEAST, min(MOST, drafts // LOTS))


def simulate(job: Simulation, batch: Batch) -> Part:
    """Do some drafts by their numbers, and count them."""
    draft, settings, catalog = job.draft, job.settings, job.catalog
    policies = [draft.bot(spec, settings, catalog) for spec in job.bots]
    names = tuple(job.measures.better()) if job.measures else ()
    sums = Sums.empty(len(job.bots), len(job.seats))
    rows: list[DeckRow] = []
    for number in batch.numbers:
        sitting = job.sitting(number)
        steps = _Steps()
        state, outcome = play_out(
            draft.rules,
            settings,
            job.table_seed(number),
            [policies[bot] for bot in sitting],
            steps,
        )
        looks = job.tracking.looks(settings, steps.taken)
        count_looks([sums.counts[bot][seat] for seat, bot in enumerate(sitting)], looks)
        sums.drafts += 1
        for card in job.tracking.shared(settings, outcome):
            sums.shared[card] = sums.shared.get(card, 0) + 1
        for seat, bot in enumerate(sitting):
            sums.decks[bot][seat] += 1
            own = job.tracking.own(settings, outcome.decks[seat])
            count_deck(sums.counts[bot][seat], own)
            found = job.measures.measures(settings, state, seat, catalog) if job.measures else {}
            for name, value in found.items():
                sums.measures[bot][seat].setdefault(name, Moments()).add(value)
            if job.decks:
                rows.append(DeckRow(number, seat, bot, tuple(map(found.get, names))))
        if number < AGAIN:
            _count_changes(job, number, [policies[bot] for bot in sitting], outcome, sums.changes)
    return Part(sums, tuple(rows))


def _count_changes(
    job: Simulation,
    number: int,
    policies: Sequence[Policy],
    outcome: Outcome,
    changes: dict[str, Change],
) -> None:
    """Do a draft again without each draft format card, and count what comes out otherwise."""
    decks = _decks(job, outcome)
    for card, settings in job.tracking.without(job.settings).items():
        _, other = play_out(job.draft.rules, settings, job.table_seed(number), policies)
        differ = sum(
            (own - others).total() for own, others in zip(decks, _decks(job, other), strict=True)
        )
        change = changes.setdefault(card, Change())
        change.changed += differ > 0
        change.cards.add(differ)


def _decks(job: Simulation, outcome: Outcome) -> list[Counter[str]]:
    return [Counter(job.tracking.own(job.settings, deck)) for deck in outcome.decks]


class _Steps(Onlooker):
    """Keeps every step of a table."""

    def __init__(self) -> None:
        self.taken: list[Step] = []

    def acted(self, state: Any, choices: Mapping[int, Option]) -> None:
        self.taken.append((state, choices))
