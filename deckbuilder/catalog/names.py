"""Card names as keys: what counts as the same name, however it was typed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

LEAST_LIKENESS = 50.0
"""Below this (of 100) a name is no suggestion for another."""

SAME_WORD = 70.0
"""From this likeness (of 100) on, two words may be one word typed differently."""

_SAME = str.maketrans(
    {
        **dict.fromkeys("'’‘‛`´ʼ＇\"“”„«»", None),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "&": " and ",
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ß": "ss",
        "ł": "l",
    }
)
_KEPT_MARKS = "\u3099\u309a"
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")
_SPACED_DASH = re.compile(r"\s*-\s*")
_SEPARATORS = re.compile(r"[\s_-]+")
_NOT_WORD = re.compile(r"[^\w]+")


@lru_cache(maxsize=16384)
def fold(name: str) -> str:
    """Return the key of a name: case, accents, width, quotes, dashes, "the", spacing folded.

    Japanese voiced marks are kept, for ガ and カ are different letters; spaces within a
    Japanese name are dropped, for the rulebooks print them at random.
    """
    text = name.strip()
    if not text.isascii():
        text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text))
        text = "".join(
            letter for letter in text if letter in _KEPT_MARKS or not unicodedata.combining(letter)
        )
        text = unicodedata.normalize("NFC", text)
    text = text.casefold().translate(_SAME)
    if not text.isascii() and _CJK.search(text):
        return "".join(text.split())
    text = _SPACED_DASH.sub("-", text)
    words = [word for word in text.split() if word != "the"]
    return " ".join(words) or text


def loose(key: str) -> str:
    """Return a folded key with all punctuation dropped, for names typed without it."""
    return " ".join(_NOT_WORD.sub(" ", key).split())


def squeeze(text: str) -> str:
    """Return a field or value as a key: folded, without spaces, dashes and underscores."""
    return _SEPARATORS.sub("", fold(text))


def nearest(
    text: str, known: Iterable[str], limit: int = 3, least: float = LEAST_LIKENESS
) -> tuple[str, ...]:
    """Return up to `limit` of the known names that resemble `text`, best first.

    Words are compared before letters, so that "Chaos/Orc Alliance" suggests the alliance of
    these races and not a title that merely looks alike. Only ever a suggestion.
    """
    wanted = _words(text)
    scored = []
    for each in dict.fromkeys(known):
        likeness = _likeness(wanted, _words(each))
        if likeness >= least:
            scored.append((-likeness, each))
    return tuple(each for _, each in sorted(scored)[:limit])


def _words(text: str) -> list[str]:
    return loose(fold(text.replace("_", " ").replace("-", " "))).split()


def _likeness(one: list[str], other: list[str]) -> float:
    """Return the likeness, 0 to 100: most by the words that resemble one of the other side."""
    from rapidfuzz import fuzz

    words = one + other
    if not words:
        return 0.0
    alike = (
        max((fuzz.ratio(word, each, score_cutoff=SAME_WORD) for each in against), default=0.0)
        for side, against in ((one, other), (other, one))
        for word in side
    )
    letters = fuzz.ratio("".join(one), "".join(other))
    return 0.6 * sum(alike) / len(words) + 0.4 * letters
