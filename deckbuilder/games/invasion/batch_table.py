"""Kernel: the rules of the draft on arrays (`rules.InvasionRules`), step by step the same."""

from __future__ import annotations

from deckbuilder.games.invasion.batch_layout import (
    ACTIONS,
    ADD,
    AT_WORK,
    CAPITALS_SIZE,
    CARDS,
    CARDS_FEWER,
    CHOOSING,
    COST,
    COUNTS,
    CUTTING,
    DRAFT_ROWS,
    EFFECTS,
    ENDED,
    EXTRA,
    FIND,
    GO_ON,
    IN_CARDS,
    IN_PACK,
    IN_PENDING,
    IN_PILE,
    IN_SEEN,
    IN_TAKEN,
    KEEP,
    KNOWN,
    LEFT,
    LINE,
    LINES,
    LOOK_AT,
    NAME_PILE,
    NAME_SHUFFLE,
    NEUTRALS,
    NO_PACK,
    NUMBERS,
    OPTIONS,
    PACK,
    PACK_NUMBER,
    PACK_SIZE,
    PACKS,
    PENDING,
    PHASE,
    PILE,
    PILE_SIZE,
    PLAN,
    PLAN_CAPITALS,
    PLAN_PILE,
    QUEUE_CARD,
    QUEUE_PACK,
    QUEUE_SEAT,
    QUEUED,
    RACE,
    RACES,
    REINFORCING,
    ROLE,
    SABOTAGES,
    SABOTAGING,
    SEEN,
    SHARED,
    SHARED_EACH,
    SHARED_SIZE,
    SHUFFLES,
    SIZE,
    STEP,
    STEP_COUNTS,
    STEPS,
    STRIKING,
    TAKEN,
    TAKING,
    TIDE,
    USED,
)  # fmt: skip
from deckbuilder.games.streams import Array, Draws, Names, begin_draws, shuffle


def lay_out(g: Array, draws: Draws, names: Names, seed: int) -> None:
    """Build and shuffle the piles, form the first packs, and deal the first step."""
    g[:DRAFT_ROWS] = 0
    shared = g[PLAN, SHARED_SIZE]
    copy_cards(g, SEEN, SHARED, shared)
    begin_draws(draws, seed, names, NEUTRALS, 0)
    shuffle(draws, g[SEEN], shared)
    each = g[PLAN, SHARED_EACH]
    for seat in range(2):
        own = g[PLAN, PILE_SIZE + seat]
        first = min(seat * each, shared)
        more = min(each, shared - first)
        copy_cards(g, PILE + seat, PLAN_PILE + seat, own)
        for place in range(more):
            g[PILE + seat, own + place] = g[SEEN, first + place]
        g[NUMBERS, IN_PILE + seat] = own + more
        begin_draws(draws, seed, names, NAME_PILE + seat, 0)
        shuffle(draws, g[PILE + seat], own + more)
    form_packs(g)
    next_step(g)


def form_packs(g: Array) -> None:
    """Form the next pack of each seat, shorter for Cut Supply Lines (INV-26, INV-R4)."""
    g[NUMBERS, PACK_NUMBER] += 1
    g[NUMBERS, STEP] = 0
    for seat in range(2):
        size = max(0, g[PLAN, PACK_SIZE] - g[NUMBERS, LINES + seat] * g[PLAN, CARDS_FEWER])
        size = min(size, g[NUMBERS, IN_PILE + seat])
        copy_cards(g, PACK + seat, PILE + seat, size)
        g[NUMBERS, IN_PACK + seat] = size
        ascend(g, PACK + seat, size)
        drop_first(g, seat, size)


def drop_first(g: Array, seat: int, size: int) -> None:
    """Take so many cards off the top of a pile."""
    for place in range(size, g[NUMBERS, IN_PILE + seat]):
        g[PILE + seat, place - size] = g[PILE + seat, place]
    g[NUMBERS, IN_PILE + seat] -= size


def copy_cards(g: Array, row: int, other: int, size: int) -> None:
    """Copy the first cards of another row."""
    for place in range(size):
        g[row, place] = g[other, place]


def copy_pack(g: Array, row: int, other: int) -> None:
    """Copy a pack, whatever is left of it: a loop that is always as long is faster."""
    for place in range(g[PLAN, PACK_SIZE]):
        g[row, place] = g[other, place]


def ascend(g: Array, row: int, size: int) -> None:
    """Sort the first cards of a row, each to the place that is its rank."""
    for place in range(size):
        card, rank = g[row, place], 0
        for other in range(size):
            rank += g[row, other] < card
        for other in range(place):
            rank += g[row, other] == card
        g[OPTIONS, rank] = card
    copy_cards(g, row, OPTIONS, size)


