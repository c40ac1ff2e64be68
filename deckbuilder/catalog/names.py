"""Card names as keys: what counts as the same name, however it was typed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_SAME = str.maketrans(
    {
        **dict.fromkeys("'’‘‛`´ʼ＇\"“”„«»", None),
        **dict.fromkeys("‐‑‒–—―−", "-"),
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


def nearest(text: str, known: Sequence[str], limit: int = 3) -> tuple[str, ...]:
    """Return up to `limit` of the known words that resemble `text`, best first."""
    from rapidfuzz import fuzz, process

    keys = [fold(each.replace("_", " ")) for each in known]
    found = process.extract(
        fold(text.replace("_", " ")), keys, scorer=fuzz.WRatio, score_cutoff=60, limit=limit
    )
    return tuple(known[row] for _, _, row in found)
