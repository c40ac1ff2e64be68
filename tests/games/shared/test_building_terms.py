"""`build` to terms: what must be in, what never, counts by type, sides, proposals, reasons."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.catalog.names import fold
from deckbuilder.catalog.query import select
from deckbuilder.decks.deck import Deck, Entry, copies
from deckbuilder.decks.identity import deck_hash
from deckbuilder.errors import InputError
from deckbuilder.exchange.reading import read_deck
from deckbuilder.formats.checking import errors
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.games.building import Order, build
from deckbuilder.games.planning import CHANCE
from deckbuilder.games.proposals import propose
from deckbuilder.games.supply import supply_of, supply_of_list
from deckbuilder.games.terms import Terms, types_of
from deckbuilder.registry import game
from deckbuilder.tables.chance import Stream

SEEDS = 500
TAKEN = 90
"""So many titles of two copies stand for what a draft gave."""
TABLE_OF_ALL = "nightfall-draft"
"""Its lists hold the commons of the whole table: no one player's cards make one."""
LISTED = sorted(set(format_ids()) - {TABLE_OF_ALL})


def order(name, seed=7, *, pool=None, part="", must=None, never=(), want=None, **more):
    wanted = load_format(name)
    catalog = game(wanted.game).catalog()
    begun = read_deck(part.encode(), "part", game=wanted.game) if part else Deck(game=wanted.game)
    if isinstance(pool, Deck):
        supply = supply_of_list(pool, "pool")
    else:
        supply = supply_of(select(catalog, wanted.pool if pool is None else pool), catalog)
    terms = Terms(
        must={fold(title): count for title, count in (must or {}).items()},
        never=frozenset(map(fold, never)),
        counts=want or {},
    )
    return Order(
        format=wanted, catalog=catalog, supply=supply, seed=seed, part=begun, terms=terms, **more
    )


def faults(name, **more):
    with pytest.raises(InputError) as caught:
        build(order(name, **more))
    return " ".join(map(str, caught.value.faults))


def counted(deck):
    return {entries[0].title: count for count, entries in copies(deck.entries).values()}


# Every list is legal


def drawn_pool(name, seed):
    """Cards such as a draft of a format might have given; None for formats without a draft."""
    wanted = load_format(name)
    if wanted.draft is None:
        return None
    cards = order(name, seed).supply.cards
    titles = Stream(seed, "pool").shuffled(sorted(cards))[:TAKEN]
    return Deck(
        game=wanted.game,
        entries=tuple(Entry(count=2, name=cards[each].name, card=cards[each]) for each in titles),
    )


def shares():
    """How many of the 500 seeds each format gets: fewer where a list takes long to build."""
    laws = {name: load_format(name) for name in LISTED}
    dear = {
        name: 20 if law.draft else 10
        for name, law in laws.items()
        if law.game == "invasion" or name.startswith("nightfall-constructed")
    }
    cheap = [name for name in LISTED if name not in dear]
    each, more = divmod(SEEDS - sum(dear.values()), len(cheap))
    return [*dear.items(), *((name, each + (row < more)) for row, name in enumerate(cheap))]


def test_the_seeds_are_500_over_all_formats():
    assert sum(number for _, number in shares()) == SEEDS
    assert {name for name, _ in shares()} == set(LISTED)


@pytest.mark.parametrize(("name", "number"), shares())
def test_every_list_of_every_seed_is_legal(name, number):
    for seed in range(number):
        deck = build(order(name, seed, pool=drawn_pool(name, seed))).deck
        assert errors(check(deck, load_format(name))) == (), seed
        assert deck.format == name


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(LISTED), st.integers(0, 2**32 - 1), st.data())
def test_any_terms_are_met_by_a_legal_list_or_refused(name, seed, data):
    plain = order(name, seed, pool=drawn_pool(name, seed))
    titles = sorted(plain.supply.cards)
    kinds = sorted({card.type for card in plain.supply.cards.values()})
    some = st.sampled_from(titles)
    terms = Terms(
        must=data.draw(st.dictionaries(some, st.integers(1, 3), max_size=2)),
        never=frozenset(data.draw(st.lists(some, max_size=4))),
        counts=data.draw(st.dictionaries(st.sampled_from(kinds), st.integers(0, 40), max_size=2)),
    )
    try:
        built = build(msgspec.structs.replace(plain, terms=terms))
    except InputError:
        return
    assert errors(check(built.deck, load_format(name))) == ()
    held = {fold(title): count for title, count in counted(built.deck).items()}
    assert all(held.get(title, 0) >= need for title, need in terms.must.items())
    assert not terms.never & held.keys()
    types = types_of(built.deck)
    assert {kind: types[kind] for kind in terms.counts} == dict(terms.counts)


