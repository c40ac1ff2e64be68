"""The files of formats and of restrictions, read strictly: their rules, errata and sources."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from deckbuilder.catalog.names import nearest
from deckbuilder.catalog.records import SourceFile
from deckbuilder.errors import InputError, refusal
from deckbuilder.files import read_input
from deckbuilder.formats.format import (
    Citation,
    Erratum,
    Format,
    FormatSection,
    Rule,
)
from deckbuilder.formats.kind import faulty_parts
from deckbuilder.formats.kinds import KINDS
from deckbuilder.formats.problem import Severity, Source
from deckbuilder.sanitizing import shown

ENDINGS = (".yaml", ".yml")
OWN_KIND = "/"
"""What parts the game's id from the name in a kind that only this game has."""

_ROWS = {
    "rules": "{kind: size, cite: A 1, least: 40}",
    "errata": "{card: Name, field: cost, value: 2, cite: A 1}",
    "procedure": "{cite: A 1, page: 2}",
}
Notes = tuple[str | dict[str, str], ...]
R = TypeVar("R", bound=msgspec.Struct)


class FormatFile(msgspec.Struct, kw_only=True):
    """The fields of a format file; those of an ancestor hold where one is left out."""

    id: str
    name: str | None = None
    name_ja: str | None = None
    game: str | None = None
    book: str | None = None
    effective_from: str | None = None
    extends: str | None = None
    without: tuple[str, ...] = ()
    restrictions: tuple[str, ...] = ()
    pool: str | None = None
    sections: tuple[FormatSection, ...] = ()
    rules: list[Any] = []
    draft: dict[str, Any] | None = None
    procedure: list[Any] = []
    notes: Notes = ()


class RestrictionFile(msgspec.Struct, kw_only=True):
    """The fields of a restriction file: dated rules and errata of one game."""

    id: str
    game: str
    book: str | None = None
    rules: list[Any] = []
    errata: list[Any] = []
    notes: Notes = ()


class _Head(msgspec.Struct, kw_only=True):
    """What every rule and erratum may state."""

    cite: str
    page: int | str | None = None
    source: Source | None = None
    effective_from: str | None = None
    until: str | None = None


class _CitationFile(msgspec.Struct, kw_only=True):
    """The fields of a rule of procedure."""

    cite: str
    page: int | str | None = None
    source: Source | None = None


class _RuleHead(_Head, kw_only=True):
    """The fields that rules of all kinds share; any other is a parameter of the kind."""

    kind: str
    severity: Severity = "error"
    only_with: tuple[str, ...] = ()
    only_without: tuple[str, ...] = ()
    label: str | dict[str, str] | None = None


RULE_FIELDS = tuple(_RuleHead.__struct_fields__)
"""The fields of every rule, whatever its kind."""


class _ErratumFile(_Head, kw_only=True):
    """The fields of an erratum."""

    card: str
    field: str
    value: Any


def is_path(ref: str) -> bool:
    """Tell whether a reference to a format is meant as a file."""
    return ref.endswith(ENDINGS) or "/" in ref or "\\" in ref


