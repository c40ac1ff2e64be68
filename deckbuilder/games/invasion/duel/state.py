"""The state of a duel and what a seat sees of it: frozen records that share what did not change.

Cards are whole numbers here, places in `Book.cards`; FACE_DOWN stands for a card that lies face
down. What a face-down card is, the hands and the decks are hidden; all else is seen by both.

What still has to happen is the `agenda`, a stack of tasks with the next one last. A task asks
before it acts: the answers that it has been given so far lie in it, and it is begun again with
each, so that a state needs nothing but records. `question` is what is asked now; it follows from
all else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from deckbuilder.tables.protocol import Option

if TYPE_CHECKING:
    from deckbuilder.games.invasion.duel.book import Book
    from deckbuilder.games.invasion.duel.characteristics import Cache

FACE_DOWN = -1
Kind = Literal["unit", "support", "quest", "development", "tactic"]
"""What an object is now; a tactic only on its way from a development to the discard pile."""
Pair = tuple[int, int]
Cards = tuple[int, ...]
Binds = tuple[tuple[str, tuple[int, ...]], ...]
"""What the names in an ability stand for: targets, choices and finds."""


class Piece(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An object in play. `seat` controls it; `zone` is one of the six of the table (INV-45).

    `host` is the object that an attachment is on, `quest` the quest that a unit is on; 0 is none.
    """

    id: int
    card: int
    kind: Kind
    owner: int
    seat: int
    zone: int
    damage: int = 0
    corrupted: bool = False
    host: int = 0
    quest: int = 0
    tokens: int = 0


class Source(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The object that an ability comes from, as it was last known: `zone` -1 is none."""

    id: int = 0
    card: int = FACE_DOWN
    zone: int = -1
    host: int = 0


class Item(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What waits on the chain, the ability of a card in play, a tactic or a card being played.

    `ability` is a place in `Book.abilities`, -1 where the card only enters play; `zone`, `quest`
    and the host among `binds` are where it goes. `extras` are effects that wait for it to enter.
    `resolving` is set while it is carried out, `cancelled` where it will do nothing.
    """

    id: int
    kind: Literal["ability", "tactic", "unit", "support", "quest", "development"]
    seat: int
    card: int
    source: Source
    ability: int = -1
    x: int = 0
    binds: Binds = ()
    zone: int = -1
    quest: int = 0
    extras: tuple[int, ...] = ()
    owner: int = 0
    resolving: bool = False
    cancelled: bool = False


class Assigned(msgspec.Struct, frozen=True, gc=False):
    """Combat damage of a seat's side on its way to a unit or section (INV-35)."""

    to: int
    points: int
    seat: int


class Combat(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An attack: the zone, who fights, the points assigned (INV-35).

    `dealers` are the units with at least one point in the sum of their side; `tolls` the pairs
    of a support and an attacker that was paid for.
    """

    zone: int
    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()
    assigned: tuple[Assigned, ...] = ()
    dealers: tuple[int, ...] = ()
    tolls: tuple[Pair, ...] = ()


class Change(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A change until the end of the turn: power or hit points of objects, a ban, a shield.

    `kind` is power, hp, ban (with its `words`) or shield (whose phase and kinds they are).
    """

    kind: Literal["power", "hp", "ban", "shield"]
    to: tuple[int, ...] = ()
    n: int = 0
    words: tuple[str, ...] = ()


class Waiting(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something of this turn that waits: for its end, or for the next card played of a sort.

    `ops` is a place in `Book.lists`, -1 where only the cost is changed by `n`; `sort` a place in
    `Book.sorts`, -1 for the end of the turn.
    """

    seat: int
    source: Source
    ability: int
    ops: int = -1
    binds: Binds = ()
    sort: int = -1
    n: int = 0


class Memory(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a turn must remember: cards played by each seat, uses by copy and ability.

    `units_discarded` counts unit cards that reached a discard pile; `capital_hit` tells whether a
    point of damage was about to be put on a seat's capital.
    """

    played: tuple[Cards, Cards] = ((), ())
    uses: tuple[Pair, ...] = ()
    developed: bool = False
    units_discarded: int = 0
    capital_hit: tuple[bool, bool] = (False, False)


class Question(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a seat is asked. `about` is the object that asks, `ability` the id of its ability.

    The kinds are listed in `questions.py`, with the options that each has.
    """

    seat: int
    kind: str
    options: tuple[Option, ...]
    about: str = ""
    ability: str = ""
    left: int = 0
    """Points that are still to be assigned, or resources that are still to be paid."""


class State(msgspec.Struct, frozen=True, gc=False, eq=False):
    """A duel at one moment. Pairs are by seat, tuples of six by zone of the table.

    `hands` are pairs of an object's number and its card, `known` the numbers of cards in hand
    that the other player has seen. Decks have their top first, discard piles their newest card
    last. `secrets` are each seat's cards that lie face down, in play or on the chain. `looking`
    is a seat and how many cards of the own deck it looks at.
    """

    book: Book
    seed: int
    draws: int
    """How often chance has spoken."""
    turn: int
    active: int
    first: int
    phase: str
    step: str
    """The window or step within the phase."""
    resources: Pair
    pieces: dict[int, Piece]
    section_damage: tuple[int, ...]
    burning: tuple[bool, ...]
    hands: tuple[tuple[Pair, ...], tuple[Pair, ...]]
    known: frozenset[int]
    decks: tuple[Cards, Cards]
    discards: tuple[Cards, Cards]
    secrets: tuple[dict[int, int], dict[int, int]]
    looking: Pair | None
    chain: tuple[Item, ...]
    combat: Combat | None
    changes: tuple[Change, ...]
    waiting: tuple[Waiting, ...]
    memory: Memory
    next_id: int
    agenda: tuple[Any, ...]
    question: Question | None
    points: tuple[float, float] | None
    """What each seat scored, once the duel is over: 1 for a win, half for a draw."""
    cache: Cache
    """What was worked out for the table as it is, so that it is worked out once."""


class View(msgspec.Struct, frozen=True, gc=False):
    """What a seat knows. Both lists lie open, so that it knows what cards are somewhere unseen.

    `hand` are the own cards; `other_hand` has those of the other seat, with the card where it
    was seen and FACE_DOWN where it was not. `secrets` are the own face-down cards, `looked` the
    cards of the own deck that are looked at now. Everything else is as in the state. `asked` is
    the seat that must choose, `question` what it is asked if that is the own seat. Power, hit
    points, costs and the like are asked of `characteristics.py`.
    """

    seat: int
    book: Book
    turn: int
    active: int
    first: int
    phase: str
    step: str
    resources: Pair
    pieces: dict[int, Piece]
    section_damage: tuple[int, ...]
    burning: tuple[bool, ...]
    hand: tuple[Pair, ...]
    other_hand: tuple[Pair, ...]
    own_known: frozenset[int]
    """Numbers of the own cards in hand that the other seat has seen."""
    deck_sizes: Pair
    discards: tuple[Cards, Cards]
    secrets: dict[int, int]
    looked: Cards
    chain: tuple[Item, ...]
    combat: Combat | None
    changes: tuple[Change, ...]
    waiting: tuple[Waiting, ...]
    memory: Memory
    next_id: int
    agenda: tuple[Any, ...]
    asked: int | None
    question: Question | None
    points: tuple[float, float] | None
    cache: Cache
