"""Dates of which the day, or the month too, may be unknown."""

from __future__ import annotations

from datetime import date

import pytest

from deckbuilder.catalog.card import CardSet
from deckbuilder.catalog.dates import first_and_last
from deckbuilder.catalog.query import parse
from deckbuilder.catalog.records import faulty_fields
from deckbuilder.errors import InputError
from deckbuilder.formats.kinds.pools import _legal_from
from deckbuilder.registry import game


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2011-06-24", date(2011, 6, 24), date(2011, 6, 24)),
        ("2011-12", date(2011, 12, 1), date(2011, 12, 31)),
        ("2012-02", date(2012, 2, 1), date(2012, 2, 29)),
        ("2011", date(2011, 1, 1), date(2011, 12, 31)),
        ("9999-12", date(9999, 12, 1), date(9999, 12, 31)),
    ],
)
def test_a_date_is_a_span_of_days(text: str, first: date, last: date) -> None:
    assert first_and_last(text) == (first, last)


NO_DATES = ["2011-99-01", "2011-02-30", "2011-00", "0000", "2011-6", "20110624", "２０１１", "soon"]


@pytest.mark.parametrize("text", NO_DATES)
def test_what_no_calendar_has_is_no_date(text: str) -> None:
    assert first_and_last(text) is None
    with pytest.raises(InputError):
        parse(f'released>="{text}"', game("invasion").catalog())
    record = {"id": "a", "name": "A", "released": text}
    assert [name for name, _ in faulty_fields(record, CardSet)] == ["released"]


def test_the_last_day_there_is_takes_no_waiting() -> None:
    assert _legal_from("9999-12-31", 30) == ("9999-12-31", "9999-12-31")
    assert _legal_from("2011", 30) == ("2011-01-31", "2012-01-30")
