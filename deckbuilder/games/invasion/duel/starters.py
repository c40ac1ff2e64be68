"""The four starting decks of the core set: forty cards of a race and ten neutral ones (INV-15)."""

from __future__ import annotations

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.query import select
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.tables.chance import Stream

GAME = "invasion"
FORMAT = "invasion-first-game"
NUMBERS = {"dwarf": (1, 25), "empire": (26, 50), "orc": (56, 80), "chaos": (81, 105)}
NEUTRAL = "s:core number:111-121"
NEUTRALS_EACH = 10


def starting_decks(catalog: Catalog, seed: int = 0) -> dict[str, Deck]:
    """Return the starting decks by race; the seed shuffles the neutral cards that are dealt."""
    neutral = [card.id for card in select(catalog, NEUTRAL) for _ in range(card.quantity or 0)]
    return {
        race: _deck(
            catalog,
            race,
            Stream(seed, f"neutral/{race}").shuffled(neutral)[:NEUTRALS_EACH],
        )
        for race in NUMBERS
    }


def _deck(catalog: Catalog, race: str, neutral: list[str]) -> Deck:
    first, last = NUMBERS[race]
    counts = {
        card.id: card.quantity or 0 for card in select(catalog, f"s:core number:{first}-{last}")
    }
    for card_id in neutral:
        counts[card_id] = counts.get(card_id, 0) + 1
    return Deck(
        game=GAME,
        name=race.title(),
        format=FORMAT,
        headers=(("Capital", race.title()),),
        entries=tuple(
            Entry(count=count, name=catalog.card(card_id).name, card=catalog.card(card_id))
            for card_id, count in counts.items()
        ),
    )
