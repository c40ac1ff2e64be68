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
    play="deckbuilder.games.xeno.table:PLAY",
    statistics="deckbuilder.games.xeno.statistics:measure",
)
