"""The sheets of an XLSX workbook as rows of text.

A workbook is read in one stream and counted while it unpacks: a small archive may hold a million
cells, or state that it does. A reader of our own, for openpyxl fills in every row and column that
a sheet claims to have before anything can be counted.
"""

from __future__ import annotations

import datetime
import io
import math
import re
import struct
import zipfile
import zlib
from collections.abc import Callable
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from deckbuilder.errors import InputError, refusal
from deckbuilder.sources.spreadsheets import MAX_CELL, MAX_COLUMNS, Bounds, Row

MAX_PARTS = 4_000
MAX_SHEETS = 1_000
MAX_UNPACKED = 64 * 1024 * 1024
MAX_ELEMENTS = 1_500_000

_ENTRY = b"PK\x01\x02"
"""What each part of an archive begins with in its list of contents."""
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_CHUNK = 64 * 1024
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    expat.ExpatError,
    RuntimeError,
    EOFError,
    OSError,
    LookupError,
    ValueError,
    ArithmeticError,
)
"""What broken archives and their XML raise, in the words of the libraries that unpack them."""
_REFERENCE = re.compile(r"([A-Za-z]{1,3})[0-9]{1,7}")
_ROW = re.compile(r"[1-9][0-9]{0,6}")
_DATE_FORMATS = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
"""The numbers of the formats of dates and times that every workbook has."""
_NOT_IN_DATE = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]')
"""What stands for itself in the code of a format, or is a colour or a condition."""
_OF_DATE = re.compile(r"[dmyhs]", re.IGNORECASE)
_FROM_1900 = datetime.datetime(1899, 12, 30)
_FROM_1904 = datetime.datetime(1904, 1, 1)
_MISSING_LEAP_DAY = 60
"""Up to this day workbooks count from a day later, for they hold 1900 to be a leap year."""


class Sheet(NamedTuple):
    """A sheet: its title, and its rows with at least one cell that is filled."""

    title: str
    rows: list[Row]


def read_workbook(content: bytes, where: str) -> list[Sheet]:
    """Return the sheets of an XLSX workbook, hidden ones too.

    A formula is never worked out: the value that was stored with it counts, and where there is
    none the formula itself. Raises InputError for what is no workbook, and for more than the
    bounds allow.
    """
    bounds = _Bounds(where)
    if content.count(_ENTRY) > MAX_PARTS:
        raise bounds.refused("sources.parts", MAX_PARTS)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _Workbook(archive, bounds).sheets()
    except InputError:
        raise
    except _BROKEN:
        raise refusal("sources.workbook", where=where) from None


