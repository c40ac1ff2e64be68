"""Draft codes: what a friend types gives the same request and seed, or a clear refusal."""

from __future__ import annotations

import contextlib

import pytest
from deckbuilder.games.drafting import DraftRequest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.errors import InputError
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.games.sharing import canonical_code, draft_code, read_code, settings_check
from deckbuilder.registry import game

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


def test_no_two_sets_of_a_game_look_alike_in_a_code():
    for each in FORMATS:
        for card_set in SETS[each.game]:
            draft_code(each, DraftRequest(sets=(card_set,)), SETTINGS, 0, SETS[each.game])


def test_a_code_means_the_same_after_sets_are_added():
    request = DraftRequest(sets=("core", "tooth-and-claw"))
    more = ("aaa", "core", "tooth-and-claw", *(f"own-{number}" for number in range(30)))
    here = draft_code(FORMATS[0], request, SETTINGS, 7, ("core", "tooth-and-claw"))
    assert here == draft_code(FORMATS[0], request, SETTINGS, 7, more)
    shared = read_code(here, FORMATS, {**SETS, FORMATS[0].game: more})
    assert shared.request == request


def test_a_set_that_the_friend_lacks_is_said():
    game_id = FORMATS[0].game
    code = draft_code(FORMATS[0], DraftRequest(sets=("own",)), SETTINGS, 7, (*SETS[game_id], "own"))
    with pytest.raises(InputError, match="uses a set that is not here"):
        read_code(code, FORMATS, SETS)


def alike(count: int = 1000) -> tuple[str, str]:
    """Two ids that a code writes alike: 15 bits cannot tell so many ids apart."""
    seen: dict[str, str] = {}
    for number in range(count):
        name = f"own-{number}"
        code = draft_code(FORMATS[0], DraftRequest(sets=(name,)), SETTINGS, 0, (name,))
        if code in seen:
            return seen[code], name
        seen[code] = name
    raise AssertionError("no two ids are alike")


def test_sets_that_a_code_cannot_tell_apart_are_refused():
    one, other = alike()
    code = draft_code(FORMATS[0], DraftRequest(sets=(one,)), SETTINGS, 0, (one,))
    with pytest.raises(InputError, match="tell these sets apart"):
        draft_code(FORMATS[0], DraftRequest(sets=(one,)), SETTINGS, 0, (one, other))
    with pytest.raises(InputError, match="tell these sets apart"):
        read_code(code, FORMATS, {FORMATS[0].game: (one, other)})


def test_a_code_as_typed_has_a_canonical_form():
    code = draft_code(FORMATS[0], DraftRequest(), SETTINGS, 7, ())
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert canonical_code(typed) == code
