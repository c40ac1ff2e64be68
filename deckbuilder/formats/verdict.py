"""The verdict on a list: the format that judges it, its problems, and the same as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck
from deckbuilder.decks.identity import deck_hash
from deckbuilder.errors import refusal
from deckbuilder.formats.checking import errors
from deckbuilder.formats.format import Format
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.formats.problem import Problem


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What was judged, by which format, as of which day (None: the newest law); what was found."""

    where: str
    deck: Deck
    format: Format
    problems: tuple[Problem, ...]
    date: str | None = None

    @property
    def legal(self) -> bool:
        """Tell whether no rule is broken; warnings break none."""
        return not self.errors

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that make the deck illegal."""
        return errors(self.problems)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What is worth knowing but breaks no rule."""
        return tuple(problem for problem in self.problems if problem.severity == "warning")

    def as_data(self) -> dict[str, Any]:
        """Return the verdict as plain data for JSON, sentences in the language in force."""
        return {
            "list": self.where,
            "name": self.deck.name,
            "game": self.deck.game,
            "format": self.format.id,
            "date": self.date,
            "cards": self.deck.size(),
            "hash": deck_hash(self.deck),
            "legal": self.legal,
            "problems": [problem_data(problem) for problem in self.problems],
        }


def judge(deck: Deck, deck_format: Format, where: str, *, date: str | None = None) -> Verdict:
    """Return the verdict on a deck. Raises InputError as `legality.check` does."""
    problems = check(deck, deck_format, date=date)
    return Verdict(where=where, deck=deck, format=deck_format, problems=problems, date=date)


def format_of(deck: Deck, where: str) -> Format:
    """Return the format that a list's header names, by its id or its name.

    Raises InputError with the formats that could be meant when there is none. A header never
    names a file: lists come from strangers.
    """
    written = deck.format
    wanted = _as_id(written or "")
    if wanted in format_ids():
        return load_format(wanted)
    possible = formats_of(deck.game)
    for each in possible:
        if names(deck, each):
            return each
    known = tuple(each.id for each in possible)
    if written:
        raise refusal("formats.none-of-this-name", where=where, format=written, known=known)
    raise refusal("formats.none-named", where=where, known=known)


def names(deck: Deck, deck_format: Format) -> bool:
    """Tell whether a list's header names this format, by its id or its name."""
    return deck.format is not None and means(deck.format, deck_format)


def means(written: str, deck_format: Format) -> bool:
    """Tell whether some words are the id or the name of a format."""
    spelled = (deck_format.name, deck_format.name_ja or deck_format.name)
    return _as_id(written) == deck_format.id or fold(written) in map(fold, spelled)


def _as_id(written: str) -> str:
    return fold(written).replace(" ", "-")


def formats_of(game_id: str) -> Sequence[Format]:
    """Return the shipped formats of a game, sorted by id."""
    return [load_format(each) for each in format_ids(game_id)]


def problem_data(problem: Problem) -> dict[str, Any]:
    """Return a problem as plain data, its sentence included."""
    source = problem.source
    return {
        "code": problem.code,
        "severity": problem.severity,
        "section": problem.section,
        "cards": list(problem.cards),
        "have": problem.have,
        "need": problem.need,
        "message": problem.message,
        "rule": problem.rule,
        "source": None if source is None else {"book": source.book, "page": source.page},
        "lines": list(problem.lines),
    }
