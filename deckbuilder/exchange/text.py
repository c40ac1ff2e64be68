"""The canonical text of a deck: the project's own form, made to be read again."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.exchange.card_lines import CardLines, card_lines
from deckbuilder.exchange.card_pieces import Item, UnreadableLine
from deckbuilder.exchange.headings import FORMAT, GAME, NAME, Headings, header_names, headings
from deckbuilder.exchange.layout import layout, printing_of, written_name
from deckbuilder.exchange.line_forms import has_markup, is_title
from deckbuilder.exchange.line_reading import needs_quotes
from deckbuilder.exchange.targets import Context
from deckbuilder.registry import game as find_game


def write_text(deck: Deck) -> str:
    """Return the canonical text of a deck, in the language in force."""
    words = headings(deck.game)
    cards = card_lines(deck.game)
    head: list[str] = []
    titled = is_title(deck.name) and not needs_quotes(deck.name, words, cards)
    if titled:
        head.append(f"# {deck.name}")
        head.extend(_comments(deck.notes, words, cards))
    elif deck.name:
        head.append(f"{header_names(NAME)[0]}: {_flat(deck.name)}")
    head.append(f"{header_names(GAME)[0]}: {find_game(deck.game).names[0]}")
    if deck.format:
        head.append(f"{header_names(FORMAT)[0]}: {_flat(deck.format)}")
    head.extend(f"{_flat(key)}: {_flat(value)}".rstrip() for key, value in deck.headers)
    if not titled:
        head.extend(_comments(deck.notes, words, cards))
    parts = ["\n".join(head)]
    for title, entries in layout(deck):
        lines = [f"[{title}]"]
        for entry in entries:
            lines.extend(_comments(entry.notes, words, cards))
            lines.append(_entry_line(entry, cards))
        parts.append("\n".join(lines))
    if deck.end_notes:
        parts.append("\n".join(_comments(deck.end_notes, words, cards)))
    return "\n\n".join(parts) + "\n"


def _entry_line(entry: Entry, cards: CardLines) -> str:
    for name in dict.fromkeys((written_name(entry), entry.title)):
        line, reads_back = _named_line(entry, _flat(name), cards)
        if reads_back:
            break
    return line


def _named_line(entry: Entry, name: str, cards: CardLines) -> tuple[str, bool]:
    """Return an entry's line with this name, and whether that is read as the same card."""
    comment = _flat(entry.comment)
    expected = Item(entry.count, name, entry.card, comment)
    behind = (f" {printing_of(entry)}" if printing_of(entry) else "") + (
        f"  # {comment}" if comment else ""
    )
    plain = f"{entry.count}x {expected.name}{behind}"
    try:
        if not has_markup(expected.name) and _read_plainly(cards, plain) == [expected]:
            return plain, True
    except UnreadableLine:
        pass
    quoted = expected.name.replace('"', '""')
    line = f'{entry.count}x "{quoted}"{behind}'
    return line, entry.card is None or cards.catalog.find(name) is not None


def _read_plainly(cards: CardLines, line: str) -> list[Item]:
    """Read a line; which of two cards of one name is meant stands in its printing."""
    return [item._replace(by_name=False) for item in cards.read(line)]


def _comments(notes: Sequence[str], words: Headings, cards: CardLines) -> list[str]:
    lines = [line for note in notes for line in (_flat(part) for part in note.splitlines()) if line]
    return [f'# "{line}"' if needs_quotes(line, words, cards) else f"# {line}" for line in lines]


def _flat(text: str) -> str:
    return " ".join(text.split())


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the canonical text of decks, a line of `===` between two."""
    return "\n===\n\n".join(write_text(deck) for deck in decks).encode()
