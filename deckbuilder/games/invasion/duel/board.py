"""A state while a choice is carried out: what can be done to it, one step each.

Nothing here asks or decides; whatever happens is told as events, catches the abilities that it
sets off, and marks the board where a unit or section may have to fall.

Events name a thing by its object and, where its face is open, its card (`unit/4`, then
`invasion/core/005`): `subjects` are what something happened to, `targets` where to or with what,
`value` the number, `seat` who did it or whose it is. The kinds:

first, turn, phase, won, drawn_duel        the frame: who begins, number of the turn, the phase
kept, mulligan, shuffled                   decks
drew (how many; seen by all), drawn (the cards; seen by their player), milled, discarded,
revealed, searched (what was taken), put_back      cards outside play, by their ids
played, used, developed                    announced: the item, its card, its targets, X as value
triggered                                  a forced or constant ability begins: its id as value
cancelled, fizzled, not_entered            what became of an item
entered, moved, turned_up                  an object, and the zone
destroyed, sacrificed, returned            an object, its card, the zone that it left
corrupted, restored, tokens, healed, damaged, damage_moved, power_changed, hp_changed, banned
                                           an object or section, and how much
burned, shielded, redirected               a section; a shield until the end of the turn; a point
collected, resources, paid, paid_tokens    resources: of the kingdom, by effects, and paid
attacked, attackers, defenders, no_attack, attack_redirected, assigned, scouted     combat
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from msgspec.structs import replace

from deckbuilder.games.invasion.duel.characteristics import HIT_POINTS, Cache, Table
from deckbuilder.games.invasion.duel.names import (
    BATTLEFIELD,
    is_zone,
    object_name,
    place_name,
    ref_zone,
    zone_name,
)
from deckbuilder.games.invasion.duel.state import (
    FACE_DOWN,
    Change,
    Item,
    Memory,
    Pair,
    Piece,
    Question,
    State,
    Waiting,
)
from deckbuilder.games.invasion.duel.triggers import Caught, Happening, catch
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Event, Option

_BURNT = 2
"""Burning sections that lose the duel (INV-36)."""


class Pilot(Protocol):
    """Answers for both seats while a bot looks ahead, so that a board runs on without a stop."""

    def passes(self, board: Board, seat: int) -> bool:
        """Tell whether a seat passes in a window, whatever it could do there.

        Raises Asked where the board stops at the window.
        """

    def answer(self, board: Board, question: Question) -> Option | None:
        """Return what is taken for the answer; None where the board stops and asks."""


class Board(Table):
    """A state being changed, and frozen again."""

    __slots__ = (
        "_pieces_own", "agenda", "caught", "check", "decks", "draws", "events",
        "first", "hands", "known", "looking", "next_id", "pilot", "points", "question", "secrets",
        "seed", "stop", "waiting", "work",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        self.read(state)
        self.seed = state.seed
        self.draws = state.draws
        self.first = state.first
        self.hands = state.hands
        self.known = state.known
        self.decks = state.decks
        self.secrets = state.secrets
        self.looking = state.looking
        self.waiting: tuple[Waiting, ...] = state.waiting
        self.next_id = state.next_id
        self.agenda: list[Any] = list(state.agenda)
        self.question: Question | None = None
        self.points = state.points
        self.events: list[Event] = []
        self.caught: list[Caught] = []
        self.check = False
        self.stop = False
        """Whether to ask even where there is only one answer."""
        self.pilot: Pilot | None = None
        """Who answers where a bot looks ahead; nothing is told then."""
        self.work = 0
        """How many tasks were begun."""
        self._pieces_own = False

    def state(self) -> State:
        """Return what has come of it, frozen."""
        return State(
            self.book,
            self.seed,
            self.draws,
            self.turn,
            self.active,
            self.first,
            self.phase,
            self.step,
            self.resources,
            self.pieces,
            self.section_damage,
            self.burning,
            self.hands,
            self.known,
            self.decks,
            self.discards,
            self.secrets,
            self.looking,
            self.chain,
            self.combat,
            self.changes,
            self.waiting,
            self.memory,
            self.next_id,
            tuple(self.agenda),
            self.question,
            self.points,
            self.cache,
        )

    # Small things

    def tell(
        self,
        kind: str,
        seat: int | None = None,
        subjects: tuple[str, ...] = (),
        targets: tuple[str, ...] = (),
        value: int | str | None = None,
        to: tuple[int, ...] | None = None,
    ) -> None:
        """Note something that happened, for those who see it."""
        if self.pilot is None:
            self.events.append(
                Event(kind=kind, seat=seat, subjects=subjects, targets=targets, value=value, to=to)
            )

    def name(self, ref: int) -> str:
        """Return the id of an object, zone, player or item on the chain."""
        if ref < 0:
            return place_name(ref)
        piece = self.pieces.get(ref)
        if piece is not None:
            return object_name(piece.kind, ref)
        chain = self.chain
        kind = "chain" if chain and any(item.id == ref for item in chain) else "card"
        return object_name(kind, ref)

    def named(self, piece: Piece) -> tuple[str, ...]:
        """Return how events name an object: its id and, face up, its card."""
        name = object_name(piece.kind, piece.id)
        return (name,) if piece.card == FACE_DOWN else (name, self.book.cards[piece.card].id)

    def thing(self, ref: int) -> tuple[str, ...]:
        """Return how events name an object, zone or player."""
        return self.named(self.pieces[ref]) if ref in self.pieces else (self.name(ref),)

    def happen(self, event: Happening, leaving: tuple[Piece, ...] = ()) -> None:
        """Catch the abilities that an event sets off."""
        catch(self, event, leaving)

    def stream(self, name: str) -> Stream:
        """Return the stream of the next piece of chance."""
        self.draws += 1
        return Stream(self.seed, name, self.draws)

    def new_id(self) -> int:
        """Return a number that no object has had."""
        self.next_id += 1
        return self.next_id - 1

    def changed(self) -> None:
        """Forget what followed from changes, damage and statuses as they were."""
        self.cache = Cache(self.cache.survey)

    def put(self, piece: Piece) -> None:
        """Put an object in play, or the changed object in place of what it was."""
        self._own_pieces()[piece.id] = piece
        self.cache = Cache()

    def mark(self, ref: int, **fields: Any) -> None:
        """Change what lies on an object: damage, corruption, tokens, its quest."""
        self._own_pieces()[ref] = replace(self.pieces[ref], **fields)
        self.changed()

    def _own_pieces(self) -> dict[int, Piece]:
        if not self._pieces_own:
            self.pieces = dict(self.pieces)
            self._pieces_own = True
        return self.pieces

    def hide(self, seat: int, number: int, card: int) -> None:
        """Remember what a face-down card of a seat is."""
        self._set_secrets(seat, {**self.secrets[seat], number: card})

    def unhide(self, seat: int, number: int) -> int:
        """Return what a face-down card of a seat is, which is face down no longer."""
        secrets = dict(self.secrets[seat])
        card = secrets.pop(number)
        self._set_secrets(seat, secrets)
        return card

    def _set_secrets(self, seat: int, secrets: dict[int, int]) -> None:
        other = self.secrets[1 - seat]
        self.secrets = (secrets, other) if seat == 0 else (other, secrets)

    def remember(self, **fields: Any) -> None:
        """Change what the turn remembers."""
        self.memory = replace(self.memory, **fields)

    def forget_turn(self) -> None:
        """End what lasts until the end of the turn."""
        self.memory = Memory()
        self.waiting = ()
        if self.changes:
            self.changes = ()
            self.check = True
        self.changed()

    def uses(self, ref: int, ability: int) -> int:
        """Return how often an ability of a copy was used this turn."""
        return self.memory.uses.count((ref, ability))

    def use(self, ref: int, ability: int) -> None:
        """Count a use of an ability of a copy."""
        self.remember(uses=(*self.memory.uses, (ref, ability)))

    def add_change(self, change: Change) -> None:
        """Add a change that lasts until the end of the turn."""
        self.changes = (*self.changes, change)
        self.check = self.check or change.kind == "hp"
        self.changed()

    def set_resources(self, seat: int, amount: int) -> None:
        """Set a player's resources."""
        other = self.resources[1 - seat]
        self.resources = (amount, other) if seat == 0 else (other, amount)

    def gain(self, seat: int, amount: int) -> None:
        """Give resources from the pool, or take them back to it (below 0), not below none."""
        before = self.resources[seat]
        after = max(0, before + amount)
        if after != before:
            self.set_resources(seat, after)
            self.tell("resources", seat, value=after - before)

    # Piles

    def _set_hand(self, seat: int, hand: tuple[Pair, ...]) -> None:
        hands = self.hands
        self.hands = (hand, hands[1]) if seat == 0 else (hands[0], hand)

    def set_deck(self, seat: int, deck: tuple[int, ...]) -> None:
        """Set a player's deck, its top first."""
        decks = self.decks
        self.decks = (deck, decks[1]) if seat == 0 else (decks[0], deck)

    def set_discard(self, seat: int, pile: tuple[int, ...]) -> None:
        """Set a player's discard pile, its newest card last."""
        piles = self.discards
        self.discards = (pile, piles[1]) if seat == 0 else (piles[0], pile)

    def to_hand(self, seat: int, card: int, *, seen: bool) -> int:
        """Put a card into a hand as a new object."""
        number = self.new_id()
        self._set_hand(seat, (*self.hands[seat], (number, card)))
        if seen:
            self.known |= {number}
        return number

    def from_hand(self, seat: int, number: int) -> int:
        """Take a card out of a hand and return which it is."""
        hand = self.hands[seat]
        card = next(card for held, card in hand if held == number)
        self._set_hand(seat, tuple([pair for pair in hand if pair[0] != number]))
        if number in self.known:
            self.known -= {number}
        return card

    def forget_hand(self, seat: int) -> None:
        """A card left the hand unseen: what the other player had seen there is no longer sure."""
        self.known -= {number for number, _ in self.hands[seat]}

    def discard(self, seat: int, cards: Iterable[int]) -> None:
        """Put cards on their owner's discard pile."""
        cards = tuple(cards)
        self.set_discard(seat, (*self.discards[seat], *cards))
        units = sum(self.book.cards[card].is_unit for card in cards)
        if units:
            self.remember(units_discarded=self.memory.units_discarded + units)

    def draw(self, seat: int, count: int) -> None:
        """Draw cards one by one; whoever has none left is out at once (INV-36)."""
        drawn: list[str] = []
        while len(drawn) < count and self.decks[seat] and not self.over():
            card, *rest = self.decks[seat]
            self.set_deck(seat, tuple(rest))
            self.to_hand(seat, card, seen=False)
            drawn.append(self.book.cards[card].id)
        if drawn:
            self.tell("drew", seat, value=len(drawn))
            self.tell("drawn", seat, tuple(drawn), to=(seat,))

    def mill(self, seat: int, count: int) -> None:
        """Put cards from the top of a deck on the discard pile."""
        cards = self.decks[seat][:count]
        if cards:
            self.set_deck(seat, self.decks[seat][count:])
            self.discard(seat, cards)
            self.tell("milled", seat, tuple(self.book.cards[card].id for card in cards))

    def shuffle(self, seat: int) -> None:
        """Shuffle a deck."""
        stream = self.stream(f"deck/{seat}")
        self.set_deck(seat, tuple(stream.shuffled(self.decks[seat])))
        self.tell("shuffled", seat)

    def discard_from_hand(self, seat: int, numbers: Iterable[int]) -> None:
        """Discard cards of a hand, face up."""
        cards = [self.from_hand(seat, number) for number in numbers]
        if cards:
            self.discard(seat, cards)
            self.tell("discarded", seat, tuple(self.book.cards[card].id for card in cards))

    # Objects in play

    def enter(self, piece: Piece, damage: int = 0) -> None:
        """Put an object into play, perhaps corrupted or damaged as it enters."""
        corrupted = piece.kind == "unit" and self._enters_corrupted(piece.seat, piece.zone)
        if corrupted or damage:
            piece = replace(piece, corrupted=corrupted, damage=damage)
        self.put(piece)
        self.check = True
        self.tell("entered", piece.seat, self.named(piece), (zone_name(piece.zone),))
        if piece.kind != "development":
            self.happen(Happening("enters_play", piece))
            self.happen(Happening("enters_zone", piece, zone=piece.zone))

    def _enters_corrupted(self, seat: int, zone: int) -> bool:
        """Tell whether a unit of a seat that comes into a zone comes corrupted."""
        return any(
            holder.zone == zone and seat in self.context(holder).seats(op.words["for"].ctrl)
            for holder, _, op in self.standing("enters_corrupted")
        )

    def move(self, ref: int, zone: int) -> None:
        """Move an object to another zone of its controller, what is attached to it as well."""
        piece = self.pieces[ref]
        if piece.zone == zone:
            return
        corrupted = piece.corrupted
        if piece.kind == "unit" and not corrupted:
            corrupted = self._enters_corrupted(piece.seat, zone) and not self.is_banned(
                ref, "be_corrupted"
            )
        self._leave_quest(piece)
        self._leave_fight(piece)
        self.put(replace(piece, zone=zone, corrupted=corrupted, quest=0))
        for other in list(self.pieces.values()):
            if other.host == ref:
                self.put(replace(other, zone=zone))
        self.check = True
        self.tell("moved", piece.seat, self.named(piece), (zone_name(zone),))
        self.happen(Happening("enters_zone", self.pieces[ref], zone=zone))

    def _leave_quest(self, piece: Piece) -> None:
        """A unit leaves its quest: the tokens on it go to the pool (INV-38)."""
        if piece.quest and piece.quest in self.pieces:
            self.mark(piece.quest, tokens=0)

    def _leave_fight(self, piece: Piece) -> None:
        """A unit leaves the fight, and so does what was assigned to it."""
        combat = self.combat
        if combat is None or not self.is_fighting(piece.id):
            return
        self.combat = replace(
            combat,
            attackers=tuple([each for each in combat.attackers if each != piece.id]),
            defenders=tuple([each for each in combat.defenders if each != piece.id]),
            assigned=tuple([part for part in combat.assigned if part.to != piece.id]),
        )
        self.check = True
        self.changed()

    def _drop_assigned(self, ref: int) -> None:
        combat = self.combat
        if combat is not None and any(part.to == ref for part in combat.assigned):
            kept = tuple([part for part in combat.assigned if part.to != ref])
            self.combat = replace(combat, assigned=kept)

    def leave(self, refs: Iterable[int], how: str) -> list[Piece]:
        """Take objects out of play together, what is attached to them as well (INV-40).

        `how` is destroyed, sacrificed or returned; the last goes to the hand, all else to the
        discard pile of the owner (INV-45).
        """
        first = [self.pieces[ref] for ref in dict.fromkeys(refs) if ref in self.pieces]
        if not first:
            return []
        numbers = {piece.id for piece in first}
        attached = [
            piece
            for piece in self.pieces.values()
            if piece.host in numbers and piece.id not in numbers
        ]
        for piece in first:
            self._leave_quest(piece)
            self._leave_fight(piece)
            self._drop_assigned(piece.id)
        self._remove([*first, *attached])
        for piece in first:
            self._put_away(piece, how)
        for piece in attached:
            self._put_away(piece, "sacrificed")
        self.check = True
        leaving = (*first, *attached)
        for piece in leaving:
            if how == "destroyed" and piece.id in numbers:
                self.happen(Happening("destroyed", piece), leaving)
            self.happen(Happening("leaves_play", piece), leaving)
        return first

    def _remove(self, pieces: Iterable[Piece]) -> None:
        own = self._own_pieces()
        for piece in pieces:
            del own[piece.id]
        self.cache = Cache()

    def _put_away(self, piece: Piece, how: str) -> None:
        """Put a card that left play where it goes, face up."""
        card = self.unhide(piece.owner, piece.id) if piece.card == FACE_DOWN else piece.card
        subjects = (object_name(piece.kind, piece.id), self.book.cards[card].id)
        self.tell(how, piece.seat, subjects, (zone_name(piece.zone),))
        if how == "returned":
            self.to_hand(piece.owner, card, seen=True)
        else:
            self.discard(piece.owner, (card,))

    def corrupt(self, ref: int) -> None:
        """Corrupt a unit, unless it is so already or must not be (INV-37)."""
        piece = self.pieces[ref]
        if not piece.corrupted and not self.is_banned(ref, "be_corrupted"):
            self.mark(ref, corrupted=True)
            self.tell("corrupted", piece.seat, self.named(piece))

    def restore(self, ref: int) -> None:
        """Restore a corrupted unit."""
        piece = self.pieces[ref]
        if piece.corrupted:
            self.mark(ref, corrupted=False)
            self.tell("restored", piece.seat, self.named(piece))

    # Damage

    def set_damage(self, ref: int, amount: int) -> None:
        """Set the damage tokens on a unit or section."""
        if is_zone(ref):
            zone = ref_zone(ref)
            damage = self.section_damage
            self.section_damage = (*damage[:zone], amount, *damage[zone + 1 :])
            self.changed()
        else:
            self.mark(ref, damage=amount)
        self.check = True

    def state_check(self) -> None:
        """Destroy units with too much damage together, burn sections, and look who has lost."""
        while self.check and not self.over():
            self.check = False
            fallen = [number for number in self._in_danger() if self.remaining(number) <= 0]
            self._burn()
            if fallen:
                self.leave(fallen, "destroyed")

    def _in_danger(self) -> list[int]:
        """Return the units that may have to fall: damaged ones, all where hit points change."""
        changed = self.survey().changes_hit_points or any(
            change.kind == "hp" for change in self.changes
        )
        cards = self.book.cards
        return [
            number
            for number, piece in self.pieces.items()
            if piece.kind == "unit" and (changed or piece.damage or cards[piece.card].hp <= 0)
        ]

    def _burn(self) -> None:
        damage = self.section_damage
        if max(damage) < HIT_POINTS:
            return
        for zone, tokens in enumerate(damage):
            if tokens >= HIT_POINTS and tokens >= HIT_POINTS + self.developments(zone):
                burning = self.burning
                self.burning = (*burning[:zone], True, *burning[zone + 1 :])
                self.set_damage(-1 - zone, 0)
                self.tell("burned", zone // 3, (zone_name(zone),))

    def losers(self) -> list[int]:
        """Return the seats that have lost: two sections burn, or no card is left (INV-36)."""
        burning = self.burning
        return [
            seat
            for seat in (0, 1)
            if not self.decks[seat] or sum(burning[3 * seat : 3 * seat + 3]) >= _BURNT
        ]

    def over(self) -> bool:
        """Tell whether somebody has lost."""
        decks = self.decks
        if not (decks[0] and decks[1]):
            return True
        burning = self.burning
        if burning.count(True) < _BURNT:
            return False
        return burning[:3].count(True) >= _BURNT or burning[3:].count(True) >= _BURNT

    # The chain

    def add_item(self, item: Item) -> None:
        """Put an item on the chain."""
        self.chain = (*self.chain, item)

    def item(self, number: int) -> Item | None:
        """Return an item on the chain, None where it is gone."""
        return next((item for item in self.chain if item.id == number), None)

    def set_item(self, item: Item) -> None:
        """Put a changed item in place of what it was."""
        self.chain = tuple([item if each.id == item.id else each for each in self.chain])

    def drop_item(self, number: int) -> None:
        """Take an item off the chain."""
        self.chain = tuple([item for item in self.chain if item.id != number])


def battlefield_of(seat: int) -> int:
    """Return the battlefield of a seat."""
    return 3 * seat + BATTLEFIELD
