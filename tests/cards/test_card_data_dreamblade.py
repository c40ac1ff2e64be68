"""The Dreamblade miniatures against the guide and the set sizes."""

from __future__ import annotations

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.loading import load_catalog
from deckbuilder.games.dreamblade.card import Miniature


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog("dreamblade", Miniature)


@pytest.fixture(scope="module")
def miniatures(catalog: Catalog) -> list[Miniature]:
    return [card for card in catalog.cards if isinstance(card, Miniature)]


def one(catalog: Catalog, name: str) -> Miniature:
    card = catalog.find(name)
    assert isinstance(card, Miniature), name
    return card


@pytest.mark.parametrize(
    ("set_id", "code", "size", "released"),
    [
        ("base-set", "B", 96, "2006-08-09"),
        ("baxars-war", "BW", 60, "2006-10-27"),
        ("chrysotic-plague", "CP", 60, None),
        ("anvilborn", "A", 60, "2007-04-20"),
        ("night-fusion", "NF", 60, "2007-09-07"),
        ("serrated-dawn", "SD", None, None),
    ],
)
def test_DRB_41_sets(
    catalog: Catalog, set_id: str, code: str, size: int | None, released: str | None
) -> None:
    card_set = catalog.sets_by_id[set_id]
    assert (card_set.abbreviation, card_set.size, card_set.released) == (code, size, released)


def test_DRB_41_a_complete_collection_has_336_miniatures(catalog: Catalog) -> None:
    assert sum(card_set.size or 0 for card_set in catalog.sets) == 96 + 4 * 60


def test_DRB_41_no_set_has_more_of_a_rarity_or_higher_numbers_than_printed(
    catalog: Catalog, miniatures: list[Miniature]
) -> None:
    for card_set in catalog.sets:
        here = [card for card in miniatures if card.set == card_set.id]
        if card_set.size is None:
            continue
        third = 32 if card_set.size == 96 else 20
        for rarity in ("common", "uncommon", "rare"):
            assert sum(card.rarity == rarity for card in here) <= third
        assert all(card.number is None or 1 <= card.number <= card_set.size for card in here)


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("Scarab Warcharm", {"spawn_cost": 4, "aspect_cost": ("valor", "valor")}),
        (
            "Cannibal Pariah",
            {"spawn_cost": 2, "aspect_cost": ("fear",), "aspects": ("fear",), "abilities": ()},
        ),
    ],
)
def test_DRB_10_costs_of_the_guide(catalog: Catalog, name: str, facts: dict[str, object]) -> None:
    card = one(catalog, name)
    assert {field: getattr(card, field) for field in facts} == facts


def test_DRB_44_at_most_two_aspects_and_costs_of_the_own_ones(
    miniatures: list[Miniature],
) -> None:
    for card in miniatures:
        assert card.aspects is None or len(set(card.aspects)) == len(card.aspects) <= 2
        if card.aspect_cost is not None:
            assert set(card.aspect_cost) == set(card.aspects or ()), card.id


def test_locations_neither_fight_nor_live(miniatures: list[Miniature]) -> None:
    for card in miniatures:
        if card.type == "location":
            assert (card.power, card.defense, card.life) == (None, None, None)


def test_DRB_24_defence_is_below_life_where_both_are_known(miniatures: list[Miniature]) -> None:
    for card in miniatures:
        if card.defense is not None and card.life is not None:
            assert card.defense <= card.life, card.id


def test_DRB_43_the_banned_miniature_is_known(catalog: Catalog) -> None:
    assert one(catalog, "Kitsune").spawn_cost == 7
