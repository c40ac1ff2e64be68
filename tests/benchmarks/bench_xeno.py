"""XENO: games a second through both engines, the slowest move, and how strong the bots are."""

from __future__ import annotations

import random
import time

from measure import Measurement, ratio, seconds

from deckbuilder.games.table_game import Request
from deckbuilder.games.xeno.batch import BATCH, play_batch
from deckbuilder.games.xeno.rules import RULES
from deckbuilder.games.xeno.setup import setup_for
from deckbuilder.games.xeno.table import PLAY
from deckbuilder.registry import game
from deckbuilder.simulation.comparing import Match, compare
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.table import play_out

GAMES = 2_000
BATCHED = 500_000
ROUNDS = 5
DEALS = 50_000
LARGE_TABLE_DEALS = 400
WATCHED_GAMES = {2: 40, 3: 15, 4: 15}

CATALOG = game("xeno").catalog()


def settings(players: int = 2):
    """Return a table of so many seats."""
    return PLAY.settings(Request(players=players), CATALOG)


def random_games():
    """Return a call that plays games at the table, and a bare loop of as many turns.

    The bare loop shuffles 18 numbers, deals, and draws and discards one of two at random.
    """
    table = settings()
    bots = [PLAY.bot("random", table, CATALOG)] * 2
    turns = [play_out(RULES, table, seed, bots)[0].turn + 1 for seed in range(GAMES)]
    deck = list(setup_for(table).deck)

    def at_the_table() -> None:
        for seed in range(GAMES):
            play_out(RULES, table, seed, bots)

    def bare() -> None:
        for seed, count in enumerate(turns):
            chance = random.Random(seed)
            cards = deck.copy()
            chance.shuffle(cards)
            hands = [cards.pop(), cards.pop()]
            cards.pop()
            piles: list[list[int]] = [[], []]
            for turn in range(count):
                seat = turn % 2
                pair = [hands[seat], cards.pop()]
                piles[seat].append(pair.pop(chance.randrange(2)))
                hands[seat] = pair[0]

    return at_the_table, bare


def batch_rate(bot: str, games: int) -> float:
    """Return games a second of the batch engine, by the processor's own time."""
    from deckbuilder.games.xeno.bots.policies import compiled_bot

    setup = setup_for(settings())
    bots = [compiled_bot(bot, setup)] * 2
    play_batch(setup, bots, 10, 1)
    best = min(
        seconds(lambda: play_batch(setup, bots, games, 1), time.process_time) for _ in range(ROUNDS)
    )
    return games / best


def slowest_move(players: int) -> float:
    """Return the longest that `expert` thought about a choice, in milliseconds."""
    table = settings(players)
    bot = PLAY.bot("expert", table, CATALOG)
    longest = 0.0

    class Watched(Policy):
        reads_feed = True

        def score(self, view, options, feed=()):
            nonlocal longest
            begun = time.process_time()
            scores = bot.score(view, options, feed)
            longest = max(longest, time.process_time() - begun)
            return scores

    play_out(RULES, table, 0, [bot] * players)
    for seed in range(WATCHED_GAMES[players]):
        play_out(RULES, table, seed, [Watched()] * players)
    return longest * 1000


def strength(bot: str, others: str, aim: float, players: int = 2) -> Measurement:
    """Return the score of a bot at tables of two, its wins at larger ones, with its interval."""
    deals = DEALS if players == 2 else LARGE_TABLE_DEALS
    match = Match(
        table=PLAY,
        batch=BATCH,
        settings=settings(players),
        catalog=CATALOG,
        bot=bot,
        others=others,
        seed=1,
    )
    found = compare(match, deals)
    told = found.score if players == 2 else found.wins
    what = "score" if players == 2 else f"wins of {players}"
    return Measurement(
        f"{bot} against {others}, {what} (± {100 * told.margin:.1f})",
        100 * told.mean,
        aim,
        "%",
        at_most=False,
    )


def benchmarks() -> list[Measurement]:
    """Return the figures of issue "XENO"."""
    at_the_table, bare = random_games()
    best = min(seconds(at_the_table, time.process_time) for _ in range(ROUNDS))
    return [
        Measurement("random games at the table", GAMES / best, 5_000, "a second", False),
        Measurement(
            "a random game / a bare loop of its turns", ratio(at_the_table, bare), 25, "times"
        ),
        Measurement(
            "random games in the batch engine", batch_rate("random", BATCHED), 500_000, "a second",
            False,
        ),
        Measurement(
            "games of experts in the batch engine", batch_rate("expert", 20_000), 20_000,
            "a second", False,
        ),
        *(
            Measurement(f"expert's slowest move, {players} seats", slowest_move(players), 50, "ms")
            for players in (2, 3, 4)
        ),
        strength("counter", "random", 68),
        strength("counter", "casual", 53),
        strength("expert", "random", 70),
        strength("expert", "casual", 58),
        strength("expert", "counter", 54),
        strength("counter", "random", 48, 3),
        strength("counter", "random", 35, 4),
        strength("expert", "counter", 34, 3),
    ]  # fmt: skip
