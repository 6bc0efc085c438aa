"""Where games are kept: SQLite or PostgreSQL, by URL.

    Store              the front: live games, a new game, the next version of a game
      .boards          which message shows which version, and which boards are old
      .shards          up to which message each shard has heard, and who plays it
      .results         results and ratings
      .skills          what the adaptive level knows of people
      .named           which move was named as the best in a position of a game
      .preferences     what servers have chosen

A change is committed when the call that makes it returns. Locking is optimistic: a change of a game
names the version that it starts from, and whoever comes second gets ConflictError. Every call
raises StoreUnavailable if the database fails.
"""

from __future__ import annotations

from bot.store.boards import BoardMessages, OldBoard
from bot.store.games import NamedMoves
from bot.store.guild_settings import Chosen, PreferenceStore
from bot.store.results import Skills
from bot.store.rows import LiveGame, WaitingGame
from bot.store.schema.opening import migrate
from bot.store.shards import ShardRecords
from bot.store.store import Store
