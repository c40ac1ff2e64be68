"""What can be read in an effects file but not carried out: nothing looks for it there."""

from __future__ import annotations

from deckbuilder.errors import Fault
from deckbuilder.games.invasion.duel.compiling import Place, Spec, Told
from deckbuilder.games.invasion.duel.operations import Op
from deckbuilder.games.invasion.duel.primitives import IN_OPTIONS, PRIMITIVES

HOLDING = (
    "add_combat_damage", "enters_corrupted", "alternative_payment", "modify_power", "modify_hp",
    "modify_cost", "tax_targeting", "limit_per_zone", "enter_only", "attach", "cannot",
    "gain_keyword", "provide_loyalty",
)  # fmt: skip
"""Primitives that hold as long as a constant, keyword or restriction of play does."""
REPLACING = ("redirect_damage", "cancel_damage")
"""Primitives that take the place of damage that would be dealt."""


def check_use(card_type: str, spec: Spec, told: Told) -> None:
    """Tell every part of an ability that nothing would carry out."""
    if card_type == "tactic" and spec.kind not in ("action", "constant"):
        told(("kind",), Fault.of("effects.tactic-kind", kind=spec.kind))
    if spec.kind == "action":
        if spec.event is not None:
            told(("trigger",), Fault.of("effects.no-trigger"))
        _check_carried(spec.effect, ("effect",), told)
    elif spec.event is None:
        _check_holding(spec, told)
    elif spec.event.name == "damage_would_be_dealt":
        _check_replacing(spec, told)
    else:
        _check_carried(spec.effect, ("effect",), told)


def _check_holding(spec: Spec, told: Told) -> None:
    for row, op in enumerate(spec.effect):
        if op.name not in HOLDING and not (row and spec.effect[0].name == "attach"):
            where = ("effect", row, "do")
            told(where, Fault.of("effects.cannot-hold", primitive=op.name))
        if op.name == "attach" and not spec.targets:
            told(("targets",), Fault.of("effects.needs-host"))


def _check_replacing(spec: Spec, told: Told) -> None:
    for row, op in enumerate(spec.effect):
        if op.name not in REPLACING:
            fault = Fault.of("effects.no-replacement", primitive=op.name, known=REPLACING)
            told(("effect", row, "do"), fault)
        elif op.name == "redirect_damage" and not spec.targets:
            told(("targets",), Fault.of("effects.needs-taker"))


def _check_carried(effects: tuple[Op, ...], place: Place, told: Told) -> None:
    for row, op in enumerate(effects):
        here = (*place, row)
        if op.name not in PRIMITIVES:
            told((*here, "do"), Fault.of("effects.only-holds", primitive=op.name))
        for word in ("then", "else", "eff"):
            if op.words.get(word):
                _check_carried(op.words[word], (*here, word), told)
        _check_options(op, here, told)
        if op.name == "modify_cost" and op.words.get("when") != "next_played_this_turn":
            told((*here, "when"), Fault.of("effects.cost-time"))


def _check_options(op: Op, place: Place, told: Told) -> None:
    for at, option in enumerate(op.words.get("options", ())):
        for number, part in enumerate(option):
            if part.name not in IN_OPTIONS:
                fault = Fault.of("effects.no-option", primitive=part.name, known=IN_OPTIONS)
                told((*place, "options", at, number, "do"), fault)
