"""What is known of whole boards, and who has found it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.proofs import BOARDS, PAGE, boards
from bot.match import solved
from bot.match.solved import KnownResult, known_result, known_results, known_winner
from engine import PRESETS, Limit, Position, Rules, Side, analyse
from tests.shared import SHARED

SMALL = ["3x3", "3x3x2", "3x4x3", "4x3x3", "4x4x3", "3x3x3g", "3x4x3g", "4x4x3g", "4x4x4g"]
MISERE = [f"{board} misere" for board in ("3x3", "3x4x3", "4x3x3g", "3x5x3g", "3x5x5g", "4x4x4g")]
WINNER = {"win": Side.X, "loss": Side.O, "draw": None}


@pytest.mark.parametrize("board", [*SMALL, *MISERE, "4x5x4g", "4x6x4g", "5x4x4g", "5x5x4g"])
def test_the_engine_proves_the_same(board: str) -> None:
    """Solving a board anew gives the result that is known of it."""
    start = Position.start(Rules.parse(board))
    value = analyse(start, Limit(), every=False).verdict.value
    assert value is not None
    assert known_result(start.rules) == KnownResult(WINNER[value])


def test_the_games_with_a_name() -> None:
    """Six of them are won by whoever moves first; tic-tac-toe is drawn."""
    known = {name for name, rules in PRESETS.items() if known_winner(rules) is Side.X}
    assert known == {"connect4", "gomoku", "renju", "vanishing", "3d", "qubic"}
    assert known_result(PRESETS["tictactoe"]) == KnownResult(None)
    assert known_result(PRESETS["exact"]) is known_result(PRESETS["caro"]) is None


@pytest.mark.parametrize("board", ["3x4x3", "5x6x4", "4x9x4", "3x4x3 misere"])
def test_a_board_on_its_side_is_the_same_game(board: str) -> None:
    """Rows and columns may be exchanged where nothing falls."""
    rules = Rules.parse(board)
    turned = Rules(rules.columns, rules.rows, rules.goal, misere=rules.misere)
    assert known_result(turned) == known_result(rules) is not None


@pytest.mark.parametrize("board", ["10x10x5", "7x10x4g", "8x8x4g misere", "19x19x6"])
def test_nothing_is_said_where_nobody_knows(board: str) -> None:
    """Nor where the rules differ from those that were solved."""
    assert known_result(Rules.parse(board)) is None


def test_own_results_are_the_proofs_of_the_page() -> None:
    """What the bot says is proved here stands on docs/proofs.md, with the same value."""
    words = {"first player wins": "first", "second player wins": "second", "draw": "draw"}
    rows = [line.split(" | ") for line in PAGE.read_text("utf-8").splitlines() if "` |" in line]
    proved = {board.split("'")[1]: words[value] for board, value, *_ in rows if value in words}
    file = Path(solved.__file__).with_name(solved.FILE)
    lines = [line for line in file.read_text("utf-8").splitlines() if line[0] != "#"]
    assert dict(line.rsplit(" ", 1) for line in lines) == proved
    listed = [game for heading in BOARDS for game in boards(heading)]
    assert proved.keys() <= set(listed)


@pytest.mark.parametrize(
    "board, paper",
    [
        *(("gomoku", "Allis 1994"), ("19x19", "Allis 1994"), ("7x8x4g", "Tromp 2006")),
        *(("7x9x4g", "Steininger"), ("connect4 misere", "Steele, Larremore 2024")),
        *(("9x4x4", None), ("connect4", None), ("4x4x3", None), ("5x8x4g", None)),
    ],
)
def test_it_is_told_who_found_it(board: str, paper: str | None) -> None:
    """Our own search, or a paper."""
    found = known_result(Rules.parse(board))
    assert found is not None
    assert found.paper == paper


def test_the_table_of_falling_discs_ends_where_its_boards_do() -> None:
    """Tromp's has boards whose sides add up to at most 15; those beyond are Steininger's."""
    for board, found in known_results().items():
        rules = Rules.parse(board)
        if found.paper in {"Tromp 2006", "Steininger"}:
            assert (rules.rows + rules.columns <= 15) is (found.paper == "Tromp 2006")


def test_published_values_agree() -> None:
    """Every result of independent programs and papers is the one that is known here."""
    file = SHARED / "facts.json"
    if not file.exists():
        pytest.skip("there are no facts of other programs here")
    facts = json.loads(file.read_text("utf-8"))
    for fact in (*facts["gravity"], *facts["misere"]):
        if min(fact["rows"], fact["cols"]) < 3:
            continue
        misere = fact in facts["misere"]
        rules = Rules(fact["rows"], fact["cols"], fact["k"], fact["gravity"], misere)
        found = known_result(rules)
        assert found is None or found.winner is WINNER[fact["value"]], rules
