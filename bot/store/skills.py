"""The skill of each person at each kind of game, for the adaptive level.

A row is kept with the end of a game. An end locks the row before it reads it: of two ends of one
person, in whatever channels and processes, the second starts from what the first has left.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import and_, bindparam, exists, or_, select, update

from bot.match.rating import Rating, Value
from bot.match.session import UNSTORED, GameId, Person, Session, UserId
from bot.match.skill import COUNTED, Skill, skill_from, tells_of_skill
from bot.store.database import Database, Transaction, insert_missing, reading
from bot.store.rows import read_result
from bot.store.tables import games, polls, skills
from engine import Level, Rules

_REMEMBERED: Final = 200
"""How many of the latest earlier games start a skill."""
_COUNTED: Final = sorted(ending.value for ending in COUNTED)
_OWN: Final = and_(skills.c.user_id == bindparam("user"), skills.c.rules == bindparam("game"))
_SELECT: Final = select(skills).where(_OWN)
_LOCK: Final = _SELECT.with_for_update()
_REPLACE: Final = update(skills).where(_OWN)


class Skills:
    """What the adaptive level knows of people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: UserId, rules: Rules) -> Skill:
        """Return a person's skill at a kind of game; that of a new player if nothing is known."""
        async with reading(self._database) as connection:
            row = (await connection.execute(_SELECT, _key(user, rules))).one_or_none()
            return _read(row) if row else await _earlier(connection, user, rules)

    async def is_new(self, user: UserId) -> bool:
        """Return whether a person has never played, and never led a crowd."""
        seated = or_(games.c.x_user_id == user, games.c.o_user_id == user)
        known = (seated, polls.c.leader_id == user, skills.c.user_id == user)
        query = select(or_(*(exists().where(condition) for condition in known)))
        async with reading(self._database) as connection:
            return not await connection.scalar(query)


async def keep_skill(connection: Transaction, session: Session) -> None:
    """Keep what a game that has just ended tells of the skill of its player, if anything."""
    if session.duel is None or not tells_of_skill(session):
        return
    person, bot = session.duel
    before = await _locked(connection, person, session)
    value: Value = "draw"
    if session.winner is not None:
        value = "win" if session.player(session.winner) == person else "loss"
    after = before.after(session.rules, bot.step, value, helped=session.assisted)
    await _keep(connection, person, session.rules, after)


async def keep_step(connection: Transaction, before: Session, after: Session) -> None:
    """Keep the step that a player has asked for during a game at the adaptive level, if any."""
    if before.duel is None or after.duel is None or after.ending is not None:
        return
    (_, old), (person, new) = before.duel, after.duel
    if new.level is Level.ADAPTIVE and new.step is not old.step:
        skill = await _locked(connection, person, after)
        await _keep(connection, person, after.rules, skill.at(after.rules, new.step))


async def _locked(connection: Transaction, person: Person, session: Session) -> Skill:
    """The skill of a person, which nobody else changes now; made if there is none.

    The game of the session does not count for it yet.
    """
    key = _key(person.id, session.rules)
    if (row := (await connection.execute(_LOCK, key)).one_or_none()) is None:
        earlier = await _earlier(connection, person.id, session.rules, session.game)
        names = {"user_id": person.id, "rules": str(session.rules)}
        await insert_missing(connection, skills, {**names, **_columns(earlier)})
        row = (await connection.execute(_LOCK, key)).one()
    return _read(row)


async def _keep(connection: Transaction, person: Person, rules: Rules, skill: Skill) -> None:
    await connection.execute(_REPLACE, {**_key(person.id, rules), **_columns(skill)})


async def _earlier(
    connection: Transaction, user: UserId, rules: Rules, but: GameId = UNSTORED
) -> Skill:
    """The skill that the games of a person come to, where no skill is kept yet."""
    as_x = and_(games.c.x_user_id == user, games.c.o_user_id.is_(None))
    as_o = and_(games.c.o_user_id == user, games.c.x_user_id.is_(None))
    whole = and_(games.c.begun == 0, games.c.ending.in_(_COUNTED), games.c.id != but)
    query = (
        select(games)
        .where(or_(as_x, as_o), games.c.rules == str(rules), whole)
        .order_by(games.c.touched_at.desc(), games.c.id.desc())
        .limit(_REMEMBERED)
    )
    rows = (await connection.execute(query)).all()
    return skill_from(rules, [read_result(row, user) for row in reversed(rows)])


def _key(user: UserId, rules: Rules) -> dict[str, Any]:
    return {"user": user, "game": str(rules)}


def _columns(skill: Skill) -> dict[str, Any]:
    rating = skill.rating
    return {
        "mu": rating.mu,
        "sigma": rating.sigma,
        "games": rating.games,
        "step": skill.step.value,
    }


def _read(row: Any) -> Skill:
    return Skill(Rating(row.mu, row.sigma, row.games), Level(row.step))
