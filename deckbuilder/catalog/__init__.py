"""Cards: records, loading, cache, look-up by name.

>>> from deckbuilder.catalog.query import select
>>> from deckbuilder.registry import game
>>> catalog = game("invasion").catalog()
>>> [card.name for card in select(catalog, "s:core race:dwarf type:unit cost<=2")]
['Defender of the Hold', 'Hammerer of Karak Azul', 'Runesmith', 'Dwarf Cannon Crew']
>>> catalog.find("king kazador").id
'invasion/core/007'
"""
