"""`deckbuilder cards`: search the cards of a game; see how complete the data is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.cli.error_messages import misuse
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import needs, one_of, settles
from deckbuilder.cli.own_cards import cards_option, owned_of, owned_option, tell_notices
from deckbuilder.cli.terminal import paged
from deckbuilder.words import enumerated, say

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.catalog.collection import Owned
    from deckbuilder.catalog.coverage import SetCoverage, Share
    from deckbuilder.games.parts import Rated
    from deckbuilder.registry import Game
    from deckbuilder.tables.screen import Column


class _Explained(click.Command):
    """A command whose help explains the search language from its table."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # As an option of its own, -h would be found in searches such as -health:3.
        return super().parse_args(ctx, ["--help" if each == "-h" else each for each in args])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from deckbuilder.catalog.language import field_lists, forms
        from deckbuilder.registry import games

        with formatter.section(say("cards.search.heading")):
            formatter.write_dl([(form.write, form.finds.replace("`", "")) for form in forms()])
        lists = field_lists({game.title: game.card_type() for game in games()})
        with formatter.section(say("cards.search.fields").rstrip(":")):
            formatter.write_dl([(title, ", ".join(names)) for title, names in lists.items()])
        super().format_epilog(ctx, formatter)


@click.command(
    cls=_Explained,
    epilog="Example: deckbuilder cards invasion 'race:dwarf type:unit cost<=2 toughness>=1'",
    context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]},
)
@click.argument("game_name", metavar="[GAME]", required=False)
@click.argument("query", metavar="[SEARCH]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Write every fact of the cards as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Write the cards as CSV, one column a field.")
@click.option("--sort", "sort_field", metavar="FIELD", help="Sort by a field; -FIELD backwards.")
@click.option("--rated", is_flag=True, help="Show what each card is worth to the bots, best first.")
@click.option("--coverage", is_flag=True, help="Tell how many cards and facts are known.")
@click.option("--missing", is_flag=True, help="Only cards of which facts are missing, and which.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="With --missing: a workbook (.xlsx) to fill in, for `own facts`.",
)
@click.option("--force", is_flag=True, help="Overwrite the workbook if it is there.")
@owned_option
@cards_option
@language_option
@one_of("--json", "--csv")
@needs("--output", "--missing")
@needs("--force", "--output")
@settles("--coverage", "--csv", "--sort", "--rated", "--owned", "SEARCH", "--missing")
@settles("--missing", "--rated", "--csv", "--sort")
@settles("--output", "--json")
def command(game_name: str | None, query: tuple[str, ...], **asked: Any) -> None:
    """Search the cards of GAME; all of them without a SEARCH."""
    from deckbuilder.registry import game, games

    wish = _Asked(**asked)
    if unknown := next((part for part in query if part.startswith("--")), None):
        raise click.NoSuchOption(unknown)
    if wish.coverage:
        chosen = [game(game_name)] if game_name else list(games())
        with paged():
            _tell_coverage(chosen, as_json=wish.as_json)
        return
    if game_name is None:
        raise misuse("usage.name-a-game", games=tuple(each.id for each in games()))
    with paged():
        _tell_found(game(game_name), " ".join(query), wish)


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """What the options of the command say."""

    as_json: bool
    as_csv: bool
    sort_field: str | None
    rated: bool
    coverage: bool
    owned: bool
    missing: bool
    output: Path | None
    force: bool


def _tell_found(home: Game, search: str, asked: _Asked) -> None:
    from deckbuilder.catalog.query import select

    catalog = home.catalog()
    tell_notices(catalog)
    cards = list(select(catalog, search))
    holding = owned_of(catalog) if asked.owned else None
    if holding is not None:
        cards = [card for card in cards if holding.has(card)]
    if asked.missing:
        from deckbuilder.cli.missing_facts import tell_missing

        tell_missing(catalog, cards, as_json=asked.as_json, output=asked.output, force=asked.force)
        return
    ratings = _ratings(cards, home) if asked.rated else None
    if ratings is not None:
        cards = [card for card in cards if card.id in ratings]
        cards.sort(key=lambda card: ratings[card.id][0], reverse=True)
    if asked.sort_field:
        cards = _sorted(cards, asked.sort_field, catalog)
    if asked.as_json:
        _write_json(cards, holding, ratings)
    elif asked.as_csv:
        _write_csv(cards, catalog, holding, ratings)
    else:
        _write_table(cards, catalog, holding, ratings)


