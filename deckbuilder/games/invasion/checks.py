"""The kinds of rule that only Invasion has: they look at the capital board and at loyalty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, cast, get_args

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold, nearest
from deckbuilder.decks.deck import Deck, Entry, title_key
from deckbuilder.formats.context import Context, Marks
from deckbuilder.formats.counting import (
    Case,
    Choices,
    Counts,
    Headers,
    Total,
    Which,
    always,
    cards_within,
)
from deckbuilder.formats.kind import Check, Kind, Lines, Parameters, kind
from deckbuilder.formats.kinds.groups import Sides, sides_check, sides_counts, sides_quick
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.quick import FIELD, Clean, Ledger
from deckbuilder.formats.tally import Tally, lines_of
from deckbuilder.games.invasion.card import CapitalRace, InvasionCard, Race, Side
from deckbuilder.games.invasion.pool_capitals import in_pool

HEADERS = frozenset(map(fold, ("Capital", "Capital board", "首都", "首都ボード")))
NEUTRAL = "neutral"
RACES = tuple(race for race in get_args(Race) if race != NEUTRAL)
SIDES = get_args(Side)
Boards = dict[str, InvasionCard]
"""Capital boards by race."""
MOST_LOYALTY = 8
"""Symbols that pay a card; beyond these the quick look leaves a deck to the check."""
STAYING = ("unit", "support", "quest", "legend")
"""Types of card that stay in play and so show their race symbol (INV-31)."""


def capitals_of(deck: Deck) -> tuple[str, ...]:
    """Return what the list's capital headers say, as written."""
    return written_capitals(deck.headers)


@lru_cache(maxsize=1024)
def written_capitals(headers: Headers) -> tuple[str, ...]:
    """Return what the capital lines among some header lines say, as written."""
    return tuple(value.strip() for key, value in headers if fold(key) in HEADERS)


@lru_cache(maxsize=1024)
def capital_race(written: str) -> str | None:
    """Return the race that a capital header means ("High Elves", "orc capital"), or None."""
    words = fold(written).replace("-", " ").split()
    name = " ".join(word for word in words if word not in ("capital", "board"))
    for race in get_args(CapitalRace):
        if name in _spellings(race.replace("-", " ")):
            return cast(str, race)
    return None


def _spellings(name: str) -> tuple[str, ...]:
    spellings = [name, f"{name}s"]
    if name.endswith("f"):
        spellings.append(f"{name[:-1]}ves")
    return tuple(spellings)


def _cards(part: Tally) -> Iterator[tuple[Entry, InvasionCard]]:
    for entry in part.entries:
        if isinstance(entry.card, InvasionCard):
            yield entry, entry.card


def _titles(entries: Iterable[Entry]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.title for entry in entries))


def _by_title(entries: Iterable[Entry]) -> Iterable[list[Entry]]:
    """Return the entries title by title (INV-R8)."""
    titles: dict[str, list[Entry]] = {}
    for entry in entries:
        titles.setdefault(title_key(entry), []).append(entry)
    return titles.values()


