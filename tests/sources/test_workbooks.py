"""Workbooks are read as openpyxl writes them and as strangers do, and never beyond their bounds."""

from __future__ import annotations

import datetime
import io
import zipfile
from typing import Any

import openpyxl
import pytest

from deckbuilder.errors import InputError
from deckbuilder.sources import spreadsheets, workbooks
from deckbuilder.sources.spreadsheets import guarded, read_table, unguarded
from deckbuilder.sources.workbooks import read_workbook

NAMES = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def written(*rows: list[Any]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def packed(sheet: str, *, strings: str = "", book: str = "", styles: str = "") -> bytes:
    """Return a workbook of one sheet from the XML within its parts."""
    parts = {
        "xl/workbook.xml": f'<x:workbook xmlns:x="{NAMES}" xmlns:r="{RELATIONS}">{book}<x:sheets>'
        '<x:sheet name="One" sheetId="1" r:id="rId1"/></x:sheets></x:workbook>',
        "xl/_rels/workbook.xml.rels": "<Relationships>"
        f'<Relationship Id="rId1" Type="{RELATIONS}/worksheet" Target="/xl/worksheets/Sheet1.xml"/>'
        f'<Relationship Id="rId2" Type="{RELATIONS}/sharedStrings" Target="strings.xml"/>'
        f'<Relationship Id="rId3" Type="{RELATIONS}/styles" Target="styles.xml"/>'
        "</Relationships>",
        "xl/strings.xml": f"<sst>{strings}</sst>",
        "xl/styles.xml": f"<styleSheet>{styles}</styleSheet>",
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{NAMES}">{sheet}</worksheet>',
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def rows_of(content: bytes) -> list[tuple[int, list[str]]]:
    (sheet,) = read_workbook(content, "x.xlsx")
    return [(row.line, row.cells) for row in sheet.rows]


def test_values_of_every_kind_are_what_a_person_sees() -> None:
    content = written(
        ["Count", 3, 3.0, 2.5, True, False],
        [],
        [None, datetime.date(2009, 2, 1), datetime.datetime(2009, 2, 1, 18, 30), "'=1+1", " a "],
        ["=SUM(B1:C1)", datetime.time(18, 30), datetime.date(1900, 1, 5)],
    )
    assert rows_of(content) == [
        (1, ["Count", "3", "3", "2.5", "TRUE", "FALSE"]),
        (3, ["", "2009-02-01", "2009-02-01 18:30:00", "'=1+1", " a "]),
        (4, ["=SUM(B1:C1)", "18:30:00", "1900-01-05"]),
    ]


def test_what_other_programs_write() -> None:
    strings = (
        "<si><t>Pillage</t></si>"
        "<si><r><t>Squig </t></r><r><t>Herders</t></r><rPh><t>SUKUIGGU</t></rPh></si>"
        "<si><t>a_x005F_b</t></si>"
    )
    sheet = (
        "<sheetData>"
        '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>'
        '<row r="7"><c r="B7" t="inlineStr"><is><t>in line</t></is></c><c><v>12</v></c></row>'
        '<row><c t="str"><f>A1</f><v>worked out</v></c><c><f>A1&amp;B1</f></c>'
        '<c t="e"><v>#N/A</v></c><c t="d"><v>2009-02-01T00:00:00</v></c><c t="b"><v>1</v></c></row>'
        "</sheetData>"
    )
    assert rows_of(packed(sheet, strings=strings)) == [
        (1, ["Pillage", "Squig Herders", "a_b"]),
        (7, ["", "in line", "12"]),
        (8, ["worked out", "=A1&B1", "#N/A", "2009-02-01", "TRUE"]),
    ]


def test_days_count_from_where_the_workbook_says() -> None:
    styles = (
        '<numFmts><numFmt numFmtId="170" formatCode="[Red]&quot;day&quot; 0.0"/>'
        '<numFmt numFmtId="171" formatCode="d. mmm"/></numFmts>'
        '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>'
    )
    sheet = '<row><c><v>1</v></c><c s="1"><v>39845</v></c><c s="2"><v>39845</v></c></row>'
    assert rows_of(packed(sheet, styles=styles)) == [(1, ["1", "39845", "2009-02-01"])]
    book = '<workbookPr date1904="1"/>'
    assert rows_of(packed(sheet, styles=styles, book=book)) == [(1, ["1", "39845", "2013-02-02"])]


def test_a_sheet_costs_what_it_holds_and_not_what_it_claims() -> None:
    sheet = (
        '<dimension ref="A1:XFD1048576"/><sheetData>'
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="XFD1" s="0"/></row>'
        '<row r="1048576"><c r="B1048576"><v>3</v></c></row></sheetData>'
    )
    assert rows_of(packed(sheet)) == [(1, ["Name"]), (1_048_576, ["", "3"])]


@pytest.mark.parametrize(
    ("bound", "code"),
    [
        ("MAX_SHEETS", "sheets"),
        ("MAX_UNPACKED", "unpacked"),
        ("MAX_ELEMENTS", "xml-many"),
        ("MAX_PARTS", "parts"),
        ("MAX_COLUMNS", "columns"),
        ("MAX_CELLS", "cells"),
        ("MAX_ROWS", "rows"),
        ("MAX_LETTERS", "too-long"),
    ],
)
def test_every_bound_is_of_the_whole_workbook(
    bound: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = written(["Count", "Name"], [3, "Pillage"])
    for module in (spreadsheets, workbooks):
        if hasattr(module, bound):
            monkeypatch.setattr(module, bound, 0)
    with pytest.raises(InputError) as caught:
        read_workbook(content, "x.xlsx")
    assert [fault.code for fault in caught.value.faults] == [f"sources.{code}"]


@pytest.mark.parametrize(
    "sheet",
    [
        '<row><c t="s"><v>9</v></c></row>',
        '<row><c t="s"><v>x</v></c></row>',
        "<row><c><v>three</v></c></row>",
        "<row><c><v>1e999</v></c></row>",
        '<row><c s="x"><v>1</v></c></row>',
        f'<row><c t="inlineStr"><is><t>{"a" * 200_000}</t></is></c></row>',
        "<row><c></row>",
    ],
)
def test_a_broken_workbook_is_one_error(sheet: str) -> None:
    with pytest.raises(InputError) as caught:
        read_workbook(packed(sheet), "x.xlsx")
    assert [fault.code for fault in caught.value.faults] == ["sources.workbook"]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@a", "|cmd", "%0A", "\ta", "'=", "＝1"])
def test_no_cell_begins_like_a_formula(text: str) -> None:
    assert guarded(text)[0] == "'"
    assert unguarded(guarded(text)) == text
    assert guarded("Pillage") == unguarded("Pillage") == "Pillage"


def test_a_table_has_a_line_for_every_row_and_an_end() -> None:
    rows = read_table('a;b;;\n"one\ntwo";3\n\nc', "x.csv", ";")
    assert [(row.line, row.cells) for row in rows] == [
        (1, ["a", "b"]),
        (2, ["one\ntwo", "3"]),
        (4, []),
        (5, ["c"]),
    ]
    for text, code in (
        ("a," * 300 + "b", "columns"),
        ("a\n" * 70_000, "rows"),
        ("a" * 9_000_000, "too-long"),
        (("a," * 250 + "a\n") * 2_000, "cells"),
        ("a" * 110_000, "cell-long"),
        ('"' + "a" * 200_000, "csv-row"),
    ):
        with pytest.raises(InputError) as caught:
            read_table(text, "x.csv", ",")
        assert [fault.code for fault in caught.value.faults] == [f"sources.{code}"]
