"""What a seat is taken to do where nobody looks further: an answer to any question, at once.

Units, supports and quests are played where their figures are worth most, then a development;
fights are chosen by what they come to at a glance, harm goes to the other seat and help to the
own. Tactics, actions and what else an effect may do are left to those who look ahead.
"""

from __future__ import annotations

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.book import Book, CardSpec
from deckbuilder.games.invasion.duel.combat_estimates import Fighting
from deckbuilder.games.invasion.duel.evaluation import Weights
from deckbuilder.games.invasion.duel.names import BATTLEFIELD, zone_name, zone_of, zone_ref
from deckbuilder.games.invasion.duel.questions import ACCEPT, DECLINE, DONE, PASS
from deckbuilder.games.invasion.duel.state import FACE_DOWN, Question
from deckbuilder.tables.protocol import Option

FIGHTING = ("attackers", "defenders")
_QUIET = (PASS, DONE, DECLINE)
"""What a seat answers that does nothing."""
_AIMED = ("target", "choice", "sacrifice", "strike", "redirect")
"""Questions for an object, a section or a player."""
_HARM = frozenset((
    "deal_damage", "destroy", "corrupt", "return_to_hand", "sacrifice", "move_damage", "mill",
    "discard_hand", "lose_resources", "deal_indirect_damage", "cannot", "cancel_effect",
))  # fmt: skip
"""Primitives that hurt what they are aimed at; what raises power and the like helps."""


class Habits:
    """The habits of a seat whose positions are worth what `weights` say.

    `effect` is what a support or quest is worth beyond its figures, if it does anything.
    """

    def __init__(self, weights: Weights, effect: float) -> None:
        self._weights = weights
        self._effect = effect

    def answer(self, board: Board, question: Question) -> Option:
        """Return what is taken for the answer to a question."""
        kind = question.kind
        if kind == "window":
            return self._play(board, question)
        if kind == "zone":
            return self._zone(board, question)
        if kind == "assign":
            return _assignment(board, question)
        if kind == "attack":
            _, zone = Fighting(board, self._weights).target(question.seat)
            return DONE if zone < 0 else Option("attack", zone_name(zone))
        if kind == "attackers":
            return question.options[0]
        if kind == "defenders":
            return self._defender(board, question)
        if kind in _AIMED:
            return self._aimed(board, question)
        if kind in ("may", "quest", "found", "take", "number", "restore"):
            return _usual(question)
        return next((each for each in question.options if each in _QUIET), question.options[0])

    def _defender(self, board: Board, question: Question) -> Option:
        """Return the next of the defenders that are best, all of them chosen at once."""
        combat = board.combat
        assert combat is not None
        fighting = Fighting(board, self._weights)
        _, units = fighting.defence(combat.zone, combat.attackers)
        return next((each for each in question.options if _unit(each) in units), DONE)

    def _play(self, board: Board, question: Question) -> Option:
        """Return the card to play whose figures are worth most, nothing where none is."""
        seat = question.seat
        hand = dict(board.hands[seat])
        best = (self._weights.card, PASS)
        power = _powers(board, seat)
        for option in question.options:
            if option.action != "play":
                continue
            spec = board.book.cards[hand[_number(option)]]
            if spec.type == "tactic":
                continue
            gain = max(self._gain(spec, power, place) for place in _places(spec))
            best = max(best, (gain, option), key=lambda pair: pair[0])
        return self._development(board, question) if best[1] == PASS else best[1]

    def _development(self, board: Board, question: Question) -> Option:
        """Return the card to play face down: the one whose figures are worth least."""
        hand = dict(board.hands[question.seat])
        power = _powers(board, question.seat)

        def worth(option: Option) -> float:
            spec = board.book.cards[hand[_number(option)]]
            return max(self._gain(spec, power, place) for place in _places(spec))

        found = [each for each in question.options if each.action == "develop"]
        return min(found, key=worth, default=PASS)

    def section(self, board: Board, question: Question) -> Option:
        """Return where a development goes: to the section that is damaged most."""

        def damage(option: Option) -> int:
            _, owner, place = option.subject.split("/")
            zone = zone_of(int(owner), place)
            return -1 if board.burning[zone] else board.section_damage[zone]

        return max(question.options, key=damage)

    def _gain(self, spec: CardSpec, power: list[int], place: int) -> float:
        """Return what the figures of a card are worth in a zone."""
        weights = self._weights
        if place == BATTLEFIELD and not spec.is_unit:
            return self._effect if spec.text else 0.0
        slope = (weights.kingdom, weights.quest, weights.battlefield)[place]
        gain = slope.of(power[place] + spec.power) - slope.of(power[place])
        if spec.is_unit:
            return gain + weights.able + weights.hit_point * spec.hp
        return gain + self._effect if spec.text else gain

    def _zone(self, board: Board, question: Question) -> Option:
        """Return the zone where a card is worth most; a development goes where damage is."""
        seat = question.seat
        card = dict(board.hands[seat]).get(_number(Option("", question.about)), FACE_DOWN)
        spec = None if card == FACE_DOWN else board.book.cards[card]
        power = _powers(board, seat)

        def worth(option: Option) -> float:
            _, owner, place = option.subject.split("/")
            zone = zone_of(int(owner), place)
            if spec is None or question.ability:
                return board.section_damage[zone]
            return self._gain(spec, power, zone % 3)

        return max(question.options, key=worth)

    def _aimed(self, board: Board, question: Question) -> Option:
        """Return the other's best object for harm and the own for help, or the least bad one."""
        fighting = Fighting(board, self._weights)
        harms = question.kind in ("strike", "sacrifice") or _harms(board.book, question.ability)

        def worth(option: Option) -> float:
            kind, _, rest = option.subject.partition("/")
            if kind == "zone":
                owner, value = int(rest[0]), self._weights.damage
            elif kind in ("unit", "support", "quest", "development") and int(rest) in board.pieces:
                piece = board.pieces[int(rest)]
                owner = piece.seat
                value = fighting.worth(piece.id) if kind == "unit" else self._weights.development
            else:
                return 0.0
            return value if (owner == question.seat) != harms else -value

        return max(question.options, key=worth)


