"""What one running page keeps: preferences, the secret of its forms, and what is open."""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from deckbuilder.files import replace
from deckbuilder.preferences import Preferences
from deckbuilder.resources import user_folder

Kept = TypeVar("Kept")
KEY_FILE = "page.key"
HOSTS = ("127.0.0.1", "localhost", "[::1]")
"""Names under which a browser on this machine reaches the page."""


@dataclass(frozen=True)
class Site:
    """One running page."""

    port: int
    preferences: Preferences = field(default_factory=Preferences)
    secret: bytes = field(default_factory=lambda: _secret(), repr=False)
    _kept: dict[Any, Any] = field(default_factory=dict, repr=False)
    _lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    @property
    def token(self) -> str:
        """What a form must send back: only pages of this site know it."""
        return hmac.new(self.secret, b"form", "sha256").hexdigest()

    @property
    def authorities(self) -> tuple[str, ...]:
        """The values of `Host` that mean this site."""
        return tuple(f"{host}:{self.port}" for host in HOSTS)

    def knows(self, token: str) -> bool:
        """Tell whether a form was on a page of this site."""
        return hmac.compare_digest(token.encode(), self.token.encode())

    def keep(self, make: Callable[[], Kept]) -> Kept:
        """Return what `make` gave when it was asked for first: open drafts, say."""
        with self._lock:
            if make not in self._kept:
                self._kept[make] = make()
            return cast(Kept, self._kept[make])


def _secret() -> bytes:
    """Return the secret of this user's pages: the same after a restart, so that tabs go on."""
    path = user_folder() / KEY_FILE
    with suppress(OSError):
        if len(found := path.read_bytes()) >= 32:
            return found
    made = secrets.token_bytes(32)
    # A data folder that cannot be written to costs open tabs a reload, no more.
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, made)
        path.chmod(0o600)
    return made
