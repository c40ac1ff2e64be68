"""Formulas of the effects file: read once, then functions of a context.

Whole numbers, `+` and `-`, comparisons, `and`, `a..b` and the words of `WORDS`; a P is you, opp
or any, a Z a zone's name or here (that zone of P), a T the name of an object.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from deckbuilder.errors import Fault
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.names import ZONES
from deckbuilder.sanitizing import shown

Formula = Callable[[Context], Any]
_TOKEN = re.compile(r"\s*(\d+|\.\.|>=|<=|==|!=|[A-Za-z_]\w*|[-+(),<>])")
_NAMES = ("self", "host", "it", "trigger_unit")


class FormulaError(ValueError):
    """A formula, selector or effect that cannot be read; `fault` says what is wrong."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


def compile_formula(text: str | int, names: Sequence[str] = ()) -> Formula:
    """Return the function of a formula. Raises FormulaError.

    `names` are the targets, choices and finds that it may speak of.
    """
    if isinstance(text, bool) or not isinstance(text, int | str):
        raise FormulaError(Fault.of("effects.no-formula", value=shown(text)))
    if isinstance(text, int):
        return lambda context: text
    reader = _Reader(text, (*_NAMES, *names))
    formula = reader.condition()
    reader.end()
    return formula


def bounds_of(text: str | int) -> tuple[str | int, str | int]:
    """Return the least and the greatest number that `n` or `a..b` allow, as formulas."""
    if isinstance(text, str) and ".." in text:
        least, _, most = text.partition("..")
        return least.strip(), most.strip()
    return text, text


class _Reader:
    def __init__(self, text: str, names: Sequence[str]) -> None:
        self.text = text
        self.names = names
        self.tokens: list[str] = []
        place = 0
        while place < len(text.rstrip()):
            found = _TOKEN.match(text, place)
            if found is None:
                part = text[place:].strip()
                raise FormulaError(Fault.of("effects.unread", part=part, text=text))
            self.tokens.append(found[1])
            place = found.end()
        self.place = 0

    def peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek()
        if not token:
            raise FormulaError(Fault.of("effects.ends-early", text=self.text))
        if wanted and token != wanted:
            raise self.unread()
        self.place += 1
        return token

    def unread(self) -> FormulaError:
        """Return the error for a token that does not fit."""
        return FormulaError(Fault.of("effects.unread", part=self.peek(), text=self.text))

    def end(self) -> None:
        """Raise FormulaError where something is left."""
        if self.peek():
            raise self.unread()

    def condition(self) -> Formula:
        parts = [self.comparison()]
        while self.peek() == "and":
            self.take()
            parts.append(self.comparison())
        if len(parts) == 1:
            return parts[0]
        return lambda context: all(part(context) for part in parts)

    def comparison(self) -> Formula:
        left = self.sum()
        sign = self.peek()
        if sign not in _COMPARE:
            return left
        self.take()
        right = self.sum()
        compare = _COMPARE[sign]
        return lambda context: compare(left(context), right(context))

    def sum(self) -> Formula:
        value = self.signed()
        while self.peek() in ("+", "-"):
            value = _added(value, self.take(), self.signed())
        return value

    def signed(self) -> Formula:
        if self.peek() == "-":
            self.take()
            value = self.term()
            return lambda context: -value(context)
        return self.term()

    def term(self) -> Formula:
        token = self.take()
        if token.isdigit():
            number = int(token)
            return lambda context: number
        if self.peek() != "(":
            return self.word(token)
        self.take("(")
        if token in ("min", "max"):
            return self.extreme(token)
        arguments = self.arguments()
        make = WORDS.get(token)
        if make is None:
            raise FormulaError(Fault.of("effects.no-formula-word", word=token, known=tuple(WORDS)))
        counts, build = make
        if len(arguments) != len(counts):
            need, have = len(counts), len(arguments)
            raise FormulaError(Fault.of("effects.word-count", word=token, need=need, have=have))
        for argument, kind in zip(arguments, counts, strict=True):
            self.check(token, argument, kind)
        return build(*arguments)

    def word(self, token: str) -> Formula:
        if token == "X":
            return lambda context: context.x
        if token == "attacked_zone":
            return lambda context: context.table.attacked_zone()
        if token == "here":
            return lambda context: context.here()
        if token in TYPES:
            return lambda context: token
        known = ("X", "attacked_zone", "here", *TYPES, *WORDS)
        raise FormulaError(Fault.of("effects.no-formula-word", word=token, known=known))

    def extreme(self, name: str) -> Formula:
        parts = [self.sum()]
        while self.peek() == ",":
            self.take()
            parts.append(self.sum())
        self.take(")")
        choose = min if name == "min" else max
        return lambda context: choose(part(context) for part in parts)

    def arguments(self) -> list[str]:
        found = [self.argument()]
        while self.peek() == ",":
            self.take()
            found.append(self.argument())
        self.take(")")
        return found

    def argument(self) -> str:
        token = self.take()
        if self.peek() != "(":
            return token
        self.take("(")
        inner = self.argument()
        self.take(")")
        return f"{token}({inner})"

    def check(self, word: str, argument: str, kind: str) -> None:
        known = {
            "P": ("you", "opp", "any"),
            "Z": (*ZONES, "here"),
            "T": tuple(self.names),
            "F": FLAGS,
            "S": ("self",),
            "C": ("discard(you)", "discard(opp)"),
            "W": ("this_turn",),
        }[kind]
        if argument not in known:
            raise FormulaError(
                Fault.of("effects.not-taken", word=word, value=f"'{argument}'", known=known)
            )


