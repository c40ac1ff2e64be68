"""Kernel: what the bots pick by on arrays (`drafter.DrafterPolicy`), in the same order of sums."""

from __future__ import annotations

import numpy as np

from deckbuilder.games.invasion.batch_layout import (
    BEST_FOUND,
    BOT,
    BY_CHANCE,
    BY_DECK,
    CARDS,
    CARDS_FEWER,
    CHANCES,
    CHOOSING,
    COST,
    COUNTS,
    CUT_RATING,
    CUTTING,
    DRAWN,
    EFFECTS,
    EQUAL_SHARE,
    FACTION,
    FIND,
    FITS,
    FORMATS,
    GO_ON,
    HELD,
    ICONS,
    IN_CARDS,
    IN_PILE,
    IN_TAKEN,
    KIND,
    KIND_ICONS,
    KINDS_FROM,
    KNOWN,
    LEFT,
    LINE,
    LINES,
    MANNER,
    MEAN,
    NOTHING,
    NUMBERS,
    OPTIONS,
    OWNS,
    PACK_NUMBER,
    PACKS,
    PHASE,
    PILE_CAPITALS,
    PILE_RACES,
    PILE_SHARES,
    PLAN,
    RACES,
    RACES_IN_PILE,
    RATING,
    REINFORCING,
    ROLE,
    SABOTAGING,
    SHARES,
    SIZE,
    SPARE,
    STEP,
    STEPS,
    STRIKES_AFTER,
    STRIKING,
    TAKEN,
    TAKES_AFTER,
    TAKING,
    TIDE,
    TIED,
    TOTALS,
    TURNS,
    W_CAPITAL,
    W_CARD,
    W_DENIAL,
    W_FEWER_CARDS,
    W_FEWER_CHOICES,
    W_GUARD,
    W_GUESS,
    W_KEEP,
    W_LOYALTY,
    W_OWN,
    W_RACE,
    W_REINFORCEMENTS,
    W_SABOTAGE,
    W_SYMBOLS,
    W_TIDES,
    WEIGHTS,
    WORTH,
    WORTHS,
)  # fmt: skip
from deckbuilder.games.streams import Array

TIE = 1e-9
NO_CARD = -np.inf


def pick_option(g: Array, f: Array, seat: int) -> int:
    """Return the card that a seat's bot chooses; NOTHING for no further strike.

    DRAWN where chance chooses among the first TIED of OPTIONS.
    """
    found = list_options(g, seat)
    g[NUMBERS, TURNS + seat] += 1
    if found == 1:
        return g[OPTIONS, 0]
    if g[BOT + seat, MANNER] == BY_CHANCE:
        g[NUMBERS, TIED] = found
        return DRAWN
    if g[NUMBERS, PHASE] == CHOOSING:
        capital_totals(g, f, seat, found)
    elif g[BOT + seat, MANNER] == BY_DECK:
        deck_totals(g, f, seat, found)
    else:
        row = (CUT_RATING if g[NUMBERS, PHASE] == CUTTING else RATING) + seat
        for place in range(found):
            card = g[OPTIONS, place]
            f[TOTALS, place] = 0.0 if card == NOTHING else f[row, card]
    return best_of(g, f, found)


def best_of(g: Array, f: Array, found: int) -> int:
    """Return the option with the best total, DRAWN where several are as good."""
    best, second, first = f[TOTALS, 0], NO_CARD, 0
    for place in range(1, found):
        total = f[TOTALS, place]
        first = place if total > best else first
        second = max(second, min(best, total))
        best = max(best, total)
    close = best - TIE
    if second < close:
        return g[OPTIONS, first]
    ties = 0
    for place in range(found):
        if f[TOTALS, place] >= close:
            g[OPTIONS, ties] = g[OPTIONS, place]
            ties += 1
    g[NUMBERS, TIED] = ties
    return DRAWN


