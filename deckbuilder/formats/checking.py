"""Every problem of a deck under a format, always in the same order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import Fault, InputError, misfit, refusal
from deckbuilder.formats.context import Context
from deckbuilder.formats.format import Format, Rule, is_pool_rule
from deckbuilder.formats.kind import Check, Kind, Parameters, faulty_fields
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.quick import QuickLook
from deckbuilder.formats.tally import Tally, lines_of
from deckbuilder.sanitizing import shown

KNOWN_CARDS = "known-cards"
"""The kind that every format has, stated or not: a list's cards must be known."""
NOT_COUNTED = "not-counted"
"""The code of cards that a list names beside its deck."""
_IDENTITY = frozenset(("id", "name", "set", "official"))
"""What makes a card the one that it is."""


class BoundRule(NamedTuple):
    """A rule, its kind, its parameters as a record, and its check of decks."""

    rule: Rule
    kind: Kind
    parameters: Parameters
    check: Check


class Checker:
    """A format bound to the cards of its game and to a day; call it with a deck.

    `bound` are the rules in force, `context` is what they were bound to, `quick` tells which of
    them need not look at a deck at all.
    `date` is an ISO day, None for the newest state of the law. Raises InputError with every
    search, title and parameter of the format that does not fit the cards, and when the format
    is not in force on that day.
    """

    def __init__(
        self,
        deck_format: Format,
        catalog: Catalog,
        kinds: Mapping[str, Kind],
        date: str | None = None,
    ) -> None:
        begin = deck_format.effective_from
        if date is not None and begin is not None and date < begin:
            raise refusal("formats.not-yet", where=deck_format.id, begin=begin, date=date)
        self.format = deck_format
        self.catalog = catalog
        self._sections = frozenset(section.id for section in deck_format.sections)
        context = Context(deck_format, catalog, date)
        rules = [rule for rule in deck_format.rules if rule.in_force(date)]
        if not any(rule.kind == KNOWN_CARDS for rule in rules):
            rules.append(Rule(kind=KNOWN_CARDS, cite=""))
        faults = list(_pool_faults(context))
        self._namesakes = {} if faults else _namesakes(context)
        if faults:
            rules = [rule for rule in rules if not is_pool_rule(rule)]
        bound = [each for rule in rules if (each := _bind(rule, kinds, context, faults))]
        self.bound = tuple(bound)
        self.context = context
        faults.extend(_errata_faults(context))
        if faults:
            raise InputError(faults)
        looks = [
            each.kind.quick and partial(each.kind.quick, each.parameters, context) for each in bound
        ]
        self.quick = QuickLook(catalog.by_id, sorted(self._sections), looks, self._namesakes)

    def __call__(self, deck: Deck) -> tuple[Problem, ...]:
        """Return every problem of a deck, errors first, then by section, code and card.

        Raises InputError for a deck of another game.
        """
        if deck.game != self.format.game:
            raise refusal(
                "formats.of-other-game",
                of=deck.game,
                format=self.format.id,
                game=self.format.game,
            )
        suspects = (
            None if deck.miscounts or deck.remarks or deck.beside else self.quick.suspects(deck)
        )
        if suspects is None:
            return self.in_full(deck)
        if not suspects:
            return ()
        deck = self._in_pool(deck)
        return _ordered(self._found(Tally(deck, deck.entries), suspects))

    def in_full(self, deck: Deck) -> tuple[Problem, ...]:
        """Return the same for a deck of the format's game, by every check there is."""
        deck = self._in_pool(self.taken(deck))
        tally = Tally(deck, deck.entries)
        return _ordered(
            (
                *self._misplaced(tally),
                *reading_warnings(deck, self.catalog, self._sections),
                *self._found(tally, range(len(self.bound))),
            )
        )

    def _found(self, tally: Tally, rows: Iterable[int]) -> Iterator[Problem]:
        """Yield what some of the rules find."""
        for rule, _, _, check in map(self.bound.__getitem__, rows):
            if rule.only_with and not _holds_any(tally, rule.only_with):
                continue
            if rule.only_without and _holds_any(tally, rule.only_without):
                continue
            for problem in check(tally):
                yield _cited(problem, rule)

    def taken(self, deck: Deck) -> Deck:
        """Return the deck with those cards beside it counted in that the format has a part for."""
        return deck.with_beside(*self._sections) if deck.beside else deck

    def _in_pool(self, deck: Deck) -> Deck:
        """Return the deck with the namesakes that the pool has in place of those it has not."""
        meant = self._namesakes
        if not meant or not any(each.by_name for each in deck.entries):
            return deck
        entries = (
            msgspec.structs.replace(each, card=meant.get(each.card.id, each.card))
            if each.by_name and each.card
            else each
            for each in deck.entries
        )
        return msgspec.structs.replace(deck, entries=tuple(entries))

    def _misplaced(self, tally: Tally) -> Iterator[Problem]:
        for section in tally.deck.sections:
            if section not in self._sections:
                entries = tally.of((section,)).entries
                yield Problem(
                    code="unknown-section",
                    section=section,
                    have=sum(entry.count for entry in entries),
                    lines=lines_of(entries),
                    fields={"sections": [each.id for each in self.format.sections]},
                )


def _ordered(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: problem.order))


