"""The buttons under a board: moves where they fit, and what else a player may want."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any, Final, Self

import discord
from discord import ui

from bot import text
from bot.emoji import NONE_OWNED, written
from bot.naming import button_rows, has_buttons, mark, move_name
from bot.session import Session, Style
from bot.views.parts import (
    FACE,
    MOMENT,
    Act,
    Button,
    Face,
    Faces,
    Interaction,
    Moment,
    face,
    host,
)
from engine import Side

_LABELS: Final = {
    Act.HINT: text.HINT,
    Act.UNDO: text.UNDO,
    Act.BOARD: text.BOARD,
    Act.RESIGN: text.RESIGN,
    Act.SURELY_RESIGN: text.RESIGN,
    Act.REMATCH: text.REMATCH,
    Act.SWAP: text.SWAP,
    Act.COUNT: text.COUNT,
}
_STYLES: Final = {
    Act.SURELY_RESIGN: discord.ButtonStyle.danger,
    Act.REMATCH: discord.ButtonStyle.primary,
}
_WHILE_ON: Final = (Act.HINT, Act.UNDO, Act.BOARD, Act.RESIGN)


class ActButton(
    ui.DynamicItem[Button],
    template=rf"ttt:(?P<act>{'|'.join(act.value for act in Act)}):{MOMENT}{FACE}",
):
    """Hint, undo and their like, for one moment of one game."""

    def __init__(self, moment: Moment, act: Act) -> None:
        self.moment = moment
        self.act = act
        super().__init__(ui.Button(custom_id=self.written(moment, act)))

    @staticmethod
    def written(moment: Moment, act: Act) -> str:
        """The id that says so."""
        return f"ttt:{act.value}:{moment.game}:{moment.ply}{moment.suffix}"

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as its id tells it."""
        return cls(Moment.read(match), Act(match["act"]))

    async def callback(self, interaction: Interaction) -> None:
        """Hand the press on."""
        await host(interaction).table.act(interaction, self.moment, self.act)


class MoveButton(ui.DynamicItem[Button], template=rf"ttt:move:{MOMENT}:(?P<move>\d+){FACE}"):
    """A tile or a column, for one moment of one game."""

    def __init__(self, moment: Moment, move: int) -> None:
        self.moment = moment
        self.move = move
        super().__init__(ui.Button(custom_id=self.written(moment, move)))

    @staticmethod
    def written(moment: Moment, move: int) -> str:
        """The id that says so."""
        return f"ttt:move:{moment.game}:{moment.ply}:{move}{moment.suffix}"

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as its id tells it."""
        return cls(Moment.read(match), int(match["move"]))

    async def callback(self, interaction: Interaction) -> None:
        """Hand the press on."""
        await host(interaction).table.move(interaction, self.moment, self.move)


def board_view(session: Session) -> ui.View:
    """The buttons under a board as it is shown there."""
    moment = Moment.of(session)
    if session.ending is not None:
        return Faces([_act(moment, Act.REMATCH)])
    return Faces(*_move_rows(session, moment), [_act(moment, act) for act in _acts(session)])


def resign_view(moment: Moment) -> ui.View:
    """The button that asks whether a player means it."""
    return Faces([_act(moment, Act.SURELY_RESIGN)])


def _act(moment: Moment, act: Act) -> Face:
    style = _STYLES.get(act, discord.ButtonStyle.secondary)
    return face(ActButton.written(moment, act), text.said(_LABELS[act]), style)


def _acts(session: Session) -> tuple[Act, ...]:
    """What may be wanted besides moves, one row of buttons."""
    if session.voting:
        return (*_WHILE_ON, Act.COUNT)
    return (*_WHILE_ON, Act.SWAP) if session.can_swap and not session.bot_to_move else _WHILE_ON


def _move_rows(session: Session, moment: Moment) -> Iterator[list[Face]]:
    """A button for each tile or each column, where they fit."""
    rules = session.rules
    if not has_buttons(rules) or session.bot_to_move:
        return
    stones, legal = _stones(session), set(session.position.legal)
    for moves in button_rows(rules):
        yield [_move(session, moment, move, stones.get(move), move in legal) for move in moves]


def _stones(session: Session) -> dict[int, str]:
    """The mark on each tile that is taken; a column bears none.

    It is of Unicode, always: Discord refuses a whole message for a button whose emoji
    somebody has deleted.
    """
    rules = session.rules
    if rules.gravity:
        return {}
    marks = (written(mark(rules, session.style, side), NONE_OWNED) for side in Side)
    return dict(zip(session.position.tiles, cycle(marks), strict=False))


def _move(session: Session, moment: Moment, move: int, stone: str | None, free: bool) -> Face:
    """A free tile by its name, a taken one by its mark."""
    custom_id = MoveButton.written(moment, move)
    if stone is not None:
        return face(custom_id, stone, emoji=session.style is not Style.TEXT, disabled=True)
    style = discord.ButtonStyle.primary if free else discord.ButtonStyle.secondary
    return face(custom_id, move_name(session.rules, move, session.style), style, disabled=not free)
