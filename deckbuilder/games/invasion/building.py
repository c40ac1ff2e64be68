"""What makes a list good: one side, one or two races and their capital, a curve, enough units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import get_args

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import refusal
from deckbuilder.formats.problem import spoken
from deckbuilder.games.characters import numbers_of
from deckbuilder.games.invasion.capital_headers import HEADERS, capital_race, capitals_of
from deckbuilder.games.invasion.card import RACES, InvasionCard, Side
from deckbuilder.games.invasion.costs import cost_at_start, mean_cost_at_start
from deckbuilder.games.invasion.loyalty_checks import legend_symbol
from deckbuilder.games.invasion.rating import rate
from deckbuilder.games.invasion.weights import Character, characters, rating_weights
from deckbuilder.games.planning import Fact, Ground, Plan, Weigh, drawn
from deckbuilder.words import later, say

CAPITAL = "capital"
"""The wish for a capital, and the header line that names it."""
SIDE = "side"
"""The wish for a side."""
TYPICAL_COST = 2
"""Stands for a cost of X and a cost that is not known."""
NEUTRAL = "neutral"
SIDES = get_args(Side)
MOST_COPIES = 3
"""So many copies of a title count where a choice of races is valued."""


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the data file; see its comments."""

    size: int
    spread: float
    shares: dict[str, float]
    share: float
    curve: float
    symbols: float
    temper: float
    unique: float
    legend: float


@cache
def numbers() -> Numbers:
    """Return the shipped numbers. Raises InputError where the file is not as it should be."""
    return numbers_of("invasion", Numbers, of="builder")


class _Races(msgspec.Struct, frozen=True):
    """The side and races that a list keeps to, and its capital board."""

    side: str
    main: str
    others: tuple[str, ...]
    board: InvasionCard

    def share(self, race: str) -> float:
        """Return the share of the list that a race should have."""
        shares = numbers().shares
        if race == NEUTRAL:
            return shares[NEUTRAL]
        if race == self.main:
            return shares["main"] + (0.0 if self.others else shares["second"])
        return shares["second"] / len(self.others) if race in self.others else 0.0

    def symbols(self, race: str) -> float:
        """Return how many loyalty icons of a race are covered when it matters (INV-31)."""
        capital = 1.0 if race == self.board.race else 0.0
        return capital + numbers().symbols * self.share(race)

    def holds(self, card: InvasionCard) -> bool:
        """Tell whether a card can be in such a list and be played with its capital."""
        return (
            card.race in (NEUTRAL, self.main, *self.others)
            and card.side in (None, self.side)
            and card.capital_only in (None, self.board.race)
            and card.not_capital != self.board.race
            and (card.type != "legend" or legend_symbol(card) == self.board.race)
        )

    def loyalty(self, card: InvasionCard) -> float:
        """Return what a card's loyalty is worth, or costs, in a list of these races."""
        icons = 1.0 if card.loyalty is None or card.race == NEUTRAL else card.loyalty
        covered = 1.0 if card.race == NEUTRAL else self.symbols(card.race)
        return _character().weights.loyalty * (min(icons, covered) - 1.0)


class _Constant(msgspec.Struct, frozen=True, gc=False):
    """What of a card's worth does not depend on the list so far."""

    rating: float
    loyalty: float
    cost: int
    share: float
    role: float
    titled: str | None
    """The folded title of a card that is of little use twice."""


