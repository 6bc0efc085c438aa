"""Reads what people explore, and writes positions into the ids of buttons."""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from typing import Final

from bot.errors import Problem, UserError
from bot.features.explore.values import Trail
from bot.match import grammar
from bot.match.session import GameId
from engine import EngineError, Position, Rules, encode_game

Subject = GameId | Rules | Position | None
"""What to explore: a finished game, an empty board, a position, or what was played here last."""

PACKED: Final = r"(?:[0-9]+x[0-9]+x[0-9]+g?[mecr]?:|[0-9]+\.[0-9]+\.)[A-Za-z0-9_-]+"
"""A packed trail: the rules as in a code, or a game and how many moves are its, then the others."""
_LONGEST: Final = 1_000
"""The most characters that are read; an id has a tenth of them."""
_OF_GAME: Final = re.compile(r"([0-9]+)\.([0-9]+)\.(.+)")
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


def pack(trail: Trail, room: int) -> str | None:
    """Write a trail in at most `room` characters of an id; None if it takes more.

    All moves are written if there is room. Else the first ones are named by their game.
    """
    position, rules = trail.position, trail.position.rules
    packed = f"{encode_game(Position.start(rules))}{_digits(rules, position.moves)}"
    if len(packed) > room and trail.game is not None:
        rest = _digits(rules, position.moves[trail.shared :])
        packed = f"{trail.game}.{trail.shared}.{rest}"
    return packed if len(packed) <= room else None


def game_of(packed: str) -> GameId | None:
    """Return the game whose moves are needed to read a packed trail, or None."""
    match = _OF_GAME.fullmatch(packed)
    return GameId(grammar.read_number(match[1])) if match else None


def unpack(packed: str, game: Position | None = None) -> Trail:
    """Read what `pack` wrote; `game` is the end of the game that it names.

    Raises UserError if that is no possible game.
    """
    if len(packed) > _LONGEST:
        raise UserError(Problem.IMPOSSIBLE_CODE)
    if game is not None:
        match = _OF_GAME.fullmatch(packed)
        assert match is not None, "it names a game"
        shared = grammar.read_number(match[2])
        moves = (*game.moves[:shared], *_moves(game.rules, match[3]))
        return Trail(_position(game.rules, moves), GameId(grammar.read_number(match[1])), shared)
    shape, _, digits = packed.partition(":")
    rules = grammar.parse_code(f"{shape}:").rules
    return Trail(_position(rules, _moves(rules, digits)))


def _position(rules: Rules, moves: Iterable[int]) -> Position:
    try:
        return Position.from_moves(rules, moves)
    except EngineError as error:
        raise UserError(Problem.IMPOSSIBLE_CODE) from error


def _digits(rules: Rules, moves: Iterable[int]) -> str:
    """Write moves as base64url of the number whose digits they are, with a 1 before them.

    Its base is the number of moves on an empty board. So Connect Four takes half a character a
    move and gomoku 1.3.
    """
    number = 1
    for move in moves:
        number = number * len(rules.moves) + move - 1
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return urlsafe_b64encode(data).decode().rstrip("=")


def _moves(rules: Rules, digits: str) -> tuple[int, ...]:
    """Read what `_digits` wrote. Raises UserError."""
    try:
        number = int.from_bytes(urlsafe_b64decode(digits + "=" * (-len(digits) % 4)), "big")
    except binascii.Error as error:
        raise UserError(Problem.IMPOSSIBLE_CODE) from error
    moves: list[int] = []
    while number > 1:
        number, move = divmod(number, len(rules.moves))
        moves.append(move + 1)
    return tuple(reversed(moves))
