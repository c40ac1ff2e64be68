"""What thousands of drafts tell: pick order, balance, what is in vain, where bots disagree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.wording import label, title, value_words
from deckbuilder.registry import Game, game
from deckbuilder.reports.drafted_duels import duel_sections
from deckbuilder.reports.ranges import Range, Ranges
from deckbuilder.reports.sections import Section, around, number, percent, section_of, within
from deckbuilder.templates import render
from deckbuilder.words import language, name_of, say

if TYPE_CHECKING:
    import pandas

Frames = Mapping[str, "pandas.DataFrame"]
Rows = Mapping[str, Sequence[Mapping[str, Any]]]

DRAWN = 30
"""Rows of a picture."""
LEAST = 20
"""A card that was offered less often tells nothing by being left or taken."""
DISAGREED = 25


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A report: what was run, and its sections."""

    run: Mapping[str, str]
    sections: tuple[Section, ...]

    @property
    def title(self) -> str:
        """The title of a page."""
        return say("simulate.title", format=self.run["format"])

    @property
    def summary(self) -> str:
        """One line: how many drafts by whom."""
        return say(
            "simulate.summary",
            drafts=f"{int(self.run['drafts']):,}",
            bots=self.run["bots"],
            seed=self.run["seed"],
            version=self.run["version"],
        )


def report_of(tables: Rows) -> Told:
    """Return what results tell, by their tables as they were written or read."""
    import pandas

    run = {str(row["key"]): str(row["value"]) for row in tables["run"]}
    frames = {name: pandas.DataFrame(rows) for name, rows in tables.items()}
    home = game(run["game"])
    shown = _names(home)
    parts = [
        _order(frames["cards"], shown),
        *_balance(frames["measures"]),
        *_groups(frames["cards"], home),
        *_changes(frames["changes"], shown),
        _unwanted(frames["cards"], shown),
        *_disagreements(frames["seats"], shown),
        *duel_sections(tables, home, shown),
    ]
    return Told(run=run, sections=tuple(part for part in parts if part.rows))


def page_of(told: Told) -> str:
    """Return the report as HTML; it loads nothing from elsewhere."""
    return render(
        "simulate.html.j2", language=language(), told=told, settings=say("simulate.settings")
    )


def _names(home: Game) -> Callable[[str, str], str]:
    """Return what shows a card by its id, or by its name where it is known no more."""
    cards = home.catalog().by_id

    def shown(card: str, name: str) -> str:
        known = cards.get(card)
        return title(known) if known else name

    return shown


def _order(cards: pandas.DataFrame, shown: Callable[[str, str], str]) -> Section:
    """The cards that bots took, the ones that go first first."""
    if "pick" not in cards:
        return Section(id="order", columns=(), data=(), rows=())
    taken = cards[cards["pick"].notna()].sort_values(
        ["pick", "taken_share", "card"], ascending=[True, False, True]
    )
    columns = ("card", "pick", "interval", "spread", "taken", "struck", "came-back", "in-decks")
    rows = [
        (
            shown(each["card"], each["name"]),
            f"{each['pick']:.2f}",
            around(each["pick"], each["pick_margin"], 2),
            number(each["pick_deviation"], 2),
            percent(each["taken_share"]),
            str(int(each["struck"])),
            str(int(each["came_back"])),
            percent(each["deck_share"]),
        )
        for each in taken.to_dict("records")
    ]
    known = taken[taken["pick_margin"].notna()].head(DRAWN).to_dict("records")
    ranges = Ranges(
        axis=say("simulate.columns.pick"),
        rows=tuple(
            Range.around(shown(each["card"], each["name"]), each["pick"], each["pick_margin"])
            for each in known
        ),
    )
    found = section_of("order", columns, taken, rows, ranges)
    return msgspec.structs.replace(found, on_page=frozenset(("spread", "struck", "came-back")))


def _balance(measures: pandas.DataFrame) -> list[Section]:
    """The decks of the seats below each other, measure by measure, a section a bot."""
    found = []
    for bot, rows in measures.groupby("bot", sort=False) if len(measures) else ():
        told = []
        for measure, seats in rows.groupby("measure", sort=False):
            for place, each in enumerate(seats.to_dict("records")):
                told.append(
                    (
                        "" if place else name_of(f"draft-bots.measures.{measure}"),
                        str(each["seat"]),
                        f"{each['mean']:.3f}",
                        around(each["mean"], each["margin"], 3),
                        "" if place else say(f"simulate.better.{each['better']}"),
                    )
                )
        columns = ("measure", "seat", "mean", "interval", "better")
        found.append(section_of("balance", columns, rows, told, fields={"bot": bot}))
    return found


