"""A whole draft that fits what one seat knows: what is hidden is drawn at random.

The seat itself stays as it is. The other's cards that are not known, both piles and what lies
aside are dealt anew from the cards that the plan says there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from deckbuilder.games.invasion.plan import STRIKE, TAKE
from deckbuilder.games.invasion.state import (
    CAPITAL,
    CUT,
    REINFORCE,
    SEATS,
    Cards,
    Seat,
    State,
    View,
)
from deckbuilder.tables.chance import MAX_SEED, Stream


def imagined(view: View, stream: Stream) -> State:
    """Return a state that fits a view; the other has chosen nothing yet in this step."""
    other = 1 - view.seat
    pack = _pack_of_other(view, stream)
    gone = [_gone_from(view, number) for number in SEATS]
    gone[view.seat].update(_own_cards(view))
    # What the other is known to have; more of it may be among what is left in its hidden cards.
    known_taken = _known_taken(view, pack)
    gone[other].update([*(pack or ()), *known_taken])
    hidden, aside = _hidden(view, gone, stream)
    own_pile, others = hidden[view.seat], hidden[other]
    taken, others = _drawn_deck(view, known_taken, others, stream)
    size = view.public.pack_sizes[other]
    if pack is None:
        pack, others = tuple(sorted(others[:size])), others[size:]
    others_size = view.public.pile_sizes[other]
    others_pile, discarded = others[:others_size], others[others_size:]
    piles: list[Cards] = [(), ()]
    piles[view.seat] = _with_top(view, own_pile, stream)
    piles[other] = tuple(others_pile)
    cut_size = view.public.cut_sizes[other]
    seats = [view.own, view.own]
    seats[other] = _to_choose(
        view,
        Seat(
            taken=tuple(taken[cut_size:]),
            pack=pack,
            cut=tuple(taken[:cut_size]),
            discarded=tuple(discarded),
        ),
        piles[other],
    )
    return State(
        plan=view.plan,
        seed=stream.below(MAX_SEED + 1),
        public=view.public,
        seats=(seats[0], seats[1]),
        piles=(piles[0], piles[1]),
        aside=tuple(aside),
    )


def _pack_of_other(view: View, stream: Stream) -> Cards | None:
    """Return the other's pack as far as it is known: looked at now, or before it took from it.

    None where nobody but the other has seen it.
    """
    public = view.public
    size = public.pack_sizes[1 - view.seat]
    if public.phase == STRIKE:
        return tuple(sorted((*view.own.cards, *view.own.pending)))
    if not view.seen and size:
        return None
    # Draft format cards that were taken were shown, so those that were seen are there still.
    effects = [card for card in view.seen if card in view.plan.effects]
    rest = stream.shuffled([card for card in view.seen if card not in view.plan.effects])
    return tuple(sorted((*effects, *rest[: size - len(effects)])))


def _known_taken(view: View, pack: Cards | None) -> list[str]:
    """Return what the other has taken as far as it is known, with the pack that is imagined."""
    missing = Counter(view.seen) - Counter(pack or ())
    return [*view.known, *missing.elements()]


def _gone_from(view: View, number: int) -> Counter[str]:
    """Return the cards of a seat's pile that both know to be out of the game."""
    effects = view.plan.effects
    gone = Counter(card for by, card in view.public.struck if by != number and card not in effects)
    gone.update(
        card
        for by, card, how in view.public.shown
        if (by != number if how == "struck" else by == number)
    )
    return gone


def _own_cards(view: View) -> Iterable[str]:
    """Return the cards of the own pile that lie before the seat, or that it has discarded."""
    own, phase = view.own, view.public.phase
    looked_at = (*own.cards, *own.pending) if phase == REINFORCE else ()
    return (*own.taken, *own.pack, *own.cut, *own.discarded, *looked_at)


def _hidden(
    view: View, gone: Sequence[Counter[str]], stream: Stream
) -> tuple[list[list[str]], list[str]]:
    """Return by seat what is left of its cards, shuffled; and the shared cards that lie aside."""
    plan = view.plan
    own = [Counter(plan.piles[number]) for number in SEATS]
    # What is not among a seat's own cards was one of the shared ones.
    shared_gone = [gone[number] - own[number] for number in SEATS]
    shared = stream.shuffled(
        sorted((Counter(plan.shared) - shared_gone[0] - shared_gone[1]).elements())
    )
    hidden = []
    for number in SEATS:
        count = plan.shared_each - shared_gone[number].total()
        drawn, shared = shared[:count], shared[count:]
        rest = (own[number] - gone[number]).elements()
        hidden.append(stream.shuffled(sorted((*rest, *drawn))))
    return hidden, shared


def _drawn_deck(
    view: View, known: Sequence[str], hidden: Sequence[str], stream: Stream
) -> tuple[list[str], list[str]]:
    """Return all that the other has taken, and the hidden cards that are left."""
    other = 1 - view.seat
    size = view.public.deck_sizes[other] + view.public.cut_sizes[other]
    effects = view.plan.effects
    wanted = size - len(known)
    cards = [card for card in hidden if card not in effects]
    rest = cards[wanted:] + [card for card in hidden if card in effects]
    return stream.shuffled([*known, *cards[:wanted]]), stream.shuffled(rest)


def _with_top(view: View, pile: Sequence[str], stream: Stream) -> Cards:
    """Return the own pile, on its top what is looked at, in an order that nobody knows."""
    own = view.own
    top = (*own.cards, *own.pending) if view.public.phase == REINFORCE else ()
    return (*stream.shuffled(top), *pile)


def _to_choose(view: View, seat: Seat, pile: Cards) -> Seat:
    """Return the other seat with what it must choose now."""
    plan, public = view.plan, view.public
    other = 1 - view.seat
    cards: Cards = ()
    left = 0
    pending: Cards = ()
    if public.phase in (TAKE, STRIKE):
        cards = seat.pack if public.phase == TAKE else view.own.pack
        left = min(plan.steps[public.step - 1].count, len(cards))
    elif public.phase == REINFORCE and not view.own.left:
        cards = tuple(sorted(pile[: plan.look_at]))
        left = min(plan.add, len(cards))
    elif public.phase == CUT and plan.keep is not None and len(seat.taken) > plan.keep:
        cards = tuple(sorted(seat.taken))
        left = len(seat.taken) - plan.keep
    elif public.phase == CAPITAL:
        capitals = tuple(sorted(plan.capitals[other]))
        cards, left, pending = (capitals, 1, ()) if len(capitals) > 1 else ((), 0, capitals)
    return Seat(
        cards=cards,
        left=left,
        pending=pending,
        taken=seat.taken,
        pack=seat.pack,
        cut=seat.cut,
        discarded=seat.discarded,
    )
