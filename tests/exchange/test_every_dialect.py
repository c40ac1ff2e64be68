"""Every dialect of `dialects.yaml`, over all games: each card is counted, and nothing is silent."""

from __future__ import annotations

import html
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckbuilder.catalog.card import Card
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import InputError
from deckbuilder.exchange.headings import headings
from deckbuilder.exchange.reading import read_deck
from deckbuilder.exchange.targets import target
from deckbuilder.formats.checking import reading_warnings
from deckbuilder.formats.legality import check
from deckbuilder.formats.verdict import formats_of
from deckbuilder.registry import game, games

DIALECTS = yaml.load(
    (Path(__file__).parents[1] / "data" / "lists" / "dialects.yaml").read_text(encoding="utf-8"),
    yaml.CSafeLoader,
)
LINES = [each for each in DIALECTS["lines"] if not each.get("alone")]
GAMES = [game.id for game in games()]
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


@cache
def cards_of(game_id: str) -> tuple[Card, ...]:
    """The cards that stand for themselves, each name once, in the printing that it alone means."""
    catalog = next(game for game in games() if game.id == game_id).catalog()
    boards = headings(game_id).header_cards
    return tuple(
        card
        for card in catalog.cards
        if catalog.find(card.name) == card and not (boards and card.type == boards.type)
    )


def printings(game_id: str) -> dict[str, str]:
    catalog = next(game for game in games() if game.id == game_id).catalog()
    return {each.id: each.name for each in catalog.sets}


def written(form: str, card: Card, count: int, set_name: str) -> str:
    return form.format(
        name=card.name,
        quoted=card.name.replace('"', '""'),
        html=html.escape(card.name).replace("&#x27;", "&#39;"),
        curly=card.name.replace("'", "’"),
        count=count,
        wide=str(count).translate(WIDE),
        circled="①②③④⑤⑥⑦⑧⑨"[count - 1],
        set=set_name,
        number=card.number,
    )


def fits(dialect: dict[str, Any], card: Card, set_name: str) -> bool:
    needs = dialect.get("needs")
    plain = not set(set_name) & set(",:#()[]|")
    return (needs is None or plain) and (needs != "number" or card.number is not None)


def counted(deck: Deck) -> list[tuple[int, str]]:
    return [(entry.count, entry.title) for entry in deck.entries]


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("dialect", LINES, ids=lambda each: each["form"])
def test_a_line_is_so_many_copies_wherever_it_stands(dialect: dict[str, Any], game_id: str) -> None:
    names = printings(game_id)
    cards = [card for card in cards_of(game_id) if fits(dialect, card, names[card.set])][::3]
    for above in ("", "Game: {}\n\n", "Game: {}\n\n2 {}\n"):
        head = above.format(game_id, cards_of(game_id)[1].name) if above else ""
        head_cards = head.count("\n2 ")
        for start in range(0, len(cards), 10):
            part = cards[start : start + 10]
            lines = [written(dialect["form"], card, 3, names[card.set]) for card in part]
            deck = read_deck((head + "\n".join(lines) + "\n").encode(), "list", game=game_id)
            copies = dialect.get("copies", 3)
            assert counted(deck)[head_cards:] == [(copies, card.name) for card in part]
            assert deck.remarks == ()
            assert not any(entry.contradicted for entry in deck.entries)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("dialect", LINES, ids=lambda each: each["form"])
def test_a_line_alone_is_a_list(dialect: dict[str, Any], game_id: str) -> None:
    names = printings(game_id)
    for card in [each for each in cards_of(game_id) if fits(dialect, each, names[each.set])][::40]:
        line = written(dialect["form"], card, 2, names[card.set])
        deck = read_deck(f"{line}\n".encode(), "list", game=game_id)
        assert counted(deck) == [(dialect.get("copies", 2), card.name)], line
        assert (deck.name, deck.remarks) == ("", ())


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize(
    "dialect", DIALECTS["tables"], ids=lambda each: each["heading"] or each["row"]
)
def test_a_row_of_a_table_is_so_many_copies(dialect: dict[str, Any], game_id: str) -> None:
    names = printings(game_id)
    cards = [card for card in cards_of(game_id) if fits(dialect, card, names[card.set])]
    forbidden = {"|"} if dialect["row"].startswith("|") else set()
    cards = [card for card in cards if not forbidden & set(card.name)]
    rows = [written(dialect["row"], card, 3, names[card.set]) for card in cards]
    for total in ((), ("Total,{}",), ("{},Total",)):
        if total and not dialect["heading"].count(","):
            continue
        last = [line.format(3 * len(cards)) for line in total]
        text = "\n".join([*filter(None, [dialect["heading"]]), *rows, *last])
        deck = read_deck(f"{text}\n".encode(), "list", game=game_id)
        assert counted(deck) == [(3, card.name) for card in cards]
        assert (deck.remarks, deck.miscounts) == ((), ())


BESIDE = [
    *(
        (part, f"3 {{deck}}\n{heading}\n2 {{beside}}\n")
        for part, titles in DIALECTS["beside"].items()
        for heading in titles
    ),
    *((each["part"], each["form"]) for each in DIALECTS["beside_files"]),
]


