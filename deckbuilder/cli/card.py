"""`deckbuilder card`: all that is known of one card, where it is legal, and its drawn face."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import needs
from deckbuilder.cli.own_cards import cards_option, owned_of, owned_option, tell_notices
from deckbuilder.errors import refusal
from deckbuilder.preferences import preferences
from deckbuilder.words import enumerated, say

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.registry import Game


@click.command(epilog='Example: deckbuilder card "Bone Cruncher" --svg bone-cruncher.svg')
@click.argument("name", metavar="NAME", nargs=-1, required=True)
@click.option("--game", "game_name", help="The game, where two games have a card of this name.")
@click.option("--json", "as_json", is_flag=True, help="Write all facts as JSON.")
@click.option(
    "--svg", "picture", type=click.Path(path_type=Path), help="Draw the card's face into a file."
)
@click.option("--date", help="Legality as of this day, such as 2011-07-13.")
@click.option("--force", is_flag=True, help="Overwrite a picture that exists.")
@owned_option
@cards_option
@language_option
@needs("--force", "--svg")
def command(
    name: tuple[str, ...],
    game_name: str | None,
    as_json: bool,
    picture: Path | None,
    date: str | None,
    force: bool,
    owned: bool,
) -> None:
    """Show the card NAME: its facts, printings and formats.

    Of a card that was printed more than once, a printing is named by set and number behind
    the name: "Innovation (Core Set, 119)".
    """
    day = None
    if date is not None:
        from deckbuilder.cli.check import day_of

        day = day_of(date)
    game, catalog, printings = _find(" ".join(name), game_name)
    tell_notices(catalog)
    formats = _formats(game, printings[0], catalog, day)
    copies = owned_of(catalog).copies(printings[0].name) if owned else None
    if as_json:
        more: dict[str, Any] = {"owned": copies} if owned else {}
        _write_json(catalog, printings, formats, {**_texts(game, catalog, printings[0]), **more})
    else:
        from deckbuilder.cli.prose import tell

        tell("\n".join(_lines(game, catalog, printings, formats)), hang=2)
        if owned:
            known = "?" if copies is None else copies
            click.echo(f"\n{say('cards.card.owned', count=known)}")
    if picture is not None:
        from deckbuilder.exchange.faces import draw_face
        from deckbuilder.files import write_whole

        write_whole(picture, draw_face(printings[0], catalog).encode(), force=force)
        click.echo(say("cards.card.written", path=picture), err=True)


def _find(name: str, game_name: str | None) -> tuple[Game, Catalog, tuple[Card, ...]]:
    """Return the game and the printings that a name means, those that decks may hold first."""
    from deckbuilder.registry import game, games

    searched = [game(game_name)] if game_name else list(games())
    found = [
        (each, catalog, printings)
        for each in searched
        if (printings := (catalog := each.catalog()).by_reference(name))
    ]
    if not found:
        from deckbuilder.catalog.names import nearest

        close = nearest(
            name, (title for each in searched for title in each.catalog().nearest(name))
        )
        raise refusal("cards.unknown-near" if close else "cards.unknown", name=name, nearest=close)
    if len(found) > 1:
        raise refusal("cards.of-several", name=name, games=tuple(each.id for each, _, _ in found))
    chosen, catalog, printings = found[0]
    return chosen, catalog, tuple(sorted(printings, key=lambda card: card.never_in_deck))


def _formats(game: Game, card: Card, catalog: Catalog, date: str | None) -> list[tuple[str, str]]:
    """Return whether the card is legal in each format of the game that is in force."""
    from deckbuilder.formats.card_legality import card_legality
    from deckbuilder.formats.loading import format_ids, load_format

    told = []
    for format_id in format_ids(game.id):
        deck_format = load_format(format_id)
        if date is not None and (deck_format.effective_from or "") > date:
            continue
        told.append((deck_format.id, str(card_legality(card, deck_format, catalog, date))))
    return told


def _lines(
    game: Game,
    catalog: Catalog,
    printings: tuple[Card, ...],
    formats: list[tuple[str, str]],
) -> list[str]:
    from deckbuilder.catalog.wording import worded
    from deckbuilder.cli.facts import aligned, card_title, fact_lines, text_lines

    card = printings[0]
    lines = [card_title(card), game.title, "", *fact_lines(card, catalog)]
    part = game.card_texts
    lines += text_lines(None if part is None else part()(card, catalog))
    lines += ["", say("cards.card.printings")]
    several = len({each.type for each in printings}) > 1
    lines += aligned(
        [
            (catalog.reference(each), _box(each) + (f", {worded(each, 'type', catalog)}" * several))
            for each in printings
        ]
    )
    lines += ["", say("cards.card.formats")]
    return lines + aligned(
        [(format_id, say(f"cards.card.standing.{said}")) for format_id, said in formats]
    )


def _box(card: Card) -> str:
    told = [
        say("cards.card.unknown-quantity")
        if card.quantity is None
        else say("cards.card.also", count=card.quantity)
    ]
    if not card.official:
        told.append(say("cards.card.fan"))
    return enumerated(told)


def _texts(game: Game, catalog: Catalog, card: Card) -> dict[str, Any]:
    """Return what a card does in every language, None where that is not known.

    Nothing where the game does not tell what its cards do.
    """
    from deckbuilder.words import languages

    part = game.card_texts
    if part is None:
        return {}
    told = {}
    for language in languages():
        with replace(preferences(), language=language).in_force():
            told[language] = part()(card, catalog)
    return {"texts": None if None in told.values() else told}


def _write_json(
    catalog: Catalog,
    printings: tuple[Card, ...],
    formats: list[tuple[str, str]],
    more: dict[str, Any],
) -> None:
    import msgspec

    told = {
        "game": catalog.game,
        "printings": printings,
        "formats": dict(formats),
        **more,
    }
    click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())
