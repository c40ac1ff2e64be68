"""From what a person asks for to drafts that bots do by the thousand."""

from __future__ import annotations

import msgspec

from deckbuilder.games.tracking import Tracking
from deckbuilder.sessions.seating import DraftRequest, seat_draft
from deckbuilder.simulation.simulating import Simulation


def simulation_of(
    request: DraftRequest, bots: str | None, seed: int, *, decks: bool = True
) -> Simulation:
    """Return what is to be simulated; `bots` are specs with commas between, None the usual one.

    `decks` tells whether each single deck is kept. Raises InputError for what cannot be drafted
    so, and for an unknown bot.
    """
    specs = () if bots is None else specs_of(bots)
    seating = seat_draft(msgspec.structs.replace(request, bots=specs[0] if specs else None))
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
