"""Notes on letters that no font at hand has, after something was printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckbuilder.cli.prose import tell
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.exchange.registration.fonts import Fonts


def tell_missing_letters(fonts: Fonts) -> None:
    """Say which letters were printed as boxes, because no font has them."""
    if fonts.missing:
        tell(say("exchange.boxes", letters="".join(fonts.missing)), err=True)
