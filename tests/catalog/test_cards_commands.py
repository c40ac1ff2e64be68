"""`cards`, `card` and `own` as a person types them."""

from __future__ import annotations

import csv
import io
import json

import pytest

from deckbuilder.cli.main import run
from deckbuilder.registry import games


@pytest.fixture
def say(capfd):
    def command(*arguments, status=0):
        assert run(list(arguments)) == status
        return capfd.readouterr()

    return command


def test_a_search_is_a_table_of_one_line_a_card(say):
    told = say("cards", "invasion", "s:core", "race:dwarf", "type:unit")
    lines = told.out.splitlines()
    assert len(lines) == 2 + 12
    assert lines[0].split() == ["Name", "Set", "No.", "Type", "Race", "Cost", "Loy", "Pow", "HP"]
    assert lines[2].split() == ["Defender", "of", "the", "Hold", "Core", "Set", "1", "Unit",
                                "Dwarf", "1", "1", "1", "1"]  # fmt: skip
    assert told.err == "12 cards.\n"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_tables_keep_to_80_columns(say, game):
    from deckbuilder.catalog.wording import cell_width

    for arguments in ((game.id,), (game.id, "--coverage")):
        for line in say("cards", *arguments).out.splitlines():
            assert cell_width(line) <= 80, line


def test_short_of_space_set_names_stay_readable_and_shared_facts_are_said_once(say):
    # At 80 columns; before, each set name of Nightfall was cut to "Nightfa...".
    sets = {line[27:36] for line in say("cards", "nightfall").out.splitlines()[2:]}
    assert {"Nightfall", "Martial…"} <= {each.strip() for each in sets}
    told = say("cards", "dreamblade", "s:base")
    assert "Set" not in told.out.splitlines()[0].split()
    assert "Brighthammer Carnage" in told.out
    assert "Set Base Set" in told.err
    assert "left out" not in say("cards", "xeno").err


def test_h_asks_for_help_and_is_no_search(say):
    assert say("cards", "-h").out == say("cards", "--help").out
    assert say("cards", "invasion", "-h").out == say("cards", "--help").out
    assert "health" in say("cards", "invasion", "-health:3", status=2).err


def test_minus_is_no_option_but_two_are(say):
    # 25 dwarf cards in the core set, 12 of them units.
    assert say("cards", "invasion", "s:core", "-t:unit", "race:dwarf").err == "13 cards.\n"
    told = say("cards", "invasion", "--jsn", status=2)
    assert "--jsn" in told.err


def test_json_and_csv_hold_every_fact(say):
    (card,) = json.loads(say("cards", "invasion", "king kazador", "--json").out)
    assert card["id"] == "invasion/core/007"
    assert card["keywords"] == {"one_hero_per_zone": True, "toughness": 2}
    (row,) = csv.DictReader(io.StringIO(say("cards", "invasion", "king kazador", "--csv").out))
    assert row["cost"] == "6"
    assert row["keywords"] == "one_hero_per_zone; toughness 2"
    assert row["traits"] == "Hero; Warrior"


def test_a_csv_of_cards_can_be_read_back_as_a_pool(say, tmp_path):
    sheet = tmp_path / "out.csv"
    for game in games():
        sheet.write_text(say("cards", game.id, "is:any", "--csv").out, "utf-8")
        told = say("cards", game.id, "is:any", "--cards", str(sheet), "--csv")
        assert told.out == sheet.read_text("utf-8")
        assert "kept" not in told.err


def test_sorting(say):
    costs = [card["cost"] for card in
             json.loads(say("cards", "invasion", "s:core r:orc", "--sort", "-cost", "--json").out)
             if isinstance(card.get("cost"), int)]  # fmt: skip
    assert costs == sorted(costs, reverse=True)
    assert "Nearest: cost" in say("cards", "invasion", "--sort", "coast", status=2).err


def test_an_unknown_field_is_exit_status_2(say):
    told = say("cards", "invasion", "rase:dwarf", status=2)
    assert told.out == ""
    assert "race" in told.err
    assert "chess" in say("cards", "chess", status=2).err


def test_the_help_holds_the_whole_language(say):
    from deckbuilder.catalog.language import field_lists, forms

    told = " ".join(say("cards", "--help").out.split())
    for form in forms():
        assert form.write in told
    for names in field_lists({game.title: game.card_type() for game in games()}).values():
        for name in names:
            assert name.split()[0] in told


def test_coverage_as_json(say):
    told = json.loads(say("cards", "--coverage", "--json").out)
    assert set(told) == {game.id for game in games()}
    core = next(each for each in told["invasion"] if each["set"] == "core")
    assert core["facts"]["cost"] == {"known": 127, "of": 127}


def test_a_card_shows_facts_printings_and_formats(say):
    told = say("card", "innovation").out
    for part in ("Innovation (Core Set, 119)", "Innovation (Assault on Ulthuan, 57)"):
        assert part in told
    standing = dict(line.split(None, 1) for line in told.split("Formats\n")[1].splitlines())
    assert standing["invasion-constructed"] == "legal"
    assert standing["invasion-tournament"] == "restricted"


def test_INV_51_a_ban_has_its_day(say):
    def standing(*options):
        return json.loads(say("card", "Visit the Haunted City", "--json", *options).out)["formats"]

    assert standing()["invasion-tournament"] == "banned"
    assert standing("--date", "2011-07-12")["invasion-tournament"] == "legal"
    assert standing()["invasion-constructed"] == "legal"


