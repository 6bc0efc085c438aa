"""Numbers, coordinates and game codes read back."""

from __future__ import annotations

import pytest
from hypothesis import given

from engine import (
    IllegalMoveError,
    InvalidMoveError,
    MoveError,
    NotationError,
    Position,
    Rules,
    RulesError,
    coordinate,
    decode_game,
    encode_game,
    parse_move,
)
from tests.engine.boards import positions


@given(positions())
def test_game_codes_read_back(position: Position) -> None:
    """A game code brings back the position and its moves."""
    decoded = decode_game(encode_game(position))
    assert decoded == position
    assert decoded.moves == position.moves


@given(positions(longest=20))
def test_coordinates_read_back(position: Position) -> None:
    """A tile's coordinate names the move that lands on it."""
    for move in position.legal:
        tile = position.landing(move)
        assert parse_move(position, coordinate(position.rules, tile)) == move
        assert parse_move(position, str(move)) == move


@pytest.mark.parametrize(
    "text", ["hello", "", "5!", "b", "1234", "-1", "5.0", "b2c", "٣", "İ12", "\u212a1"]
)
def test_conversation_is_no_move(text: str) -> None:
    """What is not exactly a number or coordinate is not a move at all."""
    assert parse_move(Position.start(Rules(3, 3, 3)), text) is None


@pytest.mark.parametrize("text", ["0", "10", "d1", "a4", "a0"])
def test_off_the_board(text: str) -> None:
    """A number or coordinate off the board is invalid."""
    with pytest.raises(InvalidMoveError):
        parse_move(Position.start(Rules(3, 3, 3)), text)


def test_a_disc_does_not_float() -> None:
    """With gravity a coordinate above the landing cell is refused."""
    with pytest.raises(IllegalMoveError):
        parse_move(Position.start(Rules(6, 7, 4, gravity=True)), "d1")


@pytest.mark.parametrize(
    "code, error",
    [
        ("3x3x3", NotationError),
        ("3x3x3:5-", NotationError),
        ("", NotationError),
        ("2x2x2:1", RulesError),
        ("3x3x3:5-5", MoveError),
        ("3x3x3:10", MoveError),
        ("15x15x5mr:", RulesError),
        ("15x15x5er:", RulesError),
        ("15x15x5y:", NotationError),
    ],
)
def test_broken_codes(code: str, error: type[Exception]) -> None:
    """A code that cannot be read, or tells of no possible game, says which."""
    with pytest.raises(error):
        decode_game(code)


@pytest.mark.parametrize(
    "code", ["15x15x5r:113", "9x9x4e:", "15x15x5c:1-2", "3x3x3m:5", "6x7x4g:4"]
)
def test_codes_name_the_variant_with_a_letter(code: str) -> None:
    """One letter behind the shape tells misere, exact, caro and renju apart."""
    assert encode_game(decode_game(code)) == code


def test_the_letters_of_a_code_are_a_set() -> None:
    """A letter that is written twice says no more than once."""
    assert decode_game("3x3x3mm:5") == decode_game("3x3x3m:5")


def test_a_code_without_end_is_refused() -> None:
    """Where no full board ends it: each move is compared with all before it."""
    moves = "-".join(map(str, (1, 2, 3, 4, 5, 6) * 400))
    with pytest.raises(NotationError, match="at most 2000 moves"):
        decode_game(f"3x3x3v:{moves}")
