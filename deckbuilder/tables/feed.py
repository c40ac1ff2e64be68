"""What happened before each seat's eyes, kept while a table runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckbuilder.tables.protocol import Event


class Feeds:
    """The events of a table by the seat that sees them, in the order in which they happened."""

    def __init__(self, seats: int) -> None:
        self._all: list[Event] = []
        self._seen: list[list[Event]] = [[] for _ in range(seats)]

    def add(self, events: Iterable[Event]) -> None:
        """Add what happened to the feed of every seat that sees it."""
        for event in events:
            self._all.append(event)
            for seat in range(len(self._seen)) if event.to is None else event.to:
                self._seen[seat].append(event)

    def of(self, seat: int | None) -> Sequence[Event]:
        """Return what a seat saw; None sees everything, as those who watch do."""
        return self._all if seat is None else self._seen[seat]

    def mark(self) -> tuple[int, ...]:
        """Return where the feeds stand now, for `back_to`."""
        return (len(self._all), *map(len, self._seen))

    def back_to(self, mark: Sequence[int]) -> None:
        """Forget what happened since a mark."""
        for feed, length in zip((self._all, *self._seen), mark, strict=True):
            del feed[length:]
