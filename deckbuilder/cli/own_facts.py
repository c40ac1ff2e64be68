"""Facts that an owner knows, kept in the user's folder: what they bring and contradict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from deckbuilder.cli.missing_facts import can_be_drafted, tell_draftable, what_came
from deckbuilder.cli.own_cards import tell_notices
from deckbuilder.cli.prose import tell
from deckbuilder.errors import refusal
from deckbuilder.files import read_input, refuse_existing, write_whole
from deckbuilder.preferences import preferences
from deckbuilder.resources import user_folder
from deckbuilder.words import enumerated, say

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.catalog.coverage import SetCoverage
    from deckbuilder.registry import Game


def keep_facts(paths: Sequence[Path], *, force: bool) -> None:
    """Copy files of cards to where every command finds them, and tell what they bring.

    Raises InputError, before anything is kept, for a file that holds no cards, that states nothing
    new, or whose name is taken there.
    """
    if any(str(path) == "-" for path in paths):
        raise refusal("own.facts-unnamed")
    contents = [read_input(path) for path in paths]
    told = [found for home in _games() if (found := _brought(home, paths)) is not None]
    if not told:
        raise refusal("own.facts-nothing", where=enumerated(map(str, paths)))
    folder = user_folder() / "cards"
    if len(told) == 1:
        # There it is sure of which game the cards are.
        folder /= told[0][0].id
    targets = [folder / path.name for path in paths]
    for target in targets:
        refuse_existing(target, force=force)
    for content, target in zip(contents, targets, strict=True):
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, content, force=force)
        tell(say("cards.own.kept", path=target), err=True)
    for home, catalog, sets, before in told:
        tell_notices(catalog)
        tell(say("cards.brought.title", game=home.title))
        for sentence in what_came(sets):
            tell(f"  {sentence}", hang=2)
        tell_draftable(each for each in can_be_drafted(home, catalog) if each not in before)


def _games() -> Sequence[Game]:
    from deckbuilder.registry import games

    return games()


def _brought(
    home: Game, paths: Sequence[Path]
) -> tuple[Game, Catalog, tuple[SetCoverage, ...], list[tuple[str, str, str]]] | None:
    """Return what files bring to a game, beside what could be drafted before; None for nothing."""
    from deckbuilder.catalog.coverage import coverage, with_brought

    was = home.catalog()
    with replace(preferences(), own_cards=(*preferences().own_cards, *paths)).in_force():
        catalog = home.catalog()
    sets = with_brought(coverage(was), coverage(catalog))
    if catalog.notices == was.notices and not any(each.brought for each in sets):
        return None
    return home, catalog, sets, list(can_be_drafted(home, was))
