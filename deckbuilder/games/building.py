"""Legal lists, built by the repair search and a game's own taste.

A game has plans; the search says which of them a legal list can come of, with all that the
order asks for, and from what is missing the list is filled card by card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold
from deckbuilder.catalog.wording import value_words
from deckbuilder.decks.deck import Deck, Entry, title_key
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.formats.checking import Checker, errors
from deckbuilder.formats.context import Context
from deckbuilder.formats.counting import Lot, OfTitle, Part, Total, Which
from deckbuilder.formats.format import Format
from deckbuilder.formats.kinds.lists import ExactList, exact_list
from deckbuilder.formats.legality import check, checker
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.repair import Demand, Found, search_of
from deckbuilder.games.filling import Filling, is_lack, lot_of, with_card
from deckbuilder.games.planning import (
    FINE,
    Builder,
    Choice,
    Fact,
    Ground,
    Plan,
    Reason,
    Weigh,
)
from deckbuilder.games.supply import Supply
from deckbuilder.games.terms import Terms
from deckbuilder.registry import game
from deckbuilder.tables.chance import Stream
from deckbuilder.words import later, phrase

MOST_SIZE = 1_000_000
"""Stands for no size where none is asked for."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked for: a list of a format from a supply, beginning with the cards of `part`.

    `date` is an ISO day, None for the newest state of the law; `size` None for the usual one.
    `terms` are what the list must hold, whatever the game.
    """

    format: Format
    catalog: Catalog
    supply: Supply
    seed: int
    part: Deck
    date: str | None = None
    size: int | None = None
    wishes: Mapping[str, str] = {}
    terms: Terms = Terms()


class Built(msgspec.Struct, frozen=True, kw_only=True):
    """A legal list, what it was built around, the warnings that it has, and why it is so.

    `choices` stand in the order in which they were made; their copies are those of the list.
    """

    deck: Deck
    about: str
    warnings: tuple[Problem, ...]
    choices: tuple[Choice, ...]
    facts: tuple[Fact, ...]


class _Start(msgspec.Struct, frozen=True):
    """What a list begins with, and why."""

    deck: Deck
    choices: tuple[Choice, ...]


class _Attempt(msgspec.Struct, frozen=True):
    """What came of a plan: the nearest list that the search found, and what is wrong with it."""

    start: _Start
    plan: Plan
    found: Found
    lots: tuple[Lot, ...]
    """The lots that the plan would add to."""

    @property
    def lawful(self) -> bool:
        """Tell whether no rule is broken and no card lacking."""
        _, short, _, over = self.found.faults
        return not short and not over

    @property
    def off_size(self) -> int:
        """How far the size is from what is asked for, or below what is usual."""
        return self.found.faults[0]

    @property
    def off_counts(self) -> int:
        """How far the numbers by type are from what is wanted."""
        return self.found.faults[2]

    @property
    def badness(self) -> tuple[int, ...]:
        """What is wrong, the gravest first."""
        return self.found.faults[::-1]


class _Plain:
    """The plan of a game without a taste: everything fits, all is worth the same."""

    rank = 0
    parts: tuple[str, ...] = ()

    def __init__(self, start: Deck) -> None:
        self.headers = start.headers

    def about(self, deck: Deck) -> str:
        return ""

    def fits(self, card: Card, section: str) -> bool:
        return True

    def weigh(self, deck: Deck) -> Weigh:
        return lambda card, section: ()


class _PlainBuilder:
    wishes: tuple[str, ...] = ()
    size = None
    spread = 1.0

    def plans(self, ground: Ground, start: Deck) -> Iterable[Plan]:
        return (_Plain(start),)

    def facts(self, deck: Deck) -> tuple[Fact, ...]:
        return ()


def build(order: Order) -> Built:
    """Return a legal list; the same order gives the same list.

    Raises InputError when the cards of `part` break a rule by themselves, when no legal list
    is found with what is there, for terms that contradict each other, and for wishes that the
    game's builder does not know.
    """
    home = game(order.format.game)
    builder: Builder = home.builder() if home.builder else _PlainBuilder()
    for wish in order.wishes:
        if wish not in builder.wishes:
            raise refusal("build.no-wish", wish=wish, game=home.title)
    order.terms.refuse_conflicts(order.part, order.supply, order.size)
    supply = order.terms.open_to(order.supply)
    return _Building(msgspec.structs.replace(order, supply=supply), builder).built()


class _Building:
    """One order at work."""

    def __init__(self, order: Order, builder: Builder) -> None:
        self._order = order
        self._builder = builder
        self._checker: Checker = checker(order.format, date=order.date, catalog=order.catalog)
        self._search = search_of(self._checker)
        self._part = msgspec.structs.replace(order.part, format=order.format.id)
        self._size = order.size if order.size is not None else builder.size
        used = set(self._part.sections)
        self._sections = tuple(
            each.id for each in order.format.sections if not each.optional or each.id in used
        )
        self._lots = tuple(
            lot
            for section in self._sections
            for card in order.supply.cards.values()
            if self._search.admits(lot := lot_of(card, section))
        )
        small = Stream(order.seed, "build/worths")
        self._chances = {
            title: builder.spread * small.below(FINE) / FINE for title in order.supply.cards
        }

    def built(self) -> Built:
        """Try plan after plan until one gives a legal list of the size that is asked for."""
        stream = Stream(self._order.seed, "build/plans")
        starts = list(self._starts(stream))
        tried: list[_Attempt] = []
        for start, plan in self._plans(starts, stream):
            attempt = self._attempt(start, plan)
            if attempt is None:
                continue
            if attempt.lawful and not attempt.off_counts and not attempt.off_size:
                if (built := self._filled(attempt)) is not None:
                    return built
                continue
            tried.append(attempt)
            if attempt.lawful and attempt.found.deck.size() > (self._order.size or MOST_SIZE):
                # What is needed at least is more than was asked for, whatever the plan.
                break
        for attempt in self._smaller(tried):
            if (built := self._filled(attempt)) is not None:
                return built
        raise self._refusal(starts, tried)

    def _plans(self, starts: Sequence[_Start], stream: Stream) -> Sequence[tuple[_Start, Plan]]:
        order = self._order
        ground = Ground(order.format, order.catalog, order.supply, order.wishes, stream)
        plans = [
            (start, plan) for start in starts for plan in self._builder.plans(ground, start.deck)
        ]
        return sorted(plans, key=lambda pair: pair[1].rank)

    def _smaller(self, tried: Sequence[_Attempt]) -> Sequence[_Attempt]:
        """Return the legal lists that are smaller than usual, the largest first."""
        if self._order.size is not None:
            return ()
        legal = [each for each in tried if each.lawful and not each.off_counts]
        return sorted(legal, key=lambda each: each.off_size)

    def _attempt(self, start: _Start, plan: Plan) -> _Attempt | None:
        """Return the nearest to what is asked for that can come of a plan."""
        deck = msgspec.structs.replace(start.deck, headers=plan.headers)
        lots = tuple(
            lot for lot in self._lots if lot.card is not None and plan.fits(lot.card, lot.section)
        )
        demand = Demand(
            deck=deck, further=(self._room(deck, lots), *self._wanted()), cards=lots, kept=True
        )
        found = self._search.least(demand)
        return None if found is None else _Attempt(start, plan, found, lots)

    def _room(self, deck: Deck, lots: Sequence[Lot]) -> Part:
        """Return that no more copies come than there are, and none that the plan does not like."""
        supply, used = self._order.supply, _used(deck)
        liked = {lot.title for lot in lots}

        def most(lot: Lot) -> int | None:
            held = used[lot.title]
            left = supply.left(lot.title, held) if lot.title in liked else 0
            return None if left is None else held + max(0, left)

        return OfTitle(lots=lambda lot: True, most=most)

    def _wanted(self) -> Iterator[Part]:
        """Yield the numbers by type, and the size: that asked for, or at least the usual one."""
        for kind, need in self._order.terms.counts.items():
            yield Total(lots=_of_type(kind), least=need, most=need, under=2, over=2)
        if self._size is not None:
            yield Total(
                lots=lambda lot: True,
                least=self._size,
                most=self._order.size,
                under=0,
                over=0,
            )

    def _filled(self, attempt: _Attempt) -> Built | None:
        """Return the list that a plan makes, None where the checks find what the search does not.

        That is so for rules only that do not say what they count.
        """
        filling = Filling(
            self._checker,
            attempt.found.programs,
            attempt.plan,
            attempt.lots,
            self._chances,
        )
        start = msgspec.structs.replace(attempt.start.deck, headers=attempt.plan.headers)
        filled = filling.filled(start, attempt.start.choices)
        deck = msgspec.structs.replace(filled.deck, entries=tuple(self._sorted(filled.deck)))
        problems = check(
            deck, self._order.format, date=self._order.date, catalog=self._order.catalog
        )
        if errors(problems):
            return None
        return Built(
            deck=deck,
            about=attempt.plan.about(deck),
            warnings=problems,
            choices=filled.choices,
            facts=self._builder.facts(deck),
        )

    def _sorted(self, deck: Deck) -> Iterator[Entry]:
        """Yield the entries of the part as they stood, then the new ones by section and name."""
        kept = len(self._part.entries)
        yield from deck.entries[:kept]
        places = {each.id: place for place, each in enumerate(self._order.format.sections)}
        yield from sorted(
            deck.entries[kept:], key=lambda entry: (places[entry.section], fold(entry.title))
        )

    def _starts(self, stream: Stream) -> Iterator[_Start]:
        """Yield the part with each of the lists that the format asks for, and what must be in."""
        kept = tuple(
            Choice(
                card=entry.card,
                title=entry.title,
                section=entry.section,
                copies=entry.count,
                reason="kept",
            )
            for entry in self._part.entries
        )
        for listed in self._listed(stream):
            deck = self._with_musts(listed)
            choices = (
                *kept,
                *_added(self._part, listed, "listed"),
                *_added(listed, deck, "must"),
            )
            yield _Start(deck, choices)

    def _with_musts(self, deck: Deck) -> Deck:
        """Return the deck with what it must hold, where that breaks no rule if there is room."""
        for title, need in self._order.terms.must.items():
            missing = need - _used(deck)[title]
            if missing <= 0:
                continue
            card = self._order.supply.cards[title]
            homes = [lot.section for lot in self._lots if lot.title == title]
            placed = [
                with_card(deck, lot_of(card, section), missing)
                for section in sorted(homes or self._sections[:1], key=deck.size)
            ]
            deck = min(placed, key=lambda each: len(self._broken(each)))
        return deck

    def _listed(self, stream: Stream) -> Iterator[Deck]:
        """Yield the part completed to each of the lists that the format asks for exactly."""
        rules = [
            rule
            for rule in self._order.format.rules
            if rule.kind == exact_list.name
            and rule.in_force(self._order.date)
            and not (rule.only_with or rule.only_without)
        ]
        context = Context(self._order.format, self._order.catalog, self._order.date)
        choices = []
        for rule in rules:
            parameters = msgspec.convert(rule.parameters, ExactList)
            sections = parameters.sections or self._sections[:1]
            choices.append(
                [(sections, context.copies(each)) for each in stream.shuffled(parameters.one_of)]
            )
        for chosen in product(*choices):
            deck = self._part
            for sections, listed in chosen:
                deck = self._with_list(deck, sections, listed)
            yield deck

    def _with_list(
        self, deck: Deck, sections: Sequence[str], listed: Mapping[str, int | None]
    ) -> Deck:
        for title, need in listed.items():
            held = [each for each in deck.entries if title_key(each) == title]
            have = sum(each.count for each in held if each.section in sections)
            left = self._order.supply.left(title, sum(each.count for each in held))
            missing = (need or 0) - have
            missing = missing if left is None else min(missing, left)
            if missing > 0:
                section = min(sections, key=deck.size)
                deck = with_card(deck, lot_of(self._order.supply.cards[title], section), missing)
        return deck

    def _broken(self, deck: Deck) -> tuple[Problem, ...]:
        """Return the rules that a deck breaks, whatever is added to it."""
        return tuple(each for each in errors(self._checker(deck)) if not is_lack(each))

    def _refusal(self, starts: Sequence[_Start], tried: Sequence[_Attempt]) -> InputError:
        """Return why there is no list: the rules that its own cards break, or what is lacking."""
        titles = len({lot.title for lot in self._lots})
        if not tried:
            return refusal("build.no-plan", titles=titles)
        nearest = min(tried, key=lambda each: each.badness)
        deck = nearest.found.deck
        broken = self._broken(deck)
        if broken:
            own = all(self._broken(start.deck) for start in starts)
            asked = self._order.terms.must or not own
            fault = Fault.of("build.wish-broken") if asked else Fault.of("build.part-broken")
            return InputError([fault, *map(_fault_of, broken)])
        if nearest.lawful:
            if nearest.off_counts:
                return self._miscounted(deck)
            return refusal("build.other-size", have=deck.size(), need=self._order.size or 0)
        lacking = errors(self._checker(deck))
        faults = [
            Fault.of(
                "build.impossible",
                format=self._order.format.id,
                titles=titles,
                cards=deck.size(),
            ),
            *map(_fault_of, lacking),
        ]
        if counts := self._order.terms.counts:
            stated = tuple(
                phrase("build.count", type=later(value_words, kind, "type"), count=need)
                for kind, need in counts.items()
            )
            faults.append(Fault.of("build.wanted", counts=stated))
        return InputError(faults)

    def _miscounted(self, deck: Deck) -> InputError:
        """Return which wanted counts no legal list was found with."""
        missing = self._order.terms.missing(deck)
        return InputError(
            Fault.of(
                "build.count-not-met",
                type=later(value_words, kind, "type"),
                have=need - missing[kind],
                need=need,
                format=self._order.format.id,
            )
            for kind, need in self._order.terms.counts.items()
            if missing[kind]
        )


def _fault_of(problem: Problem) -> Fault:
    line = problem.lines[0] if problem.lines else None
    rule = tuple(part for part in (problem.rule, problem.source) if part)
    if rule:
        return Fault.of("build.breaks-rule", line=line, problem=problem, rule=rule)
    return Fault.of("build.breaks", line=line, problem=problem)


def _of_type(kind: str) -> Which:
    return lambda lot: lot.card is not None and lot.card.type == kind


def _added(before: Deck, after: Deck, reason: Reason) -> Iterator[Choice]:
    """Yield what one deck has beyond another."""
    had = {(each.section, title_key(each)): each.count for each in before.entries}
    for entry in after.entries:
        more = entry.count - had.get((entry.section, title_key(entry)), 0)
        if more > 0:
            yield Choice(
                card=entry.card,
                title=entry.title,
                section=entry.section,
                copies=more,
                reason=reason,
            )


def _used(deck: Deck) -> Counter[str]:
    """Count the copies of each title over all sections."""
    used = Counter[str]()
    for entry in deck.entries:
        used[title_key(entry)] += entry.count
    return used
