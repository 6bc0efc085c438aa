"""The positions that people train on, in the database. `bot.store.deletion` erases them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from bot.features.train.values import Card, CardId, Spacing, Study
from bot.match.accuracy import Accuracy
from bot.match.session import GameId, ScopeId, UserId
from bot.store.columns import GAME_NUMBER, Snowflake, UtcDateTime, metadata
from bot.store.database import (
    Step,
    TableStore,
    Transaction,
    insert_missing,
    nothing,
    reading,
    transaction,
)
from bot.store.deletion import Own
from bot.store.games import GAMES, read_games
from bot.store.tables import games, moves, results
from engine import Rules, decode_game, encode_game

studies: Final = sa.Table(
    "studies",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    # Both NULL where the person had nothing to decide.
    sa.Column("accuracy", sa.Integer),  # per cent
    sa.Column("moves", sa.Integer),
)
"""One row a person whose moves in a finished game were judged."""

cards: Final = sa.Table(
    "cards",
    metadata,
    sa.Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
    sa.Column("user_id", Snowflake, nullable=False),
    sa.Column("position_key", sa.String(32), nullable=False),  # the same for mirror images
    sa.Column("start", sa.Text, nullable=False),  # the code of the position
    sa.Column("played", sa.Integer, nullable=False),
    sa.Column("best", sa.Integer, nullable=False),
    sa.Column("worth", sa.String(4), nullable=False),
    sa.Column("made_at", UtcDateTime, nullable=False),
    sa.Column("due", UtcDateTime),  # NULL once it is learned
    sa.Column("memory", sa.Text, nullable=False),  # what the scheduler knows of it
    sa.Column("hinted", sa.Boolean, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("solved_at", UtcDateTime),
    # The game in which the person tries to win the position.
    sa.Column("trial_game_id", sa.ForeignKey(games.c.id, ondelete="SET NULL"), index=True),
    sqlite_autoincrement=True,  # a button must not answer for another position
)
"""One row a person and position in which they went wrong."""

sa.Index("one_card_a_position", cards.c.user_id, cards.c.position_key, unique=True)

sa.Index("cards_by_due", cards.c.user_id, cards.c.due)

DELETIONS: Final = (
    Own(cards.c.user_id),
    Own(studies.c.user_id),
)
"""What is deleted with a person, or with a server."""

CARD: Final = "card"
"""The first word of the task of an answer in training."""
MOST_CARDS: Final = 200
"""The most positions that are kept for a person. Learned ones go first, then the oldest."""

Rated = tuple[datetime, float]
"""When a rated game has ended, and the rating after it."""


class TrainStore(TableStore):
    """The cards of all people, and which games were looked at for them."""

    # Reading.

    async def find(self, user: UserId, number: CardId) -> Card | None:
        """Return a card of a person, or None if they have none of that number."""
        return await self._first(user, cards.c.id == number)

    async def waiting(self, user: UserId, now: datetime) -> tuple[Card | None, int]:
        """Return the card that has been due for the longest, and how many are due."""
        due = sa.and_(cards.c.user_id == user, cards.c.due <= now)
        count = await self._value(sa.select(sa.func.count()).where(due))
        return await self._first(user, cards.c.due <= now), count or 0

    async def next_at(self, user: UserId) -> datetime | None:
        """Return when the next card of a person is due; None if all are learned."""
        query = sa.select(sa.func.min(cards.c.due)).where(cards.c.user_id == user)
        found: datetime | None = await self._value(query)
        return found

    async def won_position(self, user: UserId) -> Card | None:
        """Return the card to win: the one with a won position that was tried least and longest ago.

        None if a person has no such card.
        """
        return await self._first(
            user, cards.c.worth == "win", order=(cards.c.solved, cards.c.made_at, cards.c.id)
        )

    async def unstudied(self, user: UserId, limit: int) -> list[GameId]:
        """Return a person's latest finished games that nobody has looked at for them."""
        seats = sa.or_(games.c.x_user_id == user, games.c.o_user_id == user)
        seen = sa.exists().where(studies.c.game_id == games.c.id, studies.c.user_id == user)
        played = sa.exists().where(moves.c.game_id == games.c.id)
        query = (
            sa.select(games.c.id)
            .where(seats, games.c.ending.is_not(None), played, ~seen)
            .order_by(games.c.touched_at.desc(), games.c.id.desc())
            .limit(limit)
        )
        return [GameId(number) for number in await self._values(query)]

    async def count(self, user: UserId) -> tuple[int, int]:
        """Return how many cards of a person are not learned yet, and how many are."""
        counts = sa.func.count().label("every"), sa.func.count(cards.c.due).label("open")
        query = sa.select(*counts).where(cards.c.user_id == user)
        (row,) = await self._rows(query)
        return row.open, row.every - row.open

    async def solved(self, user: UserId, since: datetime) -> list[datetime]:
        """Return when a person's cards were solved for the first time."""
        query = sa.select(cards.c.solved_at).where(
            cards.c.user_id == user, cards.c.solved_at >= since
        )
        return list(await self._values(query))

    async def accuracies(self, user: UserId, since: datetime) -> list[tuple[datetime, Accuracy]]:
        """Return how well a person has played in each game, by when it ended."""
        query = (
            sa.select(games.c.touched_at, studies.c.accuracy, studies.c.moves)
            .join_from(studies, games)
            .where(
                studies.c.user_id == user,
                studies.c.accuracy.is_not(None),
                games.c.touched_at >= since,
            )
        )
        rows = await self._rows(query)
        return [(row.touched_at, Accuracy(row.accuracy, row.moves)) for row in rows]

    async def ratings(
        self, user: UserId, scope: ScopeId, since: datetime
    ) -> tuple[Rules | None, tuple[Rated, ...]]:
        """Return a person's ratings at the game of which they have the most rated results."""
        rated = sa.and_(
            results.c.user_id == user,
            results.c.scope_id == scope,
            results.c.mu.is_not(None),
            results.c.ended_at >= since,
        )
        favourite = (
            sa.select(results.c.rules)
            .where(rated)
            .group_by(results.c.rules)
            .order_by(sa.func.count().desc(), results.c.rules)
            .limit(1)
        )
        async with reading(self.database) as connection:
            name = await connection.scalar(favourite)
            if name is None:
                return None, ()
            query = (
                sa.select(results.c.ended_at, results.c.mu)
                .where(rated, results.c.rules == name)
                .order_by(results.c.ended_at, results.c.game_id)
            )
            rows = await connection.execute(query)
            return Rules.parse(name), tuple((row.ended_at, row.mu) for row in rows)

    # Writing.

    async def keep(self, study: Study, now: datetime) -> None:
        """Store what a judged game says about a person, once for each game.

        A position that the person already has is not stored again. One that was learned comes back.
        Nothing is stored about somebody who was erased meanwhile.
        """
        found = study.accuracy
        key = {"game_id": study.game, "user_id": study.user}
        seen = sa.select(studies.c.game_id).where(
            studies.c.game_id == study.game, studies.c.user_id == study.user
        )
        async with transaction(self.database) as connection:
            if not await _plays(connection, study.user, study.game):
                return
            if await connection.scalar(seen) is not None:
                return
            accuracy = {"accuracy": found.percent, "moves": found.moves} if found else {}
            await insert_missing(connection, studies, {**key, **accuracy})
            for card in study.cards:
                await _keep_card(connection, study.user, card, now)
            await _drop_surplus(connection, study.user)

    async def pass_over(self, user: UserId, game: GameId) -> None:
        """Store that a person's game says nothing, so that it is not looked at again.

        Nothing is stored about somebody who was erased meanwhile.
        """
        async with transaction(self.database) as connection:
            if await _plays(connection, user, game):
                await insert_missing(connection, studies, {"game_id": game, "user_id": user})

    async def act(
        self,
        user: UserId,
        number: CardId,
        act: Callable[[Card], Card],
        also: Step = nothing,
    ) -> Card | None:
        """Store what `act` makes of a card, one act at a time. Returns None if there is no card.

        `also` runs in the same commit. If one of them raises an error, nothing is stored.
        """
        where = sa.and_(cards.c.id == number, cards.c.user_id == user)
        async with transaction(self.database) as connection:
            query = sa.select(cards).where(where).with_for_update()
            row = (await connection.execute(query)).one_or_none()
            if row is None:
                return None
            before = _read(row)
            after = act(before)
            if after != before:
                await connection.execute(sa.update(cards).where(where).values(**_changing(after)))
            await also(connection)
        return after

    async def settle(self, user: UserId, now: datetime) -> None:
        """Count the ended games in which a person tried to win a position."""
        tried = cards.c.user_id == user, cards.c.trial_game_id.is_not(None)
        async with transaction(self.database) as connection:
            rows = (
                await connection.execute(sa.select(cards).where(*tried).with_for_update())
            ).all()
            for row in rows:
                this = games.c.id == row.trial_game_id
                tried_in = await read_games(
                    connection, GAMES.where(this), unreadable=lambda _: None
                )
                if any(session.ending is None for session in tried_in):
                    continue
                card = _read(row)
                won = any(session.winner is card.position.side for session in tried_in)
                after = card.settled(won, now)
                await connection.execute(
                    sa.update(cards).where(cards.c.id == row.id).values(**_changing(after))
                )

    async def _first(
        self,
        user: UserId,
        *where: sa.ColumnElement[bool],
        order: Sequence[sa.ColumnElement[Any]] = (cards.c.due, cards.c.id),
    ) -> Card | None:
        query = sa.select(cards).where(cards.c.user_id == user, *where).order_by(*order).limit(1)
        row = await self._row(query)
        return None if row is None else _read(row)


