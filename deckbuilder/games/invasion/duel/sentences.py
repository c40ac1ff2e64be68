"""What happens in a duel, and what may be chosen, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.wording import title
from deckbuilder.games.invasion.duel.loading import effects_in_force
from deckbuilder.games.invasion.duel.names import ZONES
from deckbuilder.games.invasion.duel.rules_text.abilities import tell_ability
from deckbuilder.tables.protocol import Event, Option, seat_number
from deckbuilder.words import enumerated, say, says

SILENT = frozenset(("shuffled", "resources"))
_DOUBLE = ("unit", "support", "quest", "development", "tactic", "card", "chain")
"""Objects that are named twice, by their own id and that of their card."""


def tell(seats: Sequence[str], event: Event, catalog: Catalog) -> str | None:
    """Return a sentence about an event, None for what another one tells already."""
    kind = event.kind
    if kind in SILENT or (kind == "drew" and event.value == 0):
        return None
    value = event.value
    if kind == "phase":
        value = say(f"duel.phases.{event.value}")
    subjects = listed(seats, event.subjects, catalog)
    targets = listed(seats, event.targets, catalog)
    lacking = not targets if kind in ("played", "used") else not subjects
    if lacking and says(f"duel.events.{kind}-none"):
        kind = f"{kind}-none"
    told = say(
        f"duel.events.{kind}",
        seat="" if event.seat is None else seats[event.seat],
        subjects=subjects,
        targets=targets,
        value=0 if value is None else value,
    )
    return told[:1].upper() + told[1:]


def ability_words(ability: str, catalog: Catalog) -> str:
    """Return what the ability of this id does."""
    for card, abilities in effects_in_force(catalog).items():
        for each in abilities:
            if each.id == ability:
                return tell_ability(each, catalog.card(card).type)
    key = f"effects.unwritten.{ability}"
    return say(key) if says(key) else ""


def tell_choice(seats: Sequence[str], option: Option, catalog: Catalog) -> str:
    """Return a choice in a few words."""
    key = option.action
    if key in ("use", "resolve"):
        told = thing(seats, option.subject, catalog) or ""
        text = ability_words(str(option.value), catalog)
        return say("duel.screen.ability", card=say(f"duel.choices.{key}", thing=told), text=text)
    if key == "number":
        return say("duel.choices.number", value=option.value)
    named = named_things(seats, (option.subject, *option.targets), catalog)
    if not named and says(f"duel.choices.{key}-none"):
        key = f"{key}-none"
    return say(
        f"duel.choices.{key}", thing=named, value=0 if option.value is None else option.value
    )


def named_things(seats: Sequence[str], names: Iterable[str], catalog: Catalog) -> str:
    """Return things of an option in a row; one that is only a number is told as such."""
    told = [thing(seats, name, catalog) or "" for name in names if name]
    return enumerated(filter(None, told))


def listed(seats: Sequence[str], names: Sequence[str], catalog: Catalog) -> str:
    """Return things of an event in a row: an object whose card follows goes by its card."""
    told = []
    for place, name in enumerate(names):
        kind = name.partition("/")[0]
        if kind in _DOUBLE and names[place + 1 : place + 2] and names[place + 1].startswith("inv"):
            continue
        if found := thing(seats, name, catalog):
            told.append(found)
    return enumerated(told)


def thing(seats: Sequence[str], name: str, catalog: Catalog) -> str | None:
    """Return what an id means, in words; None for what has no words of its own."""
    kind, _, rest = name.partition("/")
    if kind == "seat":
        return seats[seat_number(name)]
    if kind == "zone":
        seat, _, zone = rest.partition("/")
        return say("duel.zone-of", seat=seats[int(seat)], zone=zone_word(zone))
    if kind == "invasion":
        return title(catalog.card(name))
    return say(f"duel.things.{kind}")


def zone_word(zone: str) -> str:
    """Return the name of a zone."""
    assert zone in ZONES
    return say(f"duel.zones.{zone}")