def _ratings(cards: Sequence[Card], home: Game) -> dict[str, Rated]:
    """Return the rating of each card that has one, by id."""
    from deckbuilder.errors import refusal

    if home.ratings is None:
        raise refusal("cards.no-ratings", game=home.title)
    rate = home.ratings()
    found = {card.id: rate(card) for card in cards}
    return {card: rating for card, rating in found.items() if rating is not None}


def _sorted(cards: list[Card], written: str, catalog: Catalog) -> list[Card]:
    from deckbuilder.catalog.fields import fields_of
    from deckbuilder.catalog.names import nearest, squeeze
    from deckbuilder.errors import refusal

    fields = fields_of(catalog.card_type)
    backwards = written.startswith("-")
    field = fields.get(squeeze(written.removeprefix("-")))
    if field is None:
        names = [each.name for each in fields.values()]
        close = nearest(written, names, least=0)
        raise refusal("cards.no-field", field="--sort", name=written, nearest=close)
    known = [card for card in cards if field.get(card) not in (None, (), {})]
    unknown = [card for card in cards if card not in set(known)]

    def key(card: Card) -> tuple[int, Any]:
        value = field.get(card)
        return (0, value) if isinstance(value, int) else (1, str(value))

    return sorted(known, key=key, reverse=backwards) + unknown


def _write_json(
    cards: Sequence[Card], holding: Owned | None, ratings: Mapping[str, Rated] | None
) -> None:
    import msgspec

    rows = []
    for card in cards:
        row = msgspec.to_builtins(card)
        if holding is not None:
            row["owned"] = holding.copies(card.name)
        if ratings is not None:
            total, parts = ratings[card.id]
            row["rating"] = {"total": round(total, 4), "parts": dict(parts)}
        rows.append(row)
    click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())


def _write_csv(
    cards: Sequence[Card],
    catalog: Catalog,
    holding: Owned | None,
    ratings: Mapping[str, Rated] | None,
) -> None:
    import csv
    import io

    from deckbuilder.catalog.fields import fields_of
    from deckbuilder.sources.spreadsheets import guarded

    fields = list(dict.fromkeys(fields_of(catalog.card_type).values()))
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    added = [*(["owned"] if holding else []), *(["rating"] if ratings is not None else [])]
    writer.writerow([*(field.name for field in fields), *added])
    for card in cards:
        card_set = catalog.sets_by_id[card.set]
        row = [field.get_set(card_set) if field.of_set else field.get(card) for field in fields]
        row += [holding.copies(card.name)] if holding else []
        cells = [guarded(_cell(value)) for value in row]
        cells += [] if ratings is None else [f"{ratings[card.id][0]:.2f}"]
        writer.writerow(cells)
    click.echo(stream.getvalue(), nl=False)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "; ".join(value)
    if isinstance(value, dict):
        return "; ".join(
            key if number is True else f"{key} {number}" for key, number in value.items()
        )
    return str(value)


def _write_table(
    cards: Sequence[Card],
    catalog: Catalog,
    holding: Owned | None,
    ratings: Mapping[str, Rated] | None,
) -> None:
    from deckbuilder.catalog.fields import NUMBER, fields_of
    from deckbuilder.catalog.names import squeeze
    from deckbuilder.catalog.wording import UNKNOWN, heading, label, worded
    from deckbuilder.cli.narrow_tables import natural_width
    from deckbuilder.cli.widths import screen_width
    from deckbuilder.tables.screen import Column

    names = catalog.card_type.columns
    fields = fields_of(catalog.card_type)
    folding = {name: place for place, name in enumerate(catalog.card_type.folding, start=1)}
    columns = [
        Column(
            heading(name),
            right=fields[squeeze(name)].kind == NUMBER,
            worth=folding.get(name, 0),
        )
        for name in names
    ]
    rows = [[worded(card, name, catalog) for name in names] for card in cards]
    if holding is not None:
        columns.append(Column(label("owned"), right=True))
        for row, card in zip(rows, cards, strict=True):
            count = holding.copies(card.name)
            row.append(UNKNOWN if count is None else str(count))
    if ratings is not None:
        columns.append(Column(label("rating"), right=True))
        for row, card in zip(rows, cards, strict=True):
            row.append(f"{ratings[card.id][0]:.2f}")
    shared = _shared(columns, rows) if natural_width(columns, rows) > screen_width() else []
    kept = [place for place in range(len(columns)) if place not in shared]
    left_out: list[str] = []
    if rows:
        shown = [columns[place] for place in kept]
        left_out = _draw(shown, [[row[place] for place in kept] for row in rows])
    key = {0: "found-none", 1: "found-one"}.get(len(rows), "found")
    click.echo(say(f"cards.{key}", count=len(rows)), err=True)
    if shared:
        facts = enumerated(f"{columns[place].title} {rows[0][place]}" for place in shared)
        click.echo(say("cards.found-shared", facts=facts), err=True)
    if left_out:
        click.echo(say("cards.found-narrow", columns=left_out), err=True)


