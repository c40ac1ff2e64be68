"""What each primitive does when it is carried out: one small function each.

A primitive asks before it acts. It may return True to be begun again with nothing answered, for
what it has just laid open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from deckbuilder.games.invasion.duel.announcing import COPIED, has_hero, has_namesake
from deckbuilder.games.invasion.duel.asking import DONE, Asking
from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.choosing import ask_for, choose_set, still_legal
from deckbuilder.games.invasion.duel.combat import redirect_attack
from deckbuilder.games.invasion.duel.compiling import Spec
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.damage import Packet, all_sure, deal, share_out
from deckbuilder.games.invasion.duel.names import card_ref, ref_card, ref_zone, zone_ref
from deckbuilder.games.invasion.duel.operations import Amount, Op
from deckbuilder.games.invasion.duel.state import (
    FACE_DOWN,
    Assigned,
    Change,
    Piece,
    Source,
    Waiting,
)
from deckbuilder.games.invasion.duel.tasks import PlayFound, Resolve
from deckbuilder.tables.protocol import Option

Words = dict[str, Any]
Primitive = Callable[[Board, Asking, Context, Words, Spec], bool | None]


def number(context: Context, amount: Amount) -> int:
    """Return a number of an effect as it is now."""
    return int(amount.most(context))


def picked_number(board: Board, ask: Asking, context: Context, amount: Amount, cap: int) -> int:
    """Return a number of an effect, up to a cap, picked by the controller where it is a range."""
    most = min(cap, number(context, amount))
    if amount.least is None:
        return max(0, most)
    least = int(amount.least(context))
    options = [Option("number", value=count) for count in range(least, most + 1)]
    if not options:
        return 0
    return int(ask.choose(context.you, "number", options).value or 0)


def zone_meant(context: Context, word: str) -> int:
    """Return the zone that here or a chosen name means; -1 is none."""
    if word == "here":
        return context.here()
    refs = context.binds.get(word, ())
    return ref_zone(refs[0]) if refs else -1


# Damage


def deal_damage(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Deal so many points to each object, all at the same time."""
    deal(b, ask, _packets(c, w, _copies(b, ask, c, w)))


def _copies(b: Board, ask: Asking, c: Context, w: Words) -> list[int]:
    """Return what damage is dealt to; what is named twice takes twice as much."""
    what = w["to"]
    named = [ref for name in what.names for ref in c.refs(name)]
    chosen = choose_set(b, ask, c, what)
    return [*named, *(ref for ref in chosen if ref not in named)]


def _packets(c: Context, w: Words, refs: list[int]) -> list[Packet]:
    sure = bool(w.get("uncancellable"))
    packets = []
    for ref in refs:
        c.it = ref
        n = number(c, w["n"])
        packets.append(Packet(ref, 0 if sure else n, "noncombat", n if sure else 0))
    return packets


