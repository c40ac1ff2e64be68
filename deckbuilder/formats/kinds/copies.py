"""How many copies of a title: by the format, by the card, by a list of limits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from deckbuilder.catalog.names import fold
from deckbuilder.errors import Fault
from deckbuilder.formats.context import Context
from deckbuilder.formats.counting import Counts, Lot, OfTitle, always, within
from deckbuilder.formats.kind import Check, SectionParameters, kind
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.quick import Ledger
from deckbuilder.formats.tally import Tally, lines_of

SETS = "Sets"
"""The header in which the list of a draft says which boxes were in play, one named as often."""


def too_many(part: Tally, title: str, most: int, code: str) -> Problem:
    """Return the problem of a title with more copies than `most`."""
    entries = part.named(title)
    return Problem(
        code=code,
        section=part.section_of(entries),
        cards=(entries[0].title,),
        have=part.copies[title],
        need=most,
        lines=lines_of(entries),
    )


class Copies(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """At most so many copies of a title. `even_limited` binds cards too that print a limit.

    With `boxes` a title may be there so many times as often, for so many boxes may have been in
    play; above what one box holds that earns a warning, unless the list's header `Sets` says that
    so many boxes of the set were.
    """

    most: int
    even_limited: bool = False
    boxes: int = 1

    def wording(self) -> tuple[str, dict[str, Any]]:
        """Return the sentence for one box or for several."""
        return ("text" if self.boxes == 1 else "boxes"), super().wording()[1]

    def faults(self) -> Iterable[tuple[str, Fault]]:
        """Yield what is wrong with the number."""
        if self.most < 1:
            yield "most", Fault.of("rules.one-copy")
        if self.boxes < 1:
            yield "boxes", Fault.of("rules.from-one")


def _copies_counts(parameters: Copies, context: Context) -> Counts:
    limit = context.values("limit_per_deck")

    def most(lot: Lot) -> int | None:
        limited = lot.card is not None and limit[lot.card.id] is not None
        if limited and not parameters.even_limited:
            return None
        return parameters.most * parameters.boxes

    return always(OfTitle(lots=within(parameters.sections), most=most))


def _copies_quick(parameters: Copies, context: Context, ledger: Ledger) -> None:
    limit = context.values("limit_per_deck")
    free = not parameters.even_limited
    ledger.limit(
        parameters.sections,
        lambda card: None if free and limit[card.id] is not None else parameters.most,
    )


@kind(
    "copies",
    Copies,
    codes=("too-many-copies",),
    counts=_copies_counts,
    quick=_copies_quick,
)
def copies(parameters: Copies, context: Context) -> Check:
    """Bound the copies of each title, all printings and the named sections together."""
    most = parameters.most
    limit = context.values("limit_per_deck")

    def check(tally: Tally) -> Iterable[Problem]:
        part = tally.of(parameters.sections)
        if not part.copies or max(part.copies.values()) <= most:
            return
        limited = {fold(card.name) for card in part.cards.values() if limit[card.id] is not None}
        for title, count in part.copies.items():
            if count > most and (parameters.even_limited or title not in limited):
                stated = _boxes_stated(part, title, context) if parameters.boxes > 1 else 1
                if count <= most * stated:
                    continue
                problem = too_many(part, title, most, "too-many-copies")
                if count <= most * parameters.boxes:
                    problem = msgspec.structs.replace(
                        problem, severity="warning", wording="boxes.too-many-copies"
                    )
                yield problem

    return check


def _boxes_stated(part: Tally, title: str, context: Context) -> int:
    """Return how many boxes of a card's set the list says were in play, 1 where it does not."""
    stated = part.deck.header(SETS)
    card = next((each for each in part.cards.values() if fold(each.name) == title), None)
    if stated is None or card is None:
        return 1
    names = {fold(card.set), fold(context.catalog.sets_by_id[card.set].name)}
    return max(1, sum(fold(each.strip()) in names for each in stated.split(",")))


class CardLimits(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits of their own for titles: those that cards print, or those in `cards`."""

    cards: dict[str, int] | None = None

    def wording(self) -> tuple[str, dict[str, Any]]:
        """Return the sentence for printed or for listed limits."""
        if self.cards is None:
            return "printed", {}
        listed = [f"{name}: {most}" for name, most in self.cards.items()]
        return "listed", {"cards": listed}

    def faults(self) -> Iterable[tuple[str, Fault]]:
        """Yield what is wrong with the numbers."""
        if any(most < 0 for most in (self.cards or {}).values()):
            yield "cards", Fault.of("rules.from-zero")


def _card_limit_counts(parameters: CardLimits, context: Context) -> Counts:
    printed = context.values("limit_per_deck") if parameters.cards is None else None
    listed = context.copies(parameters.cards or {})

    def most(lot: Lot) -> int | None:
        if printed is None:
            return listed.get(lot.title)
        return printed[lot.card.id] if lot.card is not None else None

    return always(OfTitle(lots=within(parameters.sections), most=most))


def _card_limit_quick(parameters: CardLimits, context: Context, ledger: Ledger) -> None:
    if parameters.cards is None:
        printed = context.values("limit_per_deck")
        ledger.limit(parameters.sections, lambda card: printed[card.id])
    else:
        listed = context.copies(parameters.cards)
        ledger.limit(parameters.sections, lambda card: listed.get(fold(card.name)))


@kind(
    "per-card-limit",
    CardLimits,
    codes=("over-card-limit",),
    counts=_card_limit_counts,
    quick=_card_limit_quick,
)
def per_card_limit(parameters: CardLimits, context: Context) -> Check:
    """Bound the copies of single titles; without `cards`, as the cards themselves print it."""
    printed = context.values("limit_per_deck") if parameters.cards is None else None
    listed = context.copies(parameters.cards or {})

    def check(tally: Tally) -> Iterable[Problem]:
        part = tally.of(parameters.sections)
        limits = listed
        if printed is not None:
            if not any(map(printed.__getitem__, part.cards)):
                return
            limits = {fold(card.name): printed[card.id] for card in part.cards.values()}
        for title in part.copies.keys() & limits.keys():
            most = limits[title]
            if most is not None and part.copies[title] > most:
                yield too_many(part, title, most, "over-card-limit")

    return check
