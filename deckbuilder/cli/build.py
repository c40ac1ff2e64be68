"""`deckbuilder build`: a legal list of a format, from scratch or from a part of one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from deckbuilder.cli.build_tables import comparison, facts_data, facts_of, why_data, why_lines
from deckbuilder.cli.error_messages import misuse
from deckbuilder.cli.game_options import declared_options, given_settings, is_setting
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import needs, one_of
from deckbuilder.cli.own_cards import (
    cards_option,
    collection,
    lacking,
    lacking_lines,
    owned_of,
    owned_option,
)
from deckbuilder.cli.reading_warnings import tell_reading_warnings
from deckbuilder.errors import refusal, within
from deckbuilder.files import read_input, refuse_existing, write_whole
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.decks.deck import Deck
    from deckbuilder.formats.format import Format
    from deckbuilder.games.building import Order
    from deckbuilder.games.proposals import Proposal
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
@click.option(
    "--must",
    metavar="CARD",
    multiple=True,
    help="A card that must be in, such as '3x Runesmith'; as often as you like.",
)
@click.option("--never", metavar="NAME", multiple=True, help="A card that may not be in.")
@click.option(
    "--want",
    metavar="TYPE=N",
    multiple=True,
    help="So many cards of a type, such as unit=28; as often as you like.",
)
@declared_options("build")
@click.option("--size", type=click.IntRange(1), help="Cards, where the format leaves it open.")
@click.option("--seed", type=click.IntRange(0), help="Gives the same list again.")
@click.option("--date", metavar="DAY", help="Legal as of this day (2011-04-06).")
@click.option(
    "--proposals",
    type=click.IntRange(2, 20),
    metavar="N",
    help="Up to N different lists (2 to 20), and a table that compares them.",
)
@click.option("--take", type=click.IntRange(1), metavar="K", help="Of the proposals only this one.")
@click.option("--why", is_flag=True, help="Show the parts of the score that chose each card.")
@click.option(
    "-o",
    "--output",
    metavar="LIST",
    help="Write to this file; - is standard output. For several proposals a folder.",
)
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@click.option("--json", "as_json", is_flag=True, help="The list and its verdict as JSON.")
@language_option
@needs("--force", "--output")
@one_of("--json", "--why")
def command(option_texts: tuple[str, ...], **asked: Any) -> None:
    """Build a legal list of a FORMAT (an id, or a format file), or complete one.

    The seed that is shown gives the same list again. Cards of a draft format come from its
    draft: name what you took with --from; a cube is a pool by itself. Where no legal list is
    found, nothing is written. --proposals shows several lists: take one with --take, by the
    same seed, or build it alone by the seed that its row shows.
    """
    from deckbuilder.games.proposals import propose

    settings = {name: asked.pop(name) for name in [*asked] if is_setting(name)}
    wish = _Asked(wishes=given_settings(settings, option_texts), **asked)
    _refuse_contradictions(wish)
    paths = _paths(wish)
    for each in paths:
        refuse_existing(each, force=wish.force)
    order = _order(wish)
    with within(wish.part or wish.ref):
        found = propose(order, wish.proposals or 1)
    if wish.take is not None:
        found = (_taken(found, wish.take),)
    _tell_seed(found, order, wish)
    told = _Report(found, order)
    if wish.several:
        _write_several(told, paths, wish)
    else:
        _write_one(told, wish)


class _Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What the options of the command say."""

    ref: str
    pool: str | None
    part: str | None
    owned: bool
    must: tuple[str, ...]
    never: tuple[str, ...]
    want: tuple[str, ...]
    wishes: dict[str, str]
    """What is wished for of what only some games have, by the names that they declare."""
    size: int | None
    seed: int | None
    date: str | None
    proposals: int | None
    take: int | None
    why: bool
    output: str | None
    force: bool
    as_json: bool

    @property
    def several(self) -> bool:
        """Tell whether several lists are shown, and not one of them taken."""
        return self.proposals is not None and self.take is None

    @property
    def path(self) -> Path | None:
        """The file or folder to write to, None for standard output."""
        return None if self.output in (None, STANDARD) else Path(str(self.output))


def _refuse_contradictions(asked: _Asked) -> None:
    from deckbuilder.cli.option_checks import refuse_unprintable

    if asked.pool == STANDARD == asked.part:
        raise misuse("usage.one-input")
    if asked.take is not None and (asked.proposals is None or asked.take > asked.proposals):
        raise misuse("usage.take-of-proposals")
    refuse_unprintable({"--must": " ".join(asked.must), "--never": " ".join(asked.never)})


def _order(asked: _Asked) -> Order:
    """Return what is to be built. Raises InputError for what cannot be."""
    from deckbuilder.cli.build_terms import terms_of
    from deckbuilder.cli.check import day_of
    from deckbuilder.decks.deck import Deck
    from deckbuilder.formats.legality import open_format
    from deckbuilder.games.building import Order
    from deckbuilder.registry import game

    seed = _seed(asked.seed)
    wanted = open_format(asked.ref)
    if wanted.draft is not None and asked.pool is None and not _is_cube(wanted):
        raise refusal("build.draft-format", format=wanted.id, ref=asked.ref)
    catalog = game(wanted.game).catalog()
    begun = Deck(game=wanted.game) if asked.part is None else _read(asked.part, wanted)
    return Order(
        format=wanted,
        catalog=catalog,
        supply=_supply(wanted, catalog, asked.pool, owned=asked.owned),
        seed=seed,
        part=begun,
        date=day_of(asked.date),
        size=asked.size,
        wishes=asked.wishes,
        terms=terms_of(catalog, asked.must, asked.never, asked.want),
    )


