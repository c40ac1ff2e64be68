"""What thousands of drafts tell: pick order, balance, what is in vain, where bots disagree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.wording import label, title, value_words
from deckbuilder.registry import Game, game
from deckbuilder.reports.ranges import Range, Ranges, draw_ranges
from deckbuilder.tables.screen import Column
from deckbuilder.templates import render
from deckbuilder.words import language, name_of, say, says

if TYPE_CHECKING:
    import pandas

Frames = Mapping[str, "pandas.DataFrame"]
Rows = Mapping[str, Sequence[Mapping[str, Any]]]

DRAWN = 30
"""Rows of a picture."""
LEAST = 20
"""A card that was offered less often tells nothing by being left or taken."""
DISAGREED = 25
TEXTS = {"card", "value", "measure", "seat", "better"}


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the report: its rows as data, as people read them, and its picture."""

    id: str
    columns: tuple[str, ...]
    data: tuple[Mapping[str, Any], ...]
    rows: tuple[tuple[str, ...], ...]
    headings: Mapping[str, str] = {}
    fields: Mapping[str, Any] = {}
    ranges: Ranges | None = None
    on_page: frozenset[str] = frozenset()
    """Columns for which a terminal has no room."""

    @property
    def title(self) -> str:
        """The heading."""
        return say(f"simulate.sections.{self.id}", **self.fields)

    @property
    def note(self) -> str:
        """What must be known to read it."""
        key = f"simulate.notes.{self.id}"
        return say(key, **self.fields) if says(key) else ""

    @property
    def picture(self) -> str | None:
        """The picture as SVG, None where there is nothing to compare."""
        if self.ranges is None or len(self.ranges.rows) < 2:
            return None
        return draw_ranges(self.ranges, self.title)

    def narrow(self) -> Section:
        """Return the section without the columns for which a terminal has no room."""
        kept = [at for at, name in enumerate(self.columns) if name not in self.on_page]
        return msgspec.structs.replace(
            self,
            columns=tuple(self.columns[at] for at in kept),
            rows=tuple(tuple(row[at] for at in kept) for row in self.rows),
        )

    def heads(self) -> tuple[Column, ...]:
        """Return the columns as they are shown."""
        return tuple(
            Column(
                self.headings.get(name) or name_of(f"simulate.columns.{name}"),
                right=name not in TEXTS,
            )
            for name in self.columns
        )


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
            _around(each["pick"], each["pick_margin"], 2),
            _number(each["pick_deviation"], 2),
            _percent(each["taken_share"]),
            str(int(each["struck"])),
            str(int(each["came_back"])),
            _percent(each["deck_share"]),
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
    found = _section("order", columns, taken, rows, ranges)
    return msgspec.structs.replace(found, on_page=frozenset(("spread", "struck", "came-back")))


def _balance(measures: pandas.DataFrame) -> list[Section]:
    """The decks of the seats below each other, measure by measure, a section a bot."""
    found = []
    for bot, rows in measures.groupby("bot", sort=False) if len(measures) else ():
        told = []
        for measure, seats in rows.groupby("measure", sort=False):
            for number, each in enumerate(seats.to_dict("records")):
                told.append(
                    (
                        "" if number else name_of(f"draft-bots.measures.{measure}"),
                        str(each["seat"]),
                        f"{each['mean']:.3f}",
                        _around(each["mean"], each["margin"], 3),
                        "" if number else say(f"simulate.better.{each['better']}"),
                    )
                )
        columns = ("measure", "seat", "mean", "interval", "better")
        found.append(_section("balance", columns, rows, told, fields={"bot": bot}))
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
                _percent(shares.loc[value, "offered"]),
                _percent(sums.loc[value, "taken"] / max(1, sums.loc[value, "offered"])),
                _percent(shares.loc[value, "decks"]),
                *([_percent(shares.loc[value, "shared"])] if with_commons else []),
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
            _section("groups", columns, data, rows, ranges, headings, {"field": label(field)})
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
            _percent(each["changed"] / each["drafts"]),
            f"{each['cards']:.1f}",
            _around(each["cards"], each["margin"], 1),
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
    return [_section("changes", columns, changes, rows, ranges)]


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
            _percent(each["taken_share"]),
            _within(100 * each["taken_share_low"], 100 * each["taken_share_high"]),
            _number(each["pick"], 2),
        )
        for each in least.to_dict("records")
    ]
    return _section(
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
            *(_percent(row[bot]) for bot in bots[:2]),
            f"{100 * row['difference']:+.0f}",
            _around(100 * row["difference"], 100 * row["margin"], 0),
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
    headings = {f"bot-{number}": bot for number, bot in enumerate(bots[:2])}
    fields = {"bot": bots[0], "others": bots[1]}
    return [_section("disagree", columns, most.reset_index(), rows, ranges, headings, fields)]


def _section(
    id: str,
    columns: tuple[str, ...],
    data: pandas.DataFrame,
    rows: Sequence[tuple[str, ...]],
    ranges: Ranges | None = None,
    headings: Mapping[str, str] | None = None,
    fields: Mapping[str, Any] | None = None,
) -> Section:
    records = data.astype(object).where(data.notna(), None).to_dict("records")
    return Section(
        id=id,
        columns=columns,
        data=tuple({str(key): cell for key, cell in row.items()} for row in records),
        rows=tuple(rows),
        headings=headings or {},
        fields=fields or {},
        ranges=ranges,
    )


def _around(mean: float, margin: float | None, digits: int) -> str:
    if margin is None or margin != margin:
        return ""
    return _within(mean - margin, mean + margin, digits)


def _within(low: float, high: float, digits: int = 0) -> str:
    return say("simulate.within", low=f"{low:.{digits}f}", high=f"{high:.{digits}f}")


def _number(value: float | None, digits: int) -> str:
    return "" if value is None or value != value else f"{value:.{digits}f}"


def _percent(share: float | None) -> str:
    return (
        ""
        if share is None or share != share
        else say("simulate.percent", value=f"{100 * share:.0f}")
    )
