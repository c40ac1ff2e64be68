"""`--help` in the reader's language: texts by language in `exports/help/`, English in the code."""

from __future__ import annotations

from collections.abc import Iterable

import click

from deckbuilder.catalog.wording import cell_width
from deckbuilder.cli.prose import wrapped
from deckbuilder.words import help_texts, language

_EXAMPLE = "Example:"
_KEPT = "  "
"""What a line begins with that is not wrapped."""
_GAP = 2
_MOST_FIRST = 30
"""Columns of the first part of a table, the names of options, at most."""


class HelpFormatter(click.HelpFormatter):
    """Writes help with headings of the language in force, and wraps Japanese between letters."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the line of usage."""
        super().write_usage(
            prog, args, prefix or help_texts(language()).get("head", {}).get("Usage: ")
        )

    def write_heading(self, heading: str) -> None:
        """Write the heading of a section."""
        super().write_heading(help_texts(language()).get("head", {}).get(heading, heading))

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        if not help_texts(language()):
            super().write_text(text)
            return
        room = max(20, self.width - self.current_indent)
        for line in text.split("\n"):
            parts = [line] if line.startswith(_KEPT) else list(wrapped(line, room))
            for part in parts:
                self.write(f"{' ' * self.current_indent}{part}".rstrip() + "\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write names and what they mean in two columns."""
        if not help_texts(language()):
            super().write_dl(rows, col_max, col_spacing)
            return
        # The option that shows help is made by click, with words of its own.
        options = help_texts(language())["options"]
        rows = [(name, options.get(means, means)) for name, means in rows]
        first = min(max(cell_width(name) for name, _ in rows), _MOST_FIRST) + _GAP
        room = max(20, self.width - self.current_indent - first)
        for name, means in rows:
            lines = list(wrapped(means, room)) if means else [""]
            lead = f"{' ' * self.current_indent}{name}"
            if cell_width(name) > first - _GAP:
                self.write(lead + "\n")
                lead = " " * self.current_indent
            filling = " " * (self.current_indent + first - cell_width(lead))
            self.write(f"{lead}{filling}{lines[0]}".rstrip() + "\n")
            for line in lines[1:]:
                self.write(f"{' ' * (self.current_indent + first)}{line.strip()}\n")


def translate(command: click.Command, path: str) -> None:
    """Let the help of a command, and of those below it, be that of the language in force."""
    found = help_texts(language())
    _told(command, "help", found.get("commands", {}).get(path))
    summary = found.get("summaries", {}).get(path)
    _told(command, "short_help", summary or (command.help or "").split("\n")[0])
    example = found.get("example")
    english = _english(command, "epilog")
    if example and english:
        _told(command, "epilog", english.replace(_EXAMPLE, example))
    else:
        _told(command, "epilog", None)
    for option in command.params:
        if isinstance(option, click.Option):
            said = _english(option, "help")
            _told(option, "help", found.get("options", {}).get(said) if said else None)
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            translate(below, f"{path} {name}".strip())


def _english(of: click.Command | click.Option, name: str) -> str | None:
    """Return a text as the code has it, whatever language it was told in last."""
    kept: dict[str, str | None] = of.__dict__.setdefault("_in_english", {})
    if name not in kept:
        kept[name] = getattr(of, name)
    return kept[name]


def _told(of: click.Command | click.Option, name: str, text: str | None) -> None:
    """Set a text, or the one of the code where there is no other."""
    english = _english(of, name)
    setattr(of, name, text or english)
