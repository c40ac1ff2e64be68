"""A format as its file states it: pool, sections, rules and, for drafts, the procedure."""

from __future__ import annotations

from typing import Any

import msgspec

from deckbuilder.formats.problem import Severity, Source, in_language


class FormatSection(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a deck in this format; `id` is what entries carry."""

    id: str
    optional: bool = False


class Dated(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Law that may begin and end: ISO dates, `until` being the first day without it."""

    effective_from: str | None = None
    until: str | None = None

    def in_force(self, date: str | None) -> bool:
        """Tell whether this binds on an ISO date; None is the newest state of the law."""
        if date is None:
            return self.until is None
        return (self.effective_from or "") <= date and (self.until is None or date < self.until)


class Rule(Dated, frozen=True, kw_only=True, omit_defaults=True):
    """One rule: a kind of check, its parameters, and where it is written.

    `only_with` binds the rule to lists with cards in one of these sections, `only_without` to
    lists with cards in none of them. `label` names the cards that the rule speaks of, a text
    or one a language. `where` and `line` say where it stands.
    """

    kind: str
    cite: str
    source: Source | None = None
    severity: Severity = "error"
    only_with: tuple[str, ...] = ()
    only_without: tuple[str, ...] = ()
    label: str | dict[str, str] | None = None
    parameters: dict[str, Any] = {}
    where: str = ""
    line: int | None = None


POOL_KIND = "allowed"
"""The kind that holds a deck to the format's pool where it states no search of its own."""


def is_pool_rule(rule: Rule) -> bool:
    """Tell whether a rule holds decks to whatever the format's pool is."""
    return rule.kind == POOL_KIND and rule.parameters.get("cards") is None


class Erratum(Dated, frozen=True, kw_only=True, omit_defaults=True):
    """A dated change of one fact of a card; it binds every printing of the title.

    `where` and `line` say where it stands.
    """

    card: str
    field: str
    value: Any
    cite: str
    source: Source | None = None
    where: str = ""
    line: int | None = None


class Citation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rule of procedure by its number; the words for it stand in `procedures.<number>`."""

    cite: str
    source: Source | None = None


class Format(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A format. `pool` is a search over the catalogue that says which cards exist in it.

    `draft` is the procedure of a draft format, read by the game that drafts it, and `procedure`
    the numbers of its rules, for those who want it explained. `where` is the file that the
    format came from, `pool_where` and `pool_line` the place that states the pool;
    `draft_where` has the file that each field of `draft` stands in. Rules that a format inherits
    and those of its restriction lists stand in `rules` like its own.
    """

    id: str
    name: str
    game: str
    name_ja: str | None = None
    effective_from: str | None = None
    pool: str = ""
    sections: tuple[FormatSection, ...] = ()
    rules: tuple[Rule, ...] = ()
    errata: tuple[Erratum, ...] = ()
    draft: dict[str, Any] | None = None
    draft_where: dict[str, str] = {}
    procedure: tuple[Citation, ...] = ()
    notes: tuple[str | dict[str, str], ...] = ()
    where: str = ""
    pool_where: str = ""
    pool_line: int | None = None

    @property
    def title(self) -> str:
        """The name in the language in force."""
        return in_language({"en": self.name, "ja": self.name_ja or self.name})
