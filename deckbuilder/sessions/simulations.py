"""From what a person asks for to drafts that bots do by the thousand."""

from __future__ import annotations

from importlib.util import find_spec

import msgspec

from deckbuilder.errors import refusal
from deckbuilder.games.drafted import DraftBatch
from deckbuilder.games.tracking import Tracking
from deckbuilder.registry import Game, game
from deckbuilder.sessions.duels import duels_of, refuse_seats
from deckbuilder.sessions.seating import DraftRequest, played_table, seat_draft
from deckbuilder.simulation.drafts import Contest
from deckbuilder.simulation.dueling import Duels
from deckbuilder.simulation.simulating import Simulation

AGAIN = 200
"""So many of the first drafts are done again without each of the draft format cards."""


FAST_FROM = 2000
"""So many drafts and more are done by the batch engine, where there is one."""


class DuelRequest(msgspec.Struct, frozen=True, kw_only=True):
    """So many games between the two decks of each draft; `player` None is one that is quick."""

    games: int
    player: str | None = None


def simulation_of(
    request: DraftRequest,
    bots: str | None,
    seed: int,
    *,
    drafts: int = 0,
    decks: bool = True,
    duels: DuelRequest | None = None,
) -> Simulation:
    """Return what is to be simulated; `bots` are specs with commas between, None the usual one.

    `drafts` is how many it is to be: for few the batch engine takes longer to begin than it
    saves. `decks` tells whether each single deck is kept. Settings of the duels are taken from
    those of the request. Raises InputError for what cannot be drafted or played so, and for an
    unknown bot.
    """
    specs = () if bots is None else specs_of(bots)
    request = msgspec.structs.replace(request, bots=specs[0] if specs else None)
    played = None
    if duels is not None:
        home, request, options = duels_of(request)
        player = duels.player or played_table(home).quick_bot(None)
        played_table(home).bot(player, None, home.catalog())
        played = Duels(game=home.id, player=player, games=duels.games, options=options)
    seating = seat_draft(request)
    if played is not None:
        refuse_seats(seating)
    home, settings = seating.home, seating.head.settings
    for spec in specs:
        seating.draft.bot(spec, settings, seating.catalog)
    return Simulation(
        game=home.id,
        draft=seating.draft,
        tracking=Tracking(seating.draft) if home.tracking is None else home.tracking(),
        measures=None if home.measures is None else home.measures(),
        catalog=seating.catalog,
        format=seating.head.table,
        settings=settings,
        bots=specs or seating.bots,
        seed=seed,
        decks=decks,
        engine=None if home.draft_batch is None or drafts < FAST_FROM else engine_of(home),
        again=AGAIN,
        duels=played,
    )


def engine_of(home: Game) -> DraftBatch | None:
    """Return what runs many drafts of a game at once, None where that lacks Numba."""
    if home.draft_batch is None or find_spec("numba") is None:
        return None
    return home.draft_batch()


def lacks_engine(job: Simulation, drafts: int) -> bool:
    """Tell whether so many drafts would be done by a batch engine, were Numba installed."""
    wanted = game(job.game).draft_batch is not None and drafts >= FAST_FROM
    return wanted and job.engine is None


def contest_of(request: DraftRequest, others: str | None) -> Contest:
    """Return the wished bot against others, None itself, by measures of their decks.

    Raises InputError for a game without measures, and for what cannot be drafted so.
    """
    seating = seat_draft(msgspec.structs.replace(request, auto=True))
    if seating.home.measures is None:
        raise refusal("draft.no-measures", game=seating.home.title)
    others = others or seating.bots[0]
    seating.draft.bot(others, seating.head.settings, seating.catalog)
    return Contest(
        game=seating.home.id,
        draft=seating.draft,
        measures=seating.home.measures(),
        format=seating.head.table,
        settings=seating.head.settings,
        catalog=seating.catalog,
        bot=seating.bots[0],
        others=others,
    )


def specs_of(text: str) -> tuple[str, ...]:
    """Return the specs of bots in a text with commas between them.

    A spec has commas of its own: what follows one and is a weight belongs to it.

    >>> specs_of("drafter:denial=0.5,side=2,rating")
    ('drafter:denial=0.5,side=2', 'rating')
    """
    specs: list[str] = []
    for piece in text.split(","):
        if specs and "=" in piece and ":" not in piece:
            specs[-1] += f",{piece}"
        else:
            specs.append(piece.strip())
    return tuple(specs)
