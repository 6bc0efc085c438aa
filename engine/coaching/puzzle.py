"""Puzzles: a position with one right move, found in games and proved by search.

Two kinds of task, and what is proved of each. The solver is the side to move:

    WIN    win with your n-th move: one move forces that, no other one does; against the longest
           defence this is so at each step, up to the last, where any line will do
    HOLD   one move draws, every other one loses

On boards too large to prove that a move does not win, only wins with the second move are
looked for: a move forces those exactly when it leaves two places to complete a line, and
the opponent none.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from itertools import chain
from typing import Final

from engine.coaching.level import Level, choose
from engine.engine import analyse
from engine.game.enums import ReadableEnum
from engine.game.lines import DIRECTIONS
from engine.game.position import Position, line_through, with_stone
from engine.game.rules import PRESETS, Rules
from engine.thinking.analysis import Analysis, Verdict
from engine.thinking.limit import Limit

MOST_MOVES: Final = 5
"""The longest line that a person is asked to find, in moves of the solver's own."""

_PROOF: Final = Limit(nodes=50_000)
"""The limit for proving one position: some 50 ms."""
_PROVABLE_CELLS: Final = 64
"""On larger boards without gravity no search of this size proves that a move does not win."""
_LEAST_CELLS: Final = 16
"""Smaller boards have no puzzles: people know them by heart."""
_LEAST_CHOICE: Final = 4
"""Legal moves below which there is nothing to find."""
_LOOKED_BACK: Final = 16
"""Positions of a game that are looked at, from its end on."""
_UNCLEAR: Final = 2
"""Positions that cannot be proved before a game is given up: earlier ones are harder still."""

_BOARDS: Final = (
    PRESETS["connect4"],
    Rules(4, 5, 4),
    Rules(5, 5, 4),
    Rules(6, 6, 4),
    Rules(5, 5, 4, gravity=True),
    Rules(6, 6, 4, gravity=True),
    Rules(9, 9, 5),
    PRESETS["gomoku"],
)
"""The boards on which games are played to find a puzzle in them."""
_GAMES: Final = 60
"""How many games are played at most; one in five has what is looked for."""
_SLIPS: Final = 0.25
"""The share of moves of a game that a beginner makes: where nobody errs there is nothing to win."""


class Task(ReadableEnum):
    """What there is to find."""

    WIN = "win"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the task of the side to move, and its solution.

    `line` holds the moves of the solver and the replies in turn, from the solver's first to
    the solver's last.
    """

    start: Position
    task: Task
    line: tuple[int, ...]

    @property
    def moves(self) -> int:
        """How many moves the solver has to find."""
        return (len(self.line) + 1) // 2

    def after(self, found: int) -> Position:
        """The position when this many of the solver's moves are found, and answered."""
        position = self.start
        for move in self.line[: 2 * found]:
            position = position.play(move)
        return position

    def solves(self, found: int, move: int) -> bool:
        """Whether a legal move is right where `found` are found already.

        The last move of a win is right wherever it completes a line.
        """
        if self.task is Task.WIN and found + 1 == self.moves:
            position = self.after(found)
            outcome = position.play(move).outcome
            return outcome is not None and outcome.winner is position.side
        return move == self.line[2 * found]


def compose(seed: str, moves: range, games: Iterable[Position] = ()) -> Puzzle | None:
    """A puzzle of so many `moves`, the same for the same arguments on every machine.

    It comes from the first of `games` that has one, else from games that the engine plays
    against itself: from the first that has one, or else from the first with a puzzle of
    another length. None where not even that is found.
    """
    second_best: Puzzle | None = None
    for game in chain(games, _self_played(random.Random(seed), moves)):
        for puzzle in puzzles_in(game):
            if puzzle.moves in moves:
                return puzzle
            second_best = second_best or puzzle
    return second_best


def puzzles_in(game: Position) -> Iterator[Puzzle]:
    """The puzzles among the last positions of a game, the latest first."""
    rules = game.rules
    if rules.misere or rules.cells < _LEAST_CELLS:
        return iter(())
    if rules.gravity or rules.cells <= _PROVABLE_CELLS:
        return _proved_in(game)
    return (puzzle for position in _backwards(game) if (puzzle := _double_threat(position)))


def _self_played(chance: random.Random, moves: range) -> Iterator[Position]:
    """Games in which now and then somebody errs, as long as nobody has seen enough."""
    boards = [board for board in _BOARDS if 2 in moves or board.cells <= _PROVABLE_CELLS]
    for _ in range(_GAMES):
        position = Position.start(chance.choice(boards))
        while position.outcome is None:
            level = Level.EASY if chance.random() < _SLIPS else Level.MEDIUM
            position = position.play(choose(position, level, rng=chance))
        yield position


