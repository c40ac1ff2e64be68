"""Only browsers on this machine, from pages of this program, change anything."""

from __future__ import annotations

import re

import pytest

from deckbuilder.files import MAX_BYTES
from deckbuilder.web.families import families
from deckbuilder.web.forms import MOST_FILES
from deckbuilder.web.site import Site

FORMS = [page.path for family in families() for page in family.pages if page.method == "POST"]
SHOWN = [
    page.path
    for family in families()
    for page in family.pages
    if page.method == "GET" and "{" not in page.path
]


def filled(path):
    return re.sub(r"\{[^}]*\}", "x", path)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8471", "127.0.0.1:1", "127.0.0.1"])
def test_another_host_is_refused(client, host):
    assert client.get("/", headers={"host": host}).status_code == 403


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8471", "localhost:8471", "LOCALHOST:8471", "[::1]:8471"]
)
def test_this_machine_is_answered_by_each_of_its_names(client, host):
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8471"])
def test_another_origin_is_refused(client, origin):
    assert client.get("/", headers={"origin": origin}).status_code == 403


def test_a_page_is_not_embedded_elsewhere(client):
    asked = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    assert client.get("/", headers=asked).status_code == 403
    # A link on another site leads here.
    asked["sec-fetch-mode"] = "navigate"
    assert client.get("/", headers=asked).status_code == 200


@pytest.mark.parametrize("path", FORMS)
def test_no_form_changes_anything_without_the_token_of_a_page(client, site, path):
    for data in ({}, {"token": ""}, {"token": "0" * 64}):
        assert client.post(filled(path), data=data).status_code == 403
    asked = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    sent = client.post(filled(path), data={"token": site.token}, headers=asked)
    assert sent.status_code == 403


def test_the_token_is_the_same_after_a_restart_and_for_nobody_else(site, tmp_path, monkeypatch):
    assert Site(port=1).token == site.token
    key = tmp_path / "data" / "page.key"
    assert key.stat().st_mode & 0o077 == 0
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "other"))
    assert Site(port=1).token != site.token


@pytest.mark.parametrize("path", [*SHOWN, "/no-such-page"])
def test_every_answer_says_that_nothing_is_inline_or_from_elsewhere(client, path):
    for prefix in ("", "/en", "/ja"):
        answer = client.get(prefix + path)
        policy = dict(
            each.strip().split(" ", 1)
            for each in answer.headers["content-security-policy"].split(";")
        )
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        # Every script is a file, and no element has a style or a script of its own.
        assert re.findall(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", answer.text) == []
        assert re.findall(r"(?:src|href|action)=\"(?!/|#|\?)[^\"]*", answer.text) == []


def test_more_than_a_file_may_be_is_not_read(client, site):
    sent = client.post(
        filled(FORMS[0]),
        data={"token": site.token},
        files={"files": ("a.txt", b"x" * (MAX_BYTES + 100_000))},
    )
    assert sent.status_code == 413


def test_files_are_named_by_their_last_part_and_counted():
    from deckbuilder.errors import InputError
    from deckbuilder.web.forms import read_form

    def body(count, name):
        part = f'--B\r\nContent-Disposition: form-data; name="f"; filename="{name}"\r\n\r\nx\r\n'
        return (part * count + "--B--\r\n").encode()

    kind = "multipart/form-data; boundary=B"
    (file,) = read_form(body(1, "../../etc/passwd"), kind).files
    assert file.name == "passwd"
    assert file.content == b"x"
    with pytest.raises(InputError):
        read_form(body(MOST_FILES + 1, "a"), kind)
    with pytest.raises(InputError):
        read_form(b"{}", "application/json")
    with pytest.raises(InputError):
        read_form(b"nothing", "multipart/form-data")


def test_static_files_are_kept_and_no_other_file_is_given(client):
    page = client.get("/").text
    for address in set(re.findall(r'"(/static/[^"]+)"', page)):
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    for path in ("/static/x/..%2F..%2Fpyproject.toml", "/static/x/%2Fetc%2Fpasswd", "/static/x/y"):
        assert client.get(path).status_code == 404
