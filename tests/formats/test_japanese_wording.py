"""Japanese texts are Japanese: no English words but names, and signs of Japanese width."""

import re
from collections.abc import Iterator

import click
import yaml
from test_words_in_both_languages import TOPICS, flat

from deckbuilder.cli.main import COMMANDS, group
from deckbuilder.exchange.targets import targets
from deckbuilder.formats.loading import format_ids
from deckbuilder.resources import exports_folder
from deckbuilder.words import word_files

TEXTS = [
    (topic, key, text)
    for topic in TOPICS
    for file in word_files("ja", topic)
    for key, text in flat(
        "", yaml.load((exports_folder() / file).read_text(encoding="utf-8"), yaml.CSafeLoader)
    )
]
LETTERS = "\u3040-\u30ff\u4e00-\u9fff々"
NARROW = re.compile(
    rf"[{LETTERS}）」][:;,!?](?!\w)|[{LETTERS}]\s?\(|\)[{LETTERS}]|[{LETTERS}]\.(?!\w)|[{LETTERS}],"
)
LITERAL = {
    "rules.new-format",
    "errors.misfit.type.object",
    "errors.cards.aliases-no-mapping.mend",
}
"""Texts that show what is written in a file, as it must stand there."""
TYPED = ("key-words.", "search.forms.", "decks.search")
"""Keys of texts that are words to type."""
WRITTEN = re.compile(
    r"`[^`]*`|\{[^}]*\}|「[^」{]*[A-Za-z][^」]*」|--[\w-]+(?: [A-Z]+\b)?|-o FILE"
    r"|deckbuilder[^。、）」]*"
    r"|DECKBUILDER_\w+|[\w-]*\.[a-z]{2,8}\b|(?:DRB|INV|NF|XENO)-R?\d+"
)
"""What is typed, filled in or cited: code, fields, quotations, options, files, rules."""
PROPER = """
    BBCode CFR CSV Cockatrice Ctrl-C Dask Draftmancer Enter HP ID JSON LackeyCCG MTGO Markdown
    MiB Numba OCTGN PDF Parquet PyArrow RTF SVG Tabletop Simulator UTF- XENO XLSX XML YAML mm
    English
"""
"""Names of programs and languages, forms of files, units and keys."""
VALUES = """
    true false yes no none error warning en ja letter id name team table list received sides
    decided_by rating drafter denial counter valor vv Toughness Scout
    common-ground hidden-archives secret-archives upstream teams own-starters moon-phases
    longer-game
"""
"""What is written so in a file or typed, as an example of it or the only way to say it."""


def test_no_sign_of_english_width_stands_at_a_japanese_letter() -> None:
    for topic, key, text in TEXTS:
        if f"{topic}.{key}" not in LITERAL:
            assert not NARROW.search(re.sub(r"`[^`]*`", "", text)), f"{topic}.{key}: {text}"


def test_every_english_word_in_japanese_is_a_name() -> None:
    known = {*PROPER.split(), *VALUES.split(), *typed()}
    for topic, key, text in TEXTS:
        if f"{topic}.{key}" in LITERAL or key.startswith(TYPED):
            continue
        words = re.findall(r"[A-Za-z][A-Za-z_-]+", WRITTEN.sub(" ", text))
        assert set(words) <= known, f"{topic}.{key}: {set(words) - known} in {text}"


def typed() -> Iterator[str]:
    """Yield words of the command line: commands, formats, targets."""
    context = click.Context(group)
    for name in COMMANDS:
        yield name
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from command.commands
    yield from format_ids()
    yield from (each.id for each in targets())
