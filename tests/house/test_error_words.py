"""Every error has its sentences in every language, and code has codes only."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from parsed_sources import nodes

import deckbuilder
from deckbuilder.errors import Fault
from deckbuilder.preferences import Preferences
from deckbuilder.words import languages, phrases

SOURCES = sorted(Path(deckbuilder.__file__).parent.rglob("*.py"))
BUILDERS = {"refusal": 0, "of": 0, "note": 0, "misuse": 0, "UnreadableLine": 0}
"""What builds a fault from a code and fields, and where the code stands among the arguments."""
HELPERS = {"_wrong": 2, "_unknown": 1, "refused": 0, "referred": 0, "_refuse": 1}
"""What hands a code on to a builder, with fields of its own."""
PLAIN = SimpleNamespace(place="X", what="X", mend="X", message="X")

NO_ENGLISH = re.compile(
    r"`[^`]*`"  # what is to be written as it stands
    r"|(?<![\w-])-(?:-[a-z][a-z-]*|[a-z])?(?![\w-])(?: [A-Z]+)*"  # options and what goes with them
    r"|deckbuilder(?: [a-z]+)*"  # commands
    r"|\{\{.*?\}\}|\{[^}]*\}"  # mappings, and fields
    r"|「[^」]*」"
    r"|[a-z]*\.[a-z]{3,4}(?![a-z])"  # names of files and their ends
    r"|(?<![A-Za-z])[A-Z]{2,3}-R?\d+"  # numbers of rules
)
WORDS_OF_FILES = {
    *("CSV", "XLSX", "JSON", "YAML", "XML", "PDF", "UTF", "MiB"),
    *("id", "true", "false", "yes", "no", "XENO"),
}
"""Forms of files, words that are written in files as they stand, and a name of a game."""


def sentences(language: str) -> dict[str, str]:
    with Preferences(language=language).in_force():
        return phrases("errors")


def codes() -> set[str]:
    return {key.removesuffix(".what") for key in sentences("en") if key.endswith(".what")}


def placeholders(text: str) -> set[str]:
    return set(filled(text))


def filled(text: str) -> dict[str, object]:
    """Return fields for a text: numbers where it counts, several values where it joins them."""
    fields: dict[str, object] = {}
    for _, name, form, _ in string.Formatter().parse(text):
        if not name:
            continue
        field, part, _ = name.partition(".")
        if part:
            fields[field] = PLAIN
        elif "|" in (form or ""):
            fields[field] = 2
        else:
            fields.setdefault(field, ("X", "Y"))
    return fields


def calls() -> Iterator[tuple[Path, ast.Call]]:
    for path in SOURCES:
        for node in nodes(path):
            if isinstance(node, ast.Call):
                yield path, node


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def literals() -> set[str]:
    return {
        node.value
        for path in SOURCES
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_code_of_the_word_files_is_used() -> None:
    assert codes() - literals() == set()


def test_every_code_that_is_built_has_its_sentences_and_gives_their_fields() -> None:
    known, texts = codes(), sentences("en")
    for path, call in calls():
        at = (BUILDERS | HELPERS).get(called(call), -1)
        if not 0 <= at < len(call.args):
            continue
        code = call.args[at]
        if not isinstance(code, ast.Constant) or "." not in str(code.value):
            continue
        place = f"{path}:{call.lineno}: {code.value}"
        assert code.value in known, place
        given = {keyword.arg for keyword in call.keywords}
        if called(call) in BUILDERS and None not in given:
            wanted = placeholders(texts[f"{code.value}.what"])
            wanted |= placeholders(texts.get(f"{code.value}.mend", ""))
            assert wanted <= given, place


@pytest.mark.parametrize("language", languages())
def test_every_code_is_said_with_its_fields(language: str) -> None:
    texts = sentences(language)
    with Preferences(language=language).in_force():
        for code in sorted(codes()):
            named = filled(texts[f"{code}.what"] + texts.get(f"{code}.mend", ""))
            fault = Fault(code=code, where="a.txt", line=3, fields=named)
            assert fault.what.strip(), code
            assert "{" not in re.sub(r"\{[^}]*\}", "", str(fault)), code
            assert f"{code}.mend" in texts, code


def test_no_japanese_sentence_is_english() -> None:
    for key, text in sentences("ja").items():
        words = set(re.findall(r"[A-Za-z]{2,}", NO_ENGLISH.sub(" ", text)))
        assert words <= WORDS_OF_FILES, key


OF_PROGRAMMING = {"ValueError", "TypeError", "RuntimeError", "KeyError", "AssertionError"}
"""What says that the program is wrong, and is never told to a reader."""
OF_CLICK = {"UsageError", "BadParameter", "ClickException", "BadOptionUsage", "BadArgumentUsage"}
TWO_WORDS = re.compile(r"[A-Za-z]{2,}[,:']? [A-Za-z]{2,}")


def text_of(node: ast.AST) -> str:
    """Return a string, or an f-string with 0 where a value stands; "" for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or "0" for part in node.values)
    return ""


def sentences_in(source: str) -> list[str]:
    """Return the sentences that a module's source gives to errors."""
    found = []
    tree = ast.parse(source)
    raised = {id(node.exc) for node in ast.walk(tree) if isinstance(node, ast.Raise)}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = called(call)
        if name in OF_PROGRAMMING:
            continue
        of_error = id(call) in raised or name in BUILDERS or name.casefold().endswith("fault")
        if of_error or name.endswith("Error") or name in OF_CLICK or name == "fail":
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            texts = (text_of(node) for each in given for node in ast.walk(each))
            found += [text for text in texts if TWO_WORDS.search(text)]
            found += [name] if name in OF_CLICK else []
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_error_is_said_in_code(path: Path) -> None:
    assert sentences_in(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "planted",
    [
        'raise refusal("files.missing", reason="no such file here")',
        'raise InputError(Fault.of(f"there is no {name}"))',
        'self.note("cards.no-mapping", what=f"{name} does not fit")',
        'raise click.UsageError("Say it")',
        'self.fail(f"{value!r} is not a number.", param, ctx)',
        'raise UnreadableLine("there is no name")',
        'raise misuse("usage.one-of", options="both of them")',
    ],
)
def test_a_sentence_that_is_planted_in_code_is_found(planted: str) -> None:
    assert sentences_in(planted)
