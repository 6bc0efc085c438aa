"""Bars on a logarithmic scale, as SVG that is read on a light and on a dark page."""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape
from typing import Final

_WIDTH: Final = 720
_NAMES: Final = 230
"""Pixels for the names at the left; the bars end so far before the values at the right."""
_VALUES: Final = 90
_ROW: Final = 26
_HEAD: Final = 34
_GREY: Final = "#8a8f98"
_BLUE: Final = "#5865f2"


def bars(title: str, values: Mapping[str, float], told: Mapping[str, str], own: str) -> str:
    """A picture of positive values; `told` says each in words, `own` is the one to stand out."""
    low = math.floor(math.log10(min(values.values())))
    high = max(math.ceil(math.log10(max(values.values()))), low + 1)
    scale = (_WIDTH - _NAMES - _VALUES) / (high - low)
    height = _HEAD + _ROW * len(values) + 4
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img"'
        f' font-family="sans-serif" font-size="13" fill="{_GREY}">',
        f"<title>{escape(title)}</title>",
        f'<text x="0" y="16" font-weight="bold">{escape(title)}</text>',
    ]
    for number, (name, value) in enumerate(values.items()):
        top = _HEAD + _ROW * number
        length = max(2.0, (math.log10(value) - low) * scale)
        colour = _BLUE if name == own else _GREY
        lines += [
            f'<text x="{_NAMES - 8}" y="{top + 14}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{_NAMES}" y="{top}" width="{length:.1f}" height="18" rx="3"'
            f' fill="{colour}"/>',
            f'<text x="{_NAMES + length + 6:.1f}" y="{top + 14}">{escape(told[name])}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])
