"""The option --game, where a list itself may say its game."""

from __future__ import annotations

from collections.abc import Iterable

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import refusal


def refuse_other_game(decks: Iterable[Deck], where: str, said: str | None) -> None:
    """Raise InputError for a list that says another game than `--game` does."""
    from deckbuilder.registry import game

    if said is None:
        return
    wanted = game(said)
    for deck in decks:
        if deck.game != wanted.id:
            raise refusal(
                "lists.other-game", where=where, game=game(deck.game).title, said=wanted.title
            )
