"""The kinds of rule that hold cards against the capital: whom they are bound to, what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast, get_args

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.decks.deck import Entry, title_key
from deckbuilder.formats.context import Context, Marks
from deckbuilder.formats.counting import (
    Case,
    Choices,
    Counts,
    Headers,
    Total,
    always,
    cards_within,
)
from deckbuilder.formats.kind import Check, Parameters, kind
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.quick import FIELD, Clean, Ledger
from deckbuilder.formats.tally import Tally, lines_of
from deckbuilder.games.invasion.capital_checks import known_cards
from deckbuilder.games.invasion.capital_headers import (
    HEADERS,
    capital_race,
    capitals_of,
    first_capital,
    header_key,
    written_capitals,
)
from deckbuilder.games.invasion.card import NEUTRAL, RACES, CapitalRace, InvasionCard

MOST_LOYALTY = 8
"""Symbols that pay a card; beyond these the quick look leaves a deck to the check."""

STAYING = ("unit", "support", "quest", "legend")
"""Types of card that stay in play and so show their race symbol (INV-31)."""


def _titles(entries: Iterable[Entry]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.title for entry in entries))


def _by_title(entries: Iterable[Entry]) -> Iterable[list[Entry]]:
    """Return the entries title by title (INV-R8)."""
    titles: dict[str, list[Entry]] = {}
    for entry in entries:
        titles.setdefault(title_key(entry), []).append(entry)
    return titles.values()


class Bound(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards that print which capital they need, or which they shun."""


def _bound_counts(parameters: Bound, context: Context) -> Counts:
    """Shut out what another capital is needed for; without a capital, all but one race's needs."""
    needs, shuns = context.values("capital_only"), context.values("not_capital")

    def unfit(race: str, shunned: bool) -> Case:
        wrong = cards_within(
            (),
            lambda card: needs[card.id] not in (None, race) or (shunned and shuns[card.id] == race),
        )
        return Case(parts=(Total(lots=wrong, most=0),))

    def counts(headers: Headers) -> Choices:
        written = written_capitals(headers)
        race = capital_race(written[0]) if written else None
        if race is not None:
            return ((unfit(race, shunned=True),),)
        return (tuple(unfit(each, shunned=False) for each in RACES),)

    return counts


def _bound_quick(parameters: Bound, context: Context, ledger: Ledger) -> Clean:
    needs, shuns = context.values("capital_only"), context.values("not_capital")
    needing = ledger.masks((), get_args(CapitalRace), lambda card: needs[card.id])
    shunning = ledger.masks((), get_args(CapitalRace), lambda card: shuns[card.id])
    needy = sum(needing.values())
    unfit = {race: needy & ~needing[race] | shunning[race] for race in needing}

    def clean(marks: int, sums: int, headers: Headers) -> bool:
        return not marks & unfit.get(first_capital(headers), needy)

    return clean


@kind(
    "invasion/capital-only",
    Bound,
    codes=("needs-capital", "shuns-capital", "needs-several-capitals", "capital-in-doubt"),
    counts=_bound_counts,
    headings=HEADERS,
    quick=_bound_quick,
)
def capital_only(parameters: Bound, context: Context) -> Check:
    """Hold "X only" and "Non-X only" cards against the capital (INV-52)."""
    needs, shuns = context.values("capital_only"), context.values("not_capital")

    def check(tally: Tally) -> Iterable[Problem]:
        if not any(map(needs.__getitem__, tally.cards)) and not any(
            map(shuns.__getitem__, tally.cards)
        ):
            return
        written = capitals_of(tally.deck)
        race = capital_race(written[0]) if written else None
        needing: dict[str, list[Entry]] = {}
        shunning: list[Entry] = []
        for entry, card in known_cards(tally):
            if (wanted := needs[card.id]) is not None:
                needing.setdefault(wanted, []).append(entry)
            if race is not None and shuns[card.id] == race:
                shunning.append(entry)
        for named in _by_title(shunning):
            yield _bound("shuns-capital", named, {"capital": race})
        if race is None:
            yield from _without_capital(needing)
        else:
            yield from _of_other_capitals(needing, race, tally)

    return check


def _of_other_capitals(
    needing: Mapping[str, list[Entry]], race: str, tally: Tally
) -> Iterator[Problem]:
    for wanted, entries in needing.items():
        if wanted == race:
            continue
        fields = {"needed": wanted, "capital": race}
        for named in _by_title(entries):
            yield msgspec.structs.replace(
                _bound("needs-capital", named, fields),
                set_header=(header_key(tally.deck), wanted.replace("-", " ").title()),
            )


def _without_capital(needing: dict[str, list[Entry]]) -> Iterator[Problem]:
    entries = [entry for each in needing.values() for entry in each]
    if len(needing) > 1:
        yield _bound("needs-several-capitals", entries, {"needed": list(needing)})
    elif needing:
        yield _bound("capital-in-doubt", entries, {"needed": list(needing)}, "warning")


def _bound(
    code: str, entries: list[Entry], fields: dict[str, Any], severity: Any = "error"
) -> Problem:
    return Problem(
        code=code,
        severity=severity,
        cards=_titles(entries),
        have=sum(entry.count for entry in entries),
        lines=lines_of(entries),
        fields=fields,
    )


