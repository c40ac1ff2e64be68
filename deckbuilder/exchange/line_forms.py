"""The forms of lines in a list before their words are read: marks, ornaments, markup, headings."""

from __future__ import annotations

import re

from deckbuilder.catalog.names import fold
from deckbuilder.exchange.card_lines import without_comment

_LONGEST_HEADING = 40

_INVISIBLE = re.compile(
    r"[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad\ufe0f\u20e3\ud800-\udfff]+"
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_BLANKS = re.compile(r"\s{4,}")
COMMENT = re.compile(r"(?:#+|//+|;+)\s*")
_BULLET = re.compile(
    r"(?:[-*+•‣·◦▪●○■–—>→✓✔☐☑]\s+|•\s*|[-–—*+=_>~](?=[^\W\d_\s])|[-–—*]+\s*(?=[\"“])"
    r"|\[[ xX]\]\s+)+"
)
"""What marks an entry of a list: a bullet, a mark right before a name, a box to tick."""
_EMPHASIS = re.compile(r"([*_~]{1,3})(?=[^\s*_~])([^*_~]+)(?<=[^\s*_~])\1(?=\W|$)")
"""Emphasised Markdown: one mark before the words, the same behind them."""
_MARKUP = re.compile(
    r"\[/?(?:b|i|u|s|whi|thing|url|color|size|list|quote|code|center)(?:=[^\[\]]*)?\]|\[\*\]"
    r"|\*\*|__|[*_](?=\()|(?<=\))[*_]"
    r"|\\(?=[`*_\[\]<>#|~\\])",
    re.IGNORECASE,
)
"""BBCode; bold and emphasised Markdown; Markdown's escapes."""
_LINK = re.compile(r"\[([^\[\]]{1,120})\]\((?:https?:)?//[^()\s]{1,500}\)", re.IGNORECASE)
"""A link of Markdown: what is linked stands for itself."""
_QUOTED_OR_MARKUP = re.compile(rf'(?P<quoted>"[^"]*")|(?:{_MARKUP.pattern})', re.IGNORECASE)
DECORATION = re.compile(r"[-=*_~#+•.:–—─━═|\s]+")
KEY_VALUE = re.compile(r"([^:：=]{1,40}?)\s*[:：]\s*(.*)")
HEADER_KEY = re.compile(r"[^\W\d][\w '’-]{0,30}")
_LOOKS_LIKE_HEADER = re.compile(rf"{HEADER_KEY.pattern}[:：](?!//)\s*\S")
STATED_TOTAL = re.compile(r"\s*[(\[]\s*(?P<total>\d+)[^()\[\]\d]{0,20}[)\]]\s*")
COUNTED = re.compile(r"[\[(]?\s*[xX×]?\s?[-+]?\d")
_NOT_IN_HEADING = str.maketrans("[]\n\t", "    ")
_ORNAMENTS = " -=–—*_~:：."
_ORNATE_SIDE = re.compile(r"[-=–—*_~#\s]+")


def clean_line(line: str) -> str:
    """Return a line without what cannot be seen or printed."""
    if not line.isascii():
        line = _INVISIBLE.sub("", line).replace("\u00a0", " ")
    line = _CONTROL.sub(" ", line).strip()
    # Long runs of blanks mean no more than one, and patterns would be slow on them.
    return (
        _BLANKS.sub(lambda run: "\t" if "\t" in run[0] else " ", line) if "    " in line else line
    )


def one_line(text: str) -> str:
    """Return a text as one clean line."""
    return " ".join(clean_line(text).split())


def note_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a note, clean, without the empty ones."""
    return tuple(filter(None, (one_line(line) for line in text.splitlines())))


def has_markup(text: str) -> bool:
    """Tell whether Markdown, BBCode or a bullet would be taken out of a line of cards."""
    return bool(
        _MARKUP.search(text)
        or _EMPHASIS.search(text)
        or _BULLET.match(text)
        or ("](" in text and _LINK.search(text))
    )


def without_markup(text: str) -> str:
    """Take Markdown and BBCode out of a line, but not out of quotes and comments."""
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if not _MARKUP.search(text):
        return text
    head, comment = without_comment(text)
    bare = _QUOTED_OR_MARKUP.sub(lambda found: found["quoted"] or "", head).strip()
    return f"{bare}  # {comment}" if comment else bare


def without_bullet(text: str) -> str:
    """Return a line without the mark of an entry before it."""
    bullet = _BULLET.match(text)
    return text[bullet.end() :].strip() if bullet else text


def without_emphasis(text: str) -> str:
    """Return a line whose emphasised words stand without the marks around them."""
    return _EMPHASIS.sub(r"\2", text)


def is_ornate(text: str) -> bool:
    """Tell whether a line has the form of a heading: ornaments at both ends, or a colon."""
    if text.endswith((":", "：")):
        return True
    front = _ORNATE_SIDE.match(text)
    back = len(text) > len(text.rstrip("-=–—*_~#"))
    return bool(front and front[0].strip() and (back or len(front[0].strip()) > 1))


def bare_heading(text: str) -> str:
    """Return a heading without its total and its ornaments."""
    return STATED_TOTAL.sub(" ", text).strip(f"{_ORNAMENTS}#")


def heading_key(text: str) -> str:
    """Return what a heading is looked up by: without its total and its ornaments."""
    return fold(STATED_TOTAL.sub(" ", text).strip(_ORNAMENTS))


def own_section(text: str) -> str:
    """Return the id of a section that no game has, so that the format can judge it.

    Empty for what is too long for a heading, or has no letter.
    """
    bare = " ".join(STATED_TOTAL.sub(" ", text).translate(_NOT_IN_HEADING).split())
    bare = _MARKUP.sub("", f"[{bare}]").strip(f"[]{_ORNAMENTS}")
    return bare if len(bare) <= _LONGEST_HEADING and any(map(str.isalpha, bare)) else ""


def is_literal(note: str) -> bool:
    """Tell whether a comment stands in quotes and means itself."""
    return len(note) > 2 and note[0] == note[-1] == '"'


def is_title(text: str) -> bool:
    """Tell whether a comment in the first line is the deck's name and no remark."""
    return bool(text) and not _LOOKS_LIKE_HEADER.match(text) and "://" not in text
