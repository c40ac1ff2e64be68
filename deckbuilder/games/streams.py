"""Kernel: the named streams of chance (`tables.chance.Stream`), word by word the same."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = Any
"""A NumPy array, or what the compiler makes of one."""

WORDS = 8
LONGEST_NAME = 64
_BLOCK = 128
_LENGTH, _NEXT, _LEFT = range(3)
_ROUNDS = 12
_IV = np.array(
    [
        0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
        0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
    ],
    np.uint64,
)  # fmt: skip
"""Of BLAKE2b (RFC 7693)."""
_SIGMA = np.array(
    [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    ],
    np.uint64,
)
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
    """Hash a message of one block of bytes."""
    a0, a1, a2, a3 = _IV[0] ^ _PARAMETERS, _IV[1], _IV[2], _IV[3]
    b0, b1, b2, b3 = _IV[4], _IV[5], _IV[6], _IV[7]
    c0, c1, c2, c3 = _IV[0], _IV[1], _IV[2], _IV[3]
    d0, d1, d2, d3 = _IV[4] ^ size, _IV[5], _IV[6] ^ _ALL, _IV[7]
    for turn in range(_ROUNDS):
        s = _SIGMA[turn % 10]
        a0, b0, c0, d0 = mix(a0, b0, c0, d0, message[s[0]], message[s[1]])
        a1, b1, c1, d1 = mix(a1, b1, c1, d1, message[s[2]], message[s[3]])
        a2, b2, c2, d2 = mix(a2, b2, c2, d2, message[s[4]], message[s[5]])
        a3, b3, c3, d3 = mix(a3, b3, c3, d3, message[s[6]], message[s[7]])
        a0, b1, c2, d3 = mix(a0, b1, c2, d3, message[s[8]], message[s[9]])
        a1, b2, c3, d0 = mix(a1, b2, c3, d0, message[s[10]], message[s[11]])
        a2, b3, c0, d1 = mix(a2, b3, c0, d1, message[s[12]], message[s[13]])
        a3, b0, c1, d2 = mix(a3, b0, c1, d2, message[s[14]], message[s[15]])
    words[0] = _IV[0] ^ _PARAMETERS ^ a0 ^ c0
    words[1] = _IV[1] ^ a1 ^ c1
    words[2] = _IV[2] ^ a2 ^ c2
    words[3] = _IV[3] ^ a3 ^ c3
    words[4] = _IV[4] ^ b0 ^ d0
    words[5] = _IV[5] ^ b1 ^ d1
    words[6] = _IV[6] ^ b2 ^ d2
    words[7] = _IV[7] ^ b3 ^ d3


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
