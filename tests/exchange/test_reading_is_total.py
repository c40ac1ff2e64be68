"""Any bytes give decks or one clear error, and what was read can be written and read again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_lists import TEXTS, decks

from deckbuilder.decks.deck import Deck
from deckbuilder.decks.identity import deck_hash
from deckbuilder.errors import InputError
from deckbuilder.exchange.reading import read_deck, read_decks
from deckbuilder.exchange.targets import target

LISTS = sorted((Path(__file__).parents[1] / "data" / "lists").rglob("*.txt"))
PIECES = [
    *"3x [](){}#/:;,.-=*•\n\t\"'|&<>",
    "\r\n",
    "\ufeff",
    "\u00a0",
    "Pillage",
    "Innovation",
    "Kilo 13",
    "Asset Seven",
    "3x ",
    " x2",
    "Game: Invasion\n",
    "Capital: ",
    "[Units]\n",
    "Units: ",
    "-- 22 Units\n",
    "===\n\n",
    "Count,Name\n",
    "Total",
    "SB: ",
    "(Core, 12)",
    "アセット セブン",
    "（",
    "３",
    "<deck game='x'>",
    '{"cards": [',
    "**",
    "[b]",
    "[metadata]\n",
    "1000000000",
]
FORMS = ["text", "csv", "json", "octgn", "cockatrice", "lackey"]

some = settings(max_examples=50, deadline=None)


def survives(content: bytes, *, game: str | None = None) -> None:
    found = decks_or_none(content, game)
    for deck in found or ():
        assert deck.entries
        assert all(1 <= entry.count <= 999 for entry in deck.entries)
        assert_writable(deck)


def decks_or_none(content: bytes, game: str | None = None) -> tuple[Deck, ...] | None:
    """Anything but decks and InputError gets through, and fails the test."""
    try:
        return read_decks(content, "input", game=game)
    except InputError:
        return None


def assert_writable(deck: Deck) -> None:
    again = read_deck(target("text").write(deck), "again")
    assert deck_hash(again) == deck_hash(deck)


@some
@given(st.binary(max_size=400))
def test_any_bytes(content: bytes) -> None:
    survives(content)


@some
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    survives(text.encode("utf-8", "surrogatepass"), game="invasion")


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_pieces_of_lists_in_any_order(text: str) -> None:
    survives(text.encode(), game="invasion")
    survives(text.encode())


@some
@given(decks(), st.sampled_from(FORMS), st.data())
def test_broken_files_of_every_form(deck: Deck, form: str, data: st.DataObject) -> None:
    content = bytearray(target(form).write(deck))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        match data.draw(st.integers(0, 3)):
            case 0:
                content[at] = data.draw(st.integers(0, 255))
            case 1:
                del content[at : at + data.draw(st.integers(1, 40))]
            case 2:
                content[at:at] = content[: data.draw(st.integers(0, 60))]
            case _:
                del content[at:]
        content = content or bytearray(b" ")
    survives(bytes(content))


@pytest.mark.parametrize("seed", range(25))
def test_mutated_real_lists(seed: int) -> None:
    chance = random.Random(seed)
    for path in LISTS:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(lines))
            match chance.randrange(6):
                case 0:
                    del lines[at]
                case 1:
                    lines.insert(at, chance.choice(lines))
                case 2:
                    lines[at] = lines[at].replace("x", chance.choice(["", "×", "xx", "-"]), 1)
                case 3:
                    letters = list(lines[at])
                    chance.shuffle(letters)
                    lines[at] = "".join(letters)
                case 4:
                    lines[at] = lines[at].replace(" ", chance.choice(["\t", "\u00a0", "", "  "]))
                case _:
                    lines[at] = chance.choice(PIECES) + lines[at]
            lines = lines or ["\n"]
        survives("".join(lines).encode())


@pytest.mark.parametrize("seed", range(10))
def test_mutated_workbooks(seed: int) -> None:
    chance = random.Random(seed)
    content = bytearray(target("xlsx").write(read_deck(TEXTS["invasion"].encode(), "x")))
    for _ in range(chance.randint(1, 20)):
        content[chance.randrange(4, len(content))] = chance.randrange(256)
    decks_or_none(bytes(content))


HOSTILE = {
    "brackets": "3x Pillage" + "(a)" * 6_000,
    "open brackets": "[" * 19_000,
    "counts": "3 Pillage " * 5_000,
    "short counts": "1 a " * 2_000,
    "suffixes": "Pillage x3 " * 1_500,
    "spaces": "3x Pillage" + " " * 15_000 + "x",
    "colons": ":" * 19_000,
    "quotes": '"' * 19_000,
    "hashes": "# " * 9_000,
    "commas": "a, " * 6_000,
    "dashes": "- " * 9_000,
    "one long word": "a" * 3_000_000,
    "many lines": "3x Nobody\n" * 20_000,
    "many headings": "[x]\n" * 20_000,
    "deep JSON": "[" * 100_000,
    "deep XML": "<a>" * 100_000,
    "wide CSV": "Count,Name" + "," * 100_000 + "\n3,Pillage\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_lists_end_soon(name: str) -> None:
    survives(HOSTILE[name].encode(), game="invasion")
