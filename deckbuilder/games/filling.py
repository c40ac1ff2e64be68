"""A list filled card by card: the best card next with which a legal list can still come of it.

Whether one can is the repair search's to say: it knows a least completion of every list on the
way, and a card that would leave none is passed over.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck, Entry, title_key
from deckbuilder.formats.checking import Checker, errors
from deckbuilder.formats.counting import Lot
from deckbuilder.formats.models import Programs
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.repair import counted
from deckbuilder.games.planning import CHANCE, Choice, Plan

LOOKED_PAST = 60
"""So many cards are tried further, after one that is legal but earns a warning."""


class Filled(msgspec.Struct, frozen=True):
    """A list that is whole, what the checks find in it, and why its cards are there."""

    deck: Deck
    problems: tuple[Problem, ...]
    choices: tuple[Choice, ...]


class _Ranked(msgspec.Struct, frozen=True, gc=False):
    """A lot that can be added to, and the named parts of its worth."""

    lot: Lot
    card: Card
    names: tuple[str, ...]
    worths: tuple[float, ...]

    @property
    def parts(self) -> tuple[tuple[str, float], ...]:
        """The parts by name."""
        return tuple(zip(self.names, self.worths, strict=True))


class _Way(msgspec.Struct, frozen=True):
    """A list that a deck can become by cards that come, and the faults that it cannot mend."""

    lots: dict[Lot, int]
    faults: tuple[int, ...]

    def next(self, held: Mapping[Lot, int]) -> Lot | None:
        """Return a lot with copies that are still to come."""
        return next((lot for lot, count in self.lots.items() if count > held.get(lot, 0)), None)


class _Step(msgspec.Struct, frozen=True):
    """A deck with one more choice, what the checks find in it, and how it goes on."""

    deck: Deck
    problems: tuple[Problem, ...]
    way: _Way
    choice: Choice


class _Need(msgspec.Struct, frozen=True):
    """Cards that a rule still lacks: lots that count for it, and the rule's number."""

    lots: frozenset[Lot]
    rule: str | None


