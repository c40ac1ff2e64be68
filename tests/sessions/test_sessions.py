"""A sitting as scripts, the command line and the page use it."""

from __future__ import annotations

import pytest

from deckbuilder.cli.main import run
from deckbuilder.errors import InputError
from deckbuilder.preferences import Preferences
from deckbuilder.sessions import (
    DraftRequest,
    GameRequest,
    ListFiles,
    Session,
    drafted_lists,
    seat_draft,
    seat_game,
    seat_log,
    write_lists,
)
from deckbuilder.tables.log import read_log

INVASION = DraftRequest(format="invasion-draft", seat="order", seed=7)
NIGHTFALL = DraftRequest(format="nightfall-draft", players=3, seat="1", seed=7)


def take_first(session, most=None):
    """Take the first row of every screen, up to `most` choices; return how many were made."""
    made = 0
    while (seat := session.waiting) is not None and made != most:
        session.choose(seat, next(session.screen(seat).options()))
        made += 1
    return made


def texts(session):
    return [
        (each.seat, [(entry.count, entry.name) for entry in each.deck.entries])
        for each in drafted_lists(session)
    ]


@pytest.mark.parametrize("request_of", [INVASION, NIGHTFALL])
def test_a_draft_goes_from_its_request_to_legal_lists(request_of, tmp_path):
    with Session.begin(seat_draft(request_of), tmp_path / "log.jsonl") as session:
        take_first(session)
    assert session.over
    lists = drafted_lists(session)
    assert all(each.errors == () for each in lists)
    written = []
    write_lists(lists, ListFiles(folder=tmp_path), wrote=written.append)
    assert [path.stem for path in written] == list(session.names)
    assert read_log(tmp_path / "log.jsonl").end is not None


def test_a_session_left_anywhere_goes_on_to_the_same_end(tmp_path):
    whole = Session.begin(seat_draft(NIGHTFALL))
    choices = take_first(whole)
    for made in range(choices):
        path = tmp_path / f"left-{made}.jsonl"
        with Session.begin(seat_draft(NIGHTFALL), path) as left:
            take_first(left, made)
        earlier = read_log(path)
        with Session.resume(seat_log(earlier), earlier, path) as again:
            take_first(again)
        assert texts(again) == texts(whole)


def test_what_was_chosen_together_is_taken_back_together():
    session = Session.begin(seat_draft(INVASION))
    before = session.screen(0)
    assert before.choices == 2
    options = list(before.options())
    session.choose(0, options[0], options[1])
    assert session.screen(0) != before
    session.undo()
    assert session.screen(0) == before
    assert session.can_redo
    session.redo()
    straight = Session.begin(seat_draft(INVASION))
    straight.choose(0, options[0])
    straight.choose(0, options[1])
    assert session.screen(0) == straight.screen(0)


def test_an_option_that_the_seat_does_not_have_is_refused_and_changes_nothing():
    session = Session.begin(seat_draft(INVASION))
    option = session.options(0)[0]
    before = session.screen(0)
    with pytest.raises(ValueError, match="does not have"):
        session.choose(0, type(option)("take", "invasion/core/999"))
    assert session.screen(0) == before


def test_news_are_told_once_and_taken_back_with_the_choice():
    session = Session.begin(seat_draft(INVASION))
    session.news(0)
    take_first(session, 3)
    told = session.news(0)
    assert told
    assert session.news(0) == []
    session.undo()
    assert len(session.history(0)) <= len(told)
    assert session.news(0) == []


def test_two_sessions_with_two_languages_do_not_disturb_each_other():
    english, japanese = (
        Session.begin(seat_draft(INVASION), preferences_of=Preferences(language=language))
        for language in ("en", "ja")
    )
    for _ in range(4):
        seen = [each.screen(0) for each in (english, japanese)]
        assert "Race" in [column.title for column in seen[0].columns]
        assert "種族" in [column.title for column in seen[1].columns]
        options = [next(screen.options()) for screen in seen]
        for each, option in zip((english, japanese), options, strict=True):
            each.choose(0, option)
    assert english.names == ("order", "destruction")
    assert [each.deck.name for each in (drafted_lists(_ended(english)))] != [
        each.deck.name for each in (drafted_lists(_ended(japanese)))
    ]


def _ended(session):
    take_first(session)
    return session


def test_lists_are_finished_in_another_language_too(tmp_path):
    session = _ended(Session.begin(seat_draft(INVASION)))
    files = ListFiles(folder=tmp_path)
    write_lists(drafted_lists(session), files)
    with Preferences(language="ja").in_force():
        lists = drafted_lists(session)
        write_lists(lists, files, wrote=lambda path: pytest.fail(f"{path} holds the same"))
        cards = (tmp_path / "order.txt").read_text()
        (tmp_path / "order.txt").write_text(cards.replace("1x", "2x", 1))
        with pytest.raises(InputError):
            write_lists(lists, files)


