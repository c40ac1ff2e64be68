"""The facts of a Regatta card."""

from __future__ import annotations

from typing import ClassVar, Literal

from deckbuilder.catalog.card import Card


class RegattaCard(Card, frozen=True, kw_only=True, omit_defaults=True, eq=False):
    """A boat, which has a speed, or a wind, which has none."""

    types: ClassVar[tuple[str, ...]] = ("boat", "wind")
    columns: ClassVar[tuple[str, ...]] = ("name", "type", "speed", "quantity")
    facts: ClassVar[dict[str, tuple[str, ...]]] = {"speed": ("boat",), "quantity": ()}

    type: Literal["boat", "wind"]
    speed: int | None = None
