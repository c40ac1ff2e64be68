"""`deckbuilder cards invasion --rated`: what the bots think of each card."""

from __future__ import annotations

import csv
import io
import json
from functools import cache
from itertools import pairwise
from statistics import median

import pytest
from invasion_table import catalog

from deckbuilder.cli.main import run
from deckbuilder.games.invasion.bots import rated
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.rating import rate
from deckbuilder.games.invasion.weights import rating_weights


def test_cards_are_told_with_their_worth_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "invasion", "s:core r:empire", "--rated", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    worths = [float(row["rating"]) for row in rows]
    assert len(rows) == 25
    assert worths == sorted(worths, reverse=True)
    assert rows[0]["name"] == "Thyrus Gorman"


def test_the_parts_of_a_worth_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "invasion", "thyrus", "--rated", "--json"]) == 0
    (card,) = json.loads(capsys.readouterr().out)
    rating = card["rating"]
    assert rating["total"] == pytest.approx(sum(rating["parts"].values()), abs=1e-4)


def test_what_is_never_in_a_deck_has_no_worth() -> None:
    unrated = {card.type for card in catalog().cards if rated(card) is None}
    assert unrated == {"capital", "draft", "fulcrum"}


def test_a_game_without_ratings_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "xeno", "--rated"]) == 2
    assert "no ratings" in capsys.readouterr().err


# The order of all sets, as a player would see it ----------------------------------------------

RACES = ("dwarf", "empire", "high-elf", "orc", "chaos", "dark-elf", "neutral")


@cache
def ranked(race: str) -> tuple[InvasionCard, ...]:
    """All official cards of a race, best first."""
    worths = {each: rating[0] for each in catalog().cards if (rating := rated(each)) is not None}
    found = [each for each in worths if isinstance(each, InvasionCard) and each.official]
    found.sort(key=lambda each: -worths[each])
    return tuple(each for each in found if each.race == race)


def worth(card: InvasionCard) -> float:
    return rate(card, rating_weights()).total


@pytest.mark.parametrize("race", RACES)
def test_legends_are_above_the_median_of_their_race(race: str) -> None:
    middle = median(worth(each) for each in ranked(race))
    legends = [each for each in ranked(race) if each.type == "legend"]
    assert legends
    assert all(worth(each) > middle for each in legends)


@pytest.mark.parametrize("race", RACES)
def test_no_hero_is_among_the_worst_of_its_race(race: str) -> None:
    heroes = {each.name for each in ranked(race)[-20:] if "Hero" in each.traits}
    assert not heroes


@pytest.mark.parametrize("race", RACES)
def test_no_card_but_a_legend_is_far_from_the_next(race: str) -> None:
    worths = [worth(each) for each in ranked(race) if each.type != "legend"]
    assert max(one - other for one, other in pairwise(worths)) < 1
    assert -2 < worths[-1] < worths[0] < 3


@pytest.mark.parametrize("race", RACES)
def test_attachments_are_not_simply_the_worst(race: str) -> None:
    attachments = {each for each in ranked(race) if "Attachment" in each.traits}
    assert len(attachments & set(ranked(race)[-20:])) < len(attachments) * 0.67


@pytest.mark.parametrize("race", RACES)
def test_a_power_that_the_text_sets_is_no_power_of_nought(race: str) -> None:
    worst = {each.name for each in ranked(race)[-20:]}
    assert not worst & {"Steam Tank", "King Alrik", "Shaggoth Champion"}


def test_what_tags_tell_of_a_catch_does_not_lift_a_cheap_card_to_the_top() -> None:
    best = {each.name for race in RACES for each in ranked(race)[:3]}
    assert not best & {"Daemon Prince", "Temple of Vaul", "Centigor"}
    assert not {each.name for each in ranked("neutral")[:20]} & {
        "Fickle Sellswords",
        "Veteran Sellswords",
    }


def test_tags_alone_add_little() -> None:
    for race in RACES:
        for each in ranked(race):
            effects = dict(rate(each, rating_weights()).parts).get("effects", 0.0)
            assert abs(effects) < rating_weights().most_effect[each.type]


def test_the_good_cards_of_the_core_set_stay_good() -> None:
    def best(race: str, count: int) -> set[str]:
        return {each.name for each in [card for card in ranked(race) if card.set == "core"][:count]}

    assert "Thyrus Gorman" in best("empire", 1)
    assert {"King Kazador", "Hammerer of Karak Azul"} == best("dwarf", 2)
    assert {"Warpstone Excavation", "Innovation", "Contested Village"} == best("neutral", 3)
