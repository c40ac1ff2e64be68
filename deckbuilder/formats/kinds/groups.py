"""Cards sorted by one of their facts: sides that do not mix, groups of a fixed size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from deckbuilder.decks.deck import Entry
from deckbuilder.errors import Fault
from deckbuilder.formats.context import Context, Marks
from deckbuilder.formats.counting import (
    Case,
    Counts,
    Headers,
    Lot,
    OfTitle,
    Total,
    Which,
    always,
    cards_within,
    either,
    if_filled,
    within,
)
from deckbuilder.formats.kind import Check, SectionParameters, kind
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.quick import FIELD, Clean, Ledger
from deckbuilder.formats.tally import Tally, lines_of


class Sides(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards of one of the `groups` of a field only; cards outside all groups go with each.

    `cards` is a search that limits the rule. The side of a deck is the one with most copies
    among these cards, or among those of `decided_by` where that is given.
    """

    field: str
    groups: tuple[str, ...]
    cards: str = ""
    decided_by: str | None = None

    def wording(self) -> tuple[str, dict[str, Any]]:
        """Return the sentence for cards that decide their side or follow that of others."""
        return ("text" if self.decided_by is None else "follow"), super().wording()[1]

    def faults(self) -> Iterable[tuple[str, Fault]]:
        """Yield what is wrong with the groups."""
        if len(set(self.groups)) < 2:
            yield "groups", Fault.of("rules.two-groups")


def sides_counts(parameters: Sides, context: Context) -> Counts:
    """Return what sides ask for: one case a side, and one where its deciding cards are most.

    With `decided_by` the deciding cards may be mixed as far as this rule goes.
    """
    bound = context.matches(parameters.cards)
    cases: list[Case] = []
    for group in parameters.groups:
        others = frozenset(parameters.groups) - {group}
        obeyed = Total(lots=_of_groups(parameters, context, bound, others), most=0)
        if parameters.decided_by is None:
            cases.append(Case(parts=(obeyed,)))
        else:
            deciding = context.matches(parameters.decided_by)
            none = Total(lots=_of_groups(parameters, context, deciding, others), most=0)
            cases.append(Case(parts=(obeyed, none)))
            most = _most_of(parameters, context, deciding, group)
            cases.append(Case(parts=(obeyed, *most), rare=True))
    return either(*cases)


def _of_groups(parameters: Sides, context: Context, among: Marks, groups: Collection[str]) -> Which:
    """Tell the lots of some groups among the cards that a search finds."""
    group_of = context.values(parameters.field)
    return cards_within(
        parameters.sections, lambda card: among[card.id] and group_of[card.id] in groups
    )


def _most_of(parameters: Sides, context: Context, deciding: Marks, group: str) -> Iterator[Total]:
    """Yield that a group has most of the deciding cards; of equals the first named goes."""
    row = parameters.groups.index(group)
    for place, other in enumerate(parameters.groups):
        if place != row:
            yield Total(
                lots=_of_groups(parameters, context, deciding, (group,)),
                against=_of_groups(parameters, context, deciding, (other,)),
                least=int(place < row),
            )


def sides_quick(parameters: Sides, context: Context, ledger: Ledger) -> Clean:
    """Pass decks with cards of one group at most."""
    group_of = context.values(parameters.field)
    masks = ledger.masks(parameters.sections, parameters.groups, lambda card: group_of[card.id])
    every = sum(masks.values())

    def clean(marks: int, sums: int, headers: Headers) -> bool:
        found = marks & every
        return not found & (found - 1)

    return clean


@kind(
    "sides",
    Sides,
    codes=("mixed-sides", "wrong-side"),
    counts=sides_counts,
    quick=sides_quick,
)
def sides(parameters: Sides, context: Context) -> Check:
    """Keep the groups of a field apart; with `decided_by` the others must follow that side."""
    return sides_check(parameters, context, lambda tally: None)


def sides_check(
    parameters: Sides, context: Context, otherwise: Callable[[Tally], str | None]
) -> Check:
    """Return the check of sides; `otherwise` says a deck's side where no card decides it."""
    group_of = context.values(parameters.field)
    groups = frozenset(parameters.groups)
    bound = context.matches(parameters.cards)
    deciding = bound if parameters.decided_by is None else context.matches(parameters.decided_by)
    code = "mixed-sides" if parameters.decided_by is None else "wrong-side"

    def check(tally: Tally) -> Iterable[Problem]:
        part = tally.of(parameters.sections)
        if len(groups.intersection(map(group_of.__getitem__, part.cards))) < 2:
            return
        side = (
            _majority(part, group_of, parameters.groups, deciding)
            or otherwise(tally)
            or _majority(part, group_of, parameters.groups, bound)
        )
        wrong = [
            entry
            for entry in part.entries
            if entry.card and bound[entry.card.id] and group_of[entry.card.id] in groups - {side}
        ]
        for group in parameters.groups:
            of_group = [entry for entry in wrong if entry.card and group_of[entry.card.id] == group]
            if of_group:
                yield Problem(
                    code=code,
                    section=part.section_of(of_group),
                    cards=tuple(dict.fromkeys(entry.title for entry in of_group)),
                    have=sum(entry.count for entry in of_group),
                    need=0,
                    lines=lines_of(of_group),
                    fields={"side": side, "other": group},
                )

    return check


