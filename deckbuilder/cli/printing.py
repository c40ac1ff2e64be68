"""What is told beside what was printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckbuilder.cli.prose import tell
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.exchange.sheets.fonts import Fonts


def tell_boxes(fonts: Fonts) -> None:
    """Say which letters were printed as boxes, because no font has them."""
    if fonts.missing:
        tell(say("exchange.boxes", letters="".join(fonts.missing)), err=True)
