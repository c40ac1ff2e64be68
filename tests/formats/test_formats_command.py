"""The command `formats`: the list, the explanation, the kinds, a format of one's own."""

import json
from pathlib import Path

import pytest

from deckbuilder.cli.main import run
from deckbuilder.formats.explaining import kind_examples
from deckbuilder.formats.legality import all_kinds
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.preferences import Preferences
from deckbuilder.registry import games
from deckbuilder.reports.games import home_of
from deckbuilder.words import languages, phrases


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKBUILDER_LANG", "en")


def test_formats_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["formats"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(format_ids())


def test_formats_are_listed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["formats", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {"id": "xeno", "name": "XENO", "game": "xeno"} in told


def test_format_is_explained_in_sentences_with_numbers_and_pages(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["formats", "invasion-constructed"]) == 0
    out = capsys.readouterr().out
    book = "Warhammer Invasion core set rulebook (Japanese edition)"
    assert out.count(book) == 1
    rules = out.split(f"{book}\n")[1]
    assert rules.startswith("  INV-10  50 to 100 cards. (p. 18)\n")
    assert "  INV-11  At most 3 copies of a title, all printings together. (p. 18)" in rules


def test_explanation_says_what_was_not_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["formats", "invasion-tournament"]) == 0
    assert "The restricted list grew with FAQ 2.0" in capsys.readouterr().out


@pytest.mark.parametrize("format_id", format_ids())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_format_is_explained_in_both_languages(
    capsys: pytest.CaptureFixture[str], format_id: str, language: str
) -> None:
    assert run(["formats", format_id, "--json", "--lang", language]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [rule["cite"] for rule in told["rules"]] == [
        rule.cite for rule in load_format(format_id).rules
    ]


@pytest.mark.parametrize(
    ("format_id", "sentence"),
    [
        (
            "nightfall-draft",
            "Private archive 1 and private archive 2, each: 1 card, 7 copies of it.",
        ),
        ("nightfall-draft", "Commons: 12, 14, 16, 18 or 20 different cards, 7 copies of each."),
        ("nightfall-constructed", "Archive 1 and archive 2, each: exactly 12 cards. (p. 23)"),
        ("invasion-draft", "At least 1 card."),
        ("invasion-draft", "No mixing: cards of only one of Order or Destruction."),
    ],
)
def test_rules_are_plain_sentences(
    capsys: pytest.CaptureFixture[str], format_id: str, sentence: str
) -> None:
    assert run(["formats", format_id]) == 0
    assert sentence in capsys.readouterr().out


def test_draft_is_explained_with_the_numbers_of_its_data(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["formats", "invasion-draft"]) == 0
    out = capsys.readouterr().out
    assert "INV-21  Each player makes a pack of the top 15 cards of their own pile" in out
    assert "take 2, strike 1, take 2, strike 1, take 2, strike 1, take 2." in out
    assert "INV-24  The draft is over after 5 packs each" in out
    for number in range(20, 31):  # INV-20 to INV-30
        assert f"  INV-{number}  " in out.split("How to draft")[1]


def test_draft_of_ones_own_is_explained_with_its_own_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "short.yaml"
    path.write_text(
        "id: short\nname: Short\nextends: invasion-draft\ndraft: {packs: 1, pack_size: 9}\n",
        encoding="utf-8",
    )
    assert run(["formats", str(path)]) == 0
    out = capsys.readouterr().out
    assert "the top 9 cards of their own pile" in out
    assert "after 1 pack each" in out
    path.write_text(
        "id: odd\nname: Odd\ngame: xeno\nprocedure: [{cite: INV-21}]\n", encoding="utf-8"
    )
    assert run(["formats", str(path)]) == 2
    assert "no numbers for INV-21" in capsys.readouterr().err


def test_kinds_are_documented_from_their_schemas(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["formats", "--kinds", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [kind["name"] for kind in told["kinds"]] == list(all_kinds())
    assert run(["formats", "--kinds"]) == 0
    out = capsys.readouterr().out
    assert kind_examples().keys() == all_kinds().keys()
    for word in ("tuple", "(int", "(str", "(bool", "dict["):
        assert word not in out
    assert "titles (a list of numbers, needed)" in out
    for kind in all_kinds().values():
        assert f"Example: {kind_examples()[kind.name]}" in out
        assert ", ".join(kind.codes) in out


def test_what_each_game_has_and_lacks_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["formats", "--games", "--json"]) == 0
    told = {each["id"]: each for each in json.loads(capsys.readouterr().out)}
    assert told.keys() == {each.id for each in games()}
    for each in games():
        home = told[each.id]
        assert home["formats"] == list(format_ids(each.id))
        assert home["cards"] == len(each.catalog().cards)
        assert home["parts"]["draft"] == (each.draft is not None)
    assert told["invasion"]["parts"]["checks"]
    # The book of XENO knows one list, so nothing is built; OCTGN has no definition of it.
    assert {"builder", "octgn"} <= {name for name, has in told["xeno"]["parts"].items() if not has}
    assert told["nightfall"]["words"]["en"] == told["nightfall"]["words"]["ja"]


@pytest.mark.parametrize("language", languages())
def test_every_part_that_a_game_has_or_lacks_has_its_words(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["formats", "--games", "--lang", language]) == 0
    assert "xeno" in capsys.readouterr().out
    parts = home_of(games()[0]).parts.keys()
    with Preferences(language=language).in_force():
        assert phrases("games.has").keys() == parts
        assert phrases("games.lacks").keys() == parts


@pytest.mark.parametrize("base", format_ids())
def test_new_format_is_a_start_that_works(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], base: str
) -> None:
    path = tmp_path / "my-league.yaml"
    assert run(["formats", "new", str(path), "--from", base]) == 0
    assert capsys.readouterr().out == ""
    league, parent = load_format(str(path)), load_format(base)
    assert (league.id, league.name) == ("my-league", "My league")
    assert league.rules == parent.rules
    assert run(["formats", "new", str(path), "--from", base]) == 2
    assert "exists already" in capsys.readouterr().err
    assert run(["formats", "new", str(path), "--from", base, "--force"]) == 0


def test_remarks_of_a_new_format_work_without_their_mark(tmp_path: Path) -> None:
    path = tmp_path / "my-league.yaml"
    assert run(["formats", "new", str(path), "--from", "invasion-constructed"]) == 0
    text = path.read_text(encoding="utf-8")
    for mark in ("pool", "without", "rules", "- {kind: copies"):
        text = text.replace(f"# {mark}", mark)
    path.write_text(text, encoding="utf-8")
    league = load_format(str(path))
    assert league.pool == "s:core"
    assert "INV-10" not in {rule.cite for rule in league.rules}
    assert league.rules[-1].cite == "League 2"


def test_new_format_on_a_file_names_it_from_its_folder(tmp_path: Path) -> None:
    first, second = tmp_path / "a" / "first.yaml", tmp_path / "b" / "second.yaml"
    assert run(["formats", "new", str(first), "--from", "xeno"]) == 0
    assert run(["formats", "new", str(second), "--from", str(first)]) == 0
    assert load_format(str(second)).game == "xeno"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["new", "league.yaml"], "--from FORMAT"),
        (["new", "league.txt", "--from", "xeno"], "ends in .yaml"),
        (["xeno", "invasion-draft"], "one format at a time"),
        (["--kinds", "--games"], "cannot be said together"),
        (["xenon"], "no format 'xenon'"),
        (["new", "league.yaml", "--from", "xenon"], "no format 'xenon'"),
    ],
)
def test_use_that_makes_no_sense_is_2(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["formats", *arguments]) == 2
    assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_games_own_kind_joins_its_groups_like_the_shared_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["formats", "invasion-constructed"]) == 0
    out = capsys.readouterr().out
    assert "or with the capital where no other card has a side (Order or Destruction)" in out
