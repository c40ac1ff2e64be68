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
    draft="deckbuilder.games.dreamblade.draft:DRAFT",
    packs="deckbuilder.games.dreamblade.boosters:packs",
    statistics="deckbuilder.games.dreamblade.statistics:measure",
    ratings="deckbuilder.games.dreamblade.rating:rated",
    builder="deckbuilder.games.dreamblade.building:BUILDER",
)
