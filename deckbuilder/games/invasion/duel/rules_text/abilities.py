"""Abilities in words: when and where they work, what they cost, what they do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.invasion.duel.effects import Ability, Limit, Trigger, When
from deckbuilder.games.invasion.duel.loading import effects_in_force
from deckbuilder.games.invasion.duel.rules_text.formulas import listed
from deckbuilder.games.invasion.duel.rules_text.primitives import amount, tell_effects
from deckbuilder.games.invasion.duel.rules_text.selectors import Things
from deckbuilder.words import say, says


def card_texts(card: Card, catalog: Catalog) -> tuple[str, ...] | None:
    """Return a sentence for each ability of a card, None where its effect is not known."""
    abilities = effects_in_force(catalog).get(card.id)
    if abilities is None:
        return None
    return tuple(tell_ability(each, card.type) for each in abilities)


def tell_ability(ability: Ability, card_type: str) -> str:
    """Return what an ability does, in a sentence; `card_type` is that of its card."""
    things = Things(card_type, ability)
    head = say("effects.joints.head").join(_head(ability, things))
    body = tell_effects(ability.effect, things)
    if ability.duration is not None:
        several = "-several" if len(ability.effect) > 1 else ""
        body = say(f"effects.durations.{ability.duration}{several}", text=body)
    if not head:
        return say("effects.sentences.bare", body=_capital(body))
    return say("effects.sentences.headed", head=_capital(head), body=body)


def tell_option(ability: Ability, card_type: str, number: int) -> str:
    """Return what one of the options of an ability does, by its number from 1."""
    things = Things(card_type, ability)
    for effect in ability.effect:
        if "options" in effect:
            return _capital(tell_effects(effect["options"][number - 1], things))
    return ""


def tell_cost(ability: Ability, card_type: str) -> str:
    """Return what using an ability costs, "" where it costs nothing."""
    return _cost(ability.cost, Things(card_type, ability))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _head(ability: Ability, things: Things) -> Iterator[str]:
    """Yield all that must hold or be paid before something happens."""
    if says(f"effects.kinds.{ability.kind}"):
        yield say(f"effects.kinds.{ability.kind}")
    if ability.zone == "hand":
        yield say("effects.heads.hand")
    elif ability.zone != "any":
        yield say("effects.heads.zone", zone=say(f"effects.zones.{ability.zone}"))
    yield from _when(ability.when)
    if ability.trigger is not None:
        yield _trigger(ability.trigger, things)
    if ability.condition is not None:
        yield say("effects.heads.if", condition=things.formula(ability.condition))
    if ability.limit is not None:
        yield _limit(ability.limit)
    if ability.x:
        yield say("effects.heads.x")
    if ability.optional:
        yield say("effects.heads.optional")
    if ability.cost:
        yield _cost(ability.cost, things)


def _when(when: When) -> Iterator[str]:
    if when.turn is not None:
        yield say(f"effects.turns.{when.turn}")
    if when.phase is not None:
        yield say("effects.heads.phase", phase=say(f"effects.phases.{when.phase}"))
    if when.attacked_player is not None:
        yield say(f"effects.attacked.{when.attacked_player}")
    if when.combat_steps:
        steps = [say(f"effects.steps.{step}") for step in when.combat_steps]
        yield listed(steps, "or")


def _limit(limit: Limit) -> str:
    if limit.only_first_of_turn:
        return say("effects.limits.first")
    if limit.n == 1:
        return say("effects.limits.once")
    return say(f"effects.limits.{limit.per}", n=limit.n)


def _cost(parts: tuple[dict[str, Any], ...], things: Things) -> str:
    told = []
    for part in parts:
        if "res" in part:
            price = amount("resources", part["res"], things)
            told.append(say("effects.costs.res", price=price))
        else:
            told.append(say("effects.costs.sacrifice", what=things.selected(part["sacrifice"])))
    return listed(told, "costs")


def _trigger(trigger: Trigger, things: Things) -> str:
    key = f"effects.triggers.{trigger.event}"
    if trigger.player is not None and says(f"{key}.{trigger.player}"):
        key = f"{key}.{trigger.player}"
    elif says(f"{key}.any"):
        key = f"{key}.any"
    about = trigger.card or trigger.unit or trigger.to
    here = trigger.zone is not None
    return say(
        key,
        thing=say("effects.things.anything") if about is None else things.any_one(about),
        phase=say("effects.triggers.phase", phase=say(f"effects.phases.{trigger.phase}"))
        if trigger.phase
        else say("effects.triggers.no-phase"),
        zone=say("effects.zones.here") if here else say("effects.triggers.any-zone"),
        damage=say("effects.triggers.least", n=trigger.min)
        if trigger.min
        else say("effects.triggers.some"),
        resources=say("effects.triggers.resources", n=trigger.min),
    )
