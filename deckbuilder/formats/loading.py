"""Format files into formats: every fault of a file at once, with its line and what was expected.

A format may build on another (`extends`, minus the rules whose numbers `without` names) and
name dated lists of restrictions, whose rules become its own.
Of a draft's procedure each field that is stated takes the place of the inherited one.
"""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from deckbuilder.catalog.names import nearest
from deckbuilder.catalog.records import SourceFile
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.files import read_input
from deckbuilder.formats.format import (
    POOL_KIND,
    Citation,
    Erratum,
    Format,
    FormatSection,
    Rule,
    is_pool_rule,
)
from deckbuilder.formats.kind import faulty_parts
from deckbuilder.formats.kinds import KINDS
from deckbuilder.formats.problem import Severity, Source
from deckbuilder.registry import games
from deckbuilder.resources import format_files, restriction_files
from deckbuilder.sanitizing import shown
from deckbuilder.sources.yaml_source import parse_with_lines

ENDINGS = (".yaml", ".yml")
COUNTED_POOL = "pool-subset"
"""The kind that counts copies against a pool of cards."""
OWN_KIND = "/"
"""What parts the game's id from the name in a kind that only this game has."""
MOST_ANCESTORS = 20
"""Formats built on one another more often than this are a slip of the pen."""

_ROWS = {
    "rules": "{kind: size, cite: A 1, least: 40}",
    "errata": "{card: Name, field: cost, value: 2, cite: A 1}",
    "procedure": "{cite: A 1, page: 2}",
}

Notes = tuple[str | dict[str, str], ...]
R = TypeVar("R", bound=msgspec.Struct)
Review = Callable[[Format], Iterable[Fault]]
"""What finds faults in a format that its file alone does not show."""


class _FormatFile(msgspec.Struct, kw_only=True):
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


class _RestrictionFile(msgspec.Struct, kw_only=True):
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


def format_ids(game: str | None = None) -> tuple[str, ...]:
    """Return the ids of all shipped formats, or of those of one game, sorted."""
    return tuple(format_files(game))


def load_format(ref: str, review: Review | None = None) -> Format:
    """Return the format with this id, or the one in the file at this path.

    `review` finds further faults in what could be read of a faulty file. Raises InputError
    with every fault of the file, or with the ids that come near.
    """
    return (
        _load(_Source(Path(ref)), (), review) if is_path(ref) else _shipped(ref.strip().casefold())
    )


def draft_fault(draft_format: Format, fault: Fault, *place: str | int) -> Fault:
    """Return a fault at a place in the draft part of a format, with its file and line."""
    where = draft_format.draft_where.get(str(place[0]) if place else "", draft_format.where)
    line = None
    if is_path(where):
        with contextlib.suppress(InputError):
            line = parse_with_lines(read_input(where), where)[1].of("draft", *place)
    field = "draft" + "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in place)
    return fault.found_from(where=where or draft_format.id, line=line, field=field)


def is_path(ref: str) -> bool:
    """Tell whether a reference to a format is meant as a file."""
    return ref.endswith(ENDINGS) or "/" in ref or "\\" in ref


@cache
def _shipped(format_id: str) -> Format:
    if format_id not in format_ids():
        if close := nearest(format_id, format_ids()):
            raise refusal("formats.unknown-near", format=format_id, nearest=close)
        raise refusal("formats.unknown", format=format_id, known=format_ids())
    return _load(_Source(format_files()[format_id]), ())


def _load(source: _Source, below: tuple[Path, ...], review: Review | None = None) -> Format:
    file = source.head(_FormatFile)
    parent = _parent(source, file, below)
    base = parent or Format(id="", name="", game="", sections=(FormatSection(id="main"),))
    game = file.game or base.game
    lists = [_restrictions(source, ref, game, row) for row, ref in enumerate(file.restrictions)]
    own = source.rules(file.rules, file.book, game)
    procedure = tuple(source.citations(file.procedure, file.book))
    sections = file.sections or base.sections
    if parent is not None or file.extends is None:
        _check_sections(source, file, own, sections)
        _check_inheritance(source, file, base)
    _check_head(source, file)
    inherited = [rule for rule in base.rules if rule.cite not in file.without]
    stated = [rule for listed in lists for rule in listed.rules] + own
    pool = base.pool if file.pool is None else file.pool
    made = Format(
        id=file.id,
        name=file.name or base.name,
        name_ja=file.name_ja if file.name else base.name_ja,
        game=game,
        effective_from=file.effective_from or base.effective_from,
        pool=pool,
        sections=sections,
        rules=tuple(_with_pool_rule(source, file, pool, inherited, stated)),
        errata=base.errata + tuple(each for listed in lists for each in listed.errata),
        draft=base.draft if file.draft is None else {**(base.draft or {}), **file.draft},
        draft_where={**base.draft_where, **dict.fromkeys(file.draft or (), str(source.path))},
        procedure=procedure or base.procedure,
        notes=base.notes + tuple(note for listed in lists for note in listed.notes) + file.notes,
        where=str(source.path),
        pool_where=base.pool_where if file.pool is None else str(source.path),
        pool_line=base.pool_line if file.pool is None else source.line("pool"),
    )
    if source.faults:
        judged = game in _game_ids() and base.game in ("", game)
        further = () if review is None or not judged else review(source.sound(made))
        raise InputError((*source.faults, *further))
    return made


