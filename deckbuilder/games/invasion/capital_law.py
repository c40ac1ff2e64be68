"""The capital as a card: what binds cards by date, ban and restriction binds the board too.

A list names its capital in a header line, so that rules about cards do not see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deckbuilder.catalog.names import fold
from deckbuilder.formats.context import Context
from deckbuilder.formats.counting import Choices, Counts, Headers
from deckbuilder.formats.kind import Check, Parameters, kind
from deckbuilder.formats.kinds.pools import day_words, legal_from
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.quick import Clean, Ledger
from deckbuilder.formats.tally import Tally
from deckbuilder.games.invasion.capital_headers import HEADERS, capital_race, written_capitals
from deckbuilder.games.invasion.card import InvasionCard

DATES, BANS, RESTRICTIONS = "released", "banned", "restricted"
"""The kinds of rule that bind the capital as they bind cards."""


class AsCard(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The format's rules of kinds `released`, `banned` and `restricted` hold for the capital."""


class _Law:
    """What the format's rules in force say of capital boards."""

    def __init__(self, context: Context) -> None:
        self._context = context
        rules = [rule for rule in context.format.rules if rule.in_force(context.date)]
        self._dates = [rule.parameters for rule in rules if rule.kind == DATES]
        self._banned = {
            fold(name)
            for rule in rules
            if rule.kind == BANS
            for name in rule.parameters.get("cards", ())
        }
        self._restricted = [
            (frozenset(map(fold, rule.parameters.get("cards", ()))), rule.parameters.get("most", 1))
            for rule in rules
            if rule.kind == RESTRICTIONS
        ]
        self._boards: dict[str, InvasionCard] = {
            card.race: card
            for card in context.select("t:capital")
            if isinstance(card, InvasionCard)
        }

    def board(self, headers: Headers) -> InvasionCard | None:
        """Return the board of the first capital that a list names."""
        written = written_capitals(headers)
        return self._boards.get(capital_race(written[0]) or "") if written else None

    def forbids(self, board: InvasionCard) -> Iterator[Problem]:
        """Yield why no list may have a capital: banned, or not out on the day."""
        if fold(board.name) in self._banned:
            yield Problem(code="banned", cards=(board.name,), have=1, need=0)
        date = self._context.date
        if date is None or board.box is None:
            return
        card_set = self._context.catalog.sets_by_id[board.box]
        for stated in self._dates:
            days = legal_from(card_set, stated.get("wait", 0), stated.get("at_once", ()))
            if days is None or days[0] <= date < days[1]:
                yield Problem(
                    code="release-unknown", severity="warning", cards=(board.name,), have=1
                )
            elif days[1] > date:
                fields = {"date": day_words(*days)}
                yield Problem(code="not-yet-legal", cards=(board.name,), have=1, fields=fields)

    def doubtful(self) -> frozenset[str]:
        """Return the races whose capital may not be there, or not beside every deck."""
        return frozenset(
            race
            for race, board in self._boards.items()
            if any(self.forbids(board))
            or any(fold(board.name) in titles for titles, _ in self._restricted)
        )

    def among_restricted(self, board: InvasionCard, tally: Tally) -> Iterator[Problem]:
        """Yield that a restricted capital is one title too many beside those of the deck."""
        for titles, most in self._restricted:
            held = [title for title in tally.copies if title in titles]
            if fold(board.name) in titles and len(held) >= most:
                cards = (board.name, *(tally.written(title) for title in held))
                yield Problem(code="restricted", cards=cards, have=len(cards), need=most)


def _counts(parameters: AsCard, context: Context) -> Counts:
    """Shut out lists whose capital may not be there; a restricted one is judged by the check."""
    law = _Law(context)

    def counts(headers: Headers) -> Choices:
        board = law.board(headers)
        shut = board is not None and any(
            problem.severity == "error" for problem in law.forbids(board)
        )
        return ((),) if shut else ()

    return counts


def _quick(parameters: AsCard, context: Context, ledger: Ledger) -> Clean:
    doubtful = _Law(context).doubtful()

    def clean(marks: int, sums: int, headers: Headers) -> bool:
        written = written_capitals(headers)
        return not written or capital_race(written[0]) not in doubtful

    return clean


@kind(
    "invasion/capital-as-card",
    AsCard,
    codes=("banned", "not-yet-legal", "release-unknown", "restricted"),
    counts=_counts,
    headings=HEADERS,
    quick=_quick,
)
def capital_as_card(parameters: AsCard, context: Context) -> Check:
    """Hold the capital to the dates, bans and restrictions of the format."""
    law = _Law(context)

    def check(tally: Tally) -> Iterable[Problem]:
        board = law.board(tally.deck.headers)
        if board is not None:
            yield from law.forbids(board)
            yield from law.among_restricted(board, tally)

    return check
