"""A user's file of card images: none are shipped, for the pictures on cards are not ours."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold
from deckbuilder.errors import Fault, InputError, misfit, refusal
from deckbuilder.sources.yaml_source import parse_yaml

Url = Annotated[str, Meta(pattern=r"^(https?|file)://\S+$", max_length=2000)]


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One picture of many faces, in rows from the upper left; its last cell is the hidden face."""

    face: Url
    back: Url | None = None
    columns: Annotated[int, Meta(ge=1, le=10)] = 10
    rows: Annotated[int, Meta(ge=1, le=7)] = 7


class CardImage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The face of a card: a picture of its own, or a cell of a sheet (from 0)."""

    face: Url | None = None
    back: Url | None = None
    sheet: str | None = None
    index: Annotated[int, Meta(ge=0, le=69)] = 0


class Images(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file; `cards` goes by card id or by name, `blank` is the face of all others."""

    back: Url | None = None
    blank: Url | None = None
    sheets: dict[str, Sheet] = {}
    cards: dict[str, CardImage] = {}

    def of(self, card: Card | None, title: str) -> CardImage | None:
        """Return the image of a card, by its id before its name."""
        found = self.cards.get(card.id) if card else None
        return found or self.cards.get(fold(title))


def read_images(content: bytes, where: str) -> Images:
    """Read an image file (YAML or JSON). Raises InputError with every card that has no face."""
    document = parse_yaml(content, where)
    try:
        images = msgspec.convert(document, Images)
    except msgspec.ValidationError as error:
        found = misfit(error)
        raise refusal("images.misfit", where=where, field=found.field, why=found.what) from None
    faults = [
        wrong.at(where=where, field=name)
        for name, image in images.cards.items()
        if (wrong := _fault_of(image, images))
    ]
    if faults:
        raise InputError(faults)
    by_key = {fold(name): image for name, image in images.cards.items()}
    return msgspec.structs.replace(images, cards={**images.cards, **by_key})


def _fault_of(image: CardImage, images: Images) -> Fault | None:
    if image.face is not None:
        return None
    if image.sheet is None:
        return Fault.of("images.no-face")
    sheet = images.sheets.get(image.sheet)
    if sheet is None:
        return Fault.of("images.no-sheet", sheet=image.sheet)
    if image.index >= sheet.columns * sheet.rows:
        return Fault.of("images.no-cell", sheet=image.sheet, cell=image.index)
    return None
