"""Kernel: the exact joint belief of one of two seats over the other's hand and the card aside.

`weight[h][s]` is the probability that the other seat holds rank h and rank s lies aside (s is 0
once the reincarnation card is taken). `unseen[r]` counts the copies that this seat has not seen
in its own hand or in the open: they are in the other hand, aside, or in the deck. Given h and s
the deck's cards are certain and, XENO-10 and XENO-23, their order is always even; so an event
changes the weights by the probability of what was seen, and nothing is lost.

`spare` is a second table of the same shape to work in. Every function leaves the weights
adding up to 1, and raises ZeroDivisionError for an event that could not happen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from deckbuilder.games.xeno.ranks import HERO

Table: TypeAlias = list[list[float]]
Counts: TypeAlias = list[int]


def size(unseen: Sequence[int]) -> int:
    """Return how many cards are unseen."""
    total = 0
    for rank in range(1, 11):
        total += unseen[rank]
    return total


def first_belief(weight: Table, unseen: Sequence[int]) -> None:
    """Set the belief at the deal: every pair of unseen cards alike."""
    for held in range(11):
        for aside in range(11):
            weight[held][aside] = 0.0
    for held in range(1, 11):
        for aside in range(1, 11):
            left = unseen[aside] - 1 if held == aside else unseen[aside]
            weight[held][aside] = float(unseen[held] * left)
    even_out(weight)


def even_out(weight: Table) -> None:
    """Make the weights add up to 1."""
    total = 0.0
    for held in range(1, 11):
        for aside in range(11):
            total += weight[held][aside]
    share = 1.0 / total
    for held in range(1, 11):
        for aside in range(11):
            weight[held][aside] *= share


def left_in_deck(unseen: Sequence[int], rank: int, held: int, aside: int) -> int:
    """Return how many copies of a rank are in the deck, given the two hidden cards."""
    left = unseen[rank]
    if rank == held:
        left -= 1
    if rank == aside:
        left -= 1
    return left


def saw_card_drawn(weight: Table, unseen: Counts, rank: int) -> None:
    """This seat drew a card."""
    for held in range(1, 11):
        for aside in range(11):
            if weight[held][aside] > 0.0:
                weight[held][aside] *= max(0, left_in_deck(unseen, rank, held, aside))
    unseen[rank] -= 1
    even_out(weight)


def saw_look(weight: Table, unseen: Sequence[int], looked: Sequence[int]) -> None:
    """This seat looked at cards of the deck, counted by rank in `looked` (XENO-23)."""
    for held in range(1, 11):
        for aside in range(11):
            if weight[held][aside] > 0.0:
                for rank in range(1, 11):
                    left = left_in_deck(unseen, rank, held, aside)
                    for taken in range(looked[rank]):
                        weight[held][aside] *= max(0, left - taken)
    even_out(weight)


def drawing(
    unseen: Sequence[int], rank: int, held: int, aside: int, deck: int, looks: bool, high: float
) -> float:
    """Return the probability that the other seat took this rank from a deck of this size.

    With a Sage at work it kept the highest of up to three with probability `high`, else any.
    """
    left = left_in_deck(unseen, rank, held, aside)
    if left <= 0:
        return 0.0
    plain = left / deck
    if not looks:
        return plain
    below = 0
    for lower in range(1, rank):
        below += left_in_deck(unseen, lower, held, aside)
    shown = min(3, deck)
    up_to, under, ways = 1.0, 1.0, 1.0
    for step in range(shown):
        up_to *= below + left - step
        under *= below - step
        ways *= deck - step
    return high * (up_to - under) / ways + (1.0 - high) * plain


def other_played(
    weight: Table,
    spare: Table,
    unseen: Counts,
    rank: int,
    likely: Sequence[Sequence[float]],
    looks: bool,
    high: float,
) -> None:
    """The other seat drew and played a card; `likely[c][x]` is how likely c is with c and x.

    Either it drew what it played, or it played what it had and holds what it drew.
    """
    deck = deck_size(weight, unseen)
    for held in range(1, 11):
        for aside in range(11):
            chance = 0.0
            if weight[held][aside] > 0.0:
                drawn = drawing(unseen, rank, held, aside, deck, looks, high)
                chance += weight[held][aside] * drawn
            if held != rank and weight[rank][aside] > 0.0:
                drawn = drawing(unseen, held, rank, aside, deck, looks, high)
                chance += weight[rank][aside] * drawn
            spare[held][aside] = chance * likely[rank][held]
    take_over(weight, spare)
    unseen[rank] -= 1
    even_out(weight)


def deck_size(weight: Table, unseen: Sequence[int]) -> int:
    """Return how many cards are in the deck: all unseen but the other hand and the one aside."""
    taken = 0.0
    for held in range(1, 11):
        taken += weight[held][0]
    return size(unseen) - (1 if taken > 0.0 else 2)


def take_over(weight: Table, spare: Table) -> None:
    """Copy the weights back."""
    for held in range(1, 11):
        for aside in range(11):
            weight[held][aside] = spare[held][aside]


def saw_hand(weight: Table, rank: int) -> None:
    """The other hand was seen."""
    for held in range(1, 11):
        if held != rank:
            for aside in range(11):
                weight[held][aside] = 0.0
    even_out(weight)


def heard_no(weight: Table, rank: int) -> None:
    """The other hand is not of this rank (XENO-28)."""
    for aside in range(11):
        weight[rank][aside] = 0.0
    even_out(weight)


def swapped(weight: Table, unseen: Counts, given: int, received: int) -> None:
    """Hands were swapped (XENO-22): the other seat holds what was given."""
    saw_hand(weight, received)
    unseen[received] -= 1
    unseen[given] += 1
    if given != received:
        for aside in range(11):
            weight[given][aside] = weight[received][aside]
            weight[received][aside] = 0.0


def other_lost_blindly(weight: Table, spare: Table, unseen: Counts, rank: int) -> None:
    """The Reaper made the other seat draw, and one of its two cards was discarded (XENO-25)."""
    for held in range(1, 11):
        for aside in range(11):
            spare[held][aside] = weight[held][aside] * left_in_deck(
                unseen, rank, held, aside
            ) + weight[rank][aside] * max(0, left_in_deck(unseen, held, rank, aside))
    take_over(weight, spare)
    unseen[rank] -= 1
    even_out(weight)


def other_showed(
    weight: Table, spare: Table, unseen: Counts, one: int, two: int, kept: int
) -> None:
    """The other seat drew and had cards `one` and `two` in the open; it holds `kept` of them.

    With `kept` 0 both were discarded and the card aside became its hand (XENO-20).
    """
    for aside in range(11):
        chance = weight[one][aside] * max(0, left_in_deck(unseen, two, one, aside))
        if one != two:
            chance += weight[two][aside] * max(0, left_in_deck(unseen, one, two, aside))
        spare[0][aside] = chance
    if kept != 0:
        unseen[one if kept == two else two] -= 1
        for held in range(1, 11):
            for aside in range(11):
                weight[held][aside] = spare[0][aside] if held == kept else 0.0
    else:
        unseen[one] -= 1
        unseen[two] -= 1
        _reborn(weight, spare)
    even_out(weight)


def other_was_hit(weight: Table, spare: Table, unseen: Counts) -> None:
    """The Soldier found the Hero: the other seat holds what lay aside (XENO-28)."""
    for aside in range(11):
        spare[0][aside] = weight[HERO][aside]
    unseen[HERO] -= 1
    _reborn(weight, spare)
    even_out(weight)


def _reborn(weight: Table, spare: Table) -> None:
    for held in range(1, 11):
        for aside in range(11):
            weight[held][aside] = 0.0
        weight[held][0] = spare[0][held]


def was_reborn(weight: Table, unseen: Counts, rank: int) -> None:
    """This seat was reborn with a card of this rank."""
    for held in range(1, 11):
        weight[held][0] = weight[held][rank]
        for aside in range(1, 11):
            weight[held][aside] = 0.0
    unseen[rank] -= 1
    even_out(weight)
