"""A draft in one short code: format, settings and seed, so that a friend gets the same packs.

The code is a row of bits, written as `codes` writes them: 10 bits name the format, 12 check the
settings that come out, 32 are the seed, 1 says whether a request follows. A set is written by
its id, so that a code keeps its meaning when sets are added.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from deckbuilder.errors import InputError, refusal
from deckbuilder.formats.format import Format
from deckbuilder.games.codes import bits_of, written
from deckbuilder.games.drafting import DraftRequest

_FORMAT, _SETTINGS, _SEED = 10, 12, 32
_NUMBER, _COUNT, _SET = 5, 3, 15
MOST_SETS = 2**_COUNT - 1


class Shared(msgspec.Struct, frozen=True, kw_only=True):
    """What a code says. `settings_check` must fit the settings that the request gives."""

    draft_format: Format
    request: DraftRequest
    seed: int
    settings_check: str


def draft_code(
    draft_format: Format, request: DraftRequest, settings: Any, seed: int, sets: Sequence[str]
) -> str:
    """Return the code of a draft; `sets` are the ids of all sets of the game.

    Raises InputError when more sets are in the box than a code can hold, or when a code cannot
    tell one of them from another set of the game.
    """
    if len(request.sets) > MOST_SETS:
        raise refusal("codes.too-many-sets", most=MOST_SETS, sets=len(request.sets))
    return written(
        _format_bits(draft_format.id)
        + settings_check(settings)
        + f"{seed:0{_SEED}b}"
        + _request_bits(request, _variants(draft_format), sets)
    )


def read_code(code: str, formats: Sequence[Format], sets: Mapping[str, Sequence[str]]) -> Shared:
    """Return what a code says; `formats` are those that can be drafted, `sets` by game.

    Raises InputError for a code that was mistyped or names no known format or set.
    """
    bits = bits_of(code)
    wanted, check, seed, rest = (
        bits[:_FORMAT],
        bits[_FORMAT : _FORMAT + _SETTINGS],
        bits[_FORMAT + _SETTINGS : _FORMAT + _SETTINGS + _SEED],
        bits[_FORMAT + _SETTINGS + _SEED :],
    )
    if not rest:
        raise _mistyped(code)
    for draft_format in formats:
        if _format_bits(draft_format.id) == wanted:
            try:
                request = _read_request(rest, _variants(draft_format), sets[draft_format.game])
            except ValueError:
                raise _mistyped(code) from None
            return Shared(
                draft_format=draft_format,
                request=request,
                seed=int(seed, 2),
                settings_check=check,
            )
    raise refusal("codes.no-such-format", code=code)


def open_code(code: str) -> tuple[Shared, Any]:
    """Return what a code says, and the settings of its draft.

    Raises InputError for a code that was mistyped, or made with other cards.
    """
    from deckbuilder.formats.loading import format_ids, load_format
    from deckbuilder.registry import game

    formats = [found for name in format_ids() if (found := load_format(name)).draft is not None]
    sets = {each.game: list(game(each.game).catalog().sets_by_id) for each in formats}
    shared = read_code(code, formats, sets)
    home = game(shared.draft_format.game)
    if home.draft is None:
        raise _mistyped(code)
    draft = home.draft()
    settings = draft.settings(shared.draft_format, home.catalog(), shared.request)
    if settings_check(settings) != shared.settings_check:
        raise refusal("codes.other-cards", code=code)
    return shared, settings


def settings_check(settings: Any) -> str:
    """Return the bits that tell whether two sets of settings are the same."""
    content = msgspec.json.encode(settings, order="deterministic")
    return _bits(content, _SETTINGS)


def _format_bits(format_id: str) -> str:
    return _bits(format_id.encode(), _FORMAT)


def _bits(content: bytes, count: int) -> str:
    digest = int.from_bytes(hashlib.blake2b(content, digest_size=8).digest(), "big")
    return f"{digest >> (64 - count):0{count}b}"


def _set_bits(set_id: str, sets: Sequence[str]) -> str:
    bits = _bits(set_id.encode(), _SET)
    others = [each for each in sets if each != set_id and _bits(each.encode(), _SET) == bits]
    if others:
        raise _alike([set_id, *others])
    return bits


def _set_of(bits: str, sets: Sequence[str]) -> str:
    found = [each for each in sets if _bits(each.encode(), _SET) == bits]
    if not found:
        raise refusal("codes.no-such-set")
    if len(found) > 1:
        raise _alike(found)
    return found[0]


def _variants(draft_format: Format) -> list[str]:
    return sorted((draft_format.draft or {}).get("variants", {}))


def _request_bits(request: DraftRequest, variants: Sequence[str], sets: Sequence[str]) -> str:
    if request == DraftRequest():
        return "0"
    chosen = "".join("1" if variant in request.variants else "0" for variant in variants)
    numbers = f"{request.players or 0:0{_NUMBER}b}{request.hand or 0:0{_NUMBER}b}"
    box = "".join(_set_bits(each, sets) for each in request.sets)
    further = ""
    if request.boosters or request.picks:
        further = f"{request.boosters or 0:0{_NUMBER}b}{request.picks or 0:0{_NUMBER}b}"
    return f"1{numbers}{chosen}{len(request.sets):0{_COUNT}b}{box}{further}"


def _read_request(bits: str, variants: Sequence[str], sets: Sequence[str]) -> DraftRequest:
    place = 1

    def take(count: int) -> str:
        nonlocal place
        place += count
        if place > len(bits):
            raise ValueError("the code is too short")
        return bits[place - count : place]

    if bits[0] == "0":
        return DraftRequest()
    players, hand = int(take(_NUMBER), 2), int(take(_NUMBER), 2)
    chosen = take(len(variants)) if variants else ""
    count = int(take(_COUNT), 2)
    box = tuple(_set_of(take(_SET), sets) for _ in range(count))
    # What follows less than this is what fills the last letter.
    further = len(bits) - place >= 2 * _NUMBER
    boosters, picks = (int(take(_NUMBER), 2), int(take(_NUMBER), 2)) if further else (0, 0)
    return DraftRequest(
        players=players or None,
        hand=hand or None,
        variants=tuple(name for name, bit in zip(variants, chosen, strict=True) if bit == "1"),
        sets=box,
        boosters=boosters or None,
        picks=picks or None,
    )


def _alike(sets: Sequence[str]) -> InputError:
    return refusal("codes.sets-alike", sets=tuple(sorted(sets)))


def _mistyped(code: str) -> InputError:
    return refusal("codes.mistyped", code=code)
