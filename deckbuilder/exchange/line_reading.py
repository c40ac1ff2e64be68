"""The lines of one list, as people write them, read one after the other into a deck."""

from __future__ import annotations

import re
from collections.abc import Sequence

from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import refusal
from deckbuilder.exchange.card_lines import CardLines, without_comment
from deckbuilder.exchange.card_pieces import Item, UnreadableLine
from deckbuilder.exchange.headings import ABOUT, NAME, Headings
from deckbuilder.exchange.line_forms import (
    COMMENT,
    COUNTED,
    DECORATION,
    HEADER_KEY,
    KEY_VALUE,
    STATED_TOTAL,
    bare_heading,
    clean_line,
    heading_key,
    is_literal,
    is_ornate,
    is_title,
    own_section,
    without_bullet,
    without_emphasis,
    without_markup,
)
from deckbuilder.exchange.list_builder import (
    ListBuilder,
)
from deckbuilder.exchange.totals import FOOT, HEAD, WHOLE
from deckbuilder.registry import Game

_LONGEST_TITLE = 60
_WORDS_OF_SPEECH = 9
"""So many words in a line without a count are rather a sentence than a name."""
_LEAST_PROSE = 12
_PROSE_TO_CARDS = 3
"""A text with so many lines of prose, and so many times as many as of cards, is no list."""

_ASSIGNMENT = re.compile(r"([^:=\s]{1,40})\s*=\s*(.*)")
_BRACKET_HEADING = re.compile(r"\[\s*([^\[\]]+?)\s*\]?\s*(?:\(\s*\d+\s*\))?:?")
_SUBTOTAL = re.compile(r"[-=–—]{2,}\s*(\d+)\b\s*(\D{0,30})")
_NUMBER_AND_WORDS = re.compile(r"(?:(\D{0,30}?)[\s:=]*)?\b(\d+)\b\s*(\D{0,30})")
_ALONE_IN_BRACKETS = re.compile(r"[(（]([^()（）]*)[)）]")
_LEADING_SIDEBOARD = re.compile(r"(sb)\s*:\s*", re.IGNORECASE)
_ITALIC_HEADING = re.compile(r"_([^_]+)_\s*(?:\((\d+)\))?")
_WORD = re.compile(r"(\S+)\s+(.*)")
_NUMBERED = re.compile(r"\s*(\d{1,3})[.)]\s")
_LEAST_NUMBERED = 3
_STRUCK_OUT = re.compile(r"~~(.+)~~|\[s\](.+)\[/s\]", re.IGNORECASE)
_LAYOUT = re.compile(r"LAYOUT\s+\w+:?\(", re.IGNORECASE)
_FENCE = re.compile(r"[`~]{3,}\s*\w*")
_ENDS_SENTENCE = re.compile(r"[!?.,…。！？、][\s)\"”'*_]*$")
_COUNT_BEHIND_KEY = re.compile(r"[xX×]?\s?([-+]?\d+)\s?[xX×枚]?(?=$|[\s(\[#])\s*(.*)")


