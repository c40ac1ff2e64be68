"""A format as its file states it: pool, sections, rules and, for drafts, the procedure."""

from __future__ import annotations

from typing import Any

import msgspec

from deckbuilder.formats.problem import Source


class FormatSection(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a deck in this format; `id` is what entries carry."""

    id: str
    optional: bool = False


class Rule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One rule: a kind of check, its parameters, and where it is written."""

    kind: str
    cite: str
    source: Source | None = None
    parameters: dict[str, Any] = {}


class Format(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A format. `pool` is a search over the catalogue that says which cards exist in it.

    `draft` is the procedure of a draft format, read by the game that drafts it; `where` is the
    file that the format came from.
    """

    id: str
    name: str
    game: str
    effective_from: str | None = None
    pool: str = ""
    sections: tuple[FormatSection, ...] = ()
    rules: tuple[Rule, ...] = ()
    draft: dict[str, Any] | None = None
    notes: tuple[str, ...] = ()
    where: str = ""
