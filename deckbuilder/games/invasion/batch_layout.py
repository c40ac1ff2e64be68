"""Kernel: where a draft, its plan and the minds of its bots lie in arrays. Seats are 0 and 1.

Cards are numbers in the order of their ids, so that a sorted pack is one of rising numbers. A
row with a seat added to it is that seat's own. A place with twice its number and the seat added
to it is a seat's own number in the row NUMBERS.
"""

from __future__ import annotations

TAKING, STRIKING, REINFORCING, CUTTING, CHOOSING, ENDED = range(6)
"""What seats choose now: phases by number. The first two are actions of steps."""

LINE, FIND, SABOTAGING, TIDE = 1, 2, 3, 4
"""What draft format cards do, as bots believe; 0 for every other card. The row AT_WORK has what
they really do, which may be nothing."""

GO_ON = -1
"""Left to choose: nothing, but a Sabotage may be sacrificed."""
NOTHING, DRAWN = -1, -2
"""In place of a card: the choice to strike no more, and one that chance makes among OPTIONS."""
NO_PACK = -1
"""Whose pack a draft format card lay in that was found in a pile."""

# Rows of a draft.
NUMBERS, OPTIONS = 0, 1
QUEUE_SEAT, QUEUE_CARD, QUEUE_PACK, FORMATS = 2, 3, 4, 5
PILE, PACK, CARDS, PENDING, TAKEN, SEEN, COUNTS, RACES, KNOWN = 6, 8, 10, 12, 14, 16, 18, 20, 22
DRAFT_ROWS = 24

# Places in NUMBERS: of the table, then of the seats, two each.
PHASE, PACK_NUMBER, STEP, QUEUED = 0, 1, 2, 3
LEFT, USED, LINES, SABOTAGES, SHUFFLES, TURNS, SIZE = 4, 6, 8, 10, 12, 14, 16
IN_PILE, IN_PACK, IN_CARDS, IN_PENDING, IN_TAKEN, IN_SEEN = 18, 20, 22, 24, 26, 28
TIED = 30
DRAFT_PLACES = 31

# Rows of its plan.
PLAN, ACTIONS, STEP_COUNTS, EFFECTS, AT_WORK, FACTION, ICONS = range(24, 31)
PLAN_PILE, SHARED, PLAN_CAPITALS = 31, 33, 34

# Places in PLAN.
PACKS, PACK_SIZE, CARDS_FEWER, LOOK_AT, ADD, EXTRA, KEEP, STEPS, SHARED_EACH, SHARED_SIZE = range(
    10
)
PILE_SIZE, CAPITALS_SIZE = 10, 12
PLAN_PLACES = 14

# Names of streams, those of seats with the seat added.
NEUTRALS, NAME_PILE, NAME_SHUFFLE, NAME_SEAT = 0, 1, 3, 5

# Rows of what bots have in whole numbers; by card, by race (where its kinds begin), and by the
# races of each pile. Rows
# of one seat's bot stand two from each other, so that the seat is added here, too.
BOT, KIND, COST, ROLE, RACE, KINDS_FROM, PILE_RACES = range(36, 50, 2)
ALL_ROWS = 52

# Places in BOT.
MANNER, SPARE = 0, 1
RACES_IN_PILE = 2

BY_CHANCE, BY_RATING, BY_DECK = range(3)
"""Manners of bots."""

# Rows of what bots have in numbers with a point, the seat added; by card, need, kind, race of a
# pile (the viewer twice and the seat added), step, pack and step.
WEIGHTS, WORTH, RATING, CUT_RATING, HELD, SHARES, KIND_ICONS = range(0, 14, 2)
TAKES_AFTER, STRIKES_AFTER, CHANCES, PILE_SHARES, PILE_CAPITALS = 14, 16, 18, 20, 24

# Places in WEIGHTS.
(
    W_RACE, W_OWN, W_GUESS, W_LOYALTY, W_SYMBOLS, W_DENIAL, W_CARD, W_GUARD, W_REINFORCEMENTS,
    W_FEWER_CHOICES, W_FEWER_CARDS, W_SABOTAGE, W_KEEP, W_TIDES, W_CAPITAL,
) = range(15)  # fmt: skip
EQUAL_SHARE, MEAN, BEST_FOUND = 15, 17, 19
WEIGHTS_PLACES = 21

# Rows in which the scores are worked out: by kind what fits the own deck and the other's.
FITS, TOTALS, WORTHS, OWNS = 28, 30, 31, 32
REAL_ROWS = 33
