"""The application: from a request to the handler of a page, in its language, safely."""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import deckbuilder
from deckbuilder.errors import Fault, InputError
from deckbuilder.sanitizing import cut
from deckbuilder.web.assets import assets
from deckbuilder.web.families import Page, families
from deckbuilder.web.forms import Form, read_form
from deckbuilder.web.safety import (
    SAFE,
    Forbidden,
    TooLarge,
    bounded_body,
    headers,
    refuse_strangers,
    refuse_without_token,
)
from deckbuilder.web.site import Site
from deckbuilder.web.visit import PARTS, Conflict, Missing, Visit
from deckbuilder.words import languages

Endpoint = Callable[[Request], Awaitable[Response]]
_FOR_EVER = "public, max-age=31536000, immutable"
_STATUS: dict[type[InputError], int] = {
    Forbidden: 403,
    Missing: 404,
    Conflict: 409,
    TooLarge: 413,
}
NOTICE = "web/parts/notice.html.j2"


def application(site: Site) -> ASGIApp:
    """Return the application of a site."""
    routes = [Route("/static/{digest}/{name}", _static, methods=["GET"])]
    routes += [
        Route(page.path, _endpoint(page, site), methods=[page.method])
        for family in families()
        for page in family.pages
    ]
    inner = Starlette(
        routes=routes,
        middleware=[Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={HTTPException: _unrouted(site)},
    )
    return _InLanguages(_Guarded(inner, site))


class _InLanguages:
    """Takes the language off the front of a path: two tabs may have two languages."""

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        first, _, rest = scope.get("path", "").removeprefix("/").partition("/")
        known = scope["type"] == "http" and first in languages()
        chosen = {"path": f"/{rest}", "raw_path": None} if known else {}
        state = {**scope.get("state", {}), "language": first if known else None}
        await self._inner({**scope, **chosen, "state": state}, receive, send)


class _Guarded:
    """Refuses strangers, and sets the headers of every answer."""

    def __init__(self, inner: ASGIApp, site: Site) -> None:
        self._inner = inner
        self._site = site
        self._headers = [
            (name.lower().encode(), value.encode()) for name, value in headers().items()
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                held = dict(message["headers"])
                private = [] if b"cache-control" in held else [(b"cache-control", b"no-store")]
                message = {**message, "headers": [*held.items(), *self._headers, *private]}
            await send(message)

        request = Request(scope, receive)
        try:
            refuse_strangers(request, self._site)
        except InputError as error:
            response = await run_in_threadpool(_told, _visit(request, self._site), error)
            await response(scope, receive, guarded)
            return
        await self._inner(scope, receive, guarded)


def _endpoint(page: Page, site: Site) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        visit = _visit(request, site)
        try:
            body = b"" if request.method in SAFE else await bounded_body(request)
        except InputError as error:
            return await run_in_threadpool(_told, visit, error)
        kind = request.headers.get("content-type", "")
        return await run_in_threadpool(_answer, page, visit, body, kind)

    return endpoint


def _answer(page: Page, visit: Visit, body: bytes, kind: str) -> Response:
    """Run the handler of a page with the preferences of the visit in force."""
    with visit.preferences.in_force():
        try:
            if page.method not in SAFE:
                form = read_form(body, kind)
                refuse_without_token(form.text("token"), visit.site)
                visit = replace(visit, form=form)
            return page.handler(visit)
        except InputError as error:
            return _told(visit, error)
        except Exception as error:
            return _told(visit, InputError(_unforeseen(error)), status=500)


def _told(visit: Visit, error: InputError, status: int | None = None) -> Response:
    """Return a page, or its notice alone, that says what cannot be used, and how to mend it."""
    status = status or _STATUS.get(type(error), 400)
    with visit.preferences.in_force():
        if visit.wants_parts:
            return visit.parts(NOTICE, status=status, faults=error.faults)
        return visit.page("web/error.html.j2", status=status, faults=error.faults)


def _unforeseen(error: Exception) -> Fault:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return Fault.of(
        "program.unforeseen",
        reason=cut(" ".join(f"{type(error).__name__}: {error}".split())),
        place=f"{Path(last.filename).name}:{last.lineno}",
        version=deckbuilder.__version__,
    )


def _unrouted(site: Site) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def told(request: Request, error: Exception) -> Response:
        fault = Fault.of("web.no-page", path=cut(request.scope["path"]))
        return await run_in_threadpool(_told, _visit(request, site), Missing(fault))

    return told


async def _static(request: Request) -> Response:
    asset = assets().get(request.path_params["name"])
    if asset is None:
        raise HTTPException(404)
    # A tab that was opened before the program was renewed still asks by the older name.
    kept = asset.digest == request.path_params["digest"]
    kept_for = {"Cache-Control": _FOR_EVER} if kept else {}
    return Response(asset.content, media_type=asset.kind, headers=kept_for)


def _visit(request: Request, site: Site) -> Visit:
    chosen = request.scope.get("state", {}).get("language")
    wanted = site.preferences
    return Visit(
        site=site,
        preferences=replace(wanted, language=chosen) if chosen else wanted,
        path=request.scope["path"],
        prefix=f"/{chosen}" if chosen else "",
        query=dict(request.query_params),
        query_text=request.scope.get("query_string", b"").decode("ascii", "replace"),
        form=Form(),
        places=dict(request.path_params),
        wants_parts=PARTS in request.headers,
    )
