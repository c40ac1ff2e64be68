"""XML read safely: without entities, bounded, every element with its line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckbuilder.errors import parser_reason, refusal

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_LETTERS = 4_000_000
MAX_DEPTH = 20
MAX_ELEMENTS = 50_000
_LINE = "\n"
"""The attribute that holds an element's line: no attribute of a file has that name."""
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_POSITION = re.compile(r": line \d+, column \d+$")
"""What stands behind a complaint; the line is told with the name of the file."""


def parse(text: str, where: str) -> Element:
    """Return the root of an XML text.

    Raises InputError for broken XML, document types, entities, great size, depth and number.
    """
    from xml.etree.ElementTree import ParseError, TreeBuilder

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import XMLParser

    if len(text) > MAX_LETTERS:
        raise refusal("sources.too-long", where=where, most=MAX_LETTERS)
    depth = elements = 0

    class Builder(TreeBuilder):
        """Builds elements that know their line."""

        def start(self, tag: str, attributes: dict[str, str], /) -> Element:
            nonlocal depth, elements
            depth += 1
            elements += 1
            line: int = parser.parser.CurrentLineNumber
            if depth > MAX_DEPTH:
                raise refusal("sources.xml-deep", where=where, line=line, most=MAX_DEPTH)
            if elements > MAX_ELEMENTS:
                raise refusal("sources.xml-many", where=where, line=line, most=MAX_ELEMENTS)
            return super().start(tag, {**attributes, _LINE: str(line)})

        def end(self, tag: str, /) -> Element:
            nonlocal depth
            depth -= 1
            return super().end(tag)

    parser = XMLParser(target=Builder(), forbid_dtd=True)
    # The text is decoded already, whatever its declaration says.
    sound_start = _DECLARATION.sub(lambda found: "\n" * found[0].count("\n"), text, count=1)
    try:
        parser.feed(sound_start.encode("utf-8", "replace"))
        root: Element = parser.close()
    except DefusedXmlException:
        raise refusal("sources.xml-entities", where=where) from None
    except (ParseError, ValueError, LookupError) as error:
        line = error.position[0] if isinstance(error, ParseError) else None
        why = _POSITION.sub("", str(error))
        raise refusal("sources.xml", where=where, line=line, reason=parser_reason(why)) from None
    return root


def line_of(element: Element) -> int | None:
    """Return the line in which an element of `parse` begins."""
    written = element.get(_LINE)
    return int(written) if written else None