class FormatSource(SourceFile):
    """A file of law being read: its document, and its faults with their lines."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path), read_input(path))
        self.path = path
        self.unfit: list[Rule] = []
        self._left_out: set[str] = set()
        if self.faults:
            raise InputError(self.faults)
        if not isinstance(self.document, dict):
            raise refusal("formats.no-format-file", where=str(path), line=1)

    def referred(
        self, code: str, ref: str, known: Mapping[str, Path], *place: str | int
    ) -> FormatSource | None:
        """Open another file that this one names, by path or by an id among those known.

        None, and the fault noted where it is named (`code` where no id is known), if there is
        none that can be read.
        """
        path = self.path.parent / ref if is_path(ref) else known.get(ref)
        if path is None:
            close = nearest(ref, known) or tuple(known)
            self.note(code, *place, ref=shown(ref), known=close)
            return None
        try:
            return FormatSource(path)
        except InputError as error:
            for each in error.faults:
                if each.line is None:
                    self.add(each, *place)
                else:
                    self.faults.append(each)
            return None

    def unread(self, field: str) -> bool:
        """Tell whether a field of the head is stated, but could not be read."""
        return field in self._left_out

    def head(self, kind: type[R]) -> R:
        """Turn the document into a record; what does not fit is noted and left out."""
        wrong = list(faulty_parts(self.document, kind))
        for way, fault in wrong:
            self.add(fault, *way)
        self._left_out = {str(way[0]) for way, _ in wrong}
        kept = {
            name: value for name, value in self.document.items() if str(name) not in self._left_out
        }
        required = {field.name for field in msgspec.structs.fields(kind) if field.required}
        return msgspec.convert(dict.fromkeys(required, "") | kept, kind)

    def record(self, kind: type[R], raw: dict[str, Any], *place: str | int) -> R | None:
        """Turn a mapping into a record; None, and faults noted, where it does not fit."""
        wrong = list(faulty_parts(raw, kind))
        for way, fault in wrong:
            self.add(fault, *place, *way)
        return None if wrong else msgspec.convert(raw, kind)

    def mappings(self, rows: list[Any], name: str) -> Iterable[tuple[int, dict[str, Any]]]:
        """Yield the rows of a list that are mappings, and note those that are not."""
        for row, raw in enumerate(rows):
            if isinstance(raw, dict):
                yield row, raw
            else:
                self.note("formats.no-mapping", name, row, value=shown(raw), example=_ROWS[name])

    def sound(self, made: Format) -> Format:
        """Return the format without the rules whose parameters were found at fault."""
        rules = tuple(rule for rule in made.rules if rule not in self.unfit)
        return msgspec.structs.replace(made, rules=rules)

    def rules(self, raw_rules: list[Any], book: str | None, game: str) -> list[Rule]:
        """Return the rules of the document that can be read, and note what is wrong."""
        rules = []
        for row, raw in self.mappings(raw_rules, "rules"):
            place = ("rules", row)
            head = self.record(
                _RuleHead, {name: raw[name] for name in raw if name in RULE_FIELDS}, *place
            )
            parameters = {str(name): raw[name] for name in raw if name not in RULE_FIELDS}
            kind = raw.get("kind")
            before = len(self.faults)
            if isinstance(kind, str):
                self._check_parameters(kind, parameters, game, *place)
            fits = len(self.faults) == before
            if head is None or not self._check_dates(head, *place):
                continue
            rules.append(
                Rule(
                    kind=head.kind,
                    cite=head.cite,
                    source=_source(head, book),
                    severity=head.severity,
                    effective_from=head.effective_from,
                    until=head.until,
                    only_with=head.only_with,
                    only_without=head.only_without,
                    label=head.label,
                    parameters=parameters,
                    where=str(self.path),
                    line=self.line(*place),
                )
            )
            if not fits:
                self.unfit.append(rules[-1])
        return rules

    def _check_parameters(
        self, kind: str, parameters: dict[str, Any], game: str, *place: str | int
    ) -> None:
        known = KINDS.get(kind)
        if known is None:
            if not kind.startswith(f"{game}{OWN_KIND}" if game else "") or OWN_KIND not in kind:
                close = nearest(kind, KINDS) or sorted(KINDS)
                self.note("formats.no-kind", *place, "kind", kind=shown(kind), known=close)
            return
        found = self.record(known.parameters, parameters, *place)
        for field, fault in found.faults() if found is not None else ():
            self.add(fault, *place, field)

    def errata(self, raw_errata: list[Any], book: str | None) -> Iterable[Erratum]:
        """Return the errata of the document that can be read, and note what is wrong."""
        for row, raw in self.mappings(raw_errata, "errata"):
            place = ("errata", row)
            found = self.record(_ErratumFile, raw, *place)
            if found is not None and self._check_dates(found, *place):
                yield Erratum(
                    card=found.card,
                    field=found.field,
                    value=found.value,
                    cite=found.cite,
                    source=_source(found, book),
                    effective_from=found.effective_from,
                    until=found.until,
                    where=str(self.path),
                    line=self.line(*place),
                )

    def citations(self, raw: list[Any], book: str | None) -> Iterable[Citation]:
        """Return the rules of procedure of the document, and note what is wrong."""
        for row, each in self.mappings(raw, "procedure"):
            found = self.record(_CitationFile, each, "procedure", row)
            if found is not None:
                yield Citation(cite=found.cite, source=_source(found, book))

    def _check_dates(self, head: _Head, *place: str | int) -> bool:
        wrong = [
            field for field in ("effective_from", "until") if not self.is_date(getattr(head, field))
        ]
        for field in wrong:
            self.fault_date(*place, field)
        return not wrong

    def fault_date(self, *place: str | int) -> None:
        """Note that a date cannot be read."""
        self.note("dates.no-date", *place)

    @staticmethod
    def is_date(text: str | None) -> bool:
        """Tell whether a date is left out or written as an ISO day."""
        return text is None or is_iso_date(text)


def is_iso_date(text: str) -> bool:
    """Tell whether a text is a day such as 2011-04-06."""
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _source(head: _Head | _CitationFile, book: str | None) -> Source | None:
    if head.source is not None:
        return head.source
    return Source(book=book, page=head.page) if book is not None else None
