"""Cards of the user's own: YAML, CSV and XLSX, any columns; filling in, contradicting, adding."""

from __future__ import annotations

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.catalog.query import select
from deckbuilder.errors import InputError
from deckbuilder.preferences import Preferences
from deckbuilder.registry import game
from deckbuilder.resources import user_folder

COMMUNITY = (
    "Name,Lineage,Aspect,Spawn Cost,Aspect Cost,Power,Defense,Life,Abilities,Flavor Text,"
    "Collector Number,Set,Rarity\n"
)


def catalog_with(*paths, name="dreamblade"):
    with Preferences(own_cards=tuple(paths)).in_force():
        return game(name).catalog()


def one(catalog, name):
    (card,) = catalog.printings(name)
    return card


def test_the_community_sheet_loads_as_it_is(tmp_path):
    sheet = tmp_path / "dreamblade.csv"
    sheet.write_text(
        COMMUNITY
        + 'First One,Janus,Valor,7,2,4,7,9,"Bluff; Lure","Once, there was",12,B,Rare\n'
        + "Second One,,Madness,5,M,*,3,4,,,13,BW,C\n"
        + "Third One,Hellbred,Fear/Passion,5,Fear Passion,1,2,3,None,,14,CP,uncommon\n"
        + "Fourth One,,None,2,0,1,1,1,,,15,A,U\n"
        + "Fifth One,,Valor,2,,1,1,1,,,16,NF,R\n"
        + "Sixth One,,?,?,?,?,?,?,,,17,SD,\n",
        encoding="utf-8",
    )
    catalog = catalog_with(sheet)
    first = one(catalog, "First One")
    assert (first.set, first.number, first.rarity) == ("base-set", 12, "rare")
    assert (first.lineage, first.aspects, first.spawn_cost) == ("Janus", ("valor",), 7)
    assert first.aspect_cost == ("valor", "valor")
    assert (first.power, first.defense, first.life) == (4, 7, 9)
    assert first.abilities == ("Bluff", "Lure")
    second = one(catalog, "Second One")
    assert (second.set, second.power, second.rarity) == ("baxars-war", "*", "common")
    assert second.aspect_cost == ("madness",)
    assert second.abilities is None
    third = one(catalog, "Third One")
    assert (third.set, third.aspects) == ("chrysotic-plague", ("fear", "passion"))
    assert (third.aspect_cost, third.abilities) == (("fear", "passion"), ())
    fourth = one(catalog, "Fourth One")
    assert (fourth.set, fourth.aspects, fourth.aspect_cost) == ("anvilborn", (), ())
    assert one(catalog, "Fifth One").set == "night-fusion"
    sixth = one(catalog, "Sixth One")
    assert (sixth.set, sixth.aspects, sixth.power) == ("serrated-dawn", None, None)
    assert catalog.notices == ()


def test_any_column_order_delimiter_and_xlsx_give_the_same(tmp_path):
    plain, other, book = tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "c.xlsx"
    plain.write_text("name,set,number,spawn cost,power\nNew One,Base Set,7,3,2\n")
    other.write_text("POWER;Spawn_Cost;Collector number;Set;NAME\n2;3;7;B;New One\n", "utf-8-sig")
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.append(["my miniatures"])
    sheet.append([])
    sheet.append(["Set", "Power", "Name", "Number", "Spawn Cost"])
    sheet.append(["base set", 2.0, "New One", 7, 3])
    workbook.save(book)
    cards = [one(catalog_with(path), "new one") for path in (plain, other, book)]
    facts = {(card.id, card.set, card.number, card.spawn_cost, card.power) for card in cards}
    assert facts == {("dreamblade/base-set/007", "base-set", 7, 3, 2)}


def test_a_record_fills_in_what_is_unknown(tmp_path):
    before = one(game("dreamblade").catalog(), "Kitsune")
    assert (before.set, before.power, before.spawn_cost) == ("unknown-set", None, 7)
    sheet = tmp_path / "mine.csv"
    sheet.write_text("name,set,power,spawn cost,aspect\nKitsune,CP,4,7,Passion\n")
    catalog = catalog_with(sheet)
    after = one(catalog, "Kitsune")
    assert after.id == before.id
    assert (after.set, after.power, after.aspects) == ("chrysotic-plague", 4, ("passion",))
    assert catalog.notices == ()
    assert after in select(catalog, "s:CP power:4")


