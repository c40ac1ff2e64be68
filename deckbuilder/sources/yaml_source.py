"""YAML read safely, with the line of every part at hand when a fault must be reported."""

from __future__ import annotations

import gc
import re
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any, ClassVar

import yaml

from deckbuilder.errors import Fault, InputError, parser_reason, refusal
from deckbuilder.sanitizing import printable, shown
from deckbuilder.words import Phrase, phrase

_SAFE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _TooMuch(Exception):
    """A document has more parts, or lies deeper, than can be read."""

    def __init__(self, around: yaml.Node | None, reason: Phrase) -> None:
        self.line = _line(around) if around is not None else None
        self.reason = reason


class _Loader(_SAFE):  # type: ignore[misc]  # whichever of the two there is
    """The safe loader, but dates stay text: an impossible day is then found with its line."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {
        first: [pair for pair in pairs if pair[0] != "tag:yaml.org,2002:timestamp"]
        for first, pairs in _SAFE.yaml_implicit_resolvers.items()
    }

    _depth = _parts = 0

    def descend_resolver(self, parent: yaml.Node | None, index: Any) -> None:
        """Count the part that is composed next; both loaders call this for each."""
        self._depth += 1
        self._parts += 1
        if self._depth > MAX_DEPTH:
            raise _TooMuch(parent, phrase("errors.sources.too-deep", most=MAX_DEPTH))
        if self._parts > MAX_PARTS:
            raise _TooMuch(parent, phrase("errors.sources.too-many", most=MAX_PARTS))

    def ascend_resolver(self) -> None:
        """Count back where the part ends."""
        self._depth -= 1


MAX_BYTES = 8 * 1024 * 1024
LARGE = 256 * 1024
"""From so many letters on a document is worth pausing the search for cycles."""
MAX_PARTS = 250_000
MAX_ALIASES = 100
MAX_DEPTH = 40
_LARGEST = 10**18
_TAG = "tag:yaml.org,2002:"
_PLAIN = {
    yaml.ScalarNode: {f"{_TAG}{kind}" for kind in ("str", "int", "float", "bool", "null", "merge")},
    yaml.SequenceNode: {f"{_TAG}seq"},
    yaml.MappingNode: {f"{_TAG}map"},
}
"""The tags that plain YAML gives to its parts without anybody writing one."""
_NUMBERS = {f"{_TAG}int", f"{_TAG}float"}
_LONGEST_NUMBER = 40
_SHORT_NUMBER = re.compile(r"[-+]?[0-9]{1,17}")


def parse_yaml(content: bytes | str, where: str) -> Any:
    """Parse one YAML document.

    Raises InputError naming `where` and the line for broken YAML, for a document above
    MAX_BYTES or nested deeper than MAX_DEPTH, for one that refers to itself so often that it
    would unfold without bound, for tags beyond plain YAML, for numbers that no record holds, and
    for every key that one mapping has twice.
    """
    return parse_with_lines(content, where)[0]


def parse_with_lines(content: bytes | str, where: str) -> tuple[Any, Lines]:
    """Parse one YAML document; return it with the lines of its parts.

    Raises InputError as `parse_yaml` does.
    """
    if len(content) > MAX_BYTES:
        raise refusal("files.too-large", where=where, most=MAX_BYTES >> 20)
    try:
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise refusal("sources.not-utf8", where=where, line=line) from None
    try:
        # The nodes of a document have no cycles; to look for some costs a large one its half.
        with _COLLECTING_PAUSED if len(text) > LARGE else nullcontext():
            _refuse_many_aliases(text, where)
            return _document(text, where)
    except _TooMuch as error:
        raise refusal("sources.yaml", where=where, line=error.line, reason=error.reason) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise refusal(
            "sources.yaml",
            where=where,
            # The end of a file that misses more lies behind its last line.
            line=min(mark.line, text.rstrip().count("\n")) + 1 if mark else None,
            reason=parser_reason(error.problem or error.context or ""),
        ) from None
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError) as error:
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise refusal(
            "sources.not-yaml", where=where, line=_line_of(error, text), reason=parser_reason(first)
        ) from None


class Pause:
    """Pauses the search for cycles, which the whole process shares, for as many as ask at once.

    Who comes last lets it go on; whoever had it off keeps it off.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._within = 0
        self._was_on = False

    def __enter__(self) -> None:
        with self._lock:
            if not self._within:
                self._was_on = gc.isenabled()
                gc.disable()
            self._within += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._within -= 1
            if not self._within and self._was_on:
                gc.enable()


_COLLECTING_PAUSED = Pause()


def _document(text: str, where: str) -> tuple[Any, Lines]:
    loader = _Loader(text)
    try:
        root = loader.get_single_node()
        if faults := list(_faults(loader, root, text, where)):
            raise InputError(faults)
        return None if root is None else loader.construct_document(root), Lines(root)
    finally:
        loader.dispose()