class Capital(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The list's capital is one of the `boards` that a search finds; `named` asks for one.

    Of these boards the format's pool must have it.
    """

    boards: str = "t:capital"
    named: bool = False

    def wording(self) -> tuple[str, dict[str, Any]]:
        """Return the sentence for a capital that may be named or must be."""
        return ("named" if self.named else "text"), {}


def _boards(parameters: Capital, context: Context) -> Boards:
    found = (card for card in context.select(parameters.boards) if isinstance(card, InvasionCard))
    return {card.race: card for card in in_pool(found, context)}


def _capital_counts(parameters: Capital, context: Context) -> Counts:
    """Ask for one capital that there is, and for no side with more cards than its own."""
    boards = _boards(parameters, context)
    impossible: Choices = ((),)

    def counts(headers: Headers) -> Choices:
        written = written_capitals(headers)
        if not written:
            return ()
        board = boards.get(capital_race(written[0]) or "")
        if len(written) > 1 or board is None:
            return impossible
        return (tuple(_sided(board.side)),)

    return counts


def _sided(side: str | None) -> Iterator[Case]:
    """Yield how a deck is of a side: by the cards of its races, or without any by neutrals."""

    def lots(fits: Callable[[InvasionCard], bool]) -> Which:
        return cards_within((), lambda card: isinstance(card, InvasionCard) and fits(card))

    def of(side: str | None, neutral: bool) -> Which:
        return lots(lambda card: (card.race == NEUTRAL) == neutral and card.side == side)

    def most(neutral: bool) -> list[Total]:
        others = [each for each in SIDES if each != side]
        if side is None:
            return [Total(lots=of(other, neutral), most=0) for other in others]
        return [
            Total(lots=of(side, neutral), against=of(other, neutral), least=0) for other in others
        ]

    of_races = lots(lambda card: card.race != NEUTRAL and card.side is not None)
    yield Case(parts=(Total(lots=of_races, least=1), *most(neutral=False)))
    yield Case(parts=(Total(lots=of_races, most=0), *most(neutral=True)), rare=True)


def _capital_lines(parameters: Capital, context: Context) -> Lines:
    """Offer a deck that names a capital every other one, those of most of its cards first."""
    boards = _boards(parameters, context)

    def lines(tally: Tally) -> Iterator[Headers]:
        written = capitals_of(tally.deck)
        races, sides = Counter[str](), _sides(tally)
        for entry, card in _cards(tally):
            races[card.race] += entry.count
        named = [capital_race(each) for each in written] if len(written) > 1 else []
        order = sorted(
            boards.values(),
            key=lambda board: (
                board.race not in named,
                -sides[board.side or ""],
                -races[board.race],
            ),
        )
        for board in order if written else ():
            yield _with_capital(tally.deck.headers, _header_value(board))

    return lines


def _with_capital(headers: Headers, value: str) -> Headers:
    """Return header lines with one capital, where the first one stood."""
    places = [row for row, (key, _) in enumerate(headers) if fold(key) in HEADERS]
    kept = [pair for row, pair in enumerate(headers) if row not in places]
    kept.insert(places[0], (headers[places[0]][0], value))
    return tuple(kept)


def _capital_quick(parameters: Capital, context: Context, ledger: Ledger) -> Clean:
    masks = ledger.masks((), SIDES, _side)
    every = sum(masks.values())
    others = {
        race: every & ~masks.get(board.side, 0)
        for race, board in _boards(parameters, context).items()
    }

    def clean(marks: int, sums: int, headers: Headers) -> bool:
        written = written_capitals(headers)
        if not written:
            return not parameters.named
        other = others.get(capital_race(written[0]) or "")
        return len(written) == 1 and other is not None and not marks & other

    return clean


@kind(
    "invasion/capital",
    Capital,
    codes=(
        "no-capital",
        "several-capitals",
        "unknown-capital",
        "capital-not-available",
        "capital-of-other-side",
    ),
    counts=_capital_counts,
    headings=HEADERS,
    lines=_capital_lines,
    quick=_capital_quick,
)
def capital(parameters: Capital, context: Context) -> Check:
    """Ask that the capital exists and is of the deck's side (INV-14, INV-52)."""
    boards = _boards(parameters, context)
    side_of = Marks(context.catalog.by_id, _side)

    def check(tally: Tally) -> Iterable[Problem]:
        written = capitals_of(tally.deck)
        if not written:
            if parameters.named:
                yield Problem(code="no-capital", severity="warning", have=0, need=1)
            return
        if len(written) > 1:
            yield Problem(
                code="several-capitals",
                cards=written,
                have=len(written),
                need=1,
                set_header=(_header_key(tally.deck), written[0]),
            )
        for name in written:
            race = capital_race(name)
            known = [board.name for board in boards.values()]
            if race is None:
                close = nearest(name, known)
                yield Problem(
                    code="unknown-capital",
                    cards=(name,),
                    fields={"known": list(close or known)},
                    set_header=_fitting_header(tally, boards),
                )
            elif race not in boards:
                yield Problem(
                    code="capital-not-available",
                    cards=(name,),
                    fields={"known": known},
                    set_header=_fitting_header(tally, boards),
                )
            elif not {None, boards[race].side}.issuperset(map(side_of.__getitem__, tally.cards)):
                yield from _other_side(tally, boards[race], boards)

    return check


@kind(
    "invasion/sides",
    Sides,
    codes=("mixed-sides", "wrong-side"),
    # A capital of the other side is for the rule of capitals to refuse, whatever decides here.
    counts=sides_counts,
    quick=sides_quick,
)
def sides(parameters: Sides, context: Context) -> Check:
    """Keep sides apart as the shared kind does; where no card decides, the capital (INV-3)."""
    side_of: dict[str, str | None] = {
        card.race: card.side
        for card in context.select("t:capital")
        if isinstance(card, InvasionCard)
    }

    def of_capital(tally: Tally) -> str | None:
        written = capitals_of(tally.deck)
        return side_of.get(capital_race(written[0]) or "") if written else None

    return sides_check(parameters, context, of_capital)


def _side(card: Card) -> str | None:
    return card.side if isinstance(card, InvasionCard) else None


def _sides(tally: Tally) -> Counter[str]:
    """Return the copies by side of all cards of races; without any, of neutrals of one side.

    Neutral cards follow the races of the deck, and its capital where it has none (INV-3).
    """
    of_races, of_neutrals = Counter[str](), Counter[str]()
    for entry, card in _cards(tally):
        if card.side is not None:
            sums = of_neutrals if card.race == "neutral" else of_races
            sums[card.side] += entry.count
    return of_races or of_neutrals


def _header_key(deck: Deck) -> str:
    return next((key for key, _ in deck.headers if fold(key) in HEADERS), "Capital")


def _header_value(board: InvasionCard) -> str:
    return board.name.removesuffix(" Capital")


def _fitting_header(tally: Tally, boards: Boards) -> tuple[str, str] | None:
    """Return the header line of the capital whose race has most cards, then of their side."""
    races, sides = Counter[str](), _sides(tally)
    for entry, card in _cards(tally):
        races[card.race] += entry.count
    if not boards:
        return None
    best = max(boards.values(), key=lambda board: (sides[board.side or ""], races[board.race]))
    return _header_key(tally.deck), _header_value(best)


def _other_side(tally: Tally, board: InvasionCard, boards: Boards) -> Iterator[Problem]:
    sums = _sides(tally)
    side = max(sums, key=lambda each: (sums[each], each == board.side))
    if side != board.side:
        yield Problem(
            code="capital-of-other-side",
            cards=(board.name,),
            have=sums[side],
            fields={"side": board.side, "other": side},
            set_header=_fitting_header(tally, boards),
        )


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
        return not marks & unfit.get(_first_capital(headers), needy)

    return clean


def _first_capital(headers: Headers) -> str | None:
    written = written_capitals(headers)
    return capital_race(written[0]) if written else None


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
        for entry, card in _cards(tally):
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
                set_header=(_header_key(tally.deck), wanted.replace("-", " ").title()),
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
        race = _first_capital(headers)
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
        capital = _first_capital(headers)
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
        for entry, card in _cards(tally)
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


KINDS: dict[str, Kind] = {
    each.name: each for each in (capital, sides, capital_only, legend, loyalty)
}
"""Kind by the name that format files use."""
