"""What is imported is declared: what always runs as a dependency, what may be missing as extra."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

from parsed_sources import nodes

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
FOR_USERS = [name for name in EXTRAS if name not in ("test", "dev")]


def names(requirements: list[str]) -> set[str]:
    """The names of distributions, as they are compared."""
    found = (re.match(r"[\w.-]+", each) for each in requirements)
    return {re.sub(r"[-_.]+", "-", each[0]).lower() for each in found if each}


distributions = cache(packages_distributions)


@cache
def imported() -> dict[str, set[str]]:
    """The modules from elsewhere that the package imports, and the files that do."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "deckbuilder").rglob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.Import):
                modules = [each.name for each in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                modules = [node.module or ""]
            else:
                continue
            for module in modules:
                found.setdefault(module.partition(".")[0], set()).add(str(path.relative_to(ROOT)))
    own = {"deckbuilder", *sys.stdlib_module_names}
    return {module: files for module, files in found.items() if module not in own}


def distribution(module: str) -> set[str]:
    """The distributions that a module comes from; its own name where it is not installed."""
    return names(distributions().get(module, [module]))


def test_every_import_is_declared():
    always = names(PROJECT["dependencies"])
    optional = names([each for name in FOR_USERS for each in EXTRAS[name]])
    missing = {
        module: files
        for module, files in imported().items()
        if not distribution(module) & (always | optional)
    }
    assert missing == {}


def test_what_is_declared_is_imported():
    used = set().union(*(distribution(module) for module in imported()))
    declared = names(PROJECT["dependencies"]).union(*(names(EXTRAS[name]) for name in FOR_USERS))
    assert declared <= used


def test_what_may_be_missing_is_imported_only_where_its_lack_is_caught():
    optional = names([each for name in FOR_USERS for each in EXTRAS[name]])
    optional -= names(PROJECT["dependencies"])
    for module, files in imported().items():
        if not distribution(module) & optional:
            continue
        for file in files:
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            for node in tree.body:
                top = [node] if isinstance(node, ast.Import | ast.ImportFrom) else []
                assert not [each for each in top if module in ast.unparse(each)], file
            guarded = {
                id(inner)
                for node in ast.walk(tree)
                if isinstance(node, ast.Try)
                and any("ImportError" in ast.unparse(each.type or node) for each in node.handlers)
                for inner in ast.walk(node)
            }
            for node in ast.walk(tree):
                if isinstance(node, ast.Import | ast.ImportFrom) and module in ast.unparse(node):
                    assert id(node) in guarded, f"{file}:{node.lineno}"
