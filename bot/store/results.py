"""Results, ratings and skills: kept with the end of each game, and added up.

The ratings of a scope follow from its rated results in the order in which they were stored. The end
of a game locks the ratings of its players, in the order of their ids, before it reads them: if two
ends share a player, in whatever channels and processes, the second starts from what the first
stored. The same holds for the skill of a person at a kind of game, for the adaptive level.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import sqlalchemy as sa

from bot.match.rating import (
    COUNTED,
    Rating,
    Skill,
    Value,
    fixed,
    is_rated,
    is_rated_for,
    rate,
    skill_from,
    tells_of_skill,
)
from bot.match.results import (
    ESTABLISHED,
    GameRecord,
    Leaderboard,
    LeaderboardEntry,
    Stats,
    Streak,
    Tally,
)
from bot.match.session import (
    ERASED_USER,
    UNSTORED,
    Bot,
    GameId,
    Person,
    Player,
    ScopeId,
    Session,
    UserId,
)
from bot.store.database import TableStore, Transaction, insert_missing, reading, transaction
from bot.store.rows import read_result
from bot.store.tables import games, polls, ratings, results, skills
from engine import Level, Rules, Side

# Statements of every end of a game are made once, since making one takes longer than running it.
_RATING: Final = sa.and_(
    ratings.c.scope_id == sa.bindparam("scope"),
    ratings.c.rules == sa.bindparam("game"),
    ratings.c.user_id == sa.bindparam("user"),
)
_LOCK_RATING: Final = sa.select(ratings).where(_RATING).with_for_update()
_REPLACE_RATING: Final = sa.update(ratings).where(_RATING)
_INSERT_RESULT: Final = sa.insert(results)

_EARLIER: Final = 200
"""How many of the latest earlier games start a skill."""
_COUNTED_ENDS: Final = sorted(ending.value for ending in COUNTED)
_SKILL: Final = sa.and_(
    skills.c.user_id == sa.bindparam("user"), skills.c.rules == sa.bindparam("game")
)
_SELECT_SKILL: Final = sa.select(skills).where(_SKILL)
_LOCK_SKILL: Final = _SELECT_SKILL.with_for_update()
_REPLACE_SKILL: Final = sa.update(skills).where(_SKILL)
_PERSON: Final[sa.BindParameter[int]] = sa.bindparam("user")
_SEATED: Final = sa.or_(games.c.x_user_id == _PERSON, games.c.o_user_id == _PERSON)
_KNOWN: Final = (_SEATED, polls.c.leader_id == _PERSON, skills.c.user_id == _PERSON)
_IS_KNOWN: Final = sa.select(sa.or_(*(sa.exists().where(known) for known in _KNOWN)))


class Results(TableStore):
    """What people have achieved in each scope."""

    async def opponents(self, scope: ScopeId, user: UserId, most: int) -> list[tuple[Person, int]]:
        """Return whom a person has finished most games with there, and how many, most first."""
        other, last = results.c.opponent_id, sa.func.max(results.c.game_id)
        with_people = other.is_not(None), other != ERASED_USER
        often = (
            sa.select(other, sa.func.count().label("games"), last.label("last"))
            .where(results.c.user_id == user, results.c.scope_id == scope, *with_people)
            .group_by(other)
            .subquery()
        )
        name = sa.case(
            (games.c.x_user_id == often.c.opponent_id, games.c.x_name), else_=games.c.o_name
        )
        query = (
            sa.select(often.c.opponent_id, often.c.games, name.label("name"))
            .join(games, games.c.id == often.c.last)
            .order_by(often.c.games.desc(), often.c.last.desc())
        )
        found = await self._rows(query.limit(most))
        return [(Person(UserId(row.opponent_id), row.name), row.games) for row in found]

    async def stats(self, scope: ScopeId, user: UserId, rules: Rules | None = None) -> Stats:
        """A person's finished games, of one kind or of all; empty if there are none."""
        async with transaction(self.database) as connection:
            where = _of(scope, user, rules)
            tallies = await _tallies(connection, where)
            known = await _ratings_of(connection, scope, user)
            streak = await _streak(connection, where)
        records = (GameRecord(game, tally, known.get(game)) for game, tally in tallies)
        return Stats(tuple(records), streak)

    async def versus(
        self, scope: ScopeId, user: UserId, opponent: UserId | None, rules: Rules | None = None
    ) -> Stats:
        """A person's finished games against another, or against the bot if no other is given."""
        where = sa.and_(
            _of(scope, user, rules), results.c.opponent_id.is_not_distinct_from(opponent)
        )
        async with transaction(self.database) as connection:
            tallies = await _tallies(connection, where)
        return Stats(tuple(GameRecord(game, tally) for game, tally in tallies))

    async def top(self, scope: ScopeId, rules: Rules, asker: UserId, limit: int) -> Leaderboard:
        """The best at a game, `limit` at most, among those with enough rated games.

        Equal ratings share a rank.
        """
        here = sa.and_(ratings.c.scope_id == scope, ratings.c.rules == str(rules))
        counted = sa.and_(here, ratings.c.games >= ESTABLISHED)
        best = (
            sa.select(ratings)
            .where(counted)
            .order_by(ratings.c.mu.desc(), ratings.c.user_id)
            .limit(limit)
        )
        async with transaction(self.database) as connection:
            rows = (await connection.execute(best)).all()
            points = [row.mu for row in rows]
            entries = tuple(_entry(row, 1 + points.index(row.mu)) for row in rows)
            mine = await connection.execute(
                sa.select(ratings).where(here, ratings.c.user_id == asker)
            )
            row = mine.one_or_none()
            own = None if row is None else _entry(row, await _rank(connection, counted, row))
        return Leaderboard(rules, entries, own)

    async def favourite(self, scope: ScopeId) -> Rules | None:
        """The game with the most rated games in a scope."""
        query = (
            sa.select(ratings.c.rules)
            .where(ratings.c.scope_id == scope)
            .group_by(ratings.c.rules)
            .order_by(sa.func.sum(ratings.c.games).desc(), ratings.c.rules)
            .limit(1)
        )
        name = await self._value(query)
        return None if name is None else Rules.parse(name)


