"""A duel as a person sees it: both capitals, the hand with its prices, the chain, the choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.wording import title, value_words
from deckbuilder.games.invasion.duel.characteristics import Table, table_of
from deckbuilder.games.invasion.duel.compiling import Spec
from deckbuilder.games.invasion.duel.costs import purse
from deckbuilder.games.invasion.duel.layout import SECTION, sides
from deckbuilder.games.invasion.duel.names import ZONES, object_name
from deckbuilder.games.invasion.duel.price_words import Prices, joined
from deckbuilder.games.invasion.duel.rules_text.abilities import tell_ability, tell_option
from deckbuilder.games.invasion.duel.sentences import tell_choice, thing, zone_word
from deckbuilder.games.invasion.duel.state import FACE_DOWN, Piece, View
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.screen import Column, Panel, Row, Screen
from deckbuilder.words import enumerated, say, says

_SEVERAL = ("attackers", "defenders")
"""Questions of which several answers may be typed at once."""


def screen(seats: Sequence[str], view: View, options: Sequence[Option], catalog: Catalog) -> Screen:
    """Return what a seat is shown when it must choose."""
    shown = Shown(seats, view, options, catalog)
    question = view.question
    kind = "window" if question is None else question.kind
    return Screen(
        title=say(
            "duel.screen.title",
            turn=view.turn,
            seat=seats[view.active],
            phase=say(f"duel.phases.{view.phase}"),
        ),
        prompt=shown.prompt(kind),
        columns=_columns(),
        rows=tuple(shown.rows()),
        panels=tuple(shown.panels()),
        help=say("duel.screen.help").rstrip(),
        choices=len(options) if kind in _SEVERAL else 1,
        fewer=kind in _SEVERAL,
        sides=sides(shown),
    )


def told_choice(seats: Sequence[str], view: View, option: Option, catalog: Catalog) -> str:
    """Return a choice in a few words, as a seat that has this view tells it."""
    return Shown(seats, view, (option,), catalog).choice(option)


def _columns() -> tuple[Column, ...]:
    return (
        Column(say("duel.screen.columns.choice")),
        Column(say("duel.screen.columns.cost"), right=True),
        Column(say("duel.screen.columns.facts"), worth=1),
    )


class Shown:
    """One view, and what is read off it."""

    def __init__(
        self, seats: Sequence[str], view: View, options: Sequence[Option], catalog: Catalog
    ) -> None:
        self.seats = seats
        self.view = view
        self.options = options
        self.catalog = catalog
        self.table: Table = table_of(view)
        self.objects = {
            object_name(piece.kind, number): piece for number, piece in view.pieces.items()
        }
        self.prices = Prices(view, self.table)
        self.hand = {object_name("card", number): card for number, card in view.hand}

    def prompt(self, kind: str) -> str:
        """Return what is asked, with the card and the points that it is about."""
        question = self.view.question
        about = "" if question is None else self.words(question.about)
        left = 0 if question is None else question.left
        text = say(f"duel.screen.prompts.{kind}", left=left, step=self.step())
        return say("duel.screen.about", text=text, card=about) if about else text

    def step(self) -> str:
        """Return which window is open."""
        return say(f"duel.steps.{self.view.step}")

    def rows(self) -> Iterator[Row]:
        """Yield the options; which card becomes a development is asked behind one row."""
        laid = [option for option in self.options if option.action == "develop"]
        for option in self.options:
            if option.action != "develop" or len(laid) == 1:
                yield self.row(option)
            elif option is laid[0]:
                yield Row(None, (say("duel.screen.develop"), "0", ""), self.developing(laid))

    def developing(self, laid: Sequence[Option]) -> Screen:
        """Return the screen that asks which card is laid down."""
        rows = []
        for option in laid:
            card = self.hand[option.subject]
            cells = (self.card_name(card), "", self.card_facts(card))
            rows.append(Row(option, cells, cards=(self.card_id(option.subject),)))
        prompt = say("duel.screen.prompts.develop")
        return Screen(
            title=say("duel.screen.develop"), prompt=prompt, columns=_columns(), rows=tuple(rows)
        )

    def row(self, option: Option) -> Row:
        """Return an option: what it does, what it costs now, and the facts of its object."""
        cost = facts = ""
        if option.action in ("play", "develop") and option.subject in self.hand:
            card = self.hand[option.subject]
            facts = self.card_facts(card)
            if option.action == "play":
                cost = self.prices.cost(card)
                facts = joined(facts, self.prices.reason(card))
        elif option.action in ("use", "resolve"):
            facts = self.ability(option.subject, option.value)
        elif option.subject in self.objects:
            facts = self.piece_facts(self.objects[option.subject])
            if option.action == "target":
                facts = joined(facts, self.prices.taxed(self.objects[option.subject].id))
        card_id = self.card_id(option.subject)
        cards = (card_id,) if card_id else ()
        return Row(option, (self.choice(option), cost, facts), cards=cards)

    def card_id(self, name: str) -> str:
        """Return the id of the card behind a name, "" where the seat does not know it."""
        card = self.hand.get(name, FACE_DOWN)
        if name in self.objects:
            piece = self.objects[name]
            hidden = piece.card == FACE_DOWN
            card = self.view.secrets.get(piece.id, FACE_DOWN) if hidden else piece.card
        return "" if card == FACE_DOWN else self.view.book.cards[card].id

    def ability(self, name: str, said: Any) -> str:
        """Return what an ability does, by its id, or by the word for what has none."""
        spec = self.spec(name, said)
        if spec is None:
            return say(f"effects.unwritten.{said}") if says(f"effects.unwritten.{said}") else ""
        return tell_ability(spec.ability, self.view.book.cards[spec.card].type)

    def of_option(self, number: int) -> str:
        """Return what an option of the ability that asks does."""
        question = self.view.question
        spec = None if question is None else self.spec(question.about, question.ability)
        if spec is None:
            return ""
        return tell_option(spec.ability, self.view.book.cards[spec.card].type, number)

    def spec(self, name: str, ability: Any) -> Spec | None:
        """Return an ability by its id: that of an object, or of a card that has left play."""
        piece = self.objects.get(name)
        known = [each for each in self.view.book.abilities if each.id == ability]
        own = [each for each in known if piece is not None and each.card == piece.card]
        return next(iter(own or known), None)

    def choice(self, option: Option) -> str:
        """Return an option in words, its object by name."""
        named = self.words(option.subject)
        if option.action in ("use", "resolve"):
            return say(f"duel.choices.{option.action}", thing=named)
        if option.action == "option" and (told := self.of_option(int(option.value or 0))):
            return told
        shown = Option(option.action, "", (), option.value)
        if not named:
            return tell_choice(self.seats, shown, self.catalog)
        value = 0 if option.value is None else option.value
        return say(f"duel.choices.{option.action}", thing=named, value=value)

    def words(self, name: str) -> str:
        """Return what an id means, cards in hand and in play by their names."""
        if not name:
            return ""
        if name in self.hand:
            return self.card_name(self.hand[name])
        if name in self.objects:
            piece = self.objects[name]
            where = say(
                "duel.zone-of", seat=self.seats[piece.seat], zone=zone_word(ZONES[piece.zone % 3])
            )
            return say("duel.screen.at", thing=self.piece_name(piece), where=where)
        for item in self.view.chain:
            if name == object_name("chain", item.id) and item.card != FACE_DOWN:
                return self.card_name(item.card)
        return thing(self.seats, name, self.catalog) or ""

    def card_name(self, card: int) -> str:
        """Return the name of a card of the duel."""
        return title(self.catalog.card(self.view.book.cards[card].id))

    def piece_name(self, piece: Piece) -> str:
        """Return the name of an object; a development is told by what it is, to its owner."""
        if piece.card != FACE_DOWN:
            return self.card_name(piece.card)
        secret = self.view.secrets.get(piece.id)
        if secret is None:
            return say("duel.things.development")
        return say("duel.screen.own-development", card=self.card_name(secret))

    def card_facts(self, card: int) -> str:
        """Return the facts of a card in hand: its type, power and hit points."""
        spec = self.view.book.cards[card]
        told = [value_words(spec.type)]
        if spec.type in ("unit", "support"):
            told.append(say("duel.screen.power", power=spec.power))
        if spec.type == "unit":
            told.append(say("duel.screen.hp", hp=spec.hp))
        return enumerated(told)

    def piece_facts(self, piece: Piece) -> str:
        """Return the state of an object in play in words."""
        facts, marks = self.piece_state(piece)
        return enumerated((*facts, *marks))

    def piece_state(self, piece: Piece) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return power and hit points of an object in play, and what is unusual about it."""
        table = self.table
        facts, marks = [], []
        if piece.kind in ("unit", "support"):
            facts.append(say("duel.screen.power", power=table.power(piece.id)))
        if piece.kind == "unit":
            left, most = table.remaining(piece.id), table.hit_points(piece.id)
            facts.append(say("duel.screen.hp-of", left=left, hp=most))
        if piece.corrupted:
            marks.append(say("duel.screen.corrupted"))
        if piece.tokens:
            marks.append(say("duel.screen.tokens", count=piece.tokens))
        if piece.quest:
            marks.append(say("duel.screen.questing"))
        combat = self.view.combat
        if combat is not None and piece.id in combat.attackers:
            marks.append(say("duel.screen.attacking"))
        if combat is not None and piece.id in combat.defenders:
            marks.append(say("duel.screen.defending"))
        return tuple(facts), tuple(marks)

    def panels(self) -> Iterator[Panel]:
        """Yield the other capital, the own one, the chain and the hand."""
        view = self.view
        for seat in (1 - view.seat, view.seat):
            yield Panel(self.capital_title(seat), tuple(self.capital(seat)))
        if told := tuple(self.asking()):
            yield Panel(say("duel.screen.abilities"), told)
        if view.chain:
            yield Panel(say("duel.screen.chain"), tuple(self.chain()))
        if told := tuple(self.paying()):
            yield Panel(say("duel.screen.price.title"), told)
        yield Panel(
            say("duel.screen.hand", count=len(view.hand), purse=purse(self.table, view.seat)),
            tuple(self.held()) or (say("duel.screen.nothing"),),
        )
        yield Panel(say("duel.screen.hand-cards"), tuple(self.hand_cards()), detail=True, key="d")
        yield Panel(
            say("duel.screen.discards"),
            tuple(self.discards(seat) for seat in (view.seat, 1 - view.seat)),
            detail=True,
            key="x",
        )

    def held(self) -> Iterator[str]:
        """Yield the cards in hand with their costs: those that can be paid, then the others."""
        money = purse(self.table, self.view.seat)
        ordered = [card for _, card in sorted(self.view.hand, key=lambda held: held[1])]
        can = [card for card in ordered if self.prices.price(card).total <= money]
        for key, cards in (
            ("payable", can),
            ("too-dear", [card for card in ordered if card not in can]),
        ):
            if cards:
                told = (f"{self.card_name(card)} ({self.prices.cost(card)})" for card in cards)
                yield say(f"duel.screen.{key}", cards=enumerated(told))

    def hand_cards(self) -> Iterator[str]:
        """Yield each card in hand with its facts, its cost and why, and what it does."""
        for card in sorted({card for _, card in self.view.hand}):
            spec = self.view.book.cards[card]
            cost = self.prices.told(card)
            facts = joined(self.card_facts(card), cost)
            yield say("duel.screen.ability", card=self.card_name(card), text=facts)
            for ability in self.view.book.settings.cards[spec.id].abilities:
                yield f"  {tell_ability(ability, spec.type)}"

    def paying(self) -> Iterator[str]:
        """Yield what the card costs that is being played, before it is paid."""
        question = self.view.question
        if question is None or question.kind == "window" or question.about not in self.hand:
            return
        answers = getattr(self.view.agenda[-1], "answers", ()) if self.view.agenda else ()
        if answers and answers[0].action == "play":
            card = self.hand[question.about]
            yield say(
                "duel.screen.ability",
                card=self.card_name(card),
                text=self.prices.told(card),
            )

    def asking(self) -> Iterator[str]:
        """Yield in full what the ability that asks does, or those that may be chosen now."""
        question = self.view.question
        if question is not None and question.ability:
            yield self.told_of(question.about, question.ability)
        told = {
            (option.value, self.card_id(option.subject)): option
            for option in self.options
            if option.action in ("use", "resolve")
        }
        for option in told.values():
            yield self.told_of(option.subject, option.value)

    def told_of(self, name: str, ability: Any) -> str:
        """Return a sentence about an ability behind the name of its card."""
        spec = self.spec(name, ability)
        card = self.words(name) if spec is None else self.card_name(spec.card)
        return say("duel.screen.ability", card=card, text=self.ability(name, ability))

    def capital_title(self, seat: int) -> str:
        """Return whose capital it is, with resources, hand and deck."""
        view = self.view
        cards = len(view.hand) if seat == view.seat else len(view.other_hand)
        key = "own-capital" if seat == view.seat else "capital"
        return say(
            f"duel.screen.{key}",
            seat=self.seats[seat],
            resources=view.resources[seat],
            hand=cards,
            deck=view.deck_sizes[seat],
        )

    def capital(self, seat: int) -> Iterator[str]:
        """Yield a line a zone, then what lies in it."""
        view = self.view
        for place, name in enumerate(ZONES):
            zone = 3 * seat + place
            developments = self.table.developments(zone)
            yield say(
                "duel.screen.burnt-zone" if view.burning[zone] else "duel.screen.zone",
                zone=zone_word(name),
                power=self.table.zone_power(zone),
                damage=view.section_damage[zone],
                hp=SECTION + developments,
                developments=developments,
                mark=say("duel.screen.attacked") if self.table.attacked_zone() == zone else "",
            )
            for piece in view.pieces.values():
                if piece.zone == zone and not piece.host and piece.kind != "development":
                    yield f"  {self.line(piece)}"
                    for attached in view.pieces.values():
                        if attached.host == piece.id:
                            yield f"    + {self.line(attached)}"

    def line(self, piece: Piece) -> str:
        """Return an object in play in a line."""
        facts = self.piece_facts(piece)
        name = self.piece_name(piece)
        return f"{name} ({facts})" if facts else name

    def chain(self) -> Iterator[str]:
        """Yield what waits on the chain, what resolves first at the top."""
        for item in reversed(self.view.chain):
            name = (
                say("duel.things.development")
                if item.card == FACE_DOWN
                else self.card_name(item.card)
            )
            yield say("duel.screen.item", seat=self.seats[item.seat], card=name)

    def discards(self, seat: int) -> str:
        """Return a discard pile, counted by name."""
        counts = Counter(self.card_name(card) for card in self.view.discards[seat])
        cards = enumerated(f"{count}x {name}" for name, count in sorted(counts.items()))
        return say(
            "duel.screen.pile", seat=self.seats[seat], cards=cards or say("duel.screen.nothing")
        )
