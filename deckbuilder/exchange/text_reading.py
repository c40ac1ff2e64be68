"""A text as the lists that it holds: where each begins, and of which game it is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.exchange.headings import GAME, header_names
from deckbuilder.exchange.line_forms import (
    KEY_VALUE,
    clean_line,
    without_markup,
)
from deckbuilder.exchange.line_reading import ListReading, without_remark
from deckbuilder.exchange.list_builder import (
    NoCards,
    no_card,
    refuse_many_lists,
    unknown_game,
)
from deckbuilder.registry import Game, games
from deckbuilder.registry import game as find_game

MAX_LETTERS = 4_000_000
MAX_LINES = 100_000
_SPLIT = re.compile(r"={3,}")
_ENDS_LIST = re.compile(r"\s*(?:$|[\d•*-])")


def read_text(text: str, where: str, game: str | None) -> tuple[Deck, ...]:
    """Read the lists of a text, mostly one; `game` is used where the text names none.

    Raises InputError with every faulty line, and when there is no card or no game to tell.
    """
    if len(text) > MAX_LETTERS:
        raise refusal("lists.long", where=where, most=MAX_LETTERS)
    if text.count("\n") + text.count("\r") > MAX_LINES:
        raise refusal("sources.rows", where=where, most=MAX_LINES)
    lines = text.splitlines()
    cuts = _cuts(lines) if "===" in text else []
    refuse_many_lists(len(cuts), where)
    parts = _read_parts(lines, cuts, where, game) if cuts else ()
    return parts or (_read_lines(lines, where, game, 0),)


def _read_parts(
    lines: Sequence[str], cuts: Sequence[int], where: str, game: str | None
) -> tuple[Deck, ...]:
    """Read the lists between lines of `===`; none where such a line is only an ornament."""
    decks: list[Deck] = []
    faults: list[Fault] = []
    for start, end in zip([0, *cuts], [*cuts, len(lines)], strict=True):
        try:
            decks.append(_read_lines(lines[start:end], where, game, start))
        except NoCards:
            return ()
        except InputError as error:
            faults.extend(error.faults)
    if faults:
        raise InputError(faults)
    return tuple(decks)


def _cuts(lines: Sequence[str]) -> list[int]:
    """Return where lists begin after a line of `===`, which may also underline a heading."""
    return [
        number + 1
        for number, line in enumerate(lines)
        if line.startswith("===")
        and _SPLIT.fullmatch(line.strip())
        and (number == 0 or _ENDS_LIST.match(lines[number - 1]))
    ]


def _read_lines(lines: Sequence[str], where: str, game: str | None, before: int) -> Deck:
    """Read one list; `before` is the number of lines above it."""
    stated = _game_named(lines, where, before)
    chosen = stated or (find_game(game) if game is not None else None)
    if chosen is None:
        return _guess(lines, where, before)
    return ListReading(lines, where, chosen, before).deck()


def _game_named(lines: Sequence[str], where: str, before: int) -> Game | None:
    keys = {fold(name) for name in header_names(GAME)}
    for number, line in enumerate(lines, before + 1):
        if ":" not in line and "：" not in line:
            continue
        parts = KEY_VALUE.match(clean_line(line))
        if parts and fold(without_markup(parts[1])) in keys:
            try:
                return find_game(without_remark(without_markup(parts[2]))[0])
            except InputError as error:
                raise InputError(
                    fault.at(where=where, line=number) for fault in error.faults
                ) from None
    return None


def _guess(lines: Sequence[str], where: str, before: int) -> Deck:
    """Read with the game whose catalogue knows most of the names."""
    readings = [ListReading(lines, where, game, before) for game in games()]
    best = max(readings, key=lambda reading: reading.list.known)
    if not best.list.known and not best.is_prose:
        if not any(reading.list.entries or reading.list.faults for reading in readings):
            raise no_card(where, in_lines=True)
        faults = best.list.faults
        if faults and all(reading.list.faults == faults for reading in readings):
            raise InputError(faults)
        raise unknown_game(where, in_lines=True)
    return best.deck()