class _Bounds(Bounds):
    """Counts what a workbook costs beside its rows and letters."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self._bytes = self._elements = 0

    def unpacked(self, number: int) -> None:
        self._bytes += number
        if self._bytes > MAX_UNPACKED:
            raise self.refused("sources.unpacked", MAX_UNPACKED >> 20)

    def element(self) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise self.refused("sources.xml-many", MAX_ELEMENTS)


Attributes = dict[str, str]


class _Handler:
    """Takes the elements of a part as they come; names are without their prefix."""

    def start(self, name: str, attributes: Attributes) -> None:
        """Take the beginning of an element."""

    def end(self, name: str) -> None:
        """Take the end of an element."""

    def text(self, text: str) -> None:
        """Take text; an element may have several pieces."""


class _Workbook:
    """The parts of an archive that make up a workbook."""

    def __init__(self, archive: zipfile.ZipFile, bounds: _Bounds) -> None:
        self._archive = archive
        self._bounds = bounds
        # Some programs write names with backslashes, or with other capitals than they say.
        self._parts = {
            part.filename.replace("\\", "/").lstrip("/").casefold(): part
            for part in archive.infolist()
        }
        books = [name for name in self._parts if name.endswith("workbook.xml")]
        if not books:
            raise refusal("sources.archive", where=bounds.where)
        self._book = min(books, key=len)

    def sheets(self) -> list[Sheet]:
        """Return all sheets of cells."""
        contents, relations = _Contents(), _Relations(self._book)
        self._read(self._book, contents)
        if len(contents.sheets) > MAX_SHEETS:
            raise self._bounds.refused("sources.sheets", MAX_SHEETS)
        folder, _, name = self._book.rpartition("/")
        self._read(f"{folder}/_rels/{name}.rels".lstrip("/"), relations)
        strings, styles = _Strings(self._bounds), _Styles()
        for part in relations.of_kind("sharedStrings"):
            self._read(part, strings)
        for part in relations.of_kind("styles"):
            self._read(part, styles)
        found = []
        for title, relation in contents.sheets:
            kind, part = relations.targets[relation]
            if kind == "worksheet":
                cells = _Cells(strings.found, styles.dates, contents.epoch, self._bounds)
                self._read(part, cells)
                found.append(Sheet(title, cells.rows))
        return found

    def _read(self, part: str, handler: _Handler) -> None:
        """Send the elements of a part to a handler, counted as they unpack."""
        entry = self._parts[part.casefold()]
        if entry.compress_type not in _PACKED:
            raise zipfile.BadZipFile
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = _counted(handler.start, self._bounds)
        parser.EndElementHandler = lambda name: handler.end(name.rpartition(":")[2])
        parser.CharacterDataHandler = handler.text
        parser.StartDoctypeDeclHandler = _no_document_type
        with self._archive.open(entry) as stream:
            while chunk := stream.read(_CHUNK):
                self._bounds.unpacked(len(chunk))
                parser.Parse(chunk, False)
        parser.Parse(b"", True)


def _counted(
    start: Callable[[str, Attributes], None], bounds: _Bounds
) -> Callable[[str, Attributes], None]:
    def taken(name: str, attributes: Attributes) -> None:
        bounds.element()
        start(name.rpartition(":")[2], attributes)

    return taken


def _no_document_type(*_: object) -> NoReturn:
    """Refuse entities: no workbook has them."""
    raise ValueError


class _Contents(_Handler):
    """The titles of the sheets with their relations, and the day from which days count."""

    def __init__(self) -> None:
        self.sheets: list[tuple[str, str]] = []
        self.epoch = _FROM_1900

    def start(self, name: str, attributes: Attributes) -> None:
        """Take a sheet, or the properties of the book."""
        if name == "sheet":
            relation = next(value for key, value in attributes.items() if key.endswith(":id"))
            self.sheets.append((attributes["name"], relation))
        elif name == "workbookPr" and attributes.get("date1904") in ("1", "true"):
            self.epoch = _FROM_1904


class _Relations(_Handler):
    """What the parts around a workbook are, and where."""

    def __init__(self, book: str) -> None:
        self._folder = book.rpartition("/")[0]
        self.targets: dict[str, tuple[str, str]] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        """Take a relation; "/" at the beginning of a target is the top of the archive."""
        if name == "Relationship":
            target = attributes["Target"].replace("\\", "/")
            part = target if target.startswith("/") else f"{self._folder}/{target}"
            kind = attributes["Type"].rpartition("/")[2]
            self.targets[attributes["Id"]] = (kind, part.lstrip("/"))

    def of_kind(self, kind: str) -> list[str]:
        """Return the parts of a kind."""
        return [part for each, part in self.targets.values() if each == kind][:1]


class _Words(_Handler):
    """Collects the text of cells and shared strings, without how it is pronounced."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._taken = False
        self._beside = False

    def start(self, name: str, attributes: Attributes) -> None:
        """Begin to take text where it is some."""
        if name == "rPh":
            self._beside = True
        elif name == "t":
            self._taken = not self._beside

    def end(self, name: str) -> None:
        """Cease to take text."""
        if name == "rPh":
            self._beside = False
        elif name == "t":
            self._taken = False

    def text(self, text: str) -> None:
        """Take a piece of text. Raises ValueError for an endless one."""
        if self._taken:
            self._pieces.append(text)
            self._length += len(text)
            if self._length > MAX_CELL:
                raise ValueError

    def joined(self) -> str:
        """Return the text so far and begin anew."""
        text = "".join(self._pieces)
        self._pieces.clear()
        self._length = 0
        # So Excel writes letters that XML cannot hold, and the underscore of such a code.
        return text.replace("_x000D_", "\r").replace("_x005F_", "_") if "_x" in text else text


class _Strings(_Words):
    """The strings that cells share."""

    def __init__(self, bounds: _Bounds) -> None:
        super().__init__()
        self.found: list[str] = []
        self._bounds = bounds

    def end(self, name: str) -> None:
        """Take a string where it ends."""
        super().end(name)
        if name == "si":
            self.found.append(self.joined())
            self._bounds.letters(len(self.found[-1]))


