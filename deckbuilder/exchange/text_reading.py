"""Text as people write it, line by line into a deck."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import Fault, InputError, plain_fault, refusal, unusable
from deckbuilder.exchange.card_lines import (
    CardLines,
    Item,
    UnreadableLine,
    card_lines,
    without_comment,
)
from deckbuilder.exchange.headings import (
    ABOUT,
    FORMAT,
    GAME,
    NAME,
    Headings,
    header_names,
    headings,
)
from deckbuilder.exchange.totals import FOOT, HEAD, WHOLE, Totals
from deckbuilder.registry import Game, games
from deckbuilder.registry import game as find_game

MAX_ENTRIES = 5_000
MAX_LETTERS = 4_000_000
MAX_LINES = 100_000
MAX_LISTS = 2_000
_LONGEST_TITLE = 60
_LONGEST_HEADING = 40
_LONGEST_TOTAL = 6
_MISSPELT = 80.0
"""How much a line must resemble a card's name to be that name with a mistake, of 100."""

_INVISIBLE = re.compile(
    r"[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad\ufe0f\ud800-\udfff]+"
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_BLANKS = re.compile(r"\s{4,}")
_COMMENT = re.compile(r"(?:#+|//+|;+)\s*")
_BULLET = re.compile(r"(?:[-*+•‣·◦▪●○■–—]\s+|•\s*)+")
_MARKUP = re.compile(
    r"\[/?(?:b|i|u|s|whi|thing|url|color|size|list|quote|code|center)(?:=[^\[\]]*)?\]|\[\*\]"
    r"|\*\*|__|[*_](?=\()|(?<=\))[*_]"
    r"|\\(?=[`*_\[\]<>#|~\\])",
    re.IGNORECASE,
)
"""BBCode; bold and emphasised Markdown; Markdown's escapes."""
_QUOTED_OR_MARKUP = re.compile(rf'(?P<quoted>"[^"]*")|(?:{_MARKUP.pattern})', re.IGNORECASE)
_DECORATION = re.compile(r"[-=*_~#+•.:–—─━═ ]+")
_SPLIT = re.compile(r"={3,}")
_ENDS_LIST = re.compile(r"\s*(?:$|[\d•*-])")
_KEY_VALUE = re.compile(r"([^:：=]{1,40}?)\s*[:：]\s*(.*)")
_ASSIGNMENT = re.compile(r"([^:=\s]{1,40})\s*=\s*(.*)")
_BRACKET_HEADING = re.compile(r"\[\s*([^\[\]]+?)\s*\]?\s*(?:\(\s*\d+\s*\))?:?")
_STATED_TOTAL = re.compile(r"\s*[(\[]\s*(?P<total>\d+)[^()\[\]\d]{0,20}[)\]]\s*")
_SUBTOTAL = re.compile(r"[-=–—]{2,}\s*(\d+)\b\s*(\D{0,30})")
_NUMBER_AND_WORDS = re.compile(r"(?:(\D{0,30}?)[\s:=]*)?\b(\d+)\b\s*(\D{0,30})")
_ALONE_IN_BRACKETS = re.compile(r"[(（][^()（）]*[)）]")
_LEADING_SIDEBOARD = re.compile(r"(sb)\s*:\s*", re.IGNORECASE)
HEADER_KEY = re.compile(r"[^\W\d][\w '’-]{0,30}")
_LOOKS_LIKE_HEADER = re.compile(rf"{HEADER_KEY.pattern}[:：](?!//)\s*\S")
_NOT_IN_HEADING = str.maketrans("[]\n\t", "    ")
_ITALIC_HEADING = re.compile(r"_([^_]+)_\s*(?:\(\d+\))?")
_COUNTED = re.compile(r"[\[(]?\s*[xX×]?\s?[-+]?\d")
_WORD = re.compile(r"(\S+)\s+(.*)")
_LAYOUT = re.compile(r"LAYOUT\s+\w+:?\(", re.IGNORECASE)


def read_text(text: str, where: str, game: str | None) -> tuple[Deck, ...]:
    """Read the lists of a text, mostly one; `game` is used where the text names none.

    Raises InputError with every faulty line, and when there is no card or no game to tell.
    """
    if len(text) > MAX_LETTERS:
        raise unusable(
            f"the list is longer than {MAX_LETTERS} letters.", where=where, mend="Split it."
        )
    if text.count("\n") + text.count("\r") > MAX_LINES:
        raise refusal("sources.rows", where=where, most=MAX_LINES)
    lines = text.splitlines()
    cuts = _cuts(lines) if "===" in text else []
    refuse_many_lists(len(cuts), where)
    parts = _read_parts(lines, cuts, where, game) if cuts else ()
    return parts or (_read_lines(lines, where, game, 0),)


def refuse_many_lists(number: int, where: str) -> None:
    """Raise InputError for more lists in one file than MAX_LISTS."""
    if number > MAX_LISTS:
        raise refusal("sources.lists", where=where, most=MAX_LISTS)


def _read_parts(
    lines: Sequence[str], cuts: Sequence[int], where: str, game: str | None
) -> tuple[Deck, ...]:
    """Read the lists between lines of `===`; none where such a line is only an ornament."""
    decks: list[Deck] = []
    faults: list[Fault] = []
    for start, end in zip([0, *cuts], [*cuts, len(lines)], strict=True):
        try:
            decks.append(_read_lines(lines[start:end], where, game, start))
        except NoCards:
            return ()
        except InputError as error:
            faults.extend(error.faults)
    if faults:
        raise InputError(faults)
    return tuple(decks)


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


def no_card(where: str, mend: str = "Write one card a line: `3x Name of the card`.") -> NoCards:
    """Build the error for an input without a single card."""
    return NoCards(plain_fault(where=where, what="there is no card in this list.", mend=mend))


def unknown_game(where: str, mend: str = "Write a line `Game: ...` at the top") -> InputError:
    """Build the error for a list whose game cannot be told."""
    known = ", ".join(game.names[0] for game in games())
    return unusable(
        "no game knows a card of this list, so its game cannot be told.",
        where=where,
        mend=f"{mend}; games: {known}.",
    )


def _stated_game(lines: Sequence[str], where: str, before: int) -> Game | None:
    keys = {fold(name) for name in header_names(GAME)}
    for number, line in enumerate(lines, before + 1):
        if ":" not in line and "：" not in line:
            continue
        parts = _KEY_VALUE.match(clean_line(line))
        if parts and fold(_MARKUP.sub("", parts[1])) in keys:
            try:
                return find_game(_without_remark(_MARKUP.sub("", parts[2]))[0])
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
        self.totals: Totals | None = None
        self.name = ""
        self.named = False
        self.format: str | None = None
        self.headers: list[tuple[str, str]] = []
        self.notes: list[str] = []
        self.pending: list[str] = []
        self.entries: list[Entry] = []
        self.section = self.words.default
        self.times: Counter[str] = Counter()
        self.in_head = True
        self.first = True
        self.is_full = False
        self.lines = lines
        self.before = before
        self._read()

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
            miscounts=self.totals.miscounts(self.entries) if self.totals else (),
        )

    def _read(self) -> None:
        remembered = self.cards.known
        entries = self.entries
        add = entries.append
        section, pending, plain = self.section, self.pending, self.section != ABOUT
        for number, line in enumerate(self.lines, self.before + 1):
            item = remembered.get(line) if plain else None
            if item is None or len(entries) >= MAX_ENTRIES:
                self._line(line, number)
                if self.is_full:
                    return
                section, pending, plain = self.section, self.pending, self.section != ABOUT
                continue
            copies, name, card, comment, contradicted = item
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
                    contradicted=contradicted,
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
            self._comment(text[comment.end() :].strip(), comment[0].strip())
            return
        if subtotal := _SUBTOTAL.fullmatch(text):
            words = fold(subtotal[2].strip(" -=–—:.()"))
            if not words or words in self.words.sections or words in self.words.totals:
                self._stated(number, subtotal[1], FOOT)
                return
        stated = _KEY_VALUE.fullmatch(text)
        if stated and fold(stated[1]) in self.words.headers:
            self._header(stated[1], stated[2])
            return
        plain = _without_markup(text)
        bullet = _BULLET.match(plain)
        body = plain[bullet.end() :].strip() if bullet else plain
        if not body or self._heading(plain, number, bracketed=True):
            return
        if self.section == ABOUT and self._about(body):
            return
        if self.entries and _ALONE_IN_BRACKETS.fullmatch(body):
            self.pending.append(body)
            return
        if self._sums_up(body, number) or fold(body) in self.words.game_names:
            return
        if self._keyed(body, number) or self._bare_header(body):
            return
        self._card_line(body, raw, number)

    def _about(self, text: str) -> bool:
        """Take a line about the deck; False for the first line of cards below such lines."""
        if text[0].isdigit():
            self.section = self.words.default
            return False
        parts = _ASSIGNMENT.fullmatch(text) or _KEY_VALUE.fullmatch(text) or _WORD.fullmatch(text)
        if parts and fold(parts[1]) in self.words.headers:
            self._header(parts[1], parts[2])
        else:
            self.notes.append(text)
        return True

    def _bare_header(self, text: str) -> bool:
        meant = self.words.bare.get(fold(text))
        if meant is None or self.cards.catalog.printings(text):
            return False
        self._header(meant[0], text)
        return True

    def _comment(self, body: str, mark: str) -> None:
        if not body:
            return
        named = _KEY_VALUE.fullmatch(body)
        if is_literal(body):
            (self.notes if self.in_head else self.pending).append(body[1:-1])
        elif self._is_heading(body):
            self._heading(body, 0, bracketed=False)
        elif named and mark == "//" and self.words.headers.get(fold(named[1])) == NAME:
            self._header(named[1], named[2])
        elif (self.first and is_title(body)) or (
            mark.startswith("##") and self.in_head and not self.name
        ):
            self.name = body
        else:
            (self.notes if self.in_head else self.pending).append(body)

    def _is_heading(self, text: str) -> bool:
        return heading_key(text) in self.words.sections

    def _heading(self, text: str, number: int, *, bracketed: bool) -> bool:
        """Take a line as a heading; False when it is none."""
        bracket = _BRACKET_HEADING.fullmatch(text) if bracketed else None
        inside = bracket[1] if bracket and not bracket[1].isdecimal() else text
        key = heading_key(inside)
        sections = self.words.sections.get(key)
        if italic := _ITALIC_HEADING.fullmatch(text):
            self.pending.append(italic[1])
            return True
        if sections is None or self._also_a_card(inside, bracket is not None):
            decorated = inside != inside.strip("=-–—* ") or inside.endswith((":", "："))
            if bracket is not None and not bracket[1].isdecimal():
                own = own_section(inside)
                if own and not self.words.several:
                    self.section, self.in_head = own, False
                else:
                    self._unknown_heading(inside, number)
                return True
            if decorated and not any(letter.isdigit() for letter in inside):
                self._unknown_heading(inside.strip("=-–—* :："), number)
                return True
            return False
        self.section = sections[min(self.times[key], len(sections) - 1)]
        total = _STATED_TOTAL.search(text)
        self._stated(number, total["total"] if total else None, HEAD)
        self.times[key] += 1
        self.in_head = False
        return True

    def _also_a_card(self, text: str, bracketed: bool) -> bool:
        name = _STATED_TOTAL.sub("", text)
        return not bracketed and bool(self.cards.catalog.printings(name))

    def _unknown_heading(self, name: str, number: int) -> None:
        if self.words.several:
            self.faults.append(self.words.unknown_section(name, self.where, number))
        else:
            self.pending.append(name)
            self.in_head = False

    def _stated(self, number: int, total: str | None, place: str) -> None:
        """Note where a group of cards begins or ends, and how many cards are said to be there."""
        if self.totals is None:
            self.totals = Totals()
        stated = int(total) if total and len(total) <= _LONGEST_TOTAL else None
        self.totals.note(number, stated, place, len(self.entries), self.section)

    def _sums_up(self, text: str, number: int) -> bool:
        """Tell whether a line only states a number of cards."""
        parts = _NUMBER_AND_WORDS.fullmatch(text)
        if parts is None:
            return False
        words = [fold(word.strip(" -=:.()")) for word in (parts[1] or "", parts[3]) if word.strip()]
        sums_up = bool(words) and all(
            word in self.words.totals
            or (word in self.words.sections and not self.cards.catalog.printings(word))
            for word in words
        )
        if sums_up and all(word in self.words.totals for word in words):
            self._stated(number, parts[2], WHOLE)
        return sums_up

    def _keyed(self, text: str, number: int) -> bool:
        """Take `Key: value` as a header or as a heading with cards behind it."""
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
            if self._names_deck(value):
                self.name = value
            else:
                self._heading(key, number, bracketed=False)
                self._card_line(value, None, number)
            return True
        label = _STATED_TOTAL.sub("", key)
        if not value or not HEADER_KEY.fullmatch(label) or value.startswith("//"):
            return False
        if _COUNTED.match(value) and not self._states_no_card(value):
            self._label(label)
            self._card_line(value, None, number)
            return True
        if self.entries or not self._states_no_card(text):
            return False
        self._header(key, value)
        return True

    def _names_deck(self, value: str) -> bool:
        """Tell whether what stands behind `Deck:` is a name and no card."""
        return (
            not self.entries
            and not self.name
            and len(value) < _LONGEST_TITLE
            and not _COUNTED.match(value)
            and self._states_no_card(value)
        )

    def _label(self, text: str) -> None:
        """Take words before the cards as the deck's name, else as a note on them."""
        if self.first and not self.name:
            self.name = text
        else:
            self.pending.append(text)

    def _states_no_card(self, text: str) -> bool:
        try:
            return all(item.card is None for item in self.cards.read(text))
        except UnreadableLine:
            return True

    def _header(self, key: str, value: str) -> None:
        role = self.words.headers.get(fold(key))
        if fold(key) in self.words.chosen:
            value, remark = _without_remark(value)
            if remark:
                (self.notes if self.in_head else self.pending).append(remark)
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
        if self.words.inline.search(text) and self._parted(text, number):
            return
        items = self.cards.read(text)
        if len(items) == 1 and items[0].card is None and self._is_title(text, number):
            return
        if len(items) == 1 and raw is not None and self._may_be_remembered(items[0], text):
            self.cards.remember(raw, items[0])
        for item in items:
            if not self._stands_for_header(item):
                self._add(item, number)

    def _parted(self, text: str, number: int) -> bool:
        """Take a line of cards with headings among them; False when it is none."""
        head, comment = without_comment(text)
        before, *rest = self.words.inline.split(head)
        if '"' in head or not rest:
            return False
        if before.strip():
            self._card_line(before, None, number)
        for heading, cards in zip(rest[::2], rest[1::2], strict=True):
            self._heading(heading, number, bracketed=False)
            last = cards is rest[-1] and comment
            self._card_line(f"{cards}  # {comment}" if last else cards, None, number)
        return True

    def _is_title(self, text: str, number: int) -> bool:
        """Take the first line as the format's or the deck's name; False where it may be a card."""
        if not self.first or self.name or _COUNTED.match(text) or len(text) > _LONGEST_TITLE:
            return False
        if self.format is None and _is_format(text, self.game.id):
            self.format = text
            return True
        following = self.lines[number - self.before :][:1]
        below = clean_line(following[0]) if following else "3"
        apart = not below or self._is_heading(below) or bool(_KEY_VALUE.fullmatch(below))
        if not apart:
            misspelt = self.cards.catalog.nearest(text, 1, _MISSPELT)
            apart = bool(following and _COUNTED.match(below)) and not misspelt
        if apart:
            self.name = text
        return apart

    def _may_be_remembered(self, item: Item, text: str) -> bool:
        # What a line without a count means depends on where it stands.
        rule = self.words.header_cards
        if item.card is None:
            return bool(_COUNTED.match(text))
        return rule is None or item.card.type != rule.type

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
            self.is_full = True
            raise UnreadableLine(f"the list has more than {MAX_ENTRIES} lines.", "Split it.")
        count, name, card, comment, contradicted = item
        self.entries.append(
            Entry(
                count=count,
                name=name,
                section=self.section,
                card=card,
                line=number,
                comment=comment,
                notes=tuple(self.pending),
                contradicted=contradicted,
            )
        )
        self.pending.clear()
        self.in_head = False

    def _fault(self, number: int, what: str, mend: str | None) -> None:
        self.faults.append(plain_fault(where=self.where, line=number, what=what, mend=mend))


