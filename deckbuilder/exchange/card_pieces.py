"""The text of one card in a list: counts, printings and remarks taken off the ends of its name."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.errors import Fault

if TYPE_CHECKING:
    from deckbuilder.exchange.card_lines import CardLines

MAX_COUNT = 999
MAX_NAME = 120
MISSPELT = 80.0
"""How much a name must resemble a card's to be that name with a mistake, of 100."""

MAX_PARTS = 12
"""How many counts, printings and remarks may stand behind a name."""

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
_LEADING_SET = re.compile(r"\[([^\]]{1,60})\]\s*(.+)")
_QUOTED = re.compile(r'"((?:[^"]|"")+)"(?=\s|$|[,;:|])\s*')
"""A name that is taken as it is; a quotation mark within it is doubled."""

_FLAG = re.compile(r"\s\*[A-Z]{1,3}\*$|\s\^[^^]*\^$")
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


class CardPieces:
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
        for _ in range(MAX_PARTS):
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
        for field in filter(None, fields[:MAX_PARTS]):
            bare = _BRACKETED_COUNT.fullmatch(field)
            if bare and self.count is None and not sets:
                self.count = bare[1]
            else:
                sets.append(field)
        if sets:
            known = self._lines.catalog.sets_named(sets[0])
            number = number_of(sets[1]) if len(sets) > 1 else None
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


def is_other(catalog: Catalog, card: Card, set_name: str | None, number: int | None) -> bool:
    """Tell whether a stated set or number is not that of a card, as far as its own are known."""
    if set_name is not None and not catalog.is_set(card.set, set_name):
        return True
    return number is not None and card.number is not None and card.number != number


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


def number_of(text: str | None) -> int | None:
    """Return a number of a printing, None where none is written."""
    digits = (text or "").strip()
    return int(digits) if digits.isdecimal() and len(digits) <= 6 else None
