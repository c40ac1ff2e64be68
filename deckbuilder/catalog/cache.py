"""A cache on disk that can only help: broken, missing or unwritable, it is as if not there."""

from __future__ import annotations

import contextlib
import hashlib
from typing import Any

import msgspec

from deckbuilder.files import replace
from deckbuilder.resources import cache_folder

_CHECK_BYTES = 16


def read(name: str, digest: str, kind: Any) -> Any | None:
    """Return what was stored under `name` for this digest of its sources, or None."""
    try:
        content = (cache_folder() / f"{name}-{digest}.msgpack").read_bytes()
    except OSError:
        return None
    check, body = content[:_CHECK_BYTES], content[_CHECK_BYTES:]
    if hashlib.blake2b(body, digest_size=_CHECK_BYTES).digest() != check:
        return None
    try:
        return msgspec.msgpack.decode(body, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def write(name: str, digest: str, value: Any) -> None:
    """Store a value whole, in place of what an older digest stored; failing is no error."""
    body = msgspec.msgpack.encode(value)
    content = hashlib.blake2b(body, digest_size=_CHECK_BYTES).digest() + body
    folder = cache_folder()
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"{name}-{digest}.msgpack"
        replace(target, content)
        for old in folder.glob(f"{name}-*.msgpack"):
            if old != target:
                old.unlink()
