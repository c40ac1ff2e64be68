"""Files that people hand in for a list and that are none, told by how they begin."""

from __future__ import annotations

import io
import re
import zipfile

from deckbuilder.errors import refusal
from deckbuilder.sources.spreadsheets import is_workbook
from deckbuilder.tables.log import LOG_START

_KINDS = (
    (re.compile(rb"\s{0,16}%PDF-"), "lists.no-list.pdf"),
    (re.compile(rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "lists.no-list.office"),
    (re.compile(rb"\s{0,16}\{\\rtf"), "lists.no-list.rtf"),
    (
        re.compile(
            rb"\x89PNG|\xff\xd8(?:\xff|\Z)|GIF8[79]a|BM.{4}\x00\x00\x00\x00|II\*\x00|MM\x00\*"
            rb"|RIFF.{4}WEBP|.{4}ftyp(?:heic|heix|mif1|avif)",
            re.DOTALL,
        ),
        "lists.no-list.picture",
    ),
    (re.compile(rb"7z\xbc\xaf|Rar!|\x1f\x8b|BZh|\xfd7zXZ|PK\x05\x06"), "lists.no-list.archive"),
)
"""What the kinds of files begin with, and the codes of what is said of them."""
_OF_DOCUMENT = ("word/", "content.xml", "ppt/", "META-INF/")
_WORKBOOK = "xl/"
_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+)?html\b", re.I | re.S
)
_LOOKED_AT = 4_096


def refuse_what_is_no_list(content: bytes, where: str) -> None:
    """Raise InputError that says what these bytes are, where they are a known kind of file."""
    if content.startswith(LOG_START):
        raise refusal("lists.no-list.log", where=where)
    for start, code in _KINDS:
        if start.match(content):
            raise refusal(code, where=where)
    if is_workbook(content) and (code := _archive(content)):
        raise refusal(code, where=where)


def _archive(content: bytes) -> str:
    """Return the code of what an archive is, empty for a workbook and for what cannot be opened."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = [entry.filename for entry in archive.filelist]
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, LookupError):
        return ""
    if any(name.lower().startswith(_WORKBOOK) for name in names):
        return ""
    return (
        "lists.no-list.docx"
        if any(name.startswith(_OF_DOCUMENT) for name in names)
        else "lists.no-list.archive"
    )


def refuse_page(text: str, where: str) -> None:
    """Raise InputError for a page of the web."""
    if _PAGE.match(text[:_LOOKED_AT]):
        raise refusal("lists.no-list.html", where=where)
