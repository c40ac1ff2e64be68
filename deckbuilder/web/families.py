"""The families of pages: each module of `pages` describes one in its `FAMILY`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from starlette.responses import Response

from deckbuilder.web import pages
from deckbuilder.web.visit import Visit

Handler = Callable[[Visit], Response]


@dataclass(frozen=True)
class Page:
    """An address and who answers there. `/decks/{deck}` gives `visit.places["deck"]`."""

    path: str
    handler: Handler
    method: str = "GET"


@dataclass(frozen=True)
class Family:
    """Pages that belong together.

    `home` is the address that the navigation shows, at the place `order`, named by
    `web.nav.<id>`; a family without one is not in it.
    """

    id: str
    pages: tuple[Page, ...]
    home: str | None = None
    order: int = 0


@cache
def families() -> tuple[Family, ...]:
    """Return every family, in the order of the navigation."""
    found = [
        importlib.import_module(f"{pages.__name__}.{module.name}").FAMILY
        for module in pkgutil.iter_modules(pages.__path__)
        if not module.name.startswith("_")
    ]
    return tuple(sorted(found, key=lambda family: (family.order, family.id)))


def get(path: str, handler: Handler) -> Page:
    """Return a page that only shows."""
    return Page(path, handler)


def post(path: str, handler: Handler) -> Page:
    """Return an address that changes something: forms send there, with their token."""
    return Page(path, handler, "POST")
