"""The review of a table on a page."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import Response

from deckbuilder.sessions.reviewing import review_of
from deckbuilder.sessions.seating import seat_log
from deckbuilder.tables.log import read_log
from deckbuilder.web.sitting import advised
from deckbuilder.web.visit import Visit


def review_page(visit: Visit, path: Path, here: str) -> Response:
    """Show the review of a seat of a log; of other seats only when the table is over."""
    log = read_log(path)
    seating = seat_log(log)
    own = next(iter(seating.people), 0)
    wanted = visit.query.get("seat", "")
    seats = seating.titles if log.end is not None else ()
    known = wanted.isdecimal() and len(wanted) < 3 and int(wanted) < len(seats)
    seat = int(wanted) if known else own
    found = review_of(seating, log, seat, None)

    def part_name(part: str) -> str:
        return found.part_names.get(part, part)

    costly = [
        (
            move,
            advised([(move.best, move.best_score), (move.chosen, move.chosen_score)], part_name),
        )
        for move in found.costly
    ]
    return visit.page(
        "web/table/review.html.j2",
        review=found,
        costly=costly,
        here=here,
        seats=seats,
        seat=seat,
    )
