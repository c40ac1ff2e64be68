"""`deckbuilder check`: every problem of every list, for people or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.cli.error_messages import fault_message, misuse
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import needs
from deckbuilder.cli.own_cards import cards_option, lacking, lacking_lines, owned_of
from deckbuilder.cli.prose import tell
from deckbuilder.cli.terminal import styled
from deckbuilder.errors import InputError, refusal
from deckbuilder.files import read_input, refuse_existing, write_whole
from deckbuilder.words import enumerated, say

if TYPE_CHECKING:
    from deckbuilder.formats.mending import Mending
    from deckbuilder.formats.problem import Problem
    from deckbuilder.formats.verdict import Verdict

LEGAL, NOT_LEGAL, UNUSABLE = 0, 1, 2


@click.command(epilog="Example: deckbuilder check my-deck.txt --format invasion-constructed")
@click.argument("paths", metavar="LIST...", nargs=-1, required=True)
@click.option(
    "--format",
    "ref",
    metavar="FORMAT",
    help="Id of a format, or a format file; else the one that the list's header names.",
)
@click.option("--date", metavar="DAY", help="Judge as of this day (2011-04-06).")
@click.option("--json", "as_json", is_flag=True, help="The verdicts as JSON.")
@click.option("--fix", is_flag=True, help="Propose the smallest changes that make it legal.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="With --fix and one list: write the changed list to this file.",
)
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@click.option("--owned", is_flag=True, help="Say which cards your collection lacks (see `own`).")
@cards_option
@language_option
@needs("--output", "--fix")
@needs("--force", "--output")
def command(paths: tuple[str, ...], **asked: Any) -> int:
    """Find every problem of every LIST ("-" reads standard input).

    Exit status: 0 all are legal, 1 one is not, 2 one cannot be used. Warnings make no list
    illegal, and a list that is not legal stays so whatever --fix proposes.
    """
    from deckbuilder.formats.legality import open_format

    wish = _Asked(**asked)
    if wish.output is not None:
        if not wish.fix or len(paths) > 1:
            raise misuse("usage.output-of-fix")
        refuse_existing(wish.output, force=wish.force)
    chosen = open_format(wish.ref) if wish.ref is not None else None
    day = day_of(wish.date)
    told = _Report(wish)
    for where, verdict in _verdicts(paths, chosen, day, one=wish.output is not None):
        told.tell(where, verdict)
    told.close()
    return told.status


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """What the options of the command say."""

    ref: str | None
    date: str | None
    as_json: bool
    fix: bool
    output: Path | None
    force: bool
    owned: bool


class _Report:
    """What is said of one list after the other, and the status that comes of it."""

    def __init__(self, asked: _Asked) -> None:
        self.status = LEGAL
        self._asked = asked
        self._data: list[dict[str, Any]] = []
        self._judged: list[Verdict] = []

    def tell(self, where: str, verdict: Verdict | InputError) -> None:
        """Say what was found in a list, and how it can be mended where that was asked."""
        if isinstance(verdict, InputError):
            self._tell_unusable(where, verdict)
            return
        asked = self._asked
        self.status = max(self.status, LEGAL if verdict.legal else NOT_LEGAL)
        mended = _mended(verdict, owned=asked.owned) if asked.fix else None
        if asked.as_json:
            self._data.append(
                verdict.as_data()
                | ({} if mended is None else {"fix": _fix_data(mended)})
                | ({"missing": _missing_data(verdict)} if asked.owned else {})
            )
        else:
            self._judged.append(verdict)
            for line in (
                *verdict_lines(verdict),
                *(_fix_lines(mended) if mended else ()),
                *(_lacking_lines(verdict) if asked.owned else ()),
            ):
                tell(line, hang=2)
        if mended is not None and asked.output is not None:
            _write(mended, verdict, asked.output, force=asked.force)

    def _tell_unusable(self, where: str, error: InputError) -> None:
        self.status = UNUSABLE
        faults = [fault.as_data() for fault in error.faults]
        self._data.append({"list": where, "legal": None, "faults": faults})
        for fault in error.faults:
            tell(fault_message(fault), err=True)

    def close(self) -> None:
        """Say where the rules are from, or everything as JSON."""
        for line in source_lines(self._judged):
            tell(line, hang=2)
        if self._asked.as_json:
            import json

            click.echo(json.dumps(self._data, ensure_ascii=False, indent=2))


def day_of(written: str | None) -> str | None:
    """Return the day that `--date` says. Raises InputError for what is no day."""
    from deckbuilder.formats.format_files import is_iso_date

    if written is not None and not is_iso_date(written):
        raise refusal("dates.no-day", where="--date", day=written)
    return written


def _verdicts(
    paths: Iterable[str], chosen: Any, day: str | None, *, one: bool
) -> Iterator[tuple[str, Verdict | InputError]]:
    """Yield what is said of each list: with `one` a file of several is at fault."""
    from deckbuilder.exchange.reading import read_deck, read_decks
    from deckbuilder.formats.verdict import format_of, judge

    game = chosen.game if chosen else None
    for path in paths:
        try:
            content = read_input(path)
            decks = (
                (read_deck(content, path, game=game),)
                if one
                else read_decks(content, path, game=game)
            )
        except InputError as error:
            yield path, error
            continue
        for number, deck in enumerate(decks, start=1):
            where = path if len(decks) == 1 else f"{path}[{number}]"
            try:
                yield where, judge(deck, chosen or format_of(deck, where), where, date=day)
            except InputError as error:
                yield where, error


def _mended(verdict: Verdict, *, owned: bool) -> Mending:
    from deckbuilder.formats.legality import checker
    from deckbuilder.formats.mending import mend

    bound = checker(verdict.format, date=verdict.date)
    return mend(verdict.deck, bound, owned_of(bound.catalog) if owned else None)


def _lacking_lines(verdict: Verdict) -> Iterator[str]:
    deck = verdict.deck
    return lacking_lines(lacking(deck), all_known=all(entry.card for entry in deck.entries))


def _missing_data(verdict: Verdict) -> list[dict[str, Any]]:
    return [
        {"card": each.title, "have": each.have, "need": each.need, "missing": each.missing}
        for each in lacking(verdict.deck)
    ]


def _fix_data(mended: Mending) -> dict[str, Any]:
    import msgspec

    return {
        "legal": not mended.left,
        "changes": msgspec.to_builtins(mended.changes),
        "left": [problem.code for problem in mended.left],
    }


def _fix_lines(mended: Mending) -> Iterator[str]:
    from deckbuilder.formats.mending_words import told_changes

    for change, lines in told_changes(mended.changes):
        yield say("check.fix", change=change) + _at_lines(lines)
    if mended.left:
        yield say("check.not-mended")
        for problem in mended.left:
            yield f"    {problem.message}{_lines(problem)}"
    elif mended.changes:
        yield say("check.mended")


def _write(mended: Mending, verdict: Verdict, output: Path, *, force: bool) -> None:
    import msgspec

    from deckbuilder.exchange.text import write_text
    from deckbuilder.formats.loading import format_ids
    from deckbuilder.formats.verdict import names

    deck, law = mended.deck, verdict.format
    if law.id in format_ids() and not names(deck, law):
        deck = msgspec.structs.replace(deck, format=law.id)
    write_whole(output, write_text(deck).encode(), force=force)
    tell(say("check.written", path=output), err=True)


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    """Yield a verdict in lines: the list, then each problem."""
    head = say(
        "check.legal" if verdict.legal else "check.not-legal",
        list=verdict.where,
        format=verdict.format.id,
        cards=verdict.deck.size(),
        errors=len(verdict.errors),
        warnings=len(verdict.warnings),
    )
    yield styled(head, "bold")
    for problem in verdict.problems:
        yield f"  {_label(problem)} {problem.message}{_place(problem)}"


def _label(problem: Problem) -> str:
    text = say(f"check.{problem.severity}", code=problem.code)
    return styled(text, "red" if problem.severity == "error" else "yellow")


def _place(problem: Problem) -> str:
    page = problem.source.page if problem.source else None
    unnumbered = problem.source.book if problem.source and not problem.rule else None
    parts = (
        problem.rule or unnumbered,
        None if page is None else say("check.page", page=page),
    )
    return _lines(problem, " ".join(part for part in parts if part))


def _lines(problem: Problem, rule: str = "") -> str:
    return _at_lines(problem.lines, rule)


def _at_lines(numbers: Sequence[int], rule: str = "") -> str:
    lines = enumerated(map(str, numbers))
    key = "check.line" if len(numbers) == 1 else "check.lines"
    stated = say(key, lines=lines) if lines else ""
    shown = "; ".join(part for part in (stated, rule) if part)
    return f" [{shown}]" if shown else ""


def source_lines(judged: Sequence[Verdict]) -> Iterator[str]:
    """Yield the books of the rules that problems named, each book once."""
    books: dict[str, dict[str, None]] = {}
    for problem in (problem for verdict in judged for problem in verdict.problems):
        if problem.source is not None and problem.rule is not None:
            books.setdefault(problem.source.book, {})[problem.rule] = None
    if books:
        yield say("check.sources")
    for book, rules in books.items():
        yield f"  {', '.join(rules)}: {book}"
