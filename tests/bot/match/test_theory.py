"""What is known of whole boards, against the engine and against each other."""

from __future__ import annotations

import pytest

from benchmarks.proofs import BOARDS, boards
from bot.match.theory import KNOWN_RESULTS, known_result, known_winner
from engine import PRESETS, Limit, Position, Rules, Side, analyse

SMALL = ["3x3", "3x3x2", "3x4x3", "4x3x3", "4x4x3", "3x3x3g", "3x4x3g", "4x4x3g", "4x4x4g"]
MISERE = [f"{board} misere" for board in ("3x3", "3x4x3", "3x3x3g", "3x4x3g", "4x4x3g", "4x4x4g")]


@pytest.mark.parametrize("board", [*SMALL, *MISERE, "4x5x4g", "4x6x4g", "5x4x4g"])
def test_the_engine_proves_the_same(board: str) -> None:
    """Who is said to win does, and where nobody is, nobody does."""
    start = Position.start(Rules.parse(board))
    value = analyse(start, Limit(), every=False).verdict.value
    assert value == {Side.X: "win", Side.O: "loss", None: "draw"}[known_winner(start.rules)]


def test_the_games_with_a_name() -> None:
    """Connect Four, gomoku and renju are won by whoever moves first; of others nothing is known."""
    known = {name for name, rules in PRESETS.items() if known_winner(rules) is Side.X}
    assert known == {"connect4", "gomoku", "renju"}
    assert Side.O not in map(known_winner, PRESETS.values())


@pytest.mark.parametrize("board", ["3x4x3", "5x6x4", "4x9x4", "3x4x3 misere"])
def test_a_board_on_its_side_is_the_same_game(board: str) -> None:
    """Rows and columns may be exchanged where nothing falls."""
    rules = Rules.parse(board)
    turned = Rules(rules.columns, rules.rows, rules.goal, misere=rules.misere)
    assert known_winner(turned) is known_winner(rules) is not None


@pytest.mark.parametrize("board", ["10x10x5", "7x7x4g", "connect4 misere", "19x19x6"])
def test_nobody_is_said_to_win_where_nobody_knows(board: str) -> None:
    """Nor where the game is drawn, nor where the rules differ from those that were solved."""
    assert known_winner(Rules.parse(board)) is None


def test_own_proofs_are_those_of_the_benchmark() -> None:
    """Each board said to be proved here is solved on docs/proofs.md, and no other won one is."""
    solved = {str(Rules.parse(game)) for heading in BOARDS for game in boards(heading)}
    own = {board for board, found in KNOWN_RESULTS.items() if found.paper is None}
    assert own == solved & KNOWN_RESULTS.keys()


@pytest.mark.parametrize(
    "board, paper",
    [
        *(("gomoku", "Allis 1994"), ("19x19", "Allis 1994"), ("7x8x4g", "Tromp 2006")),
        *(("9x4x4", None), ("connect4", None), ("4x4x3", None)),
    ],
)
def test_it_is_told_who_found_it(board: str, paper: str | None) -> None:
    """Our own search, or a paper."""
    found = known_result(Rules.parse(board))
    assert found is not None
    assert found.paper == paper
