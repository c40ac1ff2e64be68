"""What a seat of an archive draft is shown: the hand as a table, and what else it knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckbuilder.catalog.wording import heading
from deckbuilder.games.nightfall.card import NightfallCard
from deckbuilder.games.nightfall.plan import STARTERS, Plan
from deckbuilder.games.nightfall.rules import View
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.screen import Column, Panel, Row, Screen
from deckbuilder.words import enumerated, language, say

Cards = Mapping[str, NightfallCard]

_COLUMNS = ("name", "type", "colour", "links", "kicker", "cost", "body", "keyword")
_RIGHT = ("cost", "body")
_WORTHS = {"keyword": 1, "kicker": 2, "type": 3, "body": 4, "cost": 5, "links": 6}


def screen(plan: Plan, view: View, options: Sequence[Option], cards: Cards) -> Screen:
    """Return the screen of a seat's choice; `cards` has the order behind each draft card."""
    step = plan.step(view.round)
    starters = step == STARTERS
    columns, rows = _pairs(options, cards) if starters else _hand(options, cards)
    return Screen(
        title=say(
            "nightfall.screen.title",
            seat=view.seat + 1,
            players=plan.players,
            round=view.round + 1,
            rounds=plan.rounds,
        ),
        prompt=_prompt(plan, view, step),
        columns=tuple(
            Column(_heading(column), right=column in _RIGHT, worth=_WORTHS.get(column, 0))
            for column in columns
        ),
        rows=rows,
        panels=tuple(panel for panel in _panels(plan, view, cards) if panel.lines),
        help=say("nightfall.screen.help", body=_heading("body")).rstrip(),
        cards=not starters,
    )


def title(card: NightfallCard) -> str:
    """Return a card's name in the language in force, the English one where it has no other."""
    return (card.name_ja if language() == "ja" else None) or card.name


def titles(keys: Sequence[str], cards: Cards) -> str:
    """Return the names of cards in one line."""
    return enumerated(title(cards[key]) for key in keys)


def colour_word(colour: str) -> str:
    """Return the name of a colour."""
    return say(f"nightfall.colours.{colour}")


def _prompt(plan: Plan, view: View, step: str) -> str:
    if step == STARTERS:
        choice = plan.starter_choices[view.round - len(plan.steps)]
        return say("nightfall.screen.prompts.starters", colour=colour_word(choice.colour))
    prompt = say(f"nightfall.screen.prompts.{step}", cards=len(view.hand))
    if len(view.hand) == 1:
        rest = "none"
    elif view.round + 1 < len(plan.steps):
        rest = plan.passing
    else:
        rest = "box"
    return f"{prompt} {say(f'nightfall.screen.passing.{rest}')}"


def _heading(column: str) -> str:
    if column == "body":
        return f"{heading('strength')}/{heading('health')}"
    return say(f"nightfall.columns.{column}")


def _hand(options: Sequence[Option], cards: Cards) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    """Return the columns of which something is known of some card in hand, and the rows."""

    def order(option: Option) -> tuple[int, str]:
        card = cards[option.subject]
        return (card.types.index(card.type), card.name)

    in_order = sorted(options, key=order)
    cells = [_cells(cards[option.subject]) for option in in_order]
    nothing = {*say("nightfall.unknown"), "/"}
    told = [
        place
        for place in range(len(_COLUMNS))
        if any(not nothing.issuperset(row[place]) for row in cells)
    ]
    rows = tuple(
        Row(
            option,
            tuple(row[place] for place in told),
            cards=(cards[option.subject].id,),
        )
        for option, row in zip(in_order, cells, strict=True)
    )
    return tuple(_COLUMNS[place] for place in told), rows


def _pairs(options: Sequence[Option], cards: Cards) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    rows = tuple(
        Row(
            option,
            tuple(title(cards[card]) for card in pair),
            cards=tuple(dict.fromkeys(cards[card].id for card in pair)),
        )
        for option in options
        for pair in [(option.subject, *option.targets)]
    )
    return ("first", "second"), rows


def _cells(card: NightfallCard) -> tuple[str, ...]:
    unknown = say("nightfall.unknown")
    links = [colour_word(colour) for colour in card.links]
    if not card.links_complete:
        links.append(unknown)
    body = ""
    if card.type != "action":
        body = "/".join(unknown if n is None else str(n) for n in (card.strength, card.health))
    keywords = enumerated(card.keywords)
    return (
        title(card),
        say(f"nightfall.types.{card.type}"),
        colour_word(card.colour) if card.colour else unknown,
        " ".join(links),
        colour_word(card.kicker_colour) if card.kicker_colour else unknown,
        unknown if card.cost is None else str(card.cost),
        body,
        keywords or ("" if card.type == "action" else unknown),
    )


def _panels(plan: Plan, view: View, cards: Cards) -> tuple[Panel, ...]:
    return (
        Panel(say("nightfall.screen.panels.commons"), _commons(plan, view, cards)),
        Panel(
            say("nightfall.screen.panels.own"),
            tuple(
                say(
                    "nightfall.own",
                    card=_described(cards[card]),
                    step=say(f"nightfall.steps.{plan.step(number)}"),
                )
                for number, card in enumerate(view.taken)
            ),
            key="d",
        ),
        Panel(
            say("nightfall.screen.panels.starters"),
            (titles(view.starters, cards),) if view.starters else (),
        ),
        Panel(
            say("nightfall.screen.panels.seen"),
            tuple(
                say("nightfall.seen", round=number + 1, cards=titles(_passed(hand, taken), cards))
                for number, (hand, taken) in enumerate(zip(view.seen, view.taken, strict=False))
                if len(hand) > 1
            ),
            key="p",
        ),
        Panel(say("nightfall.screen.panels.teams"), _team(plan, view)),
    )


def _commons(plan: Plan, view: View, cards: Cards) -> tuple[str, ...]:
    lines = tuple(_described(cards[card]) for card in view.commons)
    if plan.hidden and not lines:
        return (say("nightfall.screen.panels.commons-later", count=plan.commons),)
    return lines


def _described(card: NightfallCard) -> str:
    known = [say(f"nightfall.types.{card.type}")]
    if card.colour:
        known.append(colour_word(card.colour))
    if card.links:
        links = " ".join(colour_word(colour) for colour in card.links)
        known.append(say("nightfall.links", colours=links))
    return f"{title(card)} ({', '.join(known)})"


def _passed(hand: Sequence[str], taken: str) -> list[str]:
    rest = list(hand)
    rest.remove(taken)
    return rest


def _team(plan: Plan, view: View) -> tuple[str, ...]:
    team = plan.team(view.seat)
    if team is None:
        return ()
    return tuple(
        say("nightfall.team", mate=seat + 1)
        for seat in range(plan.players)
        if seat != view.seat and plan.team(seat) == team
    )
