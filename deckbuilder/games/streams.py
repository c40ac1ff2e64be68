"""Kernel: the named streams of chance (`tables.chance.Stream`), word by word the same."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = Any
"""A NumPy array, or what the compiler makes of one."""

APART = ("next_block", "begin_draws")
"""What is called from many places and long: it is not put into each of them."""

WORDS = 8
LONGEST_NAME = 64
_BLOCK = 128
_LENGTH, _NEXT, _LEFT = range(3)
_IV = np.array(
    [
        0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
        0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
    ],
    np.uint64,
)  # fmt: skip
"""Of BLAKE2b (RFC 7693)."""
_PARAMETERS = np.uint64(0x01010040)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_FULL = np.uint64(64)
_BYTE = np.uint64(8)


class Draws(NamedTuple):
    """A stream: the bytes that name it, how far it is, and the words of its last block."""

    name: Array
    at: Array
    words: Array
    work: Array


class Names(NamedTuple):
    """The names of all streams of a table, as bytes: a row each, and the length of each."""

    letters: Array
    lengths: Array


def names_of(names: tuple[str, ...]) -> Names:
    """Return names as the kernels read them."""
    letters = np.zeros((len(names), LONGEST_NAME), np.uint8)
    lengths = np.zeros(len(names), np.int64)
    for row, name in enumerate(names):
        content = name.encode()
        letters[row, : len(content)] = list(content)
        lengths[row] = len(content)
    return Names(letters, lengths)


def new_draws() -> Draws:
    """Return a stream that has to be begun."""
    return Draws(
        np.zeros(_BLOCK, np.uint8),
        np.zeros(3, np.int64),
        np.zeros(WORDS, np.uint64),
        np.zeros(2 * WORDS, np.uint64),
    )


def begin_draws(draws: Draws, seed: int, names: Names, row: int, turn: int) -> None:
    """Begin the stream of a seed, a name and a turn."""
    at = write_number(draws.name, 0, seed)
    at = write_slash(draws.name, at)
    for place in range(names.lengths[row]):
        draws.name[at] = names.letters[row, place]
        at += 1
    at = write_slash(draws.name, at)
    at = write_number(draws.name, at, turn)
    draws.at[_LENGTH] = write_slash(draws.name, at)
    draws.at[_NEXT] = 0
    draws.at[_LEFT] = 0


def write_slash(name: Array, at: int) -> int:
    """Write a slash and return the place behind it."""
    name[at] = 47
    return at + 1


def write_number(name: Array, at: int, number: int) -> int:
    """Write a whole number, not below nought, and return the place behind it."""
    digits = 1
    rest = number // 10
    while rest > 0:
        digits += 1
        rest //= 10
    for place in range(digits):
        name[at + digits - 1 - place] = 48 + number % 10
        number //= 10
    return at + digits


def below(draws: Draws, bound: int) -> int:
    """Return a whole number from 0 to bound - 1: the upper half of a word times the bound."""
    if draws.at[_LEFT] == 0:
        next_block(draws)
    draws.at[_LEFT] -= 1
    return upper(draws.words[draws.at[_LEFT]], np.uint64(bound))


def upper(word: Any, bound: Any) -> int:
    """Return the upper half of a word times a bound below 2**32."""
    low = (word & _LOW) * bound
    return int(((word >> _HALF) * bound + (low >> _HALF)) >> _HALF)


def shuffle(draws: Draws, items: Array, size: int) -> None:
    """Put the first items in random order (Fisher and Yates)."""
    words, left = draws.words, draws.at[_LEFT]
    for last in range(size - 1, 0, -1):
        if left == 0:
            next_block(draws)
            left = WORDS
        left -= 1
        other = upper(words[left], np.uint64(last + 1))
        kept = items[last]
        items[last] = items[other]
        items[other] = kept
    draws.at[_LEFT] = left


def next_block(draws: Draws) -> None:
    """Draw the next eight words: BLAKE2b of the name and the number of the block."""
    size = write_number(draws.name, draws.at[_LENGTH], draws.at[_NEXT])
    draws.at[_NEXT] += 1
    draws.at[_LEFT] = WORDS
    message = draws.work
    message[:] = np.uint64(0)
    for place in range(size - 1, -1, -1):
        word = place >> 3
        message[word] = (message[word] << _BYTE) | np.uint64(draws.name[place])
    compress(message, draws.words, np.uint64(size))


def compress(message: Array, words: Array, size: Any) -> None:
    """Hash a message of one block of bytes.

    The twelve rounds take the words of the message in ten orders, written out so that each is
    where it is needed without being looked up.
    """
    v = (
        _IV[0] ^ _PARAMETERS, _IV[1], _IV[2], _IV[3], _IV[4], _IV[5], _IV[6], _IV[7],
        _IV[0], _IV[1], _IV[2], _IV[3], _IV[4] ^ size, _IV[5], _IV[6] ^ _ALL, _IV[7],
    )  # fmt: skip
    m0, m1, m2, m3 = message[0], message[1], message[2], message[3]
    m4, m5, m6, m7 = message[4], message[5], message[6], message[7]
    m8, m9, m10, m11 = message[8], message[9], message[10], message[11]
    m12, m13, m14, m15 = message[12], message[13], message[14], message[15]
    v = stir(v, (m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15))
    v = stir(v, (m14, m10, m4, m8, m9, m15, m13, m6, m1, m12, m0, m2, m11, m7, m5, m3))
    v = stir(v, (m11, m8, m12, m0, m5, m2, m15, m13, m10, m14, m3, m6, m7, m1, m9, m4))
    v = stir(v, (m7, m9, m3, m1, m13, m12, m11, m14, m2, m6, m5, m10, m4, m0, m15, m8))
    v = stir(v, (m9, m0, m5, m7, m2, m4, m10, m15, m14, m1, m11, m12, m6, m8, m3, m13))
    v = stir(v, (m2, m12, m6, m10, m0, m11, m8, m3, m4, m13, m7, m5, m15, m14, m1, m9))
    v = stir(v, (m12, m5, m1, m15, m14, m13, m4, m10, m0, m7, m6, m3, m9, m2, m8, m11))
    v = stir(v, (m13, m11, m7, m14, m12, m1, m3, m9, m5, m0, m15, m4, m8, m6, m2, m10))
    v = stir(v, (m6, m15, m14, m9, m11, m3, m0, m8, m12, m2, m13, m7, m1, m4, m10, m5))
    v = stir(v, (m10, m2, m8, m4, m7, m6, m1, m5, m15, m11, m9, m14, m3, m12, m13, m0))
    v = stir(v, (m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15))
    v = stir(v, (m14, m10, m4, m8, m9, m15, m13, m6, m1, m12, m0, m2, m11, m7, m5, m3))
    words[0] = _IV[0] ^ _PARAMETERS ^ v[0] ^ v[8]
    for place in range(1, WORDS):
        words[place] = _IV[place] ^ v[place] ^ v[WORDS + place]


def stir(v: Any, x: Any) -> Any:
    """Mix sixteen words of a message into the sixteen of the state: columns, then diagonals."""
    a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3 = v
    a0, b0, c0, d0 = mix(a0, b0, c0, d0, x[0], x[1])
    a1, b1, c1, d1 = mix(a1, b1, c1, d1, x[2], x[3])
    a2, b2, c2, d2 = mix(a2, b2, c2, d2, x[4], x[5])
    a3, b3, c3, d3 = mix(a3, b3, c3, d3, x[6], x[7])
    a0, b1, c2, d3 = mix(a0, b1, c2, d3, x[8], x[9])
    a1, b2, c3, d0 = mix(a1, b2, c3, d0, x[10], x[11])
    a2, b3, c0, d1 = mix(a2, b3, c0, d1, x[12], x[13])
    a3, b0, c1, d2 = mix(a3, b0, c1, d2, x[14], x[15])
    return a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3


def mix(a: Any, b: Any, c: Any, d: Any, x: Any, y: Any) -> tuple[Any, Any, Any, Any]:
    """Mix two words of a message into four of the state."""
    a = a + b + x
    d = turned(d ^ a, np.uint64(32))
    c = c + d
    b = turned(b ^ c, np.uint64(24))
    a = a + b + y
    d = turned(d ^ a, np.uint64(16))
    c = c + d
    return a, turned(b ^ c, np.uint64(63)), c, d


def turned(word: Any, by: Any) -> Any:
    """Return a word turned to the right."""
    return (word >> by) | (word << (_FULL - by))
