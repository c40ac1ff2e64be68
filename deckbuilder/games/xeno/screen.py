"""A XENO table as a person sees it: screens, and sentences for choices and events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.xeno.card import XenoCard
from deckbuilder.games.xeno.ranks import BOY
from deckbuilder.games.xeno.view import Discard, View
from deckbuilder.tables.protocol import Event, Option, seat_number
from deckbuilder.tables.screen import Column, Panel, Region, Row, Screen, Side, Token
from deckbuilder.words import card_language, enumerated, say


def screen_of(view: View, options: Sequence[Option], catalog: Catalog) -> Screen:
    """Return the table as the acting seat sees it, and its options."""
    cards = CardNames(catalog)
    target = "" if view.target is None else seat_name(view.target)
    title = say("xeno.screen.title")
    if view.settings.games > 1:
        score = " : ".join(f"{points:g}" for points in view.points)
        title = say(
            "xeno.screen.title-match",
            game=view.game + 1,
            games=view.settings.games,
            score=score,
        )
    return Screen(
        title=title,
        prompt=say(f"xeno.screen.prompts.{view.phase}", target=target),
        columns=(
            Column(say("xeno.columns.choice")),
            Column(say("xeno.columns.rank"), right=True),
            Column(say("xeno.columns.effect")),
        ),
        rows=tuple(_row(view, option, catalog, cards) for option in options),
        panels=_panels(view, cards),
        sides=_sides(view, cards),
    )


def tell_event(event: Event, catalog: Catalog) -> str:
    """Return a sentence about something that happened."""
    if event.kind == "play":
        cards = CardNames(catalog)
        target, name = _at(event.targets, cards)
        key = "play-name" if name else "play-at" if target else "play"
        return say(
            f"xeno.events.{key}",
            seat=seat_name(event.seat or 0),
            card=cards.name(event.subjects[0]),
            target=target,
            name=name,
        )
    cards = CardNames(catalog)
    target, name = _at(event.targets, cards)
    return say(
        f"xeno.events.{event.kind}",
        seat=seat_name(event.seat or 0),
        target=target,
        cards=cards.list(event.subjects),
        first=cards.name(event.subjects[0]) if event.subjects else "",
        second=cards.name(event.subjects[-1]) if event.subjects else "",
        name=name,
        value=event.value,
    )


def tell_option(option: Option, catalog: Catalog) -> str:
    """Return a choice in a few words."""
    return _say_option("xeno.choices", option, CardNames(catalog))


class CardNames:
    """Names of cards in the language in force for them."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._japanese = card_language() == "ja"

    def name(self, card: str) -> str:
        """Return the name of a card."""
        record = self._catalog.card(card)
        return (record.name_ja or record.name) if self._japanese else record.name

    def list(self, cards: Iterable[str]) -> str:
        """Return the names of cards, in their order."""
        return enumerated(self.name(card) for card in cards)


def seat_name(seat: int) -> str:
    """Return what a seat is called."""
    return say("xeno.seat", number=seat + 1)


def _at(targets: tuple[str, ...], cards: CardNames) -> tuple[str, str]:
    """Return the names of the seat and the card that targets name, in this order."""
    seat, card = (*targets, "", "")[:2]
    return seat_name(seat_number(seat)) if seat else "", cards.name(card) if card else ""


def _say_option(prefix: str, option: Option, cards: CardNames) -> str:
    target, name = _at(option.targets, cards)
    kind = option.action
    if kind == "play" and target:
        kind = "play-name" if name else "play-at"
    return say(
        f"{prefix}.{kind}",
        card=cards.name(option.subject) if option.subject else "",
        target=target,
        name=name,
        place=option.value,
    )


def _row(view: View, option: Option, catalog: Catalog, cards: CardNames) -> Row:
    choice = _say_option("xeno.options", option, cards)
    if not option.subject:
        return Row(option, (choice, "", ""))
    record = catalog.card(option.subject)
    assert isinstance(record, XenoCard)
    effect = record.id.rpartition("/")[2]
    if record.rank == BOY and view.boy_counts:
        effect += "-works"
    told = say(f"xeno.effects.{effect}")
    if option.action == "play" and option.targets:
        target = seat_number(option.targets[0])
        if view.protected[target]:
            told = say("xeno.effects.protected", target=seat_name(target))
    return Row(option, (choice, str(record.rank), told))