def _backwards(game: Position) -> Iterator[Position]:
    """The last positions of a game in which there is a choice, the latest first."""
    first = max(0, game.ply - _LOOKED_BACK)
    for ply in range(game.ply - 1, first - 1, -1):
        position = Position.from_moves(game.rules, game.moves[:ply])
        if len(position.legal) >= _LEAST_CHOICE:
            yield position


# Where every move can be proved.


def _proved_in(game: Position) -> Iterator[Puzzle]:
    unclear = 0
    for position in _backwards(game):
        analysis = analyse(position, _PROOF)
        if not _is_clear(analysis):
            unclear += 1
            if unclear == _UNCLEAR:
                return
        elif (puzzle := _proved(position, analysis)) is not None:
            yield puzzle


def _proved(position: Position, analysis: Analysis) -> Puzzle | None:
    """The puzzle that a position is, if any; the analysis is clear."""
    verdicts = analysis.verdicts
    if sum(verdict != Verdict.loss(2) for verdict in verdicts.values()) < 2:
        return None  # all moves but one lose at once: the eye finds it by itself
    if analysis.verdict.value == "win":
        line = _winning_line(position, analysis)
        return Puzzle(position, Task.WIN, line) if len(line) > 1 else None
    draws = [move for move, verdict in verdicts.items() if verdict.value == "draw"]
    return Puzzle(position, Task.HOLD, (draws[0],)) if len(draws) == 1 else None


def _winning_line(position: Position, analysis: Analysis) -> tuple[int, ...]:
    """The moves to the end against the longest defence; () where two win as soon before that."""
    plies = analysis.verdict.plies
    if plies == 1:
        return (analysis.best,)
    if plies is None or plies >= 2 * MOST_MOVES or not _is_clear(analysis):
        return ()
    wins = [verdict for verdict in analysis.verdicts.values() if verdict.value == "win"]
    if sum(verdict.plies is None or verdict.plies <= plies for verdict in wins) > 1:
        return ()
    answered = position.play(analysis.best)
    for reply, verdict in analyse(answered, _PROOF).verdicts.items():
        if verdict == Verdict.loss(plies - 1):
            then = answered.play(reply)
            if rest := _winning_line(then, analyse(then, _PROOF)):
                return (analysis.best, reply, *rest)
    return ()


def _is_clear(analysis: Analysis) -> bool:
    """Whether every move is proved to win, draw or lose."""
    return all(verdict.value is not None for verdict in analysis.verdicts.values())


# Where the board is too large for that.


def _double_threat(position: Position) -> Puzzle | None:
    """The puzzle to win with the second move, if one move alone does so; without gravity.

    No line can be completed at once, by either side. Then a move wins with the next one
    exactly if it leaves two tiles to complete a line on, since one of them gets blocked.
    """
    own, other = position.stones
    rules, free = position.rules, position.legal
    if any(line_through(rules, stones, tile) for tile in free for stones in (own, other)):
        return None
    found = [(move, ends) for move in free if len(ends := _completing_tiles(position, move)) > 1]
    if len(found) != 1:
        return None
    move, (block, end, *_) = found[0]
    return Puzzle(position, Task.WIN, (move, block, end))


def _completing_tiles(position: Position, move: int) -> list[int]:
    """The free tiles that complete a line with a stone on `move`, ascending."""
    rules, own = position.rules, position.stones[0]
    stones = with_stone(rules, own, move)
    near = {
        tile
        for mask, tiles in _rays(rules, move)
        if (own & mask).bit_count() >= rules.goal - 2
        for tile in tiles
    }
    free = (tile for tile in sorted(near) if position.at(tile) is None)
    return [tile for tile in free if line_through(rules, stones, tile)]


@lru_cache(maxsize=2048)
def _rays(rules: Rules, tile: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """In each of four directions the tiles that a line can share with one, also as stones."""
    row, column = divmod(tile - 1, rules.columns)
    reach = [step for step in range(1 - rules.goal, rules.goal) if step]
    rays = []
    for down, right in DIRECTIONS:
        cells = ((row + down * step, column + right * step) for step in reach)
        tiles = tuple(
            r * rules.columns + c + 1
            for r, c in cells
            if 0 <= r < rules.rows and 0 <= c < rules.columns
        )
        rays.append((reduce(partial(with_stone, rules), tiles, 0), tiles))
    return tuple(rays)
