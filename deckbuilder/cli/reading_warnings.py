"""What was passed over or guessed while lists were read, for the commands that judge none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from deckbuilder.cli.prose import tell
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.decks.deck import Deck


def tell_reading_warnings(decks: Iterable[Deck], where: str) -> None:
    """Say what was passed over, left out or guessed while lists were read, a line each."""
    from deckbuilder.formats.checking import reading_warnings
    from deckbuilder.registry import game

    for deck in decks:
        for problem in reading_warnings(deck, game(deck.game).catalog()):
            place = ":".join((where, *map(str, problem.lines[:1])))
            tell(say("exchange.remark", place=place, text=problem.message), err=True)
