"""What people type: the words after a command, and moves among other messages."""

from bot.match.grammar.arguments import (
    parse_coach,
    parse_code,
    parse_game,
    parse_game_number,
    parse_level,
    parse_stats,
    parse_style,
    parse_top,
)
from bot.match.grammar.messages import (
    asked_act,
    asked_move,
    choice_text,
    help_first,
    may_concern,
    move_text,
    number_text,
    usable_prefix,
)
from bot.match.grammar.nearest import shortened, unknown
from bot.match.grammar.numbers import NO_DAY, read_day, read_number
from bot.match.grammar.requests import (
    StartRequest,
    VoteRequest,
    parse_start,
    parse_vote,
    wants_start,
)

__all__ = [
    "NO_DAY",
    "StartRequest",
    "VoteRequest",
    "asked_act",
    "asked_move",
    "choice_text",
    "help_first",
    "may_concern",
    "move_text",
    "number_text",
    "parse_coach",
    "parse_code",
    "parse_game",
    "parse_game_number",
    "parse_level",
    "parse_start",
    "parse_stats",
    "parse_style",
    "parse_top",
    "parse_vote",
    "read_day",
    "read_number",
    "shortened",
    "unknown",
    "usable_prefix",
    "wants_start",
]
