"""A report's sections: rows as data and as people read them, words by key, a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from deckbuilder.reports.ranges import Ranges, draw_ranges
from deckbuilder.tables.screen import Column
from deckbuilder.words import name_of, say, says

if TYPE_CHECKING:
    import pandas

TEXTS = {"card", "value", "measure", "seat", "better", "about", "which", "goes"}
"""Columns of words."""


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the report: its rows as data, as people read them, and its picture."""

    id: str
    columns: tuple[str, ...]
    data: tuple[Mapping[str, Any], ...]
    rows: tuple[tuple[str, ...], ...]
    headings: Mapping[str, str] = {}
    fields: Mapping[str, Any] = {}
    ranges: Ranges | None = None
    on_page: frozenset[str] = frozenset()
    """Columns for which a terminal has no room."""

    @property
    def title(self) -> str:
        """The heading."""
        return say(f"simulate.sections.{self.id}", **self.fields)

    @property
    def note(self) -> str:
        """What must be known to read it."""
        key = f"simulate.notes.{self.id}"
        return say(key, **self.fields) if says(key) else ""

    @property
    def picture(self) -> str | None:
        """The picture as SVG, None where there is nothing to compare."""
        if self.ranges is None or len(self.ranges.rows) < 2:
            return None
        return draw_ranges(self.ranges, self.title)

    def narrow(self) -> Section:
        """Return the section without the columns for which a terminal has no room."""
        kept = [at for at, name in enumerate(self.columns) if name not in self.on_page]
        return msgspec.structs.replace(
            self,
            columns=tuple(self.columns[at] for at in kept),
            rows=tuple(tuple(row[at] for at in kept) for row in self.rows),
        )

    def heads(self) -> tuple[Column, ...]:
        """Return the columns as they are shown."""
        return tuple(
            Column(
                self.headings.get(name) or name_of(f"simulate.columns.{name}"),
                right=name not in TEXTS,
            )
            for name in self.columns
        )


def section_of(
    id: str,
    columns: tuple[str, ...],
    data: pandas.DataFrame,
    rows: Sequence[tuple[str, ...]],
    ranges: Ranges | None = None,
    headings: Mapping[str, str] | None = None,
    fields: Mapping[str, Any] | None = None,
) -> Section:
    """Return a section; `headings` are those of columns that are named by what was run."""
    records = data.astype(object).where(data.notna(), None).to_dict("records")
    return Section(
        id=id,
        columns=columns,
        data=tuple({str(key): cell for key, cell in row.items()} for row in records),
        rows=tuple(rows),
        headings=headings or {},
        fields=fields or {},
        ranges=ranges,
    )


def around(mean: float, margin: float | None, digits: int) -> str:
    """Return an interval for people, nothing where there is none."""
    if margin is None or margin != margin:
        return ""
    return within(mean - margin, mean + margin, digits)


def within(low: float, high: float, digits: int = 0) -> str:
    """Return the ends of an interval for people."""
    return say("simulate.within", low=f"{low:.{digits}f}", high=f"{high:.{digits}f}")


def number(value: float | None, digits: int) -> str:
    """Return a number for people, nothing where it is not known."""
    return "" if value is None or value != value else f"{value:.{digits}f}"


def percent(share: float | None) -> str:
    """Return a share in per cent, nothing where it is not known."""
    return (
        ""
        if share is None or share != share
        else say("simulate.percent", value=f"{100 * share:.0f}")
    )
