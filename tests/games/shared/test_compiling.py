"""Kernels are compiled once for each state of their sources, wherever these are installed."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType

import pytest

from deckbuilder.games import compiling

pytest.importorskip("numba")

KERNEL = "def twice(number):\n    return 2 * number\n"


def installed(folder: Path, text: str) -> ModuleType:
    """A kernel module in a folder of its own, written at a time of its own."""
    folder.mkdir()
    path = folder / "kernel.py"
    path.write_text(text)
    os.utime(path, (len(folder.name), 0))
    spec = importlib.util.spec_from_file_location("kernel", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_machine_code_is_found_by_another_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKBUILDER_CACHE_DIR", str(tmp_path / "cache"))
    prepared: list[int] = []
    monkeypatch.setattr(compiling, "tell_preparation", lambda done, _: prepared.append(done))
    for place, text, is_new in (
        ("here", KERNEL, True),
        ("elsewhere", KERNEL, False),
        ("changed", KERNEL.replace("2", "4 // 2"), True),
    ):
        kernel = compiling.compiled("twice", installed(tmp_path / place, text))
        assert kernel(21) == 42
        assert bool(prepared) == is_new, place
        prepared.clear()
