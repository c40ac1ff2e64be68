"""Abilities of the effects file made ready to be carried out; every fault is told, none raised."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from deckbuilder.errors import Fault
from deckbuilder.games.invasion.duel import operations as ops
from deckbuilder.games.invasion.duel.effects import Ability, Choosing
from deckbuilder.games.invasion.duel.formulas import (
    Formula,
    FormulaError,
    bounds_of,
    compile_formula,
)
from deckbuilder.games.invasion.duel.names import ZONES
from deckbuilder.games.invasion.duel.selectors import Selector, compile_selector
from deckbuilder.games.invasion.duel.triggers import EVENTS, TRIGGER_FILTERS
from deckbuilder.sanitizing import shown

T = TypeVar("T")
Place = tuple[str | int, ...]
Told = Callable[[Place, Fault], None]
"""Told where in an ability something is wrong, and what."""


class Pick:
    """A target or choice, read: what may be chosen, and how many of it."""

    __slots__ = ("least", "most", "name", "selector")

    def __init__(self, name: str, selector: Selector, least: Formula, most: Formula) -> None:
        self.name = name
        self.selector = selector
        self.least = least
        self.most = most


class Cost:
    """A part of a price: resources, the card itself, or an own match of a selector."""

    __slots__ = ("resources", "selector", "self_")

    def __init__(self, resources: int, self_: bool, selector: Selector | None) -> None:
        self.resources = resources
        self.self_ = self_
        self.selector = selector


class Event:
    """The trigger of an ability, read; a filter is the word self or host, or a selector."""

    __slots__ = ("filters", "least", "name", "phase", "player", "zone")

    def __init__(self, ability: Ability, filters: tuple[tuple[str, str | Selector], ...]) -> None:
        trigger = ability.trigger
        assert trigger is not None
        self.name = trigger.event
        self.filters = filters
        self.player = trigger.player
        self.phase = trigger.phase
        self.zone = trigger.zone
        self.least = trigger.min


class Spec:
    """An ability made ready. `ops` is the place of its effect in `Book.lists`."""

    __slots__ = (
        "ability", "card", "choices", "condition", "cost", "effect", "event", "id", "index",
        "kind", "limit", "lists", "only_first", "ops", "optional", "resources", "targets",
        "until_end", "when", "x", "zone",
    )  # fmt: skip

    def __init__(self, ability: Ability, card: int) -> None:
        self.ability = ability
        self.card = card
        self.index = -1
        self.ops = -1
        self.id = ability.id
        self.kind = ability.kind
        self.zone = ZONES.index(ability.zone) if ability.zone in ZONES else -1
        self.when = ability.when
        self.x = ability.x
        self.limit = ability.limit.n if ability.limit else 0
        self.only_first = bool(ability.limit and ability.limit.only_first_of_turn)
        self.optional = ability.optional
        self.until_end = ability.duration == "turn"
        self.condition: Formula | None = None
        self.event: Event | None = None
        self.cost: tuple[Cost, ...] = ()
        self.targets: tuple[Pick, ...] = ()
        self.choices: tuple[Pick, ...] = ()
        self.effect: tuple[ops.Op, ...] = ()
        self.resources = 0


def compile_ability(ability: Ability, card: int, told: Told) -> Spec:
    """Return an ability made ready; what cannot be read is told and left out."""
    reader = _Reader(ability, told)
    spec = Spec(ability, card)
    spec.targets = tuple(reader.picks("targets", ability.targets))
    spec.choices = tuple(reader.picks("choices", ability.choices))
    spec.condition = reader.condition()
    spec.cost = tuple(reader.costs())
    spec.resources = sum(cost.resources for cost in spec.cost)
    spec.event = reader.event()
    spec.effect = tuple(reader.effect(("effect",), ability.effect))
    if not ability.effect:
        told(("effect",), Fault.of("effects.empty"))
    if ability.kind in ("forced", "quest") and ability.trigger is None:
        told(("kind",), Fault.of("effects.needs-trigger", kind=ability.kind))
    return spec


class _Reader:
    """Reads one ability; `names` grows with the targets, choices and finds read so far."""

    def __init__(self, ability: Ability, told: Told) -> None:
        self.ability = ability
        self.told = told
        self.names: list[str] = []

    def condition(self) -> Formula | None:
        """Return the condition, None where there is none."""
        if self.ability.condition is None:
            return None
        return self.formula(("if",), self.ability.condition)

    def attempt(self, place: Place, make: Callable[..., T], *given: Any) -> T | None:
        """Return what is made of what is given, or None, the fault told, where it cannot be."""
        try:
            return make(*given)
        except FormulaError as error:
            self.told(place, error.fault)
            return None

    def formula(self, place: Place, text: str | int) -> Formula | None:
        """Return a formula, None where it cannot be read."""
        return self.attempt(place, compile_formula, text, tuple(self.names))

    def selector(self, place: Place, raw: Any) -> Selector | None:
        """Return a selector, None where it cannot be read."""
        return self.attempt(place, compile_selector, raw, tuple(self.names))

    def picks(self, field: str, raw: Sequence[Choosing]) -> Iterator[Pick]:
        """Yield the targets or choices; each may speak of those before it."""
        for row, choosing in enumerate(raw):
            least, most = bounds_of(choosing.n)
            selector = self.selector((field, row, "sel"), choosing.sel)
            low = self.formula((field, row, "n"), least)
            high = self.formula((field, row, "n"), most)
            if not choosing.id.isidentifier() or choosing.id in self.names:
                self.told((field, row, "id"), Fault.of("effects.no-name", name=choosing.id))
            self.names.append(choosing.id)
            if selector and low and high:
                yield Pick(choosing.id, selector, low, high)

    def costs(self) -> Iterator[Cost]:
        """Yield the parts of the price."""
        for row, raw in enumerate(self.ability.cost):
            part = dict(raw)
            if set(part) == {"res"} and isinstance(part["res"], int) and part["res"] > 0:
                yield Cost(part["res"], False, None)
            elif set(part) == {"sacrifice"} and part["sacrifice"] == "self":
                yield Cost(0, True, None)
            elif set(part) == {"sacrifice"}:
                selector = self.selector(("cost", row, "sacrifice"), part["sacrifice"])
                if selector:
                    yield Cost(0, False, selector)
            else:
                self.told(("cost", row), Fault.of("effects.no-cost"))

    def event(self) -> Event | None:
        """Return the trigger, None where there is none."""
        trigger = self.ability.trigger
        if trigger is None:
            return None
        if trigger.event not in EVENTS:
            what = Fault.of("effects.no-event", event=trigger.event, known=tuple(EVENTS))
            self.told(("trigger", "event"), what)
            return None
        for field in ("card", "unit", "to", "player", "phase", "zone", "min"):
            known = EVENTS[trigger.event]
            if getattr(trigger, field) and field not in known:
                what = Fault.of("effects.no-filter", event=trigger.event, filter=field, known=known)
                self.told(("trigger", field), what)
        filters: list[tuple[str, str | Selector]] = []
        for field in TRIGGER_FILTERS:
            raw = getattr(trigger, field)
            if raw in ("self", "host"):
                filters.append((field, raw))
            elif raw is not None:
                selector = self.selector(("trigger", field), raw)
                if selector:
                    filters.append((field, selector))
        return Event(self.ability, tuple(filters))

    def effect(self, place: Place, raw: Any) -> Iterator[ops.Op]:
        """Yield the primitives of a list of effects."""
        if not isinstance(raw, list | tuple):
            self.told(place, Fault.of("effects.no-effects"))
            return
        for row, part in enumerate(raw):
            here = (*place, row)
            name = part.get("do") if isinstance(part, dict) else None
            signature = ops.SIGNATURES.get(name) if isinstance(name, str) else None
            if name is None or signature is None:
                known = tuple(ops.SIGNATURES)
                what = Fault.of("effects.no-primitive", primitive=shown(name), known=known)
                self.told((*here, "do"), what)
                continue
            yield ops.Op(str(name), self.words(here, part, signature))

    def words(self, place: Place, raw: dict[str, Any], signature: dict[str, Any]) -> dict[str, Any]:
        """Return the words of a primitive, read by their sort."""
        found: dict[str, Any] = {}
        known = {word.rstrip("?"): sort for word, sort in signature.items()}
        for word in raw:
            if word != "do" and word not in known:
                self.told(
                    (*place, word),
                    Fault.of(
                        "effects.no-primitive-word",
                        primitive=raw["do"],
                        word=str(word),
                        known=tuple(known),
                    ),
                )
        for word, sort in known.items():
            if word in raw:
                here = (*place, word)
                found[word] = self.attempt(here, self.value, here, raw[word], sort)
            elif f"{word}?" not in signature:
                what = Fault.of("effects.needs-word", primitive=raw["do"], word=word)
                self.told(place, what)
        if "as" in found and isinstance(found["as"], str):
            self.names.append(found["as"])
        return found

    def value(self, place: Place, raw: Any, sort: Any) -> Any:
        """Return a word's value by its sort. Raises FormulaError."""
        names = tuple(self.names)
        if isinstance(sort, tuple):
            if sort[0] == ops.NUMBER:
                return "all" if raw == "all" else ops.compile_amount(raw, names)
            return ops.check_word(raw, sort)
        return _SORTS[sort](self, place, raw, names)

    def options(self, place: Place, raw: Any) -> tuple[tuple[ops.Op, ...], ...]:
        """Return the lists of effects that a player chooses between."""
        if not isinstance(raw, list) or len(raw) < 2:
            raise FormulaError(Fault.of("effects.no-options"))
        return tuple(tuple(self.effect((*place, row), part)) for row, part in enumerate(raw))

    def mapping(self, raw: Any, sorts: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
        """Return the read parts of a small mapping. Raises FormulaError."""
        if not isinstance(raw, dict) or not set(raw) <= set(sorts):
            raise FormulaError(Fault.of("effects.no-parts", known=tuple(sorts)))
        return {
            word: sorts[word] is not None and sorts[word](part, names) for word, part in raw.items()
        }


def _flag(reader: _Reader, place: Place, raw: Any, names: Sequence[str]) -> bool:
    if not isinstance(raw, bool):
        raise FormulaError(Fault.of("effects.no-truth", value=shown(raw)))
    return raw


def _whole(reader: _Reader, place: Place, raw: Any, names: Sequence[str]) -> int:
    if type(raw) is not int or raw < 1:
        raise FormulaError(Fault.of("effects.no-count", value=shown(raw)))
    return raw


def _name(reader: _Reader, place: Place, raw: Any, names: Sequence[str]) -> str:
    if not isinstance(raw, str) or not raw:
        raise FormulaError(Fault.of("effects.no-word", value=shown(raw)))
    return raw


def _scope(reader: _Reader, place: Place, raw: Any, names: Sequence[str]) -> dict[str, Any]:
    def to(part: Any, names: Sequence[str]) -> Any:
        return None if part == "any" else compile_selector(part, names)

    return reader.mapping(
        raw,
        {
            "to": to,
            "phase": lambda part, _: ops.check_word(part, PHASES),
            "kinds": lambda part, _: ops.check_words(part, ("combat", "noncombat", "indirect")),
        },
        names,
    )


def _pay(reader: _Reader, place: Place, raw: Any, names: Sequence[str]) -> dict[str, Any]:
    known = {
        "token": lambda part, _: ops.check_word(part, ("damage",)),
        "from": lambda part, _: ops.check_word(part, ("self",)),
    }
    return reader.mapping(raw, known, names)


def _toll(reader: _Reader, place: Place, raw: Any, names: Sequence[str]) -> dict[str, Any]:
    known = {
        "payer": ops.check_player,
        "res": ops.compile_amount,
        "per": lambda part, _: ops.check_word(part, ("unit",)),
    }
    return reader.mapping(raw, known, names)


def _zone(reader: _Reader, place: Place, raw: Any, names: Sequence[str]) -> str:
    return ops.check_word(raw, ("here", *names))


PHASES = ("kingdom", "quest", "capital", "battlefield")
_SORTS: dict[str, Callable[[_Reader, Place, Any, Sequence[str]], Any]] = {
    ops.SET: lambda r, p, raw, names: ops.compile_set(raw, names),
    ops.NUMBER: lambda r, p, raw, names: ops.compile_amount(raw, names),
    ops.PLAYER: lambda r, p, raw, names: ops.check_player(raw, names),
    ops.SELECTOR: lambda r, p, raw, names: None if raw == "self" else compile_selector(raw, names),
    ops.WHOLE: _whole,
    ops.FLAG: _flag,
    ops.NAME: _name,
    ops.ZONE: _zone,
    ops.EFFECTS: lambda r, p, raw, names: tuple(r.effect(p, raw)),
    "scope": _scope,
    "pay": _pay,
    "toll": _toll,
    "verbs": lambda r, p, raw, names: ops.check_words(raw, ops.VERBS),
    "races": lambda r, p, raw, names: ops.check_words(raw, ops.RACES),
    "options": lambda r, p, raw, names: r.options(p, raw),
}
