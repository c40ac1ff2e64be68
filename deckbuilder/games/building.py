"""Legal lists, built by a format's own checks and a game's own taste.

Card by card the best one is added that lessens what the checks find lacking and breaks no rule.
What is wanted of few cards goes first, so that the room for them is still there.
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
from deckbuilder.formats.format import Format
from deckbuilder.formats.kinds.lists import ExactList, exact_list
from deckbuilder.formats.legality import check, checker
from deckbuilder.formats.problem import Problem
from deckbuilder.games.planning import (
    CHANCE,
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

SPECIFIC = ("search", "group")
"""Fields of a problem that say which cards would mend it."""
LOOKED_PAST = 60
"""So many cards are tried further, after one that is legal but earns a warning."""

Key = tuple[str | None, str, str]


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


class _State(msgspec.Struct, frozen=True):
    """What the checks find: broken rules, lacking cards by rule, warnings."""

    surplus: int
    shortage: int
    lacks: dict[Key, tuple[int, Problem]]
    warnings: int
    short: dict[str | None, int]
    """The shortage by section."""


class _Attempt(msgspec.Struct, frozen=True):
    """A list that is not what was asked for, and what the checks find in it."""

    badness: tuple[int, int, int]
    deck: Deck
    problems: tuple[Problem, ...]


class _Ranked(msgspec.Struct, frozen=True, gc=False):
    """A card that can be added, and the named parts of its worth."""

    card: Card
    section: str
    names: tuple[str, ...]
    worths: tuple[float, ...]

    @property
    def parts(self) -> tuple[tuple[str, float], ...]:
        """The parts by name."""
        return tuple(zip(self.names, self.worths, strict=True))


class _Start(msgspec.Struct, frozen=True):
    """What a list begins with, and why."""

    deck: Deck
    choices: tuple[Choice, ...]


class _Filled(msgspec.Struct, frozen=True):
    """A list that nothing can be added to, what the checks find in it, and why it is so."""

    deck: Deck
    problems: tuple[Problem, ...]
    choices: tuple[Choice, ...]


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
        self._part = msgspec.structs.replace(order.part, format=order.format.id)
        self._size = order.size if order.size is not None else builder.size
        used = set(self._part.sections)
        self._sections = tuple(
            each.id for each in order.format.sections if not each.optional or each.id in used
        )
        self._candidates = self._allowed()
        self._kinds = {
            section: {card.type for card in cards} for section, cards in self._candidates.items()
        }
        small = Stream(order.seed, "build/worths")
        self._small = {
            title: builder.spread * small.below(FINE) / FINE for title in order.supply.cards
        }

    def built(self) -> Built:
        """Try plan after plan until one gives a legal list."""
        stream = Stream(self._order.seed, "build/plans")
        starts = list(self._starts(stream))
        ground = Ground(
            self._order.format, self._order.catalog, self._order.supply, self._order.wishes, stream
        )
        plans = [
            (start, plan) for start in starts for plan in self._builder.plans(ground, start.deck)
        ]
        nearest: _Attempt | None = None
        largest: tuple[_Filled, Plan] | None = None
        off_count: tuple[int, Deck] | None = None
        for start, plan in sorted(plans, key=lambda pair: pair[1].rank):
            filled = self._fill(start, plan)
            deck = filled.deck
            off = sum(map(abs, self._order.terms.missing(deck).values()))
            if not errors(filled.problems) and off:
                if off_count is None or off < off_count[0]:
                    off_count = off, deck
            elif not errors(filled.problems):
                if not self._falls_short(deck):
                    return self._checked(filled, plan)
                if largest is None or deck.size() > largest[0].deck.size():
                    largest = filled, plan
            state = _state(filled.problems)
            away = abs(deck.size() - (self._order.size or deck.size()))
            badness = state.surplus, state.shortage, away
            if nearest is None or badness < nearest.badness:
                nearest = _Attempt(badness, deck, filled.problems)
            if largest is not None and largest[0].deck.size() > (self._size or deck.size()):
                # What is needed at least is more than was asked for, whatever the plan.
                break
        if largest is not None and self._order.size is None:
            return self._checked(*largest)
        if largest is None and off_count is not None:
            raise self._miscounted(off_count[1])
        raise self._refusal([start.deck for start in starts], nearest)

    def _checked(self, filled: _Filled, plan: Plan) -> Built:
        deck = msgspec.structs.replace(filled.deck, entries=tuple(self._sorted(filled.deck)))
        problems = check(
            deck, self._order.format, date=self._order.date, catalog=self._order.catalog
        )
        if errors(problems):
            raise AssertionError(errors(problems))
        return Built(
            deck=deck,
            about=plan.about(deck),
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

    def _falls_short(self, deck: Deck) -> bool:
        """Tell whether a legal list has not the size that it should have and could have."""
        if self._order.size is not None:
            return deck.size() != self._order.size
        if self._size is None or deck.size() >= self._size:
            return False
        used = _used(deck)
        missing = self._order.terms.missing(deck)
        return any(
            missing.get(card.type, 1) > 0
            and self._order.supply.left(fold(card.name), used[fold(card.name)]) != 0
            and not _state(self._checker(_with(deck, card, section, 1))).surplus
            for section, cards in self._candidates.items()
            for card in cards
        )

    def _allowed(self) -> dict[str, list[Card]]:
        """Return for each section the cards that break no rule there by themselves."""
        deck = Deck(game=self._order.catalog.game)
        allowed: dict[str, list[Card]] = {}
        for section in self._sections:
            allowed[section] = [
                card
                for card in self._order.supply.cards.values()
                if not _state(self._checker(_with(deck, card, section, 1))).surplus
            ]
        return allowed

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
            homes = [each for each in self._sections if card in self._candidates[each]]
            placed = [
                _with(deck, card, section, missing)
                for section in sorted(homes or self._sections[:1], key=deck.size)
            ]
            deck = min(placed, key=lambda each: _state(self._checker(each)).surplus)
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
                deck = _with(deck, self._order.supply.cards[title], section, missing)
        return deck

    def _fill(self, start: _Start, plan: Plan) -> _Filled:
        """Return the list with all that could be added."""
        deck = msgspec.structs.replace(start.deck, headers=plan.headers)
        problems = self._checker(deck)
        choices = list(start.choices)
        while True:
            state = _state(problems)
            step = None if state.surplus else self._step(deck, plan, state)
            if step is None:
                return _Filled(deck, problems, tuple(choices))
            deck, problems = step.deck, step.problems
            choices.extend(step.choices)

    def _step(self, deck: Deck, plan: Plan, state: _State) -> _Filled | None:
        target = min(state.lacks, key=self._urgency, default=None)
        sections, amount = self._sections, 1
        missing = self._order.terms.missing(deck)
        if target is not None:
            problem = state.lacks[target][1]
            amount = problem.fields.get("copies", 1)
            if target[0] is not None:
                sections = (target[0],)
        elif self._is_full(deck, missing):
            return None
        ranked = self._ranked(deck, plan, sections, amount)
        if self._order.terms.counts:
            ranked = [each for each in ranked if missing.get(each.card.type, amount) >= amount]
            if (target is None or not target[2]) and self._must_count(deck, state, sections):
                wanted = [each for each in ranked if missing.get(each.card.type, 0) > 0]
                # A legal list that has too few of a type tells how far a wish can be met.
                return self._first(deck, wanted, state, target, amount) or (
                    self._first(deck, ranked, state, target, amount) if target else None
                )
        return self._first(deck, ranked, state, target, amount)

    def _is_full(self, deck: Deck, missing: Mapping[str, int]) -> bool:
        """Tell whether a deck has its size; one that nobody stated gives way to wanted counts."""
        if self._size is not None and deck.size() < self._size:
            return False
        return self._order.size is not None or not any(each > 0 for each in missing.values())

    def _must_count(self, deck: Deck, state: _State, sections: Sequence[str]) -> bool:
        """Tell whether all room that is left in these sections is for types that are wanted."""
        wanted = 0
        homes = set(sections)
        for kind, need in self._order.terms.missing(deck).items():
            own = {each for each in self._sections if kind in self._kinds[each]}
            if need > 0 and not own.isdisjoint(sections):
                wanted += need
                homes |= own
        short = sum(state.short.get(each, 0) for each in (None, *homes))
        return wanted >= max(short, (self._size or 0) - deck.size()) if wanted else False

    def _first(
        self,
        deck: Deck,
        ranked: Sequence[_Ranked],
        state: _State,
        target: Key | None,
        amount: int,
    ) -> _Filled | None:
        """Return the deck with the first card that helps, best one that earns no warning."""
        found = None
        looked = 0
        for each in ranked:
            changed = _with(deck, each.card, each.section, amount)
            problems = self._checker(changed)
            after = _state(problems)
            looked += found is not None
            if after.surplus or not _helps(state, after, target):
                continue
            if found is None or after.warnings <= state.warnings:
                rule = state.lacks[target][1].rule if target is not None else None
                choice = Choice(
                    card=each.card,
                    title=each.card.name,
                    section=each.section,
                    copies=amount,
                    reason="chosen",
                    rule=rule,
                    parts=each.parts,
                )
                best = _Filled(changed, problems, (choice,))
                if after.warnings <= state.warnings:
                    return best
                found = best
            if looked > LOOKED_PAST:
                break
        return found

    def _urgency(self, key: Key) -> tuple[bool, int]:
        """What only some cards mend is mended first, then section by section."""
        section, _, specific = key
        place = self._sections.index(section) if section in self._sections else -1
        return not specific, place

    def _ranked(
        self, deck: Deck, plan: Plan, sections: Sequence[str], amount: int
    ) -> list[_Ranked]:
        """Return the cards that can be added, the best first; the same order every time."""
        weigh = plan.weigh(deck)
        used = _used(deck)
        names = (*plan.parts, CHANCE)
        rows: list[tuple[float, int, Card, str, tuple[float, ...]]] = []
        for section in sections:
            for card in self._candidates.get(section, ()):
                title = fold(card.name)
                left = self._order.supply.left(title, used[title])
                if (left is None or left >= amount) and plan.fits(card, section):
                    worths = (*weigh(card, section), self._small[title])
                    rows.append((-sum(worths), len(rows), card, section, worths))
        rows.sort()
        return [_Ranked(card, section, names, worths) for _, _, card, section, worths in rows]

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

    def _refusal(self, starts: Sequence[Deck], nearest: _Attempt | None) -> InputError:
        """Return why there is no list: the rules that its own cards break, or what is lacking."""
        titles = {fold(card.name) for cards in self._candidates.values() for card in cards}
        if nearest is None:
            return refusal("build.no-plan", titles=len(titles))
        deck, left = nearest.deck, errors(nearest.problems)
        if nearest.badness[0]:
            own = all(_state(self._checker(start)).surplus for start in starts)
            asked = self._order.terms.must or not own
            fault = Fault.of("build.wish-broken") if asked else Fault.of("build.part-broken")
            broken = [each for each in left if not _is_lack(each)]
            return InputError([fault, *map(_told, broken)])
        if not left:
            return refusal("build.other-size", have=deck.size(), need=self._order.size or 0)
        impossible = Fault.of(
            "build.impossible",
            format=self._order.format.id,
            titles=len(titles),
            cards=deck.size(),
        )
        stated = tuple(
            phrase("build.count", type=later(value_words, kind, "type"), count=need)
            for kind, need in self._order.terms.counts.items()
        )
        wanted = [Fault.of("build.wanted", counts=stated)] if stated else []
        return InputError([impossible, *map(_told, left), *wanted])


def _told(problem: Problem) -> Fault:
    line = problem.lines[0] if problem.lines else None
    rule = tuple(part for part in (problem.rule, problem.source) if part)
    if rule:
        return Fault.of("build.breaks-rule", line=line, problem=problem, rule=rule)
    return Fault.of("build.breaks", line=line, problem=problem)


def _is_lack(problem: Problem) -> bool:
    return problem.have is not None and problem.need is not None and problem.have < problem.need


def _helps(before: _State, after: _State, target: Key | None) -> bool:
    if target is None:
        return not after.lacks
    had = before.lacks[target][0]
    has = after.lacks[target][0] if target in after.lacks else 0
    return has < had and after.shortage < before.shortage


def _state(problems: Iterable[Problem]) -> _State:
    """Add up what the checks find.

    Cards that one rule asks for may be those that the section lacks anyway, so that the greater
    of both is the shortage of a section.
    """
    surplus = warnings = 0
    lacks: dict[Key, tuple[int, Problem]] = {}
    whole: dict[str | None, int] = {}
    specific: dict[str | None, int] = {}
    for problem in problems:
        if problem.severity == "warning":
            warnings += 1
        elif not _is_lack(problem):
            surplus += 1
        else:
            lack = ((problem.need or 0) - (problem.have or 0)) * problem.fields.get("copies", 1)
            named = next(
                (str(problem.fields[field]) for field in SPECIFIC if field in problem.fields),
                "/".join(problem.cards),
            )
            lacks[problem.section, problem.code, named] = lack, problem
            sums = specific if named else whole
            sums[problem.section] = sums.get(problem.section, 0) + lack
    sections = whole.keys() | specific.keys()
    short = {each: max(whole.get(each, 0), specific.get(each, 0)) for each in sections}
    return _State(surplus, sum(short.values()), lacks, warnings, short)


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


def _with(deck: Deck, card: Card, section: str, copies: int) -> Deck:
    """Return the deck with more copies of a card, on the line that has it already."""
    title = fold(card.name)
    entries = list(deck.entries)
    for row, entry in enumerate(entries):
        if entry.section == section and title_key(entry) == title:
            entries[row] = msgspec.structs.replace(entry, count=entry.count + copies)
            break
    else:
        entries.append(Entry(count=copies, name=card.name, section=section, card=card))
    return msgspec.structs.replace(deck, entries=tuple(entries))
