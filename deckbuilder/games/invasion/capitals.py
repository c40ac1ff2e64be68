"""How bots choose the capital after the draft: by what loyalty adds to the deck under each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.state import View
from deckbuilder.tables.policy import Score
from deckbuilder.tables.protocol import Option


def capital_scores(
    view: View, options: Sequence[Option], catalog: Catalog, worth: float
) -> list[Score]:
    """Score capitals (INV-14, INV-R10); a resource that loyalty adds to a card is worth `worth`."""
    dear = [card for card in invasion_cards(view.own.taken, catalog) if card.loyalty]
    icons = sum(card.loyalty or 0 for card in dear)
    # The capital covers one icon of each card of its race.
    covered = Counter[str](card.race for card in dear)
    scores = []
    for option in options:
        (capital,) = invasion_cards((option.subject,), catalog)
        loyalty = worth * (icons - covered[capital.race])
        scores.append(Score(option, loyalty, (("loyalty", loyalty),)))
    return scores


def invasion_cards(ids: Sequence[str], catalog: Catalog) -> list[InvasionCard]:
    """Return the cards of these ids; what is no card of this game is left out."""
    cards = map(catalog.by_id.get, ids)
    return [card for card in cards if isinstance(card, InvasionCard)]
