"""What the search of a position leaves for the search of a later position of the same game."""

from __future__ import annotations

from engine.game.position import Position


class Memory:
    """One for each game: whoever thinks about its next position goes on from what was found.

    The same searches in the same order find the same. A position that does not go on from the last
    one begins anew.
    """

    def __init__(self) -> None:
        self._position: Position | None = None
        self._kept: object = None

    def recall(self, position: Position) -> object:
        """What was kept of an earlier position of this game, or of this one; None for nothing."""
        last = self._position
        if last is None or last.rules != position.rules:
            return None
        return self._kept if position.tiles[: last.ply] == last.tiles else None

    def keep(self, position: Position, found: object) -> None:
        """Keep what is found of a position, in place of all before."""
        self._position, self._kept = position, found
