"""The ways people draft as formats: numbers, piles and steps are data (INV-54)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from invasion_table import RULES, card, catalog, everything, plan, request, settings

from deckbuilder.errors import InputError
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import load_format
from deckbuilder.games.invasion.state import State
from deckbuilder.games.invasion.table import DRAFT
from deckbuilder.games.table_game import Request
from deckbuilder.tables.table import play_out

FORMATS = (
    "invasion-draft",
    "invasion-draft-seven-packs",
    "invasion-draft-dear-units",
    "invasion-draft-all-neutrals",
    "invasion-draft-mixed",
    "invasion-cube",
)


def drafted(reference: str, seed: int = 5, spec: str = "drafter") -> State:
    bot = DRAFT.bot(spec, settings(reference), catalog())
    return play_out(RULES, settings(reference), seed, [bot, bot])[0]


@pytest.mark.parametrize("reference", FORMATS)
@pytest.mark.parametrize("spec", ["drafter", "rating", "random"])
def test_INV_54_every_way_of_drafting_gives_decks_that_are_legal_in_it(
    reference: str, spec: str
) -> None:
    state = drafted(reference, spec=spec)
    assert everything(state) == everything(RULES.start(settings(reference), 5)[0])
    for deck in DRAFT.decks(settings(reference), state, catalog()):
        assert deck.format == reference
        assert check(deck, load_format(reference)) == ()


def test_INV_54_seven_packs_are_56_picks_cut_to_50() -> None:
    own = plan("invasion-draft-seven-packs")
    assert own.packs * sum(step.count for step in own.steps if step.action == "take") == 56
    state = drafted("invasion-draft-seven-packs")
    for seat in state.seats:
        assert len(seat.taken) == min(50, len(seat.taken) + len(seat.cut))
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert [tuple(deck["main"]) for deck in outcome.decks] == [seat.taken for seat in state.seats]
    for deck, seat in zip(
        DRAFT.decks(settings("invasion-draft-seven-packs"), state, catalog()),
        state.seats,
        strict=True,
    ):
        aside = [f"1x {card(each).name}" for each in seat.cut if seat.cut.count(each) == 1]
        assert set(aside) <= set(deck.end_notes)


def test_INV_54_the_cut_is_each_players_own_and_secret() -> None:
    reference = "invasion-draft-seven-packs"
    bot = DRAFT.bot("drafter", settings(reference), catalog())
    state, _ = RULES.start(settings(reference), 5)
    while state.public.phase != "cut":
        choices = {}
        for seat in RULES.to_act(state):
            scores = bot.score(RULES.view(state, seat), RULES.options(state, seat))
            choices[seat] = max(scores, key=lambda score: score.total).option
        state = RULES.apply(state, choices)[0]
    seat = RULES.to_act(state)[0]
    options = RULES.options(state, seat)
    assert {each.action for each in options} == {"cut"}
    assert {each.subject for each in options} == set(state.seats[seat].taken)
    ways = [RULES.apply(state, {seat: each})[0] for each in options[:2]]
    assert RULES.view(ways[0], 1 - seat) == RULES.view(ways[1], 1 - seat)
    worst = max(bot.score(RULES.view(state, seat), options), key=lambda score: score.total)
    assert worst.total == pytest.approx(sum(worth for _, worth in worst.parts))


def test_INV_54_without_units_of_cost_2_or_less() -> None:
    for pile in plan("invasion-draft-dear-units").piles:
        units = [card(each) for each in pile if card(each).type == "unit"]
        assert units
        assert all(isinstance(each.cost, int) and each.cost > 2 for each in units)
        # Five packs of 15 still come out of it.
        assert len(pile) + 10 >= 75


def test_INV_54_with_all_neutral_cards_nothing_stays_aside() -> None:
    state, _ = RULES.start(settings("invasion-draft-all-neutrals"), 1)
    assert state.aside == ()
    assert [
        len(pile) + len(seat.pack) for pile, seat in zip(state.piles, state.seats, strict=True)
    ] == [110, 110]


def test_INV_54_a_mixed_draft_gives_each_half_of_one_pile() -> None:
    state, _ = RULES.start(settings("invasion-draft-mixed"), 1)
    assert DRAFT.seat_names(settings("invasion-draft-mixed")) == ("seat-1", "seat-2")
    for seat, pile in zip(state.seats, state.piles, strict=True):
        cards = [*pile, *seat.pack]
        assert len(cards) == 100
        assert {card(each).side for each in cards} == {None, "order", "destruction"}
    assert not state.plan.effects


def test_INV_54_a_cube_is_a_list_split_by_side() -> None:
    own = plan("invasion-cube")
    for pile, side in zip(own.piles, ("order", "destruction"), strict=True):
        assert {card(each).side for each in pile} == {side}
        assert max(Counter(pile).values()) == 1


# A format of one's own ------------------------------------------------------------------------

OWN = """
id: own
name: Own
game: invasion
extends: invasion-draft
"""


def own_format(folder: Path, draft: str) -> object:
    path = folder / "own.yaml"
    path.write_text(OWN + draft, encoding="utf-8")
    return DRAFT.settings(Request(format=load_format(str(path))), catalog())


def test_a_format_of_ones_own_changes_numbers_and_piles(tmp_path: Path) -> None:
    (tmp_path / "cube.txt").write_text("3x Troll Slayers\n20 Runesmith\n", encoding="utf-8")
    own_format(
        tmp_path,
        """