class Legends(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Legends go with the symbol of the capital."""


def _legend_quick(parameters: Legends, context: Context, ledger: Ledger) -> Clean:
    legends = context.matches("t:legend")

    def symbol(card: Card) -> str | None:
        return legend_symbol(cast(InvasionCard, card)) or NEUTRAL if legends[card.id] else None

    masks = ledger.masks((), (*get_args(CapitalRace), NEUTRAL), symbol)
    every = sum(masks.values())

    def clean(marks: int, sums: int, headers: Headers) -> bool:
        race = first_capital(headers)
        return race is None or not marks & every & ~masks[race]

    return clean


@kind(
    "invasion/legend",
    Legends,
    codes=("legend-without-symbol",),
    counts=lambda parameters, context: always(),
    quick=_legend_quick,
)
def legend(parameters: Legends, context: Context) -> Check:
    """Warn of legends that cannot be played with this capital (INV-53)."""

    legends = context.matches("t:legend")

    def check(tally: Tally) -> Iterable[Problem]:
        written = capitals_of(tally.deck)
        race = capital_race(written[0]) if written else None
        if race is None or not any(map(legends.__getitem__, tally.cards)):
            return
        found = [entry for entry in tally.entries if entry.card and legends[entry.card.id]]
        for named in _by_title(found):
            symbol = legend_symbol(cast(InvasionCard, named[0].card))
            if symbol != race:
                fields = {"needed": symbol or "neutral", "capital": race}
                yield _bound("legend-without-symbol", named, fields, "warning")

    return check


def legend_symbol(card: InvasionCard) -> str | None:
    """Return the race whose capital a legend needs; some print it as a trait only (INV-53)."""
    if card.race != "neutral":
        return card.race
    return next((race for trait in card.traits if (race := capital_race(trait))), None)


class Loyalty(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every race of the deck can show the symbols that its cards ask for."""


def _loyalty_quick(parameters: Loyalty, context: Context, ledger: Ledger) -> Clean:
    asks = Marks(context.catalog.by_id, _asks)

    def asked(card: Card) -> tuple[str, int]:
        race, _, wanted = asks[card.id] or ("", False, 0)
        return race, wanted

    def place(race: str) -> int:
        return ledger.place(
            (), lambda card: bool(asks[card.id]) and asks[card.id][:2] == (race, True)
        )

    keys = [(race, wanted) for race in RACES for wanted in range(1, MOST_LOYALTY + 1)]
    masks = ledger.masks((), keys, asked)
    ledger.never((), lambda card: asked(card)[1] > MOST_LOYALTY)
    races = [
        (
            race,
            sum(masks[race, wanted] for wanted in range(1, MOST_LOYALTY + 1)),
            masks[race, 1].bit_length() - 1,
            place(race),
        )
        for race in RACES
    ]

    def clean(marks: int, sums: int, headers: Headers) -> bool:
        capital = first_capital(headers)
        for race, mask, lowest, at in races:
            needed = (marks & mask).bit_length() - lowest
            if needed > 0 and needed > (sums >> at & FIELD) + (capital in (None, race)):
                return False
        return True

    return clean


@kind(
    "invasion/loyalty",
    Loyalty,
    codes=("loyalty-unpaid",),
    counts=lambda parameters, context: always(),
    quick=_loyalty_quick,
)
def loyalty(parameters: Loyalty, context: Context) -> Check:
    """Warn of cards whose loyalty the deck can never pay in symbols (INV-31).

    Symbols are the capital's and those of all other cards of the race that stay in play; a
    list without a capital is taken to have the one that helps.
    """

    asks = Marks(context.catalog.by_id, _asks)

    def check(tally: Tally) -> Iterable[Problem]:
        symbols = dict.fromkeys(RACES, 0)
        needed = dict.fromkeys(RACES, 0)
        for entry in tally.entries:
            if entry.card is not None and (asked := asks[entry.card.id]):
                race, stays, wanted = asked
                symbols[race] += stays * entry.count
                if wanted > needed[race]:
                    needed[race] = wanted
        written = capitals_of(tally.deck)
        capital_of = capital_race(written[0]) if written else None
        for race in RACES:
            shown = symbols[race] + (capital_of in (None, race))
            if needed[race] > shown:
                yield _unpaid(tally, race, shown, capital_of)

    return check


def _asks(card: Card) -> tuple[str, bool, int] | None:
    """Return race, whether the card stays in play, and the symbols of the race that pay it.

    A card that stays shows a symbol of its own once it is in play, which does not pay for it.
    """
    if not isinstance(card, InvasionCard) or card.race not in RACES:
        return None
    stays = card.type in STAYING
    return card.race, stays, (card.loyalty or 0) + stays


def _unpaid(tally: Tally, race: str, shown: int, capital_of: str | None) -> Problem:
    unpaid = [
        (entry, card, shown - (card.type in STAYING))
        for entry, card in known_cards(tally)
        if card.race == race and (card.loyalty or 0) > shown - (card.type in STAYING)
    ]
    return Problem(
        code="loyalty-unpaid",
        severity="warning",
        cards=_titles(entry for entry, _, _ in unpaid),
        have=min(have for _, _, have in unpaid),
        need=max(card.loyalty or 0 for _, card, _ in unpaid),
        lines=lines_of(entry for entry, _, _ in unpaid),
        fields={"race": race},
        wording="loyalty-unpaid-no-capital" if capital_of is None else None,
    )
