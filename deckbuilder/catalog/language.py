"""The search language explained, from one table: for help, for the README, for the web page."""

from __future__ import annotations

from typing import NamedTuple

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.fields import fields_of
from deckbuilder.words import phrases, say


class Form(NamedTuple):
    """Something that can be written in a search, and what it finds."""

    write: str
    finds: str


def forms() -> tuple[Form, ...]:
    """Return every form of the language, an example each."""
    told = phrases("cards.search.forms")
    names = dict.fromkeys(key.partition(".")[0] for key in told)
    return tuple(Form(told[f"{name}.write"], told[f"{name}.finds"]) for name in names)


def field_names(card_type: type[Card]) -> tuple[str, ...]:
    """Return every field that can be asked for, its other spellings in brackets."""
    found = dict.fromkeys(fields_of(card_type).values())
    return tuple(
        f"{field.name} ({', '.join(field.short)})" if field.short else field.name for field in found
    )


def field_lists(card_types: dict[str, type[Card]]) -> dict[str, tuple[str, ...]]:
    """Return the fields that all cards have, and those of each game's cards by its title."""
    common = field_names(Card)
    own = {
        title: tuple(name for name in field_names(card_type) if name not in common)
        for title, card_type in card_types.items()
    }
    return {say("cards.search.all-games"): common, **own}


def as_markdown(card_types: dict[str, type[Card]]) -> str:
    """Return the whole language as Markdown; `card_types` by the titles of their games."""
    lines = [f"| {say('cards.search.write')} | {say('cards.search.finds')} |", "| --- | --- |"]
    for form in forms():
        written = form.write.replace("|", "\\|")
        lines.append(f"| `{written}` | {form.finds} |")
    lines += ["", say("cards.search.fields"), ""]
    for title, names in field_lists(card_types).items():
        lines.append(f"- {title}: {', '.join(f'`{name}`' for name in names)}")
    return "\n".join(lines) + "\n"
