"""Reasons as a beginner would give them."""

from __future__ import annotations

import random

import pytest

from engine import Limit, Reason, ReasonKind, Rules, Verdict, analyse, decode_game
from engine.game.position import Position
from engine.thinking.reasons import only_move, reason_for_best
from tests.engine.boards import wander

EXAMPLES = [
    ("3x3x3:1-4-2-5", 3, Reason(ReasonKind.WINS, (1, 2, 3))),
    ("6x7x4g:1-7-1-7-1-6", 1, Reason(ReasonKind.WINS, (15, 22, 29, 36))),
    ("4x4x4:6-12-4-3-16-2-11-13", 1, Reason(ReasonKind.WINS, (1, 6, 11, 16))),
    ("15x15x5:97-1-112-3-127-5-142-7", 82, Reason(ReasonKind.WINS, (82, 97, 112, 127, 142))),
    ("3x3x3:8-4", 5, Reason(ReasonKind.WINS, (5, 7, 9))),
    ("3x3x3:1-5-2", 3, Reason(ReasonKind.BLOCKS, (1, 2, 3))),
    ("3x3x3:7-5-8", 9, Reason(ReasonKind.BLOCKS, (7, 8, 9))),
    ("4x4x4:4-14-1-7-2", 3, Reason(ReasonKind.BLOCKS, (1, 2, 3, 4))),
    ("6x7x4g:3-7-2-5-7-3-4-3-5", 1, Reason(ReasonKind.BLOCKS, (36, 37, 38, 39))),
    ("15x15x5:1-112-2-97-3-82-4", 5, Reason(ReasonKind.BLOCKS, (1, 2, 3, 4, 5))),
    ("3x3x3:1", 5, Reason(ReasonKind.ONLY_MOVE)),
    ("3x3x3m:", 5, Reason(ReasonKind.ONLY_MOVE)),
    ("3x4x3m:8-12-10-6-7-5", 2, Reason(ReasonKind.ONLY_MOVE)),
    ("5x4x4g:2-4-2-3-1-3-3-2-3-3-2-1-2-4", 4, Reason(ReasonKind.ONLY_MOVE)),
    ("3x3x3:", 1, Reason(ReasonKind.EQUAL_BEST, tuple(range(1, 10)))),
    ("3x3x3:8-2-6", 7, Reason(ReasonKind.EQUAL_BEST, (7, 9))),
    ("5x4x4g:3-3-2-1-1-4-3-3-4-3-4-4-2-2", 2, Reason(ReasonKind.EQUAL_BEST, (4, 6))),
    ("5x4x4g:2-1-4-2-2-2-3-3-3-3-3-4-1", 1, Reason(ReasonKind.EQUAL_BEST, (2, 9, 12))),
    *(
        (code, best, Reason(ReasonKind.DOUBLE_THREAT, tiles, lines))
        for code, best, tiles, lines in [
            ("3x3x3:5-6-7-3", 9, (1, 8), ((1, 5, 9), (7, 8, 9))),
            ("4x4x3:6-1", 7, (5, 8), ((5, 6, 7), (6, 7, 8))),
            ("4x4x3:2-11-8", 6, (1, 16), ((1, 6, 11), (6, 11, 16))),
            ("4x4x4:8-11-2-6-9-7-16-15-3-10", 4, (1, 12), ((1, 2, 3, 4), (4, 8, 12, 16))),
            ("6x7x4g:3-3-2-3", 4, (36, 40), ((36, 37, 38, 39), (37, 38, 39, 40))),
            ("15x15x5:109-108-110-172-111-1-127-3-142-5-157-7", 112, (97, 113), (
                (97, 112, 127, 142, 157), (109, 110, 111, 112, 113))),
        ]
    ),
    *(
        (code, best, Reason(ReasonKind.STOPS_DOUBLE_THREAT, tiles, lines))
        for code, best, tiles, lines in [
            ("3x3x3:4-7-9-6-2", 5, (5, 1, 8), ((1, 5, 9), (2, 5, 8))),
            ("6x7x4g:5-1-6", 4, (39, 38, 42), ((38, 39, 40, 41), (39, 40, 41, 42))),
            ("8x10x4g:10-7-7-8-4-4", 6, (76, 75, 79), ((75, 76, 77, 78), (76, 77, 78, 79))),
        ]
    ),
    ("3x3x3:6-1-5-8-9", 3, Reason(ReasonKind.DELAYS)),
]  # fmt: skip
"""A game, the best move, and why."""