async def keep_result(connection: Transaction, session: Session) -> None:
    """Store how a game that has just ended went for its people, and what it does to ratings.

    A game from a code, one that was stopped, or one without a move leaves no result.
    """
    if not session.counts or not session.people:
        return
    rated = is_rated(session)
    before = await _locked(connection, session) if rated else {}
    for side in Side:
        player, opponent = session.seats[side].player, session.seats[side.other].player
        if not isinstance(player, Person):
            continue
        assert isinstance(opponent, Person | Bot), "a crowd plays against the engine"
        value, after = _value(session, side), None
        if rated and is_rated_for(session, side):
            other = (
                fixed(session.rules, opponent.step)
                if isinstance(opponent, Bot)
                else before[opponent.id]
            )
            after = rate(before[player.id], other, value)
            rating = {"mu": after.mu, "sigma": after.sigma, "games": after.games}
            row = {**_key(session, player.id), "name": player.name, **rating}
            await connection.execute(_REPLACE_RATING, row)
        row = _row(session, player, opponent, value, after)
        await connection.execute(_INSERT_RESULT, row)


async def _locked(connection: Transaction, session: Session) -> dict[UserId, Rating]:
    """The ratings of the players, created if missing and locked.

    Always in the order of ids, so that two ends with the same players cannot deadlock.
    """
    fresh, found = Rating(), dict[UserId, Rating]()
    for person in sorted(session.people, key=lambda person: person.id):
        key = {"scope_id": session.scope, "rules": str(session.rules), "user_id": person.id}
        row = {**key, "name": person.name, "mu": fresh.mu, "sigma": fresh.sigma, "games": 0}
        await insert_missing(connection, ratings, row)
        locked = await connection.execute(_LOCK_RATING, _key(session, person.id))
        found[person.id] = _rating(locked.one())
    return found


def _key(session: Session, user: UserId) -> dict[str, Any]:
    """Return the parameters that name a person's rating at the game of a session."""
    return {"scope": session.scope, **_skill_key(user, session.rules)}


def _row(
    session: Session, person: Person, opponent: Player, value: Value, after: Rating | None
) -> dict[str, Any]:
    return {
        "game_id": session.game,
        "user_id": person.id,
        "scope_id": session.scope,
        "rules": str(session.rules),
        "opponent_id": opponent.id if isinstance(opponent, Person) else None,
        "value": value,
        "mu": after.mu if after else None,
        "sigma": after.sigma if after else None,
        "ended_at": session.touched,
    }


def _value(session: Session, side: Side) -> Value:
    if session.winner is None:
        return "draw"
    return "win" if session.winner is side else "loss"


def _of(scope: ScopeId, user: UserId, rules: Rules | None) -> sa.ColumnElement[bool]:
    here = sa.and_(results.c.scope_id == scope, results.c.user_id == user)
    return here if rules is None else sa.and_(here, results.c.rules == str(rules))


async def _tallies(
    connection: Transaction, where: sa.ColumnElement[bool]
) -> Sequence[tuple[Rules, Tally]]:
    """The results by game, the one played most first."""
    found = await connection.execute(
        sa.select(results.c.rules, results.c.value, sa.func.count())
        .where(where)
        .group_by(results.c.rules, results.c.value)
    )
    counts: dict[str, dict[str, int]] = {}
    for rules, value, count in found:
        counts.setdefault(rules, {})[value] = count
    values = ("win", "draw", "loss")
    tallies = [
        (Rules.parse(rules), Tally(*(by_value.get(value, 0) for value in values)))
        for rules, by_value in counts.items()
    ]
    return sorted(tallies, key=lambda pair: (-pair[1].games, str(pair[0])))


async def _streak(connection: Transaction, where: sa.ColumnElement[bool]) -> Streak | None:
    """The results since the last one of another value; None if there are no results."""
    ended, game = results.c.ended_at, results.c.game_id
    newest = sa.select(results).where(where).order_by(ended.desc(), game.desc()).limit(1)
    last = (await connection.execute(newest)).one_or_none()
    if last is None:
        return None
    count = sa.select(sa.func.count()).where(where)
    other = (await connection.execute(newest.where(results.c.value != last.value))).one_or_none()
    if other is not None:
        at_once = sa.and_(ended == other.ended_at, game > other.game_id)
        count = count.where((ended > other.ended_at) | at_once)
    return Streak(last.value, await connection.scalar(count) or 0)


