"""What a search says of a position, as one integer, seen from the side to move.

         -WIN + n      0        WIN - n
    ────────┼──────────┼───────────┼──────▶
     loses in n plies  draw   wins in n plies

    -WIN < loses < -ESTIMATE_LIMIT <= estimates <= ESTIMATE_LIMIT < wins < WIN

`n` counts the plies until the game ends, the coming one included, so that a
sooner win is worth more and a later loss less bad. One ply away from a
terminal, scores only change sign (`negamax`): the distance to the root is added
where the terminal is seen, never on the way up.
"""

from __future__ import annotations

from typing import Final

WIN: Final = 30_000
"""More than the score of any win: far above all estimates, and it fits 16 bits signed."""
ESTIMATE_LIMIT: Final = 20_000
"""The largest estimate: beyond it, on either side, scores are proved."""
DRAW: Final = 0
"""The score of a draw."""


def win_in(plies: int) -> int:
    """The score of a win that completes its line with the `plies`-th move from here."""
    return WIN - plies


def loss_in(plies: int) -> int:
    """The score of a loss that comes with the `plies`-th move from here."""
    return plies - WIN


def is_win(score: int) -> bool:
    """Whether a score is a proved win."""
    return score > ESTIMATE_LIMIT


def is_loss(score: int) -> bool:
    """Whether a score is a proved loss."""
    return score < -ESTIMATE_LIMIT


def plies_to_end(score: int) -> int:
    """The distance that a proved win or loss holds."""
    assert is_win(score) or is_loss(score)
    return WIN - abs(score)


def one_ply_earlier(score: int) -> int:
    """The score of a move, for the side that makes it, that leads to a position of `score`."""
    if is_win(score):
        return 1 - score
    return -1 - score if is_loss(score) else -score
