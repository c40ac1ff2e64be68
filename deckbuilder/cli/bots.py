"""`deckbuilder bots`: what bots are worth, and how the strongest learned to play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.cli.amounts import Amount
from deckbuilder.cli.draft_bots import (
    compare_in_draft,
    draft_options,
    names_draft,
    refuse_draft_options,
)
from deckbuilder.cli.language import language_option
from deckbuilder.cli.terminal import progress

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.games.playing import Solved
    from deckbuilder.simulation.comparing import Comparison

DEFAULT_SEED = 1
DEFAULT_DEALS = 10_000
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
    default=DEFAULT_DEALS,
    show_default=True,
    help="Deals; each is played once for every seat.",
)
@click.option("--rule", "rules", multiple=True, help="A ruling the game leaves open, NAME=VALUE.")
@click.option("--seed", type=click.IntRange(0), default=DEFAULT_SEED, show_default=True)
@click.option("--at-tables", is_flag=True, help="Use the rules engine, not the batch engine.")
@click.option("--json", "as_json", is_flag=True, help="Write the figures as JSON.")
@draft_options
def compare(
    bot: str,
    others: str,
    game_name: str,
    players: int | None,
    deals: int,
    rules: tuple[str, ...],
    seed: int,
    at_tables: bool,
    as_json: bool,
    **of_drafts: Any,
) -> None:
    """Let BOT play GAME, or draft in FORMAT, against OTHERS: one seat against all the rest.

    Every deal is played once for each seat, with the same cards, so that luck of the deal and
    of the seat tells for nobody; a bot against itself comes out exactly even. A draft is also
    done with BOT and OTHERS swapped, and their decks are measured.
    """
    import msgspec

    from deckbuilder.games.playing import PlayRequest
    from deckbuilder.simulation.comparing import compare as play_all
    from deckbuilder.words import say

    if names_draft(game_name):
        compare_in_draft(bot, others, game_name, players, seed, as_json=as_json, **of_drafts)
        return
    refuse_draft_options(of_drafts)
    play, catalog = _play_of(game_name)
    settings = play.settings(catalog, PlayRequest(players=players, rules=rules))
    games = deals * len(play.seat_names(settings))
    with progress(games) as move_to:
        found = play_all(
            play,
            settings,
            catalog,
            bot,
            others,
            deals,
            seed,
            move_to,
            at_tables=at_tables,
        )
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        _show(found)
    click.echo(
        say(
            "bots.speed",
            rate=f"{found.games / found.seconds:,.0f}",
            engine=say("bots.engines.fast" if found.fast else "bots.engines.tables"),
        ),
        err=True,
    )


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

    The same seed gives the same tables. They are used from the folder `formats/<game>/bots`.
    """
    from deckbuilder.files import refuse_existing, write_whole
    from deckbuilder.games.playing import PlayRequest
    from deckbuilder.words import say

    refuse_existing(output, force=force)
    play, catalog = _play_of(game_name)
    seats = "" if players is None else f" --players {players}"
    made_by = (
        f"deckbuilder bots learn {game_name}{seats} --rounds {rounds} --games {games} --seed {seed}"
    )
    content = play.learn(
        play.settings(catalog, PlayRequest(players=players)),
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
@click.option("--rule", "rules", multiple=True, help="A ruling the game leaves open, NAME=VALUE.")
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
    rules: tuple[str, ...],
    near: float,
    as_json: bool,
) -> None:
    """Solve the end of GAME between two exactly, from the cards that are left.

    The CARDs lie in the two hands, aside and in the deck, in any way alike; the first seat is
    about to draw. Told are the worth to it, what it should choose, and how much the bots lose
    there to an opponent who plays at its best. Of XENO six cards take a second, seven up to
    half a minute, eight some minutes.
    """
    import msgspec

    from deckbuilder.games.playing import PlayRequest

    play, catalog = _play_of(game_name)
    found = play.solve(
        play.settings(catalog, PlayRequest(rules=rules)),
        catalog,
        [_card(catalog, name) for name in cards],
        [_card(catalog, name) for name in played],
        near,
    )
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        _show_solved(found, play, catalog)


def _card(catalog: Catalog, name: str) -> str:
    from deckbuilder.errors import unusable

    card = catalog.find(name)
    if card is None:
        nearest = ", ".join(catalog.nearest(name)) or ", ".join(each.name for each in catalog.cards)
        raise unusable(f"there is no card '{name}'.", mend=f"Cards: {nearest}.")
    return card.id


def _play_of(name: str) -> tuple[Any, Any]:
    from deckbuilder.errors import unusable
    from deckbuilder.registry import game, games_with

    home = game(name)
    if home.play is None:
        known = ", ".join(each.id for each in games_with("play"))
        raise unusable(f"{home.title} cannot be played here.", mend=f"Games: {known}.")
    return home.play(), home.catalog()


def _show_solved(found: Solved, play: Any, catalog: Catalog) -> None:
    from deckbuilder.cli.console import print_table
    from deckbuilder.tables.screen import Column
    from deckbuilder.words import say

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
        hand = ", ".join(catalog.card(card).name for card in mix.hand)
        for option, share in mix.options:
            if share >= SHOWN_SHARE:
                rows.append((hand, play.tell_choice(option, catalog), f"{100 * share:.0f} %"))
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
    from deckbuilder.tables.screen import Column
    from deckbuilder.words import say

    def percent(share: float) -> str:
        return say("bots.percent", value=f"{100 * share:.1f}")

    def within(mean: float, margin: float) -> str:
        low, high = max(0.0, mean - margin), min(1.0, mean + margin)
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
                within(found.score.mean, found.score.margin),
                percent(found.fair),
            ),
            (
                say("bots.measures.wins"),
                percent(found.wins.mean),
                within(found.wins.mean, found.wins.margin),
                "",
            ),
            (say("bots.measures.shared"), percent(found.shared), "", ""),
        ),
    )
