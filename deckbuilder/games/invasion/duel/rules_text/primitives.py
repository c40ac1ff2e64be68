"""The primitives of the effects file in words: one text each, its words told by their sort."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from deckbuilder.catalog.wording import value_words
from deckbuilder.games.invasion.duel import operations as ops
from deckbuilder.games.invasion.duel.rules_text.formulas import listed
from deckbuilder.games.invasion.duel.rules_text.selectors import Things
from deckbuilder.words import say, says

Primitive = dict[str, Any]

_COUNTED = {
    "deal_damage": "damage", "deal_indirect_damage": "indirect", "add_combat_damage": "damage",
    "heal": "damage", "move_damage": "damage", "cancel_damage": "damage",
    "redirect_damage": "damage", "draw": "cards", "mill": "cards", "reveal_random": "cards",
    "search_deck": "cards", "play_development": "developments", "gain_resources": "resources",
    "lose_resources": "resources", "transfer_resources": "resources", "modify_power": "power",
    "modify_hp": "hp", "modify_cost": "cost", "tax_targeting": "resources",
    "alternative_payment": "resources", "gain_keyword": "value",
}  # fmt: skip
"""What the numbers of a primitive count; all others are plain numbers."""
_PLAIN = (("search_deck", "n"), ("copy_effect", "X"), ("play_card", "X"))
_BARE = {
    ("search_deck", "sel"): False,
    ("play_card", "what"): True,
    ("tax_targeting", "protects"): True,
}
"""Selectors told without a number, and whether as several."""


_CAPPED = re.compile(r"min\((\d+), *(.+)\)")
"""A plain number that something may lower."""


def tell_effects(effects: Iterable[Primitive], things: Things) -> str:
    """Return what happens, one primitive after the other."""
    return say("effects.joints.then").join(tell_primitive(each, things) for each in effects)


def tell_primitive(raw: Primitive, things: Things) -> str:
    """Return what one primitive does."""
    name = raw["do"]
    signature = {word.rstrip("?"): sort for word, sort in ops.SIGNATURES[name].items()}
    # Objects come first: a number may point back to them.
    order = sorted(signature, key=lambda word: signature[word] in (ops.NUMBER, (ops.NUMBER, "all")))
    fields = dict.fromkeys(signature, "")
    for word in order:
        if word in raw:
            fields[word] = _tell_word(raw, word, signature[word], things)
    if "as" in raw:
        things.finds.add(raw["as"])
    return say(_key(raw, things), own=things.named("self"), **fields)


def _key(raw: Primitive, things: Things) -> str:
    """Return the key of the text that fits: of who does it, of several things, of a formula."""
    name = raw["do"]
    marks = [raw.get("when"), raw.get("kw")]
    if "you" in (raw.get("who"), raw.get("payer"), raw.get("to")):
        marks.append("you")
    if things.several(raw.get("to", raw.get("who"))):
        marks.append("many")
    if _is_formula(raw.get("n")):
        marks.append("formula")
    for mark in filter(None, marks):
        if says(f"effects.do.{name}-{mark}"):
            return f"effects.do.{name}-{mark}"
    return f"effects.do.{name}"


def _tell_word(raw: Primitive, word: str, sort: Any, things: Things) -> str:
    value = raw[word]
    name = raw["do"]
    if sort == ops.NUMBER or sort == (ops.NUMBER, "all"):
        if name == "branch":
            return things.formula(value)
        kind = "plain" if (name, word) in _PLAIN else _COUNTED.get(name, "plain")
        if name == "place_tokens":
            kind = f"{raw['kind']}_tokens"
        return amount(kind, value, things)
    if (name, word) in _BARE or (word == "for" and raw.get("when", "play") != "play"):
        return things.bare(value, many=_BARE.get((name, word), False))
    if name == "sacrifice" and word == "sel" and isinstance(value, dict):
        value = _own_of(raw["who"], value)
    if isinstance(sort, tuple):
        return _one_of(word, value, things)
    return _SORTS[sort](word, value, things)


def _own_of(who: str, sel: dict[str, Any]) -> dict[str, Any]:
    """Return what is sacrificed: that it is the player's own goes without saying."""
    own = sel.get("by") in (who, "chooser") and sel.get("ctrl") == sel.get("by") != "you"
    return {**sel, "by": "own"} if own else sel


