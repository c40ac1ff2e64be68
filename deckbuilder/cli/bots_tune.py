"""`deckbuilder bots tune`: a search for better weights of a drafting bot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from deckbuilder.cli.error_messages import misuse
from deckbuilder.cli.game_options import declared_options, given_settings
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import one_of
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.terminal import progress
from deckbuilder.cli.worker_options import tell_interrupted, workers_of, workers_option
from deckbuilder.simulation.tuning import Search, Tried

if TYPE_CHECKING:
    from deckbuilder.sessions.seating import DraftRequest
    from deckbuilder.simulation.drafted import Trial
    from deckbuilder.simulation.drafts import Contest

DUELS = "duels"


class Tuned(msgspec.Struct, kw_only=True):
    """What a search found, and the comparison on other seeds: drafts, difference, its ends."""

    plan: Search
    spec: str
    best: Tried
    first: Tried
    check: tuple[int, float, float, float] | None = None


@click.command(
    name="tune",
    epilog="Example: deckbuilder bots tune invasion-draft --by units --candidates 30"
    " --drafts 100 -o tuned.yaml",
)
@click.argument("format_name", metavar="FORMAT")
@click.option("--bot", help="The bot whose weights are tuned, against itself as it is.")
@click.option(
    "--by",
    default=DUELS,
    show_default=True,
    metavar="duels|MEASURE",
    help="What a candidate is judged by: winning duels, or a measure that `bots compare` has.",
)
@click.option("--candidates", type=click.IntRange(2, 100_000), required=True, help="Tries.")
@click.option(
    "--drafts", type=click.IntRange(2, 1_000_000), required=True, help="Drafts of each try."
)
@click.option(
    "--check",
    type=click.IntRange(2, 1_000_000),
    help="Drafts of the comparison in the end, on other seeds; else four times those of a try.",
)
@click.option("--duel-bot", metavar="SPEC", help="Who plays both decks; else one that is quick.")
@click.option("--players", type=click.IntRange(1, 31), help="Number of seats.")
@declared_options("draft", "duel")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@workers_option
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The file.")
@click.option("--resume", is_flag=True, help="Go on with an interrupted search of the same.")
@click.option("--force", is_flag=True, help="Overwrite a file, or a search that is not over.")
@cards_option
@language_option
@one_of("--resume", "--force")
def tune(format_name: str, output: Path, **asked: Any) -> None:
    """Search weights with which a bot does better in FORMAT, and write them to a file.

    All tries draft with the same packs; the best is compared with the bot as it is on packs that
    were not searched, with a 95 % interval. The file says the spec for --bots, the command and
    the comparison.
    """
    from deckbuilder.files import refuse_existing, write_whole
    from deckbuilder.sessions.seating import DraftRequest
    from deckbuilder.simulation.running import part_file
    from deckbuilder.simulation.tuning import begin, best_of, check_seed, judged, search, spec_of

    refuse_existing(output, force=asked["force"])
    request = DraftRequest(
        format=format_name,
        players=asked["players"],
        bots=asked["bot"],
        options=given_settings(asked, asked["option_texts"]),
        seed=0,
        auto=True,
    )
    task, plan = _task(request, asked)
    workers, path = workers_of(asked), part_file(output)
    if not asked["resume"]:
        begin(plan, path, force=asked["force"])

    def score(changes: Mapping[str, float]) -> float:
        candidate = msgspec.structs.replace(task, bot=spec_of(plan.bot, changes))
        return judged(candidate, plan, plan.drafts, plan.seed, workers)[0]

    with progress(plan.candidates) as move_to:
        tried = search(plan, score, path, move_to)
    best = best_of(tried)
    found = Tuned(plan=plan, spec=spec_of(plan.bot, best.changes), best=best, first=tried[0])
    _show(found)
    tell_interrupted(len(tried), plan.candidates)
    drafts = asked["check"] or 4 * plan.drafts
    other = msgspec.structs.replace(task, bot=found.spec)
    found.check = (drafts, *judged(other, plan, drafts, check_seed(plan.seed), workers))
    _show_check(found)
    write_whole(output, _as_yaml(found, _command(format_name, plan, asked)), force=True)
    path.unlink(missing_ok=True)


def _task(request: DraftRequest, asked: dict[str, Any]) -> tuple[Trial | Contest, Search]:
    """Return what is judged, and the plan. Raises InputError."""
    from deckbuilder.errors import refusal
    from deckbuilder.sessions.duels import trial_of
    from deckbuilder.sessions.simulations import contest_of

    seed = asked["seed"]
    task: Trial | Contest
    if asked["by"] == DUELS:
        task = trial_of(request, asked["bot"], player=asked["duel_bot"], seed=seed)
    elif asked["duel_bot"] is not None:
        raise misuse("usage.settled", options=("--duel-bot",), beside="--by")
    else:
        task = contest_of(request, asked["bot"])
        if asked["by"] not in task.measures.better():
            known = (DUELS, *task.measures.better())
            raise refusal("simulate.no-measure", measure=asked["by"], known=known)
    weights = task.draft.weights(task.bot, task.settings)
    if not weights:
        raise refusal("simulate.no-weights", bot=task.bot)
    plan = Search(
        format=task.format,
        bot=task.bot,
        by=asked["by"],
        candidates=asked["candidates"],
        drafts=asked["drafts"],
        seed=seed,
        weights=dict(weights),
    )
    return task, plan


def _show(found: Tuned) -> None:
    from deckbuilder.cli.prose import tell
    from deckbuilder.words import say

    plan = found.plan
    fields = {"bot": plan.bot, "by": plan.by, "format": plan.format, "seed": plan.seed}
    tell(say("draft-bots.tune.searched", tried=plan.candidates, drafts=plan.drafts, **fields))
    if not found.best.changes:
        tell(say("draft-bots.tune.nothing"))
    score = _amount(plan, found.best.score)
    tell(say("draft-bots.tune.best", spec=found.spec, score=score))


def _show_check(found: Tuned) -> None:
    from deckbuilder.cli.prose import tell
    from deckbuilder.words import say

    assert found.check is not None
    drafts, mean, low, high = found.check
    verdict = "better" if low > 0 else "worse" if high < 0 else "open"
    amounts = {name: _amount(found.plan, value) for name, value in _named(mean, low, high).items()}
    tell(say("draft-bots.tune.check", drafts=drafts, **amounts))
    tell(say(f"draft-bots.tune.{verdict}"))


def _named(mean: float, low: float, high: float) -> dict[str, float]:
    return {"mean": mean, "low": low, "high": high}


def _amount(plan: Search, value: float) -> str:
    """Return a difference for people: in per cent of the duels, or in the measure."""
    from deckbuilder.words import say

    if plan.by == DUELS:
        return say("draft-bots.tune.points", value=f"{100 * value:+.1f}")
    return f"{value + 0.0:+.3f}"


def _command(format_name: str, plan: Search, asked: Mapping[str, Any]) -> str:
    """Return the command that finds the same again."""
    said = [f"deckbuilder bots tune {format_name} --bot {plan.bot} --by {plan.by}"]
    said += [f"--candidates {plan.candidates} --drafts {plan.drafts}"]
    for name in ("check", "players", "duel_bot"):
        if asked[name] is not None:
            said.append(f"--{name.replace('_', '-')} {asked[name]}")
    settings = given_settings(asked, asked["option_texts"])
    said += [f"--option {name}={value}" for name, value in settings.items()]
    return " ".join([*said, f"--seed {plan.seed}"])


def _as_yaml(found: Tuned, command: str) -> bytes:
    import yaml

    from deckbuilder.simulation.tuning import check_seed

    assert found.check is not None
    drafts, *amounts = found.check
    plan = found.plan
    data = {
        "made_by": command,
        "format": plan.format,
        "spec": found.spec,
        "weights": {**plan.weights, **found.best.changes},
        "searched": {"by": plan.by, "score": round(found.best.score, 4)},
        "compared": {
            "with": plan.bot,
            "seed": check_seed(plan.seed),
            "drafts": drafts,
            **{name: round(value, 4) for name, value in _named(*amounts).items()},
        },
    }
    return yaml.safe_dump(data, sort_keys=False, width=200).encode()
