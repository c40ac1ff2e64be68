"""YAML read safely, with the line of every part at hand when a fault must be reported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import yaml

from deckbuilder.errors import Fault, InputError, plain_fault, printable, shown, unusable

_SAFE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_SAFE):  # type: ignore[misc]  # whichever of the two there is
    """The safe loader, but dates stay text: an impossible day is then found with its line."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {
        first: [pair for pair in pairs if pair[0] != "tag:yaml.org,2002:timestamp"]
        for first, pairs in _SAFE.yaml_implicit_resolvers.items()
    }


MAX_BYTES = 8 * 1024 * 1024
MAX_ALIASES = 100


def parse_yaml(content: bytes | str, where: str) -> Any:
    """Parse one YAML document.

    Raises InputError naming `where` and the line for broken YAML, for a document above
    MAX_BYTES, for one that refers to itself so often that it would unfold without bound, and
    for every key that one mapping has twice.
    """
    if len(content) > MAX_BYTES:
        raise unusable(
            f"the file is larger than {MAX_BYTES // (1024 * 1024)} MiB.",
            where=where,
            mend="Split it into several files.",
        )
    try:
        if isinstance(content, bytes):
            content = content.decode("utf-8-sig")
        _refuse_many_aliases(content, where)
        loader = _Loader(content)
        try:
            root = loader.get_single_node()
            faults = list(_repeated_keys(root, where))
            if "\\" in content:
                faults += _control_letters(root, where)
            if faults:
                raise InputError(faults)
            return None if root is None else loader.construct_document(root)
        finally:
            loader.dispose()
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1 if isinstance(content, bytes) else None
        raise unusable(
            "this is not UTF-8 text.", where=where, line=line, mend="Save the file as UTF-8."
        ) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise unusable(
            f"broken YAML: {error.problem or error.context}.",
            where=where,
            line=mark.line + 1 if mark else None,
            mend="Check the indentation, the brackets and the quotes of this line.",
        ) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise unusable(
            f"broken YAML: {first}.", where=where, mend="Check that this is a YAML text file."
        ) from None


def _refuse_many_aliases(content: str, where: str) -> None:
    if "*" not in content or "&" not in content:
        return
    aliases = 0
    open_anchors: list[str | None] = []
    holding = set[str]()
    for event in yaml.parse(content, _Loader):
        if isinstance(event, yaml.CollectionStartEvent):
            open_anchors.append(event.anchor)
        elif isinstance(event, yaml.CollectionEndEvent):
            open_anchors.pop()
        elif isinstance(event, yaml.AliasEvent):
            aliases += 1
            # Parts that hold parts that hold parts unfold to more than any memory holds.
            if event.anchor in holding:
                raise unusable(
                    f"*{event.anchor} refers back to a part that itself refers back.",
                    where=where,
                    line=event.start_mark.line + 1 if event.start_mark else None,
                    mend="Write the parts out.",
                )
            holding.update(anchor for anchor in open_anchors if anchor)
    if aliases > MAX_ALIASES:
        raise unusable(
            f"the file refers back (*name) {aliases} times; {MAX_ALIASES} is the most.",
            where=where,
            mend="Write the parts out.",
        )


def _repeated_keys(root: yaml.Node | None, where: str) -> Iterator[Fault]:
    waiting, seen = [root], set[int]()
    while waiting:
        node = waiting.pop()
        if isinstance(node, yaml.CollectionNode) and id(node) not in seen:
            seen.add(id(node))
            if isinstance(node, yaml.SequenceNode):
                waiting.extend(reversed(node.value))
                continue
            keys = set[str]()
            for key, _ in node.value:
                if isinstance(key.value, str) and key.value in keys:
                    yield plain_fault(
                        where=where,
                        line=key.start_mark.line + 1,
                        field=key.value,
                        what="this field stands here twice.",
                        mend="Keep one of the two.",
                    )
                keys.add(str(key.value))
            waiting.extend(value for _, value in reversed(node.value))


def _control_letters(root: yaml.Node | None, where: str) -> Iterator[Fault]:
    """Find texts with letters that steer a terminal; YAML lets them in by backslash alone."""
    waiting, seen = [root], set[int]()
    while waiting:
        node = waiting.pop()
        if isinstance(node, yaml.ScalarNode):
            if printable(node.value) != node.value:
                yield plain_fault(
                    where=where,
                    line=node.start_mark.line + 1,
                    what=f"{shown(node.value)} holds a control letter.",
                    mend="Leave it out.",
                )
        elif isinstance(node, yaml.CollectionNode) and id(node) not in seen:
            seen.add(id(node))
            for part in reversed(node.value):
                waiting.extend(part if isinstance(part, tuple) else (part,))


class Lines:
    """Line numbers of the parts of a YAML document, looked up by path."""

    def __init__(self, content: bytes | str) -> None:
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
        self._root = yaml.compose(text, Loader=_Loader)

    def of(self, *path: str | int) -> int | None:
        """Return the line (from 1) of the part at `path`, or of its nearest known ancestor."""
        node = self._root
        if node is None:
            return None
        line: int = node.start_mark.line + 1
        for step in path:
            child = _child(node, step)
            if child is None:
                break
            node, line = child
        return line


def _child(node: yaml.Node, step: str | int) -> tuple[yaml.Node, int] | None:
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        item = node.value[step]
        return item, item.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == step:
                return value, key.start_mark.line + 1
    return None
