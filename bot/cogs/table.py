"""What is pressed under a board."""

from __future__ import annotations

from typing import Any

import discord

from bot import text
from bot.cogs.answer import GameBot, GameCog, answered
from bot.cogs.people import PeopleCog, player
from bot.cogs.screen import EditScreen, PressScreen
from bot.cogs.sending import acknowledge
from bot.errors import Problem, UserError
from bot.games import Games
from bot.session import Bot, ChannelId, MessageId, Session, UserId
from bot.views import Act, Moment, resign_view

Interaction = discord.Interaction[Any]


class TableCog(GameCog):
    """Moves and acts by button; a press made for an older ply changes nothing."""

    def __init__(self, bot: GameBot, games: Games, prefix: str, people: PeopleCog) -> None:
        super().__init__(bot, games, prefix)
        self._people = people
        self._acts = {
            Act.HINT: self._hint,
            Act.UNDO: self._undo,
            Act.BOARD: self._board,
            Act.RESIGN: self._ask_to_resign,
            Act.SURELY_RESIGN: self._resign,
            Act.REMATCH: self._rematch,
        }

    # Each step checks before it acknowledges: a refusal is for the one who pressed alone.

    @answered
    async def move(self, press: Interaction, moment: Moment, move: int) -> None:
        """Play a move; the board that was pressed shows it."""
        session = await self._at(press, moment)
        session.play(_user(press), move)
        await acknowledge(press)
        screen, message = EditScreen(press, self.manner), MessageId(press.id)
        await self.games.move(screen, session, _user(press), move, message)

    @answered
    async def act(self, press: Interaction, moment: Moment, act: Act) -> None:
        """Do what a button says."""
        await self._acts[act](press, moment)

    async def _hint(self, press: Interaction, moment: Moment) -> None:
        session = await self._at(press, moment)
        session.check_turn(_user(press))
        await acknowledge(press, ephemeral=True, thinking=True)
        screen = PressScreen(press, self.manner)
        session, analysis = await self.games.hint(screen, session.channel, _user(press))
        style = screen.dressed(session).style
        await press.followup.send(text.recommendation(session.position, analysis, style))

    async def _undo(self, press: Interaction, moment: Moment) -> None:
        session = await self._at(press, moment)
        session.undo(_user(press))
        await acknowledge(press)
        screen = EditScreen(press, self.manner)
        await self.games.undo(screen, session.channel, _user(press), session)

    async def _board(self, press: Interaction, moment: Moment) -> None:
        session = await self.games.live(_channel(press))
        session.side_of(_user(press))
        await acknowledge(press)
        await self.games.board(PressScreen(press, self.manner), session.channel)

    async def _ask_to_resign(self, press: Interaction, moment: Moment) -> None:
        (await self._at(press, moment)).resign(_user(press))
        await press.response.send_message(
            text.resign_question(), view=resign_view(moment), ephemeral=True
        )

    async def _resign(self, press: Interaction, moment: Moment) -> None:
        session = await self._at(press, moment)
        session.resign(_user(press))
        await acknowledge(press)
        screen = PressScreen(press, self.manner)
        await self.games.resign(screen, session.channel, _user(press))
        await press.edit_original_response(content=text.resign_done(), view=None)

    async def _rematch(self, press: Interaction, moment: Moment) -> None:
        match = await self.games.rematch(_channel(press), _user(press), moment[0])
        await acknowledge(press)
        if isinstance(match.other, Bot):
            await self.games.begin(PressScreen(press, self.manner), match)
        else:
            asker = player(press.user)
            await self._people.post(press.followup.send, asker, match.other, match.terms)

    async def _at(self, press: Interaction, moment: Moment) -> Session:
        """The game as it stands, if it still stands where the button was made."""
        session = await self.games.live(_channel(press))
        session.side_of(_user(press))
        if (session.game, session.position.ply) != moment:
            raise UserError(Problem.MOVED_ON)
        return session


def _channel(press: Interaction) -> ChannelId:
    return ChannelId(press.channel_id or 0)


def _user(press: Interaction) -> UserId:
    return UserId(press.user.id)