def chance_place(g: Array) -> int:
    """Return where the chances to strike later stand, at this step of this pack."""
    return (g[NUMBERS, PACK_NUMBER] - 1) * g[PLAN, STEPS] + g[NUMBERS, STEP] - 1


def list_options(g: Array, seat: int) -> int:
    """List every card once, and NOTHING where it may be chosen; return how many there are."""
    found, last = 0, NOTHING
    for place in range(g[NUMBERS, IN_CARDS + seat]):
        card = g[CARDS + seat, place]
        found += card != last
        g[OPTIONS, found - 1] = last = card
    if g[NUMBERS, LEFT + seat] == GO_ON:
        g[OPTIONS, found] = NOTHING
        found += 1
    return found


def capital_totals(g: Array, f: Array, seat: int, found: int) -> None:
    """Score capitals by what loyalty adds to the deck under each (INV-14, INV-R10)."""
    icons = 0
    size = g[NUMBERS, IN_TAKEN + seat]
    for place in range(size):
        icons += g[ICONS, g[TAKEN + seat, place]]
    for option in range(found):
        faction, covered = g[FACTION, g[OPTIONS, option]], 0
        for place in range(size):
            card = g[TAKEN + seat, place]
            if g[ICONS, card] > 0 and g[FACTION, card] == faction:
                covered += 1
        f[TOTALS, option] = f[WEIGHTS + seat, W_CAPITAL] * (icons - covered)


def deck_totals(g: Array, f: Array, seat: int, found: int) -> None:
    """Score all options as a bot that drafts towards a deck."""
    if g[NUMBERS, PHASE] == STRIKING:
        strike_totals(g, f, seat, found)
        return
    fit_races(g, f, seat, seat)
    take_totals(g, f, seat, found)
    if g[NUMBERS, PHASE] == CUTTING:
        for place in range(found):
            f[TOTALS, place] = -f[TOTALS, place]


def fit_races(g: Array, f: Array, viewer: int, seat: int) -> None:
    """Work out by kind how its race and loyalty fit a seat's deck, as a bot knows it."""
    own_deck = viewer == seat
    row = FITS if own_deck else FITS + 1
    races = (RACES if own_deck else KNOWN) + viewer
    prior = f[WEIGHTS + viewer, W_OWN if own_deck else W_GUESS]
    count = g[BOT + viewer, RACES_IN_PILE + seat]
    most = everything = 0.0
    for place in range(count):
        race = g[PILE_RACES + 2 * viewer + seat, place]
        own = g[races, race] + prior * f[PILE_SHARES + 2 * viewer + seat, place]
        f[OWNS, place] = own
        most = max(most, own)
        everything += own
    most = 1.0 if most == 0.0 else most
    everything = 1.0 if everything == 0.0 else everything
    for place in range(count):
        race = g[PILE_RACES + 2 * viewer + seat, place]
        share, likely = f[OWNS, place] / everything, f[OWNS, place] / most
        keeping = f[WEIGHTS + viewer, W_RACE] * (share - f[WEIGHTS + viewer, EQUAL_SHARE + seat])
        covered = f[PILE_CAPITALS + 2 * viewer + seat, place] * (likely * likely)
        covered += f[WEIGHTS + viewer, W_SYMBOLS] * share
        for kind in range(g[KINDS_FROM + viewer, race], g[KINDS_FROM + viewer, race + 1]):
            icons = min(f[KIND_ICONS + viewer, kind], covered)
            f[row, kind] = keeping + f[WEIGHTS + viewer, W_LOYALTY] * (icons - 1.0)


