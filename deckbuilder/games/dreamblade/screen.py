"""What a seat of a sealed game or a draft is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from deckbuilder.games.dreamblade.card import Miniature
from deckbuilder.games.dreamblade.plan import Plan
from deckbuilder.games.dreamblade.rules import View
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.screen import Column, Panel, Row, Screen
from deckbuilder.words import enumerated, language, say

Miniatures = Mapping[str, Miniature]

_COLUMNS = ("name", "type", "aspects", "cost", "power", "defense", "life", "rarity", "have")
_RIGHT = ("power", "defense", "life", "have")
_WORTHS = {"rarity": 1, "type": 2, "aspects": 3, "life": 4, "defense": 5, "power": 6, "have": 7}
_LETTERS_OF_COST = {"valor": "v", "madness": "m", "fear": "f", "passion": "p"}


def screen(plan: Plan, view: View, options: Sequence[Option], cards: Miniatures) -> Screen:
    """Return the screen of a seat's choice."""
    key = "warband" if view.building else "booster"
    fields = {
        "seat": view.seat + 1,
        "players": plan.players,
        "booster": view.booster + 1,
        "boosters": len(plan.boosters),
        "have": len(view.warband),
        "need": plan.warband,
        "left": len(view.pack),
    }
    own = Counter(view.warband if view.building else view.pool)
    return Screen(
        title=say(f"dreamblade.screen.title.{key}", **fields),
        prompt=say(f"dreamblade.screen.prompt.{key}", **fields),
        columns=tuple(
            Column(
                say(f"dreamblade.columns.{column}"),
                right=column in _RIGHT,
                worth=_WORTHS.get(column, 0),
            )
            for column in _COLUMNS
        ),
        rows=tuple(
            Row(option, (*cells(cards[option.subject]), str(own[option.subject] or "")))
            for option in sorted(options, key=lambda option: in_order(cards[option.subject]))
        ),
        panels=tuple(_panels(view, cards)),
        help=say("dreamblade.screen.help").rstrip(),
        cards=True,
    )


def in_order(card: Miniature) -> tuple[bool, int, str]:
    """Return the sort key of a warband: by cost, the unknown ones last (DRB-46)."""
    return (card.spawn_cost is None, card.spawn_cost or 0, card.name)


def title(card: Miniature) -> str:
    """Return a miniature's name in the language in force, the English one by default."""
    return (card.name_ja if language() == "ja" else None) or card.name


def aspect_words(card: Miniature) -> str:
    """Return the aspects in words."""
    if card.aspects is None:
        return say("dreamblade.unknown")
    return " ".join(say(f"dreamblade.aspects.{aspect}") for aspect in card.aspects)


def cost_text(card: Miniature) -> str:
    """Return the spawn cost as it is written, "4vv"; what is not known as "?"."""
    unknown = say("dreamblade.unknown")
    if card.spawn_cost is None:
        return unknown
    if card.aspect_cost is None:
        return f"{card.spawn_cost}{unknown}"
    return str(card.spawn_cost) + "".join(_LETTERS_OF_COST[each] for each in card.aspect_cost)


def cells(card: Miniature) -> tuple[str, ...]:
    """Return the facts of a miniature, one a column."""
    unknown = say("dreamblade.unknown")

    def number(value: int | str | None) -> str:
        if card.type == "location" and value is None:
            return ""
        return unknown if value is None else str(value)

    return (
        title(card),
        say(f"dreamblade.types.{card.type}"),
        aspect_words(card),
        cost_text(card),
        number(card.power),
        number(card.defense),
        number(card.life),
        say(f"dreamblade.letters.{card.rarity}") if card.rarity else unknown,
    )


def _panels(view: View, cards: Miniatures) -> list[Panel]:
    own = view.warband if view.building else view.pool
    if not own:
        return []
    key = "warband" if view.building else "pool"
    counts = Counter(own)
    lines = [
        say(
            "dreamblade.own",
            count=counts[card],
            card=title(cards[card]),
            cost=cost_text(cards[card]),
        )
        for card in sorted(counts, key=lambda card: in_order(cards[card]))
    ]
    aspects = Counter(each for card in own for each in cards[card].aspects or ())
    if aspects:
        words = enumerated(
            f"{say(f'dreamblade.aspects.{aspect}')} {count}"
            for aspect, count in sorted(aspects.items(), key=lambda each: (-each[1], each[0]))
        )
        lines.append(say("dreamblade.screen.aspects", aspects=words))
    return [Panel(say(f"dreamblade.screen.panels.{key}", count=len(own)), tuple(lines), key="d")]
