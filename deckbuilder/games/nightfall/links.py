"""How likely one order can follow another in a chain, where facts are missing (NF-7, NF-54)."""

from __future__ import annotations

from typing import get_args

from deckbuilder.games.nightfall.card import Colour, NightfallCard

COLOURS: tuple[str, ...] = get_args(Colour)


def can_follow(card: NightfallCard, before: NightfallCard, usual_links: int) -> float:
    """Return how likely `card` can be linked to `before`, from 0 (never) to 1 (always).

    Colours and links that nobody knows are equally likely to be any that they can be; an order
    whose links are not all known is taken to have `usual_links`.
    """
    if card.colour is None:
        return _number_of_links(before, usual_links) / len(COLOURS)
    if card.colour in before.links:
        return 1.0
    missing = _number_of_links(before, usual_links) - len(before.links)
    return missing / (len(COLOURS) - len(before.links))


def chaining(one: NightfallCard, other: NightfallCard, usual_links: int) -> float:
    """Return how well two orders chain: the mean of both ways round, 0 to 1."""
    return (can_follow(one, other, usual_links) + can_follow(other, one, usual_links)) / 2


def kicked(card: NightfallCard, before: NightfallCard, usual_links: int) -> float:
    """Return how likely `card` follows `before` and its kicker is carried out (NF-56).

    0 for a card whose kicker is not known.
    """
    kicker = card.kicker_colour
    if kicker is None or before.colour not in (None, kicker):
        return 0.0
    coloured = 1.0 if before.colour else 1 / len(COLOURS)
    return coloured * can_follow(card, before, usual_links)


def _number_of_links(card: NightfallCard, usual_links: int) -> int:
    return len(card.links) if card.links_complete else max(usual_links, len(card.links))
