"""The boards whose pictures are kept in `golden`.

`python -m tests.bot.show.render.cases` draws them all anew, for a person to read the difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.match.session import BoardStyle
from bot.show import render
from bot.show.overlay import NOTHING, Overlay
from engine import Position
from tests.bot.builders import position

GOLDEN: Final = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Case:
    """One board to draw."""

    position: Position
    style: BoardStyle = BoardStyle.EMOJI
    overlay: Overlay = NOTHING

    def draw(self) -> str:
        """The picture as a file holds it, with the newline that ends a file."""
        return f"{render.board(self.position, self.style, self.overlay)}\n"


_FULL = [1, 3, 2, 4, 7, 5, 8, 6, 9, 11, 10, 12, 15, 13, 16, 14]
_GOMOKU = [113, 114, 98, 128, 83, 99, 68, 53, 84]

CASES: Final = {
    "3x3_start": Case(position("3x3")),
    "3x3_last_x": Case(position("3x3", [5, 1, 9])),
    "3x3_last_o": Case(position("3x3", [5, 1, 9, 3])),
    "3x3_won_by_x": Case(position("3x3", [1, 4, 2, 5, 3])),
    "3x3_won_by_o": Case(position("3x3", [1, 3, 2, 5, 9, 7])),
    "3x3_draw": Case(position("3x3", [5, 1, 9, 3, 2, 8, 4, 6, 7])),
    "3x3_verdicts": Case(
        position("3x3", [5, 2]),
        overlay=Overlay(dict.fromkeys((1, 3, 4, 6, 7, 9), "👍") | {8: "🤝"}),
    ),
    "3x3_text_start": Case(position("3x3"), BoardStyle.TEXT),
    "3x3_text": Case(position("3x3", [5, 1, 9, 3]), BoardStyle.TEXT),
    "3x3_text_won": Case(position("3x3", [1, 4, 2, 5, 3]), BoardStyle.TEXT),
    "3x3_text_draw": Case(position("3x3", [5, 1, 9, 3, 2, 8, 4, 6, 7]), BoardStyle.TEXT),
    "3x3_text_verdicts": Case(
        position("3x3", [5, 2, 1]), BoardStyle.TEXT, Overlay({3: "👎", 4: "👎", 9: "🤝"})
    ),
    "3x3_gravity": Case(position("3x3 gravity", [2, 2, 1])),
    "3x3_misere": Case(position("3x3 misere", [1, 9, 2, 5, 3])),
    "connect4_start": Case(position("connect4")),
    "connect4_last": Case(position("connect4", [4, 4, 3, 5])),
    "connect4_won": Case(position("connect4", [4, 4, 3, 3, 2, 2, 1])),
    "connect4_won_upright": Case(position("connect4", [1, 2, 1, 2, 1, 2, 7, 2])),
    "connect4_verdicts": Case(
        position("connect4", [4, 4, 4, 4, 4, 4]),
        overlay=Overlay({1: "👎", 2: "👎", 3: "🤝", 5: "👍", 6: "❔", 7: "👎"}),
    ),
    "connect4_text": Case(position("connect4", [4, 4, 3, 5]), BoardStyle.TEXT),
    "connect4_text_won": Case(position("connect4", [4, 4, 3, 3, 2, 2, 1]), BoardStyle.TEXT),
    "connect4_text_verdicts": Case(
        position("connect4", [4, 4, 4, 4, 4, 4]),
        BoardStyle.TEXT,
        Overlay({1: "👎", 3: "🤝", 5: "👍", 6: "❔"}),
    ),
    "16x10_gravity": Case(position("16x10 gravity", [10, 1])),
    "6x11_gravity": Case(position("6x11 gravity", [11, 1, 10])),
    "6x11_gravity_verdicts": Case(
        position("6x11 gravity", [11, 1]), overlay=Overlay({1: "👍", 11: "👎"})
    ),
    "4x4_start": Case(position("4x4")),
    "4x4_last": Case(position("4x4", [6, 1])),
    "4x4_full": Case(position("4x4", _FULL)),
    "4x4_verdicts": Case(position("4x4", [6, 1]), overlay=Overlay({2: "👎", 7: "🤝", 11: "❔"})),
    "4x4_text": Case(position("4x4", [6, 1]), BoardStyle.TEXT),
    "5x5_won": Case(position("5x5x4", [7, 8, 13, 14, 19, 20, 25])),
    "12x12_last": Case(position("12x12", [66, 67, 144])),
    "15x15_start": Case(position("gomoku")),
    "15x15_last": Case(position("gomoku", _GOMOKU)),
    "15x15_won": Case(position("gomoku", [*_GOMOKU[:7], 54, 53])),
    "15x15_verdicts": Case(
        position("gomoku", _GOMOKU), overlay=Overlay({85: "👍", 69: "❔", 1: "👎"})
    ),
    "15x15_text": Case(position("gomoku", _GOMOKU), BoardStyle.TEXT),
    "3x3_hint": Case(position("3x3", [5, 2]), overlay=Overlay(move=1)),
    "connect4_hint": Case(position("connect4", [4, 4, 3]), overlay=Overlay(move=4)),
    "4x4_hint": Case(position("4x4", [6, 1]), overlay=Overlay(move=11)),
    "3x3_text_hint": Case(position("3x3", [5, 2]), BoardStyle.TEXT, Overlay(move=1)),
    "connect4_text_hint": Case(position("connect4", [4, 4, 3]), BoardStyle.TEXT, Overlay(move=4)),
    "15x15_text_hint": Case(position("gomoku", _GOMOKU), BoardStyle.TEXT, Overlay(move=69)),
    "19x19_last": Case(position("19x19x19", range(1, 320))),
}

if __name__ == "__main__":
    for name, case in CASES.items():
        (GOLDEN / f"{name}.txt").write_text(case.draw(), encoding="utf-8")
