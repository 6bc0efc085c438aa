"""SQLite: the engine with its group commit, and backups of its file."""

from bot.store.sqlite.engine import SqliteEngine, Statements

__all__ = ["SqliteEngine", "Statements"]
