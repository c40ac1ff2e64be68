"""The book of an event in each of its forms: PDF, workbook, table, page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckbuilder.reports.event_file import Event
from deckbuilder.reports.registrations import Registration

if TYPE_CHECKING:
    from deckbuilder.exchange.registration.fonts import Fonts
    from deckbuilder.exchange.registration.paging import Measures

PDF, XLSX, CSV, HTML = "pdf", "xlsx", "csv", "html"
FORMS = (PDF, XLSX, CSV, HTML)


def made_book(
    form: str,
    event: Event,
    registered: Sequence[Registration],
    measured: Measures,
    fonts: Fonts,
) -> bytes:
    """Return the book in one of FORMS; the PDF is of this paper and keeps what no font has."""
    if form == PDF:
        from deckbuilder.reports.book import event_book

        return event_book(event, registered, measured, fonts)
    if form == XLSX:
        from deckbuilder.reports.workbook import event_workbook

        return event_workbook(event, registered)
    if form == CSV:
        from deckbuilder.reports.workbook import event_rows

        return event_rows(registered)
    from deckbuilder.reports.event_page import event_page

    return event_page(event, registered).encode()