def deal_indirect_damage(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Let each player share points out over own units and sections, then deal them together."""
    packets: list[Packet] = []
    for seat in c.seats(w["who"]):
        shared = share_out(b, ask, seat, number(c, w["n"]), _own_takers(b, seat))
        packets += [Packet(ref, n, "indirect") for ref, n in shared.items()]
    deal(b, ask, packets)


def _own_takers(b: Board, seat: int) -> Callable[[dict[int, int]], list[tuple[int, int, int]]]:
    caps: dict[int, int] = {}
    cancels = not all_sure(b)
    for ref, piece in b.pieces.items():
        if piece.kind == "unit" and piece.seat == seat:
            caps[ref] = b.remaining(ref) + (b.toughness(ref) if cancels else 0)
    for zone in range(3 * seat, 3 * seat + 3):
        if not b.burning[zone]:
            caps[zone_ref(zone)] = b.remaining(zone_ref(zone))

    def takers(given: dict[int, int]) -> list[tuple[int, int, int]]:
        left = {ref: cap - given.get(ref, 0) for ref, cap in caps.items()}
        return [(ref, cap, 1) for ref, cap in left.items() if cap > 0]

    return takers


def heal(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Take damage tokens off each object."""
    for ref in choose_set(b, ask, c, w["to"]):
        damage = b.damage(ref)
        n = damage if w["n"] == "all" else min(damage, number(c, w["n"]))
        if n > 0:
            b.set_damage(ref, damage - n)
            b.tell("healed", None, b.thing(ref), value=n)


def move_damage(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Move damage tokens; that is no dealing, so nothing cancels or redirects it."""
    sources, targets = choose_set(b, ask, c, w["from"]), choose_set(b, ask, c, w["to"])
    if not sources or not targets:
        return
    source, target = sources[0], targets[0]
    cap = min(b.damage(source), b.remaining(target))
    n = picked_number(b, ask, c, w["n"], cap)
    if n > 0:
        b.set_damage(source, b.damage(source) - n)
        b.set_damage(target, b.damage(target) + n)
        b.tell("damage_moved", None, b.thing(source), b.thing(target), value=n)


def cancel_damage(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Lay a shield over everybody until the end of the turn, for a phase and sorts of damage."""
    scope = w["scope"]
    kinds = scope.get("kinds", ("combat", "noncombat", "indirect"))
    b.add_change(Change("shield", words=(f"phase:{scope.get('phase', b.phase)}", *kinds)))
    b.tell("shielded", c.you)


def redirect_damage(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Move assigned combat damage that is not yet applied to another unit."""
    combat = b.combat
    sources, targets = choose_set(b, ask, c, w["from"]), choose_set(b, ask, c, w["to"])
    if combat is None or not sources or not targets:
        return
    left = number(c, w["n"])
    parts: list[Assigned] = []
    for part in combat.assigned:
        taken = min(left, part.points) if part.to == sources[0] else 0
        left -= taken
        if part.points > taken:
            parts.append(replace(part, points=part.points - taken))
        if taken:
            parts.append(Assigned(targets[0], taken, part.seat))
    b.combat = replace(combat, assigned=tuple(parts))
    b.tell("redirected", c.you, b.thing(sources[0]), b.thing(targets[0]))


# Leaving play


def destroy(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Destroy objects together."""
    b.leave(choose_set(b, ask, c, w["what"]), "destroyed")


def sacrifice(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Let each player put own objects into the discard pile, all together (INV-37)."""
    b.leave(_sacrificed(b, ask, c, w), "sacrificed")


def _sacrificed(b: Board, ask: Asking, c: Context, w: Words) -> list[int]:
    refs: list[int] = []
    for seat in c.seats(w["who"]):
        c.chooser = seat
        chosen = choose_set(b, ask, c, w["sel"], "sacrifice")
        refs += [ref for ref in chosen if ref in b.pieces and b.pieces[ref].seat == seat]
    return refs


def return_to_hand(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Return objects to their owner's hand."""
    b.leave(choose_set(b, ask, c, w["what"]), "returned")


# Corruption and places


def corrupt(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Corrupt units."""
    for ref in choose_set(b, ask, c, w["what"]):
        b.corrupt(ref)


def restore(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Restore units."""
    for ref in choose_set(b, ask, c, w["what"]):
        b.restore(ref)


def move_zone(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Move objects to another zone of their controller."""
    zone = zone_meant(c, w["to"])
    for ref in choose_set(b, ask, c, w["what"]):
        piece = b.pieces[ref]
        if zone // 3 != piece.zone // 3:
            continue
        if piece.kind == "unit" and has_hero(b, zone, b.spec(piece), ref):
            continue
        b.move(ref, zone)


# Decks and hands


def draw(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Draw cards, the active player first."""
    for seat in c.seats(w["who"]):
        b.draw(seat, number(c, w["n"]))


def mill(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Put cards from the top of the deck on the discard pile."""
    for seat in c.seats(w["who"]):
        b.mill(seat, number(c, w["n"]))


def discard_hand(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Discard whole hands."""
    for seat in c.seats(w["who"]):
        b.discard_from_hand(seat, [held for held, _ in b.hands[seat]])


def reveal_random(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Show cards of a hand, picked by chance; they stay there."""
    seat = c.seats(w["who"])[0]
    hand = b.hands[seat]
    count = picked_number(b, ask, c, w["n"], len(hand))
    shown = b.stream("reveal").shuffled(hand)[:count] if count else []
    b.known |= {held for held, _ in shown}
    c.binds[w["as"]] = tuple(card_ref(card) for _, card in shown)
    b.tell("revealed", seat, tuple(b.book.cards[card].id for _, card in shown))


def search_deck(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> bool | None:
    """Look at the top cards of the deck and take one that fits, if wanted."""
    seat = c.seats(w["who"])[0]
    if b.looking is None:
        b.looking = (seat, min(number(c, w["look"]), len(b.decks[seat])))
        return True
    seen = dict.fromkeys(b.decks[seat][: b.looking[1]])
    fitting = [card for card in seen if _may_take(b, c, w, spec, card)]
    options = {Option("take", b.book.cards[card].id): card for card in fitting}
    extra = (DONE,) if w.get("optional") or not options else ()
    chosen = options.get(ask.choose(seat, "take", (*options, *extra)))
    b.looking = None
    c.binds[w["as"]] = () if chosen is None else (card_ref(chosen),)
    taken = () if chosen is None else (b.book.cards[chosen].id,)
    b.tell("searched", seat, taken)
    return None


def _may_take(b: Board, c: Context, w: Words, spec: Spec, card: int) -> bool:
    """Tell whether a card fits, and can be put into play where that follows."""
    if not w["sel"].fits_card(c, card):
        return False
    return all(
        _can_put(b, c, card, zone_meant(c, op.words["zone"]))
        for op in spec.effect
        if op.name == "put_into_play" and w["as"] in op.words["what"].names
    )


def _hosts(b: Board, c: Context, card: int, zone: int) -> list[int]:
    """Return the units in a zone that an attachment may be put on by its own words (Q-14)."""
    host = b.book.cards[card].host
    if host is None:
        return []
    context = Context(b, c.you, Source(card=card))
    return [ref for ref in host.selector.find(context) if b.pieces[ref].zone == zone]


def _can_put(b: Board, c: Context, card: int, zone: int) -> bool:
    spec = b.book.cards[card]
    if spec.unique and has_namesake(b, c.you, spec):
        return False
    if spec.host is not None:
        return bool(_hosts(b, c, card, zone))
    if spec.enter_only >= 0 and zone % 3 != spec.enter_only:
        return False
    return not (spec.is_unit and has_hero(b, zone, spec))


def put_into_play(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Put a card that was found into play; it is not played."""
    zone = zone_meant(c, w["zone"])
    for ref in c.refs(w["what"].names[0]):
        card = ref_card(ref)
        if zone < 0 or not _can_put(b, c, card, zone):
            continue
        found = b.book.cards[card]
        host = 0
        if found.host is not None:
            host = ask_for(b, ask, c.you, "choice", _hosts(b, c, card, zone)) or 0
        deck = list(b.decks[c.you])
        deck.remove(card)
        b.set_deck(c.you, tuple(deck))
        kind: Any = found.type
        b.enter(Piece(b.new_id(), card, kind, c.you, c.you, zone, host=host))


def shuffle_deck(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Shuffle a deck."""
    for seat in c.seats(w["who"]):
        b.shuffle(seat)


def shuffle_into_deck(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Put cards of the discard pile back into the deck and shuffle it."""
    seat = c.seats(w["who"])[0]
    pile = list(b.discards[seat])
    cards = [ref_card(ref) for ref in choose_set_cards(c, w)]
    for card in cards:
        pile.remove(card)
    b.set_discard(seat, tuple(pile))
    b.set_deck(seat, (*b.decks[seat], *cards))
    b.tell("put_back", seat, tuple(b.book.cards[card].id for card in cards))
    b.shuffle(seat)


def choose_set_cards(c: Context, w: Words) -> list[int]:
    """Return cards that were chosen; copies are alike, so that one may stand there twice."""
    return [ref for name in w["what"].names for ref in c.refs(name)]


def play_card(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Let a player play found cards for nothing, one after the other, without answers."""
    refs = w["what"].find(c)
    owner = 1 - c.you
    b.agenda.append(PlayFound(c.you, owner, c.source, spec.index, tuple(refs)))


def play_development(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Lay cards from the top of the deck face down into a zone, one by one."""
    zone = zone_meant(c, w["zone"])
    for seat in c.seats(w["who"]):
        for _ in range(number(c, w["n"])):
            if zone < 0 or not b.decks[seat] or b.over():
                break
            card, *rest = b.decks[seat]
            b.set_deck(seat, tuple(rest))
            piece = Piece(b.new_id(), FACE_DOWN, "development", seat, seat, zone)
            b.hide(seat, piece.id, card)
            b.enter(piece)


def turn_faceup(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Turn a development up; it enters neither play nor the zone.

    A unit that may not be there, a second Hero or namesake, is sacrificed at once (Q-09).
    """
    for ref in choose_set(b, ask, c, w["what"]):
        owner = b.pieces[ref].owner
        card = b.unhide(owner, ref)
        found = b.book.cards[card]
        kind: Any = found.type
        b.put(replace(b.pieces[ref], card=card, kind=kind))
        b.check = True
        piece = b.pieces[ref]
        b.tell("turned_up", piece.seat, b.named(piece))
        second_hero = found.is_unit and has_hero(b, piece.zone, found, ref)
        if second_hero or (found.unique and has_namesake(b, piece.seat, found, ref)):
            b.leave((ref,), "sacrificed")


# Resources


def gain_resources(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Give resources from the pool."""
    for seat in c.seats(w["who"]):
        b.gain(seat, number(c, w["n"]))


def lose_resources(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Return resources to the pool."""
    for seat in c.seats(w["who"]):
        b.gain(seat, -number(c, w["n"]))


def transfer_resources(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Take resources from one player for the other."""
    source, target = c.seats(w["from"])[0], c.seats(w["to"])[0]
    n = min(number(c, w["n"]), b.resources[source])
    b.gain(source, -n)
    b.gain(target, n)


def place_tokens(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Put tokens from the pool on objects; damage put so is not dealt."""
    n = number(c, w["n"])
    for ref in choose_set(b, ask, c, w["onto"]):
        if w["kind"] == "damage":
            b.set_damage(ref, b.damage(ref) + n)
        else:
            b.mark(ref, tokens=b.pieces[ref].tokens + n)
        b.tell("tokens", None, b.thing(ref), value=n)


# Until the end of the turn


def modify_power(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Change the power of objects until the end of the turn."""
    _modify(b, ask, c, w, "power")


def modify_hp(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Change the hit points of objects until the end of the turn."""
    _modify(b, ask, c, w, "hp")


def _modify(b: Board, ask: Asking, c: Context, w: Words, kind: Any) -> None:
    refs = choose_set(b, ask, c, w["to"])
    n = number(c, w["n"])
    if refs and n:
        b.add_change(Change(kind, tuple(refs), n))
        names = tuple(name for ref in refs for name in b.thing(ref))
        b.tell(f"{kind}_changed", None, names, value=n)


def cannot(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Forbid something of objects until the end of the turn (INV-37)."""
    refs = choose_set(b, ask, c, w["who"])
    if refs:
        b.add_change(Change("ban", tuple(refs), words=tuple(w["verbs"])))
        b.tell("banned", None, tuple(name for ref in refs for name in b.thing(ref)))


def modify_cost(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Change the cost of the next card of a sort that is played this turn."""
    wait = Waiting(c.you, c.source, spec.index, sort=w["sort"], n=number(c, w["n"]))
    b.waiting = (*b.waiting, wait)


def delayed(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Let an effect wait for the end of the turn, or for the next unit to enter play."""
    sort = -1
    if w["at"] == "that_unit_enters_play":
        sort = next(op.words["sort"] for op in spec.effect if "sort" in op.words)
    ops = b.book.place_of(w["eff"])
    binds = tuple(c.binds.items())
    b.waiting = (*b.waiting, Waiting(c.you, c.source, spec.index, ops, binds, sort))


# The chain and the attack


def cancel_effect(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Let an item on the chain do nothing when its turn comes."""
    for ref in choose_set(b, ask, c, w["what"]):
        item = b.item(ref)
        if item is not None:
            b.set_item(replace(item, cancelled=True))
            b.tell("cancelled", c.you, (b.name(ref), b.book.cards[item.card].id))


def copy_effect(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Carry out the effect of a tactic on the chain once more, as if the copier had played it."""
    for ref in choose_set(b, ask, c, w["what"]):
        item = b.item(ref)
        if item is None:
            continue
        copied = b.book.abilities[item.ability]
        inner = Context(b, c.you, item.source)
        binds = {
            name.removeprefix(COPIED): refs
            for name, refs in c.binds.items()
            if name.startswith(COPIED)
        }
        if still_legal(inner, copied.targets, binds):
            b.agenda.append(begin_effect(copied, c.you, item.source, tuple(inner.binds.items()), 0))


def begin_effect(spec: Spec, seat: int, source: Source, binds: Any, x: int) -> Resolve:
    """Return the task that carries out an ability from its choices on."""
    return Resolve(spec.ops, -1 if spec.choices else 0, seat, source, spec.index, x, binds)


def attack_another_zone(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Send the attack to another zone."""
    zone = zone_meant(c, w["to"])
    if zone >= 0 and b.combat is not None:
        redirect_attack(b, zone)


# Control


def branch(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Go on with one list of effects or another."""
    effects = w["then"] if w["if"].most(c) else w["else"]
    if effects:
        binds = tuple(c.binds.items())
        b.agenda.append(
            Resolve(b.book.place_of(effects), 0, c.you, c.source, spec.index, c.x, binds)
        )


def choose_one(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Let each player choose what happens to them; the results are carried out together (Q-22)."""
    leaving: list[int] = []
    corrupted: list[int] = []
    packets: list[Packet] = []
    for seat in c.seats(w["who"]):
        c.chooser = seat
        possible = {
            Option("option", value=row): effects
            for row, effects in enumerate(w["options"], start=1)
            if all(_possible(b, c, op) for op in effects)
        }
        if not possible:
            continue
        for op in possible[ask.choose(seat, "option", tuple(possible))]:
            if op.name == "sacrifice":
                chosen = choose_set(b, ask, c, op.words["sel"], "sacrifice")
                leaving += [ref for ref in chosen if b.pieces[ref].seat == seat]
            elif op.name == "corrupt":
                refs = _corruptible(b, c, op)
                corrupted.append(ask_for(b, ask, seat, "choice", refs) or 0)
            else:
                packets += _packets(c, op.words, choose_set(b, ask, c, op.words["to"]))
    deal(b, ask, packets)
    for ref in corrupted:
        b.corrupt(ref)
    b.leave(leaving, "sacrificed")


IN_OPTIONS = ("sacrifice", "corrupt", "deal_damage")
"""Primitives that may stand in the options of `choose_one`."""


def _corruptible(b: Board, c: Context, op: Op) -> list[int]:
    refs = b.refs_of(c, op.words["what"])
    return [ref for ref in refs if not b.is_banned(ref, "be_corrupted")]


def _possible(b: Board, c: Context, op: Op) -> bool:
    """Tell whether an effect can be carried out fully."""
    if op.name == "corrupt":
        return bool(_corruptible(b, c, op))
    if op.name == "sacrifice":
        refs = b.refs_of(c, op.words["sel"])
        return any(b.pieces[ref].seat == c.chooser for ref in refs)
    refs = b.refs_of(c, op.words["to"])
    if b.book.switches.doom_divers_burning or op.words["to"].selectors[0].pick is not None:
        return bool(refs)
    # The other reading of Q-25: a burning section cannot take its part.
    return bool(refs) and not any(b.burning[3 * c.chooser : 3 * c.chooser + 3])


def nothing(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Do nothing more: an attachment is on its host when it has entered play."""


PRIMITIVES: dict[str, Primitive] = {
    "deal_damage": deal_damage,
    "deal_indirect_damage": deal_indirect_damage,
    "heal": heal,
    "move_damage": move_damage,
    "cancel_damage": cancel_damage,
    "redirect_damage": redirect_damage,
    "destroy": destroy,
    "sacrifice": sacrifice,
    "return_to_hand": return_to_hand,
    "corrupt": corrupt,
    "restore": restore,
    "move_zone": move_zone,
    "draw": draw,
    "mill": mill,
    "discard_hand": discard_hand,
    "reveal_random": reveal_random,
    "search_deck": search_deck,
    "put_into_play": put_into_play,
    "shuffle_deck": shuffle_deck,
    "shuffle_into_deck": shuffle_into_deck,
    "play_card": play_card,
    "play_development": play_development,
    "turn_faceup": turn_faceup,
    "gain_resources": gain_resources,
    "lose_resources": lose_resources,
    "transfer_resources": transfer_resources,
    "place_tokens": place_tokens,
    "modify_power": modify_power,
    "modify_hp": modify_hp,
    "cannot": cannot,
    "modify_cost": modify_cost,
    "delayed": delayed,
    "cancel_effect": cancel_effect,
    "copy_effect": copy_effect,
    "redirect_attack": attack_another_zone,
    "branch": branch,
    "choose_one": choose_one,
    "attach": nothing,
}
"""The primitives that are carried out; those that only hold are read where they matter."""
