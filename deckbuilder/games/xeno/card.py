"""The facts of a XENO card (XENO-1)."""

from __future__ import annotations

from typing import ClassVar, Literal

from deckbuilder.catalog.card import Card


class XenoCard(Card, frozen=True, kw_only=True, omit_defaults=True, eq=False):
    """One of the ten characters; `rank` decides duels and the showdown."""

    types: ClassVar[tuple[str, ...]] = ("character",)
    columns: ClassVar[tuple[str, ...]] = ("name", "rank", "quantity")
    facts: ClassVar[dict[str, tuple[str, ...]]] = {"name_ja": (), "rank": (), "quantity": ()}
    short_forms: ClassVar[dict[str, str]] = {**Card.short_forms, "r": "rank"}

    type: Literal["character"] = "character"
    rank: int
