"""Events on the page: the folders, verdicts and books of `deckbuilder event`."""

from __future__ import annotations

import json
import re

import pytest
from mails import mail

from deckbuilder.cli.main import run
from deckbuilder.reports.event_file import read_event
from deckbuilder.sessions.own_events import ORIGINALS, events_folder

WHOLE = (
    "1x Hero\n1x Emperor\n2x Spirit\n2x Sage\n2x Noble\n2x Reaper\n2x Maiden\n2x Diviner\n"
    "2x Soldier\n2x Boy\n"
)
GOOD = f"Game: XENO\nPlayer: Ann Smith\n\n{WHOLE}".encode()
SHORT = f"Game: XENO\nPlayer: Bo Brown\n\n{WHOLE.replace('2x Boy', '1x Boy')}".encode()


def begin(client, site, **asked):
    sent = {"token": site.token, "name": "Spring Cup", "format": "xeno", **asked}
    answer = client.post("/events", data=sent)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def put(client, site, here, *files):
    sent = [("files", (name, content)) for name, content in files]
    return client.post(
        f"{here}/lists", data={"token": site.token}, files=sent, headers={"X-Parts": "1"}
    )


def verdicts(page):
    rows = re.findall(r'<th scope="row">(.*?)</th>.*?class="mark [^"]*">(.*?)</span>', page, re.S)
    return dict(rows)


def test_lists_are_judged_as_they_come_and_as_the_command_does(client, site, capsys):
    here = begin(client, site, players="Ann Smith\nBo Brown\nCy Young")
    assert verdicts(client.get(here).text) == dict.fromkeys(
        ("Ann Smith", "Bo Brown", "Cy Young"), "MISSING"
    )
    page = put(client, site, here, ("ann.txt", GOOD)).text
    assert verdicts(page)["Ann Smith"] == "legal"
    broken = ("broken.pdf", b"%PDF-1.4")
    page = put(client, site, here, ("bo.txt", SHORT), broken, ("dee.eml", mail(WHOLE))).text
    told = verdicts(page)
    assert (told["Bo Brown"], told["Cy Young"]) == ("NOT LEGAL", "MISSING")
    assert told["broken"] == "NOT EXPECTED, CANNOT BE READ"
    folder = events_folder() / "spring-cup"
    assert run(["event", "check", str(folder), "--json"]) == 2
    same = json.loads(capsys.readouterr().out)
    assert {each["player"] for each in same["lists"]} | set(same["missing"]) == set(told)


def test_the_books_hold_all_who_can_be_read(client, site):
    here = begin(client, site)
    put(client, site, here, ("ann.txt", GOOD), ("bo.txt", SHORT), ("x.pdf", b"%PDF-1.4"))
    assert client.get(f"{here}/book.pdf").content.startswith(b"%PDF-")
    assert client.get(f"{here}/book.xlsx").content.startswith(b"PK")
    assert client.get(f"{here}/book.csv").text.count("Ann Smith") == 10
    assert "Bo Brown" in client.get(f"{here}/book.html").text
    assert client.get(f"{here}/book.exe").status_code == 404


def test_a_list_is_mended_and_kept_as_it_came(client, site):
    here = begin(client, site)
    put(client, site, here, ("bo.txt", SHORT))
    folder = events_folder() / "spring-cup"
    shown = client.get(f"{here}/lists/bo.txt").text
    assert "add 1 copy of Boy" in shown
    client.post(f"{here}/lists/bo.txt/mend", data={"token": site.token})
    assert verdicts(client.get(here).text) == {"Bo Brown": "legal"}
    assert (folder / ORIGINALS / "bo.txt").read_bytes() == SHORT
    again = client.post(f"{here}/lists/bo.txt/mend", data={"token": site.token})
    assert again.status_code == 400


