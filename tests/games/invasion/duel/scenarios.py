"""Runs worked scenarios: sets a board up, takes the steps, compares what has come of it.

The form of a scenario is told in `scenario_format` of tests/data/invasion_scenarios.yaml.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from deckbuilder.catalog.loading import load_catalog
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.book import Book, book_of
from deckbuilder.games.invasion.duel.characteristics import table_of
from deckbuilder.games.invasion.duel.costs import price
from deckbuilder.games.invasion.duel.loading import load_effects
from deckbuilder.games.invasion.duel.machine import run
from deckbuilder.games.invasion.duel.names import object_name, zone_name
from deckbuilder.games.invasion.duel.questions import ACCEPT, DECLINE, DONE, PASS
from deckbuilder.games.invasion.duel.rules import RULES, empty_state
from deckbuilder.games.invasion.duel.seating import duel_card
from deckbuilder.games.invasion.duel.settings import DuelSeat, Settings, Switches
from deckbuilder.games.invasion.duel.state import FACE_DOWN, Piece, State
from deckbuilder.games.invasion.duel.targeting import option_of
from deckbuilder.games.invasion.duel.tasks import TurnStep, Window
from deckbuilder.games.invasion.duel.turn import PLACES
from deckbuilder.tables.protocol import Option

SEATS = {"A": 0, "B": 1}
ZONES = {"K": 0, "Q": 1, "F": 2}
PARTS = {"u": "unit", "s": "support", "q": "quest"}
LARGE = 50
TURN = 3
"""The turn of a scenario that names none; nothing is carried out behind it."""
FILLER = 121
"""A neutral quest fills what has only a size; no effect looks for one."""
RACES = {"High Elf": "high-elf", "Dark Elf": "dark-elf"}
NO_RACE = "skaven"
"""The capital of a side of which the scenario names none: it gives no symbol that counts."""


class Illegal(Exception):
    """A step that the rules do not allow."""


def read_scenarios(path: Path) -> list[dict[str, Any]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    document = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)
    return document if isinstance(document, list) else document["scenarios"]


@cache
def core() -> tuple[dict[int, str], dict[str, Any]]:
    """Return the ids of the core set's cards by number, and what a duel needs of them."""
    catalog = load_catalog("invasion", InvasionCard)
    effects = load_effects(catalog)
    ids = {
        card.number: card.id
        for card in catalog.cards
        if card.set == "core" and card.type in ("unit", "support", "quest", "tactic")
    }
    return ids, {card: duel_card(catalog.card(card), effects[card]) for card in ids.values()}


@cache
def book_with(capitals: tuple[str, str], switches: tuple[tuple[str, bool], ...]) -> Book:
    ids, cards = core()
    deck = (ids[FILLER],) * LARGE
    first, second = (DuelSeat(capital=race, race=race, deck=deck) for race in capitals)
    settings = Settings(
        seats=(first, second),
        cards=cards,
        first=0,
        every_window=True,
        mulligans=False,
        most_turns=TURN,
        switches=Switches(**dict(switches)),
    )
    return book_of(settings)


