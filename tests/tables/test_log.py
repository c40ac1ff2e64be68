"""The log: appended choice by choice, readable wherever it breaks off."""

from __future__ import annotations

import json

import pytest

from deckbuilder.errors import InputError
from deckbuilder.tables.log import Head, LogWriter, end_hash, read_log
from deckbuilder.tables.protocol import Option

HEAD = Head(game="xeno", table="xeno", seed=7, seats=("person", "random"), settings={"players": 2})
CHOICES = [
    (0, Option("play", "xeno/xeno/soldier", ("seat/1", "xeno/xeno/hero"), 9)),
    (1, Option("play", "xeno/xeno/maiden")),
    (0, Option("pick", value="second")),
]


def write(path, *, end=True):
    with LogWriter(path) as writer:
        writer.head(HEAD)
        for seat, option in CHOICES:
            writer.choice(seat, option)
        if end:
            writer.end({"deck": []})


def test_a_log_reads_back_as_it_was_written(tmp_path):
    write(tmp_path / "log.jsonl")
    log = read_log(tmp_path / "log.jsonl")
    assert log.head == HEAD
    assert [(line.seat, line.option) for line in log.choices] == CHOICES
    assert log.end == end_hash(log.head_line, {"deck": []})
    assert not log.cut


def test_every_line_is_there_before_the_writer_closes(tmp_path):
    path = tmp_path / "log.jsonl"
    writer = LogWriter(path)
    writer.head(HEAD)
    writer.choice(*CHOICES[0])
    assert len(path.read_bytes().splitlines()) == 2
    writer.__exit__(None, None, None)


def test_a_log_cut_anywhere_keeps_the_choices_before_the_cut(tmp_path):
    path = tmp_path / "log.jsonl"
    write(path, end=False)
    content = path.read_bytes()
    head_size = content.index(b"\n") + 1
    for size in range(head_size, len(content) + 1):
        path.write_bytes(content[:size])
        log = read_log(path)
        whole = content[:size].count(b"\n") - 1
        assert [(line.seat, line.option) for line in log.choices] == CHOICES[:whole]
        assert log.cut == (content[size - 1 : size] != b"\n")


def test_choices_taken_back_are_left_out(tmp_path):
    path = tmp_path / "log.jsonl"
    with LogWriter(path) as writer:
        writer.head(HEAD)
        for seat, option in CHOICES:
            writer.choice(seat, option)
        writer.undo(2)
        writer.choice(*CHOICES[2])
    log = read_log(path)
    assert [(line.seat, line.option) for line in log.choices] == [CHOICES[0], CHOICES[2]]
    assert log.lines == (2, 6)


@pytest.mark.parametrize("count", [0, -1, 4])
def test_taking_back_more_than_there_is_names_the_line(tmp_path, count):
    path = tmp_path / "log.jsonl"
    write(path, end=False)
    with path.open("a") as stream:
        stream.write(f'{{"undo":{count}}}\n')
    with pytest.raises(InputError) as caught:
        read_log(path)
    assert caught.value.faults[0].line == 5


def test_going_on_after_a_cut_drops_the_broken_line(tmp_path):
    path = tmp_path / "log.jsonl"
    write(path, end=False)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    log = read_log(path)
    with LogWriter(path, going_on=log) as writer:
        writer.choice(*CHOICES[-1])
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("content", "line", "what"),
    [
        (b"", None, "no whole line"),
        (b"\x00\xff\xfe", None, "no whole line"),
        (b"hello\n", 1, "no line of a log: JSON is malformed"),
        (b"{}\n", 1, "no line of a log"),
    ],
)
def test_what_is_no_log_is_refused_with_its_line(tmp_path, content, line, what):
    path = tmp_path / "log.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_log(path)
    (fault,) = caught.value.faults
    assert (fault.where, fault.line) == (str(path), line)
    assert what in fault.what
    assert fault.mend


def test_a_broken_line_inside_is_named(tmp_path):
    path = tmp_path / "log.jsonl"
    write(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b'{"seat":"x"}\n' + b"".join(lines[2:]))
    with pytest.raises(InputError) as caught:
        read_log(path)
    assert caught.value.faults[0].line == 2


def test_a_log_of_another_version_names_both(tmp_path):
    path = tmp_path / "log.jsonl"
    write(path)
    path.write_bytes(path.read_bytes().replace(b'"log":2', b'"log":9', 1))
    with pytest.raises(InputError, match="version 9"):
        read_log(path)


def test_an_existing_log_is_not_overwritten(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text("mine")
    with pytest.raises(InputError, match="exists already"):
        LogWriter(path)
    assert path.read_text() == "mine"


def test_a_full_disk_is_reported_with_the_file():
    from pathlib import Path

    class Full:
        def write(self, content):
            raise OSError(28, "No space left on device")

        def close(self):
            pass

    writer = LogWriter.__new__(LogWriter)
    writer.path = Path("log.jsonl")
    writer._stream = Full()
    with pytest.raises(InputError, match=r"log\.jsonl: .*No space left"):
        writer.head(HEAD)


def test_two_processes_do_not_go_on_with_one_log(tmp_path):
    path = tmp_path / "log.jsonl"
    write(path, end=False)
    log = read_log(path)
    with LogWriter(path, going_on=log) as first:
        with pytest.raises(InputError, match="another process"):
            LogWriter(path, going_on=log)
        first.choice(*CHOICES[0])
    with pytest.raises(InputError, match="another process"):
        LogWriter(path, going_on=log)


def test_a_log_of_version_1_is_refused_in_one_clear_line(tmp_path):
    path = tmp_path / "log.jsonl"
    old = {
        "log": 1, "program": "0.1.0", "kind": "draft", "game": "invasion",
        "table": "invasion-draft", "seed": 7, "seats": ["person", "drafter"], "settings": {},
    }  # fmt: skip
    path.write_text(json.dumps(old) + '\n{"seat":0,"action":"take","card":"invasion/core/017"}\n')
    with pytest.raises(InputError) as caught:
        read_log(path)
    (fault,) = caught.value.faults
    assert (fault.line, fault.code) == (1, "log.version")
    assert str(fault).count("\n") == 0


def test_the_end_proves_the_head_too(tmp_path):
    path = tmp_path / "log.jsonl"
    write(path)
    log = read_log(path)
    changed = path.read_bytes().replace(b'"table":"xeno"', b'"table":"xen0"', 1)
    path.write_bytes(changed)
    again = read_log(path)
    assert again.end == log.end
    assert end_hash(again.head_line, {"deck": []}) != again.end