def test_other_forms_of_lists_are_finished_in_another_language_too(tmp_path):
    session = _ended(Session.begin(seat_draft(NIGHTFALL)))
    files = ListFiles(folder=tmp_path, targets=("markdown", "json", "csv"))
    write_lists(drafted_lists(session), files)
    with Preferences(language="ja").in_force():
        lists = drafted_lists(session)
        write_lists(lists, files, wrote=lambda path: pytest.fail(f"{path} holds the same"))
        (form,) = tmp_path.glob("seat-1*.md")
        form.write_text(form.read_text().replace("7x", "6x", 1))
        with pytest.raises(InputError):
            write_lists(lists, files)


def test_a_log_is_found_in_its_folder(tmp_path, capsys):
    drafted = ["draft", "nightfall-draft", "--auto", "--seed", "3", "-o", str(tmp_path / "mine")]
    assert run(drafted) == 0
    for command in (["draft", "--resume"], ["replay", "--assert"], ["review"]):
        assert run([*command, str(tmp_path / "mine")]) == 0
        assert run([*command, str(tmp_path)]) == 2
        assert "folder" in capsys.readouterr().err


def test_lists_whose_writing_was_broken_off_are_finished_and_none_is_overwritten(tmp_path):
    session = _ended(Session.begin(seat_draft(NIGHTFALL)))
    lists, files = drafted_lists(session), ListFiles(folder=tmp_path, targets=("csv",))
    write_lists(lists, files)
    whole = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    (tmp_path / "seat-2.txt").unlink()
    (tmp_path / "seat-3.csv").unlink()
    written = []
    write_lists(lists, files, wrote=written.append)
    assert sorted(path.name for path in written) == ["seat-2.txt", "seat-3.csv"]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == whole
    (tmp_path / "seat-1.txt").write_text("mine")
    (tmp_path / "seat-2.txt").unlink()
    with pytest.raises(InputError, match="exists already"):
        write_lists(lists, files)
    assert not (tmp_path / "seat-2.txt").exists()


def test_bots_are_watched_step_by_step():
    seating = seat_game(GameRequest(game="xeno", seats=(), bots=("random",), seed=3))
    session = Session.begin(seating)
    told = session.news(None)
    while session.step():
        told += session.news(None)
    assert session.over
    assert sum(session.outcome.points) == 1
    assert told == session.history(None)


def test_a_game_is_played_by_one_person_and_the_coach_advises():
    session = Session.begin(seat_game(GameRequest(game="xeno", seed=7)))
    while (seat := session.waiting) is not None:
        advice = session.advice(seat)
        assert {score.option for score in advice} == set(session.options(seat))
        assert advice == sorted(advice, key=lambda score: -score.total)
        session.choose(seat, advice[0].option)
    assert session.over


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"format": "no-such-format"}, "no-such-format"),
        ({"format": "invasion-constructed"}, "no draft format"),
        ({"format": None}, "format"),
        ({"seat": "third"}, "order, destruction"),
        ({"bots": "genius"}, "genius"),
        ({"seed": -1}, "-1"),
        ({"options": {"hand": "3"}}, "hand"),
        ({"options": {"boosters": "3"}}, "boosters"),
        ({"sets": ("no-such-set",)}, "no-such-set"),
    ],
)
def test_what_cannot_be_drafted_is_said(wanted, told):
    fields = {"format": "invasion-draft", "seed": 7, **wanted}
    with pytest.raises(InputError, match=told):
        seat_draft(DraftRequest(**fields))


@pytest.mark.parametrize(
    ("request_", "titles"),
    [
        (
            DraftRequest(format="invasion-draft", seed=7, seat="order"),
            ("オーダー", "デストラクション"),
        ),
        (DraftRequest(format="nightfall-draft", seed=7, players=2, seat="1"), ("席1", "席2")),
    ],
)
def test_seats_have_names_of_the_language_and_files_keep_theirs(request_, titles):
    with Preferences(language="ja").in_force():
        session = Session.begin(seat_draft(request_))
    assert session.titles == titles
    assert all(name.isascii() for name in session.names)


def test_a_draft_is_told_in_japanese_to_its_capitals(tmp_path, capsys):
    drafted = ["draft", "invasion-draft", "--auto", "--seed", "7", "-o", str(tmp_path / "x")]
    assert run([*drafted, "--lang", "ja"]) == 0
    told = capsys.readouterr().out
    assert "首都：エンパイア" in told
    assert "Capital: Empire\n" in (tmp_path / "x" / "order.txt").read_text()