class Run:
    """One scenario under way; `names` are the objects by the ids of the scenario."""

    def __init__(self, scenario: dict[str, Any]) -> None:
        self.scenario = scenario
        self.names: dict[str, int] = {}
        self.unnamed: set[int] = set()
        self.paid: list[tuple[int, int, int]] = []
        self.refusing = False
        self.place = 0
        """Which of the steps is taken now."""
        self.wanted_order: list[Any] = []
        before = scenario.get("before", {})
        sides = {name: before.get(name) or {} for name in SEATS}
        capitals = [_race(side.get("cap")) for side in sides.values()]
        switches = tuple(sorted(scenario.get("switches", {}).items()))
        self.book = book_with((capitals[0], capitals[1]), switches)
        self.numbers = {card: number for number, card in core()[0].items()}
        self.state = self._built(sides)

    # Setting up

    def card(self, number: int) -> int:
        return self.book.card_places[core()[0][number]]

    def number(self, card: int) -> int:
        return self.numbers[self.book.cards[card].id]

    def _built(self, sides: dict[str, Any]) -> State:
        board = Board(empty_state(self.book, 1, 0))
        for name, side in sides.items():
            self._set_side(board, SEATS[name], side)
        for name, side in sides.items():
            for letter, zone in ZONES.items():
                self._set_zone(board, 3 * SEATS[name] + zone, side.get(letter) or {})
        for name, side in sides.items():
            self._set_quests(board, SEATS[name], side)
        first = self.scenario["do"][0] if self.scenario["do"] else None
        self._set_moment(board, first, sides["A"])
        board.caught.clear()
        board.events.clear()
        run(board)
        return board.state()

    def _set_side(self, board: Board, seat: int, side: dict[str, Any]) -> None:
        board.set_resources(seat, side.get("res", 0))
        hand = [self.card(n) for n in side.get("hand", ())]
        hand += [self.card(FILLER)] * (side.get("hand_n", len(hand)) - len(hand))
        for card in hand:
            board.to_hand(seat, card, seen=False)
        top = [self.card(n) for n in side.get("deck", ())]
        size = side.get("deck_n", LARGE)
        board.set_deck(seat, tuple(top + [self.card(FILLER)] * (size - len(top))))
        board.set_discard(seat, tuple(self.card(n) for n in side.get("discard", ())))

    def _set_zone(self, board: Board, zone: int, content: dict[str, Any]) -> None:
        for part, kind in PARTS.items():
            for entry in content.get(part, ()):
                self._set_object(board, zone, kind, entry)
        developments = content.get("dev", 0)
        if isinstance(developments, int):
            developments = [FILLER] * developments
        for number in developments:
            piece = Piece(board.new_id(), FACE_DOWN, "development", zone // 3, zone // 3, zone)
            board.hide(zone // 3, piece.id, self.card(number))
            board.put(piece)
        if content.get("burn"):
            burning = board.burning
            board.burning = (*burning[:zone], True, *burning[zone + 1 :])
        board.set_damage(-1 - zone, content.get("dmg", 0))

    def _set_object(self, board: Board, zone: int, kind: str, entry: list[Any]) -> None:
        number, name, *more = entry
        facts = more[0] if more else {}
        piece = Piece(
            board.new_id(), self.card(number), kind, zone // 3, zone // 3, zone,
            damage=facts.get("d", 0), corrupted=facts.get("cor", False),
            tokens=facts.get("tok", 0),
        )  # fmt: skip
        board.put(piece)
        self.names[name] = piece.id
        for attached, attached_name, controller in facts.get("att", ()):
            seat = SEATS[controller]
            card = self.card(attached)
            own = Piece(board.new_id(), card, "support", seat, seat, zone, host=piece.id)
            board.put(own)
            self.names[attached_name] = own.id

    def _set_quests(self, board: Board, seat: int, side: dict[str, Any]) -> None:
        for entry in (side.get("Q") or {}).get("u", ()):
            if len(entry) > 2 and "q" in entry[2]:
                board.mark(self.names[entry[1]], quest=self.names[entry[2]["q"]])

    def _set_moment(self, board: Board, first: Any, active: dict[str, Any]) -> None:
        board.turn = active.get("turn", TURN)
        if first == "start_turn":
            board.turn -= 1
            board.agenda = [TurnStep(PLACES["turn_start"])]
        elif isinstance(first, dict) and "phase" in first:
            board.agenda = [TurnStep(PLACES[first["phase"]])]
        elif isinstance(first, dict) and "attack" in first:
            board.agenda = [TurnStep(PLACES["battlefield"])]
        else:
            board.phase = board.step = "capital"
            board.agenda = [TurnStep(PLACES["capital_end"]), Window(0)]

    # Names

    def ref(self, word: Any) -> str:
        """Return the id of what a scenario names."""
        if isinstance(word, int):
            return core()[0][word]
        if word in SEATS:
            return f"seat/{SEATS[word]}"
        if word in ZONES:
            assert self.state.question is not None
            return zone_name(3 * self.state.question.seat + ZONES[word])
        if word == "section":
            assert self.state.combat is not None
            return zone_name(self.state.combat.zone)
        if word in self.names:
            piece = self.state.pieces.get(self.names[word])
            return object_name(piece.kind if piece else "unit", self.names[word])
        if word.startswith("chain"):
            waiting = [item for item in self.state.chain if not item.resolving]
            return object_name("chain", waiting[int(word[5:]) - 1].id)
        if "." in word:
            return self._place(word)
        known = set(self.names.values())
        (piece,) = [
            piece
            for piece in self.state.pieces.values()
            if piece.card >= 0 and self.number(piece.card) == int(word) and piece.id not in known
        ]
        return object_name(piece.kind, piece.id)

    def _place(self, word: str) -> str:
        side, letter, *more = word.split(".")
        zone = 3 * SEATS[side] + ZONES[letter]
        if not more:
            return zone_name(zone)
        pieces = [
            piece
            for piece in self.state.pieces.values()
            if piece.zone == zone and piece.kind == "development"
        ]
        return object_name("development", pieces[int(more[0].removeprefix("dev")) - 1].id)

    # Steps

    def take(self, option: Option) -> None:
        question = self.state.question
        if question is None or option not in question.options:
            raise Illegal(f"{option} is none of {question}")
        self.state, _ = RULES.apply(self.state, {question.seat: option})

    @property
    def kind(self) -> str:
        return self.state.question.kind if self.state.question else ""

    def find(self, **wanted: Any) -> Option | None:
        question = self.state.question
        for option in question.options if question else ():
            if all(getattr(option, field) == value for field, value in wanted.items()):
                return option
        return None

    def settle(self) -> None:
        """Answer what the scenario leaves open: optional things are declined, orders are free."""
        while self.kind not in ("", "window", "attack", "attackers", "defenders", "assign"):
            question = self.state.question
            assert question is not None
            if self.kind == "order":
                self.order({})
            elif DECLINE in question.options or DONE in question.options:
                self.take(DECLINE if DECLINE in question.options else DONE)
            else:
                return

    def awaits_pick(self) -> bool:
        """Tell whether the next step answers what is asked now."""
        steps = self.scenario["do"]
        following = steps[self.place + 1] if self.place + 1 < len(steps) else None
        if isinstance(following, dict):
            following = following.get("illegal", following)
        question = self.state.question
        if question is None or not isinstance(following, dict) or "pick" not in following:
            return False
        asked = question.kind not in ("window", "attack", "attackers", "defenders")
        return asked and question.seat == SEATS[following["pick"].get("by", "A")]

    def step(self, step: Any) -> None:
        if isinstance(step, str):
            getattr(self, f"do_{step}")()
            return
        if "illegal" in step:
            self.refuse(step["illegal"])
            return
        word = next(key for key in step if key in _STEPS)
        if word != "pick" and step is not self.scenario["do"][0]:
            self.settle()
        getattr(self, f"do_{word}")(step)

    def refuse(self, step: Any) -> None:
        before, paid = self.state, list(self.paid)
        self.refusing = True
        try:
            self.step(step)
        except Illegal:
            self.state, self.paid, self.refusing = before, paid, False
            return
        raise AssertionError(f"{step} was allowed")

    def do_pass2(self) -> None:
        self.settle()
        for _ in range(2):
            if self.kind != "window":
                raise Illegal(f"nobody can pass at {self.state.question}")
            self.take(PASS)

    def do_start_turn(self) -> None:
        """The board was set up at this moment."""

    def do_phase(self, step: dict[str, Any]) -> None:
        if step is self.scenario["do"][0]:
            return
        while not self.in_phase(step["phase"]) and not self.awaits_pick():
            self.pass_on()

    def in_phase(self, phase: str) -> bool:
        """Tell whether somebody may act in this phase now, or the duel is over."""
        if self.state.points is not None:
            return True
        return self.state.phase == phase and self.kind in ("window", "attack")

    def pass_on(self) -> None:
        self.settle()
        if self.kind == "window":
            self.take(PASS)
        elif self.kind in ("attack", "attackers", "defenders"):
            self.take(DONE)
        elif self.kind != "":
            raise AssertionError(f"the scenario does not answer {self.state.question}")

    def do_end_phase(self) -> None:
        self.settle()
        if self.kind == "attack":
            self.take(DONE)
        else:
            self.do_pass2()

    def do_end_turn(self) -> None:
        turn = self.state.turn
        while self.state.turn == turn and self.state.points is None and not self.awaits_pick():
            self.pass_on()

    def do_attack(self, step: dict[str, Any]) -> None:
        while self.kind != "attack":
            if self.state.phase not in ("capital", "battlefield"):
                raise Illegal("there is no attack now")
            self.pass_on()
        self.take(Option("attack", zone_name(3 + ZONES[step["attack"]])))

    def do_attackers(self, step: dict[str, Any]) -> None:
        self.declare("attackers", step["attackers"])

    def do_defenders(self, step: dict[str, Any]) -> None:
        self.declare("defenders", step["defenders"])

    def declare(self, kind: str, units: list[Any]) -> None:
        for unit in units:
            if self.kind != kind:
                raise Illegal(f"no {kind} are declared now")
            self.take(Option("declare", self.ref(unit)))
        if self.kind == kind:
            self.take(DONE)

    def do_assign(self, step: dict[str, Any]) -> None:
        wanted = {
            seat: {self.ref(word): n for word, n in (step["assign"].get(name) or {}).items() if n}
            for name, seat in SEATS.items()
        }
        found = self.assigned_so(self.state, wanted)
        if found is None:
            raise Illegal(f"{wanted} cannot be assigned")
        self.state = found

    def assigned_so(self, state: State, wanted: dict[int, dict[str, int]]) -> State | None:
        """Return the state in which the points are assigned as wanted, None if none is."""
        question = state.question
        if question is None or question.kind != "assign":
            board = Board(state)
            given: dict[int, dict[str, int]] = {0: {}, 1: {}}
            for part in state.combat.assigned if state.combat else ():
                given[part.seat][board.name(part.to)] = part.points
            return state if given == wanted else None
        for option in question.options:
            if 0 < int(option.value or 0) <= wanted[question.seat].get(option.subject, 0):
                after, _ = RULES.apply(state, {question.seat: option})
                found = self.assigned_so(after, wanted)
                if found is not None:
                    return found
        return None

    def share(self, left: dict[str, int]) -> None:
        question = self.state.question
        assert question is not None
        fitting = [
            option
            for option in question.options
            if 0 < int(option.value or 0) <= left.get(option.subject, 0)
        ]
        if not fitting:
            raise Illegal(f"{left} is none of {question.options}")
        option = max(fitting, key=lambda each: int(each.value or 0))
        left[option.subject] -= int(option.value or 0)
        self.take(option)

    # Announcing

    def turn_to(self, step: dict[str, Any]) -> None:
        seat = SEATS[step.get("by", "A")]
        if self.kind == "attack":
            self.take(DONE)
        if self.kind != "window":
            raise Illegal(f"nobody can act at {self.state.question}")
        if self.state.question.seat != seat:
            self.take(PASS)
        if self.kind != "window" or self.state.question.seat != seat:
            raise Illegal("it is not this player's turn to act")

    def do_play(self, step: dict[str, Any]) -> None:
        self.turn_to(step)
        seat = SEATS[step.get("by", "A")]
        card = self.card(step["play"])
        held = [number for number, each in self.state.hands[seat] if each == card]
        if not held:
            raise Illegal(f"{step['play']} is not in hand")
        symbols = price(table_of(self.state), seat, card, self.state.waiting).symbols
        before = self.money(seat)
        self.take(Option("play", object_name("card", held[0])))
        self.announce(step)
        self.compare(step)
        self.paid.append((step["play"], before - self.money(seat), symbols))

    def money(self, seat: int) -> int:
        damage = [
            piece.damage
            for piece in self.state.pieces.values()
            if piece.seat == seat and piece.card >= 0 and self.number(piece.card) == 62
        ]
        return self.state.resources[seat] + sum(damage)

    def do_use(self, step: dict[str, Any]) -> None:
        self.turn_to(step)
        option = self.find(action="use", subject=self.ref(step["use"]))
        if option is None:
            raise Illegal(f"{step['use']} cannot be used")
        self.take(option)
        self.announce(step)
        self.compare(step)

    def do_develop(self, step: dict[str, Any]) -> None:
        self.turn_to(step)
        seat = SEATS[step.get("by", "A")]
        card = self.card(step["develop"])
        held = [number for number, each in self.state.hands[seat] if each == card]
        if not held:
            raise Illegal(f"{step['develop']} is not in hand")
        self.take(Option("develop", object_name("card", held[0])))
        self.announce(step)
        self.compare(step)

    def announce(self, step: dict[str, Any]) -> None:
        targets = [self.ref(word) for word in step.get("T", ())]
        targets += [self.ref(word) for word in step.get("copy_T", ())]
        side = step.get("by", "A")
        answers = {
            "zone": lambda: Option("zone", zone_name(3 * SEATS[side] + ZONES[step["zone"]])),
            "quest": lambda: Option("quest", self.ref(step["quest"]) if "quest" in step else ""),
            "number": lambda: Option("number", value=step.get("X", 0)),
            "sacrifice": lambda: Option("sacrifice", self.ref(step["sacrifice"])),
            "pay": lambda: self.pay_option(step.get("pay", {})),
        }
        while self.announcing():
            if self.kind == "target":
                self.target(targets)
            else:
                self.take(answers[self.kind]())

    def target(self, targets: list[str]) -> None:
        """Choose the next of the targets that is offered; one that had to be chosen is not."""
        for name in targets:
            if self.find(action="target", subject=name):
                targets.remove(name)
                self.take(Option("target", name))
                return
        self.take(DONE)

    def pay_option(self, pay: dict[str, int]) -> Option:
        question = self.state.question
        assert question is not None
        for word, count in pay.items():
            if word.startswith("damage_on_"):
                return Option("pay", self.ref(word.removeprefix("damage_on_")), value=count)
        return question.options[0]

    def announcing(self) -> bool:
        top = self.state.agenda[-1] if self.state.agenda else None
        return isinstance(top, Window) and bool(top.answers)

    def compare(self, step: dict[str, Any]) -> None:
        """Refuse a step whose only possible choices were not those that it states."""
        item = self.state.chain[-1]
        board = Board(self.state)
        if "X" in step and item.x != step["X"]:
            raise Illegal(f"X is {item.x}")
        if "zone" in step and item.zone % 3 != ZONES[step["zone"]]:
            raise Illegal("it goes to another zone")
        if "quest" in step and (
            not item.quest or board.name(item.quest) != self.ref(step["quest"])
        ):
            raise Illegal("it is put on no such quest")
        wanted = [*step.get("T", ()), *step.get("copy_T", ())]
        chosen = [ref for _, refs in item.binds for ref in refs]
        if len(chosen) != len(wanted):
            raise Illegal(f"{len(chosen)} targets were chosen, not {len(wanted)}")
        gone = {name for name, number in self.names.items() if number not in self.state.pieces}
        if gone.isdisjoint(map(str, wanted)):
            names = sorted(option_of(board, "", ref).subject for ref in chosen)
            if names != sorted(self.ref(word) for word in wanted):
                raise Illegal(f"{names} were chosen")

    # Picks

    def do_pick(self, step: dict[str, Any]) -> None:
        parts = {
            word: list(part) if isinstance(part, list) else part
            for word, part in step["pick"].items()
        }
        seat = SEATS[parts.pop("by", "A")]
        answered = False
        while parts:
            question = self.state.question
            asked = question is not None and question.kind != "window" and question.seat == seat
            try:
                if not asked:
                    raise Illegal(f"nothing is asked that {parts} answers")
                self.answer(parts)
                answered = True
            except Illegal:
                # What could only be answered in one way was not asked.
                if self.refusing or (asked and not answered):
                    raise
                return

    def answer(self, parts: dict[str, Any]) -> None:
        """Answer one question by the part of a pick that fits it."""
        answers = {
            "order": lambda: self.order(parts),
            "assign": lambda: self.indirect(parts),
            "toll": lambda: self.toll(parts),
            "found": lambda: self.found(parts),
            "number": lambda: self.valued("number", parts, ("number", "reveal")),
            "option": lambda: self.valued("option", parts, ("option",)),
            "take": lambda: self.take(Option("take", self.ref(_first(parts, ("take",))))),
        }
        if parts == {"done": True}:
            parts.clear()
            question = self.state.question
            self.take(DECLINE if question and DECLINE in question.options else DONE)
        elif self.kind == "may":
            self.take(ACCEPT)
        elif self.kind == "target" and "T" in parts:
            self.take(Option("target", self.ref(parts["T"].pop(0))))
            if not parts["T"]:
                del parts["T"]
        else:
            answers.get(self.kind, lambda: self.choice(parts))()

    def valued(self, action: str, parts: dict[str, Any], words: tuple[str, ...]) -> None:
        self.take(Option(action, value=_first(parts, words)))

    def toll(self, parts: dict[str, Any]) -> None:
        copy = self.state.question.about
        for unit in _first(parts, ("pay_for",)):
            self.take(Option("pay", self.ref(unit)))
        if self.kind == "toll" and self.state.question.about == copy:
            self.take(DONE)

    def choice(self, parts: dict[str, Any]) -> None:
        words = {
            "zone": ("zone", "section"),
            "sacrifice": ("sacrifice",),
            "redirect": ("redirect_to",),
            "strike": ("counterstrike",),
            "restore": ("restore",),
            "target": ("target",),
            "shield": ("section",),
        }.get(self.kind, ("corrupt", "move", "section", "sacrifice", "target", "zone"))
        word = next((each for each in words if each in parts), None)
        if word is None:
            raise Illegal(f"{parts} does not answer {self.state.question}")
        option = self.find(subject=self.ref(parts[word]))
        if option is None:
            raise Illegal(f"{parts[word]} is none of {self.state.question}")
        del parts[word]
        self.take(option)

    def order(self, parts: dict[str, Any]) -> None:
        """Say what comes first, as the scenario wants it; what it leaves open is free."""
        self.wanted_order = parts.pop("order", self.wanted_order)
        question = self.state.question
        assert question is not None
        for entry in self.wanted_order:
            ability, name = entry if isinstance(entry, list) else (entry, None)
            for option in question.options:
                if option.value == ability and name in (None, *self.names_of(option.subject)):
                    self.wanted_order.remove(entry)
                    self.take(option)
                    return
        self.take(question.options[0])

    def names_of(self, subject: str) -> list[str]:
        number = int(subject.partition("/")[2])
        return [name for name, each in self.names.items() if each == number]

    def indirect(self, parts: dict[str, Any]) -> None:
        seat = self.state.question.seat
        left = {}
        for word, points in _first(parts, ("indirect",)).items():
            name = zone_name(3 * seat + ZONES[word]) if word in ZONES else self.ref(word)
            left[name] = points
        while self.kind == "assign" and self.state.question.seat == seat:
            self.share(left)
        if any(left.values()):
            raise Illegal(f"{left} could not be placed")

    def found(self, parts: dict[str, Any]) -> None:
        if parts.pop("done", False):
            self.take(DONE)
            return
        option = self.find(action="play", subject=core()[0][_first(parts, ("play",))])
        if option is None:
            raise Illegal("this card cannot be played")
        self.take(option)

    # Comparing

    def check(self, after: dict[str, Any]) -> None:
        for name, expected in after.items():
            if name in SEATS:
                self.check_side(SEATS[name], expected)
            elif name == "winner":
                ends = {"A": (1.0, 0.0), "B": (0.0, 1.0), "draw": (0.5, 0.5)}
                assert self.state.points == ends[expected]
            elif name == "chain_n":
                assert len([i for i in self.state.chain if not i.resolving]) == expected
            else:
                assert name == "at", name

    def check_side(self, seat: int, expected: dict[str, Any]) -> None:
        state = self.state
        hand = [self.number(card) for _, card in state.hands[seat]]
        pile = [self.number(card) for card in state.discards[seat]]
        have = {
            "res": lambda: state.resources[seat],
            "hand_n": lambda: len(hand),
            "deck_n": lambda: len(state.decks[seat]),
            "discard_n": lambda: len(pile),
        }
        for key, value in expected.items():
            if key in have:
                assert have[key]() == value, key
            elif key in ("hand", "discard"):
                assert sorted(hand if key == "hand" else pile) == sorted(value), key
            elif key == "power":
                self.check_power(seat, value)
            elif key == "deck":
                top = state.decks[seat][: len(value)]
                assert [self.number(card) for card in top] == list(value), key
            else:
                self.check_zone(3 * seat + ZONES[key], value)

    def check_power(self, seat: int, expected: dict[str, int]) -> None:
        table = table_of(self.state)
        for word, power in expected.items():
            if word.startswith("zone_"):
                assert table.zone_power(3 * seat + ZONES[word[5:]]) == power, word
            else:
                number = int(self.ref(word).partition("/")[2])
                assert table.power(number) == power, word

    def check_zone(self, zone: int, expected: dict[str, Any]) -> None:
        state = self.state
        here = [p for p in state.pieces.values() if p.zone == zone]
        for key, value in expected.items():
            if key in PARTS:
                seat = zone // 3
                own = [p for p in here if p.kind == PARTS[key] and p.seat == seat and not p.host]
                self.check_objects(own, value)
            elif key == "dev":
                cards = [state.secrets[p.owner][p.id] for p in here if p.kind == "development"]
                if isinstance(value, int):
                    assert len(cards) == value, "dev"
                else:
                    assert sorted(self.number(card) for card in cards) == sorted(value), "dev"
            elif key == "dmg":
                assert state.section_damage[zone] == value, "dmg"
            else:
                assert key == "burn", key
                assert state.burning[zone] is value, "burn"

    def check_objects(self, own: list[Piece], expected: list[list[Any]]) -> None:
        left = list(own)
        for entry in sorted(expected, key=lambda each: each[1] == "any"):
            fitting = [piece for piece in left if self.is_like(piece, entry)]
            assert fitting, f"no object is like {entry} among {left}"
            left.remove(fitting[0])
        assert not left, f"{left} is not expected"

    def is_like(self, piece: Piece, entry: list[Any]) -> bool:
        number, name, *more = entry
        facts = more[0] if more else {}
        if self.number(piece.card) != number:
            return False
        if name != "any" and self.names.get(name) != piece.id:
            return False
        if (piece.damage, piece.corrupted) != (facts.get("d", 0), facts.get("cor", False)):
            return False
        if piece.tokens != facts.get("tok", 0) and (piece.kind != "quest" or "tok" in facts):
            return False
        if "q" in facts and piece.quest != self.names[facts["q"]]:
            return False
        return "att" not in facts or self.has_attached(piece, facts["att"])

    def has_attached(self, piece: Piece, expected: list[list[Any]]) -> bool:
        own = [p for p in self.state.pieces.values() if p.host == piece.id]
        have = sorted((self.number(p.card), p.seat) for p in own)
        return have == sorted((number, SEATS[seat]) for number, _, seat in expected)


_STEPS = (
    "play", "use", "develop", "attack", "attackers", "defenders", "assign", "pick", "phase",
)  # fmt: skip


def _first(parts: dict[str, Any], words: tuple[str, ...]) -> Any:
    for word in words:
        if word in parts:
            return parts.pop(word)
    raise Illegal(f"{parts} does not answer what is asked")


def _race(capital: str | None) -> str:
    if capital is None:
        return NO_RACE
    return RACES.get(capital, capital.lower())


def run_scenario(scenario: dict[str, Any]) -> State:
    """Run a scenario and compare all that it states; return the state at its end."""
    under_way = Run(scenario)
    resolved = False
    for place, step in enumerate(scenario["do"]):
        under_way.place = place
        waits = bool(under_way.state.chain)
        under_way.step(step)
        if step == "pass2" and waits and not resolved:
            resolved = True
            under_way.check(scenario.get("mid", {}))
    under_way.settle()
    under_way.check(scenario["after"])
    check_costs(under_way, scenario.get("calc", ()))
    return under_way.state


def check_costs(under_way: Run, calc: list[dict[str, Any]]) -> None:
    """Compare what was paid, and the sum that the scenario works out (INV-31)."""
    paid = list(under_way.paid)
    for entry in calc:
        found = next(each for each in paid if each[0] == entry["c"])
        paid.remove(found)
        _, amount, symbols = found
        spec = under_way.book.cards[under_way.card(entry["c"])]
        printed = entry.get("X", 0) if entry["printed"] == "X" else entry["printed"]
        lacking = max(0, entry["loyalty"] - entry["S"])
        total = max(0, printed + entry.get("mod", 0)) + entry.get("add", 0) + lacking
        assert spec.cost == (None if entry["printed"] == "X" else entry["printed"])
        assert spec.loyalty == entry["loyalty"]
        assert symbols == entry["S"] or not spec.loyalty
        assert amount == entry["pay"] == total
