"""Reasons as a beginner would give them."""

from __future__ import annotations

import pytest

from engine import Limit, Reason, ReasonKind, analyse, decode_game


@pytest.mark.parametrize(
    "code, best, reason",
    [
        ("3x3x3:1-4-2-5", 3, Reason(ReasonKind.WINS, (1, 2, 3))),
        ("6x7x4g:1-7-1-7-1-6", 1, Reason(ReasonKind.WINS, (15, 22, 29, 36))),
        ("3x3x3:1-5-2", 3, Reason(ReasonKind.BLOCKS, (1, 2, 3))),
        ("3x3x3:7-5-8", 9, Reason(ReasonKind.BLOCKS, (7, 8, 9))),
        ("3x3x3:1", 5, Reason(ReasonKind.ONLY_MOVE)),
        ("3x3x3:", 1, Reason(ReasonKind.EQUAL_BEST, tuple(range(1, 10)))),
        ("3x3x3:8-2-6", 7, Reason(ReasonKind.EQUAL_BEST, (7, 9))),
        ("3x3x3:5-6-7-3", 9, Reason(ReasonKind.DOUBLE_THREAT, (1, 8))),
        ("3x3x3:8-4", 5, Reason(ReasonKind.WINS, (5, 7, 9))),
        ("3x3x3:4-7-9-6-2", 5, Reason(ReasonKind.STOPS_DOUBLE_THREAT, (5, 1, 8))),
        ("3x3x3:6-1-5-8-9", 3, Reason(ReasonKind.DELAYS)),
        ("3x3x3m:", 5, Reason(ReasonKind.ONLY_MOVE)),
        ("4x4x3:6-1", 7, Reason(ReasonKind.DOUBLE_THREAT, (5, 8))),
    ],
)
def test_reasons(code: str, best: int, reason: Reason) -> None:
    """The reason for the best move is the one a beginner would give, with its tiles."""
    analysis = analyse(decode_game(code), Limit(depth=6))
    assert (analysis.best, analysis.reason) == (best, reason)


def test_a_lost_game_is_delayed() -> None:
    """Where all moves lose, the best is the one that lasts longest."""
    analysis = analyse(decode_game("3x3x3:1-2-5"))
    assert analysis.verdict.value == "loss"
    assert analysis.reason == Reason(ReasonKind.DELAYS)


def test_a_later_win_names_the_moves_of_the_winner() -> None:
    """The tiles of a win in five plies are the three that the winner takes."""
    analysis = analyse(decode_game("4x4x3:"), Limit(), every=False)
    assert analysis.reason == Reason(ReasonKind.WINS, analysis.line[::2])
    assert len(analysis.line) == 5


def test_a_fork_is_taken_away() -> None:
    """Where the opponent would make two threats at once, the move takes that cell."""
    analysis = analyse(decode_game("15x15x5:113-1-114-15-115"), Limit(depth=3))
    assert analysis.reason.kind in {ReasonKind.STOPS_DOUBLE_THREAT, ReasonKind.ONLY_MOVE}
    assert analysis.best in analysis.reason.tiles or analysis.reason.kind is ReasonKind.ONLY_MOVE


def test_an_open_game_is_estimated() -> None:
    """Where nothing is proved the reason is the estimate."""
    analysis = analyse(decode_game("15x15x5:113"), Limit(nodes=500))
    assert analysis.reason == Reason(ReasonKind.ESTIMATE)
