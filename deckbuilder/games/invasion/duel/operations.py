"""The primitives of the effects file by name, and the words that each of them takes.

`SIGNATURES` is what the reader of the file checks an effect against; what a primitive does
stands in `primitives/`, or, where it only holds, where it is read: in `characteristics.py` mostly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deckbuilder.errors import Fault
from deckbuilder.games.invasion.duel.formulas import (
    Formula,
    FormulaError,
    bounds_of,
    compile_formula,
)
from deckbuilder.games.invasion.duel.names import ZONES
from deckbuilder.games.invasion.duel.selectors import PLAYERS, Selector, compile_selector
from deckbuilder.sanitizing import shown

VERBS = ("be_declared_attacker", "be_declared_defender", "be_corrupted", "be_cancelled")
KEYWORDS = ("toughness", "counterstrike", "scout", "limited", "order_only", "destruction_only")
NUMBERED = ("toughness", "counterstrike")
RACES = ("dwarf", "empire", "high-elf", "orc", "chaos", "dark-elf")
COST_TIMES = ("play", "first_played_each_turn", "next_played_this_turn")
MOMENTS = ("turn_end", "that_unit_enters_play")
_WORDS = ("self", "host", "it", "trigger_unit", "that_unit", "hit_section")

SET, NUMBER, WHOLE, PLAYER, SELECTOR, FLAG, NAME, ZONE, EFFECTS = (
    "set", "number", "whole", "player", "selector", "flag", "name", "zone", "effects",
)  # fmt: skip

SIGNATURES: dict[str, dict[str, Any]] = {
    "deal_damage": {"to": SET, "n": NUMBER, "uncancellable?": FLAG},
    "deal_indirect_damage": {"who": PLAYER, "n": NUMBER},
    "add_combat_damage": {"to": SET, "n": NUMBER},
    "heal": {"to": SET, "n": (NUMBER, "all")},
    "move_damage": {"from": SET, "to": SET, "n": NUMBER},
    "cancel_damage": {"scope": "scope", "n": (NUMBER, "all")},
    "redirect_damage": {"from": SET, "to": SET, "n": NUMBER},
    "destroy": {"what": SET},
    "sacrifice": {"who": PLAYER, "sel": SET},
    "corrupt": {"what": SET},
    "restore": {"what": SET},
    "enters_corrupted": {"for": SELECTOR, "zone": ZONE},
    "move_zone": {"what": SET, "to": ZONE},
    "return_to_hand": {"what": SET},
    "draw": {"who": PLAYER, "n": NUMBER},
    "mill": {"who": PLAYER, "n": NUMBER},
    "discard_hand": {"who": PLAYER},
    "reveal_random": {"who": PLAYER, "n": NUMBER, "by": PLAYER, "as": NAME},
    "search_deck": {
        "who": PLAYER, "look": NUMBER, "sel": SELECTOR, "n": NUMBER, "optional?": FLAG, "as": NAME,
    },
    "shuffle_deck": {"who": PLAYER},
    "shuffle_into_deck": {"what": SET, "who": PLAYER},
    "put_into_play": {"what": SET, "zone": ZONE, "free?": FLAG},
    "play_card": {
        "who": PLAYER, "what": SELECTOR, "cost": NUMBER, "X": NUMBER, "any_number": FLAG,
        "order_by": PLAYER,
    },
    "play_development": {"who": PLAYER, "from": ("deck_top",), "n": NUMBER, "zone": ZONE},
    "turn_faceup": {"what": SET},
    "gain_resources": {"who": PLAYER, "n": NUMBER},
    "lose_resources": {"who": PLAYER, "n": NUMBER},
    "transfer_resources": {"from": PLAYER, "to": PLAYER, "n": NUMBER},
    "alternative_payment": {"payer": PLAYER, "unit_of_pay": "pay", "worth": NUMBER},
    "modify_power": {"to": SET, "n": NUMBER, "unless_paid?": "toll"},
    "modify_hp": {"to": SET, "n": NUMBER},
    "modify_cost": {"for": SET, "when": COST_TIMES, "n": NUMBER},
    "tax_targeting": {"payer": PLAYER, "protects": SELECTOR, "n": NUMBER, "per": ("effect",)},
    "limit_per_zone": {"trait": NAME, "n": WHOLE},
    "enter_only": {"zone": ZONES},
    "attach": {"to": SET},
    "cannot": {"who": SET, "verbs": "verbs"},
    "gain_keyword": {"kw": KEYWORDS, "n?": NUMBER, "to": SET},
    "provide_loyalty": {"races": "races"},
    "place_tokens": {"kind": ("resource", "damage"), "onto": SET, "n": NUMBER},
    "cancel_effect": {"what": SET},
    "copy_effect": {"what": SET, "X": NUMBER, "new_targets_by": PLAYER},
    "redirect_attack": {"to": ZONE},
    "choose_one": {"who": PLAYER, "options": "options"},
    "branch": {"if": NUMBER, "then": EFFECTS, "else": EFFECTS},
    "delayed": {"at": MOMENTS, "eff": EFFECTS},
}  # fmt: skip
"""Primitive, word, sort of value; a word with `?` may be left out."""


class Op:
    """A primitive with its words read, ready to be carried out."""

    __slots__ = ("name", "words")

    def __init__(self, name: str, words: dict[str, Any]) -> None:
        self.name = name
        self.words = words


class Set:
    """What an effect works on: names of objects, and selectors."""

    __slots__ = ("names", "selectors")

    def __init__(self, names: tuple[str, ...], selectors: tuple[Selector, ...]) -> None:
        self.names = names
        self.selectors = selectors


class Amount:
    """A number, or one that the player picks between two."""

    __slots__ = ("least", "most")

    def __init__(self, least: Formula | None, most: Formula) -> None:
        self.least = least
        self.most = most


def compile_set(raw: Any, names: Sequence[str]) -> Set:
    """Return the set that a word or selector, or a list of them, means. Raises FormulaError."""
    words: list[str] = []
    selectors: list[Selector] = []
    for part in raw if isinstance(raw, list) else [raw]:
        if isinstance(part, str):
            if part not in names and part not in _WORDS:
                known = (*_WORDS, *names)
                raise FormulaError(Fault.of("effects.no-object", name=part, known=known))
            words.append(part)
        else:
            selectors.append(compile_selector(part, names))
    return Set(tuple(words), tuple(selectors))


def compile_amount(raw: Any, names: Sequence[str]) -> Amount:
    """Return the number that a formula, `a..b` or `choice(a..b)` means. Raises FormulaError."""
    if isinstance(raw, str) and raw.startswith("choice(") and raw.endswith(")"):
        raw = raw[7:-1]
    least, most = bounds_of(raw)
    if least is most:
        return Amount(None, compile_formula(most, names))
    return Amount(compile_formula(least, names), compile_formula(most, names))


def check_word(raw: Any, known: Sequence[str]) -> str:
    """Return a word that is one of those known. Raises FormulaError."""
    if raw not in known:
        fault = Fault.of("effects.cannot-stand", value=shown(raw), known=tuple(known))
        raise FormulaError(fault)
    return str(raw)


def check_words(raw: Any, known: Sequence[str]) -> tuple[str, ...]:
    """Return a list of words that are all known. Raises FormulaError."""
    if not isinstance(raw, list | tuple) or not raw:
        raise FormulaError(Fault.of("effects.no-list", example=known[0]))
    return tuple(check_word(word, known) for word in raw)


def check_player(raw: Any, names: Sequence[str]) -> str:
    """Return a word for players. Raises FormulaError."""
    of = tuple(f"controller_of({name})" for name in (*names, "it"))
    return check_word(raw, (*PLAYERS, *names, *of))
