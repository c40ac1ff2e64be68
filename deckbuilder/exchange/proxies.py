"""Proxies: drawn faces of all cards of a list at the size of cards, nine a page, to cut out."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.exchange.card_lines import card_lines
from deckbuilder.exchange.faces import draw_face, draw_name
from deckbuilder.exchange.registration.fonts import Fonts
from deckbuilder.exchange.registration.paging import POINTS, Measures, measures, papers
from deckbuilder.exchange.registration.pdf import new_canvas
from deckbuilder.exchange.svg_drawing import draw_svg
from deckbuilder.exchange.targets import Context
from deckbuilder.words import say

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 63.0, 88.0
"""Of a card in millimetres."""
ACROSS, DOWN = 3, 3
FACE_UNIT = WIDTH / 630
"""A unit of a face's drawing in millimetres."""
MARK, APART = 5.0, 1.0
"""Length of a cut mark, and its distance from the faces, in millimetres."""


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the faces of decks on the first kind of paper, a face for every copy."""
    measured = measures(papers()[0])
    stream = io.BytesIO()
    canvas = new_canvas(stream, measured, say("exchange.proxies"))
    fonts = context.fonts or Fonts()
    faces = [face for deck in decks for face in _faces(deck)]
    left, top = _corner(measured)
    for start in range(0, max(len(faces), 1), ACROSS * DOWN):
        for place, face in enumerate(faces[start : start + ACROSS * DOWN]):
            row, column = divmod(place, ACROSS)
            canvas.saveState()
            canvas.translate(left + column * WIDTH * POINTS, top - row * HEIGHT * POINTS)
            canvas.scale(FACE_UNIT * POINTS, FACE_UNIT * POINTS)
            draw_svg(canvas, face, fonts)
            canvas.restoreState()
        _cut_marks(canvas, measured)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _faces(deck: Deck) -> Iterator[Element]:
    from defusedxml.ElementTree import fromstring

    for entry in deck.entries:
        face = fromstring(_face(deck, entry))
        for _ in range(entry.count):
            yield face


def _face(deck: Deck, entry: Entry) -> str:
    """The face of a card as SVG; a card that no catalogue knows has its name alone."""
    if entry.card is None:
        return draw_name(entry.name)
    return draw_face(entry.card, card_lines(deck.game).catalog)


def _corner(measured: Measures) -> tuple[float, float]:
    """The upper left corner of the faces in points: they stand in the middle of the page."""
    left = (measured.width - ACROSS * WIDTH) / 2
    top = (measured.height + DOWN * HEIGHT) / 2
    return left * POINTS, top * POINTS


def _cut_marks(canvas: Canvas, measured: Measures) -> None:
    """Lines outside the faces, one at each end of each cut."""
    left, top = _corner(measured)
    right, bottom = left + ACROSS * WIDTH * POINTS, top - DOWN * HEIGHT * POINTS
    near, far = APART * POINTS, (APART + MARK) * POINTS
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.3)
    for column in range(ACROSS + 1):
        x = left + column * WIDTH * POINTS
        canvas.line(x, top + near, x, top + far)
        canvas.line(x, bottom - near, x, bottom - far)
    for row in range(DOWN + 1):
        y = top - row * HEIGHT * POINTS
        canvas.line(left - near, y, left - far, y)
        canvas.line(right + near, y, right + far, y)
