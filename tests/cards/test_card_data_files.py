"""The shipped card files as files: strict records, ids, one record a line."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from deckbuilder.catalog.card import Card, CardSet
from deckbuilder.catalog.loading import load_catalog
from deckbuilder.catalog.names import fold
from deckbuilder.games.dreamblade.card import Miniature
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.nightfall.card import NightfallCard
from deckbuilder.games.xeno.card import XenoCard
from deckbuilder.resources import cards_folder

CARD_TYPES: dict[str, type[Card]] = {
    "dreamblade": Miniature,
    "invasion": InvasionCard,
    "nightfall": NightfallCard,
    "xeno": XenoCard,
}
GAMES = sorted(CARD_TYPES)
EXPLICIT_ID = re.compile(r"[a-z]+/[a-z0-9-]+/[a-z0-9-]+")


def documents(game: str) -> dict[Path, dict[str, Any]]:
    return {
        path: yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
        for path in sorted(cards_folder(game).rglob("*.yaml"))
    }


def set_documents(game: str) -> dict[Path, dict[str, Any]]:
    return {path: document for path, document in documents(game).items() if "cards" in document}


def aliases(game: str) -> dict[str, str]:
    return {
        typed: name
        for document in documents(game).values()
        if "aliases" in document
        for typed, name in document["aliases"].items()
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_record_converts_strictly(game: str) -> None:
    for path, document in set_documents(game).items():
        assert document["game"] == game, path
        assert document["id"] == path.stem
        head = {key: value for key, value in document.items() if key not in ("game", "cards")}
        known = {field.name for field in msgspec.structs.fields(CardSet)}
        assert head.keys() <= known, path
        msgspec.convert(head, CardSet, strict=True)
        fields = {field.name for field in msgspec.structs.fields(CARD_TYPES[game])}
        fields -= {"set", "official"}
        for record in document["cards"]:
            assert record.keys() <= fields, (path, record)
            full = {"id": "x", "set": document["id"], **record}
            msgspec.convert(full, CARD_TYPES[game], strict=True)


@pytest.mark.parametrize("game", GAMES)
def test_unknown_facts_are_absent_and_a_doubt_names_a_field(game: str) -> None:
    fields = {field.name for field in msgspec.structs.fields(CARD_TYPES[game])}
    for document in set_documents(game).values():
        for record in document["cards"]:
            assert None not in record.values(), record
            for part in record.get("doubt", "").split("; "):
                doubted = part.split(": ")[0].split(", ") if part else []
                assert set(doubted) <= fields, record


@pytest.mark.parametrize("game", GAMES)
def test_one_record_a_line(game: str) -> None:
    for path, document in set_documents(game).items():
        lines = path.read_text("utf-8").splitlines()
        assert sum(line.startswith("- {") for line in lines) == len(document["cards"]), path


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_unique_stable_and_of_their_set(game: str) -> None:
    catalog = load_catalog(game, CARD_TYPES[game])
    ids = [card.id for card in catalog.cards]
    assert len(set(ids)) == len(ids)
    for card in catalog.cards:
        assert EXPLICIT_ID.fullmatch(card.id), card.id
        assert card.id.startswith(f"{game}/{card.set}/")
    set_ids = [card_set.id for card_set in catalog.sets]
    assert len(set(set_ids)) == len(set_ids)


@pytest.mark.parametrize("game", GAMES)
def test_no_set_holds_more_records_than_it_has_cards(game: str) -> None:
    catalog = load_catalog(game, CARD_TYPES[game])
    for card_set in catalog.sets:
        records = [card for card in catalog.cards if card.set == card_set.id]
        if card_set.size is not None:
            assert len(records) <= card_set.size, card_set.id


@pytest.mark.parametrize("game", GAMES)
def test_dates_follow_the_release_order(game: str) -> None:
    dated = [
        card_set
        for card_set in load_catalog(game, CARD_TYPES[game]).sets
        if card_set.official and card_set.released
    ]
    by_order = sorted(dated, key=lambda card_set: card_set.order)
    released = [card_set.released or "" for card_set in by_order]
    # The shorter of two dates may only say the month or the year.
    for earlier, later in pairwise(released):
        length = min(len(earlier), len(later))
        assert earlier[:length] <= later[:length]


@pytest.mark.parametrize("game", ["dreamblade", "invasion", "nightfall"])
def test_aliases_lead_to_cards_and_hide_none(game: str) -> None:
    catalog = load_catalog(game, CARD_TYPES[game])
    titles = {fold(card.name) for card in catalog.cards}
    assert aliases(game)
    for typed, name in aliases(game).items():
        assert fold(typed) not in titles, typed
        assert any(card.name == name for card in catalog.cards), name
        assert {card.name for card in catalog.printings(typed)} == {name}
