"""What searches have proved of positions, kept for the next search in the same game.

A proof of a position holds for ever, so that nothing here grows stale. Only what is proved is kept,
and never an estimate.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.bounded import BoundedDict
from engine import Position, Verdict

POSITIONS: Final = 500
"""The positions that are kept, the latest ones of all games. A position of 361 cells with a proof
of every move takes about 70 KB; few have more than one or two proofs."""


class Proofs:
    """The proved verdicts of moves, by the position in which they can be made."""

    def __init__(self) -> None:
        self._moves: BoundedDict[Position, dict[int, Verdict]] = BoundedDict(POSITIONS)

    def known(self, position: Position) -> dict[int, Verdict]:
        """The verdicts of moves that are proved; the dict is the caller's own."""
        return dict(self._moves.get(position, ()))

    def note(self, position: Position, worth: Verdict, verdicts: Mapping[int, Verdict]) -> None:
        """Keep what a search has proved: of moves, and of the position by its `worth`.

        What a position is worth is the verdict of the move that led to it.
        """
        self._keep(position, verdicts)
        if worth.value is not None and position.moves:
            before = Position.from_moves(position.rules, position.moves[:-1])
            self._keep(before, {position.moves[-1]: worth.one_ply_earlier()})

    def _keep(self, position: Position, verdicts: Mapping[int, Verdict]) -> None:
        proved = {move: told for move, told in verdicts.items() if told.value is not None}
        if not proved:
            return
        kept = self._moves.get(position, {})
        for move, told in proved.items():
            # of two proofs the one with a distance
            if move not in kept or kept[move].plies is None:
                kept[move] = told
        self._moves[position] = kept
