"""Format files: every fault at once with its line, inheritance, files of one's own."""

from pathlib import Path

import pytest
import yaml

from deckbuilder.cli.main import run
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import InputError
from deckbuilder.formats.explaining import kind_examples
from deckbuilder.formats.legality import all_kinds, check, checker, kinds_of, open_format
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.registry import game

SHIPPED = (
    "dreamblade-constructed",
    "invasion-constructed",
    "invasion-cube",
    "invasion-draft",
    "invasion-first-game",
    "invasion-highlander",
    "invasion-tournament",
    "nightfall-constructed",
    "nightfall-constructed-mixed",
    "nightfall-draft",
    "nightfall-quick-start",
    "xeno",
)


def write(folder: Path, text: str, name: str = "league.yaml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def faults_of(path: str) -> list[tuple[int | None, str | None]]:
    with pytest.raises(InputError) as caught:
        checker(load_format(path))
    return [(fault.line, fault.field) for fault in caught.value.faults]


def deck(*entries: tuple[int, str]) -> Deck:
    catalog = game("invasion").catalog()
    return Deck(
        game="invasion",
        entries=tuple(
            Entry(count=count, name=name, card=catalog.find(name)) for count, name in entries
        ),
    )


def test_every_format_that_scripts_rely_on_is_there() -> None:
    assert set(SHIPPED) <= set(format_ids())


@pytest.mark.parametrize("format_id", format_ids())
def test_shipped_format_fits_its_cards_and_cites_every_rule(format_id: str) -> None:
    shipped = load_format(format_id)
    assert shipped.id == format_id
    checker(shipped, date="2013-12-01")
    for rule in shipped.rules:
        assert rule.cite
        assert rule.source is not None


def test_all_faults_of_a_file_come_at_once_with_their_lines(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """\
id: league
name: 7
game: invasion
pools: "s:core"
effective_from: soon
rules:
- {kind: size, cite: L 1, least: fifty}
- {kind: size, cite: L 2, most: 40, least: 50}
- {kind: copys, cite: L 3, most: 3}
- {kind: copies, cite: L 4, most: 3, mots: 2}
- {kind: banned, cards: [Innovation]}
- {kind: banned, cite: L 6, cards: [Innovation], until: 2011-13-40}
- {kind: copies, cite: L 7, most: 3, sections: [sideboard]}
""",
    )
    with pytest.raises(InputError) as caught:
        load_format(path)
    found = {(fault.line, fault.field) for fault in caught.value.faults}
    assert found == {
        (2, "name"),
        (4, "pools"),
        (5, "effective_from"),
        (7, "least"),
        (8, "most"),
        (9, "kind"),
        (10, "mots"),
        (11, "cite"),
        (12, "until"),
        (13, "sections"),
    }


def test_searches_titles_and_fields_are_held_against_the_cards(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """\
id: league
name: League
game: invasion
rules:
- {kind: allowed, cite: L 1, cards: "colour:red"}
- {kind: banned, cite: L 2, cards: [Inovation]}
- {kind: sides, cite: L 3, field: colour, groups: [red, blue]}
- {kind: invasion/capitol, cite: L 4}
- {kind: invasion/capital, cite: L 5, named: perhaps}
""",
    )
    assert [line for line, _ in faults_of(path)] == [5, 6, 7, 8, 9]
    with pytest.raises(InputError, match="Did you mean: Innovation"):
        checker(load_format(path))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("id: [", 1, "broken YAML"),
        ("- a\n- b\n", 1, "no format file"),
        ("", 1, "no format file"),
        ("id: a\nname: A\n", 1, "missing"),
        ("id: a\nname: A\ngame: chess\n", None, "no game 'chess'"),
        ("id: a\nextends: invasion-construct\n", None, "no such file|no format"),
        ("id: a\nextends: xeno\nwithout: [XENO-9]\n", 3, "XENO-9"),
        ("id: a\nextends: xeno\ngame: invasion\n", 3, "format of xeno"),
        ("id: a\nname: A\ngame: xeno\nextends: ./league.yaml\n", 4, "built on itself"),
    ],
)
def test_broken_file_is_one_clear_error(
    tmp_path: Path, text: str, line: int | None, words: str
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InputError, match=words) as caught:
        checker(load_format(path))
    if line is not None:
        assert caught.value.faults[0].line == line


def test_unknown_id_names_those_that_come_near() -> None:
    with pytest.raises(InputError, match="invasion-constructed"):
        load_format("invasion-constucted")


