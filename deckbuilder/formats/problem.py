"""One thing that is wrong with a deck, as data; its sentence comes from the word files."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from deckbuilder.words import say

Severity = Literal["error", "warning"]


class Source(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a rule stands: book and page, or a public announcement and its date."""

    book: str
    page: int | str | None = None

    def __str__(self) -> str:
        return f"{self.book}, p. {self.page}" if self.page is not None else self.book


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A broken rule (error) or something worth knowing (warning).

    `code` is stable and picks the sentence `problems.<code>`; `fields` fills it. `have` and
    `need` are counts where the rule counts. `rule` is the number in the rulebook's
    specification (INV-10). `lines` are the lines of the list that are to blame.
    """

    code: str
    severity: Severity = "error"
    section: str | None = None
    cards: tuple[str, ...] = ()
    have: int | None = None
    need: int | None = None
    rule: str | None = None
    source: Source | None = None
    lines: tuple[int, ...] = ()
    fields: dict[str, Any] = {}

    @property
    def message(self) -> str:
        """The sentence for people, in the language in force."""
        return say(
            f"problems.{self.code}",
            **{
                "section": self.section,
                "cards": ", ".join(self.cards),
                "have": self.have,
                "need": self.need,
                **self.fields,
            },
        )

    @property
    def order(self) -> tuple[Any, ...]:
        """Sort key: severity, section, code, cards."""
        return (self.severity, self.section or "", self.code, self.cards, self.lines)
