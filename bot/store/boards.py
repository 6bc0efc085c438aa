"""The messages that show games: the living board of each game, and the old ones before it.

An old board is retired: only a line of its moves is left, or nothing. It has a row until then, so
that the next process retires a board that this one could not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from bot.match.guilds import WHOLE, Shards
from bot.match.session import UNSHOWN, ChannelId, GameId, GuildId, MessageId, Session
from bot.store.database import Database, TableStore, Transaction, transaction
from bot.store.shards import in_shards
from bot.store.tables import games, old_boards

_UNSHOWN: Final = [ending.value for ending in UNSHOWN]
_OLD_BOARDS: Final = (
    sa.select(old_boards, games.c.channel_id, games.c.guild_id)
    .join(games)
    .where(sa.or_(games.c.shown_version >= games.c.version, games.c.ending.in_(_UNSHOWN)))
)
"""The old boards of games whose newest version is shown. Before that, one of them may still become
the message that shows it."""

# Statements of every move are made once, since making one takes longer than running it.
_THIS_GAME: Final = games.c.id == sa.bindparam("game")
_NEWEST: Final = sa.select(games.c.board_message_id).where(_THIS_GAME)
_IS_SHOWN: Final = sa.select(games.c.id).where(
    _THIS_GAME, games.c.shown_version >= sa.bindparam("past")
)
_LOCK_SHOWN: Final = (
    sa.select(
        games.c.board_message_id,
        games.c.shown_version,
        games.c.shown_ply,
        games.c.shown_from,
        sa.exists().where(old_boards.c.game_id == games.c.id).label("has_old"),
    )
    .where(_THIS_GAME)
    .with_for_update()
)
_REPLACE_SHOWN: Final = sa.update(games).where(_THIS_GAME)
_INSERT_OLD_BOARD: Final = sa.insert(old_boards)
_DELETE_OLD_BOARDS: Final = sa.delete(old_boards).where(
    old_boards.c.message_id.in_(sa.bindparam("gone", expanding=True))
)
_OLD_BOARDS_OF_GAME: Final = _OLD_BOARDS.where(old_boards.c.game_id == sa.bindparam("game"))


@dataclass(frozen=True, slots=True)
class OldBoard:
    """A message whose board a newer one has replaced, and the plies that were played on it."""

    message: MessageId
    game: GameId
    channel: ChannelId
    guild: GuildId | None
    first: int | None = None
    """The first ply that no board above it shows. None if no ply was played on it."""
    ply: int | None = None
    """The last ply that it shows; None if an earlier release of the bot showed it."""


class BoardMessages(TableStore):
    """Which message shows which version of a game, and which messages show older ones."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.retired: set[MessageId] = set()
        """Old boards that are retired but still stored. The next `mark_shown` deletes their rows.

        If the process ends before that, they are retired once more, which does no harm."""

    async def newest(self, game: GameId) -> MessageId | None:
        """Return the message that last showed a game, or None if nothing has."""
        message = await self._value(_NEWEST, {"game": game})
        return None if message is None else MessageId(message)

    async def is_shown(self, session: Session) -> bool:
        """Return whether a message shows this version of a game, or a later one."""
        this = {"game": session.game, "past": session.version}
        return await self._value(_IS_SHOWN, this) is not None

    async def mark_shown(
        self, session: Session, message: MessageId, *, complete: bool = True
    ) -> list[OldBoard]:
        """Store which message shows this version, unless a later version is shown already.

        If it is not `complete`, because an offer is still to be posted, the version counts as
        shown after `mark_told`. Returns the boards of the game to be retired, since a newer one is
        shown.
        """
        self.retired.discard(message)
        done = frozenset(self.retired)
        async with transaction(self.database) as connection:
            shown = session.version if complete else session.version - 1
            has_old, replaced = await _replace_shown(connection, session, message, shown)
            if has_old or done:
                await connection.execute(_DELETE_OLD_BOARDS, {"gone": [message, *done]})
            if replaced is not None:
                await connection.execute(_INSERT_OLD_BOARD, replaced)
            left = []
            if has_old or replaced is not None:  # seldom: a board mostly changes in place
                rows = await connection.execute(_OLD_BOARDS_OF_GAME, {"game": session.game})
                left = [_read_old_board(row) for row in rows]
        self.retired -= done
        return [board for board in left if board.message not in self.retired]

    async def mark_told(self, session: Session) -> None:
        """Store that what is new in this version was told in words, below the board before it."""
        this = games.c.id == session.game, games.c.shown_version == session.version - 1
        await self._run(sa.update(games).where(*this).values(shown_version=session.version))

    async def add_old(self, board: OldBoard) -> None:
        """Store an old board that was found in its channel, unless it is the newest one.

        Such a board remains if a process ends between posting a board and storing that.
        """
        row = {"message_id": board.message, "game_id": board.game}
        async with transaction(self.database) as connection:
            if await connection.scalar(_LOCK_SHOWN, {"game": board.game}) == board.message:
                return
            known = sa.select(old_boards.c.message_id).where(
                old_boards.c.message_id == board.message
            )
            if await connection.scalar(known) is None:
                await connection.execute(_INSERT_OLD_BOARD, row)

    async def old(self, shards: Shards = WHOLE) -> list[OldBoard]:
        """Return every board of some shards that is still to be retired."""
        ours = _OLD_BOARDS.where(in_shards(games.c.guild_id, shards))
        found = [_read_old_board(row) for row in await self._rows(ours)]
        return [board for board in found if board.message not in self.retired]


async def _replace_shown(
    connection: Transaction, session: Session, message: MessageId, shown: int
) -> tuple[bool, dict[str, int | None] | None]:
    """Store which message shows a session, up to a version.

    Returns whether the game had old boards before, and the row of the one that is old now. If a
    later version is shown already, that is the message itself. It is None if the same message
    showed the last version, or none did.
    """
    # If two transactions show one game, the second waits here for what the first stores.
    row = (await connection.execute(_LOCK_SHOWN, {"game": session.game})).one()
    board, version, ply, first, has_old = tuple(row)
    now = session.position.ply
    if version is not None and version > session.version:
        own: dict[str, int | None] = {
            "message_id": message,
            "game_id": session.game,
            "first": None,
            "ply": None,
        }
        return has_old, None if board == message else own
    begun = session.begun if board is None else now if ply is None else min(ply, now)
    changes = {
        "board_message_id": message,
        "shown_version": shown,
        "shown_ply": now,
        "shown_from": first if board == message else begun + 1,
    }
    await connection.execute(_REPLACE_SHOWN, {"game": session.game, **changes})
    if board is None or board == message:
        return has_old, None
    return has_old, {"message_id": board, "game_id": session.game, "first": first, "ply": ply}


def _read_old_board(row: Any) -> OldBoard:
    guild = row.guild_id
    message, game = MessageId(row.message_id), GameId(row.game_id)
    return OldBoard(message, game, ChannelId(row.channel_id), guild, row.first, row.ply)
