"""What the engine says about votes, in the database."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, Final

import sqlalchemy as sa

from bot.features.play.values import JudgedTurn, JudgedVote, Voter
from bot.match.session import GameId, ScopeId, UserId
from bot.store.columns import Snowflake, metadata
from bot.store.database import TableStore, Transaction, reading, transaction
from bot.store.deletion import Own
from bot.store.tables import games

vote_turns: Final = sa.Table(
    "vote_turns",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),  # of the position voted on
    sa.Column("best", sa.Integer, nullable=False),
    sa.Column("right_votes", sa.Integer, nullable=False),
    sa.Column("votes", sa.Integer, nullable=False),
)
"""One row a round that the engine has judged."""

vote_scores: Final = sa.Table(
    "vote_scores",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("week", sa.Date, primary_key=True),  # its Monday, in UTC
    sa.Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    sa.Column("scope_id", Snowflake, nullable=False),
    sa.Column("right_votes", sa.Integer, nullable=False),
    sa.Column("votes", sa.Integer, nullable=False),
)
"""One row a person in a week of a game: how many of their votes were the best."""

sa.Index("vote_scores_by_week", vote_scores.c.scope_id, vote_scores.c.week)

DELETIONS: Final = (Own(vote_scores.c.user_id),)
"""What is deleted with a person, or with a server."""

_KEPT: Final = timedelta(weeks=5)
"""How long the scores of a week are kept."""


class VoteScoreStore(TableStore):
    """One row for each judged turn, and one for each voter in a game and week.

    `bot.store.deletion` erases the rows of a person.
    """

    async def is_judged(self, game: GameId, ply: int) -> bool:
        """Whether a turn has been judged."""
        return await self._value(_turn(game, ply)) is not None

    async def keep(
        self,
        game: GameId,
        scope: ScopeId,
        week: date,
        turn: JudgedTurn,
        voters: Iterable[Voter],
    ) -> None:
        """Store a judged turn and count its ballots, once. Scores of weeks long past go."""
        async with transaction(self.database) as connection:
            if await connection.scalar(_turn(game, turn.ply)) is not None:
                return
            row = {"game_id": game, "ply": turn.ply, "best": turn.best}
            row |= {"right_votes": turn.right, "votes": turn.votes}
            await connection.execute(sa.insert(vote_turns).values(row))
            await _count(connection, game, scope, week, voters)
            past = vote_scores.c.week < week - _KEPT
            await connection.execute(
                sa.delete(vote_scores).where(vote_scores.c.scope_id == scope, past)
            )

    async def of_game(self, game: GameId, most: int) -> JudgedVote:
        """Return the judged turns of a game, and its best voters."""
        turns = sa.select(vote_turns).where(vote_turns.c.game_id == game).order_by(vote_turns.c.ply)
        voters = _ranked(most).where(vote_scores.c.game_id == game)
        async with reading(self.database) as connection:
            found = (await connection.execute(turns)).all()
            ranked = (await connection.execute(voters)).all()
        judged = (JudgedTurn(row.ply, row.best, row.right_votes, row.votes) for row in found)
        return JudgedVote(tuple(judged), _voters(ranked))

    async def top(self, scope: ScopeId, week: date, most: int) -> tuple[Voter, ...]:
        """Return the best voters of a week in a scope."""
        query = _ranked(most).where(vote_scores.c.scope_id == scope, vote_scores.c.week == week)
        return _voters(await self._rows(query))


def _turn(game: GameId, ply: int) -> sa.Select[Any]:
    return sa.select(vote_turns.c.ply).where(vote_turns.c.game_id == game, vote_turns.c.ply == ply)


async def _count(
    connection: Transaction,
    game: GameId,
    scope: ScopeId,
    week: date,
    voters: Iterable[Voter],
) -> None:
    """Add the ballots of a turn to the counts of each voter."""
    here = vote_scores.c.game_id == game, vote_scores.c.week == week
    known = set(await connection.scalars(sa.select(vote_scores.c.user_id).where(*here)))
    fresh = []
    for voter in voters:
        if voter.user in known:
            await connection.execute(
                sa.update(vote_scores)
                .where(*here, vote_scores.c.user_id == voter.user)
                .values(
                    right_votes=vote_scores.c.right_votes + voter.right,
                    votes=vote_scores.c.votes + voter.votes,
                )
            )
        else:
            row = {"game_id": game, "week": week, "user_id": voter.user, "scope_id": scope}
            fresh.append(row | {"right_votes": voter.right, "votes": voter.votes})
    if fresh:
        await connection.execute(sa.insert(vote_scores), fresh)


def _ranked(most: int) -> sa.Select[Any]:
    """The voters with the most best votes first, among equals those with fewer votes."""
    right, votes = sa.func.sum(vote_scores.c.right_votes), sa.func.sum(vote_scores.c.votes)
    return (
        sa.select(vote_scores.c.user_id, right.label("right"), votes.label("votes"))
        .group_by(vote_scores.c.user_id)
        .order_by(right.desc(), votes, vote_scores.c.user_id)
        .limit(most)
    )


def _voters(rows: Iterable[Any]) -> tuple[Voter, ...]:
    return tuple(Voter(UserId(row.user_id), int(row.right), int(row.votes)) for row in rows)
