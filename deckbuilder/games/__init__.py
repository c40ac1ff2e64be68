"""What only one game knows, a folder a game, and what they share beside the folders.

>>> from deckbuilder.decks.deck import Deck
>>> from deckbuilder.formats.loading import load_format
>>> from deckbuilder.games.building import Order, build
>>> from deckbuilder.games.supply import supply_of
>>> from deckbuilder.registry import game
>>> catalog = game("dreamblade").catalog()
>>> built = build(
...     Order(
...         format=load_format("dreamblade-constructed"),
...         catalog=catalog,
...         supply=supply_of(catalog.cards, catalog),
...         part=Deck(game="dreamblade"),
...         seed=7,
...     )
... )
>>> (built.deck.size(), built.warnings)
(16, ())
"""