def test_a_contradiction_is_told_and_the_known_fact_stays(tmp_path):
    sheet = tmp_path / "mine.csv"
    sheet.write_text("name,spawn cost,lineage\nKitsune,9,Janus\n")
    catalog = catalog_with(sheet)
    (notice,) = catalog.notices
    assert (notice.where, notice.line, notice.field) == (str(sheet), 2, "spawn_cost")
    assert "9" in notice.what
    assert "7" in (notice.mend or "")
    assert (one(catalog, "Kitsune").spawn_cost, one(catalog, "Kitsune").lineage) == (7, "Janus")


def test_another_name_at_a_taken_number_is_a_contradiction(tmp_path):
    pool = tmp_path / "mine.yaml"
    pool.write_text("game: invasion\nid: core\ncards:\n- {number: 17, name: Impostor, cost: 9}\n")
    catalog = catalog_with(pool, name="invasion")
    assert {notice.field for notice in catalog.notices} == {"name", "cost"}
    assert catalog.printings("Impostor") == ()
    assert catalog.by_number("core", 17).name == "A Glorious Death"


def test_a_yaml_file_may_state_a_set_of_its_own_or_only_some_facts(tmp_path):
    pool = tmp_path / "club.yaml"
    pool.write_text(
        "game: invasion\nid: club\nname: Club Night\nofficial: false\ncards:\n"
        "- {number: 1, name: Club Member, type: unit, race: orc, keywords: {scout: true}}\n"
    )
    (tmp_path / "more.yaml").write_text(
        "- {name: Innovation, set: Assault on Ulthuan, quantity: 1}\n"
        "- {name: Loose, type: tactic, race: orc}\n"
    )
    catalog = catalog_with(tmp_path, name="invasion")
    member = one(catalog, "club member")
    assert (member.id, member.official) == ("invasion/club/001", False)
    assert member in select(catalog, "s:club-night k:scout")
    assert member not in select(catalog, "")
    assert [card.quantity for card in catalog.printings("Innovation")] == [1, 1]
    assert one(catalog, "Loose").set == "more"


def test_the_users_folder_is_read_always(tmp_path):
    folder = user_folder() / "cards"
    (folder / "xeno").mkdir(parents=True)
    (folder / "xeno" / "more.csv").write_text("name,rank\nJester,11\n")
    (folder / "all.csv").write_text("game,name,rank\nXENO,Ghost,12\nInvasion,Orc Boyz,\n")
    catalog = game("xeno").catalog()
    assert (one(catalog, "Jester").rank, one(catalog, "Ghost").rank) == (11, 12)
    assert catalog.printings("Orc Boyz") == ()
    (folder / "xeno" / "more.csv").write_text("name,rank\nJester,13\n")
    assert one(catalog_with(name="xeno"), "Jester").rank == 13
    assert catalog_with(name="nightfall").printings("Jester") == ()


def test_a_file_in_the_users_folder_says_its_game_by_its_fields_or_must_name_it(tmp_path):
    folder = user_folder() / "cards"
    folder.mkdir(parents=True)
    (folder / "all.csv").write_text("name,cost\nGhost,12\n")
    with pytest.raises(InputError, match="which game"):
        game("invasion").catalog()
    (folder / "all.csv").write_text("name,rank\nGhost,12\n")
    assert one(catalog_with(name="xeno"), "Ghost").rank == 12
    assert catalog_with(name="invasion").printings("Ghost") == ()


def test_a_sheet_of_known_cards_and_sets_is_of_their_game_whatever_its_columns(tmp_path):
    sheet = tmp_path / "mine.csv"
    sheet.write_text("name,set,cost\nKing Kazador,Core Set,9\n", encoding="utf-8")
    (notice,) = catalog_with(sheet, name="invasion").notices
    assert "King Kazador" in str(notice)
    assert "cost" in str(notice)
    for other in ("nightfall", "dreamblade", "xeno"):
        assert catalog_with(sheet, name=other).printings("King Kazador") == ()
        assert catalog_with(sheet, name=other).notices == ()


def test_new_cards_of_a_known_set_are_of_its_game(tmp_path):
    sheet = tmp_path / "mine.csv"
    sheet.write_text("name,set,type,cost\nNew One,Hidden Kingdoms,unit,2\n", encoding="utf-8")
    assert one(catalog_with(sheet, name="invasion"), "New One").set == "hidden-kingdoms"
    assert game("nightfall").catalog().printings("New One") == ()


