"""A game at the terminal from its deal to its score: begun, or gone on with."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from deckbuilder.cli.prose import tell
from deckbuilder.cli.sitting import Drawing
from deckbuilder.errors import refusal
from deckbuilder.sessions.lists import refuse_log
from deckbuilder.sessions.seating import GameRequest, Seating, seat_game, seat_log
from deckbuilder.sessions.session import Session
from deckbuilder.tables.log import PERSON, read_log
from deckbuilder.words import enumerated, say


def begin_game(request: GameRequest, log_path: Path | None, pace: float, *, force: bool) -> int:
    """Run a game from its start and return the exit status."""
    seating = seat_game(request)
    log = log_path or Path(f"{seating.home.id}-{seating.head.seed}.jsonl")
    refuse_log(log, force=force)
    _introduce(seating)
    if force:
        log.unlink(missing_ok=True)
    with Session.begin(seating, log) as session:
        return _sit(session, log, pace)


def resume_game(path: Path, pace: float) -> int:
    """Go on with the game of a log, or tell the score of one that is over."""
    earlier = read_log(path)
    if earlier.head.kind != "play":
        raise refusal("log.no-game", where=str(path))
    seating = seat_log(earlier)
    with Session.resume(seating, earlier, path) as session:
        if earlier.end is not None:
            tell(say("play.already-over"), err=True)
        else:
            key = "play.resumed-cut" if earlier.cut else "play.resumed"
            tell(say(key, choices=len(earlier.choices)), err=True)
        return _sit(session, path, pace)


def _sit(session: Session, log: Path, pace: float) -> int:
    drawing = Drawing(session, coach_unasked=True, watched=True, pace=pace)
    if not session.over and not drawing.sit(partial(_tell_how_to_go_on, log)):
        return 0
    _tell_score(session, log)
    return 0


def _tell_how_to_go_on(log: Path) -> None:
    tell(say("play.left", log=log), err=True)


def _introduce(seating: Seating) -> None:
    head = seating.head
    names = seating.names
    tell(say("play.seed", seed=head.seed), err=True)
    bots = enumerated(
        say("play.others", seat=name, bot=spec)
        for name, spec in zip(names, head.seats, strict=True)
        if spec != PERSON
    )
    if not bots:
        seats = enumerated(names[seat] for seat in seating.people)
        tell(say("play.people-sit", seats=seats), err=True)
    elif seating.people:
        tell(say("play.you-sit", seat=names[seating.people[0]], bots=bots), err=True)
    else:
        tell(say("play.watch", bots=bots), err=True)


def _tell_score(session: Session, log: Path) -> None:
    tell(say("play.over"))
    points = session.outcome.points if session.outcome else ()
    for name, number in zip(session.names, points, strict=True):
        tell(say("play.points", seat=name, points=f"{number:g}"))
    tell(say("play.log", log=log), err=True)
