"""Answers that were given and never judged: by a process that has ended, or after a failure."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from discord.ext import commands

from bot.edge.bot import GameBot
from bot.edge.upkeep import Upkeep
from bot.errors import UserError
from bot.store.given import Given, GivenAnswers

Judge = Callable[[Given], Awaitable[None]]
"""Judges an answer and stores what it was worth. Raises UserError if it can count no more."""
_UNDER_WAY: Final = timedelta(minutes=1)
"""After so long nobody is judging an answer any more."""


class LeftAnswers(commands.Cog):
    """Judges what was left behind, by the feature whose word the task of an answer begins with."""

    def __init__(
        self,
        bot: GameBot,
        answers: GivenAnswers,
        judges: Mapping[str, Judge],
        clock: Callable[[], datetime],
    ) -> None:
        self._answers = answers
        self._judges = judges
        self._clock = clock
        self._begun = False
        """Whether this process has looked for what earlier ones have left."""
        self._upkeep = Upkeep(bot, "the answer", self._judge)

    async def cog_unload(self) -> None:
        """Cancel what is left. The next process does it."""
        await self._upkeep.end()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Judge what was left behind, before people look at it."""
        self._upkeep.begin_all(self._left)

    async def look_after(self) -> None:
        """Judge what was left behind. Called a few times a minute."""
        await self._upkeep.look_after(self._left)

    async def _left(self) -> list[Given]:
        now = self._clock()
        found = await self._answers.left(now - _UNDER_WAY if self._begun else now)
        self._begun = True
        return found

    async def _judge(self, given: Given) -> None:
        judge = self._judges[given.task.partition(" ")[0]]
        with suppress(UserError):
            await judge(given)
        await self._answers.drop(given)
