"""Games as animated pictures."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from bot.show.render import png, replay
from bot.show.render.theme import DARK
from engine import Position, Rules
from tests.bot.builders import crowded, position


def opened(game: Position) -> Image.Image:
    """The replay of a game, ready to be played."""
    return Image.open(BytesIO(replay.animation(game)))


def pictures(game: Position) -> list[bytes]:
    """The pixels of each picture of a replay."""
    return [shown.convert("RGB").tobytes() for shown in ImageSequence.Iterator(opened(game))]


def still(board: Position, side: int) -> bytes:
    """The pixels of a board with tiles of `side` pixels."""
    return png.picture(board, DARK, side).convert("RGB").tobytes()


def durations(game: Position) -> list[int]:
    """How long each picture of a replay is shown, in milliseconds."""
    return [frame.info["duration"] for frame in ImageSequence.Iterator(opened(game))]


def test_each_move_has_its_picture() -> None:
    """The empty board, then one more stone each time, the end held longest."""
    assert durations(position("3x3", [1, 4, 2, 5, 3])) == [*[700] * 5, 4_000]


def test_pictures_add_up() -> None:
    """Each picture is the board after so many moves, though only what changed is stored."""
    game = position("connect4", [4, 4, 3, 3, 2, 2, 1])
    boards = [Position.from_moves(game.rules, game.moves[:ply]) for ply in range(8)]
    assert pictures(game) == [still(board, 56) for board in boards]


def test_a_replay_begins_again() -> None:
    """It is played over and over."""
    assert opened(position("3x3", [1, 4])).info["loop"] == 0


def test_a_game_without_moves_is_a_still_board() -> None:
    """One picture of the empty board."""
    assert len(durations(position("3x3"))) == 1


def test_a_long_game_of_gomoku_is_small_enough() -> None:
    """Sixty moves take at most 500 kB."""
    game = crowded(Rules.parse("15x15x15"))
    assert len(replay.animation(Position.from_moves(game.rules, game.moves[:60]))) < 500_000


def test_the_longest_game_is_short_enough() -> None:
    """361 moves take at most 500 kB, 92 pictures and a minute."""
    game = crowded(Rules.parse("19x19x19"))
    drawn = replay.animation(game)
    shown = durations(game)
    assert game.ply == 361
    assert len(drawn) < 500_000
    assert len(shown) <= 92
    assert sum(shown) < 60_000


@pytest.mark.parametrize("plies", [90, 91, 181])
def test_the_last_move_is_always_shown(plies: int) -> None:
    """However many moves a picture stands for, the end is the whole game, then with its numbers."""
    longest = crowded(Rules.parse("19x19x19"))
    game = Position.from_moves(longest.rules, longest.moves[:plies])
    *_, end, numbered = pictures(game)
    assert end == still(game, 25)
    assert numbered == png.picture(game, DARK, 25, numbers=True).convert("RGB").tobytes()
