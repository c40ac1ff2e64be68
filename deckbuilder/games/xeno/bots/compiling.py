"""Kernels made into machine code by Numba, which is an extra and may be missing."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from deckbuilder.errors import refusal
from deckbuilder.resources import cache_folder


@cache
def compiled(*modules: ModuleType) -> dict[str, Callable[..., Any]]:
    """Return the functions of kernel modules by name, compiled when first called.

    The functions of all modules see each other compiled, so no two may have the same name.
    Machine code is kept in the cache folder, apart for every state of the sources. Raises
    InputError where Numba is not installed.
    """
    try:
        import numba
    except ImportError:
        raise refusal("xeno.no-numba") from None
    sources = "".join(inspect.getsource(module) for module in modules)
    digest = hashlib.blake2b(sources.encode(), digest_size=8).hexdigest()
    vars(numba.config)["CACHE_DIR"] = str(cache_folder() / f"compiled-{digest}")
    names: dict[str, Any] = {}
    for module in modules:
        for name, value in vars(module).items():
            if not isinstance(value, FunctionType):
                names[name] = value
    functions = {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }
    made: dict[str, Callable[..., Any]] = {}
    for name, function in functions.items():
        copy = FunctionType(function.__code__, names, name, function.__defaults__)
        made[name] = names[name] = numba.njit(copy, cache=True)
    return made
