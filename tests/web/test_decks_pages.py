"""Decks are built, imported, mended and exported by the page as on the command line."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
import yaml

from deckbuilder.cli.main import run
from deckbuilder.sessions.own_decks import decks_folder, open_deck

TWINS = Path(__file__).parents[1] / "data" / "twins"
LISTS = Path(__file__).parents[1] / "data" / "lists" / "invasion"
INDEX = yaml.load((TWINS / "index.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


class Desk:
    """A deck on its page, as a browser without a script uses it."""

    def __init__(self, client, site, name):
        self.client, self.site, self.name = client, site, name

    def send(self, what, *, parts=False, **fields):
        data = {"token": self.site.token, "version": open_deck(self.name).version, **fields}
        headers = {"x-parts": "deck"} if parts else {}
        return self.client.post(f"/decks/{self.name}/{what}", data=data, headers=headers)

    def put(self, card, **fields):
        return self.send("card", card=card, **fields)

    @property
    def page(self):
        return self.client.get(f"/decks/{self.name}").text

    @property
    def deck(self):
        return open_deck(self.name).deck


@pytest.fixture
def begin(client, site):
    def beginning(law, name="Wall of iron"):
        sent = client.post("/decks", data={"token": site.token, "format": law, "name": name})
        assert sent.status_code == 303
        return Desk(client, site, sent.headers["location"].rpartition("/")[2])

    return beginning


@pytest.fixture
def take_in(client, site):
    def taking(text):
        return client.post("/decks/import", data={"token": site.token, "text": text})

    return taking


def codes(page):
    return sorted(re.findall(r'data-code="([^"]+)"', page))


def test_a_card_is_added_and_removed_and_a_digit_sets_its_count(begin):
    desk = begin("invasion-constructed")
    assert desk.put("invasion/core/003", by="more").status_code == 303
    assert desk.deck.size() == 1
    desk.put("invasion/core/003", count="3")
    assert desk.deck.size() == 3
    desk.put("invasion/core/003", by="fewer")
    assert desk.deck.size() == 2
    desk.put("invasion/core/003", count="0")
    assert desk.deck.size() == 0
    assert desk.put("invasion/core/003", count="minus one").status_code == 400
    assert desk.put("invasion/core/no-such").status_code == 400


def test_undo_and_redo_go_through_all_changes_and_outlive_the_program(begin):
    desk = begin("invasion-constructed")
    for count in ("1", "2", "3"):
        desk.put("invasion/core/003", count=count)
    # Nothing of a deck is kept in memory: each request reads its files.
    sizes = []
    for what in ("undo", "undo", "undo", "undo", "redo", "redo"):
        desk.send(what)
        sizes.append(desk.deck.size())
    assert sizes == [2, 1, 0, 0, 1, 2]
    desk.put("invasion/core/003", count="9")
    desk.send("redo")
    assert desk.deck.size() == 9


def test_two_tabs_on_one_deck_tell_each_other(begin):
    desk = begin("invasion-constructed")
    old = open_deck(desk.name).version
    desk.put("invasion/core/003", count="2")
    sent = desk.put("invasion/core/003", count="1", version=old)
    assert sent.status_code == 409
    assert "changed elsewhere" in sent.text
    assert desk.deck.size() == 2


def test_a_capital_is_a_header(begin):
    desk = begin("invasion-constructed")
    card = next(card for card in _catalog("invasion").cards if card.name == "Dwarf Capital")
    desk.put(card.id, by="more")
    assert desk.deck.header("Capital") == "Dwarf"
    assert desk.deck.size() == 0
    desk.put(card.id, by="fewer")
    assert desk.deck.header("Capital") is None


def _catalog(game_id):
    from deckbuilder.registry import game

    return game(game_id).catalog()


@pytest.mark.parametrize("law", ["nightfall-constructed", "dreamblade-constructed", "xeno"])
def test_every_game_has_its_sections(begin, law):
    desk = begin(law)
    card = next(card for card in _catalog(desk.deck.game).cards if not card.never_in_deck)
    sections = re.findall(r'<option value="([^"]+)"', desk.page.partition('id="section"')[2][:900])
    section = sections[1] if 'id="section"' in desk.page else "main"
    desk.put(card.id, by="more", section=section)
    assert [(each.card, each.section) for each in desk.deck.entries] == [(card, section)]


# The page judges by the newest law; rules of a day are held by `check --date`.
@pytest.mark.parametrize("key", [key for key in sorted(INDEX) if "date" not in INDEX[key]])
@pytest.mark.parametrize("side", ["breaks", "holds"])
def test_the_page_says_of_every_twin_what_the_command_line_says(client, take_in, key, side):
    take_in((TWINS / f"{key}-{side}.txt").read_text(encoding="utf-8"))
    (file,) = decks_folder().glob("*.txt")
    page = client.get(f"/decks/{file.stem}").text
    assert codes(page) == sorted(each["code"] for each in INDEX[key][side])


def test_a_list_with_faults_is_told_line_by_line_and_kept(take_in):
    page = take_in("Game: Invasion\nFormat: invasion-constructed\n\n3 Runesmith\n2 Runesmit\n").text
    (row,) = re.findall(r'<tr class="told"><td[^>]*>5</td>.*?</tr>', page, re.DOTALL)
    assert "Runesmit" in row
    (file,) = decks_folder().glob("*.txt")
    assert open_deck(file.stem).deck.size() == 5


def test_what_is_no_list_is_refused_and_nothing_is_kept(take_in):
    assert "notice bad" in take_in("hello").text
    assert take_in("").status_code == 400
    assert not decks_folder().exists()


def test_mend_and_complete_make_a_list_legal_and_are_undone(client, site, take_in):
    take_in("Game: Invasion\nFormat: invasion-constructed\n\n4 Runesmith\n")
    (file,) = decks_folder().glob("*.txt")
    desk = Desk(client, site, file.stem)
    told = desk.send("mend", parts=True)
    assert told.headers["x-parts"] == "1"
    assert codes(told.text) == []
    desk.send("undo")
    assert desk.deck.size() == 4
    desk.put("invasion/core/011", count="0")
    begun = desk.deck.entries[0].card
    desk.put(begun.id, count="3")
    told = desk.send("complete", parts=True)
    assert 'id="verdict">legal' in told.text
    assert desk.deck.size() >= 50
    assert "Runesmith" in [each.title for each in desk.deck.entries]


@pytest.mark.parametrize("target", ["text", "csv", "json", "octgn", "markdown", "pdf", "xlsx"])
def test_a_deck_is_exported_as_the_command_does(client, take_in, target, tmp_path, monkeypatch):
    take_in((LISTS / "starter-orc.txt").read_text(encoding="utf-8"))
    (file,) = decks_folder().glob("*.txt")
    sent = client.get(f"/decks/{file.stem}/as/{target}")
    assert sent.status_code == 200
    assert "attachment" in sent.headers["content-disposition"]
    if target in ("text", "csv", "json", "octgn", "markdown"):
        out = tmp_path / "out"
        assert run(["export", str(file), "--to", target, "-o", str(out)]) == 0
        assert sent.content == out.read_bytes()


def test_a_name_is_shown_as_what_it_is(begin, client):
    desk = begin("xeno", name='<script>alert("x")</script>')
    for page in (desk.page, client.get("/decks").text):
        assert "<script>alert" not in page
        assert html.escape("<script>alert", quote=False) in page
    assert re.fullmatch(r"[\w-]+", desk.name)


@pytest.mark.parametrize("name", ["..%2F..%2Fpage.key", "%2E%2E", ".before", "no-such", "a%00b"])
def test_no_file_beside_the_decks_is_opened(client, begin, name):
    begin("xeno")
    assert client.get(f"/decks/{name}").status_code == 404


def test_a_search_that_cannot_be_read_is_told_in_its_place(begin, client):
    desk = begin("invasion-constructed")
    found = client.get(f"/decks/{desk.name}?q=rase:dwarf", headers={"x-parts": "results"})
    assert found.status_code == 200
    assert "rase" in found.text
    assert "race" in found.text


def test_filters_count_what_is_found_and_narrow_it_down(begin):
    from deckbuilder.web.card_search import search

    found = search(_catalog("invasion"), "s:core t:unit")
    (races,) = [each for each in found.filters if each.title == "Race"]
    for value in races.values:
        assert search(_catalog("invasion"), value.query).count == value.count
    assert sum(value.count for value in races.values) == found.count


def test_the_first_pages_are_small_and_nothing_moves_when_faces_come(client, begin):
    desk = begin("invasion-constructed")
    for path in ("/", "/decks", f"/decks/{desk.name}"):
        page = client.get(path)
        own = set(re.findall(r'"(/static/[^"]+)"', page.text))
        assert len(page.content) + sum(len(client.get(each).content) for each in own) < 150_000
        for image in re.findall(r"<img[^>]*>", page.text):
            assert "width=" in image
            assert "height=" in image


def test_a_face_is_drawn_in_the_language_of_its_page(client):
    faces = {
        client.get(f"/{lang}/faces/invasion/invasion/core/003.svg").text for lang in ("en", "ja")
    }
    assert len(faces) == 2
    assert client.get("/faces/invasion/invasion/core/no-such.svg").status_code == 404
    assert client.get("/cards/invasion/invasion/core/003").status_code == 200


def test_a_deck_page_has_pictures_and_nothing_inline(client, take_in):
    take_in((LISTS / "starter-orc.txt").read_text(encoding="utf-8"))
    (file,) = decks_folder().glob("*.txt")
    page = client.get(f"/decks/{file.stem}").text
    assert 'class="figure' in page
    assert re.findall(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", page) == []


def test_what_a_stranger_named_is_no_part_of_a_page(take_in, client):
    take_in('Game: XENO\nFormat: xeno\n\n3 <img src=x onerror="alert(1)">\n')
    (file,) = decks_folder().glob("*.txt")
    for path in ("/decks", f"/decks/{file.stem}"):
        assert "<img src=x" not in client.get(path).text


def test_two_decks_are_set_beside_each_other_where_they_differ(begin, client):
    one, two = begin("xeno", "One"), begin("xeno", "Two")
    for desk, copies in ((one, "2"), (two, "1")):
        desk.put("xeno/xeno/maiden", count=copies)
    assert f'<option value="{two.name}">Two</option>' in one.page
    page = client.get(f"/decks/{one.name}/against?other={two.name}").text
    assert "-1" in page
    assert "Maiden" in page
    same = client.get(f"/decks/{one.name}/against?other={one.name}").text
    assert "same cards" in same
    assert client.get(f"/decks/{one.name}/against?other=none").status_code == 404
    other = begin("nightfall-constructed", "Three")
    assert client.get(f"/decks/{one.name}/against?other={other.name}").status_code == 400


def test_only_cards_that_are_owned_are_found_when_asked_for(begin, client, capsys):
    assert "Owned" not in begin("xeno").page
    assert run(["own", "add", "1x Hero", "--game", "xeno"]) == 0
    desk = begin("xeno")
    assert re.search(r"Owned <span>1</span>", desk.page)
    found = client.get(f"/decks/{desk.name}?owned=1").text
    assert "1 card found" in found
    # What is narrowed down stays so while cards are added.
    answer = desk.send("card", parts=True, card="xeno/xeno/hero", by="more", owned="1")
    assert "1 card found" in answer.text


def test_the_sheet_names_player_and_event(begin, client):
    desk = begin("xeno")
    desk.put("xeno/xeno/hero", count="1")
    here = f"/decks/{desk.name}/sheet"
    said = {"player": "Ann Smith", "event": "Spring Cup", "date": "2026-03-14", "paper": "letter"}
    answer = client.get(here, params=said)
    assert answer.content.startswith(b"%PDF")
    assert answer.content != client.get(here, params={**said, "player": "Bo"}).content
    assert client.get(here, params={"date": "soon"}).status_code == 400
    assert client.get(here, params={"paper": "a9"}).status_code == 400
    assert client.get(here, params={"player": "\x1b[2J髙" * 400}).status_code == 200


def test_drawn_cards_are_written_beside_a_list_for_tables(begin):
    desk = begin("xeno")
    desk.put("xeno/xeno/hero", count="1")
    answer = desk.send("write/tts", parts=True)
    assert answer.status_code == 200
    folder = decks_folder().parent / "exports" / desk.name
    assert str(folder) in html.unescape(answer.text)
    assert {path.suffix for path in folder.iterdir()} == {".json", ".png"}
    assert desk.send("write/none").status_code == 400


def test_numbers_and_odds_are_told_beside_the_pictures(begin):
    desk = begin("invasion-constructed")
    desk.put("invasion/core/003", count="3")
    assert "Numbers and odds" in desk.page
    assert desk.page.count("<h3>") > 3
