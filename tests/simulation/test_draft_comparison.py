"""Bots compared in drafts: mirrored seats, exact evenness, and what the default bot is worth."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from deckbuilder.catalog.query import select
from deckbuilder.cli.main import run
from deckbuilder.formats.loading import format_ids
from deckbuilder.registry import game, games_with
from deckbuilder.sessions import DraftRequest, seat_draft
from deckbuilder.simulation.drafts import Contest, compare_drafts
from deckbuilder.words import languages, phrases

DATA = Path(__file__).parents[1] / "data" / "cards"
MADE_UP = ["--set", "made-up", "--boosters", "4", "--picks", "1"]


@cache
def compared(format_id, bot, others, drafts=60, players=None):
    seating = seat_draft(DraftRequest(format=format_id, players=players, seed=1, auto=True))
    contest = Contest(
        game=seating.home.id,
        draft=seating.draft,
        measures=seating.home.measures(),
        format=format_id,
        settings=seating.head.settings,
        catalog=seating.catalog,
        bot=bot,
        others=others,
    )
    return compare_drafts(contest, drafts, 1)


def told(arguments, capsys):
    assert run(["bots", "compare", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("spec", ["drafter", "random"])
@pytest.mark.parametrize(("name", "players"), [("invasion-draft", 2), ("nightfall-draft", 3)])
def test_a_bot_against_itself_comes_out_exactly_even(name, players, spec):
    found = compared(name, spec, spec, drafts=5, players=players)
    assert found.measures
    for each in found.measures:
        assert each.bot == each.others
        assert (each.difference.mean, each.difference.margin) == (0.0, 0.0)
        assert each.favours is None


def test_warbands_of_a_bot_against_itself_come_out_exactly_even(capsys):
    cards = ["--cards", str(DATA / "dreamblade")]
    arguments = ["drafter", "drafter", "dreamblade-draft", "--players", "3", "--drafts", "3"]
    found = json.loads(told([*arguments, *MADE_UP, *cards, "--json"], capsys))
    names = ["aspects", "main-aspect", "unmet-symbols", "spawn-cost"]
    assert [each["id"] for each in found["measures"]] == names
    assert all(each["difference"]["mean"] == 0 for each in found["measures"])


def test_swapped_bots_give_the_same_figures_the_other_way_round():
    one = compared("invasion-draft", "drafter", "random", drafts=5)
    two = compared("invasion-draft", "random", "drafter", drafts=5)
    for there, back in zip(one.measures, two.measures, strict=True):
        assert there.bot == back.others
        assert there.others == back.bot
        assert there.difference.mean == pytest.approx(-back.difference.mean)


@pytest.mark.parametrize(("players", "each"), [(2, 2), (3, 6), (4, 8)])
def test_each_seed_is_drafted_with_each_bot_alone_in_every_seat(players, each):
    found = compared("nightfall-draft", "rating", "random", drafts=2, players=players)
    assert (found.seats, found.tables) == (players, 2 * each)


def verdicts(found):
    return {each.id: each.favours for each in found.measures if each.better != "neither"}


@pytest.mark.parametrize(("others", "drafts"), [("rating", 200), ("random", 60)])
def test_drafter_beats_rating_and_random_in_every_measure_of_invasion_decks(others, drafts):
    found = verdicts(compared("invasion-draft", "drafter", others, drafts))
    assert found == dict.fromkeys(
        ("races", "main-race", "cost", "curve", "units", "power", "hit-points"), "bot"
    )


@pytest.mark.parametrize("others", ["rating", "random"])
def test_drafter_beats_rating_and_random_in_links_of_nightfall_archives(others):
    found = verdicts(compared("nightfall-draft", "drafter", others, 200, players=3))
    assert found["links"] == found["archive-links"] == "bot"
    assert found["colours"] != "others"


def test_NF_54_drafter_beats_rating_where_all_links_are_known(capsys):
    arguments = ["drafter", "rating", "nightfall-draft", "--players", "3", "--drafts", "60"]
    sets = ["--set", "made-up", "--cards", str(DATA / "nightfall"), "--json"]
    found = json.loads(told([*arguments, *sets], capsys))
    assert {each["id"]: each["favours"] for each in found["measures"]}["archive-links"] == "bot"


def invasion_measures(names, capital=()):
    from deckbuilder.games.invasion.measures import measures_of

    catalog = game("invasion").catalog()
    ids = [catalog.find(name).id for name in names]
    return measures_of(ids, [catalog.find(name).id for name in capital], catalog)


def test_INV_31_measures_of_a_deck_count_loyalty_above_the_capital():
    # The capital covers one icon of the Dwarf unit, and none of the Empire unit.
    catalog = game("invasion").catalog()
    (unit,) = [card for card in catalog.printings("Peasant Militia") if card.set == "core"]
    (defender,) = catalog.printings("Defender of the Hold")
    found = invasion_measures(["Defender of the Hold", "Peasant Militia"], ["Dwarf Capital"])
    own = defender.cost + max(0, defender.loyalty - 1)
    other = unit.cost + unit.loyalty
    assert found["races"] == 2
    assert found["main-race"] == 0.5
    assert found["cost"] == pytest.approx((own + other) / 2)
    assert found["units"] == 1
    assert found["power"] == pytest.approx((defender.power + unit.power) / (own + other))
    both = defender.hit_points + unit.hit_points
    assert found["hit-points"] == pytest.approx(both / (own + other))


def test_the_curve_is_that_of_the_four_starting_decks_of_the_core_set():
    from deckbuilder.games.invasion.costs import cost_at_start
    from deckbuilder.games.invasion.measures import numbers

    catalog = game("invasion").catalog()
    counts = [0] * 6
    decks = {"1-25": "dwarf", "26-50": "empire", "56-80": "orc", "81-105": "chaos"}
    for numbers_of_deck, race in decks.items():
        for card in select(catalog, f"s:core number:{numbers_of_deck}"):
            cost = cost_at_start(card, race)
            if cost is not None:
                counts[min(cost, 5)] += card.quantity
    assert numbers().curve == tuple(counts)


def test_the_curve_distance_is_the_share_that_would_need_another_cost():
    # A neutral quest of cost 2: 50 of the 158 cards of the starting decks cost that.
    assert invasion_measures(["Infiltrate!"])["curve"] == pytest.approx(1 - 50 / 158)


def test_NF_54_links_are_counted_by_title_and_unknown_ones_are_none():
    from deckbuilder.games.nightfall.measures import measures_of

    catalog = game("nightfall").catalog()
    cards = [card for card in catalog.cards if card.type in ("minion", "action", "starter")]
    one, two = next(
        (one, two)
        for one in cards
        for two in cards
        if two.colour in one.links and one.colour not in two.links
        if one.colour not in one.links and two.colour not in two.links
    )
    unknown = next(card for card in cards if card.colour is None and not card.links)
    deck = {"private-1": (one.id,) * 7, "commons": (two.id,) * 7 + (unknown.id,) * 7}
    assert measures_of(deck, catalog) == {"links": 1, "archive-links": 1, "colours": 1}
    # Common ground has no private archives (NF-30).
    assert measures_of({"commons": (one.id, two.id)}, catalog) == {"links": 1}


def test_DRB_11_an_unmet_symbol_is_one_that_the_rest_of_the_warband_does_not_meet():
    from types import SimpleNamespace

    from deckbuilder.games.dreamblade.card import Miniature
    from deckbuilder.games.dreamblade.measures import measures_of

    def miniature(name, aspects, symbols, cost):
        return Miniature(
            id=name, name=name, set="s", type="creature",
            aspects=aspects, aspect_cost=symbols, spawn_cost=cost,
        )  # fmt: skip

    band = {
        "one": miniature("one", ("valor",), ("valor", "fear"), 4),
        "two": miniature("two", ("fear",), ("fear",), 7),
        "three": miniature("three", None, None, None),
    }
    # "two" meets the fear of "one"; its valor and the fear of "two" stay unmet.
    assert measures_of(tuple(band), SimpleNamespace(card=band.__getitem__)) == {
        "aspects": 2,
        "main-aspect": 0.5,
        "unmet-symbols": 2,
        "spawn-cost": 5.5,
    }


@pytest.mark.parametrize("language", languages())
def test_every_measure_has_its_words(language):
    from deckbuilder.preferences import Preferences

    with Preferences(language=language).in_force():
        names = phrases("draft-bots.measures")
    for home in games_with("draft"):
        assert home.measures().better().keys() <= names.keys()


def test_the_figures_are_told_with_intervals_and_what_is_better(capsys):
    found = told(["drafter", "random", "invasion-draft", "--drafts", "20", "--seed", "3"], capsys)
    assert "drafter against random in invasion-draft: 20 drafts, 2 seats" in found
    assert "95 % interval" in found
    assert "low: races held, mean total cost at the start" in found


def test_the_same_seed_gives_the_same_figures_and_a_path_serves_as_well(tmp_path, capsys):
    path = tmp_path / "league.yaml"
    path.write_text(
        "{id: league, name: League, extends: invasion-draft}", encoding="utf-8", newline="\n"
    )
    arguments = ["--drafts", "4", "--json"]
    one = json.loads(told(["drafter", "rating", "invasion-draft", *arguments], capsys))
    two = json.loads(told(["drafter", "rating", str(path), *arguments], capsys))
    assert (two.pop("format"), one.pop("format")) == ("league", "invasion-draft")
    assert one == two


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["drafter", "oracle", "invasion-draft"], "there is no bot 'oracle'"),
        (["drafter", "rating", "invasion-constructed"], "is no draft format"),
        (["drafter", "rating", "invasion-draf"], "invasion-draft"),
        (["drafter", "rating", "invasion-draft", "--players", "3"], "INV-20"),
        (["drafter", "rating", "invasion-draft", "--deals", "5"], "--deals"),
        (["casual", "random", "xeno", "--drafts", "5"], "--drafts"),
    ],
)
def test_what_cannot_be_compared_is_said(arguments, says, capsys):
    assert run(["bots", "compare", *arguments]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("name", [n for n in format_ids() if n.startswith("invasion-draft")])
def test_every_invasion_draft_can_be_compared(name):
    assert compared(name, "rating", "random", drafts=2).measures
