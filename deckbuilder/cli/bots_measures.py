"""`deckbuilder bots measures`: which figures of drafted decks go with winning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.cli.game_options import declared_options, given_settings
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import needs
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.terminal import progress
from deckbuilder.cli.worker_options import tell_interrupted, workers_of, workers_option

if TYPE_CHECKING:
    from deckbuilder.simulation.tables import MeasureRelation

DEFAULT_DRAFTS = 200
DEFAULT_DUELS = 2


@click.command(
    name="measures",
    epilog="Example: deckbuilder bots measures invasion-draft --bots drafter,rating --drafts 500",
)
@click.argument("format_name", metavar="FORMAT")
@click.option(
    "--drafts", type=click.IntRange(4, 1_000_000), default=DEFAULT_DRAFTS, show_default=True
)
@click.option("--bots", help="Who drafts, several with commas between; else the usual bot.")
@click.option(
    "--duels",
    type=click.IntRange(1, 1000),
    default=DEFAULT_DUELS,
    show_default=True,
    help="Games between the decks of each draft.",
)
@click.option("--duel-bot", metavar="SPEC", help="Who plays both decks; else one that is quick.")
@declared_options("draft", "duel")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@workers_option
@click.option("--json", "as_json", is_flag=True, help="Write the figures as JSON.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Write what is found to a file, which stands as winning.yaml beside a game's bots.",
)
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@cards_option
@language_option
@needs("--force", "--output")
def measures(format_name: str, output: Path | None, **asked: Any) -> None:
    """Let the decks of many drafts in FORMAT play, and hold their measures against winning.

    A correlation over drafts of several bots tells of the bots as well, so that the one among
    decks of the same bots is shown beside it.
    """
    import msgspec

    from deckbuilder.cli.simulate import show_section
    from deckbuilder.files import refuse_existing, write_whole
    from deckbuilder.reports.drafted_duels import relations
    from deckbuilder.sessions.seating import DraftRequest
    from deckbuilder.sessions.simulations import DuelRequest, simulation_of
    from deckbuilder.simulation.running import sums_of
    from deckbuilder.simulation.tables import relation_rows, relations_of
    from deckbuilder.words import say

    if output is not None:
        refuse_existing(output, force=asked["force"])
    request = DraftRequest(
        format=format_name,
        options=given_settings(asked, asked["option_texts"]),
        seed=0,
        auto=True,
    )
    duels = DuelRequest(games=asked["duels"], player=asked["duel_bot"])
    job = simulation_of(request, asked["bots"], asked["seed"], decks=False, duels=duels)
    job = msgspec.structs.replace(job, again=0)
    with progress(asked["drafts"]) as move_to:
        sums = sums_of(job, asked["drafts"], workers_of(asked), move_to)
    found = list(relations_of(job, sums))
    rows = relation_rows(found)
    if asked["as_json"]:
        click.echo(msgspec.json.encode(rows).decode())
    else:
        show_section(relations(rows), len(rows))
    if output is not None and sums.drafts == asked["drafts"]:
        command = _command(format_name, job.bots, job.duels.player if job.duels else "", asked)
        content = _as_yaml(found, job.format, sums.drafts, command)
        write_whole(output, content, force=asked["force"])
        click.echo(say("draft-bots.winning.written", path=output), err=True)
    tell_interrupted(sums.drafts, asked["drafts"])


def _command(format_name: str, bots: tuple[str, ...], player: str, asked: dict[str, Any]) -> str:
    """Return the command that finds the same again."""
    said = [f"deckbuilder bots measures {format_name} --bots {','.join(bots)}"]
    said += [f"--drafts {asked['drafts']} --duels {asked['duels']} --duel-bot {player}"]
    settings = given_settings(asked, asked["option_texts"])
    said += [f"--option {name}={value}" for name, value in settings.items()]
    return " ".join([*said, f"--seed {asked['seed']}"])


def _as_yaml(found: list[MeasureRelation], format_id: str, drafts: int, command: str) -> bytes:
    import yaml

    data = {
        "made_by": command,
        "format": format_id,
        "drafts": drafts,
        "measures": {
            each.measure: {
                "correlation": round(each.whole.value, 3),
                "within": round(each.within.value, 3),
                "low": round(each.within.low, 3),
                "high": round(each.within.high, 3),
            }
            for each in found
        },
    }
    return yaml.safe_dump(data, sort_keys=False, default_flow_style=None, width=200).encode()
