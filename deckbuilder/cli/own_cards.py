"""What commands about cards share: pools of one's own, and what is owned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from deckbuilder.cli.preferences import prefer
from deckbuilder.errors import refusal
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.catalog.collection import Collection, Owned
    from deckbuilder.decks.deck import Deck
    from deckbuilder.decks.ownership import Shortage

F = TypeVar("F", bound=Callable[..., Any])


def cards_option(function: F) -> F:
    """Add `--cards PATH`: the catalogues that the command reads hold those cards too."""
    return click.option(
        "--cards",
        "card_paths",
        multiple=True,
        type=click.Path(path_type=Path),
        expose_value=False,
        is_eager=True,
        callback=_choose,
        help="More cards: a file or folder of YAML, CSV or XLSX.",
    )(function)


def owned_option(function: F) -> F:
    """Add the flag `--owned`."""
    return click.option("--owned", is_flag=True, help="Only cards of your collection (see `own`).")(
        function
    )


def _choose(context: click.Context, option: click.Parameter, paths: tuple[Path, ...]) -> None:
    # Commands that go on past what they cannot read must not go on without these.
    for path in paths:
        if str(path) != "-" and not path.exists():
            raise refusal("files.missing", where=str(path))
    if paths:
        prefer(context, own_cards=paths)


def catalogs() -> dict[str, Catalog]:
    """Return the catalogue of every game by its id."""
    from deckbuilder.registry import games

    return {game.id: game.catalog() for game in games()}


def collection() -> Collection:
    """Return the user's collection."""
    from deckbuilder.catalog.collection import load_collection

    return load_collection(catalogs())


def owned_of(catalog: Catalog) -> Owned:
    """Return what the user owns of a game."""
    from deckbuilder.catalog.collection import Holding, Owned

    return Owned(catalog, collection().get(catalog.game, Holding()))


def lacking(deck: Deck) -> tuple[Shortage, ...]:
    """Return what a deck needs and the user's collection does not hold."""
    from deckbuilder.decks.ownership import shortages
    from deckbuilder.exchange.headings import headings
    from deckbuilder.registry import game

    catalog = game(deck.game).catalog()
    rule = headings(deck.game).header_cards
    beside = () if rule is None else rule.cards_of(deck, catalog)
    return shortages(deck, owned_of(catalog), beside)


def lacking_lines(found: Sequence[Shortage], *, all_known: bool = True) -> Iterator[str]:
    """Yield in sentences what is missing from the collection, of a list with known names only."""
    if not found:
        yield say("cards.own.all" if all_known else "cards.own.all-known")
    for each in found:
        key = "not-sure" if each.have is None else "missing"
        yield say(
            f"cards.own.{key}",
            title=each.title,
            missing=each.missing,
            have=each.have,
            need=each.need,
        )


def tell_notices(catalog: Catalog) -> None:
    """Tell, beside the results, where the user's cards contradict the shipped ones."""
    for notice in catalog.notices:
        click.echo(str(notice), err=True)
