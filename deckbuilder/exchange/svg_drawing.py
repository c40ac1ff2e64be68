"""Faces drawn into a PDF: the part of SVG that the templates of faces are written in.

That is rect, circle, path and text, with translate and scale; what else stands there is an error
of the template.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import atan2 as angle_of
from math import ceil, cos, hypot, pi, radians, sin, sqrt, tan
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree.ElementTree import Element

from deckbuilder.exchange.registration.fonts import REGULAR, Fonts, draw_runs, run_width

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

ITALIC = "Helvetica-Oblique"
_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)")
_TRANSFORM = re.compile(r"(translate|scale)\(([^)]*)\)")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "Z": 0}
_EVEN_ODD, _NON_ZERO = 0, 1

Point = tuple[float, float]
Curve = tuple[Point, Point, Point]


class _Step(NamedTuple):
    """A part of a path in absolute places: `move`, `line`, `curve` or `close`."""

    kind: str
    points: tuple[Point, ...]


def draw_svg(canvas: Canvas, root: Element, fonts: Fonts) -> None:
    """Draw an SVG in its own units, from the upper left corner at the canvas' origin downwards."""
    canvas.saveState()
    canvas.scale(1, -1)
    for element in root:
        name = element.tag.rpartition("}")[2]
        if name == "title":
            continue
        canvas.saveState()
        for kind, numbers in _TRANSFORM.findall(element.get("transform", "")):
            values = [float(each) for each in re.split(r"[\s,]+", numbers.strip())]
            across, down = values[0], values[-1] if kind == "scale" or len(values) > 1 else 0.0
            (canvas.translate if kind == "translate" else canvas.scale)(across, down)
        if name == "text":
            _text(canvas, element, fonts)
        else:
            _shape(canvas, name, element)
        canvas.restoreState()
    canvas.restoreState()


def path_steps(data: str) -> Iterator[_Step]:
    """Yield the steps of a path's data. Raises ValueError for a command that is not known."""
    tokens = _TOKEN.findall(data)
    at: Point = (0.0, 0.0)
    start = at
    place, command = 0, ""
    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
        kind = command.upper()
        if kind not in _ARGUMENTS:
            raise ValueError(f"no path command: {command}")
        numbers = [float(each) for each in tokens[place : place + _ARGUMENTS[kind]]]
        place += _ARGUMENTS[kind]
        base = at if command.islower() else (0.0, 0.0)
        if kind == "Z":
            at = start
            yield _Step("close", ())
        elif kind == "A":
            end = (base[0] + numbers[5], base[1] + numbers[6])
            for curve in _arc(at, end, numbers):
                yield _Step("curve", curve)
            at = end
        else:
            if kind == "H":
                points: tuple[Point, ...] = ((base[0] + numbers[0], at[1]),)
            elif kind == "V":
                points = ((at[0], base[1] + numbers[0]),)
            else:
                pairs = zip(numbers[::2], numbers[1::2], strict=True)
                points = tuple((base[0] + x, base[1] + y) for x, y in pairs)
            at = points[-1]
            if kind == "M":
                start = at
                # Further pairs behind a move are lines.
                command = "l" if command == "m" else "L"
            yield _Step({"M": "move", "C": "curve"}.get(kind, "line"), points)


def _arc(start: Point, end: Point, numbers: list[float]) -> Iterator[Curve]:
    """Yield the curves of an elliptic arc, a quarter at most each, by SVG's own formulas."""
    rx, ry, turn, large, sweep = abs(numbers[0]), abs(numbers[1]), *numbers[2:5]
    lean = radians(turn)
    half = ((start[0] - end[0]) / 2, (start[1] - end[1]) / 2)
    x = cos(lean) * half[0] + sin(lean) * half[1]
    y = -sin(lean) * half[0] + cos(lean) * half[1]
    stretch = max(1.0, hypot(x / rx, y / ry))
    rx, ry = rx * stretch, ry * stretch
    over = (rx * y) ** 2 + (ry * x) ** 2
    factor = sqrt(max(0.0, ((rx * ry) ** 2 - over) / over)) * (-1 if large == sweep else 1)
    middle = (factor * rx * y / ry, -factor * ry * x / rx)
    first = angle_of((y - middle[1]) / ry, (x - middle[0]) / rx)
    last = angle_of((-y - middle[1]) / ry, (-x - middle[0]) / rx)
    span = (last - first) % (2 * pi) if sweep else -((first - last) % (2 * pi))

    def place(across: float, down: float) -> Point:
        across, down = middle[0] + rx * across, middle[1] + ry * down
        return (
            (start[0] + end[0]) / 2 + cos(lean) * across - sin(lean) * down,
            (start[1] + end[1]) / 2 + sin(lean) * across + cos(lean) * down,
        )

    parts = max(1, ceil(abs(span) / (pi / 2) - 1e-9))
    step = span / parts
    pull = 4 / 3 * tan(step / 4)
    for part in range(parts):
        one, other = first + part * step, first + (part + 1) * step
        yield (
            place(cos(one) - pull * sin(one), sin(one) + pull * cos(one)),
            place(cos(other) + pull * sin(other), sin(other) - pull * cos(other)),
            place(cos(other), sin(other)),
        )


def _shape(canvas: Canvas, name: str, element: Element) -> None:
    path = canvas.beginPath()
    if name == "rect":
        x, y, width, height, radius = (
            _number(element, key) for key in ("x", "y", "width", "height", "rx")
        )
        path.roundRect(x, y, width, height, radius)
    elif name == "circle":
        path.circle(*(_number(element, key) for key in ("cx", "cy", "r")))
    elif name == "path":
        for step in path_steps(element.get("d", "")):
            if step.kind == "close":
                path.close()
            else:
                numbers = [number for point in step.points for number in point]
                draw: dict[str, Callable[..., Any]] = {
                    "move": path.moveTo,
                    "line": path.lineTo,
                    "curve": path.curveTo,
                }
                draw[step.kind](*numbers)
    else:
        raise ValueError(f"no shape of a face: {name}")
    fill, stroke = element.get("fill", "#000000"), element.get("stroke")
    if fill != "none":
        canvas.setFillColor(fill)
        canvas.setFillAlpha(float(element.get("fill-opacity", "1")))
    if stroke is not None:
        canvas.setStrokeColor(stroke)
        canvas.setLineWidth(_number(element, "stroke-width"))
        canvas.setLineJoin(1 if element.get("stroke-linejoin") == "round" else 0)
    mode = _EVEN_ODD if element.get("fill-rule") == "evenodd" else _NON_ZERO
    canvas.drawPath(path, stroke=int(stroke is not None), fill=int(fill != "none"), fillMode=mode)


def _text(canvas: Canvas, element: Element, fonts: Fonts) -> None:
    text, size = element.text or "", _number(element, "font-size")
    runs = fonts.runs(text, bold=element.get("font-weight") == "bold")
    if element.get("font-style") == "italic":
        runs = tuple(run._replace(font=ITALIC) if run.font == REGULAR else run for run in runs)
    canvas.translate(_number(element, "x"), _number(element, "y"))
    canvas.scale(1, -1)
    canvas.setFillColor(element.get("fill", "#000000"))
    middle = element.get("text-anchor") == "middle"
    start = -sum(run_width(run, size) for run in runs) / 2 if middle else 0.0
    draw_runs(canvas, start, 0, runs, size)


def _number(element: Element, name: str) -> float:
    return float(element.get(name, "0"))
