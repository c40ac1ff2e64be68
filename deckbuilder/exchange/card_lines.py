"""One line of a list into counted cards, in all the ways in which people and programs write them.

What a line means depends on the catalogue: brackets behind a name are a printing, a count, a
remark or part of the name itself, and numbers may belong to names ("Kilo 13").
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.registry import game as find_game

MAX_COUNT = 999
MAX_NAME = 120
MAX_LINE = 20_000
MAX_ITEMS = 500
_MAX_PARTS = 12
"""How many counts, printings and remarks may stand behind a name."""
_MAX_KNOWN_LINES = 50_000

_NUMBER = r"[-−+]?\d+(?:[.,]\d+)*"
_PREFIX = re.compile(
    rf"""\s*(?:
        [\[(]\s*(?P<bracketed>{_NUMBER})\s*[xX×]?\s*[\])]
      | [xX×]\s?(?P<behind>{_NUMBER})(?=\s|$)
      | (?P<bare>{_NUMBER})
        (?: [xX×](?=\s|$|[^\Wa-z]|["“']) | \s(?:[xX](?=\s|$)|×) | \s*[.:;,)–-](?=\s|$) | \s?枚
          | (?=\s|$) )
    )\s*""",
    re.VERBOSE,
)
_SUFFIX = re.compile(
    rf"(?:\s+[xX]|\s*[×✕])\s?({_NUMBER})$|\s+({_NUMBER})\s?[xX×枚]$|\t\s*({_NUMBER})$"
)
_BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*(?:#?\s?([A-Z]?\d+[a-z]?))?$")
_BRACKETED_COUNT = re.compile(rf"[xX×]?\s?({_NUMBER})\s?[xX×]?")
_SET_AND_NUMBER = re.compile(
    r"([^\d#].*?)(?:\s*[,:|]\s*|\s+)?(?:#|no\.?|nr\.?)?\s?([A-Z]?\d+)[a-z]?"
)
_LEADING_SET = re.compile(r"\[([^\]]{1,60})\]\s*(.+)")
_PIPES = re.compile(r"([^|]+)\|([^|]*)(?:\|(\d*))?(?:\|.*)?")
_QUOTED = re.compile(r'"((?:[^"]|"")+)"(?=\s|$)\s*')
"""A name that is taken as it is; a quotation mark within it is doubled."""
_COMMENT = re.compile(r"(?:^|\s)(?:#(?![\w-]*\d+\s*[)\]])|//|<!--)\s*(.*?)(?:-->)?$")
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
_LIST_COMMA = re.compile(r"\s*[,;]\s+")
_HAS_LETTER = re.compile(r"[^\W\d_]")


class Item(NamedTuple):
    """Counted cards as a line states them; `card` is None when no catalogue knows the name.

    `contradicted` is the printing as the line states it, where the card has another.
    """

    copies: int
    name: str
    card: Card | None
    comment: str
    contradicted: str = ""


class UnreadableLine(Exception):
    """A line that states no cards; says what is wrong and how to mend it."""

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(what)
        self.what = what
        self.mend = mend


class CardLines:
    """Reads the lines of one game; remembers those that it has read."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.known: dict[str, Item] = {}
        """Raw lines that state one card and nothing else, as they were read before."""

    def remember(self, line: str, item: Item) -> None:
        """Note what a raw line means, so that it need not be read again."""
        if len(self.known) >= _MAX_KNOWN_LINES:
            self.known.clear()
        self.known[line] = item

    def read(self, line: str) -> list[Item]:
        """Return the cards that a line without heading states.

        Raises UnreadableLine.
        """
        if len(line) > MAX_LINE:
            raise UnreadableLine(
                f"this line is longer than {MAX_LINE} letters.", "Write one card a line."
            )
        line, remark = without_comment(line)
        text = line if line.isascii() else line.translate(_NARROW)
        items = self._cards(text, line)
        if remark:
            last = items[-1]
            items[-1] = last._replace(comment=" ".join(f"{last.comment} {remark}".split()))
        return items

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
            raise fault or UnreadableLine("this line cannot be read.", "Write one card a line.")
        return [item]

    def _one(self, text: str, raw: str) -> Item:
        """Read one card; `raw` is the text as typed, letter by letter as long as `text`."""
        body = text
        count: str | None = None
        if prefix := _PREFIX.match(body):
            count = prefix["bracketed"] or prefix["behind"] or prefix["bare"]
            body = body[prefix.end() :]
        name = ""
        if quoted := _QUOTED.match(body):
            start = len(text) - len(body)
            name = raw[start + quoted.start(1) : start + quoted.end(1)].replace('""', '"').strip()
            body = body[quoted.end() :]
        remarks: list[str] = []
        rest = body.strip(" ,;")
        printing: tuple[str, int | None] | None = None
        written = ""
        for _ in range(_MAX_PARTS):
            if not rest or (not name and self._is_name(rest)):
                break
            if count is None and (suffix := _SUFFIX.search(rest)):
                count = suffix[1] or suffix[2] or suffix[3]
                rest = rest[: suffix.start()].rstrip(" ,;:-–")
            elif flag := _FLAG.search(rest):
                rest = rest[: flag.start()].rstrip()
            elif brackets := _BRACKETS.search(rest):
                inside, outside = brackets[1].strip(), brackets[2]
                if count is None and (bracketed := _BRACKETED_COUNT.fullmatch(inside)):
                    count = bracketed[1]
                elif printing is None and (found := self._printing(inside, outside)):
                    printing, written = found, brackets[0].strip()
                elif inside or outside:
                    remarks.append(inside if not outside else f"{inside} {outside}")
                rest = rest[: brackets.start()].rstrip(" ,;")
            else:
                break
        if name:
            if rest:
                remarks.append(rest)
        else:
            name = rest
        card: Card | None = None
        if name and len(name) <= MAX_NAME:
            card = self.catalog.find(name, *(printing or (None, None)))
            if card is None and not quoted:
                name, card = self._dialects(name)
        if card is None and printing is not None:
            remarks.append(written)
        copies = _counted(count)
        if not _HAS_LETTER.search(name) and card is None:
            if count is not None and not name:
                raise UnreadableLine(
                    "there is no card name beside the count.", "Write `3x Name of the card`."
                )
            raise UnreadableLine(
                "there is no card name in this line.",
                "Write `3x Name of the card`, or put a # before a remark.",
            )
        if len(name) > MAX_NAME:
            raise UnreadableLine(
                f"this line is too long for a card's name ({len(name)} letters).",
                "Write one card a line, and put a # before a remark.",
            )
        remark = " ".join(" ".join(reversed(remarks)).split())
        other = (
            printing is not None and card is not None and is_other(self.catalog, card, *printing)
        )
        return Item(copies, " ".join(name.split()), card, remark, _bare(written) if other else "")

    def _is_name(self, text: str) -> bool:
        return len(text) <= MAX_NAME and bool(self.catalog.printings(text))

    def _printing(self, inside: str, outside: str | None) -> tuple[str, int | None] | None:
        if len(inside) > MAX_NAME:
            return None
        if self.catalog.sets_named(inside):
            return inside, _number(outside)
        parts = _SET_AND_NUMBER.fullmatch(inside)
        if parts and self.catalog.sets_named(parts[1]):
            return parts[1], _number(parts[2])
        return None

    def _dialects(self, name: str) -> tuple[str, Card | None]:
        """Read `[SET:12] Name` and `Name|SET|12`, as other programs write them."""
        if leading := _LEADING_SET.fullmatch(name):
            printing = self._printing(leading[1].strip(), None)
            set_name, number = printing or (None, None)
            return leading[2], self.catalog.find(leading[2], set_name, number)
        if pipes := _PIPES.fullmatch(name):
            bare = pipes[1].strip()
            known = pipes[2] and self.catalog.sets_named(pipes[2])
            return bare, self.catalog.find(bare, pipes[2] if known else None, _number(pipes[3]))
        return name, None

    def _several(self, text: str, raw: str) -> list[Item]:
        """Return the cards of a line that holds several, none when it does not."""
        masked = _ENCLOSED.sub(lambda found: "(" * len(found[0]), text)
        starts = [found.start() for found in _COUNT_TOKEN.finditer(masked)]
        if len(starts) > MAX_ITEMS:
            raise UnreadableLine(
                f"this line holds more than {MAX_ITEMS} counts.", "Write one card a line."
            )
        if len(starts) > 1 and not text[: starts[0]].strip():
            return self._joined(text, raw, [*starts, len(text)])
        ends = [found.end() for found in _SUFFIX_TOKEN.finditer(masked)]
        if len(ends) > MAX_ITEMS:
            raise UnreadableLine(
                f"this line holds more than {MAX_ITEMS} counts.", "Write one card a line."
            )
        if len(ends) > 1 and not text[ends[-1] :].strip(" .,;"):
            return self._joined(text, raw, [0, *ends])
        names = _LIST_COMMA.split(text)
        if 1 < len(names) <= MAX_ITEMS and all(self._is_name(name) for name in names):
            return [self._one(name, name) for name in names]
        return []

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
        items: list[Item] = []
        at = 0
        while at < last:
            _, at, part_or_none = best[at]
            if isinstance(part_or_none, UnreadableLine):
                raise part_or_none
            if part_or_none is not None:
                items.append(part_or_none)
        return items


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


def _bare(written: str) -> str:
    return " ".join(written.strip("()[] ").split())


def without_comment(line: str) -> tuple[str, str]:
    """Return a line without the comment behind its cards, and that comment.

    Names in quotes may hold anything.
    """
    masked = _IN_QUOTES.sub(lambda found: '"' * len(found[0]), line) if '"' in line else line
    comment = _COMMENT.search(masked)
    if comment is None:
        return line, ""
    return line[: comment.start()], line[comment.start(1) : comment.end(1)]


def checked_count(text: str) -> int:
    """Return a written count as a number.

    Raises UnreadableLine unless it is a whole number from 1 to MAX_COUNT.
    """
    return _counted(text)


def _counted(text: str | None) -> int:
    if text is None:
        return 1
    digits = text.removeprefix("+")
    # A number of thousands of digits is not worth turning into an int.
    if digits.isdecimal() and len(digits) <= 12 and 1 <= int(digits) <= MAX_COUNT:
        return int(digits)
    shown = text if len(text) <= 20 else f"{text[:20]}…"
    raise UnreadableLine(
        f"the count {shown} is not possible.", f"Write a whole number from 1 to {MAX_COUNT}."
    )


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) <= 6 else None
