"""The quick look passes no deck in which a check finds anything: both ways give one verdict."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from deckbuilder.catalog.card import Card
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.exchange.reading import read_deck
from deckbuilder.formats.format import Format
from deckbuilder.formats.legality import checker, kinds_of
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.formats.quick import MOST_COPIES, MOST_LINES
from deckbuilder.formats.verdict import format_of, formats_of
from deckbuilder.registry import game, games

TWINS = sorted((Path(__file__).parents[1] / "data" / "twins").glob("*.txt"))
DECKS = 5_000
DAYS = (None, None, "2011-05-01", "2012-11-30")
CAPITALS = ("Orc", "High Elves", "Dwarf", "Chaos", "Skaven", "nobody's")
SECTIONS = ("main", "archive-1", "archive-2", "private-1", "commons", "starters", "sideboard")


def dealt() -> list[Deck]:
    return [read_deck(path.read_bytes(), path.name) for path in TWINS]


class Mutation:
    """Changes of a list, a few at a time: counts, cards, sections, lines, headers."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.cards = {each.id: game(each.id).catalog().cards for each in games()}
        self.ways = (self.count, self.card, self.section, self.split, self.drop, self.name)

    def of(self, deck: Deck) -> Deck:
        chance = self.chance
        entries = list(deck.entries)
        for _ in range(chance.choice((0, 1, 1, 1, 2, 3, 6))):
            if entries:
                chance.choice(self.ways)(entries, self.cards[deck.game])
        headers = deck.headers
        if deck.game == "invasion" and chance.random() < 0.3:
            named = chance.choice((0, 1, 1, 1, 2))
            headers = tuple(("Capital", chance.choice(CAPITALS)) for _ in range(named))
        return replace(deck, entries=tuple(entries), headers=headers)

    def count(self, entries: list[Entry], cards: tuple[Card, ...]) -> None:
        row = self.chance.randrange(len(entries))
        entries[row] = replace(entries[row], count=self.chance.choice((1, 1, 2, 3, 4, 7, 14)))

    def card(self, entries: list[Entry], cards: tuple[Card, ...]) -> None:
        row, card = self.chance.randrange(len(entries)), self.chance.choice(cards)
        by_name = self.chance.random() < 0.3
        entries[row] = replace(entries[row], card=card, name=card.name, by_name=by_name)

    def section(self, entries: list[Entry], cards: tuple[Card, ...]) -> None:
        row = self.chance.randrange(len(entries))
        entries[row] = replace(entries[row], section=self.chance.choice(SECTIONS))

    def split(self, entries: list[Entry], cards: tuple[Card, ...]) -> None:
        each = self.chance.choice(entries)
        entries.append(replace(each, count=1, line=1000 + len(entries)))

    def drop(self, entries: list[Entry], cards: tuple[Card, ...]) -> None:
        entries.pop(self.chance.randrange(len(entries)))

    def name(self, entries: list[Entry], cards: tuple[Card, ...]) -> None:
        row = self.chance.randrange(len(entries))
        stranger = replace(entries[row], card=None, name="Nobody Knows It")
        contradicted = replace(entries[row], contradicted="Core, 1")
        entries[row] = self.chance.choice((stranger, contradicted))


def trials() -> Iterator[tuple[Deck, Format, str | None]]:
    """Yield twins as they are and mutated, each for its own format and two others of its game."""
    decks, mutation = dealt(), Mutation(1)
    own = {deck: format_of(deck, "twin") for deck in decks}
    for row in range(DECKS):
        deck = decks[row % len(decks)]
        others = formats_of(deck.game)
        mutated = mutation.of(deck) if row >= len(decks) else deck
        for law in {each.id: each for each in (own[deck], *mutation.chance.sample(others, 1))}:
            yield mutated, load_format(law), mutation.chance.choice(DAYS)


def test_quick_look_and_checks_agree_on_five_thousand_decks() -> None:
    passed, suspected = Counter[str](), Counter[str]()
    for deck, law, date in trials():
        check = checker(law, date=date)
        in_full = check.in_full(deck)
        assert check(deck) == in_full, (law.id, date, deck)
        (suspected if in_full else passed)[law.id] += 1
    assert suspected.keys() == {*format_ids()}
    assert passed.keys() == {*format_ids()}
    assert passed.total() + suspected.total() > DECKS


@pytest.mark.parametrize("format_id", format_ids())
def test_most_clean_decks_need_no_check_but_those_of_rules_without_a_quick_look(
    format_id: str,
) -> None:
    law = load_format(format_id)
    check = checker(law)
    without = [row for row, each in enumerate(check.bound) if each.kind.quick is None]
    clean = [
        deck
        for path, deck in zip(TWINS, dealt(), strict=True)
        if "-holds" in path.name and deck.game == law.game
        if not check.in_full(deck)
    ]
    left = [check.quick.suspects(deck) for deck in clean]
    assert sum(each is not None and [*each] == without for each in left) >= len(clean) * 0.7
    assert clean


def test_every_kind_of_rule_that_looks_at_single_cards_has_a_quick_look() -> None:
    without = {
        name for each in games() for name, kind in kinds_of(each.id).items() if not kind.quick
    }
    assert without == {"exact-list", "full-sets"}


def a_card() -> Card:
    return next(
        card
        for card in game("invasion").catalog().cards
        if card.official and card.type == "unit" and card.race == "dwarf"  # type: ignore[attr-defined]
    )


@pytest.mark.parametrize("count", [0, -1, MOST_COPIES + 1, 10**40])
def test_numbers_beyond_reason_are_left_to_the_checks(count: int) -> None:
    card = a_card()
    entries = (Entry(count=count, name=card.name, card=card, line=1),)
    check = checker(load_format("invasion-constructed"))
    deck = Deck(game="invasion", entries=entries)
    assert check.quick.suspects(deck) is None
    assert check(deck) == check.in_full(deck)


def test_lists_beyond_reason_are_left_to_the_checks() -> None:
    card = a_card()
    lines = tuple(
        Entry(count=1, name=card.name, card=card, line=line) for line in range(MOST_LINES + 1)
    )
    check = checker(load_format("invasion-constructed"))
    assert check.quick.suspects(Deck(game="invasion", entries=lines)) is None
