"""`deckbuilder serve`: listening, one page printed, what is refused."""

from __future__ import annotations

import socket
import webbrowser

import pytest

from deckbuilder.cli.main import run
from deckbuilder.web import serving


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def served(monkeypatch):
    """What would have been served: the site and the address that was listened at."""
    found = []
    monkeypatch.setattr(
        serving, "serve", lambda site, door: found.append((site, door.getsockname()))
    )
    return found


def test_get_prints_one_page_in_the_language_asked_for(capfdbinary):
    assert run(["serve", "--get", "/", "--lang", "ja"]) == 0
    assert b'<html lang="ja">' in capfdbinary.readouterr().out
    assert run(["serve", "--get", "/en/"]) == 0
    assert b'<html lang="en">' in capfdbinary.readouterr().out


def test_get_tells_of_a_page_that_is_not_there_by_its_status(capfdbinary):
    assert run(["serve", "--get", "/no-such-page"]) == 2
    assert b"no-such-page" in capfdbinary.readouterr().out


def test_it_listens_to_this_machine_only_and_says_where(served, capfd):
    assert run(["serve", "--port", "0"]) == 0
    ((site, (address, port)),) = served
    assert address == "127.0.0.1"
    assert site.port == port
    assert capfd.readouterr().out == f"http://127.0.0.1:{port}/\n"


def test_open_opens_the_browser(served, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    assert run(["serve", "--port", "0"]) == 0
    assert opened == []
    assert run(["serve", "--port", "0", "--open"]) == 0
    assert opened == [f"http://127.0.0.1:{served[1][0].port}/"]


def test_a_port_that_is_taken_is_named(served, capfd):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port)]) == 2
    assert f"port {port} " in capfd.readouterr().err
    assert served == []


@pytest.mark.parametrize("option", [["--port", "8472"], ["--open"]])
def test_get_refuses_what_has_no_effect_beside_it(option, capfd):
    assert run(["serve", "--get", "/", *option]) == 2
    assert option[0] in capfd.readouterr().err


def test_cards_that_cannot_be_read_are_named_before_anything_is_served(served, capfd):
    assert run(["serve", "--cards", "no-such-file.yaml"]) == 2
    assert "no-such-file.yaml" in capfd.readouterr().err
    assert served == []
