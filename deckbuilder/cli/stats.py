"""`deckbuilder stats`: a list in numbers, tables, odds and pictures; or two lists compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.cli.error_messages import misuse
from deckbuilder.cli.game_facts import is_played_game, tell_game
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import needs, options_said, refuse_other_game, settles
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.prose import tell
from deckbuilder.cli.reading_warnings import tell_reading_warnings
from deckbuilder.cli.terminal import styled
from deckbuilder.cli.written_files import open_option, open_written, tell_written
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.decks.deck import Deck
    from deckbuilder.games.statistics import Kind
    from deckbuilder.reports.statistics import Statistics


@click.command(epilog="Example: deckbuilder stats dwarves.txt --kind 't:unit c<=2' --svg pictures")
@click.argument("lists", metavar="LIST...", nargs=-1, required=True)
@click.option("--compare", "comparing", is_flag=True, help="Set two lists side by side.")
@click.option("--json", "as_json", is_flag=True, help="Write all numbers as JSON, odds exact.")
@click.option(
    "--svg", "folder", type=click.Path(path_type=Path), help="Folder for the pictures as SVG."
)
@click.option(
    "--html", "page", type=click.Path(path_type=Path), help="Page with all tables and pictures."
)
@click.option("--kind", "kinds", multiple=True, help="A search whose odds are told too.")
@click.option("--draws", type=click.IntRange(0, 20), help="Cards drawn a turn.")
@click.option("--second", is_flag=True, help="Odds for the player who goes second.")
@click.option(
    "--turns", type=click.IntRange(1, 20), default=8, show_default=True, help="Turns told."
)
@click.option("--tournament", is_flag=True, help="Tournament rules, where they change chance.")
@click.option("--game", "game_name", help="The game, where the list does not say it.")
@click.option("--players", type=click.IntRange(1, 31), help="Of a game: number of seats.")
@click.option("--bot", help="Of a game: who plays, in every seat; else the strongest.")
@click.option("--games", type=click.IntRange(2), help="Of a game: games played.")
@click.option("--seed", type=click.IntRange(0), default=1, help="Of a game: gives the same games.")
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@open_option
@cards_option
@language_option
@needs("--force", "--svg", "--html")
@needs("--open", "--html")
@settles("--compare", "--svg", "--html")
def command(**asked: Any) -> None:
    """Tell counts, costs, strength, links and the exact odds of each LIST.

    With --compare A B the tables show where two lists differ. The name of a game that bots can
    play (xeno) in place of a list tells what many games of bots say of it.
    """
    wish = _Asked(**asked)
    of_game = len(wish.lists) == 1 and is_played_game(wish.lists[0])
    _refuse_idle(of_game=of_game)
    if of_game:
        tell_game(
            wish.lists[0], wish.players, wish.bot, wish.games, wish.seed, as_json=wish.as_json
        )
        return
    if wish.comparing and len(wish.lists) != 2:
        raise misuse("usage.two-lists")
    if (wish.folder or wish.page) and len(wish.lists) > 1:
        raise misuse("usage.pictures-of-one")
    told, catalogs = zip(*(_measured(path, wish) for path in wish.lists), strict=True)
    if wish.as_json:
        _print_json(told, comparing=wish.comparing)
    elif wish.comparing:
        _print_compared(told[0], told[1], wish.lists, catalogs[1])
    else:
        for one in told:
            _print(one)
    if wish.folder is not None:
        _write_pictures(told[0], wish.folder, force=wish.force)
    if wish.page is not None:
        _write_page(told[0], wish.page, force=wish.force)
        if wish.opens:
            open_written(wish.page)


_OF_GAMES = ("--players", "--bot", "--games", "--seed")
_OF_LISTS = (
    "--compare", "--svg", "--html", "--kind", "--draws", "--second", "--turns", "--tournament",
    "--game",
)  # fmt: skip
_OPTION_OF = {
    "kinds": "--kind",
    "draws": "--draws",
    "second": "--second",
    "turns": "--turns",
    "tournament": "--tournament",
}
"""Option by the field of a question that it says."""


def _refuse_idle(*, of_game: bool) -> None:
    """Raise Misuse where something was said that is for a list, but a game is named, or so."""
    said = options_said(click.get_current_context())
    idle = tuple(each for each in (_OF_LISTS if of_game else _OF_GAMES) if each in said)
    if idle:
        raise misuse("usage.of-lists" if of_game else "usage.of-games", options=idle)


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """What the options of the command say."""

    lists: tuple[str, ...]
    comparing: bool
    as_json: bool
    folder: Path | None
    page: Path | None
    kinds: tuple[str, ...]
    draws: int | None
    second: bool
    turns: int
    tournament: bool
    game_name: str | None
    players: int | None
    bot: str | None
    games: int | None
    seed: int
    force: bool
    opens: bool


def _measured(path: str, asked: _Asked) -> tuple[Statistics, Catalog]:
    from deckbuilder.games.statistics import Question
    from deckbuilder.reports.statistics import statistics, unheeded

    deck, catalog = _read(path, asked.game_name)
    question = Question(
        kinds=_kinds(asked.kinds, catalog),
        draws=asked.draws,
        second=asked.second,
        turns=asked.turns,
        tournament=asked.tournament,
    )
    told = statistics(deck, question)
    if idle := unheeded(told, question):
        options = tuple(_OPTION_OF[field] for field in idle)
        raise misuse("usage.changes-nothing", options=options, where=path)
    return told, catalog


def _read(path: str, game_name: str | None) -> tuple[Deck, Catalog]:
    from deckbuilder.exchange.reading import read_deck
    from deckbuilder.files import read_input
    from deckbuilder.registry import game

    deck = read_deck(read_input(path), path, game=game_name)
    refuse_other_game((deck,), path, game_name)
    tell_reading_warnings((deck,), path)
    return deck, game(deck.game).catalog()


def _kinds(queries: tuple[str, ...], catalog: Catalog) -> tuple[Kind, ...]:
    if not queries:
        return ()
    from deckbuilder.catalog.query import parse
    from deckbuilder.games.statistics import Kind

    return tuple(Kind(query, parse(query, catalog)) for query in queries)


def _print_json(told: Sequence[Statistics], *, comparing: bool) -> None:
    import json

    import msgspec

    from deckbuilder.reports.statistics import as_json, changes

    decks = [as_json(one) for one in told]
    document: object = decks[0] if len(decks) == 1 else decks
    if comparing:
        differing = changes(told[0].deck, told[1].deck)
        document = {"lists": decks, "changes": msgspec.to_builtins(differing)}
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))


def _print(told: Statistics) -> None:
    from deckbuilder.cli.part_tables import print_parts

    tell(styled(told.title, "bold"))
    tell(told.summary)
    print_parts(told.parts, told.deck.game)


def _print_compared(
    before: Statistics, after: Statistics, lists: tuple[str, ...], catalog: Catalog
) -> None:
    """Tell two decks side by side, by their names or those of their files."""
    from deckbuilder.cli.console import print_table
    from deckbuilder.cli.narrow_tables import column_groups
    from deckbuilder.cli.widths import screen_width
    from deckbuilder.reports.statistics import changes, column_title, compare, part_title
    from deckbuilder.tables.screen import Column

    names = [one.deck.name or path for one, path in zip((before, after), lists, strict=True)]
    tell(styled(say("reports.compared", before=names[0], after=names[1]), "bold"))
    tell(before.summary)
    tell(after.summary)
    tables = compare(before, after)
    differing = changes(before.deck, after.deck)
    if not differing:
        tell(say("reports.nothing-differs"))
        return
    click.echo("\n" + styled(say("reports.changes"), "bold"))
    print_table(
        (Column(say("reports.columns.change"), right=True), Column(say("reports.columns.card"))),
        [
            (
                f"{each.after - each.before:+d}",
                f"{_shown(each.title, catalog)} ({each.before} → {each.after})",
            )
            for each in differing
        ],
    )
    for table in tables:
        click.echo("\n" + styled(part_title(table.id), "bold"))
        columns = [
            Column(column_title(column), right=column.kind != "text") for column in table.columns
        ]
        for number, group in enumerate(column_groups(columns, table.rows, screen_width())):
            if number:
                click.echo()
            print_table(
                [columns[place] for place in group],
                [[row[place] for place in group] for row in table.rows],
            )


def _shown(name: str, catalog: Catalog) -> str:
    from deckbuilder.catalog.wording import title

    card = catalog.find(name)
    return title(card) if card else name


def _write_pictures(told: Statistics, folder: Path, *, force: bool) -> None:
    from deckbuilder.files import refuse_existing, write_whole
    from deckbuilder.reports.figures import draw

    pictures = {
        folder / f"{part.id}.svg": picture
        for part in told.parts
        if (picture := draw(part, told.deck.game)) is not None
    }
    for path in pictures:
        refuse_existing(path, force=force)
    for path, picture in pictures.items():
        write_whole(path, picture.encode(), force=force)
    tell(say("reports.written", count=len(pictures), folder=folder), err=True)


def _write_page(told: Statistics, path: Path, *, force: bool) -> None:
    from deckbuilder.files import write_whole
    from deckbuilder.reports.page import statistics_page

    write_whole(path, statistics_page(told).encode(), force=force)
    tell_written(path)
