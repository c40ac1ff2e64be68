"""Sittings: what the command line, the web page and scripts use to draft and to play.

A script drafts in five lines:

>>> from deckbuilder.sessions import DraftRequest, Session, drafted_lists, seat_draft
>>> draft = Session.begin(seat_draft(DraftRequest(format="invasion-draft", seat="order", seed=7)))
>>> while (seat := draft.waiting) is not None:
...     draft.choose(seat, draft.advice(seat)[0].option)
>>> [(each.seat, each.deck.size(), each.errors) for each in drafted_lists(draft)]
[('order', 40, ()), ('destruction', 40, ())]

Languages, card pools and plainness are preferences that are passed in:

>>> from deckbuilder.preferences import Preferences
>>> from deckbuilder.sessions import GameRequest, seat_game
>>> japanese = Preferences(language="ja")
>>> xeno = Session.begin(seat_game(GameRequest(game="xeno", seed=7)), preferences_of=japanese)
>>> xeno.screen(xeno.waiting).title
'XENO'
"""

from deckbuilder.sessions.lists import DraftedList, ListFiles, drafted_lists, write_lists
from deckbuilder.sessions.seating import (
    DraftRequest,
    GameRequest,
    Seating,
    seat_draft,
    seat_game,
    seat_log,
)
from deckbuilder.sessions.session import Session

__all__ = [
    "DraftRequest",
    "DraftedList",
    "GameRequest",
    "ListFiles",
    "Seating",
    "Session",
    "drafted_lists",
    "seat_draft",
    "seat_game",
    "seat_log",
    "write_lists",
]
