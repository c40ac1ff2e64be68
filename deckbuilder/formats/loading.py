"""Format files into formats: every fault of a file at once, with its line and what was expected.

A format may build on another (`extends`, minus the rules whose numbers `without` names) and
name dated lists of restrictions, whose rules become its own.
Of a draft's procedure each field that is stated takes the place of the inherited one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

import msgspec

from deckbuilder.catalog.names import nearest
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.files import read_input
from deckbuilder.formats.format import (
    POOL_KIND,
    Erratum,
    Format,
    FormatSection,
    Rule,
    is_pool_rule,
)
from deckbuilder.formats.format_files import (
    FormatFile,
    FormatSource,
    Notes,
    RestrictionFile,
    is_path,
)
from deckbuilder.formats.problem import Source
from deckbuilder.registry import games
from deckbuilder.resources import format_files, restriction_files
from deckbuilder.sanitizing import shown
from deckbuilder.sources.yaml_source import parse_with_lines

COUNTED_POOL = "pool-subset"
"""The kind that counts copies against a pool of cards."""

MOST_ANCESTORS = 20
"""Formats built on one another more often than this are a slip of the pen."""

Review = Callable[[Format], Iterable[Fault]]
"""What finds faults in a format that its file alone does not show."""


def format_ids(game: str | None = None) -> tuple[str, ...]:
    """Return the ids of all shipped formats, or of those of one game, sorted."""
    return tuple(format_files(game))


def load_format(ref: str, review: Review | None = None) -> Format:
    """Return the format with this id, or the one in the file at this path.

    `review` finds further faults in what could be read of a faulty file. Raises InputError
    with every fault of the file, or with the ids that come near.
    """
    if is_path(ref):
        return _load(FormatSource(Path(ref)), (), review)
    return _shipped(ref.strip().casefold())


def draft_fault(draft_format: Format, fault: Fault, *place: str | int) -> Fault:
    """Return a fault at a place in the draft part of a format, with its file and line."""
    where = draft_format.draft_where.get(str(place[0]) if place else "", draft_format.where)
    line = None
    if is_path(where):
        with contextlib.suppress(InputError):
            line = parse_with_lines(read_input(where), where)[1].of("draft", *place)
    field = "draft" + "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in place)
    return fault.found_from(where=where or draft_format.id, line=line, field=field)


@cache
def _shipped(format_id: str) -> Format:
    if format_id not in format_ids():
        if close := nearest(format_id, format_ids()):
            raise refusal("formats.unknown-near", format=format_id, nearest=close)
        raise refusal("formats.unknown", format=format_id, known=format_ids())
    return _load(FormatSource(format_files()[format_id]), ())


def _load(source: FormatSource, below: tuple[Path, ...], review: Review | None = None) -> Format:
    file = source.head(FormatFile)
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
    source: FormatSource, file: FormatFile, pool: str, inherited: list[Rule], stated: list[Rule]
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


def _parent(source: FormatSource, file: FormatFile, below: tuple[Path, ...]) -> Format | None:
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


def _restrictions(source: FormatSource, ref: str, game: str, row: int) -> _Listed:
    known = restriction_files()
    listed = source.referred("formats.no-restrictions", ref, known, "restrictions", row)
    if listed is None:
        return _Listed()
    file = listed.head(RestrictionFile)
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


def _check_head(source: FormatSource, file: FormatFile) -> None:
    if file.game and file.game not in _game_ids():
        source.note("games.unknown", "game", game=file.game, known=_game_ids())
    if not source.is_date(file.effective_from):
        source.fault_date("effective_from")


def _check_inheritance(source: FormatSource, file: FormatFile, base: Format) -> None:
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
    source: FormatSource, file: FormatFile, rules: Iterable[Rule], sections: Iterable[FormatSection]
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
