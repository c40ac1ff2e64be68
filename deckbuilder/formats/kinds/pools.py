"""Which cards may be there: pools, exclusions, bans, restrictions, release dates."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from deckbuilder.catalog.card import Card, CardSet
from deckbuilder.catalog.dates import first_and_last
from deckbuilder.catalog.names import fold
from deckbuilder.errors import Fault
from deckbuilder.formats.context import Context, Marks
from deckbuilder.formats.counting import Counts, SomeTitles, Total, always, cards_within, within
from deckbuilder.formats.kind import Check, SectionParameters, kind
from deckbuilder.formats.kinds.copies import too_many
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.quick import Clean, Ledger
from deckbuilder.formats.tally import Tally, lines_of
from deckbuilder.words import Phrase, phrase

MOST_DAYS = 36_500
"""Days of waiting above this are a slip of the pen."""


def _by_title(part: Tally, cards: Iterable[Card], code: str, **more: Any) -> Iterator[Problem]:
    """Yield one problem for each title among these cards."""
    for title in dict.fromkeys(fold(card.name) for card in cards):
        entries = part.named(title)
        yield Problem(
            code=code,
            section=part.section_of(entries),
            cards=(entries[0].title,),
            have=part.copies[title],
            lines=lines_of(entries),
            **more,
        )


class Allowed(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Only the `cards` that a search finds; the format's pool without one."""

    cards: str | None = None

    def wording(self) -> tuple[str, dict[str, Any]]:
        """Return the sentence for the pool or for a search."""
        return ("pool" if self.cards is None else "search"), {"cards": self.cards}


def _allowed_counts(parameters: Allowed, context: Context) -> Counts:
    search = context.format.pool if parameters.cards is None else parameters.cards
    fits = context.titles_match(search)
    wrong = cards_within(parameters.sections, lambda card: not fits[card.id])
    return always(Total(lots=wrong, most=0))


def _allowed_quick(parameters: Allowed, context: Context, ledger: Ledger) -> None:
    search = context.format.pool if parameters.cards is None else parameters.cards
    fits = context.titles_match(search)
    ledger.never(parameters.sections, lambda card: not fits[card.id])


@kind(
    "allowed",
    Allowed,
    codes=("not-allowed",),
    counts=_allowed_counts,
    quick=_allowed_quick,
)
def allowed(parameters: Allowed, context: Context) -> Check:
    """Allow only cards that a search finds; one allowed printing allows the card."""
    search = context.format.pool if parameters.cards is None else parameters.cards
    fits = context.titles_match(search)

    def check(tally: Tally) -> Iterable[Problem]:
        part = tally.of(parameters.sections)
        if all(map(fits.__getitem__, part.cards)):
            return ()
        wrong = [card for card in part.cards.values() if not fits[card.id]]
        return _by_title(part, wrong, "not-allowed", need=0, fields={"search": search})

    return check


