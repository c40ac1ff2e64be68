"""The effects file: what the cards of a set do in a duel, as data.

```
game: invasion
set: core
effects:
- number: 5
  name: Runesmith
  abilities:
  - id: '5a'
    kind: action
    zone: quest
    cost: [{res: 2}]
    targets: [{id: A, sel: {t: unit}, n: 1, by: you}]
    effect: [{do: modify_power, to: A, n: 1}]
    duration: turn
```

A card is named by its number in the set and its name. An ability has:

id         unique in the file
kind       action: optional, in a window, over the chain; of a tactic: playing it from hand
           forced: happens at its trigger, cannot be answered (INV-44)
           constant: holds while the card is in play; with a trigger it happens before forced
           effects of the same trigger, and may be `optional`
           keyword, play_restriction: constants; they bind play or give a keyword
           quest: the token of a quest card, forced
zone       where the card must be for the ability to work; hand: read while it is played
when       turn: own, phase, combat_steps (windows after these steps), attacked_player: you
x          true: X is chosen when it is announced, as the printed part of the cost
if         a condition; tested of actions when announced, of constants always, else on resolving
limit      {n, per: turn}: uses a turn and copy; only_first_of_turn: only the first such event
trigger    {event, ...filters}: card, unit, to (self, host or a selector), player, phase, zone,
           min
cost       paid when announced, after the targets: {res: n}, {sacrifice: self or a selector}
targets    {id, sel, n, by}: chosen when announced, or when a forced ability begins; n may be
           `0..2`
choices    the same, chosen on resolution; nothing to choose: nothing happens
effect     the primitives, in order: `primitives/` has one function for each that is carried out,
           `characteristics.py` one for each that holds
duration   turn: what is changed is changed until the end of the turn

Selectors are told in `selectors.py`, formulas in `formulas.py`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

AbilityKind = Literal["action", "forced", "constant", "keyword", "play_restriction", "quest"]
ZoneWord = Literal["any", "kingdom", "quest", "battlefield", "hand"]
CombatStep = Literal[
    "after_target", "after_attackers", "after_defenders", "after_assign", "after_apply"
]


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Timing limits of an action, all of which must hold."""

    turn: Literal["own"] | None = None
    phase: Literal["kingdom", "quest", "capital", "battlefield"] | None = None
    combat_steps: tuple[CombatStep, ...] = ()
    attacked_player: Literal["you"] | None = None


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How often an ability of a copy can be used in a turn."""

    n: int = 1
    per: Literal["turn"] = "turn"
    only_first_of_turn: bool = False


class Trigger(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The event that sets an ability off; all the filters that are given must hold."""

    event: str
    card: Any = None
    unit: Any = None
    to: Any = None
    player: Literal["you", "opp", "any"] | None = None
    phase: Literal["kingdom", "quest", "capital", "battlefield"] | None = None
    zone: Literal["here"] | None = None
    min: int = 0


class Choosing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A target or another choice: its name, what may be chosen, how many, and by whom."""

    id: str
    sel: Any
    n: int | str = 1
    by: Literal["you"] = "you"


class Ability(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One ability of a card, as its file says it."""

    id: str
    kind: AbilityKind
    zone: ZoneWord = "any"
    when: When = When()
    x: bool = False
    condition: str | None = msgspec.field(default=None, name="if")
    limit: Limit | None = None
    trigger: Trigger | None = None
    optional: bool = False
    cost: tuple[dict[str, Any], ...] = ()
    targets: tuple[Choosing, ...] = ()
    choices: tuple[Choosing, ...] = ()
    effect: tuple[dict[str, Any], ...]
    duration: Literal["turn"] | None = None
    notes: tuple[str, ...] = ()


class CardEffects(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What one card does."""

    number: int
    name: str
    abilities: tuple[Ability, ...]
