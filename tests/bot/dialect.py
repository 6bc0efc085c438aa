"""SQLite, whose statements are compiled once for all tests.

SQLAlchemy keeps what it has compiled for each engine, and so for each store. Every test opens one.
"""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

COMPILED: Final[dict[Any, Any]] = {}
"""The compiled statements of all engines."""


class SharingDialect(SQLiteDialect_pysqlite):
    """All of them count as the same, since they are a part of the keys of what is compiled."""

    supports_statement_cache = True

    @classmethod
    def engine_created(cls, engine: sa.Engine) -> None:
        """Let a new engine find what others have compiled."""
        engine.update_execution_options(compiled_cache=COMPILED)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SharingDialect)

    def __hash__(self) -> int:
        return hash(SharingDialect)


def share_compiled_statements() -> None:
    """Let `sqlite://` mean that dialect from now on."""
    registry.register("sqlite", __name__, SharingDialect.__name__)
