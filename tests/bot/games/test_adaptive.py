"""How the adaptive level follows a person's results."""

from __future__ import annotations

import pytest

from bot.games import adaptive
from bot.store import Result
from engine import Level, Rules

TICTACTOE = Rules.parse("3x3")
WIN = Result(TICTACTOE, Level.ADAPTIVE, "win", assisted=False)
DRAW = Result(TICTACTOE, Level.ADAPTIVE, "draw", assisted=False)
LOSS = Result(TICTACTOE, Level.ADAPTIVE, "loss", assisted=False)
HELPED = Result(TICTACTOE, Level.ADAPTIVE, "win", assisted=True)


@pytest.mark.parametrize(
    "newest_first, level",
    [
        ([], Level.MEDIUM),
        ([WIN], Level.HARD),
        ([LOSS], Level.EASY),
        ([DRAW, DRAW], Level.MEDIUM),
        ([WIN, WIN], Level.PERFECT),
        ([LOSS, WIN], Level.MEDIUM),
        ([HELPED, HELPED], Level.MEDIUM),
        ([LOSS, *[WIN] * 9], Level.HARD),
        ([WIN, *[LOSS] * 9], Level.MEDIUM),
    ],
)
def test_one_up_after_a_win_one_down_after_a_loss(newest_first: list[Result], level: Level) -> None:
    """The level follows the order of the results and stays on the ladder at both ends."""
    assert adaptive.level(newest_first, TICTACTOE) is level


def test_other_games_do_not_count() -> None:
    """Neither results of another board nor of another level say how strong somebody is here."""
    other_board = Result(Rules.parse("connect4"), Level.ADAPTIVE, "win", assisted=False)
    other_level = Result(TICTACTOE, Level.EASY, "win", assisted=False)
    assert adaptive.level([other_board, other_level], TICTACTOE) is Level.MEDIUM
