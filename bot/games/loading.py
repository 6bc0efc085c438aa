"""Games that people bring from elsewhere: what they ask for with one, and what it becomes here."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from bot.errors import Problem, UserError
from bot.match.session import ChannelId, Ending, GameId, Guest, GuildId, Seat, Session, moves
from bot.match.typed.options import GAME_OPTIONS, options_or_member
from bot.match.typed.requests import StartRequest, parse_game_number, parse_start
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from bot.pool.worker import WorkerLost
from engine import (
    MAX_SIDE,
    MIN_SIDE,
    EngineError,
    Position,
    Recorded,
    RecordedEnd,
    RecordError,
    RecordProblem,
    Rules,
    Side,
    parted,
)

if TYPE_CHECKING:  # what draws their pages opens no database
    from bot.store import Store

LARGEST_FILE: Final = 1 << 16
"""Bytes of a file that is read."""
_NUMBER: Final = re.compile(r"#?([0-9]{1,2})")
_GAME: Final = re.compile(r"#?(?:[0-9]+|\w{1,18})")
"""What is rather the number of a game than a game; it may be a slip."""
_LEAST_COLUMNS: Final = 5
"""So many digits after `load` are columns rather than the number of a game."""
_DIGITS: Final = re.compile(r"#?[0-9]{1,18}")
_COLUMNS: Final = re.compile(r"[1-7]{8,}|(?:[a-t][0-9]{1,2})+", re.IGNORECASE)
"""Columns of Connect Four, or tiles: no number of a game is like that."""
_ROWS: Final = {"top": False, "above": False, "bottom": True, "below": True}
_NOT_LOADED: Final = {"swap": "swap", "swap2": "swap2", "thread": "thread"}
"""Words that go with a new game alone, with their fields in StartRequest."""
_OUTSIDE: Final = "outside"
_TURN: Final = "turn"


@dataclass(frozen=True, slots=True)
class Source:
    """A game from elsewhere, as it was sent, and what its sender says of it."""

    content: str | bytes
    number: int = 1
    """Which of several games in it."""
    rules: Rules | None = None
    """The game, if they name one."""
    below: bool | None = None
    """Whether its rows count from below, if they say it."""


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """What somebody wants to go on from, and how: as with `start`."""

    source: Source
    words: str
    """The words about the new game, as after `start`."""
    start: StartRequest


def parse_load(words: str, default: Rules, file: bytes | None = None) -> LoadRequest:
    """Read the words after `load`: a game, unless it is in a file, and who plays on, and how.

    Raises UserError for words that are unknown or do not go together, and if there is no game.
    """
    content, rest = (file, words) if file is not None else parted(words)
    if not content:
        raise UserError(Problem.NOT_A_CODE)
    source, others = _described(Source(content), rest)
    chosen = options_or_member(others)
    rules = None if GAME_OPTIONS.isdisjoint(chosen) else parse_start(others, default).rules
    start = parse_start(others, rules or default)
    for word, asked in _NOT_LOADED.items():
        if getattr(start, asked):
            raise UserError(Problem.TWO_VALUES, first="load", second=word)
    return LoadRequest(replace(source, rules=rules), _without_game(others), start)


def _without_game(words: str) -> str:
    """Words without those that name a game: that of the source is played."""

    def names_game(word: str) -> bool:
        with suppress(UserError):  # alone, the second word of `coach after` says nothing
            return not GAME_OPTIONS.isdisjoint(options_or_member(word))
        return False

    typed = words.split()
    named = set(filter(names_game, set(typed)))
    return " ".join(word for word in typed if word not in named)


def parse_source(words: str, default: Rules, file: bytes | None = None) -> Source:
    """Read a game to be looked at, with what is said of it. Raises UserError as `parse_load`."""
    asked = parse_load(words, default, file)
    named = replace(asked.start, rules=default)
    if named != StartRequest(default):
        raise UserError(Problem.NOT_A_CODE)
    return asked.source


def parse_numbered(words: str) -> tuple[GameId, str] | None:
    """Read the number of a game and the other words; None if there is another game in them.

    >>> parse_numbered("12 hard"), parse_numbered("3x3x3:5")
    ((12, 'hard'), None)
    """
    number, _, rest = words.strip().partition(" ")
    columns = len(number) >= _LEAST_COLUMNS and not number.strip("1234567")
    found = None if columns or not _DIGITS.fullmatch(number) else number
    game = None if found is None or parted(rest)[0] else parse_game_number(found)
    return None if game is None else (game, rest)


def found_in(words: str, file: bytes | None) -> Source:
    """The game in a message that somebody has sent before. Raises UserError if it has none."""
    content = parted(words)[0] if file is None else file
    if not content:
        raise UserError(Problem.NOT_A_CODE)
    return Source(content)


def turned_over(position: Position) -> Position:
    """The position with its rows in the other order, for lists that count them from below."""
    rules = position.rules
    rows = (divmod(tile - 1, rules.columns) for tile in position.tiles)
    tiles = [(rules.rows - 1 - row) * rules.columns + column + 1 for row, column in rows]
    return Position.from_moves(rules, tiles, position.placed)


def parse_game_or_source(
    words: str, default: Rules, file: bytes | None = None
) -> GameId | Source | None:
    """Read the number of a game, or a game from elsewhere; None for no words. Raises UserError.

    Digits that are many columns of Connect Four are its moves.
    """
    plain = words.strip()
    if file is None and (not plain or (_GAME.fullmatch(plain) and not _COLUMNS.fullmatch(plain))):
        return parse_game_number(plain)
    return parse_source(words, default, file)


def _described(source: Source, words: str) -> tuple[Source, str]:
    """What words say of a game: its number among others, and how its rows count."""
    rest = []
    for word in words.split():
        plain = word.lower().strip("()")
        if plain in _ROWS:
            source = replace(source, below=_ROWS[plain])
        elif found := _NUMBER.fullmatch(plain):
            source = replace(source, number=int(found[1]))
        else:
            rest.append(word)
    return source, " ".join(rest)


_PROBLEMS: Final = {
    RecordProblem.UNKNOWN: Problem.NOT_A_CODE,
    RecordProblem.LONG: Problem.TOO_LONG_A_GAME,
    RecordProblem.LINK: Problem.A_LINK,
    RecordProblem.BROKEN: Problem.OUT_OF_PLACE,
    RecordProblem.OTHER_GAME: Problem.OTHER_GAME,
    RecordProblem.GOAL: Problem.BOARD_GOAL,
    RecordProblem.VARIANT: Problem.VARIANT,
    RecordProblem.RULES: Problem.UNKNOWN_RULES,
    RecordProblem.BOARD: Problem.WHICH_BOARD,
    RecordProblem.NUMBER: Problem.NO_SUCH_GAME_IN_IT,
    RecordProblem.STONES: Problem.STONES,
    RecordProblem.MOVE: Problem.IMPOSSIBLE_MOVE,
    RecordProblem.PASS: Problem.A_PASS,
}


def refusal(error: EngineError) -> UserError:
    """Why a game from elsewhere cannot be read, for who sent it."""
    if not isinstance(error, RecordError):
        return UserError(Problem.IMPOSSIBLE_CODE)
    facts = dict(error.facts)
    match error.problem:
        case RecordProblem.SIZE:
            return UserError(Problem.BOARD_SIZE, **{"least": MIN_SIDE, "most": MAX_SIDE, **facts})
        case RecordProblem.OUTSIDE:
            return UserError(Problem.IMPOSSIBLE_MOVE, **facts, why=_OUTSIDE)
        case RecordProblem.TURN:
            return UserError(Problem.IMPOSSIBLE_MOVE, **facts, why=_TURN)
    return UserError(_PROBLEMS[error.problem], **facts)


_ENDINGS: Final = {
    RecordedEnd.RESIGNED: Ending.RESIGNED,
    RecordedEnd.TIME: Ending.TIME,
    RecordedEnd.DRAWN: Ending.AGREED,
    None: Ending.STOPPED,
}


def loaded_session(
    found: Recorded, channel: ChannelId, guild: GuildId | None, when: datetime
) -> Session:
    """A game from elsewhere as one that has ended here, between two guests."""
    x, o = (Seat(Guest(side.value)) for side in Side)
    session = Session(channel, guild, x, o, found.position, when)
    if (outcome := found.position.outcome) is not None:
        ending = moves.played_out(found.position)
        return session.ended(ending, outcome.winner)
    return session.ended(_ENDINGS[found.end], found.winner)


@dataclass(frozen=True, slots=True)
class LoadedGames:
    """Reads games that other programs and people wrote."""

    store: Store
    thinker: Thinker
    clock: Callable[[], datetime]

    async def read(self, asker: Asker, source: Source) -> Recorded:
        """Read a game in a worker, since it may be long.

        Raises UserError, with what is wrong and where, and EngineUnavailable.
        """
        try:
            return await self.thinker.read_game(
                source.content, source.number, source.rules, source.below, asker=asker
            )
        except EngineError as error:
            raise refusal(error) from error
        except WorkerLost as error:
            raise UserError(Problem.TOO_LONG_A_GAME) from error

    async def keep(self, found: Recorded, channel: ChannelId, guild: GuildId | None) -> Session:
        """Keep a game as one that has ended. Raises UserError if nobody has moved in it.

        It has a number, by which it can be looked at again like one that was played here.
        """
        if not found.position.moves:
            raise UserError(Problem.NOT_A_CODE)
        return await self.store.keep(loaded_session(found, channel, guild, self.clock()))
