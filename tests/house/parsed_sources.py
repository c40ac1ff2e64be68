"""The sources parsed, each once for all tests of the house."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a source file, the module first."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
