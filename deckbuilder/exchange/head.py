"""The head of a deck as lines of text, for forms that have only a field of free text for it."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import InputError
from deckbuilder.exchange.grid import head_pairs
from deckbuilder.exchange.headings import GAME, NAME, header_names, headings
from deckbuilder.exchange.line_forms import one_line
from deckbuilder.registry import Game
from deckbuilder.registry import game as find_game


def head_text(deck: Deck, *, named: bool = False, beside: Sequence[Entry] = ()) -> str:
    """Return game, format, headers and notes, a line each; `ListBuilder.head` reads them.

    `named` puts the deck's name before them. Cards of a part `beside` the deck, for which the
    form has no place, are among the notes.
    """
    pairs = head_pairs(deck)
    if named and deck.name:
        pairs.insert(0, (header_names(NAME)[0], deck.name))
    lines = [f"{key}: {value}" for key, value in pairs]
    lines.extend(f"# {note}" for note in (*deck.notes, *deck.end_notes))
    words = headings(deck.game)
    lines.extend(
        f"# {words.title(each.section)}: {each.count}x {one_line(each.title)}" for each in beside
    )
    return "\n".join(lines)


def game_named(text: str, where: str) -> Game | None:
    """Return the game that one of the lines names, None where none does.

    Raises InputError for a game that there is not.
    """
    keys = {fold(name) for name in header_names(GAME)}
    for line in text.splitlines():
        key, colon, value = line.partition(":")
        if colon and fold(key) in keys:
            try:
                return find_game(value.strip())
            except InputError as error:
                raise InputError(fault.at(where=where) for fault in error.faults) from None
    return None
