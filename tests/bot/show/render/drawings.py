"""The drawings that are kept in `golden_png`, and how alike two of them must be.

`python -m tests.bot.show.render.drawings` draws them all anew, for a person to look at.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final

from PIL import Image, ImageChops

from bot.show.emoji import TILE_EMOJI
from bot.show.overlay import Overlay
from bot.show.render import charts, images
from bot.show.render.theme import DARK, LIGHT
from bot.show.zoom import fight
from engine import Position, Rules
from tests.bot.builders import crowded, half_full, position

FOLDER: Final = Path(__file__).parent / "golden_png"
PATCH: Final = 8
"""The side of the patches that are compared, in pixels."""
TOLERANCE: Final = 40
"""How far the mean of a patch may be off, of 255: other systems smooth letters differently."""


def opened(drawing: bytes) -> Image.Image:
    """A drawing as pixels."""
    return Image.open(BytesIO(drawing)).convert("RGB")


def farthest_patch(one: Image.Image, other: Image.Image) -> int:
    """By how much the two drawings differ where they differ most, 0 to 255."""
    if one.size != other.size:
        return 255
    shrunk = one.reduce(PATCH), other.reduce(PATCH)
    bands = ImageChops.difference(*shrunk).getextrema()
    return max(int(band[1]) for band in bands if isinstance(band, tuple))


def on_ground(drawing: bytes, ground: str, side: int) -> Image.Image:
    """A transparent tile as the client shows it."""
    tile = Image.open(BytesIO(drawing)).resize((side, side), Image.Resampling.LANCZOS)
    shown = Image.new("RGB", tile.size, ground)
    shown.paste(tile, mask=tile)
    return shown


def _tiles(ground: str) -> bytes:
    """The tiles without numbers and a few with, side by side."""
    shown = [tile for tile in TILE_EMOJI if tile.number in {None, 1, 8, 25, 144}]
    side = 44
    sheet = Image.new("RGB", (side * len(shown), side), ground)
    for i, tile in enumerate(shown):
        sheet.paste(on_ground(images.emoji_image(tile), ground, side), (i * side, 0))
    file = BytesIO()
    sheet.quantize(128).save(file, "PNG", optimize=True)
    return file.getvalue()


def _frame(game: Position, number: int) -> bytes:
    """One picture of a replay."""
    animation = Image.open(BytesIO(images.animation(game)))
    animation.seek(number)
    file = BytesIO()
    animation.convert("RGB").quantize(128).save(file, "PNG", optimize=True)
    return file.getvalue()


def walk(moves: int) -> list[float | None]:
    """Evaluations that wander as those of a game do, with a gap, and a win at the end."""
    chance = Random(moves)
    values: list[float | None] = [chance.uniform(-0.3, 0.3) for _ in range(moves - 6)]
    return [*values, None, None, 0.95, 0.96, 0.97, 1.0]


_WON: Final = position("connect4", [4, 4, 3, 3, 2, 2, 1])
_FULL_COLUMN: Final = position("connect4", [4, 4, 4, 4, 4, 4])
_FIVE: Final = position("gomoku", [113, 114, 98, 128, 83, 99, 68, 54, 53])
_FIGHT: Final = position("gomoku", [113, 98, 114, 115, 99, 128, 83, 129, 143, 112, 130, 97, 67])
_NINE: Final = half_full(Rules.parse("9x9"))

DRAWINGS: Final[dict[str, Callable[[], bytes]]] = {
    "tiles_dark": lambda: _tiles("#313338"),
    "tiles_light": lambda: _tiles("#ffffff"),
    "3x3_verdicts": lambda: images.board(
        position("3x3", [5, 2]),
        overlay=Overlay(dict.fromkeys((1, 3, 4, 6, 7, 9), "👍") | {8: "🤝"}),
    ),
    "3x3_hint": lambda: images.board(
        position("3x3", [1, 2, 4, 7]),
        LIGHT,
        overlay=Overlay(move=5, own=((1, 5, 9), (4, 5, 6)), theirs=((2, 5, 8), (3, 5, 7))),
    ),
    "connect4_hint": lambda: images.board(
        position("connect4", [4, 4, 3]),
        DARK,
        overlay=Overlay(move=5, theirs=((37, 38, 39, 40, 41), (37,))),
    ),
    "15x15_hint": lambda: images.board(
        position("gomoku", [113, 98, 114, 115]),
        DARK,
        overlay=Overlay(move=112, own=((112, 113, 114),)),
    ),
    "connect4_won": lambda: images.board(_WON, DARK),
    "connect4_verdicts": lambda: images.board(
        _FULL_COLUMN,
        LIGHT,
        overlay=Overlay({1: "👎", 2: "👎", 3: "🤝", 5: "👍", 6: "❔", 7: "👎"}, move=5),
    ),
    "9x9": lambda: images.board(_NINE, LIGHT),
    "15x15_hint_light": lambda: images.board(
        position("gomoku", [113, 98, 114, 115]),
        LIGHT,
        overlay=Overlay({85: "👎", 100: "👍"}, move=100, own=((100, 113),), theirs=((98, 115),)),
    ),
    "15x15_numbers": lambda: images.board(_FIGHT, LIGHT, numbers=True),
    "15x15_zoom": lambda: images.board(_FIGHT, DARK, window=fight(_FIGHT), numbers=True),
    "connect4_numbers": lambda: images.board(_WON, LIGHT, numbers=True),
    "3x3_numbers": lambda: images.board(position("3x3", [5, 1, 9]), DARK, numbers=True),
    "15x15_won": lambda: images.board(_FIVE, DARK),
    "19x19": lambda: images.board(crowded(Rules.parse("19x19x19")), DARK),
    "replay_middle": lambda: _frame(_WON, 4),
    "chart_short": lambda: charts.chart(
        Rules.parse("3x3"), [0, 0.9, 0, 0, 0.997, 0.998, 0.999], {2, 5}
    ),
    "chart_long": lambda: charts.chart(Rules.parse("connect4"), walk(36), {7, 12, 31}, LIGHT),
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, draw in DRAWINGS.items():
        (FOLDER / f"{name}.png").write_bytes(draw())
