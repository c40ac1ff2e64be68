"""The least changes that make a list legal, as `check --fix` proposes them.

A name that no catalogue knows and that comes near one title alone is read as that title. Any
other such name is left alone, for what was meant is for its owner to say, and no card that it
may mean is added in its place. All else is the repair search's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.collection import Owned
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck, Entry, title_key
from deckbuilder.formats.checking import Checker, errors
from deckbuilder.formats.counting import Headers, Lot, OfTitle, Part, Total
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.repair import Demand, Found, Rating, Search, search_of

UNMENDED = "unknown-card"
LIKENESS = 80.0
"""From this likeness (of 100) on, a title comes near a name."""
MOST_LESSONS = 20
"""So often the search learns from what rules find that do not say what they count."""
MOST_SHUNNED = 3
"""So often it looks for cards in place of those that earn a warning."""


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


class NameChange(msgspec.Struct, frozen=True, kw_only=True):
    """A name that nobody knows, and the one title that it comes near; `lines` have it."""

    name: str
    card: str
    lines: tuple[int, ...]


Change = CardChange | HeaderChange | NameChange


class Mending(msgspec.Struct, frozen=True, kw_only=True):
    """A deck after its changes, and the errors that no change could mend.

    `proven` says that fewer changes than these surely do not make it legal.
    """

    deck: Deck
    changes: tuple[Change, ...]
    left: tuple[Problem, ...]
    proven: bool = True


def mend(
    deck: Deck, checker: Checker, owned: Owned | None = None, rating: Rating | None = None
) -> Mending:
    """Return the deck with the least changes that make it legal, as far as there are any.

    With `owned` no card is added that is not owned so often. `rating` says which cards are
    rather kept and added, among changes that are equal otherwise.
    """
    named, names = _renamed(checker.taken(deck), checker)
    problems = checker(named)
    if not _breaks(problems):
        return Mending(deck=named, changes=tuple(names), left=errors(problems))
    demand = Demand(deck=named, further=tuple(_limits(named, checker, owned)), rating=rating)
    search = search_of(checker)
    found, demand = _obeying(search, demand)
    if found is None:
        return Mending(deck=named, changes=tuple(names), left=errors(problems), proven=False)
    found = _without_warnings(search, demand, found)
    return Mending(
        deck=found.deck,
        changes=(*names, *_changes(named, found.deck)),
        left=errors(checker(found.deck)),
        proven=found.proven and not search.unread,
    )


def _breaks(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the errors that a change of cards could mend."""
    return tuple(each for each in errors(problems) if each.code != UNMENDED)


def _renamed(deck: Deck, checker: Checker) -> tuple[Deck, tuple[NameChange, ...]]:
    """Return the deck with names that come near one title alone read as that title."""
    meant: dict[str, Card] = {}
    for problem in checker(deck):
        if problem.code == UNMENDED and problem.severity == "error":
            for name in problem.cards:
                near = checker.catalog.nearest(name, least=LIKENESS)
                cards = {card for each in near if (card := checker.catalog.find(each))}
                if len(cards) == 1:
                    meant[name] = cards.pop()
    if not meant:
        return deck, ()
    entries = tuple(
        msgspec.structs.replace(entry, card=meant[entry.name], name=meant[entry.name].name)
        if entry.card is None and entry.name in meant
        else entry
        for entry in deck.entries
    )
    changes = tuple(
        NameChange(
            name=name,
            card=card.name,
            lines=tuple(
                each.line for each in deck.entries if each.name == name and each.line is not None
            ),
        )
        for name, card in meant.items()
    )
    return msgspec.structs.replace(deck, entries=entries), changes


def _limits(deck: Deck, checker: Checker, owned: Owned | None) -> Iterator[Part]:
    """Yield what keeps cards from being added: not owned, or meant by a name that nobody knows."""
    held = Counter[str]()
    for entry in deck.entries:
        held[title_key(entry)] += entry.count
    meant = {
        fold(title)
        for entry in deck.entries
        if entry.card is None
        for title in checker.catalog.nearest(entry.name)
    }

    def most(lot: Lot) -> int | None:
        if lot.title in meant or (lot.card is not None and fold(lot.card.name_ja or "") in meant):
            return held[lot.title]
        if owned is None or lot.card is None:
            return None
        have = owned.copies(lot.card.name)
        return max(1 if have is None else have, held[lot.title])

    if meant or owned is not None:
        yield OfTitle(lots=lambda lot: lot.card is not None, most=most)


def _obeying(search: Search, demand: Demand) -> tuple[Found | None, Demand]:
    """Return the least change, and the demand with what was learnt from rules on the way.

    Rules of kinds that do not say what they count are asked about each deck that is found.
    """
    found = search.least(demand)
    for _ in range(MOST_LESSONS):
        if found is None or not found.obeys:
            break
        problems = _breaks(search.checker(found.deck))
        if not problems:
            break
        headers = [_with_header(found.deck, each) for each in problems if each.set_header]
        demand = msgspec.structs.replace(
            demand,
            further=(*demand.further, *map(_lesson, problems)),
            headers=(*demand.headers, *headers),
        )
        found = search.least(demand)
        found = None if found is None else msgspec.structs.replace(found, proven=False)
    return found, demand


def _lesson(problem: Problem) -> Part:
    """Return what a problem asks for, as far as its numbers say it."""
    titles = frozenset(map(fold, problem.cards))
    section = problem.section

    def lots(lot: Lot) -> bool:
        return section in (None, lot.section) and (not titles or lot.title in titles)

    have, need = problem.have or 0, problem.need or 0
    if have < need:
        return Total(lots=lots, least=need)
    return Total(lots=lots, most=need)


def _with_header(deck: Deck, problem: Problem) -> Headers:
    """Return the header lines with the one that would mend a problem."""
    assert problem.set_header is not None
    key, value = problem.set_header
    headers = list(deck.headers)
    places = [row for row, (name, _) in enumerate(headers) if fold(name) == fold(key)]
    kept = [pair for row, pair in enumerate(headers) if row not in places]
    kept.insert(places[0] if places else len(kept), (key, value))
    return tuple(kept)


def _without_warnings(search: Search, demand: Demand, found: Found) -> Found:
    """Return an equally small change that adds no card with a warning, where there is one."""
    before = {title_key(entry) for entry in demand.deck.entries}
    best, least = found, _warned(search, found.deck)
    for _ in range(MOST_SHUNNED):
        added = _added(found.deck, before)
        blamed = {
            entry.card
            for each in search.checker(found.deck)
            if each.severity == "warning"
            for entry in added
            if entry.card is not None and entry.title in each.cards
        }
        if not blamed:
            break
        demand = msgspec.structs.replace(demand, shunned=demand.shunned | blamed)
        other = search.least(demand)
        if other is None or (other.faults, other.changes) != (best.faults, best.changes):
            break
        found = other
        if (warned := _warned(search, found.deck)) < least:
            best, least = found, warned
    return best


def _added(deck: Deck, before: set[str]) -> Sequence[Entry]:
    return [entry for entry in deck.entries if title_key(entry) not in before]


def _warned(search: Search, deck: Deck) -> int:
    return sum(each.severity == "warning" for each in search.checker(deck))


def _changes(before: Deck, after: Deck) -> Iterator[Change]:
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
