"""The page on this machine: listening on the loopback address, or one page fetched and shown."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from starlette.types import ASGIApp, Message

from deckbuilder.errors import refusal
from deckbuilder.files import reason
from deckbuilder.web.application import application
from deckbuilder.web.site import Site

ADDRESS = "127.0.0.1"


def listening(port: int) -> socket.socket:
    """Return a socket on the loopback address; 0 is any port.

    Raises InputError for a port that is taken.
    """
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((ADDRESS, port))
    except OSError as error:
        taken.close()
        raise refusal("web.port-taken", port=port, reason=reason(error)) from None
    return taken


def serve(site: Site, door: socket.socket) -> None:
    """Answer until the process is stopped."""
    config = uvicorn.Config(
        application(site),
        http="h11",
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    uvicorn.Server(config).run(sockets=[door])


@dataclass(frozen=True)
class Fetched:
    """An answer: its status, its kind (such as "text/html") and its content."""

    status: int
    kind: str
    content: bytes


def fetch(site: Site, path: str) -> Fetched:
    """Return what the site answers to a browser that asks for a path."""
    return asyncio.run(_fetch(application(site), site, path))


async def _fetch(app: ASGIApp, site: Site, path: str) -> Fetched:
    asked = urlsplit(path if path.startswith("/") else f"/{path}")
    scope: dict[str, Any] = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": asked.path,
        "raw_path": asked.path.encode(),
        "query_string": asked.query.encode(),
        "headers": [(b"host", site.authorities[0].encode())],
        "server": (ADDRESS, site.port),
        "client": (ADDRESS, 0),
    }
    answer: dict[str, Any] = {}
    content = bytearray()

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            answer.update(message)
        else:
            content.extend(message.get("body", b""))

    await app(scope, receive, send)
    headers = dict(answer["headers"])
    return Fetched(answer["status"], headers.get(b"content-type", b"").decode(), bytes(content))
