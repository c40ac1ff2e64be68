"""The lines of a JSON document's parts, which its parser does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from deckbuilder.errors import unusable

MAX_DEPTH = 20
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],:]|\n|[^\s{}\[\],:"]+', re.DOTALL)


class JsonLines:
    """The line, from 1, of every part of a JSON text by its path, such as "$.cards[2].name".

    Raises InputError for a document that is nested deeper than MAX_DEPTH.
    """

    def __init__(self, text: str, where: str) -> None:
        self._lines = dict(_places(text, where))

    def of(self, path: str) -> int | None:
        """Return the line of a part, of the part around it where it has none of its own."""
        while path and path not in self._lines:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self._lines.get(path)


def _places(text: str, where: str) -> Iterator[tuple[str, int]]:
    line = 1
    yield "$", 1 + text[: len(text) - len(text.lstrip())].count("\n")
    paths = [""]
    rows: list[int | None] = [None]
    path, word = "$", ""
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == "\n":
            line += 1
        elif token in "{[":
            yield path, line
            if len(paths) > MAX_DEPTH:
                raise unusable(
                    f"the JSON is nested deeper than {MAX_DEPTH}.",
                    where=where,
                    line=line,
                    mend="Check the brackets.",
                )
            paths.append(path)
            rows.append(0 if token == "[" else None)
            path = f"{path}[0]" if token == "[" else path
        elif token in "}]":
            if len(paths) > 1:
                path = paths.pop()
                rows.pop()
        elif token == ",":
            row = rows[-1]
            if row is not None:
                rows[-1] = row + 1
                path = f"{paths[-1]}[{row + 1}]"
        elif token == ":":
            path = f"{paths[-1]}.{word}"
            yield path, line
        else:
            if rows[-1] is not None:
                yield path, line
            word = token.strip('"')
            line += token.count("\n")
