"""The things that an ability speaks of, in words: selectors, targets, choices, what was named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from deckbuilder.catalog.wording import value_words
from deckbuilder.games.invasion.duel.effects import Ability, Choosing
from deckbuilder.games.invasion.duel.formulas import FLAGS, bounds_of
from deckbuilder.games.invasion.duel.names import ZONES
from deckbuilder.games.invasion.duel.rules_text.formulas import listed, tell_formula, tell_player
from deckbuilder.words import say

_PLACES = ("section", "zone")
_UNCOUNTED = ("damage", "player")


class Known(NamedTuple):
    """Something that an ability has a name for, and whether it is a target."""

    choosing: Choosing
    target: bool


class Things:
    """The objects of one ability. A target is told whole once, and pointed back to after that."""

    def __init__(self, card_type: str, ability: Ability) -> None:
        self.card_type = card_type
        self.known: dict[str, Known] = {each.id: Known(each, True) for each in ability.targets}
        self.known |= {each.id: Known(each, False) for each in ability.choices}
        self.finds: set[str] = set()
        self.told: list[str] = []

    def named(self, name: str) -> str:
        """Return the words for a name: the card itself, its host, a target, a choice, a find."""
        if name in self.finds:
            return say("effects.things.found")
        if name not in self.known:
            return say(f"effects.things.{name}", own=say(f"effects.own.{self.card_type}"))
        if name in self.told:
            return self._again(name)
        self.told.append(name)
        return self.chosen(self.known[name])

    def several(self, raw: Any) -> bool:
        """Tell whether a set is certainly more than one thing, in grammar."""
        if isinstance(raw, list):
            return len(raw) > 1
        if isinstance(raw, str):
            return raw in self.known and self.known[raw].choosing.n != 1
        return raw is not None and "damage" in _sorts(raw)

    def _again(self, name: str) -> str:
        choosing = self.known[name].choosing
        alike = [each for each in self.told if self._noun_of(each) == self._noun_of(name)]
        if len(alike) > 1:
            place = alike.index(name) + 1
            return say(f"effects.again.{min(place, 3)}", noun=self._noun_of(name))
        number = "one" if choosing.n == 1 else "many"
        return say(f"effects.again.{number}", noun=_noun(choosing.sel, choosing.n != 1))

    def _noun_of(self, name: str) -> str:
        return _noun(self.known[name].choosing.sel, False)

    def chosen(self, known: Known) -> str:
        """Return a target or a choice with its number."""
        choosing = known.choosing
        mark = "target" if known.target else "choice"
        least, most = bounds_of(choosing.n)
        sel = choosing.sel
        if "player" in _sorts(sel):
            return self.form("bare", sel, mark=mark)
        if least != most:
            told = most if isinstance(most, int) or most.isdigit() else self.formula(most)
            return self.form("one", sel, say("effects.counts.up-to", n=str(told)), True, mark)
        if choosing.n == 1:
            return self.form("one", sel, say("effects.counts.one"), False, mark)
        if isinstance(choosing.n, int) or choosing.n == "X" or choosing.n.isdigit():
            return self.form(
                "one", sel, say("effects.counts.number", n=str(choosing.n)), True, mark
            )
        return self.form("as-many", sel, self.formula(choosing.n), True, mark)

    def selected(self, raw: Any) -> str:
        """Return what a set means: names and selectors, all that match or as many as are picked."""
        if isinstance(raw, list):
            return listed([self.selected(part) for part in raw], "and")
        if isinstance(raw, str):
            return self.named(raw)
        if "self" in raw.get("is", ()):
            return self.named("self")
        if set(_sorts(raw)) & set(_UNCOUNTED):
            return self.form("bare", raw)
        if "pick" not in raw:
            return self.form("each", raw)
        if raw["pick"] == 1:
            return self.form("one", raw, say("effects.counts.one"))
        return self.form("one", raw, say("effects.counts.number", n=str(raw["pick"])), True)

    def bare(self, raw: Any, *, many: bool = False) -> str:
        """Return what a selector means without a number."""
        if isinstance(raw, str) or "self" in raw.get("is", ()):
            return self.named("self" if isinstance(raw, dict) else raw)
        return self.form("bare", raw, "", many)

    def any_one(self, raw: Any) -> str:
        """Return the object of an event."""
        if isinstance(raw, str):
            return self.named(raw)
        return self.form("one", raw, say("effects.counts.any"))

    def form(
        self, form: str, sel: dict[str, Any], count: str = "", many: bool = False, mark: str = ""
    ) -> str:
        """Return a selector in words: `form` says how its number is told."""
        return say(
            f"effects.forms.{form}",
            count=count,
            counter=say(f"effects.counters.{_sorts(sel)[0]}"),
            mark=say(f"effects.marks.{mark}") if mark else "",
            flags="".join(self._flags(sel)),
            kin="".join(_kin(sel)),
            noun=_noun(sel, many),
            after=self._after(sel),
            owner=self._owner(form, sel),
            zone=self._zone(sel),
            more="".join(self._more(sel)),
            other="".join(self._others(sel)),
            by=_by(sel),
        )

    def formula(self, text: str | int) -> str:
        """Return a number or condition in words."""
        return tell_formula(text, self.named)

    def player(self, word: str) -> str:
        """Return who is meant."""
        if word.startswith("controller_of(") and self._alone(word[14:-1]):
            word = "controller_of(it)"
        return tell_player(word, self.named)

    def _alone(self, name: str) -> bool:
        """Tell whether a name means the one thing that was told so far, so that "it" is clear."""
        return self.told == [name] and self.known[name].choosing.n == 1

    def zone(self, word: str) -> str:
        """Return a zone by its name, as here, or as it was chosen."""
        if word == "here" or word in ZONES:
            return say(f"effects.zones.{word}")
        return self.named(word)

    def _flags(self, sel: dict[str, Any]) -> Iterator[str]:
        for flag in sel.get("is", ()):
            yield say(f"effects.flags.{flag}", own=say(f"effects.own.{self.card_type}"))
        for flag in sel.get("not", ()):
            if flag in FLAGS and flag != "self":
                yield say(f"effects.lacks.{flag}", own=say(f"effects.own.{self.card_type}"))

    def _after(self, sel: dict[str, Any]) -> str:
        for word in ("is", "not"):
            if "questing_on_self" in sel.get(word, ()):
                return say(f"effects.after.{word}", own=say(f"effects.own.{self.card_type}"))
        return ""

    def _owner(self, form: str, sel: dict[str, Any]) -> str:
        group = "places" if set(_sorts(sel)) <= set(_PLACES) else "pieces"
        if _chooses_own(sel) and group == "pieces":
            return ""
        word = sel.get("ctrl") or ("" if "in" in sel else sel.get("owner", ""))
        if "player" in _sorts(sel) or not word:
            return ""
        if word.startswith("controller_of("):
            return say(f"effects.owners.{group}.controller", who=self.player(word))
        if word == "any" and group == "pieces":
            return say("effects.owners.pieces.each") if form == "each" else ""
        return say(f"effects.owners.{group}.{word}")

    def _zone(self, sel: dict[str, Any]) -> str:
        word = sel.get("zone", "any")
        if word == "any":
            return ""
        if isinstance(word, list):
            joined = listed([say(f"effects.zones.{each}") for each in word], "or")
            key = "among" if set(_sorts(sel)) <= set(_PLACES) else "in"
            return say(f"effects.places.{key}", zone=joined)
        if word == "here_name":
            return say(f"effects.places.here_name.{sel.get('ctrl', 'any')}")
        for of in ("name_of_zone", "zone_of"):
            if word.startswith(f"{of}("):
                return say(f"effects.places.{of}", thing=self.named(word[len(of) + 1 : -1]))
        return say("effects.places.in", zone=self.zone(word))

    def _more(self, sel: dict[str, Any]) -> Iterator[str]:
        if sel.get("zone_dev") == 0:
            yield say("effects.more.no_dev")
        elif "zone_dev" in sel:
            yield say("effects.more.zone_dev", n=sel["zone_dev"])
        if "cost_max" in sel:
            yield say("effects.more.cost_max", n=self.formula(sel["cost_max"]))
        if "source" in sel:
            source = sel["source"]
            sorts = [source] if isinstance(source, str) else source
            told = [say(f"effects.sorts.{each}.one") for each in sorts]
            yield say("effects.more.source", sorts=listed(told, "or"))
        if sel.get("same_zone"):
            yield say("effects.more.same_zone")
        if "in" in sel:
            pile = sel["in"]
            if pile == "discard":
                yield say(f"effects.more.discard.{sel.get('owner', 'any')}")
            else:
                pile = say("effects.things.found-many") if pile in self.finds else self.named(pile)
                yield say("effects.more.among", pile=pile)

    def _zone_of(self, name: str) -> str:
        if self._alone(name):
            return say("effects.things.its-zone")
        return say("effects.things.zone_of", thing=self.named(name))

    def _others(self, sel: dict[str, Any]) -> Iterator[str]:
        for word in sel.get("not", ()):
            if word == "own_sections":
                yield say("effects.more.own_sections")
            if word == "own_sections" or (word in FLAGS and word != "self"):
                continue
            if word.startswith("zone_of("):
                thing = self._zone_of(word[8:-1])
            elif word in ("here", "attacked_zone"):
                thing = say(f"effects.things.{word}")
            else:
                thing = self.named(word)
            yield say("effects.more.other", thing=thing)


def _by(sel: dict[str, Any]) -> str:
    if "pick" not in sel or "by" not in sel:
        return ""
    return say("effects.by.own" if _chooses_own(sel) else f"effects.by.{sel['by']}")


def _chooses_own(sel: dict[str, Any]) -> bool:
    """Tell whether a player picks among what is that player's: told once."""
    return sel.get("by") in ("own", "chooser") and sel.get("ctrl") in ("opp", "chooser")


def _sorts(sel: dict[str, Any]) -> tuple[str, ...]:
    sorts = sel.get("t", "card")
    return (sorts,) if isinstance(sorts, str) else tuple(sorts)


def _kin(sel: dict[str, Any]) -> Iterator[str]:
    if "race" in sel:
        yield say("effects.more.race", race=value_words(sel["race"]))
    if "trait" in sel:
        yield say("effects.more.trait", trait=sel["trait"])


def _noun(sel: dict[str, Any], many: bool) -> str:
    number = "many" if many else "one"
    sorts = []
    for sort in _sorts(sel):
        word = f"{sort}_{sel['item']}" if sort == "chain_item" and "item" in sel else sort
        if sort == "player" and sel.get("ctrl") in ("you", "opp"):
            word = f"player_{sel['ctrl']}"
        sorts.append(say(f"effects.sorts.{word}.{number}"))
    return listed(sorts, "or")
