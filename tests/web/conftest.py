from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from deckbuilder.web.application import application
from deckbuilder.web.site import Site

PORT = 8471


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A site whose data folder is new."""
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    return Site(port=PORT)


@pytest.fixture
def client(site):
    """A browser without a script."""
    return TestClient(
        application(site), base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False
    )