@pytest.mark.parametrize("written", ["13/60", "13 / 60", "#13/60", "13"])
def test_a_collector_number_may_have_the_size_of_its_set_behind_it(tmp_path, written):
    sheet = tmp_path / "mine.csv"
    sheet.write_text(
        f"Name,Type,Lineage,Power,Collector Number,Set\nNew One,creature,Janus,3,{written},B\n",
        encoding="utf-8",
    )
    assert one(catalog_with(sheet), "New One").number == 13


def test_only_a_collector_number_is_read_of_a_total(tmp_path):
    sheet = tmp_path / "mine.csv"
    sheet.write_text("Name,Type,Lineage,Power\nNew One,creature,Janus,3/4\n", encoding="utf-8")
    with pytest.raises(InputError, match="3/4"):
        catalog_with(sheet)


def test_all_faults_of_a_sheet_at_once_with_line_and_heading(tmp_path):
    sheet = tmp_path / "mine.csv"
    sheet.write_text("name,Spawn Cost,Aspect,rarity\nA,many,Joy,rare\nB,3,Fear,mythic\n,4,Fear,\n")
    with pytest.raises(InputError) as raised:
        catalog_with(sheet, name="dreamblade")
    places = [(fault.line, fault.field) for fault in raised.value.faults]
    assert places == [(2, "Spawn Cost"), (2, "Aspect"), (3, "rarity")]
    assert "valor, madness, fear, passion" in str(raised.value)


def test_a_new_card_needs_name_and_type(tmp_path):
    pool = tmp_path / "mine.yaml"
    pool.write_text("cards:\n- {name: Nameless Thing, race: orc}\n- {race: orc, type: unit}\n")
    with pytest.raises(InputError) as raised:
        catalog_with(pool, name="invasion")
    assert [(f.line, f.field) for f in raised.value.faults] == [(2, "type"), (3, "name")]


def test_an_unknown_column_is_left_out_and_told(tmp_path):
    sheet = tmp_path / "mine.csv"
    sheet.write_text("name,my notes,flavor text\nKitsune,fine,long ago\n")
    catalog = catalog_with(sheet)
    assert [notice.field for notice in catalog.notices] == ["my notes"]


def test_own_cards_are_found_again_from_the_cache_and_change_the_digest(tmp_path):
    sheet = tmp_path / "mine.csv"
    sheet.write_text("name,power\nKitsune,4\n")
    shipped = game("dreamblade").catalog().digest
    first = catalog_with(sheet)
    assert first.digest != shipped
    assert catalog_with(sheet).digest == first.digest
    assert one(catalog_with(sheet), "Kitsune").power == 4


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00\x01", b"PK\x03\x04broken", b"\xff\xfe", b"name", b"a,b\n1,2\n", b'name\n"x',
     b"\xef\xbb\xbf", "name;rank\nÄ;１２\n".encode(), b"name\n=cmd()\n"],
)  # fmt: skip
@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".yaml"])
def test_any_content_is_read_or_told(tmp_path, content, ending):
    path = tmp_path / f"x{ending}"
    path.write_bytes(content)
    try:
        catalog = catalog_with(path, name="xeno")
    except InputError as error:
        told = error.faults
    else:
        told = ()
        assert len(catalog.cards) >= 10
    assert all(fault.where == str(path) for fault in told)


@settings(max_examples=40, deadline=None)
@given(content=st.one_of(st.binary(max_size=80), st.text(max_size=80).map(str.encode)))
def test_any_bytes_as_a_sheet_are_read_or_told(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("pool") / "x.csv"
    path.write_bytes(b"name,rank\n" + content)
    told = ()
    try:
        assert len(catalog_with(path, name="xeno").cards) >= 10
    except InputError as error:
        told = error.faults
    assert all(fault.what for fault in told)


def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "x.xlsx"
    workbook = openpyxl.Workbook()
    workbook.active.append(["name", "rank"])
    workbook.save(path)
    monkeypatch.setattr("deckbuilder.sources.workbooks.MAX_UNPACKED", 10)
    with pytest.raises(InputError, match="unpacks to more than"):
        catalog_with(path, name="xeno")


def test_a_sheet_with_too_many_rows_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "x.csv"
    path.write_text("name,rank\n" + "".join(f"Card {row},1\n" for row in range(6)))
    monkeypatch.setattr("deckbuilder.sources.spreadsheets.MAX_ROWS", 5)
    with pytest.raises(InputError, match="more than 5 rows"):
        catalog_with(path, name="xeno")
