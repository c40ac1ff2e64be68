"""A workbook to fill in: one table a set, the cards that lack facts, with what is known of them.

It is read back as cards of one's own are (`deckbuilder.catalog.own_card_records`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.coverage import has_fact, is_known
from deckbuilder.catalog.fields import CHOICE, FLAG, NUMBER, Field, fields_of
from deckbuilder.catalog.missing import MissingInSet
from deckbuilder.catalog.wording import label
from deckbuilder.sources.spreadsheets import guarded
from deckbuilder.words import say, says

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

HEADING_ROW = 3
_ALWAYS = ("name", "set", "number", "type")
_WIDE, _NARROW = 28, 14
_MOST_LETTERS = 250
"""So many letters a list of choices may have in a workbook."""


def write_facts(catalog: Catalog, missing: Sequence[MissingInSet]) -> bytes:
    """Return the workbook; the same bytes for the same cards."""
    import openpyxl

    from deckbuilder.exchange.xlsx import saved, sheet_name

    book = openpyxl.Workbook()
    book.properties.creator = "deckbuilder"
    book.remove(book.worksheets[0])
    taken: set[str] = set()
    fields = sheet_fields(catalog.card_type)
    for each in missing:
        _fill(book.create_sheet(sheet_name(each.card_set.name, taken)), each, fields)
    return saved(book)


def sheet_fields(card_type: type[Card]) -> list[Field]:
    """Return the fields that a sheet asks for: what names a card, then the facts worth knowing."""
    known = {field.name: field for field in fields_of(card_type).values()}
    names = dict.fromkeys((*_ALWAYS, *card_type.facts, *card_type.also_asked))
    parts: dict[str, list[Field]] = {}
    for field in known.values():
        if field.part_of:
            parts.setdefault(field.part_of, []).append(field)
    return [
        field
        for name in names
        for field in ([known[name]] if name in known else parts.get(name, []))
    ]


def _fill(sheet: Worksheet, each: MissingInSet, fields: Sequence[Field]) -> None:
    from openpyxl.styles import Alignment, Font, PatternFill
    from openpyxl.utils import get_column_letter

    sheet.cell(1, 1, say("cards.missing.title", set=each.card_set.name)).font = Font(bold=True)
    for column, field in enumerate(fields, start=1):
        about = sheet.cell(2, column, _explained(field))
        about.font = Font(italic=True, color="666666")
        about.alignment = Alignment(wrap_text=True, vertical="top")
        # Headings are the names that are read back, whatever the language is.
        head = sheet.cell(HEADING_ROW, column, field.name.replace("_", " ").capitalize())
        head.font = Font(bold=True)
        head.fill = PatternFill("solid", start_color="E8E2D4")
        width = _WIDE if field.name in ("name", "name_ja") else _NARROW
        sheet.column_dimensions[get_column_letter(column)].width = width
    rows = [_known_cells(card, fields, each) for card in each.cards]
    numbers: Sequence[int | None] = each.numbers or [None] * each.unnamed
    rows += [_blank_cells(fields, each, number) for number in numbers]
    for row, cells in enumerate(rows, start=HEADING_ROW + 1):
        for column, value in enumerate(cells, start=1):
            if value is not None:
                put = sheet.cell(row, column, value)
                if isinstance(value, str):
                    put.data_type = "s"
    sheet.freeze_panes = f"B{HEADING_ROW + 1}"
    _offer_choices(sheet, fields, HEADING_ROW + len(rows))


def _known_cells(card: Card, fields: Sequence[Field], each: MissingInSet) -> list[Any]:
    """Return what is known; an empty cell is to be filled in, "-" is none to be known."""
    cells: list[Any] = []
    for field in fields:
        fact = field.part_of or field.name
        if field.name == "set":
            cells.append(each.card_set.name)
        elif fact in card.facts and not has_fact(card, fact):
            cells.append("-")
        elif fact in card.facts and not is_known(card, fact):
            cells.append(None)
        else:
            cells.append(_cell(field.get(card)))
    return cells


def _blank_cells(fields: Sequence[Field], each: MissingInSet, number: int | None) -> list[Any]:
    given = {"set": each.card_set.name, "number": number}
    return [given.get(field.name) for field in fields]


def _cell(value: Any) -> Any:
    if value is None or value == {}:
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return guarded("; ".join(value)) or "none"
    if isinstance(value, dict):
        told = (key if number is True else f"{key} {number}" for key, number in value.items())
        return guarded("; ".join(told))
    return value if isinstance(value, int) else guarded(str(value))


def _explained(field: Field) -> str:
    """Return what stands above a column: what it is, and what may be written into it."""
    key = f"cards.missing.about.{field.name}"
    told = [say(key) if says(key) else label(field.name)]
    if field.kind == FLAG:
        told.append(say("cards.missing.flag"))
    elif field.choices:
        several = "several" if field.many else "one"
        told.append(say(f"cards.missing.{several}", choices=field.choices))
    elif field.many:
        told.append(say("cards.missing.list"))
    elif field.kind == NUMBER:
        kinds = field.letters
        told.append(say("cards.missing.or", kinds=kinds) if kinds else say("cards.missing.number"))
    return "\n".join(told)


def _offer_choices(sheet: Worksheet, fields: Sequence[Field], last: int) -> None:
    """Let cells drop their choices down; where there may be several, others may be typed."""
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    for column, field in enumerate(fields, start=1):
        choices = ("yes", "no") if field.kind == FLAG else field.choices
        if not choices or (field.kind not in (CHOICE, FLAG)):
            continue
        offered = (*choices, "none") if field.many else choices
        formula = ",".join(offered)
        if len(formula) > _MOST_LETTERS or any("," in each for each in offered):
            continue
        rule = DataValidation(
            type="list",
            formula1=f'"{formula}"',
            allow_blank=True,
            showErrorMessage=not field.many,
        )
        letter = get_column_letter(column)
        rule.add(f"{letter}{HEADING_ROW + 1}:{letter}{last}")
        sheet.add_data_validation(rule)
