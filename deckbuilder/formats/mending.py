"""The smallest changes that make a deck legal, found by trying them against the same checks.

Step by step the change is taken that leaves the least surplus, then the least shortage, then
the fewest warnings, and moves the fewest copies; new titles come last. Names that no catalogue
knows are left alone: what was meant is for their owner to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.collection import Owned
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck, Entry, title_key
from deckbuilder.formats.checking import Checker, errors
from deckbuilder.formats.problem import Problem

MAX_STEPS = 200
MAX_ADDED = 10
"""Copies of one title that a step may add."""
UNMENDED = "unknown-card"


class CardChange(msgspec.Struct, frozen=True, kw_only=True):
    """Copies of a title before and after; `section` is None in a deck of one section."""

    section: str | None
    card: str
    have: int
    need: int


class HeaderChange(msgspec.Struct, frozen=True, kw_only=True):
    """The value of a header line before and after."""

    header: str
    before: str | None
    after: str | None


class Mending(msgspec.Struct, frozen=True, kw_only=True):
    """A deck after its changes, and the errors that no change could mend."""

    deck: Deck
    changes: tuple[CardChange | HeaderChange, ...]
    left: tuple[Problem, ...]


Score = tuple[int, int, int, int]


class _Step(msgspec.Struct, frozen=True):
    """A deck that a step leads to: what it still lacks, and what the step costs."""

    score: Score
    copies: int
    deck: Deck


def mend(deck: Deck, checker: Checker, owned: Owned | None = None) -> Mending:
    """Return the deck with the smallest changes that make it legal, as far as there are any.

    With `owned` no card is added that is not owned so often.
    """
    current = deck
    problems = checker(current)
    score = _score(problems)
    for _ in range(MAX_STEPS):
        if score[:3] == (0, 0, 0):
            break
        step = _best_step(current, problems, score, checker, owned)
        if step is None:
            break
        current, score = step.deck, step.score
        problems = checker(current)
    return Mending(deck=current, changes=tuple(_changes(deck, current)), left=errors(problems))


def _score(problems: Iterable[Problem]) -> Score:
    """Return surplus, shortage, all shortages added up, and warnings.

    What one section lacks by several rules may be the same cards, so the greatest lack of each
    section is its shortage. A missing title weighs as much as its copies.
    """
    surplus = warnings = 0
    lacks: dict[str | None, Counter[str]] = {}
    for problem in problems:
        weight = problem.fields.get("copies", 1)
        if problem.severity == "warning":
            warnings += 1
        elif problem.code == UNMENDED:
            continue
        elif problem.have is not None and problem.need is not None and problem.have < problem.need:
            lack = (problem.need - problem.have) * weight
            lacks.setdefault(problem.section, Counter())[problem.code] += lack
        else:
            surplus += max(1, (problem.have or 0) - (problem.need or 0)) * weight
    shortage = sum(max(codes.values()) for codes in lacks.values())
    return surplus, shortage, sum(codes.total() for codes in lacks.values()), warnings


def _best_step(
    deck: Deck,
    problems: tuple[Problem, ...],
    score: Score,
    checker: Checker,
    owned: Owned | None,
) -> _Step | None:
    """Return the best step that changes what is there; new titles only where that falls short."""
    sections = _short_sections(deck, problems, checker)
    most = max(
        ((each.need or 0) - (each.have or 0) for each in problems if each.severity == "error"),
        default=0,
    )
    weight = max((each.fields.get("copies", 1) for each in problems), default=1)
    added = min(max(most, 1) * weight, MAX_ADDED)
    room = _Room(deck, owned)
    found = None
    for steps in (
        chain(
            _with_headers(deck, problems), _with_less(deck), _with_more(deck, sections, added, room)
        ),
        _with_new(deck, sections, added, checker, room),
    ):
        for copies, changed in steps:
            step = _Step(_score(checker(changed)), copies, changed)
            if step.score[:3] < score[:3] and (
                found is None or (step.score, step.copies) < (found.score, found.copies)
            ):
                found = step
        if found is not None and found.score[-1] <= score[-1]:
            break
    return found


def _short_sections(deck: Deck, problems: tuple[Problem, ...], checker: Checker) -> tuple[str, ...]:
    known = tuple(section.id for section in checker.format.sections)
    named = {problem.section for problem in problems if problem.severity == "error"}
    return known if None in named else tuple(each for each in known if each in named)


def _with_headers(deck: Deck, problems: tuple[Problem, ...]) -> Iterator[tuple[int, Deck]]:
    for problem in problems:
        if problem.set_header is not None:
            yield 1, _set_header(deck, *problem.set_header)


def _set_header(deck: Deck, key: str, value: str) -> Deck:
    """Return the deck with one header line of this key, where the first one stood."""
    headers = list(deck.headers)
    places = [row for row, (name, _) in enumerate(headers) if fold(name) == fold(key)]
    kept = [pair for row, pair in enumerate(headers) if row not in places]
    kept.insert(places[0] if places else len(kept), (key, value))
    return msgspec.structs.replace(deck, headers=tuple(kept))


def _with_less(deck: Deck) -> Iterator[tuple[int, Deck]]:
    """Yield the deck with fewer copies of an entry, the last lines of the list first."""
    for row in reversed(range(len(deck.entries))):
        entry = deck.entries[row]
        for copies in range(1, entry.count + 1):
            rest = (
                (msgspec.structs.replace(entry, count=entry.count - copies),)
                if copies < entry.count
                else ()
            )
            yield (
                copies,
                _with_entries(deck, (*deck.entries[:row], *rest, *deck.entries[row + 1 :])),
            )


class _Room:
    """How many more copies of a title the player has; of an unknown number at least one."""

    def __init__(self, deck: Deck, owned: Owned | None) -> None:
        self._owned = owned
        self._held = Counter[str]()
        for entry in deck.entries:
            self._held[title_key(entry)] += entry.count

    def copies(self, name: str, most: int) -> range:
        """Return the numbers of copies that may be added, the greatest first."""
        if self._owned is not None:
            have = self._owned.copies(name)
            most = min(most, (1 if have is None else have) - self._held[fold(name)])
        return range(most, 0, -1)


def _with_more(
    deck: Deck, sections: tuple[str, ...], most: int, room: _Room
) -> Iterator[tuple[int, Deck]]:
    """Yield the deck with more copies of an entry that it has."""
    for row, entry in enumerate(deck.entries):
        if entry.card is not None and entry.section in sections:
            for copies in room.copies(entry.card.name, most):
                more = msgspec.structs.replace(entry, count=entry.count + copies)
                changed = (*deck.entries[:row], more, *deck.entries[row + 1 :])
                yield copies, _with_entries(deck, changed)


def _with_new(
    deck: Deck, sections: tuple[str, ...], most: int, checker: Checker, room: _Room
) -> Iterator[tuple[int, Deck]]:
    """Yield the deck with a title that the section does not hold yet."""
    for section in sections:
        held = {title_key(entry) for entry in deck.section(section)}
        for card in _titles(checker.catalog.cards):
            if fold(card.name) not in held:
                for copies in room.copies(card.name, most):
                    new = Entry(count=copies, name=card.name, section=section, card=card)
                    yield copies, _with_entries(deck, (*deck.entries, new))


def _titles(cards: Iterable[Card]) -> Iterator[Card]:
    seen: set[str] = set()
    for card in cards:
        if not card.never_in_deck and card.official and card.name not in seen:
            seen.add(card.name)
            yield card


def _with_entries(deck: Deck, entries: tuple[Entry, ...]) -> Deck:
    return msgspec.structs.replace(deck, entries=entries)


def _changes(before: Deck, after: Deck) -> Iterator[CardChange | HeaderChange]:
    had, has = _copies(before), _copies(after)
    several = len({section for section, _ in (*had, *has)}) > 1
    for section, title in dict.fromkeys((*had, *has)):
        have, need = had[section, title], has[section, title]
        if have != need:
            yield CardChange(section=section if several else None, card=title, have=have, need=need)
    old, new = dict(reversed(before.headers)), dict(reversed(after.headers))
    for key in dict.fromkeys((*old, *new)):
        repeated = sum(name == key for name, _ in before.headers) > 1
        if old.get(key) != new.get(key) or repeated:
            yield HeaderChange(header=key, before=old.get(key), after=new.get(key))


def _copies(deck: Deck) -> Counter[tuple[str, str]]:
    copies = Counter[tuple[str, str]]()
    for entry in deck.entries:
        copies[entry.section, entry.title] += entry.count
    return copies
