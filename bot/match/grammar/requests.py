"""What people ask for with `start` and `vote`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.errors import Problem, UserError
from bot.match.grammar.boards import is_swap2, rules_of, rules_of_swap2
from bot.match.grammar.games import plain_words
from bot.match.grammar.numbers import read_number
from bot.match.grammar.times import without_move_time, without_vote_time
from bot.match.grammar.words import COACHES, options_of, options_or_member, style_of
from bot.match.levels import LevelChoice, read_level
from bot.match.session import BoardStyle, Coach, UserId
from bot.match.vote import DEFAULT_SECONDS
from engine import Rules, Side

_NOT_VOTED: Final = {
    "open": "open",
    "@name": "opponent",
    "swap": "swap",
    "swap2": "swap2",
    "thread": "thread",
}
"""Words that a vote does not allow, with their fields in StartRequest."""


@dataclass(frozen=True, slots=True)
class StartRequest:
    """What a person asks for with `start`. None means the setting of the server.

    For `coach` it means the one that they have chosen for all games.

    `opponent` is the member they mention, who may be a bot or themselves. With `open` anyone
    may join. With neither they play against the engine. `side` is their own.
    """

    rules: Rules
    opponent: UserId | None = None
    open: bool = False
    level: LevelChoice | None = None
    side: Side | None = None
    coach: Coach | None = None
    style: BoardStyle | None = None
    swap: bool = False
    swap2: bool = False
    thread: bool | None = None
    """Whether it is played in a thread of its own."""
    move_time: timedelta | None = None


@dataclass(frozen=True, slots=True)
class VoteRequest:
    """What a person asks for with `vote`: a game against the engine, and the time for a turn."""

    start: StartRequest
    seconds: int
    timed: bool
    """Whether they named the time."""


def parse_start(words: str, default: Rules) -> StartRequest:
    """Read the words after `start`, in any order and any case.

    `default` is the game if none is named. Raises UserError for an unknown word, for two
    words that contradict each other, and for an impossible board.
    """
    text, move_time = without_move_time(plain_words(words))
    chosen = options_or_member(text)
    opponent, side = chosen.get("opponent"), chosen.get("side")
    return StartRequest(
        rules=rules_of_swap2(chosen, default) if is_swap2(chosen) else rules_of(chosen, default),
        opponent=UserId(read_number(opponent[2:-1])) if opponent and opponent != "open" else None,
        open=opponent == "open",
        level=read_level(chosen["level"]) if "level" in chosen else None,
        side=Side(side.upper()) if side and side != "random" else None,
        coach=COACHES[chosen["coach"]] if "coach" in chosen else None,
        style=style_of(chosen),
        swap="swap" in chosen and not is_swap2(chosen),
        swap2=is_swap2(chosen),
        thread=chosen["place"] == "thread" if "place" in chosen else None,
        move_time=move_time,
    )


def wants_start(words: str, default: Rules) -> bool:
    """Whether words that are no command would be understood after `start`.

    Raises UserError as `parse_start` does for words that are known but do not go together.
    """
    try:
        parse_start(words, default)
    except UserError as error:
        if error.problem in {Problem.UNKNOWN_WORD, Problem.PICK_MEMBER}:
            return False
        raise
    text, move_time = without_move_time(plain_words(words))
    return move_time is not None or bool(options_of(text))


def parse_vote(words: str, default: Rules) -> VoteRequest:
    """Read the words after `vote` that begin a game: those of `start`, and a time such as `30s`.

    Raises UserError as `parse_start` does, and for words that a vote does not allow.
    """
    text, seconds = without_vote_time(plain_words(words))
    request = parse_start(text, default)
    if request.move_time is not None:
        raise UserError(Problem.TWO_GAMES, first="vote", second=f"{request.move_time.days}d")
    for word, asked in _NOT_VOTED.items():
        if getattr(request, asked):
            raise UserError(Problem.TWO_GAMES, first="vote", second=word)
    if request.coach is Coach.AFTER:  # there is no one move of one person to speak of
        raise UserError(Problem.TWO_GAMES, first="vote", second="coach after")
    return VoteRequest(request, seconds or DEFAULT_SECONDS, timed=seconds is not None)
