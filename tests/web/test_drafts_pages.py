"""Drafts on the page: the same tables, logs and lists as at a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from page_drafts import PICKS, VERSION, begin, choose, draft_to_the_end

from deckbuilder.cli.main import run
from deckbuilder.resources import user_folder
from deckbuilder.sessions.past_drafts import newest_first
from deckbuilder.sessions.seating import draft_formats, seat_log
from deckbuilder.sessions.session import Session
from deckbuilder.tables.log import read_log


@pytest.mark.parametrize(
    "asked",
    [
        {"format": "invasion-draft", "seat": "order", "bots": "rating"},
        {"format": "nightfall-draft", "seat": "2", "players": "3"},
        {"format": "nightfall-draft", "variant-hidden-archives": "1", "variant-upstream": "1"},
        {"format": "invasion-cube", "seat": "destruction"},
    ],
    ids=lambda asked: "-".join(asked.values()),
)
def test_a_draft_goes_to_its_end_with_the_lists_of_all_seats(client, site, asked, capsys):
    here = begin(client, site, seed="7", **asked)
    page = draft_to_the_end(client, site, here)
    (draft,) = newest_first()
    folder = Path(draft.folder)
    names = seat_log(read_log(draft.log)).names
    assert folder.parent == user_folder() / "drafts"
    assert {path.name for path in folder.glob("*.txt")} >= {f"{name}.txt" for name in names}
    assert page.count('class="mark good"') == len(names)
    assert run(["replay", "--assert", draft.log]) == 0
    assert run(["check", *(str(folder / f"{name}.txt") for name in names)]) == 0
    assert client.get(f"{here}/review").status_code == 200
    assert client.get(f"{here}/seats/{names[0]}/as/json").json()
    kept = client.post(f"{here}/seats/{names[0]}/keep", data={"token": site.token})
    assert client.get(kept.headers["location"]).status_code == 200
    # Nobody plays on at a table that is over.
    capsys.readouterr()


def test_every_format_that_can_be_drafted_is_explained(client):
    listed = client.get("/drafts").text
    for each in draft_formats():
        assert f"/drafts/new?format={each}" in listed
        assert client.get(f"/drafts/new?format={each}").status_code == 200


def test_what_cannot_be_drafted_is_answered_as_at_the_terminal(client, site, capsys):
    for asked, options in [
        ({"format": "invasion-draft", "seat": "north"}, ["--seat", "north"]),
        ({"format": "nightfall-draft", "players": "9"}, ["--players", "9"]),
        ({"format": "dreamblade-draft"}, []),
        ({"format": "xeno"}, []),
    ]:
        answer = client.post(
            "/drafts", data={"token": site.token, **asked}, headers={"X-Parts": "1"}
        )
        assert run(["draft", asked["format"], *options]) == 2
        said = capsys.readouterr().err
        assert answer.status_code == 400
        first = re.search(r"<li>(?:<code>.*?</code> )?(.*?) ", answer.text)[1]
        assert first in said or first.capitalize() in said
    assert not (user_folder() / "drafts").exists()
    assert not newest_first()


def test_a_draft_moves_between_page_and_terminal(client, site):
    here = begin(client, site, format="invasion-draft", seed="7", seat="order", bots="rating")
    page = client.get(here).text
    page = choose(client, site, here, page)
    (draft,) = newest_first()
    # Somebody goes on at a terminal: the page shows what was chosen there.
    log = read_log(draft.log)
    with Session.resume(seat_log(log), log, Path(draft.log)) as session:
        seat = session.waiting
        session.choose(seat, session.options(seat)[0])
        title = session.screen(seat).title
    later = client.get(here).text
    assert title in later
    stale = choose(client, site, here, page)
    assert stale.status_code == 409
    assert "moved on" in stale.text
    assert len(read_log(draft.log).choices) == session.table.choices


def test_a_log_that_another_program_writes_to_is_left_alone(client, site):
    here = begin(client, site, format="invasion-draft", seed="7", seat="order")
    (draft,) = newest_first()
    page = client.get(here).text
    log = read_log(draft.log)
    with Session.resume(seat_log(log), log, Path(draft.log)):
        answer = choose(client, site, here, page)
    assert answer.status_code == 400
    assert read_log(draft.log) == log


@pytest.mark.parametrize("picks", [[], ["0"], ["99"], ["1.1"], ["x"], ["1", "2", "3"], ["²"]])
def test_what_cannot_be_chosen_is_refused_and_nothing_is_written(client, site, picks):
    here = begin(client, site, format="invasion-draft", seed="7", seat="order")
    (draft,) = newest_first()
    before = Path(draft.log).read_bytes()
    answer = choose(client, site, here, client.get(here).text, picks)
    assert answer.status_code == 400
    assert Path(draft.log).read_bytes() == before


def test_the_last_choice_is_taken_back_where_nothing_new_was_seen(client, site):
    here = begin(client, site, format="invasion-draft", seed="7", seat="order", bots="rating")
    (draft,) = newest_first()
    first = client.get(here).text
    moved = choose(client, site, here, first, PICKS.findall(first)[:1])
    assert "disabled" not in re.search(r'data-key="u"[^>]*', moved)[0]
    sent = {"token": site.token, "version": VERSION.search(moved)[1]}
    client.post(f"{here}/undo", data=sent)
    again = client.get(here).text
    assert PICKS.findall(again) == PICKS.findall(first)
    assert not [each for each in read_log(draft.log).choices if each.seat == 0]


def test_the_coach_names_the_parts_and_says_why(client, site):
    here = begin(client, site, format="invasion-draft", seed="7", seat="order", bots="rating")
    told = client.get(f"{here}/coach", headers={"X-Parts": "1"}).text
    assert told.count('class="judged"') == 3
    assert "beats" in told
    assert 'class="meanings"' in told


def test_two_languages_look_at_one_draft(client, site):
    here = begin(client, site, format="invasion-draft", seed="7", seat="order")
    assert "Order: pack 1 of 5" in client.get(here).text
    assert "オーダー：パック" in client.get(f"/ja{here}").text
    assert "Order: pack 1 of 5" in client.get(here).text


def test_nothing_hidden_is_on_the_page(client, site):
    """INV-R16: what lies in the other's pack that this seat never saw is not told."""
    here = begin(client, site, format="invasion-draft", seed="7", seat="order", bots="rating")
    (draft,) = newest_first()
    page = client.get(here).text
    log = read_log(draft.log)
    with Session.resume(seat_log(log), log, None) as session:
        state = session.table.state
        own = {*state.seats[0].cards, *state.seats[0].pack}
        hidden = {*state.seats[1].cards, *state.seats[1].pack, *state.piles[0], *state.piles[1]}
    shown = set(re.findall(r"/faces/invasion/(.*?)\.svg", page))
    assert shown <= own
    assert not shown & (hidden - own)


def test_an_unknown_draft_is_not_found(client, site):
    begin(client, site, format="invasion-draft", seed="7", seat="order")
    for path in ("/drafts/0000", "/drafts/..%2f..", "/drafts/0000/coach", "/drafts/0000/review"):
        assert client.get(path).status_code == 404
