"""What is not known of cards: told, written into a workbook to fill in, and taken from one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckbuilder.cli.prose import tell
from deckbuilder.errors import refusal
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.catalog.coverage import SetCoverage
    from deckbuilder.catalog.missing import MissingInSet
    from deckbuilder.registry import Game

WORKBOOK = ".xlsx"


def tell_missing(
    catalog: Catalog, cards: Sequence[Card], *, as_json: bool, output: Path | None, force: bool
) -> None:
    """Tell which of these cards lack facts, or write them into a workbook to fill in."""
    from deckbuilder.catalog.missing import missing_in_sets

    found = list(missing_in_sets(catalog, cards))
    if output is not None:
        _write(catalog, found, output, force=force)
    elif as_json:
        _write_json(found)
    else:
        _write_table(found)


def _write(catalog: Catalog, found: Sequence[MissingInSet], output: Path, *, force: bool) -> None:
    from deckbuilder.exchange.fact_sheets import write_facts
    from deckbuilder.files import write_whole

    if output.suffix.lower() != WORKBOOK:
        raise refusal("cards.no-workbook", where=str(output), ending=WORKBOOK)
    if not found:
        tell(say("cards.missing.nothing"), err=True)
        return
    write_whole(output, write_facts(catalog, found), force=force)
    named, unnamed = sum(len(each.cards) for each in found), sum(each.unnamed for each in found)
    told = say("cards.missing.written", path=output, cards=named, sets=len(found), blank=unnamed)
    tell(told, err=True)


def _write_json(found: Sequence[MissingInSet]) -> None:
    import msgspec

    from deckbuilder.catalog.missing import missing_facts

    told = [
        {
            "set": each.card_set.id,
            "unnamed": each.unnamed,
            "cards": [
                {"id": card.id, "name": card.name, "missing": missing_facts(card)}
                for card in each.cards
            ],
        }
        for each in found
    ]
    click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())


def _write_table(found: Sequence[MissingInSet]) -> None:
    from deckbuilder.catalog.missing import missing_facts
    from deckbuilder.catalog.wording import heading, label, title
    from deckbuilder.cli.console import print_table
    from deckbuilder.tables.screen import Column

    columns = [
        Column(heading("name")),
        Column(heading("set")),
        Column(say("cards.missing.column")),
    ]
    rows = [
        (
            title(card),
            each.card_set.name,
            say("errors.joints.comma").join(map(label, missing_facts(card))),
        )
        for each in found
        for card in each.cards
    ]
    if rows:
        print_table(columns, rows)
    for each in found:
        if each.unnamed:
            tell(say("cards.missing.unnamed", set=each.card_set.name, count=each.unnamed))
    tell(say("cards.missing.found", cards=len(rows)), err=True)


def what_came(sets: Sequence[SetCoverage]) -> Iterator[str]:
    """Yield a sentence a set about the facts and cards that cards of one's own brought."""
    from deckbuilder.catalog.coverage import CARDS
    from deckbuilder.catalog.wording import label

    for each in sets:
        told = [
            say("cards.brought.cards", count=gain)
            if field == CARDS
            else say("cards.brought.fact", fact=label(field), count=gain)
            for field, gain in each.brought.items()
        ]
        if told:
            facts = say("errors.joints.comma").join(told)
            yield say("cards.brought.set", set=each.name, facts=facts)


def coverage_of(home: Game) -> tuple[SetCoverage, ...]:
    """Return what is known of the sets of a game, and what cards of one's own brought to that."""
    from deckbuilder.catalog.coverage import coverage, with_brought
    from deckbuilder.catalog.shelf import shipped

    catalog, before = home.catalog(), shipped(home)
    found = coverage(catalog, home.effects()(catalog) if home.effects else None)
    if catalog.digest == before.digest:
        return found
    return with_brought(coverage(before, home.effects()(before) if home.effects else None), found)


def can_be_drafted(home: Game, catalog: Catalog) -> Iterator[tuple[str, str, str]]:
    """Yield set, format and command of each draft that sets are chosen for and complete enough."""
    from deckbuilder.formats.loading import format_ids, load_format

    if home.draft is None:
        return
    draft = home.draft()
    for format_id in format_ids(home.id):
        draft_format = load_format(format_id)
        if draft_format.draft is not None:
            for set_id in draft.draftable(draft_format, catalog):
                options = "".join(f" --{name} N" for name in draft.must_say(draft_format))
                command = f"deckbuilder draft {format_id} --set {set_id}{options}"
                yield catalog.sets_by_id[set_id].name, format_id, command


def tell_draftable(found: Iterable[tuple[str, str, str]]) -> None:
    """Say which sets can be drafted, and how."""
    for name, format_id, command in found:
        tell(say("cards.brought.draftable", set=name, format=format_id))
        # What people copy stands alone on its line, whole.
        click.echo(f"  {command}")