# What must be in, what never


def test_cards_that_must_be_in_draw_their_races():
    must = {"Troll Slayers": 3, "Church of Sigmar": 1}
    for seed in range(4):
        built = build(order("invasion-constructed", seed, must=must))
        held = counted(built.deck)
        assert held["Troll Slayers"] == 3
        assert held["Church of Sigmar"] >= 1
        assert built.deck.header("Capital") in ("Dwarf", "Empire")


def test_copies_that_the_part_has_count_for_what_must_be_in():
    part = "2 Troll Slayers\n"
    deck = build(order("invasion-constructed", part=part, must={"Troll Slayers": 3})).deck
    assert counted(deck)["Troll Slayers"] == 3
    assert deck.entries[0].title == "Troll Slayers"


def test_a_card_that_may_not_be_in_is_in_no_list():
    plain = build(order("invasion-constructed", 7)).deck
    best = [entry.title for entry in plain.entries[:8]]
    deck = build(order("invasion-constructed", 7, never=best)).deck
    assert not set(best) & counted(deck).keys()
    assert errors(check(deck, load_format("invasion-constructed"))) == ()


def test_cards_that_must_be_in_go_where_the_format_has_them():
    must = {"Katya Iliyevna": 3, "Bite wound (draw)": 5}
    deck = build(order("nightfall-constructed", must=must)).deck
    held = {entry.title: entry.section for entry in deck.entries}
    assert held["Katya Iliyevna"] in ("archive-1", "archive-2")
    assert held["Bite wound (draw)"] == "wounds"


# Counts by type


@pytest.mark.parametrize("want", [{"unit": 28}, {"unit": 20, "support": 12}, {"quest": 0}])
def test_wanted_counts_are_met_exactly(want):
    for seed in range(3):
        deck = build(order("invasion-constructed", seed, want=want)).deck
        types = types_of(deck)
        assert {kind: types[kind] for kind in want} == want
        assert deck.size() == 50


def test_counts_above_the_least_size_make_a_larger_list():
    """INV-10: at least 50 cards; 55 units are 55 cards at least."""
    deck = build(order("invasion-constructed", want={"unit": 55})).deck
    assert types_of(deck)["unit"] == 55
    assert deck.size() == 55


def test_wanted_minions_are_counted_over_both_archives():
    deck = build(order("nightfall-constructed", want={"minion": 20, "action": 4})).deck
    assert (types_of(deck)["minion"], types_of(deck)["action"]) == (20, 4)  # NF-40: 2 x 12


def test_counts_that_no_legal_list_has_are_told_with_the_nearest():
    told = faults("dreamblade-constructed", want={"creature": 20})
    assert "20" in told
    assert "16" in told  # DRB-1


def test_wanted_counts_that_leave_a_list_too_small_are_told():
    """INV-10 asks for 50; with every type counted no more than 20 can come."""
    want = {"unit": 10, "support": 5, "tactic": 3, "quest": 2, "legend": 0}
    told = faults("invasion-constructed", want=want)
    assert "20 cards, but 50" in told
    assert "Wanted by type: Unit 10, Support 5" in told


# What cannot be together


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (
            {"must": {"Troll Slayers": 1}, "never": ["Troll Slayers"]},
            ("Troll Slayers must be in and may never be in.",),
        ),
        ({"part": "1 Runesmith\n", "never": ["Runesmith"]}, ("Runesmith is in the list",)),
        ({"want": {"unit": 40, "support": 11}, "size": 50}, ("51 cards", "50")),
        ({"must": {"Troll Slayers": 3}, "want": {"unit": 2}}, ("3 cards of the type Unit", "2")),
        ({"must": {"Troll Slayers": 3}, "pool": "s:core r:orc"}, ("troll slayers must be in",)),
        ({"must": {"Troll Slayers": 4}}, ("4 copies of Troll Slayers", "INV-11")),
        ({"must": {"Troll Slayers": 1, "Squig Herders": 1}}, ("INV-12",)),
        ({"wishes": {"side": "Chaos"}}, ("no side 'Chaos'", "Order, Destruction")),
        ({"wishes": {"side": "order", "capital": "Orc"}}, ("Orc is not of the side Order",)),
        ({"wishes": {"side": "order"}, "must": {"Squig Herders": 1}}, ("not of the side Order",)),
    ],
)
def test_terms_that_contradict_each_other_are_refused(asked, told):
    found = faults("invasion-constructed", **asked)
    for each in told:
        assert each in found


