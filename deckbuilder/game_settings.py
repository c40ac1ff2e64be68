"""The settings that a game declares for its drafts, games and lists, and what is said for them.

A game's description names them; the command line, the web page and scripts ask by these names,
so that no shared file knows boosters, hands or capitals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from deckbuilder.errors import InputError, refusal
from deckbuilder.words import help_texts, language

SettingValue = int | str
Use = Literal["draft", "play", "duel", "build"]
"""A duel is a game that bots play many times, for what it tells of two lists."""


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """A setting of a game's own: its name, what it does, and the values it takes.

    With `least` or `most` it is a whole number; with `choices` one of these words; else any
    text. One that is not said is left to the format, or to the game.
    """

    name: str
    use: Use
    help: str
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    rare: bool = False
    """Said by `--option` only: the commands have no option of this name."""

    @property
    def about(self) -> str:
        """What it does, in the language in force where that is known."""
        told: str = help_texts(language()).get("settings", {}).get(self.help, self.help)
        return told

    @property
    def is_number(self) -> bool:
        """Whether its values are whole numbers."""
        return self.least is not None or self.most is not None

    def read(self, value: str | int) -> SettingValue:
        """Return a value as this setting takes it. Raises InputError for one that it does not."""
        text = str(value).strip()
        if self.is_number:
            return self._number(text)
        if self.choices:
            return self._choice(text)
        return text

    def _number(self, text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = None
        if number is None or not self._within(number):
            raise self._refusal(text)
        return number

    def _choice(self, text: str) -> str:
        for choice in self.choices:
            if choice.casefold() == text.casefold():
                return choice
        raise refusal("setting.choice", value=text, name=self.name, choices=self.choices)

    def _within(self, number: int) -> bool:
        return (self.least is None or number >= self.least) and (
            self.most is None or number <= self.most
        )

    def _refusal(self, text: str) -> InputError:
        code = "setting.range"
        if self.most is None:
            code = "setting.from"
        elif self.least is None:
            code = "setting.up-to"
        return refusal(code, value=text, name=self.name, least=self.least, most=self.most)


def read_settings(
    declared: Sequence[Setting], said: Mapping[str, str | int]
) -> dict[str, SettingValue]:
    """Return what is said as the declared settings take it, in their order.

    Raises InputError for a setting that is not declared and a value that does not fit.
    """
    known = {setting.name: setting for setting in declared}
    for name in said:
        if name not in known:
            if not known:
                raise refusal("setting.none", name=name)
            raise refusal("setting.unknown", name=name, known=tuple(known))
    return {name: known[name].read(said[name]) for name in known if name in said}


def settings_from_texts(texts: Iterable[str]) -> dict[str, str]:
    """Return the settings said as `name=value`. Raises InputError for any other form."""
    said: dict[str, str] = {}
    for text in texts:
        name, separator, value = text.partition("=")
        if not separator or not name.strip() or not value.strip():
            raise refusal("setting.form", text=text)
        said[name.strip()] = value.strip()
    return said
