"""Readers and writers of lists, one small module a target.

>>> from deckbuilder.exchange.reading import read_deck
>>> from deckbuilder.exchange.targets import target, targets
>>> deck = read_deck(b"Game: XENO\\n2 Boy\\nHero", "my-list.txt")
>>> [(entry.count, entry.name, entry.card.id) for entry in deck.entries]
[(2, 'Boy', 'xeno/xeno/boy'), (1, 'Hero', 'xeno/xeno/hero')]
>>> target("names").write(deck)
b'Boy\\nBoy\\nHero\\n'
>>> [each.id for each in targets() if each.binary]
['xlsx', 'pdf', 'proxies']
"""
