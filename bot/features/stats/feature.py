"""Results and ratings of people, the best of a server, and the roles that it gives for ratings."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.act import Act
from bot.edge.bot import GameBot
from bot.edge.buttons import doing, menu, option, view_of
from bot.edge.channels import missing
from bot.edge.places import CommandChannels
from bot.edge.sending.messages import with_retries
from bot.edge.sending.refusals import UNSENT
from bot.edge.tasks import TaskCog
from bot.edge.ways import Options, command, flag, member_menu, offered_games
from bot.errors import KinarowError, UserError
from bot.features.stats import text as stats_text
from bot.features.stats.store import RoleStore
from bot.features.stats.values import (
    LEAST_POINTS,
    MOST_POINTS,
    MOST_STEPS,
    RoleId,
    RolesProblem,
    RolesRequest,
    RoleStep,
    change_of,
    parse_roles,
)
from bot.games.turns import Turns
from bot.match import grammar
from bot.match.rating import is_rated
from bot.match.results import LEADERBOARD_SIZE
from bot.match.session import BOT_NAME, GuildId, Person, ScopeId, Session, UserId
from bot.pool.bounds import Cost
from bot.show.text.words import CHOOSE, STATISTICS
from bot.store.results import Results
from engine import Rules


class StatsOptions(Options):
    """The options of `/ttt stats`."""

    member: discord.User | None = flag("whose; without one, yours")
    game: str | None = flag("one game, such as connect4")

    @property
    def words(self) -> str:
        """The typed words, or the chosen options as words."""
        if self.typed:
            return self.typed
        member = self.member.mention if self.member else None
        return " ".join(word for word in (member, self.game) if word)


@dataclass(frozen=True, slots=True)
class Stats:
    """Tells how people have played."""

    results: Results

    @command("stats", cost=Cost.SEARCH, slash=True)
    async def stats(self, act: Act, *, options: StatsOptions) -> None:
        """Results and ratings, yours or a member's, and between the two of you."""
        member, rules = grammar.parse_stats(options.words)
        about = act.person
        if member is not None and member not in {act.person.id, act.me}:
            about = await act.member(member)
        await act.say(await self._record(act, None if member == act.me else about, rules))

    @member_menu(STATISTICS)
    async def of_member(self, act: Act, person: Person) -> None:
        """Tell the results of a person to the asker alone."""
        await act.whisper(lambda: self._record(act, None if person.id == act.me else person))

    @command("top", cost=Cost.SEARCH, slash=True)
    @app_commands.describe(game="such as connect4; without one, what is played most here")
    async def top(self, act: Act, *, game: str = "") -> None:
        """The best of this server at a game, and your place among them."""
        results = self.results
        rules = grammar.parse_top(game) or await results.favourite(act.scope) or act.settings.game
        leaderboard = await results.top(act.scope, rules, act.person.id, LEADERBOARD_SIZE)
        shared = act.guild is not None
        games = (option(name, doing(f"top {word}")) for name, word in offered_games("").items())
        words = stats_text.leaderboard(leaderboard, act.prefix, shared=shared)
        await act.say(words, view_of([menu(CHOOSE, games)]))

    async def _record(self, act: Act, about: Person | None, rules: Rules | None = None) -> str:
        """The results of a person, or of the asker against Kinarow for None."""
        results, scope, asker = self.results, act.scope, act.person
        if about is None:
            found = await results.versus(scope, asker.id, None, rules)
            return stats_text.versus(asker.name, BOT_NAME, found)
        words = stats_text.stats(about.name, await results.stats(scope, about.id, rules), rules)
        if about.id == asker.id:
            return words
        found = await results.versus(scope, asker.id, about.id, rules)
        return "\n".join((words, stats_text.versus(asker.name, about.name, found)))


log = logging.getLogger(__name__)

_REASON: Final = "the rating"
"""What the server's audit log says."""
_PERMISSION: Final = "manage_roles"


