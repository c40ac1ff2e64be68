"""`deckbuilder export`: lists in other forms."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from deckbuilder.cli.language import language_option
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import unusable
from deckbuilder.exchange.reading import read_decks
from deckbuilder.exchange.targets import Context, target, targets
from deckbuilder.files import read_input, write_whole
from deckbuilder.words import say


@click.command(
    epilog="Example: deckbuilder export my-draft/order.txt --to xlsx -o order.xlsx",
)
@click.argument("lists", nargs=-1, metavar="LIST...")
@click.option("--to", "target_name", metavar="TARGET", help="What to write; --list shows all.")
@click.option("-o", "--output", metavar="FILE", help="Write to FILE; - is standard output.")
@click.option("--force", is_flag=True, help="Overwrite FILE.")
@click.option("--game", metavar="GAME", help="The game of lists that do not name theirs.")
@click.option(
    "--images", metavar="FILE", help="Card images for the target tts (YAML or JSON; see README)."
)
@cards_option
@language_option
@click.option("--list", "listing", is_flag=True, help="Show every target and what it loses.")
def command(
    lists: tuple[str, ...],
    target_name: str | None,
    output: str | None,
    force: bool,
    game: str | None,
    images: str | None,
    listing: bool,
) -> None:
    """Write lists in another form: for people, for spreadsheets, for other programs.

    LIST is a file of any known form, or - for standard input. Text goes to standard output
    without -o.
    """
    if listing:
        _show_targets()
        return
    if target_name is None:
        raise click.UsageError("Say --to TARGET; --list shows the targets.")
    if not lists:
        raise click.UsageError("Name a list, or - for standard input.")
    chosen = target(target_name)
    decks = [
        deck for each in lists for deck in read_decks(read_input(each), _name(each), game=game)
    ]
    content = chosen.write_all(decks, _context(images))
    if output is not None and output != "-":
        write_whole(Path(output), content, force=force)
        return
    if chosen.binary and output is None and sys.stdout.isatty():
        raise unusable(
            f"the target '{chosen.id}' is no text to show on a terminal.",
            mend=f"Say -o FILE.{chosen.extension}.",
        )
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def _context(images: str | None) -> Context:
    if images is None:
        return Context(pictures=_pictures)
    from deckbuilder.exchange.images import read_images

    return Context(images=read_images(read_input(images), images), pictures=_pictures)


def _pictures(deck: Deck) -> Sequence[str]:
    from deckbuilder.reports.page import pictures_of

    return pictures_of(deck)


def _name(path: str) -> str:
    return say("exchange.standard-input") if path == "-" else path


def _show_targets() -> None:
    from deckbuilder.cli.console import print_table
    from deckbuilder.tables.screen import Column

    columns = ("target", "file", "reads-back", "what", "loses")
    print_table(
        [Column(say(f"exchange.columns.{column}")) for column in columns],
        [
            (
                each.id,
                f".{each.extension}",
                say("exchange.yes" if each.reads_back else "exchange.no"),
                each.what,
                each.loses or say("exchange.nothing"),
            )
            for each in targets()
        ],
    )
