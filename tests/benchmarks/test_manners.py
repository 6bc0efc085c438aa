"""What levels are said to be like is true: shares for each sentence of bot.show.text.levels."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final

import pytest

from benchmarks.manners import BOARDS, Manners, is_far, watch
from engine import LADDER, Level, Position, Rules, looks_ahead
from engine.coaching.choice import chances
from engine.coaching.person import middle
from tests.thorough import long, thorough

SMALL: Final = ("3x3", "3x5x3", "4x4x3", "4x4x4")
"""Boards where nobody looks ahead."""
OTHERS: Final = ("4x5x4", "6x7x4g", "10x10x5")
LARGER: Final = ("6x7x4g", "10x10x5")
GAMES: Final = 6
FEW: Final = 3
"""How many games are watched, and how many where looking ahead takes long."""
LARGE: Final = 49
"""Cells of the boards with the longest games."""
CHEAP: Final = LADDER[: LADDER.index(Level.HARD)]
"""The steps that look ahead on no board."""

CLAIMS: Final[dict[Level, dict[str, tuple[float, float]]]] = {
    # puts stones side by side, and overlooks most of your rows; a child sees its own
    Level.PIP: {"taken": (0.6, 1), "stopped": (0, 0.5), "beside": (0.85, 1)},
    # likes the centre, and overlooks many of your rows
    Level.MOMO: {"taken": (0.6, 1), "stopped": (0, 0.5), "opened": (0.75, 1)},
    # completes its rows, and overlooks many of yours
    Level.EASY: {"taken": (0.9, 1), "stopped": (0, 0.6)},
    # overlooks your diagonals
    Level.DOT: {"taken": (0.9, 1), "slanting": (0, 0.35)},
    # often forgets to stop your rows
    Level.REX: {"taken": (0.9, 1), "stopped": (0, 0.8)},
    # plays beside your last stone
    Level.LULU: {"taken": (0.9, 1), "followed": (0.4, 1)},
    # sees most rows, and overlooks two threats at once
    Level.MEDIUM: {"taken": (1, 1), "stopped": (0.6, 1), "foiled": (0, 0.75)},
    # defends first
    Level.OTTO: {"taken": (1, 1), "stopped": (0.8, 1)},
    # looks for two threats at once
    Level.FINN: {"taken": (1, 1), "stopped": (0.9, 1), "forked": (0.5, 1)},
    # stops nearly every row, or sees threats come
    Level.HARD: {"taken": (1, 1), "stopped": (0.9, 1)},
    # overlooks hardly a row
    Level.IRIS: {"taken": (1, 1), "stopped": (0.94, 1)},
    # never overlooks a row
    Level.BRUNO: {"taken": (1, 1), "stopped": (1, 1)},
    # misses hardly anything
    Level.VEGA: {"taken": (1, 1), "stopped": (1, 1)},
}
TOLERANCE: Final = 0.08
"""How far the share of one step may lie below that of a lower one, by the luck of positions: on
4x4x4 Pip and Momo stop 21 and 23 lines of a hundred, and 22 and 16 in so few games."""


@cache
def seen(game: str, level: Level, games: int) -> Manners:
    """How a level plays on a board."""
    return watch(Rules.parse(game), level, games)


@pytest.mark.parametrize(
    "game, level",
    [
        *((game, level) for game in SMALL for level in CLAIMS),
        *((game, level) for game in OTHERS[:2] for level in CHEAP),
        *thorough(*((game, level) for game in LARGER for level in CLAIMS)),
        *long(*((game, level) for game in BOARDS[4:] if game not in LARGER for level in CLAIMS)),
    ],
)
def test_a_level_is_as_it_is_said_to_be(game: str, level: Level) -> None:
    """On boards of each kind; a share that nothing tells of is as claimed."""
    dear = Rules.parse(game).cells >= LARGE and level not in CHEAP
    found = seen(game, level, FEW if dear else GAMES)
    for claim, (least, most) in CLAIMS[level].items():
        share = getattr(found, claim)
        if share.times >= 5:
            assert least - 1e-9 <= share.value <= most, (claim, share)


@pytest.mark.parametrize("game", SMALL)
def test_the_order_never_turns_round_on_small_boards(game: str) -> None:
    """A higher step stops as many of the other's lines as a lower one, or more."""
    shares = [seen(game, level, GAMES).stopped.value for level in CLAIMS]
    assert not [pair for pair in combinations(shares, 2) if pair[0] > pair[1] + TOLERANCE]


