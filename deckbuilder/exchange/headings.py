"""What the words in a list mean: headers, sections and headings, from `exports/headings.yaml`.

Those of one game alone are in `exports/<game>/headings.yaml`; a game without it has one section.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold, squeeze
from deckbuilder.catalog.wording import value_words
from deckbuilder.decks.deck import MAIN, Deck
from deckbuilder.errors import Fault
from deckbuilder.registry import game as find_game
from deckbuilder.resources import export_data, game_export_data
from deckbuilder.words import DEFAULT_LANGUAGE, enumerated, language, phrases

GAME, FORMAT, NAME, PLAYER, FURTHER = "game", "format", "name", "player", "further"
ABOUT = "about"
"""The section of lines that speak of the deck, in lists of other programs."""
NOT_IN_DECK, STRUCK_OUT = "not-in-deck", "struck-out"
"""Parts beside the deck that marks make, whatever heading stands above."""


class HeaderCards(msgspec.Struct, frozen=True):
    """Cards of `type` stand for the header `header`: their name without `drop` is its value.

    `fact` is the field of such a card that says the same in words for people.
    """

    type: str
    header: str
    drop: str = ""
    fact: str = ""

    def cards_of(self, deck: Deck, catalog: Catalog) -> tuple[Card, ...]:
        """Return the cards that the headers of a list stand for, as far as they are known."""
        wanted = [
            f"{value.strip()}{self.drop}"
            for key, value in deck.headers
            if fold(key) == fold(self.header)
        ]
        found = (catalog.find(name) for name in wanted)
        return tuple(card for card in found if card is not None and card.type == self.type)


@dataclass(frozen=True, kw_only=True)
class Headings:
    """The words of one game's lists; keys are folded names.

    `sections` maps a heading to the sections that it can mean, used in turn. `headers` maps a
    key to GAME, FORMAT, NAME, PLAYER or FURTHER. `bare` maps a line to the header that it stands
    for and to what it means there. `titles` and `types` are what is written, by section id and
    by card type, in order.
    """

    sections: dict[str, tuple[str, ...]]
    titles: dict[str, dict[str, str]]
    types: dict[str, dict[str, str]]
    headers: dict[str, str]
    chosen: frozenset[str]
    """Headers whose value is one of few names, so that what stands behind a # is a remark."""
    bare: dict[str, tuple[str, str]]
    totals: frozenset[str]
    foreign: frozenset[str]
    """Sections that only other games have."""
    aside: frozenset[str]
    """Parts of a list whose cards are not in the deck, unless the format has such a section."""
    greetings: frozenset[str]
    """Words with which people begin what they say around a list."""
    game_names: frozenset[str]
    inline: re.Pattern[str]
    """A heading within a line: words before a colon and a count."""
    header_cards: HeaderCards | None = None

    @property
    def default(self) -> str:
        """The section of cards without a heading."""
        return MAIN if self.several else next(iter(self.titles))

    @property
    def several(self) -> bool:
        """Tell whether this game's decks have more than one section."""
        return len(self.titles) > 1

    def title(self, section: str) -> str:
        """Return the heading of a section in the language in force; its id when unknown."""
        return _in_language(self.titles.get(section) or _foreign_titles().get(section), section)

    def type_title(self, card_type: str) -> str | None:
        """Return the heading of a card type, None where headings do not go by it."""
        words = self.types.get(card_type)
        return _in_language(words, card_type) if words else None

    def header_value(self, key: str, value: str) -> str:
        """Return what a header's value means, in the spelling that card names use."""
        header, meant = self.bare.get(fold(value), (key, value))
        return meant if fold(header) == fold(key) else value

    def unknown_section(self, name: str, where: str, line: int | None) -> Fault:
        """Return the fault of a heading that means no section."""
        known = tuple(f"[{self.title(section)}]" for section in self.titles)
        return Fault.of("lists.no-section", where=where, line=line, name=name, known=known)


def player_columns() -> dict[str, str]:
    """Return the fields of players by what heads their column in a table, folded."""
    return {
        squeeze(word): field for field, words in _document()["players"].items() for word in words
    }


