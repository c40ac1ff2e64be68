"""Warhammer: Invasion."""

from deckbuilder.games.registry import Game

GAME = Game(
    id="invasion",
    title="Warhammer: Invasion",
    names=(
        "Invasion",
        "Warhammer: Invasion",
        "Warhammer Invasion",
        "WHI",
    ),
    card="deckbuilder.games.invasion.card:InvasionCard",
    checks="deckbuilder.games.invasion.checks:KINDS",
    draft="deckbuilder.games.invasion.draft:DRAFT",
    packs="deckbuilder.games.invasion.machine:packs",
    statistics="deckbuilder.games.invasion.statistics:measure",
    ratings="deckbuilder.games.invasion.bots:rated",
    builder="deckbuilder.games.invasion.building:BUILDER",
)
