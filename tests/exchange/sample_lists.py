"""Decks for tests: one of each game, and arbitrary ones."""

from __future__ import annotations

from hypothesis import strategies as st

from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.exchange.headings import headings
from deckbuilder.exchange.reading import read_deck
from deckbuilder.registry import games

INVASION = """# Green tide
# as played in the final
Game: Invasion
Format: invasion-constructed
Capital: Orc
Player: =Anna "The Boss" <Orc>

[Units]
# the core
3x Squig Herders
2x Grimgor Ironhide  # one is foil

[Supports]
1x Choppa

[Tactics]
3x Innovation (Assault on Ulthuan, 57)
2x Pillage
1x Pillage

[Deck]
1x Nobody & Sons <b>

# thanks to all
"""

NIGHTFALL = """# Two archives
Game: Nightfall
Format: nightfall-constructed

[Archive 1]
3x Asset Seven
3x R&D

[Archive 2]
3x Kaos 33
2x Banner 89

[Wounds]
15x Bite wound (draw)
"""

DREAMBLADE = """# Fear
Game: Dreamblade
Format: dreamblade-constructed

[Warband]
1x Knight of Autumn's Gate
2x Night Queen
"""

XENO = """Game: XENO
Format: xeno

[Deck]
1x Hero
2x Soldier
"""

TEXTS = {"invasion": INVASION, "nightfall": NIGHTFALL, "dreamblade": DREAMBLADE, "xeno": XENO}


def sample(game_id: str) -> Deck:
    return read_deck(TEXTS[game_id].encode(), f"{game_id}.txt")


def lines_of(deck: Deck) -> list[tuple[str, int, str, str | None, str, tuple[str, ...]]]:
    return [
        (e.section, e.count, e.title, e.card and e.card.id, e.comment, e.notes)
        for e in deck.entries
    ]


def head_of(deck: Deck) -> tuple[object, ...]:
    return deck.game, deck.name, deck.format, deck.headers


# What only changes how the sign before it looks is no word: readers leave it out.
LETTERS = st.characters(
    codec="utf-8", exclude_categories=("C", "Z"), exclude_characters="\ufe0f\u20e3"
)
WORDS = st.text(LETTERS, min_size=1, max_size=8)
REMARKS = st.lists(WORDS, max_size=4).map(" ".join)
AWKWARD = st.sampled_from(
    [
        "=SUM(A1:A9)",
        "+1",
        "-2 cards",
        "@home",
        "'=quoted",
        "<script>alert(1)</script>",
        "a & b",
        "../../etc/passwd",
        "Deck",
        "]]>",
        "x3",
        "# heading",
        '"quoted"',
        "カードの名前",
        "Total",
        "3x Pillage",
    ]
)
VALUES = st.one_of(REMARKS, AWKWARD)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    own_game = draw(st.sampled_from(games()))
    cards = own_game.catalog().cards
    sections = list(headings(own_game.id).titles)
    boards = headings(own_game.id).header_cards
    entries = []
    for _ in range(draw(st.integers(1, 8))):
        card = draw(st.sampled_from(cards))
        if boards and card.type == boards.type:
            continue
        known = draw(st.integers(0, 5)) > 0
        name = card.name if known else f"Nobody {draw(VALUES)}".strip()
        entries.append(
            Entry(
                count=draw(st.integers(1, 999)),
                name=name,
                section=draw(st.sampled_from(sections)),
                card=card if known else None,
                comment=draw(VALUES),
                notes=tuple(filter(None, draw(st.lists(VALUES, max_size=2)))),
            )
        )
    if not entries:
        entries.append(Entry(count=1, name="Nobody", section=sections[0]))
    return Deck(
        game=own_game.id,
        entries=tuple(entries),
        name=draw(VALUES),
        format=draw(st.sampled_from([None, "invasion-constructed", "my-league.yaml"])),
        headers=tuple(
            (key, value)
            for key in draw(st.lists(st.sampled_from(["Player", "Event", "Mood"]), max_size=3))
            if (value := "grim" if key == "Mood" else draw(VALUES))
        ),
        notes=tuple(filter(None, draw(st.lists(VALUES, max_size=2)))),
        end_notes=tuple(filter(None, draw(st.lists(VALUES, max_size=2)))),
    )