def _groups(cards: pandas.DataFrame, home: Game) -> list[Section]:
    """What is taken of each race or colour, and how the commons link."""
    import pandas

    if home.tracking is None or not len(cards):
        return []
    known = home.catalog().by_id
    found = []
    with_commons = bool(cards["shared"].sum())
    names = ["offered", "taken", "decks", *(["shared"] if with_commons else [])]
    for field in home.tracking().groups:
        of_cards = pandas.Series([_values(known.get(card), field) for card in cards["card"]])
        values = cards.assign(value=of_cards)
        sums = values.explode("value").dropna(subset=["value"]).groupby("value")[names].sum()
        if not len(sums):
            continue
        shares = sums / sums.sum()
        rows = [
            (
                value_words(str(value), field),
                percent(shares.loc[value, "offered"]),
                percent(sums.loc[value, "taken"] / max(1, sums.loc[value, "offered"])),
                percent(shares.loc[value, "decks"]),
                *([percent(shares.loc[value, "shared"])] if with_commons else []),
            )
            for value in sums.index
        ]
        columns = (
            *("value", "share-offered", "taken", "share-decks"),
            *(["share-commons"] if with_commons else []),
        )
        share = "shared" if with_commons else "decks"
        ranges = Ranges(
            axis=say(f"simulate.columns.share-{'commons' if with_commons else 'decks'}"),
            rows=tuple(
                Range.bar(value_words(str(value), field), 100 * shares.loc[value, share])
                for value in sums.index
            ),
        )
        data = sums.reset_index()
        headings = {"value": label(field)}
        found.append(
            section_of("groups", columns, data, rows, ranges, headings, {"field": label(field)})
        )
    return found


def _values(card: Card | None, field: str) -> list[str]:
    value = getattr(card, field, None)
    if value is None:
        return []
    return list(value) if isinstance(value, tuple) else [str(value)]


def _changes(changes: pandas.DataFrame, shown: Callable[[str, str], str]) -> list[Section]:
    """How often a draft format card made other decks."""
    if not len(changes):
        return []
    rows = [
        (
            shown(each["card"], each["name"]),
            str(int(each["drafts"])),
            percent(each["changed"] / each["drafts"]),
            f"{each['cards']:.1f}",
            around(each["cards"], each["margin"], 1),
        )
        for each in changes.to_dict("records")
    ]
    ranges = Ranges(
        axis=say("simulate.columns.changed-cards"),
        rows=tuple(
            Range.around(shown(each["card"], each["name"]), each["cards"], each["margin"])
            for each in changes[changes["margin"].notna()].to_dict("records")
        ),
    )
    columns = ("card", "drafts", "changed", "changed-cards", "interval")
    return [section_of("changes", columns, changes, rows, ranges)]


def _unwanted(cards: pandas.DataFrame, shown: Callable[[str, str], str]) -> Section:
    """The cards that are offered and taken least."""
    if not len(cards):
        return Section(id="unwanted", columns=(), data=(), rows=())
    known = cards[cards["offered"] >= LEAST].sort_values(
        ["taken_share", "offered"], ascending=[True, False]
    )
    least = known.head(DRAWN // 2)
    rows = [
        (
            shown(each["card"], each["name"]),
            str(int(each["offered"])),
            str(int(each["taken"])),
            percent(each["taken_share"]),
            within(100 * each["taken_share_low"], 100 * each["taken_share_high"]),
            number(each["pick"], 2),
        )
        for each in least.to_dict("records")
    ]
    return section_of(
        "unwanted", ("card", "offered", "taken-times", "taken", "interval", "pick"), least, rows
    )


def _disagreements(seats: pandas.DataFrame, shown: Callable[[str, str], str]) -> list[Section]:
    """Where the first two bots take a card differently often when they see it."""
    bots = list(dict.fromkeys(seats["bot"])) if len(seats) else []
    if len(bots) < 2:
        return []
    sums = seats.groupby(["card", "bot"])[["offered", "taken"]].sum().reset_index()
    offered = sums.pivot(index="card", columns="bot", values="offered")[bots[:2]].dropna()
    offered = offered[offered.min(axis=1) >= LEAST]
    taken = sums.pivot(index="card", columns="bot", values="taken").loc[offered.index, bots[:2]]
    share = (taken / offered).clip(0, 1)
    table = share.copy()
    table["difference"] = share[bots[0]] - share[bots[1]]
    spread = (share * (1 - share) / offered).sum(axis=1)
    table["margin"] = 2 * spread**0.5
    sure = table[table["difference"].abs() > table["margin"]]
    most = sure.reindex(sure["difference"].abs().sort_values(ascending=False).index)
    most = most.head(DISAGREED)
    records = [
        (str(card), row) for card, row in zip(most.index, most.to_dict("records"), strict=True)
    ]
    rows = [
        (
            shown(card, card),
            *(percent(row[bot]) for bot in bots[:2]),
            f"{100 * row['difference']:+.0f}",
            around(100 * row["difference"], 100 * row["margin"], 0),
        )
        for card, row in records
    ]
    ranges = Ranges(
        axis=say("simulate.columns.difference"),
        rows=tuple(
            Range.around(shown(card, card), 100 * row["difference"], 100 * row["margin"])
            for card, row in records
        ),
    )
    columns = ("card", "bot-0", "bot-1", "difference", "interval")
    headings = {f"bot-{place}": bot for place, bot in enumerate(bots[:2])}
    fields = {"bot": bots[0], "others": bots[1]}
    return [section_of("disagree", columns, most.reset_index(), rows, ranges, headings, fields)]
