"""A user's records merged into a catalogue.

A record of a card that is there already fills in its unknown facts. Where it contradicts a
known one, the known fact stays and the contradiction is noted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from deckbuilder.catalog.card import Card, CardSet
from deckbuilder.catalog.catalog import Catalog, Stored
from deckbuilder.catalog.loading import stored_of
from deckbuilder.catalog.names import fold, squeeze
from deckbuilder.catalog.own_card_records import PoolRecord
from deckbuilder.catalog.records import card_id, faulty_fields, slug
from deckbuilder.catalog.wording import label
from deckbuilder.errors import Fault

_ORDER_BEHIND_ALL = 10_000
_IDENTITY = ("id", "set", "official")


class Merge:
    """Takes a user's records one by one; gives what a catalogue is made of."""

    def __init__(self, catalog: Catalog) -> None:
        self.faults: list[Fault] = []
        self.notices: list[Fault] = []
        self._catalog = catalog
        self._kind = catalog.card_type
        self._sets = {each.id: each for each in catalog.sets}
        self._cards = {card.id: card for card in catalog.cards}
        self._new_titles: dict[str, list[str]] = {}

    def add(self, record: PoolRecord) -> None:
        """Fill in the card that the record means, or add it as a new one."""
        set_id = self._set_id(record)
        known = self._same_card(record, set_id)
        if known is None:
            self._add_new(record, set_id)
        else:
            self._fill(known, record, set_id)

    def stored(self) -> Stored:
        """Return all cards, the shipped ones with what was filled in."""
        self.notices.extend(self._against_make_up())
        sets = sorted(self._sets.values(), key=lambda each: (not each.official, each.order))
        place = {each.id: number for number, each in enumerate(sets)}
        cards = tuple(sorted(self._cards.values(), key=lambda card: place[card.set]))
        return stored_of(sets, cards, self._catalog.aliases, self.notices)

    def _against_make_up(self) -> Iterator[Fault]:
        """Yield what a set has more of than is printed in it: one of its cards is not right."""
        for card_set in self._sets.values():
            here = [card for card in self._cards.values() if card.set == card_set.id]
            for fact, counts in card_set.make_up.items():
                found = Counter(value for card in here for value in _values(getattr(card, fact)))
                for value, most in counts.items():
                    if found[value] > most:
                        yield Fault.of(
                            "cards.above-make-up",
                            set=card_set.name,
                            fact=label(fact),
                            value=value,
                            have=found[value],
                            most=most,
                        )

    def _set_id(self, record: PoolRecord) -> str | None:
        if record.set_head is None:
            return None
        for name in (record.set_head["id"], record.set_head["name"]):
            if known := self._catalog.sets_named(name):
                return known[0]
        head = {"order": _ORDER_BEHIND_ALL, **record.set_head}
        self._sets.setdefault(head["id"], msgspec.convert(head, CardSet))
        return str(head["id"])

    def _same_card(self, record: PoolRecord, set_id: str | None) -> Card | None:
        facts = record.facts
        own_id = card_id(self._catalog.game, set_id or slug(record.own_set), facts)
        for each in (facts.get("id"), own_id):
            if each in self._cards:
                return self._cards[each]
        if set_id is not None and facts.get("number") is not None:
            known = self._catalog.by_number(set_id, facts["number"])
            if known is not None:
                return self._cards[known.id]
        name = facts.get("name") or facts.get("name_ja") or ""
        printings = [self._cards[card.id] for card in self._catalog.printings(name)]
        printings += [self._cards[each] for each in self._new_titles.get(fold(name), ())]
        if facts.get("type"):
            printings = [
                card
                for card in printings
                if card.type in (facts["type"], self._kind.unknown_values.get("type"))
            ]
        unknown_set = self._kind.unknown_values.get("set")
        here = [card for card in printings if set_id is None or card.set == set_id]
        here += [card for card in printings if card.set == unknown_set]
        return here[0] if here else None

    def _add_new(self, record: PoolRecord, set_id: str | None) -> None:
        if set_id is None:
            set_id = slug(record.own_set)
            head = CardSet(id=set_id, name=record.own_set, order=_ORDER_BEHIND_ALL)
            self._sets.setdefault(set_id, head)
        full = {
            "id": card_id(self._catalog.game, set_id, record.facts),
            **record.facts,
            "set": set_id,
            "official": self._sets[set_id].official,
        }
        wrong = list(faulty_fields(full, self._kind))
        for field, fault in wrong:
            self.faults.append(fault.at(where=record.where, line=record.line, field=field))
        if not wrong:
            card = msgspec.convert(full, self._kind)
            self._cards[card.id] = card
            self._new_titles.setdefault(fold(card.name), []).append(card.id)

    def _fill(self, known: Card, record: PoolRecord, set_id: str | None) -> None:
        stated = {name: fact for name, fact in record.facts.items() if name not in _IDENTITY}
        if set_id is not None:
            stated["set"] = set_id
        stranger = "name" in stated and not self._means(known, "name", stated["name"])
        filled: dict[str, Any] = {}
        for name, fact in stated.items():
            there = msgspec.to_builtins(getattr(known, name))
            if there in (None, [], (), {}) or there == self._kind.unknown_values.get(name):
                filled[name] = fact
            elif not _same(there, fact) and not self._means(known, name, fact):
                self.notices.append(
                    Fault.of(
                        "cards.contradiction",
                        where=record.where,
                        line=record.line,
                        field=name,
                        card=known.name,
                        id=known.id,
                        fact=_shown(fact),
                        known=_shown(there),
                    )
                )
        if filled and not stranger:
            facts = {**msgspec.to_builtins(known), **filled}
            self._cards[known.id] = msgspec.convert(facts, self._kind)

    def _means(self, known: Card, field: str, fact: Any) -> bool:
        """Tell whether a stated name is another way to write the name of the card."""
        if field not in ("name", "name_ja"):
            return False
        key = fold(str(fact))
        if key in (fold(known.name), fold(known.name_ja or "")):
            return True
        return any(card.id == known.id for card in self._catalog.printings(key))


def _values(fact: Any) -> tuple[str, ...]:
    """Return what a card counts for among the make-up of its set."""
    if fact is None:
        return ()
    return (fact or ("none",)) if isinstance(fact, tuple) else (str(fact),)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return squeeze(one) == squeeze(other)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return sorted(map(squeeze, one)) == sorted(map(squeeze, other))
    return bool(one == other)


def _shown(fact: Any) -> str | tuple[str, ...]:
    if isinstance(fact, list | tuple):
        return tuple(map(str, fact)) or "-"
    return str(fact)
