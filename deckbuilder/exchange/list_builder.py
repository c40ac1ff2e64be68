"""The one builder of decks: every reader states headers, parts and cards, and it counts and tells.

Readers of text, tables, JSON and XML know their form; what a section, a name, a count, a printing
or a header means, what is not in the deck, and what has to be told of it, is decided here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import MAIN, Deck, Entry, Remark
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.exchange.card_lines import CardLines, card_lines
from deckbuilder.exchange.card_pieces import MAX_NAME, Item, UnreadableLine, counted, is_other
from deckbuilder.exchange.headings import (
    ABOUT,
    FORMAT,
    GAME,
    NAME,
    NOT_IN_DECK,
    STRUCK_OUT,
    Headings,
    headings,
)
from deckbuilder.exchange.line_forms import (
    HEADER_KEY,
    bare_heading,
    heading_key,
    note_lines,
    one_line,
    own_section,
)
from deckbuilder.exchange.totals import Totals
from deckbuilder.registry import Game, games

MAX_ENTRIES = 5_000
MAX_LISTS = 2_000
_LONGEST_TOTAL = 6
_MOST_BOARDS = 9
"""So many copies of a card that is a header are told apart."""
_SET_AND_NUMBER = re.compile(r"(\d\d)(\d{3})")


def refuse_many_lists(number: int, where: str) -> None:
    """Raise InputError for more lists in one file than MAX_LISTS."""
    if number > MAX_LISTS:
        raise refusal("sources.lists", where=where, most=MAX_LISTS)


class NoCards(InputError):
    """An input without a single card."""


def no_card(where: str, *, in_lines: bool = False) -> NoCards:
    """Build the error for an input without a single card, of lines of text or another form."""
    return NoCards(Fault.of("lists.no-card-in-lines" if in_lines else "lists.no-card", where=where))


def unknown_game(where: str, *, in_lines: bool = False) -> InputError:
    """Build the error for a list whose game cannot be told."""
    known = tuple(game.names[0] for game in games())
    return refusal(
        "lists.no-game-in-lines" if in_lines else "lists.no-game", where=where, known=known
    )


@dataclass(frozen=True, slots=True)
class Record:
    """Cards as the fields of a row, an object or an element state them, and where they stand.

    An empty `count` is none. `section` is the id of a section.
    """

    name: str
    count: str = ""
    section: str = MAIN
    card_id: str = ""
    set_name: str = ""
    number: str = ""
    comment: str = ""
    notes: Iterable[str] = ()
    line: int | None = None
    field: str | None = None


class ListBuilder:
    """Collects headers, notes and cards of one deck, what must be told, and every fault."""

    def __init__(self, game: Game, where: str) -> None:
        self.game = game
        self.where = where
        self.words: Headings = headings(game.id)
        self.cards: CardLines = card_lines(game.id)
        self.name = ""
        self.format: str | None = None
        self.headers: list[tuple[str, str]] = []
        self.notes: list[str] = []
        self.end_notes: list[str] = []
        """Notes that wait for the next cards, or stand below the last."""
        self.entries: list[Entry] = []
        self.beside: list[Entry] = []
        """Cards that are not in the deck."""
        self.faults: list[Fault] = []
        self.remarks: list[Remark] = []
        self.section = self.words.default
        self.in_head = True
        self._is_named = False
        self._totals: Totals | None = None
        self._times: Counter[str] = Counter()
        self._part = ""
        self._left_out: dict[tuple[str, str], list[Entry]] = {}
        self._boards: Counter[str] = Counter()
        self._not_entries = 0

    @property
    def known(self) -> int:
        """How many statements name a card that the catalogue knows."""
        entries = (*self.entries, *self.beside)
        return self._not_entries + sum(entry.card is not None for entry in entries)

    # What is said of the deck.

    def header(self, key: str, value: str) -> None:
        """Take a header; the game's own name is not kept, for the deck knows its game."""
        role = self.words.headers.get(fold(key))
        if role == GAME:
            return
        if role == FORMAT and self.format is None:
            self.format = value or None
        elif role == NAME and not self._is_named:
            if self.name:
                self.notes.insert(0, self.name)
            self.name, self._is_named = value, True
        else:
            self.headers.append((key, value))

    def foreign_header(self, key: str, value: str) -> None:
        """Take a key of another form as a header; as a note where a list can have no such key."""
        key, value = one_line(key), one_line(value)
        role = self.words.headers.get(fold(key))
        if role == NAME and self.name:
            self.headers.append((key, value))
        elif role or (value and HEADER_KEY.fullmatch(key) and fold(key) not in self.words.sections):
            self.header(key, value)
        elif key and value:
            self.notes.append(f"{key}: {value}")

    def head(self, text: str) -> None:
        """Take lines of `Key: value` as headers, all others as notes."""
        for line in text.splitlines():
            key, colon, value = line.partition(":")
            if line.startswith("#"):
                self.notes.extend(note_lines(line.lstrip("# ")))
            elif colon and len(key) <= 40 and not value.startswith("//"):
                self.foreign_header(key, value)
            else:
                self.notes.extend(note_lines(line))

    def note(self, text: str) -> None:
        """Keep a remark: about the deck in its head, else about the cards that come next."""
        (self.notes if self.in_head else self.end_notes).append(text)

    def has_header(self, key: str) -> bool:
        """Tell whether a header has been taken."""
        return any(fold(known) == fold(key) for known, _ in self.headers)

    def total(self, line: int, stated: str | None, place: str) -> None:
        """Note where a group of cards begins or ends, and how many cards are said to be there."""
        if self._totals is None:
            self._totals = Totals()
        number = int(stated) if stated and len(stated) <= _LONGEST_TOTAL else None
        self._totals.note(line, number, place, len(self.entries), self.section)

    def remark(
        self, code: str, line: int | None, text: str, *, other: str = "", have: int | None = None
    ) -> None:
        """Note what reading made of a line, for the reader to know."""
        lines = () if line is None else (line,)
        shown = text if len(text) <= MAX_NAME else f"{text[:MAX_NAME]}…"
        self.remarks.append(Remark(code=code, lines=lines, text=shown, other=other, have=have))

    def fault(self, code: str, line: int | None, field: str | None = None, **fields: Any) -> None:
        """Note what cannot be used, and where it stands."""
        self.faults.append(Fault.of(code, where=self.where, line=line, field=field, **fields))

    # The parts of the deck.

    def open_section(self, name: str) -> bool:
        """Go on below a heading; where one may mean several sections, they come in turn."""
        key = heading_key(name)
        sections = self.words.sections.get(key)
        if sections is None:
            return False
        self.section = sections[min(self._times[key], len(sections) - 1)]
        self._part = bare_heading(name)
        self._times[key] += 1
        self.in_head = False
        return True

    @contextmanager
    def for_a_line(self, name: str) -> Iterator[None]:
        """Stand below a known heading, and after that where it was before."""
        before = self.section, self._part
        self.section, self._part = self.words.sections[heading_key(name)][0], bare_heading(name)
        yield
        self.section, self._part = before

    def open_own_section(self, section: str) -> None:
        """Go on below a heading that no game has, so that the format can judge its cards."""
        self.section, self.in_head = section, False

    def section_of(self, name: str, line: int | None) -> str:
        """Return the section that a field names.

        An unknown one is a fault, but in games with one section it stays for the format to judge.
        """
        name = one_line(name)
        found = self.words.sections.get(heading_key(name)) if name else None
        if found and found[0] != ABOUT:
            if found[0] in self.words.aside:
                self._part = name
            return found[0]
        if name and self.words.several:
            self.faults.append(self.words.unknown_section(name, self.where, line))
        return own_section(name[:MAX_NAME]) or self.words.default

    # The cards.

    def take(self, item: Item, line: int, section: str | None = None) -> None:
        """Take the cards of a line of text. Raises UnreadableLine for one line too many."""
        if item.misnamed and item.card is not None:
            self.remark("counted-as", line, item.name, other=item.card.name)
        part = self._part_of(item.brackets) or section or self.section
        if part not in self.words.aside and self._is_header(item.card, item.copies):
            return
        if self.room <= 0:
            raise UnreadableLine("lists.lines", most=MAX_ENTRIES)
        entry = Entry(
            count=item.copies,
            name=item.name,
            section=part,
            card=item.card,
            line=line,
            comment=item.comment,
            notes=tuple(self.end_notes),
            contradicted=item.contradicted,
            numbered="" if item.card else item.numbered,
            by_name=item.by_name,
        )
        self._keep(entry)
        self.end_notes.clear()
        self.in_head = False

    def strike_out(self, item: Item, written: str, line: int) -> None:
        """Leave out the cards of a line that is struck out, as it is written.

        Raises UnreadableLine for one line too many.
        """
        before = self._part
        self._part = written if len(written) <= MAX_NAME else f"{written[:MAX_NAME]}…"
        self.take(item, line, STRUCK_OUT)
        self._part = before

    @property
    def room(self) -> int:
        """How many more lines of cards the list can have."""
        return MAX_ENTRIES - len(self.entries) - len(self.beside)

    def _keep(self, entry: Entry) -> None:
        """Add an entry to the deck, or to what stands beside it."""
        if entry.section in self.words.aside:
            self.beside.append(entry)
            self._left_out.setdefault((entry.section, self._part), []).append(entry)
        else:
            self.entries.append(entry)

    def add(self, record: Record, *, needs_count: bool = False) -> None:
        """Take the cards of a record; what cannot be used becomes a fault.

        With `needs_count` a record without a count is a fault: its form has counts.
        """
        line, field = record.line, record.field
        try:
            entry = self._entry(record, needs_count=needs_count)
        except UnreadableLine as error:
            self.faults.append(error.fault(self.where, line, field))
            return
        if record.section not in self.words.aside and self._is_header(entry.card, entry.count):
            return
        if self.room <= 0:
            raise refusal("lists.cards", where=self.where, line=line, most=MAX_ENTRIES)
        self._keep(entry)

    def _entry(self, record: Record, *, needs_count: bool) -> Entry:
        """Return a record as an entry. Raises UnreadableLine."""
        name = one_line(record.name)
        written = record.count.strip()
        if needs_count and not written:
            raise UnreadableLine("lists.no-count")
        copies = counted(written.removesuffix(".0")) if written else 1
        item = self._item(record, name, copies)
        if item is None:
            item = Item(copies, name, None, one_line(record.comment))
        elif not written:
            copies = item.copies
        name = item.name or (item.card.name if item.card else "")
        if not name and (code := one_line(record.card_id)):
            raise UnreadableLine("lists.no-code", written=code, like=self.cards.catalog.cards[0].id)
        if not any(letter.isalpha() for letter in name):
            raise UnreadableLine("lists.no-name-in-field")
        if len(name) > MAX_NAME:
            raise UnreadableLine("lists.name-long-in-field", most=MAX_NAME)
        return Entry(
            count=copies,
            name=name,
            section=record.section,
            card=item.card,
            line=record.line,
            comment=item.comment,
            notes=tuple(text for note in record.notes for text in note_lines(note)),
            contradicted=item.contradicted,
            numbered="" if item.card else item.numbered,
            by_name=item.by_name,
        )

    def _item(self, record: Record, name: str, copies: int) -> Item | None:
        """Return the card that the fields of a record mean, None where they name no known one."""
        remark = one_line(record.comment)
        catalog = self.cards.catalog
        known_set = record.set_name.strip() if catalog.sets_named(record.set_name) else None
        number = whole_number(record.number)
        by_name = catalog.find(name, known_set, number) if name else None
        by_id = card_of_code(catalog, record.card_id)
        card = by_name
        if by_id and (not by_name or fold(by_id.name) == fold(by_name.name)):
            card = by_id
        if card is not None:
            other = self._contradicted(card, record)
            if name and by_name is None and self.cards.find(name) != card:
                self.remark("counted-as", record.line, name, other=card.name)
            said = bool(known_set or number is not None or by_id)
            by_name_alone = not said and card.id in self.cards.namesakes
            return Item(copies, name, card, remark, other, by_name=by_name_alone)
        if not name:
            return None
        read = self._read_name(name)
        if read is not None:
            if read.comment and self.cards.states_a_card(read.comment):
                self.remark("passed-over", record.line, read.comment)
            comment = " ".join(filter(None, (read.comment, remark)))
            other = read.contradicted or (
                self._contradicted(read.card, record) if read.card is not None else ""
            )
            return read._replace(comment=comment, contradicted=other)
        by_number = (
            catalog.by_number(known_set, number) if known_set and number is not None else None
        )
        return Item(copies, name, None, remark, numbered=by_number.name if by_number else "")

    def _read_name(self, name: str) -> Item | None:
        """Read a name that no card has as a line: it may hold a count, a printing, a remark."""
        try:
            items = self.cards.read(name)
        except UnreadableLine:
            return None
        return items[0] if len(items) == 1 and items[0].card is not None else None

    def _contradicted(self, card: Card, record: Record) -> str:
        """Return the printing that set and number state, where the card has another."""
        catalog = self.cards.catalog
        set_name, number = one_line(record.set_name), one_line(record.number)
        other_set = bool(set_name) and not catalog.is_set(card.set, set_name)
        if not other_set and not is_other(catalog, card, None, whole_number(number)):
            return ""
        return ", ".join(filter(None, (set_name, number)))

    def _part_of(self, brackets: Iterable[str]) -> str | None:
        """Return the part of the list that a category behind a name puts the card into."""
        for bracket in brackets:
            first = bracket.split(",")[0].partition("{")[0]
            part = self.words.sections.get(heading_key(first), ("",))[0] if first else ""
            if part in self.words.aside or "{nodeck}" in bracket.casefold():
                self._part = first.strip() or bracket
                return part if part in self.words.aside else NOT_IN_DECK
            if part in self.words.foreign:
                return part
        return None

    def _is_header(self, card: Card | None, copies: int) -> bool:
        """Take a card that is really a header (a capital board) as that header, once a copy."""
        rule = self.words.header_cards
        if rule is None or card is None or card.type != rule.type:
            return False
        value = card.name.removesuffix(rule.drop)
        self._boards[value] += copies
        stated = [
            fold(self.words.header_value(key, known))
            for key, known in self.headers
            if fold(key) == fold(rule.header)
        ].count(fold(value))
        # A header and the card that it names are one; each further copy is another.
        missing = min(self._boards[value], _MOST_BOARDS) - stated
        self.headers.extend([(rule.header, value)] * missing)
        self._not_entries += 1
        return True

    def deck(self, *, in_lines: bool = False) -> Deck:
        """Return the deck. Raises InputError with every fault, or when there is no card."""
        if self.faults:
            raise InputError(self.faults)
        if not self.entries:
            raise no_card(self.where, in_lines=in_lines)
        left_out = tuple(
            Remark(
                code="not-counted",
                lines=tuple(sorted({each.line for each in cards if each.line is not None})),
                text=written,
                other=section,
                have=sum(each.count for each in cards),
            )
            for (section, written), cards in self._left_out.items()
        )
        return Deck(
            game=self.game.id,
            entries=tuple(self.entries),
            beside=tuple(self.beside),
            name=self.name,
            format=self.format,
            headers=tuple(self.headers),
            notes=tuple(self.notes),
            end_notes=tuple(self.end_notes),
            miscounts=self._totals.miscounts(self.entries) if self._totals else (),
            remarks=(*self.remarks, *left_out),
        )


