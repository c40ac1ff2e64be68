"""One thing that is wrong with a deck, as data; its sentence comes from the word files."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from deckbuilder.words import DEFAULT_LANGUAGE, language, phrases, say, says

Severity = Literal["error", "warning"]
Joint = Literal["separator", "joints.and", "joints.or"]
"""What stands between the last two of several words."""


class Source(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a rule stands: book and page, or a public announcement and its date."""

    book: str
    page: int | str | None = None

    def __str__(self) -> str:
        return f"{self.book}, p. {self.page}" if self.page is not None else self.book


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A broken rule (error) or something worth knowing (warning).

    `code` is stable; `wording` picks the sentence `problems.<wording>` where a code has
    several, and `fields` fills it. `have` and `need` are counts where the rule counts. `rule`
    is the number in the rulebook's specification (INV-10). `lines` are the lines of the list
    that are to blame. `set_header` is a header line, key and value, that would mend it.
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
    wording: str | None = None
    set_header: tuple[str, str] | None = None

    @property
    def message(self) -> str:
        """The sentence for people, in the language in force."""
        fields = {name: spoken(value) for name, value in self.fields.items()}
        if "search" in fields:
            fields.setdefault("label", found_by(fields["search"]))
        if self.have is not None and self.need is not None:
            fields |= {"surplus": self.have - self.need, "missing": self.need - self.have}
        key = f"problems.{self.wording or self.code}"
        text = say(
            key if says(key) else "rules.unsaid-problem",
            code=self.code,
            have=self.have,
            need=self.need,
            cards=enumerate_words(self.cards),
            **fields,
        )
        if self.section is not None:
            text = say("problems.in-section", section=spoken(self.section), text=text)
        return text[:1].upper() + text[1:]

    @property
    def order(self) -> tuple[Any, ...]:
        """Sort key: severity, section, code, cards."""
        return (self.severity, self.section or "", self.code, self.cards, self.lines)


def found_by(search: str) -> str:
    """Return how a sentence names the cards of a search."""
    return say("problems.found-by", search=search) if search else say("problems.official")


def in_language(text: str | dict[str, str]) -> str:
    """Return a text that a data file gives once, or once a language, as it is to be read."""
    if isinstance(text, str):
        return text
    return text.get(language()) or text.get(DEFAULT_LANGUAGE) or next(iter(text.values()))


def spoken(value: Any, last: Joint = "separator") -> Any:
    """Return a value as a sentence shows it: ids by their names, several joined."""
    if isinstance(value, dict):
        return in_language(value)
    if isinstance(value, list | tuple):
        return enumerate_words([str(spoken(each)) for each in value], last)
    if isinstance(value, str):
        return phrases("problems.terms").get(value, value)
    return value


def enumerate_words(words: list[str] | tuple[str, ...], last: Joint = "separator") -> str:
    """Join words in the way of the language in force; `last` joins the last two."""
    if len(words) < 2:
        return "".join(words)
    return say("problems.separator").join(words[:-1]) + say(f"problems.{last}") + words[-1]
