"""What people ask for with commands: `start` and `vote`, a member, a game, a level, a code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, NamedTuple

from bot.errors import AnyProblem, Problem, UserError
from bot.match.guilds import GuildSettings
from bot.match.messages import PLAIN, plain_words, read_number
from bot.match.notes import Nearest, Note
from bot.match.players import LEVEL_WORDS, LevelChoice, read_level
from bot.match.series import Length, without_length
from bot.match.session import BoardStyle, Bot, Coach, GameId, Terms, UserId
from bot.match.timing import DEFAULT_SECONDS
from bot.match.typed.options import (
    COACHES,
    GAME_OPTIONS,
    STYLE_WORDS,
    is_strength,
    is_swap2,
    no_strength,
    options_of,
    options_or_member,
    rules_of,
    rules_of_swap2,
    shortened,
    style_of,
    unknown,
    without_move_time,
    without_vote_time,
)
from engine import PRESETS, EngineError, Level, NotationError, Position, Rules, Side, decode_game

_NOT_VOTED: Final = {
    "open": "open",
    "@name": "opponent",
    "swap": "swap",
    "swap2": "swap2",
    "thread": "thread",
    "match": "series",
}
"""Words that a vote does not allow, with their fields in StartRequest."""


_THREE_DAYS: Final = timedelta(days=3)
_FLAT: Final = re.compile(r"(?<!\S)3 ?d(?!\S)")
"""What means three days to a person who challenges somebody, and to others a board in space."""


@dataclass(frozen=True, slots=True)
class StartRequest:
    """What a person asks for with `start`. None means the setting of the server.

    For `coach` None means the one that they have chosen for all games.

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
    casual: bool | None = None
    strict: bool = False
    series: Length | None = None

    def terms(self, usual: BoardStyle, settings: GuildSettings) -> Terms:
        """The terms of the game: in the usual style of the asker if they named none."""
        return Terms(
            self.rules,
            self.side,
            self.coach,
            self.style or usual,
            self.swap,
            move_time=self.move_time,
            swap2=self.swap2,
            casual=settings.casual if self.casual is None else self.casual,
            strict=self.strict,
            series=self.series,
        )

    def bot(self, settings: GuildSettings) -> tuple[Bot, tuple[Note, ...]]:
        """The engine at the level that was asked for, and the level that stands for a strength."""
        choice = self.level or settings.level
        bot = settings.bot_on(self.rules, choice)
        return bot, () if isinstance(choice, Level) else (Nearest(choice, bot.level),)


@dataclass(frozen=True, slots=True)
class VoteRequest:
    """What a person asks for with `vote`: a game against the engine, and the time for a turn."""

    start: StartRequest
    seconds: int
    timed: bool
    """Whether they named the time."""


class StartWords(NamedTuple):
    """What the words after `start` are, before anybody asks whether they go together."""

    chosen: dict[str, str]
    """The words of one kind each, by their kind (`bot.match.typed.options`)."""
    move_time: timedelta | None
    series: Length | None


def start_words(words: str, read: Callable[[str], dict[str, str]] = options_of) -> StartWords:
    """Sort the words after `start`. Raises UserError for an unknown word, and for two of a kind."""
    text, series = without_length(plain_words(words))
    rest, move_time = without_move_time(text)
    chosen = read(rest)
    if move_time == _THREE_DAYS and "opponent" not in chosen and _FLAT.search(text):
        move_time, chosen = None, read(text)  # the game, not three days
    return StartWords(chosen, move_time, series)


def parse_start(words: str, default: Rules) -> StartRequest:
    """Read the words after `start`, in any order and any case.

    `default` is the game if none is named. Raises UserError for an unknown word, for two
    words that contradict each other, and for an impossible board.
    """
    chosen, move_time, series = start_words(words, options_or_member)
    opponent, side = chosen.get("opponent"), chosen.get("side")
    coach = COACHES[chosen["coach"]] if "coach" in chosen else None
    strict = "strict" in chosen
    if strict and coach not in {None, Coach.OFF}:
        raise UserError(Problem.TWO_VALUES, first="strict", second="coach")
    if opponent is not None and "kinarow" in chosen:
        raise UserError(Problem.TWO_OPPONENTS)
    return StartRequest(
        rules=rules_of_swap2(chosen, default) if is_swap2(chosen) else rules_of(chosen, default),
        opponent=UserId(read_number(opponent[2:-1])) if opponent and opponent != "open" else None,
        open=opponent == "open",
        level=read_level(chosen["level"]) if "level" in chosen else None,
        side=Side(side.upper()) if side and side != "random" else None,
        coach=coach,
        style=style_of(chosen),
        swap="swap" in chosen and not is_swap2(chosen),
        swap2=is_swap2(chosen),
        thread=chosen["place"] == "thread" if "place" in chosen else None,
        move_time=move_time,
        casual=chosen["rating"] == "casual" if "rating" in chosen else None,
        strict=strict,
        series=series,
    )


def wants_start(words: str, default: Rules) -> bool:
    """Whether words that are not a command ask for something after `start`; a time alone does not.

    Raises UserError as `parse_start` does for words that are known but do not go together.
    """
    try:
        parse_start(words, default)
    except UserError as error:
        if error.problem in {Problem.UNKNOWN_WORD, Problem.PICK_MEMBER}:
            return False
        raise
    named = start_words(words)
    return named.series is not None or bool(named.chosen)


