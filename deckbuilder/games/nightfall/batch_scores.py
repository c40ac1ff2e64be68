"""Kernel: what the bots of the archive draft pick by on arrays (`bots.ArchiveBot`)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from deckbuilder.games.streams import Array

PRIVATE, COMMONS, REMOVE = range(3)
"""What a choice is for."""

RATED, SHARED, REMOVED, TASTED, BEGUN = range(5)
"""Rows by card of a mind: parts that are the same whatever was taken, weighted and rounded."""
(
    W_RATING, W_TASTE, W_LINK, W_KICKER, W_COMMONS, W_COLOUR, W_TYPES, W_DENIAL, W_RETURN,
    W_NEIGHBOURS,
) = range(10)  # fmt: skip
ACTION, ORDER = 1, 2
"""Types of cards, minions being 0."""
TIE = 1e-9
WHOLE = 1e9
"""Parts are rounded to so many of one."""


class Minds(NamedTuple):
    """What the bots know of the cards and want of them.

    `weights` stand by seat and part, `parts` by seat, row and card; a seat with `by_chance` wants
    nothing. By two cards stand `lifts` (how much better the first chains with the second than if
    it were unknown), `kicks`, `follows` (how much likelier the second follows the first) and
    `same` (whether both have one colour).
    """

    weights: Array
    parts: Array
    by_chance: Array
    rating: Array
    likes: Array
    types: Array
    lifts: Array
    kicks: Array
    follows: Array
    same: Array


class Seen(NamedTuple):
    """Where a draft is. By seat: `hands` as they came by round, `taken` by round, `turns`.

    `now` has the round, and how many options are `tied`. `own` and `others` are rows to work in.
    """

    deck: Array
    hands: Array
    taken: Array
    turns: Array
    commons: Array
    now: Array
    options: Array
    seconds: Array
    totals: Array
    tied: Array
    own: Array
    others: Array


def pick_card(steps: Array, hand: int, players: int, m: Minds, seen: Seen, seat: int) -> int:
    """Return the place among the options of the card that a seat's bot takes, or DRAWN."""
    round_ = seen.now[0]
    size = hand - round_
    found = 0
    for place in range(size):
        card = seen.hands[seat, round_, place]
        if found == 0 or seen.options[found - 1] != card:
            seen.options[found] = card
            found += 1
    if found == 1 or m.by_chance[seat] > 0:
        return all_alike(seen, found)
    owned = own_archives(steps, seen, seat)
    known = 0
    if steps[round_] != REMOVE and m.weights[seat, W_NEIGHBOURS] != 0.0:
        known = others_archives(steps, hand, players, seen, seat)
    if steps[round_] == COMMONS and owned == 0:
        # Without private archives, what this seat alone knows to be in the commons is its own.
        owned = round_
        for place in range(round_):
            seen.own[place] = seen.taken[seat, place]
    for place in range(found):
        card = seen.options[place]
        seen.totals[place] = (
            common_total(m, seen, seat, card, owned, known)
            if steps[round_] == COMMONS
            else own_total(steps, players, m, seen, seat, card, size, owned, known)
        )
    return best_option(seen, found)


def pick_pair(
    pairs: Array, size: int, number: int, steps: Array, m: Minds, seen: Seen, seat: int
) -> int:
    """Return the place among the options of the two starters that a bot chooses, or DRAWN."""
    found = 0
    for one in range(size):
        for other in range(one, size):
            seen.options[found] = pairs[number, one]
            seen.seconds[found] = pairs[number, other]
            found += 1
    if found == 1 or m.by_chance[seat] > 0:
        return all_alike(seen, found)
    owned = own_archives(steps, seen, seat)
    for place in range(found):
        one, other = seen.options[place], seen.seconds[place]
        total = rounded(m.weights[seat, W_RATING] * ((m.rating[one] + m.rating[other]) / 2))
        likes = (m.likes[seat, one] + m.likes[seat, other]) / 2
        total += rounded(m.weights[seat, W_TASTE] * likes)
        lift = own_mean(m.lifts, one, seen, owned) + own_mean(m.lifts, other, seen, owned)
        total += rounded(m.weights[seat, W_LINK] * (lift / 2))
        kick = own_sum(m.kicks, one, seen, owned) + own_sum(m.kicks, other, seen, owned)
        total += rounded(m.weights[seat, W_KICKER] * (kick / 2))
        seen.totals[place] = total
    return best_option(seen, found)


