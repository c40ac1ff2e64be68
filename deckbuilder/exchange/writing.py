"""The files that lists in another form are: the form itself, and pictures drawn beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from deckbuilder.decks.deck import Deck
from deckbuilder.exchange.targets import Context, Target


def files_of(
    form: Target, decks: Sequence[Deck], context: Context, output: Path
) -> dict[Path, bytes]:
    """Return the content of every file by its path, `output` last.

    Where the form has use for faces and the context no pictures of the user's, faces are drawn
    in files beside `output`.
    """
    beside: dict[Path, bytes] = {}
    if form.draws and len(decks) == 1:
        from deckbuilder.exchange.face_sheets import drawn_faces

        stem = output.resolve().with_suffix("")
        drawn = drawn_faces(decks[0], stem.as_uri(), context.images)
        context = replace(context, images=drawn.images)
        beside = {
            stem.with_name(f"{stem.name}{ending}"): picture
            for ending, picture in drawn.pictures.items()
        }
    return {**beside, output: form.write_all(decks, context)}
