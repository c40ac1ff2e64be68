"""One whole draft as text, compared: whatever changes the rules, cards or bots shows as a diff.

After a change that is meant, write it anew: WRITE_PLAYTHROUGHS=1 pytest -k playthrough
"""

from __future__ import annotations

import os
from pathlib import Path

from invasion_table import RULES, catalog, names, settings

from deckbuilder.games.invasion.table import DRAFT
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.log import end_hash
from deckbuilder.tables.policy import pick

PLAYTHROUGH = Path(__file__).parents[2] / "data" / "playthroughs" / "invasion-draft.txt"
SEED = 7
SPECS = ("drafter", "random")


def playthrough() -> str:
    """Tell a draft: every step's sizes, every choice, everything that happened, the decks."""
    bots = [DRAFT.bot(spec, settings(), catalog()) for spec in SPECS]
    seats = DRAFT.seat_names(settings())
    lines = [f"invasion-draft, seed {SEED}, " + ", ".join(map("{}: {}".format, seats, SPECS))]
    state, _ = RULES.start(settings(), SEED)
    turns = [0, 0]
    shown = None
    while acting := RULES.to_act(state):
        public = state.public
        if public != shown:
            shown = public
            lines.append(
                f"\npack {public.pack} step {public.step} {public.phase}: packs "
                f"{public.pack_sizes}, piles {public.pile_sizes}, decks {public.deck_sizes}, "
                f"lines {public.lines}, sabotage {public.sabotage}"
            )
            lines += [
                f"  {seats[seat]} sees {', '.join(names(RULES.view(state, seat).cards))}"
                for seat in acting
            ]
        choices = {}
        for seat in acting:
            options = RULES.options(state, seat)
            stream = Stream(SEED, f"seat/{seat}", turns[seat])
            choices[seat] = pick(bots[seat], RULES.view(state, seat), options, stream)
            turns[seat] += 1
            lines.append(
                f"  {seats[seat]} {DRAFT.tell_choice(settings(), choices[seat], catalog())}"
            )
        state, events = RULES.apply(state, choices)
        lines += [
            f"    {sentence}"
            for event in events
            if (sentence := DRAFT.tell(settings(), event, catalog()))
        ]
    for name, deck in zip(seats, DRAFT.decks(settings(), state, catalog()), strict=True):
        lines.append(f"\n{name}: {deck.size()} cards, capital {deck.header('Capital')}")
        lines += [f"  {entry.count} {entry.name}" for entry in deck.entries]
    lines.append(f"\nend {end_hash(b'', RULES.pack(state))}")
    return "\n".join(lines) + "\n"


def test_the_playthrough_of_a_draft_is_the_stored_one() -> None:
    told = playthrough()
    if os.environ.get("WRITE_PLAYTHROUGHS"):
        PLAYTHROUGH.write_text(told, encoding="utf-8")
    assert told == PLAYTHROUGH.read_text(encoding="utf-8")
