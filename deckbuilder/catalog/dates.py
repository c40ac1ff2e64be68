"""Dates of which the day, or the month too, may be unknown: 2011, 2011-06, 2011-06-24."""

from __future__ import annotations

import calendar
import datetime
import re

_WRITTEN = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)


def first_and_last(text: str) -> tuple[datetime.date, datetime.date] | None:
    """Return the first and the last day that may be meant; None where this is no date."""
    written = _WRITTEN.fullmatch(text)
    if written is None:
        return None
    year, month, day = written.groups()
    try:
        first = datetime.date(int(year), int(month or 1), int(day or 1))
        last_month = int(month or 12)
        last_day = int(day or calendar.monthrange(first.year, last_month)[1])
        return first, datetime.date(first.year, last_month, last_day)
    except ValueError:
        return None