def test_a_list_with_more_that_must_be_in_than_its_size_is_refused():
    must = {"Troll Slayers": 3, "Runesmith": 3}
    pool = Deck(
        game="invasion",
        entries=read_deck(b"3 Troll Slayers\n3 Runesmith\n", "p", game="invasion").entries,
    )
    assert "6 cards must be in" in faults("invasion-draft", must=must, pool=pool, size=5)
    assert "only 3 copies" in faults("invasion-draft", must={"Runesmith": 4}, pool=pool)


@pytest.mark.parametrize("side", ["order", "Destruction"])
def test_INV_2_a_wished_side_is_kept(side):
    for seed in range(4):
        deck = build(order("invasion-constructed", seed, wishes={"side": side})).deck
        sides = {entry.card.side for entry in deck.entries} - {None}
        assert sides == {side.lower()}


# Proposals


def test_proposals_differ_and_each_seed_gives_its_list_again():
    wanted = order("invasion-constructed", 7, must={"Innovation": 2})
    found = propose(wanted, 3)
    assert found[0].seed == 7
    assert len({deck_hash(each.built.deck) for each in found}) == 3
    for each in found:
        again = build(msgspec.structs.replace(wanted, seed=each.seed))
        assert again == each.built
    assert propose(wanted, 3) == found


def test_XENO_1_has_one_list_only():
    assert len(propose(order("xeno"), 5)) == 1


# Why each card is in


@pytest.mark.parametrize(
    "name", ["invasion-constructed", "nightfall-constructed", "dreamblade-constructed", "xeno"]
)
def test_the_reasons_are_those_of_the_cards_in_the_list(name):
    built = build(order(name, 3))
    told = Counter()
    for choice in built.choices:
        told[choice.section, choice.title] += choice.copies
    assert told == {(each.section, each.title): each.count for each in built.deck.entries}
    for choice in built.choices:
        assert (choice.total is None) == (choice.reason != "chosen")


def test_reasons_tell_what_was_kept_what_must_be_in_and_what_the_format_lists():
    part = "1 Squig Herders\n"
    built = build(order("invasion-first-game", part=part, must={"Innovation": 1}))
    first = built.choices[0]
    assert (first.title, first.copies, first.reason) == ("Squig Herders", 1, "kept")
    assert "must" in {each.reason for each in built.choices if each.title == "Innovation"}
    assert {each.reason for each in built.choices} == {"kept", "must", "listed", "chosen"}
    rules = {choice.rule for choice in built.choices if choice.reason == "chosen"}
    assert "INV-15" in rules


def test_INV_31_the_loyalty_part_is_what_the_capital_does_not_cover():
    """Of two choices with the same parts the total says who comes first; loyalty costs."""
    built = build(order("invasion-constructed", 7, wishes={"capital": "dwarf"}))
    for choice in built.choices:
        parts = dict(choice.parts)
        assert CHANCE in parts
        if choice.card.race == "neutral":
            assert parts["loyalty"] == 0
        if choice.card.race == "dwarf" and choice.card.loyalty == 1:
            assert parts["loyalty"] == 0  # the capital's own symbol covers the one icon


def test_facts_compare_capital_races_and_cost():
    built = build(order("invasion-constructed", 7, wishes={"capital": "dwarf"}))
    facts = {each.id: each.value for each in built.facts}
    assert facts["capital"] == "dwarf"
    assert sum(facts["races"].values()) == built.deck.size()
    costs = []
    for entry in built.deck.entries:
        card = entry.card
        if isinstance(card.cost, int) and card.loyalty is not None:
            # INV-31: the dwarf capital covers one icon of its own race.
            extra = max(0, card.loyalty - (card.race == "dwarf"))
            costs += [card.cost + extra] * entry.count
    assert facts["cost-at-start"] == pytest.approx(sum(costs) / len(costs))