class ListReading:
    """One pass over the lines of a list, for one game."""

    def __init__(self, lines: Sequence[str], where: str, game: Game, before: int) -> None:
        self.list = ListBuilder(game, where)
        self._words: Headings = self.list.words
        self._cards = self.list.cards
        self._where = where
        self._lines = lines
        self._before = before
        self._first = True
        self._is_full = False
        self._has_spoken = False
        """Below what is said to readers stands who says it, not a card."""
        self._numbers: list[int] = []
        """The numbers with a dot or a bracket before the names, which may number the lines."""
        self._prose = 0
        """Lines that are neither cards nor anything else that a list holds."""
        self._read()

    @property
    def is_prose(self) -> bool:
        """Tell whether the text speaks of something and lists no cards."""
        return self._prose >= _LEAST_PROSE and self._prose > _PROSE_TO_CARDS * self.list.known

    def deck(self) -> Deck:
        """Return the deck. Raises InputError for every faulty line, and where it is no list."""
        if self.is_prose:
            raise refusal("lists.prose", where=self._where, lines=self._prose)
        most = len(self._numbers)
        if most >= _LEAST_NUMBERED and self._numbers == list(range(1, most + 1)):
            self.list.remark("numbered-lines", None, "", have=most)
        return self.list.deck(in_lines=True)

    def _read(self) -> None:
        remembered = self._cards.known
        builder = self.list
        entries = builder.entries
        add = entries.append
        section, pending = builder.section, builder.end_notes
        elsewhere = {ABOUT, *self._words.aside}
        plain = section not in elsewhere
        room = builder.room
        for number, line in enumerate(self._lines, self._before + 1):
            item = remembered.get(line) if plain else None
            if item is None or room <= 0:
                self._line(line, number)
                if self._is_full:
                    return
                section = builder.section
                plain = section not in elsewhere
                room = builder.room
                continue
            room -= 1
            count, name, card, comment, contradicted, numbered, _, _ = item
            if comment or contradicted or numbered or pending:
                entry = Entry(
                    count=count,
                    name=name,
                    section=section,
                    card=card,
                    line=number,
                    comment=comment,
                    notes=tuple(pending),
                    contradicted=contradicted,
                    numbered=numbered,
                )
                pending.clear()
            else:
                entry = Entry(count=count, name=name, section=section, card=card, line=number)
            add(entry)
            builder.in_head = self._first = False

    def _line(self, raw: str, number: int) -> None:
        header = self._cards.headers.get(raw)
        if header is not None:
            self._header(*header)
            self._first = False
            return
        text = clean_line(raw)
        if not text:
            return
        try:
            self._meaning(text, raw, number)
        except UnreadableLine as error:
            self.list.faults.append(error.fault(self._where, number))
            self._prose += error.code in ("lists.no-name", "lists.name-long", "lists.line-long")
            self._is_full = error.code == "lists.lines"
        self._first = False

    def _meaning(self, text: str, raw: str, number: int) -> None:
        if DECORATION.fullmatch(text) or _LAYOUT.match(text) or _FENCE.fullmatch(text):
            return
        if comment := COMMENT.match(text):
            self._comment(text[comment.end() :].strip(), comment[0].strip(), number)
            return
        if self._is_subtotal(text, number):
            return
        stated = KEY_VALUE.fullmatch(text)
        if stated and fold(stated[1]) in self._words.headers:
            self._cards.remember_header(raw, stated[1], stated[2])
            self._header(stated[1], stated[2])
            return
        plain = without_markup(text)
        body = without_bullet(plain)
        is_struck_out = self._is_struck_out(text, number)
        if is_struck_out or not body or self._is_heading_line(plain, body, number):
            return
        if self.list.section == ABOUT and self._about(body):
            return
        if self._is_remark_in_brackets(body, number):
            return
        if self._is_total(body, number) or fold(body) in self._words.game_names:
            return
        if self._keyed(body, number) or self._bare_header(body):
            return
        self._card_line(body, raw, number)

    def _is_struck_out(self, text: str, number: int) -> bool:
        """Leave out the cards of a line that is struck out."""
        struck = _STRUCK_OUT.fullmatch(without_bullet(text))
        inside = struck and (struck[1] or struck[2])
        if not inside or not self._cards.states_a_card(without_markup(inside)):
            return False
        for item in self._cards.read(without_markup(inside)):
            self.list.strike_out(item, text, number)
        return True

    # Lines beside the cards.

    def _comment(self, body: str, mark: str, number: int) -> None:
        if not body:
            return
        named = KEY_VALUE.fullmatch(body)
        if is_literal(body):
            self.list.note(body[1:-1])
        elif heading_key(body) in self._words.sections:
            self._open(body, number)
        elif named and mark == "//" and self._words.headers.get(fold(named[1])) == NAME:
            self._header(named[1], named[2])
        else:
            if self._cards.states_a_card(body):
                self._pass_over(body, number)
            is_heading = mark.startswith("##")
            if (self._first and is_title(body)) or (
                is_heading and self.list.in_head and not self.list.name
            ):
                self.list.name = body
            else:
                self.list.note(body)
                if is_heading:
                    self.list.remark("unknown-heading", number, bare_heading(body))

    def _pass_over(self, text: str, number: int) -> None:
        """Tell that a line was not taken for cards though it may have been meant so."""
        self.list.remark("passed-over", number, text)

    def _pass_over_names(self, text: str, number: int) -> None:
        if self._cards.holds_name(text):
            self._pass_over(text, number)

    def _about(self, text: str) -> bool:
        """Take a line about the deck; False for the first line of cards below such lines."""
        if COUNTED.match(text) or self._cards.states_only_cards(text):
            self.list.section = self._words.default
            return False
        parts = _ASSIGNMENT.fullmatch(text) or KEY_VALUE.fullmatch(text) or _WORD.fullmatch(text)
        if parts and fold(parts[1]) in self._words.headers:
            self._header(parts[1], parts[2])
        else:
            self.list.notes.append(text)
        return True

    def _bare_header(self, text: str) -> bool:
        meant = self._words.bare.get(fold(text))
        if meant is None or self._cards.catalog.printings(text):
            return False
        self._header(meant[0], text)
        return True

    def _is_remark_in_brackets(self, text: str, number: int) -> bool:
        alone = _ALONE_IN_BRACKETS.fullmatch(text) if self.list.entries else None
        if not alone:
            return False
        self.list.end_notes.append(text)
        self._pass_over_names(alone[1], number)
        return True

    def _header(self, key: str, value: str) -> None:
        if fold(key) in self._words.chosen:
            value, remark = without_remark(value)
            if remark:
                self.list.note(remark)
        self.list.header(key, value)

    # Headings and totals.

    def _is_heading_line(self, plain: str, body: str, number: int) -> bool:
        """Take a line as a heading; False when it is none, or names cards for all its marks."""
        bracket = _BRACKET_HEADING.fullmatch(plain)
        if bracket and not bracket[1].isdecimal():
            self._bracket_heading(bracket[1], plain, number)
            return True
        if heading_key(plain) in self._words.sections and not self._also_a_card(plain):
            self._open(plain, number)
            return True
        if COUNTED.match(body):
            return False
        if italic := _ITALIC_HEADING.fullmatch(plain):
            if self._cards.is_name(italic[1]):
                return False
            self.list.end_notes.append(italic[1])
            self.list.total(number, italic[2], HEAD)
            if italic[2] is None:
                self.list.remark("unknown-heading", number, italic[1])
            return True
        if not is_ornate(plain):
            return False
        name = bare_heading(plain)
        if any(map(str.isdigit, name)) or (
            not plain.endswith((":", "：")) and self._cards.states_only_cards(name)
        ):
            return False
        self._unknown_heading(name, number)
        return True

    def _bracket_heading(self, inside: str, text: str, number: int) -> None:
        if heading_key(inside) in self._words.sections:
            self._open(inside, number, text)
        elif (own := own_section(inside)) and not self._words.several:
            self.list.open_own_section(own)
            self._pass_over_names(inside, number)
        else:
            self._unknown_heading(inside, number)

    def _open(self, heading: str, number: int, text: str = "") -> None:
        """Go on below a known heading, and note the total that it states."""
        self.list.open_section(heading)
        total = STATED_TOTAL.search(text or heading)
        self.list.total(number, total["total"] if total else None, HEAD)

    def _also_a_card(self, text: str) -> bool:
        return bool(self._cards.catalog.printings(STATED_TOTAL.sub("", text)))

    def _unknown_heading(self, name: str, number: int) -> None:
        if self._words.several:
            self.list.faults.append(self._words.unknown_section(name, self._where, number))
            self._prose += 1
        else:
            self.list.end_notes.append(name)
            self.list.remark("unknown-heading", number, name)
            self.list.in_head = False

    def _is_subtotal(self, text: str, number: int) -> bool:
        subtotal = _SUBTOTAL.fullmatch(text)
        if not subtotal:
            return False
        words = fold(subtotal[2].strip(" -=–—:.()"))
        if words and words not in self._words.sections and words not in self._words.totals:
            return False
        self.list.total(number, subtotal[1], FOOT)
        return True

    def _is_total(self, text: str, number: int) -> bool:
        """Tell whether a line only states a number of cards, and note it."""
        parts = _NUMBER_AND_WORDS.fullmatch(text)
        if parts is None:
            return False
        words = [fold(word.strip(" -=:.()")) for word in (parts[1] or "", parts[3]) if word.strip()]
        is_total = bool(words) and all(
            word in self._words.totals
            or (word in self._words.sections and not self._cards.catalog.printings(word))
            for word in words
        )
        if is_total and all(word in self._words.totals for word in words):
            self.list.total(number, parts[2], WHOLE)
        return is_total

    # Lines with a colon.

    def _keyed(self, text: str, number: int) -> bool:
        """Take `Key: value` as a header, as a heading with cards behind it, or as a card."""
        if sideboard := _LEADING_SIDEBOARD.match(text):
            with self.list.for_a_line(sideboard[1]):
                self._card_line(text[sideboard.end() :], None, number)
            return True
        parts = KEY_VALUE.fullmatch(text)
        if parts is None:
            return False
        key, value = parts[1].strip(), parts[2].strip()
        if fold(key) in self._words.headers:
            self._header(key, value)
            return True
        if self._counted_behind_key(key, value, number):
            return True
        if heading_key(key) in self._words.sections and value:
            if self._names_deck(value):
                self.list.name = value
                self._pass_over_names(value, number)
            else:
                self._open(key, number)
                self._card_line(value, None, number)
            return True
        return self._labelled(key, value, text, number)

    def _counted_behind_key(self, key: str, value: str, number: int) -> bool:
        """Take `Name: 3 (Set)` as cards, where the name is a card's or nearly one."""
        count = _COUNT_BEHIND_KEY.fullmatch(value)
        if count is None or COUNTED.match(key):
            return False
        if not self._cards.is_name(key) and (
            heading_key(key) in self._words.sections or not self._cards.is_misspelt(key)
        ):
            return False
        self._card_line(f"{count[1]}x {key} {count[2]}".rstrip(), None, number)
        return True

    def _labelled(self, key: str, value: str, text: str, number: int) -> bool:
        """Take a line whose key is not known: a label before cards, or a further header."""
        label = STATED_TOTAL.sub("", key)
        if not value or not HEADER_KEY.fullmatch(label) or value.startswith("//"):
            return False
        if COUNTED.match(value) and self._cards.states_a_card(value):
            if self._first and not self.list.name:
                self.list.name = label
                self._pass_over_names(label, number)
            else:
                self.list.end_notes.append(label)
                self.list.remark("unknown-heading", number, label)
            self._card_line(value, None, number)
            return True
        if self.list.entries or self._cards.states_a_card(text):
            return False
        self._header(key, value)
        self._pass_over_names(text, number)
        return True

    def _names_deck(self, value: str) -> bool:
        """Tell whether what stands behind `Deck:` is a name and no card."""
        return (
            not self.list.entries
            and not self.list.name
            and len(value) < _LONGEST_TITLE
            and not COUNTED.match(value)
            and not self._cards.states_a_card(value)
        )

    # Lines of cards.

    def _card_line(self, text: str, raw: str | None, number: int) -> None:
        if self._words.inline.search(text) and self._parted(text, number):
            return
        items = self._cards.read(text)
        if items[0].card is None:
            plain = bare_heading(without_emphasis(text))
            if plain != text and self._cards.states_only_cards(plain):
                items = self._cards.read(plain)
        alone = items[0] if len(items) == 1 else None
        if alone and alone.card is None and self._is_no_card(text, number):
            return
        if alone and raw is not None and self._may_be_remembered(alone, text):
            self._cards.remember(raw, alone)
        if alone and alone.comment:
            self._check_comment(without_comment(text)[1], number)
        self._has_spoken = False
        numbered = _NUMBERED.match(text)
        if numbered and alone and alone.copies == int(numbered[1]):
            self._numbers.append(int(numbered[1]))
        for item in items:
            self.list.take(item, number)

    def _check_comment(self, comment: str, number: int) -> None:
        """Tell a comment behind a card that may be its count, or another card."""
        if comment.isdecimal() or self._cards.states_a_card(comment):
            self._pass_over(f"# {comment}", number)

    def _parted(self, text: str, number: int) -> bool:
        """Take a line of cards with headings among them; False when it is none."""
        head, comment = without_comment(text)
        before, *rest = self._words.inline.split(head)
        if '"' in head or not rest:
            return False
        if before.strip():
            self._card_line(before, None, number)
        for heading, cards in zip(rest[::2], rest[1::2], strict=True):
            self._open(heading, number)
            last = cards is rest[-1] and comment
            self._card_line(f"{cards}  # {comment}" if last else cards, None, number)
        return True

    def _is_no_card(self, text: str, number: int) -> bool:
        """Take a line that names no known card as the list's name, or as something said."""
        if COUNTED.match(text) or self._cards.is_misspelt(text):
            return False
        if self._is_speech(text) or (self._has_spoken and self.list.entries):
            self._prose += 1
            self._has_spoken = True
            self.list.note(text)
            self._pass_over(text, number)
            return True
        if self._is_title(text, number):
            return True
        self._prose += 1
        return False

    def _is_speech(self, text: str) -> bool:
        """Tell whether a line is said to readers: a greeting, a sentence, an address."""
        words = fold(text).replace("!", " ").replace(",", " ").split()
        greeting = any(
            " ".join(words[:length]) in self._words.greetings for length in range(1, 3)
        ) or any(word in text for word in self._words.greetings if not word.isascii())
        return (
            greeting
            or "://" in text
            or len(words) >= _WORDS_OF_SPEECH
            or bool(_ENDS_SENTENCE.search(text))
        )

    def _is_title(self, text: str, number: int) -> bool:
        """Take the first line as the format's or the deck's name; False where it may be a card."""
        if not self._first or self.list.name or len(text) > _LONGEST_TITLE:
            return False
        if self.list.format is None and _is_format(text, self.list.game.id):
            self.list.format = text
            return True
        following = self._lines[number - self._before :][:1]
        below = clean_line(following[0]) if following else "3"
        apart = (
            not below
            or heading_key(below) in self._words.sections
            or bool(KEY_VALUE.fullmatch(below))
            or (bool(following) and bool(COUNTED.match(without_bullet(below))))
        )
        if apart:
            self.list.name = text
            self._pass_over_names(text, number)
        return apart

    def _may_be_remembered(self, item: Item, text: str) -> bool:
        # What a line without a count means depends on where it stands.
        rule = self._words.header_cards
        if item.misnamed or item.brackets or item.by_name or _NUMBERED.match(text):
            return False
        if item.card is None:
            return bool(COUNTED.match(text))
        return rule is None or item.card.type != rule.type


def _is_format(text: str, game_id: str) -> bool:
    from deckbuilder.formats.verdict import formats_of, means

    return any(means(text, each) for each in formats_of(game_id))


def needs_quotes(note: str, words: Headings, cards: CardLines) -> bool:
    """Tell whether a comment would be read as something else unless it stands in quotes."""
    return (
        is_literal(note)
        or bool(COMMENT.match(note) or DECORATION.fullmatch(note))
        or heading_key(note) in words.sections
        or cards.states_a_card(note)
    )


def without_remark(value: str) -> tuple[str, str]:
    """Return the value of a header that names one of few things, and the remark behind it."""
    bare, remark = without_comment(value.strip())
    return bare.strip(), remark
