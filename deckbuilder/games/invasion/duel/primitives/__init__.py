"""What each primitive does when it is carried out: one small function each.

A primitive asks before it acts. It may return True to be begun again with nothing answered, for
what it has just laid open. The functions stand by what they work on in the modules here; those
that only hold are read where they matter.
"""

from __future__ import annotations

from deckbuilder.games.invasion.duel.primitives import (
    chaining,
    damaging,
    deciding,
    lasting,
    moving,
    piles,
    resources,
)
from deckbuilder.games.invasion.duel.primitives.deciding import IN_OPTIONS as IN_OPTIONS
from deckbuilder.games.invasion.duel.primitives.words import Primitive

PRIMITIVES: dict[str, Primitive] = {
    "deal_damage": damaging.deal_damage,
    "deal_indirect_damage": damaging.deal_indirect_damage,
    "heal": damaging.heal,
    "move_damage": damaging.move_damage,
    "cancel_damage": damaging.cancel_damage,
    "redirect_damage": damaging.redirect_damage,
    "destroy": moving.destroy,
    "sacrifice": moving.sacrifice,
    "return_to_hand": moving.return_to_hand,
    "corrupt": moving.corrupt,
    "restore": moving.restore,
    "move_zone": moving.move_zone,
    "draw": piles.draw,
    "mill": piles.mill,
    "discard_hand": piles.discard_hand,
    "reveal_random": piles.reveal_random,
    "search_deck": piles.search_deck,
    "put_into_play": piles.put_into_play,
    "shuffle_deck": piles.shuffle_deck,
    "shuffle_into_deck": piles.shuffle_into_deck,
    "play_card": piles.play_card,
    "play_development": piles.play_development,
    "turn_faceup": piles.turn_faceup,
    "gain_resources": resources.gain_resources,
    "lose_resources": resources.lose_resources,
    "transfer_resources": resources.transfer_resources,
    "place_tokens": resources.place_tokens,
    "modify_power": lasting.modify_power,
    "modify_hp": lasting.modify_hp,
    "cannot": lasting.cannot,
    "modify_cost": lasting.modify_cost,
    "delayed": lasting.delayed,
    "cancel_effect": chaining.cancel_effect,
    "copy_effect": chaining.copy_effect,
    "redirect_attack": chaining.attack_another_zone,
    "branch": deciding.branch,
    "choose_one": deciding.choose_one,
    "attach": deciding.nothing,
}
"""The primitives that are carried out, by the name that the effects file gives them."""