class InvasionPlan:
    """A list of some races in the making."""

    parts = ("rating", "loyalty", "races", "curve", "role", "unique", "legend")

    def __init__(self, races: _Races, start: Deck, rank: int) -> None:
        self.rank = rank
        self._races = races
        name = races.board.name.removesuffix(" Capital")
        kept = [pair for pair in start.headers if fold(pair[0]) not in HEADERS]
        self.headers = (*kept, (CAPITAL.title(), name))
        self._constants: dict[str, _Constant] = {}

    def about(self, deck: Deck) -> str:
        """Tell the races that the list has, and the capital."""
        races = self._races
        there = {entry.card.race for entry in deck.entries if isinstance(entry.card, InvasionCard)}
        others = [race for race in races.others if race in there]
        return say(
            "build.invasion.several" if others else "build.invasion.one",
            race=spoken(races.main),
            others=spoken(others),
            capital=spoken(races.board.race),
        )

    def fits(self, card: Card, section: str) -> bool:
        """Tell whether a card is of the races and can be played with the capital."""
        return isinstance(card, InvasionCard) and self._races.holds(card)

    def weigh(self, deck: Deck) -> Weigh:
        """Count a deck by race, cost, type and title."""
        races, costs, types = Counter[str](), Counter[int](), Counter[str]()
        titles = Counter[str]()
        for entry in deck.entries:
            if isinstance(entry.card, InvasionCard):
                races[entry.card.race] += entry.count
                costs[self._constant(entry.card).cost] += entry.count
                types[entry.card.type] += entry.count
                titles[fold(entry.card.name)] += entry.count
        after = races.total() + 1
        own, character = numbers(), _character()
        curve, role = character.curve, character.weights.role

        def weigh(card: Card, section: str) -> tuple[float, ...]:
            if not isinstance(card, InvasionCard):
                return (0.0,) * len(self.parts)
            of = self._constant(card)
            return (
                of.rating,
                of.loyalty,
                own.share * (of.share * after - races[card.race]),
                own.curve * (curve[of.cost] * after - costs[of.cost]),
                role * (of.role * after - types[card.type]),
                own.unique * titles[of.titled] if of.titled is not None else 0.0,
                own.legend * types["legend"] if card.type == "legend" else 0.0,
            )

        return weigh

    def _constant(self, card: InvasionCard) -> _Constant:
        known = self._constants.get(card.id)
        if known is None:
            known = self._constants[card.id] = self._constants_of(card)
        return known

    def _constants_of(self, card: InvasionCard) -> _Constant:
        cost = cost_at_start(card, self._races.board.race)
        single = card.unique or card.limit_per_deck == 1
        return _Constant(
            rating=_rating(card),
            loyalty=self._races.loyalty(card),
            cost=TYPICAL_COST if cost is None else min(cost, len(_character().curve) - 1),
            share=self._races.share(card.race),
            role=_character().roles.get(card.type, 0.0),
            titled=fold(card.name) if single else None,
        )


class InvasionBuilder:
    """The taste of Warhammer: Invasion."""

    wishes = (CAPITAL, SIDE)

    @property
    def size(self) -> int | None:
        """Cards of a list whose format leaves it open."""
        return numbers().size

    @property
    def spread(self) -> float:
        """How far the seed moves a card."""
        return numbers().spread

    def plans(self, ground: Ground, start: Deck) -> Iterable[Plan]:
        """Yield plans by race: those that the seed draws, weighted by what the supply offers."""
        boards: dict[str, InvasionCard] = {
            card.race: card
            for card in ground.catalog.cards
            if isinstance(card, InvasionCard) and card.type == CAPITAL and card.official
        }
        board = _named_board(ground, start, boards)
        held = Counter[str]()
        sides = Counter[str]()
        for entry in start.entries:
            if isinstance(entry.card, InvasionCard):
                if entry.card.race != NEUTRAL:
                    held[entry.card.race] += entry.count
                if entry.card.side:
                    sides[entry.card.side] += entry.count
        if sides:
            wanted = [max(sides, key=lambda side: (sides[side], side))]
        elif board is not None and board.side:
            wanted = [board.side]
        else:
            wanted = list(SIDES)
        wanted = _of_side(ground.wishes.get(SIDE), wanted, board)
        choices = [races for side in wanted for races in _choices(side, board, boards, list(held))]
        # A wish for a race that the cards at the start do not have comes last.
        off = int(bool(held) and board is not None and board.race not in held)
        for races in _drawn(choices, ground):
            yield InvasionPlan(races, start, 2 * off)
        for side in wanted:
            # Where no two races have cards enough, all of a side together may.
            everything = [race for race in RACES if boards[race].side == side]
            best = board or max(
                (boards[race] for race in everything), key=lambda each: held[each.race]
            )
            main = best.race if best.race in everything else everything[0]
            others = tuple(race for race in everything if race != main)
            yield InvasionPlan(_Races(side, main, others, best), start, 2 * off + 1)

    def facts(self, deck: Deck) -> tuple[Fact, ...]:
        """Return capital, races and the mean of the total costs at the start (INV-14, INV-31)."""
        cards = [
            entry.card
            for entry in deck.entries
            if isinstance(entry.card, InvasionCard)
            for _ in range(entry.count)
        ]
        written = next(iter(capitals_of(deck)), None)
        capital = capital_race(written) if written else None
        races = Counter(card.race for card in cards)
        order = (*RACES, NEUTRAL)
        mean = mean_cost_at_start(cards, capital)
        return (
            Fact("capital", capital),
            Fact("races", {race: races[race] for race in order if races[race]}),
            Fact("cost-at-start", mean),
        )


