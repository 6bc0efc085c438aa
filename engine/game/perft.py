"""Counting the games of a given length: the proof that the rules are right."""

from __future__ import annotations

from engine.game.position import Position


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are; a finished game has no moves.

    >>> from engine.game.rules import Rules
    >>> [perft(Position.start(Rules(3, 3, 3)), depth) for depth in range(6)]
    [1, 9, 72, 504, 3024, 15120]
    """
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.legal)
    return sum(perft(position.play(move), depth - 1) for move in position.legal)