def all_alike(seen: Seen, found: int) -> int:
    """Return the only option, or let chance choose among all."""
    for place in range(found):
        seen.tied[place] = place
    seen.now[1] = found
    return 0 if found == 1 else -1


def best_option(seen: Seen, found: int) -> int:
    """Return the option with the best total; several that are as good are left to chance."""
    best = seen.totals[0]
    for place in range(1, found):
        best = max(best, seen.totals[place])
    ties = 0
    for place in range(found):
        if seen.totals[place] >= best - TIE:
            seen.tied[ties] = place
            ties += 1
    seen.now[1] = ties
    return seen.tied[0] if ties == 1 else -1


def rounded(amount: float) -> float:
    """Return a part as scores have it: rounded, so that what cancels out is nothing."""
    return np.rint(amount * WHOLE) / WHOLE + 0.0


def own_archives(steps: Array, seen: Seen, seat: int) -> int:
    """List a seat's private archives so far; return how many there are."""
    found = 0
    for place in range(seen.now[0]):
        if steps[place] == PRIVATE:
            seen.own[found] = seen.taken[seat, place]
            found += 1
    return found


def own_total(
    steps: Array, players: int, m: Minds, seen: Seen, seat: int, card: int,
    size: int, owned: int, known: int,
) -> float:  # fmt: skip
    """Score a card that is removed or taken as a private archive, and what is left behind."""
    is_private = steps[seen.now[0]] == PRIVATE
    total = m.parts[seat, REMOVED, card]
    if is_private:
        total = private_total(m, seen, seat, card, owned)
    denied, back = left_behind(steps, players, m, seen, seat, card, size)
    total += rounded(m.weights[seat, W_DENIAL] * denied)
    total += rounded(m.weights[seat, W_RETURN] * back)
    if is_private:
        total += rounded(-m.weights[seat, W_NEIGHBOURS] * mean(m.follows, card, seen, known))
    return total


def private_total(m: Minds, seen: Seen, seat: int, card: int, owned: int) -> float:
    """Score a card as a private archive, but for what is left behind by it."""
    w = m.weights
    total = m.parts[seat, RATED, card] + m.parts[seat, TASTED, card]
    total += rounded(w[seat, W_LINK] * own_mean(m.lifts, card, seen, owned))
    total += rounded(w[seat, W_KICKER] * own_sum(m.kicks, card, seen, owned))
    total += m.parts[seat, BEGUN, card]
    laid, size = 0.0, len(seen.commons)
    for place in range(size):
        laid += m.lifts[card, seen.commons[place]]
    total += rounded(w[seat, W_COMMONS] * (laid / size if size > 0 else 0.0))
    total += rounded(-w[seat, W_COLOUR] * own_sum(m.same, card, seen, owned))
    return total + rounded(w[seat, W_TYPES] * types_of(m, seen, card, owned))


def common_total(m: Minds, seen: Seen, seat: int, card: int, owned: int, known: int) -> float:
    """Score a card as a common archive."""
    w = m.weights
    total = m.parts[seat, SHARED, card] + m.parts[seat, TASTED, card]
    total += rounded(w[seat, W_LINK] * own_mean(m.lifts, card, seen, owned))
    total += rounded(w[seat, W_KICKER] * own_sum(m.kicks, card, seen, owned))
    return total + rounded(-w[seat, W_NEIGHBOURS] * mean(m.lifts, card, seen, known))


