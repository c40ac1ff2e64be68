"""Where the user's data and caches are: as platformdirs says, unless the environment decides."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from deckbuilder.resources import cache_folder, user_folder


@pytest.mark.parametrize("stated", ["", "  ", "/somewhere/else"])
def test_the_folders_are_those_of_platformdirs(monkeypatch, stated):
    monkeypatch.delenv("DECKBUILDER_DATA_DIR", raising=False)
    monkeypatch.delenv("DECKBUILDER_CACHE_DIR", raising=False)
    for variable in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, stated)
    assert cache_folder() == platformdirs.user_cache_path("deckbuilder")
    assert user_folder() == platformdirs.user_data_path("deckbuilder")


def test_the_environment_decides(monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", "/mine")
    monkeypatch.setenv("DECKBUILDER_CACHE_DIR", "/fast")
    assert (user_folder(), cache_folder()) == (Path("/mine"), Path("/fast"))
