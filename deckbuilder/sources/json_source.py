"""JSON read safely: bounded nesting, and one error that names the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from deckbuilder.errors import Fault, InputError, misfit, refusal
from deckbuilder.words import phrase

MAX_DEPTH = 20
MAX_PARTS = 300_000
_BYTE = re.compile(r"\(byte (\d+)\)")
_HUGE_NUMBER = re.compile(rb"(?<![\w\"])-?\d{19}|\d[eE]\+?\d{3}")
_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_KEYS = re.compile(rb'(?P<text>"(?:[^"\\]|\\.)*+")(?P<key>\s*+:)?|[{}]', re.DOTALL)
_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)


def parse_json(
    content: bytes | str,
    where: str,
    kind: Any = Any,
    *,
    line: int | None = None,
    code: str = "sources.json",
) -> Any:
    """Return what a JSON text holds, as a record of `kind`.

    `line` is that of a text of one line only; without it the line of the fault is looked up.
    Raises InputError of this code for broken JSON, for what is no such record and for nesting
    deeper than MAX_DEPTH.
    """
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    if _has_many_parts(raw):
        reason = phrase("errors.sources.too-many", most=MAX_PARTS)
        raise refusal(code, where=where, line=line, reason=reason)
    if (deep := _too_deep(raw)) is not None:
        reason = phrase("errors.sources.too-deep", most=MAX_DEPTH)
        raise refusal(code, where=where, line=line or deep, reason=reason)
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        found = misfit(error)
        if line is None and "out of range" in str(error):
            line = line_of_error(raw, error)
        raise refusal(code, where=where, line=line, field=found.field, reason=found.what) from None
    except (msgspec.MsgspecError, ValueError, RecursionError, OverflowError) as error:
        raise refusal(
            code, where=where, line=line or line_of_error(raw, error), reason=misfit(error).what
        ) from None


def refuse_keys_twice(content: bytes | str, where: str) -> None:
    """Refuse JSON that could be read, but has a key of one object twice: one would be lost.

    Raises InputError with the line and name of every such key.
    """
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    faults = [
        Fault.of("sources.twice", where=where, line=raw[:start].count(b"\n") + 1, field=key)
        for start, key in _keys_twice(raw)
    ]
    if faults:
        raise InputError(faults)


def _keys_twice(content: bytes) -> Iterator[tuple[int, str]]:
    objects: list[set[str]] = []
    for found in _KEYS.finditer(content):
        if found[0] == b"{":
            objects.append(set())
        elif found[0] == b"}":
            objects.pop()
        elif found["key"]:
            key = msgspec.json.decode(found["text"], type=str)
            if key in objects[-1]:
                yield found.start(), key
            objects[-1].add(key)


def line_of_error(content: bytes, error: Exception) -> int:
    """Return the line in which a parser found a text broken; the last where it misses more."""
    if place := _BYTE.search(str(error)):
        return content[: int(place[1])].count(b"\n") + 1
    number = _HUGE_NUMBER.search(content) if "out of range" in str(error) else None
    return content[: number.start() if number else len(content.rstrip())].count(b"\n") + 1


def _has_many_parts(content: bytes) -> bool:
    """Tell whether there are more than MAX_PARTS values; those in texts do not count."""
    if _number_of_parts(content) <= MAX_PARTS:
        return False
    return _number_of_parts(_TEXT.sub(b"", content)) > MAX_PARTS


def _number_of_parts(content: bytes) -> int:
    return sum(content.count(mark) for mark in (b",", b"[", b"{"))


def _too_deep(content: bytes) -> int | None:
    """Return the line in which the brackets go deeper than MAX_DEPTH, None when they do not."""
    if content.count(b"[") + content.count(b"{") <= MAX_DEPTH:
        return None
    depth = 0
    for found in _BRACKETS.finditer(content):
        if found[0] in (b"[", b"{"):
            depth += 1
            if depth > MAX_DEPTH:
                return content[: found.start()].count(b"\n") + 1
        elif found[0] in (b"]", b"}"):
            depth -= 1
    return None
