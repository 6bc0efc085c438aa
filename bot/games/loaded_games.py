"""Games from elsewhere: read in a worker, and kept so that pages about them can be made again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from bot.errors import Problem, UserError
from bot.games.loading import Source, loaded_session, refusal
from bot.match.session import ChannelId, GuildId, Session
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from bot.pool.worker import WorkerLost
from bot.store import Store
from engine import EngineError, Recorded


class LoadedGames:
    """Reads games that other programs and people wrote."""

    def __init__(self, store: Store, thinker: Thinker, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._thinker = thinker
        self._clock = clock

    async def read(self, asker: Asker, source: Source) -> Recorded:
        """Read a game in a worker, since it may be long.

        Raises UserError, with what is wrong and where, and EngineUnavailable.
        """
        try:
            return await self._thinker.read_game(
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
        return await self._store.keep(loaded_session(found, channel, guild, self._clock()))
