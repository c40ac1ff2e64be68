"""Kernel: whole drafts of two bots, one after the other on the same arrays."""

from __future__ import annotations

from deckbuilder.games.invasion.batch_layout import (
    BOT,
    BY_DECK,
    CARDS,
    CHOOSING,
    DRAWN,
    GO_ON,
    IN_CARDS,
    IN_TAKEN,
    LEFT,
    MANNER,
    NAME_SEAT,
    NOTHING,
    NUMBERS,
    OPTIONS,
    PHASE,
    QUEUED,
    STRIKING,
    TAKEN,
    TIED,
    TURNS,
)  # fmt: skip
from deckbuilder.games.invasion.batch_scores import pick_option
from deckbuilder.games.invasion.batch_table import (
    carry_out,
    choose_card,
    count_card,
    lay_out,
    resolve,
)
from deckbuilder.games.streams import Array, Draws, Names, begin_draws, below

DONE_ACTION, SABOTAGE_ACTION = 6, 7
"""Behind the numbers of the phases: a strike ended, and one that a Sabotage bought."""


def draft_all(
    seeds: Array, g: Array, f: Array, draws: Draws,
    names: Names, choices: Array, offers: Array, decks: Array,
) -> None:  # fmt: skip
    """Run a draft for each seed; a row of choices, offers and decks is filled for each."""
    for row in range(len(seeds)):
        lay_out(g, draws, names, seeds[row])
        draft_one(seeds[row], g, f, draws, names, row, choices, offers)
        for seat in range(2):
            size = g[NUMBERS, IN_TAKEN + seat]
            for place in range(size):
                decks[row, seat, place] = g[TAKEN + seat, place]


def draft_one(
    seed: int, g: Array, f: Array, draws: Draws,
    names: Names, row: int, choices: Array, offers: Array,
) -> None:  # fmt: skip
    """Let both bots choose until the draft is over."""
    made = 0
    while g[NUMBERS, LEFT] != 0 or g[NUMBERS, LEFT + 1] != 0:
        for seat in range(2):
            if g[NUMBERS, LEFT + seat] != 0:
                for place in range(offers.shape[2]):
                    is_there = place < g[NUMBERS, IN_CARDS + seat]
                    offers[row, made, place] = g[CARDS + seat, place] if is_there else NOTHING
                card = pick_option(g, f, seat)
                if card == DRAWN:
                    turn = g[NUMBERS, TURNS + seat] - 1
                    begin_draws(draws, seed, names, NAME_SEAT + seat, turn)
                    card = g[OPTIONS, below(draws, g[NUMBERS, TIED])]
                note(g, seat, card, row, made, choices)
                made += 1
                choose(g, seat, card)
        if g[NUMBERS, LEFT] == 0 and g[NUMBERS, LEFT + 1] == 0:
            carry_out(g)
            if g[NUMBERS, QUEUED] > 0:
                resolve(g, draws, names, seed)


def note(g: Array, seat: int, card: int, row: int, made: int, choices: Array) -> None:
    """Note a choice before it is carried out."""
    choices[row, made, 0] = seat
    choices[row, made, 1] = g[NUMBERS, PHASE]
    choices[row, made, 2] = card
    if card == NOTHING:
        choices[row, made, 1] = DONE_ACTION
    elif g[NUMBERS, LEFT + seat] == GO_ON:
        choices[row, made, 1] = SABOTAGE_ACTION


def choose(g: Array, seat: int, card: int) -> None:
    """Make a choice wait, and count it where it comes into the deck of a bot that counts."""
    phase = g[NUMBERS, PHASE]
    choose_card(g, seat, card)
    counted = phase != STRIKING and phase != CHOOSING
    if counted and g[BOT + seat, MANNER] == BY_DECK:
        count_card(g, seat, card)
