"""The project's own text form: generous in reading, canonical in writing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import MAIN, Deck, Entry
from deckbuilder.errors import Fault, InputError, unusable
from deckbuilder.exchange.card_lines import CardLines, Item, UnreadableLine, card_lines
from deckbuilder.exchange.headings import (
    ABOUT,
    FORMAT,
    GAME,
    NAME,
    Headings,
    header_names,
    headings,
)
from deckbuilder.exchange.layout import layout, printing_of
from deckbuilder.exchange.targets import Context
from deckbuilder.games.registry import Game, games
from deckbuilder.games.registry import game as find_game

MAX_ENTRIES = 5_000
MAX_LETTERS = 4_000_000

_INVISIBLE = re.compile(
    r"[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad\ufe0f\ud800-\udfff]+"
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_COMMENT = re.compile(r"(?:#+|//+|;+)\s*")
_BULLET = re.compile(r"(?:[-*+•‣·◦▪●○■–—]\s+|•\s*)+")
_MARKUP = re.compile(
    r"\[/?(?:b|i|u|s|whi|thing|url|color|size|list|quote|code|center)(?:=[^\]]*)?\]|\*\*|__|\[\*\]",
    re.IGNORECASE,
)
_DECORATION = re.compile(r"[-=*_~#+•.:–—─━═ ]+")
_SPLIT = re.compile(r"={3,}")
_ENDS_LIST = re.compile(r"\s*(?:$|[\d•*-])")
_KEY_VALUE = re.compile(r"([^:：=]{1,40}?)\s*[:：]\s*(.*)")
_ASSIGNMENT = re.compile(r"([^:=\s]{1,40})\s*=\s*(.*)")
_BRACKET_HEADING = re.compile(r"\[\s*([^\[\]]+?)\s*\]?\s*(?:\(\s*\d+\s*\))?:?")
_STATED_TOTAL = re.compile(r"\s*[(\[]\s*\d+[^()\[\]\d]{0,20}[)\]]\s*")
_SUBTOTAL = re.compile(r"[-=–—]{2,}\s*(\d+)\b\s*(\D{0,30})")
_NUMBER_AND_WORDS = re.compile(r"(?:(\D{0,30}?)[\s:=]*)?\b(\d+)\b\s*(\D{0,30})")
_ALONE_IN_BRACKETS = re.compile(r"[(（][^()（）]*[)）]")
_LEADING_SIDEBOARD = re.compile(r"(sb)\s*:\s*", re.IGNORECASE)
_LOOKS_LIKE_HEADER = re.compile(r"[^\W\d][\w '’-]{0,30}[:：](?!//)\s*\S", re.UNICODE)
_LAYOUT = re.compile(r"LAYOUT\s+\w+:?\(", re.IGNORECASE)


def read_text(text: str, where: str, game: str | None) -> tuple[Deck, ...]:
    """Read the lists of a text, mostly one; `game` is used where the text names none.

    Raises InputError with every faulty line, and when there is no card or no game to tell.
    """
    if len(text) > MAX_LETTERS:
        raise unusable(
            f"the list is longer than {MAX_LETTERS} letters.", where=where, mend="Split it."
        )
    lines = text.splitlines()
    cuts = _cuts(lines) if "===" in text else []
    if cuts:
        try:
            return tuple(
                _read_lines(lines[start:end], where, game, start)
                for start, end in zip([0, *cuts], [*cuts, len(lines)], strict=True)
            )
        except NoCards:
            # What looked like a line between two lists is only an ornament.
            pass
    return (_read_lines(lines, where, game, 0),)


def _cuts(lines: Sequence[str]) -> list[int]:
    """Return where lists begin after a line of `===`, which may also underline a heading."""
    return [
        number + 1
        for number, line in enumerate(lines)
        if line.startswith("===")
        and _SPLIT.fullmatch(line.strip())
        and (number == 0 or _ENDS_LIST.match(lines[number - 1]))
    ]


def _read_lines(lines: Sequence[str], where: str, game: str | None, before: int) -> Deck:
    """Read one list; `before` is the number of lines above it."""
    stated = _stated_game(lines, where, before)
    chosen = stated or (find_game(game) if game is not None else None)
    if chosen is None:
        return _guess(lines, where, before).deck
    reading = _Reading(lines, where, chosen, before)
    if reading.faults:
        raise InputError(reading.faults)
    if not reading.entries:
        raise no_card(where)
    return reading.deck


class NoCards(InputError):
    """An input without a single card."""


def no_card(where: str) -> NoCards:
    """Build the error for an input without a single card."""
    return NoCards(
        Fault(
            where=where,
            what="there is no card in this list.",
            mend="Write one card a line: `3x Name of the card`.",
        )
    )


def unknown_game(where: str) -> InputError:
    """Build the error for a list whose game cannot be told."""
    known = ", ".join(game.names[0] for game in games())
    return unusable(
        "no game knows a card of this list, so its game cannot be told.",
        where=where,
        mend=f"Write a line `Game: ...` at the top; games: {known}.",
    )


def _stated_game(lines: Sequence[str], where: str, before: int) -> Game | None:
    keys = {fold(name) for name in header_names(GAME)}
    for number, line in enumerate(lines, before + 1):
        if ":" not in line and "：" not in line:
            continue
        parts = _KEY_VALUE.match(clean_line(line))
        if parts and fold(_MARKUP.sub("", parts[1])) in keys:
            try:
                return find_game(_MARKUP.sub("", parts[2]).strip())
            except InputError as error:
                fault = error.faults[0]
                raise unusable(fault.what, where=where, line=number, mend=fault.mend) from None
    return None


def _guess(lines: Sequence[str], where: str, before: int) -> _Reading:
    """Read with the game whose catalogue knows most of the names."""
    readings = [_Reading(lines, where, game, before) for game in games()]
    best = max(readings, key=lambda reading: reading.known)
    if not best.known:
        if not any(reading.entries or reading.faults for reading in readings):
            raise no_card(where)
        faults = best.faults
        if faults and all(reading.faults == faults for reading in readings):
            raise InputError(faults)
        raise unknown_game(where)
    if best.faults:
        raise InputError(best.faults)
    if not best.entries:
        raise no_card(where)
    return best


class _Reading:
    """One pass over the lines of a list, for one game."""

    def __init__(self, lines: Sequence[str], where: str, game: Game, before: int) -> None:
        self.where = where
        self.game = game
        self.words: Headings = headings(game.id)
        self.cards: CardLines = card_lines(game.id)
        self.faults: list[Fault] = []
        self.header_cards = 0
        self.name = ""
        self.named = False
        self.format: str | None = None
        self.headers: list[tuple[str, str]] = []
        self.notes: list[str] = []
        self.pending: list[str] = []
        self.entries: list[Entry] = []
        self.section = next(iter(self.words.titles)) if not self.words.several else MAIN
        self.times: Counter[str] = Counter()
        self.in_head = True
        self.first = True
        self._read(lines, before)

    @property
    def known(self) -> int:
        """How many lines name a card that the catalogue knows."""
        return self.header_cards + sum(entry.card is not None for entry in self.entries)

    @property
    def deck(self) -> Deck:
        """The deck that the lines make."""
        return Deck(
            game=self.game.id,
            entries=tuple(self.entries),
            name=self.name,
            format=self.format,
            headers=tuple(self.headers),
            notes=tuple(self.notes),
            end_notes=tuple(self.pending),
        )

    def _read(self, lines: Sequence[str], before: int) -> None:
        remembered = self.cards.known
        entries = self.entries
        add = entries.append
        section, pending, plain = self.section, self.pending, self.section != ABOUT
        for number, line in enumerate(lines, before + 1):
            item = remembered.get(line) if plain else None
            if item is None or len(entries) >= MAX_ENTRIES:
                self._line(line, number)
                section, pending, plain = self.section, self.pending, self.section != ABOUT
                continue
            copies, name, card, comment = item
            notes: tuple[str, ...] = ()
            if pending:
                notes = tuple(pending)
                pending.clear()
            add(
                Entry(
                    count=copies,
                    name=name,
                    section=section,
                    card=card,
                    line=number,
                    comment=comment,
                    notes=notes,
                )
            )
            self.in_head = self.first = False

    def _line(self, raw: str, number: int) -> None:
        text = clean_line(raw)
        if not text:
            return
        try:
            self._meaning(text, raw, number)
        except UnreadableLine as error:
            self._fault(number, error.what, error.mend)
        self.first = False

    def _meaning(self, text: str, raw: str, number: int) -> None:
        if _DECORATION.fullmatch(text) or _LAYOUT.match(text):
            return
        if comment := _COMMENT.match(text):
            self._comment(text[comment.end() :], markdown=text.startswith("##"))
            return
        if subtotal := _SUBTOTAL.fullmatch(text):
            words = fold(subtotal[2].strip(" -=–—:.()"))
            if not words or words in self.words.sections or words in self.words.totals:
                return
        plain = _MARKUP.sub("", text).strip()
        bullet = _BULLET.match(plain)
        body = plain[bullet.end() :].strip() if bullet else plain
        if not body or self._heading(plain, number, bracketed=True):
            return
        if self._sums_up(body) or (self.entries and _ALONE_IN_BRACKETS.fullmatch(body)):
            if _ALONE_IN_BRACKETS.fullmatch(body):
                self.pending.append(body)
            return
        if self._keyed(body, number):
            return
        if fold(body) in self.words.bare and not self.cards.catalog.printings(body):
            self._header(self.words.bare[fold(body)][0], body)
            return
        self._card_line(body, raw, number)

    def _comment(self, body: str, *, markdown: bool) -> None:
        body = body.strip()
        if not body:
            return
        if _is_literal(body):
            (self.notes if self.in_head else self.pending).append(body[1:-1])
        elif self._is_heading(body):
            self._heading(body, 0, bracketed=False)
        elif (self.first and _is_title(body)) or (markdown and self.in_head and not self.name):
            self.name = body
        elif self.in_head:
            self.notes.append(body)
        else:
            self.pending.append(body)

    def _is_heading(self, text: str) -> bool:
        return _heading_key(text) in self.words.sections

    def _heading(self, text: str, number: int, *, bracketed: bool) -> bool:
        """Take a line as a heading; False when it is none."""
        bracket = _BRACKET_HEADING.fullmatch(text) if bracketed else None
        inside = bracket[1] if bracket and not bracket[1].isdecimal() else text
        key = _heading_key(inside)
        sections = self.words.sections.get(key)
        if sections is None or self._also_a_card(inside, bracket is not None):
            decorated = inside != inside.strip("=-–—* ") or inside.endswith((":", "："))
            if bracket is not None and not bracket[1].isdecimal():
                self._unknown_heading(inside, number)
                return True
            if decorated and not any(letter.isdigit() for letter in inside):
                self._unknown_heading(inside.strip("=-–—* :："), number)
                return True
            return False
        self.section = sections[min(self.times[key], len(sections) - 1)]
        self.times[key] += 1
        self.in_head = False
        return True

    def _also_a_card(self, text: str, bracketed: bool) -> bool:
        return not bracketed and bool(self.cards.catalog.printings(text))

    def _unknown_heading(self, name: str, number: int) -> None:
        if self.words.several:
            self.faults.append(self.words.unknown_section(name, self.where, number))
        else:
            self.pending.append(name)
            self.in_head = False

    def _sums_up(self, text: str) -> bool:
        """Tell whether a line only states a number of cards."""
        parts = _NUMBER_AND_WORDS.fullmatch(text)
        if parts is None:
            return False
        words = [fold(word.strip(" -=:.()")) for word in (parts[1] or "", parts[3]) if word.strip()]
        return bool(words) and all(
            word in self.words.totals or word in self.words.sections for word in words
        )

    def _keyed(self, text: str, number: int) -> bool:
        """Take `Key: value` as a header or as a heading with cards behind it."""
        if self.section == ABOUT and (assignment := _ASSIGNMENT.fullmatch(text)):
            self._header(assignment[1], assignment[2])
            return True
        if sideboard := _LEADING_SIDEBOARD.match(text):
            before, self.section = self.section, self.words.sections[fold(sideboard[1])][0]
            self._card_line(text[sideboard.end() :], None, number)
            self.section = before
            return True
        parts = _KEY_VALUE.fullmatch(text)
        if parts is None:
            return False
        key, value = parts[1].strip(), parts[2].strip()
        if fold(key) in self.words.headers:
            self._header(key, value)
            return True
        if self._is_heading(key) and value:
            opens_deck = not self.entries and not self.name and not value[0].isdigit()
            if opens_deck and not self.cards.catalog.printings(value) and len(value) < 60:
                unreadable = self._states_no_card(value)
                if unreadable:
                    self.name = value
                    return True
            self._heading(key, number, bracketed=False)
            self._card_line(value, None, number)
            return True
        if self.entries or not value or not _LOOKS_LIKE_HEADER.match(text):
            return False
        if self._states_no_card(text):
            self._header(key, value)
            return True
        return False

    def _states_no_card(self, text: str) -> bool:
        try:
            return all(item.card is None for item in self.cards.read(text))
        except UnreadableLine:
            return True

    def _header(self, key: str, value: str) -> None:
        role = self.words.headers.get(fold(key))
        if role == GAME:
            return
        if role == FORMAT and self.format is None:
            self.format = value or None
        elif role == NAME and not self.named:
            if self.name:
                self.notes.insert(0, self.name)
            self.name, self.named = value, True
        else:
            self.headers.append((key, value))

    def _card_line(self, text: str, raw: str | None, number: int) -> None:
        items = self.cards.read(text)
        if len(items) == 1:
            item = items[0]
            if self._stands_for_header(item):
                return
            if raw is not None:
                self.cards.remember(raw, item)
        for item in items:
            if not self._stands_for_header(item):
                self._add(item, number)

    def _stands_for_header(self, item: Item) -> bool:
        """Take a card that is really a header (a capital board) as that header."""
        rule = self.words.header_cards
        if rule is None or item.card is None or item.card.type != rule.type:
            return False
        value = item.card.name.removesuffix(rule.drop)
        if not any(fold(key) == fold(rule.header) for key, _ in self.headers):
            self.headers.append((rule.header, value))
        self.header_cards += 1
        return True

    def _add(self, item: Item, number: int) -> None:
        if len(self.entries) >= MAX_ENTRIES:
            raise UnreadableLine(f"the list has more than {MAX_ENTRIES} lines.", "Split it.")
        count, name, card, comment = item
        self.entries.append(
            Entry(
                count=count,
                name=name,
                section=self.section,
                card=card,
                line=number,
                comment=comment,
                notes=tuple(self.pending),
            )
        )
        self.pending.clear()
        self.in_head = False

    def _fault(self, number: int, what: str, mend: str | None) -> None:
        self.faults.append(Fault(where=self.where, line=number, what=what, mend=mend))


def write_text(deck: Deck) -> str:
    """Return the canonical text of a deck, in the language in force."""
    words = headings(deck.game)
    cards = card_lines(deck.game)
    head: list[str] = []
    titled = _is_title(deck.name) and not _needs_quotes(deck.name, words)
    if titled:
        head.append(f"# {deck.name}")
        head.extend(_comments(deck.notes, words))
    elif deck.name:
        head.append(f"{header_names(NAME)[0]}: {_flat(deck.name)}")
    head.append(f"{header_names(GAME)[0]}: {find_game(deck.game).names[0]}")
    if deck.format:
        head.append(f"{header_names(FORMAT)[0]}: {_flat(deck.format)}")
    head.extend(f"{_flat(key)}: {_flat(value)}".rstrip() for key, value in deck.headers)
    if not titled:
        head.extend(_comments(deck.notes, words))
    parts = ["\n".join(head)]
    for title, entries in layout(deck):
        lines = [f"[{title}]"]
        for entry in entries:
            lines.extend(_comments(entry.notes, words))
            lines.append(_entry_line(entry, cards))
        parts.append("\n".join(lines))
    if deck.end_notes:
        parts.append("\n".join(_comments(deck.end_notes, words)))
    return "\n\n".join(parts) + "\n"


def _entry_line(entry: Entry, cards: CardLines) -> str:
    comment = _flat(entry.comment)
    expected = Item(entry.count, _flat(entry.title), entry.card, comment)
    behind = (f" {printing_of(entry)}" if printing_of(entry) else "") + (
        f"  # {comment}" if comment else ""
    )
    plain = f"{entry.count}x {expected.name}{behind}"
    try:
        if cards.read(plain) == [expected]:
            return plain
    except UnreadableLine:
        pass
    quoted = expected.name.replace('"', "\N{RIGHT DOUBLE QUOTATION MARK}")
    return f'{entry.count}x "{quoted}"{behind}'


def _comments(notes: Sequence[str], words: Headings) -> list[str]:
    lines = [line for note in notes for line in (_flat(part) for part in note.splitlines()) if line]
    return [f'# "{line}"' if _needs_quotes(line, words) else f"# {line}" for line in lines]


def _needs_quotes(note: str, words: Headings) -> bool:
    return _is_literal(note) or bool(_COMMENT.match(note)) or _heading_key(note) in words.sections


def _is_literal(note: str) -> bool:
    return len(note) > 2 and note[0] == note[-1] == '"'


def _is_title(text: str) -> bool:
    """Tell whether a comment in the first line is the deck's name and no remark."""
    return bool(text) and not _LOOKS_LIKE_HEADER.match(text) and "://" not in text


def _flat(text: str) -> str:
    return " ".join(text.split())


def _heading_key(text: str) -> str:
    bare = _STATED_TOTAL.sub(" ", text).strip(" -=–—*_~:：.")
    return fold(bare)


def clean_line(line: str) -> str:
    """Return a line without what cannot be seen or printed."""
    if not line.isascii():
        line = _INVISIBLE.sub("", line).replace("\u00a0", " ")
    return _CONTROL.sub(" ", line).strip()


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the canonical text of decks, a line of `===` between two."""
    return "\n===\n\n".join(write_text(deck) for deck in decks).encode()
