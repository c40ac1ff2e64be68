"""Every test speaks English, whatever the locale of the machine."""

from __future__ import annotations

import os
import sys

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes depends on the machine and says nothing about the program.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")


# Hundreds of processes are started by a run: without byte code each would read every source anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(autouse=True, scope="session")
def english():
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("DECKBUILDER_LANG", "en")
        yield
