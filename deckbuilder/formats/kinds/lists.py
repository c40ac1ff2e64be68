"""Decks held against other lists: a pool of copies, a fixed list, full sets of one title."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold
from deckbuilder.errors import Fault
from deckbuilder.formats import counting
from deckbuilder.formats.context import Context
from deckbuilder.formats.counting import (
    Case,
    Choices,
    Counts,
    Headers,
    Lot,
    OfTitle,
    always,
    by_type,
    cards_within,
    either,
)
from deckbuilder.formats.kind import Check, SectionParameters, kind
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.quick import Ledger
from deckbuilder.formats.tally import Tally, lines_of


class PoolSubset(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """No more copies than a pool holds: `boxes` times the cards that a search finds, or a list.

    `list` is a file of lines `1x Name`, named relative to the format's file. `only` is a
    search that limits the rule to some cards of the deck.
    """

    cards: str | None = None
    list: str | None = None
    boxes: int = 1
    only: str | None = None

    def wording(self) -> tuple[str, dict[str, Any]]:
        """Return the sentence for a list or for a search."""
        suffix = "list" if self.list is not None else "box"
        return suffix, {"cards": self.cards, "list": self.list, "boxes": self.boxes}

    def faults(self) -> Iterable[tuple[str, Fault]]:
        """Yield what is wrong with the pool's source."""
        if (self.cards is None) == (self.list is None):
            yield "cards", Fault.of("rules.cards-or-list")
        if self.boxes < 1:
            yield "boxes", Fault.of("rules.from-one")


def _pool_counts(parameters: PoolSubset, context: Context) -> Counts:
    limit_of = _limits(parameters, context)
    bound = None if parameters.only is None else context.titles_match(parameters.only)

    def most(lot: Lot) -> int | None:
        return limit_of(lot.title, lot.card.type) if lot.card is not None else None

    lots = cards_within(parameters.sections, lambda card: bound is None or bound[card.id])
    return always(OfTitle(lots=lots, most=most, key=by_type))


def _pool_quick(parameters: PoolSubset, context: Context, ledger: Ledger) -> None:
    limit_of = _limits(parameters, context)
    bound = None if parameters.only is None else context.titles_match(parameters.only)

    def most(card: Card) -> int | None:
        free = bound is not None and not bound[card.id]
        return None if free else limit_of(fold(card.name), card.type)

    ledger.limit(parameters.sections, most)


@kind(
    "pool-subset",
    PoolSubset,
    codes=("not-in-pool", "more-than-pool"),
    counts=_pool_counts,
    quick=_pool_quick,
)
def pool_subset(parameters: PoolSubset, context: Context) -> Check:
    """Allow what one pool of real copies can give, by title."""
    limit_of = _limits(parameters, context)
    bound = None if parameters.only is None else context.titles_match(parameters.only)

    def check(tally: Tally) -> Iterable[Problem]:
        part = tally.of(parameters.sections)
        titles = {(fold(card.name), card.type): card for card in part.cards.values()}
        for (title, type_), card in titles.items():
            limit = limit_of(title, type_)
            # Copies of all types are no fewer than those of one.
            if limit is None or part.copies[title] <= limit:
                continue
            entries = [each for each in part.named(title) if each.card and each.card.type == type_]
            have = sum(entry.count for entry in entries)
            if have <= limit or (bound is not None and not bound[card.id]):
                continue
            yield Problem(
                code="more-than-pool" if limit else "not-in-pool",
                section=part.section_of(entries),
                cards=(card.name,),
                have=have,
                need=limit,
                lines=lines_of(entries),
            )

    return check


def _limits(parameters: PoolSubset, context: Context) -> Callable[[str, str], int | None]:
    """Return how many copies of a folded title and type the pool holds, None for no limit.

    A list names titles only. In boxes a draft format card is no copy of its namesake.
    """
    if parameters.cards is None:
        listed = context.pool_list(parameters.list or "", context.format.where)
        return lambda title, type_: _times(listed.get(title, 0), parameters.boxes)
    in_boxes = context.copies_by_type(parameters.cards)
    return lambda title, type_: _times(in_boxes.get((title, type_), 0), parameters.boxes)


def _times(copies: int | None, boxes: int) -> int | None:
    return None if copies is None else copies * boxes


Listed = str | dict[str, int]


