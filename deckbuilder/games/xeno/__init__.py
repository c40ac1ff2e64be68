"""XENO."""

from deckbuilder.games.registry import Game

GAME = Game(
    id="xeno",
    title="XENO",
    names=(
        "XENO",
        "ゼノ",
    ),
    card="deckbuilder.games.xeno.card:XenoCard",
    statistics="deckbuilder.games.xeno.statistics:measure",
)
