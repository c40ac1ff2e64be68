"""A search for better weights of a bot: candidates tried on the same seeds, the best one kept."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from deckbuilder.errors import refusal
from deckbuilder.files import read_input, refuse_existing, write_whole
from deckbuilder.simulation.drafted import Trial, judge_by_duels
from deckbuilder.simulation.drafts import Contest, compare_drafts
from deckbuilder.simulation.workers import Workers
from deckbuilder.sources.json_source import parse_json
from deckbuilder.tables.chance import MAX_SEED, Stream
from deckbuilder.tables.policy import parse_spec

FEW = 3
"""Weights that a candidate changes, about so many."""
STEP = 0.5
"""How far a weight is changed: by a factor of e to the power of at most so much, up or down."""
DIGITS = 4


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """What is tuned by what, and the budget: `candidates`, each on so many `drafts`.

    `by` is "duels" or the id of a measure; `weights` are those that the bot has.
    """

    format: str
    bot: str
    by: str
    candidates: int
    drafts: int
    seed: int
    weights: dict[str, float]


class Tried(msgspec.Struct, frozen=True):
    """A candidate: the weights that it changed against the bot, and how it did."""

    changes: dict[str, float]
    score: float


class Kept(msgspec.Struct, frozen=True):
    """The file of a search that is not over."""

    plan: Search
    tried: tuple[Tried, ...] = ()


Score = Callable[[Mapping[str, float]], float]
"""Tells how a bot with changed weights does on the seeds of the search; more is better."""


def spec_of(bot: str, changes: Mapping[str, float]) -> str:
    """Return the spec of a bot with other weights.

    >>> spec_of("drafter:role=2", {"side": 2.5})
    'drafter:role=2,side=2.5'
    """
    name, stated = parse_spec(bot)
    weights = ",".join(f"{key}={value:g}" for key, value in {**stated, **changes}.items())
    return f"{name}:{weights}" if weights else name


def search(
    plan: Search, score: Score, path: Path, tell: Callable[[int], None] | None = None
) -> list[Tried]:
    """Try all candidates, the first of them the bot as it is; return them in order.

    What is tried stands in a file: what stands there already is not tried again. A candidate
    changes some weights of the best one so far, by chance of the seed, so that the same plan
    tries the same candidates wherever it was interrupted. After an interruption those that were
    tried are returned. Raises InputError where the file is that of another plan.
    """
    tried = _tried(plan, path)
    try:
        while len(tried) < plan.candidates:
            changes = _candidate(plan, tried)
            tried.append(Tried(changes, score(changes)))
            write_whole(path, msgspec.json.encode(Kept(plan, tuple(tried))), force=True)
            if tell is not None:
                tell(len(tried))
    except KeyboardInterrupt:
        if not tried:
            raise
    return tried


def best_of(tried: list[Tried]) -> Tried:
    """Return the best candidate, the earliest of equal ones."""
    return max(tried, key=lambda each: each.score)


def begin(plan: Search, path: Path, *, force: bool) -> None:
    """Make the file of a search. Raises InputError where one that is not over lies there."""
    if path.exists() and not force:
        raise refusal("simulate.not-over", where=str(path))
    refuse_existing(path, force=force)
    write_whole(path, msgspec.json.encode(Kept(plan)), force=True)


def judged(
    task: Trial | Contest, plan: Search, drafts: int, seed: int, workers: Workers
) -> tuple[float, float, float]:
    """Return how the bot of a task does against the others, and the ends of the interval.

    By duels it is the share won, less a half; by a measure the difference, more being better.
    Raises KeyboardInterrupt where it is interrupted.
    """
    if isinstance(task, Trial):
        won = judge_by_duels(msgspec.structs.replace(task, seed=seed), drafts, None, workers)
        share, low, high = won.wins.share, won.wins.low, won.wins.high
        if won.drafts < drafts or share is None or low is None or high is None:
            raise KeyboardInterrupt
        return share - 0.5, low - 0.5, high - 0.5
    compared = compare_drafts(task, drafts, seed, None, workers)
    found = [each for each in compared.measures if each.id == plan.by]
    if compared.drafts < drafts:
        raise KeyboardInterrupt
    if not found:
        raise refusal("simulate.measure-unknown", measure=plan.by)
    sign = -1.0 if found[0].better == "low" else 1.0
    mean, margin = sign * found[0].difference.mean, found[0].difference.margin
    return mean, mean - margin, mean + margin


def check_seed(seed: int) -> int:
    """Return the seed of the comparison after a search of this seed: none that was searched."""
    return Stream(seed, "check").below(MAX_SEED + 1)


def _candidate(plan: Search, tried: list[Tried]) -> dict[str, float]:
    if not tried:
        return {}
    stream = Stream(plan.seed, "candidate", len(tried))
    found = {**plan.weights, **best_of(tried).changes}
    names = stream.shuffled(sorted(plan.weights))[: 1 + stream.below(FEW)]
    for name in names:
        up = 2 * stream.below(10_001) / 10_000 - 1
        # A weight of nothing has no factor: it begins at a tenth.
        found[name] = round((found[name] or 0.1) * math.exp(STEP * up), DIGITS)
    return {name: value for name, value in found.items() if value != plan.weights[name]}


def _tried(plan: Search, path: Path) -> list[Tried]:
    if not path.is_file():
        raise refusal("simulate.nothing-begun", where=str(path))
    kept = parse_json(read_input(path), str(path), Kept, code="simulate.no-run")
    for name in Search.__struct_fields__:
        if getattr(kept.plan, name) != getattr(plan, name):
            raise refusal("simulate.other-run", where=str(path), setting=name)
    return list(kept.tried)
