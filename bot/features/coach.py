"""The coach: a recommendation before each move, or a word after it, as each person chooses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.edge.act import Act
from bot.edge.places import CommandChannels
from bot.edge.ways import command
from bot.games.coaching import Coaching
from bot.games.games import Games
from bot.match import grammar
from bot.match.session import Coach, seats
from bot.show import text
from bot.store.columns import choice_table
from bot.store.database import Database
from bot.store.deletion import Own
from bot.store.guild_settings import Choices

coaches: Final = choice_table("coaches", "coach", 8)

DELETIONS: Final = (Own(coaches.c.user_id),)
"""What is deleted with a person, or with a server."""


def coach_choices(database: Database) -> Choices[Coach]:
    """Which coach each person has chosen."""
    return Choices(database, coaches.c.coach, Coach, Coach.OFF)


@dataclass(frozen=True, slots=True)
class CoachChoice:
    """Lets people choose a coach."""

    games: Games
    coaching: Coaching
    choices: Choices[Coach]

    @command("coach", allowed=CommandChannels.WITH_GAME)
    async def coach(self, act: Act, *, when: str = "") -> None:
        """A recommendation before each of your moves, or a word after it."""
        if not when.strip():
            await act.reply(await self._choice_and_help(act))
            return
        coach = grammar.parse_coach(when)
        keep = partial(self.choices.choose, act.person.id, coach)
        if not await self.coaching.set_coach(act.screen, act.channel, act.person.id, coach, keep):
            await keep()
            await act.reply(text.coach_remembered(coach))

    async def _choice_and_help(self, act: Act) -> str:
        """Which coach a person has, and which there are."""
        user, session = act.person.id, await self.games.turns.find(act.channel)
        playing = session is not None and session.is_played_by(user)
        if session is not None and playing:
            seats.check_help(session)  # or each way that it names would be refused
            coach = session.seats[session.side_of(user)].coach
        else:
            coach = await self.choices.chosen(user)
        alone = session is not None and session.coaches_one
        return text.coach_now(coach, act.prefix, playing=playing, alone=alone)