async def _plays(connection: Transaction, user: UserId, game: GameId) -> bool:
    """Whether a person still has a seat in a game, and keeps it until the transaction ends."""
    seats = sa.or_(games.c.x_user_id == user, games.c.o_user_id == user)
    theirs = sa.select(games.c.id).where(games.c.id == game, seats).with_for_update()
    return await connection.scalar(theirs) is not None


async def _keep_card(connection: Transaction, user: UserId, card: Card, now: datetime) -> None:
    same = sa.and_(cards.c.user_id == user, cards.c.position_key == card.key)
    row = (await connection.execute(sa.select(cards).where(same).with_for_update())).one_or_none()
    if row is None:
        made = {"user_id": user, "position_key": card.key, **_columns(card)}
        await insert_missing(connection, cards, made)
    elif row.due is None and row.made_at < card.made_at:
        again = _read(row).relapsed(card, now)
        await connection.execute(sa.update(cards).where(same).values(**_columns(again)))


async def _drop_surplus(connection: Transaction, user: UserId) -> None:
    """Delete the cards above the most that a person may have."""
    surplus = (
        sa.select(cards.c.id)
        .where(cards.c.user_id == user)
        .order_by(cards.c.due.is_not(None).desc(), cards.c.made_at.desc(), cards.c.id.desc())
        .offset(MOST_CARDS)
    )
    numbers = list(await connection.scalars(surplus))
    if numbers:
        await connection.execute(sa.delete(cards).where(cards.c.id.in_(numbers)))


def _columns(card: Card) -> dict[str, Any]:
    return {
        "start": encode_game(card.position),
        "played": card.played,
        "best": card.best,
        "worth": card.worth,
        "made_at": card.made_at,
        **_changing(card),
    }


def _changing(card: Card) -> dict[str, Any]:
    """The columns that an answer may change."""
    return {
        "due": card.spacing.due,
        "memory": card.spacing.memory,
        "hinted": card.hinted,
        "solved": card.solved,
        "solved_at": card.solved_at,
        "trial_game_id": card.trial,
    }


def _read(row: sa.Row[Any]) -> Card:
    return Card(
        decode_game(row.start),
        row.played,
        row.best,
        row.worth,
        row.made_at,
        Spacing(row.due, row.memory),
        row.hinted,
        row.solved,
        row.solved_at,
        None if row.trial_game_id is None else GameId(row.trial_game_id),
        CardId(row.id),
    )