draft:
  seats:
  - {name: order, side: order, list: cube.txt}
  - {name: destruction, side: destruction, pile: "s:core r:orc"}
  neutral: {cards: "s:core number:111-121", each: 3}
  draft_cards: {Sabotage: 2}
  packs: 2
  pack_size: 9
  steps: [{take: 3}, {strike: 2}, {take: 1}]
""",
    )
    found = DRAFT.settings(request(str(tmp_path / "own.yaml")), catalog())
    state, _ = RULES.start(found, 1)
    assert [
        len(pile) + len(seat.pack) for pile, seat in zip(state.piles, state.seats, strict=True)
    ] == [28, 45]
    assert state.public.pack_sizes == (9, 9)
    assert Counter(map(card, found["piles"][0]))[card("invasion/core/005")] == 20
    bot = DRAFT.bot("drafter", found, catalog())
    end, _ = play_out(RULES, found, 1, [bot, bot])
    assert end.public.pack == 2


@pytest.mark.parametrize(
    ("draft", "message"),
    [
        ("draft: {packs: 0}", "packs"),
        ("draft: {packs: 1000000000}", "packs"),
        ("draft: {pack_size: many}", "pack_size"),
        ("draft: {steps: [{look: 2}]}", "steps"),
        ("draft: {luck: 3}", "luck"),
        ("draft: {neutral: {cards: 's:core number:111-121', each: 13}}", "more than the 24"),
        ("draft: {draft_cards: {Hate: 2}}", "no draft format card"),
        ("draft: {seats: [{name: ../up, pile: ''}, {name: b, pile: ''}]}", "seats"),
        ("draft: {seats: [{name: a, list: none.txt}, {name: b, pile: 's:core'}]}", "no such file"),
        (
            "draft: {seats: [{name: a, pile: 'number:900'}, {name: b, pile: 's:core'}],"
            " draft_cards: {}, neutral: }",
            "no card is found",
        ),
        (
            "draft: {seats: [{name: a}, {name: b, pile: 's:core'}], draft_cards: {}, neutral: }",
            "has 0 cards",
        ),
    ],
)
def test_a_procedure_that_cannot_be_is_refused(tmp_path: Path, draft: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        own_format(tmp_path, draft)


def test_an_unknown_card_of_a_list_is_named_with_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "cube.txt").write_text("1x Troll Slayer\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"no card 'Troll Slayer'\. Did you mean: Troll Slayers"):
        own_format(
            tmp_path, "draft: {seats: [{name: a, list: cube.txt}, {name: b, pile: 's:core'}]}"
        )
