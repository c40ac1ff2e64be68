"""Dreamblade."""

from deckbuilder.games.registry import Game

GAME = Game(
    id="dreamblade",
    title="Dreamblade",
    names=(
        "Dreamblade",
        "ドリームブレイド",
    ),
    card="deckbuilder.games.dreamblade.card:Miniature",
    statistics="deckbuilder.games.dreamblade.statistics:measure",
)
