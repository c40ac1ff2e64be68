"""What a person in a seat is shown, and the sentences about what happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.wording import UNKNOWN, title, value_words
from deckbuilder.games.invasion.capitals import invasion_cards
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.costs import loyalty_at_start, mean_cost_at_start
from deckbuilder.games.invasion.deck_size import (
    advice,
    deck_so_far,
    of_planned,
    on_course,
    planned,
    shortness,
)
from deckbuilder.games.invasion.plan import STRIKE, TAKE, Plan
from deckbuilder.games.invasion.state import (
    CAPITAL,
    CUT,
    CUT_SUPPLY_LINES,
    MAY_GO_ON,
    REINFORCE,
    View,
)
from deckbuilder.games.invasion.texts import effect_text
from deckbuilder.tables.protocol import Event, Option, seat_number
from deckbuilder.tables.screen import Column, Panel, Row, Screen
from deckbuilder.words import enumerated, phrases, say

_RIGHT = ("cost", "loyalty", "power", "hit_points", "mean", "dearer", "extra")
_WORTHS = {"keywords": 1, "race": 2, "type": 3, "loyalty": 4, "hit_points": 5, "power": 6}
_TITLES = {REINFORCE: "title-found", CUT: "title-cut", CAPITAL: "title-capital"}
_SILENT = ("took",)
_RACES = (
    "dwarf", "empire", "high-elf", "lizardmen", "wood-elf", "bretonnia",
    "orc", "chaos", "dark-elf", "skaven", "undead", "khemri", "neutral",
)  # fmt: skip


def screen(plan: Plan, view: View, options: Sequence[Option], catalog: Catalog) -> Screen:
    """Return the cards to choose from as a table, and what the seat knows beside it."""
    public = view.public
    names = phrases("invasion.capital-columns" if public.phase == CAPITAL else "invasion.columns")
    if public.phase == CAPITAL:
        rows = _capitals(view, options, catalog)
    else:
        rows = _choices(view, options, catalog, names)
    return Screen(
        title=say(
            f"invasion.draft.{_TITLES.get(public.phase, 'title')}",
            seat=seat_word(plan, view.seat),
            pack=public.pack,
            packs=plan.packs,
            step=public.step,
            steps=len(plan.steps),
        ),
        prompt=_prompt(plan, view),
        choices=max(1, view.own.left),
        columns=tuple(
            Column(words, right=name in _RIGHT, worth=_WORTHS.get(name, 0))
            for name, words in names.items()
        ),
        rows=tuple(rows),
        panels=tuple(_panels(plan, view, catalog)),
        help=_help(plan, public.phase, catalog),
        cards=public.phase != CAPITAL,
    )


def _choices(
    view: View, options: Sequence[Option], catalog: Catalog, names: Mapping[str, str]
) -> Iterator[Row]:
    """Yield a row a card, which says how many copies of it there are, and one for no card."""
    copies = Counter(view.cards)
    for option in sorted(
        (option for option in options if option.subject),
        key=lambda option: _order(_card(catalog, option.subject)),
    ):
        yield Row(option, _cells(_card(catalog, option.subject), copies[option.subject], names))
    for option in options:
        if not option.subject:
            yield Row(option, (say("invasion.draft.done"), *[""] * (len(names) - 1)))


def _capitals(view: View, options: Sequence[Option], catalog: Catalog) -> Iterator[Row]:
    """Yield a row a capital: what the deck would cost while it is the only symbol (INV-14)."""
    deck = invasion_cards(view.own.taken, catalog)
    for option in options:
        race = _card(catalog, option.subject).race
        mean = mean_cost_at_start(deck, race)
        dearer = sum(loyalty_at_start((card,), race) > 0 for card in deck)
        yield Row(
            option,
            (
                value_words(race),
                UNKNOWN if mean is None else f"{mean:.2f}",
                str(dearer),
                str(loyalty_at_start(deck, race)),
            ),
        )


def _help(plan: Plan, phase: str, catalog: Catalog) -> str:
    if phase == CAPITAL:
        return say("invasion.draft.help-capital").rstrip()
    steps = [say(f"invasion.draft.steps.{step.action}", count=step.count) for step in plan.steps]
    told = say("invasion.draft.help", steps=enumerated(steps))
    if plan.effects:
        told += say("invasion.draft.help-formats") + "\n"
        for card_id, effect in sorted(plan.effects.items()):
            name, text = title(catalog.card(card_id)), effect_text(effect, plan)
            told += say("invasion.draft.help-format", card=name, text=text) + "\n"
        if spare := advice(plan):
            told += say("invasion.draft.size.help", planned=planned(plan)) + f"\n{spare}\n"
    return told.rstrip()


def tell(plan: Plan, event: Event, catalog: Catalog) -> str | None:
    """Return a sentence about an event; None for what the seat knows by having done it."""
    if event.kind in _SILENT:
        return None
    key = event.kind
    value = event.value
    if key == CUT_SUPPLY_LINES and isinstance(value, int):
        value *= plan.cards_fewer
    elif key == "shown":
        key = f"shown-{event.value}"
    elif key == "struck" and event.value:
        key = "struck-sabotage"
    return say(
        f"invasion.events.{key}",
        seat="" if event.seat is None else seat_word(plan, event.seat),
        target="".join(seat_word(plan, seat_number(target)) for target in event.targets),
        cards=(_races if key == CAPITAL else _names)(event.subjects, catalog),
        value="" if value is None else value,
    )


def tell_choice(option: Option, catalog: Catalog) -> str:
    """Return a choice in a few words."""
    key = f"{option.action}-{option.value}" if option.value else option.action
    if option.action == CAPITAL:
        card = _races((option.subject,), catalog)
    else:
        card = title(catalog.card(option.subject)) if option.subject else ""
    return say(f"invasion.choices.{key}", card=card)


def _prompt(plan: Plan, view: View) -> str:
    other = seat_word(plan, 1 - view.seat)
    phase = view.public.phase
    if phase == STRIKE:
        key = "strike-sabotage" if view.own.left == MAY_GO_ON else "strike"
    else:
        key = {REINFORCE: "found", CUT: "cut", CAPITAL: "capital"}.get(phase, "take")
    return say(f"invasion.draft.{key}", left=view.own.left, other=other, keep=plan.keep)


def _panels(plan: Plan, view: View, catalog: Catalog) -> Iterator[Panel]:
    public = view.public
    deck = (*deck_so_far(view).elements(),)
    cards = [card for card in invasion_cards(deck, catalog) if not card.draft_effect]
    if cards:
        short = shortness(plan, on_course(view), over=_over(view))
        lines = tuple(filter(None, (*_deck_lines(cards), short)))
        count = of_planned(view, len(cards))
        yield Panel(say("invasion.draft.taken", count=count), lines, key="d")
        if short and (told := advice(plan)):
            yield Panel(say("invasion.draft.size.short"), (told,), detail=True, key="d")
    else:
        yield Panel(say("invasion.draft.taken-none"), (), key="d")
    yield from _struck(plan, view, catalog)
    yield from _gone(plan, view, catalog)
    formats = [
        say("invasion.draft.lines", seat=seat_word(plan, seat), count=count * plan.cards_fewer)
        for seat, count in enumerate(public.lines)
        if count
    ]
    formats += [
        say("invasion.draft.sabotage", seat=seat_word(plan, seat), count=count)
        for seat, count in enumerate(public.sabotage)
        if count
    ]
    if _over(view):
        return
    if formats:
        yield Panel(say("invasion.draft.formats"), tuple(formats))
    yield _sizes(view)


def _over(view: View) -> bool:
    return view.public.phase in (CUT, CAPITAL)


def _struck(plan: Plan, view: View, catalog: Catalog) -> Iterator[Panel]:
    """Yield what the last step struck, and as a detail all that was struck before it too."""
    struck = view.public.struck
    now = struck[len(struck) - view.public.struck_now :]
    shown = [("struck-now", now, False)] if now else []
    if len(now) < len(struck):
        shown.append(("struck", struck, True))
    for key, strikes, detail in shown:
        lines = [
            say(
                "invasion.draft.struck-from",
                seat=seat_word(plan, 1 - seat),
                cards=_names([card for striker, card in strikes if striker == seat], catalog),
            )
            for seat in (1 - view.seat, view.seat)
            if any(striker == seat for striker, _ in strikes)
        ]
        yield Panel(say(f"invasion.draft.{key}"), tuple(lines), detail=detail, key="p")


def _gone(plan: Plan, view: View, catalog: Catalog) -> Iterator[Panel]:
    """Yield what is missed in the other's pack since the last look, and all that ever was."""
    other = seat_word(plan, 1 - view.seat)
    now = view.known[len(view.known) - view.known_now :]
    if now:
        yield Panel(say("invasion.draft.gone-now", seat=other), (_names(now, catalog),))
    if len(now) < len(view.known):
        known = (_names(view.known, catalog),)
        yield Panel(say("invasion.draft.gone", seat=other), known, detail=True, key="p")


