"""Figures as SVG: where everything stands is worked out here, how it looks is in templates.

Sizes are in user units, about a pixel each. Text is measured by estimate, for a figure names
no font of its own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, cos, log10, pi, radians, sin

import msgspec

from deckbuilder.games.statistics import Chart, Graph, Part, Word
from deckbuilder.reports.statistics import part_title, spoken
from deckbuilder.templates import render

WIDTH = 640
HEIGHT = 380
LEFT, RIGHT, TOP, BOTTOM = 62, 18, 40, 58
ACROSS = WIDTH - LEFT - RIGHT
ROW = 17
"""Height of a row of the legend."""
WIDEST = 96
"""Of the bars of one category."""
LETTER = 12
"""Size of all letters."""
LONGEST_NAME = 26
SLANT, STEEP = 35, 60
"""Degrees by which names are turned that lie too close to each other, or very close."""
CLOSE, CLOSE_NAME = 45, 20
"""What is very close, and the longest name there."""
GRAPH = 720
RING = 185
"""Radius of the ring on which a graph's nodes stand."""


class _Mark(msgspec.Struct, frozen=True):
    """A text at a place."""

    x: float
    y: float
    text: str
    anchor: str = "middle"


class _Bar(msgspec.Struct, frozen=True):
    x: float
    y: float
    width: float
    height: float
    series: int
    label: str


class _Line(msgspec.Struct, frozen=True):
    points: tuple[tuple[float, float], ...]
    series: int


class _Dot(msgspec.Struct, frozen=True):
    x: float
    y: float
    radius: float
    group: str
    name: _Mark
    tip: str


class _Arrow(msgspec.Struct, frozen=True):
    path: str
    group: str


def draw(part: Part, game_id: str) -> str | None:
    """Return the SVG of a part's picture, None where there is nothing to compare."""
    if isinstance(part.figure, Chart) and len(part.figure.categories) > 1:
        return _chart(part, part.figure, game_id)
    if isinstance(part.figure, Graph):
        return _graph(part, part.figure, game_id)
    return None


def _chart(part: Part, chart: Chart, game_id: str) -> str:
    legend = _legend([spoken(series.name, game_id) for series in chart.series])
    above = legend[-1].y + ROW + 6 if legend else TOP
    height = HEIGHT - TOP - BOTTOM
    highest = max((v for s in chart.series for v in s.values if v is not None), default=0)
    scale = 100 if chart.percent else 1
    ticks = _ticks(Fraction(100) if chart.percent else Fraction(highest))

    def down(value: float | Fraction) -> float:
        return round(above + height * (1 - float(value) * scale / ticks[-1]), 2)

    bars, lines = _bars(chart, down, above + height, game_id), _lines(chart, down)
    names, angle, room = _category_names([spoken(each, game_id) for each in chart.categories])
    return render(
        "figures/chart.svg.j2",
        width=WIDTH,
        height=round(HEIGHT + above - TOP + room, 1),
        title=part_title(part.id),
        left=LEFT,
        right=WIDTH - RIGHT,
        top=above,
        floor=above + height,
        ticks=[_Mark(LEFT - 8, down(t / scale), f"{t}") for t in ticks],
        categories=[
            _Mark(_middle(chart, at), above + height + 18, name) for at, name in enumerate(names)
        ],
        angle=angle,
        x_name=spoken(chart.x, game_id),
        y_name=spoken(chart.y, game_id) + (" (%)" if chart.percent else ""),
        bars=bars,
        lines=lines,
        ends=_line_ends(lines) if len(lines) > 1 else [],
        legend=legend,
    )


def _middle(chart: Chart, at: int) -> float:
    """Return where the middle of a category lies."""
    return round(LEFT + ACROSS * (at + 0.5) / len(chart.categories), 2)


def _bars(
    chart: Chart, down: Callable[[float | Fraction], float], floor: float, game_id: str
) -> list[_Bar]:
    if chart.kind == "lines":
        return []
    label = "percent" if chart.percent else "text"
    span = min(0.76 * ACROSS / len(chart.categories), WIDEST) / len(chart.series)
    return [
        _Bar(
            x=round(_middle(chart, at) + span * (row - len(chart.series) / 2), 2),
            y=down(value),
            width=round(span - 1, 2),
            height=round(floor - down(value), 2),
            series=row,
            label=spoken(value, game_id, label) if value else "",
        )
        for row, series in enumerate(chart.series)
        for at, value in enumerate(series.values)
        if value is not None
    ]


def _lines(chart: Chart, down: Callable[[float | Fraction], float]) -> list[_Line]:
    if chart.kind != "lines":
        return []
    lines = [
        _Line(
            points=tuple(
                (_middle(chart, at), down(value))
                for at, value in enumerate(series.values)
                if value is not None
            ),
            series=row,
        )
        for row, series in enumerate(chart.series)
    ]
    return [line for line in lines if line.points]


