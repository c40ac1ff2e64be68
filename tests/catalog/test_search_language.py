"""The language as it is explained: every example works, and nothing is listed twice."""

from __future__ import annotations

import pytest

from deckbuilder.catalog.fields import fields_of
from deckbuilder.catalog.language import as_markdown, field_lists, forms
from deckbuilder.catalog.query import select
from deckbuilder.catalog.wording import label
from deckbuilder.registry import game, games
from deckbuilder.reports.games import home_of
from deckbuilder.words import phrases

TYPES = {each.title: each.card_type() for each in games()}


@pytest.mark.parametrize("form", forms(), ids=lambda form: form.write)
def test_every_example_of_the_table_finds_cards(form):
    assert select(game("invasion").catalog(), form.write)


@pytest.mark.parametrize("each", games(), ids=lambda each: each.id)
def test_every_field_is_explained_and_has_a_name(each):
    told = ", ".join(name for names in field_lists(TYPES).values() for name in names)
    for field in fields_of(each.card_type()).values():
        assert field.name in told
        assert label(field.name)
        # A game that has words for its facts has one for every fact.
        if "cards" in home_of(each).words["en"]:
            assert field.name in phrases("cards.fields"), field.name


def test_the_markdown_is_the_table():
    text = as_markdown(TYPES)
    for form in forms():
        assert f"| `{form.write}` | {form.finds} |" in text
    assert text.count("\n- ") == len(TYPES) + 1
