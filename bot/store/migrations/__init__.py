"""The history of the schema: each step takes a database from the version before to its own.

A step is one function. What has been released never changes; a new step is added at the end. None
is taken back: an older version of the bot wants an older backup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

from bot.store.migrations import from_0001, from_0010, from_0020

STEPS: Final[Mapping[str, Callable[[], None]]] = {
    "0001": from_0001.games,
    "0002": from_0001.memory,
    "0003": from_0001.people,
    "0004": from_0001.heard,
    "0005": from_0001.preferences,
    "0006": from_0001.old_boards,
    "0007": from_0001.results_by_game,
    "0008": from_0001.coaches,
    "0009": from_0001.skills,
    "0010": from_0010.puzzles,
    "0011": from_0010.cards,
    "0012": from_0010.living_boards,
    "0013": from_0010.threads,
    "0014": from_0010.assistance,
    "0015": from_0010.notices,
    "0016": from_0010.tournaments,
    "0017": from_0010.styles,
    "0018": from_0010.vote_scores,
    "0020": from_0020.heard_ids,
    "0021": from_0020.growth,
    "0022": from_0020.roles,
    "0023": from_0020.probes,
    "0024": from_0020.outside,
    "0025": from_0020.told_permissions,
    "0026": from_0020.swap2,
    "0027": from_0020.loaded,
    "0028": from_0020.greeted,
    "0029": from_0020.given_answers,
    "0030": from_0020.ended_passes,
    "0031": from_0020.peace,
    "0032": from_0020.named_moves,
    "0033": from_0020.casual,
    "0034": from_0020.series,
}
"""All steps by the revision to which they lead, the first one first. There never was a 0019."""

NEWEST: Final = max(STEPS)
"""The revision of this version of the bot."""

UNFINISHED: Final = "copying"
"""The revision of a database into which another one is being copied."""

_VERSION: Final = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32)),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Holds one row, the revision of the database. Alembic's commands read it too."""


def revision_of(connection: sa.Connection) -> str | None:
    """Return the revision of a database, None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def take_steps(connection: sa.Connection, newest: str = NEWEST) -> None:
    """Bring the schema from the revision that it has to a later one, in the open transaction."""
    context = MigrationContext.configure(connection)
    found = context.get_current_revision() or ""
    with Operations.context(context):
        for revision, step in STEPS.items():
            if found < revision <= newest:
                step()
    mark_revision(connection, newest)


def mark_revision(connection: sa.Connection, revision: str) -> None:
    """Note which revision a database has."""
    _VERSION.create(connection, checkfirst=True)
    connection.execute(_VERSION.delete())
    connection.execute(_VERSION.insert().values(version_num=revision))
