"""Settings of a duel from lists, capitals and the effects of their cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.errors import refusal
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.duel.effects import Ability
from deckbuilder.games.invasion.duel.settings import DuelCard, DuelSeat, Settings

PLAYED = ("unit", "support", "quest", "tactic")
Effects = Mapping[str, tuple[Ability, ...]]


def duel_settings(
    catalog: Catalog,
    effects: Effects,
    seats: Sequence[tuple[str, Sequence[str]]],
    *,
    blank: bool = False,
    **more: Any,
) -> Settings:
    """Return the settings of a duel; each seat is a capital's id and the ids of its cards.

    `more` are further fields of the settings. Raises InputError naming the cards that cannot be
    played, or whose effect is not known; with `blank` those are played with their figures alone.
    """
    cards = {card for _, deck in seats for card in deck}
    unknown = unknown_effects(catalog, effects, cards)
    if unknown and not blank:
        raise refusal("duel.unknown-effects", cards=tuple(unknown))
    first_seat, second_seat = (duel_seat(catalog, *seat) for seat in seats)
    known = {
        card: duel_card(playable(catalog, card), effects.get(card, ())) for card in sorted(cards)
    }
    return Settings(seats=(first_seat, second_seat), cards=known, **more)


def unknown_effects(catalog: Catalog, effects: Effects, cards: Iterable[str]) -> list[str]:
    """Return the names of the cards whose effect is not known, in order."""
    return sorted({catalog.card(card).name for card in cards if card not in effects})


def playable(catalog: Catalog, card_id: str) -> InvasionCard:
    """Return a card that can be played. Raises InputError for any other."""
    card = catalog.card(card_id)
    if not isinstance(card, InvasionCard) or card.type not in PLAYED:
        raise refusal("duel.not-played", card=card.name)
    return card


def duel_card(card: InvasionCard, abilities: Sequence[Ability]) -> DuelCard:
    """Return what a duel needs of a card; a figure that is not known is 0, as X is."""
    return DuelCard(
        name=card.name,
        type=card.type,  # type: ignore[arg-type]  # one of PLAYED, as `playable` has made sure
        race=card.race,
        cost=None if card.cost == "X" else card.cost or 0,
        loyalty=card.loyalty or 0,
        power=card.power if isinstance(card.power, int) else 0,
        hit_points=card.hit_points if isinstance(card.hit_points, int) else 0,
        unique=bool(card.unique),
        traits=card.traits,
        abilities=tuple(abilities),
    )


def duel_seat(catalog: Catalog, capital: str, deck: Sequence[str]) -> DuelSeat:
    """Return what a seat brings. Raises InputError for what is no capital."""
    board = catalog.card(capital)
    if not isinstance(board, InvasionCard) or board.type != "capital":
        raise refusal("duel.no-capital", card=board.name)
    power = board.power_by_zone
    return DuelSeat(
        capital=capital,
        race=board.race,
        power=(power.kingdom, power.quest, power.battlefield) if power else (3, 1, 0),
        deck=tuple(deck),
    )