def guess_game(names: Iterable[str], where: str) -> Game:
    """Return the game whose catalogue knows most of these names. Raises InputError for none."""
    wanted = list(names)[:MAX_ENTRIES]
    known = {
        game.id: sum(card_lines(game.id).states_a_card(name) for name in wanted) for game in games()
    }
    best = max(games(), key=lambda game: known[game.id])
    if not known[best.id]:
        raise unknown_game(where) if wanted else no_card(where)
    return best


def guess_game_of_codes(codes: Iterable[str], where: str) -> Game:
    """Return the one game that has most cards of these codes.

    Raises InputError for none, and where the codes may be of several games.
    """
    wanted = list(codes)[:MAX_ENTRIES]
    known = {
        game.id: sum(card_of_code(card_lines(game.id).catalog, code) is not None for code in wanted)
        for game in games()
    }
    best = [game for game in games() if known[game.id] == max(known.values())]
    if len(best) == 1:
        return best[0]
    raise refusal(
        "lists.codes-of-several-games",
        where=where,
        like=card_lines(best[0].id).catalog.cards[0].id,
    )


def whole_number(text: str) -> int | None:
    """Return the number that a field states, None where it states none."""
    digits = text.strip().removesuffix(".0")
    return int(digits) if digits.isdecimal() and len(digits) <= 6 else None


def card_of_code(catalog: Catalog, code: str) -> Card | None:
    """Return the card of an id, or of five digits: its set's place by release, its number.

    None where no card, or more than one, has that code.
    """
    written = code.strip().casefold()
    if written in catalog.by_id:
        return catalog.by_id[written]
    digits = _SET_AND_NUMBER.fullmatch(written)
    if digits is None:
        return None
    found = _numbered(catalog).get((int(digits[1]), int(digits[2])), [])
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=8)
def _numbered(catalog: Catalog) -> dict[tuple[int, int], list[Card]]:
    """Return the official cards by the place of their set and their number."""
    order = {each.id: each.order for each in catalog.sets if each.official}
    found: dict[tuple[int, int], list[Card]] = {}
    for card in catalog.cards:
        if card.number is not None and card.set in order:
            found.setdefault((order[card.set], card.number), []).append(card)
    return found
