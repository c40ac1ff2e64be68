"""Parquet files, by PyArrow, which is an extra and may be missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from deckbuilder.errors import refusal
from deckbuilder.files import read_input


def arrow() -> tuple[Any, Any]:
    """Return PyArrow and its Parquet module. Raises InputError where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise refusal("sources.no-arrow") from None
    return pyarrow, pyarrow.parquet


def read_parquet(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a Parquet file. Raises InputError for what is none."""
    pyarrow, parquet = arrow()
    try:
        table = parquet.read_table(pyarrow.BufferReader(read_input(path)))
    except (pyarrow.ArrowException, OSError):
        raise refusal("sources.no-parquet", where=str(path)) from None
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows
