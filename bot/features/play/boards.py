"""The boards that people press: which game each shows, if it is the living one, and its page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from bot.edge.act import Act
from bot.edge.board_buttons import BoardAction, action_id
from bot.edge.buttons import Style, button
from bot.edge.ways import press
from bot.errors import Problem, UserError
from bot.games.games import Games
from bot.match.session import Session, UserId
from bot.show import text
from bot.show.text.language import Sentence, marked
from bot.show.text.words import OPEN

_YOURS = Sentence("Your board: move there or here. Whoever you pass the link on to can only watch.")
_TO_WATCH = Sentence("The board, to watch.")
# Translators: on a button, below 80 characters: makes all links to boards of a person useless.
END_LINKS: Final = marked("End all my links")
_ENDED: Final = Sentence("All your links and open pages have ended.")
_END_ID: Final = "ttt:links:end"


@dataclass(frozen=True, slots=True)
class PressedBoards:
    """Finds the games of pressed boards. Nothing may be done on an outdated one."""

    games: Games

    async def live(self, act: Act) -> Session:
        """Return the live game of the channel. Raises UserError if the pressed board is older."""
        session = await self.games.store.load(act.channel)
        assert act.ref is not None, "a board was pressed"
        if session is None or session.game != act.ref.game:
            error = await self.outdated(act)
            if session is None and error.problem is not Problem.OLD_BOARD:
                raise UserError(Problem.NO_GAME)
            raise error
        return session

    async def seen(self, act: Act) -> Session:
        """Return the game of a pressed board for a person who may move in it. Raises UserError.

        In a game by votes anybody may press; in other games only the players.
        """
        session = await self.live(act)
        if session.leader is None:
            session.side_of(act.person.id)
        return await self._current(act, session)

    async def of_player(self, act: Act) -> Session:
        """Return the game of a pressed board for one of its players. Raises UserError."""
        session = await self.live(act)
        session.side_of(act.person.id)
        return await self._current(act, session)

    async def _current(self, act: Act, session: Session) -> Session:
        """Return a session if the pressed board is current. Raises UserError if not.

        In that case it shows the game outside the bot's servers: there it could not when the game
        changed.
        """
        assert act.ref is not None, "a board was pressed"
        late = session.bot_to_move and act.outside
        if act.ref.is_current(session) and not late:
            return session
        error = await self.outdated(act)
        if error.problem is Problem.MOVED_ON and act.outside:
            await act.later()
            await self.games.board(act.board_screen, session.channel)
        raise error

    async def outdated(self, act: Act) -> UserError:
        """The error for an old board, with the way to the living one if that is another message."""
        assert act.ref is not None, "a board was pressed"
        session = await self.games.store.find(act.ref.game)
        here = session is not None and session.channel == act.channel
        living = await self.games.store.boards.newest(act.ref.game) if here else None
        if living is None or living == act.pressed:
            return UserError(Problem.MOVED_ON)
        url = act.bot.link_to(act.guild, act.channel, living)
        return UserError(Problem.OLD_BOARD, url=url)


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """Opens the page of a game, for each person by a link of their own."""

    games: Games

    @press(action_id(BoardAction.OPEN))
    async def open(self, act: Act) -> None:
        """Open the pressed board inside Discord, or give a person a link to it.

        They play by that if they play the game, and otherwise watch.
        """
        assert act.ref is not None, "a board was pressed"
        act.check_member()
        session = await self.games.store.find(act.ref.game)
        if session is None or act.bot.board_url is None or not act.may_see(session):
            raise UserError(Problem.NO_GAME)
        is_over = session.ending is not None
        if session.channel == act.channel and not is_over and await act.launch():
            return
        person = act.person.id
        url = act.bot.board_url(session.channel, session.game, person)

        def answer() -> tuple[str, ui.View]:
            view = ui.View(timeout=None)
            link: ui.Button[ui.View] = ui.Button(
                style=discord.ButtonStyle.link, label=text.said(OPEN), url=url
            )
            view.add_item(link)
            view.add_item(button(END_LINKS, _END_ID, Style.secondary))
            view.stop()
            plays = session.is_played_by(person)
            words = text.result(session) if is_over else str(_YOURS if plays else _TO_WATCH)
            return words, view

        await act.whisper(answer)

    @press(_END_ID)
    async def end_links(self, act: Act) -> None:
        """End all links of a person, with the pages that are open by them."""
        assert act.bot.end_links is not None, "the bot runs"
        await act.bot.end_links(UserId(act.person.id))
        with text.privately():
            await act.end_pressed(str(_ENDED))
