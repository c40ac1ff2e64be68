"""XENO as people see it: seats, screens, sentences, and the bots that sit with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import Any

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.errors import unusable
from deckbuilder.games.playing import Facts, PlayRequest, Solved, Told
from deckbuilder.games.xeno.bots.policies import bot_for, bots_for, compiled_bot
from deckbuilder.games.xeno.card import XenoCard
from deckbuilder.games.xeno.play import RULES
from deckbuilder.games.xeno.ranks import BOY
from deckbuilder.games.xeno.setup import SEATS, Settings, setup_for
from deckbuilder.games.xeno.view import Discard, View
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Event, Option
from deckbuilder.tables.screen import Column, Panel, Row, Screen
from deckbuilder.words import language, say

USUAL_SEATS = 2


class XenoPlay:
    """XENO at a table."""

    rules = RULES

    def settings(self, catalog: Catalog, request: PlayRequest) -> Settings:
        """Return the settings of a table. Raises InputError for a request that does not fit."""
        players = USUAL_SEATS if request.players is None else request.players
        if players not in SEATS:
            raise unusable(say("xeno.refused.players", least=SEATS[0], most=SEATS[-1]))
        first = 0 if request.first is None else request.first
        if not 0 <= first < players:
            raise unusable(say("xeno.refused.first", seat=first + 1, players=players))
        boys = "played"
        for rule in request.rules:
            name, _, value = rule.partition("=")
            if name != "boys" or value not in ("played", "discarded"):
                raise unusable(
                    say("xeno.refused.rule", rule=rule), mend=say("xeno.refused.rule-mend")
                )
            boys = value
        cards = [card for card in catalog.cards if isinstance(card, XenoCard)]
        lines = sorted((card.rank, card.id, card.quantity or 0) for card in cards)
        return Settings(
            players=players,
            cards=tuple((card, rank, copies) for rank, card, copies in lines),
            first=first,
            games=request.games,
            boys="discarded" if boys == "discarded" else "played",
        )

    def seat_names(self, settings: Any) -> tuple[str, ...]:
        """Return one name a seat."""
        return tuple(_seat(seat) for seat in range(setup_for(settings).players))

    def bots(self, settings: Any) -> tuple[str, ...]:
        """Return the bots, weakest first."""
        return bots_for(setup_for(settings))

    def bot(self, spec: str, settings: Any, catalog: Catalog) -> Policy:
        """Return a bot for any seat. Raises InputError for an unknown spec."""
        return bot_for(spec, setup_for(settings))

    def batch(
        self,
        settings: Any,
        specs: Sequence[str],
        games: int,
        seed: int,
        from_game: int = 0,
    ) -> Sequence[Sequence[float]] | None:
        """Play mirrored games compiled; None without Numba and for bots at larger tables."""
        setup = setup_for(settings)
        bots = [compiled_bot(spec, setup) for spec in specs]
        if find_spec("numba") is None or None in bots:
            return None
        from deckbuilder.games.xeno.batch import play_batch, points_of

        played = play_batch(
            setup,
            [bot for bot in bots if bot is not None],
            games,
            seed,
            from_game=from_game,
            mirrored=True,
        )
        return points_of(played, setup.players)

    def learn(
        self, settings: Any, seed: int, rounds: int, games: int, made_by: str, tell: Told
    ) -> bytes:
        """Return the tables of `expert`."""
        setup = setup_for(settings)
        if setup.players > 2:
            from deckbuilder.games.xeno.bots.crowd_mind import pack_mind
            from deckbuilder.games.xeno.crowd_learning import learn_crowd

            return pack_mind(learn_crowd(setup, seed, rounds, games, made_by, tell))
        from deckbuilder.games.xeno.bots.numbers import pack_brain
        from deckbuilder.games.xeno.learning import learn

        return pack_brain(learn(setup, seed, rounds, games, tell), made_by)

    def facts(
        self, settings: Any, catalog: Catalog, spec: str, games: int, seed: int
    ) -> tuple[Facts, ...]:
        """Play games with one bot in every seat, and return what they tell of XENO."""
        from deckbuilder.games.xeno.facts import facts_of, rows_at_tables

        setup = setup_for(settings)
        bot_for(spec, setup)
        bot = compiled_bot(spec, setup)
        if bot is None or find_spec("numba") is None:
            rows = rows_at_tables(setup, spec, games, seed)
        else:
            from deckbuilder.games.xeno.batch import play_batch

            rows = play_batch(setup, [bot] * setup.players, games, seed).results
        cards = _Names(catalog, None)
        return facts_of(setup, rows, lambda rank: cards.name(setup.ids[rank]), _seat)

    def solve(
        self,
        settings: Any,
        catalog: Catalog,
        left: Sequence[str],
        played: Sequence[str],
        near: float,
    ) -> Solved:
        """Solve a position of two seats; of the cards played only a Boy tells (XENO-29)."""
        from deckbuilder.games.xeno.endgame import solved

        setup = setup_for(settings)
        boys = sum(setup.ranks[card] == BOY for card in played)
        return solved(setup.settings, left, boys, near)

    def screen(
        self,
        settings: Any,
        view: View,
        options: Sequence[Option],
        catalog: Catalog,
        names: str | None = None,
    ) -> Screen:
        """Return the table as the acting seat sees it, and its options."""
        cards = _Names(catalog, names)
        target = "" if view.target is None else _seat(view.target)
        title = say("xeno.screen.title")
        if view.games > 1:
            score = " : ".join(f"{points:g}" for points in view.points)
            title = say(
                "xeno.screen.title-match", game=view.game + 1, games=view.games, score=score
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
        )

    def seen(self, view: View) -> tuple[Event, ...]:
        """Return what happened before a seat's eyes in the game that is on."""
        return view.seen

    def tell(
        self, settings: Any, event: Event, catalog: Catalog, names: str | None = None
    ) -> str | None:
        """Return a sentence about something that happened."""
        cards = _Names(catalog, names)
        if event.kind == "play":
            option = Option("play", event.cards[0], event.target, event.value)
            choice = self.tell_choice(option, catalog, names)
            return f"{_seat(event.seat or 0)} {choice}."
        return say(
            f"xeno.events.{event.kind}",
            seat=_seat(event.seat or 0),
            target=_seat(event.target or 0),
            cards=cards.list(event.cards),
            first=cards.name(event.cards[0]) if event.cards else "",
            second=cards.name(event.cards[-1]) if event.cards else "",
            name=cards.name(event.value) if event.kind == "miss" else "",
            value=event.value,
        )

    def tell_choice(self, option: Option, catalog: Catalog, names: str | None = None) -> str:
        """Return a choice in a few words."""
        return _say_option("xeno.choices", option, _Names(catalog, names))

    def beliefs(
        self, bot: Policy, view: View, catalog: Catalog, names: str | None = None
    ) -> Panel | None:
        """Return what a bot believes of each other hand, the likeliest cards first."""
        believe = getattr(bot, "beliefs", None)
        if believe is None:
            return None
        cards = _Names(catalog, names)
        lines = []
        for seat, chances in believe(view).items():
            likely = sorted(chances.items(), key=lambda item: -item[1])
            told = [
                say("xeno.bots.chance", card=cards.name(card), percent=round(100 * chance))
                for card, chance in likely
                if round(100 * chance) > 0
            ]
            lines.append(say("xeno.bots.hand", seat=_seat(seat), cards=", ".join(told)))
        return Panel(say("xeno.bots.believes"), tuple(lines))


