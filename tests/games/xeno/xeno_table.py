"""Positions of XENO by the names of cards, for the tests beside this file."""

from __future__ import annotations

import msgspec

from deckbuilder.games.xeno.play import RULES, State
from deckbuilder.games.xeno.setup import Settings, setup_for
from deckbuilder.registry import game
from deckbuilder.tables.protocol import Option

CATALOG = game("xeno").catalog()
CARDS = tuple(
    (card.id, card.rank, card.quantity)
    for card in sorted(CATALOG.cards, key=lambda card: card.rank)
)
RANK = {card.name: card.rank for card in CATALOG.cards}
NAME = {card.id: card.name for card in CATALOG.cards}
ID = {card.name: card.id for card in CATALOG.cards}


def settings(players=2, **more):
    return Settings(players=players, cards=CARDS, **more)


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
    phase="play",
    **more,
):
    """A state where `acting` holds two cards; the first of `deck` is drawn next."""
    start = RULES.start(settings(len(hands), **more), 0)
    return msgspec.structs.replace(
        start,
        phase=phase,
        acting=acting,
        hands=tuple(tuple(sorted(ranks(hand))) for hand in hands),
        deck=ranks(deck)[::-1],
        aside=RANK[aside] if aside else 0,
        inside=mask(seat for seat, hand in enumerate(hands) if hand),
        protected=mask(protected),
        sage=mask(sage),
        boys=boys_played,
        piles=((),) * len(hands),
        history=(),
    )


def play(state, card, target=None, name="", seat=None):
    seat = state.acting if seat is None else seat
    option = Option("play", ID[card], target, ID[name] if name else "")
    return RULES.apply(state, {seat: option})[0]


def choose(state, action, card="", value=""):
    (option,) = [
        option
        for option in RULES.options(state, state.acting)
        if option.action == action
        and (not card or option.card == ID[card])
        and (not value or option.value == value)
    ]
    return RULES.apply(state, {state.acting: option})[0]


def reaper_takes(state, card):
    """Pick the place where the card lies, which the picking seat cannot know."""
    return choose(state, "pick", value=str(state.open.index(RANK[card]) + 1))


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
    return {NAME[option.card] for option in RULES.options(state, state.acting)}


def points(state):
    outcome = RULES.outcome(state)
    return None if outcome is None else outcome.points


__all__ = ["CARDS", "CATALOG", "ID", "NAME", "RANK", "RULES", "State", "setup_for"]
