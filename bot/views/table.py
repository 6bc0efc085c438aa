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
from bot.views.parts import FACE, MOMENT, Act, Button, Interaction, Moment, host, view_of

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
        style = _STYLES.get(act, discord.ButtonStyle.secondary)
        custom_id = f"ttt:{act.value}:{moment.game}:{moment.ply}{moment.suffix}"
        label = text.said(_LABELS[act])
        super().__init__(ui.Button(style=style, label=label, custom_id=custom_id))

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

    def __init__(self, moment: Moment, move: int, button: Button | None = None) -> None:
        self.moment = moment
        self.move = move
        shown = button or ui.Button(label=str(move))
        shown.custom_id = f"ttt:move:{moment.game}:{moment.ply}:{move}{moment.suffix}"
        super().__init__(shown)

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
        return view_of([ActButton(moment, Act.REMATCH)])
    return view_of(*_move_rows(session, moment), [ActButton(moment, a) for a in _acts(session)])


def resign_view(moment: Moment) -> ui.View:
    """The button that asks whether a player means it."""
    return view_of([ActButton(moment, Act.SURELY_RESIGN)])


def _acts(session: Session) -> tuple[Act, ...]:
    """What may be wanted besides moves, one row of buttons."""
    if session.voting:
        return (*_WHILE_ON, Act.COUNT)
    return (*_WHILE_ON, Act.SWAP) if session.can_swap and not session.bot_to_move else _WHILE_ON


def _move_rows(session: Session, moment: Moment) -> Iterator[list[MoveButton]]:
    """A button for each tile or each column, where they fit."""
    rules = session.rules
    if not has_buttons(rules) or session.bot_to_move:
        return
    legal = set(session.position.legal)
    for moves in button_rows(rules):
        yield [_move_button(session, moment, move, move in legal) for move in moves]


def _move_button(session: Session, moment: Moment, move: int, free: bool) -> MoveButton:
    """A free tile by its name, a taken one by its mark.

    The mark is of Unicode, always: Discord refuses a whole message for a button whose emoji
    somebody has deleted.
    """
    stone = None if session.rules.gravity else session.position.at(move)
    shape = written(mark(session.rules, session.style, stone), NONE_OWNED) if stone else None
    in_words = shape is None or session.style is Style.TEXT
    name = shape or move_name(session.rules, move, session.style)
    button: Button = ui.Button(
        style=discord.ButtonStyle.primary if free else discord.ButtonStyle.secondary,
        label=name if in_words else None,
        emoji=None if in_words else shape,
        disabled=not free,
    )
    return MoveButton(moment, move, button)
