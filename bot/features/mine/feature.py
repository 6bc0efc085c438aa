"""What a person is shown of their games, and nobody else."""

from __future__ import annotations

from functools import partial

from discord import ui

from bot.edge.act import Act, Place
from bot.edge.buttons import view_of
from bot.edge.door import command, press, slash_command
from bot.edge.places import CommandChannels
from bot.features.mine.text import MINE, invitation, own_games
from bot.features.mine.values import OwnGame, most_urgent
from bot.games.games import Games
from bot.match.session import Session, UserId
from bot.show import text

_ID = "ttt:mine"


def invitation_view() -> ui.View:
    """The button that shows whoever presses it their games."""
    return view_of([ui.Button(label=text.said(MINE), custom_id=_ID)])


class Mine:
    """Lists the games of people, each to that person alone."""

    def __init__(self, games: Games) -> None:
        self._games = games

    @slash_command("mine")
    @press(_ID)
    async def show(self, act: Act) -> None:
        """Your games everywhere, with whose turn it is."""
        await act.later(private=True)
        await act.whisper(partial(self.listed, act, act.person.id))

    @command("mine", allowed=CommandChannels.ANY, slash=False)
    async def invite(self, act: Act) -> None:
        """Your games everywhere: in a server behind a button, because all would read them."""
        if act.guild is None:
            await act.say(await self.listed(act, act.person.id))
        else:
            act.check_buttons()
            await act.say(invitation(), invitation_view())

    async def listed(self, place: Place, user: UserId) -> str:
        """The games of a person in words."""
        live = await self._games.live_of(user)
        shown = [
            OwnGame(session, await self._link(place, session))
            for session in most_urgent(live, user)
        ]
        return own_games(shown, len(live) - len(shown), user, place.prefix)

    async def _link(self, place: Place, session: Session) -> str:
        board = await self._games.board_message(session.game)
        return place.bot.link_to(session.guild, session.channel, board)
