"""One request, as the pages see it, and the answers that they give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import quote

from starlette.responses import HTMLResponse, RedirectResponse, Response

from deckbuilder.errors import InputError
from deckbuilder.preferences import Preferences
from deckbuilder.templates import render
from deckbuilder.web.assets import asset_address
from deckbuilder.web.forms import Form
from deckbuilder.web.site import Site
from deckbuilder.words import language, languages, name_of, say

PARTS = "x-parts"
"""The header of requests that want only the parts of a page that may have changed."""


class Missing(InputError):
    """There is no such page, deck or card."""


class Conflict(InputError):
    """What is to be changed was changed elsewhere in the meantime."""


@contextmanager
def conflicts(code: str) -> Iterator[None]:
    """Tell what was changed elsewhere, a refusal of this code, apart from what cannot be done."""
    try:
        yield
    except InputError as error:
        if any(fault.code == code for fault in error.faults):
            raise Conflict(error.faults) from None
        raise


@dataclass(frozen=True)
class Visit:
    """One request.

    `path` is without the language in front of it, `prefix` that language ("" or "/ja").
    """

    site: Site
    path: str
    preferences: Preferences = field(default_factory=Preferences)
    prefix: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    query_text: str = ""
    form: Form = field(default_factory=Form)
    places: Mapping[str, str] = field(default_factory=dict)
    wants_parts: bool = False

    def url(self, path: str, /, **query: Any) -> str:
        """Return the address of a page in the language of this one."""
        asked = "&".join(
            f"{name}={quote(str(value))}"
            for name, value in query.items()
            if value not in (None, "")
        )
        return f"{self.prefix}{quote(path, safe='/:@')}" + (f"?{asked}" if asked else "")

    def asset(self, name: str) -> str:
        """Return the address of a static file, which changes with its content."""
        return asset_address(name)

    @property
    def token(self) -> str:
        """What each form must send as `token`."""
        return self.site.token

    @property
    def language(self) -> str:
        """The language of this page."""
        return language()

    @cached_property
    def languages(self) -> tuple[tuple[str, str, str], ...]:
        """Id, name and address of this page in every language."""
        asked = f"?{self.query_text}" if self.query_text else ""
        return tuple(
            (each, say(f"web.languages.{each}"), f"/{each}{quote(self.path)}{asked}")
            for each in languages()
        )

    @property
    def families(self) -> tuple[Any, ...]:
        """The families of pages, in the order of the navigation."""
        from deckbuilder.web.families import families

        return families()

    def page(self, template: str, /, *, status: int = 200, **values: Any) -> Response:
        """Return a page: a template that extends `web/base.html.j2`."""
        return HTMLResponse(
            render(template, visit=self, say=say, name_of=name_of, **values), status_code=status
        )

    def parts(self, template: str, /, *, status: int = 200, **values: Any) -> Response:
        """Return parts of a page: each element with an id takes the place of the one it has."""
        response = self.page(template, status=status, **values)
        response.headers["X-Parts"] = "1"
        return response

    def redirect(self, path: str, /, **query: Any) -> Response:
        """Return to a page after a form was sent."""
        return RedirectResponse(self.url(path, **query), status_code=303)

    def file(self, content: bytes, kind: str, name: str = "") -> Response:
        """Return a file; with a name it is to be saved, not shown."""
        headers = {}
        if name:
            headers["Content-Disposition"] = f"attachment; filename*=utf-8''{quote(name)}"
        return Response(content, media_type=kind, headers=headers)
