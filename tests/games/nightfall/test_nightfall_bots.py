"""The bots: what they see in cards, what they do with it, and that they explain what they do."""

from __future__ import annotations

from statistics import fmean

import msgspec
import pytest
from archive_drafts import RULES, bot_draft, catalog, choose_first, order_name, settings

from deckbuilder.errors import InputError
from deckbuilder.games.nightfall import bots
from deckbuilder.games.nightfall.links import chaining
from deckbuilder.games.nightfall.plan import plan_of
from deckbuilder.games.nightfall.rating import model
from deckbuilder.games.nightfall.rules import View, private
from deckbuilder.tables.protocol import Option

CHARACTERS = ("rating", "drafter", "aggressive", "denier")
BOTH = ["the-coldest-war", "made-up"]


def draft_id(name):
    return catalog().find(f"{name} (draft card)").id


def bot(spec, told):
    return bots.bot(spec, told, catalog())


def scores(spec, told, view):
    options = [Option("take", card) for card in view.hand]
    return {
        order_name(score.option.subject): score for score in bot(spec, told).score(view, options)
    }


def view_of(told, hand, taken=(), commons=(), seen=None):
    hand, taken, commons = (
        tuple(draft_id(name) for name in names) for names in (hand, taken, commons)
    )
    seen = ((hand,) * (len(taken) + 1)) if seen is None else seen
    return View(
        plan=plan_of(told),
        seat=0,
        round=len(taken),
        hand=hand,
        taken=taken,
        seen=seen,
        commons=commons,
    )


def best(found):
    return max(found, key=lambda name: found[name].total)


def part(score, name):
    return dict(score.parts).get(name, 0.0)


def test_a_total_is_the_sum_of_its_parts():
    told = settings(3, sets=BOTH)
    state, _ = RULES.start(told, 4)
    while RULES.to_act(state):
        for spec in CHARACTERS:
            options = RULES.options(state, 0)
            for score in bot(spec, told).score(RULES.view(state, 0), options):
                assert score.total == pytest.approx(sum(amount for _, amount in score.parts))
                assert {name for name, _ in score.parts} <= set(bots.PARTS)
        state, _ = choose_first(state)


def test_unknown_facts_change_no_score():
    told = settings(3)
    # Of both of these nothing is known but the name.
    found = scores("drafter", told, view_of(told, ["Blowtorch Triage", "Fresh Meat"]))
    assert found["Blowtorch Triage"].total == found["Fresh Meat"].total


def test_known_links_between_the_archives_are_worth_more_than_unknown_ones():
    told = settings(3)
    view = view_of(told, ["Banner 89", "Emil Balev"], taken=["Unholy Resurrection"], seen=())
    found = scores("drafter", told, view)
    assert part(found["Banner 89"], "link") > part(found["Emil Balev"], "link") == 0
    assert best(found) == "Banner 89"


def test_NF_56_a_kicker_among_the_own_archives_counts():
    told = settings(3)
    view = view_of(told, ["Full Battle Rattle", "Power and Glory"], taken=["Asset Seven"], seen=())
    found = scores("drafter", told, view)
    assert part(found["Full Battle Rattle"], "kicker") > part(found["Power and Glory"], "kicker")


def test_two_archives_of_one_colour_and_two_actions_are_marked_down():
    told = settings(3)
    view = view_of(told, ["Doktor Nyilaszy", "R&D"], taken=["Unholy Resurrection"], seen=())
    found = scores("drafter", told, view)
    assert part(found["Doktor Nyilaszy"], "colour") < 0 == part(found["R&D"], "colour")
    assert part(found["Doktor Nyilaszy"], "types") > 0 > part(found["R&D"], "types")


def test_what_only_the_best_card_of_a_hand_denies_the_next_player():
    told = settings(3)
    found = scores("denier", told, view_of(told, ["Smiling Biter", "Emil Balev", "Fresh Meat"]))
    assert part(found["Smiling Biter"], "denial") > 0
    assert part(found["Emil Balev"], "denial") == part(found["Fresh Meat"], "denial") == 0


def test_NF_26_a_card_that_stands_out_is_removed():
    told = settings(2)
    hand = ["Smiling Biter", "Blowtorch Triage", "Fresh Meat", "Power and Glory"]
    assert best(scores("drafter", told, view_of(told, hand))) == "Smiling Biter"


def test_NF_26_of_two_good_cards_one_comes_back_so_a_poor_one_is_removed():
    told = settings(2)
    hand = ["Full Battle Rattle", "Unholy Resurrection", "Fresh Meat", "Power and Glory"]
    assert best(scores("drafter", told, view_of(told, hand))) in ("Fresh Meat", "Power and Glory")


def test_the_commons_get_what_links_with_the_own_archives():
    told = settings(3)
    taken = ["Unholy Resurrection", "Doktor Nyilaszy"]
    found = scores("drafter", told, view_of(told, ["Banner 89", "Asset Seven"], taken, seen=()))
    assert best(found) == "Banner 89"


