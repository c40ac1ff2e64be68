"""One line of a list into counted cards, in all the ways in which people and programs write them.

What a line means depends on the catalogue: brackets behind a name are a printing, a count, a
remark or part of the name itself, and numbers may belong to names ("Kilo 13").
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cached_property, lru_cache

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold, loose
from deckbuilder.exchange.card_pieces import (
    MAX_NAME,
    MAX_PARTS,
    MISSPELT,
    CardPieces,
    Item,
    Printing,
    UnreadableLine,
    number_of,
)
from deckbuilder.registry import game as find_game

MAX_LINE = 20_000
MAX_ITEMS = 500
_MAX_KNOWN_LINES = 50_000
_LEAST_JAPANESE = 2
"""Letters of a Japanese name that is looked for within a sentence."""

_SET_AND_NUMBER = re.compile(
    r"([^\d#].*?)(?:\s*[,:|]\s*|\s+)?(?:#|no\.?|nr\.?)?\s?([A-Z]?\d+)[a-z]?"
)
_UNKNOWN_SET_AND_NUMBER = re.compile(r"[^\d\W][^,:|#]{0,40}\s*[,:|#]\s*#?\d{1,4}")
_SET_CODE = re.compile(r"[A-Z][A-Z0-9]{1,4}")
_COMMENT = re.compile(r"(?:^|\s)(?:#(?![\w-]*\d+\s*[)\]])|//|<!--)\s*(.*?)(?:-->)?$")
_MARK = re.compile(r"\s(?:#|//)")
"""Where a comment may begin, unless the mark belongs to the name of a card."""

_COUNT_TOKEN = re.compile(
    r"(?<!\S)(?:\d{1,10}+\s?[xX×]?|[xX×]\d{1,10}+|\d{1,10}+[xX×](?=[^\Wa-z]))(?=\s*\S)"
)
_SUFFIX_TOKEN = re.compile(r"(?:(?<=\s)[xX]|[×✕])\s?\d{1,10}(?=[\s,;]|\.?$)[,;]?")
_ENCLOSED = re.compile(r"[(\[][^()\[\]]*[)\]]|\"[^\"]*\"")
_IN_QUOTES = re.compile(r"\"[^\"]*\"")
_NARROW = {
    **{0xFF00 + offset: 0x20 + offset for offset in range(1, 0x5F)},
    **dict.fromkeys((0x3000, 0x00A0, 0x2007, 0x202F), 0x20),
    **dict.fromkeys((0x201C, 0x201D, 0x201E), 0x22),
}
"""Wide letters, blanks and curly quotes as the plain ones that lines are read by, one for one."""

_ENCLOSED_NUMBERS = {
    first + offset: f"{offset + 1} "
    for first, last in ((0x2460, 20), (0x2776, 10), (0x2780, 10), (0x278A, 10), (0x2474, 20))
    for offset in range(last)
}
"""Numbers in circles or brackets, each a single letter, as numbers."""

_HAS_ENCLOSED = re.compile("[①-⒇❶-➓]")
_PLAIN_WORDS = re.compile(r"(?:[A-Za-z]+|\d{1,6})(?: (?:[A-Za-z]+|\d{1,6}))*")
_LIST_COMMA = re.compile(r"\s*[,;]\s+")


class CardLines:
    """Reads the lines of one game; remembers those that it has read."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.known: dict[str, Item] = {}
        """Raw lines that state one card and nothing else, as they were read before."""
        self.headers: dict[str, tuple[str, str]] = {}
        """Raw lines that are headers wherever they stand, with key and value."""

    def remember(self, line: str, item: Item) -> None:
        """Note what a raw line means, so that it need not be read again."""
        if len(self.known) >= _MAX_KNOWN_LINES:
            self.known.clear()
        self.known[line] = item

    def remember_header(self, line: str, key: str, value: str) -> None:
        """Note a raw line that is a header, whatever stands around it."""
        if len(self.headers) >= _MAX_KNOWN_LINES:
            self.headers.clear()
        self.headers[line] = key, value

    def read(self, line: str) -> list[Item]:
        """Return the cards that a line without heading states.

        Raises UnreadableLine.
        """
        if len(line) > MAX_LINE:
            raise UnreadableLine("lists.line-long", most=MAX_LINE)
        head, remark = self._without_comment(line)
        if not head.isascii() and '"' not in head and _HAS_ENCLOSED.search(head):
            head = head.translate(_ENCLOSED_NUMBERS).strip()
        text = head if head.isascii() else head.translate(_NARROW)
        items = self._cards(text, head)
        if remark:
            last = items[-1]
            items[-1] = last._replace(comment=" ".join(f"{last.comment} {remark}".split()))
        return items

    def states_only_cards(self, text: str) -> bool:
        """Tell whether a text is a line of cards that are all known."""
        try:
            return all(item.card is not None for item in self.read(text))
        except UnreadableLine:
            return False

    def states_a_card(self, text: str) -> bool:
        """Tell whether a text is a line with at least one card that is known."""
        # Most titles have no word with which a name begins, so they need no closer look. Only
        # between plain words there is nothing but a blank at which a name could begin.
        if _PLAIN_WORDS.fullmatch(text) and self.catalog.first_words.isdisjoint(
            text.casefold().split()
        ):
            return False
        try:
            return any(item.card is not None for item in self.read(text))
        except UnreadableLine:
            return False

    def is_name(self, text: str) -> bool:
        """Tell whether a text is a card's name and nothing else."""
        return len(text) <= MAX_NAME and self.find(text) is not None

    def is_misspelt(self, text: str) -> bool:
        """Tell whether a text is nearly a card's name."""
        return len(text) <= MAX_NAME and bool(self.catalog.nearest(text, 1, MISSPELT))

    def find(self, name: str, printing: Printing | None = None) -> Card | None:
        """Return the card of a name, in the printing that is stated."""
        set_name, number = printing[:2] if printing and printing.is_known else (None, None)
        return self.catalog.find(name, set_name, number)

    def holds_name(self, text: str) -> bool:
        """Tell whether the words of a text, one after the other, are somewhere a card's name."""
        keys, most, japanese = self._name_keys
        if not text.isascii():
            folded = fold(text)
            if any(name in folded for name in japanese):
                return True
        words = loose(fold(html.unescape(text[:MAX_LINE]))).split()
        return any(
            " ".join(words[start : start + length]) in keys
            for start in range(len(words))
            for length in range(1, min(most, len(words) - start) + 1)
        )

    @cached_property
    def _name_keys(self) -> tuple[frozenset[str], int, tuple[str, ...]]:
        """Folded names without punctuation, the most words of one, and the Japanese names."""
        keys = frozenset(key for _, key, _ in self.catalog.title_keys if key)
        japanese = tuple(
            key for key in keys if not key.isascii() and " " not in key and _is_japanese(key)
        )
        return keys, max((key.count(" ") + 1 for key in keys), default=1), japanese

    @cached_property
    def namesakes(self) -> frozenset[str]:
        """The ids of cards that share their name with a card that is no printing of them."""
        cards = self.catalog.cards
        return frozenset(
            cards[row].id
            for _, _, rows in self.catalog.title_keys
            if len({cards[row].type for row in rows}) > 1
            for row in rows
        )

    @cached_property
    def _has_marked_names(self) -> bool:
        """Tell whether a card's name holds what begins a comment in other lines."""
        return any(_MARK.search(title) for title, _, _ in self.catalog.title_keys)

    def _without_comment(self, line: str) -> tuple[str, str]:
        if self._has_marked_names:
            marks = [found.start() for found in _MARK.finditer(line)][-MAX_PARTS:]
            for end in (len(line), *reversed(marks)):
                card = self._card_of(line[:end])
                if card is not None and _MARK.search(card.name):
                    remark = _COMMENT.match(line[end:])
                    return line[:end], remark[1] if remark else ""
        return without_comment(line)

    def _cards(self, text: str, raw: str) -> list[Item]:
        fault: UnreadableLine | None = None
        item: Item | None = None
        try:
            item = self._one(text, raw)
        except UnreadableLine as error:
            fault = error
        if item is not None and (item.card is not None or text.startswith('"')):
            return [item]
        if several := self._several(text, raw):
            return several
        if item is None:
            raise fault or UnreadableLine("lists.no-name")
        return [item]

    def _one(self, text: str, raw: str) -> Item:
        """Read one card; `raw` is the text as typed, letter by letter as long as `text`."""
        return CardPieces(self, text, raw).item()

    def printing(self, inside: str, outside: str | None) -> Printing | None:
        """Return the set and number that brackets, and a number behind them, state."""
        if len(inside) > MAX_NAME:
            return None
        written = " ".join(f"{inside} {outside or ''}".split())
        if self.catalog.sets_named(inside):
            return Printing(inside, number_of(outside), written)
        parts = _SET_AND_NUMBER.fullmatch(inside)
        if parts and self.catalog.sets_named(parts[1]):
            return Printing(parts[1], number_of(parts[2]), written)
        if outside or _UNKNOWN_SET_AND_NUMBER.fullmatch(inside) or _SET_CODE.fullmatch(inside):
            return Printing(written=written, is_known=False)
        return None

    def _several(self, text: str, raw: str) -> list[Item]:
        """Return the cards of a line that holds several, none when it does not."""
        masked = _ENCLOSED.sub(lambda found: "(" * len(found[0]), text)
        starts = [found.start() for found in _COUNT_TOKEN.finditer(masked)]
        ends = [found.end() for found in _SUFFIX_TOKEN.finditer(masked)]
        if max(len(starts), len(ends)) > MAX_ITEMS:
            raise UnreadableLine("lists.line-counts", most=MAX_ITEMS)
        if len(starts) > 1 and not text[: starts[0]].strip():
            return self._joined(text, raw, [*starts, len(text)])
        if len(ends) > 1 and not text[ends[-1] :].strip(" .,;"):
            return self._joined(text, raw, [0, *ends])
        names = _LIST_COMMA.split(text)
        if 1 < len(names) <= MAX_ITEMS and all(self._is_one(name) for name in names):
            return [self._one(name, name) for name in names]
        return []

    def _is_one(self, text: str) -> bool:
        return self._card_of(text) is not None

    def _card_of(self, text: str) -> Card | None:
        try:
            return self._one(text, text).card
        except UnreadableLine:
            return None

    def _joined(self, text: str, raw: str, cuts: list[int]) -> list[Item]:
        """Cut a line at counts, but not at numbers that belong to a name."""
        last = len(cuts) - 1
        best: list[tuple[float, int, Item | UnreadableLine | None]] = [(0.0, 0, None)] * (last + 1)
        for start in range(last - 1, -1, -1):
            choices: list[tuple[float, int, Item | UnreadableLine | None]] = []
            for end in range(start + 1, min(start + 3, last) + 1):
                part: Item | UnreadableLine
                try:
                    span = slice(cuts[start], cuts[end])
                    part = self._one(text[span], raw[span])
                    # A longer unknown part must not look better than two shorter ones.
                    cost = 0.0 if part.card is not None else (end - start) * 1.1
                except UnreadableLine as error:
                    # A number without a name is rather the end of the name before it.
                    part, cost = error, (end - start) * 1.1 + 1.0
                choices.append((cost + best[end][0], end, part))
            best[start] = min(choices, key=lambda choice: choice[:2])
        return list(_cheapest(best, last))


def _cheapest(
    best: list[tuple[float, int, Item | UnreadableLine | None]], last: int
) -> Iterator[Item]:
    """Yield the parts of the cheapest way to cut. Raises UnreadableLine for one without a name."""
    at = 0
    while at < last:
        _, at, part = best[at]
        if isinstance(part, UnreadableLine):
            raise part
        if part is not None:
            yield part


def _is_japanese(key: str) -> bool:
    return len(key) >= _LEAST_JAPANESE and any(letter >= "\u3040" for letter in key)


def card_lines(game_id: str) -> CardLines:
    """Return the reader for a game's lines, with the cards that are known now."""
    return _card_lines(find_game(game_id).catalog())


@lru_cache(maxsize=16)
def _card_lines(catalog: Catalog) -> CardLines:
    return CardLines(catalog)


def without_comment(line: str) -> tuple[str, str]:
    """Return a line without the comment behind its cards, and that comment.

    Names in quotes may hold anything.
    """
    masked = _IN_QUOTES.sub(lambda found: '"' * len(found[0]), line) if '"' in line else line
    comment = _COMMENT.search(masked)
    if comment is None:
        return line, ""
    return line[: comment.start()], line[comment.start(1) : comment.end(1)]
