"""Batches by workers: in order, the same sums for any number, nothing lost with a process."""

from __future__ import annotations

import json
import os
import signal

import pytest

from deckbuilder.cli.main import run
from deckbuilder.errors import InputError
from deckbuilder.simulation.workers import (
    AHEAD,
    Batch,
    InProcess,
    Processes,
    batches,
    gathered,
    local_workers,
)


def squares(power, batch):
    return [number**power for number in batch.numbers]


def falls_once(marker, batch):
    if batch.start == 20 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return batch.start


def falls_always(_, batch):
    if batch.start == 20:
        os.kill(os.getpid(), signal.SIGKILL)
    return batch.start


def interrupted(_, batch):
    if batch.start == 20:
        raise KeyboardInterrupt
    return batch.start


def test_batches_cut_all_numbers_whoever_works_and_wherever_a_run_begins():
    every = [*batches(95, 10)]
    assert [number for batch in every for number in batch.numbers] == [*range(95)]
    assert [*batches(95, 10, start=70)] == every[7:]


def test_results_come_in_the_order_of_the_batches_and_are_the_same_for_any_number():
    alone = [*InProcess().results(squares, 2, batches(95, 10))]
    for count in (2, 3):
        assert [*Processes(count).results(squares, 2, batches(95, 10))] == alone


def test_only_a_few_batches_are_given_out_ahead():
    asked = []

    def watched():
        for batch in batches(1000, 10):
            asked.append(batch)
            yield batch

    for done, _ in enumerate(Processes(2).results(squares, 2, watched())):
        assert len(asked) <= done + 1 + 2 * AHEAD


def test_a_batch_whose_process_is_lost_is_done_again(tmp_path):
    parts = Processes(2).results(falls_once, tmp_path / "lost", batches(95, 10))
    assert [part for _, part in parts] == [*range(0, 95, 10)]


def test_a_batch_that_ends_every_worker_is_named():
    with pytest.raises(InputError, match="number 20 on was lost 3 times"):
        [*Processes(2).results(falls_always, None, batches(95, 10))]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interruption_leaves_what_is_added_up(workers):
    found = []

    def add(part):
        found.append(part)
        if part == 40:
            os.kill(os.getpid(), signal.SIGINT)
            found.append("whole")

    done = gathered(local_workers(workers).results(squares_start, None, batches(20, 10)), add)
    assert (done, found) == (20, [0, 10])
    found.clear()
    done = gathered(local_workers(workers).results(squares_start, None, batches(95, 10)), add)
    assert (done, found) == (50, [0, 10, 20, 30, 40, "whole"])


def squares_start(_, batch):
    return batch.start


def test_an_interruption_before_anything_is_done_is_one():
    with pytest.raises(KeyboardInterrupt):
        gathered(InProcess().results(interrupted, None, [Batch(20, 10)]), lambda part: None)


@pytest.mark.parametrize(
    "arguments",
    [
        ["drafter", "rating", "invasion-draft", "--drafts", "21"],
        ["drafter", "random", "nightfall-draft", "--players", "3", "--drafts", "21"],
        ["casual", "random", "xeno", "--players", "2", "--deals", "30000"],
        ["casual", "random", "xeno", "--players", "4", "--deals", "30000"],
        ["counter", "random", "xeno", "--players", "2", "--deals", "9", "--at-tables"],
    ],
)
def test_bots_are_compared_alike_by_any_number_of_workers(arguments, capsys):
    found = []
    for workers in ("1", "2"):
        assert run(["bots", "compare", *arguments, "--workers", workers, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        told.pop("seconds", None)
        found.append(told)
    assert found[0] == found[1]


def test_an_interrupted_comparison_tells_the_figures_so_far(monkeypatch, capsys):
    from deckbuilder.simulation import drafts

    draft_seeds = drafts.draft_seeds

    def stops(job, batch):
        if batch.start == 20:
            raise KeyboardInterrupt
        return draft_seeds(job, batch)

    monkeypatch.setattr(drafts, "draft_seeds", stops)
    arguments = ["drafter", "rating", "invasion-draft", "--workers", "1"]
    assert run(["bots", "compare", *arguments, "--drafts", "50"]) == 130
    told = capsys.readouterr()
    assert "in invasion-draft: 20 drafts" in told.out
    assert "20 of 50" in told.err
