"""Which of several good first moves to make, and how to open by swap2.

In the opening the best move is seldom the only good one, and whoever always makes it plays the same
game again and again. What may be made instead depends on what is known:

    tablebase       drawn moves that promise nearly as much against a player who makes mistakes
    proved          moves of the same value that hardly change how long the game takes
    in the book     moves measured to be about as good as the best (opening_book.py)
    estimated       two of the next best moves, where a search finds them about as good
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from engine.coaching import opening_book as book
from engine.coaching import person, small_boards
from engine.coaching.lines import board_windows, seen_by_mover
from engine.engine import analyse
from engine.game.geometry import symmetries
from engine.game.notation import decode_game
from engine.game.position import Position
from engine.game.rules import PRESETS, Rules
from engine.thinking.analysis import Analysis, Verdict
from engine.thinking.boards import is_provable, is_solvable
from engine.thinking.clock import Clock, Limit

PLIES: Final = 8
"""The plies of a game in which moves vary: four of each side. By then games have diverged, and each
position has its own best moves."""

_LONGER: Final = 0.1
"""A win may take longer by this part of its plies, and a loss come sooner."""
_FAR: Final = 16
"""Against a loss in fewer plies only the best defence is played: that is no longer an opening."""
_LINES: Final = 0.5
"""Among drawing moves on a board too large for playouts, those are played whose open lines are
worth at least this part of the best."""
_LOOK: Final = 0.55
"""The part of a limit for the best move; three equal parts of the rest go to that and two others,
so that their scores can be compared."""
_AHEAD: Final = 0.25
"""From here on, in `Verdict.score`, a side is ahead, by odds of twelve to one: the best move alone
is made, or the best defence. What the book has was searched for longer."""
_RIVALS: Final = 2
_RIVALS_FROM: Final = 5
"""So many of the next best moves are looked at, drawn from so many."""


def varies(position: Position, limit: Limit) -> bool:
    """Whether the next move is one of an opening, and the limit leaves time to compare some."""
    return position.ply < PLIES and limit.depth is None and limit != Limit()


def from_book(position: Position, rng: random.Random, known: Mapping[int, Verdict]) -> int | None:
    """A move of the book; None where it has none, or where a move is proved to win or lose."""
    if any(verdict.value in {"win", "loss"} for verdict in known.values()):
        return None
    found = book.moves(position)
    return book.likely_one(found, rng) if found else None


def look(
    position: Position, limit: Limit, rng: random.Random, known: Mapping[int, Verdict]
) -> tuple[int, Analysis]:
    """A move about as good as the best, and the search that found out what the best is."""
    clock = Clock(limit)
    # more than one move may be proved then
    every = is_solvable(position.rules) or is_provable(position.rules)
    analysis = analyse(position, clock.part(_LOOK), every=every, known=known)
    top = analysis.verdicts[analysis.best]
    if top.value is None:
        return _near_equal(position, analysis, rng, clock), analysis
    return _of_the_same_value(position, analysis, rng, clock), analysis


def _of_the_same_value(
    position: Position, analysis: Analysis, rng: random.Random, clock: Clock
) -> int:
    """A move proved to have the value of the best, and about as long."""
    top = analysis.verdicts[analysis.best]
    if top.plies is None or (top.value == "loss" and top.plies < _FAR):
        return analysis.best
    equal = [
        move
        for move, verdict in analysis.verdicts.items()
        if verdict.value == top.value
        and verdict.plies is not None
        and abs(verdict.plies - top.plies) <= _LONGER * top.plies
    ]
    equal = person.near_stones(position, equal) or equal
    if top.value == "draw" and not position.rules.gravity and not position.rules.misere:
        return _promising(position, equal, rng, clock)
    return rng.choice(equal)


def _promising(position: Position, drawn: list[int], rng: random.Random, clock: Clock) -> int:
    """Of moves that draw one that promises most against a player who makes mistakes."""
    if small_boards.handles(position.rules):
        return small_boards.most_promising(position, drawn, rng, clock)
    lines = {move: _open_lines(position, move) for move in drawn}
    most = max(lines.values())
    return rng.choice([move for move in drawn if lines[move] >= _LINES * most])


def _open_lines(position: Position, move: int) -> int:
    """How many lines through a tile hold stones of one side only, or none."""
    sides = seen_by_mover(position)
    windows = board_windows(position.rules).through[move - 1]
    return sum(not all(window.cells & stones for stones in sides) for window in windows)


def _near_equal(position: Position, analysis: Analysis, rng: random.Random, clock: Clock) -> int:
    """The best move or one of two others, where a search finds them about as good.

    They lie near stones that stand: a search answers one at the edge in the middle, and a person
    would play on alone there.
    """
    if abs(analysis.verdicts[analysis.best].score) >= _AHEAD:
        return analysis.best
    estimated = [move for move, verdict in analysis.verdicts.items() if verdict.value is None]
    estimated = person.near_stones(position, estimated) or estimated
    best, *others = estimated
    asked = [best, *rng.sample(others[:_RIVALS_FROM], min(_RIVALS, len(others)))]
    part = clock.part((1 - _LOOK) / len(asked))
    worth = {move: -analyse(position.play(move), part, every=False).verdict.score for move in asked}
    short = {move: max(0.0, worth[best] - one) for move, one in worth.items()}
    return book.likely_one({move: one for move, one in short.items() if one <= book.WINDOW}, rng)


# --- openings of three stones that leave neither side better: black, white, black on gomoku's board
#
# They were found by chance and searched with 1,300,000 nodes each: `python -m benchmarks.balance`
# made the book that `python -m benchmarks.swap2` has chosen from. A line of the file is the code of
# a game on 15x15.

_BOARD: Final = PRESETS["gomoku"]


def fits_openings(rules: Rules) -> bool:
    """Whether the board has at least the rows and columns of gomoku's."""
    return min(rules.rows, rules.columns) >= _BOARD.rows


