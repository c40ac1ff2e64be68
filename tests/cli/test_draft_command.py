"""`deckbuilder draft` as a person uses it: choosing, leaving, going on, sharing."""

from __future__ import annotations

import json
import shlex

import pytest
from click.testing import CliRunner

from deckbuilder import resources
from deckbuilder.cli import draft as draft_module
from deckbuilder.cli.main import run
from deckbuilder.exchange.reading import read_deck
from deckbuilder.registry import game
from deckbuilder.sessions import Session, seat_log
from deckbuilder.tables.log import read_log
from deckbuilder.tables.table import replay

INVASION = ["draft", "invasion-draft", "--seed", "7"]
NIGHTFALL = ["draft", "nightfall-draft", "--players", "3", "--seed", "7"]


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def sit(arguments, typed):
    """Run the draft command with what a person types; return (status, output)."""
    result = CliRunner().invoke(draft_module.command, arguments[1:], input=typed)
    return result.exit_code, result.output


def lists(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.txt"))}


def test_the_same_seed_gives_the_same_draft(tmp_path):
    for folder in ("one", "two"):
        assert run([*INVASION, "--auto", "-o", folder]) == 0
    assert lists(tmp_path / "one") == lists(tmp_path / "two")
    assert (tmp_path / "one/log.jsonl").read_bytes() == (tmp_path / "two/log.jsonl").read_bytes()


def test_another_seed_gives_another_draft(tmp_path):
    assert run([*INVASION, "--auto", "-o", "one"]) == 0
    assert run(["draft", "invasion-draft", "--seed", "8", "--auto", "-o", "two"]) == 0
    assert lists(tmp_path / "one") != lists(tmp_path / "two")


def test_a_folder_holds_one_list_a_seat_and_the_log(tmp_path):
    assert run([*INVASION, "--auto", "-o", "mine"]) == 0
    names = sorted(path.name for path in (tmp_path / "mine").iterdir())
    assert names == ["destruction.txt", "log.jsonl", "order.txt"]


def test_lists_and_log_are_not_overwritten_without_force(tmp_path, capsys):
    assert run([*INVASION, "--auto", "-o", "mine"]) == 0
    before = lists(tmp_path / "mine")
    assert run(["draft", "invasion-draft", "--seed", "8", "--auto", "-o", "mine"]) == 2
    assert "--force" in capsys.readouterr().err
    assert lists(tmp_path / "mine") == before
    assert run(["draft", "invasion-draft", "--seed", "8", "--auto", "-o", "mine", "--force"]) == 0
    assert lists(tmp_path / "mine") != before


def test_wrong_input_is_asked_again_and_help_is_given():
    _, output = sit([*NIGHTFALL, "--seat", "1", "-o", "mine"], "?\nhello\n0\n99\n1\n1\n1\n")
    assert "Ctrl-C" in output
    assert "'hello' names no row" in output
    for typed in ("0", "99"):
        assert f"'{typed}' is not a number from 1 to 4" in output
    assert "The draft is over." in output


def test_the_coach_explains_when_asked():
    _, output = sit([*NIGHTFALL, "--seat", "1", "--coach", "-o", "mine"], "?\n1\n1\n1\n")
    assert "What the coach would choose" in output
    assert "█" in output


def test_leaving_and_going_on_gives_what_staying_gives(tmp_path):
    choices = ["2", "1", "1"]
    sit([*NIGHTFALL, "--seat", "2", "-o", "stay"], "\n".join([*choices, ""]))
    for left_after in range(3):
        folder = f"left-{left_after}"
        typed = "".join(f"{choice}\n" for choice in choices[:left_after])
        _, output = sit([*NIGHTFALL, "--seat", "2", "-o", folder], typed)
        assert f"--resume {folder}/log.jsonl" in output
        rest = "".join(f"{choice}\n" for choice in choices[left_after:])
        sit(["draft", "--resume", f"{folder}/log.jsonl"], rest)
        assert lists(tmp_path / folder) == lists(tmp_path / "stay")


def test_a_draft_killed_at_every_choice_goes_on_to_the_same_end(tmp_path):
    assert run([*INVASION, "--auto", "-o", "whole"]) == 0
    content = (tmp_path / "whole/log.jsonl").read_bytes()
    lines = content.splitlines(keepends=True)
    log = read_log(tmp_path / "whole/log.jsonl")
    path = tmp_path / "cut.jsonl"
    for whole in range(1, len(lines) - 1):
        path.write_bytes(b"".join(lines[:whole]) + lines[whole][: len(lines[whole]) // 2])
        cut = read_log(path)
        assert cut.cut
        with Session.resume(seat_log(cut), cut, path) as session:
            while session.step():
                pass
        assert read_log(path).end == log.end


def test_a_choice_taken_back_leaves_no_trace_in_the_lists(tmp_path):
    sit([*NIGHTFALL, "--seat", "1", "-o", "straight"], "2\n1\n1\n")
    sit([*NIGHTFALL, "--seat", "1", "-o", "undone"], "1\nu\n2\n1\n1\n")
    sit([*NIGHTFALL, "--seat", "1", "-o", "redone"], "2\n1\nu\nu\nr\nr\n1\n")
    assert lists(tmp_path / "undone") == lists(tmp_path / "straight")
    assert lists(tmp_path / "redone") == lists(tmp_path / "straight")
    log = read_log(tmp_path / "redone/log.jsonl")
    assert log.end == read_log(tmp_path / "straight/log.jsonl").end
    home = game("nightfall")
    assert len(list(replay(home.draft().rules, log))) == len(log.choices)


def test_a_friend_who_types_the_code_gets_the_same_packs(tmp_path):
    _, output = sit([*NIGHTFALL, "--variant", "upstream", "--auto", "-o", "mine"], "")
    code = next(line for line in output.splitlines() if "Draft code" in line).split()[2]
    typed = code.rstrip(":").lower().replace("-", " ").replace("0", "o")
    _, echoed = sit(["draft", "--code", typed, "--auto", "-o", "friend"], "")
    assert f"Draft code {code}" in echoed
    assert lists(tmp_path / "mine") == lists(tmp_path / "friend")


def test_past_drafts_are_listed_with_their_results(capsys):
    assert run([*INVASION, "--auto", "-o", "mine"]) == 0
    sit([*NIGHTFALL, "--seat", "2", "-o", "left"], "1\n")
    capsys.readouterr()
    assert run(["drafts", "--json"]) == 0
    second, first = json.loads(capsys.readouterr().out)
    assert (first["format"], first["seed"], first["seat"]) == ("invasion-draft", 7, None)
    assert first["result"].startswith("over")
    assert (second["format"], second["seat"]) == ("nightfall-draft", "seat-2")
    assert "choices made" in second["result"]
    assert run(["drafts"]) == 0
    assert "nightfall-draft, seat 2, seed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["draft"], "Name a format"),
        (["draft", "no-such-format"], "no-such-format"),
        (["draft", "invasion-constructed"], "no draft format"),
        (["draft", "invasion-draft", "--seat", "third"], "Seats: order, destruction"),
        (["draft", "invasion-draft", "--bots", "genius"], "genius"),
        (["draft", "invasion-draft", "--bots", "drafter:denial=much"], "denial"),
        (["draft", "invasion-draft", "--bots", "drafter:denial=nan"], "denial"),
        (["draft", "invasion-draft", "--coach", "genius"], "genius"),
        (["draft", "invasion-draft", "--log", "-"], "Name a file"),
        (["draft", "invasion-draft", "-o", "x", "--log", "x/order.txt"], "cannot be one file"),
        (["draft", "invasion-draft", "--seed", "-1"], "-1"),
        (["draft", "invasion-draft", "--seed", "99999999999"], "99999999999"),
        (["draft", "nightfall-draft", "--set", "no-such-set"], "no-such-set"),
        (["draft", "--code", "HELLO-WORLD"], "no draft code"),
        (["draft", "invasion-draft", "--code", "HELLO"], "FORMAT cannot be said beside --code"),
        (["draft", "--code", "HELLO", "--seed", "3"], "--seed cannot be said beside --code"),
        (["draft", "--code", "HELLO", "--hand", "3"], "--hand cannot be said beside --code"),
        (["draft", "invasion-draft", "--hand", "3"], "no setting 'hand' here"),
        (["draft", "invasion-draft", "--option", "hand"], "NAME=VALUE"),
        (["draft", "nightfall-draft", "--hand", "many"], "no value of hand"),
        (["draft", "--resume", "missing.jsonl"], "missing.jsonl"),
        (["draft", "--resume", "."], "folder"),
        (["replay", "missing.jsonl"], "missing.jsonl"),
    ],
)
def test_what_cannot_be_used_is_told_and_nothing_is_written(arguments, told, tmp_path, capsys):
    bots_alone = (
        ["--auto"]
        if arguments[0] == "draft" and {"--resume", "--coach"}.isdisjoint(arguments)
        else []
    )
    assert run([*arguments, *bots_alone]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error
    assert [path for path in tmp_path.iterdir() if path.name != "data"] == []


def test_a_log_cut_in_a_line_is_named_with_the_line(tmp_path, capsys):
    assert run([*INVASION, "--auto", "-o", "mine"]) == 0
    path = tmp_path / "mine/log.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:20]) + lines[20][:9])
    assert run(["replay", str(path)]) == 2
    assert f"{path}:21: this last line was cut off." in capsys.readouterr().err


def test_a_log_that_was_changed_does_not_replay(tmp_path, capsys):
    assert run([*INVASION, "--auto", "-o", "mine"]) == 0
    path = tmp_path / "mine/log.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], lines[3].replace(b"core/", b"core/9"), *lines[4:]]))
    assert run(["replay", "--assert", str(path)]) == 2
    assert f"{path}:4:" in capsys.readouterr().err


def test_a_format_of_ones_own_can_be_drafted(tmp_path):
    content = "id: short-draft\nname: Short draft\nextends: invasion-draft\n"
    (tmp_path / "short.yaml").write_text(content)
    assert run(["draft", "short.yaml", "--auto", "--seed", "7", "-o", "mine"]) == 0
    assert len(lists(tmp_path / "mine")) == 2


def test_going_on_overwrites_no_file_that_came_meanwhile(tmp_path, capsys):
    sit([*NIGHTFALL, "--seat", "1", "-o", "mine"], "1\n")
    (tmp_path / "mine/seat-2.txt").write_text("mine")
    assert run(["draft", "--resume", "mine/log.jsonl"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert (tmp_path / "mine/seat-2.txt").read_text() == "mine"


def test_a_past_draft_cut_off_in_its_line_hides_no_later_one(tmp_path, capsys):
    assert run([*INVASION, "--auto", "-o", "one"]) == 0
    path = tmp_path / "data/drafts.jsonl"
    path.write_bytes(path.read_bytes()[:-9])
    assert run([*INVASION, "--auto", "-o", "two"]) == 0
    capsys.readouterr()
    assert run(["drafts", "--json"]) == 0
    assert [draft["folder"][-3:] for draft in json.loads(capsys.readouterr().out)] == ["two"]


def test_a_number_of_any_length_is_asked_again():
    _, output = sit([*NIGHTFALL, "--seat", "1", "-o", "mine"], "9" * 5000 + "\n1\n1\n1\n")
    assert "is not a number from 1 to 4" in output
    assert "The draft is over." in output


INVASION_SEAT = [*INVASION, "--seat", "order", "-o", "mine"]


def choices_of(folder, seat=0):
    log = read_log(folder / "log.jsonl")
    return [line.subject for line in log.choices if line.seat == seat]


def test_a_card_is_taken_by_its_name_as_far_as_it_is_the_only_one(tmp_path):
    _, output = sit(INVASION_SEAT, "HUNTS\nof\nnobody\nq\n")
    assert choices_of(tmp_path / "mine") == ["invasion/core/033"]
    assert "'of' names several rows: Church of Sigmar" in output
    assert "'nobody' names no row" in output


def test_two_cards_are_taken_at_once_and_never_more_than_asked_for(tmp_path):
    _, output = sit(INVASION_SEAT, "1 2 3\n1, 2\n1 2\nq\n")
    assert "3 rows are too many here; choose at most 2" in output
    assert "2 rows are too many here; choose at most 1" in output
    first, second = choices_of(tmp_path / "mine")
    assert first != second


def test_keys_show_the_deck_what_was_passed_and_the_coach(tmp_path):
    status, output = sit(INVASION_SEAT, "1 2\nd\nc\nq\n")
    assert status == 0
    assert "Your deck (2 of about 40)" in output
    assert "What the coach would choose" in output
    assert "--resume mine/log.jsonl" in output
    _, output = sit([*NIGHTFALL, "--seat", "1", "-o", "passed"], "1\np\nq\n")
    assert "Choice 1:" in output.split("Number, or ? for help: ")[-2]


def test_the_coach_explains_its_parts_and_why_it_would_not_choose_a_row(tmp_path):
    _, output = sit(INVASION_SEAT, "c\nc14\nc99\nq\n")
    best, row, wrong = output.split("Number, or ? for help: ")[1:4]
    assert "Huntsmen beats Mountain Brigade by" in best
    assert "  curve: whether your deck has too few or too many cards of this cost" in best
    assert "Huntsmen beats Innovation by" in row
    assert "your deck lacks cards of the type Unit" in row
    assert "'99' is not a number from 1 to 15" in wrong


def test_the_facts_of_an_order_stand_behind_its_draft_card(tmp_path):
    """NF-3: a draft card stands for an order; all that the row knows of that is told, and more."""
    _, output = sit([*NIGHTFALL, "--seat", "1", "-o", "told"], "?3\nd\nq\n")
    told = output.split("Number, or ? for help: ")
    assert told[1].startswith("?3\nDoktor Nyilaszy / ")
    lines = [line.split() for line in told[1].splitlines()]
    for fact in ("Type Minion", "Colour White", "Links Blue, Gold", "Keywords Ghoul"):
        assert fact.split() in lines
    assert ["Kicker", "unknown"] in lines
    assert "no key" not in told[2]


def test_INV_27_what_a_draft_format_card_does_is_told_by_the_numbers_of_the_format(tmp_path):
    shipped = resources.format_files("invasion")["invasion-draft"].read_text()
    before, after = "reinforcements: {look_at: 5, add: 1}", "reinforcements: {look_at: 4, add: 2}"
    assert before in shipped
    (tmp_path / "mine.yaml").write_text(shipped.replace(before, after).replace("id: ", "id: my-"))
    for word, numbers in (("invasion-draft", (5, 1)), ("mine.yaml", (4, 2))):
        seat = ["--seat", "order", "--seed", "10", "-o", "told", "--force"]
        _, output = sit(["draft", word, *seat], "?Reinforcements\nq\n")
        look, add = numbers
        assert f"Look at the top {look} cards of your pile and add {add} to" in output


def test_INV_24_a_short_deck_is_explained_at_the_end_and_in_the_review(tmp_path, capsys):
    assert run(["draft", "invasion-draft", "--seed", "8", "--auto", "-o", "mine"]) == 0
    told = capsys.readouterr().out
    short = "3 cards short of about 40: a draft format card that is taken gives no card (INV-24"
    assert f"37 cards, legal in invasion-draft.\n  Capital: Dwarf\n  {short}" in told
    assert told.count("short of") == 1, "the other deck has 41 cards"
    assert run(["review", "mine/log.jsonl", "--seat", "order", "--json"]) == 0
    remarks = json.loads(capsys.readouterr().out)["remarks"]
    assert remarks[0].startswith(short)
    assert "invasion-draft-seven-packs" in remarks[1]
    assert run(["formats", "invasion-draft"]) == 0
    assert "each draft format card that is taken costs it one" in capsys.readouterr().out


def test_plain_output_has_no_boxes_and_names_each_fact(tmp_path):
    _, output = sit([*INVASION_SEAT, "--plain"], "q\n")
    assert "─" not in output
    assert "1. Dwarf Cannon Crew, Race Dwarf, Type Unit, Cost 2" in output


def test_the_end_writes_the_lists_in_other_forms_too(tmp_path):
    arguments = ["--auto", "--to", "csv", "--to", "markdown", "-o", "mine"]
    assert run([*NIGHTFALL, *arguments]) == 0
    names = {path.name for path in (tmp_path / "mine").iterdir()}
    assert {"seat-1.txt", "seat-1.csv", "seat-1-markdown.md"} <= names
    assert run([*NIGHTFALL, "--auto", "--to", "nothing", "-o", "other"]) == 2
    assert not (tmp_path / "other").exists()


def test_INV_54_what_was_drafted_lies_beside_the_deck_that_was_cut(tmp_path, capsys):
    arguments = ["draft", "invasion-draft-seven-packs", "--seed", "7", "--auto", "-o", "mine"]
    assert run(arguments) == 0
    told = capsys.readouterr().out
    drafted = read_deck((tmp_path / "mine/order-pool.txt").read_bytes(), "pool")
    deck = read_deck((tmp_path / "mine/order.txt").read_bytes(), "deck")
    assert deck.size() == 50
    assert drafted.size() > 50
    assert "build invasion-draft-seven-packs --from mine/order-pool.txt" in told
    build = ["build", "invasion-draft-seven-packs", "--from", "mine/order-pool.txt", "--size", "45"]
    assert run([*build, "--seed", "1", "-o", "other.txt"]) == 0
    assert read_deck((tmp_path / "other.txt").read_bytes(), "other").size() == 45


@pytest.mark.parametrize(
    "said",
    [
        ["invasion-draft"], ["--seed", "3"], ["--players", "2"], ["--set", "core"],
        ["--bots", "rating"], ["--auto"], ["--seat", "1"], ["--variant", "upstream"],
        ["--hand", "3"], ["--option", "hand=3"], ["--code", "X"], ["--log", "other.jsonl"],
    ],
    ids=lambda said: said[0],
)  # fmt: skip
def test_what_a_log_settles_is_not_said_beside_it(said, tmp_path, capsys):
    sit([*NIGHTFALL, "--seat", "1", "-o", "mine"], "1\n")
    before = (tmp_path / "mine/log.jsonl").read_bytes()
    assert run(["draft", "--resume", "mine/log.jsonl", *said]) == 2
    error = capsys.readouterr().err
    assert "cannot be said beside --resume" in error
    assert (tmp_path / "mine/log.jsonl").read_bytes() == before


def test_resume_alone_goes_on_with_the_last_draft_and_a_number_with_that_one(tmp_path):
    sit([*NIGHTFALL, "--seat", "1", "-o", "older"], "1\n")
    sit([*NIGHTFALL, "--seat", "2", "-o", "newer"], "2\n")
    _, output = sit(["draft", "--resume", "2"], "1\n1\n")
    assert "The lists are in" in output
    assert lists(tmp_path / "older")
    assert not lists(tmp_path / "newer")
    sit(["draft", "--resume"], "1\n1\n")
    assert lists(tmp_path / "newer")


def test_what_was_chosen_at_once_is_taken_back_at_once(tmp_path):
    sit(INVASION_SEAT, "1 2\nu\nq\n")
    assert choices_of(tmp_path / "mine") == []


@pytest.mark.parametrize("typed", ["？", "help", "HELP"])
def test_help_is_understood_as_word_and_in_full_width(typed):
    _, output = sit([*NIGHTFALL, "--seat", "1", "-o", "mine"], f"{typed}\nｑ\n")
    assert "Ctrl-C" in output


@pytest.mark.parametrize("typed", ["undo", "ｕ", "u"])
def test_taking_back_is_understood_as_word_and_in_full_width(typed, tmp_path):
    sit(INVASION_SEAT, f"１　２\n{typed}\nquit\n")
    assert choices_of(tmp_path / "mine") == []


def test_a_single_letter_is_never_a_card(tmp_path):
    _, output = sit(INVASION_SEAT, "h\nq\n")
    assert "'h' is no key here" in output
    assert choices_of(tmp_path / "mine") == []


def test_a_mistyped_name_offers_near_ones(tmp_path):
    _, output = sit(INVASION_SEAT, "Huntsmne\nq\n")
    assert "Did you mean: Huntsmen" in output
    assert choices_of(tmp_path / "mine") == []


@pytest.mark.parametrize("arguments", [INVASION, NIGHTFALL])
def test_the_next_steps_that_are_told_can_be_taken(arguments, tmp_path, capsys):
    assert run([*arguments, "--auto", "-o", "my draft"]) == 0
    lines = capsys.readouterr().err.splitlines()
    commands = [line.strip() for line in lines if line.strip().startswith("deckbuilder ")]
    assert len(commands) >= 4
    for command in commands:
        words = shlex.split(command)[1:]
        if words[0] == "play":
            words += ["--watch", "--pace", "0", "--bots", "random"]
        if words[0] == "draft":
            words += ["--auto"]
        assert run(words) == 0, command