def _category_names(names: list[str]) -> tuple[list[str], int, float]:
    """Return names as they fit, the angle they stand at, and the room that this takes below."""
    slot = ACROSS / len(names)
    slanted = any((_width(name) + _width(later)) / 2 > slot - 6 for name, later in pairwise(names))
    if not slanted:
        return [_short(name, LONGEST_NAME) for name in names], 0, 0
    angle = STEEP if slot < CLOSE else SLANT
    names = [_short(name, CLOSE_NAME if angle == STEEP else LONGEST_NAME) for name in names]
    return names, angle, max(40.0, max(map(_width, names)) * sin(radians(angle)) - 24)


def _ticks(highest: Fraction) -> list[int]:
    """Round steps from 0 to at least the highest value, at most six of them."""
    if highest <= 0:
        return [0, 1]
    rough = float(highest) / 5
    power = 10 ** max(0, ceil(log10(rough)) - 1) if rough > 1 else 1
    step = next(power * n for n in (1, 2, 5, 10, 20) if power * n >= rough)
    return [step * at for at in range(ceil(highest / step) + 1)]


def _legend(names: Sequence[str]) -> list[_Mark]:
    """Places for the names of the series, in rows above the plot; none for a single one."""
    if len(names) < 2:
        return []
    marks = []
    x, y = float(LEFT), 44.0
    for name in names:
        needed = 26 + _width(_short(name)) + 18
        if x > LEFT and x + needed > WIDTH - RIGHT:
            x, y = float(LEFT), y + ROW
        marks.append(_Mark(x, y, _short(name), "start"))
        x += needed
    return marks


def _line_ends(lines: Sequence[_Line]) -> list[tuple[float, float, int]]:
    """Every point of every line, for the shapes that tell lines apart without colour."""
    return [(x, y, line.series) for line in lines for x, y in line.points]


def _graph(part: Part, graph: Graph, game_id: str) -> str:
    """Nodes on a ring, sorted by colour; an arrow leads to what can follow."""
    order = sorted(
        range(len(graph.nodes)),
        key=lambda row: (graph.nodes[row].group, graph.nodes[row].name.printed),
    )
    angles = {row: 2 * pi * at / len(order) - pi / 2 for at, row in enumerate(order)}
    middle = GRAPH / 2
    dots = []
    for row in order:
        node, angle = graph.nodes[row], angles[row]
        radius = 5 + 1.1 * min(node.copies, 10)
        away = RING + radius + 8
        side = cos(angle)
        anchor = "middle" if abs(side) < 0.12 else "start" if side > 0 else "end"
        drop = 4 + (6 if abs(side) < 0.12 and sin(angle) > 0 else 0)
        colour = spoken(Word(node.group), game_id)
        dots.append(
            _Dot(
                x=round(middle + RING * cos(angle), 2),
                y=round(middle + RING * sin(angle), 2),
                radius=radius,
                group=node.group,
                name=_Mark(
                    round(middle + away * cos(angle), 2),
                    round(middle + away * sin(angle) + drop, 2),
                    f"{_short(node.name.shown)} ({colour})",
                    anchor,
                ),
                tip=f"{node.copies}x {node.name.shown}, {colour}",
            )
        )
    return render(
        "figures/graph.svg.j2",
        width=GRAPH + 180,
        height=GRAPH - 200,
        shift_x=90,
        shift_y=-80,
        title=part_title(part.id),
        groups=list(dict.fromkeys(node.group for node in graph.nodes)),
        dots=dots,
        arrows=[_arrow(graph, angles, one, other) for one, other in graph.arrows],
    )


def _arrow(graph: Graph, angles: dict[int, float], one: int, other: int) -> _Arrow:
    """A curve that bends towards the middle of the ring; a loop outside it for the same node."""
    middle = GRAPH / 2
    group = graph.nodes[one].group

    def place(row: int, radius: float, turn: float = 0.0) -> str:
        angle = angles[row] + turn
        return f"{middle + radius * cos(angle):.1f} {middle + radius * sin(angle):.1f}"

    inner = RING - 5 - 1.1 * min(graph.nodes[other].copies, 10)
    if one == other:
        return _Arrow(
            f"M {place(one, RING, -0.05)} C {place(one, RING - 52, -0.16)} "
            f"{place(one, RING - 52, 0.16)} {place(one, inner + 2, 0.03)}",
            group,
        )
    return _Arrow(
        f"M {place(one, RING - 4, 0.02)} Q {middle:.1f} {middle:.1f} {place(other, inner, -0.02)}",
        group,
    )


def _short(name: str, longest: int = LONGEST_NAME) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


def _width(text: str) -> float:
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return LETTER * (wide + 0.56 * (len(text) - wide))