def _is_format(text: str, game_id: str) -> bool:
    from deckbuilder.formats.verdict import formats_of, means

    return any(means(text, each) for each in formats_of(game_id))


def needs_quotes(note: str, words: Headings) -> bool:
    """Tell whether a comment would be read as something else unless it stands in quotes."""
    return (
        is_literal(note)
        or bool(_COMMENT.match(note) or _DECORATION.fullmatch(note))
        or heading_key(note) in words.sections
    )


def has_markup(text: str) -> bool:
    """Tell whether Markdown or BBCode would be taken out of a line of cards."""
    return bool(_MARKUP.search(text))


def _without_markup(text: str) -> str:
    """Take Markdown and BBCode out of a line, but not out of quotes and comments."""
    if not _MARKUP.search(text):
        return text
    head, comment = without_comment(text)
    bare = _QUOTED_OR_MARKUP.sub(lambda found: found["quoted"] or "", head).strip()
    return f"{bare}  # {comment}" if comment else bare


def _without_remark(value: str) -> tuple[str, str]:
    """Return the value of a header that names one of few things, and the remark behind it."""
    bare, remark = without_comment(value.strip())
    return bare.strip(), remark


def is_literal(note: str) -> bool:
    """Tell whether a comment stands in quotes and means itself."""
    return len(note) > 2 and note[0] == note[-1] == '"'