def test_a_list_is_marked_as_a_players_and_with_when_it_came(client, site):
    here = begin(client, site, players="Zoe Adams", deadline="2026-03-14T09:30")
    put(client, site, here, ("list.txt", GOOD))
    sent = {"token": site.token, "player": "Zoe Adams", "received": "2026-03-14T08:00"}
    assert client.post(f"{here}/lists/list.txt/mark", data=sent).status_code == 303
    assert verdicts(client.get(here).text) == {"Zoe Adams": "legal"}
    sent["received"] = "2026-03-14T10:00"
    client.post(f"{here}/lists/list.txt/mark", data=sent)
    assert verdicts(client.get(here).text) == {"Zoe Adams": "legal, LATE"}
    for wrong in ({"player": "Nobody"}, {"received": "soon"}):
        answer = client.post(f"{here}/lists/list.txt/mark", data={**sent, **wrong})
        assert answer.status_code == 400


def test_a_list_that_is_taken_out_is_kept(client, site):
    here = begin(client, site, players="Ann Smith")
    put(client, site, here, ("ann.txt", GOOD))
    client.post(f"{here}/lists/ann.txt/out", data={"token": site.token})
    assert verdicts(client.get(here).text) == {"Ann Smith": "MISSING"}
    assert (events_folder() / "spring-cup" / ORIGINALS / "ann.txt").read_bytes() == GOOD


def test_two_lists_of_one_name_stand_beside_each_other_and_are_told(client, site):
    here = begin(client, site)
    put(client, site, here, ("list.txt", GOOD))
    again = put(client, site, here, ("list.txt", GOOD))
    assert (again.status_code, "here already as" in again.text) == (400, True)
    assert client.get(here).text.count('scope="row"') == 1
    page = put(client, site, here, ("list.txt", GOOD.replace(b"2x Boy", b"1x Boy"))).text
    assert page.count("HANDED IN TWICE") == 2


@pytest.mark.parametrize(
    "name", ["event.yaml", "log.jsonl", "../../evil.txt", ".hidden", "a" * 300 + ".txt", "x\n.txt"]
)
def test_no_name_of_a_file_leads_elsewhere_or_takes_the_place_of_the_events_own(client, site, name):
    here = begin(client, site)
    folder = events_folder() / "spring-cup"
    before = (folder / "event.yaml").read_bytes()
    answer = put(client, site, here, (name, GOOD))
    assert answer.status_code in (200, 400)
    assert (folder / "event.yaml").read_bytes() == before
    files = {path.relative_to(events_folder()).parts for path in events_folder().rglob("*")}
    assert all(parts[0] == "spring-cup" for parts in files)


@pytest.mark.parametrize(
    "asked",
    [{"date": "tomorrow"}, {"deadline": "x"}, {"format": "chess"}, {"players": "a,b\nAnn,1\n"}],
)
def test_an_event_that_cannot_be_is_refused_and_not_begun(client, site, asked):
    sent = {"token": site.token, "name": "Cup", **asked}
    assert client.post("/events", data=sent).status_code == 400
    assert not events_folder().exists()


def test_players_are_added_later(client, site):
    here = begin(client, site, players="Ann Smith")
    sent = {"token": site.token, "name": "Autumn Cup", "format": "xeno", "players": "Bo Brown"}
    client.post(f"{here}/head", data=sent)
    event = read_event(events_folder() / "spring-cup")
    assert event.name == "Autumn Cup"
    assert [each.name for each in event.players] == ["Ann Smith", "Bo Brown"]
    assert client.post(f"{here}/head", data=sent).status_code == 400


def test_what_strangers_write_is_shown_as_that(client, site):
    here = begin(client, site, name="<script>alert(1)</script>")
    list_ = f"Game: XENO\nPlayer: <b>Bo</b>\n\n{WHOLE}1x <img src=x>\n".encode()
    page = put(client, site, here, ("<i>.txt", list_)).text + client.get(here).text
    for tag in ("<script>alert", "<b>Bo", "<img src=x", "<i>.txt"):
        assert tag not in page


def test_an_unknown_event_or_list_is_not_found(client, site):
    here = begin(client, site)
    for path in ("/events/none", f"{here}/lists/none.txt", f"{here}/lists/event.yaml"):
        assert client.get(path).status_code == 404


def test_a_format_longer_than_any_name_of_a_file_is_refused_as_any_other(client, site):
    begin(client, site)
    asked = {"token": site.token, "name": "Other Cup", "format": "é" * 300}
    answer = client.post("/events", data=asked)
    assert (answer.status_code, "no format" in answer.text) == (400, True)
