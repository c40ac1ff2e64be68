"""Static files: the style and the script, named by their content so that they may be kept."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from deckbuilder.templates import render

_SCRIPTS = Path(__file__).parent / "static"
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


@dataclass(frozen=True)
class Asset:
    """A static file."""

    content: bytes
    kind: str
    digest: str


@cache
def assets() -> dict[str, Asset]:
    """Return the static files by their names."""
    contents = {path.name: path.read_bytes() for path in sorted(_SCRIPTS.iterdir())}
    contents["style.css"] = render("web/style.css.j2").encode()
    contents["icon.svg"] = render("web/icon.svg.j2").encode()
    return {
        name: Asset(
            content=content,
            kind=KINDS[name.rpartition(".")[2]],
            digest=hashlib.sha256(content).hexdigest()[:12],
        )
        for name, content in contents.items()
        if name.rpartition(".")[2] in KINDS
    }


def asset_address(name: str) -> str:
    """Return the address of a static file."""
    return f"/static/{assets()[name].digest}/{name}"
