"""How many cards: of the deck, of each section, of some kind of card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from deckbuilder.errors import Fault
from deckbuilder.formats.context import Context
from deckbuilder.formats.counting import (
    Case,
    Choices,
    Counts,
    Headers,
    Total,
    always,
    cards_within,
    either,
    within,
)
from deckbuilder.formats.kind import Check, SectionParameters, kind
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.quick import FIELD, Clean, Ledger
from deckbuilder.formats.tally import Tally, lines_of


class Amount(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number of cards: `exactly`, or `least`, or `most`, or both of these."""

    least: int | None = None
    most: int | None = None
    exactly: int | None = None

    @property
    def bounds(self) -> tuple[int, int | None]:
        """Least and most; most is None where there is no upper bound."""
        if self.exactly is not None:
            return self.exactly, self.exactly
        return self.least or 0, self.most

    def faults(self) -> Iterable[tuple[str, Fault]]:
        """Yield what is wrong with the bounds."""
        if self.exactly is not None and (self.least is not None or self.most is not None):
            yield "exactly", Fault.of("rules.exactly-alone")
        if self.exactly is None and self.least is None and self.most is None:
            yield "least", Fault.of("rules.no-bound")
        for name in ("least", "most", "exactly"):
            if (getattr(self, name) or 0) < 0:
                yield name, Fault.of("rules.from-zero")
        least, most = self.bounds
        if most is not None and least > most:
            yield "most", Fault.of("rules.most-below-least", most=most, least=least)

    def wording(self) -> tuple[str, dict[str, Any]]:
        """Return the sentence that fits the bounds."""
        least, most = self.bounds
        fields = {**super().wording()[1], "least": least, "most": most}
        if least == most:
            return "exactly", fields
        if most is None:
            return "least", fields
        return ("most" if not least else "range"), fields


def _outside(
    part: Tally, amount: Amount, section: str | None, search: str | None = None
) -> Iterator[Problem]:
    """Yield the problem of a part that is out of bounds; with a search its cards are named."""
    least, most = amount.bounds
    if part.size < least:
        code, need = "too-few", least
    elif most is not None and part.size > most:
        code, need = "too-many", most
    else:
        return
    blamed = part.entries if search is not None else ()
    yield Problem(
        code=code,
        section=section,
        have=part.size,
        need=need,
        cards=tuple(dict.fromkeys(entry.title for entry in blamed)),
        lines=lines_of(blamed),
        fields={} if search is None else {"search": search},
        wording=None if search is None else f"{code}-of-these",
    )


def _size_counts(parameters: Amount, context: Context) -> Counts:
    least, most = parameters.bounds
    return always(Total(lots=within(parameters.sections), least=least, most=most))


def _size_quick(parameters: Amount, context: Context, ledger: Ledger) -> Clean:
    place = ledger.place(parameters.sections, lambda card: 1)
    least, most = parameters.bounds
    top = FIELD if most is None else most
    return lambda marks, sums, headers: least <= (sums >> place & FIELD) <= top


@kind(
    "size",
    Amount,
    codes=("too-few", "too-many"),
    counts=_size_counts,
    quick=_size_quick,
)
def size(parameters: Amount, context: Context) -> Check:
    """Bound the number of cards in the deck, or in the named sections together."""
    sections = parameters.sections
    shown = sections[0] if len(sections) == 1 else None
    least, most = parameters.bounds
    top = most if most is not None else float("inf")

    def check(tally: Tally) -> Iterable[Problem]:
        part = tally.of(sections)
        if least <= part.size <= top:
            return ()
        return _outside(part, parameters, shown)

    return check