class Roles(TaskCog):
    """The roles for ratings of each server."""

    def __init__(self, bot: GameBot, store: RoleStore, turns: Turns) -> None:
        super().__init__()
        self.bot = bot
        self._store = store
        self._turns = turns

    async def cog_load(self) -> None:
        """Listen for games that have ended."""
        self._listening.append(self._turns.ended.add(self._note))

    # What people ask for.

    @command("roles", allowed=CommandChannels.ANY)
    async def typed(self, act: Act, *, words: str = "") -> None:
        """Roles that Kinarow gives for ratings."""
        await act.say(await self._answer(act, words))

    async def _answer(self, act: Act, words: str) -> str:
        """Do what a member asks for in words, and say what the roles are now."""
        server = act.check_in_server("roles")
        guild = GuildId(server.id)
        asked = parse_roles(words, act.settings.game)
        if asked.step is None and not asked.drop:
            steps = await self._store.of(guild)
            return stats_text.roles_overview(steps, _troubles(server, steps), act.prefix)
        _check_right(act, server, asked)
        if asked.step is None:
            await self._store.drop(guild, asked.role)
            return stats_text.role_dropped(asked.role)
        if not await self._store.put(guild, asked.step, MOST_STEPS):
            raise UserError(RolesProblem.TOO_MANY, most=MOST_STEPS)
        self._tasks.start(self._give(server, asked.step.rules))
        return stats_text.role_put(asked.step, _troubles(server, [asked.step]), act.prefix)

    # What happens.

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Forget a role that is gone."""
        await self._store.drop(GuildId(role.guild.id), RoleId(role.id))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Forget the roles of a server that has removed the bot."""
        await self._store.drop(GuildId(guild.id))

    def _note(self, session: Session) -> None:
        """Look at the roles of the players of a rated game that has ended."""
        if session.guild is None or not is_rated(session):
            return
        guild = self.bot.get_guild(session.guild)
        if guild is not None:
            people = [person.id for person in session.people]
            self._tasks.start(self._give(guild, session.rules, people))

    async def _give(
        self, guild: discord.Guild, rules: Rules, people: Collection[UserId] | None = None
    ) -> None:
        """Give and take the roles for a game; without `people` for all who are rated."""
        try:
            steps = [
                step
                for step in await self._store.of(GuildId(guild.id))
                if step.rules == rules and _trouble(guild, step) is None
            ]
            if not steps:
                return
            rated = await self._store.rated(ScopeId(guild.id), rules, people)
            for user, points in rated.items():
                await self._change(guild, user, steps, points)
        except (KinarowError, *UNSENT) as error:
            log.warning("the roles for %s in server %s: %r", rules, guild.id, error)
            self.bot.metrics.failed(error)

    async def _change(
        self, guild: discord.Guild, user: UserId, steps: Sequence[RoleStep], points: float
    ) -> None:
        """Give a member the role that a rating reaches, and take the others of the game."""
        try:
            member = await guild.fetch_member(user)
        except discord.NotFound:  # they have left
            return
        held = frozenset(RoleId(role.id) for role in member.roles)
        if (change := change_of(steps, points, held)) is None:
            return
        if change.given is not None:
            given = discord.Object(change.given)
            await with_retries(lambda: member.add_roles(given, reason=_REASON))
        if change.taken:
            taken = [discord.Object(role) for role in change.taken]
            await with_retries(lambda: member.remove_roles(*taken, reason=_REASON))


def _check_right(act: Act, guild: discord.Guild, asked: RolesRequest) -> None:
    """Raise UserError unless a member may change this: nobody can give a role above their own."""
    if not act.permissions.manage_roles:
        raise UserError(RolesProblem.RIGHT)
    if asked.step is None:
        return
    role = guild.get_role(asked.step.role)
    if role is None or role.is_default() or role.managed:
        raise UserError(RolesProblem.NOT_A_ROLE, least=LEAST_POINTS, most=MOST_POINTS)
    asker: Any = act.user
    if asker.id != guild.owner_id and role >= asker.top_role:
        raise UserError(RolesProblem.ABOVE_YOU, text=role.name)


def _troubles(guild: discord.Guild, steps: Iterable[RoleStep]) -> list[UserError]:
    """Why roles can't be given, each reason once."""
    if not guild.me.guild_permissions.manage_roles:
        return [missing(_PERMISSION, None)]
    return [error for step in steps if (error := _trouble(guild, step)) is not None]


def _trouble(guild: discord.Guild, step: RoleStep) -> UserError | None:
    """Why a role can't be given, or None."""
    if not guild.me.guild_permissions.manage_roles:
        return missing(_PERMISSION, None)
    role = guild.get_role(step.role)
    if role is None or role < guild.me.top_role:
        return None
    return UserError(RolesProblem.ABOVE_ME, text=role.name)
