"""Exact odds of drawing cards without replacement, as fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb


def none_among(size: int, copies: int, drawn: int) -> Fraction:
    """Return the chance that `drawn` of `size` cards hold none of `copies` cards.

    More cards than there are draw all of them. Raises ValueError for counts below 0 and for
    more copies than cards.
    """
    return exactly(size, copies, drawn, 0)


def exactly(size: int, copies: int, drawn: int, wanted: int) -> Fraction:
    """Return the hypergeometric chance of exactly `wanted` of `copies` among `drawn` cards."""
    if not 0 <= copies <= size or drawn < 0:
        raise ValueError(f"{copies} copies and {drawn} drawn of {size} cards")
    drawn = min(drawn, size)
    if not 0 <= wanted <= drawn:
        return Fraction(0)
    return Fraction(comb(copies, wanted) * comb(size - copies, drawn - wanted), comb(size, drawn))


def at_least_one(
    size: int, copies: int, hand: int, *, later: int = 0, mulligan: bool = False
) -> Fraction:
    """Return the chance of one or more of `copies` in an opening hand and `later` draws.

    With `mulligan` a hand that holds none is shuffled back whole and drawn again once.
    """
    none = none_among(size, copies, hand + later)
    if mulligan:
        none *= none_among(size, copies, hand)
    return 1 - none


def expected(size: int, copies: int, drawn: int) -> Fraction:
    """Return the mean number of `copies` among `drawn` of `size` cards."""
    return Fraction(copies * min(drawn, size), size) if size else Fraction(0)
