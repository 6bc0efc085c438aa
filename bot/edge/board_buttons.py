"""The buttons under a board: moves where they fit, and what else a player may want."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from itertools import cycle
from typing import Final

import discord
from discord import ui

from bot.edge.buttons import FACE, MOMENT, Button, Moment, custom_ids, view_of
from bot.match.session import BoardStyle, Session
from bot.show import text
from bot.show.emoji import NO_EMOJI, written
from bot.show.style import button_rows, has_buttons, mark, move_name
from engine import Side


class Act(Enum):
    """What the buttons under a board do, besides moves."""

    HINT = "hint"
    UNDO = "undo"
    BOARD = "board"
    RESIGN = "resign"
    SURELY_RESIGN = "surely"
    REMATCH = "rematch"
    SWAP = "swap"
    COUNT = "count"


MOVE_ID: Final = rf"ttt:move:{MOMENT}:(?P<move>\d+){FACE}"
"""The id of a tile or a column, for one moment of one game."""
ACT_ID: Final = rf"ttt:(?P<act>{'|'.join(act.value for act in Act)}):{MOMENT}{FACE}"
"""The id of hint, undo and their like, for one moment of one game."""
OFFER_ID: Final = rf"ttt:offer:(?P<word>yes|no):(?P<kind>draw|undo):{MOMENT}{FACE}"
"""The id of an answer to a draw or a takeback that was offered at one moment of one game."""
YES: Final = "yes"
_NO: Final = "no"

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


def board_view(session: Session) -> ui.View:
    """The buttons under a board as it is shown."""
    moment = Moment.of(session)
    if session.ending is not None:
        return view_of([act_button(moment, Act.REMATCH)])
    acts = [act_button(moment, act) for act in _acts(session)]
    return view_of(*_move_rows(session, moment), acts)


def offer_view(session: Session) -> ui.View:
    """The buttons under the offer that stands."""
    assert session.offer is not None, "an offer stands"
    moment = Moment.of(session)
    made = f"{session.offer.kind.value}:{moment.game}:{moment.ply}{moment.suffix}"
    success = discord.ButtonStyle.success
    yes: Button = ui.Button(
        style=success, label=text.said(text.ACCEPT), custom_id=f"ttt:offer:{YES}:{made}"
    )
    no: Button = ui.Button(label=text.said(text.DECLINE), custom_id=f"ttt:offer:{_NO}:{made}")
    return view_of([yes, no])


def resign_view(moment: Moment) -> ui.View:
    """The button that asks whether a player means it."""
    return view_of([act_button(moment, Act.SURELY_RESIGN)])


def board_moment(message: discord.Message) -> Moment | None:
    """What stands on the board that a message shows; None where there are no buttons of one."""
    matches = (re.fullmatch(ACT_ID, id_) for id_ in custom_ids(message))
    return next((Moment.read(match) for match in matches if match), None)


def act_button(moment: Moment, act: Act) -> Button:
    """The button of an act, for one moment of a game."""
    style = _STYLES.get(act, discord.ButtonStyle.secondary)
    custom_id = f"ttt:{act.value}:{moment.game}:{moment.ply}{moment.suffix}"
    return ui.Button(style=style, label=text.said(_LABELS[act]), custom_id=custom_id)


def _acts(session: Session) -> tuple[Act, ...]:
    """What may be wanted besides moves, one row of buttons."""
    if session.voting:
        return (*_WHILE_ON, Act.COUNT)
    return (*_WHILE_ON, Act.SWAP) if session.can_swap and not session.bot_to_move else _WHILE_ON


def _move_rows(session: Session, moment: Moment) -> Iterator[list[Button]]:
    """A button for each tile or each column, where they fit."""
    if session.bot_to_move or not has_buttons(session.rules):
        return
    stones, legal = _stones(session), frozenset(session.position.legal)
    for row in button_rows(session.rules):
        yield [_move(session, moment, move, stones.get(move), move in legal) for move in row]


def _move(session: Session, moment: Moment, move: int, stone: str | None, free: bool) -> Button:
    custom_id = f"ttt:move:{moment.game}:{moment.ply}:{move}{moment.suffix}"
    if stone is None:
        style = discord.ButtonStyle.primary if free else discord.ButtonStyle.secondary
        name = move_name(session.rules, move, session.style)
        return ui.Button(style=style, label=name, disabled=not free, custom_id=custom_id)
    if session.style is BoardStyle.TEXT:
        return ui.Button(label=stone, disabled=True, custom_id=custom_id)
    return ui.Button(emoji=stone, disabled=True, custom_id=custom_id)


def _stones(session: Session) -> dict[int, str]:
    """The mark on each tile that is taken; a column bears none.

    It is of Unicode, always: Discord refuses a whole message for a button whose emoji
    somebody has deleted.
    """
    if session.rules.gravity:
        return {}
    marks = [written(mark(session.rules, session.style, side), NO_EMOJI) for side in Side]
    return dict(zip(session.position.tiles, cycle(marks), strict=False))
