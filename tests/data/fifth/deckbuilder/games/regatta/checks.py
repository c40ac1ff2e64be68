"""The kind of rule that only Regatta has."""

from __future__ import annotations

from collections.abc import Iterable

from deckbuilder.formats.context import Context
from deckbuilder.formats.kind import Check, Parameters, kind
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.tally import Tally


class Becalmed(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A calm needs so many different boats that can row."""

    boats: int


@kind("regatta/becalmed", Becalmed, codes=("becalmed",))
def becalmed(parameters: Becalmed, context: Context) -> Check:
    """Ask for slow boats beside a calm (REG-7)."""
    slow, calms = context.matches("t:boat speed<=1"), context.matches("t:wind calm")

    def check(tally: Tally) -> Iterable[Problem]:
        found = [card for card in tally.cards if calms[card]]
        have = sum(1 for card in tally.cards if slow[card])
        if found and have < parameters.boats:
            names = tuple(e.title for e in tally.entries if e.card and e.card.id in found)
            yield Problem(code="becalmed", cards=names, have=have, need=parameters.boats)

    return check


KINDS = {becalmed.name: becalmed}
