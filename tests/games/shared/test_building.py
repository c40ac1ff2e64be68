"""`build`: legal lists of every constructed format, and good ones as far as facts are known."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.catalog.names import fold
from deckbuilder.catalog.query import select
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import InputError
from deckbuilder.exchange.reading import read_deck
from deckbuilder.formats.checking import errors
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import load_format
from deckbuilder.games.building import Order, build
from deckbuilder.games.nightfall.links import can_follow
from deckbuilder.games.supply import supply_of, supply_of_list
from deckbuilder.registry import game
from deckbuilder.words import phrases

CONSTRUCTED = [
    "invasion-constructed",
    "invasion-tournament",
    "invasion-highlander",
    "invasion-first-game",
    "invasion-cube",
    "nightfall-constructed",
    "nightfall-constructed-mixed",
    "nightfall-quick-start",
    "dreamblade-constructed",
    "xeno",
]


def catalog_of(name):
    return game(load_format(name).game).catalog()


def order(name, seed=7, pool=None, part="", **more):
    wanted = load_format(name)
    catalog = game(wanted.game).catalog()
    if isinstance(pool, Deck):
        supply = supply_of_list(pool, "pool")
    else:
        supply = supply_of(select(catalog, wanted.pool if pool is None else pool), catalog)
    begun = text(wanted.game, part) if part else Deck(game=wanted.game)
    return Order(format=wanted, catalog=catalog, supply=supply, seed=seed, part=begun, **more)


def text(game_id, lines):
    return read_deck(lines.encode(), "part", game=game_id)


def built(name, seed=7, **more):
    return build(order(name, seed, **more)).deck if more else plain(name, seed).deck


@cache
def plain(name, seed):
    """A list without wishes: built once, for many tests look at the same ones."""
    return build(order(name, seed))


def faults(name, **more):
    with pytest.raises(InputError) as caught:
        built(name, **more)
    return [str(fault) for fault in caught.value.faults]


def counted(deck, *sections):
    found = Counter()
    for entry in deck.entries:
        if not sections or entry.section in sections:
            found[entry.title] += entry.count
    return found


def counts(deck, field, *sections):
    found = Counter()
    for entry in deck.entries:
        if not sections or entry.section in sections:
            found[getattr(entry.card, field)] += entry.count
    return found


@pytest.mark.parametrize("seed", [0, 1, 2026])
@pytest.mark.parametrize("name", CONSTRUCTED)
def test_every_list_is_legal(name, seed):
    deck = built(name, seed)
    assert errors(check(deck, load_format(name))) == ()
    assert deck.format == name


@pytest.mark.parametrize("name", CONSTRUCTED)
def test_what_lists_are_compared_and_explained_by_has_words(name):
    found = build(order(name))
    names = {part for choice in found.choices for part, _ in choice.parts}
    assert names <= phrases("build.parts").keys()
    builder = game(found.deck.game).builder
    facts = builder().facts(found.deck) if builder is not None else ()
    assert {fact.id for fact in facts} <= phrases("build.columns").keys()


@pytest.mark.parametrize("name", CONSTRUCTED)
def test_the_same_seed_gives_the_same_list(name):
    assert build(order(name, 5)).deck == built(name, 5)


@pytest.mark.parametrize("name", sorted(set(CONSTRUCTED) - {"xeno"}))
def test_other_seeds_give_other_lists(name):
    assert len({frozenset(counted(built(name, seed)).items()) for seed in range(6)}) > 1


# Warhammer: Invasion


@pytest.mark.parametrize("seed", range(8))
def test_an_invasion_list_is_one_that_a_player_would_play(seed):
    deck = built("invasion-constructed", seed)
    assert deck.size() == 50  # the least that INV-10 allows: the best cards come most often
    sides = counts(deck, "side")
    del sides[None]
    assert len(sides) == 1  # INV-12
    races = counts(deck, "race")
    del races["neutral"]
    assert 1 <= len(races) <= 2
    capital = deck.header("Capital").lower().replace(" ", "-")
    assert races.most_common(1)[0][0] == capital  # its symbols pay loyalty from the first turn
    types = counts(deck, "type")
    assert 25 <= types["unit"] <= 38
    assert types["support"] >= 6
    costs = [
        entry.card.cost for entry in deck.entries for _ in range(entry.count)
        if isinstance(entry.card.cost, int)
    ]  # fmt: skip
    assert sum(costs) / len(costs) <= 3  # resources of the first turn: three
    unique = [entry for entry in deck.entries if entry.card.unique]
    assert sum(entry.count for entry in unique) <= 12
    assert plain("invasion-constructed", seed).warnings == ()


def test_seeds_draw_both_sides_and_most_races():
    decks = [built("invasion-constructed", seed) for seed in range(24)]
    capitals = {deck.header("Capital") for deck in decks}
    assert len(capitals) >= 4
    assert {"order", "destruction"} <= {side for deck in decks for side in counts(deck, "side")}


@pytest.mark.parametrize("capital", ["dwarf", "High Elves", "Orc"])
def test_a_wish_for_a_capital_is_kept(capital):
    deck = built("invasion-constructed", wishes={"capital": capital})
    expected = {"dwarf": "Dwarf", "High Elves": "High Elf", "Orc": "Orc"}[capital]
    assert deck.header("Capital") == expected
    races = counts(deck, "race")
    del races["neutral"]
    assert races.most_common(1)[0][0] == expected.lower().replace(" ", "-")


def test_INV_53_no_legend_is_dead_under_its_capital():
    for seed in range(6):
        deck = built(
            "invasion-tournament", seed, pool="t:legend or s:core", wishes={"capital": "Chaos"}
        )
        legends = [entry.card for entry in deck.entries if entry.card.type == "legend"]
        assert all(card.race == "chaos" for card in legends)


def test_INV_50_a_list_holds_one_restricted_title_at_most():
    deck = built("invasion-tournament", 1, pool="s:core r:chaos or s:core r:neutral")
    assert len({"Innovation", "Warpstone Excavation"} & set(counted(deck))) <= 1


def test_INV_51_no_banned_card_is_taken():
    pool = 'r:dwarf or r:neutral or "Visit the Haunted City"'
    assert "Visit the Haunted City" not in counted(built("invasion-tournament", pool=pool))


def test_a_tournament_list_as_of_a_day_has_no_later_card():
    deck = built("invasion-tournament", date="2010-06-01")
    released = {each.id: each.released for each in catalog_of("invasion-tournament").sets}
    assert all(released[entry.card.set] < "2010-06-02" for entry in deck.entries)


def test_INV_15_a_first_game_is_a_starter_deck_and_ten_neutral_cards():
    races = set()
    for seed in range(8):
        deck = built("invasion-first-game", seed)
        of_race = counts(deck, "race")
        assert of_race.pop("neutral") == 10
        ((race, forty),) = of_race.items()
        assert forty == 40
        assert deck.header("Capital").lower() == race
        races.add(race)
    assert len(races) >= 3


def test_a_first_game_keeps_to_the_race_that_is_wished_for():
    for seed in range(4):
        deck = built("invasion-first-game", seed, wishes={"capital": "orc"})
        assert counts(deck, "race")["orc"] == 40


def test_a_drafted_pool_is_cut_to_a_list():
    catalog = catalog_of("invasion-draft")
    taken = select(catalog, "s:core (r:empire or r:dwarf or number:111-121)")
    pool = Deck(
        game="invasion",
        entries=tuple(Entry(count=1, name=card.name, card=card) for card in taken),
    )
    assert pool.size() > 45
    deck = built("invasion-draft", pool=pool, size=45)
    assert deck.size() == 45
    assert max(counted(deck).values()) == 1
    assert built("invasion-draft", pool=pool).size() == 40  # what is usual, where nobody says


def test_a_cube_is_a_pool_too():
    deck = built("invasion-cube", 2)
    assert deck.size() >= 40
    assert max(counted(deck).values()) == 1  # the cube holds one of each


# Nightfall


@pytest.mark.parametrize("seed", range(4))
def test_NF_40_to_42_archives_and_wound_deck(seed):
    deck = built("nightfall-constructed", seed)
    assert {each: deck.size(each) for each in deck.sections} == {
        "archive-1": 12,
        "archive-2": 12,
        "wounds": 15,
    }
    assert max(counted(deck, "archive-1", "archive-2").values()) <= 3
    for archive in ("archive-1", "archive-2"):
        types = counts(deck, "type", archive)
        assert types["minion"] >= 5  # without minions nobody is wounded
    assert counts(deck, "wound_type") - Counter({None: 99}) == {"bite": 5, "burn": 5, "bleed": 5}
    assert max(counts(deck, "wound_effect", "wounds").values()) <= 8


@pytest.mark.parametrize("seed", range(4))
def test_NF_54_archives_are_built_around_orders_that_surely_link(seed):
    deck = built("nightfall-constructed", seed)
    titles = {each.title: each.card for each in deck.entries if each.section != "wounds"}
    sure = [
        (one.name, other.name)
        for one in titles.values()
        for other in titles.values()
        if can_follow(one, other, usual_links=2) == 1
    ]
    assert len(sure) >= 2


def test_NF_54_a_part_with_known_links_draws_what_follows_it():
    """Doktor Nyilaszy links to blue and gold; the seed may choose, but some always come."""
    part = "[Archive 1]\n3 Doktor Nyilaszy\n"
    for seed in range(4):
        colours = counts(built("nightfall-constructed", seed, part=part), "colour", "archive-2")
        colours += counts(built("nightfall-constructed", seed, part=part), "colour", "archive-1")
        assert colours["blue"] + colours["gold"] >= 3


def test_NF_12_and_27_quick_start():
    deck = built("nightfall-quick-start")
    assert set(counted(deck).values()) == {7}
    sections = {each: len(counted(deck, each)) for each in deck.sections}
    assert sections == {"private-1": 1, "private-2": 1, "commons": 8}


def test_the_commons_of_a_quick_start_are_chance():
    """NF-R5: eight at random, whatever they are worth."""
    seen = Counter()
    for seed in range(12):
        seen.update(counted(built("nightfall-quick-start", seed), "commons").keys())
    assert len(seen) >= 20  # of the 24 orders of the box


def test_NF_11_chosen_starters_are_two_of_each_colour():
    deck = built("nightfall-constructed-mixed")
    assert set(counts(deck, "colour", "starters").values()) == {2}


# Dreamblade and XENO


@pytest.mark.parametrize("seed", range(4))
def test_a_warband_keeps_to_few_aspects(seed):
    deck = built("dreamblade-constructed", seed)
    assert deck.size() == 16  # DRB-1
    aspects = Counter()
    for entry in deck.entries:
        aspects.update(dict.fromkeys(entry.card.aspects or (), entry.count))
    assert sum(count for _, count in aspects.most_common(2)) >= 0.8 * aspects.total()
    costs = [entry.card.spawn_cost for entry in deck.entries for _ in range(entry.count)]
    known = [cost for cost in costs if cost is not None]
    assert sum(cost <= 7 for cost in known) >= len(known) / 3  # two dice give 7 (DRB-21)


def test_DRB_41_a_warband_as_of_a_day_has_no_later_miniature():
    deck = built("dreamblade-constructed", date="2006-08-09")
    assert {entry.card.set for entry in deck.entries} == {"base-set"}


def test_XENO_1_the_eighteen_cards():
    deck = built("xeno")
    expected = {card.name: card.quantity for card in catalog_of("xeno").cards}
    assert counted(deck) == expected
    assert deck.size() == 18


# What is asked for


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("invasion-constructed", "3 Troll Slayers\n2 King Kazador  # mine\n1 Organ Gun\n"),
        ("invasion-constructed", "3 Chaos Knights\n1 Squig Herders\n2 Cold One Riders\n"),
        ("invasion-tournament", "Capital: Empire\n\n2 Huntsmen\n3 Innovation\n"),
        ("invasion-highlander", "1 Huntsmen\n1 Thyrus Gorman\n"),
        ("invasion-first-game", "1 Squig Herders\n1 Innovation\n"),
        (
            "nightfall-constructed",
            "[Archive 2]\n3 Bone Cruncher\n\n[Wounds]\n9 Bite wound (draw)\n",
        ),
        ("nightfall-quick-start", "[Private archive 2]\n7 Foul Revenant\n\n[Commons]\n7 R&D\n"),
        ("dreamblade-constructed", "3 Doctor Ape\n1 Nobody Knows This One\n"),
        ("xeno", "2 Boy\n1 Hero\n"),
    ],
)
def test_the_cards_of_a_part_are_kept_where_they_stand(name, part):
    begun = text(load_format(name).game, part)
    deck = built(name, part=part)
    assert errors(check(deck, load_format(name))) == ()
    for place, entry in enumerate(begun.entries):
        kept = deck.entries[place]
        assert (kept.title, kept.section, kept.comment) == (
            entry.title,
            entry.section,
            entry.comment,
        )
        assert kept.count >= entry.count
    assert set(begun.headers) <= set(deck.headers)


def test_a_list_that_is_whole_gets_no_further_card():
    whole = built("invasion-constructed", 2)
    again = build(
        Order(
            format=load_format("invasion-constructed"),
            catalog=catalog_of("invasion-constructed"),
            supply=order("invasion-constructed").supply,
            seed=9,
            part=whole,
        )
    ).deck
    assert again.entries == whole.entries
    assert again.headers == whole.headers


def test_a_part_that_breaks_rules_is_told_not_mended():
    told = faults("invasion-constructed", part="4 Troll Slayers\n1 Squig Herders\n")
    assert any("4 copies of Troll Slayers" in each and "INV-11" in each for each in told)
    assert any("Squig Herders" in each and "INV-12" in each for each in told)


def test_a_capital_of_the_other_side_is_told():
    told = faults("invasion-constructed", part="3 Troll Slayers\n", wishes={"capital": "Orc"})
    assert any("Orc Capital" in each and "INV-14" in each for each in told)


def test_what_a_game_does_not_know_is_refused():
    (told,) = faults("xeno", wishes={"capital": "Dwarf"})
    assert told == "lists of XENO know no capital. Leave it out."
    (told,) = faults("invasion-constructed", wishes={"capital": "Halfling"})
    assert "Halfling" in told
    assert "Dwarf" in told


@pytest.mark.parametrize(
    ("name", "pool", "numbers"),
    [
        # 16 titles at 3 copies are 48.
        ("invasion-constructed", "s:core r:dwarf number:1-16", ("48 cards", "50")),
        ("invasion-highlander", "s:core r:orc", ("25 cards", "50")),
        ("nightfall-constructed", 't:wound or "Katya Iliyevna"', ("3 cards", "12")),
        ("dreamblade-constructed", "a:passion", ("15 cards", "16")),
        ("xeno", "rank:1-9", ("17 cards", "Hero", "Add 1.")),
        ("invasion-first-game", "s:core r:dwarf", ("40 cards", "INV-15", "10")),
    ],
)
def test_an_impossible_pool_is_refused_with_the_numbers(name, pool, numbers):
    told = " ".join(faults(name, pool=pool))
    assert "No legal list" in told
    for number in numbers:
        assert number in told


def test_a_capital_that_nobody_knows_is_told_from_the_part():
    (told,) = faults("invasion-constructed", part="Capital: Halfling\n\n3 Troll Slayers\n")
    assert "Halfling" in told


def test_INV_10_fewer_cards_than_the_format_asks_for_are_refused():
    (told,) = faults("invasion-constructed", size=45)
    assert "50 cards" in told
    assert "45" in told
    assert built("invasion-constructed", size=60).size() == 60


def test_a_size_that_cannot_be_is_refused_with_the_numbers():
    (told,) = faults("xeno", size=20)
    assert "18 cards" in told
    assert "20" in told


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(["invasion-constructed", "nightfall-constructed", "dreamblade-constructed"]),
    st.integers(0, 2**32 - 1),
    st.data(),
)
def test_any_pool_gives_a_legal_list_of_its_cards_or_a_clear_refusal(name, seed, data):
    catalog = catalog_of(name)
    cards = [card for card in catalog.cards if card.official and not card.never_in_deck]
    chosen = data.draw(st.lists(st.sampled_from(cards), min_size=1, max_size=120))
    pool = Deck(
        game=catalog.game,
        entries=tuple(
            Entry(count=data.draw(st.integers(1, 4)), name=card.name, card=card) for card in chosen
        ),
    )
    try:
        deck = built(name, seed, pool=pool)
    except InputError:
        return
    assert errors(check(deck, load_format(name))) == ()
    there = Counter()
    for entry in pool.entries:
        there[fold(entry.title)] += entry.count
    taken = Counter()
    for entry in deck.entries:
        taken[fold(entry.title)] += entry.count
    assert not taken - there