async def _ratings_of(connection: Transaction, scope: ScopeId, user: UserId) -> dict[Rules, Rating]:
    rows: Iterable[sa.Row[Any]] = await connection.execute(
        sa.select(ratings).where(ratings.c.scope_id == scope, ratings.c.user_id == user)
    )
    return {Rules.parse(row.rules): _rating(row) for row in rows}


async def _rank(
    connection: Transaction, counted: sa.ColumnElement[bool], row: sa.Row[Any]
) -> int | None:
    """The rank of somebody among those who are counted; None for whoever is not."""
    if row.games < ESTABLISHED:
        return None
    better = sa.select(sa.func.count()).where(counted, ratings.c.mu > row.mu)
    return 1 + (await connection.scalar(better) or 0)


def _entry(row: sa.Row[Any], rank: int | None) -> LeaderboardEntry:
    return LeaderboardEntry(rank, UserId(row.user_id), row.name, _rating(row))


def _rating(row: sa.Row[Any]) -> Rating:
    return Rating(row.mu, row.sigma, row.games)


class Skills(TableStore):
    """What the adaptive level knows of people."""

    async def of(self, user: UserId, rules: Rules) -> Skill:
        """Return a person's skill at a kind of game; that of a new player if nothing is known."""
        async with reading(self.database) as connection:
            row = (await connection.execute(_SELECT_SKILL, _skill_key(user, rules))).one_or_none()
            return _read_skill(row) if row else await _skill_before(connection, user, rules)

    async def is_new(self, user: UserId) -> bool:
        """Return whether a person has never played, and never led a crowd."""
        return not await self._value(_IS_KNOWN, {"user": user})


async def keep_skill(connection: Transaction, session: Session) -> None:
    """Store what a game that has just ended says about the skill of its player, if anything."""
    if session.duel is None or not tells_of_skill(session):
        return
    person, bot = session.duel
    before = await _locked_skill(connection, person, session)
    value = _value(session, session.side_of(person.id))
    after = before.after(session.rules, bot.step, value, helped=session.assisted)
    await _keep_skill(connection, person, session.rules, after)


async def keep_step(connection: Transaction, before: Session, after: Session) -> None:
    """Store the step that a player has asked for during a game at the adaptive level, if any."""
    if before.duel is None or after.duel is None or after.ending is not None:
        return
    (_, old), (person, new) = before.duel, after.duel
    if new.level is Level.ADAPTIVE and new.step is not old.step:
        skill = await _locked_skill(connection, person, after)
        await _keep_skill(connection, person, after.rules, skill.at(after.rules, new.step))


async def _locked_skill(connection: Transaction, person: Person, session: Session) -> Skill:
    """The skill of a person, created if missing and locked.

    The game of the session does not count for it yet.
    """
    key = _skill_key(person.id, session.rules)
    if (row := (await connection.execute(_LOCK_SKILL, key)).one_or_none()) is None:
        earlier = await _skill_before(connection, person.id, session.rules, session.game)
        names = {"user_id": person.id, "rules": str(session.rules)}
        await insert_missing(connection, skills, {**names, **_skill_columns(earlier)})
        row = (await connection.execute(_LOCK_SKILL, key)).one()
    return _read_skill(row)


async def _keep_skill(connection: Transaction, person: Person, rules: Rules, skill: Skill) -> None:
    await connection.execute(
        _REPLACE_SKILL, {**_skill_key(person.id, rules), **_skill_columns(skill)}
    )


async def _skill_before(
    connection: Transaction, user: UserId, rules: Rules, but: GameId = UNSTORED
) -> Skill:
    """The skill that follows from a person's games, if no skill is stored yet."""
    as_x = sa.and_(games.c.x_user_id == user, games.c.o_user_id.is_(None))
    as_o = sa.and_(games.c.o_user_id == user, games.c.x_user_id.is_(None))
    whole = sa.and_(games.c.begun == 0, games.c.ending.in_(_COUNTED_ENDS), games.c.id != but)
    query = (
        sa.select(games)
        .where(sa.or_(as_x, as_o), games.c.rules == str(rules), whole)
        .order_by(games.c.touched_at.desc(), games.c.id.desc())
        .limit(_EARLIER)
    )
    rows = (await connection.execute(query)).all()
    return skill_from(rules, [read_result(row, user) for row in reversed(rows)])


def _skill_key(user: UserId, rules: Rules) -> dict[str, Any]:
    return {"user": user, "game": str(rules)}


def _skill_columns(skill: Skill) -> dict[str, Any]:
    rating = skill.rating
    return {
        "mu": rating.mu,
        "sigma": rating.sigma,
        "games": rating.games,
        "step": skill.step.value,
    }


def _read_skill(row: Any) -> Skill:
    return Skill(Rating(row.mu, row.sigma, row.games), Level(row.step))
