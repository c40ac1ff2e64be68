"""What many games of bots tell of a game, for `deckbuilder stats GAME`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckbuilder.cli.terminal import styled
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.games.parts import Facts, Sample

DEFAULT_GAMES = 100_000
DEFAULT_AT_TABLES = 500
"""Games where the batch engine cannot play the bot."""


def is_played_game(name: str) -> bool:
    """Tell whether a word that is no file names a game that bots can play."""
    from deckbuilder.registry import games_with

    return not Path(name).exists() and name in {game.id for game in games_with("play")}


def tell_game(
    name: str,
    players: int | None,
    bot: str | None,
    games: int | None,
    seed: int,
    *,
    as_json: bool,
) -> None:
    """Let bots play, and tell the facts. Raises InputError for what cannot be played."""
    from deckbuilder.errors import refusal
    from deckbuilder.games.table_game import Request
    from deckbuilder.sessions.seating import game_played, played_table

    home = game_played(name)
    if home.facts is None:
        raise refusal("play.no-facts", game=home.title)
    play, catalog = played_table(home), home.catalog()
    settings = play.settings(Request(players=players), catalog)
    seats = len(play.seat_names(settings))
    bot = bot or play.bots(settings)[-1]
    play.bot(bot, settings, catalog)
    if games is None:
        batch = None if home.batch is None else home.batch()
        fast = batch is not None and batch.batch(settings, [bot] * seats, seats, seed) is not None
        games = DEFAULT_GAMES if fast else DEFAULT_AT_TABLES
    facts = home.facts().facts(settings, catalog, bot, games, seed)
    if as_json:
        _print_json(facts)
        return
    click.echo(say("bots.facts", game=home.title, seats=seats, games=games, bot=bot, seed=seed))
    for part in facts:
        _print(part)


def _print(part: Facts) -> None:
    from deckbuilder.cli.console import print_table
    from deckbuilder.tables.screen import Column

    click.echo("\n" + styled(part.title, "bold"))
    titles = [
        Column(say("bots.columns.measure")),
        Column(say("bots.columns.value"), right=True),
        Column(say("bots.columns.interval"), right=True),
    ]
    if any(sample.exact for sample in part.samples):
        titles.append(Column(say("bots.exact"), right=True))
    print_table(titles, [_row(sample)[: len(titles)] for sample in part.samples])
    if part.note:
        click.echo(part.note)


def _row(sample: Sample) -> tuple[str, str, str, str]:
    from fractions import Fraction

    from deckbuilder.simulation.intervals import from_sums

    found = from_sums(sample.count, sample.total, sample.squares)
    if sample.count == 0:
        return sample.label, "", "", ""
    low, high = found.mean - found.margin, found.mean + found.margin
    if not sample.percent:
        return sample.label, f"{found.mean:.2f}", f"{low:.2f} - {high:.2f}", ""
    exact = f"{sample.exact} = {100 * float(Fraction(sample.exact)):.3f} %" if sample.exact else ""
    return (
        sample.label,
        say("bots.percent", value=f"{100 * found.mean:.2f}"),
        say("bots.within", low=f"{100 * max(0.0, low):.2f}", high=f"{100 * min(1.0, high):.2f}"),
        exact,
    )


def _print_json(facts: tuple[Facts, ...]) -> None:
    import msgspec

    from deckbuilder.simulation.intervals import from_sums

    document = [
        {
            "title": part.title,
            "note": part.note,
            "samples": [
                {
                    "label": sample.label,
                    "estimate": from_sums(sample.count, sample.total, sample.squares),
                    "exact": sample.exact,
                }
                for sample in part.samples
            ],
        }
        for part in facts
    ]
    click.echo(msgspec.json.encode(document).decode())
