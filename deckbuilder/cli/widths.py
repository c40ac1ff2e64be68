"""How wide the terminal is."""

from __future__ import annotations

import shutil

PLAIN_WIDTH = 80
"""Where the output is no terminal."""
NARROW = 50
"""Below so many columns a row of options or cards is a line."""


def screen_width() -> int:
    """Return the width of the terminal, PLAIN_WIDTH where there is none."""
    return shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns
