"""What a bot of XENO believes of the other hands, for people."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.parts import Beliefs
from deckbuilder.games.xeno.bots.policies import BeliefPolicy
from deckbuilder.games.xeno.screen import CardNames, seat_name
from deckbuilder.games.xeno.view import View
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Event
from deckbuilder.tables.screen import Panel
from deckbuilder.words import enumerated, say


class XenoBeliefs(Beliefs):
    """The belief of a bot that keeps one."""

    def beliefs(
        self, bot: Policy, view: View, feed: Sequence[Event], catalog: Catalog
    ) -> Panel | None:
        """Return what a bot believes of each other hand, the likeliest cards first."""
        if not isinstance(bot, BeliefPolicy):
            return None
        cards = CardNames(catalog)
        lines = []
        for seat, chances in bot.beliefs(view, feed).items():
            likely = sorted(chances.items(), key=lambda item: -item[1])
            told = [
                say("xeno.bots.chance", card=cards.name(card), percent=round(100 * chance))
                for card, chance in likely
                if round(100 * chance) > 0
            ]
            lines.append(say("xeno.bots.hand", seat=seat_name(seat), cards=enumerated(told)))
        return Panel(say("xeno.bots.believes"), tuple(lines))


BELIEFS = XenoBeliefs()
