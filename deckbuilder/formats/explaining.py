"""The sentences that explain a format's rules, in the language in force."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from deckbuilder.catalog.names import fold
from deckbuilder.errors import refusal
from deckbuilder.formats.format import Citation, Format, Rule
from deckbuilder.formats.format_files import OWN_KIND, RULE_FIELDS, is_path
from deckbuilder.formats.kind import Kind, SectionParameters
from deckbuilder.formats.problem import Joint, enumerate_words, found_by, spoken
from deckbuilder.resources import exports_folder, exports_of_games
from deckbuilder.sources.yaml_source import parse_yaml
from deckbuilder.words import name_of, phrases, say, says

_JOINTS: dict[tuple[str, str], Joint] = {
    ("sides", "groups"): "joints.or",
    ("spread", "groups"): "joints.and",
    ("full-sets", "titles"): "joints.or",
    ("released", "at_once"): "joints.or",
}
"""What joins several things that a kind states: one of them is meant, or all of them."""
_EACH_SECTION = ("section-size", "full-sets")
"""Kinds that look at each of their sections by itself."""


def explain(rule: Rule, deck_format: Format, kinds: Mapping[str, Kind]) -> str:
    """Return what a rule of a checked format asks for, in one sentence."""
    parameters = msgspec.convert(rule.parameters, kinds[rule.kind].parameters)
    wording, stated = parameters.wording()
    fields = {
        name: spoken(value, _JOINTS.get((rule.kind.rpartition(OWN_KIND)[2], name), "separator"))
        for name, value in stated.items()
    }
    fields["pool"] = deck_format.pool or say("problems.official")
    fields["label"] = spoken(rule.label or _found_by(stated.get("cards")))
    text = _sentence(rule, wording, fields)
    if isinstance(parameters, SectionParameters) and parameters.sections:
        each = rule.kind in _EACH_SECTION and len(parameters.sections) > 1
        text = say(
            "rules.in-each" if each else "rules.in-sections",
            sections=spoken(parameters.sections, "joints.and"),
            text=text,
        )
    text = text[:1].upper() + text[1:]
    if rule.only_with:
        text = say("rules.only-with", sections=spoken(rule.only_with, "joints.or"), text=text)
    if rule.only_without:
        text = say("rules.only-without", sections=spoken(rule.only_without, "joints.or"), text=text)
    if rule.effective_from:
        text = say("rules.from", date=rule.effective_from, text=text)
    if rule.until:
        text = say("rules.until", date=rule.until, text=text)
    return say("rules.warning", text=text) if rule.severity == "warning" else text


def _sentence(rule: Rule, wording: str, fields: Mapping[str, Any]) -> str:
    """Return the sentence of a rule; of a kind that has none, its name and what is stated."""
    key = f"rules.{rule.kind}.{wording}"
    if says(key):
        return say(key, **fields)
    stated = (f"{name}: {fields[name]}" for name in rule.parameters)
    return say("rules.unsaid", kind=rule.kind, stated=tuple(stated))


def _found_by(cards: Any) -> str:
    if isinstance(cards, str):
        return found_by(cards)
    return enumerate_words([str(card) for card in cards or ()])


def explain_procedure(citation: Citation, deck_format: Format) -> str:
    """Return a rule of a draft's procedure in words, with the numbers of the format's data.

    Raises InputError for a rule that has no words, or whose numbers the data do not state.
    """
    try:
        return say(f"procedures.{citation.cite}", **_flat(deck_format.draft or {}))
    except (KeyError, ValueError) as error:
        raise refusal(
            "formats.no-words",
            where=deck_format.where,
            field="procedure",
            cite=citation.cite,
            name=str(error.args[0]),
        ) from None


def _flat(node: Mapping[Any, Any], prefix: str = "") -> dict[str, Any]:
    """Return the data of a procedure as fields of sentences: `pack_size`, `neutral_each`."""
    fields: dict[str, Any] = {}
    for key, value in node.items():
        name = f"{prefix}{key}".replace("-", "_").replace(" ", "_").casefold()
        if isinstance(value, dict):
            fields |= _flat(value, f"{name}_")
            numbers = [each for each in value.values() if type(each) is int]
            fields[f"{name}_sum"] = sum(numbers)
        elif isinstance(value, list):
            numbers_only = all(type(each) is int for each in value)
            fields[name] = enumerate_words(
                [_step(each) for each in value], "joints.or" if numbers_only else "separator"
            )
            fields[f"{name}_count"] = len(value)
        else:
            fields[name] = spoken(value)
    return fields


def _step(step: Any) -> str:
    if isinstance(step, dict):
        return enumerate_words(
            [say(f"procedures.steps.{verb}", count=count) for verb, count in step.items()]
            if all(type(count) is int for count in step.values())
            else [str(value) for value in step.values()]
        )
    return str(phrases("procedures.steps").get(str(step), spoken(step)))


class ParameterNote(msgspec.Struct, frozen=True):
    """One parameter of a kind: its name, what it may be, whether it must be there, and why.

    `type` is the key of words for it, `rules.types.<type>`.
    """

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
    about = phrases("rules.kinds")
    examples = kind_examples()
    return tuple(
        KindNote(
            name=kind.name,
            about=about.get(kind.name, ""),
            parameters=tuple(
                ParameterNote(
                    name=field.name,
                    type=_type_name(field.type),
                    required=field.required,
                    about=name_of(f"rules.parameters.{field.name}"),
                )
                for field in msgspec.structs.fields(kind.parameters)
            ),
            codes=kind.codes,
            example=examples.get(kind.name, f'{{kind: {kind.name}, cite: "A 1"}}'),
        )
        for kind in kinds.values()
    )


def kind_examples() -> dict[str, str]:
    """Return one rule of each kind as a format file writes it."""
    examples: dict[str, str] = {}
    for name in ("kinds.yaml", *exports_of_games("kinds.yaml")):
        path = exports_folder() / name
        examples.update(parse_yaml(path.read_bytes(), str(path)))
    return examples


_TYPES = {
    "int": "number",
    "str": "text",
    "bool": "flag",
    "tuple[int]": "numbers",
    "tuple[str]": "texts",
    "dict[str, int]": "counts",
    "tuple[str | dict[str, int]]": "lists",
}
"""What may stand behind a parameter, by the annotation that checks it."""


def _type_name(annotation: Any) -> str:
    text = annotation.__name__ if isinstance(annotation, type) else str(annotation)
    return _TYPES[text.replace(" | None", "").replace(", ...", "")]


def common_parameters() -> tuple[ParameterNote, ...]:
    """Return what every rule may state beside its kind's parameters."""
    meanings = phrases("rules.parameters")
    return tuple(
        ParameterNote(name=name, type="", required=name in ("kind", "cite"), about=meanings[name])
        for name in RULE_FIELDS
    )


def new_format(path: Path, base: str, parent: Format, kinds: Mapping[str, Kind]) -> str:
    """Return the commented start of a format file at `path`, built on the format `base`."""
    inherited = "\n".join(
        f"#   {rule.cite}: {explain(rule, parent, kinds)}" for rule in parent.rules if rule.cite
    )
    if is_path(base):
        base = os.path.relpath(base, path.parent)
    return say(
        "rules.new-format",
        id=json.dumps(fold(path.stem).replace(" ", "-"), ensure_ascii=False),
        name=json.dumps(re.sub("[-_]+", " ", path.stem).capitalize(), ensure_ascii=False),
        base=json.dumps(base, ensure_ascii=False),
        pool=parent.pool,
        cite=next((rule.cite for rule in parent.rules if rule.cite), ""),
        inherited=inherited,
        file=path.name,
    )
