"""Wins that begin with a quiet move: it threatens nothing yet, and no reply stops all it prepares.

That is proved by a threat-space search against every reply there is. Most moves fail soon: after
a null move of the other side there would be nothing to fear, or the first reply tried, a cell
of the win that would follow, spoils it.
"""

from __future__ import annotations

from typing import Final

from engine.alphabeta.threat_space import ThreatSearch
from engine.thinking.clock import Clock

_MOVES: Final = 25
"""How many quiet moves are tried, the most promising ones."""
_LEAST_DEPTH: Final = 2
"""The depth of the first look at what a move prepares; each next one has one more."""
_MORE_DEPTH: Final = 3
"""How much deeper the wins by threats may be that answer a reply."""


def find_quiet_win(threats: ThreatSearch, deepest: int, clock: Clock) -> tuple[list[int], int]:
    """The line of such a win, and within how many plies; no plies for none.

    Raises StoppedError, the position as it was.
    """
    hopes = [cell for cell, threatens in threats.candidates() if not threatens][:_MOVES]
    for depth in range(_LEAST_DEPTH, deepest):
        left = []
        for cell in hopes:
            threats.play(cell)
            try:
                line, plies, cut = _win_against_every_reply(threats, depth, clock)
            finally:
                threats.take_back(cell)
            if plies > 0:
                return [cell, *line], plies + 1
            if cut:
                left.append(cell)
        if not left:
            break
        hopes = left
    return [], 0


def _win_against_every_reply(
    threats: ThreatSearch, depth: int, clock: Clock
) -> tuple[list[int], int, bool]:
    """The line and plies to a win against every reply to the stone just put.

    Without one, whether more depth may find it.
    """
    expected, cut = _win_after_null_move(threats, depth, clock)
    if not expected:
        return [], 0, cut
    replies = [cell for cell, _ in threats.candidates()]
    replies.sort(key=lambda cell: cell not in expected)
    longest: list[int] = []
    most = 0
    for reply in replies:
        plies = threats.loss(reply, depth + _MORE_DEPTH, clock)
        if plies == 0:
            return [], 0, threats.cut_by_depth
        if plies > most:
            most, longest = plies, threats.line(reply)
    return longest, most, False


def _win_after_null_move(threats: ThreatSearch, depth: int, clock: Clock) -> tuple[list[int], bool]:
    """The line of a win by threats if the other side passed.

    Without one, whether more depth may find it.
    """
    threats.null_move()
    try:
        cut = False
        for cell, threatens in threats.candidates():
            if not threatens:
                break
            if threats.win(cell, depth, clock):
                return threats.line(cell), False
            cut |= threats.cut_by_depth
        return [], cut
    finally:
        threats.null_move()
