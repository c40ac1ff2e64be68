"""The lines of a JSON document's parts, which its parser does not tell."""

from __future__ import annotations

import re

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],:]|\n|[^\s{}\[\],:"]+', re.DOTALL)


class JsonLines:
    """The line, from 1, of every part of a JSON text by its path, such as "$.cards[2].name".

    The text has been parsed: it is JSON, and not nested without end.
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[str, int] = {}
        self._line = 1
        self._path, self._word = "$", ""
        self._around: list[tuple[str, int | None]] = [("", None)]
        """The path around each open bracket, and the row within it where it is an array."""
        self._lines["$"] = 1 + text[: len(text) - len(text.lstrip())].count("\n")
        steps = {"{": self._open, "[": self._open, "}": self._close, "]": self._close}
        for found in _TOKEN.finditer(text):
            token = found[0]
            if token == "\n":
                self._line += 1
            elif token in steps:
                steps[token](token)
            elif token == ",":
                self._next()
            elif token == ":":
                self._path = f"{self._around[-1][0]}.{self._word}"
                self._lines[self._path] = self._line
            else:
                self._value(token)

    def of(self, path: str) -> int | None:
        """Return the line of a part, of the part around it where it has none of its own."""
        while path and path not in self._lines:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self._lines.get(path)

    def _open(self, token: str) -> None:
        self._lines[self._path] = self._line
        is_array = token == "["
        self._around.append((self._path, 0 if is_array else None))
        self._path = f"{self._path}[0]" if is_array else self._path

    def _close(self, token: str) -> None:
        if len(self._around) > 1:
            self._path, _ = self._around.pop()

    def _next(self) -> None:
        path, row = self._around[-1]
        if row is not None:
            self._around[-1] = (path, row + 1)
            self._path = f"{path}[{row + 1}]"

    def _value(self, token: str) -> None:
        if self._around[-1][1] is not None:
            self._lines[self._path] = self._line
        self._word = token.strip('"')
        self._line += token.count("\n")
