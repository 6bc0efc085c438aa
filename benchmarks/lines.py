"""Curves on logarithmic scales, as SVG that is read on a light and on a dark page."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

_WIDTH: Final = 720
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 150, 40, 270
"""Pixels: the corners of the field that the curves are in."""
_HEIGHT: Final = 310
_GREY: Final = "#8a8f98"
_COLOURS: Final = ("#5865f2", "#3ba55d", "#ed8936")
_DASHES: Final = ("", "6 4", "2 3")
"""Curves differ in shape, too."""


def lines(title: str, at: Sequence[int], curves: Mapping[str, Sequence[float]], unit: str) -> str:
    """A picture of positive values that grow with `at`, each curve named at its end."""
    values = [value for curve in curves.values() for value in curve]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    high = max(high, low + 1)
    start, end = math.log10(at[0]), math.log10(at[-1])

    def x(value: float) -> float:
        return _LEFT + (math.log10(value) - start) / (end - start) * (_WIDTH - _RIGHT - _LEFT)

    def y(value: float) -> float:
        return _BOTTOM - (math.log10(value) - low) / (high - low) * (_BOTTOM - _TOP)

    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        f' font-family="sans-serif" font-size="13" fill="{_GREY}">',
        f"<title>{escape(title)}</title>",
        f'<text x="0" y="16" font-weight="bold">{escape(title)}</text>',
    ]
    for power in range(low, high + 1):
        height = y(10.0**power)
        drawn += [
            f'<path d="M{_LEFT} {height:.1f}H{_WIDTH - _RIGHT}" stroke="{_GREY}" opacity="0.3"/>',
            f'<text x="{_LEFT - 8}" y="{height + 4:.1f}" text-anchor="end">'
            f"{10.0**power:,g} {escape(unit)}</text>",
        ]
    drawn += [
        f'<text x="{x(value):.1f}" y="{_BOTTOM + 22}" text-anchor="middle">{value:,}</text>'
        for value in at
    ]
    for number, (name, curve) in enumerate(curves.items()):
        points = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in zip(at, curve, strict=True))
        colour, dashes = _COLOURS[number], _DASHES[number]
        drawn += [
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"'
            f' stroke-dasharray="{dashes}"/>',
            f'<text x="{_WIDTH - _RIGHT + 8}" y="{y(curve[-1]) + 4:.1f}" fill="{colour}">'
            f"{escape(name)}: {curve[-1]:,.3g}</text>",
        ]
    return "\n".join([*drawn, "</svg>", ""])