def file_of(form: str, deck: str, beside: str) -> bytes:
    """A list of 3 copies of one card, and of 2 copies of another that are not in the deck."""
    return form.format(
        deck=deck,
        beside=beside,
        quoted=deck.replace('"', '""'),
        quoted_beside=beside.replace('"', '""'),
        json=json.dumps(deck),
        json_beside=json.dumps(beside),
        xml=html.escape(deck),
        xml_beside=html.escape(beside),
    ).encode()


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize(("part", "form"), BESIDE)
def test_what_is_not_in_the_deck_is_not_counted_and_told(
    part: str, form: str, game_id: str
) -> None:
    first, second = (card.name for card in cards_of(game_id)[:2])
    deck = read_deck(file_of(form, first, second), "list", game=game_id)
    assert (counted(deck), deck.size()) == ([(3, first)], 3)
    assert [(each.count, each.title, each.section) for each in deck.beside] == [(2, second, part)]
    told = list(reading_warnings(deck, game(game_id).catalog()))
    assert [(each.code, each.severity, each.have) for each in told] == [
        ("not-counted", "warning", 2)
    ]
    assert told[0].lines
    for law in formats_of(game_id):
        found = {(each.code, each.section) for each in check(deck, law)}
        has_part = any(each.id == part for each in law.sections)
        assert (("not-counted", None) in found) != has_part, law.id
        assert ("unknown-section", part) not in found


@pytest.mark.parametrize("form", ["text", "json", "csv", "xlsx"])
@pytest.mark.parametrize("part", [*DIALECTS["beside"], "not-in-deck", "struck-out"])
def test_what_is_not_in_the_deck_stays_beside_it(part: str, form: str) -> None:
    first, second = (card.name for card in cards_of("invasion")[:2])
    text = f"3 {first}\n[{headings('invasion').title(part)}]\n2 {second}\n"
    deck = read_deck(text.encode(), "list", game="invasion")
    assert [each.section for each in deck.beside] == [part]
    again = read_deck(target(form).write(deck), "list", game="invasion")
    assert counted(again) == counted(deck)
    assert [(each.count, each.title, each.section) for each in again.beside] == [(2, second, part)]


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("said", DIALECTS["speech"])
def test_what_is_said_around_a_list_is_told_as_a_remark(said: str, game_id: str) -> None:
    card = cards_of(game_id)[0]
    deck = read_deck(f"{said}\n3 {card.name}\n{said}\n".encode(), "list", game=game_id)
    assert counted(deck) == [(3, card.name)]
    assert [(each.code, each.lines) for each in deck.remarks] == [
        ("passed-over", (1,)),
        ("passed-over", (3,)),
    ]


NOISE = [
    "",
    "----",
    "Blorx the Unready",
    "3x Blorx the Unready",
    "Mood: grim",
    "Great cards below:",
    "== Spicy ==",
    "(just in case)",
    *DIALECTS["speech"],
]


class Noisy(NamedTuple):
    """A list with noise among its cards: copies by name, and the lines of names in the noise."""

    game_id: str
    lines: list[str]
    copies: Counter[str]
    named: dict[str, list[int]]

    @property
    def content(self) -> bytes:
        return ("\n".join(self.lines) + "\n").encode()


@st.composite
def noisy_lists(draw: st.DrawFn) -> Noisy:
    game_id = draw(st.sampled_from(GAMES))
    names = printings(game_id)
    made = Noisy(game_id, [], Counter(), {})
    for _ in range(draw(st.integers(1, 12))):
        card = draw(st.sampled_from(cards_of(game_id)))
        if draw(st.integers(0, 3)) == 0:
            noise = draw(st.sampled_from(NOISE))
            form = draw(st.sampled_from(["{noise}", "{noise} {name}", "{name} {noise}"]))
            made.lines.append(form.format(noise=noise, name=card.name))
            if "{name}" in form:
                made.named.setdefault(card.name, []).append(len(made.lines))
            continue
        dialect = draw(st.sampled_from(LINES))
        if fits(dialect, card, names[card.set]):
            count = draw(st.integers(1, 9))
            made.lines.append(written(dialect["form"], card, count, names[card.set]))
            made.copies[card.name] += dialect.get("copies", count)
    return made


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(noisy_lists())
def test_every_card_of_a_noisy_list_is_counted_or_told_with_its_line(noisy: Noisy) -> None:
    try:
        deck = read_deck(noisy.content, "list", game=noisy.game_id)
    except InputError as error:
        untold = [fault for fault in error.faults if fault.line is None]
    else:
        untold = []
        have = Counter[str]()
        for entry in deck.entries:
            have[entry.title] += entry.count
        assert have >= noisy.copies, noisy.lines
        told = {line for remark in deck.remarks for line in remark.lines}
        told |= {entry.line for entry in deck.entries if entry.line is not None}
        named = [line for lines in noisy.named.values() for line in lines]
        assert set(named) <= told, noisy.lines
    # Without a card there is no list, and no line to blame.
    assert not untold or not noisy.copies, noisy.lines