def _panels(view: View, cards: CardNames) -> tuple[Panel, ...]:
    title = say("xeno.screen.panels.table", turn=view.turn + 1, deck=view.deck)
    hand = Panel(say("xeno.screen.panels.hand"), (cards.list(view.hand),))
    known = _known(view, cards) or [say("xeno.screen.nothing-known")]
    return (
        Panel(title, tuple(_table(view, cards))),
        hand,
        Panel(say("xeno.screen.panels.known"), tuple(known)),
    )


def _own_name(view: View, seat: int) -> str:
    name = seat_name(seat)
    return say("xeno.you", seat=name) if seat == view.seat else name


def _marks(view: View, seat: int) -> tuple[str, ...]:
    """Return what is unusual about a seat."""
    shown = {
        "out": not view.inside[seat],
        "protected": view.protected[seat],
        "looks": view.sage[seat],
    }
    return tuple(say(f"xeno.screen.mark.{key}") for key, there in shown.items() if there)


def _sides(view: View, cards: CardNames) -> tuple[Side, ...]:
    """Return what lies before each seat, the own one last."""
    seats = len(view.discards)
    order = [(view.seat + step) % seats for step in range(1, seats + 1)]
    return tuple(_side(view, seat, cards) for seat in order)


def _side(view: View, seat: int, cards: CardNames) -> Side:
    pile = tuple(
        Token(
            name=cards.name(each.card),
            card=each.card,
            marks=(say("xeno.screen.forced-mark"),) if each.forced else (),
            spent=each.forced,
        )
        for each in view.discards[seat]
    )
    regions = [Region(title=say("xeno.screen.discards"), tokens=pile)]
    if seat == view.seat:
        hand = tuple(Token(name=cards.name(card), card=card, ref=card) for card in view.hand)
        regions.append(Region(title=say("xeno.screen.panels.hand"), tokens=hand))
    return Side(title=_own_name(view, seat), regions=tuple(regions), marks=_marks(view, seat))


def _table(view: View, cards: CardNames) -> list[str]:
    lines = []
    for seat, pile in enumerate(view.discards):
        name = _own_name(view, seat)
        marks = _marks(view, seat)
        discards = enumerated(_discard(discard, cards) for discard in pile)
        discards = discards or say("xeno.screen.nothing")
        if marks:
            line = say("xeno.screen.marks", seat=name, marks=enumerated(marks), discards=discards)
        else:
            line = say("xeno.screen.seat", seat=name, discards=discards)
        lines.append(line)
    if any(discard.forced for pile in view.discards for discard in pile):
        lines.append(say("xeno.screen.forced-note"))
    lines.append(say("xeno.screen.aside" if view.reincarnation else "xeno.screen.aside-taken"))
    return lines


def _discard(discard: Discard, cards: CardNames) -> str:
    name = cards.name(discard.card)
    return say("xeno.screen.forced", card=name) if discard.forced else name


def _known(view: View, cards: CardNames) -> list[str]:
    lines = []
    if view.looked:
        lines.append(say("xeno.screen.looked", cards=cards.list(view.looked)))
    if view.shown and view.target is not None:
        lines.append(
            say("xeno.screen.shown", target=seat_name(view.target), cards=cards.list(view.shown))
        )
    for seat, known in enumerate(view.known):
        if seat == view.seat or not view.inside[seat]:
            continue
        if known.holds:
            lines.append(
                say("xeno.screen.holds", seat=seat_name(seat), card=cards.name(known.holds))
            )
        elif known.lacks:
            lines.append(
                say("xeno.screen.lacks", seat=seat_name(seat), cards=cards.list(known.lacks))
            )
        if known.sees:
            lines.append(say("xeno.screen.sees", seat=seat_name(seat), card=cards.name(known.sees)))
    if view.put_back:
        lines.append(say("xeno.screen.put-back", cards=cards.list(view.put_back)))
    if view.boy_counts:
        lines.append(say("xeno.screen.boy"))
    return lines
