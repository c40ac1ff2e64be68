"""What a browser sends with a form: fields and files, bounded."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl

from python_multipart import parse_form
from python_multipart.exceptions import FormParserError

from deckbuilder.errors import refusal
from deckbuilder.files import MAX_BYTES

MOST_FIELDS = 2_000
MOST_FILES = 500
# What is wrong with a form is told to its sender, not to the terminal of the page.
logging.getLogger("python_multipart").addHandler(logging.NullHandler())

_MULTIPART = "multipart/form-data"
_ENCODED = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Upload:
    """A file as it was sent; `name` is what its sender calls it, never a path to use."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Form:
    """Fields in the order sent, and files."""

    fields: tuple[tuple[str, str], ...] = ()
    files: tuple[Upload, ...] = ()

    def text(self, name: str, default: str = "") -> str:
        """Return the last value of a field."""
        return next((value for key, value in reversed(self.fields) if key == name), default)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return all values of a field."""
        return tuple(value for key, value in self.fields if key == name)

    def number(self, name: str, default: int, least: int = 0, most: int = 10**6) -> int:
        """Return a field as a number within bounds. Raises InputError for what is none."""
        written = self.text(name).strip()
        if not written:
            return default
        if not (written.isdecimal() and len(written) < 20 and least <= int(written) <= most):
            raise refusal("web.no-number", field=name, value=written, least=least, most=most)
        return int(written)


def read_form(content: bytes, content_type: str) -> Form:
    """Read the body of a request. Raises InputError for what is no form, and for too much."""
    kind = content_type.partition(";")[0].strip().lower()
    if len(content) > MAX_BYTES:
        raise refusal("web.too-large", most=MAX_BYTES // (1024 * 1024))
    if not content:
        return Form()
    if kind == _ENCODED:
        try:
            pairs = parse_qsl(
                content.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS
            )
        except ValueError:
            raise refusal("web.no-form") from None
        return Form(fields=tuple((name, _lines(value)) for name, value in pairs))
    if kind == _MULTIPART:
        return _read_multipart(content, content_type)
    raise refusal("web.no-form")


def _read_multipart(content: bytes, content_type: str) -> Form:
    fields: list[tuple[str, str]] = []
    files: list[Upload] = []

    def on_field(field: Any) -> None:
        name = (field.field_name or b"").decode("utf-8", "replace")
        fields.append((name, _lines((field.value or b"").decode("utf-8", "replace"))))
        _bound(len(fields), MOST_FIELDS)

    def on_file(file: Any) -> None:
        name = (file.file_name or b"").decode("utf-8", "replace")
        file.file_object.seek(0)
        # A field for files that was left empty is sent as a file without a name.
        if name:
            files.append(Upload(_last_part(name), file.file_object.read()))
        file.close()
        _bound(len(files), MOST_FILES)

    headers = {"Content-Type": content_type.encode()}
    try:
        parse_form(headers, BytesIO(content), on_field, on_file)
    except FormParserError:
        raise refusal("web.no-form") from None
    return Form(fields=tuple(fields), files=tuple(files))


def _bound(count: int, most: int) -> None:
    if count > most:
        raise refusal("web.too-many-parts", most=most)


def _lines(text: str) -> str:
    """Return a text with its line ends as files have them: forms send other ones."""
    return text.replace("\r\n", "\n")


def _last_part(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2][:200]
