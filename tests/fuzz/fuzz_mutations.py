"""What is done to sound inputs: to their bytes, to their structure, to their letters."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

LETTERS = [
    *"\x00\x07\x1b\x7f\x85\x9b\u2028\u202e\u200b\u200f\ufeff\ufffd\ufdd0",
    *"\u0301\u3099éßŁİıſﬁ①½²Ⅳ３ｘ：［カｶ゙略\U0001f600\U000e0041",
    "\r",
    "\r\n",
    "\u00a0",
    "\ud800",
]
TOKENS = [
    *("[", "]", "{", "}", "(", ")", '"', "'", ":", ",", ";", "\t", "|", "#", "//", "/*", "-", "=>"),
    *(
        "&a ",
        "*a",
        "!!int ",
        "!!binary ",
        "!x ",
        "<<: ",
        "? ",
        "---\n",
        "...\n",
        "%YAML 9\n",
        "|\n",
    ),
    *(
        "null",
        "true",
        ".nan",
        ".inf",
        "~",
        "1e999",
        "-1",
        "0",
        "999999999999999999999",
        "0x",
        "1:2",
    ),
    *("<a>", "</a>", "<!DOCTYPE a>", "&a;", "&#0;", "]]>", "<![CDATA[", "<?xml?>", "=1+1", "|cmd"),
    *(
        "3x ",
        " x3",
        "[Units]",
        "Units:",
        "Total",
        "===\n\n",
        "SB: ",
        "(Core, 12)",
        "[url=",
        "**",
        "\n",
    ),
    *(
        "\\u0000",
        "\\ud800",
        '{"cards": [',
        "Game: Invasion\n",
        "Count,Name\n",
        '{"undo":1}\n',
        "$[0]",
    ),
]
_NUMBER = re.compile(rb"\d+")
_WORD = re.compile(rb"[^\s,:;\"'\[\]{}<>]+")

Mutation = Callable[[bytes, random.Random, Sequence[bytes]], bytes]


def _place(content: bytes, chance: random.Random) -> int:
    return chance.randint(0, len(content))


def changed_bytes(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """Change some bytes to any others."""
    changed = bytearray(content or b"\0")
    for _number in range(chance.choice((1, 1, 2, 8))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def flipped_bit(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """Flip one bit."""
    changed = bytearray(content or b"\0")
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def cut_out(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """Cut a piece out, or the end off."""
    at = _place(content, chance)
    return content[:at] + content[at + chance.choice((1, 2, 10, 100, len(content))) :]


def repeated(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """Repeat a piece."""
    at = _place(content, chance)
    piece = content[at : at + chance.choice((1, 3, 30, 300))]
    return content[:at] + piece * chance.choice((2, 3, 40)) + content[at:]


def spliced(content: bytes, chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    """Go on with a part of another input."""
    other = chance.choice(seeds)
    at, start = _place(content, chance), _place(other, chance)
    return content[:at] + other[start : start + chance.choice((5, 50, 500, len(other)))]


def with_token(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """Put in what means something to one reader or another."""
    at = _place(content, chance)
    token = chance.choice(TOKENS) * chance.choice((1, 1, 1, 2, 60))
    return content[:at] + token.encode() + content[at:]


def with_letters(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """Put in letters that are seldom met."""
    for _number in range(chance.choice((1, 2, 5))):
        at = _place(content, chance)
        letter = chance.choice(LETTERS).encode("utf-8", "surrogatepass")
        content = content[:at] + letter + content[at:]
    return content


def other_lines(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """Exchange, double, drop or indent lines."""
    lines = content.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            lines[one], lines[other] = lines[other], lines[one]
        case 1:
            lines.insert(one, lines[other])
        case 2:
            del lines[one]
        case 3:
            lines[one] = b" " * chance.randint(1, 4) + lines[one]
        case _:
            lines[one] = lines[one].lstrip()
    return b"\n".join(lines)


def other_word(content: bytes, chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    """Put a word of this or another input in the place of a word, or another number of a number."""
    wanted = chance.choice((_NUMBER, _WORD))
    here, there = list(wanted.finditer(content)), _WORD.findall(chance.choice(seeds)[:4_000])
    if not here or not there:
        return content
    place = chance.choice(here)
    numbers = [b"0", b"-1", b"1.5", b"1e5", b"99999999999", b"", b"007", b"\xd9\xa3", b"true"]
    word = chance.choice(numbers if wanted is _NUMBER else there)
    return content[: place.start()] + word + content[place.end() :]


def other_encoding(content: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """Save the same text as other programs would."""
    text = content.decode("utf-8", "replace")
    encoding = chance.choice(
        ("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "cp932", "euc_jp", "iso2022_jp", "cp1252")
    )
    return text.encode(encoding, "replace")


MUTATIONS: tuple[Mutation, ...] = (
    changed_bytes,
    flipped_bit,
    cut_out,
    repeated,
    spliced,
    with_token,
    with_token,
    with_letters,
    other_lines,
    other_lines,
    other_word,
    other_word,
    other_encoding,
)


def mutated(content: bytes, chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    """Return an input after one to five mutations."""
    for _ in range(chance.choice((1, 1, 2, 3, 5))):
        content = chance.choice(MUTATIONS)(content, chance, seeds)
    return content
