"""Kernels made into machine code by Numba, which is an extra and may be missing."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from deckbuilder.errors import refusal
from deckbuilder.files import wait_for
from deckbuilder.games.preparing import tell_preparation
from deckbuilder.resources import cache_folder


@cache
def compiled(entry: str, *modules: ModuleType, allocates: bool = False) -> Callable[..., Any]:
    """Return one function of kernel modules, compiled with all that it calls when first called.

    The functions of all modules see each other compiled, so no two may have the same name. Kernels
    that make no arrays of their own (`allocates`) are faster: nothing counts who holds an array,
    and what they call is put into them, but for what a module names in `APART`. Machine code is
    kept in the cache folder, apart for every state of the sources, wherever these are installed.
    Raises InputError where Numba is not installed.
    """
    try:
        import numba
        from numba.core import event
    except ImportError:
        raise refusal("compiling.no-numba") from None
    # What this module asks of the compiler is a part of what was compiled.
    sources = f"{entry} {allocates}" + "".join(
        map(inspect.getsource, (sys.modules[__name__], *modules))
    )
    digest = hashlib.blake2b(sources.encode(), digest_size=8).hexdigest()
    settings = vars(numba.config)
    folder = cache_folder() / f"compiled-{digest}"
    settings["CACHE_DIR"] = str(folder)
    # The hardest optimising takes a third of the time to compile, and makes nothing faster here.
    settings["OPT"] = type(settings["OPT"])(1)
    apart = {name for module in modules for name in getattr(module, "APART", ())}
    names: dict[str, Any] = {}
    functions: dict[str, FunctionType] = {}
    code: dict[str, CodeType] = {}
    for module in modules:
        source = _kept_source(module, folder)
        for name, value in vars(module).items():
            if not isinstance(value, FunctionType):
                names[name] = value
            elif value.__module__ == module.__name__:
                functions[name] = value
                code[name] = value.__code__.replace(co_filename=source)
    for name, function in functions.items():
        copy = FunctionType(code[name], names, name, function.__defaults__)
        way_in = name == entry
        asked: dict[str, Any] = {
            "cache": True,
            "nogil": True,
            "_nrt": allocates,
            "forceinline": not (allocates or way_in or name in apart),
            # What is not called from outside needs no way in, which takes its time to compile too.
            "no_cpython_wrapper": not way_in,
            "no_cfunc_wrapper": True,
        }
        names[name] = numba.njit(copy, **asked)
    return _telling(_one_process_first(names[entry], folder), len(functions), event)


def _kept_source(module: ModuleType, folder: Path) -> str:
    """Return where a copy of a kernel's source lies beside its machine code.

    Numba knows machine code again by the path and the time of its source: with those of a copy
    that is written once, another installation of the same kernels finds it too.
    """
    copy = folder / f"{module.__name__.rpartition('.')[2]}.py"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with copy.open("x", encoding="utf-8") as stream:
            stream.write(inspect.getsource(module))
    except FileExistsError:
        pass
    except OSError:
        # Nothing can be kept here; the source itself does as well.
        return str(module.__file__)
    return str(copy)


def _one_process_first(function: Callable[..., Any], folder: Path) -> Callable[..., Any]:
    """Return a function whose first call waits for other processes that are at theirs.

    What they compile meanwhile is then in the folder.
    """
    called = False

    def call(*arguments: Any) -> Any:
        nonlocal called
        with ExitStack() as held:
            if not called:
                with suppress(OSError):
                    folder.mkdir(parents=True, exist_ok=True)
                    wait_for(held.enter_context((folder / "lock").open("ab")))
            called = True
            return function(*arguments)

    return call


def _telling(function: Callable[..., Any], steps: int, event: Any) -> Callable[..., Any]:
    """Return a compiled function that tells how many of so many are compiled when it is called."""

    class Progress(event.Listener):  # type: ignore[misc]  # a class of Numba
        begun = False
        done = 0

        def on_start(self, event: Any) -> None:
            # What a function calls is compiled while it is, so several begin before one ends.
            if not self.begun:
                self.begun = True
                tell_preparation(0, steps)

        def on_end(self, event: Any) -> None:
            self.done += 1
            tell_preparation(min(self.done, steps - 1), steps)

    def call(*arguments: Any) -> Any:
        progress = Progress()
        with event.install_listener("numba:compile", progress):
            result = function(*arguments)
        if progress.begun:
            tell_preparation(steps, steps)
        return result

    return call
