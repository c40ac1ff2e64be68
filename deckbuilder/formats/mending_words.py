"""Changes that mend a list, in words: what to add, to take out, to write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckbuilder.formats.mending import CardChange, HeaderChange, NameChange
from deckbuilder.formats.problem import spoken
from deckbuilder.words import say

Change = CardChange | HeaderChange | NameChange


def told_changes(changes: Sequence[Change]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield a sentence for each change, and the lines that it is about."""
    for change in changes:
        yield _told(change), change.lines if isinstance(change, NameChange) else ()


def _told(change: Change) -> str:
    if isinstance(change, HeaderChange):
        return say("check.set-header", header=change.header, value=change.after)
    if isinstance(change, NameChange):
        return say("check.rename", name=change.name, card=change.card)
    section = spoken(change.section)
    return say(
        "check.add" if change.have < change.need else "check.take-out",
        section=say("check.in-section", section=section) if section else "",
        copies=abs(change.have - change.need),
        card=change.card,
        have=change.have,
        need=change.need,
    )