def _draw(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[str]:
    """Print the table and return the titles of the columns that have no room.

    On a narrow terminal facts go below their card, on a very narrow one they are left out, so
    that a card is a line; elsewhere long texts are cut.
    """
    from deckbuilder.cli.narrow_tables import folded_places, folded_table, table_lines
    from deckbuilder.cli.widths import NARROW, PLAIN_WIDTH, screen_width

    width = screen_width()
    if width >= PLAIN_WIDTH:
        click.echo("\n".join(table_lines(columns, rows, width)))
        return []
    narrow = width < NARROW
    click.echo("\n".join(folded_table(columns, rows, width, one_line=narrow)))
    return [columns[place].title for place in folded_places(columns, rows, width)[1] if narrow]


def _shared(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the places of columns, but the first, in which several rows all say the same."""
    if len(rows) < 2:
        return []
    return [
        place
        for place in range(1, len(columns))
        if rows[0][place] and len({row[place] for row in rows}) == 1
    ]


def _tell_coverage(chosen: Sequence[Game], *, as_json: bool) -> None:
    from deckbuilder.cli.missing_facts import (
        can_be_drafted,
        coverage_of,
        tell_draftable,
        what_came,
    )
    from deckbuilder.cli.prose import tell

    told = {each.id: coverage_of(each) for each in chosen}
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())
        return
    for each in chosen:
        _coverage_table(each.title, told[each.id])
        for sentence in what_came(told[each.id]):
            tell(sentence)
        tell_notices(each.catalog())
        tell_draftable(can_be_drafted(each, each.catalog()))
        click.echo()
    click.echo(say("cards.coverage.note"))


def _coverage_table(title: str, sets: Sequence[SetCoverage]) -> None:
    from deckbuilder.catalog.coverage import Share
    from deckbuilder.catalog.wording import heading, label
    from deckbuilder.cli.narrow_tables import column_groups, table_lines
    from deckbuilder.cli.widths import screen_width
    from deckbuilder.tables.screen import Column

    total = sum(each.cards for each in sets)
    click.echo(say("cards.coverage.title", game=title, cards=total, sets=len(sets)))
    sums = {
        field: Share(
            sum(each.facts[field].known for each in sets),
            sum(each.facts[field].of for each in sets),
        )
        for field in (sets[0].facts if sets else ())
    }
    complete = [label(field) for field, share in sums.items() if share.known == share.of]
    fields = [field for field, share in sums.items() if share.known < share.of]
    columns = [Column(heading("set")), Column(say("cards.coverage.cards"), right=True)]
    columns += [Column(heading(field), right=True) for field in fields]
    rows = [
        [
            each.name,
            _share(Share(each.cards, each.size or each.cards)),
            *(_share(each.facts[field]) for field in fields),
        ]
        for each in sets
    ]
    rows.append(
        [say("cards.coverage.total"), str(total), *(_share(sums[field]) for field in fields)]
    )
    if complete:
        click.echo(say("cards.coverage.complete", fields=enumerated(complete)))
    for places in column_groups(columns, rows, screen_width()):
        part = [[row[place] for place in places] for row in rows]
        click.echo()
        click.echo(
            "\n".join(table_lines([columns[place] for place in places], part, screen_width()))
        )


def _share(share: Share) -> str:
    if share.of == 0:
        return "–"
    return str(share.known) if share.known == share.of else f"{share.known}/{share.of}"
