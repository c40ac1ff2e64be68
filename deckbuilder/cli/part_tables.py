"""Tables of figures with their headings and notes, as they are printed."""

from __future__ import annotations

from collections.abc import Iterable

import click

from deckbuilder.cli.console import print_table
from deckbuilder.cli.prose import tell
from deckbuilder.cli.terminal import styled
from deckbuilder.games.statistics import Part
from deckbuilder.reports.statistics import column_title, notes, part_title, rows
from deckbuilder.tables.screen import Column


def print_parts(parts: Iterable[Part], game_id: str) -> None:
    """Print each table under its title, and what there is to know about it."""
    for part in parts:
        click.echo("\n" + styled(part_title(part.id), "bold"))
        columns = [
            Column(column_title(column), right=column.kind != "text")
            for column in part.table.columns
        ]
        print_table(columns, rows(part, game_id))
        for note in notes(part, game_id):
            tell(note)
