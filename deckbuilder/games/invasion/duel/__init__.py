"""The Invasion duel: the game that is played with drafted and built decks (INV-31 to INV-49).

`rules.py` is the way in, for the table runtime; `settings.py` says what a duel is made of,
`state.py` what a state and a view hold, `questions.py` what a seat is asked and how it answers,
`board.py` how events name what happened, `characteristics.py` and `costs.py` what can be read off a
table. What cards do is data: `effects.py` tells the form of the file, `loading.py` reads it.
"""
