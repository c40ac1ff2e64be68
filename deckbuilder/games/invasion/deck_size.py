"""How many cards a draft gives: what a deck is planned to hold, and what it is going to hold."""

from __future__ import annotations

from collections import Counter

from deckbuilder.games.invasion.plan import STRIKE, TAKE, Plan
from deckbuilder.games.invasion.state import CAPITAL, CUT, REINFORCE, REINFORCEMENTS, View
from deckbuilder.words import say


def planned(plan: Plan) -> int:
    """Return how many cards a deck has where every take gives one: 40 by the book (INV-24)."""
    return plan.keep or plan.packs * sum(step.count for step in plan.steps if step.action == TAKE)


def on_course(view: View) -> int:
    """Return how many cards the deck of a seat ends with, if every take to come gives one.

    Reinforcements that wait to be shown give what they find (INV-27).
    """
    plan, public, own = view.plan, view.public, view.own
    have = len(own.taken)
    if public.phase in (CUT, CAPITAL):
        return have
    if public.phase in (TAKE, REINFORCE):
        have += own.left
        given = {None: 1, REINFORCEMENTS: plan.add}
        have += sum(given.get(plan.effects.get(card), 0) for card in own.pending)
    takes = [step.count if step.action == TAKE else 0 for step in plan.steps]
    return have + sum(takes[public.step :]) + sum(takes) * (plan.packs - public.pack)


def deck_so_far(view: View) -> Counter[str]:
    """Return the copies of each card that a seat has, what it has just chosen among them."""
    own, phase = view.own, view.public.phase
    if phase == CUT:
        return Counter(own.taken) - Counter(own.pending)
    return Counter(own.taken if phase == STRIKE else (*own.taken, *own.pending))


def of_planned(view: View, have: int) -> str:
    """Return how many cards a deck holds, of how many: "23 of about 40"."""
    plan = view.plan
    if view.public.phase in (CUT, CAPITAL):
        return str(have)
    key = "of-about" if plan.keep is None else "of"
    return say(f"invasion.draft.size.{key}", have=have, planned=planned(plan))


def shortness(plan: Plan, size: int, *, over: bool) -> str:
    """Return why a deck of this size is short of what is planned, "" where it is not.

    `size` is what it ends with, which is certain once the draft is `over`.
    """
    short = planned(plan) - size
    if short <= 0 or not plan.effects:
        return ""
    key = "ended" if over else "ends"
    return say(f"invasion.draft.size.{key}", size=size, short=short, planned=planned(plan))


def advice(plan: Plan) -> str:
    """Return what can be done about short decks, "" where a draft has cards to spare."""
    return "" if plan.keep else say("invasion.draft.size.advice")


def remarks(plan: Plan, size: int) -> tuple[str, ...]:
    """Return what is to be said of a deck of this size after the draft."""
    if told := shortness(plan, size, over=True):
        return tuple(filter(None, (told, advice(plan))))
    return ()
