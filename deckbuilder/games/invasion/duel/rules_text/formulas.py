"""Formulas of the effects file in words: numbers, counts of things on the table, conditions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from deckbuilder.games.invasion.duel.names import ZONES
from deckbuilder.words import say, says

_TOKEN = re.compile(r"\d+|>=|<=|==|!=|[A-Za-z_]\w*|[-+(),<>]")
_SIGNS = {">=": "least", "<=": "most", "==": "is", "!=": "is-not", ">": "more", "<": "less"}
Named = Callable[[str], str]
"""Gives the words for an object's name."""


class _Part(NamedTuple):
    """A part of a formula: its words, and the one word or number that it was read from."""

    text: str
    word: str = ""
    arguments: tuple[str, ...] = ()
    number: int | None = None


def listed(parts: Sequence[str], joint: str) -> str:
    """Return parts one after the other, the last one behind "and" or "or"."""
    if len(parts) < 2:
        return "".join(parts)
    first = say("effects.joints.comma").join(parts[:-1])
    return f"{first}{say(f'effects.joints.{joint}')}{parts[-1]}"


def tell_formula(text: str | int, named: Named) -> str:
    """Return a number or a condition in words."""
    return _Reader(str(text), named).condition()


def tell_player(word: str, named: Named) -> str:
    """Return who is meant: you, the opponent, each player, the controller of something."""
    if word == "controller_of(it)":
        return say("effects.players.its-controller")
    if word.startswith("controller_of("):
        return say("effects.players.controller", thing=named(word[14:-1]))
    if says(f"effects.players.{word}"):
        return say(f"effects.players.{word}")
    return named(word)


class _Reader:
    """Reads a formula that the compiler has accepted, from left to right."""

    def __init__(self, text: str, named: Named) -> None:
        self.tokens = _TOKEN.findall(text)
        self.named = named

    def peek(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def take(self) -> str:
        return str(self.tokens.pop(0))

    def condition(self) -> str:
        told = [self.comparison()]
        while self.peek() == "and":
            self.take()
            told.append(self.comparison())
        return say("effects.joints.both").join(told)

    def comparison(self) -> str:
        left = self.sum()
        if self.peek() not in _SIGNS:
            return left.text
        sign = _SIGNS[self.take()]
        right = self.sum()
        own = f"effects.conditions.{left.word}-{sign}"
        if left.word and right.number is not None and says(own):
            return say(own, n=right.number, **self.spoken(left.word, left.arguments))
        return say(f"effects.signs.{sign}", left=left.text, right=right.text)

    def sum(self) -> _Part:
        part = self.signed()
        while self.peek() in ("+", "-"):
            key = "plus" if self.take() == "+" else "minus"
            other = self.signed()
            part = _Part(say(f"effects.formulas.{key}", left=part.text, right=other.text))
        return part

    def signed(self) -> _Part:
        if self.peek() != "-":
            return self.term()
        self.take()
        return _Part(say("effects.formulas.negative", n=self.term().text))

    def term(self) -> _Part:
        word = self.take()
        if word.isdigit():
            return _Part(word, number=int(word))
        if self.peek() != "(":
            return _Part(say(f"effects.formulas.{word}"), word)
        self.take()
        if word in ("min", "max"):
            return self.extreme(word)
        arguments = self.arguments()
        key = f"effects.formulas.{word}"
        if word == "is":
            key = f"effects.states.{arguments[1]}"
        return _Part(say(key, **self.spoken(word, arguments)), word, arguments)

    def extreme(self, word: str) -> _Part:
        told = [self.sum().text]
        while self.peek() == ",":
            self.take()
            told.append(self.sum().text)
        self.take()
        text = told[0]
        for other in told[1:]:
            text = say(f"effects.formulas.{word}", left=text, right=other)
        return _Part(text)

    def arguments(self) -> tuple[str, ...]:
        found = [self.argument()]
        while self.take() == ",":
            found.append(self.argument())
        return tuple(found)

    def argument(self) -> str:
        word = self.take()
        if self.peek() != "(":
            return word
        self.take()
        inner = self.argument()
        self.take()
        return f"{word}({inner})"

    def spoken(self, word: str, arguments: tuple[str, ...]) -> dict[str, str]:
        """Return the arguments of a word by what they are: whose, where, which object."""
        told = {"whose": "", "where": "", "thing": ""}
        for argument in arguments:
            if argument in ("you", "opp", "any"):
                told["whose"] = say(f"effects.whose.{argument}")
            elif argument == "here" or argument in ZONES:
                told["where"] = say(f"effects.zones.{argument}")
            elif argument.startswith("discard("):
                told["whose"] = say(f"effects.whose.{argument[8:-1]}")
            elif argument != "this_turn" and word != "is":
                told["thing"] = self.named(argument)
        if word == "is":
            told["thing"] = self.named(arguments[0])
        return told
