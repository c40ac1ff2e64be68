"""Lists read and judged, against bare loops that split the same lines and add them up.

The lists are random decks of 50 to 100 cards of one race and neutral cards, with a title and
headers, as players hand them in: most are legal. All lines of a first pass are remembered, as
they are in a process that reads the lists of an event one after the other. Where a list is
judged the quick look passes nearly all; the checks alone are measured beside it.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from measure import ratio, seconds

from deckbuilder.decks.deck import Deck

LISTS = 5_000
FORMAT = "invasion-constructed"
SEED = 20_120_724
CLOCK = time.process_time
"""Seconds of the processor: other work on the machine is none of this program's."""
RACES = {
    "dwarf": "order",
    "empire": "order",
    "high-elf": "order",
    "orc": "destruction",
    "chaos": "destruction",
    "dark-elf": "destruction",
}


def lists() -> list[bytes]:
    """Return the same texts in every run."""
    from deckbuilder.formats.loading import load_format
    from deckbuilder.registry import game

    chance = random.Random(SEED)
    own_game = game(load_format(FORMAT).game)
    cards = [
        card
        for card in own_game.catalog().cards
        if card.official and not card.never_in_deck and not card.limit_per_deck
    ]
    pools = {
        race: sorted(
            {
                card.name
                for card in cards
                if card.race in (race, "neutral")
                and card.side in (side, None)
                and not (card.capital_only or card.not_capital)
            }
        )
        for race, side in RACES.items()
    }
    return [_list(chance, pools, own_game.names[0]) for _ in range(LISTS)]


def _list(chance: random.Random, pools: dict[str, list[str]], game_name: str) -> bytes:
    race = chance.choice(sorted(pools))
    left = chance.randint(50, 100)
    lines = [
        f"# List {chance.randint(1, 999)}",
        f"Game: {game_name}",
        f"Format: {FORMAT}",
        f"Capital: {race.replace('-', ' ').title()}",
        "",
    ]
    for name in chance.sample(pools[race], 60):
        count = min(left, chance.choice((1, 2, 3, 3, 3)))
        lines.append(f"{count}x {name}")
        left -= count
        if left == 0:
            break
    return "\n".join([*lines, ""]).encode()


def count_lines(content: bytes) -> dict[str, int]:
    """Split the lines of a list and count its cards: the least that any reader does."""
    counts: dict[str, int] = {}
    for line in content.decode().splitlines():
        count, _, name = line.partition("x ")
        if count.isdigit():
            counts[name] = counts.get(name, 0) + int(count)
    return counts


def add_up(deck: Deck) -> bool:
    """Hold the size of a deck and the copies of each title to numbers: the least judge there is."""
    copies: dict[str, int] = {}
    for entry in deck.entries:
        title = entry.title
        copies[title] = copies.get(title, 0) + entry.count
    return 50 <= sum(copies.values()) <= 100 and max(copies.values()) <= 3


def each_of(work: Callable[[Any], object], of: list[Any]) -> Callable[[], None]:
    """Return a call that does some work for each thing in turn."""

    def run() -> None:
        for one in of:
            work(one)

    return run


def benchmarks() -> Iterator[tuple[str, float, float, str, bool]]:
    """Yield the figures of reading, judging and both."""
    from deckbuilder.exchange.reading import read_deck
    from deckbuilder.formats.legality import check, checker
    from deckbuilder.formats.loading import load_format

    contents = lists()
    law = load_format(FORMAT)
    decks = [read_deck(content, "list") for content in contents]
    bare = each_of(count_lines, contents)
    read = each_of(lambda content: read_deck(content, "list"), contents)
    both = each_of(lambda content: check(read_deck(content, "list"), law), contents)
    judge = each_of(lambda deck: check(deck, law), decks)
    checks_alone = each_of(checker(law).in_full, decks)
    least = each_of(add_up, decks)
    both()
    yield (
        "lists read and judged, by a bare loop over lines",
        ratio(both, bare, clock=CLOCK),
        12,
        "times",
        True,
    )
    reading = min(seconds(read, CLOCK) for _ in range(5))
    yield ("lists read in a second", LISTS / reading, 4_000, "lists", False)
    judging = min(seconds(judge, CLOCK) for _ in range(5))
    yield ("read decks judged in a second", LISTS / judging, 80_000, "decks", False)
    yield (
        "read decks judged, by a bare loop that adds them up",
        ratio(judge, least, clock=CLOCK),
        3,
        "times",
        True,
    )
    yield (
        "read decks judged by all checks, by judging them",
        ratio(checks_alone, judge, clock=CLOCK),
        2,
        "times",
        False,
    )