def take_out(g: Array, row: int, size: int, card: int) -> int:
    """Take one copy of a card out of a row, the others keeping their order; return what is left."""
    left, out = 0, False
    for place in range(size):
        this = g[row, place]
        g[row, left] = this
        goes = this == card and not out
        out = out or goes
        left += not goes
    return left


def next_step(g: Array) -> None:
    """Deal the next step in which somebody can choose (INV-30, INV-R6), or end the draft."""
    while True:
        g[NUMBERS, STEP] += 1
        if g[NUMBERS, STEP] > g[PLAN, STEPS]:
            g[NUMBERS, IN_SEEN] = g[NUMBERS, IN_SEEN + 1] = 0
            g[NUMBERS, IN_PACK] = g[NUMBERS, IN_PACK + 1] = 0
            if g[NUMBERS, PACK_NUMBER] == g[PLAN, PACKS]:
                begin_cut(g)
                return
            form_packs(g)
            continue
        g[NUMBERS, PHASE] = g[ACTIONS, g[NUMBERS, STEP] - 1]
        if g[NUMBERS, PHASE] == STRIKING:
            compare(g)
        for seat in range(2):
            pack = seat if g[NUMBERS, PHASE] == TAKING else 1 - seat
            size = g[NUMBERS, IN_PACK + pack]
            copy_pack(g, CARDS + seat, PACK + pack)
            g[NUMBERS, IN_CARDS + seat] = size
            g[NUMBERS, LEFT + seat] = min(g[STEP_COUNTS, g[NUMBERS, STEP] - 1], size)
            g[NUMBERS, IN_PENDING + seat] = g[NUMBERS, USED + seat] = 0
        if g[NUMBERS, IN_CARDS] > 0 or g[NUMBERS, IN_CARDS + 1] > 0:
            return


def compare(g: Array) -> None:
    """Count what is gone from the other's pack into the other's deck, as each seat knows it.

    A pack has only cards that were seen in it, in the same order, while something counts as seen.
    """
    for seat in range(2):
        size, at = g[NUMBERS, IN_PACK + 1 - seat], 0
        for place in range(g[NUMBERS, IN_SEEN + seat]):
            card = g[SEEN + seat, place]
            is_there = at < size and g[PACK + 1 - seat, at] == card
            at += is_there
            race = g[RACE + seat, card]
            g[KNOWN + seat, race] += not is_there and race > 0 and g[EFFECTS, card] == 0
        g[NUMBERS, IN_SEEN + seat] = 0


def choose_card(g: Array, seat: int, card: int) -> None:
    """Make a seat's choice wait for the other's."""
    if card < 0:
        g[NUMBERS, LEFT + seat] = 0
        return
    g[NUMBERS, IN_CARDS + seat] = take_out(g, CARDS + seat, g[NUMBERS, IN_CARDS + seat], card)
    rest, left = g[NUMBERS, IN_CARDS + seat], g[NUMBERS, LEFT + seat]
    if left > 1 and rest > 0:
        g[NUMBERS, LEFT + seat] -= 1
    elif g[NUMBERS, PHASE] == STRIKING:
        now = 0
        if left == GO_ON:
            g[NUMBERS, USED + seat] += 1
            now = g[PLAN, EXTRA] - 1 if rest > 0 else 0
        if now == 0 and rest > 0 and g[NUMBERS, USED + seat] < g[NUMBERS, SABOTAGES + seat]:
            now = GO_ON
        g[NUMBERS, LEFT + seat] = now
    else:
        g[NUMBERS, LEFT + seat] = 0
    g[PENDING + seat, g[NUMBERS, IN_PENDING + seat]] = card
    g[NUMBERS, IN_PENDING + seat] += 1


def count_card(g: Array, seat: int, card: int) -> None:
    """Count a card into a seat's deck as its bot does."""
    if g[EFFECTS, card] == 0:
        g[NUMBERS, SIZE + seat] += 1
        g[COUNTS + seat, g[COST + seat, card]] += 1
        g[COUNTS + seat, g[ROLE + seat, card]] += 1
        if g[RACE + seat, card] > 0:
            g[RACES + seat, g[RACE + seat, card]] += 1


