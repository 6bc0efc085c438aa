"""The buttons under a board: moves where they fit, and what else a player may want."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, Self

import discord
from discord import ui

from bot import text
from bot.emoji import NONE_OWNED, written
from bot.naming import button_rows, has_buttons, mark, move_name
from bot.session import Session, Style
from bot.views.parts import FACE, MOMENT, Act, Button, Face, Faces, Interaction, Moment, host

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
    return Face(ActButton.written(moment, act), text.said(_LABELS[act]), style)


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
    legal = set(session.position.legal)
    for moves in button_rows(rules):
        yield [_move(session, moment, move, move in legal) for move in moves]


def _move(session: Session, moment: Moment, move: int, free: bool) -> Face:
    """A free tile by its name, a taken one by its mark.

    The mark is of Unicode, always: Discord refuses a whole message for a button whose emoji
    somebody has deleted.
    """
    stone = None if session.rules.gravity else session.position.at(move)
    shape = written(mark(session.rules, session.style, stone), NONE_OWNED) if stone else None
    in_words = shape is None or session.style is Style.TEXT
    return Face(
        MoveButton.written(moment, move),
        (shape or move_name(session.rules, move, session.style)) if in_words else None,
        discord.ButtonStyle.primary if free else discord.ButtonStyle.secondary,
        None if in_words else shape,
        disabled=not free,
    )
