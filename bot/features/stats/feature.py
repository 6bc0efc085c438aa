"""Results and ratings of people, and the best of a server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.act import Act
from bot.edge.door import command, member_menu
from bot.edge.options import Options
from bot.features.stats import text as stats_text
from bot.match import grammar
from bot.match.results import LEADERBOARD_SIZE
from bot.match.session import BOT_NAME, Person
from bot.pool.cooldowns import Cost
from bot.show import text
from bot.store.results import Results
from engine import Rules


class StatsOptions(Options):
    """The options of `/ttt stats`."""

    member: discord.User | None = commands.flag(
        default=None, description="whose; without one, yours"
    )
    game: str | None = commands.flag(default=None, description="one game, such as connect4")

    @property
    def words(self) -> str:
        """The typed words, or the chosen options as words."""
        if self.typed:
            return self.typed
        member = self.member.mention if self.member else None
        return " ".join(word for word in (member, self.game) if word)


class Stats:
    """Tells how people have played."""

    def __init__(self, results: Results) -> None:
        self._results = results

    @command("stats", cost=Cost.SEARCH)
    async def stats(self, act: Act, *, options: StatsOptions) -> None:
        """Results and ratings, yours or a member's, and between the two of you."""
        member, rules = grammar.parse_stats(options.words)
        about = act.person
        if member is not None and member not in {act.person.id, act.me}:
            about = await act.member(member)
        await act.say(await self._told(act, None if member == act.me else about, rules))

    @member_menu(text.STATISTICS)
    async def of_member(self, act: Act, person: Person) -> None:
        """Tell the results of a person to the asker alone."""
        await act.whisper(lambda: self._told(act, None if person.id == act.me else person))

    @command("top", cost=Cost.SEARCH)
    @app_commands.describe(game="such as connect4; without one, what is played most here")
    async def top(self, act: Act, *, game: str = "") -> None:
        """The best of this server at a game, and your place among them."""
        results = self._results
        rules = grammar.parse_top(game) or await results.favourite(act.scope) or act.settings.game
        leaderboard = await results.top(act.scope, rules, act.person.id, LEADERBOARD_SIZE)
        shared = act.guild is not None
        await act.say(stats_text.leaderboard(leaderboard, act.prefix, shared=shared))

    async def _told(self, act: Act, about: Person | None, rules: Rules | None = None) -> str:
        """What is known of a person, or between the asker and Kinarow if it is about None."""
        results, scope, asker = self._results, act.scope, act.person
        if about is None:
            found = await results.versus(scope, asker.id, None, rules)
            return stats_text.versus(asker.name, BOT_NAME, found)
        words = stats_text.stats(about.name, await results.stats(scope, about.id, rules), rules)
        if about.id == asker.id:
            return words
        found = await results.versus(scope, asker.id, about.id, rules)
        return "\n".join((words, stats_text.versus(asker.name, about.name, found)))
