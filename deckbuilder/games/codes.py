"""Bits written in letters that people type from a screen: slips are found, and versions differ.

The letters are Crockford's base 32, none of which is mistaken for another, in groups of four.
The first letter is the version. Two letters at the end make the whole, read as one number,
leave REST when it is divided by MODULUS. MODULUS is a prime above 31 * 32: so one wrong letter,
and two neighbours exchanged, always leave another rest.
"""

from __future__ import annotations

from deckbuilder.errors import refusal

VERSION = 2
"""What the letters mean; a code of another version is refused."""
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MODULUS = 1021
REST = 1
"""Any rest but 0 will do: a row of zeros is no code."""
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1"})
_BITS = 5
_CHECK = 2
_GROUP = 4


def written(bits: str) -> str:
    """Return the code that holds these bits; what the last letter has room for is zeros."""
    bits += "0" * (-len(bits) % _BITS)
    body = LETTERS[VERSION] + "".join(
        LETTERS[int(bits[at : at + _BITS], 2)] for at in range(0, len(bits), _BITS)
    )
    return canonical_code(body + _check(body))


def canonical_code(code: str) -> str:
    """Return a code as the program writes it, however it was typed."""
    letters = _letters(code)
    return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))


def bits_of(code: str) -> str:
    """Return the bits of a code. Raises InputError for a mistyped one and another version."""
    letters = _letters(code)
    known = len(letters) > _CHECK + 1 and all(letter in LETTERS for letter in letters)
    if not known or _number(letters) % MODULUS != REST:
        raise refusal("codes.mistyped", code=code)
    version = LETTERS.index(letters[0])
    if version != VERSION:
        raise refusal("codes.version", code=code, version=version, need=VERSION)
    return "".join(f"{LETTERS.index(letter):0{_BITS}b}" for letter in letters[1:-_CHECK])


def _letters(code: str) -> str:
    return "".join(code.upper().translate(_READ_AS).replace("-", "").split())


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * len(LETTERS) + LETTERS.index(letter)
    return number


def _check(body: str) -> str:
    high, low = divmod((REST - _number(body) * len(LETTERS) ** _CHECK) % MODULUS, len(LETTERS))
    return LETTERS[high] + LETTERS[low]
