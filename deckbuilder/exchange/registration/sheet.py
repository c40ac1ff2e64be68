"""What stands on a registration sheet, taken from a deck, the event and the verdict."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

import deckbuilder
from deckbuilder.catalog.card import CardSet
from deckbuilder.catalog.names import fold
from deckbuilder.catalog.wording import title as card_title
from deckbuilder.catalog.wording import value_words
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.decks.identity import deck_hash
from deckbuilder.exchange.headings import FORMAT, GAME, header_in_words, header_names, headings
from deckbuilder.exchange.layout import layout
from deckbuilder.exchange.registration.qr import Matrix, qr_matrix
from deckbuilder.formats.verdict import Verdict
from deckbuilder.registry import game
from deckbuilder.resources import export_data, game_export_data
from deckbuilder.words import enumerated, name_of, say

RESTRICTED = "restricted"
"""The kind of rule that restricts single titles; sheets name them."""
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


class Details(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a player and an event; empty is left to be written by hand."""

    player: str = ""
    player_id: str = ""
    team: str = ""
    table: str = ""
    event: str = ""
    date: str = ""
    place: str = ""
    organiser: str = ""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list: quantity, full name, printing; `facts` are the game's own columns."""

    count: int
    name: str
    printing: str = ""
    facts: tuple[str, ...] = ()


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Rows below a heading with their total; `blanks` rows are left for corrections."""

    title: str
    total: int
    rows: tuple[Row, ...]
    blanks: int


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """All that one sheet says. `columns` are the headings of the rows' facts.

    `fields` are label and value; an empty value is a line to write on. `across` is the
    number of columns that the rows stand in. `marks` is what an organiser must look at.
    """

    game: str
    across: int
    initial: str
    fields: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]
    groups: tuple[Group, ...]
    total: str
    verdict: str
    marks: str
    restricted: str
    problems: tuple[str, ...]
    hash: str
    qr: Matrix | None
    tool: str

    @property
    def printed(self) -> bool:
        """Tell whether any row names a printing."""
        return any(row.printing for group in self.groups for row in group.rows)


class _Layout(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on the sheets of a game; `exports/sheets/sheets.yaml` explains it."""

    headers: tuple[str, ...] = ()
    facts: dict[str, str] = {}
    order: tuple[str, ...] = ()
    columns: int = 2
    blanks: int = 0
    each_copy: bool = False
    printing: bool = True


def make_sheet(deck: Deck, details: Details, verdict: Verdict | None, marks: str = "") -> Sheet:
    """Return the sheet of a deck; headers of the list fill in what `details` leaves open."""
    plan = _layout(deck.game)
    deck = _registered(deck, verdict)
    family, given = split_name(details.player or deck.header("Player") or "")
    groups = _groups(deck, plan, verdict)
    titles = len({fold(entry.title) for entry in deck.entries})
    return Sheet(
        game=game(deck.game).title,
        across=plan.columns,
        initial=family[:1].upper(),
        fields=tuple(_fields(deck, details, verdict, plan, family, given)),
        columns=tuple(name_of(f"reports.columns.{name}") for name in plan.facts),
        groups=groups,
        total=say("reports.sheet.total", cards=deck.size(), titles=titles),
        verdict=_verdict(verdict),
        marks=marks,
        restricted=_restricted(deck, verdict),
        problems=tuple(problem.message for problem in verdict.errors) if verdict else (),
        hash=deck_hash(deck),
        qr=qr_matrix(compact_text(deck, verdict.format.id if verdict else deck.format)),
        tool=f"deckbuilder {deckbuilder.__version__}",
    )


def _registered(deck: Deck, verdict: Verdict | None) -> Deck:
    """Return the deck with those cards beside it only that its format has a part for."""
    parts = {each.id for each in verdict.format.sections} if verdict else set()
    beside = tuple(entry for entry in deck.beside if entry.section in parts)
    return msgspec.structs.replace(deck, beside=beside)


def split_name(name: str) -> tuple[str, str]:
    """Return family name and given names as sheets are filed.

    "Smith, Ann" and "Ann Smith" are both Smith; a Japanese name has its family name first.
    """
    name = " ".join(name.split())
    if "," in name:
        family, _, given = name.partition(",")
        return family.strip(), given.strip()
    if _CJK.search(name):
        family, _, given = name.partition(" ")
        return family, given
    given, _, family = name.rpartition(" ")
    return family, given


def filing_key(name: str) -> tuple[str, str]:
    """Return the key by which players are sorted: family name, then given names."""
    family, given = split_name(name)
    return fold(family), fold(given)


def compact_text(deck: Deck, deck_format: str | None) -> str:
    """Return the list as short text that reads back as the same deck, to be judged the same."""
    words = headings(deck.game)
    lines = [f"{header_names(GAME)[0]}: {game(deck.game).names[0]}"]
    if deck_format:
        lines.append(f"{header_names(FORMAT)[0]}: {deck_format}")
    lines += [f"{key}: {value}" for key, value in deck_headers(deck)]
    deck = deck.with_beside(*(entry.section for entry in deck.beside))
    for section in deck.sections:
        if words.several or len(deck.sections) > 1:
            lines.append(f"[{words.title(section)}]")
        lines += [f"{entry.count} {entry.title}" for entry in deck.section(section)]
    return "\n".join(lines)


def deck_headers(deck: Deck) -> tuple[tuple[str, str], ...]:
    """Return the headers that are part of the deck itself, such as a capital."""
    kept = {fold(key) for key in _layout(deck.game).headers}
    return tuple((key, value) for key, value in deck.headers if fold(key) in kept)