def _majority(part: Tally, group_of: Marks, groups: tuple[str, ...], among: Marks) -> str | None:
    """Return the group with most copies, the first named of equals; None without any."""
    sums = Counter(dict.fromkeys(groups, 0))
    for entry in part.entries:
        if entry.card and among[entry.card.id] and group_of[entry.card.id] in sums:
            sums[group_of[entry.card.id]] += entry.count
    group, count = max(sums.items(), key=lambda pair: pair[1])
    return group if count else None


class Spread(SectionParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`each` cards of every one of the `groups` of a field."""

    field: str
    groups: tuple[str, ...]
    each: int

    def faults(self) -> Iterable[tuple[str, Fault]]:
        """Yield what is wrong with the groups and the number."""
        if not self.groups:
            yield "groups", Fault.of("rules.one-group")
        if self.each < 1:
            yield "each", Fault.of("rules.card-of-each")


def _spread_counts(parameters: Spread, context: Context) -> Counts:
    """No group has too many; with the cards of unknown group there are enough in all."""
    group_of = context.values(parameters.field)
    there = within(parameters.sections)

    def stranger(lot: Lot) -> bool:
        known = lot.card is not None and str(group_of[lot.card.id]) in parameters.groups
        return there(lot) and not known

    def of_group(group: str) -> Which:
        return cards_within(parameters.sections, lambda card: str(group_of[card.id]) == group)

    groups = [Total(lots=of_group(each), most=parameters.each) for each in parameters.groups]
    everything = Total(lots=there, least=parameters.each * len(parameters.groups))
    alone = OfTitle(lots=stranger, most=lambda lot: parameters.each)
    sections = parameters.sections or tuple(each.id for each in context.format.sections)
    return if_filled(always(*groups, everything, alone), sections)


def _spread_quick(parameters: Spread, context: Context, ledger: Ledger) -> Clean:
    group_of = context.values(parameters.field)
    ledger.never(parameters.sections, lambda card: str(group_of[card.id]) not in parameters.groups)

    def place(group: str) -> int:
        return ledger.place(parameters.sections, lambda card: int(str(group_of[card.id]) == group))

    places = [place(group) for group in parameters.groups]
    full, empty = {parameters.each}, {0}
    return lambda marks, sums, headers: {sums >> place & FIELD for place in places} in (full, empty)


@kind(
    "spread",
    Spread,
    codes=("group-too-few", "group-too-many", "group-unknown"),
    counts=_spread_counts,
    quick=_spread_quick,
)
def spread(parameters: Spread, context: Context) -> Check:
    """Ask for the same number of cards of every group.

    Cards whose group is not known may fill the gaps; then a warning says so. No title belongs
    to two groups, so none may have more copies than a group.
    """
    group_of = context.values(parameters.field)
    each = parameters.each

    def check(tally: Tally) -> Iterable[Problem]:
        part = tally.of(parameters.sections)
        if not part.entries:
            return
        members: dict[str, list[Entry]] = {group: [] for group in parameters.groups}
        strangers: list[Entry] = []
        for entry in part.entries:
            group = group_of[entry.card.id] if entry.card else None
            members.get(str(group), strangers).append(entry)
        gaps = sum(max(0, each - _count(entries)) for entries in members.values())
        filled = bool(strangers) and _count(strangers) >= gaps
        for group, entries in members.items():
            have = _count(entries)
            if have > each or (have < each and not filled):
                yield Problem(
                    code="group-too-many" if have > each else "group-too-few",
                    section=part.section_of(part.entries),
                    cards=tuple(dict.fromkeys(entry.title for entry in entries)),
                    have=have,
                    need=each,
                    lines=lines_of(entries),
                    fields={"group": group},
                )
        yield from _strangers(part, strangers, each)

    return check


def _count(entries: Iterable[Entry]) -> int:
    return sum(entry.count for entry in entries)


def _strangers(part: Tally, strangers: list[Entry], each: int) -> Iterator[Problem]:
    for title in dict.fromkeys(entry.title for entry in strangers):
        entries = [entry for entry in strangers if entry.title == title]
        if _count(entries) > each:
            yield Problem(
                code="group-too-many",
                section=part.section_of(entries),
                cards=(title,),
                have=_count(entries),
                need=each,
                lines=lines_of(entries),
                wording="group-too-many-title",
            )
    if strangers:
        yield Problem(
            code="group-unknown",
            severity="warning",
            section=part.section_of(strangers),
            cards=tuple(dict.fromkeys(entry.title for entry in strangers)),
            have=_count(strangers),
            lines=lines_of(strangers),
        )
