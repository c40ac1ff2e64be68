"""Templates of pages, pictures and sheets: escaped by default, a missing value is an error."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from deckbuilder.resources import exports_folder

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, /, **values: Any) -> str:
    """Return a template of the exports folder, named by its path there, filled with values."""
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(exports_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