def test_ring_of_formats_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "id: a\nname: A\ngame: xeno\nextends: ./b.yaml\n", "a.yaml")
    path = write(tmp_path, "id: b\nname: B\ngame: xeno\nextends: ./a.yaml\n", "b.yaml")
    with pytest.raises(InputError, match="built on itself"):
        load_format(path)


def test_heir_keeps_narrows_and_drops_rules(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """\
id: league
name: League
extends: invasion-constructed
without: [INV-10]
pool: "s:core or cycle:corruption"
rules:
- {kind: copies, cite: League 1, most: 2}
""",
    )
    league = load_format(path)
    listed = deck((4, "Huntsmen"), (1, "Karl Franz"), (1, "Clan Rats"))
    found = {(problem.code, problem.rule) for problem in check(listed, league)}
    assert found == {
        ("too-many-copies", "INV-11"),
        ("too-many-copies", "League 1"),
        ("not-allowed", None),
        ("wrong-side", "INV-3"),
    }
    assert league.game == "invasion"


def test_organiser_states_the_pool_by_search(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        'id: l\nname: L\nextends: invasion-constructed\npool: "s:core or cycle:corruption"\n',
    )
    league = load_format(path)
    inside = check(deck((50, "Clan Rats"), (1, "Huntsmen")), league)
    outside = check(deck((50, "Clan Rats"), (1, "Grombrindal")), league)
    assert "not-allowed" not in {problem.code for problem in inside}
    assert [problem.cards for problem in outside if problem.code == "not-allowed"] == [
        ("Grombrindal",)
    ]


def test_reprint_of_a_card_in_the_pool_is_in_the_pool(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        'id: l\nname: L\ngame: invasion\npool: "s:core"\nrules:\n- {kind: allowed, cite: L 1}\n',
    )
    league = load_format(path)
    catalog = game("invasion").catalog()
    reprint = catalog.find("Innovation", "Assault on Ulthuan")
    namesake = catalog.find("Reinforcements", "Cataclysm")
    assert reprint is not None
    assert namesake is not None
    listed = Deck(
        game="invasion",
        entries=(
            Entry(count=1, name="Innovation", card=reprint),
            Entry(count=1, name="Reinforcements", card=namesake),
        ),
    )
    assert [problem.cards for problem in check(listed, league)] == [("Reinforcements",)]


def test_cube_is_a_list_file_beside_the_format(tmp_path: Path) -> None:
    (tmp_path / "cube.txt").write_text(
        "# My cube\nGame: Invasion\n\n[Units]\n2x Huntsmen (Core Set, 33)\n1 Troll Slayers\n",
        encoding="utf-8",
    )
    path = write(
        tmp_path,
        "id: c\nname: C\ngame: invasion\nrules:\n"
        "- {kind: pool-subset, cite: C 1, list: ./cube.txt}\n",
    )
    found = check(deck((3, "Huntsmen"), (1, "Troll Slayers"), (1, "Runesmith")), load_format(path))
    assert [(each.code, each.cards, each.have, each.need) for each in found] == [
        ("more-than-pool", ("Huntsmen",), 3, 2),
        ("not-in-pool", ("Runesmith",), 1, 0),
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"Huntsmen, please\n", "no counted card"),
        (b"# nothing\n", "holds no cards"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"1x Huntsman of Doom\n", "no card 'Huntsman of Doom'"),
    ],
)
def test_broken_cube_list_is_one_clear_error(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "cube.txt").write_bytes(content)
    path = write(
        tmp_path,
        "id: c\nname: C\ngame: invasion\nrules:\n"
        "- {kind: pool-subset, cite: C 1, list: cube.txt}\n",
    )
    with pytest.raises(InputError, match=words):
        checker(load_format(path))


@pytest.mark.parametrize("name", all_kinds())
def test_example_of_every_kind_is_a_rule(tmp_path: Path, name: str) -> None:
    example = yaml.safe_load(kind_examples()[name])
    assert example["kind"] == name
    home = next(each for each in GAMES_OF_EXAMPLES if str(example["cite"]).startswith(each))
    sections = [{"id": each} for each in example.get("sections", ["main"])]
    document = {
        "id": "example",
        "name": "Example",
        "game": GAMES_OF_EXAMPLES[home],
        "sections": sections,
        "rules": [example],
    }
    path = write(tmp_path, yaml.safe_dump(document))
    checker(load_format(path), date="2012-01-01")


GAMES_OF_EXAMPLES = {
    "INV": "invasion",
    "House": "invasion",
    "NF": "nightfall",
    "DRB": "dreamblade",
    "XENO": "xeno",
}