def carry_out(g: Array) -> None:
    """Carry out a step that both seats have chosen in; deal the next where nothing is queued."""
    phase = g[NUMBERS, PHASE]
    if phase == CUTTING:
        for seat in range(2):
            for place in range(g[NUMBERS, IN_PENDING + seat]):
                card = g[PENDING + seat, place]
                g[NUMBERS, IN_TAKEN + seat] = take_out(
                    g, TAKEN + seat, g[NUMBERS, IN_TAKEN + seat], card
                )
        ask_nobody(g)
        begin_capitals(g)
        return
    if phase == CHOOSING:
        g[NUMBERS, PHASE] = ENDED
        return
    if phase == TAKING:
        carry_out_takes(g)
    elif phase == STRIKING:
        carry_out_strikes(g)
    else:
        add_found(g)
    if g[NUMBERS, QUEUED] == 0:
        next_step(g)


def carry_out_takes(g: Array) -> None:
    """Put what was taken into the decks, and what is left back as the pack."""
    for seat in range(2):
        show(g, seat, seat)
        other = 1 - seat
        for place in range(g[NUMBERS, IN_PENDING + seat]):
            card = g[PENDING + seat, place]
            if g[EFFECTS, card] == 0:
                g[TAKEN + seat, g[NUMBERS, IN_TAKEN + seat]] = card
                g[NUMBERS, IN_TAKEN + seat] += 1
            elif g[NUMBERS, IN_SEEN + other] > 0:
                g[NUMBERS, IN_SEEN + other] = take_out(
                    g, SEEN + other, g[NUMBERS, IN_SEEN + other], card
                )
        size = g[NUMBERS, IN_CARDS + seat]
        copy_pack(g, PACK + seat, CARDS + seat)
        g[NUMBERS, IN_PACK + seat] = size


def carry_out_strikes(g: Array) -> None:
    """Put what is left back as the packs, seen by the others."""
    for seat in range(2):
        size, pack = g[NUMBERS, IN_CARDS + seat], 1 - seat
        copy_pack(g, PACK + pack, CARDS + seat)
        copy_pack(g, SEEN + seat, CARDS + seat)
        g[NUMBERS, IN_PACK + pack] = g[NUMBERS, IN_SEEN + seat] = size
        g[NUMBERS, SABOTAGES + seat] -= g[NUMBERS, USED + seat]
    for seat in range(2):
        show(g, seat, 1 - seat)


def show(g: Array, seat: int, pack: int) -> None:
    """Queue the draft format cards among a seat's choices."""
    for place in range(g[NUMBERS, IN_PENDING + seat]):
        card = g[PENDING + seat, place]
        if g[EFFECTS, card] > 0:
            at = g[NUMBERS, QUEUED]
            g[QUEUE_SEAT, at], g[QUEUE_CARD, at], g[QUEUE_PACK, at] = seat, card, pack
            g[NUMBERS, QUEUED] += 1


def resolve(g: Array, draws: Draws, names: Names, seed: int) -> None:
    """Let the queued cards work (INV-R2), until a Reinforcements asks for a choice."""
    while g[NUMBERS, QUEUED] > 0:
        seat, pack, effect = next_effect(g)
        if effect == LINE:
            g[NUMBERS, LINES + 1 - seat] += 1
        elif effect == SABOTAGING:
            g[NUMBERS, SABOTAGES + seat] += 1
        elif effect == TIDE:
            if pack != NO_PACK:
                shift_tides(g, draws, names, seed, pack)
        elif effect == FIND and g[NUMBERS, IN_PILE + seat] > 0:
            look(g, seat)
            return
    next_step(g)


def next_effect(g: Array) -> tuple[int, int, int]:
    """Take the next card out of the queue: whose it is, the pack it lay in, what it does."""
    at = 0
    for place in range(g[NUMBERS, QUEUED] - 1, -1, -1):
        if g[AT_WORK, g[QUEUE_CARD, place]] == TIDE:
            at = place
    seat, pack = g[QUEUE_SEAT, at], g[QUEUE_PACK, at]
    effect = g[AT_WORK, g[QUEUE_CARD, at]]
    for place in range(at + 1, g[NUMBERS, QUEUED]):
        for row in range(QUEUE_SEAT, QUEUE_PACK + 1):
            g[row, place - 1] = g[row, place]
    g[NUMBERS, QUEUED] -= 1
    return seat, pack, effect


def shift_tides(g: Array, draws: Draws, names: Names, seed: int, pack: int) -> None:
    """Shuffle a pack into its pile and form one of the same size (INV-28)."""
    size, before = g[NUMBERS, IN_PACK + pack], g[NUMBERS, IN_PILE + pack]
    for place in range(size):
        g[PILE + pack, before + place] = g[PACK + pack, place]
    g[NUMBERS, IN_PILE + pack] = before + size
    begin_draws(draws, seed, names, NAME_SHUFFLE + pack, g[NUMBERS, SHUFFLES + pack])
    g[NUMBERS, SHUFFLES + pack] += 1
    shuffle(draws, g[PILE + pack], before + size)
    copy_cards(g, PACK + pack, PILE + pack, size)
    ascend(g, PACK + pack, size)
    drop_first(g, pack, size)
    g[NUMBERS, IN_SEEN + 1 - pack] = 0


