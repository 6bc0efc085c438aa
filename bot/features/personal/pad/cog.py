"""The pads that people have open, and the handlers of their presses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import discord

from bot.bounded import BoundedDict
from bot.edge.board_buttons import PressedBoards
from bot.edge.buttons import BoardRef, PressedButton
from bot.edge.cog import GameBot, GameCog, replies_to_errors
from bot.edge.places import Interaction
from bot.edge.screens import PressScreen
from bot.edge.screens.messages import files_of
from bot.edge.sending import UNSENT, acknowledge, refuses_files, with_retries
from bot.edge.upkeep import BackgroundTasks
from bot.errors import Problem, UserError
from bot.features.personal.pad.buttons import FIGHT, PAD_ID, pad_view, stepped
from bot.features.personal.pad.page import SIDE, followed, pad_page
from bot.games.games import Games
from bot.games.turns import Turns
from bot.match.session import GameId, Session, UserId
from bot.show import text
from bot.show.zoom import Section, fight

_REMEMBERED: Final = 1_000
"""How many pads are remembered, to show what others play. An older one changes when pressed."""
_MOST: Final = 10
"""The most pads of a game that change by themselves: in a vote anybody may open one."""


class PadButton(PressedButton, template=PAD_ID):
    """A button of a pad: a tile, or an arrow."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        ref, start = BoardRef.read(self.match), (self.number("top"), self.number("column"))
        await PadCog.of(interaction).press(interaction, ref, start, self.match["act"])


@dataclass(slots=True)
class _Pad:
    """A pad that somebody has open."""

    press: Interaction
    """The newest press: with it the pad can be changed for fifteen minutes."""
    window: Section
    shown: str = ""
    """The fingerprint of the board that it shows; "" after a press, which it is to show too."""


class PadCog(GameCog):
    """Shows pads. One follows the game, whoever moves and however, as long as Discord allows."""

    def __init__(self, bot: GameBot, games: Games, turns: Turns, boards: PressedBoards) -> None:
        super().__init__(bot)
        self._games = games
        self._turns = turns
        self._boards = boards
        self._pads: BoundedDict[tuple[GameId, UserId], _Pad] = BoundedDict(_REMEMBERED)
        """The pads that are open, those that were pressed last at the end."""
        self._jobs = BackgroundTasks()

    async def cog_load(self) -> None:
        """Listen for boards that are shown."""
        self._unlisten = self._turns.boards.when_shown(self._follow)

    async def cog_unload(self) -> None:
        """Stop listening, and leave the pads as they are."""
        self._unlisten()
        await self._jobs.end()

    async def open(self, press: Interaction, session: Session) -> None:
        """Show a pad of the part of the board where the fight is."""
        await acknowledge(press, ephemeral=True, thinking=True)
        pad = self._note(press, session, fight(session.position, SIDE))
        with text.privately():
            await self._show(pad, session, new=True)

    @replies_to_errors
    async def press(
        self, press: Interaction, ref: BoardRef, start: tuple[int, int], act: str
    ) -> None:
        """Play a tile, or show another part. On a pad of an older board nothing is played."""
        session, user = await self._games.by_id(ref.game), UserId(press.user.id)
        if session is None or session.channel != press.channel_id:
            raise UserError(Problem.NO_GAME)
        if session.leader is None:
            session.side_of(user)
        window = _window(session, start)
        if act.isdecimal() and session.ending is None and ref.is_current(session):
            await self._play(press, session, window, int(act))
            return
        await acknowledge(press)
        if act == FIGHT:
            window = fight(session.position, SIDE)
        elif not act.isdecimal():
            window = stepped(session, window, act)
        with text.privately():
            await self._show(self._note(press, session, window), session)

    async def _play(self, press: Interaction, session: Session, window: Section, move: int) -> None:
        """Play a move. Once the board is shown, so is the pad; what is refused leaves it as it is.

        A press that was answered with what is wrong cannot change the pad any more.
        """
        key = session.game, UserId(press.user.id)
        before = self._pads.get(key)
        self._note(press, session, window)
        try:
            await self._boards.play(press, BoardRef.of(session), move)
        except UserError:
            self._pads.pop(key, None)
            if before is not None:
                self._pads[key] = before
            raise

    def _note(self, press: Interaction, session: Session, window: Section) -> _Pad:
        """Remember a pad that was opened or pressed."""
        pad = self._pads[session.game, UserId(press.user.id)] = _Pad(press, window)
        return pad

    def _follow(self, session: Session) -> None:
        """Let the pads of a game show the board that was shown just now."""
        if session.bot_to_move:
            return
        keys = [key for key in self._pads if key[0] == session.game]
        for key in keys[-_MOST:]:
            if self._pads[key].shown != session.fingerprint or session.ending is not None:
                self._jobs.start(self._refresh(key, session))
        if session.ending is not None:
            for key in keys[:-_MOST]:
                del self._pads[key]

    async def _refresh(self, key: tuple[GameId, UserId], session: Session) -> None:
        """Show the board on a pad, or forget a pad that cannot be changed any more."""
        if (pad := self._pads.get(key)) is None:
            return
        pad.window = followed(session, pad.window)
        try:
            with self.bot.languages.answering(pad.press), text.privately():
                await self._show(pad, session)
        except UNSENT:
            self._pads.pop(key, None)
        if session.ending is not None:
            self._pads.pop(key, None)

    async def _show(
        self, pad: _Pad, session: Session, *, new: bool = False, files: bool = True
    ) -> None:
        """Show the board on a pad, unless a newer one is to be shown by then.

        It is told in words if a file is refused.
        """
        press, user = pad.press, UserId(pad.press.user.id)
        pad.shown = session.fingerprint
        can = PressScreen(press, self.screen_options(press)).capabilities
        can = replace(can, files=can.files and files)
        seen = can.styled(await self.seen_by(user, session))
        page = await self.drawn(press, partial(pad_page, seen, pad.window, self.prefix(press), can))
        if pad.shown != session.fingerprint:
            return
        view = pad_view(seen, pad.window, page)
        try:
            if new:
                send = partial(press.followup.send, ephemeral=True, wait=True)
                await with_retries(lambda: send(view=view, files=files_of(page)))
            else:
                edit = press.edit_original_response
                await with_retries(lambda: edit(view=view, attachments=files_of(page)))
        except discord.HTTPException as error:
            if page.attachment is None or not refuses_files(error):
                raise
            await self._show(pad, session, new=new, files=False)


def _window(session: Session, start: tuple[int, int]) -> Section:
    """The part of a board that begins at a row and a column."""
    rules = session.rules
    return Section(*start, min(SIDE, rules.rows), min(SIDE, rules.columns)).moved(rules, 0, 0)