class _Styles(_Handler):
    """Which styles show a number as a date."""

    def __init__(self) -> None:
        self.dates: set[int] = set()
        self._formats = set(_DATE_FORMATS)
        self._number = 0
        self._of_cells = False

    def start(self, name: str, attributes: Attributes) -> None:
        """Take a format, or a style of cells."""
        if name == "numFmt":
            code = _NOT_IN_DATE.sub("", attributes.get("formatCode", ""))
            if _OF_DATE.search(code):
                self._formats.add(int(attributes["numFmtId"]))
        elif name == "cellXfs":
            self._of_cells = True
        elif name == "xf" and self._of_cells:
            if int(attributes.get("numFmtId", "0")) in self._formats:
                self.dates.add(self._number)
            self._number += 1

    def end(self, name: str) -> None:
        """End the styles of cells."""
        if name == "cellXfs":
            self._of_cells = False


class _Cells(_Words):
    """The rows of one sheet."""

    def __init__(
        self, strings: list[str], dates: set[int], epoch: datetime.datetime, bounds: _Bounds
    ) -> None:
        super().__init__()
        self.rows: list[Row] = []
        self._strings = strings
        self._dates = dates
        self._epoch = epoch
        self._bounds = bounds
        self._line = 0
        self._cells: dict[int, str] = {}
        self._column = -1
        self._attributes: Attributes = {}
        self._value = self._formula = ""

    def start(self, name: str, attributes: Attributes) -> None:
        """Take the beginning of a row, a cell or a part of one."""
        if name == "c":
            self._begin_cell(attributes)
        elif name in ("v", "f"):
            self._taken = True
        elif name == "row":
            self._begin_row(attributes)
        else:
            super().start(name, attributes)

    def end(self, name: str) -> None:
        """Take the end of a row, a cell or a part of one."""
        if name == "v":
            self._taken, self._value = False, self.joined()
        elif name == "f":
            self._taken, self._formula = False, f"={self.joined()}"
        elif name == "c":
            if text := self._cell_text() or self._formula:
                self._cells[self._column] = text
        elif name == "row":
            self._end_row()
        else:
            super().end(name)

    def _begin_row(self, attributes: Attributes) -> None:
        stated = attributes.get("r", "")
        self._line = int(stated) if _ROW.fullmatch(stated) else self._line + 1
        self._column = -1
        self._cells = {}

    def _end_row(self) -> None:
        if not self._cells:
            return
        width = max(self._cells) + 1
        if width > MAX_COLUMNS:
            raise self._bounds.refused("sources.columns", MAX_COLUMNS, self._line)
        self._bounds.row(self._line, width)
        self._bounds.letters(sum(map(len, self._cells.values())))
        self.rows.append(Row(self._line, [self._cells.get(each, "") for each in range(width)]))

    def _begin_cell(self, attributes: Attributes) -> None:
        place = _REFERENCE.fullmatch(attributes.get("r", ""))
        self._column = _column(place[1]) if place else self._column + 1
        self._attributes = attributes
        self._value = self._formula = ""

    def _cell_text(self) -> str:
        """Return what a person sees in the cell. Raises ValueError for what cannot be there."""
        kind = self._attributes.get("t", "n")
        if kind == "inlineStr":
            return self.joined()
        value = self._value
        if kind == "s":
            return self._strings[int(value)] if value else ""
        if kind == "b":
            return {"1": "TRUE", "0": "FALSE"}.get(value, value)
        if kind == "d":
            return value.removesuffix("T00:00:00")
        if kind != "n" or not value:
            return value
        style = self._attributes.get("s", "0")
        return _number(value, self._epoch if int(style) in self._dates else None)


def _column(letters: str) -> int:
    """Return the column, from 0, of letters such as "AB"."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _number(value: str, epoch: datetime.datetime | None) -> str:
    """Return a number as a person writes it, or the day and hour from `epoch` that it means."""
    number = float(value)
    if not math.isfinite(number):
        raise ValueError
    if epoch is not None and 0 <= number < 3_000_000:
        return _date(number, epoch)
    return str(int(number)) if number.is_integer() else str(number)


def _date(days: float, epoch: datetime.datetime) -> str:
    if epoch == _FROM_1900 and 1 <= days < _MISSING_LEAP_DAY:
        days += 1
    moment = epoch + datetime.timedelta(seconds=round(days * 86_400))
    if days < 1:
        return moment.time().isoformat()
    return moment.date().isoformat() if moment.time() == datetime.time() else str(moment)