class Excluded(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """No card that a search finds."""

    cards: str


def _excluded_counts(parameters: Excluded, context: Context) -> Counts:
    hit = context.matches(parameters.cards)
    wrong = cards_within(parameters.sections, lambda card: hit[card.id])
    return always(Total(lots=wrong, most=0))


def _excluded_quick(parameters: Excluded, context: Context, ledger: Ledger) -> None:
    hit = context.matches(parameters.cards)
    ledger.never(parameters.sections, lambda card: hit[card.id])


@kind(
    "excluded",
    Excluded,
    codes=("never-in-deck",),
    counts=_excluded_counts,
    quick=_excluded_quick,
)
def excluded(parameters: Excluded, context: Context) -> Check:
    """Forbid a kind of card that is no part of decks at all."""
    hit = context.matches(parameters.cards)

    def check(tally: Tally) -> Iterable[Problem]:
        part = tally.of(parameters.sections)
        if not any(map(hit.__getitem__, part.cards)):
            return ()
        wrong = [card for card in part.cards.values() if hit[card.id]]
        return _by_title(part, wrong, "never-in-deck", need=0, fields={"search": parameters.cards})

    return check


class Banned(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """None of these titles."""

    cards: tuple[str, ...]


def _banned_counts(parameters: Banned, context: Context) -> Counts:
    titles = context.titles(parameters.cards).keys()
    wrong = cards_within(parameters.sections, lambda card: fold(card.name) in titles)
    return always(Total(lots=wrong, most=0))


def _banned_quick(parameters: Banned, context: Context, ledger: Ledger) -> None:
    titles = context.titles(parameters.cards).keys()
    ledger.never(parameters.sections, lambda card: fold(card.name) in titles)


@kind(
    "banned",
    Banned,
    codes=("banned",),
    counts=_banned_counts,
    quick=_banned_quick,
)
def banned(parameters: Banned, context: Context) -> Check:
    """Forbid single titles."""
    titles = context.titles(parameters.cards).keys()

    def check(tally: Tally) -> Iterable[Problem]:
        part = tally.of(parameters.sections)
        for title in part.copies.keys() & titles:
            yield too_many(part, title, 0, "banned")

    return check


class Restricted(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """At most `most` of these titles, in any number of copies."""

    cards: tuple[str, ...]
    most: int = 1

    def faults(self) -> Iterable[tuple[str, Fault]]:
        """Yield what is wrong with the number."""
        if self.most < 0:
            yield "most", Fault.of("rules.from-zero")


def _restricted_counts(parameters: Restricted, context: Context) -> Counts:
    titles = frozenset(context.titles(parameters.cards))
    return always(SomeTitles(lots=within(parameters.sections), titles=titles, most=parameters.most))


def _restricted_quick(parameters: Restricted, context: Context, ledger: Ledger) -> Clean:
    titles = context.titles(parameters.cards)
    masks = ledger.masks(parameters.sections, titles, lambda card: fold(card.name))
    every, most = sum(masks.values()), parameters.most
    return lambda marks, sums, headers: (marks & every).bit_count() <= most


@kind(
    "restricted",
    Restricted,
    codes=("restricted",),
    counts=_restricted_counts,
    quick=_restricted_quick,
)
def restricted(parameters: Restricted, context: Context) -> Check:
    """Let a deck choose among titles."""
    titles = context.titles(parameters.cards).keys()

    def check(tally: Tally) -> Iterable[Problem]:
        part = tally.of(parameters.sections)
        found = part.copies.keys() & titles
        if len(found) > parameters.most:
            entries = [
                entry for title in part.copies if title in found for entry in part.named(title)
            ]
            yield Problem(
                code="restricted",
                section=part.section_of(entries),
                cards=tuple(dict.fromkeys(entry.title for entry in entries)),
                have=len(found),
                need=parameters.most,
                lines=lines_of(entries),
            )

    return check


class Released(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards count from so many days after their set's release; `at_once` names sets without."""

    wait: int = 0
    at_once: tuple[str, ...] = ()

    def faults(self) -> Iterable[tuple[str, Fault]]:
        """Yield what is wrong with the days."""
        if not 0 <= self.wait <= MOST_DAYS:
            yield "wait", Fault.of("rules.days", most=MOST_DAYS)

    def wording(self) -> tuple[str, dict[str, Any]]:
        """Return the sentence with or without waiting days."""
        suffix = "wait-some" if self.wait and self.at_once else "wait" if self.wait else "text"
        return suffix, {"wait": self.wait, "at_once": self.at_once}


def _released_counts(parameters: Released, context: Context) -> Counts:
    date = context.date
    if date is None:
        return always()
    legal_from = _legal_days(parameters, context)

    def too_early(card: Card) -> bool:
        found = legal_from[card.id]
        return found is not None and found[0] > date

    return always(Total(lots=cards_within(parameters.sections, too_early), most=0))


def _released_quick(parameters: Released, context: Context, ledger: Ledger) -> None:
    date = context.date
    if date is None:
        return
    legal_from = _legal_days(parameters, context)

    def doubtful(card: Card) -> bool:
        found = legal_from[card.id]
        return found is None or found[1] > date

    ledger.never(parameters.sections, doubtful)


@kind(
    "released",
    Released,
    codes=("not-yet-legal", "release-unknown"),
    counts=_released_counts,
    quick=_released_quick,
)
def released(parameters: Released, context: Context) -> Check:
    """Forbid cards that were not out on the day that is asked for (`--date`).

    A set known by its month only is in doubt within that month, and one without a date always.
    """
    date = context.date
    if date is None:
        return lambda tally: ()
    legal_from = _legal_days(parameters, context)

    def check(tally: Tally) -> Iterable[Problem]:
        part = tally.of(parameters.sections)
        for card in {fold(card.name): card for card in part.cards.values()}.values():
            found = legal_from[card.id]
            if found is not None and found[1] <= date:
                continue
            if found is None or found[0] <= date:
                yield from _by_title(part, [card], "release-unknown", severity="warning")
            else:
                fields = {"date": day_words(*found)}
                yield from _by_title(part, [card], "not-yet-legal", fields=fields)

    return check


def day_words(first: str, last: str) -> str | Phrase:
    """Return the day that is known; of several that may be meant their month."""
    if first == last:
        return first
    return phrase("problems.dates.month", month=first.rpartition("-")[0])


def _legal_days(parameters: Released, context: Context) -> Marks:
    """Return for each card id the first day that may be meant and the last one, or None."""
    spans = {
        each.id: legal_from(each, parameters.wait, parameters.at_once)
        for each in context.catalog.sets
    }

    def span(card: Card) -> tuple[str, str] | None:
        known = [found for each in context.printings(card) if (found := spans.get(each.set))]
        return min(known, default=None)

    return Marks(context.catalog.by_id, span)


def _legal_from(released_on: str | None, wait: int) -> tuple[str, str] | None:
    """Return the first day that may be meant and the last one, None where nothing is known."""
    meant = first_and_last(released_on) if released_on is not None else None
    if meant is None:
        return None
    first, last = (_later(day, wait).isoformat() for day in meant)
    return first, last


def legal_from(card_set: CardSet, wait: int, at_once: Collection[str]) -> tuple[str, str] | None:
    """Return the first day that may be meant for the cards of a set, and the last, or None."""
    return _legal_from(card_set.released, 0 if card_set.id in at_once else wait)


def _later(day: datetime.date, wait: int) -> datetime.date:
    try:
        return day + datetime.timedelta(days=wait)
    except OverflowError:
        return datetime.date.max


class KnownCards(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every card of the list is known; the rule's severity says what a stranger is."""


@kind(
    "known-cards",
    KnownCards,
    codes=("unknown-card",),
    # What was meant is for the list's owner to say, so nothing is asked in numbers.
    counts=lambda parameters, context: always(),
    # The look suspects every deck with a name that nobody knows.
    quick=lambda parameters, context, ledger: None,
)
def known_cards(parameters: KnownCards, context: Context) -> Check:
    """Report names that no catalogue knows, with the nearest names.

    A format without such a rule reports them as errors.
    """
    suggestions: dict[str, list[str]] = {}

    def check(tally: Tally) -> Iterable[Problem]:
        for entry in tally.of(parameters.sections).unknown:
            nearest = suggestions.get(entry.name)
            if nearest is None:
                nearest = suggestions[entry.name] = list(context.catalog.nearest(entry.name))
            if entry.numbered and entry.numbered not in nearest:
                nearest = [*nearest, entry.numbered]
            yield Problem(
                code="unknown-card",
                section=tally.section_of([entry]),
                cards=(entry.name,),
                have=entry.count,
                lines=lines_of([entry]),
                fields={"nearest": nearest},
                wording="unknown-card-nearest" if nearest else None,
            )

    return check
