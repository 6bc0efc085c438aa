"""How moves and games are written: tile numbers, columns, coordinates, one-line codes.

A coordinate is a column letter from the left and a row number from the top: on
3x3, `b2` is the centre, tile 5. A game code is the rules and the moves:
`3x3x3:5-1-9`, `6x7x4g:4-4-3`, `3x3x3m:` for misere, and `15x15x5e:`, `15x15x5c:` and `15x15x5r:`
for exact, caro and renju, `3x3x3v:` for vanishing, `4x4x4t:` for a torus, `3x9x3q:` for a cube.
Stones that stood on the board before the first move, in no known order, come first and end with a
plus: `3x3x3:5+1+9-2`. How a board lies on a page, `engine.game.sheet` says.
"""

from __future__ import annotations

import re
from typing import Final

from engine.game.errors import IllegalMoveError, InvalidMoveError, MoveProblem, NotationError
from engine.game.position import Position
from engine.game.rules import Rules, Variant
from engine.game.sheet import sheet_of

_NUMBER = re.compile(r"[0-9]{1,3}")
_COORDINATE = re.compile(r"([a-t])([0-9]{1,2})", re.IGNORECASE | re.ASCII)
_LETTERS: Final = {
    "m": "misere",
    "e": Variant.EXACT.value,
    "c": Variant.CARO.value,
    "r": Variant.RENJU.value,
    "v": Variant.VANISHING.value,
    "t": Variant.TORUS.value,
    "q": Variant.CUBE.value,
}
"""What follows the shape of a board in a code, in any order, with the words of `Rules` for it."""
RULES_CODE: Final = (
    rf"[0-9]{{1,2}}x[0-9]{{1,2}}x[0-9]{{1,2}}g?[{''.join(_LETTERS)}]{{0,{len(_LETTERS)}}}"
)
"""A pattern of the part of a code before the colon, which `decode_rules` reads."""
_TWISTS = re.compile(f"[{''.join(_LETTERS)}]+$")
_CODE = re.compile(rf"({RULES_CODE}):((?:[0-9]{{1,3}}\+)*)((?:[0-9]{{1,3}}(?:-[0-9]{{1,3}})*)?)")
_MOST_MOVES: Final = 2_000
"""The most moves in the code of a game that may go round in circles: each is compared with all
before it. To play so many would take people hours."""


def coordinate(rules: Rules, tile: int) -> str:
    """The coordinate of a tile: `b2`."""
    row, column = sheet_of(rules).place(tile)
    return f"{column_letter(column + 1)}{row + 1}"


def column_letter(column: int) -> str:
    """The letter of a column, 1-based: `a` to `t`."""
    return chr(ord("a") + column - 1)


def parse_move(position: Position, text: str) -> int | None:
    """The move that `text` names, None where it is not written like a move at all.

    Takes a number of up to three digits or a coordinate. Raises InvalidMoveError
    where the board has no such tile, and IllegalMoveError where a coordinate on a
    gravity board is taken, or not the cell that a disc would fall to. Whether a number
    can be played now is `Position.play`'s to say.
    """
    rules = position.rules
    if _NUMBER.fullmatch(text):
        move = int(text)
        if move not in rules.moves:
            raise InvalidMoveError(f"there is no {move} on this board")
        return move
    match = _COORDINATE.fullmatch(text)
    if match is None:
        return None
    column, row = ord(match[1].lower()) - ord("a") + 1, int(match[2])
    if (tile := sheet_of(rules).tile_at(row - 1, column - 1)) is None:
        raise InvalidMoveError(f"there is no {text.lower()} on this board")
    if not rules.gravity:
        return tile
    if position.at(tile) is not None:
        raise IllegalMoveError(f"{text.lower()} is taken", MoveProblem.TAKEN)
    move = (tile - 1) % rules.columns + 1
    if position.landing(move) != tile:
        raise IllegalMoveError(f"a disc in column {move} falls lower", MoveProblem.FLOATING)
    return move


def encode_game(position: Position) -> str:
    """The one-line code of a game, which `decode_game` reads back.

    Examples:
        >>> encode_game(Position.from_moves(Rules(3, 3, 3), [5, 1, 9]))
        '3x3x3:5-1-9'
    """
    placed = "".join(f"{move}+" for move in position.moves[: position.placed])
    played = "-".join(map(str, position.moves[position.placed :]))
    return f"{encode_rules(position.rules)}:{placed}{played}"


def encode_rules(rules: Rules) -> str:
    """The part of a game code before the colon: `3x3x3m`."""
    shape, *twists = str(rules).split()
    return shape + "".join(letter for letter, word in _LETTERS.items() if word in twists)


def decode_rules(code: str) -> Rules:
    """The rules that the part of a game code before the colon names; raises RulesError."""
    shape, letters = _TWISTS.sub("", code), _TWISTS.findall(code)
    return Rules.parse(" ".join((shape, *(_LETTERS[letter] for letter in "".join(letters)))))


def decode_game(code: str) -> Position:
    """The position at the end of a game code.

    Raises NotationError where the code cannot be read, RulesError or MoveError where it can but
    gives no possible game.
    """
    match = _CODE.fullmatch(code.strip().lower())
    if match is None:
        raise NotationError("a game code looks like 3x3x3:5-1-9")
    rules = decode_rules(match[1])
    placed = [int(tile) for tile in match[2].split("+")[:-1]]
    played = [int(move) for move in match[3].split("-")] if match[3] else []
    if len(played) > _MOST_MOVES and not rules.plain:
        raise NotationError(f"a game code has at most {_MOST_MOVES} moves")
    return Position.from_moves(rules, (*placed, *played), len(placed))