def test_the_commons_do_not_get_what_links_with_what_the_left_neighbour_was_passed():
    told = settings(3)
    passed = tuple(map(draft_id, ["Emil Balev", "Doktor Nyilaszy", "Unholy Resurrection"]))
    own = view_of(told, ["Banner 89", "Emil Balev"], ["Emil Balev", "Foul Revenant"])
    view = msgspec.structs.replace(own, seen=(passed, (*passed[:1], own.taken[1]), own.hand))
    found = scores("denier", told, view)
    assert part(found["Banner 89"], "neighbours") < 0
    assert best(found) == "Emil Balev"


def test_a_hand_that_comes_back_tells_what_the_other_player_took():
    told = settings(2)
    names = ["Emil Balev", "Doktor Nyilaszy", "Fresh Meat", "Full Battle Rattle"]
    own = view_of(told, names[2:], ["Emil Balev", "Foul Revenant"])
    foreign = tuple(map(draft_id, ["Foul Revenant", "R&D", "Kaos 33"]))
    view = msgspec.structs.replace(own, seen=(tuple(map(draft_id, names)), foreign, own.hand))
    # Doktor Nyilaszy is missing: the other's first archive, which follows Full Battle Rattle.
    assert part(scores("denier", told, view)["Full Battle Rattle"], "neighbours") < 0


def test_the_aggressive_one_prefers_damage_to_cards():
    told = settings(3)
    hand = ["Inhuman Wave", "R&D"]
    calm = scores("drafter", told, view_of(told, hand))
    eager = scores("aggressive", told, view_of(told, hand))
    assert best(eager) == "Inhuman Wave"
    gap = {
        name: found["Inhuman Wave"].total - found["R&D"].total
        for name, found in (("calm", calm), ("eager", eager))
    }
    assert gap["eager"] > gap["calm"]


@pytest.mark.parametrize("spec", CHARACTERS)
def test_the_place_of_a_card_in_the_hand_has_no_meaning(spec):
    told = settings(4, sets=BOTH, hand=6)
    state, _ = RULES.start(told, 11)
    while RULES.to_act(state):
        view, options = RULES.view(state, 0), RULES.options(state, 0)
        turned = msgspec.structs.replace(view, hand=view.hand[::-1])
        totals = bot(spec, told).totals(view, options)
        assert bot(spec, told).totals(turned, options[::-1]) == totals[::-1]
        state, _ = choose_first(state)


def archive_links(state):
    told = state.plan
    cards = bots.facts(told, catalog())
    usual = model().usual_links
    pairs = (private(told, taken) for taken in state.taken)
    return fmean(chaining(cards[one], cards[other], usual) for one, other in pairs)


def mean_links(told, spec):
    return fmean(archive_links(bot_draft(told, seed, spec)[0]) for seed in range(200))


@pytest.mark.parametrize("sets", [["the-coldest-war"], ["made-up"]])
def test_drafter_archives_chain_better_than_those_of_rating_and_random(sets):
    told = settings(4, sets=sets)
    drafter, rating, chance = (mean_links(told, spec) for spec in ("drafter", "rating", "random"))
    assert drafter > rating
    assert drafter > chance


@pytest.mark.parametrize("spec", ["random", *CHARACTERS, "drafter:denial=0.5,link=2"])
@pytest.mark.parametrize(
    ("players", "variants", "sets"),
    [
        (2, (), BOTH),
        (2, ("common-ground",), BOTH),
        (3, ("common-ground", "hidden-archives"), BOTH[:1]),
        (5, ("secret-archives", "upstream"), BOTH[:1]),
        (6, ("teams", "own-starters", "moon-phases"), BOTH),
    ],
)
def test_every_bot_drafts_every_variant_to_its_end(spec, players, variants, sets):
    told = settings(players, variants, sets)
    state, outcome = bot_draft(told, 3, spec)
    assert bot_draft(told, 3, spec) == (state, outcome)
    assert len(outcome.decks) == players


def test_a_weight_in_the_spec_changes_the_score():
    told = settings(3)
    view = view_of(told, ["Smiling Biter", "Emil Balev"])
    plain = scores("drafter", told, view)["Smiling Biter"]
    changed = scores("drafter:denial=0", told, view)["Smiling Biter"]
    assert part(plain, "denial") > 0 == part(changed, "denial")
    assert part(plain, "rating") == part(changed, "rating")


def test_a_log_whose_cards_are_gone_is_refused():
    told = settings(3)
    told["orders"] = {**told["orders"], told["cards"][0]: "nightfall/lost/card"}
    with pytest.raises(InputError, match="nightfall/lost/card"):
        bot("drafter", told)


def test_the_numbers_name_known_parts_and_kinds_only():
    numbers = model()
    tags = {tag for card in catalog().cards for tag in card.tags}
    kinds = (
        tags
        | {card.type for card in catalog().cards}
        | {keyword for card in catalog().cards for keyword in card.keywords}
    )
    for character in numbers.characters.values():
        assert set(character.weights) <= set(bots.PARTS)
        assert set(character.taste) <= kinds
    assert set(numbers.rating.tags) <= tags | {"removal"}
    assert all(
        tag in numbers.rating.tags
        for card in catalog().cards
        if card.type in ("minion", "action")
        for tag in card.tags
    )