@pytest.mark.parametrize(
    "game", ["4x5x4", *thorough("5x5x4g", "10x10x5"), *long("6x7x4g", "7x7x5", "15x15x5")]
)
def test_the_order_never_turns_round_elsewhere(game: str) -> None:
    """Nor there, where higher steps look ahead and stop every line."""
    shares = [seen(game, level, GAMES).stopped.value for level in CHEAP]
    assert not [pair for pair in combinations(shares, 2) if pair[0] > pair[1] + 0.12]
    assert looks_ahead(Rules.parse(game), Level.HARD)
    assert seen(game, Level.HARD, 1).stopped.value == 1


@pytest.mark.parametrize(
    "game, games, level",
    [
        *(("10x10x5", GAMES, level) for level in CHEAP),
        *(("10x10x5 misere", 2, level) for level in LADDER[:-1]),
        *thorough(("renju", 2, Level.EASY)),
        *long(*(("renju", 2, level) for level in CHEAP if level is not Level.EASY)),
        *long(*(("15x15x5", GAMES, level) for level in CHEAP)),
    ],
)
def test_stones_are_put_near_stones(game: str, games: int, level: Level) -> None:
    """At most two of the first stones in a hundred lie three or more cells from all others."""
    assert seen(game, level, games).far.value <= 0.02


@pytest.mark.parametrize("level", [Level.HARD, Level.IRIS, Level.BRUNO])
def test_levels_that_look_ahead_also_play_near_stones(level: Level) -> None:
    """Also where the other's first stone lies in a corner, far from the middle."""
    position = Position.start(Rules.parse("10x10x5")).play(1)
    likely = chances(position, level)
    assert sum(chance for move, chance in likely.items() if is_far(position, move)) < 0.0101


@pytest.mark.parametrize("game", [*BOARDS, "3x3 misere", "10x10x5 misere", "caro"])
def test_a_level_that_likes_the_centre_begins_there(game: str) -> None:
    """Momo does in by far most games, and nobody else below MEDIUM in half of theirs."""
    start = Position.start(Rules.parse(game))
    shares = {
        level: sum(chances(start, level).get(move, 0.0) for move in middle(start))
        for level in LADDER[: LADDER.index(Level.MEDIUM)]
    }
    assert shares.pop(Level.MOMO) >= 0.8
    assert max(shares.values()) < 0.5


@pytest.mark.parametrize("game", ["3x3 misere", *thorough("4x4x3 misere")])
def test_in_misere_levels_complete_rows_as_they_are_said_to(game: str) -> None:
    """Sometimes, seldom, or from MEDIUM on never, if there is another move."""
    for level in LADDER[:-1]:
        least, most = (
            (0.05, 0.25)
            if level in {Level.PIP, Level.MOMO}
            else (0, 0.12 if LADDER.index(level) < LADDER.index(Level.MEDIUM) else 0)
        )
        assert least <= seen(game, level, GAMES).lost.value <= most + 1e-9, level


def test_far_is_three_cells_away() -> None:
    """In any direction, from the nearest stone."""
    position = Position.from_moves(Rules.parse("10x10x5"), [45, 46])
    assert not is_far(position, 43)
    assert not is_far(position, 25)
    assert is_far(position, 42)
    assert is_far(position, 75)
