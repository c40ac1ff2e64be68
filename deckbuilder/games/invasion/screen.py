"""What a person in a seat is shown, and the sentences about what happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.wording import UNKNOWN, title, value_words
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.machine import CUT, CUT_SUPPLY_LINES, MAY_GO_ON, REINFORCE, View
from deckbuilder.games.invasion.plan import STRIKE, Plan
from deckbuilder.tables.protocol import Event, Option
from deckbuilder.tables.screen import Column, Panel, Row, Screen
from deckbuilder.words import phrases, say

_RIGHT = ("cost", "loyalty", "power", "hit_points")
_SILENT = ("took",)
_RACES = (
    "dwarf", "empire", "high-elf", "lizardmen", "wood-elf", "bretonnia",
    "orc", "chaos", "dark-elf", "skaven", "undead", "khemri", "neutral",
)  # fmt: skip


def screen(plan: Plan, view: View, options: Sequence[Option], catalog: Catalog) -> Screen:
    """Return the cards to choose from as a table, and what the seat knows beside it."""
    public = view.public
    names = phrases("invasion.columns")
    rows = [
        Row(option, _cells(_card(catalog, option.card), names))
        for option in sorted(
            (option for option in options if option.card),
            key=lambda option: _order(_card(catalog, option.card)),
        )
    ]
    rows += [
        Row(option, (say("invasion.draft.done"), *[""] * (len(names) - 1)))
        for option in options
        if not option.card
    ]
    seat = _seat(plan, view.seat)
    if public.phase == REINFORCE:
        heading = say("invasion.draft.title-found", seat=seat)
    elif public.phase == CUT:
        heading = say("invasion.draft.title-cut", seat=seat)
    else:
        heading = say(
            "invasion.draft.title",
            seat=seat,
            pack=public.pack,
            packs=plan.packs,
            step=public.step,
            steps=len(plan.steps),
        )
    return Screen(
        title=heading,
        prompt=_prompt(plan, view),
        columns=tuple(Column(words, right=name in _RIGHT) for name, words in names.items()),
        rows=tuple(rows),
        panels=tuple(_panels(plan, view, catalog)),
        help=_help(plan),
    )


def _help(plan: Plan) -> str:
    steps = [say(f"invasion.draft.steps.{step.action}", count=step.count) for step in plan.steps]
    told = say("invasion.draft.help", steps=", ".join(steps))
    if plan.effects:
        told += say(
            "invasion.draft.help-formats",
            fewer=plan.cards_fewer,
            look=plan.look_at,
            add=plan.add,
            extra=plan.extra_strikes,
        )
    return told


def tell(plan: Plan, event: Event, catalog: Catalog) -> str | None:
    """Return a sentence about an event; None for what the seat knows by having done it."""
    if event.kind in _SILENT:
        return None
    key, value = event.kind, event.value
    if key == CUT_SUPPLY_LINES:
        value = str(int(value) * plan.cards_fewer)
    elif key == "shown":
        key = f"shown-{event.value}"
    elif key == "struck" and event.value:
        key = "struck-sabotage"
    return say(
        f"invasion.events.{key}",
        seat="" if event.seat is None else _seat(plan, event.seat),
        target="" if event.target is None else _seat(plan, event.target),
        cards=_names(event.cards, catalog),
        value=value,
    )


def tell_choice(option: Option, catalog: Catalog) -> str:
    """Return a choice in a few words."""
    key = f"{option.action}-{option.value}" if option.value else option.action
    card = title(catalog.card(option.card)) if option.card else ""
    return say(f"invasion.choices.{key}", card=card)


def _prompt(plan: Plan, view: View) -> str:
    other = _seat(plan, 1 - view.seat)
    phase = view.public.phase
    if phase == STRIKE:
        key = "strike-sabotage" if view.left == MAY_GO_ON else "strike"
    else:
        key = {REINFORCE: "found", CUT: "cut"}.get(phase, "take")
    return say(f"invasion.draft.{key}", left=view.left, other=other, keep=plan.keep)


def _panels(plan: Plan, view: View, catalog: Catalog) -> Iterator[Panel]:
    public = view.public
    own, other = view.seat, 1 - view.seat
    deck = [
        _card(catalog, card) for card in (*view.taken, *view.pending) if public.phase != STRIKE
    ] or [_card(catalog, card) for card in view.taken]
    deck = [card for card in deck if not card.draft_effect]
    if deck:
        yield Panel(say("invasion.draft.taken", count=len(deck)), tuple(_deck_lines(deck)))
    else:
        yield Panel(say("invasion.draft.taken-none"), ())
    struck = [
        say(
            "invasion.draft.struck-from",
            seat=_seat(plan, 1 - seat),
            cards=_names([card for striker, card in public.struck if striker == seat], catalog),
        )
        for seat in (other, own)
        if any(striker == seat for striker, _ in public.struck)
    ]
    if struck:
        yield Panel(say("invasion.draft.struck"), tuple(struck))
    if view.known:
        known = _names(view.known, catalog)
        yield Panel(say("invasion.draft.other-known", seat=_seat(plan, other)), (known,))
    lines = [
        say("invasion.draft.lines", seat=_seat(plan, seat), count=count * plan.cards_fewer)
        for seat, count in enumerate(public.lines)
        if count
    ]
    lines += [
        say("invasion.draft.sabotage", seat=_seat(plan, seat), count=count)
        for seat, count in enumerate(public.sabotage)
        if count
    ]
    lines.append(
        say(
            "invasion.draft.sizes",
            own=public.pile_sizes[own],
            others=public.pile_sizes[other],
            own_pack=public.pack_sizes[own],
            others_pack=public.pack_sizes[other],
        )
    )
    yield Panel(say("invasion.draft.formats"), tuple(lines))


def _deck_lines(deck: list[InvasionCard]) -> Iterator[str]:
    types = Counter[str](card.type for card in deck)
    races = Counter[str](card.race for card in deck)
    yield say(
        "invasion.draft.shares",
        types=_counted(types, InvasionCard.types),
        races=_counted(races, _RACES),
    )
    for kind in InvasionCard.types:
        names = Counter(title(card) for card in deck if card.type == kind)
        if names:
            yield ", ".join(
                f"{count} {name}" if count > 1 else name for name, count in sorted(names.items())
            )


def _counted(counts: Counter[str], order: Iterable[str]) -> str:
    return ", ".join(f"{counts[key]} {value_words(key)}" for key in order if counts[key])


def _order(card: InvasionCard) -> tuple[object, ...]:
    """Draft format cards last, then by race, type, cost and name."""
    cost = card.cost if isinstance(card.cost, int) else -1
    kind = InvasionCard.types.index(card.type)
    return (card.type == "draft", _RACES.index(card.race), kind, cost, card.name)


def _cells(card: InvasionCard, names: dict[str, str]) -> tuple[str, ...]:
    cells = {
        "name": title(card),
        "race": "" if card.type == "draft" else value_words(card.race),
        "type": value_words(card.type),
        "cost": _fact(card, card.cost),
        "loyalty": _fact(card, card.loyalty),
        "power": "" if card.type in ("tactic", "quest") else _fact(card, card.power),
        "hit_points": _fact(card, card.hit_points) if card.type == "unit" else "",
        "keywords": ", ".join(_keywords(card)),
    }
    return tuple(cells[name] for name in names)


def _fact(card: InvasionCard, fact: int | str | None) -> str:
    if card.type == "draft":
        return ""
    return UNKNOWN if fact is None else str(fact)


def _keywords(card: InvasionCard) -> Iterator[str]:
    words = phrases("invasion.keywords")
    for keyword, number in card.keywords.items():
        word = words.get(keyword, keyword)
        yield word if number is True else f"{word} {number}"


def _names(cards: Iterable[str], catalog: Catalog) -> str:
    return ", ".join(title(catalog.card(card)) for card in cards)


def _seat(plan: Plan, seat: int) -> str:
    return value_words(plan.seats[seat], "side")


def _card(catalog: Catalog, card_id: str) -> InvasionCard:
    card = catalog.card(card_id)
    if not isinstance(card, InvasionCard):
        raise TypeError(card)
    return card
