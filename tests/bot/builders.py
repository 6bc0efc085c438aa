"""Players, positions and sessions for the tests of the bot's pure modules."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from bot.session import Bot, ChannelId, Person, Player, Session, UserId
from engine import Level, Position, Rules

ALICE = Person(UserId(1), "alice")
BOB = Person(UserId(2), "bob")
CAROL = Person(UserId(3), "carol")
KINAROW = Bot(Level.PERFECT)
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def position(rules: str, moves: Iterable[int] = ()) -> Position:
    """The position of a game, by its name and moves."""
    return Position.from_moves(Rules.parse(rules), moves)


def session(
    moves: Iterable[int] = (),
    *,
    rules: str = "3x3",
    x: Player = ALICE,
    o: Player = BOB,
    **changes: Any,
) -> Session:
    """A match between alice and bob on 3x3, unless said otherwise."""
    start = Session(ChannelId(7), None, x, o, Position.start(Rules.parse(rules)), NOON, **changes)
    for move in moves:
        player = start.to_move
        start = start.play(player.id, move) if isinstance(player, Person) else start.play_bot(move)
    return start
