"""Reads what people explore, and writes positions into the ids of buttons."""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from bot.errors import Problem, UserError
from bot.match import grammar
from bot.match.session import GameId
from engine import EngineError, Position, Rules, encode_game

Subject = GameId | Rules | Position | None
"""What to explore: a finished game, an empty board, a position, or what was played here last."""

PACKED: Final = r"[0-9]+x[0-9]+x[0-9]+g?m?:[A-Za-z0-9_-]+"
"""A packed position: the rules as in a code of a game, and the moves as base64url."""
_NUMBER: Final = re.compile(r"#?\d+")


def parse_subject(words: str) -> Subject:
    """Read the words after `explore`: a code, the number of a game, a game, or nothing.

    Raises UserError for anything else.
    """
    plain = words.strip()
    if not plain:
        return None
    if ":" in plain:
        return grammar.parse_code(plain)
    if _NUMBER.fullmatch(plain):
        return grammar.parse_game_number(plain)
    return grammar.parse_game(plain)


def pack(position: Position) -> str:
    """Write a position with its moves in as few characters as an id has room for.

    The moves are the digits of one number in base `len(rules.moves)`, with a 1 before them.
    So Connect Four takes half a character a move and gomoku 1.3.
    """
    number, moves = 1, position.rules.moves
    for move in position.moves:
        number = number * len(moves) + move - 1
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    packed = urlsafe_b64encode(data).decode().rstrip("=")
    return f"{encode_game(Position.start(position.rules))}{packed}"


def unpack(packed: str) -> Position:
    """Read what `pack` wrote. Raises UserError if that is no possible game."""
    shape, _, digits = packed.partition(":")
    start = grammar.parse_code(f"{shape}:")
    moves: list[int] = []
    try:
        number = int.from_bytes(urlsafe_b64decode(digits + "=" * (-len(digits) % 4)), "big")
        while number > 1:
            number, move = divmod(number, len(start.rules.moves))
            moves.append(move + 1)
        return Position.from_moves(start.rules, reversed(moves))
    except (EngineError, binascii.Error) as error:
        raise UserError(Problem.IMPOSSIBLE_CODE) from error
