"""What may be asked of a draft in a format: players, seats, variants, sets, settings, bots."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from deckbuilder.catalog.card import CardSet
from deckbuilder.errors import InputError
from deckbuilder.formats.explaining import explain_procedure
from deckbuilder.formats.format import Citation, Format
from deckbuilder.game_settings import Setting
from deckbuilder.games.table_game import Request
from deckbuilder.registry import Game
from deckbuilder.sessions.seating import draft_of, game_played, played_table
from deckbuilder.words import say, says


class Variant(msgspec.Struct, frozen=True):
    """A variant of a draft, and the rule that says what it changes."""

    id: str
    cite: str
    about: str


class DraftSetup(msgspec.Struct, frozen=True, kw_only=True):
    """What may be asked of a draft.

    `seats` and `bots` are those of the usual draft, none where that is not known before more is
    said; `must_say` names what the rules and the format leave open. `sets` are those that a
    draft can be held with, none where they are not chosen. `procedure` tells how it goes.
    """

    format: Format
    seats: tuple[tuple[str, str], ...] = ()
    bots: tuple[str, ...] = ()
    must_say: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()
    sets: tuple[CardSet, ...] = ()
    settings: tuple[Setting, ...] = ()
    procedure: tuple[tuple[Citation, str], ...] = ()

    @property
    def chooses_players(self) -> bool:
        """Whether other numbers of players than the usual one may be asked for."""
        return len(self.seats) != 2


class GameSetup(msgspec.Struct, frozen=True, kw_only=True):
    """What may be asked of a game: `decks` are those that it brings, where it takes lists."""

    home: Game
    takes_decks: bool
    bots: tuple[str, ...]
    decks: tuple[str, ...] = ()
    settings: tuple[Setting, ...] = ()


def bot_words(specs: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return specs of bots with what each one does in a few words, as far as there are any."""
    found = []
    for spec in specs:
        key = f"bots.about.{spec}"
        found.append((spec, f"{spec}: {say(key)}" if says(key) else spec))
    return tuple(found)


def game_setup(home: Game) -> GameSetup:
    """Return what may be asked of a game. Raises InputError for one that cannot be played."""
    table, catalog = played_table(game_played(home.id)), home.catalog()
    return GameSetup(
        home=home,
        takes_decks=table.takes_decks,
        bots=table.bots(table.settings(Request(), catalog)),
        decks=tuple(table.named_decks(catalog, 0)),
        settings=home.settings_for("play"),
    )


def draft_setup(draft_format: Format) -> DraftSetup:
    """Return what may be asked of a draft. Raises InputError for a format without one."""
    home, table, catalog = draft_of(draft_format)
    try:
        usual = table.settings(Request(format=draft_format), catalog)
    except InputError:
        seats: tuple[tuple[str, str], ...] = ()
        bots: tuple[str, ...] = ()
    else:
        names, titles = table.seat_names(usual), table.seat_titles(usual)
        seats, bots = tuple(zip(names, titles, strict=True)), table.bots(usual)
    return DraftSetup(
        format=draft_format,
        seats=seats,
        bots=bots,
        must_say=table.must_say(draft_format),
        variants=tuple(_variants(draft_format)),
        sets=tuple(catalog.sets_by_id[each] for each in table.draftable(draft_format, catalog)),
        settings=home.settings_for("draft"),
        procedure=tuple(
            (each, explain_procedure(each, draft_format)) for each in draft_format.procedure
        ),
    )


def _variants(draft_format: Format) -> Sequence[Variant]:
    told = {each.cite: each for each in draft_format.procedure}
    found = []
    for name, changes in (draft_format.draft or {}).get("variants", {}).items():
        citation = told.get(changes.get("cite", ""))
        about = "" if citation is None else explain_procedure(citation, draft_format)
        found.append(Variant(name, "" if citation is None else citation.cite, about))
    return found