def _sizes(view: View) -> Panel:
    """Return what lies in piles and packs; a card that this seat has just chosen is gone."""
    public = view.public
    own, other = view.seat, 1 - view.seat
    packs = list(public.pack_sizes)
    if public.phase in (TAKE, STRIKE):
        packs[own if public.phase == TAKE else other] = len(view.cards)
    sizes = say(
        "invasion.draft.sizes",
        own=public.pile_sizes[own],
        others=public.pile_sizes[other],
        own_pack=packs[own],
        others_pack=packs[other],
    )
    return Panel(say("invasion.draft.piles"), (sizes,))


def _deck_lines(deck: list[InvasionCard]) -> Iterator[str]:
    yield say("invasion.draft.shares", types=types_of(deck), races=races_of(deck))
    for kind in InvasionCard.types:
        names = sorted(title(card) for card in deck if card.type == kind)
        if names:
            yield _listed(names)


def types_of(cards: Iterable[InvasionCard]) -> str:
    """Return how many cards of each type there are: "2 units, 1 support"."""
    counts = Counter[str](card.type for card in cards)
    words = phrases("invasion.types")
    return enumerated(
        say(f"invasion.types.{kind}", count=counts[kind])
        for kind in InvasionCard.types
        if counts[kind] and kind in words
    )


