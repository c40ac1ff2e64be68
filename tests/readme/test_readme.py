"""The pages for readers: their examples are run, and what they name is there."""

from __future__ import annotations

import doctest
import pkgutil
import re
import sys
from pathlib import Path
from typing import Any

import click
import pytest

sys.path.insert(0, str(Path(__file__).parent))

import yaml
from examples import (
    PAGES,
    README,
    ROOT,
    SUCCESSFUL,
    TABLES,
    between,
    blocks,
    examples,
    games_told,
    lay_out,
    run,
)

from deckbuilder.cli.main import COMMANDS, group
from deckbuilder.resources import exports_folder
from deckbuilder.words import word_files

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
CODE = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w-]+/(?:[\w./-]*/|[\w/-]*\.[\w.]+|)")
"""A file or, with a stroke behind it, a folder; ids of cards have strokes as well."""
DOTTED = re.compile(r"[a-z_]+(?:\.\w+)+")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]")
OF_OTHER_TOOLS = {
    *("--scenarios", "--seeds", "--minutes", "--reader", "--keep"),
    *("--nworkers", "--nthreads"),
}
"""Options that the pages name of the tools that test the project, and of Dask."""
WRITE_ANEW = "if the change is meant, run python tests/readme/examples.py"
FORMATS = ROOT / "formats" / "README.md"
CARDS = ROOT / "cards" / "README.md"


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def each_page() -> Any:
    return pytest.mark.parametrize("page", PAGES, ids=name_of)


@each_page()
def test_the_examples_print_what_the_page_shows(page, tmp_path):
    lay_out(text_of(page), tmp_path)
    for command, output in examples(text_of(page)):
        printed, status = run(command, tmp_path)
        assert printed == output, f"{command}: {WRITE_ANEW}"
        assert status in SUCCESSFUL, command


def test_the_readme_shows_something_of_each_game():
    shown = " ".join(command for command, _ in examples(text_of(README)))
    assert games_told()
    assert [each.id for each in games_told() if each.id not in shown] == []


@each_page()
def test_what_a_page_shows_of_a_file_stands_in_it(page):
    for block in blocks(text_of(page)):
        if block.role == "from":
            content = text_of(ROOT / block.path)
            assert holds(
                yaml.load(content, yaml.CSafeLoader), yaml.load(block.content, yaml.CSafeLoader)
            ), block.path


def holds(whole: Any, part: Any) -> bool:
    """Whether a document has all that another states; of a list, each row somewhere in it."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(
            key in whole and holds(whole[key], value) for key, value in part.items()
        )
    if isinstance(part, list) and isinstance(whole, list):
        return all(any(holds(each, row) for each in whole) for row in part)
    return bool(whole == part)


@each_page()
def test_the_python_of_a_page_is_true(page):
    done = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert done.failed == 0


@each_page()
def test_links_lead_somewhere(page):
    links = [link for link in LINK.findall(text_of(page)) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


@each_page()
def test_files_that_a_page_names_are_there(page):
    named = {
        word.rstrip("/")
        for code in CODE.findall(text_of(page))
        for word in code.split()
        if FILE.fullmatch(word)
    }
    roots = (ROOT, page.parent)
    ours = [
        path
        for path in sorted(named)
        if any((root / path.split("/")[0]).is_dir() for root in roots)
    ]
    assert [path for path in ours if not any((root / path).exists() for root in roots)] == []


def test_names_that_the_page_of_the_code_tells_are_there():
    names = {
        code.removesuffix("(...)")
        for code in CODE.findall(text_of(ROOT / "deckbuilder" / "README.md"))
        if DOTTED.fullmatch(code.removesuffix("(...)"))
        and not code.endswith(".yaml")
        and any((ROOT / "deckbuilder").glob(f"{code.partition('.')[0]}*"))
    }
    assert len(names) > 20
    assert [name for name in sorted(names) if not resolves(f"deckbuilder.{name}")] == []


def resolves(name: str) -> bool:
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@each_page()
def test_options_and_commands_that_a_page_names_are_there(page):
    content = text_of(page)
    known = options_of(group) | {"--help", "--version"}
    assert set(OPTION.findall(content)) - known - OF_OTHER_TOOLS == set()
    typed = re.findall(r"(?:^\$ |`|\bdeckbuilder )deckbuilder ([a-z]+)", content, re.MULTILINE)
    assert set(typed) - {*COMMANDS} == set()


def options_of(command: click.Command) -> set[str]:
    found = {
        name
        for each in command.params
        if isinstance(each, click.Option)
        for name in (*each.opts, *each.secondary_opts)
    }
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            found |= options_of(below)
    return found


def test_the_two_commands_stand_in_it_as_they_are():
    lines = text_of(README).splitlines()
    assert (
        "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/deckbuilder draft "
        "invasion-draft --seat order --auto --seed 7 -o my-draft"
    ) in lines
    assert "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/pytest" in lines


def test_every_problem_code_is_listed():
    listed = text_of(FORMATS)
    words = {
        key: text
        for file in word_files("en", "problems")
        if file.startswith(("words/", *(f"{each.id}/" for each in games_told())))
        for key, text in yaml.load(
            (exports_folder() / file).read_text("utf-8"), yaml.CSafeLoader
        ).items()
    }
    variants = ("unknown-card-nearest", "group-too-many-title", "loyalty-unpaid-no-capital")
    codes = [
        key
        for key, text in words.items()
        if isinstance(text, str) and key not in ("separator", "in-section", "found-by", "official")
    ]
    assert len(codes) > 30
    assert [code for code in codes if code not in variants and f"`{code}`" not in listed] == []


def test_every_command_is_named():
    listed = text_of(README)
    assert [name for name in COMMANDS if f"deckbuilder {name}" not in listed] == []


@pytest.mark.parametrize(("marks", "table"), TABLES)
def test_tables_say_what_the_program_says(marks, table):
    told = [between(text_of(page), marks) for page in PAGES if marks[0] in text_of(page)]
    assert told == [table()], WRITE_ANEW


def test_every_event_that_sets_effects_off_is_named():
    from deckbuilder.games.invasion.duel.triggers import EVENTS

    assert [event for event in EVENTS if f"`{event}`" not in text_of(CARDS)] == []


def test_every_field_of_a_format_and_of_its_rules_is_named():
    from deckbuilder.formats.format_files import RULE_FIELDS, FormatFile, RestrictionFile

    fields = {*RULE_FIELDS, *FormatFile.__struct_fields__, *RestrictionFile.__struct_fields__}
    assert [each for each in sorted(fields) if f"`{each}`" not in text_of(FORMATS)] == []


def test_every_field_of_a_set_and_of_its_cards_is_named():
    from deckbuilder.catalog.card import CardSet

    fields = {*CardSet.__struct_fields__}
    for each in games_told():
        fields |= {*each.card_type().__struct_fields__}
    assert [each for each in sorted(fields) if f"`{each}`" not in text_of(CARDS)] == []
