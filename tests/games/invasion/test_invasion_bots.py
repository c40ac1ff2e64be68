"""The bots: what they know, how they value cards, and what decks they end with."""

from __future__ import annotations

import random
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from invasion_table import (
    CUT,
    DESTRUCTION,
    DWARFS,
    ORCS,
    ORDER,
    REINFORCEMENTS,
    RULES,
    SABOTAGE,
    TIDES,
    card,
    catalog,
    choose,
    dealt,
    ids,
    knowing,
    names,
    option,
    settings,
    step_on,
    strike,
    to_step,
    walk,
    with_seat,
)
from msgspec.structs import replace

from deckbuilder.decks.deck import Deck
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.costs import cost_at_start
from deckbuilder.games.invasion.drafter import DrafterPolicy
from deckbuilder.games.invasion.rating import rate
from deckbuilder.games.invasion.state import DONE, State
from deckbuilder.games.invasion.table import DRAFT
from deckbuilder.games.invasion.weights import characters, rating_weights
from deckbuilder.tables.policy import Policy, Score
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.table import play_out

SEEDS = 200
few = hypothesis_settings(max_examples=40, deadline=None)
seeds = st.integers(0, 2**32 - 1)


def bot(spec: str = "drafter") -> Policy:
    return DRAFT.bot(spec, settings(), catalog())


def scores(state: State, seat: int, spec: str = "drafter") -> dict[Option, Score]:
    options = RULES.options(state, seat)
    return {each.option: each for each in bot(spec).score(RULES.view(state, seat), options)}


def best(state: State, seat: int, spec: str = "drafter") -> Option:
    found = scores(state, seat, spec)
    return max(found, key=lambda each: found[each].total)


# The decks they end with ----------------------------------------------------------------------


def measures(deck: Deck) -> tuple[float, float, float]:
    """Races, share of units, mean total cost at the start (INV-31) with the deck's capital."""
    capital = (deck.header("Capital") or "").casefold()
    cards = [each.card for each in deck.entries for _ in range(each.count)]
    known = [each for each in cards if isinstance(each, InvasionCard)]
    costs = [cost for each in known if (cost := cost_at_start(each, capital)) is not None]
    return (
        len({each.race for each in known} - {"neutral"}),
        sum(each.type == "unit" for each in known) / len(known),
        mean(costs),
    )


def test_drafter_decks_hold_fewer_races_more_units_and_cost_less_than_random_decks() -> None:
    found = {}
    for spec in ("drafter", "random"):
        policy = bot(spec)
        decks = []
        for seed in range(SEEDS):
            state, _ = play_out(RULES, settings(), seed, [policy, policy])
            decks += [measures(deck) for deck in DRAFT.decks(settings(), state, catalog())]
        found[spec] = [mean(column) for column in zip(*decks, strict=True)]
    races, units, cost = found["drafter"]
    random_races, random_units, random_cost = found["random"]
    assert races < random_races - 0.2
    assert units > random_units + 0.05
    assert cost < random_cost - 0.1


def test_the_same_seed_gives_the_same_draft_whatever_the_bot_drafted_before() -> None:
    policy = bot()
    first, _ = play_out(RULES, settings(), 5, [policy, policy])
    play_out(RULES, settings(), 6, [policy, policy])
    again, _ = play_out(RULES, settings(), 5, [policy, bot()])
    assert first == again


# How they score -------------------------------------------------------------------------------


@few
@given(
    seed=seeds,
    chance=seeds,
    length=st.integers(0, 120),
    spec=st.sampled_from(["drafter", "aggressive", "denier"]),
)
def test_parts_add_up_to_totals_and_the_same_totals_pick(
    seed: int, chance: int, length: int, spec: str
) -> None:
    state = walk(seed, length, chance_seed=chance)
    policy = bot(spec)
    assert isinstance(policy, DrafterPolicy)
    for seat in RULES.to_act(state):
        view, options = RULES.view(state, seat), RULES.options(state, seat)
        found = policy.score(view, options)
        assert [each.option for each in found] == list(options)
        for each in found:
            assert each.total == pytest.approx(sum(worth for _, worth in each.parts))
        assert list(policy.totals(view, options)) == [each.total for each in found]


