"""Why a move is good where marks go (vanishing): only what still holds after a mark has gone.

Shapes of lines tell nothing here, since part of them may be about to go. So each reason is asked
of `Position.line`, which knows what a side has left when it makes its next move. A side threatens
a tile that is free on its next turn: one that is free now, or that the other side's next move
frees.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.position import Position
from engine.thinking.analysis import Reason, ReasonKind
from engine.thinking.reasons import next_rows, stopped_line


def reasons(position: Position, move: int) -> Iterator[Reason]:
    """What a move does, the most telling first."""
    after = position.play(move)
    if after.outcome is not None:
        if line := after.outcome.line:
            yield Reason(ReasonKind.WINS, line, (line,))
        return
    if stopped := stopped_line(position, move):
        yield Reason(ReasonKind.BLOCKS, stopped, (stopped,))
    rows = next_rows(after, position.side)
    if not next_rows(after) and rows:
        kind = ReasonKind.DOUBLE_THREAT if len(rows) > 1 else ReasonKind.FOUR
        yield Reason(kind, tuple(rows), tuple(rows.values()))
