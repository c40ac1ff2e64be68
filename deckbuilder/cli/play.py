"""`deckbuilder play`: a game against bots in the terminal, or one that bots play alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.cli.amounts import Amount
from deckbuilder.cli.error_messages import misuse
from deckbuilder.cli.game_options import declared_options, given_settings
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import needs, options_said, refuse_beside, settles
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.plain import plain_option
from deckbuilder.cli.preferences import prefer
from deckbuilder.cli.reading_warnings import tell_reading_warnings
from deckbuilder.errors import refusal

if TYPE_CHECKING:
    from deckbuilder.decks.deck import Deck

DEFAULT_PACE = 1.0
_GOING_ON = ("--resume", "--names", "--pace", "--plain", "--lang", "--cards")
"""What can be said beside --resume: all else stands in the log."""


@click.command(epilog="Example: deckbuilder play xeno --players 3 --bots counter --games 5")
@click.argument("game_name", metavar="[GAME]", required=False)
@click.option("--players", type=click.IntRange(1, 31), help="Number of seats.")
@click.option("--seat", "seat_name", default="1", show_default=True, help="Your seat.")
@click.option(
    "--bots",
    multiple=True,
    help="Who sits elsewhere: one for all, or repeated, one a seat in order; else the strongest.",
)
@click.option(
    "--think",
    type=Amount(0, min_open=True),
    metavar="N",
    help="Let bots that can (planner) do N times the usual work for a choice.",
)
@click.option("--deck", metavar="LIST", help="Your list, or a deck of the game, such as dwarf.")
@click.option("--against", metavar="LIST", help="The list of the other seat.")
@click.option(
    "--from-draft",
    "drafted",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Play what you and the bot drafted: the folder of a draft.",
)
@click.option("--anyway", is_flag=True, help="Play lists that are not legal in their format.")
@click.option("--hotseat", is_flag=True, help="Two people at one terminal, by turns.")
@click.option("--seed", type=click.IntRange(0), help="Gives the same cards again.")
@declared_options("play")
@click.option("--names", type=click.Choice(["en", "ja"]), help="Card names in English or Japanese.")
@click.option("--watch", is_flag=True, help="Let bots play every seat, step by step.")
@click.option(
    "--pace",
    type=Amount(0, 60),
    default=DEFAULT_PACE,
    show_default=True,
    help="Seconds between the steps that you watch.",
)
@click.option("--log", "log_path", type=click.Path(path_type=Path), help="Where the log is kept.")
@click.option("--resume", type=click.Path(path_type=Path), help="A log to go on with.")
@click.option("--force", is_flag=True, help="Overwrite a log that is there.")
@plain_option
@language_option
@cards_option
@click.pass_context
@settles("--watch", "--seat", "--hotseat")
@settles("--hotseat", "--seat", "--bots", "--think")
@settles("--from-draft", "--deck", "--against")
@needs("--anyway", "--deck", "--from-draft")
@needs("--pace", "--watch", "--resume")
def command(
    context: click.Context,
    /,
    names: str | None,
    pace: float,
    resume: Path | None,
    **beginning: Any,
) -> int:
    """Play GAME against bots.

    What you may do is shown as a table; type the number of a row to do it, and ? for what a
    bot in your place believes and what it holds each choice worth. A choice can be taken back
    while you have seen nothing new. Ctrl-C leaves, and --resume LOG goes on at the same place.
    """
    from deckbuilder.cli.playing import begin_game, resume_game
    from deckbuilder.sessions.lists import log_in
    from deckbuilder.sessions.seating import GameRequest

    if names is not None:
        prefer(context, card_names=names)
    if resume is not None:
        refuse_beside("--resume", (each for each in options_said(context) if each not in _GOING_ON))
        return resume_game(log_in(resume), pace)
    if beginning["game_name"] is None:
        raise misuse("usage.which-game")
    seats = () if beginning["watch"] else (beginning["seat_name"],)
    request = GameRequest(
        game=beginning["game_name"],
        players=beginning["players"],
        seats=("1", "2") if beginning["hotseat"] else seats,
        decks=_decks(beginning),
        bots=beginning["bots"],
        think=beginning["think"],
        seed=beginning["seed"],
        options=given_settings(beginning, beginning["option_texts"]),
    )
    return begin_game(request, beginning["log_path"], pace, force=beginning["force"])


def _decks(beginning: dict[str, Any]) -> tuple[Deck, ...]:
    """Return the lists that are played, none where the game brings its own."""
    from deckbuilder.sessions.decks import deck_named, drafted_decks, refuse_illegal
    from deckbuilder.sessions.seating import game_played

    home = game_played(beginning["game_name"])
    folder, own, other = beginning["drafted"], beginning["deck"], beginning["against"]
    if folder is not None:
        decks = drafted_decks(folder)
        names: tuple[str, ...] = tuple(deck.name for deck in decks)
    elif own is not None or other is not None:
        if own is None or other is None:
            raise refusal("play.two-lists")
        names = (own, other)
        decks = tuple(deck_named(home, name, beginning["seed"] or 0) for name in names)
    else:
        return ()
    for deck, name in zip(decks, names, strict=True):
        tell_reading_warnings((deck,), name)
    if not beginning["anyway"]:
        refuse_illegal(decks, names)
    return decks
