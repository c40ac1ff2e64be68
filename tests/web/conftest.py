from __future__ import annotations

import pytest
from anyio.from_thread import start_blocking_portal
from starlette.testclient import TestClient

from deckbuilder.web.application import application
from deckbuilder.web.site import Site

PORT = 8471


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A site whose data folder is new."""
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    return Site(port=PORT)


@pytest.fixture(scope="session")
def portal():
    """One loop for all requests; else each begins one of its own, in a thread of its own."""
    with start_blocking_portal() as portal:
        yield portal


@pytest.fixture
def client(site, portal):
    """A browser without a script."""
    client = TestClient(
        application(site), base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False
    )
    client.portal = portal
    return client
