"""The kinds of rule that ask for a capital, and for cards of one side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, get_args

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold, nearest
from deckbuilder.decks.deck import Entry
from deckbuilder.formats.context import Context, Marks
from deckbuilder.formats.counting import (
    Case,
    Choices,
    Counts,
    Headers,
    Total,
    Which,
    cards_within,
)
from deckbuilder.formats.kind import Check, Lines, Parameters, kind
from deckbuilder.formats.kinds.groups import Sides, sides_check, sides_counts, sides_quick
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.quick import Clean, Ledger
from deckbuilder.formats.tally import Tally
from deckbuilder.games.invasion.capital_headers import (
    HEADERS,
    capital_race,
    capitals_of,
    header_key,
    written_capitals,
)
from deckbuilder.games.invasion.card import NEUTRAL, InvasionCard, Side
from deckbuilder.games.invasion.pool_capitals import in_pool

SIDES = get_args(Side)
Boards = dict[str, InvasionCard]
"""Capital boards by race."""


def known_cards(part: Tally) -> Iterator[tuple[Entry, InvasionCard]]:
    """Yield the entries of a part of a deck whose cards are known, with these."""
    for entry in part.entries:
        if isinstance(entry.card, InvasionCard):
            yield entry, entry.card


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
        for entry, card in known_cards(tally):
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
                set_header=(header_key(tally.deck), written[0]),
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
    for entry, card in known_cards(tally):
        if card.side is not None:
            sums = of_neutrals if card.race == "neutral" else of_races
            sums[card.side] += entry.count
    return of_races or of_neutrals


def _header_value(board: InvasionCard) -> str:
    return board.name.removesuffix(" Capital")


def _fitting_header(tally: Tally, boards: Boards) -> tuple[str, str] | None:
    """Return the header line of the capital whose race has most cards, then of their side."""
    races, sides = Counter[str](), _sides(tally)
    for entry, card in known_cards(tally):
        races[card.race] += entry.count
    if not boards:
        return None
    best = max(boards.values(), key=lambda board: (sides[board.side or ""], races[board.race]))
    return header_key(tally.deck), _header_value(best)


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
