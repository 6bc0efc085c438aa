"""Converts sessions to the rows of tables, and back."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import Row

from bot.errors import UnreadableGame
from bot.match.opening import Swap2
from bot.match.rating import Result, Value
from bot.match.series import read_length
from bot.match.session import (
    BoardStyle,
    Bot,
    ChannelId,
    Coach,
    Crowd,
    Ending,
    FixtureId,
    GameId,
    Guest,
    GuildId,
    MessageId,
    Offer,
    OfferKind,
    Person,
    Player,
    Seat,
    Session,
    UserId,
)
from bot.match.timing import Ballots, Poll, TurnClock
from bot.store.tables import GUEST
from engine import Level, Position, Rules, Side

log = logging.getLogger(__name__)

Columns = dict[str, Any]

_CROWD: Final = "vote"
"""Stands in place of a level in the seat of a crowd."""


def game_columns(session: Session) -> Columns:
    """The columns of `games` that a session decides: all but its number."""
    columns: Columns = {}
    for written, value in zip(_WRITTEN.values(), _parts(session), strict=True):
        columns |= written(value)
    return columns


def changed_columns(before: Session, after: Session) -> Columns:
    """The columns of a game that differ from one of its sessions to another."""
    columns: Columns = {}
    for written, old, new in zip(_WRITTEN.values(), _parts(before), _parts(after), strict=True):
        if new is not old and new != old:
            columns |= written(new)
    return columns


@dataclass(frozen=True, slots=True)
class LiveGame:
    """Where a live game is played, and up to which message it is known what was said there."""

    game: GameId
    channel: ChannelId
    guild: GuildId | None
    takes_turns: bool
    """Whether the engine answers each move of a single person."""
    begun: datetime
    last: MessageId | None
    """The last message that changed the game, or its board where none did; None without either.

    Where the engine answers, its board if that is newer: what was typed above it was typed before
    the answer was seen."""


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game that waits for the engine's move, or for its board to be shown."""

    game: GameId
    channel: ChannelId
    guild: GuildId | None
    touched: datetime
    outside: bool
    """Whether the bot can only answer there."""


def read_sessions(
    rows: Iterable[Row[Any]],
    ballots: Mapping[int, Ballots],
    unreadable: Callable[[UnreadableGame], None] | None,
) -> Iterator[Session]:
    """The sessions of rows, with the votes by game.

    A row that makes no session is an UnreadableGame: it is raised, or passed to `unreadable` and
    left out. Either way the log says why.
    """
    for row in rows:
        try:
            yield _read_session(row, ballots.get(row.id, ()))
        except (ValueError, TypeError) as error:
            log.error("game %s cannot be read: %r", row.id, error)
            if unreadable is None:
                raise UnreadableGame(row.id) from error
            unreadable(UnreadableGame(row.id))


def read_live_game(row: Any) -> LiveGame:
    """Where a live game is played."""
    number, channel, guild, x_level, o_level, laying, begun, board, message = row
    bot = (x_level or o_level) is not None and _CROWD not in (x_level, o_level)
    answered = bot and not laying
    board, message = board or 0, message or 0
    last = max(board, message) if answered else message or board
    return LiveGame(
        GameId(number),
        ChannelId(channel),
        guild,
        answered,
        begun,
        MessageId(last) if last else None,
    )


def read_waiting_game(row: Any) -> WaitingGame:
    """Where a game waits."""
    guild = row.guild_id
    channel = ChannelId(row.channel_id)
    return WaitingGame(GameId(row.id), channel, guild, row.touched_at, row.outside)


def read_result(row: Row[Any], user: UserId) -> Result:
    """How a finished game went for a person who played it against the bot."""
    side = Side.X if row.x_user_id == user else Side.O
    bot = (
        _read_bot(row.o_level, row.o_step) if side is Side.X else _read_bot(row.x_level, row.x_step)
    )
    value: Value = "draw"
    if row.winner is not None:
        value = "win" if Side(row.winner) is side else "loss"
    return Result(bot, value, row.assisted)


def _read_session(game: Row[Any], ballots: Ballots) -> Session:
    position = _read_position(game.rules, game.plies or "", game.placed)
    return Session(
        channel=ChannelId(game.channel_id),
        guild=game.guild_id,
        x=_read_seat(game, "x"),
        o=_read_seat(game, "o"),
        position=position,
        touched=game.touched_at,
        style=BoardStyle(game.style),
        offer=Offer(OfferKind(game.offer), Side(game.offer_by)) if game.offer else None,
        ending=Ending(game.ending) if game.ending else None,
        winner=Side(game.winner) if game.winner else None,
        assisted=game.assisted,
        casual=game.casual,
        strict=game.strict,
        series=None if game.series is None else read_length(game.series),
        follows=None if game.follows_id is None else GameId(game.follows_id),
        conceded=Side(game.conceded) if game.conceded else None,
        begun=game.begun,
        game=GameId(game.id),
        version=game.version,
        swap=game.swap,
        swapped=game.swapped,
        swap2=Swap2(game.swap2_stones, game.swap2_settled) if game.swap2_stones else None,
        poll=None
        if game.leader_id is None
        else Poll(game.seconds, game.turn, game.closes_at, game.silent, ballots),
        newcomer=game.newcomer,
        fixture=None if game.fixture_id is None else FixtureId(game.fixture_id),
        outside=game.outside,
        clock=None if game.move_seconds is None else _read_clock(game, position.ply),
    )


