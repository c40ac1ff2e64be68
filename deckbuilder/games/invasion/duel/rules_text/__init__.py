"""What cards do in a duel, told from the effects data: one sentence an ability, in every language.

The words stand in `exports/invasion/words/<language>/effects.yaml`.
"""
