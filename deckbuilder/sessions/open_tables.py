"""Tables that stay open between one look and the next, as a page shows them.

Their logs are held only while somebody chooses, so that a terminal can go on with what was begun
on the page, and the page with what was begun at a terminal.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deckbuilder.errors import refusal
from deckbuilder.preferences import preferences
from deckbuilder.sessions.seating import Seating, seat_log
from deckbuilder.sessions.session import Session
from deckbuilder.tables.log import Log, read_log

MOST_OPEN = 32
"""So many tables are kept in memory; the others are begun again from their logs."""


class OpenTable:
    """A table and the log that it stands in; `version` changes with every line of the log."""

    def __init__(self, path: Path, session: Session, version: int) -> None:
        self.path = path
        self.session = session
        self.version = version
        self.lock = threading.RLock()


class OpenTables:
    """The tables of one running page, by the paths of their logs. Threads may share it."""

    def __init__(self) -> None:
        self._open: OrderedDict[Path, OpenTable] = OrderedDict()
        self._lock = threading.RLock()

    def begin(self, seating: Seating, path: Path) -> None:
        """Sit down at a new table. Raises InputError where its log cannot be written."""
        with Session.begin(seating, path) as session:
            self._keep(OpenTable(path, session, 0))
        self._open[path].version = path.stat().st_size

    @contextmanager
    def looked_at(self, path: Path) -> Iterator[OpenTable]:
        """Give a table as its log has it now, in the language of who looks.

        Raises InputError for a log that is none.
        """
        table = self._as_logged(path, read_log(path))
        with table.lock:
            table.session.preferences = preferences()
            yield table

    @contextmanager
    def chosen_at(self, path: Path, version: int) -> Iterator[OpenTable]:
        """Give a table whose log is open to be written to.

        Raises InputError where it has moved on since `version`, as in another tab, and where
        another program writes to the log.
        """
        log = read_log(path)
        table = self._as_logged(path, log)
        with table.lock:
            if version != table.version:
                raise refusal("tables.moved-on")
            table.session.preferences = preferences()
            table.session.take_up(path, log)
            try:
                yield table
            finally:
                table.session.close()
                table.version = path.stat().st_size

    def _as_logged(self, path: Path, log: Log) -> OpenTable:
        """Return the table of a log, begun again where the log is longer than when it was left."""
        with self._lock:
            table = self._open.get(path)
            if table is None or table.version != log.bytes_read:
                session = Session.resume(seat_log(log), log, None)
                table = OpenTable(path, session, log.bytes_read)
            self._keep(table)
            return table

    def _keep(self, table: OpenTable) -> None:
        with self._lock:
            self._open[table.path] = table
            self._open.move_to_end(table.path)
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