def is_title(text: str) -> bool:
    """Tell whether a comment in the first line is the deck's name and no remark."""
    return bool(text) and not _LOOKS_LIKE_HEADER.match(text) and "://" not in text


def heading_key(text: str) -> str:
    """Return what a heading is looked up by: without its total and its ornaments."""
    bare = _STATED_TOTAL.sub(" ", text).strip(" -=–—*_~:：.")
    return fold(bare)


def own_section(text: str) -> str:
    """Return the id of a section that no game has, so that the format can judge it.

    Empty for what is too long for a heading, or has no letter.
    """
    bare = " ".join(_STATED_TOTAL.sub(" ", text).translate(_NOT_IN_HEADING).split())
    bare = _MARKUP.sub("", f"[{bare}]").strip("[] -=–—*_~:：.")
    return bare if len(bare) <= _LONGEST_HEADING and any(map(str.isalpha, bare)) else ""


def clean_line(line: str) -> str:
    """Return a line without what cannot be seen or printed."""
    if not line.isascii():
        line = _INVISIBLE.sub("", line).replace("\u00a0", " ")
    line = _CONTROL.sub(" ", line).strip()
    # Long runs of blanks mean no more than one, and patterns would be slow on them.
    return (
        _BLANKS.sub(lambda run: "\t" if "\t" in run[0] else " ", line) if "    " in line else line
    )