BUILDER = InvasionBuilder()


def _of_side(wish: str | None, sides: list[str], board: InvasionCard | None) -> list[str]:
    """Return those of the possible sides that are wished for.

    Raises InputError for a side that there is not, and where cards or capital are of the other.
    """
    if wish is None:
        return sides
    side = next((each for each in SIDES if fold(wish) in (each, fold(spoken(each)))), None)
    if side is None:
        known = tuple(later(spoken, each) for each in SIDES)
        raise refusal("invasion.no-side", side=wish, known=known)
    if board is not None and board.side not in (None, side):
        capital = later(spoken, board.race)
        raise refusal("invasion.capital-of-other", capital=capital, side=later(spoken, side))
    if side not in sides:
        raise refusal("invasion.cards-of-other", side=later(spoken, side))
    return [side]


def _named_board(
    ground: Ground, start: Deck, boards: dict[str, InvasionCard]
) -> InvasionCard | None:
    """Return the capital that is wished for, else the one that the list names, else None."""
    written = ground.wishes.get(CAPITAL) or next(iter(capitals_of(start)), None)
    if not written:
        return None
    board = boards.get(capital_race(written) or "")
    if board is None:
        known = tuple(later(spoken, race) for race in boards)
        raise refusal("invasion.no-capital", capital=written, known=known)
    return board


def _choices(
    side: str, board: InvasionCard | None, boards: dict[str, InvasionCard], held: list[str]
) -> Iterator[_Races]:
    """Yield every choice of one or two races of a side that has all the races held."""
    own = [race for race in RACES if boards[race].side == side]
    held = [race for race in held if race in own]
    for main in own:
        if board is not None and board.race in own and main != board.race:
            continue
        if held and (board is None or board.race not in own) and main != held[0]:
            continue
        rest = tuple(race for race in held if race != main)
        seconds = [()] if rest else [(), *((race,) for race in own if race != main)]
        for second in seconds:
            yield _Races(side, main, (*rest, *second), board or boards[main])


def _drawn(choices: list[_Races], ground: Ground) -> list[_Races]:
    """Return the choices in an order that the seed draws, good ones mostly first."""
    cards = [card for card in ground.supply.cards.values() if isinstance(card, InvasionCard)]
    ratings = {card.id: _rating(card) for card in cards}
    values = [_value(races, cards, ratings, ground) for races in choices]
    return drawn(choices, values, numbers().temper, ground.stream)


def _value(
    races: _Races, cards: list[InvasionCard], ratings: dict[str, float], ground: Ground
) -> float:
    """Return the mean worth of the best cards that a supply has for these races.

    Each race gives no more of them than its share of a list.
    """
    total = 0.0
    size = numbers().size
    for race in (NEUTRAL, races.main, *races.others):
        places = round(races.share(race) * size)
        of_race = [card for card in cards if card.race == race and races.holds(card)]
        worths = [(ratings[card.id] + races.loyalty(card), card) for card in of_race]
        worths.sort(key=lambda pair: -pair[0])
        for worth, card in worths:
            left = ground.supply.left(fold(card.name), 0)
            most = 1 if card.unique else MOST_COPIES
            taken = min(places, most if left is None else min(most, left))
            total += worth * taken
            places -= taken
        # A place that nothing fills is worth as little as a bad card.
        total -= places
    return total / size


def _rating(card: InvasionCard) -> float:
    return _character().weights.rating * rate(card, rating_weights()).total


def _character() -> Character:
    return next(iter(characters().values()))