PLAY = XenoPlay()


class _Names:
    """Card names in the language asked for."""

    def __init__(self, catalog: Catalog, names: str | None) -> None:
        self._catalog = catalog
        self._japanese = (names or language()) == "ja"

    def name(self, card: str) -> str:
        record = self._catalog.card(card)
        return (record.name_ja or record.name) if self._japanese else record.name

    def list(self, cards: Iterable[str]) -> str:
        return ", ".join(self.name(card) for card in cards)


def _seat(seat: int) -> str:
    return say("xeno.seat", number=seat + 1)


def _say_option(prefix: str, option: Option, cards: _Names) -> str:
    kind = option.action
    if kind == "play" and option.target is not None:
        kind = "play-name" if option.value else "play-at"
    return say(
        f"{prefix}.{kind}",
        card=cards.name(option.card) if option.card else "",
        target="" if option.target is None else _seat(option.target),
        name=cards.name(option.value) if kind == "play-name" else "",
        place=option.value,
    )


def _row(view: View, option: Option, catalog: Catalog, cards: _Names) -> Row:
    choice = _say_option("xeno.options", option, cards)
    if not option.card:
        return Row(option, (choice, "", ""))
    record = catalog.card(option.card)
    assert isinstance(record, XenoCard)
    effect = record.id.rpartition("/")[2]
    if record.rank == BOY and view.boy_counts:
        effect += "-works"
    told = say(f"xeno.effects.{effect}")
    if option.action == "play" and option.target is not None and view.protected[option.target]:
        told = say("xeno.effects.protected", target=_seat(option.target))
    return Row(option, (choice, str(record.rank), told))


