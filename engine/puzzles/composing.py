"""Puzzles found in games: in those of people, and in games that the engine plays for it.

On boards that are small enough they are proved (engine/puzzles/proved.py). On others no search
proves that a move does not win, and puzzles are attacks, of two kinds that are provable all the
same. A win with the second move: a move forces that exactly when it leaves places to complete a
line that no reply stops, two of them as a rule, and the opponent none. And a long attack: each move
makes a four or a three, and whatever the opponent answers, the next one does so again.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from engine.coaching.choice import choose
from engine.coaching.levels import Level
from engine.coaching.lines import Lines, cells_of
from engine.engine import analyse
from engine.game.position import Position
from engine.game.rules import PRESETS, Rules, Variant
from engine.puzzles.proved import LEAST_CHOICE, PROOF, is_clear, puzzle_at
from engine.puzzles.puzzle import Puzzle, Theme
from engine.thinking.clock import Limit

SHARES: Final = {
    PRESETS["connect4"]: 3.0,
    Rules(4, 5, 4): 0.5,
    Rules(5, 5, 4): 0.8,
    Rules(6, 6, 4): 0.5,
    Rules(5, 5, 4, gravity=True): 1.5,
    Rules(6, 6, 4, gravity=True): 2.0,
    Rules(9, 9, 5): 0.4,
    PRESETS["gomoku"]: 0.4,
    PRESETS["renju"]: 0.12,
    PRESETS["exact"]: 0.12,
    PRESETS["caro"]: 0.12,
}
"""The shares of boards in a collection. Falling discs have the most themes, and on the largest
boards a puzzle takes a hundred times as long to find."""
BOARDS: Final = tuple(rules for rules in SHARES if rules.variant is Variant.FREESTYLE)
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
"""The share of a game's moves that a beginner makes: if nobody errs there is nothing to win."""


def compose(seed: str, moves: range, games: Iterable[Position] = ()) -> Puzzle | None:
    """A puzzle of so many `moves`, the same for the same arguments on every machine.

    It comes from the first of `games` that has one, else from games that the engine plays
    against itself: from the first that has one, or else from the first with a puzzle of
    another length. None where not even that is found.
    """
    return puzzle_from(chain(games, _self_played(random.Random(seed), moves)), moves)


def puzzle_from(games: Iterable[Position], moves: range) -> Puzzle | None:
    """The first puzzle of so many `moves` in games, else the first of another length, if any.

    None is one of the opening.
    """
    second_best: Puzzle | None = None
    for game in games:
        for puzzle in puzzles_in(game):
            if puzzle.is_opening:
                continue
            if puzzle.moves in moves:
                return puzzle
            second_best = second_best or puzzle
    return second_best


def puzzles_in(game: Position, back: int = _LOOKED_BACK) -> Iterator[Puzzle]:
    """Up to so many puzzles among the last positions of a game, the latest first."""
    rules = game.rules
    if rules.misere or rules.cells < _LEAST_CELLS:
        return iter(())
    if rules.gravity or rules.cells <= _PROVABLE_CELLS:
        return _proved_in(game, back)
    return _attacks_in(game, back)


def _self_played(chance: random.Random, moves: range) -> Iterator[Position]:
    """Games in which now and then somebody errs, for as long as the caller wants."""
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


LEAST_ATTACK: Final = 4
"""The shortest attack that counts as a long one, in moves of the solver's own."""
MOST_ATTACK: Final = 9
"""The longest attack that a person is asked to find."""

_SEARCH: Final = Limit(nodes=20_000)
"""The limit for finding an attack: some 20 ms."""


def double_threat(position: Position) -> Puzzle | None:
    """The puzzle to win with the second move, if one move alone does so; without gravity.

    No line can be completed at once, by either side. Then a move wins with the next one exactly if
    it leaves tiles to complete a line on that no reply stops: two of them, since one gets blocked.
    In caro one stone may stop both, and in renju one tile is enough where X must not block it.
    """
    lines = Lines.of(position)
    if lines.completing() or lines.swapped().completing():
        return None
    found = [
        (move, ends) for move in position.legal if (ends := _unstoppable(position, lines, move))
    ]
    if len(found) != 1:
        return None
    move, ends = found[0]
    answered = position.play(move)
    reply = min(answered.legal, key=lambda tile: tile not in ends)
    end = _completing_after(answered, reply, ends)[0]
    return Puzzle(position, Theme.WIN.task, (move, reply, end), Theme.WIN)


def _unstoppable(position: Position, lines: Lines, move: int) -> list[int]:
    """The tiles to complete a line on after a move, if no reply stops all of them; else none."""
    ends = [cell + 1 for cell in sorted(lines.with_stone(move - 1).completing(move - 1))]
    if position.rules.variant not in {Variant.CARO, Variant.RENJU}:
        return ends if len(ends) > 1 else []
    if not ends:
        return []
    answered = position.play(move)
    if answered.outcome is not None:  # X has nothing but fouls left: a draw
        return []
    stopped = (not _completing_after(answered, reply, ends) for reply in answered.legal)
    return [] if any(stopped) else ends


def _completing_after(answered: Position, reply: int, ends: list[int]) -> list[int]:
    """The tiles, of those given, on which the waiting side completes a line after a reply."""
    after = answered.play(reply)
    return [tile for tile in ends if tile != reply and after.line(after.side, tile)]


def attack(position: Position) -> Puzzle | None:
    """The puzzle of a long attack, if there is one and no sooner win is found."""
    plies = analyse(position, _SEARCH, every=False).verdict.plies
    if plies is None or plies < 2 * LEAST_ATTACK - 1 or plies >= 2 * MOST_ATTACK:
        return None
    line = tuple(_attacking_line(position))
    if len(line) < 2 * LEAST_ATTACK - 1 or len(line) % 2 == 0:
        return None
    return Puzzle(position, Theme.ATTACK.task, line, Theme.ATTACK)


def _attacking_line(position: Position) -> Iterator[int]:
    """The moves and replies to the end; it ends early where a move threatens nothing."""
    for _ in range(MOST_ATTACK):
        analysis = analyse(position, _SEARCH, every=False)
        if analysis.verdict.value != "win":
            return
        answered = position.play(analysis.best)
        if answered.outcome is not None:
            yield analysis.best
            return
        if not is_threat(answered):
            return
        yield analysis.best
        # the reply of the longest defence as far as it is known
        line = analysis.line
        reply = line[1] if len(line) > 1 else analyse(answered, _SEARCH, every=False).best
        yield reply
        position = answered.play(reply)


def is_threat(answered: Position) -> bool:
    """Whether the side that has just moved would win with its next two moves at most, or now.

    That is so if the opponent passed: it completes a line, or makes two ways to complete one.
    """
    theirs = Lines.of(answered)
    ours = theirs.swapped()
    if ours.completing() or theirs.completing():
        return bool(ours.completing())
    tries = cells_of(ours.reachable)
    return any(len(ours.with_stone(cell).completing(cell)) > 1 for cell in tries)