def _fields(
    deck: Deck,
    details: Details,
    verdict: Verdict | None,
    plan: _Layout,
    family: str,
    given: str,
) -> Iterable[tuple[str, str]]:
    def about(name: str, stated: str, *headers: str) -> tuple[str, str]:
        written = (deck.header(header) for header in headers)
        return say(f"reports.sheet.{name}"), stated or next(filter(None, written), "")

    yield say("reports.sheet.family-name"), family
    yield say("reports.sheet.given-name"), given
    yield about("player-id", details.player_id)
    yield about("event", details.event, "Event", "Tournament")
    yield about("date", details.date, "Date")
    yield about("table", details.table, "Table")
    yield about("place", details.place, "Place", "Location")
    yield about("organiser", details.organiser)
    yield about("team", details.team, "Team")
    yield say("reports.sheet.format"), verdict.format.title if verdict else deck.format or ""
    yield say("reports.sheet.deck-name"), deck.name
    yield about("designer", "", "Designer", "Deck designer", "Author")
    for header in plan.headers:
        label, value = header_in_words(deck, header)
        yield label, value or _from_facts(deck, plan, header)


def _from_facts(deck: Deck, plan: _Layout, header: str) -> str:
    """What the cards themselves say for a header that is named like a column of facts."""
    fact = plan.facts.get(header.casefold())
    if fact is None:
        return ""
    values = [getattr(entry.card, fact, None) or () for entry in deck.entries]
    spoken = [_spoken((value,)) for each in values if isinstance(each, tuple) for value in each]
    return enumerated(dict.fromkeys(spoken))


def _groups(deck: Deck, plan: _Layout, verdict: Verdict | None) -> tuple[Group, ...]:
    """The groups of the list, and an empty one for each section that the format asks for."""
    parts = layout(deck)
    held = {title for title, _ in parts}
    words = headings(deck.game)
    asked = verdict.format.sections if verdict is not None and words.several else ()
    missing = [words.title(section.id) for section in asked if not section.optional]
    parts += [(title, []) for title in missing if title not in held]
    groups = []
    for title, entries in parts:
        ordered = sorted(entries, key=lambda entry: _sort_key(entry, plan))
        rows = [
            row
            for entry in ordered
            for row in [_row(entry, plan)] * (entry.count if plan.each_copy else 1)
        ]
        groups.append(
            Group(
                title=title,
                total=sum(entry.count for entry in entries),
                rows=tuple(rows),
                blanks=plan.blanks,
            )
        )
    return tuple(groups)


def _sort_key(entry: Entry, plan: _Layout) -> tuple[Any, ...]:
    """The plan's facts one after the other, unknown ones last; then the name."""
    keys: list[tuple[bool, int]] = []
    for stated in plan.order:
        value = getattr(entry.card, stated.removeprefix("-"), None)
        number = value if isinstance(value, int) else 0
        keys.append((not isinstance(value, int), -number if stated.startswith("-") else number))
    return (*keys, fold(entry.title))


def _row(entry: Entry, plan: _Layout) -> Row:
    name, printing = entry.title, ""
    if entry.card is not None:
        name = card_title(entry.card)
        if plan.printing:
            sets = game(entry.card.id.partition("/")[0]).catalog().sets_by_id
            number = "" if entry.card.number is None else f" {entry.card.number}"
            printing = f"{_set_words(sets[entry.card.set])}{number}"
    return Row(
        count=1 if plan.each_copy else entry.count,
        name=name,
        printing=printing,
        facts=tuple(_spoken(getattr(entry.card, fact, None)) for fact in plan.facts.values()),
    )


def _set_words(card_set: CardSet) -> str:
    """The name of a set; of a long one the abbreviation, or else what follows its article."""
    names = sheets_data()["set_names"]
    if len(card_set.name) <= names["longest"]:
        return card_set.name
    article = next((each for each in names["articles"] if card_set.name.startswith(each)), "")
    return card_set.abbreviation or card_set.name.removeprefix(article)


def _spoken(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        times = Counter(_spoken(each) for each in value)
        return enumerated(name if n == 1 else f"{name} ×{n}" for name, n in times.items())
    return value_words(value) if isinstance(value, str) else str(value)


def _verdict(verdict: Verdict | None) -> str:
    if verdict is None:
        return say("reports.sheet.unjudged")
    key = "legal" if verdict.legal else "illegal"
    day = verdict.date or verdict.format.effective_from
    return say(
        f"reports.sheet.{key}",
        format=verdict.format.title,
        id=verdict.format.id,
        day=say("reports.sheet.as-of", date=day) if day else "",
    )


def _restricted(deck: Deck, verdict: Verdict | None) -> str:
    """The titles of the deck that stand on the format's restricted list."""
    if verdict is None:
        return ""
    listed = {
        fold(name)
        for rule in verdict.format.rules
        if rule.kind == RESTRICTED
        and rule.in_force(verdict.date)
        and isinstance(rule.parameters.get("cards"), list)
        for name in rule.parameters["cards"]
    }
    names = dict.fromkeys(e.title for e in deck.entries if fold(e.title) in listed)
    return say("reports.sheet.restricted", cards=enumerated(names)) if names else ""


@cache
def _layout(game_id: str) -> _Layout:
    return msgspec.convert(game_export_data(game_id, "sheet.yaml"), _Layout)


@cache
def sheets_data() -> dict[str, Any]:
    """Return `exports/sheets/sheets.yaml`: the measures of a page."""
    document: dict[str, Any] = export_data("sheets/sheets.yaml")
    return document
