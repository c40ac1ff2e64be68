"""Bytes become data in one place, whose only error is the product's own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import deckbuilder

HOUSE = Path(deckbuilder.__file__).parent
PARSERS = {
    *("yaml.load", "yaml.safe_load", "yaml.compose", "yaml.parse", "yaml.safe_load_all"),
    *("json.loads", "json.load", "msgspec.json.decode", "msgspec.yaml.decode"),
    *("csv.reader", "csv.DictReader", "openpyxl.load_workbook", "pandas.read_csv"),
    *("pandas.read_excel", "pickle.load", "pickle.loads", "eval", "exec"),
    *("ElementTree.parse", "ElementTree.fromstring", "expat.ParserCreate"),
}
TRUSTED = {
    "resources.py": {"yaml.load"},  # files that come with the program
}


def called(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def own_settings(path: Path, name: str) -> bool:
    """What the program encoded a moment ago it may decode."""
    return name == "msgspec.json.decode" and "msgspec.json.decode(msgspec.json.encode(" in (
        path.read_text(encoding="utf-8")
    )


def test_no_other_module_parses_what_strangers_send() -> None:
    found = {
        (path.relative_to(HOUSE).as_posix(), name)
        for path in HOUSE.rglob("*.py")
        if path.parent.name != "sources"
        for name in called(ast.parse(path.read_text(encoding="utf-8")))
        if name in PARSERS
        and name not in TRUSTED.get(path.name, ())
        and not own_settings(path, name)
    }
    assert found == set()
