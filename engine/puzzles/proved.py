"""Puzzles on boards where every move of a position can be proved to win, draw or lose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.engine import analyse
from engine.game.position import Position
from engine.puzzles.puzzle import Moves, Puzzle, Theme
from engine.thinking.analysis import Analysis, Value, Verdict
from engine.thinking.clock import Limit

MOST_MOVES: Final = 6
"""The longest win that a person is asked to find, in moves of the solver's own."""
LEAST_CHOICE: Final = 4
"""Legal moves below which there is nothing to find."""
PROOF: Final = Limit(nodes=50_000)
"""The limit for proving one position: at most some 50 ms."""

_MOST_STEPS: Final = 4
"""The longest line of only moves that keep a win or a draw."""
_REPLIES: Final = 4
"""How many replies are tried to go on with such a line, those that last longest first."""
_LEAST_ZUGZWANG: Final = 7
"""The plies of the shortest win that counts as one by zugzwang: it is to be seen from afar."""


def puzzle_at(position: Position, analysis: Analysis) -> Puzzle | None:
    """The puzzle that a position is, if any, given what is proved of each of its moves."""
    if not is_clear(analysis) or not _has_choice(analysis):
        return None
    if analysis.verdict.value == "draw":
        return _only_moves(position, analysis, "draw", Theme.HOLD)
    if analysis.verdict.value != "win":
        return None
    return (
        _zugzwang(position, analysis)
        or _win(position, analysis)
        or _only_moves(position, analysis, "win", Theme.ONLY_MOVE)
    )


def is_clear(analysis: Analysis) -> bool:
    """Whether every move is proved to win, draw or lose."""
    return all(verdict.value is not None for verdict in analysis.verdicts.values())


def _has_choice(analysis: Analysis) -> bool:
    """Whether the move is not obvious: two or more do not lose at once, and none wins at once."""
    verdicts = analysis.verdicts.values()
    last = sum(verdict != Verdict.loss(2) for verdict in verdicts)
    return len(verdicts) >= LEAST_CHOICE and last > 1 and Verdict.win(1) not in verdicts


# A win in so many moves.


def _win(position: Position, analysis: Analysis) -> Puzzle | None:
    steps = list(_winning_steps(position, analysis))
    line = tuple(move for pair, _ in steps for move in pair)
    if not steps or len(steps[-1][0]) != 1:
        return None
    slower = tuple(others for _, others in steps)
    return Puzzle(position, Theme.WIN.task, line, Theme.WIN, slower)


def _winning_steps(position: Position, analysis: Analysis) -> Iterator[tuple[Moves, Moves]]:
    """The moves to the end, each with the reply to it, and what also wins but later.

    The replies are those of the longest defence. It ends early where two moves win as soon
    before the last one, or where the win takes too long.
    """
    while True:
        plies = analysis.verdict.plies
        wins = {
            move: verdict for move, verdict in analysis.verdicts.items() if verdict.value == "win"
        }
        if plies is None or plies >= 2 * MOST_MOVES or not is_clear(analysis):
            return
        later = tuple(
            sorted(
                move for move, verdict in wins.items() if verdict.plies and verdict.plies > plies
            )
        )
        if plies == 1:
            yield (analysis.best,), later
            return
        if len(later) + 1 < len(wins):
            return
        reply = _longest_defence(position.play(analysis.best), plies - 1)
        if reply is None:
            return
        yield (analysis.best, reply), later
        position = position.play(analysis.best).play(reply)
        analysis = analyse(position, PROOF)


def _longest_defence(answered: Position, plies: int) -> int | None:
    """The first reply that loses that late, preferably one that leaves only one winning move."""
    replies = [
        reply
        for reply, verdict in analyse(answered, PROOF).verdicts.items()
        if verdict == Verdict.loss(plies)
    ]
    for reply in replies:
        verdicts = analyse(answered.play(reply), PROOF).verdicts.values()
        if plies == 2 or sum(verdict == Verdict.win(plies - 1) for verdict in verdicts) == 1:
            return reply
    return None


# Moves that are the only ones to keep the value.


def _only_moves(
    position: Position, analysis: Analysis, value: Value, theme: Theme
) -> Puzzle | None:
    """The puzzle of finding the only moves that win, or that draw."""
    start, line = position, list[int]()
    while (move := _alone(analysis, value)) is not None:
        line.append(move)
        if len(line) + 1 == 2 * _MOST_STEPS:
            break
        answered = position.play(move)
        if answered.outcome is not None:
            break
        found = _hardest_reply(answered, value)
        if found is None:
            break
        reply, position, analysis = found
        line.append(reply)
    if not line:
        return None
    slower = ((),) * ((len(line) + 1) // 2)
    return Puzzle(start, theme.task, tuple(line), theme, slower)


def _alone(analysis: Analysis, value: Value) -> int | None:
    """The only move of such a value; None if there are none or several."""
    moves = [move for move, verdict in analysis.verdicts.items() if verdict.value == value]
    return moves[0] if len(moves) == 1 else None


def _hardest_reply(answered: Position, value: Value) -> tuple[int, Position, Analysis] | None:
    """A reply that again leaves only one move, which the eye does not find by itself."""
    opposite = "loss" if value == "win" else "draw"
    replies = [
        reply
        for reply, verdict in analyse(answered, PROOF).verdicts.items()
        if verdict.value == opposite
    ]
    for reply in replies[:_REPLIES]:
        position = answered.play(reply)
        if position.outcome is not None:
            continue
        analysis = analyse(position, PROOF)
        clear = is_clear(analysis) and _has_choice(analysis)
        if clear and _alone(analysis, value) is not None:
            return reply, position, analysis
    return None


# Zugzwang.


def _zugzwang(position: Position, analysis: Analysis) -> Puzzle | None:
    """The puzzle of a win that comes where the opponent has to play under a threat."""
    plies = analysis.verdict.plies
    if not position.rules.gravity or plies is None or plies < _LEAST_ZUGZWANG:
        return None
    puzzle = _only_moves(position, analysis, "win", Theme.ZUGZWANG)
    if puzzle is None:
        return None
    end = position
    for move in puzzle.line:
        end = end.play(move)
    sequel = analyse(end, PROOF).line if end.outcome is None else ()
    moves = (*puzzle.line, *sequel)
    if len(moves) < _LEAST_ZUGZWANG or not _ends_in_zugzwang(position, moves):
        return None
    return Puzzle(position, puzzle.task, puzzle.line, Theme.ZUGZWANG, puzzle.slower, tuple(sequel))


def _ends_in_zugzwang(position: Position, moves: Moves) -> bool:
    """Whether the last reply is forced to open the winning tile, though nothing was threatened.

    If the opponent could pass then, there would be no line to complete; but each possible move lets
    one be completed above it.
    """
    for move in moves[:-2]:
        position = position.play(move)
    reply, last = moves[-2:]
    outcome = position.play(reply).play(last).outcome
    if outcome is None or outcome.winner is not position.side.other or reply != last:
        return False
    tiles = (position.landing(move) for move in position.legal)
    if any(position.line(position.side.other, tile) for tile in tiles):
        return False
    return all(verdict == Verdict.loss(2) for verdict in analyse(position, PROOF).verdicts.values())