def _panels(view: View, cards: _Names) -> tuple[Panel, ...]:
    title = say("xeno.screen.panels.table", turn=view.turn + 1, deck=view.deck)
    hand = Panel(say("xeno.screen.panels.hand"), (cards.list(view.hand),))
    known = _known(view, cards) or [say("xeno.screen.nothing-known")]
    return (
        Panel(title, tuple(_table(view, cards))),
        hand,
        Panel(say("xeno.screen.panels.known"), tuple(known)),
    )


def _table(view: View, cards: _Names) -> list[str]:
    lines = []
    for seat, pile in enumerate(view.discards):
        name = _seat(seat)
        if seat == view.seat:
            name = say("xeno.you", seat=name)
        marks = []
        if not view.inside[seat]:
            marks.append(say("xeno.screen.mark.out"))
        if view.protected[seat]:
            marks.append(say("xeno.screen.mark.protected"))
        if view.sage[seat]:
            marks.append(say("xeno.screen.mark.looks"))
        discards = ", ".join(_discard(discard, cards) for discard in pile)
        discards = discards or say("xeno.screen.nothing")
        if marks:
            line = say("xeno.screen.marks", seat=name, marks=", ".join(marks), discards=discards)
        else:
            line = say("xeno.screen.seat", seat=name, discards=discards)
        lines.append(line)
    if any(discard.forced for pile in view.discards for discard in pile):
        lines.append(say("xeno.screen.forced-note"))
    lines.append(say("xeno.screen.aside" if view.reincarnation else "xeno.screen.aside-taken"))
    return lines


def _discard(discard: Discard, cards: _Names) -> str:
    name = cards.name(discard.card)
    return say("xeno.screen.forced", card=name) if discard.forced else name


def _known(view: View, cards: _Names) -> list[str]:
    lines = []
    if view.looked:
        lines.append(say("xeno.screen.looked", cards=cards.list(view.looked)))
    if view.shown and view.target is not None:
        lines.append(
            say("xeno.screen.shown", target=_seat(view.target), cards=cards.list(view.shown))
        )
    for seat, known in enumerate(view.known):
        if seat == view.seat or not view.inside[seat]:
            continue
        if known.holds:
            lines.append(say("xeno.screen.holds", seat=_seat(seat), card=cards.name(known.holds)))
        elif known.lacks:
            lines.append(say("xeno.screen.lacks", seat=_seat(seat), cards=cards.list(known.lacks)))
        if known.sees:
            lines.append(say("xeno.screen.sees", seat=_seat(seat), card=cards.name(known.sees)))
    if view.put_back:
        lines.append(say("xeno.screen.put-back", cards=cards.list(view.put_back)))
    if view.boy_counts:
        lines.append(say("xeno.screen.boy"))
    return lines
