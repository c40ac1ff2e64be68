"""One whole draft as text, compared with the trace that lies beside the lists.

Run this file to print the trace anew, when a change to the draft or its bots is meant:
`python tests/games/nightfall/test_nightfall_playthrough.py > tests/data/playthroughs/...`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from archive_drafts import RULES, catalog, settings

from deckbuilder.games.nightfall.table import DRAFT
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.log import end_hash
from deckbuilder.tables.policy import pick

TRACE = Path(__file__).parents[2] / "data" / "playthroughs" / "nightfall-draft.txt"
SEED = 7
BOTS = ("drafter", "aggressive", "denier")


def names(cards):
    return ", ".join(catalog().card(card).order for card in cards) or "none"


def trace():
    told = settings(len(BOTS))
    policies = [DRAFT.bot(spec, told, catalog()) for spec in BOTS]
    (state, events), number = RULES.start(told, SEED), 0
    yield f"nightfall-draft, {len(BOTS)} players, seed {SEED}"
    yield from (f"  {DRAFT.tell(told, event, catalog())}" for event in events)
    while seats := RULES.to_act(state):
        yield ""
        yield f"choice {number + 1}: {told['steps'][number]}"
        choices = {}
        for seat in seats:
            view, options = RULES.view(state, seat), RULES.options(state, seat)
            choices[seat] = pick(
                policies[seat], view, options, Stream(SEED, f"seat/{seat}", number)
            )
            yield f"  seat {seat + 1} ({BOTS[seat]}) has {names(view.hand)}"
            for score in policies[seat].score(view, options):
                parts = "".join(f" {name} {amount:+.2f}" for name, amount in score.parts if amount)
                mark = ">" if score.option == choices[seat] else " "
                yield f"   {mark} {names([score.option.subject])} {score.total:.2f}:{parts}"
        state, events = RULES.apply(state, choices)
        number += 1
        yield from (f"  {DRAFT.tell(told, event, catalog())}" for event in events)
    for deck in DRAFT.decks(told, state, catalog()):
        yield ""
        yield deck.name
        yield from (f"  {name}: {value}" for name, value in deck.headers)
        yield from (f"  {entry.section}: {entry.count} {entry.name}" for entry in deck.entries)
    yield ""
    yield f"end {end_hash(b'', RULES.pack(state))}"


def test_the_draft_runs_as_it_did():
    assert list(trace()) == TRACE.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in trace())
