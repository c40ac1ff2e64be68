"""Many games between two lists, put into tables and one picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.wording import title
from deckbuilder.games.duels import CardShare, DuelFigures, Mean, Share
from deckbuilder.games.statistics import Cell, Chart, Column, Name, Note, Part, Series, Table, Word
from deckbuilder.reports.figures import WIDTH, draw
from deckbuilder.templates import render
from deckbuilder.words import say

TOP = 60
"""Room for the title above the pictures."""
MOST_BARS = 12
"""Groups of lengths that are told apart."""
MOST_CARDS = 9
"""Cards of a list in its picture, from the best down and from the worst up."""
_SIZE = re.compile(r'<svg [^>]*?height="([\d.]+)"')


def duel_parts(found: DuelFigures, catalog: Catalog) -> tuple[Part, ...]:
    """Return the tables of a duel: wins, length, damage by zone, then the cards of each list."""
    return (_wins(found), _length(found), _damage(found), *_cards(found, catalog))


def duel_summary(found: DuelFigures) -> str:
    """Return in a sentence who played whom, and how often."""
    one, other = found.lists
    return say("reports.duel.summary", one=one, other=other, told=_how_played(found))


def _how_played(found: DuelFigures) -> str:
    return say(
        "reports.duel.told",
        games=found.games,
        bot=found.bot,
        seed=found.seed,
        drawn=found.drawn_games,
    )


def duel_picture(found: DuelFigures, catalog: Catalog) -> str:
    """Return the pictures of all parts below each other, as one SVG."""
    drawn = [draw(part, found.game) for part in duel_parts(found, catalog)]
    pictures = [picture for picture in drawn if picture is not None]
    heights = [float(size.group(1)) for each in pictures if (size := _SIZE.search(each))]
    return render(
        "figures/stack.svg.j2",
        width=WIDTH,
        title=say("reports.duel.title", one=found.lists[0], other=found.lists[1]),
        told=_how_played(found),
        pictures=[(sum(heights[:place]), picture) for place, picture in enumerate(pictures)],
        top=TOP,
        height=sum(heights),
    )


def _wins(found: DuelFigures) -> Part:
    rows = (
        ("duel-all", found.wins),
        ("duel-begins", found.beginning),
        ("duel-follows", found.following),
    )
    return Part(
        id="duel-wins",
        table=Table(
            columns=(
                Column(id="duel-when", title=found.lists[0], kind="text"),
                Column(id="duel-won", kind="chance"),
                Column(id="duel-within"),
                Column(id="duel-games"),
            ),
            rows=tuple((Word(word), *_cells(share), share.games) for word, share in rows),
        ),
        figure=Chart(
            kind="bars",
            x=found.lists[0],
            y=Word("duel-won"),
            categories=tuple(Word(word) for word, _ in rows),
            series=(
                Series(name=found.lists[0], values=tuple(_exact(share.share) for _, share in rows)),
            ),
            percent=True,
        ),
    )


def _length(found: DuelFigures) -> Part:
    grouped = list(_grouped(found))
    turns = found.turns
    means = [f"{each:.1f}" for each in (turns.mean, turns.low, turns.high)]
    return Part(
        id="duel-length",
        table=Table(
            columns=(
                Column(id="duel-turns", kind="text"),
                Column(id="duel-games"),
                Column(id="duel-share", kind="chance"),
            ),
            rows=(*((name, games, Fraction(games, found.games)) for name, games in grouped),),
        ),
        figure=Chart(
            kind="bars",
            x=Word("duel-turns"),
            y=Word("duel-games"),
            categories=tuple(name for name, _ in grouped),
            series=(Series(name=Word("duel-games"), values=tuple(n for _, n in grouped)),),
        ),
        notes=(Note("duel-length", dict(zip(("mean", "low", "high"), means, strict=True))),),
    )


def _grouped(found: DuelFigures) -> Iterator[tuple[str, int]]:
    """Yield lengths in turns, several together where there are many, and how many games."""
    shortest, longest = min(found.lengths), max(found.lengths)
    step = -(-(longest - shortest + 1) // MOST_BARS)
    for first in range(shortest, longest + 1, step):
        last = min(first + step - 1, longest)
        games = sum(found.lengths.get(turns, 0) for turns in range(first, last + 1))
        yield (str(first) if first == last else f"{first}–{last}", games)


def _damage(found: DuelFigures) -> Part:
    zones = tuple(found.damage[0])
    suffered = tuple(zip(found.lists, found.damage, strict=True))
    return Part(
        id="duel-damage",
        table=Table(
            columns=(
                Column(id="duel-list", kind="text"),
                Column(id="duel-zone", kind="text"),
                Column(id="duel-damage", kind="mean"),
                Column(id="duel-within"),
            ),
            rows=tuple(
                (name, Word(f"zone-{zone}"), _exact(damage[zone].mean), _mean_within(damage[zone]))
                for name, damage in suffered
                for zone in zones
            ),
        ),
        figure=Chart(
            kind="bars",
            x=Word("duel-zone"),
            y=Word("duel-damage"),
            categories=tuple(Word(f"zone-{zone}") for zone in zones),
            series=tuple(
                Series(name=name, values=tuple(_exact(damage[zone].mean) for zone in zones))
                for name, damage in suffered
            ),
        ),
    )


def _cards(found: DuelFigures, catalog: Catalog) -> Iterator[Part]:
    for name in found.lists:
        cards = [card for card in found.cards if card.list == name]
        yield Part(
            id="duel-cards",
            table=Table(
                columns=(
                    Column(id="duel-card", title=name, kind="text"),
                    Column(id="copies"),
                    Column(id="duel-drawn"),
                    Column(id="duel-won", kind="chance"),
                    Column(id="duel-within"),
                    Column(id="duel-else", kind="chance"),
                ),
                rows=tuple(
                    (
                        _name(card, catalog),
                        card.copies,
                        card.drawn.games,
                        *_cells(card.drawn),
                        _cells(card.not_drawn)[0],
                    )
                    for card in cards
                ),
            ),
            figure=_card_chart(name, cards, catalog),
            # What the columns mean is told once, below the last table.
            notes=(Note("duel-cards"),) if name == found.lists[-1] else (),
        )


def _card_chart(name: str, cards: Sequence[CardShare], catalog: Catalog) -> Chart:
    drawn = [card for card in cards if card.drawn.games]
    shown = drawn if len(drawn) <= 2 * MOST_CARDS else drawn[:MOST_CARDS] + drawn[-MOST_CARDS:]
    return Chart(
        kind="bars",
        x=name,
        y=Word("duel-won-drawn"),
        categories=tuple(_name(card, catalog) for card in shown),
        series=(Series(name=name, values=tuple(_exact(c.drawn.share) for c in shown)),),
        percent=True,
    )


def _name(card: CardShare, catalog: Catalog) -> Name:
    known = catalog.card(card.card)
    return Name(known.name, title(known))


def _cells(share: Share) -> tuple[Cell, Cell]:
    """Return a share and its interval as cells, nothing for a share of no games."""
    if share.low is None or share.high is None:
        return "", ""
    within = say("bots.within", low=f"{100 * share.low:.1f}", high=f"{100 * share.high:.1f}")
    return _exact(share.share), within


def _mean_within(mean: Mean) -> str:
    return say("draft-bots.within", low=f"{mean.low:.2f}", high=f"{mean.high:.2f}")


def _exact(value: float | None) -> Fraction | None:
    return None if value is None else Fraction(value).limit_denominator(10**9)
