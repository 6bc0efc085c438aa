"""What one search of a game leaves for the next."""

from __future__ import annotations

from engine import Memory, Position, Rules

GAME = Position.from_moves(Rules(15, 15, 5), [113, 114, 98])


def test_a_game_that_goes_on_is_remembered() -> None:
    """By one move or more, or by none."""
    memory = Memory()
    assert memory.recall(GAME) is None
    memory.keep(GAME, "found")
    assert memory.recall(GAME) == "found"
    assert memory.recall(GAME.play(99).play(128).play(143)) == "found"


def test_another_game_begins_anew() -> None:
    """A move taken back is another game, as is the same one by other rules."""
    memory = Memory()
    memory.keep(GAME, "found")
    assert memory.recall(Position.from_moves(GAME.rules, GAME.moves[:2])) is None
    assert memory.recall(Position.from_moves(GAME.rules, [113, 114, 97, 99])) is None
    assert memory.recall(Position.from_moves(Rules(15, 15, 4), GAME.moves)) is None
