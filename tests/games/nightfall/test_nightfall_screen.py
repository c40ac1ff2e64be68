"""What a person is shown, and told."""

from __future__ import annotations

from archive_drafts import RULES, bot_draft, catalog, choose_first, settings, states

from deckbuilder.cli.console import print_screen
from deckbuilder.games.nightfall.table import DRAFT
from deckbuilder.preferences import Preferences
from deckbuilder.tables.protocol import Option

BOTH = ["the-coldest-war", "made-up"]


def shown(told, state, seat=0):
    return DRAFT.screen(told, RULES.view(state, seat), RULES.options(state, seat), catalog())


def row(screen, name):
    """Return the cells of a card by the titles of their columns."""
    titles = [column.title for column in screen.columns]
    cells = next(each.cells for each in screen.rows if each.cells[0] == name)
    return dict(zip(titles, cells, strict=True))


def find(told, name):
    """Return the screen of a seat that is dealt this card."""
    for seed in range(200):
        screen = shown(told, RULES.start(told, seed)[0])
        if any(each.cells[0] == name for each in screen.rows):
            return screen
    raise AssertionError(name)


def test_known_facts_are_shown_and_unknown_ones_marked():
    told = settings(3)
    doktor = row(find(told, "Doktor Nyilaszy"), "Doktor Nyilaszy")
    facts = {"Type": "minion", "Colour": "white", "Links": "blue gold", "Keyword": "ghoul"}
    assert doktor.items() >= facts.items()
    assert row(find(told, "Asset Seven"), "Asset Seven")["Links"] == "green ?"
    assert row(find(told, "Sophia Otrava"), "Sophia Otrava")["Str/Hea"] == "3/?"
    # An action has neither strength nor keyword.
    dog = row(find(told, "Dog Eat Dog"), "Dog Eat Dog")
    assert (dog["Links"], dog["Cost"]) == ("green ?", "3")
    assert dog.get("Str/Hea", "") == dog.get("Keyword", "") == ""


def test_a_column_of_which_nothing_is_known_in_hand_is_left_out():
    told = settings(3)
    dropped = set()
    for seed in range(40):
        screen = shown(told, RULES.start(told, seed)[0])
        titles = [column.title for column in screen.columns]
        assert titles[:2] == ["Name", "Type"]
        assert all(len(each.cells) == len(titles) for each in screen.rows)
        for place, column in enumerate(titles):
            assert any(set(each.cells[place]) - set("?/") for each in screen.rows), column
        dropped |= {"Kicker", "Cost", "Str/Hea"} - set(titles)
    assert dropped


def test_the_prompt_says_what_the_choice_is_for_and_where_the_rest_goes():
    prompts = [shown(settings(2), state).prompt for state in states(settings(2))[:-1]]
    for prompt, purpose in zip(prompts, ("remove", "first", "second", "commons"), strict=True):
        assert purpose in prompt
    assert "left neighbour" in prompts[0]
    assert "Nothing is left over" in prompts[3]
    assert (
        "right neighbour"
        in shown(settings(3, ["upstream"]), states(settings(3, ["upstream"]))[0]).prompt
    )
    assert "box" in shown(settings(3), states(settings(3))[2]).prompt


def test_panels_hold_the_commons_the_own_choices_and_the_hands_passed_on():
    told = settings(3)
    start, second, third, _ = states(told, 5)
    first = {panel.title: panel.lines for panel in shown(told, start).panels}
    assert [len(lines) for lines in first.values()] == [5]
    later = {panel.title: panel.lines for panel in shown(told, third).panels}
    taken = [catalog().card(card).order for card in third.taken[0]]
    passed = [catalog().card(card).order for card in second.seen[0][0][1:]]
    assert all(name in line for name, line in zip(taken, later["Your choices"], strict=True))
    assert later["Hands that you passed on"][0] == f"Choice 1: {', '.join(passed)}"


def test_hidden_commons_are_announced():
    told = settings(3, ["hidden-archives"])
    (panel,) = shown(told, RULES.start(told, 1)[0]).panels
    assert panel.lines == ("none yet; 5 are laid out after the draft",)


def test_a_team_mate_is_named():
    told = settings(4, ["teams"])
    panel = shown(told, RULES.start(told, 1)[0], seat=1).panels[-1]
    assert "Seat 4" in panel.lines[0]


def test_own_starters_are_shown_in_pairs():
    told = settings(2, ["own-starters"], BOTH)
    state, _ = RULES.start(told, 1)
    while state.round < len(told["steps"]):
        state, _ = choose_first(state)
    screen = shown(told, state)
    assert len(screen.rows) == 3
    assert {"Clever Ivan", "Made-Up White Starter"} in [set(each.cells) for each in screen.rows]
    assert "white" in screen.prompt


def test_every_event_has_its_sentence():
    told = settings(3, ["hidden-archives", "moon-phases", "own-starters"], BOTH)
    (state, _), kinds = RULES.start(told, 2), set()
    while RULES.to_act(state):
        state, events = choose_first(state)
        for event in events:
            kinds.add(event.kind)
            sentence = DRAFT.tell(told, event, catalog())
            assert sentence
            assert sentence.endswith(".")
    assert kinds == {"taken", "passed", "laid-out", "commons", "archives", "moon", "starters"}


def test_a_choice_is_told_by_the_name_of_the_order():
    seven = catalog().find("Asset Seven (draft card)")
    assert (
        DRAFT.tell_choice(settings(3), Option("take", seven.id), catalog()) == "chooses Asset Seven"
    )


def test_the_table_fits_eighty_columns_with_every_name_whole(capsys):
    told = settings(5)
    for seed in range(12):
        screen = shown(told, RULES.start(told, seed)[0])
        print_screen(screen)
        lines = capsys.readouterr().out.splitlines()
        assert max(map(len, lines)) <= 80
        for each in screen.rows:
            assert any(each.cells[0] in line for line in lines), each.cells[0]


def test_japanese_names_and_words_where_japanese_is_spoken():
    told = settings(3)
    with Preferences(language="ja").in_force():
        screen = shown(told, RULES.start(told, 3)[0])
        names = {card.name_ja for card in catalog().cards if card.set == "the-coldest-war"}
        assert all(each.cells[0] in names for each in screen.rows)


def test_lists_name_the_seat_the_sets_and_the_variants():
    told = settings(3, ["upstream", "secret-archives"], BOTH)
    deck = DRAFT.decks(told, bot_draft(told)[0], catalog())[1]
    assert deck.game == "nightfall"
    assert deck.format == "nightfall-draft"
    assert deck.header("Seat") == "2 of 3"
    assert deck.header("Sets") == "The Coldest War, Made-Up Set"
    assert deck.header("Variants") == "secret-archives, upstream"
    assert deck.header("Face-up wounds") == "30"
    assert DRAFT.seat_names(told) == ("seat-1", "seat-2", "seat-3")
