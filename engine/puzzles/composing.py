"""Puzzles found in games: in those of people, and in games that the engine plays for it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from engine.coaching.choice import choose
from engine.coaching.levels import Level
from engine.engine import analyse
from engine.game.position import Position
from engine.game.rules import PRESETS, Rules
from engine.puzzles.attacks import attack, double_threat
from engine.puzzles.proved import LEAST_CHOICE, PROOF, is_clear, puzzle_at
from engine.puzzles.puzzle import Puzzle

BOARDS: Final = (
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

_PROVABLE_CELLS: Final = 64
"""On larger boards without gravity no search of this size proves that a move does not win."""
_LEAST_CELLS: Final = 16
"""Smaller boards have no puzzles: people know them by heart."""
_LOOKED_BACK: Final = 16
"""Positions of a game that are looked at, from its end on."""
_UNCLEAR: Final = 2
"""Positions that cannot be proved before a game is given up: earlier ones are harder still."""
_GAMES: Final = 60
"""How many games are played at most; one in five has what is looked for."""
_SLIPS: Final = 0.25
"""The share of moves of a game that a beginner makes: where nobody errs there is nothing to win."""


def compose(seed: str, moves: range, games: Iterable[Position] = ()) -> Puzzle | None:
    """A puzzle of so many `moves`, the same for the same arguments on every machine.

    It comes from the first of `games` that has one, else from games that the engine plays
    against itself: from the first that has one, or else from the first with a puzzle of
    another length. None where not even that is found.
    """
    return puzzle_from(chain(games, _self_played(random.Random(seed), moves)), moves)


def puzzle_from(games: Iterable[Position], moves: range) -> Puzzle | None:
    """The first puzzle of so many `moves` in games, else the first of another length, if any."""
    second_best: Puzzle | None = None
    for game in games:
        for puzzle in puzzles_in(game):
            if puzzle.moves in moves:
                return puzzle
            second_best = second_best or puzzle
    return second_best


def puzzles_in(game: Position, back: int = _LOOKED_BACK) -> Iterator[Puzzle]:
    """The puzzles among the last positions of a game, so many, the latest first."""
    rules = game.rules
    if rules.misere or rules.cells < _LEAST_CELLS:
        return iter(())
    if rules.gravity or rules.cells <= _PROVABLE_CELLS:
        return _proved_in(game, back)
    return _attacks_in(game, back)


def _self_played(chance: random.Random, moves: range) -> Iterator[Position]:
    """Games in which now and then somebody errs, as long as nobody has seen enough."""
    boards = [board for board in BOARDS if 2 in moves or board.cells <= _PROVABLE_CELLS]
    for _ in range(_GAMES):
        position = Position.start(chance.choice(boards))
        while position.outcome is None:
            level = Level.EASY if chance.random() < _SLIPS else Level.MEDIUM
            position = position.play(choose(position, level, rng=chance))
        yield position


def _backwards(game: Position, back: int) -> Iterator[Position]:
    """The last positions of a game in which there is a choice, the latest first."""
    first = max(0, game.ply - back)
    for ply in range(game.ply - 1, first - 1, -1):
        position = Position.from_moves(game.rules, game.moves[:ply])
        if len(position.legal) >= LEAST_CHOICE:
            yield position


def _proved_in(game: Position, back: int) -> Iterator[Puzzle]:
    unclear = 0
    for position in _backwards(game, back):
        analysis = analyse(position, PROOF)
        if not is_clear(analysis):
            unclear += 1
            if unclear == _UNCLEAR:
                return
        elif (puzzle := puzzle_at(position, analysis)) is not None:
            yield puzzle


def _attacks_in(game: Position, back: int) -> Iterator[Puzzle]:
    for position in _backwards(game, back):
        if (puzzle := double_threat(position) or attack(position)) is not None:
            yield puzzle
