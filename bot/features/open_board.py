"""The button under a board that opens its page, for each person a link of their own."""

from __future__ import annotations

import discord
from discord import ui

from bot.edge.act import Act
from bot.edge.board_buttons import BoardAction, action_id
from bot.edge.ways import press
from bot.errors import Problem, UserError
from bot.games.games import Games
from bot.show import text
from bot.show.text.language import Sentence
from bot.show.text.words import OPEN

_YOURS = Sentence("Your board: move there or here. Whoever you pass the link on to can only watch.")
_TO_WATCH = Sentence("The board, to watch.")


class OpenBoard:
    """Opens the page of a game."""

    def __init__(self, games: Games) -> None:
        self._games = games

    @press(action_id(BoardAction.OPEN))
    async def open(self, act: Act) -> None:
        """Open the pressed board inside Discord, or give a person a link to it.

        They play by that if they play the game, and otherwise watch.
        """
        assert act.ref is not None, "a board was pressed"
        act.check_member()
        session = await self._games.by_id(act.ref.game)
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
            view.stop()
            plays = session.is_played_by(person)
            words = text.result(session) if is_over else str(_YOURS if plays else _TO_WATCH)
            return words, view

        await act.whisper(answer)