def test_kinds_of_one_game_are_not_for_another() -> None:
    assert "invasion/capital" in kinds_of("invasion")
    assert "invasion/capital" not in kinds_of("nightfall")


def test_a_pool_binds_without_a_rule_of_its_own_and_cites_its_file(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """\
id: league
name: League
game: invasion
pool: "s:core"
rules:
- {kind: size, cite: L 1, least: 1}
""",
    )
    (problem,) = check(deck((3, "Grombrindal"), (1, "Troll Slayers")), load_format(path))
    assert (problem.code, problem.cards, problem.have) == ("not-allowed", ("Grombrindal",), 3)
    assert problem.rule is None
    assert problem.source is not None
    assert problem.source.book == "league.yaml"


def test_a_pool_cites_the_source_that_its_file_states(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        'id: a\nname: A\ngame: invasion\nbook: League handbook\npool: "s:core"\nrules: []\n',
    )
    (problem,) = check(deck((3, "Grombrindal")), load_format(path))
    assert problem.source is not None
    assert problem.source.book == "League handbook"


def test_a_pool_that_is_counted_is_told_once(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        'id: a\nname: A\ngame: invasion\npool: "s:core"\n'
        'rules:\n- {kind: pool-subset, cite: L 1, cards: "s:core"}\n',
    )
    assert [each.code for each in check(deck((1, "Grombrindal")), load_format(path))] == [
        "not-in-pool"
    ]


@pytest.mark.parametrize("head", ["game: invasion", "extends: invasion-constructed"])
def test_a_slip_in_a_pool_is_told_at_its_line_with_all_other_faults(
    tmp_path: Path, head: str
) -> None:
    path = write(
        tmp_path,
        f"""\
id: league
name: League
{head}
pool: "s:core or cycl:corruption"
effective_from: soon
rules:
- {{kind: size, cite: L 1, least: fifty}}
- {{kind: banned, cite: L 2, cards: [Inovation]}}
""",
    )
    with pytest.raises(InputError) as caught:
        open_format(path)
    faults = caught.value.faults
    assert {fault.where for fault in faults} == {path}
    assert sorted((fault.line, fault.field) for fault in faults) == [
        (4, "pool"),
        (5, "effective_from"),
        (7, "least"),
        (8, "banned"),
    ]
    assert "cycl" in next(fault.what for fault in faults if fault.field == "pool")


def test_an_heir_answers_for_the_pool_that_it_states(tmp_path: Path) -> None:
    text = 'id: l\nname: L\nextends: invasion-constructed\npool: "s:core or cycle:corruption"\n'
    path = write(tmp_path, text, "league.yaml")
    heir = write(tmp_path, "id: m\nname: M\nextends: ./league.yaml\n", "heir.yaml")
    for each in (path, heir):
        problems = check(deck((3, "Har Ganeth")), load_format(each))
        told = [
            (problem.rule, problem.source and problem.source.book)
            for problem in problems
            if problem.code == "not-allowed"
        ]
        assert told == [(None, "league.yaml")]


def test_an_heir_with_all_official_cards_still_has_no_fan_made_ones(tmp_path: Path) -> None:
    path = write(tmp_path, 'id: l\nname: L\nextends: invasion-constructed\npool: ""\n')
    listed = check(deck((3, "Forge Guardian")), load_format(path))
    assert "not-allowed" in {problem.code for problem in listed}


@pytest.mark.parametrize("format_id", ["invasion-constructed", "invasion-tournament"])
def test_INV_14_a_capital_board_is_no_card_of_a_deck(format_id: str) -> None:
    problems = check(deck((1, "Orc Capital")), load_format(format_id))
    (found,) = [problem for problem in problems if problem.code == "never-in-deck"]
    assert (found.rule, found.cards) == ("INV-14", ("Orc Capital",))


def test_check_names_the_file_whose_pool_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, 'id: a\nname: A\ngame: invasion\npool: "s:core"\nrules: []\n')
    listed = tmp_path / "list.txt"
    listed.write_text("Game: Invasion\n3x Grombrindal\n", encoding="utf-8")
    assert run(["check", str(listed), "--format", path]) == 1
    assert "league.yaml]" in capsys.readouterr().out


@pytest.mark.parametrize("command", [["draft", "--auto", "--seed", "1"], ["build"], ["formats"]])
def test_every_command_tells_the_line_of_a_slip_in_a_pool(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    path = write(tmp_path, 'id: d\nname: D\nextends: invasion-draft\npool: "cycl:corruption"\n')
    assert run([*command, path]) == 2
    # Sentences are wrapped between words on a terminal only.
    assert f"{path}:4: pool:" in capsys.readouterr().err
