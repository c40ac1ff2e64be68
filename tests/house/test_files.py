"""Files: read with clear errors, written whole or not at all."""

from __future__ import annotations

import os

import pytest

from deckbuilder import files
from deckbuilder.errors import InputError
from deckbuilder.files import read_input, write_whole


def fault_of(call):
    with pytest.raises(InputError) as caught:
        call()
    (fault,) = caught.value.faults
    return fault


@pytest.mark.parametrize(
    ("name", "what"), [("missing.txt", "no such file"), ("folder", "a folder"), ("\0", "read")]
)
def test_what_cannot_be_read_is_named(tmp_path, name, what):
    (tmp_path / "folder").mkdir()
    fault = fault_of(lambda: read_input(f"{tmp_path}/{name}"))
    assert what in fault.what
    assert fault.where == f"{tmp_path}/{name}"


def test_a_file_that_exists_is_kept_without_force(tmp_path):
    path = tmp_path / "deck.txt"
    write_whole(path, b"mine")
    fault = fault_of(lambda: write_whole(path, b"other"))
    assert "--force" in fault.mend
    assert path.read_bytes() == b"mine"
    write_whole(path, b"other", force=True)
    assert path.read_bytes() == b"other"


def test_a_failing_disk_leaves_the_old_file_and_no_rest(tmp_path, monkeypatch):
    path = tmp_path / "deck.txt"
    write_whole(path, b"mine")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", full)
    fault = fault_of(lambda: write_whole(path, b"other", force=True))
    assert "No space left" in fault.what
    assert path.read_bytes() == b"mine"
    assert [entry.name for entry in tmp_path.iterdir()] == ["deck.txt"]


def test_a_folder_that_is_a_file_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    fault = fault_of(lambda: write_whole(tmp_path / "file" / "deck.txt", b""))
    assert fault.where == str(tmp_path / "file" / "deck.txt")


def test_a_link_is_written_through_and_a_dangling_one_is_kept(tmp_path):
    (tmp_path / "real.txt").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "real.txt")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    write_whole(tmp_path / "link", b"other", force=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real.txt").read_bytes() == b"other"
    fault = fault_of(lambda: write_whole(tmp_path / "dangling", b"x"))
    assert "exists already" in fault.what
    assert not (tmp_path / "nowhere").exists()


def test_a_private_file_stays_private(tmp_path):
    path = tmp_path / "deck.txt"
    path.write_text("mine")
    path.chmod(0o600)
    write_whole(path, b"other", force=True)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_device_is_never_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    fault = fault_of(lambda: write_whole(tmp_path / "pipe", b"x", force=True))
    assert "no file that can be replaced" in fault.what


def test_no_name_is_no_folder():
    assert fault_of(lambda: read_input("")).what == "the name of a file is empty."


@pytest.mark.parametrize("links", [True, False])
def test_of_two_that_write_one_new_file_only_the_first_does(tmp_path, monkeypatch, links):
    path = tmp_path / "deck.txt"
    checked = files.refuse_existing

    def overtaken(target, *, force):
        checked(target, force=force)
        if not path.exists():
            path.write_bytes(b"of the quicker one")

    def none(*_):
        raise OSError(95, "Operation not supported")

    if not links:
        monkeypatch.setattr(os, "link", none)
    monkeypatch.setattr(files, "refuse_existing", overtaken)
    fault = fault_of(lambda: write_whole(path, b"mine"))
    assert fault.what == "the file exists already."
    assert path.read_bytes() == b"of the quicker one"
    assert [entry.name for entry in tmp_path.iterdir()] == ["deck.txt"]


def test_a_new_file_is_written_where_the_system_has_no_links(tmp_path, monkeypatch):
    def none(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", none)
    write_whole(tmp_path / "deck.txt", b"mine")
    assert (tmp_path / "deck.txt").read_bytes() == b"mine"
    assert [entry.name for entry in tmp_path.iterdir()] == ["deck.txt"]
