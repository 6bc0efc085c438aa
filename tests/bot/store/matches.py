"""Matches to be stored, in all that a store keeps of them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bot.match.session import ChannelId, GameId, GuildId, Person, Seat, Session, UserId, moves
from bot.match.session.moves import play_bot
from bot.store import Store
from engine import Position, Rules
from tests.bot.builders import changed

NOW = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
ALICE = Person(UserId(2**63 - 1), "alice 🎲")
BOB = Person(UserId(1), "bob")
CHANNEL = ChannelId(10)


def match(channel: int = CHANNEL, rules: str = "3x3", **changes: Any) -> Session:
    """Alice against Bob, not stored yet."""
    start = Position.start(Rules.parse(rules))
    session = Session(ChannelId(channel), GuildId(20), Seat(ALICE), Seat(BOB), start, NOW)
    return changed(session, **changes)


def same(left: Session | None, right: Session | None) -> bool:
    """Equal, down to the order of the moves, which positions do not compare."""
    return left == right and (
        left is None or right is None or left.position.moves == right.position.moves
    )


async def play(store: Store, session: Session, *tiles: int) -> Session:
    """Play on, each move by whose turn it is, stored one by one."""
    for move in tiles:
        user = session.to_move
        if isinstance(user, Person):
            after = moves.play(session, user.id, move)
        else:
            after = play_bot(session, move)
        session = await store.save(session, after)
    return session


async def waiting(store: Store, ended_since: datetime | None = None) -> list[GameId]:
    """The games that wait."""
    return [found.game for found in await store.waiting(ended_since=ended_since)]
