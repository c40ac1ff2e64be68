"""Letters that steer a terminal, in every option and in every field of every input."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import openpyxl
import pytest
import yaml

from deckbuilder.cli.main import group, run
from deckbuilder.exchange.reading import read_decks
from deckbuilder.exchange.targets import target

HOSTILE = "a\x1b[31m\x07b\x9b\u202ec\x7f"
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef]")
LIST = b"""# Orc rush
Game: Invasion
Format: invasion-constructed
Capital: Orc
Player: Anna

[Units]
3x Squig Herders (Core, 57) # fast
2x Nobody's Card
"""
SERVING = {"serve"}
"""Commands that go on until they are stopped."""


@pytest.fixture(autouse=True)
def quiet_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a folder of its own, where nobody is there to choose."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))


Told = Callable[..., str]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    """Run a command and return all that it tells; nothing of it steers a terminal."""

    def run_it(*arguments: str) -> str:
        assert run([*arguments]) in (0, 1, 2, 130), arguments
        out, err = capsys.readouterr()
        assert not STEERS.search(out + err), arguments
        assert "this should not have happened" not in err, arguments
        return out + err

    return run_it


def leaves(command: click.Command, *names: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from leaves(found, *names, name)
    elif names[0] not in SERVING:
        yield names, command


LEAVES = dict(leaves(group))


@pytest.mark.parametrize("names", LEAVES, ids=" ".join)
def test_every_option_and_argument(names: tuple[str, ...], told: Told) -> None:
    given: list[str] = []
    options: list[list[str]] = [[], ["--" + HOSTILE]]
    for parameter in LEAVES[names].params:
        if isinstance(parameter, click.Argument):
            given.append(HOSTILE)
        elif isinstance(parameter, click.Option) and not parameter.is_flag:
            options.append([parameter.opts[0], HOSTILE])
    for option in options:
        if given or option:
            told(*names, *option, *given)


def test_every_name_of_a_command(told: Told) -> None:
    told(HOSTILE)
    told("event", HOSTILE)
    told("--" + HOSTILE)


def replaced(value: Any, place: list[int]) -> Any:
    """Return data with the text, key or number number `place` replaced; counts `place` down."""

    def hit() -> bool:
        place[0] -= 1
        return place[0] == -1

    if isinstance(value, dict):
        return {(HOSTILE if hit() else key): replaced(each, place) for key, each in value.items()}
    if isinstance(value, list):
        return [replaced(each, place) for each in value]
    return HOSTILE if hit() else value


def variants(value: Any) -> Iterator[Any]:
    number = 0
    while True:
        place = [number]
        changed = replaced(value, place)
        if place[0] >= 0:
            return
        yield changed
        number += 1


def written(target_id: str) -> bytes:
    return target(target_id).write_all(read_decks(LIST, "list"), None)  # type: ignore[arg-type]


def judged(path: Path, told: Told) -> None:
    told("check", str(path))
    told("check", str(path), "--json")
    told("stats", str(path))
    told("export", str(path), "--to", "names")


def test_every_place_of_a_text(tmp_path: Path, told: Told) -> None:
    path = tmp_path / "list.txt"
    text = LIST.decode()
    for place in range(0, len(text), 3):
        path.write_text(text[:place] + HOSTILE + text[place:], encoding="utf-8")
        told("check", str(path))
    for line in text.splitlines():
        path.write_text(text.replace(line, line + HOSTILE), encoding="utf-8")
        judged(path, told)


@pytest.mark.parametrize("lists", [1, 2])
def test_every_field_of_json(lists: int, tmp_path: Path, told: Told) -> None:
    path = tmp_path / "list.json"
    document = json.loads(written("json"))
    for each in variants(document if lists == 1 else [document, document]):
        path.write_text(json.dumps(each))
        told("check", str(path))


def test_every_cell_of_tables(tmp_path: Path, told: Told) -> None:
    rows = [*csv.reader(io.StringIO(written("csv").decode("utf-8-sig")))]
    for each in variants(rows):
        stream = io.StringIO()
        csv.writer(stream).writerows(each)
        (tmp_path / "list.csv").write_text(stream.getvalue(), encoding="utf-8")
        told("check", str(tmp_path / "list.csv"))
    for place, cell in enumerate(rows[0]):
        book = openpyxl.Workbook()
        for row in ([*rows[0][:place], cell + "\x9b\u202e", *rows[0][place + 1 :]], *rows[1:]):
            book.worksheets[0].append(row)
        book.save(tmp_path / "list.xlsx")
        told("check", str(tmp_path / "list.xlsx"))


@pytest.mark.parametrize("target_id", ["octgn", "cockatrice", "lackey"])
def test_every_value_of_xml(target_id: str, tmp_path: Path, told: Told) -> None:
    path = tmp_path / "list.xml"
    text = written(target_id).decode()
    for value in re.finditer(r'(?<=")[^"]*(?=")|(?<=>)[^<>]+(?=<)', text):
        for letters in ("\x9b\u202e", "&#155;&#8238;"):
            path.write_text(text[: value.start()] + letters + text[value.end() :], "utf-8")
            told("check", str(path))


EVENT = {
    "name": "League",
    "date": "2024-05-01",
    "place": "Here",
    "organiser": "Bo",
    "format": "invasion-constructed",
    "deadline": "2024-05-01T18:00",
    "players": [{"name": "Anna", "id": "7", "team": "A", "table": "1", "list": "anna.txt"}],
}
CARDS = {
    "game": "xeno",
    "id": "night",
    "name": "Night",
    "released": "2020",
    "cards": [{"name": "Shade", "rank": 4, "quantity": 2, "number": 1}],
}
OWNED = {"invasion": {"boxes": {"Core Set": 1}, "cards": {"Pillage (Core Set, 78)": 1}}}
IMAGES = {
    "back": "https://x/b.png",
    "sheets": {"one": {"face": "https://x/f.png"}},
    "cards": {"Pillage": {"sheet": "one", "index": 2}},
}
RULES = {
    "id": "short",
    "name": "Short",
    "game": "invasion",
    "extends": "invasion-constructed",
    "without": ["INV-11"],
    "rules": [
        {"kind": "copies", "cite": "INV-11", "source": {"book": "House", "page": "1"}, "most": 1}
    ],
}


def as_yaml(document: Any) -> list[str]:
    """Return data as YAML with the letters behind backslashes, and as they are."""
    return [
        yaml.safe_dump(document, allow_unicode=False),
        yaml.safe_dump(document, allow_unicode=True).replace("\\e", "\x1b"),
    ]


def test_every_field_of_an_event(tmp_path: Path, told: Told) -> None:
    (tmp_path / "event").mkdir()
    (tmp_path / "event" / "anna.txt").write_bytes(LIST)
    path = tmp_path / "event" / "event.yaml"
    for each in variants(EVENT):
        for text in as_yaml(each):
            path.write_text(text, encoding="utf-8")
            told("event", "check", str(path.parent))
    path.unlink()
    (tmp_path / "event" / f"b{HOSTILE}.txt").write_bytes(LIST)
    told("event", "check", str(path.parent))
    told("event", "check", str(path.parent), "--csv")


def test_every_field_of_a_lock(tmp_path: Path, told: Told) -> None:
    folder = tmp_path / "event"
    folder.mkdir()
    (folder / "anna.txt").write_bytes(LIST)
    told("event", "verify", str(folder), "--lock")
    path = folder / "event-lock.yaml"
    lock = yaml.safe_load(path.read_text())
    for each in variants(lock):
        for text in as_yaml(each):
            path.write_text(text, encoding="utf-8")
            told("event", "verify", str(folder))


def test_every_field_of_card_files(tmp_path: Path, told: Told) -> None:
    path = tmp_path / "night.yaml"
    for each in variants(CARDS):
        for text in as_yaml(each):
            path.write_text(text, encoding="utf-8")
            told("cards", "xeno", "--cards", str(path))
            told("cards", "xeno", "--cards", str(path), "--coverage")
    table = tmp_path / "night.csv"
    for each in variants([["Name", "Set", "Rank", "Artist"], ["Shade", "Night", "4", "Bo"]]):
        stream = io.StringIO()
        csv.writer(stream).writerows(each)
        table.write_text(stream.getvalue(), encoding="utf-8")
        told("cards", "xeno", "--cards", str(table))
        told("cards", "xeno", "--cards", str(table), "--coverage")


def test_every_field_of_a_collection(tmp_path: Path, told: Told) -> None:
    path = tmp_path / "data" / "collection.yaml"
    path.parent.mkdir()
    for each in variants(OWNED):
        for text in as_yaml(each):
            path.write_text(text, encoding="utf-8")
            told("own")


def test_every_field_of_images_and_formats(tmp_path: Path, told: Told) -> None:
    path, cards = tmp_path / "images.yaml", tmp_path / "list.txt"
    cards.write_bytes(LIST)
    for each in variants(IMAGES):
        for text in as_yaml(each):
            path.write_text(text, encoding="utf-8")
            told("export", str(cards), "--to", "tts", "--images", str(path))
    rules = tmp_path / "short.yaml"
    for each in variants(RULES):
        for text in as_yaml(each):
            rules.write_text(text, encoding="utf-8")
            told("check", str(cards), "--format", str(rules))
            told("formats", str(rules))


def test_every_field_of_a_log(tmp_path: Path, told: Told) -> None:
    folder = tmp_path / "draft"
    told("draft", "nightfall-draft", "--auto", "--seed", "7", "-o", str(folder))
    path = folder / "log.jsonl"
    lines = path.read_text().splitlines()
    for place in (0, 1, len(lines) - 1):
        for each in variants(json.loads(lines[place])):
            changed = [*lines[:place], json.dumps(each), *lines[place + 1 :]]
            path.write_text("\n".join(changed) + "\n")
            told("replay", str(path))
            told("drafts")