def races_of(cards: Iterable[InvasionCard]) -> str:
    """Return how many cards of each race there are: "2 Dwarf, 1 Neutral"."""
    counts = Counter[str](card.race for card in cards)
    return enumerated(
        say("invasion.draft.of-race", count=counts[race], race=value_words(race))
        for race in _RACES
        if counts[race]
    )


def _order(card: InvasionCard) -> tuple[object, ...]:
    """Draft format cards last, then by race, type, cost and name."""
    cost = card.cost if isinstance(card.cost, int) else -1
    kind = InvasionCard.types.index(card.type)
    return (card.type == "draft", _RACES.index(card.race), kind, cost, card.name)


def _cells(card: InvasionCard, copies: int, names: Mapping[str, str]) -> tuple[str, ...]:
    cells = {
        "name": _counted(title(card), copies),
        "race": "" if card.type == "draft" else value_words(card.race),
        "type": value_words(card.type),
        "cost": _fact(card, card.cost),
        "loyalty": _fact(card, card.loyalty),
        "power": "" if card.type in ("tactic", "quest") else _fact(card, card.power),
        "hit_points": _fact(card, card.hit_points) if card.type == "unit" else "",
        "keywords": enumerated(_keywords(card)),
    }
    return tuple(cells[name] for name in names)


def _fact(card: InvasionCard, fact: int | str | None) -> str:
    if card.type == "draft":
        return ""
    return UNKNOWN if fact is None else str(fact)


def _keywords(card: InvasionCard) -> Iterator[str]:
    for keyword, number in card.keywords.items():
        word = value_words(keyword)
        yield word if number is True else f"{word} {number}"


def _counted(name: str, copies: int) -> str:
    return say("invasion.draft.copies", copies=copies, card=name) if copies > 1 else name


def _listed(names: Iterable[str]) -> str:
    """Return names in a row, each once with how often it is there."""
    return enumerated(_counted(name, copies) for name, copies in Counter(names).items())


def _names(cards: Iterable[str], catalog: Catalog) -> str:
    return _listed(title(catalog.card(card)) for card in cards)


def _races(cards: Iterable[str], catalog: Catalog) -> str:
    return enumerated(value_words(_card(catalog, card).race) for card in cards)


def seat_word(plan: Plan, seat: int) -> str:
    """Return the name of a seat in words."""
    return value_words(plan.seats[seat], "side")


def _card(catalog: Catalog, card_id: str) -> InvasionCard:
    card = catalog.card(card_id)
    if not isinstance(card, InvasionCard):
        raise TypeError(card)
    return card
