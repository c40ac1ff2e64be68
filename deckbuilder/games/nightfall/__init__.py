"""Nightfall."""

from deckbuilder.games.registry import Game

GAME = Game(
    id="nightfall",
    title="Nightfall",
    names=(
        "Nightfall",
        "ナイトフォール",
    ),
    card="deckbuilder.games.nightfall.card:NightfallCard",
    draft="deckbuilder.games.nightfall.draft:DRAFT",
    packs="deckbuilder.games.nightfall.archives:packs",
    statistics="deckbuilder.games.nightfall.statistics:measure",
    ratings="deckbuilder.games.nightfall.rating:rated",
    builder="deckbuilder.games.nightfall.building:BUILDER",
)