def take_totals(g: Array, f: Array, seat: int, found: int) -> None:
    """Score cards for the own deck."""
    size = g[NUMBERS, SIZE + seat] + 1
    formats, worst, best = 0, -NO_CARD, NO_CARD
    for place in range(found):
        card = g[OPTIONS, place]
        cost, role = g[COST + seat, card], g[ROLE + seat, card]
        total = f[WORTH + seat, card] + f[FITS, g[KIND + seat, card]]
        total += f[SHARES + seat, cost] * size - f[HELD + seat, cost] * g[COUNTS + seat, cost]
        total += f[SHARES + seat, role] * size - f[HELD + seat, role] * g[COUNTS + seat, role]
        f[TOTALS, place] = total
        # Every card is scored alike, which is faster than asking first.
        is_format = g[EFFECTS, card] > 0
        g[FORMATS, formats] = place
        formats += is_format
        worst = min(worst, -NO_CARD if is_format else total)
        best = max(best, NO_CARD if is_format else total)
    if formats == 0:
        return
    worst = 0.0 if formats == found else worst
    for number in range(formats):
        place = g[FORMATS, number]
        f[TOTALS, place] = format_card_total(g, f, seat, g[OPTIONS, place], worst, best)


def format_card_total(
    g: Array, f: Array, seat: int, card: int,
    worst: float, best: float,
) -> float:  # fmt: skip
    """Score a draft format card that is taken or found, less where it is not the best anyway."""
    effect = g[EFFECTS, card]
    mean = 0.0
    if effect == TIDE:
        size, last = g[NUMBERS, IN_CARDS + seat], -1
        total, known = 0.0, 0
        for place in range(size):
            if g[CARDS + seat, place] != last and g[EFFECTS, g[CARDS + seat, place]] == 0:
                total += (
                    f[RATING + seat, g[CARDS + seat, place]]
                    + f[FITS, g[KIND + seat, g[CARDS + seat, place]]]
                )
                known += 1
            last = g[CARDS + seat, place]
        mean = total / known if known > 0 else 0.0
    gained = gain(g, f, seat, seat, effect, mean)
    lost = 0.0 if effect == FIND else -f[WEIGHTS + seat, W_CARD]
    if gained == 0.0:
        lost = worst - f[WEIGHTS + seat, W_CARD]
    return gained + lost + guard(g, f, seat, effect, best - TIE - gained - lost)


def guard(g: Array, f: Array, seat: int, effect: int, least: float) -> float:
    """Return what it is worth that the other cannot strike this card from the own pack.

    What is surely below `least` is not worked out.
    """
    step = g[NUMBERS, STEP] - 1
    if g[NUMBERS, PHASE] != TAKING or f[STRIKES_AFTER + seat, step] == 0.0 or effect == TIDE:
        return 0.0
    gained = gain(g, f, seat, 1 - seat, effect, 0.0)
    if effect == FIND and gained != 0.0:
        gained += f[WEIGHTS + seat, W_CARD]
    gained *= f[WEIGHTS + seat, W_DENIAL]
    each = f[WEIGHTS + seat, W_GUARD]
    if each >= 0.0 and each * max(0.0, gained) + TIE < least:
        return 0.0
    first, takes = g[NUMBERS, LEFT + seat], int(f[TAKES_AFTER + seat, step])
    size = list_worths(g, f, seat, FITS)
    spared = 0.0
    if size > first:
        spared = ranked(f, size, first) - ranked(f, size, min(first + takes, size - 1))
    return each * max(0.0, gained - spared)


def list_worths(g: Array, f: Array, seat: int, row: int) -> int:
    """List what the cards to choose from are worth to a deck; return how many there are.

    `row` is where it stands how races fit that deck.
    """
    size = 0
    for place in range(g[NUMBERS, IN_CARDS + seat]):
        card = g[CARDS + seat, place]
        f[WORTHS, size] = f[RATING + seat, card] + f[row, g[KIND + seat, card]]
        size += g[EFFECTS, card] == 0
    return size


def ranked(f: Array, size: int, rank: int) -> float:
    """Return the worth at a place of the list were it sorted, the best first.

    Counting takes no turn that depends on the worths, which sorting does at every one.
    """
    for place in range(size):
        worth, above, equal = f[WORTHS, place], 0, 0
        for other in range(size):
            above += f[WORTHS, other] > worth
            equal += f[WORTHS, other] == worth
        if above <= rank < above + equal:
            return worth
    return 0.0


