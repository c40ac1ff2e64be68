"""`deckbuilder draft`: a practice draft in the terminal, or one that bots draft alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from deckbuilder.cli.error_messages import misuse
from deckbuilder.cli.game_options import declared_options, given_settings, is_setting
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import options_said, refuse_beside, settles
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.plain import plain_option
from deckbuilder.sessions.own_settings import read_settings

_LAST = "-last-"
"""Stands for a --resume without a log."""
_USUAL = ""
"""Stands for a --coach without a bot: the game's usual one."""
_GOING_ON = ("--resume", "--coach", "--output", "--to", "--force", "--plain", "--lang", "--cards")
"""What can be said beside --resume: all else stands in the log."""
_OF_CODE = ("FORMAT", "--players", "--seed", "--variant", "--set", "--option")


@click.command(epilog="Example: deckbuilder draft invasion-draft --seat order --seed 7 -o my-draft")
@click.argument("format_name", metavar="[FORMAT]", required=False)
@click.option("--players", type=click.IntRange(1, 31), help="Number of seats, where it is free.")
@click.option("--seat", "seat_name", help="Your seat, by name or number; else by the seed.")
@click.option(
    "--bots",
    help="Who drafts the other seats, such as rating; else the settings' or the game's usual bot.",
)
@click.option("--code", help="A friend's draft code: the same format, settings and packs.")
@click.option("--seed", type=click.IntRange(0), help="Gives the same packs again.")
@click.option("--variant", "variants", multiple=True, help="A variant of the draft's rules.")
@click.option("--set", "sets", multiple=True, help="A set in the box, where sets are chosen.")
@declared_options("draft")
@click.option(
    "--coach",
    is_flag=False,
    flag_value=_USUAL,
    help="Show with ? what a bot would take and why: --coach, or --coach BOT.",
)
@click.option("--auto", is_flag=True, help="Let the bot draft your seat too.")
@click.option("--log", "log_path", type=click.Path(path_type=Path), help="Where the log is kept.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value=_LAST,
    metavar="[LOG]",
    help="Go on with the draft of a log, or of its number in `drafts`; alone, with the last one.",
)
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(path_type=Path),
    help="Folder for the lists and the log; else one named by format and seed.",
)
@click.option(
    "--to",
    "targets",
    multiple=True,
    help="Write the lists in this form too; `export --list` names the forms.",
)
@click.option("--force", is_flag=True, help="Overwrite lists and a log that are there.")
@plain_option
@language_option
@cards_option
@click.pass_context
@settles("--auto", "--coach")
def command(
    context: click.Context,
    /,
    coach: str | None,
    resume: str | None,
    folder: Path | None,
    targets: tuple[str, ...],
    force: bool,
    **beginning: Any,
) -> int:
    """Draft in FORMAT against bots; the lists of all seats are written at the end.

    The pack is shown as a table; type the number or the name of a card to take it, ? for help.
    q or Ctrl-C leaves, and --resume goes on at the same place with the same packs and bots.
    """
    from deckbuilder.cli.drafting import Files, begin_draft, resume_draft
    from deckbuilder.sessions.lists import log_in
    from deckbuilder.sessions.past_drafts import log_named
    from deckbuilder.sessions.seating import DraftRequest

    files = Files(folder=folder, log=beginning.pop("log_path"), targets=targets, force=force)
    said = options_said(context)
    if resume is not None:
        refuse_beside("--resume", (each for each in said if each not in _GOING_ON))
        log = log_in(log_named(None if resume == _LAST else resume))
        return resume_draft(log, files, coach)
    options = given_settings(beginning, beginning["option_texts"])
    if beginning["code"] is not None:
        settled = (each for each, name in said.items() if each in _OF_CODE or is_setting(name))
        refuse_beside("--code", settled)
    elif beginning["format_name"] is None:
        raise misuse("usage.which-format")
    request = DraftRequest(
        format=beginning["format_name"],
        code=beginning["code"],
        players=beginning["players"],
        seat=beginning["seat_name"],
        bots=beginning["bots"] or read_settings().bots or None,
        auto=beginning["auto"],
        seed=beginning["seed"],
        variants=beginning["variants"],
        sets=beginning["sets"],
        options=options,
    )
    return begin_draft(request, files, coach)
