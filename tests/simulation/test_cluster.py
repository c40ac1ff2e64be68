"""A Dask cluster does what local workers do, also where it loses one of its workers."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from deckbuilder.cli.main import run
from deckbuilder.sessions.seating import DraftRequest
from deckbuilder.sessions.simulations import simulation_of
from deckbuilder.simulation.cluster import Cluster
from deckbuilder.simulation.running import Run
from deckbuilder.simulation.workers import InProcess

pytest.importorskip("distributed")

ROOT = Path(__file__).parents[2]


@pytest.fixture
def cluster(tmp_path):
    """A scheduler on the loopback address with two workers: its address, and the workers."""
    found = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__WORKER__DAEMON": "False"}
    place = tmp_path / "scheduler.json"

    def start(kind, *arguments):
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments]
        command += ["--scheduler-file", str(place), "--host", "127.0.0.1", "--no-dashboard"]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, env=found, stdout=quiet, stderr=quiet, cwd=tmp_path)

    scheduler = start("scheduler", "--port", "0")
    # A worker waits for the file of the scheduler.
    workers = [start("worker", "--nthreads", "1", "--no-nanny") for _ in range(2)]
    try:
        yield place, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def address_of(place, workers):
    from distributed import Client

    with Client(scheduler_file=str(place), set_as_default=False) as client:
        client.wait_for_workers(workers)
        return client.scheduler.address


def test_a_cluster_that_loses_a_worker_finds_the_same_figures(cluster, tmp_path, capsys):
    place, workers = cluster
    request = DraftRequest(format="nightfall-draft", players=4, seed=0, auto=True)
    job = simulation_of(request, "drafter,rating", 1)
    address = address_of(place, 2)
    far, near = (Run(job, 600, tmp_path / name) for name in ("far", "near"))

    def fall(done):
        if done == 40:
            workers[0].kill()

    far.begin(force=False)
    far.go_on(Cluster(address), fall)
    assert workers[0].wait() != 0
    assert workers[1].poll() is None
    near.begin(force=False)
    near.go_on(InProcess())
    assert far.done == near.done == 600
    assert far.sums == near.sums
    assert far.path.read_bytes() == near.path.read_bytes()
    # The commands take the same way.
    compared = ["bots", "compare", "rating", "random", "nightfall-draft", "--drafts", "12"]
    told = []
    for where in (["--scheduler", address], ["--workers", "1"]):
        assert run([*compared, *where, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", "http://x", "tcp://x"])
def test_no_client_that_could_not_start_is_left_behind(monkeypatch, tmp_path, address):
    # One that is collected while another starts waits for it, and that for this one.
    from distributed import Client

    monkeypatch.setattr("deckbuilder.simulation.cluster.PATIENCE", "0.2s")
    gc.disable()
    try:
        arguments = ["simulate", "invasion-draft", "--drafts", "2", "-o", str(tmp_path / "d.csv")]
        assert run([*arguments, "--scheduler", address]) == 2
        left = [each for each in gc.get_objects() if type(each) is Client]
        assert not [each for each in left if each.status != "closed"]
    finally:
        gc.enable()


def test_what_is_no_cluster_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("deckbuilder.simulation.cluster.PATIENCE", "0.2s")
    arguments = ["simulate", "invasion-draft", "--drafts", "2", "-o", str(tmp_path / "d.csv")]
    for address in ("tcp://127.0.0.1:9", "nonsense", "http://x"):
        assert run([*arguments, "--scheduler", address]) == 2
        assert f"no scheduler answers at {address}" in capsys.readouterr().err
    assert run([*arguments, "--scheduler", "tcp://127.0.0.1:9", "--workers", "2"]) == 2
    assert "--workers and --scheduler" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run([*arguments, "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "deckbuilder[scale]" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
