"""Formats: what is legal, as data; the kinds of rule, and the problems they find.

>>> from deckbuilder.exchange.reading import read_deck
>>> from deckbuilder.formats.loading import load_format
>>> from deckbuilder.formats.verdict import judge
>>> deck = read_deck(b"Game: Invasion\\nCapital: Dwarf\\n\\n48 Runesmith", "my-list.txt")
>>> verdict = judge(deck, load_format("invasion-constructed"), "my-list.txt")
>>> verdict.legal
False
>>> [(each.code, each.have, each.need, each.rule) for each in verdict.problems]
[('too-few', 48, 50, 'INV-10'), ('too-many-copies', 48, 3, 'INV-11')]
>>> verdict.problems[0].message
'48 cards, but 50 are needed. Add 2.'
"""
