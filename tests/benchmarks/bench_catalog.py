"""Look-up, search and loading against plain Python doing the least that could do the same."""

from __future__ import annotations

import csv
import io
import os
import sys
import tempfile
from itertools import cycle
from pathlib import Path

from measure import Measurement, process, ratio, seconds

from deckbuilder.catalog.loading import load_catalog
from deckbuilder.catalog.query import select
from deckbuilder.registry import game

LOOK_UPS = 2_000
QUERY = "(race:dwarf or race:orc) type:unit cost<=3 has:hitpoints -k:scout"
MICRO, MILLI = 1e6, 1e3


def look_up():
    """Return calls that look up names: through the catalogue, and in a bare dict."""
    catalog = game("invasion").catalog()
    names = [card.name for _, card in zip(range(LOOK_UPS), cycle(catalog.cards), strict=False)]
    bare = {card.name.lower(): card for card in catalog.cards}

    def through_the_catalogue() -> None:
        for name in names:
            catalog.find(name)

    def in_a_dict() -> None:
        for name in names:
            bare[name.lower()]

    return through_the_catalogue, in_a_dict


def search():
    """Return calls that search all cards: by the language, and by a hand-written filter."""
    catalog = game("invasion").catalog()

    def by_the_language() -> None:
        select(catalog, QUERY)

    def by_hand() -> None:
        [
            card
            for card in catalog.cards
            if card.official
            and card.race in ("dwarf", "orc")
            and card.type == "unit"
            and isinstance(card.cost, int)
            and card.cost <= 3
            and card.hit_points is not None
            and "scout" not in card.keywords
        ]

    return by_the_language, by_hand


def load():
    """Return calls that read all cards: cached, from YAML, and the same rows as bare CSV."""
    card_type = game("invasion").card_type()
    sheet = io.StringIO()
    writer = csv.writer(sheet)
    for card in game("invasion").catalog().cards:
        writer.writerow([getattr(card, field) for field in card.__struct_fields__])
    text = sheet.getvalue()

    def cached() -> None:
        assert load_catalog("invasion", card_type).cards

    def from_yaml() -> None:
        before = os.environ.get("DECKBUILDER_CACHE_DIR")
        with tempfile.TemporaryDirectory() as folder:
            os.environ["DECKBUILDER_CACHE_DIR"] = folder
            try:
                assert load_catalog("invasion", card_type).cards
            finally:
                del os.environ["DECKBUILDER_CACHE_DIR"]
                if before is not None:
                    os.environ["DECKBUILDER_CACHE_DIR"] = before

    def bare_csv() -> None:
        list(csv.reader(io.StringIO(text)))

    return cached, from_yaml, bare_csv


def benchmarks() -> list[Measurement]:
    """Return the figures of the catalogue, times beside ratios."""
    found, bare = look_up()
    asked, by_hand = search()
    cached, from_yaml, bare_csv = load()
    show = process(str(Path(sys.executable).with_name("deckbuilder")), "card", "Bone Cruncher")
    start = process(sys.executable, "-c", "import click, yaml")
    cached()
    return [
        Measurement("a look-up by name", best(found) / LOOK_UPS * MICRO, 50, "µs"),
        Measurement("look-ups / a bare dict", ratio(found, bare), 60, "times"),
        Measurement("a search over 1,253 cards", best(asked) * MILLI, 20, "ms"),
        Measurement("a search / a hand-written filter", ratio(asked, by_hand), 40, "times"),
        Measurement("the cached catalogue", best(cached) * MILLI, 15, "ms"),
        Measurement(
            "the cached catalogue / the same rows as CSV", ratio(cached, bare_csv), 2, "times"
        ),
        Measurement("the catalogue from YAML", best(from_yaml, 3) * MILLI, 1000, "ms"),
        Measurement("from YAML / cached", ratio(from_yaml, cached, 3), 1000, "times"),
        Measurement('start of card "Bone Cruncher" / bare start', ratio(show, start), 3, "times"),
    ]


def best(work, rounds: int = 7) -> float:
    """Return the shortest of some rounds, in seconds."""
    work()
    return min(seconds(work) for _ in range(rounds))