@few
@given(
    seed=seeds,
    chance=seeds,
    length=st.integers(0, 120),
    spec=st.sampled_from(["drafter", "aggressive", "denier", "rating", "random"]),
)
def test_the_place_of_a_card_in_a_pack_has_no_meaning_for_its_worth(
    seed: int, chance: int, length: int, spec: str
) -> None:
    state = walk(seed, length, chance_seed=chance)
    policy = bot(spec)
    for seat in RULES.to_act(state):
        view, options = RULES.view(state, seat), list(RULES.options(state, seat))
        worths = dict(zip(options, policy.totals(view, options), strict=True))
        random.Random(chance).shuffle(options)
        cards = list(view.own.cards)
        random.Random(chance).shuffle(cards)
        view = replace(view, own=replace(view.own, cards=tuple(cards)))
        again = dict(zip(options, policy.totals(view, options), strict=True))
        assert again == pytest.approx(worths)


def test_a_race_that_the_deck_has_is_worth_more_than_one_it_has_not() -> None:
    """Troll Slayers and Nuln Tinkerers: cost 3, loyalty 1, power 1, three hit points."""
    pack = ["Troll Slayers", "Nuln Tinkerers"]
    for deck, kept in ((DWARFS[:8], "Troll Slayers"), (["Huntsmen", *TOP], "Nuln Tinkerers")):
        state = with_seat(dealt(order=pack), ORDER, taken=ids(deck))
        found = scores(state, ORDER)
        race = {name: dict(found[option("take", name)].parts)["race"] for name in pack}
        assert max(race, key=lambda name: race[name]) == kept


TOP = ["Free Company", "Pistoliers", "Warrior Priests", "Thyrus Gorman", "Church of Sigmar"]


def test_a_deck_with_many_dear_cards_wants_cheap_ones() -> None:
    pack = ["Hammerer of Karak Azul", "Mountain Brigade"]
    dear = with_seat(
        dealt(order=pack), ORDER, taken=ids(["Mountain Brigade"] * 2 + ["King Kazador"] * 4)
    )
    cheap = with_seat(
        dealt(order=pack), ORDER, taken=ids(["Runesmith"] * 3 + ["Keystone Forge"] * 3)
    )

    def curve(state: State) -> float:
        found = scores(state, ORDER)
        low, high = (dict(found[option("take", name)].parts)["curve"] for name in pack)
        return low - high

    assert curve(dear) > 0 > curve(cheap)


def test_a_deck_with_few_units_wants_units() -> None:
    pack = ["Hammerer of Karak Azul", "Keystone Forge"]
    state = with_seat(dealt(order=pack), ORDER, taken=ids(["Keystone Forge"] * 6))
    found = scores(state, ORDER)
    unit, support = (dict(found[option("take", name)].parts)["role"] for name in pack)
    assert unit > support


def test_a_strike_goes_where_the_opponent_would_lose_most() -> None:
    weak = ["Waaagh!", "Pillage", "Choppa", "Totem of Gork", "Rock Lobber"] * 3
    state = step_on(dealt(destruction=[*weak[:14], "Squig Herders"]))
    # Whatever Destruction took, the units that are left are worth more than these.
    state = with_seat(state, DESTRUCTION, pack=tuple(sorted(ids([*weak[:12], "Squig Herders"]))))
    state = with_seat(state, ORDER, cards=state.seats[DESTRUCTION].pack)
    assert best(state, ORDER) == option("strike", "Squig Herders")


def test_races_that_the_opponent_was_seen_to_take_are_struck_first() -> None:
    """Savage Gors and Lobber Crew are cheap units; what Destruction is known to have decides."""
    pack = ["Dark Zealot", "Black Orc Squad"] * 6
    state = step_on(dealt(destruction=pack))
    for known, struck in ((ORCS[:8], "Black Orc Squad"), (["Chaos Knights"] * 8, "Dark Zealot")):
        seen = knowing(state, ORDER, ids(known))
        assert best(seen, ORDER) == option("strike", struck)


# Draft format cards on purpose ----------------------------------------------------------------

POOR = ["Wake the Mountain", "Stubborn Refusal", "Forced March", "Radiant Gaze", "Greater Heal"]
RICH = ["Grimgor Ironhide", "Squig Herders", "Night Goblins", "Followers of Mork", "Doom Divers"]


def gain(state: State, seat: int, action: str, name: str) -> float:
    return scores(state, seat)[option(action, name)].total


