"""The characters of the ladder: what each likes and overlooks can be seen in play."""

from __future__ import annotations

import random

import pytest

from benchmarks.duels import expected, match, total
from engine import Limit, Position, Rules, choose
from engine.coaching.level import Level
from engine.coaching.people.moves import chances
from engine.coaching.people.steps import STYLES, player
from tests.engine.boards import wander

LIMIT = Limit(nodes=200)


def likely(name: str, position: Position) -> dict[int, float]:
    """The chances of the moves of a character."""
    return chances(position, player(position.rules, name))


@pytest.mark.parametrize("name", list(STYLES)[:9])
@pytest.mark.parametrize("game", ["3x3", "4x4x4", "connect4", "gomoku"])
def test_a_step_is_a_style_with_a_skill(game: str, name: str) -> None:
    """Who sees no less than nothing and no more than all."""
    who = player(Rules.parse(game), name)
    assert 0 < who.attention < 1
    assert who.style is STYLES[name]


def test_momo_begins_in_the_middle() -> None:
    """Three first stones in ten fall on the nine cells in the middle of 9x9, a ninth of it."""
    found = likely("momo", Position.start(Rules.parse("9x9x5")))
    middle = [row * 9 + column + 1 for row in (3, 4, 5) for column in (3, 4, 5)]
    assert sum(found[move] for move in middle) > 0.3
    assert found[41] == max(found.values()) > 10 * found[1]


def test_pip_puts_stones_beside_stones() -> None:
    """A cell beside a stone is several times as likely as another."""
    found = likely("pip", Position.from_moves(Rules.parse("9x9x5"), [41, 11]))
    assert found[42] > 2 * found[75]
    assert found[2] > 5 * found[9]


def test_pip_shuns_corners() -> None:
    """A corner is taken more rarely than its neighbours, not so with falling discs."""
    found = likely("pip", Position.start(Rules.parse("4x4")))
    assert found[1] < found[2] / 4
    falling = likely("pip", Position.start(Rules.parse("connect4")))
    assert falling[1] == max(falling.values())


def test_dot_never_stops_a_diagonal() -> None:
    """A diagonal is nothing to Dot, who stops a row with four stones more often than not."""
    slanting = Position.from_moves(Rules.parse("9x9x5"), [21, 8, 31, 9, 41, 18, 51])
    plain = Position.from_moves(Rules.parse("9x9x5"), [39, 8, 40, 9, 41, 18, 42])
    without = Position.from_moves(Rules.parse("9x9x5"), [29, 8, 39, 9, 41, 18, 61])
    stops = sum(likely("dot", slanting)[move] for move in (11, 61))
    assert stops < 4 / len(slanting.legal)
    assert sum(likely("dot", plain)[move] for move in (38, 43)) > 5 * stops
    assert sum(likely("medium", slanting)[move] for move in (11, 61)) > 5 * stops
    assert without.outcome is None


def test_lulu_follows() -> None:
    """A move beside the other's last stone is many times as likely as the same for who doesn't."""
    position = Position.from_moves(Rules.parse("9x9x5"), [41, 1, 73])
    beside = (64, 65, 74)
    follows = sum(likely("lulu", position)[move] for move in beside)
    assert follows > 2 * sum(likely("medium", position).get(move, 0) for move in beside)


def test_rex_attacks_and_otto_defends() -> None:
    """Rex overlooks a line of the other's far more often than an own one; Otto lets none pass."""
    own = Position.from_moves(Rules.parse("9x9x5"), [39, 1, 40, 9, 41, 18, 42, 81])
    other = Position.from_moves(Rules.parse("9x9x5"), [39, 1, 40, 9, 41, 18, 42])

    def share(name: str, position: Position) -> float:
        found = likely(name, position)
        return found.get(38, 0) + found.get(43, 0)

    assert 1 - share("rex", other) > 50 * (1 - share("rex", own))
    assert share("otto", other) > 0.99 > share("rex", other)


def test_finn_finds_double_threats() -> None:
    """An open four is made more often by Finn than by the step below."""
    position = Position.from_moves(Rules.parse("9x9x5"), [40, 1, 41, 9, 42, 81])
    found, below = (
        sum(likely(name, position).get(move, 0) for move in (39, 43)) for name in ("finn", "medium")
    )
    assert found > below


def test_own_lines_are_overlooked_up_to_a_step_only() -> None:
    """Pip passes over most of them, Rex few, and from medium on nobody."""
    position = Position.from_moves(Rules.parse("9x9x5"), [39, 1, 40, 9, 41, 18, 42, 81])
    found = [
        likely(name, position)[38] + likely(name, position)[43]
        for name in ("pip", "easy", "rex", "medium", "otto", "finn")
    ]
    assert found[0] < 0.5
    assert found[:3] == sorted(found[:3])
    assert found[3:] == pytest.approx([1, 1, 1])


@pytest.mark.thorough
@pytest.mark.parametrize(
    "game, games",
    [("4x4", 400), ("connect4", 60), ("5x5x4g", 60), ("5x5x4", 60), ("7x7x5", 60), ("gomoku", 30)],
)
@pytest.mark.parametrize("anchor", ["completes", "extends"])
def test_pip_loses_to_who_completes_lines(game: str, games: int, anchor: str) -> None:
    """In clearly more than half of the games, whatever the other does besides."""
    tally = total(match(Rules.parse(game), "pip", anchor, games))
    assert tally.lost > 0.55 * games


def test_pip_loses_to_who_completes_lines_on_tictactoe() -> None:
    """The same, over all games that they may play."""
    assert all(
        expected(Rules(3, 3, 3), "pip", anchor).lost > 60 for anchor in ("completes", "extends")
    )


def test_pip_wins_sometimes() -> None:
    """Against who completes lines and else moves at random."""
    for game in ("3x3", "4x4", "connect4"):
        assert total(match(Rules.parse(game), "pip", "completes", 24)).won > 0


@pytest.mark.parametrize("level", list(Level))
def test_every_step_plays_every_board(level: Level) -> None:
    """Legal moves, from the first to the last, whatever the rules."""
    rng = random.Random(5)
    boards = "3x3 misere", "3x3g", "4x3x2", "5x5x4g misere", "4x4 misere", "3x7x6", "5x4x5"
    for game in boards:
        position = Position.start(Rules.parse(game))
        while position.outcome is None:
            move = choose(position, level, LIMIT, rng)
            assert move in position.legal
            position = position.play(move)


@pytest.mark.parametrize("name", list(STYLES)[:9])
@pytest.mark.parametrize("game", ["19x19x5", "19x19x19", "19x19x3g", "19x19 misere"])
def test_a_low_step_knows_every_large_board(game: str, name: str) -> None:
    """Chances of legal moves alone, on an empty board and on one with stones."""
    rng = random.Random(6)
    for plies in (0, 30):
        position = wander(Rules.parse(game), plies, rng)
        assert set(likely(name, position)) <= set(position.legal)