def strike_totals(g: Array, f: Array, seat: int, found: int) -> None:
    """Score strikes by what the other would lose, and NOTHING by what a Sabotage keeps."""
    row = FITS + 1
    fit_races(g, f, seat, 1 - seat)
    takes = int(f[TAKES_AFTER + seat, g[NUMBERS, STEP] - 1])
    size = list_worths(g, f, seat, row)
    instead = ranked(f, size, min(takes, size - 1))
    denial, others, worst = f[WEIGHTS + seat, W_DENIAL], 0, -NO_CARD
    for place in range(found):
        card = max(0, g[OPTIONS, place])
        total = denial * (f[RATING + seat, card] + f[row, g[KIND + seat, card]] - instead)
        f[TOTALS, place] = total
        is_other = g[OPTIONS, place] == NOTHING or g[EFFECTS, card] > 0
        g[FORMATS, others] = place
        others += is_other
        worst = min(worst, -NO_CARD if is_other else total)
    if others == 0:
        return
    worst = 0.0 if others == found else worst
    for number in range(others):
        place = g[FORMATS, number]
        card = g[OPTIONS, place]
        if card == NOTHING:
            kept = f[CHANCES + seat, chance_place(g)]
            f[TOTALS, place] = f[WEIGHTS + seat, W_KEEP] * kept
        else:
            f[TOTALS, place] = struck_total(g, f, seat, g[EFFECTS, card], instead, worst)


def struck_total(
    g: Array, f: Array, seat: int, effect: int,
    instead: float, worst: float,
) -> float:  # fmt: skip
    """Score a draft format card that is struck."""
    mean = 0.0
    if effect == TIDE:
        size = list_worths(g, f, seat, FITS + 1)
        for rank in range(size):
            mean += ranked(f, size, rank)
        mean = mean / size if size > 0 else 0.0
    gained = gain(g, f, seat, seat, effect, mean)
    others = gain(g, f, seat, 1 - seat, effect, mean)
    if gained == 0.0 and others == 0.0:
        return worst - f[WEIGHTS + seat, W_CARD]
    if effect == FIND and gained != 0.0:
        gained += f[WEIGHTS + seat, W_CARD]
    return gained + f[WEIGHTS + seat, W_DENIAL] * max(
        0.0, others - f[WEIGHTS + seat, W_CARD] - instead
    )


def gain(
    g: Array, f: Array, viewer: int, seat: int, effect: int,
    pack_mean: float,
) -> float:  # fmt: skip
    """Return what a draft format card does for a seat; the pack is the one that it lies in."""
    if effect == LINE:
        few = g[NUMBERS, LINES + 1 - seat] * g[PLAN, CARDS_FEWER] < g[BOT + viewer, SPARE]
        each = f[WEIGHTS + viewer, W_FEWER_CHOICES] if few else f[WEIGHTS + viewer, W_FEWER_CARDS]
        return (g[PLAN, PACKS] - g[NUMBERS, PACK_NUMBER]) * each
    if effect == FIND:
        best = f[WEIGHTS + viewer, BEST_FOUND + seat]
        return (
            f[WEIGHTS + viewer, W_REINFORCEMENTS] * best if g[NUMBERS, IN_PILE + seat] > 0 else 0.0
        )
    if effect == SABOTAGING:
        return f[WEIGHTS + viewer, W_SABOTAGE] * f[CHANCES + viewer, chance_place(g)]
    if g[NUMBERS, PHASE] == REINFORCING:
        return 0.0
    takes = f[TAKES_AFTER + viewer, g[NUMBERS, STEP] - 1]
    if g[NUMBERS, PHASE] == TAKING:
        return f[WEIGHTS + viewer, W_TIDES] * takes * (f[WEIGHTS + viewer, MEAN + seat] - pack_mean)
    owner = 1 - viewer
    better = f[WEIGHTS + viewer, MEAN + owner] - pack_mean
    return f[WEIGHTS + viewer, W_TIDES] * takes * (better if seat == owner else -better)