def balanced_opening(rules: Rules, rng: random.Random) -> tuple[int, ...]:
    """The tiles of one of the openings, turned and mirrored by chance, in the middle of a board."""
    assert fits_openings(rules), "there is room for the openings"
    turn = rng.choice(symmetries(_BOARD))
    down, right = (rules.rows - _BOARD.rows) // 2, (rules.columns - _BOARD.columns) // 2
    cells = (divmod(turn.tiles[tile] - 1, _BOARD.columns) for tile in rng.choice(_openings()).tiles)
    return tuple((row + down) * rules.columns + column + right + 1 for row, column in cells)


@cache
def _openings() -> tuple[Position, ...]:
    """The openings of the package."""
    text = (files("engine.coaching") / "balanced.txt").read_text(encoding="ascii")
    return tuple(map(decode_game, text.splitlines()))


# --- swap2: the stones that the engine lays, and the colour that it takes
#
#     three stones lie     black, white, black: the second player takes black or white, or lays a
#                          white and a black stone more
#     five stones lie      the first player takes black or white
#
# White moves next, so that taking white means to lay the next stone.

FIRST_STONES: Final = 3
"""The stones that the first player lays."""
ALL_STONES: Final = 5
"""The stones that are laid at most before somebody takes a colour."""
_EVEN: Final = 0.05
"""The greatest score, in `Verdict.score`, of a position in which neither colour is better."""
_REPLIES: Final = 3
"""The first of two more stones is one of so many best moves, so that games differ."""


def is_even(analysis: Analysis) -> bool:
    """Whether neither colour is better."""
    return abs(analysis.verdict.score) <= _EVEN


def fairest_moves(analysis: Analysis) -> tuple[int, ...]:
    """The moves after which the chances of both sides are closest to equal."""
    unfairness = {move: abs(verdict.score) for move, verdict in analysis.verdicts.items()}
    least = min(unfairness.values())
    return tuple(move for move, found in unfairness.items() if found == least)


def fourth_stones(analysis: Analysis) -> Sequence[int]:
    """The moves of which the first of two more stones is one."""
    return sorted(analysis.verdicts, key=lambda move: -analysis.verdicts[move].score)[:_REPLIES]


def stones_laid(
    position: Position,
    seconds: float,
    think: Callable[[Position, float], Analysis],
    rng: random.Random,
) -> tuple[int, ...]:
    """The stones that are laid by whoever may choose, in so many seconds.

    One takes white, two leave the choice to the other player, none takes black.
    """
    more = position.ply == FIRST_STONES
    part = seconds / 2 if more else seconds
    analysis = think(position, part)
    if more and is_even(analysis):
        fourth = rng.choice(fourth_stones(analysis))
        return fourth, rng.choice(fairest_moves(think(position.play(fourth), part)))
    return (analysis.best,) if analysis.verdict.score > 0 else ()
