"""What is said of images: descriptions for people who cannot see them, and captions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from bot.match.session import BoardStyle
from bot.show.overlay import NOTHING, Overlay
from bot.show.style import has_intersections, mark, move_name
from bot.show.text.language import Sentence, forms, listed, marked, plural
from bot.show.text.match import spoken, spoken_move
from bot.show.text.opening import COLOURS
from bot.show.text.reasons import cell_name, line_place
from bot.show.text.verdicts import EVEN
from bot.show.text.words import fades, forbidden, title
from bot.show.zoom import Section
from engine import Position, Side

ALT_LIMIT: Final = 1_024
"""The most characters in the description of a file (Discord's limit)."""

# Translators: {spoken} is such as “X on 5; O, your turn; free: 1 3 7”.
_BOARD: Final = Sentence("{game}. {stones}. Last move: {spoken}.")
_EMPTY: Final = Sentence("{game}. The board is empty. {spoken}.")
_ON: Final = Sentence("{mark} on {tiles}")
_COLUMNS: Final = Sentence("Columns from the bottom up: {columns}")
_COLUMN: Final = Sentence("{column}: {marks}")
_COUNTED: Final = Sentence("X has {x}, O has {o}; the last moves, newest first: {moves}")
_STONES: Final = forms("{count} stone", "{count} stones")
_NEWEST: Final = 12
"""How many of the latest moves are named if there are too many stones to name all."""

# Translators: {spoken} is such as “X on 5”.
_RECOMMENDED: Final = Sentence("Recommended: {spoken}.")
# Translators: {lines} is such as “1-5-9; 4-5-6”, or “columns 2-3-4-5”.
_LINES: Final = Sentence("Lines of {mark}: {lines}.")
# Translators: {cells} is such as “4; 7”, or “column 2, row 1”.
_CELLS: Final = Sentence("Cells that matter to {mark}: {cells}.")

_LENGTH: Final = forms("{count} move", "{count} moves")
_THEN: Final = marked("; ")
"""The separator between items that are lists themselves."""
_REPLAY: Final = Sentence("A replay of {moves}. At its end: {end}")
_CHART: Final = forms(
    "The evaluation after {count} move: up for X, down for O. {mistakes} {end}",
    "The evaluation after each move, {count} in all: up for X, down for O. {mistakes} {end}",
)
_MISTAKES: Final = Sentence("Mistakes: {mistakes}.")
_MISTAKE: Final = Sentence("{mark} in move {ply}")
_MORE: Final = forms("{mistakes} and {count} more", "{mistakes} and {count} more")
_FAULTLESS: Final = Sentence("No mistakes.")
_NAMED: Final = 20
"""The most mistakes that are named."""
_AHEAD: Final = Sentence("In the end {mark} is ahead.")
_EVEN: Final = Sentence("In the end it is even.")
_UNKNOWN: Final = Sentence("The last move was not judged.")

_PART: Final = Sentence("From {first} to {last}:")
_MOVES: Final = Sentence("Moves: {moves}")
_LISTED: Final = 100
"""The most moves that are listed in words: the newest ones."""


def alt_text(position: Position, overlay: Overlay = NOTHING) -> str:
    """Describe a board and a recommended move with its lines in at most 1,024 characters.

    All stones are named if they fit, else the latest; lines that do not fit are left out.
    """
    pointed = _pointed(position, overlay)
    if not position.moves:
        return _fitting(pointed, _board(_EMPTY, position))
    whole = _board(_BOARD, position, _every_stone(position))
    return _fitting(pointed, whole, _board(_BOARD, position, _counts(position)))


def replay_alt_text(position: Position) -> str:
    """Describe a replay in at most 1,024 characters: its length and its last board."""
    moves = plural(position.ply, *_LENGTH)
    whole = _REPLAY.format(moves=moves, end=alt_text(position))
    if len(whole) <= ALT_LIMIT:
        return whole
    return _REPLAY.format(moves=moves, end=_board(_BOARD, position, _counts(position)))


def chart_alt_text(values: Sequence[float | None], mistakes: Collection[int]) -> str:
    """Describe a chart of evaluations in at most 1,024 characters."""
    return plural(len(values), *_CHART, mistakes=_mistakes(mistakes), end=_end(values))


def part_of_board(position: Position, window: Section) -> str:
    """Which part of a board is shown."""
    first, last = (move_name(position.rules, tile) for tile in window.corners(position.rules))
    return _PART.format(first=first, last=last)


def moves_in_order(position: Position, style: BoardStyle) -> str:
    """The moves with their numbers, or the newest of many."""
    rules = position.rules
    marks = [mark(rules, style, side) for side in Side]
    numbered = [
        f"{ply} {marks[(ply + 1) % 2]} {move_name(rules, move, style)}"
        for ply, move in enumerate(position.moves, 1)
    ]
    return _MOVES.format(moves=listed(numbered[-_LISTED:]))


def _board(template: Sentence, position: Position, stones: str = "") -> str:
    return template.format(game=title(position.rules), stones=stones, spoken=spoken(position))


def _fitting(pointed: Sequence[str], *boards: str) -> str:
    """The first of these boards that fits together with all that is pointed at, if one does.

    Else with as many of these sentences as fit.
    """
    for board in boards:
        whole = " ".join((board, *pointed))
        if len(whole) <= ALT_LIMIT:
            return whole
    return _fitting(pointed[:-1], *boards) if pointed else boards[-1]


def _pointed(position: Position, overlay: Overlay) -> list[str]:
    """The recommended move, if any, and the lines of both sides, a sentence each."""
    rules, mover = position.rules, position.side
    sentences = [str(COLOURS)] if has_intersections(rules) else []
    sentences += filter(None, (forbidden(position), fades(position)))
    if overlay.move is not None:
        sentences.append(_RECOMMENDED.format(spoken=spoken_move(rules, mover, overlay.move)))
    for side, lines in ((mover, overlay.own), (mover.other, overlay.theirs)):
        rows = [line_place(rules, line) for line in lines if len(line) > 1]
        if rows:
            sentences.append(_LINES.format(mark=side.value, lines=listed(rows, _THEN)))
        cells = [cell_name(rules, *line) for line in lines if len(line) == 1]
        if cells:
            sentences.append(_CELLS.format(mark=side.value, cells=listed(cells, _THEN)))
    return sentences


def _every_stone(position: Position) -> str:
    if position.rules.gravity:
        columns = (_column(position, column) for column in position.rules.moves)
        return _COLUMNS.format(columns=listed(filter(None, columns), _THEN))
    places = {side: _places(position, side) for side in Side}
    return listed(
        (_ON.format(mark=side.value, tiles=listed(places[side])) for side in Side if places[side]),
        _THEN,
    )


def _places(position: Position, side: Side) -> list[str]:
    """The tiles of a side's stones, in the order of the board."""
    return [
        move_name(position.rules, tile)
        for tile, whose in sorted(position.laid.items())
        if whose is side
    ]


def _column(position: Position, column: int) -> str:
    """Describe a column of discs; "" if it is empty."""
    rules = position.rules
    bottom = column + (rules.rows - 1) * rules.columns
    discs = (position.at(tile) for tile in range(bottom, 0, -rules.columns))
    marks = listed(disc.value for disc in discs if disc)
    return _COLUMN.format(column=column, marks=marks) if marks else ""


def _counts(position: Position) -> str:
    newest = position.moves[: -_NEWEST - 1 : -1]
    return _COUNTED.format(
        x=plural((position.ply + 1) // 2, *_STONES),
        o=plural(position.ply // 2, *_STONES),
        moves=listed(move_name(position.rules, move) for move in newest),
    )


def _mistakes(mistakes: Collection[int]) -> str:
    if not mistakes:
        return str(_FAULTLESS)
    named = listed(
        _MISTAKE.format(mark="X" if ply % 2 else "O", ply=ply) for ply in sorted(mistakes)[:_NAMED]
    )
    more = len(mistakes) - _NAMED
    shown = plural(more, *_MORE, mistakes=named) if more > 0 else named
    return _MISTAKES.format(mistakes=shown)


def _end(values: Sequence[float | None]) -> str:
    last = values[-1] if values else None
    if last is None:
        return str(_UNKNOWN)
    if abs(last) < EVEN:
        return str(_EVEN)
    return _AHEAD.format(mark="X" if last > 0 else "O")
