"""Rules and thinking for every k-in-a-row game; knows nothing of Discord.

>>> from engine import Position, Rules
>>> Position.from_moves(Rules.parse("tictactoe"), [1, 4, 2, 5, 3]).outcome
Outcome(winner=Side.X, line=(1, 2, 3))
"""

from engine.analysis import Analysis, Reason, ReasonKind, Verdict
from engine.errors import (
    EngineError,
    IllegalMoveError,
    InvalidMoveError,
    MoveError,
    MoveProblem,
    NotationError,
    RulesError,
    RulesProblem,
)
from engine.level import Level
from engine.limit import Limit
from engine.notation import column_letter, coordinate, decode_game, encode_game, parse_move
from engine.position import Outcome, Position, Side
from engine.rules import MAX_SIDE, MIN_SIDE, PRESETS, Rules

__all__ = [
    "MAX_SIDE",
    "MIN_SIDE",
    "PRESETS",
    "Analysis",
    "EngineError",
    "IllegalMoveError",
    "InvalidMoveError",
    "Level",
    "Limit",
    "MoveError",
    "MoveProblem",
    "NotationError",
    "Outcome",
    "Position",
    "Reason",
    "ReasonKind",
    "Rules",
    "RulesError",
    "RulesProblem",
    "Side",
    "Verdict",
    "column_letter",
    "coordinate",
    "decode_game",
    "encode_game",
    "parse_move",
]
