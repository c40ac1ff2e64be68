"""Many drafts of bots: what is seen, taken and struck, and what decks come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.drafted import DraftBatch
from deckbuilder.games.parts import Measures
from deckbuilder.games.table_game import DraftGame
from deckbuilder.games.tracking import Step, Tracking
from deckbuilder.simulation.counting import Change, Sums, count_deck, count_looks
from deckbuilder.simulation.dueling import BOT, KIND, SEAT, Arena, Duels
from deckbuilder.simulation.intervals import Moments
from deckbuilder.simulation.winning import Relation, count_games
from deckbuilder.simulation.workers import Batch
from deckbuilder.tables.chance import MAX_SEED, Stream
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Option, Outcome
from deckbuilder.tables.table import Onlooker, play_out

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
    engine: DraftBatch | None = None
    """Runs many drafts at once, choice for choice as the table does, where there is one."""
    again: int = 0
    """So many of the first drafts are done again without each of the draft format cards."""
    duels: Duels | None = None
    """The games between the decks of each draft, if any are played."""

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
    """A deck that was drafted, with its measures in their order, None for what is unknown.

    `won` is the share of its duels, None where it played none.
    """

    draft: int
    seat: int
    bot: int
    measures: tuple[float | None, ...]
    won: float | None = None


class Part(msgspec.Struct, frozen=True):
    """What a batch of drafts gives: sums, and every deck where they are kept."""

    sums: Sums
    decks: tuple[DeckRow, ...]


def batch_size(drafts: int, *, duels: bool = False) -> int:
    """Return how many drafts are done in a batch; with duels they take far longer."""
    if duels:
        return max(1, min(LEAST, drafts // LOTS))
    return max(LEAST, min(MOST, drafts // LOTS))


def simulate(job: Simulation, batch: Batch) -> Part:
    """Do some drafts by their numbers, and count them."""
    draft, settings = job.draft, job.settings
    policies = [draft.bot(spec, settings, job.catalog) for spec in job.bots]
    arena = Arena(job.duels, job.catalog) if job.duels else None
    sums = Sums.empty(len(job.bots), len(job.seats))
    rows: list[DeckRow] = []
    ends: list[Outcome] = []
    for number, steps, state, outcome in _ended(job, batch, policies):
        sitting = job.sitting(number)
        looks = job.tracking.looks(settings, steps)
        count_looks([sums.counts[bot][seat] for seat, bot in enumerate(sitting)], looks)
        sums.drafts += 1
        for card in job.tracking.shared(settings, outcome):
            sums.shared[card] = sums.shared.get(card, 0) + 1
        measured = _count_decks(job, sitting, state, outcome, sums)
        won = None if arena is None else _count_duels(job, arena, number, state, outcome, sums)
        if won is not None:
            _count_relations(measured, won, "/".join(map(str, sitting)), sums)
        if job.decks:
            rows += _rows(job, number, sitting, measured, won)
        if number < job.again:
            ends.append(outcome)
    if ends:
        _count_changes(job, batch.start, ends, policies, sums.changes)
    return Part(sums, tuple(rows))


def _ended(
    job: Simulation, batch: Batch, policies: Sequence[Policy]
) -> Iterator[tuple[int, Sequence[Step], Any, Outcome]]:
    """Yield each draft by its number: its steps, its last state and what came of it."""
    rules = job.draft.rules
    chosen = _at_once(job, job.settings, batch.start, batch.count)
    for number in batch.numbers:
        seed = job.table_seed(number)
        if chosen is None:
            steps = _Steps()
            bots = [policies[bot] for bot in job.sitting(number)]
            state, outcome = play_out(rules, job.settings, seed, bots, steps)
            yield number, steps.taken, state, outcome
            continue
        yield number, *_carried_out(job, job.settings, seed, chosen[number])


def _carried_out(
    job: Simulation, settings: Any, seed: int, options: Iterator[tuple[int, Option]]
) -> tuple[Sequence[Step], Any, Outcome]:
    """Carry out once more what bots chose in the engine: the steps, the last state, the end."""
    rules = job.draft.rules
    state, _ = rules.start(settings, seed)
    taken = []
    while seats := rules.to_act(state):
        choices = dict(islice(options, len(seats)))
        taken.append((state, choices))
        state, _ = rules.apply(state, choices)
    ended = rules.outcome(state)
    assert ended is not None
    return taken, state, ended


def _at_once(
    job: Simulation, settings: Any, start: int, count: int
) -> dict[int, Iterator[tuple[int, Option]]] | None:
    """Return the choices of each draft from the engine, None where it does not run these bots.

    The bots believe in the settings of the simulation, whatever those of the drafts are.
    """
    if job.engine is None:
        return None
    found: dict[int, Iterator[tuple[int, Option]]] = {}
    for first in range(start, start + min(len(job.bots), count)):
        # All drafts in which the bots sit in the same places.
        numbers = range(first, start + count, len(job.bots))
        specs = [job.bots[bot] for bot in job.sitting(first)]
        seeds = [job.table_seed(number) for number in numbers]
        drafted = job.engine.drafts(settings, specs, seeds, job.catalog, job.settings)
        if drafted is None:
            return None
        found |= {number: drafted.options(row) for row, number in enumerate(numbers)}
    return found


def _count_decks(
    job: Simulation, sitting: Sequence[int], state: Any, outcome: Outcome, sums: Sums
) -> list[Mapping[str, float]]:
    """Count the decks of a draft, and return their measures by seat."""
    measured = []
    for seat, bot in enumerate(sitting):
        sums.decks[bot][seat] += 1
        own = job.tracking.own(job.settings, outcome.decks[seat])
        count_deck(sums.counts[bot][seat], own)
        found: Mapping[str, float] = {}
        if job.measures is not None:
            found = job.measures.measures(job.settings, state, seat, job.catalog)
        for name, value in found.items():
            sums.measures[bot][seat].setdefault(name, Moments()).add(value)
        measured.append(found)
    return measured


def _count_duels(
    job: Simulation, arena: Arena, number: int, state: Any, outcome: Outcome, sums: Sums
) -> float:
    """Let the two decks of a draft play, and return the share that the first one won."""
    labels = []
    for seat, bot in enumerate(job.sitting(number)):
        found = {SEAT: job.seats[seat], BOT: job.bots[bot]}
        if kind := job.tracking.kind(outcome.decks[seat], job.catalog):
            found[KIND] = kind
        labels.append(found)
    decks = job.draft.decks(job.settings, state, job.catalog)
    points, scored = arena.play(decks, labels, job.seed, number)
    count_games(sums.wins, scored)
    return sum(points) / len(points)


def _count_relations(
    measured: Sequence[Mapping[str, float]], won: float, drafted_by: str, sums: Sums
) -> None:
    """Count by how much the first deck measures above the second one, and what it won."""
    one, other = measured
    for name, value in one.items():
        if name in other:
            lots = sums.relations.setdefault(name, {})
            lots.setdefault(drafted_by, Relation()).add(value - other[name], won)


def _rows(
    job: Simulation,
    number: int,
    sitting: Sequence[int],
    measured: Sequence[Mapping[str, float]],
    won: float | None,
) -> Iterator[DeckRow]:
    names = tuple(job.measures.better()) if job.measures else ()
    for seat, bot in enumerate(sitting):
        share = won if seat == 0 or won is None else 1.0 - won
        yield DeckRow(number, seat, bot, tuple(map(measured[seat].get, names)), share)


def _count_changes(
    job: Simulation, start: int, ends: Sequence[Outcome], policies: Sequence[Policy],
    changes: dict[str, Change],
) -> None:  # fmt: skip
    """Do drafts again without each draft format card, and count what comes out otherwise.

    `ends` is what came of the drafts from the number `start` on.
    """
    for card, settings in job.tracking.without(job.settings).items():
        others = _without(job, settings, start, len(ends), policies)
        for end, other in zip(ends, others, strict=True):
            differ = sum(
                (own - theirs).total()
                for own, theirs in zip(_decks(job, end), _decks(job, other), strict=True)
            )
            change = changes.setdefault(card, Change())
            change.changed += differ > 0
            change.cards.add(differ)


def _without(
    job: Simulation, settings: Any, start: int, count: int, policies: Sequence[Policy]
) -> Iterator[Outcome]:
    """Yield what comes of drafts by other settings than their bots believe in."""
    chosen = _at_once(job, settings, start, count)
    for number in range(start, start + count):
        seed = job.table_seed(number)
        if chosen is None:
            bots = [policies[bot] for bot in job.sitting(number)]
            yield play_out(job.draft.rules, settings, seed, bots)[1]
        else:
            yield _carried_out(job, settings, seed, chosen[number])[2]


def _decks(job: Simulation, outcome: Outcome) -> list[Counter[str]]:
    return [Counter(job.tracking.own(job.settings, deck)) for deck in outcome.decks]


class _Steps(Onlooker):
    """Keeps every step of a table."""

    def __init__(self) -> None:
        self.taken: list[Step] = []

    def acted(self, state: Any, choices: Mapping[int, Option]) -> None:
        self.taken.append((state, choices))
