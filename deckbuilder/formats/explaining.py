"""The sentences that explain a format's rules, in the language in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from deckbuilder.formats.format import Format, Rule
from deckbuilder.formats.kind import Kind
from deckbuilder.formats.problem import enumerate_words, spoken
from deckbuilder.words import phrases, say


def explain(rule: Rule, deck_format: Format, kinds: Mapping[str, Kind]) -> str:
    """Return what a rule of a checked format asks for, in one sentence."""
    parameters = msgspec.convert(rule.parameters, kinds[rule.kind].parameters)
    wording, stated = parameters.wording()
    fields = {name: spoken(value) for name, value in stated.items()}
    fields["pool"] = deck_format.pool or say("rules.all-official")
    fields["label"] = spoken(rule.label or _found_by(stated.get("cards")))
    text = say(f"rules.{rule.kind}.{wording}", **fields)
    if parameters.sections:
        text = say("rules.in-sections", sections=spoken(parameters.sections), text=text)
    if rule.only_with:
        text = say("rules.only-with", sections=spoken(rule.only_with), text=text)
    if rule.only_without:
        text = say("rules.only-without", sections=spoken(rule.only_without), text=text)
    if rule.effective_from:
        text = say("rules.from", date=rule.effective_from, text=text)
    if rule.until:
        text = say("rules.until", date=rule.until, text=text)
    return say("rules.warning", text=text) if rule.severity == "warning" else text


def _found_by(cards: Any) -> str:
    if isinstance(cards, str):
        return say("problems.found-by", search=cards)
    return enumerate_words([str(card) for card in cards or ()])


class ParameterNote(msgspec.Struct, frozen=True):
    """One parameter of a kind: its name, what it may be, whether it must be there, and why."""

    name: str
    type: str
    required: bool
    about: str


class KindNote(msgspec.Struct, frozen=True):
    """A kind of rule as the table of kinds documents it."""

    name: str
    about: str
    parameters: tuple[ParameterNote, ...]
    codes: tuple[str, ...]
    example: str


def describe(kinds: Mapping[str, Kind]) -> tuple[KindNote, ...]:
    """Return the documentation of kinds, from their schemas and the words."""
    about, meanings = phrases("rules.kinds"), phrases("rules.parameters")
    return tuple(
        KindNote(
            name=kind.name,
            about=about[kind.name],
            parameters=tuple(
                ParameterNote(
                    name=field.name,
                    type=_type_name(field.type),
                    required=field.required,
                    about=meanings[field.name],
                )
                for field in msgspec.structs.fields(kind.parameters)
            ),
            codes=kind.codes,
            example=kind.example,
        )
        for kind in kinds.values()
    )


def _type_name(annotation: Any) -> str:
    text = annotation.__name__ if isinstance(annotation, type) else str(annotation)
    return text.replace(" | None", "").replace(", ...", "")
