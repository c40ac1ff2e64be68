"""Tabletop Simulator saved objects: one object a section, one card a copy."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.exchange.headings import headings
from deckbuilder.exchange.images import Images
from deckbuilder.exchange.layout import facts_of
from deckbuilder.exchange.targets import Context

CELLS_A_SHEET = 100
_APART = 3.0
_FACE_DOWN = 180.0


class _Faces:
    """The sheets in use, numbered from 1 in order of appearance."""

    def __init__(self, images: Images) -> None:
        self.images = images
        self.sheets: dict[str, dict[str, Any]] = {}
        self._numbers: dict[tuple[str, str], int] = {}

    def card_id(self, entry: Entry) -> int:
        """Return sheet number and cell of a card as one number."""
        image = self.images.of(entry.card, entry.title)
        if image is not None and image.face is None and image.sheet is not None:
            sheet = self.images.sheets[image.sheet]
            number = self._number(
                ("sheet", image.sheet),
                sheet.face,
                image.back or sheet.back,
                sheet.columns,
                sheet.rows,
            )
            return number * CELLS_A_SHEET + image.index
        face = (image.face if image else None) or self.images.blank or ""
        number = self._number(("face", face), face, image.back if image else None, 1, 1)
        return number * CELLS_A_SHEET

    def _number(
        self, key: tuple[str, str], face: str, back: str | None, columns: int, rows: int
    ) -> int:
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers) + 1
            self.sheets[str(self._numbers[key])] = {
                "FaceURL": face,
                "BackURL": back or self.images.back or "",
                "NumWidth": columns,
                "NumHeight": rows,
                "BackIsHidden": True,
                "UniqueBack": False,
                "Type": 0,
            }
        return self._numbers[key]


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the saved object; a pile of one card is a card, for a deck needs two."""
    (deck,) = decks
    faces = _Faces(context.images or Images())
    words = headings(deck.game)
    objects = []
    for place, section in enumerate(deck.sections):
        cards = [
            _card(deck, entry, faces.card_id(entry), faces)
            for entry in deck.section(section)
            for _ in range(entry.count)
        ]
        title = deck.name if len(deck.sections) == 1 else words.title(section)
        objects.append(_pile(cards, title or words.title(section), place))
    document = {
        "SaveName": "",
        "GameMode": "",
        "Date": "",
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "ObjectStates": objects,
        "TabStates": {},
        "VersionNumber": "",
    }
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _card(deck: Deck, entry: Entry, card_id: int, faces: _Faces) -> dict[str, Any]:
    number = str(card_id // CELLS_A_SHEET)
    return {
        "Name": "Card",
        "Transform": _transform(0),
        "Nickname": entry.title,
        "Description": "\n".join(f"{name}: {value}" for name, value in facts_of(deck, entry)),
        "CardID": card_id,
        "CustomDeck": {number: faces.sheets[number]},
    }


def _pile(cards: list[dict[str, Any]], title: str, place: int) -> dict[str, Any]:
    if len(cards) == 1:
        return {**cards[0], "Transform": _transform(place)}
    sheets: dict[str, Any] = {}
    for card in cards:
        sheets.update(card["CustomDeck"])
    return {
        "Name": "DeckCustom",
        "Transform": _transform(place),
        "Nickname": title,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": dict(sorted(sheets.items(), key=lambda item: int(item[0]))),
        "ContainedObjects": cards,
    }


def _transform(place: int) -> dict[str, float]:
    return {
        "posX": place * _APART,
        "posY": 1.0,
        "posZ": 0.0,
        "rotX": 0.0,
        "rotY": 180.0,
        "rotZ": _FACE_DOWN,
        "scaleX": 1.0,
        "scaleY": 1.0,
        "scaleZ": 1.0,
    }
