"""Bot drafts against a bare greedy loop over lists that makes the same number of picks.

The batch engine is measured without compiling, which is told by itself: its code is kept. Its
drafts do not depend on each other, so as many batches run beside each other as there are cores.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from measure import Measurement, ratio, seconds

from deckbuilder.formats.loading import load_format
from deckbuilder.games.table_game import Request
from deckbuilder.registry import game
from deckbuilder.tables.table import play_out

DRAFTS = 20
BATCH = 10_000


def bot_drafts(format_id: str, spec: str = "drafter"):
    """Return a call that runs DRAFTS drafts of bots, and the bare loop to hold against it.

    The bare loop shuffles the same two piles, forms packs of 15, takes 2 and strikes 1 as the
    steps say, and always chooses the card with the best rating.
    """
    draft_format = load_format(format_id)
    home = game(draft_format.game)
    draft, catalog = home.draft(), home.catalog()
    settings = draft.settings(Request(format=draft_format), catalog)
    bots = [draft.bot(spec, settings, catalog) for _ in draft.seat_names(settings)]
    rating = {card.id: number * 7919 % 1009 for number, card in enumerate(catalog.cards)}.get
    shared = settings["shared"]
    piles = [
        pile + shared[at : at + 10] for pile, at in zip(settings["piles"], (0, 10), strict=True)
    ]

    def run() -> None:
        for seed in range(DRAFTS):
            play_out(draft.rules, settings, seed, bots)

    def bare() -> None:
        for seed in range(DRAFTS):
            shuffle = random.Random(seed).shuffle
            rest = [list(pile) for pile in piles]
            for pile in rest:
                shuffle(pile)
            decks: list[list[str]] = [[], []]
            for _ in range(5):
                take_turns([[pile.pop() for _ in range(15)] for pile in rest], decks, rating)

    return run, bare


def take_turns(packs: list[list[str]], decks: list[list[str]], rating: Any) -> None:
    """Take 2 from the own pack and strike 1 from the other, always the best."""
    for step in (2, 1, 2, 1, 2, 1, 2):
        for seat in (0, 1):
            pack = packs[seat if step == 2 else 1 - seat]
            for _ in range(step):
                best = max(pack, key=rating)
                pack.remove(best)
                if step == 2:
                    decks[seat].append(best)


def batch_drafts(format_id: str, spec: str = "drafter"):
    """Return a call that runs BATCH drafts of bots by the game's batch engine."""
    draft_format = load_format(format_id)
    home = game(draft_format.game)
    draft, catalog = home.draft(), home.catalog()
    settings = draft.settings(Request(format=draft_format), catalog)
    specs = [spec] * len(draft.seat_names(settings))
    engine = home.draft_batch()
    return lambda: engine.drafts(settings, specs, range(BATCH), catalog)


def archive_drafts() -> float:
    """Return how many times the batch engine's an archive draft takes at the table."""
    draft_format = load_format("nightfall-draft")
    home = game(draft_format.game)
    draft, catalog = home.draft(), home.catalog()
    settings = draft.settings(Request(format=draft_format), catalog)
    bots = [draft.bot("drafter", settings, catalog) for _ in draft.seat_names(settings)]
    batch = batch_drafts("nightfall-draft")
    batch()

    def run() -> None:
        for seed in range(DRAFTS):
            play_out(draft.rules, settings, seed, bots)

    clock = time.process_time
    fast = min(seconds(batch, clock) for _ in range(5)) / BATCH
    return min(seconds(run, clock) for _ in range(5)) / DRAFTS / fast


def on_two_cores(batch: Callable[[], Any]) -> float:
    """Return the seconds of a draft when two batches run beside each other."""
    with ThreadPoolExecutor(2) as pool:
        return min(
            seconds(lambda: list(pool.map(lambda run: run(), (batch, batch)))) for _ in range(5)
        ) / (2 * BATCH)


def benchmarks() -> list[Measurement]:
    """Return how many times the bare loop a draft of two drafters takes (aim: at most 7)."""
    drafts, bare = bot_drafts("invasion-draft")
    clock = time.process_time
    batch = batch_drafts("invasion-draft")
    compiling = seconds(batch)
    bares = min(seconds(bare, clock) for _ in range(9)) / DRAFTS
    found = ratio(drafts, bare, pairs=15, clock=clock)
    return [
        Measurement("a bot draft (invasion-draft) / a bare greedy loop", found, 7, "times"),
        Measurement(
            "bot drafts (invasion-draft) a second",
            DRAFTS / seconds(drafts, clock),
            0,
            "drafts/s",
            False,
        ),
        Measurement(
            "a bare greedy loop / a draft of the batch engine, one core",
            bares / (min(seconds(batch, clock) for _ in range(5)) / BATCH),
            0,
            "times",
            False,
        ),
        Measurement(
            "a bare greedy loop / a draft of the batch engine, two cores",
            min(seconds(bare) for _ in range(9)) / DRAFTS / on_two_cores(batch),
            8,
            "times",
            False,
        ),
        Measurement(
            "an archive draft (nightfall-draft) at the table / in the batch engine",
            archive_drafts(),
            50,
            "times",
            False,
        ),
        Measurement("first batch, compiled where its code is not kept", compiling, 60, "s"),
    ]
