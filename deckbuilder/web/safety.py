"""What stands before every page: who may ask, how much may be sent, what a page may load."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request

from deckbuilder.errors import Fault, InputError
from deckbuilder.files import MAX_BYTES
from deckbuilder.web.site import Site

SAFE = ("GET", "HEAD")
_SAME = ("same-origin", "none")
_SLACK = 64 * 1024
"""Bytes of a form beside its files."""


class Forbidden(InputError):
    """A request that did not come from a page of this site."""


class TooLarge(InputError):
    """A request above the size that is read."""


def refuse_strangers(request: Request, site: Site) -> None:
    """Raise Forbidden for a request that another site sent, or that means another host.

    A name that leads to this machine by another site's wish is not among the hosts; a browser
    names the page that a request comes from in `Origin` and `Sec-Fetch-Site`.
    """
    if request.headers.get("host", "").lower() not in site.authorities:
        raise Forbidden(Fault.of("web.other-host"))
    origin = request.headers.get("origin")
    if origin is not None and origin.lower() not in _origins(site):
        raise Forbidden(Fault.of("web.other-site"))
    if request.headers.get("sec-fetch-site", "none") in _SAME:
        return
    # A link on another site may lead to a page; it may neither change nor embed anything.
    navigates = request.headers.get("sec-fetch-mode") == "navigate"
    if request.method not in SAFE or not navigates:
        raise Forbidden(Fault.of("web.other-site"))


def refuse_without_token(token: str, site: Site) -> None:
    """Raise Forbidden for a form that no page of this site held."""
    if not site.knows(token):
        raise Forbidden(Fault.of("web.no-token"))


async def bounded_body(request: Request) -> bytes:
    """Return what was sent. Raises TooLarge before more than MAX_BYTES are read."""
    most = MAX_BYTES + _SLACK
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > most:
            raise TooLarge(Fault.of("web.too-large", most=MAX_BYTES // (1024 * 1024)))
    return bytes(content)


def headers() -> Mapping[str, str]:
    """Return the headers of every answer: nothing is loaded from elsewhere, nothing is inline."""
    policy = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "connect-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
    return {
        "Content-Security-Policy": "; ".join(f"{key} {value}" for key, value in policy.items()),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "X-Frame-Options": "DENY",
    }


def _origins(site: Site) -> tuple[str, ...]:
    return tuple(f"http://{authority}" for authority in site.authorities)
