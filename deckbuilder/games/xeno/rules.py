"""XENO as a pure machine: the rules XENO-10 to XENO-30, for two to four seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from deckbuilder.games.xeno.board import Board
from deckbuilder.games.xeno.imagining import hidden_cards
from deckbuilder.games.xeno.setup import Setup, setup_for
from deckbuilder.games.xeno.state import State
from deckbuilder.games.xeno.view import View
from deckbuilder.tables.chance import MAX_SEED, Stream
from deckbuilder.tables.protocol import Event, Option, Outcome, Rules


class XenoRules(Rules[State, View]):
    """The rules of XENO."""

    def start(self, settings: Any, seed: int) -> tuple[State, tuple[Event, ...]]:
        """Deal the first game (XENO-10). Raises InputError for settings that do not fit."""
        board = Board.deal(setup_for(settings, seed), seed)
        return board.state(), tuple(board.events)

    def seats(self, state: State) -> int:
        """Return the number of seats."""
        return state.setup.players

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the one seat that must choose, or none at the end."""
        return () if state.phase == "over" else (state.acting,)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Return what the seat may play, keep, execute or pick, the same options only once."""
        if seat != state.acting or state.phase == "over":
            return ()
        setup = state.setup
        if state.phase == "play":
            return setup.plays(state.hands[seat], seat, state.inside, state.boys > 0)
        if state.phase == "pick":
            return setup.picks[state.target]
        return setup.single(state.phase, state.open, state.target)

    def apply(self, state: State, choices: Mapping[int, Option]) -> tuple[State, tuple[Event, ...]]:
        """Carry out the one choice and all that follows until the next one."""
        (option,) = choices.values()
        board = Board(state)
        if option.action == "play":
            board.play(option)
        elif option.action == "keep":
            board.keep(board.setup.ranks[option.subject])
        elif option.action == "execute":
            board.execute(board.setup.ranks[option.subject])
        else:
            board.pick(1 if option.value == 1 else 2)
        return board.state(), tuple(board.events)

    def view(self, state: State, seat: int) -> View:
        """Return what the seat may know: no other hand, no order of the deck (XENO-30)."""
        setup = state.setup
        phase = state.phase
        knows = state.knows
        return View(
            setup.settings,
            seat,
            phase,
            state.turn,
            state.acting,
            state.target if phase in ("execute", "pick") else None,
            setup.cards(state.hands[seat]),
            state.piles,
            len(state.deck),
            state.aside != 0,
            setup.flags[state.inside],
            setup.flags[state.protected],
            setup.flags[state.sage],
            state.boys > 0,
            setup.cards(state.open) if seat == state.acting and phase == "keep" else (),
            setup.cards(state.open) if phase == "execute" else (),
            tuple(
                [
                    setup.known(knows[seat][other], state.excluded[other], knows[other][seat])
                    for other in range(setup.players)
                ]
            ),
            setup.cards(state.put_back[seat]),
            state.game,
            state.points,
        )

    def imagine(self, view: View, stream: Stream) -> State:
        """Return a state that fits a view, each way to lay the hidden cards being as likely.

        What other seats know of each other is left out.
        """
        setup = setup_for(view.settings)
        seat = view.seat
        hidden = hidden_cards(setup, view, stream)
        played = [discard for pile in view.discards for discard in pile]
        boys = sum(each in setup.arming for each in played)
        knows = [[0] * setup.players for _ in range(setup.players)]
        for other, known in enumerate(view.known):
            knows[seat][other] = setup.rank(known.holds)
            knows[other][seat] = setup.rank(known.sees)
        made_to_draw = view.phase in ("execute", "pick")
        return State(
            setup=setup,
            seed=stream.below(MAX_SEED + 1),
            game=view.game,
            turn=view.turn,
            points=view.points,
            phase=view.phase,
            acting=view.acting,
            target=view.target or 0,
            by=setup.ranks[view.discards[view.acting][-1].card] if made_to_draw else 0,
            hands=hidden.hands,
            deck=hidden.deck,
            aside=hidden.aside,
            piles=view.discards,
            inside=setup.mask(view.inside),
            protected=setup.mask(view.protected),
            sage=setup.mask(view.sage),
            boys=max(boys, int(view.boy_counts)),
            open=hidden.open,
            knows=tuple(map(tuple, knows)),
            excluded=tuple(
                sum(1 << setup.ranks[card] for card in known.lacks) for known in view.known
            ),
            put_back=tuple(
                setup.all_ranks(view.put_back) if other == seat else ()
                for other in range(setup.players)
            ),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return the points at the end: 1 for a win, half for a shared one (XENO-R3)."""
        return Outcome(points=state.points) if state.phase == "over" else None

    def may_undo(self, before: State, after: State, seat: int) -> bool:
        """Tell whether a seat may choose again: only which card of its Sage's look it keeps.

        After any other choice somebody has drawn or seen a card.
        """
        return (
            before.phase == "keep"
            and after.phase == "play"
            and (before.game, before.turn) == (after.game, after.turn)
        )

    def pack(self, state: State) -> Any:
        """Return the state as plain data, the settings among it."""
        packed = {
            name: msgspec.to_builtins(getattr(state, name))
            for name in State.__struct_fields__
            if name != "setup"
        }
        packed["settings"] = msgspec.to_builtins(state.setup.settings)
        return packed


RULES = XenoRules()


def deal_in_order(setup: Setup, order: Sequence[int]) -> tuple[State, tuple[Event, ...]]:
    """Start with an order of the deck: first hand, next hands, card aside, deck."""
    board = Board.deal(setup, 0, order=list(reversed(order)))
    return board.state(), tuple(board.events)
