"""What words after `start` ask for where 3x3 is the usual game, and the games that tests name."""

from __future__ import annotations

import pytest

from bot.errors import UserError
from bot.match.grammar import StartRequest, parse_start
from engine import Rules

TICTACTOE = Rules(3, 3, 3)
CONNECT4 = Rules(6, 7, 4, gravity=True)
GOMOKU = Rules(15, 15, 5)
RENJU = Rules.parse("renju")


def start(words: str) -> StartRequest:
    """What the words ask for where 3x3 is the usual game."""
    return parse_start(words, TICTACTOE)


def problem(words: str) -> UserError:
    """The error that the words meet."""
    with pytest.raises(UserError) as caught:
        start(words)
    return caught.value
