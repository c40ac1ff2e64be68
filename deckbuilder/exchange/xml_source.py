"""XML of other programs: read without entities, bounded, and told apart by what it holds."""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import unusable

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_LETTERS = 4_000_000
MAX_DEPTH = 20
_AGAIN = "Write the file again with the program that made it."
_LINE = "\n"
"""The attribute that holds an element's line: no attribute of a file has that name."""
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_xml(text: str, where: str, game: str | None) -> tuple[Deck, ...]:
    """Read a deck of OCTGN, Cockatrice, LackeyCCG or MTGO. Raises InputError."""
    root = parse(text, where)
    reader = {
        "cockatrice_deck": "cockatrice",
        "deck": "octgn" if root.get("game") else "lackey",
        "Deck": "mtgo",
    }.get(root.tag)
    if reader is None:
        raise unusable(
            f"this XML is no deck that is known here (it is a <{root.tag[:40]}>).",
            where=where,
            mend="Known are decks of OCTGN, Cockatrice, LackeyCCG and MTGO.",
        )
    deck: Deck = importlib.import_module(f"deckbuilder.exchange.{reader}").read(root, where, game)
    return (deck,)


def parse(text: str, where: str) -> Element:
    """Return the root of an XML text.

    Raises InputError for broken XML, document types, entities, great size and depth.
    """
    from xml.etree.ElementTree import ParseError, TreeBuilder

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import XMLParser

    if len(text) > MAX_LETTERS:
        raise unusable(f"the file is longer than {MAX_LETTERS} letters.", where=where, mend=_AGAIN)
    depth = 0

    class Builder(TreeBuilder):
        """Builds elements that know their line."""

        def start(self, tag: str, attributes: dict[str, str], /) -> Element:
            nonlocal depth
            depth += 1
            line: int = parser.parser.CurrentLineNumber
            if depth > MAX_DEPTH:
                raise unusable(
                    f"the XML is nested deeper than {MAX_DEPTH}.",
                    where=where,
                    line=line,
                    mend=_AGAIN,
                )
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
    except ParseError as error:
        raise unusable(
            f"broken XML: {error}.",
            where=where,
            line=error.position[0],
            mend=_AGAIN,
        ) from None
    except DefusedXmlException:
        raise unusable(
            "this XML defines a document type or entities, which is not accepted.",
            where=where,
            mend="Take the DOCTYPE out.",
        ) from None
    return root


def line_of(element: Element) -> int | None:
    """Return the line in which an element of `parse` begins."""
    written = element.get(_LINE)
    return int(written) if written else None


def sound(text: str) -> str:
    """Return a text without the letters that XML cannot hold."""
    return _NOT_IN_XML.sub(" ", text)


def escape(text: str, *, attribute: bool = False) -> str:
    """Return a text as it stands in XML."""
    from xml.sax.saxutils import escape as escape_text

    return escape_text(
        sound(text), {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"} if attribute else {}
    )