def test_json_tells_what_a_card_does_in_every_language(say):
    """A sentence an ability; null where the effect is not known, nothing of other games."""
    told = json.loads(say("card", "Runesmith", "--json").out)["texts"]
    assert sorted(told) == ["en", "ja"]
    assert len(told["en"]) == len(told["ja"]) == 1
    assert told["en"] != told["ja"]
    assert told["en"][0] in say("card", "Runesmith").out
    assert json.loads(say("card", "Greyseer Thanquol", "--json").out)["texts"] is None
    assert "texts" not in json.loads(say("card", "Sage", "--json").out)


def test_what_is_not_known_is_said(say):
    told = say("card", "Bone", "Cruncher").out
    assert "Strength" in told
    assert "unknown" in told
    assert "ボーン クランチャー" in told


def test_a_near_miss_is_a_suggestion(say):
    told = say("card", "Bone Crusher", status=2)
    assert told.out == ""
    assert "Bone Cruncher" in told.err


def test_a_face_is_written_once(say, tmp_path):
    picture = tmp_path / "face.svg"
    say("card", "Bone Cruncher", "--svg", str(picture))
    assert picture.read_text("utf-8").startswith("<svg")
    assert "--force" in say("card", "Bone Cruncher", "--svg", str(picture), status=2).err
    say("card", "Bone Cruncher", "--svg", str(picture), "--force")


def test_contradictions_are_told_beside_the_result(say, tmp_path):
    sheet = tmp_path / "mine.csv"
    sheet.write_text("name,spawn cost\nKitsune,9\n")
    told = say("card", "Kitsune", "--cards", str(sheet))
    assert "Kitsune" in told.out
    assert f"{sheet}:2" in told.err


def test_own_adds_removes_and_lists(say):
    say("own", "add", "2x Core", "3x Bone Cruncher", "1 Kitsune")
    listed = say("own").out
    for part in ("2x Core Set", "+3x Bone Cruncher (The Coldest War)", "+1x Kitsune"):
        assert part in listed
    # Two boxes of 220 cards and 4 capital boards.
    assert "448 copies" in listed
    say("own", "remove", "1x Innovation (Core Set, 119)")
    rows = json.loads(say("cards", "invasion", "innovation", "--owned", "--json").out)
    assert [(row["set"], row["owned"]) for row in rows] == [("core", 1)]
    told = say("own", "remove", "2x Innovation (Core Set, 119)", status=2)
    assert "2x Innovation (Core Set, 119) cannot be taken away" in told.err
    assert "you have 1." in told.err
    say("own", "remove", "2x Core Set", status=2)


def test_own_tells_what_there_is_after_a_change(say):
    assert "You now have 2x." in say("own", "add", "2x Core Set").out
    assert "Added: 2x Core Set (Warhammer: Invasion). You now have 4x." in (
        say("own", "add", "2x Core Set").out
    )
    # Four boxes with one Innovation each, and one more.
    assert "You now have 5x." in say("own", "add", "Innovation (Core Set, 119)").out
    assert "of Core Set you have 4." in say("own", "remove", "9x Core Set", status=2).err


def test_one_copy_of_one_card_is_told_in_the_singular(say):
    say("own", "add", "3x Bone Cruncher")
    assert "Nightfall: 3 copies of 1 card\n" in say("own").out


def test_own_tells_all_that_it_does_not_know_and_changes_nothing(say):
    told = say("own", "add", "2x Core", "Bone Crusher", "0x Legends", "Baxar's War", status=2)
    assert "Bone Cruncher" in told.err
    assert "0" in told.err
    assert "Baxar's War" in told.err
    assert "Nothing is stated" in say("own").out


def test_a_name_of_a_set_and_a_card_must_be_made_clear(say):
    told = say("own", "add", "Nightfall", "Death Night", status=2)
    assert "card:Death Night" in told.err
    say("own", "add", "card:Death Night")
    say("own", "add", "set:Core")


def test_only_owned_cards_are_found(say):
    say("own", "add", "Legends")
    rows = json.loads(say("cards", "invasion", "--owned", "--json").out)
    assert {row["set"] for row in rows} == {"legends"}
    assert all(row["owned"] == 3 for row in rows if row.get("quantity") == 3)


def test_check_says_what_the_collection_lacks(say, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("Game: Invasion\n3x King Kazador\n2x Hammerer of Karak Azul\n1x Nobody\n")
    say("own", "add", "Core")
    command = ("check", str(path), "--format", "invasion-constructed", "--owned")
    told = say(*command, status=1).out
    assert "2x King Kazador (own 1, need 3)" in told
    assert "Hammerer" not in told.split("King Kazador (own")[1]
    assert "Nobody" not in told.split("King Kazador (own")[1]
    say("own", "add", "2x King Kazador")
    assert "every card of the list whose name is known" in say(*command, status=1).out
    say("own", "remove", "2x King Kazador")
    (verdict,) = json.loads(say(*command, "--json", status=1).out)
    assert verdict["missing"] == [{"card": "King Kazador", "have": 1, "need": 3, "missing": 2}]


def test_lists_may_hold_the_users_own_cards(say, tmp_path):
    (tmp_path / "club.csv").write_text("name,set,type,race\nMy Hero,Club,unit,dwarf\n")
    deck = tmp_path / "list.txt"
    deck.write_text("Game: Invasion\n3x My Hero\n")
    command = ("check", str(deck), "--format", "invasion-constructed")
    assert "unknown-card" in say(*command, status=1).out
    assert "unknown-card" not in say(*command, "--cards", str(tmp_path / "club.csv"), status=1).out
    assert "unknown-card" in say(*command, status=1).out
