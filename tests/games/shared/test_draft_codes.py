"""Draft codes: what a friend types gives the same request and seed, or a clear refusal."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.errors import InputError
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.games.codes import LETTERS, MODULUS, bits_of, canonical_code, written
from deckbuilder.games.draft_codes import draft_code, read_code, settings_check
from deckbuilder.games.table_game import Request
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
    said = {
        setting.name: draw(st.integers(setting.least, setting.most))
        for setting in game(draft_format.game).settings_for("draft")
        if draw(st.booleans())
    }
    request = Request(
        format=draft_format,
        players=draw(st.none() | st.integers(1, 31)),
        options=said,
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


def test_a_plain_draft_has_a_code_of_fourteen_letters():
    code = draft_code(FORMATS[0], Request(), SETTINGS, 7, ())
    assert len(code.replace("-", "")) == 14


def refused(code):
    with pytest.raises(InputError) as caught:
        bits_of(code)
    return caught.value.faults[0].code == "codes.mistyped"


@pytest.mark.parametrize("seed", [0, 7, 2**32 - 1])
@pytest.mark.parametrize("draft_format", FORMATS, ids=lambda each: each.id)
def test_every_wrong_letter_is_found(draft_format, seed):
    code = draft_code(draft_format, Request(), SETTINGS, seed, ()).replace("-", "")
    for place, letter in enumerate(code):
        for wrong in set(LETTERS) - {letter}:
            assert refused(code[:place] + wrong + code[place + 1 :])


@pytest.mark.parametrize("seed", [0, 7, 2**32 - 1])
@pytest.mark.parametrize("draft_format", FORMATS, ids=lambda each: each.id)
def test_every_exchange_of_neighbours_is_found(draft_format, seed):
    code = draft_code(draft_format, Request(), SETTINGS, seed, ()).replace("-", "")
    pairs = [place for place in range(len(code) - 1) if code[place] != code[place + 1]]
    assert pairs
    for place in pairs:
        swapped = code[place + 1] + code[place]
        assert refused(code[:place] + swapped + code[place + 2 :])


@settings(max_examples=60)
@given(st.text("01", min_size=1, max_size=200), st.data())
def test_slips_are_found_in_codes_of_any_length(bits, data):
    code = written(bits).replace("-", "")
    place = data.draw(st.integers(0, len(code) - 2))
    wrong = data.draw(st.sampled_from(sorted(set(LETTERS) - {code[place]})))
    assert refused(code[:place] + wrong + code[place + 1 :])
    swapped = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
    assert swapped == code or refused(swapped)


def test_the_modulus_is_a_prime_that_no_slip_is_a_multiple_of():
    assert all(MODULUS % each for each in range(2, MODULUS))
    assert MODULUS > 31 * 32


def test_a_code_of_another_version_is_told_as_such(monkeypatch):
    monkeypatch.setattr("deckbuilder.games.codes.VERSION", 3)
    code = draft_code(FORMATS[0], Request(), SETTINGS, 7, ())
    monkeypatch.undo()
    with pytest.raises(InputError, match="form of version 3; this program reads version 2"):
        read_code(code, FORMATS, SETS)


@settings(max_examples=100)
@given(st.text(max_size=30))
def test_any_text_is_a_code_or_refused(text):
    with contextlib.suppress(InputError):
        assert read_code(text, FORMATS, SETS).draft_format in FORMATS


def test_all_draft_formats_have_codes_of_their_own():
    heads = {draft_code(each, Request(), SETTINGS, 0, ())[1:3] for each in FORMATS}
    assert len(heads) == len(FORMATS)


def test_more_sets_than_a_code_holds_are_refused():
    with pytest.raises(InputError, match="at most 7 sets"):
        draft_code(FORMATS[0], Request(sets=("a",) * 8), SETTINGS, 0, ("a",))


def test_no_two_sets_of_a_game_look_alike_in_a_code():
    for each in FORMATS:
        for card_set in SETS[each.game]:
            draft_code(each, Request(sets=(card_set,)), SETTINGS, 0, SETS[each.game])


def test_a_code_means_the_same_after_sets_are_added():
    request = Request(sets=("core", "tooth-and-claw"))
    more = ("aaa", "core", "tooth-and-claw", *(f"own-{number}" for number in range(30)))
    here = draft_code(FORMATS[0], request, SETTINGS, 7, ("core", "tooth-and-claw"))
    assert here == draft_code(FORMATS[0], request, SETTINGS, 7, more)
    shared = read_code(here, FORMATS, {**SETS, FORMATS[0].game: more})
    assert shared.request.sets == request.sets


def test_a_set_that_the_friend_lacks_is_said():
    game_id = FORMATS[0].game
    code = draft_code(FORMATS[0], Request(sets=("own",)), SETTINGS, 7, (*SETS[game_id], "own"))
    with pytest.raises(InputError, match="uses a set that is not here"):
        read_code(code, FORMATS, SETS)


def alike(count: int = 1000) -> tuple[str, str]:
    """Two ids that a code writes alike: 15 bits cannot tell so many ids apart."""
    seen: dict[str, str] = {}
    for number in range(count):
        name = f"own-{number}"
        code = draft_code(FORMATS[0], Request(sets=(name,)), SETTINGS, 0, (name,))
        if code in seen:
            return seen[code], name
        seen[code] = name
    raise AssertionError("no two ids are alike")


def test_sets_that_a_code_cannot_tell_apart_are_refused():
    one, other = alike()
    code = draft_code(FORMATS[0], Request(sets=(one,)), SETTINGS, 0, (one,))
    with pytest.raises(InputError, match="tell these sets apart"):
        draft_code(FORMATS[0], Request(sets=(one,)), SETTINGS, 0, (one, other))
    with pytest.raises(InputError, match="tell these sets apart"):
        read_code(code, FORMATS, {FORMATS[0].game: (one, other)})


def test_a_code_as_typed_has_a_canonical_form():
    code = draft_code(FORMATS[0], Request(), SETTINGS, 7, ())
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert canonical_code(typed) == code
