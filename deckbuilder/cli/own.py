"""`deckbuilder own`: which boxes and cards a player has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from deckbuilder.cli.language import language_option
from deckbuilder.cli.own_cards import cards_option, catalogs, collection
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.words import Phrase, phrase, say

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.catalog.collection import Holding

_COUNTED = re.compile(r"\s*(?:(\d{1,4})\s*[x×]?\s+|(\d{1,4})[x×])?(.+?)(?:\s+[x×](\d{1,4}))?\s*")
_SET, _CARD = "set:", "card:"


class _Change(NamedTuple):
    """Boxes or single cards to add; `key` is the id of the set or card, `shown` its name."""

    game: str
    copies: int
    is_box: bool
    key: str
    shown: str


@click.group(
    invoke_without_command=True,
    epilog='Example: deckbuilder own add "2x Core Set" "3x Bone Cruncher"',
)
@click.pass_context
def command(context: click.Context) -> None:
    """State which boxes and cards you own; commands that suggest cards then take --owned."""
    if context.invoked_subcommand is None:
        context.invoke(show)


@command.command("add", epilog='Example: deckbuilder own add "2x Core Set" "1x Legends"')
@click.argument("what", metavar='"COUNTx SET OR CARD"...', nargs=-1, required=True)
@click.option("--game", "game_name", help="The game, where a name is known in two.")
@cards_option
@language_option
def add(what: tuple[str, ...], game_name: str | None) -> None:
    """Add boxes, or single cards."""
    _change(what, game_name, sign=1)


@command.command("remove", epilog='Example: deckbuilder own remove "1x Innovation (Core Set, 119)"')
@click.argument("what", metavar='"COUNTx SET OR CARD"...', nargs=-1, required=True)
@click.option("--game", "game_name", help="The game, where a name is known in two.")
@cards_option
@language_option
def remove(what: tuple[str, ...], game_name: str | None) -> None:
    """Take boxes away, or single cards, also such as came in a box."""
    _change(what, game_name, sign=-1)


@command.command("list", epilog="Example: deckbuilder own list --json")
@click.option("--json", "as_json", is_flag=True, help="Write it as JSON.")
@cards_option
@language_option
def show(as_json: bool = False) -> None:
    """Show what is stated, and how many cards that comes to."""
    from deckbuilder.catalog.collection import Owned, collection_path

    known = catalogs()
    held = collection()
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(held), indent=2).decode())
        return
    if not held:
        click.echo(say("cards.own.empty"))
        return
    for game, holding in held.items():
        catalog = known[game]
        copies, titles = Owned(catalog, holding).total()
        click.echo(say("cards.own.total", game=_title(game), copies=copies, titles=titles))
        for line in _holding_lines(catalog, holding):
            click.echo(line)
    click.echo(say("cards.own.path", path=collection_path()), err=True)


@command.command("facts", epilog="Example: deckbuilder own facts facts.xlsx")
@click.argument(
    "paths", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--force", is_flag=True, help="Overwrite a file of this name that was kept before.")
@language_option
def facts(paths: tuple[Path, ...], force: bool) -> None:
    """Keep what you know of cards: every command knows it from then on.

    FILE is a workbook of `cards GAME --missing -o FILE`, filled in, or any other file of cards.
    Where it contradicts what is known, that stays, and you are told.
    """
    from deckbuilder.cli.own_facts import keep_facts

    keep_facts(paths, force=force)


def _title(game_id: str) -> str:
    from deckbuilder.registry import game

    return game(game_id).title


def _holding_lines(catalog: Catalog, holding: Holding) -> Iterator[str]:
    for set_id, count in holding.boxes.items():
        yield f"  {count}x {catalog.sets_by_id[set_id].name}"
    for card_id, count in holding.cards.items():
        yield f"  {count:+}x {catalog.reference(catalog.by_id[card_id])}"


def _change(what: tuple[str, ...], game_name: str | None, *, sign: int) -> None:
    from deckbuilder.catalog.collection import Holding, changing, save_collection
    from deckbuilder.registry import game

    known = catalogs()
    searched = {game(game_name).id: known[game(game_name).id]} if game_name else known
    changes: list[_Change] = []
    faults: list[Fault] = []
    for text in what:
        try:
            changes.append(_read(text, searched))
        except InputError as error:
            faults.extend(error.faults)
    if faults:
        raise InputError(faults)
    with changing():
        held = collection()
        for change in changes:
            holding = held.get(change.game, Holding())
            held[change.game] = _changed(holding, change, sign, known[change.game])
        save_collection(held, known)
    for change in changes:
        key = "added" if sign > 0 else "removed"
        click.echo(
            say(
                f"cards.own.{key}",
                count=change.copies,
                what=change.shown,
                game=_title(change.game),
                now=_now(held[change.game], change, known[change.game]),
            )
        )


def _now(holding: Holding, change: _Change, catalog: Catalog) -> str:
    """Return how many boxes, or copies of a card from all boxes, a player has after a change."""
    from deckbuilder.catalog.collection import Owned

    if change.is_box:
        return f"{holding.boxes.get(change.key, 0)}x"
    copies = Owned(catalog, holding).copies(catalog.by_id[change.key].name)
    return say("cards.own.unknown") if copies is None else f"{copies}x"


def _changed(holding: Holding, change: _Change, sign: int, catalog: Catalog) -> Holding:
    """Return the holding after a change. Raises InputError when less than nothing is left."""
    import msgspec

    from deckbuilder.catalog.collection import MAX_COUNT, Owned

    part = dict(holding.boxes if change.is_box else holding.cards)
    part[change.key] = part.get(change.key, 0) + sign * change.copies
    left = part[change.key]
    if not left:
        del part[change.key]
    field = "boxes" if change.is_box else "cards"
    changed = msgspec.structs.replace(holding, **{field: part})
    if change.is_box and left < 0:
        raise _too_few(change.shown, left + change.copies, change)
    before, after = Owned(catalog, holding), Owned(catalog, changed)
    for title in (catalog.by_id[key].name for key in changed.cards):
        if (after.copies(title) or 0) < 0:
            have = before.copies(title)
            raise _too_few(title, phrase("cards.own.unknown") if have is None else have, change)
    if abs(left) > MAX_COUNT:
        raise refusal("own.too-many", what=change.shown, most=MAX_COUNT)
    return changed


def _too_few(name: str, have: int | Phrase, change: _Change) -> InputError:
    count, part = change.copies, change.shown
    return refusal("own.too-few", name=name, have=have, count=count, part=part)


def _read(text: str, searched: dict[str, Catalog]) -> _Change:
    """Return what "2x Core Set" or "3 Bone Cruncher" means. Raises InputError."""
    match = _COUNTED.fullmatch(text)
    name = match[3].strip() if match else ""
    if match is None or not name:
        raise refusal("own.names-nothing", text=text)
    count = int(match[1] or match[2] or match[4] or 1)
    if count == 0:
        raise refusal("own.zero", text=text)
    found = [
        change
        for game, catalog in searched.items()
        for change in _meant(name, count, game, catalog)
    ]
    if not found:
        near = _nearest(name, searched)
        raise refusal("own.neither-near" if near else "own.neither", name=name, nearest=near)
    if len(found) > 1:
        meanings = tuple(
            f"{each.game}: {_SET if each.is_box else _CARD}{each.shown}" for each in found
        )
        raise refusal("own.several", name=name, meanings=meanings, set=_SET, card=_CARD)
    _refuse_unknown_box(found[0], searched[found[0].game])
    return found[0]


def _meant(name: str, count: int, game: str, catalog: Catalog) -> Iterator[_Change]:
    lowered = name.casefold()
    if not lowered.startswith(_CARD):
        for set_id in catalog.sets_named(name[len(_SET) :] if lowered.startswith(_SET) else name):
            yield _Change(game, count, True, set_id, catalog.sets_by_id[set_id].name)
    if not lowered.startswith(_SET):
        printings = catalog.by_reference(
            name[len(_CARD) :].strip() if lowered.startswith(_CARD) else name
        )
        if printings:
            card = min(printings, key=lambda each: each.never_in_deck)
            yield _Change(game, count, False, card.id, catalog.reference(card))


def _nearest(name: str, searched: dict[str, Catalog]) -> tuple[str, ...]:
    from deckbuilder.catalog.names import nearest

    known = [each.name for catalog in searched.values() for each in catalog.sets]
    known += [title for catalog in searched.values() for title in catalog.nearest(name)]
    return nearest(name, known)


def _refuse_unknown_box(change: _Change, catalog: Catalog) -> None:
    cards = [card for card in catalog.cards if card.set == change.key]
    if change.is_box and all(card.quantity is None for card in cards):
        raise refusal("own.unknown-box", set=change.shown)
