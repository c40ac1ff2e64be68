"""Positions of XENO by the names of cards, for the tests beside this file."""

from __future__ import annotations

import msgspec

from deckbuilder.games.xeno.rules import RULES
from deckbuilder.games.xeno.settings import Settings
from deckbuilder.games.xeno.setup import setup_for
from deckbuilder.games.xeno.state import State
from deckbuilder.registry import game
from deckbuilder.tables.protocol import Option, seat_id

CATALOG = game("xeno").catalog()
CARDS = tuple(
    (card.id, card.rank, card.quantity)
    for card in sorted(CATALOG.cards, key=lambda card: card.rank)
)
RANK = {card.name: card.rank for card in CATALOG.cards}
NAME = {card.id: card.name for card in CATALOG.cards}
ID = {card.name: card.id for card in CATALOG.cards}


def settings(players=2, first=0, **more):
    return Settings(players=players, cards=CARDS, first=first, **more)


def ranks(names):
    return tuple(RANK[name] for name in names)


def mask(seats):
    return sum(1 << seat for seat in seats)


def position(
    hands,
    deck=("Boy", "Boy", "Boy", "Boy"),
    aside="Maiden",
    *,
    acting=0,
    protected=(),
    sage=(),
    boys_played=0,
    **more,
):
    """A state where `acting` holds two cards; the first of `deck` is drawn next."""
    start, _ = RULES.start(settings(len(hands), **more), 0)
    return msgspec.structs.replace(
        start,
        phase="play",
        acting=acting,
        hands=tuple(tuple(sorted(ranks(hand))) for hand in hands),
        deck=ranks(deck)[::-1],
        aside=RANK[aside] if aside else 0,
        inside=mask(seat for seat, hand in enumerate(hands) if hand),
        protected=mask(protected),
        sage=mask(sage),
        boys=boys_played,
        piles=((),) * len(hands),
    )


def playing(card, target=None, name=""):
    targets = () if target is None else (seat_id(target),)
    return Option("play", ID[card], (*targets, ID[name]) if name else targets)


def play_and_tell(state, *how):
    """Play a card as `playing` says it; return the state and what happened."""
    return RULES.apply(state, {state.acting: playing(*how)})


def play(state, *how):
    return play_and_tell(state, *how)[0]


def seen(events, seat):
    """The events that a seat sees, by kind."""
    return {event.kind: event for event in events if event.to is None or seat in event.to}


def choose(state, action, card="", place=None):
    (option,) = [
        option
        for option in RULES.options(state, state.acting)
        if option.action == action
        and (not card or option.subject == ID[card])
        and (place is None or option.value == place)
    ]
    return RULES.apply(state, {state.acting: option})[0]


def reaper_takes(state, card):
    """Pick the place where the card lies, which the picking seat cannot know."""
    return choose(state, "pick", place=state.open.index(RANK[card]) + 1)


def hand(state, seat):
    names = {rank: name for name, rank in RANK.items()}
    return [names[rank] for rank in state.hands[seat]]


def pile(state, seat):
    return [NAME[discard.card] for discard in state.piles[seat]]


def is_in(state, seat):
    return bool(state.inside >> seat & 1)


def names(cards):
    return [NAME[card] for card in cards]


def playable(state):
    return {NAME[option.subject] for option in RULES.options(state, state.acting)}


def points(state):
    outcome = RULES.outcome(state)
    return None if outcome is None else outcome.points


__all__ = ["CARDS", "CATALOG", "ID", "NAME", "RANK", "RULES", "State", "setup_for"]
