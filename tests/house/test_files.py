"""Files: read with clear errors, written whole or not at all."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys

import pytest

from deckbuilder import files
from deckbuilder.cli.main import run
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


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path):
    path = tmp_path / ("n" * 251 + ".txt")
    write_whole(path, b"one")
    write_whole(path, b"two", force=True)
    assert path.read_bytes() == b"two"
    assert len(list(tmp_path.iterdir())) == 1
    fault = fault_of(lambda: write_whole(tmp_path / ("n" * 256), b""))
    assert "too long" in fault.what


KILLED = """
import os, signal, sys
from pathlib import Path
from deckbuilder import files
from deckbuilder.cli.main import run

class Half:
    def __init__(self, stream): self.stream = stream
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def fileno(self): return self.stream.fileno()
    def write(self, content):
        self.stream.write(content[: len(content) // 2])
        self.stream.flush()
        os.kill(os.getpid(), signal.SIGKILL)

opened = os.fdopen
os.fdopen = lambda *how: Half(opened(*how))
files.write_whole(Path(sys.argv[1]), b"other" * 1000, force=True)
"""


def test_what_a_killed_process_left_goes_with_the_next_file(tmp_path):
    path = tmp_path / "deck.txt"
    write_whole(path, b"mine")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"mine"
    assert len(list(tmp_path.iterdir())) == 2
    at_work = tmp_path / f".deckbuilder-{os.getpid()}-abcd1234"
    at_work.write_bytes(b"half")
    of_somebody = tmp_path / ".deckbuilder-notes"
    of_somebody.write_bytes(b"theirs")
    write_whole(tmp_path / "other.txt", b"other")
    left = {entry.name for entry in tmp_path.iterdir()}
    assert left == {"deck.txt", "other.txt", at_work.name, of_somebody.name}


def test_an_interrupted_writer_leaves_nothing(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(files, "lock", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "deck.txt", b"mine")
    assert list(tmp_path.iterdir()) == []


OUTPUTS = {
    "deck.out": "build xeno --seed 1 -o deck.out",
    "draft/log.jsonl": "draft nightfall-draft --auto --seed 7 -o draft",
    "deck.csv": "export list.txt --to csv -o deck.csv",
    "deck.pdf": "export list.txt --to pdf -o deck.pdf",
    "sheet.pdf": "sheet list.txt -o sheet.pdf",
    "lists/event.yaml": "event new lists --player Anna",
    "data/collection.yaml": "own add Pillage",
}


def test_a_disk_without_room_is_told_with_the_name_of_the_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    (tmp_path / "lists").mkdir()
    (tmp_path / "list.txt").write_text("Game: Invasion\n3 Pillage\n")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    for name, command in OUTPUTS.items():
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
        try:
            status = run(command.split())
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert status == 2, name
        assert f"{name}: " in capsys.readouterr().err
        assert not (tmp_path / name).exists()