def _read_clock(game: Row[Any], ply: int) -> TurnClock:
    limit, ends = timedelta(seconds=game.move_seconds), game.turn_ends_at
    return TurnClock(limit, game.move_agreed, -1 if ends is None else ply, ends)


def _read_position(rules: str, words: str, placed: int) -> Position:
    pairs = (word.split(":") for word in words.split())
    moves = {int(ply): int(move) for ply, move in pairs}
    plies = sorted(moves)
    if plies != list(range(1, len(plies) + 1)):
        raise ValueError(f"plies without a gap were stored, but {plies} came back")
    return Position.from_moves(_read_rules(rules), (moves[ply] for ply in plies), placed)


_read_rules: Final = lru_cache(maxsize=256)(Rules.parse)
"""The rules that a word stands for: most games have the same few."""


_SEAT: Final = ("user_id", "name", "level", "step", "coach", "aloud", "assisted", "points")
"""The columns of a seat, after `x_` or `o_`."""
_SEATS: Final = {side: attrgetter(*(f"{side}_{name}" for name in _SEAT)) for side in "xo"}


def _seat_columns(side: str, seat: Seat) -> Columns:
    match seat.player:
        case Person(user, name):
            values: tuple[Any, ...] = (user, name, None, None)
        case Bot(level, adapted):
            values = (None, None, level.value, adapted.value if adapted else None)
        case Crowd():
            values = (None, None, _CROWD, None)
        case Guest():
            values = (None, None, GUEST, None)
    values = (*values, seat.coach.value, seat.aloud, seat.assisted, seat.points)
    return {f"{side}_{name}": value for name, value in zip(_SEAT, values, strict=True)}


def _read_seat(game: Row[Any], side: str) -> Seat:
    user, name, level, step, coach, aloud, assisted, points = _SEATS[side](game)
    if user is not None:
        player: Player = Person(UserId(user), name)
    elif level == _CROWD:
        player = Crowd(Person(UserId(game.leader_id), game.leader_name))
    elif level == GUEST:
        player = Guest(side.upper())
    else:
        player = _read_bot(level, step)
    return Seat(player, Coach(coach), aloud, assisted, points)


def _read_bot(level: str, step: str | None) -> Bot:
    return Bot(Level(level), Level(step) if step else None)


def _same(column: str) -> Callable[[Any], Columns]:
    """A value that is written as it is."""
    return lambda value: {column: value}


def _word(column: str) -> Callable[[Enum | None], Columns]:
    return lambda choice: {column: choice.value if choice else None}


def _offer_columns(offer: Offer | None) -> Columns:
    return {
        "offer": offer.kind.value if offer else None,
        "offer_by": offer.by.value if offer else None,
    }


def _swap2_columns(swap2: Swap2 | None) -> Columns:
    return {
        "swap2_stones": swap2.stones if swap2 else None,
        "swap2_settled": swap2 is not None and swap2.settled,
    }


def _clock_columns(clock: TurnClock | None) -> Columns:
    return {
        "move_seconds": int(clock.limit.total_seconds()) if clock else None,
        "move_agreed": clock is not None and clock.agreed,
        "turn_ends_at": clock.ends if clock else None,
    }


_WRITTEN: Final[Mapping[str, Callable[[Any], Columns]]] = {
    "channel": _same("channel_id"),
    "guild": _same("guild_id"),
    "rules": lambda rules: {"rules": str(rules)},
    "x": partial(_seat_columns, "x"),
    "o": partial(_seat_columns, "o"),
    "style": _word("style"),
    "offer": _offer_columns,
    "ending": _word("ending"),
    "winner": _word("winner"),
    "assisted": _same("assisted"),
    "casual": _same("casual"),
    "strict": _same("strict"),
    "series": lambda length: {"series": str(length) if length else None},
    "follows": _same("follows_id"),
    "conceded": _word("conceded"),
    "begun": _same("begun"),
    "position.placed": _same("placed"),
    "swap": _same("swap"),
    "swapped": _same("swapped"),
    "swap2": _swap2_columns,
    "newcomer": _same("newcomer"),
    "fixture": _same("fixture_id"),
    "outside": _same("outside"),
    "clock": _clock_columns,
    "bot_to_move": _same("bot_to_move"),
    "version": _same("version"),
    "touched": _same("touched_at"),
}
"""The columns of `games` that each part of a session decides."""
_parts: Final = attrgetter(*_WRITTEN)
