"""A deck put together from the fields of a table, a JSON document or an XML file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import MAIN, Deck, Entry
from deckbuilder.errors import Fault, InputError, plain_fault, unusable
from deckbuilder.exchange.card_lines import (
    MAX_NAME,
    CardLines,
    UnreadableLine,
    card_lines,
    checked_count,
    is_other,
)
from deckbuilder.exchange.headings import FORMAT, GAME, NAME, headings
from deckbuilder.exchange.text_reading import (
    HEADER_KEY,
    MAX_ENTRIES,
    clean_line,
    heading_key,
    no_card,
    own_section,
    unknown_game,
)
from deckbuilder.registry import Game, games

_SET_AND_NUMBER = re.compile(r"(\d\d)(\d{3})")
_NEEDS_CARDS = "It needs cards with a count and a name."
_NEEDS_GAME = "Name its game in the file, or say --game or --format"


class Assembly:
    """Collects headers, notes and cards of one deck, and every fault on the way."""

    def __init__(self, game: Game, where: str) -> None:
        self.game = game
        self.where = where
        self.words = headings(game.id)
        self.cards = card_lines(game.id)
        self.name = ""
        self.format: str | None = None
        self.headers: list[tuple[str, str]] = []
        self.notes: list[str] = []
        self.end_notes: list[str] = []
        self.entries: list[Entry] = []
        self.faults: list[Fault] = []

    def header(self, key: str, value: str) -> None:
        """Take a header; the game's own name is not kept, for the deck knows its game."""
        key, value = one_line(key), one_line(value)
        role = self.words.headers.get(fold(key))
        if not key or role == GAME:
            return
        if role == FORMAT and self.format is None:
            self.format = value or None
        elif role == NAME and not self.name:
            self.name = value
        elif role or (value and HEADER_KEY.fullmatch(key) and fold(key) not in self.words.sections):
            self.headers.append((key, value))
        elif value:
            self.notes.append(f"{key}: {value}")

    def head(self, text: str) -> None:
        """Take lines of `Key: value` as headers, all others as notes."""
        for line in text.splitlines():
            key, colon, value = line.partition(":")
            if line.startswith("#"):
                self.notes.extend(note_lines(line.lstrip("# ")))
            elif colon and len(key) <= 40 and not value.startswith("//"):
                self.header(key, value)
            else:
                self.notes.extend(note_lines(line))

    def has_header(self, key: str) -> bool:
        """Tell whether a header has been taken."""
        return any(fold(known) == fold(key) for known, _ in self.headers)

    def section(self, name: str, line: int | None) -> str:
        """Return the section that a name means.

        An unknown one is a fault, but in games with one section it stays for the format to judge.
        """
        name = one_line(name)
        found = self.words.sections.get(heading_key(name)) if name else None
        if found:
            return found[0]
        if name and self.words.several:
            self.faults.append(self.words.unknown_section(name, self.where, line))
        return own_section(name[:MAX_NAME]) or self.words.default

    def add(
        self,
        name: str,
        *,
        count: str = "",
        section: str = MAIN,
        card_id: str = "",
        set_name: str = "",
        number: str = "",
        comment: str = "",
        notes: Iterable[str] = (),
        line: int | None = None,
        field: str | None = None,
    ) -> None:
        """Take cards, the section by its id; what cannot be used becomes a fault.

        `line` and `field` say where the cards stand.
        """
        name = one_line(name)
        card = self._card(name, card_id, set_name, number)
        remark = one_line(comment)
        try:
            copies = checked_count(count.strip().removesuffix(".0")) if count.strip() else 1
            if card is None and name:
                name, card, copies, remark = self._as_line(name, count, copies, remark)
        except UnreadableLine as error:
            self.fault(line, field, error.what, error.mend)
            return
        if not name and card is not None:
            name = card.name
        if not name and card_id.strip():
            self.fault(
                line,
                field,
                f"no card has the code '{one_line(card_id)}'.",
                f"Write ids such as {self.cards.catalog.cards[0].id}, or a column of names.",
            )
        elif not any(letter.isalpha() for letter in name):
            self.fault(line, field, "there is no card name.", "Name the card.")
        elif len(name) > MAX_NAME:
            self.fault(
                line, field, f"the name is longer than {MAX_NAME} letters.", "Name one card."
            )
        elif len(self.entries) >= MAX_ENTRIES:
            raise unusable(
                f"there are more than {MAX_ENTRIES} cards.",
                where=self.where,
                line=line,
                mend="Split the list.",
            )
        elif not self._stands_for_header(card):
            self.entries.append(
                Entry(
                    count=copies,
                    name=name,
                    section=section,
                    card=card,
                    line=line,
                    comment=remark,
                    notes=tuple(text for note in notes for text in note_lines(note)),
                    contradicted=self._contradicted(card, set_name, number),
                )
            )

    def deck(self) -> Deck:
        """Return the deck. Raises InputError with every fault, or when there is no card."""
        if self.faults:
            raise InputError(self.faults)
        if not self.entries:
            raise no_card(self.where, _NEEDS_CARDS)
        return Deck(
            game=self.game.id,
            entries=tuple(self.entries),
            name=self.name,
            format=self.format,
            headers=tuple(self.headers),
            notes=tuple(self.notes),
            end_notes=tuple(self.end_notes),
        )

    def _card(self, name: str, card_id: str, set_name: str, number: str) -> Card | None:
        catalog = self.cards.catalog
        known_set = set_name.strip() if catalog.sets_named(set_name) else None
        by_name = catalog.find(name, known_set, _number(number)) if name else None
        by_id = card_of_code(catalog, card_id)
        if by_id and (not by_name or fold(by_id.name) == fold(by_name.name)):
            return by_id
        return by_name

    def _contradicted(self, card: Card | None, set_name: str, number: str) -> str:
        """Return the printing that set and number state, where the card has another."""
        catalog = self.cards.catalog
        known_set = set_name.strip() if catalog.sets_named(set_name) else None
        if card is None or not is_other(catalog, card, known_set, _number(number)):
            return ""
        return one_line(", ".join(part for part in (set_name, number) if part.strip()))

    def _as_line(
        self, name: str, count: str, copies: int, comment: str
    ) -> tuple[str, Card | None, int, str]:
        """Read a name that no card has as a line: it may hold a count, a printing, a remark."""
        try:
            items = self.cards.read(name)
        except UnreadableLine:
            items = []
        if len(items) == 1 and items[0].card is not None:
            item = items[0]
            remark = " ".join(filter(None, (item.comment, comment)))
            return item.name, item.card, copies if count.strip() else item.copies, remark
        return name, None, copies, comment

    def _stands_for_header(self, card: Card | None) -> bool:
        rule = self.words.header_cards
        if rule is None or card is None or card.type != rule.type:
            return False
        if not self.has_header(rule.header):
            self.headers.append((rule.header, card.name.removesuffix(rule.drop)))
        return True

    def fault(self, line: int | None, field: str | None, what: str, mend: str | None) -> None:
        """Note what cannot be used, and where it stands."""
        self.faults.append(
            plain_fault(where=self.where, line=line, field=field, what=what, mend=mend)
        )


def guess_game(names: Iterable[str], where: str) -> Game:
    """Return the game whose catalogue knows most of these names. Raises InputError for none."""
    wanted = list(names)[:MAX_ENTRIES]
    known = {game.id: sum(_knows(card_lines(game.id), name) for name in wanted) for game in games()}
    best = max(games(), key=lambda game: known[game.id])
    if not known[best.id]:
        raise unknown_game(where, _NEEDS_GAME) if wanted else no_card(where, _NEEDS_CARDS)
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
    raise unusable(
        "the codes of this list do not say of which game they are.",
        where=where,
        mend="Add a column `Game`, name a format, or write ids such as "
        f"{card_lines(best[0].id).catalog.cards[0].id}.",
    )


def _number(text: str) -> int | None:
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


def _knows(cards: CardLines, name: str) -> bool:
    try:
        return any(item.card for item in cards.read(name))
    except UnreadableLine:
        return False


def one_line(text: str) -> str:
    """Return a text as one clean line."""
    return " ".join(clean_line(text).split())


def note_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a note, clean, without the empty ones."""
    return tuple(filter(None, (one_line(line) for line in text.splitlines())))
