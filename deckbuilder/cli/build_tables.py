"""The tables of `build`: proposals beside each other, and why each card is in a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from deckbuilder.cli.narrow_tables import wrapped_table
from deckbuilder.cli.widths import screen_width
from deckbuilder.tables.screen import Column
from deckbuilder.words import enumerated, name_of, say

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.catalog.collection import Owned
    from deckbuilder.games.building import Built
    from deckbuilder.games.planning import Choice, Fact
    from deckbuilder.games.proposals import Proposal

DIGITS = 4
SMALLEST = 0.005
"""A part that is nearer to nothing in all rows has no column."""


def facts_of(built: Built, catalog: Catalog, owned: Owned | None) -> tuple[Fact, ...]:
    """Return what lists are compared by: size, the game's own facts, types, copies owned.

    The copies owned are left out where no collection is stated; a title of which the number
    is not known counts as one copy.
    """
    from deckbuilder.decks.deck import copies
    from deckbuilder.games.planning import Fact
    from deckbuilder.games.terms import types_of

    deck = built.deck
    types = types_of(deck)
    facts = [
        Fact("cards", deck.size()),
        *built.facts,
        Fact("types", {kind: types[kind] for kind in catalog.card_type.types if types[kind]}),
    ]
    if owned is not None:
        have = 0
        for need, entries in copies(deck.entries).values():
            there = owned.copies(entries[0].title)
            have += min(need, 1 if there is None else there)
        facts.append(Fact("owned", have))
    return tuple(facts)


def comparison(
    proposals: Sequence[Proposal], facts: Sequence[Sequence[Fact]]
) -> tuple[tuple[Column, ...], list[tuple[str, ...]]]:
    """Return columns and rows that set proposals beside each other."""
    columns = (
        Column("#", right=True),
        Column(say("build.columns.seed"), right=True),
        *(
            Column(name_of(f"build.columns.{each.id}"), right=isinstance(each.value, int | float))
            for each in facts[0]
        ),
    )
    rows = [
        (str(place), str(proposal.seed), *map(_spoken, own))
        for place, (proposal, own) in enumerate(zip(proposals, facts, strict=True), start=1)
    ]
    return columns, rows


def facts_data(facts: Sequence[Fact]) -> dict[str, Any]:
    """Return facts as plain data, means rounded."""
    return {
        each.id: round(each.value, DIGITS) if isinstance(each.value, float) else each.value
        for each in facts
    }


def why_lines(built: Built) -> Iterator[str]:
    """Yield the table of why each card is in: one row a card, in the order of the choices.

    The number and the parts are those of the choice of the first copy.
    """
    from deckbuilder.formats.problem import spoken

    rows: dict[tuple[str, str], list[Choice]] = {}
    for choice in built.choices:
        rows.setdefault((choice.section, choice.title), []).append(choice)
    numbers = {id(choice): number for number, choice in enumerate(built.choices, start=1)}
    firsts = [made[0] for made in rows.values()]
    names = list(
        dict.fromkeys(
            name for each in firsts for name, worth in each.parts if abs(worth) >= SMALLEST
        )
    )
    order = {name: place for each in firsts for place, (name, _) in enumerate(each.parts)}
    names.sort(key=order.__getitem__)
    several = len({section for section, _ in rows}) > 1
    columns = [
        Column(say("build.columns.chosen"), right=True),
        Column(say("build.columns.copies"), right=True),
        Column(say("build.columns.card")),
        *([Column(say("build.columns.section"))] if several else []),
        Column(say("build.columns.reason")),
        *(Column(name_of(f"build.parts.{name}"), right=True) for name in names),
        Column(say("build.columns.total"), right=True),
    ]
    cells = []
    for (section, _), made in rows.items():
        first = made[0]
        worths = dict(first.parts)
        cells.append(
            [
                str(numbers[id(first)]),
                str(sum(choice.copies for choice in made)),
                _title(first),
                *([str(spoken(section))] if several else []),
                _reason(first),
                *(_worth(worths.get(name)) for name in names),
                _worth(first.total),
            ]
        )
    yield say("build.why")
    yield from wrapped_table(columns, cells, screen_width())


def why_data(built: Built) -> list[dict[str, Any]]:
    """Return every choice as plain data, in the order in which they were made."""
    return [
        {
            "card": choice.title,
            "section": choice.section,
            "copies": choice.copies,
            "reason": choice.reason,
            "rule": choice.rule,
            "parts": {name: round(worth, DIGITS) for name, worth in choice.parts},
            "total": None if choice.total is None else round(choice.total, DIGITS),
        }
        for choice in built.choices
    ]


def _spoken(fact: Fact) -> str:
    from deckbuilder.catalog.wording import value_words

    if fact.value is None:
        return say("build.unknown")
    if isinstance(fact.value, dict):
        return enumerated(f"{value_words(key)} {number}" for key, number in fact.value.items())
    if isinstance(fact.value, str):
        return value_words(fact.value)
    return f"{fact.value:.2f}" if isinstance(fact.value, float) else str(fact.value)


def _title(choice: Choice) -> str:
    from deckbuilder.catalog.wording import title

    return title(choice.card) if choice.card is not None else choice.title


def _reason(choice: Choice) -> str:
    if choice.reason == "chosen" and choice.rule:
        return choice.rule
    return say(f"build.reasons.{choice.reason}")


def _worth(worth: float | None) -> str:
    if worth is None:
        return ""
    return f"{worth:.2f}" if abs(worth) >= SMALLEST else "0"