def _section_size_counts(parameters: Amount, context: Context) -> Counts:
    sections = parameters.sections or tuple(each.id for each in context.format.sections)
    optional = {each.id for each in context.format.sections if each.optional}
    least, most = parameters.bounds
    choices: list[list[Case]] = []
    for section in sections:
        total = Total(lots=within((section,)), least=least, most=most)
        alone = frozenset((section,))
        if section in optional:
            choices.append([Case(parts=(total,), filled=(alone,)), Case(empty=alone)])
        else:
            choices.append([Case(parts=(total,))])

    def counts(headers: Headers) -> Choices:
        return choices

    return counts


def _section_size_quick(parameters: Amount, context: Context, ledger: Ledger) -> Clean:
    sections = parameters.sections or tuple(each.id for each in context.format.sections)
    optional = {each.id for each in context.format.sections if each.optional}
    places = [
        (ledger.place((each,), lambda card: 1), 0 if each in optional else None)
        for each in sections
    ]
    least, most = parameters.bounds
    top = FIELD if most is None else most

    def clean(marks: int, sums: int, headers: Headers) -> bool:
        return all(
            least <= (size := sums >> place & FIELD) <= top or size == missing
            for place, missing in places
        )

    return clean


@kind(
    "section-size",
    Amount,
    codes=("too-few", "too-many"),
    counts=_section_size_counts,
    quick=_section_size_quick,
)
def section_size(parameters: Amount, context: Context) -> Check:
    """Bound the number of cards in each of the named sections by itself.

    A section that the format calls optional may be missing.
    """
    sections = parameters.sections or tuple(each.id for each in context.format.sections)
    optional = {each.id for each in context.format.sections if each.optional}

    def check(tally: Tally) -> Iterable[Problem]:
        for section in sections:
            part = tally.of((section,))
            if part.entries or section not in optional:
                yield from _outside(part, parameters, section)

    return check


class Requires(Amount, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many of the `cards` that a search finds; `when` binds decks with one of these only."""

    cards: str
    when: str | None = None

    def wording(self) -> tuple[str, dict[str, Any]]:
        """Return the sentence that fits the bounds and the condition."""
        suffix, fields = super().wording()
        return (f"when-{suffix}" if self.when is not None else suffix), fields


def _requires_counts(parameters: Requires, context: Context) -> Counts:
    wanted = context.titles_match(parameters.cards)
    least, most = parameters.bounds
    total = Total(
        lots=cards_within(parameters.sections, lambda card: wanted[card.id]),
        least=least,
        most=most,
    )
    if parameters.when is None:
        return always(total)
    occasion = context.titles_match(parameters.when)
    none = Total(
        lots=cards_within(parameters.sections, lambda card: occasion[card.id]),
        most=0,
    )
    return either(Case(parts=(total,)), Case(parts=(none,)))


def _requires_quick(parameters: Requires, context: Context, ledger: Ledger) -> Clean:
    wanted = context.titles_match(parameters.cards)
    place = ledger.place(parameters.sections, lambda card: int(wanted[card.id]))
    least, most = parameters.bounds
    top = FIELD if most is None else most
    if parameters.when is None:
        return lambda marks, sums, headers: least <= (sums >> place & FIELD) <= top
    occasion = context.titles_match(parameters.when)
    when = ledger.mask(parameters.sections, lambda card: occasion[card.id])
    return lambda marks, sums, headers: not marks & when or least <= (sums >> place & FIELD) <= top


@kind(
    "requires",
    Requires,
    codes=("too-few", "too-many"),
    counts=_requires_counts,
    quick=_requires_quick,
)
def requires(parameters: Requires, context: Context) -> Check:
    """Bound the number of cards that a search finds, by title over all printings."""
    wanted = context.titles_match(parameters.cards)
    occasion = None if parameters.when is None else context.titles_match(parameters.when)

    def check(tally: Tally) -> Iterable[Problem]:
        part = tally.of(parameters.sections)
        if occasion is not None and not any(map(occasion.__getitem__, part.cards)):
            return ()
        found = [entry for entry in part.entries if entry.card and wanted[entry.card.id]]
        return _outside(Tally(tally.deck, found), parameters, None, parameters.cards)

    return check
