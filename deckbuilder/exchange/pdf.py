"""PDF: a registration sheet for each list, with lines where the list says nothing."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import InputError
from deckbuilder.exchange.registration.fonts import Fonts
from deckbuilder.exchange.registration.paging import measures, papers
from deckbuilder.exchange.registration.pdf import sheets_pdf
from deckbuilder.exchange.registration.sheet import Details, make_sheet
from deckbuilder.exchange.targets import Context
from deckbuilder.formats.verdict import Verdict, format_of, judge


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the sheets of decks on the first kind of paper, in their order."""
    sheets = [make_sheet(deck, Details(), _verdict(deck)) for deck in decks]
    return sheets_pdf(sheets, measures(papers()[0]), context.fonts or Fonts())


def _verdict(deck: Deck) -> Verdict | None:
    """The verdict by the format that the list names, None where it names none that is known."""
    try:
        return judge(deck, format_of(deck, deck.name), deck.name)
    except InputError:
        return None
