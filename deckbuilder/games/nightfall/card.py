"""The facts of a Nightfall card (NF-1 to NF-7)."""

from __future__ import annotations

from typing import ClassVar, Literal

from deckbuilder.catalog.card import Card

Colour = Literal["red", "green", "blue", "gold", "white", "purple"]

_ORDERS = ("starter", "minion", "action", "order")


class NightfallCard(Card, frozen=True, kw_only=True, omit_defaults=True, eq=False):
    """An order, wound, draft card, moon phase or avatar of Nightfall.

    An order is a starter, a minion or an action. `links` holds the known link colours (NF-7),
    `links_complete` says whether these are all of them. `order` is, for a draft card, the name
    of the order that it stands for (NF-3).
    """

    types: ClassVar[tuple[str, ...]] = (
        "starter", "minion", "action", "order", "wound", "draft", "moon-phase", "avatar",
    )  # fmt: skip
    short_forms: ClassVar[dict[str, str]] = {
        **Card.short_forms,
        "color": "colour",
        "kicker": "kicker_colour",
        "kicker_color": "kicker_colour",
        "k": "keywords",
        "c": "cost",
    }
    unknown_values: ClassVar[dict[str, str]] = {"type": "order"}
    columns: ClassVar[tuple[str, ...]] = (
        "name", "set", "type", "colour", "links", "cost", "strength", "health",
    )  # fmt: skip
    also_asked: ClassVar[tuple[str, ...]] = ("links_complete", "keywords")
    folding: ClassVar[tuple[str, ...]] = ("set", "type", "health", "strength", "cost", "links")
    facts: ClassVar[dict[str, tuple[str, ...]]] = {
        "type": (),
        "name_ja": (),
        "quantity": (),
        "colour": _ORDERS,
        "links": _ORDERS,
        "kicker_colour": ("minion", "action", "order"),
        "cost": _ORDERS,
        "strength": ("starter", "minion"),
        "health": ("starter", "minion"),
        "order": ("draft",),
        "wound_type": ("wound",),
        "wound_effect": ("wound",),
    }
    names_card: ClassVar[tuple[str, ...]] = ("order",)

    type: Literal["starter", "minion", "action", "order", "wound", "draft", "moon-phase", "avatar"]
    """`order` where it is not known which kind of order it is."""
    colour: Colour | None = None
    links: tuple[Colour, ...] = ()
    links_complete: bool = False
    kicker_colour: Colour | None = None
    cost: int | None = None
    strength: int | None = None
    health: int | None = None
    keywords: tuple[str, ...] = ()
    order: str | None = None
    wound_type: Literal["bite", "burn", "bleed"] | None = None
    wound_effect: Literal["draw", "strength", "chain"] | None = None
