"""A match as text, compared: whatever changes the rules, cards or bots shows as a diff.

After a change that is meant, write it anew: WRITE_PLAYTHROUGHS=1 pytest -k playthrough
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from xeno_table import CATALOG, NAME, RULES, settings

from deckbuilder.games.xeno.table import PLAY
from deckbuilder.preferences import Preferences
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.feed import Feeds
from deckbuilder.tables.log import end_hash
from deckbuilder.tables.policy import pick

PLAYTHROUGHS = Path(__file__).parents[2] / "data" / "playthroughs"
SEED = 7
SPECS = ("counter", "casual", "random")


@pytest.fixture(autouse=True)
def _in_english():
    with Preferences(language="en").in_force():
        yield


def playthrough() -> str:
    """Tell a match of two games: what each seat holds and knows, chooses, and what happens."""
    table = settings(len(SPECS), games=2)
    bots = [PLAY.bot(spec, table, CATALOG) for spec in SPECS]
    seats = PLAY.seat_names(table)
    lines = [f"xeno, seed {SEED}, " + ", ".join(map("{}: {}".format, seats, SPECS))]
    state, events = RULES.start(table, SEED)
    feeds = Feeds(len(SPECS))
    feeds.add(events)
    turns = [0] * len(SPECS)
    while RULES.outcome(state) is None:
        seat = state.acting
        view = RULES.view(state, seat)
        lines.append(
            f"\ngame {state.game + 1} turn {state.turn + 1} {state.phase}: "
            f"deck {len(state.deck)}, aside {state.aside}, protected {state.protected:03b}, "
            f"sage {state.sage:03b}, boys {state.boys}"
        )
        for name, other in zip(seats, [RULES.view(state, each) for each in range(3)], strict=True):
            known = [
                f"{seats[place]}: {NAME.get(each.holds) or [NAME[card] for card in each.lacks]}"
                for place, each in enumerate(other.known)
                if each.holds or each.lacks
            ]
            held = ", ".join(NAME[card] for card in other.hand)
            lines.append(f"  {name} holds {held}; knows {', '.join(known) or 'nothing'}")
        options = RULES.options(state, seat)
        stream = Stream(SEED, f"seat/{seat}", turns[seat])
        option = pick(bots[seat], view, options, stream, feeds.of(seat))
        turns[seat] += 1
        lines.append(f"  {seats[seat]} {PLAY.tell_choice(table, option, CATALOG)}")
        state, events = RULES.apply(state, {seat: option})
        feeds.add(events)
        lines += [f"    {PLAY.tell(table, event, CATALOG)}" for event in events]
    lines.append(f"\npoints {state.points}, end {end_hash(b'', RULES.pack(state))}")
    return "\n".join(lines) + "\n"


def test_the_playthrough_of_a_match_is_the_stored_one() -> None:
    told = playthrough()
    path = PLAYTHROUGHS / "xeno.txt"
    if os.environ.get("WRITE_PLAYTHROUGHS"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")