def _added(left: Formula, sign: str, right: Formula) -> Formula:
    if sign == "+":
        return lambda context: left(context) + right(context)
    return lambda context: left(context) - right(context)


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
}
TYPES = ("unit", "support", "quest", "tactic", "development")
FLAGS = (
    "attacking", "defending", "attacking_or_defending", "damaged", "corrupted", "burning", "self",
    "questing_on_self",
)  # fmt: skip


def _developments(player: str, zone: str) -> Formula:
    if zone == "here":
        return lambda c: sum(c.table.developments(3 * s + c.here() % 3) for s in c.seats(player))
    place = ZONES.index(zone)
    if player == "you":
        return lambda c: c.table.developments(3 * c.you + place)
    return lambda c: sum(c.table.developments(3 * seat + place) for seat in c.seats(player))


def _burning(player: str) -> Formula:
    return lambda c: sum(sum(c.table.burning[3 * s : 3 * s + 3]) for s in c.seats(player))


def _damaged_units(player: str) -> Formula:
    return lambda c: sum(
        piece.damage > 0 and piece.kind == "unit" and piece.seat in c.seats(player)
        for piece in c.table.pieces.values()
    )


def _corrupted_cards(player: str) -> Formula:
    return lambda c: sum(
        piece.corrupted and piece.seat in c.seats(player) for piece in c.table.pieces.values()
    )


def _tokens(_: str) -> Formula:
    return lambda c: piece.tokens if (piece := c.own()) is not None else 0


def _questing(_: str) -> Formula:
    return lambda c: sum(piece.quest == c.source.id for piece in c.table.pieces.values())


def _of_first(name: str, read: Callable[[Context, int], Any], default: Any = 0) -> Formula:
    def formula(context: Context) -> Any:
        refs = context.refs(name)
        return read(context, refs[0]) if refs else default

    return formula


def _of(read: Callable[[Context, int], Any], default: Any = 0) -> Callable[[str], Formula]:
    return lambda name: _of_first(name, read, default)


def _is(name: str, flag: str) -> Formula:
    return _of_first(name, lambda c, ref: c.table.has_flag(c, ref, flag), False)


def _size(pile: str) -> Formula:
    player = pile[8:-1]
    return lambda c: sum(len(c.table.discards[seat]) for seat in c.seats(player))


def _resources(player: str) -> Formula:
    return lambda c: sum(c.table.resources[seat] for seat in c.seats(player))


WORDS: dict[str, tuple[str, Callable[..., Formula]]] = {
    "dev": ("PZ", _developments),
    "burning": ("P", _burning),
    "tokens": ("S", _tokens),
    "damage": ("T", _of(lambda c, ref: c.table.damage(ref))),
    "hp": ("T", _of(lambda c, ref: c.table.hit_points(ref))),
    "remaining_hp": ("T", _of(lambda c, ref: c.table.remaining(ref))),
    "power": ("T", _of(lambda c, ref: c.table.power(ref))),
    "corrupted": ("T", _of(lambda c, ref: int(c.table.pieces[ref].corrupted))),
    "damaged_units": ("P", _damaged_units),
    "corrupted_cards": ("P", _corrupted_cards),
    "discarded_unit_cards": ("PW", lambda _p, _w: lambda c: c.table.memory.units_discarded),
    "assigned_combat_damage": ("T", _of(lambda c, ref: c.table.assigned(ref))),
    "resources": ("P", _resources),
    "size": ("C", _size),
    "questing_units": ("S", _questing),
    "is": ("TF", _is),
    "type": ("T", _of(lambda c, ref: c.table.type_of(ref), "")),
}
"""The words of formulas: the sorts of their arguments, and what makes the function."""
