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
    GO_ON,
    HELD,
    ICONS,
    IN_CARDS,
    IN_PILE,
    IN_TAKEN,
    KIND,
    KIND_ICONS,
    KIND_LOYALTY,
    KINDS,
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
    RACE_OF_KIND,
    RACES,
    RACES_IN_PILE,
    RATING,
    REINFORCING,
    ROLE,
    SABOTAGING,
    SHARES,
    SIZE,
    SORTED,
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
    best = f[TOTALS, 0]
    for place in range(1, found):
        best = max(best, f[TOTALS, place])
    close = best - TIE
    ties = 0
    for place in range(found):
        if f[TOTALS, place] >= close:
            g[OPTIONS, ties] = g[OPTIONS, place]
            ties += 1
    g[NUMBERS, TIED] = ties
    return g[OPTIONS, 0] if ties == 1 else DRAWN


def chance_place(g: Array) -> int:
    """Return where the chances to strike later stand, at this step of this pack."""
    return (g[NUMBERS, PACK_NUMBER] - 1) * g[PLAN, STEPS] + g[NUMBERS, STEP] - 1


def list_options(g: Array, seat: int) -> int:
    """List every card once, and NOTHING where it may be chosen; return how many there are."""
    found = 0
    for place in range(g[NUMBERS, IN_CARDS + seat]):
        if found == 0 or g[OPTIONS, found - 1] != g[CARDS + seat, place]:
            g[OPTIONS, found] = g[CARDS + seat, place]
            found += 1
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
        at_most = f[WEIGHTS + viewer, W_LOYALTY] * (covered - 1.0)
        for kind in range(g[BOT + viewer, KINDS]):
            if g[RACE_OF_KIND + viewer, kind] == race:
                few = f[KIND_ICONS + viewer, kind] < covered
                f[row, kind] = keeping + (f[KIND_LOYALTY + viewer, kind] if few else at_most)


def take_totals(g: Array, f: Array, seat: int, found: int) -> None:
    """Score cards for the own deck."""
    size = g[NUMBERS, SIZE + seat] + 1
    formats, worst = 0, 0.0
    for place in range(found):
        card = g[OPTIONS, place]
        if g[EFFECTS, card] > 0:
            formats += 1
            continue
        cost, role = g[COST + seat, card], g[ROLE + seat, card]
        total = f[WORTH + seat, card] + f[FITS, g[KIND + seat, card]]
        total += f[SHARES + seat, cost] * size - f[HELD + seat, cost] * g[COUNTS + seat, cost]
        total += f[SHARES + seat, role] * size - f[HELD + seat, role] * g[COUNTS + seat, role]
        f[TOTALS, place] = total
        worst = total if place == formats else min(worst, total)
    if formats == 0:
        return
    for place in range(found):
        card = g[OPTIONS, place]
        if g[EFFECTS, card] > 0:
            f[TOTALS, place] = format_card_total(g, f, seat, card, worst)


def format_card_total(g: Array, f: Array, seat: int, card: int, worst: float) -> float:
    """Score a draft format card that is taken or found."""
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
    return gained + lost + guard(g, f, seat, effect)


def guard(g: Array, f: Array, seat: int, effect: int) -> float:
    """Return what it is worth that the other cannot strike this card from the own pack."""
    step = g[NUMBERS, STEP] - 1
    if g[NUMBERS, PHASE] != TAKING or f[STRIKES_AFTER + seat, step] == 0.0 or effect == TIDE:
        return 0.0
    size = sort_worths(g, f, seat, FITS)
    gained = gain(g, f, seat, 1 - seat, effect, 0.0)
    if effect == FIND and gained != 0.0:
        gained += f[WEIGHTS + seat, W_CARD]
    rest, spared = size - g[NUMBERS, LEFT + seat], 0.0
    if rest > 0:
        takes = min(int(f[TAKES_AFTER + seat, step]), rest - 1)
        first = g[NUMBERS, LEFT + seat]
        spared = f[SORTED, first] - f[SORTED, first + takes]
    return f[WEIGHTS + seat, W_GUARD] * max(0.0, f[WEIGHTS + seat, W_DENIAL] * gained - spared)


def sort_worths(g: Array, f: Array, seat: int, row: int) -> int:
    """Sort what the cards to choose from are worth to a deck, the best first; return how many.

    `row` is where it stands how races fit that deck.
    """
    size = 0
    for place in range(g[NUMBERS, IN_CARDS + seat]):
        card = g[CARDS + seat, place]
        if g[EFFECTS, card] == 0:
            worth = f[RATING + seat, card] + f[row, g[KIND + seat, card]]
            before = size - 1
            while before >= 0 and f[SORTED, before] < worth:
                f[SORTED, before + 1] = f[SORTED, before]
                before -= 1
            f[SORTED, before + 1] = worth
            size += 1
    return size


def strike_totals(g: Array, f: Array, seat: int, found: int) -> None:
    """Score strikes by what the other would lose, and NOTHING by what a Sabotage keeps."""
    row = FITS + 1
    fit_races(g, f, seat, 1 - seat)
    size = sort_worths(g, f, seat, row)
    instead = 0.0
    if size > 0:
        instead = f[SORTED, min(int(f[TAKES_AFTER + seat, g[NUMBERS, STEP] - 1]), size - 1)]
    denial, others, worst = f[WEIGHTS + seat, W_DENIAL], 0, 0.0
    for place in range(found):
        card = g[OPTIONS, place]
        if card == NOTHING or g[EFFECTS, card] > 0:
            others += 1
            continue
        total = denial * (f[RATING + seat, card] + f[row, g[KIND + seat, card]] - instead)
        f[TOTALS, place] = total
        worst = total if place == others else min(worst, total)
    if others == 0:
        return
    for place in range(found):
        card = g[OPTIONS, place]
        if card == NOTHING:
            kept = f[CHANCES + seat, chance_place(g)]
            f[TOTALS, place] = f[WEIGHTS + seat, W_KEEP] * kept
        elif g[EFFECTS, card] > 0:
            f[TOTALS, place] = struck_total(g, f, seat, g[EFFECTS, card], size, instead, worst)


def struck_total(
    g: Array, f: Array, seat: int, effect: int,
    size: int, instead: float, worst: float,
) -> float:  # fmt: skip
    """Score a draft format card that is struck; SORTED has the worths of the other cards."""
    mean = 0.0
    if effect == TIDE and size > 0:
        for place in range(size):
            mean += f[SORTED, place]
        mean /= size
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
