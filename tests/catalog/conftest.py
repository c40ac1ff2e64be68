"""Every test of the catalogue has folders of its own for caches and for the user's data."""

from __future__ import annotations

import pytest

from deckbuilder.preferences import Preferences


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("DECKBUILDER_LANG", "en")
    monkeypatch.setenv("COLUMNS", "80")
    with Preferences().in_force():
        yield
