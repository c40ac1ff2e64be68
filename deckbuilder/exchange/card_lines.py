"""One line of a list into counted cards, in all the ways in which people and programs write them.

What a line means depends on the catalogue: brackets behind a name are a printing, a count, a
remark or part of the name itself, and numbers may belong to names ("Kilo 13").
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold, loose
from deckbuilder.errors import Fault
from deckbuilder.registry import game as find_game

MAX_COUNT = 999
MAX_NAME = 120
MAX_LINE = 20_000
MAX_ITEMS = 500
MISSPELT = 80.0
"""How much a name must resemble a card's to be that name with a mistake, of 100."""
_MAX_PARTS = 12
"""How many counts, printings and remarks may stand behind a name."""
_MAX_KNOWN_LINES = 50_000
_LEAST_JAPANESE = 2
"""Letters of a Japanese name that is looked for within a sentence."""

_NUMBER = r"[-−+]?\d+(?:[.,]\d+)*"
_UNITS = r"(?:copies|copy|pcs\.?|cards?)"
_PREFIX = re.compile(
    rf"""\s*(?:
        [\[(]\s*(?P<bracketed>{_NUMBER})\s*[xX×]?\s*[\])]
      | [xX×]\s?(?P<behind>{_NUMBER})(?=\s|$)
      | (?P<bare>{_NUMBER})
        (?: [xX×](?=\s|$|[^\Wa-z]|["“']) | \s(?:[xX](?=\s|$)|×) | \s*[:;,–=-](?=\s|$)
          | \s?[枚個体] | \s+{_UNITS}(?:\s+of)?(?=\s) | (?=\s|$) )
    )\s*""",
    re.VERBOSE,
)
_ORDINAL = re.compile(r"\s*(\d{1,4})[.)](?=\s)\s*")
_SUFFIX = re.compile(
    rf"(?:\s+[xX]|\s*[×✕])\s?({_NUMBER})$|\s+({_NUMBER})\s?(?:[xX×枚個体]|{_UNITS})$"
    rf"|\t\s*({_NUMBER})$"
)
_BARE_SUFFIX = re.compile(
    rf"(.*?\S)(?:\s*(?:[-–—:：=,;>→]|\.{{2,}}|…)\s*|\s+)[xX×]?({_NUMBER})\s?[xX×枚個体]?$"
)
"""A number behind a name and a mark or a blank: a count only where the name is known."""
_BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*(?:#?\s?([A-Z]?\d+[a-z]?))?$")
_BRACKETED_COUNT = re.compile(rf"[xX×]?\s?({_NUMBER})\s?[xX×]?")
_SET_AND_NUMBER = re.compile(
    r"([^\d#].*?)(?:\s*[,:|]\s*|\s+)?(?:#|no\.?|nr\.?)?\s?([A-Z]?\d+)[a-z]?"
)
_UNKNOWN_SET_AND_NUMBER = re.compile(r"[^\d\W][^,:|#]{0,40}\s*[,:|#]\s*#?\d{1,4}")
_SET_CODE = re.compile(r"[A-Z][A-Z0-9]{1,4}")
_LEADING_SET = re.compile(r"\[([^\]]{1,60})\]\s*(.+)")
_QUOTED = re.compile(r'"((?:[^"]|"")+)"(?=\s|$|[,;:|])\s*')
"""A name that is taken as it is; a quotation mark within it is doubled."""
_COMMENT = re.compile(r"(?:^|\s)(?:#(?![\w-]*\d+\s*[)\]])|//|<!--)\s*(.*?)(?:-->)?$")
_MARK = re.compile(r"\s(?:#|//)")
"""Where a comment may begin, unless the mark belongs to the name of a card."""
_FLAG = re.compile(r"\s\*[A-Z]{1,3}\*$|\s\^[^^]*\^$")
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
_HAS_LETTER = re.compile(r"[^\W\d_]")


class Item(NamedTuple):
    """Counted cards as a line states them; `card` is None when no catalogue knows the name.

    `contradicted` is the printing as the line states it, where the card has another, and
    `numbered` the title that set and number mean where no card has the name. `brackets` are
    those behind the name that are no printing.
    """

    copies: int
    name: str
    card: Card | None
    comment: str
    contradicted: str = ""
    numbered: str = ""
    brackets: tuple[str, ...] = ()
    by_name: bool = False
    """Whether two cards have the name, and nothing says which one is meant."""

    @property
    def misnamed(self) -> bool:
        """Tell whether set and number say that a name with a mistake means this card."""
        return self.card is not None and bool(self.numbered)


class Printing(NamedTuple):
    """A set and a number as a line states them; `is_known` where there is such a set."""

    set_name: str | None = None
    number: int | None = None
    written: str = ""
    is_known: bool = True


class UnreadableLine(Exception):
    """A line that states no cards: the code of what is wrong, and the fields of its sentences."""

    def __init__(self, code: str, **fields: Any) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields

    def fault(self, where: str | None, line: int | None, field: str | None = None) -> Fault:
        """Return what is wrong as a fault of the line where it stands."""
        return Fault.of(self.code, where=where, line=line, field=field, **self.fields)

    @property
    def what(self) -> str:
        """What is wrong, in the language in force."""
        return self.fault(None, None).what

    @property
    def mend(self) -> str:
        """How to mend it, in the language in force."""
        return self.fault(None, None).mend


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
            marks = [found.start() for found in _MARK.finditer(line)][-_MAX_PARTS:]
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
        return _Pieces(self, text, raw).item()

    def printing(self, inside: str, outside: str | None) -> Printing | None:
        """Return the set and number that brackets, and a number behind them, state."""
        if len(inside) > MAX_NAME:
            return None
        written = " ".join(f"{inside} {outside or ''}".split())
        if self.catalog.sets_named(inside):
            return Printing(inside, _number(outside), written)
        parts = _SET_AND_NUMBER.fullmatch(inside)
        if parts and self.catalog.sets_named(parts[1]):
            return Printing(parts[1], _number(parts[2]), written)
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


class _Pieces:
    """The text of one card while counts, printings and remarks are taken off its ends."""

    def __init__(self, lines: CardLines, text: str, raw: str) -> None:
        self._lines = lines
        self.count: str | None = None
        self.name = ""
        self.printing: Printing | None = None
        self._written = ""
        """The brackets of the printing, as they stand."""
        self._is_misnamed = False
        self.remarks: list[str] = []
        body = text
        self._ordinal: str | None = None
        """A number with a dot or a bracket: the count, unless there is another."""
        if ordinal := _ORDINAL.match(body):
            self._ordinal, body = ordinal[1], body[ordinal.end() :]
        if prefix := None if ordinal and lines.is_name(body) else _PREFIX.match(body):
            self.count = prefix["bracketed"] or prefix["behind"] or prefix["bare"]
            body = body[prefix.end() :]
        self.is_quoted = False
        if quoted := _QUOTED.match(body):
            start = len(text) - len(body)
            name = raw[start + quoted.start(1) : start + quoted.end(1)]
            self.name, self.is_quoted = name.replace('""', '"').strip(), True
            body = body[quoted.end() :]
        if "&" in body and ";" in body and not self.is_quoted:
            body = html.unescape(body)
        self.rest = body.strip(" ,;")

    def item(self) -> Item:
        """Return what the pieces say. Raises UnreadableLine where they name no card."""
        self._take_ends()
        if self.is_quoted:
            if behind := self.rest.strip(" ,;:|"):
                self.remarks.append(behind)
        else:
            self.name = self.rest
        card = self._card()
        copies = counted(self.count or self._ordinal)
        self._check_name(card)
        numbered = "" if card is not None and not self._is_misnamed else self._numbered()
        if self.printing is not None and (card is None or not self.printing.is_known):
            self.remarks.append(self._written or self.printing.written)
        brackets = tuple(self.remarks)
        return Item(
            copies,
            " ".join(self.name.split()),
            card,
            " ".join(" ".join(reversed(self.remarks)).split()),
            self._contradicted(card),
            numbered,
            brackets,
            card is not None and self.printing is None and card.id in self._lines.namesakes,
        )

    def _take_ends(self) -> None:
        """Take counts, flags and brackets off the end, up to what is a card's name."""
        if not self.is_quoted and not self._lines.is_name(self.rest):
            self._take_leading_set()
        for _ in range(_MAX_PARTS):
            if not self.rest or (not self.name and self._lines.is_name(self.rest)):
                return
            if not (self._take_count() or self._take_flag() or self._take_brackets()):
                break
        if not self.name:
            self._take_pipes()

    def _take_count(self) -> bool:
        if self.count is not None:
            return False
        if suffix := _SUFFIX.search(self.rest):
            self.count = suffix[1] or suffix[2] or suffix[3]
            self.rest = self.rest[: suffix.start()].rstrip(" ,;:-–—=")
            return True
        if self.is_quoted:
            bare = _BRACKETED_COUNT.fullmatch(self.rest.strip(' ,;:=|-–—"'))
            if bare:
                self.count, self.rest = bare[1], ""
            return bool(bare)
        bare = _BARE_SUFFIX.fullmatch(self.rest) if len(self.rest) <= 2 * MAX_NAME else None
        if bare and self._lines.is_name(bare[1]):
            self.count, self.rest = bare[2], bare[1]
            return True
        return False

    def _take_flag(self) -> bool:
        flag = _FLAG.search(self.rest)
        if flag:
            self.rest = self.rest[: flag.start()].rstrip()
        return bool(flag)

    def _take_brackets(self) -> bool:
        brackets = _BRACKETS.search(self.rest)
        if not brackets:
            return False
        inside, outside = brackets[1].strip(), brackets[2]
        if self.count is None and (bracketed := _BRACKETED_COUNT.fullmatch(inside)):
            self.count = bracketed[1]
        elif self.printing is None and (found := self._lines.printing(inside, outside)):
            self.printing = found
            self._written = brackets[0].strip()
        elif inside or outside:
            self.remarks.append(inside if not outside else f"{inside} {outside}")
        self.rest = self.rest[: brackets.start()].rstrip(" ,;")
        return True

    def _take_leading_set(self) -> None:
        """Take the set of `[Set:12] Name` off the front."""
        if leading := _LEADING_SET.fullmatch(self.rest):
            self.rest = leading[2]
            self.printing = self._lines.printing(leading[1].strip(), None) or Printing(
                written=leading[1], is_known=False
            )

    def _take_pipes(self) -> None:
        """Take apart `Name|Set|12`, `Name | 3` and `3 | Name`.

        A number is the count where none is stated and no set stands before it.
        """
        if "|" not in self.rest:
            return
        name, *fields = (each.strip() for each in self.rest.strip("| ").split("|"))
        if fields and self.count is None and _BRACKETED_COUNT.fullmatch(name):
            self.count, name, *fields = name.strip("xX× "), *fields
        self.rest = name
        sets: list[str] = []
        for field in filter(None, fields[:_MAX_PARTS]):
            bare = _BRACKETED_COUNT.fullmatch(field)
            if bare and self.count is None and not sets:
                self.count = bare[1]
            else:
                sets.append(field)
        if sets:
            known = self._lines.catalog.sets_named(sets[0])
            number = _number(sets[1]) if len(sets) > 1 else None
            written = " ".join(sets)
            self.printing = Printing(sets[0] if known else None, number, written, bool(known))

    def _card(self) -> Card | None:
        """Return the card of the name; a misspelt name counts where set and number agree."""
        if not self.name or len(self.name) > MAX_NAME:
            return None
        card = self._lines.find(self.name, self.printing)
        if card is None and (numbered := self._by_number()) and not self.is_quoted:
            near = self._lines.catalog.nearest(self.name, 1, MISSPELT)
            if near and near[0] in (numbered.name, numbered.name_ja):
                self._is_misnamed = True
                return numbered
        return card

    def _by_number(self) -> Card | None:
        printing = self.printing
        if printing is None or printing.set_name is None or printing.number is None:
            return None
        return self._lines.catalog.by_number(printing.set_name, printing.number)

    def _numbered(self) -> str:
        card = self._by_number()
        return card.name if card is not None else ""

    def _contradicted(self, card: Card | None) -> str:
        printing = self.printing
        if card is None or printing is None:
            return ""
        if printing.is_known and not is_other(
            self._lines.catalog, card, printing.set_name, printing.number
        ):
            return ""
        return printing.written

    def _check_name(self, card: Card | None) -> None:
        if not _HAS_LETTER.search(self.name) and card is None:
            if (self.count or self._ordinal) and not self.name:
                raise UnreadableLine("lists.no-name-beside-count")
            raise UnreadableLine("lists.no-name")
        if len(self.name) > MAX_NAME:
            raise UnreadableLine("lists.name-long", letters=len(self.name))


def _is_japanese(key: str) -> bool:
    return len(key) >= _LEAST_JAPANESE and any(letter >= "\u3040" for letter in key)


def card_lines(game_id: str) -> CardLines:
    """Return the reader for a game's lines, with the cards that are known now."""
    return _card_lines(find_game(game_id).catalog())


@lru_cache(maxsize=16)
def _card_lines(catalog: Catalog) -> CardLines:
    return CardLines(catalog)


def is_other(catalog: Catalog, card: Card, set_name: str | None, number: int | None) -> bool:
    """Tell whether a stated set or number is not that of a card, as far as its own are known."""
    if set_name is not None and not catalog.is_set(card.set, set_name):
        return True
    return number is not None and card.number is not None and card.number != number


def without_comment(line: str) -> tuple[str, str]:
    """Return a line without the comment behind its cards, and that comment.

    Names in quotes may hold anything.
    """
    masked = _IN_QUOTES.sub(lambda found: '"' * len(found[0]), line) if '"' in line else line
    comment = _COMMENT.search(masked)
    if comment is None:
        return line, ""
    return line[: comment.start()], line[comment.start(1) : comment.end(1)]


def counted(text: str | None) -> int:
    """Return a written count as a number, 1 where none is written.

    Raises UnreadableLine unless it is a whole number from 1 to MAX_COUNT.
    """
    if text is None:
        return 1
    digits = text.removeprefix("+")
    # A number of thousands of digits is not worth turning into an int.
    if digits.isdecimal() and len(digits) <= 12 and 1 <= int(digits) <= MAX_COUNT:
        return int(digits)
    shown = text if len(text) <= 20 else f"{text[:20]}…"
    raise UnreadableLine("lists.count", count=shown, most=MAX_COUNT)


def _number(text: str | None) -> int | None:
    digits = (text or "").strip()
    return int(digits) if digits.isdecimal() and len(digits) <= 6 else None