@pytest.mark.parametrize("code, best, reason", EXAMPLES)
def test_reasons(code: str, best: int, reason: Reason) -> None:
    """The reason for the best move is the one a beginner would give, with its tiles."""
    analysis = analyse(decode_game(code), Limit(depth=6))
    assert (analysis.best, analysis.reason) == (best, reason)


@pytest.mark.parametrize("code, _, reason", EXAMPLES)
def test_the_lines_of_a_double_threat_are_nearly_full(code: str, _: int, reason: Reason) -> None:
    """Each wants one stone, on a tile of its own; only double threats have lines."""
    for line in reason.lines:
        assert len(line) >= decode_game(code).rules.goal
        assert len(set(line) & set(reason.tiles)) >= 1
    doubles = {ReasonKind.DOUBLE_THREAT, ReasonKind.STOPS_DOUBLE_THREAT}
    assert (len(reason.lines) > 1) == (reason.kind in doubles)


@pytest.mark.parametrize("code", ["3x3x3:5", "4x4x4:4-7-1", "3x4x3m:3-9-8-4-12-6-10"])
def test_of_equals_all_are_named(code: str) -> None:
    """Where several moves draw each is, and one of them is best."""
    analysis = analyse(decode_game(code), Limit())
    draws = sorted(move for move, found in analysis.verdicts.items() if found.value == "draw")
    assert analysis.reason == Reason(ReasonKind.EQUAL_BEST, tuple(draws))
    assert analysis.best in draws


@pytest.mark.parametrize("code", ["3x3x3:5", "4x5x4:8", "6x7x4g:4-4"])
def test_a_single_draw_is_one(code: str) -> None:
    """Where one move is known to draw and of the others nothing, it is for that."""
    position = decode_game(code)
    verdicts = dict.fromkeys(position.legal, Verdict.estimate(0))
    best = position.legal[0]
    verdicts[best] = Verdict.draw(position.rules.cells - position.ply)
    assert reason_for_best(position, verdicts, (best,)) == Reason(ReasonKind.DRAWS)


@pytest.mark.parametrize(
    "code", ["4x4x3:2", "3x4x3m:4-7-6-8-9-5", "6x7x4g:3-1-4-1-5", "15x15x5:113-1-114-3-115-5-116"]
)
def test_a_lost_game_is_delayed_anywhere(code: str) -> None:
    """Where all moves lose, the best is the one that lasts longest."""
    analysis = analyse(decode_game(code), Limit(depth=6))
    assert analysis.verdict.value == "loss"
    assert analysis.reason == Reason(ReasonKind.DELAYS)


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


@pytest.mark.parametrize("code", ["15x15x5:113", "9x9x4g:5", "8x10x4g:5-5", "5x5x4:13-1"])
def test_an_open_game_is_estimated(code: str) -> None:
    """Where nothing is proved the reason is the estimate."""
    analysis = analyse(decode_game(code), Limit(nodes=500))
    assert analysis.reason == Reason(ReasonKind.ESTIMATE)


@pytest.mark.parametrize(
    "code, forced",
    [
        ("15x15x5:113-1-114-3-115-5-116-112", None),  # the line can be completed at once
        ("15x15x5:113-112-114-1-115-3-116", 117),  # a four, stopped at its open end
        ("15x15x5:113-1-114-3-115-5-116", None),  # an open four: both ends cannot be stopped
        ("15x15x5:113-1-114", None),
        ("6x7x4g:4-1-4-1-4", 4),  # on top of three
        ("6x7x4g:4-1-4-1-4-1", None),  # the mover's own line comes first
        ("3x3x3m:1-9-2", None),  # whoever completes a line has lost
    ],
)
def test_a_line_to_stop_is_the_only_move(code: str, forced: int | None) -> None:
    """Where one cell completes a line of the opponent's, and none one of the mover's."""
    assert only_move(decode_game(code)) == forced


@pytest.mark.parametrize("game", ["4x4x3", "5x5x4", "6x7x4g", "9x9x5"])
def test_every_other_move_loses_at_once(game: str) -> None:
    """After each of them the opponent completes a line."""
    rng = random.Random(game)
    told = 0
    for _ in range(300):
        position = wander(Rules.parse(game), rng.randint(4, 30), rng)
        forced = only_move(position)
        if forced is None:
            continue
        told += 1
        others = (position.play(move) for move in position.legal if move != forced)
        assert all(_can_win(after) for after in others)
    assert told > 0


def _can_win(position: Position) -> bool:
    afterwards = (position.play(move).outcome for move in position.legal)
    return any(outcome is not None and outcome.winner is position.side for outcome in afterwards)