def _with_pool_rule(
    source: _Source, file: _FormatFile, pool: str, inherited: list[Rule], stated: list[Rule]
) -> list[Rule]:
    """Return the rules, with one that holds decks to the pool where no other does.

    Who states another pool answers for it: the inherited rule about the pool is not to blame.
    """
    kept = inherited
    if file.pool is not None:
        kept = [rule for rule in inherited if not is_pool_rule(rule)]
    wanted = pool or len(kept) < len(inherited)
    held = any(is_pool_rule(rule) or _holds_to(pool, rule) for rule in kept + stated)
    if held or not wanted:
        return kept + stated
    of_pool = Rule(
        kind=POOL_KIND,
        cite="",
        source=Source(book=file.book or source.path.name),
        where=str(source.path),
        line=source.line("pool"),
    )
    return [*kept, of_pool, *stated]


def _holds_to(pool: str, rule: Rule) -> bool:
    """Tell whether a rule counts copies against this very pool, and so allows no other card."""
    stated = rule.parameters
    narrowed = any(stated.get(name) for name in ("only", "sections"))
    return rule.kind == COUNTED_POOL and stated.get("cards") == pool and not narrowed


def _parent(source: _Source, file: _FormatFile, below: tuple[Path, ...]) -> Format | None:
    if file.extends is None:
        return None
    above = source.referred("formats.no-parent", file.extends, format_files(), "extends")
    if above is None:
        return None
    own = _resolved(source.path)
    if _resolved(above.path) in (own, *below):
        source.note("formats.built-on-itself", "extends")
        return None
    if len(below) >= MOST_ANCESTORS:
        source.note("formats.built-too-high", "extends", most=MOST_ANCESTORS)
        return None
    try:
        return _load(above, (own, *below))
    except InputError as error:
        source.faults.extend(error.faults)
        return None


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


class _Listed(msgspec.Struct, frozen=True):
    """What a restriction file adds to a format."""

    rules: Sequence[Rule] = ()
    errata: tuple[Erratum, ...] = ()
    notes: Notes = ()


def _restrictions(source: _Source, ref: str, game: str, row: int) -> _Listed:
    known = restriction_files()
    listed = source.referred("formats.no-restrictions", ref, known, "restrictions", row)
    if listed is None:
        return _Listed()
    file = listed.head(_RestrictionFile)
    if file.game and game and file.game != game:
        listed.note("formats.restrictions-of-other-game", "game", of=file.game, game=game)
    found = _Listed(
        rules=listed.rules(file.rules, file.book, game),
        errata=tuple(listed.errata(file.errata, file.book)),
        notes=file.notes,
    )
    source.faults.extend(listed.faults)
    source.unfit.extend(listed.unfit)
    return found


def _game_ids() -> tuple[str, ...]:
    return tuple(each.id for each in games())


def _check_head(source: _Source, file: _FormatFile) -> None:
    if file.game and file.game not in _game_ids():
        source.note("games.unknown", "game", game=file.game, known=_game_ids())
    if not source.is_date(file.effective_from):
        source.fault_date("effective_from")


def _check_inheritance(source: _Source, file: _FormatFile, base: Format) -> None:
    for field in ("name", "game"):
        if not (getattr(file, field) or getattr(base, field) or source.unread(field)):
            source.note("fields.absent", field)
    if file.game and base.game and file.game != base.game:
        source.note("formats.parent-of-other-game", "game", format=base.id, game=base.game)
    if file.extends is None and file.without:
        source.note("formats.nothing-inherited", "without")
    known = dict.fromkeys(rule.cite for rule in base.rules if rule.cite)
    for row, cite in enumerate(file.without):
        if known and cite not in known:
            numbers = tuple(known)
            source.note("formats.no-such-rule", "without", row, cite=shown(cite), known=numbers)


def _check_sections(
    source: _Source, file: _FormatFile, rules: Iterable[Rule], sections: Iterable[FormatSection]
) -> None:
    known: list[str] = []
    for row, section in enumerate(file.sections):
        if not section.id.strip():
            source.note("formats.section-without-id", "sections", row, "id")
        elif section.id in known:
            place = ("sections", row, "id")
            source.note("formats.section-twice", *place, section=shown(section.id))
        known.append(section.id)
    known = [section.id for section in sections if section.id.strip()]
    for rule in rules:
        named = {
            "sections": rule.parameters.get("sections"),
            "only_with": rule.only_with,
            "only_without": rule.only_without,
        }
        for field, ids in named.items():
            for each in ids if isinstance(ids, list | tuple) else ():
                if each not in known:
                    source.faults.append(
                        Fault.of(
                            "formats.no-section",
                            where=rule.where,
                            line=rule.line,
                            field=field,
                            section=shown(each),
                            known=tuple(dict.fromkeys(known)),
                        )
                    )


class _Source(SourceFile):
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
    ) -> _Source | None:
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
            return _Source(path)
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