class Filling:
    """A plan at work on a deck. `programs` are those of the branch that the deck can obey.

    `lots` are those that the plan would add to, `chances` what the seed adds to each title.
    """

    def __init__(
        self,
        checker: Checker,
        programs: Programs,
        plan: Plan,
        lots: Sequence[Lot],
        chances: Mapping[str, float],
    ) -> None:
        self._checker = checker
        self._programs = programs
        self._plan = plan
        self._chances = chances
        traits = {lot: programs.branch.traits(lot) for lot in lots}
        self._traits = {lot: each for lot, each in traits.items() if each is not None}
        self._totals = [
            frozenset(lot for lot, each in self._traits.items() if each.signs[row] > 0)
            for row in range(len(programs.branch.totals))
        ]

    def filled(self, deck: Deck, choices: Sequence[Choice]) -> Filled:
        """Return the deck with cards until its branch of the law asks for no more."""
        made = list(choices)
        held = counted(deck)
        way = self._way(held)
        problems = self._checker(deck)
        while (lot := way.next(held)) is not None:
            step = self._step(deck, held, way, len(problems) - len(errors(problems)))
            # Where nothing is of the plan's liking, the least completion decides.
            step = step or self._plainly(deck, lot, held, way)
            deck, problems, way = step.deck, step.problems, step.way
            held = counted(deck)
            made.append(step.choice)
        return Filled(deck, problems, tuple(made))

    def _way(self, held: Mapping[Lot, int]) -> _Way:
        """Return what the search makes of a deck."""
        copies = self._programs.solved(held)
        return _Way(dict(copies.lots), self._programs.weights.parts(copies.cost)[0])

    def _step(self, deck: Deck, held: Mapping[Lot, int], way: _Way, warnings: int) -> _Step | None:
        """Return the deck with the best card that leaves a legal list and earns no warning."""
        found = None
        looked = 0
        self._hopeless: set[Hashable] = set()
        for each, rule in self._candidates(deck, held):
            looked += found is not None
            if looked > LOOKED_PAST:
                break
            amount = self._amount(each.lot, held)
            changed = with_card(deck, each.lot, amount)
            problems = self._checker(changed)
            broken = errors(problems)
            warned = len(problems) - len(broken) > warnings
            if (warned and found is not None) or not all(map(is_lack, broken)):
                continue
            further = self._leads_on(each.lot, amount, held, way)
            if further is None:
                continue
            choice = Choice(
                card=each.card,
                title=each.card.name,
                section=each.lot.section,
                copies=amount,
                reason="chosen",
                rule=rule,
                parts=each.parts,
            )
            step = _Step(changed, problems, further, choice)
            if not warned:
                return step
            found = step
        return found

    def _plainly(self, deck: Deck, lot: Lot, held: Mapping[Lot, int], way: _Way) -> _Step:
        amount = self._amount(lot, held)
        changed = with_card(deck, lot, amount)
        title = lot.card.name if lot.card is not None else lot.title
        choice = Choice(
            card=lot.card, title=title, section=lot.section, copies=amount, reason="listed"
        )
        return _Step(changed, self._checker(changed), way, choice)

    def _amount(self, lot: Lot, held: Mapping[Lot, int]) -> int:
        """Return the copies that one step adds: one, or what makes a full set."""
        sets = self._programs.branch.sets.get(lot.section)
        return 1 if sets is None else sets.copies - held.get(lot, 0) % sets.copies

    def _leads_on(self, lot: Lot, amount: int, held: Mapping[Lot, int], way: _Way) -> _Way | None:
        """Return how a legal list comes of the deck with more copies of a lot, None if none can."""
        have = held.get(lot, 0)
        if way.lots.get(lot, 0) >= have + amount:
            return way
        if self._exceeds(lot, amount, held) or self._overfills(lot, amount, held):
            return None
        if (exchanged := self._exchanged(lot, amount, held, way)) is not None:
            return exchanged
        alike = self._likeness(lot, held)
        if alike in self._hopeless:
            return None
        further = self._way({**held, lot: have + amount})
        if further.faults[::-1] <= way.faults[::-1]:
            return further
        self._hopeless.add(alike)
        return None

    def _likeness(self, lot: Lot, held: Mapping[Lot, int]) -> Hashable:
        """Return what all lots share that could stand for this one as the deck is."""
        named = lot.title if self._programs.branch.names(lot.title) else None
        there = tuple(
            sorted((each.section, count) for each, count in held.items() if each.title == lot.title)
        )
        return lot.section, self._traits[lot].likeness, there, named

    def _overfills(self, lot: Lot, amount: int, held: Mapping[Lot, int]) -> bool:
        """Tell whether a total has too many cards with more of a lot."""
        return any(
            total.most is not None
            and total.over
            and total.against is None
            and self._traits[lot].signs[row] > 0
            and self._sum(row, held) + amount > total.most
            for row, total in enumerate(self._programs.branch.totals)
        )

    def _sum(self, row: int, held: Mapping[Lot, int]) -> int:
        branch = self._programs.branch
        return sum(
            traits.signs[row] * count
            for lot, count in held.items()
            if (traits := branch.traits(lot)) is not None
        )

    def _exceeds(self, lot: Lot, amount: int, copies: Mapping[Lot, int]) -> bool:
        """Tell whether a title has too many copies with more of a lot."""
        return any(
            amount + sum(count for other, count in copies.items() if self._shares(other, row, key))
            > most
            for row, key, most in self._traits[lot].limits
        )

    def _shares(self, lot: Lot, row: int, key: Hashable) -> bool:
        traits = self._programs.branch.traits(lot)
        return traits is not None and (row, key) in (
            (each, shared) for each, shared, _ in traits.limits
        )

    def _exchanged(self, lot: Lot, amount: int, held: Mapping[Lot, int], way: _Way) -> _Way | None:
        """Return a way with copies of a lot in place of others that count alike and are to come."""
        branch = self._programs.branch
        if branch.names(lot.title):
            return None
        signs = self._traits[lot].signs
        for other, count in way.lots.items():
            if (
                other.section == lot.section
                and other.title != lot.title
                and count - held.get(other, 0) >= amount
                and not branch.names(other.title)
                and (traits := branch.traits(other)) is not None
                and traits.signs == signs
            ):
                # Only copies of the same title share a limit.
                if self._exceeds(lot, amount, {**held, **_of_title(way.lots, lot.title)}):
                    return None
                lots = {**way.lots, other: count - amount}
                lots[lot] = lots.get(lot, 0) + amount
                return _Way(lots, way.faults)
        return None

    def _candidates(
        self, deck: Deck, held: Mapping[Lot, int]
    ) -> Iterator[tuple[_Ranked, str | None]]:
        """Yield cards best first: those of the need that fewest meet, then those of the others."""
        needs = self._needs(held) or [_Need(frozenset(self._traits), None)]
        seen: set[Lot] = set()
        for need in needs:
            for each in self._ranked(deck, need.lots - seen):
                yield each, need.rule
            seen |= need.lots

    def _needs(self, held: Mapping[Lot, int]) -> list[_Need]:
        """Return what is lacking, what the fewest lots would mend first."""
        branch = self._programs.branch
        found = []
        for row, total in enumerate(branch.totals):
            if total.under and self._sum(row, held) < total.least:
                found.append(_Need(self._totals[row], total.rule or None))
        for section, sets in branch.sets.items():
            if sum(count for lot, count in held.items() if lot.section == section) < (
                sets.titles * sets.copies
            ):
                lots = frozenset(lot for lot in self._traits if lot.section == section)
                found.append(_Need(lots, sets.rule or None))
        return sorted(found, key=lambda need: len(need.lots))

    def _ranked(self, deck: Deck, lots: frozenset[Lot]) -> list[_Ranked]:
        """Return some cards that can be added, the best first; the same order every time."""
        weigh = self._plan.weigh(deck)
        names = (*self._plan.parts, CHANCE)
        rows: list[tuple[float, int, Lot, Card, tuple[float, ...]]] = []
        for lot in self._traits:
            if lot in lots and lot.card is not None:
                worths = (*weigh(lot.card, lot.section), self._chances[lot.title])
                rows.append((-sum(worths), len(rows), lot, lot.card, worths))
        rows.sort(key=lambda row: row[:2])
        return [_Ranked(lot, card, names, worths) for _, _, lot, card, worths in rows]


def is_lack(problem: Problem) -> bool:
    """Tell whether more cards may mend a problem."""
    return problem.have is not None and problem.need is not None and problem.have < problem.need


def with_card(deck: Deck, lot: Lot, copies: int) -> Deck:
    """Return the deck with more copies of a card, on the line that has it already."""
    entries = list(deck.entries)
    for row, entry in enumerate(entries):
        if entry.section == lot.section and title_key(entry) == lot.title:
            entries[row] = msgspec.structs.replace(entry, count=entry.count + copies)
            break
    else:
        name = lot.card.name if lot.card is not None else lot.title
        entries.append(Entry(count=copies, name=name, section=lot.section, card=lot.card))
    return msgspec.structs.replace(deck, entries=tuple(entries))


def lot_of(card: Card, section: str) -> Lot:
    """Return the lot of a card in a section."""
    return Lot(section, fold(card.name), card)


def _of_title(copies: Mapping[Lot, int], title: str) -> dict[Lot, int]:
    return {lot: count for lot, count in copies.items() if lot.title == title}