def test_INV_27_reinforcements_pay_for_themselves_and_beat_a_poor_pack() -> None:
    state = dealt(order=[*POOR, REINFORCEMENTS])
    assert best(state, ORDER) == option("take", REINFORCEMENTS)
    state = dealt(order=["Thyrus Gorman", REINFORCEMENTS])
    assert best(state, ORDER) == option("take", "Thyrus Gorman")


def test_INV_26_cut_supply_lines_are_worth_more_early() -> None:
    worth = [
        gain(replace(state, public=replace(state.public, pack=pack)), ORDER, "take", CUT)
        for state in (dealt(order=[*DWARFS, CUT]),)
        for pack in (1, 3, 5)
    ]
    assert worth == sorted(worth, reverse=True)
    assert worth[-1] < 0, "in the last pack it shortens nothing and costs a card"


def test_INV_30_cut_supply_lines_are_worth_more_when_each_takes_a_card_from_the_deck() -> None:
    """With four lines the opponent takes all that is left; the fifth costs a card a pack."""
    worth = [
        gain(dealt(order=[*DWARFS, CUT], lines=(0, lines)), ORDER, "take", CUT) for lines in (3, 4)
    ]
    assert worth[1] > worth[0]


def test_INV_29_tides_are_taken_from_a_poor_pack_and_struck_from_a_rich_one() -> None:
    assert gain(dealt(order=[*POOR * 2, TIDES]), ORDER, "take", TIDES) > 0
    assert gain(dealt(order=["Thyrus Gorman", *TOP, TIDES]), ORDER, "take", TIDES) < 0
    rich = step_on(dealt(destruction=[*RICH * 2, TIDES]))
    poor = step_on(dealt(destruction=["Waaagh!", "Pillage", "Choppa"] * 4 + [TIDES]))
    assert gain(rich, ORDER, "strike", TIDES) > gain(poor, ORDER, "strike", TIDES)


def test_INV_28_a_sabotage_is_kept_for_a_pack_that_is_worth_it() -> None:
    weak = ["Waaagh!", "Pillage", "Choppa", "Totem of Gork", "Rock Lobber"] * 3

    def after_first_strike(cards: list[str]) -> State:
        state = step_on(dealt(destruction=weak, sabotage=(1, 0)))
        state = with_seat(state, DESTRUCTION, pack=tuple(sorted(ids(cards))))
        state = with_seat(state, ORDER, cards=state.seats[DESTRUCTION].pack)
        return choose(state, ORDER, best(state, ORDER))[0]

    rich = after_first_strike([*weak[:9], "Squig Herders", "Followers of Mork", "Night Goblins"])
    assert best(rich, ORDER).value == SABOTAGE.lower()
    poor = after_first_strike(weak[:12])
    assert best(poor, ORDER) == DONE


def test_INV_28_a_sabotage_is_worth_nothing_to_keep_at_the_last_strike() -> None:
    state = strike(step_on(dealt(sabotage=(1, 0))), ORDER, "Doom Divers")
    last = replace(state, public=replace(state.public, pack=5, step=6))
    assert scores(state, ORDER)[DONE].total > scores(last, ORDER)[DONE].total == 0


# Ratings --------------------------------------------------------------------------------------


def rating(name: str) -> float:
    return rate(card(ids([name])[0]), rating_weights()).total


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Hammerer of Karak Azul", "Dwarf Masons"),
        ("Thyrus Gorman", "Johannes Broheim"),
        ("Warpstone Excavation", "Contested Stronghold"),
        ("Innovation", "Pilgrimage"),
        ("Judgement of Verena", "Twin-Tailed Comet"),
        ("Squig Herders", "Lobber Crew"),
        ("Chaos Knights", "Will of Tzeentch"),
        ("Contested Village", "Contested Stronghold"),
    ],
)
def test_ratings_agree_with_players(better: str, worse: str) -> None:
    assert rating(better) > rating(worse)


def test_each_fact_counts_in_the_right_direction() -> None:
    own = card(ids(["Black Orc Squad"])[0])
    value = rate(own, rating_weights()).total

    def changed(**facts: object) -> float:
        return rate(replace(own, **facts), rating_weights()).total

    assert changed(cost=4) < value
    assert changed(loyalty=3) < value
    assert changed(power=2) > value
    assert changed(hit_points=5) > value
    assert changed(keywords={"toughness": 2}) > changed(keywords={"toughness": 1}) > value
    assert changed(tags=("damage",)) > value


