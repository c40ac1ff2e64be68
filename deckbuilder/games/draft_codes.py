"""A draft in one short code: format, settings and seed, so that a friend gets the same packs.

The code is a row of bits, written as `codes` writes them: 10 bits name the format, 12 check the
settings that come out, 32 are the seed, 1 says whether a request follows. A set is written by
its id, so that a code keeps its meaning when sets are added. The settings that a game declares
are written in their order, each a bit that tells whether it is said and, if it is, its value.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from deckbuilder.errors import InputError, refusal
from deckbuilder.formats.format import Format
from deckbuilder.game_settings import Setting, SettingValue
from deckbuilder.games.codes import bits_of, written
from deckbuilder.games.table_game import Request

_FORMAT, _SETTINGS, _SEED = 10, 12, 32
_NUMBER, _COUNT, _SET = 5, 3, 15
MOST_SETS = 2**_COUNT - 1


class Shared(msgspec.Struct, frozen=True, kw_only=True):
    """What a code says. `settings_check` must fit the settings that the request gives."""

    draft_format: Format
    request: Request
    seed: int
    settings_check: str


def draft_code(
    draft_format: Format, request: Request, settings: Any, seed: int, sets: Sequence[str]
) -> str:
    """Return the code of a draft; `sets` are the ids of all sets of the game.

    Raises InputError when more sets are in the box than a code can hold, when a code cannot tell
    one of them from another set of the game, and for a setting that may be anything.
    """
    if len(request.sets) > MOST_SETS:
        raise refusal("codes.too-many-sets", most=MOST_SETS, sets=len(request.sets))
    return written(
        _format_bits(draft_format.id)
        + settings_check(settings)
        + f"{seed:0{_SEED}b}"
        + _request_bits(request, draft_format, sets)
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
                request = _read_request(rest, draft_format, sets[draft_format.game])
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
    settings = draft.settings(shared.request, home.catalog())
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


def _declared(draft_format: Format) -> tuple[Setting, ...]:
    from deckbuilder.registry import game

    return game(draft_format.game).settings_for("draft")


def _request_bits(request: Request, draft_format: Format, sets: Sequence[str]) -> str:
    if not (request.players or request.variants or request.sets or request.options):
        return "0"
    chosen = "".join("1" if name in request.variants else "0" for name in _variants(draft_format))
    box = "".join(_set_bits(each, sets) for each in request.sets)
    options = "".join(
        "0" if value is None else f"1{_value_bits(setting, value)}"
        for setting in _declared(draft_format)
        for value in (request.options.get(setting.name),)
    )
    players = f"{request.players or 0:0{_NUMBER}b}"
    return f"1{players}{chosen}{len(request.sets):0{_COUNT}b}{box}{options}"


def _value_bits(setting: Setting, value: SettingValue) -> str:
    place = setting.choices.index(str(value)) if setting.choices else int(value) - _least(setting)
    return f"{place:0{_width(setting)}b}"


def _width(setting: Setting) -> int:
    """Return how many bits a value takes. Raises InputError for one that is any text or number."""
    if setting.choices:
        return max(1, (len(setting.choices) - 1).bit_length())
    if setting.most is None:
        raise refusal("codes.any-value", setting=setting.name)
    return max(1, (setting.most - _least(setting)).bit_length())


def _least(setting: Setting) -> int:
    return setting.least or 0


def _read_request(bits: str, draft_format: Format, sets: Sequence[str]) -> Request:
    place = 1

    def take(count: int) -> str:
        nonlocal place
        place += count
        if place > len(bits):
            raise ValueError("the code is too short")
        return bits[place - count : place]

    if bits[0] == "0":
        return Request(format=draft_format)
    variants = _variants(draft_format)
    players = int(take(_NUMBER), 2)
    chosen = take(len(variants)) if variants else ""
    count = int(take(_COUNT), 2)
    box = tuple(_set_of(take(_SET), sets) for _ in range(count))
    options = {
        setting.name: _read_value(setting, take(_width(setting)))
        for setting in _declared(draft_format)
        if take(1) == "1"
    }
    return Request(
        format=draft_format,
        players=players or None,
        variants=tuple(name for name, bit in zip(variants, chosen, strict=True) if bit == "1"),
        sets=box,
        options=options,
    )


def _read_value(setting: Setting, bits: str) -> SettingValue:
    """Return the value that bits say. Raises ValueError for one that there is not."""
    place = int(bits, 2)
    if setting.choices:
        if place >= len(setting.choices):
            raise ValueError(f"{setting.name} has no such value")
        return setting.choices[place]
    number = place + _least(setting)
    if setting.most is not None and number > setting.most:
        raise ValueError(f"{setting.name} has no such value")
    return number


def _alike(sets: Sequence[str]) -> InputError:
    return refusal("codes.sets-alike", sets=tuple(sorted(sets)))


def _mistyped(code: str) -> InputError:
    return refusal("codes.mistyped", code=code)
