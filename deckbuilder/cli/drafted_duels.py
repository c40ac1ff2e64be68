"""`deckbuilder bots compare --by duels`: drafted decks play each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
import msgspec

from deckbuilder.cli.console import print_table
from deckbuilder.cli.prose import tell
from deckbuilder.cli.terminal import progress
from deckbuilder.cli.worker_options import tell_interrupted, workers_of
from deckbuilder.games.duels import Share
from deckbuilder.sessions.duels import trial_of
from deckbuilder.sessions.seating import DraftRequest
from deckbuilder.simulation.drafted import DraftedDuels, judge_by_duels
from deckbuilder.tables.screen import Column
from deckbuilder.words import say

DEFAULT_DRAFTS = 50


def compare_by_duels(wishes: DraftRequest, others: str, given: Mapping[str, Any]) -> None:
    """Print what the decks of a drafting bot win of those of another. Raises InputError."""
    trial = trial_of(wishes, others, player=given["duel_bot"], seed=given["seed"])
    drafts = given["drafts"] or DEFAULT_DRAFTS
    with progress(drafts) as move_to:
        found = judge_by_duels(trial, drafts, move_to, workers_of(given))
    if given["as_json"]:
        click.echo(msgspec.json.encode(found).decode())
    else:
        _show(found)
    tell_interrupted(found.drafts, drafts)


def _show(found: DraftedDuels) -> None:
    tell(
        say(
            "draft-bots.by-duels",
            bot=found.bot,
            others=found.others,
            format=found.format,
            drafts=found.drafts,
            duels=found.duels,
            drawn=found.drawn_duels,
            player=found.player,
            seed=found.seed,
        )
    )
    rows = [(say("draft-bots.all-duels"), found.wins)]
    rows += [(say("draft-bots.in-seat", seat=name), share) for name, share in found.seats.items()]
    print_table(
        (
            Column(found.bot),
            Column(say("draft-bots.columns.won"), right=True),
            Column(say("draft-bots.columns.interval"), right=True),
            Column(say("draft-bots.columns.duels"), right=True),
        ),
        [(name, *_cells(share), str(share.games)) for name, share in rows],
    )


def _cells(share: Share) -> tuple[str, str]:
    if share.share is None or share.low is None or share.high is None:
        return "", ""
    return (
        say("bots.percent", value=f"{100 * share.share:.1f}"),
        say("bots.within", low=f"{100 * share.low:.1f}", high=f"{100 * share.high:.1f}"),
    )
