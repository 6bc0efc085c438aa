"""SQLite: the engine with its group commit, and backups of its file."""

from bot.store.sqlite.engine import SqliteEngine, Statements
from bot.store.sqlite.files import make_private

__all__ = ["SqliteEngine", "Statements", "make_private"]
