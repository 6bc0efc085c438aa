"""The copy of what is stored of a person, compared with the tables themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from bot.client.services import DELETIONS
from bot.features.mydata.store import DataCopies
from bot.match.session import Person, UserId
from bot.store import Store
from bot.store.schema.opening import connect
from tests.bot.builders import BOB
from tests.bot.store.test_erase import LEAVER, TELLING, migrated_tables, remember, telling
from tests.bot.store.test_results import played

OF_OTHERS = {("results", "opponent_id"), ("blocks", "blocked_id")}
"""The columns in which rows of somebody else name a person."""


async def test_each_table_that_tells_of_them_is_in_it(store: Store, database_url: str) -> None:
    """A new table cannot be forgotten: what a migration has made is looked through."""
    await remember(store)
    copied = await DataCopies(store.database, DELETIONS).of(LEAVER.id)
    assert await telling(database_url) <= copied.keys()


async def test_each_row_that_tells_of_them_is_in_it(store: Store, database_url: str) -> None:
    """With all that stands in it, but for what others have stored about them."""
    await remember(store)
    copied = await DataCopies(store.database, DELETIONS).of(LEAVER.id)
    engine = connect(database_url)
    for table in await migrated_tables(database_url):
        own = [
            column == LEAVER.id
            for column in table.columns
            if column.name in TELLING
            and isinstance(column.type, sa.BigInteger)
            and (table.name, column.name) not in OF_OTHERS
        ]
        async with engine.begin() as connection:
            stored = (
                await connection.execute(table.select().where(sa.or_(sa.false(), *own)))
            ).all()
        assert as_text(row._asdict() for row in stored) <= as_text(copied.get(table.name, []))
    await engine.dispose()


def as_text(rows: Iterable[Mapping[str, Any]]) -> set[tuple[str, ...]]:
    """Rows as they can be compared: without times, which each writes in its own way."""
    return {
        tuple(str(row[name]) for name in sorted(row) if not name.endswith(("_at", "week", "due")))
        for row in rows
    }


async def test_games_come_with_their_moves(store: Store) -> None:
    """Those of both players, of more games than are read at once."""
    games = [await played(store, LEAVER, BOB) for _ in range(3)]
    await played(store, BOB, Person(UserId(5), "dave"))
    copied = await DataCopies(store.database, DELETIONS).of(LEAVER.id)
    assert [row["id"] for row in copied["games"]] == [str(game.game) for game in games]
    plies = sum(len(game.position.moves) for game in games)
    assert len(copied["moves"]) == plies > 0


async def test_nothing_of_others_is_in_it(store: Store) -> None:
    """Neither that somebody has blocked them, nor what others have chosen or won."""
    await remember(store)
    copied = await DataCopies(store.database, DELETIONS).of(LEAVER.id)
    assert [row["blocked_name"] for row in copied["blocks"]] == [BOB.name]
    own = ("results", "ratings", "skills", "attempts", "styles", "welcomes", "cards", "ballots")
    for name in own:
        assert {row["user_id"] for row in copied[name]} == {str(LEAVER.id)}, name


async def test_of_somebody_who_was_never_here_there_is_nothing(store: Store) -> None:
    """Nor after they are erased."""
    await remember(store)
    copies = DataCopies(store.database, DELETIONS)
    assert await copies.of(UserId(404)) == {}
    await store.forget(LEAVER.id)
    assert await copies.of(LEAVER.id) == {}