def _seed(stated: int | None) -> int:
    from deckbuilder.tables.chance import MAX_SEED, new_seed

    if stated is None:
        return new_seed()
    if stated > MAX_SEED:
        raise refusal("build.seed", where="--seed", seed=stated, most=MAX_SEED)
    return stated


def _taken(found: Sequence[Proposal], take: int) -> Proposal:
    if take > len(found):
        raise refusal("build.no-such-proposal", where="--take", take=take, have=len(found))
    return found[take - 1]


def _tell_seed(found: Sequence[Proposal], order: Order, asked: _Asked) -> None:
    seed = order.seed if asked.several else found[0].seed
    click.echo(say("build.seed", seed=seed), err=True)
    if asked.several and asked.proposals is not None and len(found) < asked.proposals:
        click.echo(say("build.fewer", have=len(found), need=asked.proposals), err=True)


class _Report:
    """What was found, as data and beside each other."""

    def __init__(self, found: Sequence[Proposal], order: Order) -> None:
        self.found = found
        self._head = {"format": order.format.id, "seed": order.seed, "date": order.date}
        stated = collection().get(order.catalog.game)
        own = None if stated is None else owned_of(order.catalog)
        self.facts = [facts_of(each.built, order.catalog, own) for each in found]

    def data(self, place: int) -> dict[str, Any]:
        """Return one list, its verdict, and why each card is in."""
        from deckbuilder.exchange.json import document_of
        from deckbuilder.formats.verdict import problem_data

        built = self.found[place].built
        return {
            **self._head,
            "seed": self.found[place].seed,
            "legal": True,
            "about": built.about,
            "facts": facts_data(self.facts[place]),
            "problems": [problem_data(problem) for problem in built.warnings],
            "list": msgspec.to_builtins(document_of(built.deck)),
            "why": why_data(built),
        }

    def all_data(self) -> dict[str, Any]:
        """Return all lists."""
        lists = [self.data(place) for place in range(len(self.found))]
        return {**self._head, "proposals": lists}


def _paths(asked: _Asked) -> list[Path]:
    """Return the files that are written: the path itself, or one a proposal within it."""
    path = asked.path
    if path is None:
        return []
    if not asked.several:
        return [path]
    if path.exists() and not path.is_dir():
        raise refusal("build.no-folder", where=str(path))
    return [path / f"proposal-{place}.txt" for place in range(1, (asked.proposals or 1) + 1)]


def _write_several(told: _Report, paths: Sequence[Path], asked: _Asked) -> None:
    from deckbuilder.cli.narrow_tables import wrapped_table
    from deckbuilder.cli.widths import screen_width
    from deckbuilder.exchange.text import write_text

    for each, file in zip(told.found, paths, strict=False):
        write_whole(file, write_text(each.built.deck).encode(), force=asked.force)
    if asked.as_json:
        _print_json(told.all_data())
        return
    click.echo("\n".join(wrapped_table(*comparison(told.found, told.facts), screen_width())))
    for place, each in enumerate(told.found, start=1):
        if asked.why:
            click.echo(f"\n{say('build.proposal', number=place)} {each.built.about}".rstrip())
            click.echo("\n".join(why_lines(each.built)))
    if asked.path is None:
        click.echo(say("build.take"), err=True)
    else:
        click.echo(say("build.proposals-built", path=asked.path, count=len(told.found)))


def _write_one(told: _Report, asked: _Asked) -> None:
    from deckbuilder.exchange.text import write_text

    built, path = told.found[0].built, asked.path
    if built.about:
        click.echo(built.about, err=True)
    for problem in built.warnings:
        click.echo(say("build.warning", message=problem.message), err=True)
    if asked.owned and (missing := lacking(built.deck)):
        for line in lacking_lines(missing):
            click.echo(line, err=True)
    text = write_text(built.deck)
    if path is not None:
        write_whole(path, text.encode(), force=asked.force)
    if asked.as_json:
        _print_json(told.data(0))
    elif path is None:
        click.echo(text, nl=False)
    else:
        click.echo(say("build.built", path=path, cards=built.deck.size(), format=built.deck.format))
    if asked.why and not asked.as_json:
        # Standard output is the list where no file takes it, and must read as one.
        click.echo("\n".join(why_lines(built)), err=path is None)


def _print_json(data: dict[str, Any]) -> None:
    import json

    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def _read(path: str, wanted: Format) -> Deck:
    """Return a list file of the format's game. Raises InputError for one of another game."""
    from deckbuilder.exchange.reading import read_deck

    deck = read_deck(read_input(path), path, game=wanted.game)
    if deck.game != wanted.game:
        raise refusal(
            "formats.of-other-game",
            where=path,
            of=deck.game,
            format=wanted.id,
            game=wanted.game,
        )
    tell_reading_warnings((deck,), path)
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
        raise refusal("build.empty-pool", where=pool)
    if owned:
        supply = owned_part(supply, owned_of(catalog))
        if not supply.cards:
            raise refusal("build.none-owned")
    return supply


def _is_cube(wanted: Format) -> bool:
    """Tell whether a draft format lays down a list of cards, which is a pool by itself."""
    from deckbuilder.formats.kinds.lists import pool_subset

    return any(rule.kind == pool_subset.name and "list" in rule.parameters for rule in wanted.rules)


def _is_file(pool: str) -> bool:
    return pool == STANDARD or pool.casefold().endswith(LIST_ENDINGS) or Path(pool).is_file()
