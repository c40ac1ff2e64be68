"""A small reader of the PDF that this program writes: what is drawn on its pages, and its text."""

from __future__ import annotations

import re
import zlib
from base64 import a85decode

POINTS = 72 / 25.4
_STREAM = re.compile(
    rb"/Filter \[ (/ASCII85Decode )?/FlateDecode \][^>]*>>\nstream\n(.*?)endstream", re.DOTALL
)
_WRITTEN = re.compile(r"\(((?:\\.|[^\\()])*)\) Tj", re.DOTALL)
_ESCAPED = re.compile(r"\\(\d{3}|.)")


def pages(content: bytes) -> list[str]:
    """Return what is drawn on each page, in the language of PDF."""
    streams = (
        a85decode(b"<~" + raw.strip(), adobe=True) if text else raw
        for text, raw in _STREAM.findall(content)
    )
    # The streams of fonts stand among those of pages.
    drawn = (zlib.decompress(stream).decode("latin-1") for stream in streams)
    return [stream for stream in drawn if " cm" in stream]


def places(page: str) -> list[tuple[float, float]]:
    """Return the upper left corner of each face in millimetres from the lower left of the page."""
    # A unit of a face is a tenth of a millimetre: 0.283465 points.
    found = re.findall(r"^\.283465 0 0 \.283465 ([\d.]+) ([\d.]+) cm$", page, re.MULTILINE)
    return [(float(x) / POINTS, float(y) / POINTS) for x, y in found]


def text_layer(content: bytes) -> str:
    """Return every text in the order in which it is drawn, a line each, page by page.

    Texts in fonts that are embedded are left out: they are numbers of shapes.
    """
    lines = []
    for number, page in enumerate(pages(content), 1):
        lines.append(f"== page {number}")
        lines += [_ESCAPED.sub(_letter, written) for written in _WRITTEN.findall(page)]
    return "\n".join(lines) + "\n"


def _letter(escaped: re.Match[str]) -> str:
    code = escaped[1]
    return bytes([int(code, 8)]).decode("cp1252") if code.isdigit() else code
