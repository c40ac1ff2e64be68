"""The repair search against trying everything: on small formats no legal list is nearer.

Each format below has a few real cards, so that all its legal lists can be written down. 2,000
random lists, whatever they break, are mended; the copies moved and the header lines changed are
as few as those to the nearest legal list.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
import yaml

from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.formats.checking import errors
from deckbuilder.formats.legality import checker
from deckbuilder.formats.loading import load_format
from deckbuilder.formats.mending import HeaderChange, mend
from deckbuilder.formats.repair import counted
from deckbuilder.registry import game

LISTS = 2000

DWARF, DWARF_UNIT = "Runesmith", "Troll Slayers"
EMPIRE, ORC, CHAOS = "Huntsmen", "Squig Herders", "Chaos Knights"
ALLIANCE, NEUTRAL = "Alliance - Dwarf and Empire", "Innovation"
ORDERS = ["Banner 89", "Bone Cruncher", "Dog Eat Dog", "Emil Balev"]
STARTERS = ["Snowstorm", "Patrol Zombie", "Bad Smoke", "Genesis One"]


def pool(*names):
    return " or ".join(f'"{name}"' for name in names)


# Name -> game, most copies tried, lines that may be written, sections and rules of the format;
# the cards of `cards` in the sections of `at` are all that a legal list may hold.
FORMATS = {
    "sizes": {
        "game": "invasion",
        "cards": [DWARF, DWARF_UNIT, ORC, NEUTRAL],
        "rules": [
            {"kind": "size", "cite": "1", "least": 4, "most": 6},
            {"kind": "copies", "cite": "2", "most": 2},
            {"kind": "requires", "cite": "3", "cards": "r:dwarf", "least": 2, "most": 3},
            {"kind": "requires", "cite": "4", "cards": "t:unit", "most": 3},
        ],
    },
    "overlapping": {
        "game": "invasion",
        "cards": [DWARF, EMPIRE, ORC, CHAOS, NEUTRAL],
        "most": 6,
        "rules": [
            {"kind": "requires", "cite": "1", "cards": pool(DWARF, EMPIRE), "exactly": 2},
            {"kind": "requires", "cite": "2", "cards": pool(EMPIRE, ORC), "least": 2},
            {"kind": "requires", "cite": "3", "cards": pool(ORC, DWARF), "exactly": 3},
            {
                "kind": "requires",
                "cite": "4",
                "cards": "r:neutral",
                "when": pool(CHAOS),
                "least": 2,
            },
            {"kind": "size", "cite": "5", "least": 5, "most": 6},
        ],
    },
    "sides": {
        "game": "invasion",
        "cards": [DWARF, EMPIRE, ORC, CHAOS, ALLIANCE, NEUTRAL],
        "most": 2,
        "capitals": ["Dwarf", "Orc", "Empire"],
        "rules": [
            {"kind": "size", "cite": "1", "least": 3, "most": 4},
            {"kind": "copies", "cite": "2", "most": 2},
            {
                "kind": "sides",
                "cite": "3",
                "field": "side",
                "groups": ["order", "destruction"],
                "cards": "-race:neutral",
            },
            {
                "kind": "invasion/sides",
                "cite": "4",
                "field": "side",
                "groups": ["order", "destruction"],
                "cards": "race:neutral",
                "decided_by": "-race:neutral",
            },
            {"kind": "invasion/capital", "cite": "5"},
        ],
    },
    "majority": {
        "game": "invasion",
        "cards": [DWARF, ORC, ALLIANCE, "Alliance - Chaos and Orc"],
        "most": 5,
        "rules": [
            {"kind": "size", "cite": "1", "least": 4, "most": 5},
            {
                "kind": "sides",
                "cite": "2",
                "field": "side",
                "groups": ["destruction", "order"],
                "cards": "race:neutral",
                "decided_by": "-race:neutral",
            },
        ],
    },
    "capitals": {
        "game": "invasion",
        "cards": ["Band Together", "Middenheim Lookout", "'Idden Boy", NEUTRAL],
        "capitals": ["Dwarf", "Empire", "Orc"],
        "rules": [
            {"kind": "size", "cite": "1", "exactly": 4},
            {"kind": "copies", "cite": "2", "most": 3},
            {"kind": "invasion/capital", "cite": "3"},
            {"kind": "invasion/capital-only", "cite": "4"},
        ],
    },
    "restricted": {
        "game": "invasion",
        "cards": [NEUTRAL, "Warpstone Excavation", "Spoils of War", "Rat Swarm", DWARF],
        "most": 6,
        "rules": [
            {"kind": "size", "cite": "1", "least": 5},
            {"kind": "copies", "cite": "2", "most": 2},
            {"kind": "per-card-limit", "cite": "3"},
            {
                "kind": "restricted",
                "cite": "4",
                "cards": [NEUTRAL, "Warpstone Excavation", "Spoils of War"],
                "most": 1,
            },
            {"kind": "banned", "cite": "5", "cards": ["Huntsmen"]},
        ],
    },
    "archives": {
        "game": "nightfall",
        "cards": ORDERS[:3],
        "at": ["archive-1", "archive-2"],
        "sections": [{"id": "archive-1"}, {"id": "archive-2"}],
        "rules": [
            {"kind": "section-size", "cite": "1", "exactly": 3},
            {"kind": "copies", "cite": "2", "most": 3},
            {"kind": "copies", "cite": "3", "most": 2, "sections": ["archive-2"]},
        ],
    },
    "optional": {
        "game": "nightfall",
        "cards": ORDERS[:3],
        "at": ["archive-1", "wounds"],
        "sections": [{"id": "archive-1"}, {"id": "wounds", "optional": True}],
        "rules": [
            {"kind": "section-size", "cite": "1", "sections": ["archive-1"], "least": 2, "most": 3},
            {"kind": "section-size", "cite": "2", "sections": ["wounds"], "exactly": 3},
            {"kind": "copies", "cite": "3", "most": 3},
        ],
    },
    "lists": {
        "game": "nightfall",
        "cards": ORDERS,
        "at": ["private-1", "private-2"],
        "most": 2,
        "sections": [{"id": "private-1"}, {"id": "private-2"}],
        "rules": [
            {
                "kind": "exact-list",
                "cite": "1",
                "one_of": [{"Banner 89": 2, "Bone Cruncher": 1}, {"Dog Eat Dog": 2}],
                "beside": pool("Emil Balev"),
            },
            {"kind": "section-size", "cite": "2", "most": 2},
        ],
    },
    "sets": {
        "game": "nightfall",
        "cards": ORDERS[:3],
        "at": ["private-1", "commons"],
        "most": 4,
        "sections": [{"id": "private-1", "optional": True}, {"id": "commons"}],
        "rules": [
            {
                "kind": "full-sets",
                "cite": "1",
                "sections": ["private-1"],
                "only_with": ["private-1"],
                "copies": 2,
                "titles": [1],
            },
            {
                "kind": "full-sets",
                "cite": "2",
                "sections": ["commons"],
                "only_with": ["private-1"],
                "copies": 2,
                "titles": [2],
            },
            {
                "kind": "full-sets",
                "cite": "3",
                "sections": ["commons"],
                "only_without": ["private-1"],
                "copies": 2,
                "titles": [1, 3],
            },
            {"kind": "copies", "cite": "4", "most": 4},
        ],
    },
    "colours": {
        "game": "nightfall",
        "cards": STARTERS,
        "rules": [
            {
                "kind": "spread",
                "cite": "1",
                "field": "colour",
                "groups": ["red", "blue"],
                "each": 2,
            },
            {"kind": "size", "cite": "2", "exactly": 4},
        ],
    },
    "pool": {
        "game": "invasion",
        "cards": [DWARF, DWARF_UNIT, NEUTRAL, EMPIRE],
        "most": 7,
        "rules": [
            {"kind": "size", "cite": "1", "least": 5, "most": 7},
            {"kind": "pool-subset", "cite": "2", "cards": pool(DWARF, EMPIRE, NEUTRAL)},
        ],
    },
}
STRANGERS = {"invasion": ["Pillage", "Huntsmen"], "nightfall": ["Gathering Strength"]}
"""Cards that the lists have too, and that no legal list may have, unless the format has them."""


class Small:
    """A format, its search, every legal list, and random lists."""

    def __init__(self, name, folder):
        stated = FORMATS[name]
        self.catalog = game(stated["game"]).catalog()
        self.sections = stated.get("at", ["main"])
        document = {
            "id": "small",
            "name": "Small",
            "game": stated["game"],
            "book": "these tests",
            "pool": pool(*stated["cards"]),
            "rules": stated["rules"],
            **({"sections": stated["sections"]} if "sections" in stated else {}),
        }
        path = folder / f"{name}.yaml"
        path.write_text(yaml.safe_dump(document), encoding="utf-8")
        self.law = checker(load_format(str(path)))
        self.cards = [self.catalog.find(each) for each in stated["cards"]]
        self.game = stated["game"]
        self.capitals = [*stated.get("capitals", []), None]
        self.most = stated.get("most", 3)
        self.legal = list(self._legal())
        assert self.legal

    def deck(self, counts, capital):
        entries = tuple(
            Entry(count=count, name=card.name, card=card, section=section)
            for (section, card), count in counts.items()
            if count
        )
        headers = (("Capital", capital),) if capital else ()
        return Deck(game=self.game, entries=entries, headers=headers)

    def _legal(self):
        places = [(section, card) for section in self.sections for card in self.cards]
        for counts in product(range(self.most + 1), repeat=len(places)):
            for capital in self.capitals:
                held = {place: each for place, each in zip(places, counts, strict=True) if each}
                if not errors(self.law(self.deck(held, capital))):
                    yield held, capital

    def random(self, chance):
        cards = self.cards + [self.catalog.find(each) for each in STRANGERS[self.game]]
        sections = [*self.sections, *(["nowhere"] if chance.random() < 0.1 else [])]
        counts = {
            (section, card): chance.randint(1, self.most + 1)
            for section in sections
            for card in cards
            if chance.random() < chance.choice((0.2, 0.5, 0.9))
        }
        return counts, chance.choice(self.capitals)

    def nearest(self, counts, capital):
        """Return how far the nearest legal list is; one without a capital is not given one."""
        return min(
            sum(abs(counts.get(place, 0) - held.get(place, 0)) for place in counts.keys() | held)
            + (capital != other)
            for held, other in self.legal
            if (other is None) == (capital is None)
        )


@pytest.mark.parametrize("name", FORMATS)
def test_no_legal_list_is_nearer_than_the_mended_one(name, tmp_path):
    small = Small(name, tmp_path)
    chance = random.Random(name)
    for _ in range(-(-LISTS // len(FORMATS))):
        counts, capital = small.random(chance)
        deck = small.deck(counts, capital)
        mended = mend(deck, small.law)
        assert mended.left == (), deck
        moved = Counter(counted(mended.deck))
        moved.subtract(counted(deck))
        lines = sum(isinstance(each, HeaderChange) for each in mended.changes)
        changes = sum(map(abs, moved.values())) + lines
        assert changes == small.nearest(counts, capital), deck
        assert mended.proven