def look(g: Array, seat: int) -> None:
    """Give a seat the top of its pile to choose from."""
    g[NUMBERS, PHASE] = REINFORCING
    ask_nobody(g)
    size = min(g[PLAN, LOOK_AT], g[NUMBERS, IN_PILE + seat])
    copy_cards(g, CARDS + seat, PILE + seat, size)
    ascend(g, CARDS + seat, size)
    g[NUMBERS, IN_CARDS + seat] = size
    g[NUMBERS, LEFT + seat] = min(g[PLAN, ADD], size)


def ask_nobody(g: Array) -> None:
    """Leave nothing to choose and nothing pending."""
    for seat in range(2):
        g[NUMBERS, IN_CARDS + seat] = g[NUMBERS, LEFT + seat] = g[NUMBERS, IN_PENDING + seat] = g[
            NUMBERS, USED + seat
        ] = 0


def add_found(g: Array) -> None:
    """Add what was found; what was looked at besides goes below the pile (INV-27)."""
    seat = 0 if g[NUMBERS, IN_PENDING] > 0 else 1
    found, waiting = g[NUMBERS, IN_PENDING + seat], g[NUMBERS, QUEUED]
    # What was found works before what else is waiting.
    show(g, seat, NO_PACK)
    for _ in range(g[NUMBERS, QUEUED] - waiting):
        for row in range(QUEUE_SEAT, QUEUE_PACK + 1):
            last = g[row, g[NUMBERS, QUEUED] - 1]
            for place in range(g[NUMBERS, QUEUED] - 1, 0, -1):
                g[row, place] = g[row, place - 1]
            g[row, 0] = last
    looked = min(g[PLAN, LOOK_AT], g[NUMBERS, IN_PILE + seat])
    left = looked
    for place in range(found):
        card = g[PENDING + seat, place]
        left = take_out(g, PILE + seat, left, card)
        if g[EFFECTS, card] == 0:
            g[TAKEN + seat, g[NUMBERS, IN_TAKEN + seat]] = card
            g[NUMBERS, IN_TAKEN + seat] += 1
    put_below(g, seat, looked, left)


def put_below(g: Array, seat: int, looked: int, left: int) -> None:
    """Move the first cards of a pile, `left` of those `looked` at, below the others."""
    copy_cards(g, CARDS + seat, PILE + seat, left)
    rest = g[NUMBERS, IN_PILE + seat] - looked
    for place in range(rest):
        g[PILE + seat, place] = g[PILE + seat, looked + place]
    for place in range(left):
        g[PILE + seat, rest + place] = g[CARDS + seat, place]
    g[NUMBERS, IN_PILE + seat] = rest + left


def begin_cut(g: Array) -> None:
    """Let seats with more cards than are kept choose what is cut."""
    g[NUMBERS, STEP] = 0
    ask_nobody(g)
    keep = g[PLAN, KEEP]
    if keep < 0 or (g[NUMBERS, IN_TAKEN] <= keep and g[NUMBERS, IN_TAKEN + 1] <= keep):
        begin_capitals(g)
        return
    g[NUMBERS, PHASE] = CUTTING
    for seat in range(2):
        size = g[NUMBERS, IN_TAKEN + seat]
        if size > keep:
            copy_cards(g, CARDS + seat, TAKEN + seat, size)
            ascend(g, CARDS + seat, size)
            g[NUMBERS, IN_CARDS + seat] = size
            g[NUMBERS, LEFT + seat] = size - keep


def begin_capitals(g: Array) -> None:
    """Let each seat choose among its capitals (INV-14, INV-R10); the only one is taken."""
    g[NUMBERS, PHASE] = CHOOSING
    for seat in range(2):
        size = g[PLAN, CAPITALS_SIZE + seat]
        if size > 1:
            copy_cards(g, CARDS + seat, PLAN_CAPITALS + seat, size)
            g[NUMBERS, IN_CARDS + seat] = size
            g[NUMBERS, LEFT + seat] = 1
    if g[NUMBERS, LEFT] == 0 and g[NUMBERS, LEFT + 1] == 0:
        g[NUMBERS, PHASE] = ENDED
