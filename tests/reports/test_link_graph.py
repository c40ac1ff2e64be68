"""The link graph of Nightfall orders on cards whose links are known (NF-54, NF-56)."""

from __future__ import annotations

from itertools import pairwise, product

from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.games.nightfall.card import NightfallCard
from deckbuilder.games.nightfall.link_graph import count_chains, kicker_met_by, link_graph
from deckbuilder.registry import game


def order(name):
    return game("nightfall").catalog().find(name)


def names(graph, rows):
    return [graph.orders[row].name for row in rows]


def test_NF_54_a_card_follows_when_its_colour_is_a_link_colour_of_the_one_before():
    # Doktor Nyilaszy (white) links to blue and gold, Patrol Zombie is blue and links to blue,
    # Clever Ivan is white and links to white.
    cards = [order("Doktor Nyilaszy"), order("Patrol Zombie"), order("Clever Ivan")]
    graph = link_graph(cards, [7, 2, 2])
    assert names(graph, graph.following[0]) == ["Patrol Zombie"]
    assert names(graph, graph.following[1]) == ["Patrol Zombie"]
    assert names(graph, graph.following[2]) == ["Doktor Nyilaszy", "Clever Ivan"]


def test_NF_54_chains_use_no_title_more_often_than_there_are_copies():
    # Two: DP, PP, ID, II. Three: DPP, IDP, IID, with two copies no PPP and no III.
    # Four: IDPP, IIDP. Five: IIDPP.
    cards = [order("Doktor Nyilaszy"), order("Patrol Zombie"), order("Clever Ivan")]
    assert count_chains(link_graph(cards, [7, 2, 2])) == {2: 4, 3: 3, 4: 2, 5: 1}


def test_NF_54_a_single_copy_does_not_follow_itself():
    graph = link_graph([order("Clever Ivan")], [1])
    assert graph.following == ((),)
    assert count_chains(graph) == {2: 0, 3: 0, 4: 0, 5: 0}


def test_NF_56_a_kicker_needs_a_card_of_its_colour_that_the_order_can_be_linked_to():
    # Full Battle Rattle: green, kicker red. Asset Seven is red and links to green; Snowstorm is
    # red but links to red only; Victor One links to green but is green.
    cards = [order(n) for n in ("Full Battle Rattle", "Asset Seven", "Snowstorm", "Victor One")]
    graph = link_graph(cards, [7, 7, 2, 2])
    assert names(graph, kicker_met_by(graph, 0)) == ["Asset Seven"]
    assert kicker_met_by(graph, 1) == ()


COLOURS = ["red", "green", "blue"]
ORDERS = st.builds(
    lambda colour, links: (colour, tuple(sorted(links))),
    st.sampled_from(COLOURS),
    st.sets(st.sampled_from(COLOURS), min_size=1, max_size=2),
)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(ORDERS, st.integers(1, 3)), min_size=1, max_size=4))
def test_NF_54_counts_are_those_of_trying_every_sequence(made):
    cards = [
        NightfallCard(id=str(row), name=str(row), set="s", type="order", colour=c, links=links)
        for row, ((c, links), _) in enumerate(made)
    ]
    copies = [number for _, number in made]
    counts = count_chains(link_graph(cards, copies))
    for length in (2, 3, 4, 5):
        possible = [
            rows
            for rows in product(range(len(cards)), repeat=length)
            if all(rows.count(row) <= copies[row] for row in set(rows))
            and all(
                cards[later].colour in cards[earlier].links for earlier, later in pairwise(rows)
            )
        ]
        assert counts[length] == len(possible)
