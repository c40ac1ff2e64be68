"""`deckbuilder build`: a legal list of a format, from scratch or from a part of one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.cli.language import language_option
from deckbuilder.cli.own_cards import cards_option, lacking, lacking_lines, owned_of, owned_option
from deckbuilder.errors import unusable, within
from deckbuilder.files import read_input, refuse_existing, write_whole
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.decks.deck import Deck
    from deckbuilder.formats.format import Format
    from deckbuilder.games.building import Built
    from deckbuilder.games.supply import Supply

STANDARD = "-"
LIST_ENDINGS = (".txt", ".csv", ".xlsx", ".json", ".xml", ".o8d", ".cod", ".dek", ".md")
"""What ends like one of these is meant as a file, whether or not it is there."""


@click.command(
    epilog='Example: deckbuilder build invasion-constructed --from "s:core" --seed 7 -o deck.txt'
)
@click.argument("ref", metavar="FORMAT")
@click.option(
    "--from",
    "pool",
    metavar="POOL",
    help="Cards to choose from: a search, or a list file with as many copies as there are.",
)
@click.option("--with", "part", metavar="LIST", help="A list to complete; its cards are kept.")
@owned_option
@cards_option
@click.option("--capital", metavar="RACE", help="The capital, in games that have one.")
@click.option("--size", type=click.IntRange(1), help="Cards, where the format leaves it open.")
@click.option("--seed", type=click.IntRange(0), help="Gives the same list again.")
@click.option("--date", metavar="DAY", help="Legal as of this day (2011-04-06).")
@click.option("-o", "--output", metavar="LIST", help="Write to this file; - is standard output.")
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@click.option("--json", "as_json", is_flag=True, help="The list and its verdict as JSON.")
@language_option
def command(
    ref: str,
    pool: str | None,
    part: str | None,
    owned: bool,
    capital: str | None,
    size: int | None,
    seed: int | None,
    date: str | None,
    output: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Build a legal list of a FORMAT (an id, or a format file), or complete one.

    The seed that is shown gives the same list again. Cards of a draft format come from its
    draft: name what you took with --from; a cube is a pool by itself. Where no legal list is
    found, nothing is written.
    """
    from deckbuilder.cli.check import day_of
    from deckbuilder.decks.deck import Deck
    from deckbuilder.games.building import Order, build
    from deckbuilder.games.legality import open_format
    from deckbuilder.games.registry import game
    from deckbuilder.tables.chance import MAX_SEED, new_seed

    if pool == STANDARD == part:
        raise click.UsageError("Standard input can be --from or --with, not both.")
    path = None if output in (None, STANDARD) else Path(str(output))
    if path is not None:
        refuse_existing(path, force=force)
    seed = new_seed() if seed is None else seed
    if seed > MAX_SEED:
        raise unusable(say("build.seed-too-high", seed=seed, most=MAX_SEED), where="--seed")
    wanted = open_format(ref)
    if wanted.draft is not None and pool is None and not _is_cube(wanted):
        raise unusable(
            say("build.draft-format", format=wanted.id),
            mend=say("build.draft-mend", format=ref),
        )
    catalog = game(wanted.game).catalog()
    begun = Deck(game=wanted.game) if part is None else _read(part, wanted)
    order = Order(
        format=wanted,
        catalog=catalog,
        supply=_supply(wanted, catalog, pool, owned=owned),
        seed=seed,
        part=begun,
        date=day_of(date),
        size=size,
        wishes={} if capital is None else {"capital": capital},
    )
    with within(part or ref):
        built = build(order)
    click.echo(say("build.seed", seed=seed), err=True)
    if built.about:
        click.echo(built.about, err=True)
    for problem in built.warnings:
        click.echo(say("build.warning", message=problem.message), err=True)
    if owned and (missing := lacking(built.deck)):
        for line in lacking_lines(missing):
            click.echo(line, err=True)
    _write(built, path, force=force, as_json=as_json, data=_data(built, wanted, seed, date))


def _write(
    built: Built, path: Path | None, *, force: bool, as_json: bool, data: dict[str, Any]
) -> None:
    from deckbuilder.exchange.text import write_text

    text = write_text(built.deck)
    if path is not None:
        write_whole(path, text.encode(), force=force)
    if as_json:
        import json

        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    elif path is None:
        click.echo(text, nl=False)
    else:
        click.echo(say("build.built", path=path, cards=built.deck.size(), format=built.deck.format))


def _data(built: Built, wanted: Format, seed: int, date: str | None) -> dict[str, Any]:
    import msgspec

    from deckbuilder.exchange.json import document_of
    from deckbuilder.games.verdict import problem_data

    return {
        "format": wanted.id,
        "seed": seed,
        "date": date,
        "legal": True,
        "about": built.about,
        "problems": [problem_data(problem) for problem in built.warnings],
        "list": msgspec.to_builtins(document_of(built.deck)),
    }


def _read(path: str, wanted: Format) -> Deck:
    """Return a list file of the format's game. Raises InputError for one of another game."""
    from deckbuilder.exchange.reading import read_deck

    deck = read_deck(read_input(path), path, game=wanted.game)
    if deck.game != wanted.game:
        raise unusable(
            f"the list is for {deck.game}, the format {wanted.id} for {wanted.game}.", where=path
        )
    return deck


def _supply(wanted: Format, catalog: Catalog, pool: str | None, *, owned: bool) -> Supply:
    """Return the cards to choose from. Raises InputError when there are none."""
    from deckbuilder.catalog.query import select
    from deckbuilder.games.supply import owned_part, supply_of, supply_of_list

    if pool is not None and _is_file(pool):
        supply = supply_of_list(_read(pool, wanted), pool)
    else:
        cards: Sequence[Any] = select(catalog, wanted.pool if pool is None else pool)
        supply = supply_of(cards, catalog)
    if not supply.cards:
        raise unusable(say("build.empty-pool"), where=pool, mend=say("build.mend"))
    if owned:
        supply = owned_part(supply, owned_of(catalog))
        if not supply.cards:
            raise unusable(say("build.none-owned"), mend=say("build.mend-owned"))
    return supply


def _is_cube(wanted: Format) -> bool:
    """Tell whether a draft format lays down a list of cards, which is a pool by itself."""
    from deckbuilder.formats.kinds.lists import pool_subset

    return any(rule.kind == pool_subset.name and "list" in rule.parameters for rule in wanted.rules)


def _is_file(pool: str) -> bool:
    return pool == STANDARD or pool.casefold().endswith(LIST_ENDINGS) or Path(pool).is_file()
