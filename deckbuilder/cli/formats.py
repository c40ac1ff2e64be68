"""`deckbuilder formats`: the formats, one explained, the kinds of rule, a format of one's own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.cli.error_messages import misuse
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import needs, one_of, settles
from deckbuilder.cli.prose import tell
from deckbuilder.cli.terminal import paged, styled
from deckbuilder.errors import refusal
from deckbuilder.words import enumerated, say

if TYPE_CHECKING:
    from deckbuilder.formats.explaining import KindNote
    from deckbuilder.formats.format import Citation, Format, Rule
    from deckbuilder.formats.problem import Source

NEW = "new"


@click.command(
    epilog="Examples: deckbuilder formats invasion-draft;"
    " deckbuilder formats new my-league.yaml --from invasion-constructed"
)
@click.argument("arguments", metavar="[FORMAT | new FILE]", nargs=-1)
@click.option("--from", "base", metavar="FORMAT", help="The format that a new one is built on.")
@click.option("--kinds", is_flag=True, help="Explain the kinds of rule that formats are made of.")
@click.option("--games", is_flag=True, help="Tell what each game has, and what it lacks.")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@language_option
@one_of("--kinds", "--games", "--from")
@needs("--force", "--from")
@settles("--from", "--json")
@settles("--kinds", "FORMAT | new FILE")
@settles("--games", "FORMAT | new FILE")
def command(
    arguments: tuple[str, ...],
    base: str | None,
    kinds: bool,
    games: bool,
    as_json: bool,
    force: bool,
) -> None:
    """List the formats, explain FORMAT (an id or a file), or write a new one to FILE."""
    if arguments[:1] == (NEW,):
        if len(arguments) != 2 or base is None:
            raise misuse("usage.new-format")
        _write_new(Path(arguments[1]), base, force=force)
    elif base is not None:
        raise misuse("usage.new-format")
    elif len(arguments) > 1:
        raise misuse("usage.one-format")
    elif kinds or games:
        _tell(_kinds() if kinds else _games(), as_json)
    elif arguments:
        _tell(_explained(arguments[0]), as_json)
    else:
        _tell(_listed(), as_json)


def _tell(told: tuple[Any, Iterator[str]], as_json: bool) -> None:
    data, lines = told
    with paged():
        if as_json:
            click.echo(json.dumps(data, ensure_ascii=False, indent=2))
            return
        for line in lines:
            tell(line, hang=4)


def _listed() -> tuple[Any, Iterator[str]]:
    from deckbuilder.formats.loading import format_ids, load_format

    formats = [load_format(each) for each in format_ids()]
    width = max(len(each.id) for each in formats)
    data = [{"id": each.id, "name": each.title, "game": each.game} for each in formats]
    return data, (f"{each.id:<{width}}  {each.title}" for each in formats)


def _explained(ref: str) -> tuple[Any, Iterator[str]]:
    from deckbuilder.formats.explaining import explain, explain_procedure
    from deckbuilder.formats.legality import checker, kinds_of, open_format
    from deckbuilder.formats.problem import in_language, spoken

    shown = open_format(ref)
    checker(shown)
    kinds = kinds_of(shown.game)
    sentences = [(rule, explain(rule, shown, kinds)) for rule in shown.rules]
    procedure = [(each, explain_procedure(each, shown)) for each in shown.procedure]
    notes = [in_language(note) for note in shown.notes]
    data = {
        "id": shown.id,
        "name": shown.title,
        "game": shown.game,
        "pool": shown.pool,
        "sections": [section.id for section in shown.sections],
        "rules": [_rule_data(rule, text) for rule, text in sentences],
        "procedure": [
            {"cite": each.cite, "text": text, "source": _source_data(each.source)}
            for each, text in procedure
        ],
        "draft": shown.draft,
        "notes": notes,
    }

    def lines() -> Iterator[str]:
        yield styled(say("rules.head", title=shown.title, id=shown.id, game=shown.game), "bold")
        if len(shown.sections) > 1:
            sections = [section.id for section in shown.sections]
            yield say("rules.sections", sections=spoken(sections))
        yield from _cited_lines(sentences)
        if procedure:
            yield ""
            yield styled(say("procedures.head"), "bold")
            yield from _cited_lines(procedure)
        if notes:
            yield ""
        for note in notes:
            yield f"  {note}"

    return data, lines()


def _cited_lines(sentences: Sequence[tuple[Rule | Citation, str]]) -> Iterator[str]:
    """Yield the sentences below the books that they are from, each book named once."""
    books: dict[str, list[tuple[Rule | Citation, str]]] = {}
    for each, text in sentences:
        books.setdefault(each.source.book if each.source else "", []).append((each, text))
    width = max((len(each.cite) for each, _ in sentences), default=0)
    for book, cited in books.items():
        yield styled(book[:1].upper() + book[1:] or say("rules.no-source"), "bold")
        for each, text in cited:
            page = each.source.page if each.source else None
            shown = "" if page is None else f" {say('rules.page', page=page)}"
            yield f"  {each.cite:<{width}}  {text}{shown}"


def _source_data(source: Source | None) -> dict[str, Any] | None:
    return None if source is None else {"book": source.book, "page": source.page}


def _rule_data(rule: Rule, text: str) -> dict[str, Any]:
    return {
        "cite": rule.cite,
        "kind": rule.kind,
        "severity": rule.severity,
        "text": text,
        "source": _source_data(rule.source),
        "effective_from": rule.effective_from,
        "until": rule.until,
        "parameters": rule.parameters,
    }


def _kinds() -> tuple[Any, Iterator[str]]:
    import msgspec

    from deckbuilder.formats.explaining import common_parameters, describe
    from deckbuilder.formats.legality import all_kinds

    notes = describe(all_kinds())
    common = common_parameters()

    def lines() -> Iterator[str]:
        for note in notes:
            yield from _kind_lines(note)
        yield say("rules.every-rule")
        for parameter in common:
            yield f"  {parameter.name}: {parameter.about}"

    data = {"kinds": msgspec.to_builtins(notes), "every_rule": msgspec.to_builtins(common)}
    return data, lines()


def _kind_lines(note: KindNote) -> Iterator[str]:
    yield styled(note.name, "bold")
    yield f"  {note.about}"
    for parameter in note.parameters:
        needed = say("rules.needed") if parameter.required else ""
        kind = say(f"rules.types.{parameter.type}")
        yield f"  {parameter.name} ({kind}{needed}): {parameter.about}"
    yield say("rules.codes", codes=enumerated(note.codes))
    yield say("rules.example", example=note.example)
    yield ""


def _games() -> tuple[Any, Iterator[str]]:
    import msgspec

    from deckbuilder.registry import games
    from deckbuilder.reports.games import home_of

    homes = [home_of(each) for each in games()]

    def lines() -> Iterator[str]:
        for home in homes:
            yield styled(f"{home.title} ({home.id})", "bold")
            yield f"  {say('games.cards', cards=home.cards, sets=home.sets)}"
            if home.formats:
                yield f"  {say('games.formats', formats=home.formats)}"
            has = tuple(say(f"games.has.{part}") for part in home.parts if part not in home.lacks)
            yield f"  {say('games.there', parts=has)}"
            for part in home.lacks:
                yield f"  {say(f'games.lacks.{part}')}"

    return [msgspec.to_builtins(home) for home in homes], lines()


def _write_new(path: Path, base: str, *, force: bool) -> None:
    from deckbuilder.files import write_whole
    from deckbuilder.formats.explaining import new_format
    from deckbuilder.formats.format_files import ENDINGS
    from deckbuilder.formats.legality import kinds_of
    from deckbuilder.formats.loading import load_format

    if path.suffix not in ENDINGS:
        raise refusal("formats.no-yaml", where=str(path), name=f"{path.stem}.yaml")
    parent: Format = load_format(base)
    text = new_format(path, base, parent, kinds_of(parent.game))
    write_whole(path, text.encode(), force=force)
    click.echo(say("rules.written", path=path), err=True)