class ExactList(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exactly one of the lists `one_of`, each counted titles or a search with its quantities.

    Cards that the search `beside` finds are not looked at.
    """

    one_of: tuple[Listed, ...]
    beside: str | None = None

    def wording(self) -> tuple[str, dict[str, Any]]:
        """Return the sentence for one list or for several."""
        alone = "one" if len(self.one_of) == 1 else "text"
        return (alone if self.beside is None else "beside"), {
            "lists": [_described(each) for each in self.one_of],
            "beside": self.beside,
        }

    def faults(self) -> Iterable[tuple[str, Fault]]:
        """Yield what is wrong with the lists."""
        if not self.one_of:
            yield "one_of", Fault.of("rules.one-list")
        counted = [each for each in self.one_of if isinstance(each, dict)]
        if any(count < 1 for each in counted for count in each.values()):
            yield "one_of", Fault.of("rules.from-one")


def _described(listed: Listed) -> str:
    if isinstance(listed, str):
        return f'"{listed}"'
    return " + ".join(f"{count}x {name}" for name, count in listed.items())


def _exact_counts(parameters: ExactList, context: Context) -> Counts:
    """One case a list: its titles in their numbers, and no other known one."""
    aside = None if parameters.beside is None else context.titles_match(parameters.beside)
    lots = cards_within(parameters.sections, lambda card: aside is None or not aside[card.id])

    def listed(stated: Listed) -> Case:
        needs = {title: count or 0 for title, count in context.copies(stated).items()}
        part = OfTitle(lots=lots, most=lambda lot: needs.get(lot.title, 0), needs=needs)
        return Case(parts=(part,))

    return either(*map(listed, parameters.one_of))


@kind(
    "exact-list",
    ExactList,
    codes=("missing-from-list", "not-on-list"),
    counts=_exact_counts,
)
def exact_list(parameters: ExactList, context: Context) -> Check:
    """Ask for one list card by card; differences are told against the nearest one."""
    lists = [
        {title: count or 0 for title, count in context.copies(listed).items()}
        for listed in parameters.one_of
    ]
    aside = None if parameters.beside is None else context.titles_match(parameters.beside)

    def check(tally: Tally) -> Iterable[Problem]:
        part = tally.of(parameters.sections)
        if aside is not None:
            kept = [each for each in part.entries if not (each.card and aside[each.card.id])]
            part = Tally(tally.deck, kept)
        if part.copies in lists:
            return ()
        nearest = min(lists, key=lambda listed: _distance(part.copies, listed))
        return _differences(part, nearest, context)

    return check


def _distance(have: dict[str, int], need: dict[str, int]) -> int:
    titles = have.keys() | need.keys()
    return sum(abs(have.get(title, 0) - need.get(title, 0)) for title in titles)


def _differences(part: Tally, need: dict[str, int], context: Context) -> Iterator[Problem]:
    for title in dict.fromkeys((*need, *part.copies)):
        have, wanted = part.copies.get(title, 0), need.get(title, 0)
        entries = part.named(title)
        if have != wanted and not any(entry.card is None for entry in entries):
            yield Problem(
                code="missing-from-list" if have < wanted else "not-on-list",
                section=part.section_of(entries),
                cards=(entries[0].title if entries else context.catalog.printings(title)[0].name,),
                have=have,
                need=wanted,
                lines=lines_of(entries),
            )


class FullSets(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Each section holds one of these numbers of `titles`, every title in all its `copies`.

    With two boxes of a set a title can be there twice over; it counts twice then.
    """

    copies: int
    titles: tuple[int, ...]

    def wording(self) -> tuple[str, dict[str, Any]]:
        """Return the sentence for a single title, for one number of titles or for several."""
        if len(self.titles) == 1:
            titles = self.titles[0]
            return ("single" if titles == 1 else "one"), {"copies": self.copies, "titles": titles}
        return super().wording()

    def faults(self) -> Iterable[tuple[str, Fault]]:
        """Yield what is wrong with the numbers."""
        if self.copies < 1:
            yield "copies", Fault.of("rules.one-copy")
        if not self.titles:
            yield "titles", Fault.of("rules.one-number")
        if min(self.titles, default=0) < 0:
            yield "titles", Fault.of("rules.from-zero")


def _full_set_counts(parameters: FullSets, context: Context) -> Counts:
    sections = parameters.sections or tuple(each.id for each in context.format.sections)
    choices = [
        [
            Case(
                parts=(counting.FullSets(section=section, copies=parameters.copies, titles=titles),)
            )
            for titles in sorted(set(parameters.titles))
        ]
        for section in sections
    ]

    def counts(headers: Headers) -> Choices:
        return choices

    return counts


@kind(
    "full-sets",
    FullSets,
    codes=("not-a-full-set", "too-few-titles", "too-many-titles"),
    counts=_full_set_counts,
)
def full_sets(parameters: FullSets, context: Context) -> Check:
    """Ask for sections made of whole sets of copies."""
    sections = parameters.sections or tuple(each.id for each in context.format.sections)

    def check(tally: Tally) -> Iterable[Problem]:
        for section in sections:
            part = tally.of((section,))
            titles = 0
            for title, have in part.copies.items():
                full = max(1, round(have / parameters.copies))
                titles += full
                if have != full * parameters.copies:
                    entries = part.named(title)
                    yield Problem(
                        code="not-a-full-set",
                        section=section,
                        cards=(entries[0].title,),
                        have=have,
                        need=full * parameters.copies,
                        lines=lines_of(entries),
                    )
            if titles not in parameters.titles:
                need = min(parameters.titles, key=lambda number: abs(number - titles))
                yield Problem(
                    code="too-few-titles" if titles < need else "too-many-titles",
                    section=section,
                    have=titles,
                    need=need,
                    fields={"titles": list(parameters.titles), "copies": parameters.copies},
                )

    return check
