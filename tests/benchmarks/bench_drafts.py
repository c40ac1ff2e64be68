"""Bot drafts against a bare greedy loop over lists that makes the same number of picks."""

from __future__ import annotations

import random

from deckbuilder.formats.loading import load_format
from measure import Measurement, ratio, seconds

from deckbuilder.games.drafting import DraftRequest
from deckbuilder.games.registry import game
from deckbuilder.tables.table import play_out

DRAFTS = 20


def bot_drafts(format_id: str, spec: str = "drafter"):
    """Return a call that runs DRAFTS drafts of bots, and the settings."""
    draft_format = load_format(format_id)
    home = game(draft_format.game)
    draft, catalog = home.part(home.draft), home.catalog()
    settings = draft.settings(draft_format, catalog, DraftRequest())
    seats = draft.seat_names(settings)
    bots = [draft.bot(spec, settings, catalog) for _ in seats]

    def run() -> None:
        for seed in range(DRAFTS):
            play_out(draft.rules, settings, seed, bots)

    return run


def greedy_pack_drafts() -> None:
    """Two piles of 108; five packs of 15; take 2, strike 1 three times, take 2: best rating."""
    for seed in range(DRAFTS):
        shuffle = random.Random(seed).shuffle
        piles = [list(range(108)), list(range(108, 216))]
        for pile in piles:
            shuffle(pile)
        rating = [(card * 7919) % 216 for card in range(216)].__getitem__
        decks = [[], []]
        for _ in range(5):
            packs = [[pile.pop() for _ in range(15)] for pile in piles]
            for step in (2, 1, 2, 1, 2, 1, 2):
                for seat in (0, 1):
                    pack = packs[seat if step == 2 else 1 - seat]
                    for _ in range(step):
                        best = max(pack, key=rating)
                        pack.remove(best)
                        if step == 2:
                            decks[seat].append(best)


def benchmarks() -> list[Measurement]:
    """Return how many times the bare loop a draft of two drafters takes (aim: at most 10)."""
    drafts = bot_drafts("invasion-draft")
    found = ratio(drafts, greedy_pack_drafts, pairs=5)
    return [
        Measurement("a bot draft (invasion-draft) / a bare greedy loop", found, 10, "times"),
        Measurement(
            "bot drafts (invasion-draft) a second", DRAFTS / seconds(drafts), 0, "drafts/s", False
        ),
    ]
