"""The buttons under a board: moves where they fit, and what else a player may want."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
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
    Rows,
    custom_ids,
    face,
    host,
    posted,
)
from engine import Rules, Side

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
_BOARDS: Final = 256
"""Kinds of board of which is remembered what the buttons say."""
_ACT: Final = rf"ttt:(?P<act>{'|'.join(act.value for act in Act)}):{MOMENT}{FACE}"
_ID: Final = re.compile(_ACT)
_WHILE_ON: Final = (Act.HINT, Act.UNDO, Act.BOARD, Act.RESIGN)


class ActButton(
    ui.DynamicItem[Button],
    template=_ACT,
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
        super().__init__(ui.Button(custom_id=self.ids(moment)(move)))

    @staticmethod
    def ids(moment: Moment) -> Callable[[int], str]:
        """The id that says so, for each move."""
        before, after = f"ttt:move:{moment.game}:{moment.ply}:", moment.suffix
        return lambda move: f"{before}{move}{after}"

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
    """The buttons under a board where discord.py wants a view."""
    return Faces(board_buttons(session))


def board_buttons(session: Session) -> Rows:
    """The buttons under a board as it is shown there."""
    moment = Moment.of(session)
    if session.ending is not None:
        return posted([_act(moment, Act.REMATCH)])
    return posted(*_move_rows(session, moment), [_act(moment, act) for act in _acts(session)])


def board_moment(message: discord.Message) -> Moment | None:
    """What stands on the board that a message shows; None where there are no buttons of one."""
    moments = (Moment.read(match) for id_ in custom_ids(message) if (match := _ID.fullmatch(id_)))
    return next(moments, None)


def resign_view(moment: Moment) -> ui.View:
    """The button that asks whether a player means it."""
    return Faces(posted([_act(moment, Act.SURELY_RESIGN)]))


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
    if session.bot_to_move:
        return
    stones, legal, id_of = _stones(session), session.position.legal, MoveButton.ids(moment)
    with_emoji = session.style is not Style.TEXT
    for row in _rows(session.rules, session.style):
        yield [
            face(id_of(move), stones[move], emoji=with_emoji, disabled=True)
            if move in stones
            else _free(id_of(move), name, is_legal=move in legal)
            for move, name in row
        ]


def _free(custom_id: str, name: str, *, is_legal: bool) -> Face:
    style = discord.ButtonStyle.primary if is_legal else discord.ButtonStyle.secondary
    return face(custom_id, name, style, disabled=not is_legal)


@lru_cache(maxsize=_BOARDS)
def _rows(rules: Rules, style: Style) -> tuple[tuple[tuple[int, str], ...], ...]:
    """Each move with its name, row by row; none where they do not fit."""
    if not has_buttons(rules):
        return ()
    rows = button_rows(rules)
    return tuple(tuple((move, move_name(rules, move, style)) for move in row) for row in rows)


def _stones(session: Session) -> dict[int, str]:
    """The mark on each tile that is taken; a column bears none."""
    if session.rules.gravity:
        return {}
    marks = cycle(_marks(session.rules, session.style))
    return dict(zip(session.position.tiles, marks, strict=False))


@lru_cache(maxsize=_BOARDS)
def _marks(rules: Rules, style: Style) -> tuple[str, ...]:
    """What buttons show of each side, X first.

    It is of Unicode, always: Discord refuses a whole message for a button whose emoji
    somebody has deleted.
    """
    return tuple(written(mark(rules, style, side), NONE_OWNED) for side in Side)
