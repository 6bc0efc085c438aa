"""Wins that begin with a quiet move: it threatens nothing yet, and no reply stops all it prepares.

That is proved by an attack against every reply there is. Most moves fail soon: if the other side
passed there would be nothing to fear, or the first reply tried, a cell of the attack that
would follow, spoils it.
"""

from __future__ import annotations

from typing import Final

from engine.alphabeta.threat_space import Attack, Watch

_MOVES: Final = 25
"""So many quiet moves are tried, the most promising."""
_LEAST_DEPTH: Final = 2
"""The depth of the first look at what a move prepares; each next one has one more."""
_MORE_DEPTH: Final = 3
"""How much deeper attacks may be that answer a reply."""


def find_quiet_win(attack: Attack, deepest: int, watch: Watch) -> tuple[list[int], int]:
    """The line of such a win, and within how many plies; no plies for none.

    Raises StoppedError, the position as it was.
    """
    hopes = [cell for cell, threatens in attack.candidates() if not threatens][:_MOVES]
    for depth in range(_LEAST_DEPTH, deepest):
        left = []
        for cell in hopes:
            attack.play(cell)
            try:
                line, plies, short = _prepares(attack, depth, watch)
            finally:
                attack.take_back(cell)
            if plies > 0:
                return [cell, *line], plies + 1
            if short:
                left.append(cell)
        if not left:
            break
        hopes = left
    return [], 0


def _prepares(attack: Attack, depth: int, watch: Watch) -> tuple[list[int], int, bool]:
    """The line and plies to a win against every reply to the stone just put.

    Without one, whether more depth may find it.
    """
    expected, short = _after_pass(attack, depth, watch)
    if not expected:
        return [], 0, short
    replies = [cell for cell, _ in attack.candidates()]
    replies.sort(key=lambda cell: cell not in expected)
    longest: list[int] = []
    most = 0
    for reply in replies:
        plies = attack.loss(reply, depth + _MORE_DEPTH, watch)
        if plies == 0:
            return [], 0, attack.short
        if plies > most:
            most, longest = plies, attack.line(reply)
    return longest, most, False


def _after_pass(attack: Attack, depth: int, watch: Watch) -> tuple[list[int], bool]:
    """The line of an attack that would follow if the other side passed, or whether it is short."""
    attack.pass_over()
    try:
        short = False
        for cell, threatens in attack.candidates():
            if not threatens:
                break
            if attack.win(cell, depth, watch):
                return attack.line(cell), False
            short |= attack.short
        return [], short
    finally:
        attack.pass_over()
