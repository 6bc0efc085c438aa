"""Columns and indexes that many steps of the schema make."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

NUMBER: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT: Final = sa.DateTime(timezone=True)


def flag(name: str) -> sa.Column[bool]:
    """A column that is false in every row there is."""
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())


def game() -> sa.Column[int]:
    """The game that a row belongs to, with which it goes."""
    return sa.Column(
        "game_id", NUMBER, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )


def partial_index(
    name: str, table: str, columns: list[str], where: str, *, unique: bool = False
) -> None:
    """Make an index of the rows that meet a condition."""
    op.create_index(
        name,
        table,
        columns,
        unique=unique,
        sqlite_where=sa.text(where),
        postgresql_where=sa.text(where),
    )
