"""The page: what is sent first, and how long a search takes on the server."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from time import perf_counter

ROUNDS = 15
QUERIES = ("", "race:dwarf", "type:unit cost<=2", "toughness", "s:core power>=2")


def benchmarks():
    """Sizes and times of the page."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DECKBUILDER_DATA_DIR"] = folder
        from starlette.testclient import TestClient

        from deckbuilder.decks.deck import Deck
        from deckbuilder.sessions.own_decks import new_deck
        from deckbuilder.web.application import application
        from deckbuilder.web.site import Site

        client = TestClient(application(Site(port=8471)), base_url="http://127.0.0.1:8471")
        deck = new_deck(Deck(game="invasion", format="invasion-constructed", name="Bench"))
        here = f"/decks/{deck.name}"
        first = client.get("/decks")
        address = [part.split('"')[0] for part in first.text.split('="/static')[1:]]
        sent = len(_packed(first.content)) + sum(
            len(_packed(client.get(f"/static{each}").content)) for each in dict.fromkeys(address)
        )
        yield "first page with style and script, packed", sent / 1000, 150, "kB"
        yield "first page", _time(lambda: client.get("/decks")) * 1000, 300, "ms"
        client.get(here)
        parts = {"X-Parts": "results"}
        slowest = max(
            _time(lambda q=query: client.get(here, params={"q": q}, headers=parts))
            for query in QUERIES
        )
        yield "slowest of five searches in 1,133 cards", slowest * 1000, 50, "ms"
        del os.environ["DECKBUILDER_DATA_DIR"]
    command = [
        sys.executable,
        "-c",
        "from deckbuilder.cli.main import run; run(['serve', '--get', '/'])",
    ]
    begun = perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    yield "serve --get / from the start of the process", (perf_counter() - begun) * 1000, 3000, "ms"


def _packed(content):
    import gzip

    return gzip.compress(content)


def _time(act):
    times = []
    for _ in range(ROUNDS):
        begun = perf_counter()
        act()
        times.append(perf_counter() - begun)
    return statistics.median(times)