def _line_of(error: Exception, text: str) -> int | None:
    """Return the line of a letter that no YAML file may hold, None for other errors."""
    position = getattr(error, "position", None)
    if not isinstance(error, yaml.reader.ReaderError) or not isinstance(position, int):
        return None
    return text.encode()[:position].count(b"\n") + 1


def _faults(loader: Any, root: yaml.Node | None, text: str, where: str) -> Iterator[Fault]:
    """Find tags and numbers that no record holds, keys that stand twice, and control letters."""
    tagged, escaped = "!" in text, "\\" in text
    for node in _parts(root):
        if node.tag not in _PLAIN[type(node)] or (tagged and _is_tagged(loader, node)):
            tag = shown(node.tag.replace(_TAG, "!!"))
            yield Fault.of("sources.tag", where=where, line=_line(node), tag=tag)
        elif isinstance(node, yaml.MappingNode):
            yield from _repeated_keys(node, where)
        elif isinstance(node, yaml.ScalarNode):
            if node.tag in _NUMBERS and _is_endless(node):
                value = shown(node.value)
                yield Fault.of("sources.endless-number", where=where, line=_line(node), value=value)
            elif escaped and printable(node.value) != node.value:
                value = shown(node.value)
                yield Fault.of("sources.control", where=where, line=_line(node), value=value)


def _line(node: yaml.Node) -> int:
    line: int = node.start_mark.line + 1
    return line


def _is_tagged(loader: Any, node: yaml.Node) -> bool:
    """Tell whether a part has another tag than its letters say; a text may always be one."""
    if not isinstance(node, yaml.ScalarNode) or node.tag == f"{_TAG}str":
        return False
    plain: str = loader.resolve(yaml.ScalarNode, node.value, (True, False))
    return node.tag != plain


def _is_endless(node: yaml.ScalarNode) -> bool:
    if _SHORT_NUMBER.fullmatch(node.value):
        return False
    if len(node.value) > _LONGEST_NUMBER or ":" in node.value:
        return True
    number = yaml.safe_load(node.value)
    return not isinstance(number, int | float) or not abs(number) < _LARGEST


def _parts(root: yaml.Node | None) -> Iterator[yaml.Node]:
    """Yield every part of a document once, in the order in which they stand."""
    waiting, seen = [root] if root is not None else [], set[int]()
    while waiting:
        node = waiting.pop()
        if isinstance(node, yaml.CollectionNode):
            if id(node) in seen:
                continue
            seen.add(id(node))
            for part in reversed(node.value):
                waiting.extend(reversed(part) if isinstance(part, tuple) else (part,))
        yield node


def _refuse_many_aliases(content: str, where: str) -> None:
    if "*" not in content or "&" not in content:
        return
    aliases = 0
    open_anchors: list[str | None] = []
    holding = set[str]()
    for number, event in enumerate(yaml.parse(content, _Loader)):
        if number > 2 * MAX_PARTS:
            # No more parts can be composed; that is told where they are.
            return
        if isinstance(event, yaml.CollectionStartEvent):
            open_anchors.append(event.anchor)
        elif isinstance(event, yaml.CollectionEndEvent):
            open_anchors.pop()
        elif isinstance(event, yaml.AliasEvent):
            aliases += 1
            # Parts that hold parts that hold parts unfold to more than any memory holds.
            if event.anchor in holding or event.anchor in open_anchors:
                raise refusal(
                    "sources.refers-back",
                    where=where,
                    line=event.start_mark.line + 1 if event.start_mark else None,
                    name=event.anchor,
                )
            holding.update(anchor for anchor in open_anchors if anchor)
    if aliases > MAX_ALIASES:
        raise refusal("sources.refers-often", where=where, number=aliases, most=MAX_ALIASES)


def _repeated_keys(node: yaml.MappingNode, where: str) -> Iterator[Fault]:
    keys = set[str]()
    for key, _ in node.value:
        if isinstance(key.value, str) and key.value in keys:
            yield Fault.of("sources.twice", where=where, line=_line(key), field=key.value)
        keys.add(str(key.value))


class Lines:
    """Line numbers of the parts of a YAML document, looked up by path."""

    def __init__(self, root: yaml.Node | None) -> None:
        self._root = root
        self._keys: dict[int, dict[str, tuple[yaml.Node, int]]] = {}

    def of(self, *path: str | int) -> int | None:
        """Return the line (from 1) of the part at `path`, or of its nearest known ancestor."""
        node = self._root
        if node is None:
            return None
        line = _line(node)
        for step in path:
            child = self._child(node, step)
            if child is None:
                break
            node, line = child
        return line

    def _child(self, node: yaml.Node, step: str | int) -> tuple[yaml.Node, int] | None:
        if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            item = node.value[step]
            return item, _line(item)
        if not isinstance(node, yaml.MappingNode):
            return None
        if id(node) not in self._keys:
            self._keys[id(node)] = {
                key.value: (value, _line(key))
                for key, value in reversed(node.value)
                if isinstance(key.value, str)
            }
        return self._keys[id(node)].get(str(step)) if isinstance(step, str) else None