@cache
def headings(game: str) -> Headings:
    """Return the words of a game's lists."""
    document = _document()
    own = {"sections": {MAIN: document["foreign"][MAIN]}, **game_export_data(game, "headings.yaml")}
    sections: dict[str, tuple[str, ...]] = {fold(name): (ABOUT,) for name in document["about"]}
    for section, words in {**document["aside"], **document["foreign"], **own["sections"]}.items():
        for name in (section, *words["title"].values(), *words.get("aliases", ())):
            key = fold(name)
            known = sections.get(key, ())
            sections[key] = known if section in known else (*known, section)
    for words in own.get("types", {}).values():
        for name in (*words["title"].values(), *words.get("aliases", ())):
            sections[fold(name)] = (MAIN,)
    headers = {fold(name): FURTHER for name in own.get("headers", ())}
    for role, names in document["headers"].items():
        headers.update({fold(name): role for name in names})
    header_cards = own.get("header_cards")
    return Headings(
        sections=sections,
        titles={section: words["title"] for section, words in own["sections"].items()},
        types={kind: words["title"] for kind, words in own.get("types", {}).items()},
        headers=headers,
        chosen=frozenset(
            map(fold, (*own.get("headers", ()), *header_names(GAME), *header_names(FORMAT)))
        ),
        bare={
            fold(name): (header, meant)
            for header, values in own.get("bare", {}).items()
            for meant, names in values.items()
            for name in (meant, *names)
        },
        totals=frozenset(fold(word) for word in document["totals"]),
        foreign=frozenset(document["foreign"].keys() - own["sections"].keys() - {MAIN}),
        aside=frozenset(document["aside"].keys() - own["sections"].keys()),
        greetings=frozenset(fold(word) for word in document["greetings"]),
        game_names=frozenset(map(fold, find_game(game).names)),
        inline=_inline(own),
        header_cards=HeaderCards(**header_cards) if header_cards else None,
    )


def _inline(own: dict[str, Any]) -> re.Pattern[str]:
    parts = [*own["sections"].values(), *own.get("types", {}).values()]
    names = {n for words in parts for n in (*words["title"].values(), *words.get("aliases", ()))}
    either = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(rf"(?:^|(?<=\s))({either})\s*[:：]\s*(?=[\[(xX×]?\d)", re.IGNORECASE)


@cache
def columns() -> dict[str, str]:
    """Return the column that each heading of a table means; headings are squeezed."""
    return {
        squeeze(name): column
        for column, words in _document()["columns"].items()
        for name in (*words["title"].values(), *words.get("aliases", ()))
    }


def column_title(column: str) -> str:
    """Return the heading of a column in the language in force."""
    return _in_language(_document()["columns"][column]["title"], column)


@cache
def yes_words() -> frozenset[str]:
    """Return the words in a column of yes and no that mean yes, folded."""
    return frozenset(map(fold, _document()["yes"]))


@cache
def header_names(role: str) -> tuple[str, ...]:
    """Return the ways to write a header."""
    return tuple(_document()["headers"][role])


def _in_language(words: dict[str, str] | None, missing: str) -> str:
    if not words:
        return missing
    return words.get(language()) or words[DEFAULT_LANGUAGE]


@cache
def _foreign_titles() -> dict[str, dict[str, str]]:
    document = _document()
    parts = {**document["aside"], **document["foreign"]}
    return {section: words["title"] for section, words in parts.items()}


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = export_data("headings.yaml")
    return document


def header_in_words(deck: Deck, header: str) -> tuple[str, str]:
    """Return a header and what it says for people, in the language in force where it can be.

    That is where the game has words for the header, and where the value names cards.
    """
    label = phrases("reports.sheet.headers").get(header.casefold(), header)
    rule = headings(deck.game).header_cards
    if rule is not None and rule.fact and rule.header == header:
        cards = rule.cards_of(deck, find_game(deck.game).catalog())
        if cards:
            return label, enumerated(value_words(getattr(card, rule.fact)) for card in cards)
    return label, deck.header(header) or ""
