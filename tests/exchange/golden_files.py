"""The files that targets are compared with: `python tests/exchange/golden_files.py` writes them.

A workbook is compared by its cells and a PDF by its text: how small the bytes are packed depends
on the machine.
"""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
from pdf_pages import text_layer
from sample_lists import sample

from deckbuilder import __version__
from deckbuilder.exchange.images import read_images
from deckbuilder.exchange.targets import Context, target, targets
from deckbuilder.preferences import Preferences

COMPARED = [each.id for each in targets()]
FOLDER = Path(__file__).parents[1] / "data" / "exports"

IMAGES = b"""back: https://example.org/back.jpg
blank: https://example.org/blank.jpg
sheets:
  core: {face: https://example.org/core.jpg, columns: 10, rows: 7}
cards:
  Squig Herders: {sheet: core, index: 12}
  invasion/core/078: {face: https://example.org/pillage.png}
"""


def golden_name(name: str) -> str:
    each = target(name)
    return f"{name}.txt" if each.binary else f"{name}.{each.extension}"


def shown(name: str) -> str:
    """Return what a target makes of the sample, as text."""
    content = target(name).write(sample("invasion"), Context(images=read_images(IMAGES, "images")))
    if target(name).extension == "pdf":
        return text_layer(content).replace(f"deckbuilder {__version__}", "deckbuilder VERSION")
    return cells(content) if target(name).binary else content.decode()


def cells(content: bytes) -> str:
    book = openpyxl.load_workbook(io.BytesIO(content))
    lines = []
    for sheet in book.worksheets:
        lines.append(f"== {sheet.title} | frozen {sheet.freeze_panes} | {sheet.auto_filter.ref}")
        lines.extend(
            " | ".join("" if cell is None else str(cell) for cell in row)
            for row in sheet.iter_rows(values_only=True)
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with Preferences(language="en").in_force():
        for name in COMPARED:
            (FOLDER / golden_name(name)).write_text(shown(name), encoding="utf-8")


if __name__ == "__main__":
    main()