def parse_vote(words: str, default: Rules) -> VoteRequest:
    """Read the words after `vote` that begin a game: those of `start`, and a time such as `30s`.

    Raises UserError as `parse_start` does, and for words that a vote does not allow.
    """
    text, seconds = without_vote_time(plain_words(words))
    request = parse_start(text, default)
    if request.move_time is not None:
        raise UserError(Problem.TWO_VALUES, first="vote", second=f"{request.move_time.days}d")
    for word, asked in _NOT_VOTED.items():
        if getattr(request, asked):
            raise UserError(Problem.TWO_VALUES, first="vote", second=word)
    if request.coach is Coach.AFTER:  # no single person makes its moves
        raise UserError(Problem.TWO_VALUES, first="vote", second="coach after")
    return VoteRequest(request, seconds or DEFAULT_SECONDS, timed=seconds is not None)


_ABOUT: Final = frozenset((*GAME_OPTIONS, "opponent"))
"""The options that `stats` takes."""
_TICTACTOE: Final = PRESETS["tictactoe"]
_GAME_NUMBER: Final = re.compile("#?([0-9]{1,18})")
"""The number of a game. A number in the store has at most 18 digits."""
_LONGEST_CODE: Final = 2_000
"""The most characters of a code: as many as a message has. The longest game needs fewer."""


def parse_stats(words: str) -> tuple[UserId | None, Rules | None]:
    """Read the words after `stats`: a mentioned member and a game, in any order.

    Each is None if it is missing. Raises UserError as `parse_start` does, and for words about
    how to play, such as a level.
    """
    with _two_members_are(Problem.ONE_MEMBER):
        return _about(options_or_member(words))


@contextmanager
def _two_members_are(problem: AnyProblem) -> Iterator[None]:
    """Say what is wrong with two members where only one can be named."""
    try:
        yield
    except UserError as error:
        if error.problem is Problem.TWO_OPPONENTS:
            raise UserError(problem) from error
        raise


def _about(chosen: dict[str, str]) -> tuple[UserId | None, Rules | None]:
    """The member and the game among some choices. Raises UserError for others."""
    for option, choice in chosen.items():
        if option not in _ABOUT or choice == "open":
            raise UserError(Problem.UNKNOWN_WORD, word=shortened(choice), nearest="")
    member = chosen.get("opponent")
    named = not _ABOUT.isdisjoint(chosen.keys() - {"opponent"})
    return (
        UserId(read_number(member[2:-1])) if member else None,
        rules_of(chosen, _TICTACTOE) if named else None,
    )


def parse_game(words: str) -> Rules:
    """Read a game and nothing else. Raises UserError, also if no game is named."""
    member, rules = _about(options_of(words))
    if member is not None or rules is None:
        raise unknown(words, PRESETS)
    return rules


def parse_top(words: str) -> Rules | None:
    """Read the game after `top`; None if it is missing. Raises UserError, also for a member."""
    with _two_members_are(Problem.NO_MEMBER_IN_TOP):
        member, rules = _about(options_of(words))
    if member is not None:
        raise UserError(Problem.NO_MEMBER_IN_TOP)
    return rules


def parse_level(word: str) -> LevelChoice:
    """Read a level: a name or a strength. Raises UserError for anything else."""
    plain = plain_words(word)
    if (choice := read_level(plain)) is not None:
        return choice
    raise no_strength(plain) if is_strength(plain) else unknown(plain, LEVEL_WORDS)


def parse_coach(word: str) -> Coach:
    """Read `before`, which may be `on`, `after` or `off`; raises UserError for anything else."""
    plain = word.strip().lower()
    if plain not in COACHES:
        raise unknown(plain, COACHES)
    return COACHES[plain]


def parse_style(words: str) -> BoardStyle:
    """Read how to draw a board, such as `image light`; raises UserError for anything else."""
    tokens = plain_words(words).split()
    if not tokens:
        raise UserError(Problem.WHICH_STYLE)
    if strange := [word for word in tokens if word not in STYLE_WORDS]:
        raise unknown(strange[0], STYLE_WORDS)
    return style_of(options_of(" ".join(tokens))) or BoardStyle.EMOJI


def parse_game_number(word: str) -> GameId | None:
    """Read the number of a game; None if the word is empty. Raises UserError for other words."""
    plain = word.strip().translate(PLAIN)
    if not plain:
        return None
    match = _GAME_NUMBER.fullmatch(plain)
    if match is None:
        raise UserError(Problem.NOT_A_GAME_NUMBER, text=shortened(plain))
    return GameId(read_number(match[1]))


def parse_code(text: str) -> Position:
    """Read the code of a game, with or without backticks around it. Raises UserError."""
    code = text.strip().strip("`")
    if len(code) > _LONGEST_CODE:
        raise UserError(Problem.NOT_A_CODE)
    try:
        return decode_game(code)
    except NotationError as error:
        raise UserError(Problem.NOT_A_CODE) from error
    except EngineError as error:
        raise UserError(Problem.IMPOSSIBLE_CODE) from error
