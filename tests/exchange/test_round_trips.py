"""Every target that reads back gives the same deck, in the same bytes from run to run."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from sample_lists import TEXTS, decks, head_of, lines_of, sample

from deckbuilder.decks.deck import Deck
from deckbuilder.decks.identity import deck_hash
from deckbuilder.exchange.reading import read_deck, read_decks
from deckbuilder.exchange.targets import target, targets

READ_BACK = [each.id for each in targets() if each.reads_back]
EXACT = ["csv", "xlsx", "json"]
MANY = [each.id for each in targets() if each.many]

few = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def cards_of(deck: Deck) -> Counter[tuple[str, str, str | None]]:
    counted: Counter[tuple[str, str, str | None]] = Counter()
    for entry in deck.entries:
        counted[entry.section, entry.title, entry.card and entry.card.id] += entry.count
    return counted


@pytest.mark.parametrize("name", READ_BACK)
@pytest.mark.parametrize("game_id", TEXTS)
def test_a_target_reads_back_as_the_same_deck(name: str, game_id: str) -> None:
    deck = sample(game_id)
    again = read_deck(target(name).write(deck), name)
    assert deck_hash(again) == deck_hash(deck)
    assert cards_of(again) == cards_of(deck)
    assert head_of(again) == head_of(deck)


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("game_id", TEXTS)
def test_every_entry_survives_with_its_comments(name: str, game_id: str) -> None:
    deck = sample(game_id)
    again = read_deck(target(name).write(deck), name)
    assert lines_of(again) == lines_of(deck)
    assert (again.notes, again.end_notes) == (deck.notes, deck.end_notes)


@pytest.mark.parametrize("game_id", TEXTS)
def test_the_canonical_text_is_written_as_it_was_read(game_id: str) -> None:
    assert target("text").write(sample(game_id)).decode() == TEXTS[game_id]


@pytest.mark.parametrize("name", [each.id for each in targets()])
@pytest.mark.parametrize("game_id", TEXTS)
def test_the_same_deck_gives_the_same_bytes(name: str, game_id: str) -> None:
    assert target(name).write(sample(game_id)) == target(name).write(sample(game_id))


@pytest.mark.parametrize("name", sorted(set(MANY) & set(READ_BACK)))
def test_several_lists_in_one_file(name: str) -> None:
    every = [sample(game_id) for game_id in TEXTS]
    again = read_decks(target(name).write_all(every), name)
    assert [head_of(deck) for deck in again] == [head_of(deck) for deck in every]
    assert [cards_of(deck) for deck in again] == [cards_of(deck) for deck in every]


@few
@given(deck=decks())
def test_any_deck_survives_the_text(deck: Deck) -> None:
    again = read_deck(target("text").write(deck), "list.txt")
    assert sorted(lines_of(again), key=repr) == sorted(lines_of(deck), key=repr)
    assert head_of(again) == head_of(deck)
    assert (again.notes, again.end_notes) == (deck.notes, deck.end_notes)


@few
@given(deck=decks())
def test_any_deck_survives_csv(deck: Deck) -> None:
    again = read_deck(target("csv").write(deck), "list.csv")
    assert lines_of(again) == lines_of(deck)
    assert head_of(again) == head_of(deck)
    assert (again.notes, again.end_notes) == (deck.notes, deck.end_notes)


@few
@given(deck=decks())
def test_any_deck_survives_json(deck: Deck) -> None:
    again = read_deck(target("json").write(deck), "list.json")
    assert lines_of(again) == lines_of(deck)
    assert head_of(again) == head_of(deck)
    assert (again.notes, again.end_notes) == (deck.notes, deck.end_notes)


@settings(max_examples=15, deadline=None)
@given(deck=decks())
def test_any_deck_survives_xlsx(deck: Deck) -> None:
    again = read_deck(target("xlsx").write(deck), "list.xlsx")
    assert lines_of(again) == lines_of(deck)
    assert head_of(again) == head_of(deck)


@few
@given(deck=decks())
def test_any_deck_survives_octgn_cockatrice_and_lackey(deck: Deck) -> None:
    for name in ("octgn", "cockatrice"):
        again = read_deck(target(name).write(deck), name)
        assert cards_of(again) == cards_of(deck)
    if all(total <= 999 for total in cards_of(deck).values()):
        again = read_deck(target("lackey").write(deck), "lackey")
        assert cards_of(again) == cards_of(deck)