def own_sum(pairs: Array, card: int, seen: Seen, owned: int) -> float:
    """Add up what a card has with each of the own ones."""
    total = 0.0
    for place in range(owned):
        total += pairs[card, seen.own[place]]
    return total


def own_mean(pairs: Array, card: int, seen: Seen, owned: int) -> float:
    """Return the mean of what a card has with the own ones, 0 without any."""
    return own_sum(pairs, card, seen, owned) / owned if owned > 0 else 0.0


def mean(pairs: Array, card: int, seen: Seen, known: int) -> float:
    """Return the mean of what a card has with those that the others hold, 0 without any."""
    total = 0.0
    for place in range(known):
        total += pairs[card, seen.others[place]]
    return total / known if known > 0 else 0.0


def types_of(m: Minds, seen: Seen, card: int, owned: int) -> float:
    """Tell whether a card and the own ones are minions and actions (1), or actions only (-1)."""
    if owned == 0 or m.types[card] == ORDER:
        return 0.0
    several = False
    for place in range(owned):
        kind = m.types[seen.own[place]]
        if kind == ORDER:
            return 0.0
        several = several or kind != m.types[card]
    return 1.0 if several else -1.0 if m.types[card] == ACTION else 0.0


def left_behind(
    steps: Array, players: int, m: Minds, seen: Seen, seat: int, card: int, size: int
) -> tuple[float, float]:
    """Return what the next player loses by a choice, and what comes back of this hand."""
    round_ = seen.now[0]
    next_, back = round_ + 1, round_ + players
    asks_next = next_ < len(steps) and steps[next_] == PRIVATE
    asks_back = back < len(steps) and steps[back] == PRIVATE and size - 1 >= players
    best, left, returned = -np.inf, -np.inf, 0.0
    gone = False
    for place in range(size):
        each = seen.hands[seat, round_, place]
        best = max(best, m.rating[each])
        goes = each == card and not gone
        gone = gone or goes
        if not goes:
            left = max(left, m.rating[each])
            if asks_back and rank_without(m, seen, seat, card, size, place) == players - 1:
                returned = m.rating[each]
    denied = (best - (left if size > 1 else 0.0)) / (players - 1) if asks_next else 0.0
    return denied, returned


def rank_without(m: Minds, seen: Seen, seat: int, card: int, size: int, place: int) -> int:
    """Return how many cards of a hand without a card are rated above the one at a place."""
    own, rank, gone = m.rating[seen.hands[seat, seen.now[0], place]], 0, False
    for other in range(size):
        each = seen.hands[seat, seen.now[0], other]
        goes = each == card and not gone
        gone = gone or goes
        if not goes:
            above = m.rating[each] > own or (m.rating[each] == own and other < place)
            rank += above
    return rank


def others_archives(steps: Array, hand: int, players: int, seen: Seen, seat: int) -> int:
    """List what the others hold, known from hands that came back, else what they chose from.

    A hand passed on tells what its receiver could choose from; a hand that comes back tells what
    was chosen (NF-26). Returns how many there are.
    """
    found = 0
    for pass_ in range(2):
        for number in range(seen.now[0]):
            if number + 1 >= len(steps) or steps[number + 1] != PRIVATE:
                continue
            came_back = number + players <= seen.now[0]
            if came_back == (pass_ == 0):
                found = missing_from(hand, players, seen, seat, number, found, came_back)
        if found > 0:
            return found
    return found


def missing_from(
    hand: int, players: int, seen: Seen, seat: int, number: int, found: int, came_back: bool
) -> int:
    """Add what is gone of a hand since it was passed on, all of it where it has not come back."""
    at, gone = 0, False
    later = hand - number - players
    for place in range(hand - number):
        card = seen.hands[seat, number, place]
        if card == seen.taken[seat, number] and not gone:
            gone = True
            continue
        if came_back and at < later and seen.hands[seat, number + players, at] == card:
            at += 1
            continue
        seen.others[found] = card
        found += 1
    return found
