"""Files that are small and cost much, or large and worth nothing, are refused before they cost.

The budget of any input is 300 MB and three seconds of a usual machine. Memory is limited exactly;
the processor's time, which counts no waiting, to several times the budget, for slow machines.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

MEGABYTES = 300
SECONDS = 15
MIB = 1024 * 1024

NAMES = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


MAIL = b"MIME-Version: 1.0\nFrom: Ann <ann@example.org>\n"


def workbook(
    sheet: str, *, sheets: int = 1, strings: str = "", styles: str = "", names: int = 0
) -> bytes:
    """Return a workbook of equal sheets from the XML in its parts."""
    stated = "".join(f'<sheet name="{n}" sheetId="{n}" r:id="s{n}"/>' for n in range(sheets))
    relations = "".join(
        f'<Relationship Id="s{n}" Type="{OFFICE}/worksheet" Target="worksheets/{n}.xml"/>'
        for n in range(sheets)
    )
    for kind in ("sharedStrings", "styles"):
        relations += f'<Relationship Id="{kind}" Type="{OFFICE}/{kind}" Target="{kind}.xml"/>'
    parts = {
        "xl/workbook.xml": f'<workbook xmlns="{NAMES}" xmlns:r="{OFFICE}">'
        f"<sheets>{stated}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f"<Relationships>{relations}</Relationships>",
        "xl/sharedStrings.xml": f"<sst>{strings}</sst>",
        "xl/styles.xml": f"<styleSheet>{styles}</styleSheet>",
        **{f"xl/worksheets/{n}.xml": f"<worksheet>{sheet}</worksheet>" for n in range(sheets)},
        **{f"xl/media/{n}.png": "" for n in range(names)},
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def unpacking_to(size: int) -> bytes:
    """Return a workbook whose sheet unpacks to so many bytes of nothing."""
    stream = io.BytesIO(workbook(""))
    with (
        zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("xl/worksheets/0.xml", "w", force_zip64=True) as part,
    ):
        part.write(b"<worksheet>")
        for _ in range(size // MIB):
            part.write(b" " * MIB)
    return stream.getvalue()


ROW = "<row>" + "<c t='inlineStr'><is><t>3</t></is></c>" * 20 + "</row>"
HEADED = (
    "<row><c t='inlineStr'><is><t>Count</t></is></c><c t='inlineStr'><is><t>Name</t></is></c></row>"
)
CARD = "<row><c><v>3</v></c><c t='inlineStr'><is><t>Nobody at all</t></is></c></row>"
FAR = '<dimension ref="A1:XFD1048576"/><row r="1048576"><c r="XFD1048576" s="0"/></row>'

Bomb = Callable[[], bytes]

LISTS: dict[str, Bomb] = {
    "lines of nothing": lambda: b"\n" * (30 * MIB),
    "blanks": lambda: b" " * (30 * MIB),
    "one card again and again": lambda: b"3x Pillage\n" * 300_000,
    "cards that are none": lambda: b"".join(b"3x Nobody %d\n" % n for n in range(200_000)),
    "one line": lambda: b"3x " + b"Pillage " * 450_000,
    "brackets": lambda: b"3x Pillage " + b"(a)" * 1_300_000,
    "marks of a forum": lambda: b"3x " + b"[url=" * 700_000,
    "closing marks": lambda: b"[/b]" * 900_000,
    "lines between lists": lambda: b"===\n\n" * 700_000,
    "lists that are none": lambda: b"3x Nobody\n===\n" * 250_000,
    "headings": lambda: b"[Units]\n" * 450_000,
    "headers": lambda: b"".join(b"Key %d: value\n" % n for n in range(200_000)),
    "comments": lambda: b"# a\n" * 900_000,
    "counts": lambda: b"3 " * 1_900_000,
    "wide letters": lambda: "３ｘ カード\n".encode("utf-16") * 250_000,
    "a text in UTF-16": lambda: ("3x Pillage\n" * 350_000).encode("utf-16"),
    "commas": lambda: b"," * (30 * MIB),
    "lines of commas": lambda: (b"," * 100 + b"\n") * 78_000,
    "quotes": lambda: b'Count,Name\n"' + b'""' * (4 * MIB),
    "rows": lambda: b"Count,Name\n" + b"3,Nobody\n" * 59_000,
    "rows of other names": lambda: (
        b"Count,Name\n" + b"".join(b"3,Nobody %d\n" % n for n in range(59_000))
    ),
    "a deck a row": lambda: (
        b"Player,Count,Name\n" + b"".join(b"Player %d,3,Pillage\n" % n for n in range(59_000))
    ),
    "cells": lambda: b"Count,Name" + b",Notes" * 240 + b"\n" + (b"3" + b",a" * 240 + b"\n") * 1_600,
    "a mail of mails": lambda: MAIL + b"Content-Type: message/rfc822\n\n" * 60_000,
    "a mail in a mail in a mail": lambda: (
        MAIL
        + b"".join(
            b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n)
            for n in range(60_000)
        )
    ),
    "a mail of one header": lambda: b"From: " + b"((" * (4 * MIB) + b"\n" + MAIL + b"\n3 Pillage\n",
    "a mail of lines": lambda: MAIL + b"\n" + b"\n" * (7 * MIB),
    "deep JSON": lambda: b"[" * (4 * MIB),
    "JSON of numbers": lambda: b"[" + b"0," * 1_900_000 + b"0]",
    "JSON of empty records": lambda: b"[" + b"{}," * 1_300_000 + b"{}]",
    "JSON of empty cards": lambda: b'{"cards": [' + b"{}," * 1_300_000 + b"{}]}",
    "JSON of keys": lambda: (
        b"{" + b",".join(b'"%d":0' % n for n in range(400_000)) + b', "cards": []}'
    ),
    "JSON of lists": lambda: (
        b"[" + b",".join([b'{"cards": [{"name": "Pillage"}]}'] * 100_000) + b"]"
    ),
    "deep XML": lambda: b"<a>" * 1_300_000,
    "XML of elements": lambda: b"<deck>" + b"<a/>" * 950_000 + b"</deck>",
    "XML of attributes": lambda: (
        b"<deck " + b"".join(b'a%d="" ' % n for n in range(350_000)) + b"/>"
    ),
    "XML of entities": lambda: (
        b'<!DOCTYPE a [<!ENTITY b "bb">'
        + b"".join(b'<!ENTITY b%d "&b;&b;">' % n for n in range(100_000))
        + b"]><deck/>"
    ),
    "a workbook of air": lambda: unpacking_to(400 * MIB),
    "a workbook that claims every cell": lambda: workbook(FAR),
    "a workbook of many sheets": lambda: workbook(ROW * 1_000, sheets=200),
    "a workbook of empty sheets": lambda: workbook("<sheetData/>", sheets=3_900),
    "a workbook of lists": lambda: workbook(HEADED + CARD * 50, sheets=900),
    "a workbook of rows": lambda: workbook("<row/>" * 1_600_000),
    "a workbook of empty cells": lambda: workbook("<row>" + "<c/>" * 1_600_000 + "</row>"),
    "a workbook of strings": lambda: workbook(ROW, strings="<si><t>a</t></si>" * 1_500_000),
    "a workbook of one long string": lambda: workbook(
        "<row>" + '<c t="s"><v>0</v></c>' * 200_000 + "</row>",
        strings=f"<si><t>{'a' * 90_000}</t></si>",
    ),
    "a workbook of one endless cell": lambda: workbook(
        "<row><c t='inlineStr'><is><t>" + "€" * 20_000_000 + "</t></is></c></row>"
    ),
    "a workbook of styles": lambda: workbook(
        ROW, styles="<cellXfs>" + "<xf/>" * 1_600_000 + "</cellXfs>"
    ),
    "a workbook of names": lambda: workbook(ROW, names=50_000),
    "a workbook deep inside": lambda: workbook("<a>" * 1_600_000),
}

YAML: dict[str, Bomb] = {
    "items": lambda: b"- a\n" * 2_000_000,
    "empty mappings": lambda: b"- {}\n" * 1_600_000,
    "keys": lambda: b"".join(b"k%d: 0\n" % n for n in range(700_000)),
    "the same key": lambda: b"a: 0\n" * 1_600_000,
    "depth": lambda: b"- " * 4_000_000,
    "brackets": lambda: b"[" * 8_000_000,
    "a text": lambda: b'a: "' + b"\\n" * 3_900_000 + b'"',
    "references": lambda: b"a: &a [b]\n" + b"".join(b"k%d: *a\n" % n for n in range(700_000)),
    "references to references": lambda: (
        b"a0: &a0 [b]\n"
        + b"".join(b"a%d: &a%d [*a%d, *a%d]\n" % (n, n, n - 1, n - 1) for n in range(1, 90))
    ),
    "comments": lambda: b"# a\n" * 2_000_000,
    "tags": lambda: b"- !!int x\n" * 100_000,
    "too many bytes": lambda: b"a" * (31 * MIB),
}

CARDS: dict[str, Bomb] = {
    "named rows": lambda: b"name,rank\n" + b"".join(b"Card %d,3\n" % n for n in range(50_000)),
    "faulty rows": lambda: b"name,rank\n" + b"Card,a\n" * 50_000,
    "unknown columns": lambda: (
        b"name" + b"".join(b",k%d" % n for n in range(250)) + b"\nA" + b",b" * 250
    ),
    "commas": lambda: b"name,rank\n" + b"," * (30 * MIB),
}

LOGS: dict[str, Bomb] = {
    "nothing": lambda: b"\n" * (30 * MIB),
    "records": lambda: b"{}\n" * (10 * MIB),
    "one line": lambda: b"{" * (30 * MIB) + b"\n",
    "depth": lambda: HEAD.replace(b'"settings":{}', b'"settings":' + b"[" * 2_000 + b"]" * 2_000),
    "choices": lambda: HEAD + b'{"seat":0,"action":"take","card":"a"}\n' * 800_000,
    "steps back": lambda: HEAD + b'{"undo":1}\n' * 2_000_000,
}
HEAD = (
    b'{"log":1,"program":"0.1.0","kind":"draft","game":"nightfall","table":"nightfall-draft",'
    b'"seed":7,"seats":["drafter"],"settings":{}}\n'
)

OWNED = b"invasion:\n  cards:\n"
COLLECTIONS: dict[str, Bomb] = {
    "cards that are none": lambda: (
        OWNED + b"".join(b"    Nobody %d: 1\n" % n for n in range(100_000))
    ),
    "games that are none": lambda: b"".join(b"g%d: {}\n" % n for n in range(100_000)),
}


Judge = Callable[..., None]


@pytest.fixture(scope="module")
def runner() -> Iterator[subprocess.Popen[str]]:
    script = str(Path(__file__).with_name("bomb_runner.py"))
    where = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        [sys.executable, script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=where,
    ) as process:
        yield process


@pytest.fixture
def judged(runner: subprocess.Popen[str], tmp_path: Path) -> Judge:
    """Run a command within the budget; it ends with a verdict or one error."""

    def judge(*arguments: str) -> None:
        assert runner.stdin is not None
        assert runner.stdout is not None
        asked = {
            "arguments": arguments,
            "folder": str(tmp_path),
            "bytes": MEGABYTES * MIB,
            "seconds": SECONDS,
        }
        print(json.dumps(asked), file=runner.stdin, flush=True)
        status, seconds = json.loads(runner.stdout.readline())
        told = (tmp_path / "err").read_text()
        print(f"{seconds:.2f} s", told[-300:])
        assert status in (0, 1, 2)
        assert "should not have happened" not in told
        assert "Traceback" not in told

    return judge


@pytest.mark.parametrize("name", LISTS)
def test_lists(name: str, tmp_path: Path, judged: Judge) -> None:
    (tmp_path / "bomb").write_bytes(LISTS[name]())
    judged("check", "bomb", "--format", "invasion-constructed")


OF_EVENTS = ("lists/event.yaml", "event check lists")
OTHERS = [
    ("lists/event-lock.yaml", "event verify lists"),
    ("cards.yaml", "cards xeno --cards cards.yaml"),
    ("data/collection.yaml", "own"),
    ("format.yaml", "formats format.yaml"),
    ("images.yaml", "export lists/anna.txt --to tts --images images.yaml"),
]


@pytest.mark.parametrize(
    ("path", "command", "name"),
    [
        *((*OF_EVENTS, name) for name in YAML),
        *((*other, name) for other in OTHERS for name in ("tags",)),
    ],
)
def test_yaml(path: str, command: str, name: str, tmp_path: Path, judged: Judge) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "data").mkdir(exist_ok=True)
    (tmp_path / "lists" / "anna.txt").write_text("Game: Invasion\n3x Pillage\n")
    (tmp_path / path).write_bytes(YAML[name]())
    judged(*command.split())


@pytest.mark.parametrize("name", CARDS)
def test_card_files(name: str, tmp_path: Path, judged: Judge) -> None:
    (tmp_path / "cards.csv").write_bytes(CARDS[name]())
    judged("cards", "xeno", "--cards", "cards.csv", "--coverage")


@pytest.mark.parametrize("name", ["a workbook of many sheets", "a workbook that claims every cell"])
def test_card_workbooks(name: str, tmp_path: Path, judged: Judge) -> None:
    (tmp_path / "cards.xlsx").write_bytes(LISTS[name]())
    judged("cards", "xeno", "--cards", "cards.xlsx")


@pytest.mark.parametrize("name", LOGS)
def test_logs(name: str, tmp_path: Path, judged: Judge) -> None:
    (tmp_path / "log.jsonl").write_bytes(LOGS[name]())
    judged("replay", "log.jsonl")


@pytest.mark.parametrize("name", COLLECTIONS)
def test_collections(name: str, tmp_path: Path, judged: Judge) -> None:
    (tmp_path / "data").mkdir(exist_ok=True)
    (tmp_path / "data" / "collection.yaml").write_bytes(COLLECTIONS[name]())
    judged("own")
