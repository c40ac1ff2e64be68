"""`deckbuilder play`: a game against bots in the terminal, or one that bots play alone."""

from __future__ import annotations

from pathlib import Path

import click

from deckbuilder.cli.amounts import Amount
from deckbuilder.cli.language import language_option

DEFAULT_PACE = 1.0


@click.command(epilog="Example: deckbuilder play xeno --players 3 --bots counter --games 5")
@click.argument("game_name", metavar="[GAME]", required=False)
@click.option("--players", type=click.IntRange(1, 31), help="Number of seats.")
@click.option("--seat", "seat_name", default="1", show_default=True, help="Your seat.")
@click.option(
    "--bots",
    "specs",
    multiple=True,
    help="Who sits elsewhere: one for all, or repeated, one a seat in order; else the strongest.",
)
@click.option("--games", type=click.IntRange(1, 999), default=1, help="Games of the match.")
@click.option("--first", "first_seat", help="The seat that starts; else by the seed.")
@click.option("--rule", "rules", multiple=True, help="A ruling the game leaves open, NAME=VALUE.")
@click.option("--seed", type=click.IntRange(0), help="Gives the same cards again.")
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
@language_option
def command(
    game_name: str | None,
    players: int | None,
    seat_name: str,
    specs: tuple[str, ...],
    games: int,
    first_seat: str | None,
    rules: tuple[str, ...],
    seed: int | None,
    names: str | None,
    watch: bool,
    pace: float,
    log_path: Path | None,
    resume: Path | None,
    force: bool,
) -> int:
    """Play GAME against bots.

    What you may do is shown as a table; type the number of a row to do it, and ? for what a
    bot in your place believes and what it holds each choice worth. Nothing can be taken back.
    Ctrl-C leaves, and --resume LOG goes on at the same place.
    """
    from deckbuilder.cli.playing import Sitting, begin_game, resume_game
    from deckbuilder.cli.seats import seat_number
    from deckbuilder.errors import unusable
    from deckbuilder.games.playing import PlayRequest
    from deckbuilder.registry import game, games_with
    from deckbuilder.tables.chance import MAX_SEED, Stream, new_seed
    from deckbuilder.tables.log import PERSON, Head

    if resume is not None:
        return resume_game(resume, names, pace)
    if game_name is None:
        raise click.UsageError("Name a game, for example xeno, or --resume a log.")
    home = game(game_name)
    if home.play is None:
        known = ", ".join(each.id for each in games_with("play"))
        raise unusable(f"{home.title} cannot be played here.", mend=f"Games: {known}.")
    play, catalog = home.play(), home.catalog()
    seed = new_seed() if seed is None else seed
    if seed > MAX_SEED:
        raise click.BadParameter(f"{seed} is above {MAX_SEED}.", param_hint="--seed")
    request = PlayRequest(players=players, games=games, rules=rules)
    seats = play.seat_names(play.settings(catalog, request))
    if first_seat is None:
        first = Stream(seed, "first-seat").below(len(seats))
    else:
        first = seat_number(first_seat, seats)
    settings = play.settings(
        catalog, PlayRequest(players=players, first=first, games=games, rules=rules)
    )
    own = None if watch else seat_number(seat_name, seats)
    bots = len(seats) - (own is not None)
    specs = specs or play.bots(settings)[-1:]
    if len(specs) not in (1, bots):
        raise click.UsageError(f"Name one bot for all, or {bots}, one for each seat.")
    sitting = list(specs if len(specs) == bots else specs * bots)
    if own is not None:
        sitting.insert(own, PERSON)
    log_path = log_path or Path(f"{home.id}-{seed}.jsonl")
    head = Head(
        kind="play",
        game=home.id,
        table=home.id,
        seed=seed,
        seats=tuple(sitting),
        settings=settings,
    )
    return begin_game(
        Sitting(head=head, play=play, catalog=catalog, log_path=log_path, names=names, pace=pace),
        force=force,
    )
