"""`deckbuilder bots`: what bots are worth, and how the strongest learned to play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.cli.amounts import Amount
from deckbuilder.cli.bots_measures import measures
from deckbuilder.cli.bots_tune import tune
from deckbuilder.cli.draft_bots import (
    compare_in_draft,
    draft_options,
    names_draft,
    of_drafts,
    refuse_draft_options,
)
from deckbuilder.cli.game_options import declared_options, given_settings
from deckbuilder.cli.language import language_option
from deckbuilder.cli.terminal import ROUND, progress
from deckbuilder.cli.worker_options import tell_interrupted, workers_of, workers_option

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.decks.deck import Deck
    from deckbuilder.games.parts import Solved
    from deckbuilder.registry import Game
    from deckbuilder.simulation.comparing import Comparison, Match
    from deckbuilder.simulation.workers import Workers

DEFAULT_SEED = 1
DEFAULT_DEALS = 10_000
DEFAULT_AT_TABLES = 50
DEFAULT_NEAR = 0.0005
SHOWN_SHARE = 0.01
"""Options that are chosen less often are not shown."""


@click.group(
    name="bots", epilog="Example: deckbuilder bots compare expert casual xeno --deals 50000"
)
def command() -> None:
    """Compare bots with each other, and make the tables of those that learn."""


@command.command(epilog="Example: deckbuilder bots compare drafter rating invasion-draft")
@click.argument("bot")
@click.argument("others")
@click.argument("game_name", metavar="GAME|FORMAT")
@click.option("--players", type=click.IntRange(1, 31), help="Number of seats.")
@click.option(
    "--deals",
    type=click.IntRange(2, 100_000_000),
    help="Deals; each is played once for every seat; else as many as are played soon:"
    f" {DEFAULT_DEALS}, or {DEFAULT_AT_TABLES} of a game without a batch engine.",
)
@click.option(
    "--decks",
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Lists that are played, every two of them, where a game is played with lists;"
    " else those that the game brings.",
)
@declared_options("draft", "play")
@click.option("--seed", type=click.IntRange(0), default=DEFAULT_SEED, show_default=True)
@click.option("--at-tables", is_flag=True, help="Use the rules engine, not the batch engine.")
@workers_option
@click.option("--json", "as_json", is_flag=True, help="Write the figures as JSON.")
@draft_options
def compare(bot: str, others: str, game_name: str, **asked: Any) -> None:
    """Let BOT play GAME, or draft in FORMAT, against OTHERS: one seat against all the rest.

    Every deal is played once for each seat, with the same cards, so that luck of the deal and
    of the seat tells for nobody; a bot against itself comes out exactly even. A draft is also
    done with BOT and OTHERS swapped, and their decks are measured.
    """
    from deckbuilder.sessions.seating import DraftRequest

    said = given_settings(asked, asked.pop("option_texts"))
    if names_draft(game_name):
        wishes = DraftRequest(
            format=game_name,
            players=asked["players"],
            bots=bot,
            options=said,
            **of_drafts(asked),
        )
        compare_in_draft(wishes, others, asked)
        return
    refuse_draft_options(asked)
    match = _match(bot, others, game_name, said, asked)
    deals = asked["deals"] or _usual_deals(game_name)
    _compare_in_games(match, deals, workers_of(asked), asked["as_json"])


def _usual_deals(game_name: str) -> int:
    """Return the deals that are played where nobody says how many."""
    from deckbuilder.registry import game

    return DEFAULT_AT_TABLES if game(game_name).batch is None else DEFAULT_DEALS


def _match(
    bot: str, others: str, game_name: str, said: Mapping[str, str], asked: Mapping[str, Any]
) -> Match:
    from deckbuilder.sessions.duels import decks_of
    from deckbuilder.sessions.seating import game_played, played_table
    from deckbuilder.simulation.comparing import Match

    home = game_played(game_name)
    decks = decks_of(home, asked["folder"], asked["seed"])
    settings, *further = _tables(home, decks, said, asked)
    return Match(
        table=played_table(home),
        batch=None if asked["at_tables"] or home.batch is None else home.batch(),
        settings=settings,
        further=tuple(further),
        catalog=home.catalog(),
        bot=bot,
        others=others,
        seed=asked["seed"],
    )


def _tables(
    home: Game, decks: tuple[Deck, ...], said: Mapping[str, str], asked: Mapping[str, Any]
) -> tuple[Any, ...]:
    """Return the settings that are played in turn: one, or those of every two lists."""
    from deckbuilder.game_settings import read_settings
    from deckbuilder.sessions.duels import tables_in_turn

    if not decks:
        return (_settings(home, asked["players"], said),)
    options = read_settings(home.settings_for("play"), said)
    return tables_in_turn(home, decks, options, asked["seed"], players=asked["players"])


def _compare_in_games(match: Match, deals: int, workers: Workers, as_json: bool) -> None:
    import msgspec

    from deckbuilder.simulation.comparing import compare as play_all

    with progress(deals * match.seats) as move_to:
        found = play_all(match, deals, move_to, workers)
    if as_json:
        # How long it took is no figure of the seed.
        figures = {k: v for k, v in msgspec.to_builtins(found).items() if k != "pace"}
        click.echo(msgspec.json.encode(figures).decode())
    else:
        _show(found)
    _tell_pace(found)
    tell_interrupted(found.deals, deals)


def _tell_pace(found: Comparison) -> None:
    """Say on standard error how fast the games were, and how long choices took."""
    from deckbuilder.words import say

    rate = found.games / found.pace.seconds
    engine = say("bots.engines.fast" if found.fast else "bots.engines.tables")
    click.echo(
        say("bots.speed", rate=f"{rate:,.{0 if rate >= ROUND else 1}f}", engine=engine), err=True
    )
    if found.pace.thought is not None:
        thought = zip((found.bot, found.others), found.pace.thought, strict=True)
        for bot, each in dict(thought).items():
            mean, slowest = f"{each.mean:.3f}", f"{each.slowest:.3f}"
            click.echo(say("bots.thought", bot=bot, mean=mean, slowest=slowest), err=True)


@command.command(
    epilog="Example: deckbuilder bots learn xeno --rounds 6 --games 1000000 -o tables.bin"
)
@click.argument("game_name", metavar="GAME")
@click.option("--rounds", type=click.IntRange(1, 1000), required=True, help="Rounds of games.")
@click.option("--games", type=click.IntRange(1, 10**9), required=True, help="Games a round.")
@click.option("--players", type=click.IntRange(1, 31), help="Number of seats to learn for.")
@click.option("--seed", type=click.IntRange(0), default=DEFAULT_SEED, show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The file.")
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@language_option
def learn(
    game_name: str,
    rounds: int,
    games: int,
    players: int | None,
    seed: int,
    output: Path,
    force: bool,
) -> None:
    """Let the strongest bot of GAME learn from games with itself, and write its tables.

    The same seed gives the same tables. They are used from the game's folder `bots` of the formats.
    """
    from deckbuilder.errors import refusal
    from deckbuilder.files import refuse_existing, write_whole
    from deckbuilder.sessions.seating import game_played
    from deckbuilder.words import say

    refuse_existing(output, force=force)
    home = game_played(game_name)
    if home.learning is None:
        raise refusal("play.no-learning", game=home.title)
    seats = "" if players is None else f" --players {players}"
    made_by = (
        f"deckbuilder bots learn {game_name}{seats} --rounds {rounds} --games {games} --seed {seed}"
    )
    content = home.learning().learn(
        _settings(home, players, {}),
        seed,
        rounds,
        games,
        made_by,
        lambda number: click.echo(say("bots.round", number=number, rounds=rounds), err=True),
    )
    write_whole(output, content, force=force)
    click.echo(say("bots.written", path=output), err=True)


@command.command(epilog="Example: deckbuilder bots solve xeno Sage Sage Noble Boy Soldier Emperor")
@click.argument("game_name", metavar="GAME")
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@click.option("--played", multiple=True, help="A card played before, where that still tells.")
@declared_options("play")
@click.option(
    "--near",
    type=Amount(0, 0.1),
    default=DEFAULT_NEAR,
    show_default=True,
    help="The exploitability at which to stop.",
)
@click.option("--json", "as_json", is_flag=True, help="Write the solution as JSON.")
@language_option
def solve(
    game_name: str,
    cards: tuple[str, ...],
    played: tuple[str, ...],
    near: float,
    as_json: bool,
    option_texts: tuple[str, ...],
    **more: Any,
) -> None:
    """Solve the end of GAME between two exactly, from the cards that are left.

    The CARDs lie in the two hands, aside and in the deck, in any way alike; the first seat is
    about to draw. Told are the worth to it, what it should choose, and how much the bots lose
    there to an opponent who plays at its best. Of XENO six cards take a second, seven up to
    half a minute, eight some minutes.
    """
    import msgspec

    from deckbuilder.errors import refusal
    from deckbuilder.sessions.seating import game_played

    home = game_played(game_name)
    if home.solving is None:
        raise refusal("play.no-solving", game=home.title)
    catalog = home.catalog()
    settings = _settings(home, None, given_settings(more, option_texts))
    found = home.solving().solve(
        settings,
        catalog,
        [_card(catalog, name) for name in cards],
        [_card(catalog, name) for name in played],
        near,
    )
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        _show_solved(found, home, settings)


def _card(catalog: Catalog, name: str) -> str:
    from deckbuilder.errors import refusal

    card = catalog.find(name)
    if card is None:
        known = catalog.nearest(name) or tuple(each.name for each in catalog.cards)
        raise refusal("card.unknown-of", name=name, known=known)
    return card.id


def _settings(home: Game, players: int | None, said: Mapping[str, str]) -> Any:
    from deckbuilder.game_settings import read_settings
    from deckbuilder.games.table_game import Request
    from deckbuilder.sessions.seating import played_table

    options = read_settings(home.settings_for("play"), said)
    table = played_table(home)
    return table.settings(Request(players=players, options=options), home.catalog())


def _show_solved(found: Solved, home: Game, settings: Any) -> None:
    from deckbuilder.cli.console import print_table
    from deckbuilder.sessions.seating import played_table
    from deckbuilder.tables.screen import Column
    from deckbuilder.words import enumerated, say

    table, catalog = played_table(home), home.catalog()
    click.echo(
        say(
            "bots.solved",
            worth=f"{found.worth:.4f}",
            low=f"{found.low:.4f}",
            high=f"{found.high:.4f}",
            exploitability=f"{found.exploitability:.5f}",
            nodes=f"{found.nodes:,}",
            moments=f"{found.moments:,}",
            rounds=found.rounds,
        )
    )
    rows = []
    for mix in found.first:
        hand = enumerated(catalog.card(card).name for card in mix.hand)
        for option, share in mix.options:
            if share >= SHOWN_SHARE:
                rows.append(
                    (hand, table.tell_choice(settings, option, catalog), f"{100 * share:.0f} %")
                )
                hand = ""
    print_table(
        (
            Column(say("bots.columns.hand")),
            Column(say("bots.columns.choice")),
            Column(say("bots.columns.share"), right=True),
        ),
        rows,
    )
    for bot, lost in found.bots:
        click.echo(say("bots.exploited", bot=bot, lost=f"{lost:.4f}"))


def _show(found: Comparison) -> None:
    from deckbuilder.cli.console import print_table
    from deckbuilder.cli.prose import tell
    from deckbuilder.simulation.intervals import share_ends
    from deckbuilder.tables.screen import Column
    from deckbuilder.words import say

    def percent(share: float) -> str:
        return say("bots.percent", value=f"{100 * share:.1f}")

    def within(low: float, high: float) -> str:
        return say("bots.within", low=f"{100 * low:.1f}", high=f"{100 * high:.1f}")

    click.echo(
        say(
            "bots.compared",
            bot=found.bot,
            others=found.others,
            seats=found.seats,
            deals=found.deals,
            games=found.games,
            seed=found.seed,
        )
    )
    if found.tables > 1:
        tell(say("bots.turns", count=found.tables))
    print_table(
        (
            Column(say("bots.columns.measure")),
            Column(say("bots.columns.value"), right=True),
            Column(say("bots.columns.interval"), right=True),
            Column(say("bots.columns.fair"), right=True),
        ),
        (
            (
                say("bots.measures.score"),
                percent(found.score.mean),
                within(*found.interval),
                percent(found.fair),
            ),
            (
                say("bots.measures.wins"),
                percent(found.wins.mean),
                within(*share_ends(found.wins, found.games)),
                "",
            ),
            (say("bots.measures.shared"), percent(found.shared), "", ""),
        ),
    )


command.add_command(measures)
command.add_command(tune)
