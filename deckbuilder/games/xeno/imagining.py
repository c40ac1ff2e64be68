"""Hidden cards of a XENO table laid at random, as a seat's view allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from deckbuilder.games.xeno.setup import Setup
from deckbuilder.games.xeno.view import View
from deckbuilder.tables.chance import Stream


class Hidden(NamedTuple):
    """Where the cards are, as in a state."""

    hands: tuple[tuple[int, ...], ...]
    aside: int
    open: tuple[int, ...]
    deck: tuple[int, ...]


def hidden_cards(setup: Setup, view: View, stream: Stream) -> Hidden:
    """Lay the cards that a seat does not see, every way that fits its view being as likely.

    Cards are laid until none lies where the seat is sure that it does not.
    """
    certain = _certain_hands(setup, view)
    hidden = list(_unseen(setup, view, certain).elements())
    lacks = [{setup.ranks[card] for card in known.lacks} for known in view.known]
    while True:
        cards = iter(stream.shuffled(hidden))
        hands = list(certain)
        for seat, size in enumerate(_sizes(view)):
            laid = [next(cards) for _ in range(size - len(certain[seat]))]
            if lacks[seat].intersection(laid):
                break
            hands[seat] = tuple(sorted((*certain[seat], *laid)))
        else:
            break
    aside = next(cards) if view.reincarnation else 0
    rest = tuple(cards)
    looked = len(rest) - view.deck
    return Hidden(
        tuple(hands), aside, _open(setup, view, hands, rest[:looked], stream), rest[looked:]
    )


def _sizes(view: View) -> Iterator[int]:
    """Yield how many cards each seat holds: two on its turn and when it is made to draw."""
    on_turn = view.acting if view.phase == "play" else view.target
    for seat, inside in enumerate(view.inside):
        yield inside + (inside and seat == on_turn)


def _certain_hands(setup: Setup, view: View) -> list[tuple[int, ...]]:
    """Return, for each seat, the cards of its hand that the view tells."""
    hands: list[tuple[int, ...]] = [
        (setup.ranks[known.holds],) if known.holds else () for known in view.known
    ]
    if view.target is not None and view.shown:
        hands[view.target] = setup.all_ranks(view.shown)
    hands[view.seat] = setup.all_ranks(view.hand)
    return hands


def _unseen(setup: Setup, view: View, certain: list[tuple[int, ...]]) -> Counter[int]:
    """Return the cards that may be anywhere."""
    unseen = Counter(setup.deck)
    unseen.subtract(setup.all_ranks(each.card for pile in view.discards for each in pile))
    unseen.subtract(setup.all_ranks(view.looked))
    for hand in certain:
        unseen.subtract(hand)
    return unseen


def _open(
    setup: Setup,
    view: View,
    hands: list[tuple[int, ...]],
    looked: tuple[int, ...],
    stream: Stream,
) -> tuple[int, ...]:
    """Return the cards that are chosen from; those of a Reaper lie mixed (XENO-25)."""
    if view.phase == "keep":
        return setup.all_ranks(view.looked) or tuple(sorted(looked))
    if view.target is None:
        return ()
    if view.phase == "execute":
        return hands[view.target]
    return tuple(stream.shuffled(hands[view.target]))
