"""What the words of an ability mean when it is read: who is you, what is here, what is A."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckbuilder.games.invasion.duel.state import Binds, Piece, Source

if TYPE_CHECKING:
    from deckbuilder.games.invasion.duel.characteristics import Table


class Context:
    """The words of one ability at one moment.

    `you` is its controller, `it` the object at hand when an effect works on a set, `unit` and
    `number` the facts of the event that triggered it, `chooser` the player who acts in an
    effect on each player.
    """

    __slots__ = ("binds", "chooser", "it", "number", "source", "table", "unit", "x", "you")

    def __init__(
        self,
        table: Table,
        you: int,
        source: Source,
        binds: Binds = (),
        x: int = 0,
        unit: int = 0,
        number: int = 0,
    ) -> None:
        self.table = table
        self.you = you
        self.source = source
        self.binds: dict[str, tuple[int, ...]] = dict(binds)
        self.x = x
        self.unit = unit
        self.number = number
        self.it = 0
        self.chooser = you

    def seats(self, word: str) -> tuple[int, ...]:
        """Return the seats that a word for players means, the active player first."""
        if word == "you":
            return (self.you,)
        if word == "opp":
            return (1 - self.you,)
        if word == "chooser":
            return (self.chooser,)
        if word == "active":
            return (self.table.active,)
        if word.startswith("controller_of("):
            return self._controllers(word[14:-1])
        if word in self.binds:
            return tuple(-10 - ref for ref in self.binds[word])
        active = self.table.active
        return (active, 1 - active)

    def _controllers(self, name: str) -> tuple[int, ...]:
        refs = [ref for ref in self.refs(name) if ref < 0 or ref in self.table.pieces]
        return tuple({self.table.seat_of(ref): 0 for ref in refs})

    def refs(self, name: str) -> tuple[int, ...]:
        """Return the objects that a name means; none where it is no longer there."""
        if name == "self":
            return (self.source.id,) if self.source.id in self.table.pieces else ()
        if name == "host":
            host = self.host()
            return (host,) if host in self.table.pieces else ()
        if name == "it":
            return (self.it,)
        if name == "trigger_unit":
            return (self.unit,) if self.unit in self.table.pieces else ()
        return tuple([ref for ref in self.binds.get(name, ()) if self.table.has(ref)])

    def host(self) -> int:
        """Return the object that the source is attached to, as last known."""
        piece = self.table.pieces.get(self.source.id)
        return piece.host if piece is not None else self.source.host

    def here(self) -> int:
        """Return the zone that the source is in, as last known; -1 is none."""
        piece = self.table.pieces.get(self.source.id)
        return piece.zone if piece is not None else self.source.zone

    def own(self) -> Piece | None:
        """Return the source as it is in play now."""
        return self.table.pieces.get(self.source.id)
