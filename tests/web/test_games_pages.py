"""Games on the page: the same tables and logs as at a terminal."""

from __future__ import annotations

import random
import re

import msgspec
import pytest
from page_drafts import begin as begin_draft
from page_drafts import draft_to_the_end

from deckbuilder.cli.main import run
from deckbuilder.decks.editing import with_copies
from deckbuilder.registry import game
from deckbuilder.resources import user_folder
from deckbuilder.sessions.decks import deck_named
from deckbuilder.sessions.own_decks import new_deck
from deckbuilder.sessions.seating import seat_log
from deckbuilder.sessions.session import Session
from deckbuilder.tables.log import read_log

VERSION = re.compile(r'name="version" value="(\d+)"')
PICKS = re.compile(r'name="pick" value="([\d.]+)"(?: data-stop|[^>]*aria-label)')
DUEL = {"game": "invasion", "deck": "dwarf", "against": "orc", "bots": "random", "seed": "1"}
FACES = re.compile(r"/faces/invasion/(.*?)\.svg")


def begin(client, site, **asked):
    answer = client.post("/games", data={"token": site.token, **asked})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def log_of(here):
    return user_folder() / "games" / here.rpartition("/")[2] / "log.jsonl"


def act(client, site, here, page, what="choose", **fields):
    sent = {"token": site.token, "version": VERSION.search(page)[1], **fields}
    return client.post(f"{here}/{what}", data=sent, headers={"X-Parts": "1"})


def play(client, site, here, most=10_000):
    """Choose by chance until the game is over, or so often."""
    chance = random.Random(1)
    page = client.get(here).text
    while most and (picks := PICKS.findall(page)):
        answer = act(client, site, here, page, pick=chance.choice(picks))
        assert answer.status_code == 200, answer.text
        page = answer.text
        most -= 1
    return page


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "xeno", "players": "3", "seat": "2", "bots": "casual", "seed": "5"},
        # By these seeds chance plays duels that are soon over.
        {"game": "invasion", "bots": "random", "seed": "3"},
        {
            "game": "invasion",
            "deck": "dwarf",
            "against": "chaos",
            "bots": "random",
            "seat": "2",
            "seed": "8",
        },
    ],
    ids=lambda asked: "-".join(asked.values()),
)
def test_a_game_goes_to_its_end_and_can_be_replayed_and_reviewed(client, site, asked):
    here = begin(client, site, **asked)
    page = play(client, site, here)
    assert "The game is over." in page
    # What lies on the table is still to be seen: both capitals, each with its zones.
    assert page.count('class="side"') == (0 if asked["game"] == "xeno" else 2)
    assert run(["replay", "--assert", str(log_of(here))]) == 0
    assert client.get(f"{here}/review").status_code == 200


def test_a_draft_goes_over_into_its_duel(client, site):
    draft = begin_draft(
        client, site, format="invasion-draft", seed="7", seat="order", bots="rating"
    )
    page = draft_to_the_end(client, site, draft)
    address = re.search(r"/games/new\?game=invasion&amp;draft=(\w+)", page)[0]
    form = client.get(address.replace("&amp;", "&")).text
    key = draft.rpartition("/")[2]
    assert f'<option value="{key}" selected>' in form
    assert f'name="draft" value="{key}"' in page
    here = begin(client, site, game="invasion", draft=key)
    decks = seat_log(read_log(log_of(here))).head.settings["seats"]
    assert len(decks) == 2


def test_a_game_moves_between_page_and_terminal(client, site):
    here = begin(client, site, game="xeno", seed="6", players="4", seat="2", bots="casual")
    page = client.get(here).text
    log = read_log(log_of(here))
    with Session.resume(seat_log(log), log, log_of(here)) as session:
        session.choose(session.waiting, session.options(session.waiting)[0])
    assert act(client, site, here, page, pick="1").status_code == 409


