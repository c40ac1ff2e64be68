"""`deckbuilder review`: a draft or game looked at afterwards with a bot as the coach."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckbuilder.catalog.wording import cell_width
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import needs, one_of
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.plain import plain_option
from deckbuilder.cli.prose import tell
from deckbuilder.cli.written_files import open_option, open_written
from deckbuilder.errors import within
from deckbuilder.words import language, phrases, say

if TYPE_CHECKING:
    from deckbuilder.reports.review import Move, Review


@click.command(epilog="Example: deckbuilder review my-draft/log.jsonl --seat order")
@click.argument("path", metavar="LOG", type=click.Path(path_type=Path))
@click.option("--seat", "seat_name", help="Whose seat: a name or number; else the person's.")
@click.option("--coach", "spec", help="The bot to compare with; else one of the game's.")
@click.option("--html", type=click.Path(path_type=Path), help="Write the review as a page.")
@click.option("--force", is_flag=True, help="Overwrite the page if it is there.")
@click.option("--json", "as_json", is_flag=True, help="The same as data.")
@open_option
@cards_option
@plain_option
@language_option
@one_of("--html", "--json")
@needs("--force", "--html")
@needs("--open", "--html")
def command(
    path: Path,
    seat_name: str | None,
    spec: str | None,
    html: Path | None,
    force: bool,
    as_json: bool,
    opens: bool,
) -> None:
    """Review a LOG: what a bot would have chosen in your seat, and what it cost you."""
    import msgspec

    from deckbuilder.sessions.lists import log_in
    from deckbuilder.sessions.reviewing import review_of
    from deckbuilder.sessions.seating import seat_log, seat_number
    from deckbuilder.tables.log import read_log

    path = log_in(path)
    log = read_log(path)
    seating = seat_log(log)
    with within(str(path)):
        seat = next(iter(seating.people), 0)
        if seat_name is not None:
            seat = seat_number(seat_name, seating.names)
        found = review_of(seating, log, seat, spec)
    if html is not None:
        _write_page(found, html, force=force)
        tell(say("review.written", path=html), err=True)
        if opens:
            open_written(html)
    elif as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        _print(found)


def _print(found: Review) -> None:
    from deckbuilder.cli.console import console, print_table
    from deckbuilder.cli.scores import print_meanings
    from deckbuilder.tables.screen import Column

    out = console()
    out.print(f"{_title(found)}\n{_summary(found)}")
    if not found.over:
        out.print(say("review.open"))
    for remark in found.remarks:
        out.print(remark)
    if found.costly:
        out.print(f"\n{say('review.costly', count=len(found.costly))}")
    for move in found.costly:
        _print_move(found, move)
    print_meanings(found.parts)
    for board in found.boards:
        out.print(f"\n{board.title}")
        print_table(board.columns, board.rows)
    out.print(f"\n{say('review.moves')}")
    titles = phrases("review.columns")
    print_table(
        [Column(title, right=key in ("number", "cost")) for key, title in titles.items()],
        [
            (
                str(move.number),
                move.chosen,
                move.best if move.cost else say("review.same"),
                f"{move.cost:.2f}" if move.cost else "",
            )
            for move in found.moves
        ],
    )


def _title(found: Review) -> str:
    return say("review.title", seat=found.seat_title, table=found.table, seed=found.seed)


def _summary(found: Review) -> str:
    return say("review.summary", coach=found.coach, agreed=found.agreed, moves=len(found.moves))


def _move_title(move: Move) -> str:
    return say("review.move", number=move.number, title=move.title, cost=f"{move.cost:.2f}")


def _print_move(found: Review, move: Move) -> None:
    from deckbuilder.cli.scores import bars

    name_of = partial(_part_name, found)
    tell(f"\n{_move_title(move)}")
    for told, score in ((move.best, move.best_score), (move.chosen, move.chosen_score)):
        who = say("review.coach" if score is move.best_score else "review.you")
        tell(f"  {who}{' ' * (6 - cell_width(who))} {told} ({score.total:.2f})", hang=7)
        for line in bars(name_of, score, move.best_score, move.chosen_score):
            click.echo(f"    {line}")
    tell(f"  {move.why}", hang=2)


def _part_name(found: Review, part: str) -> str:
    return found.part_names.get(part, part)


def _write_page(found: Review, path: Path, *, force: bool) -> None:
    from deckbuilder.files import write_whole
    from deckbuilder.templates import render

    page = render(
        "review.html.j2",
        review=found,
        title=_title(found),
        summary=_summary(found),
        costly=say("review.costly", count=len(found.costly)),
        words=phrases("review"),
        parts_title=say("coach.parts"),
        move_title=_move_title,
        language=language(),
    )
    write_whole(path, page.encode(), force=force)