def _usual(question: Question) -> Option:
    """Return what a seat does of what it may do: it accepts, takes, plays and spends all."""
    options = question.options
    if ACCEPT in options:
        return ACCEPT
    if question.kind == "number":
        return options[-1]
    return options[0]


def _harms(book: Book, ability: str) -> bool:
    """Tell whether an ability hurts what it is aimed at."""
    return any(op.name in _HARM for spec in book.by_id.get(ability, ()) for op in spec.effect)


def _powers(board: Board, seat: int) -> list[int]:
    """Return the power of a seat's zones."""
    return [board.zone_power(3 * seat + place) for place in range(3)]


def _places(spec: CardSpec) -> tuple[int, ...]:
    """Return where a card can be played, as far as its own text says."""
    if spec.type == "quest":
        return (1,)
    return (spec.enter_only,) if spec.enter_only >= 0 else (0, 1, 2)


def _number(option: Option) -> int:
    """Return the number of the object that an option is about, 0 for none."""
    number = option.subject.rpartition("/")[2]
    return int(number) if number.isdecimal() else 0


def _assignment(board: Board, question: Question) -> Option:
    """Return where points of damage go: to the other's best unit that falls, or to the section.

    Of indirect damage the own section takes most that has most hit points left.
    """
    units = [option for option in question.options if _unit(option)]
    sections = [option for option in question.options if not _unit(option)]
    if units and board.pieces[_unit(units[0])].seat != question.seat:
        fallen = [option for option in units if _falls(board, option)]
        if fallen:
            return max(fallen, key=lambda option: _price(board, option))
        return max(sections or units, key=points_of)
    if not sections:
        return units[0]
    if units:
        return max(sections, key=lambda option: (_room(board, option), points_of(option)))
    return max(sections, key=points_of)


def points_of(option: Option) -> int:
    """Return the number of an option, 0 where it has none."""
    return option.value if isinstance(option.value, int) else 0


def _unit(option: Option) -> int:
    """Return the unit that an option is about, 0 for none."""
    kind, _, number = option.subject.partition("/")
    return int(number) if kind == "unit" else 0


def _falls(board: Board, option: Option) -> bool:
    """Tell whether a unit falls by just so many points."""
    ref = _unit(option)
    return points_of(option) == max(1, board.remaining(ref)) + board.toughness(ref)


def _price(board: Board, option: Option) -> float:
    """Return what a unit is worth to its side, by the points that it takes."""
    ref = _unit(option)
    return (2 * board.power(ref) + board.hit_points(ref)) / max(1, points_of(option))


def _room(board: Board, option: Option) -> int:
    """Return the hit points that a section has left, 0 where it would burn."""
    _, seat, place = option.subject.split("/")
    left = board.remaining(zone_ref(zone_of(int(seat), place)))
    return left if left > points_of(option) else 0