@pytest.mark.parametrize("picks", [[], ["0"], ["x"], ["1.1.1"], ["1", "2"]])
def test_what_cannot_be_chosen_is_refused(client, site, picks):
    here = begin(client, site, game="xeno", seed="6", players="4", seat="2", bots="casual")
    before = log_of(here).read_bytes()
    assert act(client, site, here, client.get(here).text, pick=picks).status_code == 400
    assert log_of(here).read_bytes() == before


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"game": "nightfall"}, "cannot be played"),
        ({"game": "chess"}, "chess"),
        ({"game": "invasion", "deck": "dwarf"}, "only one deck"),
        ({"game": "invasion", "deck": "elf", "against": "dwarf"}, "elf"),
        ({"game": "invasion", "deck": "own/../../x", "against": "dwarf"}, "x"),
        ({"game": "invasion", "draft": "00"}, "no such draft"),
        ({"game": "invasion", "option-first": "3"}, "first"),
        ({"game": "xeno", "players": "9"}, "2 to 4"),
        ({"game": "xeno", "bots": "nobody"}, "nobody"),
        ({"game": "xeno", "seat": "7"}, "7"),
    ],
)
def test_what_cannot_be_played_is_told_and_nothing_is_begun(client, site, asked, says):
    answer = client.post("/games", data={"token": site.token, **asked}, headers={"X-Parts": "1"})
    assert answer.status_code == 400
    assert says in answer.text
    assert not (user_folder() / "games").exists()


def test_a_deck_that_is_not_legal_is_played_anyway_only_when_asked(client, site):
    deck = deck_named(game("invasion"), "dwarf")
    law = msgspec.structs.replace(deck, format="invasion-constructed", name="Bad")
    illegal = new_deck(with_copies(law, deck.entries[0].card, "main", 9))
    asked = {"game": "invasion", "deck": f"own/{illegal.name}", "against": "orc", "bots": "random"}
    refused = client.post("/games", data={"token": site.token, **asked})
    assert refused.status_code == 400
    assert "copies" in refused.text
    begin(client, site, anyway="1", **asked)


def test_stops_and_passing_on(client, site):
    here = begin(
        client, site, game="invasion", deck="dwarf", against="orc", bots="random", seed="1"
    )
    page = client.get(here).text
    stops = re.findall(r'name="stop" type="checkbox" value="([^"]+)" checked', page)
    assert len(stops) > 5
    page = act(client, site, here, page, "stops", stop=stops[0]).text
    assert re.findall(r'name="stop" type="checkbox" value="([^"]+)" checked', page) == stops[:1]
    log = read_log(log_of(here))
    with Session.resume(seat_log(log), log, None) as session:
        kept = [stop for stop, asked in session.stops(session.seating.people[0]) if asked]
    assert kept == stops[:1]
    while "/pass" not in page:
        page = act(client, site, here, page, pick=PICKS.findall(page)[0]).text
    assert act(client, site, here, page, "pass").status_code == 200


def test_nothing_hidden_is_on_the_page_of_a_duel(client, site):
    """A card that lies in the other hand or in a deck is on no page (INV-R16)."""
    here = begin(
        client, site, game="invasion", deck="dwarf", against="orc", bots="random", seed="1"
    )
    play(client, site, here, most=12)
    page = client.get(here).text
    log = read_log(log_of(here))
    with Session.resume(seat_log(log), log, None) as session:
        seat = session.waiting
        view = session.table.view(seat)
        cards = view.book.cards
        open_cards = {piece.card for piece in view.pieces.values()} | {*view.secrets.values()}
        known = {card for _, card in (*view.hand, *view.other_hand)} | open_cards
        known |= {card for pile in view.discards for card in pile} | {*view.looked}
        known |= {item.card for item in view.chain}
    shown = {*FACES.findall(page)}
    assert shown
    assert shown <= {cards[card].id for card in known if card >= 0}


def test_an_unknown_game_is_not_found(client, site):
    for path in ("/games/none", "/games/..%2fdrafts", "/games/none/review", "/games/a.b"):
        assert client.get(path).status_code == 404
