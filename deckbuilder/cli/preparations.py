"""Preparations that engines make once, shown on standard error while they last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from deckbuilder.games.preparing import heard_by
from deckbuilder.words import say


@contextmanager
def preparations_shown() -> Iterator[None]:
    """Say once that something is prepared for the first time, with a bar where a person sees it."""
    with ExitStack() as shown, heard_by(_Shown(shown)):
        yield


class _Shown:
    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._move: Callable[[int], None] = _stand_still

    def __call__(self, done: int, steps: int) -> None:
        if done == 0:
            self._begin(steps)
        self._move(done)
        if done == steps:
            self._stack.close()
            self._move = _stand_still

    def _begin(self, steps: int) -> None:
        from deckbuilder.cli.prose import tell
        from deckbuilder.cli.terminal import progress

        tell(say("bots.preparing"), err=True)
        self._move = self._stack.enter_context(progress(steps))


def _stand_still(done: int) -> None:
    """Draw nothing: no bar is there."""
