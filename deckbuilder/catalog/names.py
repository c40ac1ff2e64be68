"""Card names as keys: what counts as the same name, however it was typed."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

FOLDING = 2
"""The version of `fold`: stored catalogues are found by what an older one made of names."""

LEAST_LIKENESS = 50.0
"""Below this (of 100) a name is no suggestion for another."""

SAME_WORD = 70.0
"""From this likeness (of 100) on, two words may be one word typed differently."""

_OF_LETTERS = 0.4
"""The share of all letters together in a likeness; the words have the rest."""

_MOST_WORDS = 10_000
"""How many words are remembered with those that they resemble."""

_SAME = str.maketrans(
    {
        **dict.fromkeys("'`＇\"", None),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "&": " and ",
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ß": "ss",
        "ł": "l",
    }
)
_QUOTES = str.maketrans(dict.fromkeys("’‘‛`´ʹʼˈ′‵ꞌ“”„‟″«»", "'"))
"""Taken for an apostrophe before anything else: some would fall apart into a blank and a mark."""
_KEPT_MARKS = "\u3099\u309a"
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")
_MIDDLE_DOTS = re.compile(r"[・·]")
_SPACED_DASH = re.compile(r"\s*-\s*")
_SEPARATORS = re.compile(r"[\s_-]+")
_NOT_WORD = re.compile(r"[^\w]+")


@lru_cache(maxsize=16384)
def fold(name: str) -> str:
    """Return the key of a name: case, accents, width, quotes, dashes, "the", spacing folded.

    Japanese voiced marks are kept, for ガ and カ are different letters; spaces and middle dots
    within a Japanese name are dropped, for the rulebooks print them at random.
    """
    text = name.strip()
    if not text.isascii():
        text = text.translate(_QUOTES)
        text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text))
        text = "".join(
            letter for letter in text if letter in _KEPT_MARKS or not unicodedata.combining(letter)
        )
        text = unicodedata.normalize("NFC", text)
    text = text.casefold().translate(_SAME)
    if not text.isascii():
        text = _MIDDLE_DOTS.sub(" ", text)
        if _CJK.search(text):
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
    return KnownNames(known).nearest(text, limit, least)


class KnownNames:
    """Names made ready once, so that many others can be compared with them."""

    def __init__(self, known: Iterable[str]) -> None:
        self._names = [(each, _words(each)) for each in dict.fromkeys(known)]
        self._letters = ["".join(words) for _, words in self._names]
        self._with: dict[str, list[int]] = {}
        for row, (_, words) in enumerate(self._names):
            for word in words:
                self._with.setdefault(word, []).append(row)
        self._alike: dict[str, dict[str, float]] = {}

    def nearest(self, text: str, limit: int = 3, least: float = LEAST_LIKENESS) -> tuple[str, ...]:
        """Return up to `limit` of the names that resemble `text`, best first."""
        from rapidfuzz import fuzz

        wanted = _words(text)
        totals = self._totals(wanted)
        # Without a word in common no name can come near enough, but for the lowest bounds.
        rows = totals if least > 100 * _OF_LETTERS else range(len(self._names))
        letters = "".join(wanted)
        scored = []
        for row in rows:
            name, words = self._names[row]
            if not (number := len(wanted) + len(words)):
                continue
            by_words = (1 - _OF_LETTERS) * totals.get(row, 0.0) / number
            if by_words + 100 * _OF_LETTERS < least:
                continue
            likeness = by_words + _OF_LETTERS * fuzz.ratio(letters, self._letters[row])
            if likeness >= least:
                scored.append((-likeness, name))
        return tuple(name for _, name in sorted(scored)[:limit])

    def _totals(self, wanted: Sequence[str]) -> dict[int, float]:
        """Return by row how alike the words are: each one's best likeness, of both sides."""
        totals: dict[int, float] = {}
        best: dict[str, float] = {}
        for word, times in Counter(wanted).items():
            of_rows: dict[int, float] = {}
            for each, likeness in self._words_like(word).items():
                best[each] = max(best.get(each, 0.0), likeness)
                for row in self._with[each]:
                    of_rows[row] = max(of_rows.get(row, 0.0), likeness)
            for row, likeness in of_rows.items():
                totals[row] = totals.get(row, 0.0) + times * likeness
        for each, likeness in best.items():
            for row in self._with[each]:
                totals[row] += likeness
        return totals

    def _words_like(self, word: str) -> dict[str, float]:
        """Return the words of all names that may be this word, and their likeness to it."""
        from rapidfuzz import fuzz, process

        found = self._alike.get(word)
        if found is None:
            if len(self._alike) >= _MOST_WORDS:
                self._alike.clear()
            close = process.extract(
                word, list(self._with), scorer=fuzz.ratio, score_cutoff=SAME_WORD, limit=None
            )
            found = self._alike[word] = {each: likeness for each, likeness, _ in close}
        return found


def _words(text: str) -> list[str]:
    return loose(fold(text.replace("_", " ").replace("-", " "))).split()