def reading_warnings(
    deck: Deck, catalog: Catalog, sections: Collection[str] = ()
) -> Iterator[Problem]:
    """Yield what reading a list has to tell, whatever format it is judged by: warnings all.

    `sections` are those of the format: what stands there is counted.
    """
    yield from _miscounted(deck)
    yield from _remarked(deck, sections)
    yield from _other_printings(deck, catalog)


def _miscounted(deck: Deck) -> Iterator[Problem]:
    for each in deck.miscounts:
        yield Problem(
            code="wrong-total",
            severity="warning",
            have=each.have,
            need=each.stated,
            lines=(each.line,),
        )


def _remarked(deck: Deck, sections: Collection[str]) -> Iterator[Problem]:
    """Yield a warning for everything that reading passed over, left out or guessed."""
    for each in deck.remarks:
        if each.code == NOT_COUNTED and each.other in sections:
            continue
        yield Problem(
            code=each.code,
            severity="warning",
            have=each.have,
            lines=each.lines,
            fields={"text": each.text, "other": each.other},
        )


def _other_printings(deck: Deck, catalog: Catalog) -> Iterator[Problem]:
    """Yield a warning for each line whose set or number is not the card's."""
    for entry in deck.entries:
        if entry.contradicted and entry.card is not None:
            yield Problem(
                code="other-printing",
                severity="warning",
                section=Tally(deck, (entry,)).section_of([entry]),
                cards=(entry.title,),
                have=entry.count,
                lines=lines_of([entry]),
                fields={
                    "stated": entry.contradicted,
                    "printed": catalog.reference(entry.card),
                },
            )


def _holds_any(tally: Tally, sections: Iterable[str]) -> bool:
    return any(tally.of((section,)).entries for section in sections)


def _namesakes(context: Context) -> dict[str, Card]:
    """Return for cards outside the pool the card within it that has the same name.

    Two cards of one name are no printings of each other: they are of different types.
    """
    in_pool = context.matches(context.format.pool)
    found: dict[str, Card] = {}
    for _, _, rows in context.catalog.title_keys:
        cards = [context.catalog.cards[row] for row in rows] if len(rows) > 1 else []
        for card in cards if len({card.type for card in cards}) > 1 else ():
            others = [each for each in cards if each.type != card.type and in_pool[each.id]]
            if others and not any(map(in_pool.__getitem__, _ids(context.printings(card)))):
                found[card.id] = others[0]
    return found


def _ids(cards: Iterable[Card]) -> list[str]:
    return [card.id for card in cards]


def _pool_faults(context: Context) -> Iterator[Fault]:
    law = context.format
    try:
        context.matches(law.pool)
    except InputError as error:
        where = law.pool_where or law.where or None
        for fault in error.faults:
            yield fault.found_from(where=where, line=law.pool_line, field="pool")


def _errata_faults(context: Context) -> Iterator[Fault]:
    """Yield what is wrong with errata: titles and fields that there are not, values of no use."""
    catalog = context.catalog
    types = {field.name: field.type for field in msgspec.structs.fields(catalog.card_type)}
    for each in context.format.errata:
        place: dict[str, Any] = {"where": each.where or None, "line": each.line}
        if catalog.find(each.card) is None:
            yield catalog.no_card(each.card).at(**place, field="card")
        if each.field not in types or each.field in _IDENTITY:
            known = sorted(types.keys() - _IDENTITY)
            unknown = Fault.of("formats.no-erratum", name=shown(each.field), known=known)
            yield unknown.at(**place, field="field")
            continue
        try:
            msgspec.convert(each.value, types[each.field])
        except msgspec.ValidationError as error:
            unfit = Fault.of("fields.unfit", value=shown(each.value), why=misfit(error).what)
            yield unfit.at(**place, field="value")


def _bind(
    rule: Rule, kinds: Mapping[str, Kind], context: Context, faults: list[Fault]
) -> BoundRule | None:
    kind = kinds.get(rule.kind)
    if kind is None:
        unknown = Fault.of("formats.no-kind", kind=shown(rule.kind), known=sorted(kinds))
        faults.append(_fault(rule, "kind", unknown))
        return None
    wrong = list(faulty_fields(rule.parameters, kind.parameters))
    if not wrong:
        parameters: Parameters = msgspec.convert(rule.parameters, kind.parameters)
        wrong = list(parameters.faults())
    if wrong:
        faults.extend(_fault(rule, field, fault) for field, fault in wrong)
        return None
    try:
        return BoundRule(rule, kind, parameters, kind.check(parameters, context))
    except InputError as error:
        faults.extend(_fault(rule, rule.kind, fault) for fault in error.faults)
        return None


def _fault(rule: Rule, field: str, fault: Fault) -> Fault:
    return fault.found_from(where=rule.where or None, line=rule.line, field=field)


def _cited(problem: Problem, rule: Rule) -> Problem:
    """Return a problem with its rule's number, source, severity and label."""
    more: dict[str, Any] = {
        "rule": problem.rule or rule.cite or None,
        "source": problem.source or rule.source,
    }
    if rule.label is not None:
        more["fields"] = {**problem.fields, "label": rule.label}
    if rule.severity == "warning":
        more["severity"] = "warning"
    return msgspec.structs.replace(problem, **more)


def errors(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems that make a deck illegal: all but the warnings."""
    return tuple(problem for problem in problems if problem.severity == "error")
