"""The templates of figures, pages and sheets."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from deckbuilder.resources import exports_folder
from deckbuilder.words import language, say

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(exports_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(say=say, language=language)
    return environment


def fill(template: str, **fields: object) -> str:
    """Return a template of the exports folder filled in; everything is escaped."""
    return _environment().get_template(template).render(**fields)
