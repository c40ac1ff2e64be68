"""Kernel: whole archive drafts on arrays, choice for choice as `rules.ArchiveRules` has them.

Cards are numbers in the order of their ids, so that a sorted hand is one of rising numbers. All
hands of a round are as large, since each seat takes one card from each.
"""

from __future__ import annotations

from typing import NamedTuple

from deckbuilder.games.nightfall.batch_scores import Minds, Seen, pick_card, pick_pair
from deckbuilder.games.streams import Array, Draws, Names, begin_draws, below, shuffle

DECK = 0
"""Of the names of streams; those of the seats stand behind it."""
DRAWN = -1
"""In place of an option: chance chooses among those that are as good."""


class Box(NamedTuple):
    """What a draft is dealt from and how it goes, all in whole numbers.

    `cards` are in the order of the plan, `steps` the purposes by round, `pairs` the starters of
    each choice of a colour, as many as `in_pairs` says. `passed` is added to a seat for the one
    that gets its hand.
    """

    cards: Array
    steps: Array
    pairs: Array
    in_pairs: Array
    players: int
    hand: int
    laid: int
    passed: int


def draft_archives(
    seeds: Array, box: Box, minds: Minds, seen: Seen, draws: Draws, names: Names,
    choices: Array, offers: Array, decks: Array,
) -> None:  # fmt: skip
    """Run a draft for each seed; a row of choices, offers and decks is filled for each."""
    for row in range(len(seeds)):
        deal(seeds[row], box, seen, draws, names)
        made = 0
        for round_ in range(len(box.steps)):
            for seat in range(box.players):
                seen.now[0] = round_
                option = pick_card(box.steps, box.hand, box.players, minds, seen, seat)
                option = drawn(seeds[row], seen, draws, names, seat, option)
                note_card(box, seen, seat, option, row, made, choices, offers, decks)
                made += 1
            pass_hands(box, seen, round_)
        for number in range(len(box.in_pairs)):
            for seat in range(box.players):
                seen.now[0] = len(box.steps)
                option = pick_pair(
                    box.pairs, box.in_pairs[number], number, box.steps, minds, seen, seat
                )
                option = drawn(seeds[row], seen, draws, names, seat, option)
                note_pair(box, seen, seat, number, option, row, made, choices, offers, decks)
                made += 1


def deal(seed: int, box: Box, seen: Seen, draws: Draws, names: Names) -> None:
    """Shuffle the draft cards, deal the hands and lay out the open commons (NF-20, NF-21)."""
    for place in range(len(box.cards)):
        seen.deck[place] = box.cards[place]
    begin_draws(draws, seed, names, DECK, 0)
    shuffle(draws, seen.deck, len(box.cards))
    for seat in range(box.players):
        seen.turns[seat] = 0
        for place in range(box.hand):
            card = seen.deck[seat * box.hand + place]
            before = place - 1
            while before >= 0 and seen.hands[seat, 0, before] > card:
                seen.hands[seat, 0, before + 1] = seen.hands[seat, 0, before]
                before -= 1
            seen.hands[seat, 0, before + 1] = card
    for place in range(box.laid):
        seen.commons[place] = seen.deck[box.players * box.hand + place]


def drawn(
    seed: int, seen: Seen, draws: Draws, names: Names, seat: int, option: int
) -> int:  # fmt: skip
    """Return the option, or the one that a seat's chance chooses among those as good."""
    if option == DRAWN:
        begin_draws(draws, seed, names, DECK + 1 + seat, seen.turns[seat])
        option = seen.tied[below(draws, seen.now[1])]
    seen.turns[seat] += 1
    return option


def note_card(
    box: Box, seen: Seen, seat: int, option: int, row: int, made: int,
    choices: Array, offers: Array, decks: Array,
) -> None:  # fmt: skip
    """Note what a seat takes from its hand."""
    round_ = seen.now[0]
    card = seen.options[option]
    seen.taken[seat, round_] = card
    choices[row, made, 0] = seat
    choices[row, made, 1] = 0
    choices[row, made, 2] = card
    decks[row, seat, round_] = card
    for place in range(box.hand - round_):
        offers[row, made, place] = seen.hands[seat, round_, place]


def note_pair(
    box: Box, seen: Seen, seat: int, number: int, option: int, row: int, made: int,
    choices: Array, offers: Array, decks: Array,
) -> None:  # fmt: skip
    """Note which two starters of a colour a seat chooses (NF-11)."""
    first, second = seen.options[option], seen.seconds[option]
    choices[row, made, 0] = seat
    choices[row, made, 1] = 1
    choices[row, made, 2] = first
    choices[row, made, 3] = second
    at = len(box.steps) + 2 * number
    decks[row, seat, at], decks[row, seat, at + 1] = first, second
    for place in range(box.in_pairs[number]):
        offers[row, made, place] = box.pairs[number, place]


def pass_hands(box: Box, seen: Seen, round_: int) -> None:
    """Give what each seat has left to its neighbour; the last hands go back into the box."""
    if round_ + 1 == len(box.steps):
        return
    for seat in range(box.players):
        receiver = (seat + box.passed + box.players) % box.players
        left, gone = 0, False
        for place in range(box.hand - round_):
            card = seen.hands[seat, round_, place]
            seen.hands[receiver, round_ + 1, left] = card
            goes = card == seen.taken[seat, round_] and not gone
            gone = gone or goes
            left += not goes
