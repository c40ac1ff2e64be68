"""`deckbuilder export`: lists in other forms."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from deckbuilder.cli.error_messages import misuse
from deckbuilder.cli.language import language_option
from deckbuilder.cli.missing_letters import tell_missing_letters
from deckbuilder.cli.option_checks import needs, refuse_other_game, settles
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.preferences import prefer
from deckbuilder.cli.prose import tell
from deckbuilder.cli.reading_warnings import tell_reading_warnings
from deckbuilder.cli.terminal import binary_output
from deckbuilder.cli.written_files import open_option, open_written, refuse_to_open, tell_written
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import refusal, within
from deckbuilder.exchange.card_pieces import MAX_COUNT
from deckbuilder.exchange.pools import first_packs, found_cards, one_pool
from deckbuilder.exchange.reading import read_decks
from deckbuilder.exchange.registration.fonts import Fonts
from deckbuilder.exchange.targets import Context, Target, target, target_of_file, targets
from deckbuilder.exchange.writing import files_of
from deckbuilder.files import read_input, refuse_existing, write_whole
from deckbuilder.registry import Game
from deckbuilder.registry import game as find_game
from deckbuilder.reports.page import writing_context
from deckbuilder.tables.log import LOG_START, read_head
from deckbuilder.words import enumerated, say


@click.command(
    epilog="Example: deckbuilder export my-draft/order.txt --to xlsx -o order.xlsx",
)
@click.argument("lists", nargs=-1, metavar="[LIST]...")
@click.option(
    "--to",
    "target_name",
    metavar="TARGET",
    help="What to write; --list shows all. Else what FILE ends in.",
)
@click.option("-o", "--output", metavar="FILE", help="Write to FILE; - is standard output.")
@click.option("--force", is_flag=True, help="Overwrite FILE.")
@open_option
@click.option("--game", metavar="GAME", help="The game of a search, or of lists that name none.")
@click.option("--code", help="A draft code, in place of lists: the first packs of that draft.")
@click.option("--search", help="A search, in place of lists: the cards of GAME that it finds.")
@click.option(
    "--copies",
    type=click.IntRange(1, MAX_COUNT),
    help="Of a search: copies of each card; else as many as are in the box.",
)
@click.option("--seat", metavar="SEAT", help="Of a log or code: only this seat's packs (1, order).")
@click.option("--images", metavar="FILE", help="Your card images for tts, as above.")
@click.option(
    "--names",
    type=click.Choice(["en", "ja"]),
    help="Card names in English, or in Japanese where they are known, in forms for people.",
)
@cards_option
@language_option
@click.option("--list", "listing", is_flag=True, help="Show every target and what it loses.")
@needs("--force", "--output")
@needs("--game", "LIST", "--search")
@needs("--seat", "LIST", "--code")
@settles(
    "--list", "--to", "--output", "--force", "--game", "--code", "--search", "--copies", "--seat",
    "--images", "--names", "LIST", "--open",
)  # fmt: skip
@click.pass_context
def command(click_context: click.Context, /, names: str | None, **asked: Any) -> None:
    """Write lists in another form: for people, for spreadsheets, for other programs.

    LIST is a file of any known form, or - for standard input. Text goes to standard output
    without -o. The log of a draft stands for the first packs of that draft; draftmancer, which
    deals packs itself, takes them as one pool.

    \b
    To print a draft's first packs, the draft format cards of a set, and a cube:
      export my-draft/log.jsonl --to proxies -o packs.pdf
      export --search "t:draft s:core" --game invasion --to proxies -o cards.pdf
      export --search "s:core -t:draft -t:capital" --copies 1 --game invasion --to text

    \b
    Card images (YAML or JSON) go by card id or name:
      back: https://example.org/back.jpg
      blank: https://example.org/face-of-all-others.jpg
      sheets:
        core: {face: https://example.org/core.jpg, columns: 10, rows: 7}
      cards:
        Pillage: {sheet: core, index: 12}
        invasion/core/057: {face: https://example.org/57.jpg}

    Without them faces are drawn in pictures beside the FILE of -o; on standard output cards
    without an image have an empty face.
    """
    wish = _Asked(**asked)
    if wish.listing:
        _show_targets()
        return
    chosen = target(wish.target())
    if wish.opens:
        refuse_to_open(Path(wish.output or ""))
    if wish.images is not None and not chosen.draws:
        raise misuse("usage.images-of-tts")
    if names is not None:
        if not chosen.named:
            raise misuse("usage.names-of-people", targets=tuple(t.id for t in targets() if t.named))
        prefer(click_context, card_names=names)
    decks = _wanted(wish)
    if names is not None:
        _tell_unnamed(decks, names)
    fonts = Fonts()
    context = replace(_context_of(wish.images), fonts=fonts)
    if wish.output is not None and wish.output != "-":
        _write_files(chosen, decks, context, Path(wish.output), force=wish.force)
        if wish.opens:
            open_written(Path(wish.output))
    else:
        _print(chosen, decks, context, to_terminal=wish.output is None and sys.stdout.isatty())
    tell_missing_letters(fonts)


def _tell_unnamed(decks: Sequence[Deck], language: str) -> None:
    """Tell how many cards have no name that is known in the language that was asked for."""
    unnamed = {
        entry.card.id
        for deck in decks
        for entry in deck.entries
        if entry.card is not None and not getattr(entry.card, f"name_{language}", entry.card.name)
    }
    if unnamed:
        tell(say("exchange.unnamed", count=len(unnamed)), err=True)


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """What the options of the command say."""

    lists: tuple[str, ...]
    target_name: str | None
    output: str | None
    force: bool
    game: str | None
    code: str | None
    search: str | None
    copies: int | None
    seat: str | None
    images: str | None
    listing: bool
    opens: bool

    def target(self) -> str:
        """Return the target; raise UsageError where the options do not fit together."""
        if self.target_name is None and self.output in (None, "-"):
            raise misuse("usage.which-target")
        if not self.lists and self.code is None and self.search is None:
            raise misuse("usage.which-list")
        if self.search is None and self.copies is not None:
            raise misuse("usage.copies-of-search")
        if self.search is not None and self.game is None:
            raise misuse("usage.game-of-search")
        if self.target_name is None:
            return target_of_file(Path(self.output or "")).id
        return self.target_name


def _wanted(asked: _Asked) -> list[Deck]:
    """Return the lists that are named, then those that a code and a search stand for."""
    decks: list[Deck] = []
    for each in asked.lists:
        decks += _decks(each, asked)
    if asked.code is not None:
        decks += _packs_of_code(asked.code, asked)
    if asked.search is not None and asked.game is not None:
        decks.append(found_cards(find_game(asked.game), asked.search, asked.copies))
    return decks


def _print(chosen: Target, decks: Sequence[Deck], context: Context, *, to_terminal: bool) -> None:
    content = chosen.write_all(decks, context)
    if chosen.draws:
        _warn_of_empty_faces(decks, context)
    if chosen.binary and to_terminal:
        raise refusal("export.no-text", target=chosen.id, extension=chosen.extension)
    if sys.stdout.isatty():
        click.echo(content.decode(), nl=False)
    else:
        out = binary_output()
        out.write(content)
        out.flush()


def _decks(path: str, asked: _Asked) -> Sequence[Deck]:
    """Return the lists of a file, or the first packs of a draft's log."""
    content = read_input(path)
    if not content.startswith(LOG_START):
        if asked.seat is not None:
            raise refusal("export.seat-of-log", where=_name(path))
        decks = read_decks(content, _name(path), game=asked.game)
        refuse_other_game(decks, _name(path), asked.game)
        tell_reading_warnings(decks, _name(path))
        return decks
    with within(_name(path)):
        head = read_head(content, _name(path))
        if head.kind != "draft":
            raise refusal("log.no-draft")
        return _packs(find_game(head.game), head.settings, head.seed, asked)


def _packs(home: Game, settings: Any, seed: int, asked: _Asked) -> Sequence[Deck]:
    """Return the first packs of a draft; one pool of them for a target that deals packs itself."""
    packs = first_packs(home, settings, seed, asked.seat)
    return (one_pool(packs),) if target(asked.target()).deals else packs


def _packs_of_code(code: str, asked: _Asked) -> Sequence[Deck]:
    from deckbuilder.games.draft_codes import open_code

    shared, settings = open_code(code)
    return _packs(find_game(shared.draft_format.game), settings, shared.seed, asked)


def _write_files(
    chosen: Target, decks: Sequence[Deck], context: Context, output: Path, *, force: bool
) -> None:
    """Write decks to a file, and drawn faces beside it where the target has use for them."""
    files = files_of(chosen, decks, context, output)
    for path in files:
        refuse_existing(path, force=force)
    for path, content in files.items():
        write_whole(path, content, force=force)
    tell_written(output)
    if drawn := [path.name for path in files if path != output]:
        names = enumerated(drawn)
        tell(say("exchange.drawn", files=names), err=True)


def _warn_of_empty_faces(decks: Sequence[Deck], context: Context) -> None:
    """Pictures need a file to lie beside: standard output has none."""
    from deckbuilder.exchange.face_sheets import without_face
    from deckbuilder.exchange.images import Images

    empty = sum(len(without_face(deck, context.images or Images())) for deck in decks)
    if empty:
        tell(say("exchange.not-drawn", cards=empty), err=True)


def _context_of(images: str | None) -> Context:
    """Return what writers need beside the decks, with the images of a user's file."""
    if images is None:
        return writing_context()
    from deckbuilder.exchange.images import read_images

    return writing_context(read_images(read_input(images), images))


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
