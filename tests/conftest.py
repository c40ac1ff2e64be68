"""Every test speaks English, whatever the locale of the machine."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="session")
def english():
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("DECKBUILDER_LANG", "en")
        yield
