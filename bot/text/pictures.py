"""What pictures show, in words for those who do not see them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from bot.naming import move_name
from bot.text.advice import EVEN
from bot.text.match import spoken
from bot.text.words import plural, title
from engine import Position, Side

ALT_LIMIT: Final = 1_024
"""Characters that Discord takes as the description of a file."""

_BOARD: Final = "{game}. {stones}. Last move: {spoken}."
_EMPTY: Final = "{game}. The board is empty. {spoken}."
_ON: Final = "{mark} on {tiles}"
_COLUMNS: Final = "Columns from the bottom up: {columns}"
_COLUMN: Final = "{column}: {marks}"
_COUNTED: Final = "X has {x}, O has {o}; the last moves, newest first: {moves}"
_NEWEST: Final = 12
"""The moves that are named where the stones are too many to be."""

_REPLAY: Final = "A replay of {moves}. At its end: {end}"
_CHART: Final = (
    "The evaluation after each move, {moves} in all: up for X, down for O. {mistakes} {end}"
)
_MISTAKES: Final = "Mistakes: {mistakes}."
_MISTAKE: Final = "{mark} in move {ply}"
_MORE: Final = "{mistakes} and {more} more"
_FAULTLESS: Final = "No mistakes."
_NAMED: Final = 20
"""Mistakes that are named one by one."""
_AHEAD: Final = "In the end {mark} is ahead."
_LEVEL: Final = "In the end it is even."
_UNKNOWN: Final = "The last move was not judged."


def alt_text(position: Position) -> str:
    """A board in words, at most 1,024 characters: every stone by its place where that fits."""
    if not position.moves:
        return _board(_EMPTY, position)
    whole = _board(_BOARD, position, _every_stone(position))
    return whole if len(whole) <= ALT_LIMIT else _board(_BOARD, position, _counts(position))


def replay_alt_text(position: Position) -> str:
    """A replay in words, at most 1,024 characters: how long it is, and the board at its end."""
    moves = plural(position.ply, "{count} move", "{count} moves")
    whole = _REPLAY.format(moves=moves, end=alt_text(position))
    if len(whole) <= ALT_LIMIT:
        return whole
    return _REPLAY.format(moves=moves, end=_board(_BOARD, position, _counts(position)))


def chart_alt_text(values: Sequence[float | None], mistakes: Collection[int]) -> str:
    """A chart of evaluations in words, at most 1,024 characters."""
    return _CHART.format(moves=len(values), mistakes=_mistakes(mistakes), end=_end(values))


def _board(template: str, position: Position, stones: str = "") -> str:
    return template.format(game=title(position.rules), stones=stones, spoken=spoken(position))


def _every_stone(position: Position) -> str:
    if position.rules.gravity:
        columns = (_column(position, column) for column in position.rules.moves)
        return _COLUMNS.format(columns="; ".join(column for column in columns if column))
    return "; ".join(
        _ON.format(mark=side.value, tiles=", ".join(_places(position, side)))
        for side in Side
        if _places(position, side)
    )


def _places(position: Position, side: Side) -> list[str]:
    """The names of a side's stones, in the order of the board."""
    return [
        move_name(position.rules, tile)
        for tile in sorted(position.tiles)
        if position.at(tile) is side
    ]


def _column(position: Position, column: int) -> str:
    """A column of discs; empty where it has none."""
    rules = position.rules
    bottom = column + (rules.rows - 1) * rules.columns
    discs = (position.at(tile) for tile in range(bottom, 0, -rules.columns))
    marks = ", ".join(disc.value for disc in discs if disc)
    return _COLUMN.format(column=column, marks=marks) if marks else ""


def _counts(position: Position) -> str:
    newest = position.moves[: -_NEWEST - 1 : -1]
    return _COUNTED.format(
        x=plural((position.ply + 1) // 2, "{count} stone", "{count} stones"),
        o=plural(position.ply // 2, "{count} stone", "{count} stones"),
        moves=", ".join(move_name(position.rules, move) for move in newest),
    )


def _mistakes(mistakes: Collection[int]) -> str:
    if not mistakes:
        return _FAULTLESS
    named = ", ".join(
        _MISTAKE.format(mark="X" if ply % 2 else "O", ply=ply) for ply in sorted(mistakes)[:_NAMED]
    )
    more = len(mistakes) - _NAMED
    return _MISTAKES.format(mistakes=_MORE.format(mistakes=named, more=more) if more > 0 else named)


def _end(values: Sequence[float | None]) -> str:
    last = values[-1] if values else None
    if last is None:
        return _UNKNOWN
    if abs(last) < EVEN:
        return _LEVEL
    return _AHEAD.format(mark="X" if last > 0 else "O")