def amount(kind: str, raw: Any, things: Things) -> str:
    """Return a number of something: a number, all, up to a number, or as many as a formula."""
    key = f"effects.amounts.{kind}"
    if raw == "all":
        return say(f"{key}.all")
    if isinstance(raw, int):
        return _signed(key, raw)
    if raw.startswith("choice("):
        raw = raw[7:-1]
    if ".." in raw:
        _, _, most = raw.partition("..")
        return say(f"{key}.up-to", n=things.formula(most.strip()))
    if capped := _CAPPED.fullmatch(raw):
        return say(
            "effects.amounts.capped",
            n=amount(kind, int(capped[1]), things),
            most=things.formula(capped[2]),
        )
    if raw == "X":
        return say(f"{key}.x", n=things.formula(raw))
    if raw.startswith("-") and says(f"{key}.less"):
        return say(f"{key}.less", n=things.formula(raw[1:]))
    return say(f"{key}.formula", n=things.formula(raw))


def _signed(key: str, number: int) -> str:
    if number < 0 and says(f"{key}.minus"):
        return say(f"{key}.minus", n=-number)
    return say(f"{key}.number", n=number)


def _is_formula(raw: Any) -> bool:
    return isinstance(raw, str) and raw not in ("all", "X")


def _one_of(word: str, value: str, things: Things) -> str:
    if word == "kw":
        own = f"effects.keywords.{value}"
        return say(own) if says(own) else value_words(value)
    if word == "zone":
        return things.zone(value)
    return say(f"effects.words.{word}.{value}")


def _scope(word: str, raw: dict[str, Any], things: Things) -> str:
    kinds = [say(f"effects.damage.{kind}") for kind in raw.get("kinds", ())]
    to = raw.get("to", "any")
    thing = say("effects.scope.anything") if to == "any" else things.any_one(to)
    phase = say(f"effects.phases.{raw['phase']}") if "phase" in raw else ""
    return say(
        "effects.scope.form",
        kinds=say("effects.scope.kinds", kinds=listed(kinds, "and")) if kinds else "",
        to=say("effects.scope.to", thing=thing),
        phase=say("effects.scope.phase", phase=phase) if phase else "",
    )


def _pay(word: str, raw: dict[str, Any], things: Things) -> str:
    token = say(f"effects.tokens.{raw['token']}")
    return say("effects.more.pay", token=token, thing=things.named(raw["from"]))


def _toll(word: str, raw: dict[str, Any], things: Things) -> str:
    price = amount("resources", raw["res"], things)
    return say("effects.more.toll", who=things.player(raw["payer"]), price=price)


def _verbs(word: str, raw: list[str], things: Things) -> str:
    return listed([say(f"effects.verbs.{verb}") for verb in raw], "nor")


def _races(word: str, raw: list[str], things: Things) -> str:
    return listed([value_words(race) for race in raw], "and")


def _options(word: str, raw: list[list[Primitive]], things: Things) -> str:
    return say("effects.joints.option").join(tell_effects(each, things) for each in raw)


_SORTS: dict[str, Callable[[str, Any, Things], str]] = {
    ops.SET: lambda word, value, things: things.selected(value),
    ops.SELECTOR: lambda word, value, things: things.selected(value),
    ops.PLAYER: lambda word, value, things: things.player(value),
    ops.ZONE: lambda word, value, things: things.zone(value),
    ops.WHOLE: lambda word, value, things: str(value),
    ops.NAME: lambda word, value, things: str(value),
    ops.FLAG: lambda word, value, things: say(f"effects.flagged.{word}") if value else "",
    ops.EFFECTS: lambda word, value, things: tell_effects(value, things),
    "scope": _scope,
    "pay": _pay,
    "toll": _toll,
    "verbs": _verbs,
    "races": _races,
    "options": _options,
}
