"""Matches to be stored, in all that a store keeps of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.match.session import ChannelId, GuildId, Person, Session, UserId
from bot.store import Store
from engine import Position, Rules

NOW = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
ALICE = Person(UserId(2**63 - 1), "alice 🎲")
BOB = Person(UserId(1), "bob")
CHANNEL = ChannelId(10)


def match(channel: int = CHANNEL, rules: str = "3x3", **changes: Any) -> Session:
    """Alice against Bob, not stored yet."""
    start = Position.start(Rules.parse(rules))
    session = Session(ChannelId(channel), GuildId(20), ALICE, BOB, start, NOW)
    return replace(session, **changes)


def same(left: Session | None, right: Session | None) -> bool:
    """Equal, down to the order of the moves, which positions do not compare."""
    return left == right and (
        left is None or right is None or left.position.moves == right.position.moves
    )


async def play(store: Store, session: Session, *moves: int) -> Session:
    """Play on, each move by whose turn it is, stored one by one."""
    for move in moves:
        player = session.to_move
        after = session.play(player.id, move) if isinstance(player, Person) else None
        session = await store.save(session, after or session.play_bot(move))
    return session