def test_parts_of_a_rating_add_up_for_every_card_there_is_and_unknown_facts_count_nothing() -> None:
    for each in catalog().cards:
        assert isinstance(each, InvasionCard)
        found = rate(each, rating_weights())
        assert found.total == pytest.approx(sum(worth for _, worth in found.parts))
    bare = InvasionCard(id="invasion/x/1", name="X", set="x", type="capital")
    assert rate(bare, rating_weights()).total == 0


def test_all_tags_and_keywords_of_the_cards_have_a_weight() -> None:
    cards = [each for each in catalog().cards if isinstance(each, InvasionCard) and each.official]
    tags = {tag for each in cards for tag in each.tags}
    keywords = {keyword for each in cards for keyword in each.keywords}
    assert tags <= set(rating_weights().tags)
    assert keywords - set(rating_weights().keywords) <= {"limit_one_per_zone"}


# Characters -----------------------------------------------------------------------------------


def test_there_are_three_characters_and_the_default_is_the_first() -> None:
    assert list(characters()) == ["drafter", "aggressive", "denier"]


def test_the_aggressive_one_likes_damage_and_the_battlefield() -> None:
    """Of two units of cost 2 with a power: one deals damage, one only stands there."""
    state = step_on(step_on(dealt()))
    state = with_seat(state, DESTRUCTION, cards=ids(["Savage Gors", "Cultist of Slaanesh"]))
    gap = {}
    for spec in ("drafter", "aggressive"):
        found = scores(state, DESTRUCTION, spec)
        gors, cultist = (
            found[option("take", name)].total for name in ("Savage Gors", "Cultist of Slaanesh")
        )
        gap[spec] = gors - cultist
    assert gap["aggressive"] > gap["drafter"]


def test_the_denier_reads_what_was_taken_sooner_and_strikes_harder() -> None:
    pack = ["Dark Zealot", "Black Orc Squad"] * 6
    state = knowing(step_on(dealt(destruction=pack)), ORDER, ids(ORCS[:2]))
    gap = {}
    for spec in ("drafter", "denier"):
        found = scores(state, ORDER, spec)
        orc, chaos = (
            found[option("strike", name)].total for name in ("Black Orc Squad", "Dark Zealot")
        )
        gap[spec] = orc - chaos
    assert gap["denier"] > gap["drafter"]


# Specs ----------------------------------------------------------------------------------------


def test_a_spec_changes_a_weight() -> None:
    state = step_on(dealt())
    full = scores(state, ORDER)
    half = scores(state, ORDER, "drafter:denial=0.5")
    for each, score in full.items():
        assert half[each].total == pytest.approx(score.total / 2)


def test_INV_25_what_would_work_for_the_opponent_is_not_left_to_be_struck() -> None:
    """A Sabotage that is left in the own pack is struck, and works for the other (INV-28)."""
    state = dealt(order=[*POOR[:1] * 8, SABOTAGE])
    guarded = scores(state, ORDER)[option("take", SABOTAGE)]
    left = scores(state, ORDER, "drafter:guard=0")[option("take", SABOTAGE)]
    assert dict(guarded.parts)["guard"] == pytest.approx(guarded.total - left.total)
    # The other strikes of a pack of copies take nothing that is missed.
    assert dict(guarded.parts)["guard"] == pytest.approx(dict(guarded.parts)["effect"])
    # After the last strike of a pack nothing that is left works for anybody.
    late = to_step(dealt(order=[*DWARFS * 2, SABOTAGE]), 7)
    assert dict(scores(late, ORDER)[option("take", SABOTAGE)].parts)["guard"] == 0


@pytest.mark.parametrize(("name", "step"), [(CUT, 1), (CUT, 2), (SABOTAGE, 7), (TIDES, 7)])
def test_INV_25_a_card_that_can_do_nothing_any_more_is_the_last_choice(name, step) -> None:
    """In the last pack Cut Supply Lines shorten nothing, behind the last strike there is none."""
    pack = [*POOR * 3, name, *POOR * 3]
    state = to_step(dealt(order=pack, destruction=pack, pack=5), step)
    cards = (*state.seats[ORDER].cards[:3], *ids([name]))
    state = with_seat(state, ORDER, cards=tuple(sorted(cards)))
    ranked = sorted(scores(state, ORDER).values(), key=lambda score: score.total)
    assert names([ranked[0].option.subject]) == [name]
    assert ranked[0].total < ranked[1].total
