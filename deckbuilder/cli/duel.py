"""`deckbuilder duel`: two lists against each other by bots, many times."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.cli.game_options import declared_options, given_settings
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import needs
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.prose import tell
from deckbuilder.cli.reading_warnings import tell_reading_warnings
from deckbuilder.cli.terminal import progress, styled
from deckbuilder.cli.worker_options import tell_interrupted, workers_of, workers_option

if TYPE_CHECKING:
    from deckbuilder.games.duels import DuelFigures
    from deckbuilder.simulation.duels import Rivals

DEFAULT_GAMES = 100
DEFAULT_SEED = 1
MOST_GAMES = 10_000_000
ENDING = ".svg"


@click.command(epilog="Example: deckbuilder duel dwarf orcs.txt --games 1000 --picture duel.svg")
@click.argument("one", metavar="LIST")
@click.argument("other", metavar="LIST")
@click.option(
    "--games",
    type=click.IntRange(2, MOST_GAMES),
    default=DEFAULT_GAMES,
    show_default=True,
    help="Games that are played, an even number.",
)
@click.option("--bots", "bot", metavar="SPEC", help="Who plays both lists.")
@click.option("--seed", type=click.IntRange(0), default=DEFAULT_SEED, show_default=True)
@click.option("--anyway", is_flag=True, help="Play lists that are not legal in their format.")
@declared_options("duel")
@click.option("--json", "as_json", is_flag=True, help="Write the figures as JSON.")
@click.option(
    "--picture", type=click.Path(path_type=Path), metavar="FILE", help="Draw the figures as SVG."
)
@click.option("--force", is_flag=True, help="Overwrite a picture that is there.")
@workers_option
@cards_option
@language_option
@needs("--force", "--picture")
def command(one: str, other: str, **asked: Any) -> None:
    """Let bots play two LISTs against each other, and tell which wins and why.

    Each LIST is a file, or a deck of the game such as dwarf. Every deal is played twice with the
    seats changed about, and the first turn goes about too. Told are the share of games won, how
    long they are, the damage by zone, and what a list wins when it draws a card, with 95 %
    intervals.
    """
    from deckbuilder.files import refuse_existing
    from deckbuilder.simulation.duels import duel

    games, picture = asked["games"], asked["picture"]
    _refuse_odd(games)
    if picture is not None:
        _refuse_form(picture)
        refuse_existing(picture, force=asked["force"])
    playing = _rivals((one, other), asked)
    with progress(games) as move_to:
        found = duel(playing, games, move_to, workers_of(asked))
    _show(found, as_json=asked["as_json"])
    if picture is not None:
        _draw(found, picture, force=asked["force"])
    tell_interrupted(found.games, games)


def _refuse_odd(games: int) -> None:
    from deckbuilder.errors import refusal

    if games % 2:
        raise refusal("duels.odd", games=games, even=games + 1)


def _refuse_form(picture: Path) -> None:
    from deckbuilder.errors import refusal

    if picture.suffix.casefold() != ENDING:
        raise refusal("files.no-form", where=str(picture), endings=(ENDING,))


def _rivals(names: tuple[str, str], asked: dict[str, Any]) -> Rivals:
    from deckbuilder.sessions.decks import decks_between, refuse_illegal
    from deckbuilder.sessions.duels import rivals

    home, (first, second) = decks_between(names, asked["seed"])
    for deck, name in zip((first, second), names, strict=True):
        tell_reading_warnings((deck,), name)
    if not asked["anyway"]:
        refuse_illegal((first, second), names)
    return rivals(
        home,
        (first, second),
        names,
        given_settings(asked, asked["option_texts"]),
        bot=asked["bot"],
        seed=asked["seed"],
    )


def _show(found: DuelFigures, *, as_json: bool) -> None:
    import msgspec

    from deckbuilder.cli.part_tables import print_parts
    from deckbuilder.registry import game
    from deckbuilder.reports.duels import duel_parts, duel_summary

    if as_json:
        click.echo(msgspec.json.encode(found).decode())
        return
    tell(styled(duel_summary(found), "bold"))
    print_parts(duel_parts(found, game(found.game).catalog()), found.game)


def _draw(found: DuelFigures, path: Path, *, force: bool) -> None:
    from deckbuilder.files import write_whole
    from deckbuilder.registry import game
    from deckbuilder.reports.duels import duel_picture
    from deckbuilder.words import say

    picture = duel_picture(found, game(found.game).catalog())
    write_whole(path, picture.encode(), force=force)
    tell(say("reports.duel.written", path=path), err=True)
