"""QR codes as squares, for PDF and HTML alike."""

from __future__ import annotations

MOST_BYTES = 2_900
"""A little below what the largest code holds."""
STURDY_BYTES = 600
"""Up to here a code bears more damage and is still coarse enough to be read."""
QUIET = 2
"""Squares of white around a code, beside the white of the page itself."""

Matrix = tuple[tuple[bool, ...], ...]
"""Rows of squares, dark ones true, without white around."""


def qr_matrix(text: str) -> Matrix | None:
    """Return the QR code of a text, None when it is too long for one."""
    from reportlab.graphics.barcode.qrencoder import QR8bitByte, QRCode, QRErrorCorrectLevel

    content = text.encode()
    if len(content) > MOST_BYTES:
        return None
    sturdy = len(content) <= STURDY_BYTES
    code = QRCode(None, QRErrorCorrectLevel.M if sturdy else QRErrorCorrectLevel.L)
    code.addData(QR8bitByte(content))
    code.make()
    return tuple(tuple(bool(square) for square in row) for row in code.modules)


def runs(matrix: Matrix) -> list[tuple[int, int, int]]:
    """Return the dark squares as row, column and length of each run along a row."""
    found = []
    for row, squares in enumerate(matrix):
        start = None
        for column, dark in enumerate((*squares, False)):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                found.append((row, start, column - start))
                start = None
    return found
