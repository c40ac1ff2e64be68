"""What each primitive does when it is carried out: one small function each.

A primitive asks before it acts. It may return True to be begun again with nothing answered, for
what it has just laid open. The functions stand by what they work on in the modules here; those
that only hold are read where they matter.
"""

from __future__ import annotations

from deckbuilder.games.invasion.duel.primitives import (
    branches,
    chain,
    damage,
    modifiers,
    objects,
    piles,
    resources,
)
from deckbuilder.games.invasion.duel.primitives.branches import IN_OPTIONS as IN_OPTIONS
from deckbuilder.games.invasion.duel.primitives.operands import Primitive

PRIMITIVES: dict[str, Primitive] = {
    "deal_damage": damage.deal_damage,
    "deal_indirect_damage": damage.deal_indirect_damage,
    "heal": damage.heal,
    "move_damage": damage.move_damage,
    "cancel_damage": damage.cancel_damage,
    "redirect_damage": damage.redirect_damage,
    "destroy": objects.destroy,
    "sacrifice": objects.sacrifice,
    "return_to_hand": objects.return_to_hand,
    "corrupt": objects.corrupt,
    "restore": objects.restore,
    "move_zone": objects.move_zone,
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
    "modify_power": modifiers.modify_power,
    "modify_hp": modifiers.modify_hp,
    "cannot": modifiers.cannot,
    "modify_cost": modifiers.modify_cost,
    "delayed": modifiers.delayed,
    "cancel_effect": chain.cancel_effect,
    "copy_effect": chain.copy_effect,
    "redirect_attack": chain.attack_another_zone,
    "branch": branches.branch,
    "choose_one": branches.choose_one,
    "attach": branches.nothing,
}
"""The primitives that are carried out, by the name that the effects file gives them."""
