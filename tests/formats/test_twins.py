"""For every rule one list that just breaks it and one that just does not, everywhere the same."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from deckbuilder.cli.main import run
from deckbuilder.exchange.reading import read_deck
from deckbuilder.formats.format import Rule
from deckbuilder.formats.kinds.amounts import Amount
from deckbuilder.formats.legality import all_kinds
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.formats.verdict import Verdict, format_of, judge
from deckbuilder.preferences import Preferences

TWINS = Path(__file__).parents[1] / "data" / "twins"
UNPROVEN = {
    ("pool by date", "released"),
    ("pool by date", "invasion/capital-as-card"),
    ("INV-14", "excluded"),
}
"""What `test_legality_by_date.py` and `test_capital_as_card.py` hold with days of their own, and
what no text can break: a capital in a list is its header (`test_format_files.py`)."""
SHIPPED_FILES = {load_format(format_id).where for format_id in format_ids()}
INDEX: dict[str, Any] = yaml.load(
    (TWINS / "index.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader
)
FORMATS = {key: read_deck((TWINS / f"{key}-breaks.txt").read_bytes(), key).format for key in INDEX}
LISTS = [(key, kind) for key in INDEX for kind in ("breaks", "holds")]


def path_of(key: str, kind: str) -> Path:
    return TWINS / f"{key}-{kind}.txt"


def verdict_of(key: str, kind: str) -> Verdict:
    path = path_of(key, kind)
    deck = read_deck(path.read_bytes(), path.name)
    return judge(deck, format_of(deck, path.name), path.name, date=INDEX[key].get("date"))


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with Preferences(language="en").in_force():
        yield


@pytest.mark.parametrize(("key", "kind"), LISTS)
def test_twin_has_exactly_the_problems_of_its_rule(key: str, kind: str) -> None:
    expected = INDEX[key][kind]
    problems = verdict_of(key, kind).problems
    assert [problem.code for problem in problems] == [each["code"] for each in expected]
    for problem, each in zip(problems, expected, strict=True):
        found = msgspec.json.decode(msgspec.json.encode(problem))
        assert {name: found.get(name) for name in each} == each
        assert problem.severity == each.get("severity", "error")
        if kind == "breaks":
            assert problem.rule == each.get("rule", INDEX[key]["rule"])


@pytest.mark.parametrize("key", INDEX)
def test_twin_that_breaks_an_error_rule_is_illegal_and_its_brother_legal(key: str) -> None:
    severities = {each.get("severity", "error") for each in INDEX[key]["breaks"]}
    assert verdict_of(key, "breaks").legal == ("error" not in severities)
    assert verdict_of(key, "holds").legal


@pytest.mark.parametrize("key", [key for key in INDEX if INDEX[key]["rule"]])
def test_problem_says_where_its_rule_stands(key: str) -> None:
    for problem in verdict_of(key, "breaks").problems:
        assert problem.source is not None
        assert problem.source.book


def test_every_list_of_the_folder_is_in_the_index() -> None:
    there = {path.name for path in TWINS.glob("*.txt")}
    assert there == {path_of(key, kind).name for key, kind in LISTS}


def proven_codes(format_id: str, cite: str) -> set[str]:
    """What the twins of a format find by a rule."""
    return {
        each["code"]
        for key, entry in INDEX.items()
        if FORMATS[key] == format_id
        for each in entry["breaks"]
        if each.get("rule", entry["rule"]) == cite
    }


def wanted_codes(rule: Rule) -> list[set[str]]:
    """Sets of codes of which twins must find one each: for amounts, each bound by itself."""
    kind = all_kinds()[rule.kind]
    parameters = msgspec.convert(rule.parameters, kind.parameters)
    if not isinstance(parameters, Amount):
        return [set(kind.codes)]
    least, most = parameters.bounds
    # No list without a card can be read.
    return [{"too-few"}] * (least > 1) + [{"too-many"}] * (most is not None)


@pytest.mark.parametrize("format_id", format_ids())
def test_every_rule_of_every_format_has_twins(format_id: str) -> None:
    law = load_format(format_id)
    unproven = [
        (rule.cite, rule.kind, codes)
        for rule in law.rules
        if rule.where == law.where or rule.where not in SHIPPED_FILES
        if (rule.cite, rule.kind) not in UNPROVEN
        for codes in wanted_codes(rule)
        if not codes & proven_codes(format_id, rule.cite)
    ]
    assert unproven == []


DATES = sorted({entry.get("date") for entry in INDEX.values()}, key=str)


def of_date(date: str | None) -> tuple[list[tuple[str, str]], list[str]]:
    chosen = [(key, kind) for key, kind in LISTS if INDEX[key].get("date") == date]
    return chosen, ["--date", date] if date else []


@pytest.mark.parametrize("date", DATES)
def test_event_check_tells_the_same_as_the_library(
    date: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen, options = of_date(date)
    for key, kind in chosen:
        shutil.copy(path_of(key, kind), tmp_path)
    assert run(["event", "check", str(tmp_path), "--json", "--lang", "en", *options]) == 1
    told = {each["list"]: each for each in json.loads(capsys.readouterr().out)["lists"]}
    assert told.keys() == {path_of(key, kind).name for key, kind in chosen}
    for key, kind in chosen:
        verdict = verdict_of(key, kind).as_data()
        each = told[path_of(key, kind).name]
        assert {name: each[name] for name in verdict} == verdict


def test_check_command_tells_the_same_as_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    for date in DATES:
        chosen, options = of_date(date)
        paths = [str(path_of(key, kind)) for key, kind in chosen]
        assert run(["check", "--json", "--lang", "en", *options, *paths]) == 1
        told = json.loads(capsys.readouterr().out)
        run(["check", "--lang", "en", *options, *paths])
        shown = capsys.readouterr().out
        assert len(told) == len(chosen)
        for (key, kind), each in zip(chosen, told, strict=True):
            verdict = verdict_of(key, kind)
            assert each == verdict.as_data() | {"list": str(path_of(key, kind))}
            for problem in verdict.problems:
                assert f"{problem.severity} {problem.code}: {problem.message}" in shown
