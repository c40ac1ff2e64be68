"""Draft codes: what a friend types gives the same request and seed, or a clear refusal."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.errors import InputError
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.games.drafting import DraftRequest
from deckbuilder.games.registry import game
from deckbuilder.games.sharing import draft_code, read_code, settings_check

FORMATS = [found for name in format_ids() if (found := load_format(name)).draft is not None]
SETS = {each.game: tuple(game(each.game).catalog().sets_by_id) for each in FORMATS}
SETTINGS = {"packs": 5, "pack_size": 15}


@st.composite
def drafts(draw):
    draft_format = draw(st.sampled_from(FORMATS))
    variants = draw(
        st.sets(st.sampled_from(sorted((draft_format.draft or {}).get("variants", {})) or ["-"]))
    )
    request = DraftRequest(
        players=draw(st.none() | st.integers(1, 31)),
        hand=draw(st.none() | st.integers(1, 31)),
        variants=tuple(sorted(variants - {"-"})),
        sets=tuple(draw(st.lists(st.sampled_from(SETS[draft_format.game]), max_size=7))),
    )
    return draft_format, request, draw(st.integers(0, 2**32 - 1))


@settings(max_examples=60)
@given(drafts())
def test_a_code_says_the_same_draft_again(draft):
    draft_format, request, seed = draft
    code = draft_code(draft_format, request, SETTINGS, seed, SETS[draft_format.game])
    shared = read_code(code.lower().replace("-", " "), FORMATS, SETS)
    assert (shared.draft_format.id, shared.request, shared.seed) == (
        draft_format.id,
        request,
        seed,
    )
    assert shared.settings_check == settings_check(SETTINGS)


def test_a_plain_draft_has_a_code_of_twelve_letters():
    code = draft_code(FORMATS[0], DraftRequest(), SETTINGS, 7, ())
    assert len(code.replace("-", "")) == 12


def test_a_wrong_letter_is_noticed_nearly_always():
    code = draft_code(FORMATS[0], DraftRequest(), SETTINGS, 7, ()).replace("-", "")
    refused = 0
    for place in range(len(code)):
        wrong = code[:place] + ("7" if code[place] != "7" else "8") + code[place + 1 :]
        try:
            read_code(wrong, FORMATS, SETS)
        except InputError:
            refused += 1
    assert refused >= 11


@settings(max_examples=100)
@given(st.text(max_size=30))
def test_any_text_is_a_code_or_refused(text):
    with contextlib.suppress(InputError):
        assert read_code(text, FORMATS, SETS).draft_format in FORMATS


def test_all_draft_formats_have_codes_of_their_own():
    heads = {draft_code(each, DraftRequest(), SETTINGS, 0, ())[:2] for each in FORMATS}
    assert len(heads) == len(FORMATS)


def test_more_sets_than_a_code_holds_are_refused():
    with pytest.raises(InputError, match="at most 7 sets"):
        draft_code(FORMATS[0], DraftRequest(sets=("a",) * 8), SETTINGS, 0, ("a",))
