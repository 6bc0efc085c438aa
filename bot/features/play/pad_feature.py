"""Moves on large boards, which have no button for each tile.

A person writes a move into a box, or opens a pad: the buttons of a part of the board, for that
person alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import discord
from discord import ui
from discord.ext import commands

from bot.edge.act import Act
from bot.edge.board_buttons import BoardAction, action_id, is_private, move_buttons
from bot.edge.bot import GameBot
from bot.edge.buttons import BOARD_REF, FINGERPRINT, LONGEST, BoardRef, button, view_of
from bot.edge.sending.answers import change_pressed
from bot.edge.sending.messages import Layout, as_edit, as_send, with_retries
from bot.edge.sending.refusals import UNSENT, refuses_files
from bot.edge.tasks import BackgroundTasks
from bot.edge.ways import box, press
from bot.errors import Problem, UserError
from bot.features.play.boards import PressedBoards
from bot.features.play.feature import Play
from bot.features.play.page import SIDE, TITLE, followed, pad_page
from bot.games.games import Games
from bot.games.screen import ShownBoards
from bot.match import grammar
from bot.match.session import GameId, Session, UserId, moves
from bot.pool.bounds import BoundedDict
from bot.show import text
from bot.show.text.words import WRITE
from bot.show.zoom import Section, fight
from engine import sheet_of

_REMEMBERED: Final = 1_000
"""How many pads are remembered, to follow the game. An older one changes only when pressed."""
_MOST: Final = 10
"""The most pads of a game that change by themselves: in a vote anybody may open one."""
_SLIPS: Final = frozenset(
    (
        Problem.NOT_A_MOVE,
        Problem.NO_SUCH_TILE,
        Problem.NO_SUCH_COLUMN,
        Problem.TAKEN,
        Problem.FULL,
        Problem.FLOATING,
    )
)
"""Problems with a move that its writer will want to correct."""


_FIGHT: Final = "fight"
_STEPS: Final = {
    "left": ("\N{LEFTWARDS BLACK ARROW}\ufe0f", 0, -3),
    "up": ("\N{UPWARDS BLACK ARROW}\ufe0f", -3, 0),
    _FIGHT: ("\N{DIRECT HIT}", 0, 0),
    "down": ("\N{DOWNWARDS BLACK ARROW}\ufe0f", 3, 0),
    "right": ("\N{BLACK RIGHTWARDS ARROW}\ufe0f", 0, 3),
}
"""The buttons below the tiles, with how many rows and columns each moves on."""
_PAD_ID: Final = (
    rf"ttt:pad:{BOARD_REF}:(?P<top>[0-9]+):(?P<column>[0-9]+)"
    rf":(?P<step>[0-9]+|{'|'.join(_STEPS)}){FINGERPRINT}"
)
"""The id of a button: the board, the first row and column, and a move or where to go."""


@dataclass(slots=True)
class _Pad:
    """A pad that somebody has open."""

    act: Act
    """The newest press, with which the pad can be changed for fifteen minutes."""
    window: Section
    shown: str = ""
    """The fingerprint of the board that it shows; "" after a press that is still to be shown."""


class Pad(commands.Cog):
    """Shows pads, and opens boxes to write into.

    A pad follows the game, whoever moves and however, as long as Discord allows.
    """

    def __init__(
        self,
        bot: GameBot,
        games: Games,
        shown: ShownBoards,
        boards: PressedBoards,
        play: Play,
    ) -> None:
        self.bot = bot
        self._games = games
        self._shown = shown
        self._boards = boards
        self._play = play
        self._pads: BoundedDict[tuple[GameId, UserId], _Pad] = BoundedDict(_REMEMBERED)
        """The pads that are open, those that were pressed last at the end."""
        self._unlisten: Callable[[], None] | None = None
        """What ends listening for boards that are shown, which begins with the first pad."""
        self._jobs = BackgroundTasks()

    async def cog_unload(self) -> None:
        """Stop listening, and leave the pads as they are."""
        if self._unlisten is not None:
            self._unlisten()
        await self._jobs.end()

    # The pad.

    @press(action_id(BoardAction.PAD))
    async def open(self, act: Act) -> None:
        """Show a pad of the part of the board where the fight is."""
        session = await self._boards.seen(act)
        await act.later(private=True)
        pad = self._note(act, session, fight(session.position, SIDE))
        with text.privately():
            await self._show(pad, session, new=True)

    @press(_PAD_ID)
    async def press_pad(self, act: Act, top: int, column: int, step: str) -> None:
        """Play a tile, or show another part. On a pad of an older board nothing is played."""
        assert act.ref is not None, "the id names a board"
        session, user = await self._games.store.find(act.ref.game), act.person.id
        if session is None or session.channel != act.channel:
            raise UserError(Problem.NO_GAME)
        if session.leader is None:
            session.side_of(user)
        window = _window(session, (top, column))
        if step.isdecimal() and session.ending is None and act.ref.is_current(session):
            await self._play_tile(act, session, window, int(step))
            return
        await act.later()
        if step == _FIGHT:
            window = fight(session.position, SIDE)
        elif not step.isdecimal():
            window = _stepped(session, window, step)
        with text.privately():
            await self._show(self._note(act, session, window), session)

    async def _play_tile(self, act: Act, session: Session, window: Section, move: int) -> None:
        """Play a move. The pad changes once the board is shown; after a refusal it stays as it is.

        A press that was answered with an error can no longer change the pad.
        """
        key = session.game, act.person.id
        before = self._pads.get(key)
        self._note(act, session, window)
        try:
            await self._play.move(act, move)
        except UserError:
            self._pads.pop(key, None)
            if before is not None:
                self._pads[key] = before
            raise

    def _note(self, act: Act, session: Session, window: Section) -> _Pad:
        """Remember a pad that was opened or pressed."""
        if self._unlisten is None:
            self._unlisten = self._shown.shown.add(self._follow)
        pad = self._pads[session.game, act.person.id] = _Pad(act, window)
        return pad

    def _follow(self, session: Session, _notes: object) -> None:
        """Let the pads of a game show the board that was just shown."""
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
            with pad.act.answering(), text.privately():
                await self._show(pad, session)
        except UNSENT:
            self._pads.pop(key, None)
        if session.ending is not None:
            self._pads.pop(key, None)

    async def _show(
        self, pad: _Pad, session: Session, *, new: bool = False, files: bool = True
    ) -> None:
        """Show the board on a pad, unless a newer one is to be shown by then.

        If a file is refused it comes without the picture.
        """
        act, press = pad.act, pad.act.press
        assert press is not None, "a pad was pressed"
        pad.shown = session.fingerprint
        can = replace(act.capabilities, files=act.capabilities.files and files)
        seen = can.styled(await act.seen(session))
        page = await act.drawn(partial(pad_page, seen, pad.window, act.prefix, can))
        if pad.shown != session.fingerprint:
            return
        buttons = Layout([] if seen.ending is not None else list(_rows(seen, pad.window)))
        try:
            if new:
                send = partial(press.followup.send, ephemeral=True, wait=True)
                await with_retries(lambda: send(**as_send(page, buttons)))
            else:
                edit = press.edit_original_response
                await with_retries(lambda: edit(**as_edit(page, buttons)))
        except discord.HTTPException as error:
            if page.attachment is None or not refuses_files(error):
                raise
            await self._show(pad, session, new=new, files=False)

    # The box.

    @press(action_id(BoardAction.WRITE))
    @press(rf"ttt:rewrite:{BOARD_REF}{FINGERPRINT}=(?P<written>(?s:.)*)")
    async def write(self, act: Act, written: str = "") -> None:
        """Open the box for a person who may move now, with what is `written` already in it."""
        session = await self._boards.seen(act)
        if not session.voting:
            moves.check_turn(session, act.person.id)
        shown = act.styled(session)
        with text.privately():
            label = text.what_to_write(shown.rules, shown.style)
            await act.open_box(text.said(TITLE), label, f"ttt:written:{_id(act)}", written)

    @box(rf"ttt:written:{BOARD_REF}{FINGERPRINT}")
    async def take(self, act: Act, written: str) -> None:
        """Play what was written. An error comes with a button that opens the box again."""
        press = act.press
        assert press is not None, "a box was sent"
        alone = is_private(press)
        try:
            await self._play.move(act, grammar.required_move(written))
        except UserError as error:
            if error.problem not in _SLIPS or press.response.is_done():
                raise
            with text.privately():
                words, view = text.problem(error, act.prefix), _again(act, written)
                if alone:
                    await change_pressed(press, content=words, view=view)
                else:
                    await act.reply(words, view)
            return
        if alone:  # the error shown there is corrected
            with suppress(*UNSENT):
                await press.delete_original_response()


def _again(act: Act, written: str) -> ui.View:
    custom_id = f"ttt:rewrite:{_id(act)}={written[:LONGEST]}"
    return view_of([button(WRITE, custom_id, discord.ButtonStyle.primary)])


def _id(act: Act) -> str:
    assert act.ref is not None, "a board was pressed"
    return f"{act.ref.game}:{act.ref.ply}{act.ref.suffix}"


def _window(session: Session, start: tuple[int, int]) -> Section:
    """The part of a board that begins at a row and a column."""
    rules, sheet = session.rules, sheet_of(session.rules)
    return Section(*start, min(SIDE, sheet.rows), min(SIDE, sheet.columns)).moved(rules, 0, 0)


def _stepped(session: Session, window: Section, act: str) -> Section:
    """The part of the board to which an arrow leads."""
    _, down, across = _STEPS[act]
    return window.moved(session.rules, down, across)


def _rows(session: Session, window: Section) -> Iterator[list[ui.Button[Any]]]:
    ref = BoardRef.of(session)
    place = f"ttt:pad:{ref.game}:{ref.ply}:{window.top}:{window.left}"
    rows = window.tiles(session.rules)
    tiles = [tile for row in rows for tile in row]
    buttons = move_buttons(session, lambda move: f"{place}:{move}{ref.suffix}", tiles)
    for row in rows:
        yield [buttons[tile] for tile in row]
    acts = (_FIGHT,) if window == Section.whole(session.rules) else tuple(_STEPS)
    yield [
        ui.Button(
            emoji=_STEPS[act][0],
            disabled=act != _FIGHT and _stepped(session, window, act) == window,
            custom_id=f"{place}:{act}{ref.suffix}",
        )
        for act in acts
    ]
