"""Why a move is good, in a beginner's words: a sentence for each reason that the engine gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from bot.match.session import BoardStyle
from bot.show.sheet import in_order
from bot.show.style import move_name
from bot.show.text.language import Sentence, forms, listed, marked, plural
from bot.show.text.words import line_name
from engine import Reason, ReasonKind, Rules, Variant

_NAMED_LINES: Final = 2
"""The most lines that are named. Two are enough to understand a fork."""
_NAMED_CELLS: Final = 3
"""The most cells that are named, and as many moves where there are more than `_NAMED_MOVES`."""
_NAMED_MOVES: Final = 6
_LONG: Final = 6
"""A line of more tiles is named by its ends."""
_GOMOKU: Final = 5
"""The goal for which open threes and fours have these names."""

_BETWEEN_LINES: Final = marked(" + ")

# Translators: a cell on a board with gravity; rows are counted from the bottom.
_CELL: Final = Sentence("column {column}, row {row}")
# Translators: where a line lies on a board with gravity, as in “blocks columns 2-3-4-5 in row 1”;
# rows are counted from the bottom.
_ROW: Final = Sentence("columns {columns} in row {row}")
_COLUMN: Final = Sentence("column {column}")
# Translators: a diagonal seen from the left, with the row of its disc in the first column named.
_RISING: Final = Sentence("the diagonal {columns} rising from row {row}")
_FALLING: Final = Sentence("the diagonal {columns} falling from row {row}")

# Translators: the same in a cube, where stones fall to the lowest layer and layers are counted from
# it.
_CELL_OF_CUBE: Final = Sentence("column {column}, layer {row}")
_ROW_OF_CUBE: Final = Sentence("columns {columns} in layer {row}")
_RISING_IN_CUBE: Final = Sentence("the diagonal {columns} rising from layer {row}")
_FALLING_IN_CUBE: Final = Sentence("the diagonal {columns} falling from layer {row}")

_BLOCKS: Final = Sentence("blocks {lines}")
_STACKED: Final = Sentence("makes two threats, one right above the other ({lines})")
_PLAIN: Final = {
    ReasonKind.WINS: Sentence("wins at once with {lines}"),
    ReasonKind.BLOCKS: _BLOCKS,
    ReasonKind.DOUBLE_THREAT: Sentence("makes two threats at once ({lines})"),
    ReasonKind.STACKED_THREATS: _STACKED,
    ReasonKind.STACKED_HANGING: _STACKED,
    ReasonKind.STACKED_STANDING: Sentence(
        "relies on two threats, one right above the other ({lines})"
    ),
    ReasonKind.FOUR_THREE: Sentence("makes a threat, and a second one behind it ({lines})"),
    ReasonKind.DOUBLE_THREE: Sentence("opens two lines at once ({lines})"),
    ReasonKind.STOPS_DOUBLE_THREAT: Sentence(
        "takes the cell where they would have two threats ({lines})"
    ),
    ReasonKind.STOPS_STACKED_THREATS: Sentence(
        "takes the cell where they would have two threats, one above the other ({lines})"
    ),
    ReasonKind.STOPS_FOUR_THREE: Sentence("stops a threat with a second one behind it ({lines})"),
    ReasonKind.STOPS_DOUBLE_THREE: Sentence("keeps them from opening two lines at once ({lines})"),
    ReasonKind.STOPS_OPEN_THREE: Sentence("blocks {lines}, which is open at both ends"),
    ReasonKind.OPEN_THREE: Sentence("builds {lines}, open at both ends"),
    ReasonKind.PREVENTS_OPEN_THREE: Sentence("keeps them from {lines}, open at both ends"),
    ReasonKind.FOUR: Sentence("threatens {lines}"),
    ReasonKind.STOPS_FOUR: Sentence("breaks up {lines}, which they are building"),
    ReasonKind.FORK_NEXT: Sentence("prepares two threats at once at {cells}"),
    ReasonKind.STOPS_FORK_NEXT: Sentence("keeps them from preparing two threats at {cells}"),
    ReasonKind.HANGING_THREAT: Sentence(
        "makes a threat at {cells}: you win if they play right under it"
    ),
    ReasonKind.STOPS_HANGING_THREAT: Sentence("keeps them from a threat at {cells}"),
    ReasonKind.ZUGZWANG: Sentence(
        "if all other columns fill up, they must play under your threat at {cells}"
    ),
    ReasonKind.AVOIDS: Sentence("stays off {cells}, where they could win right on top"),
    ReasonKind.WAITING_THREAT: Sentence(
        "keeps your threat at {cells}: if all other columns fill up, they must play under it"
    ),
    ReasonKind.FOLLOWS_UP: Sentence("plays right on top of their last disc"),
    ReasonKind.ONLY_WIN: Sentence("the only move that wins"),
    ReasonKind.ONLY_MOVE: Sentence("every other move loses"),
    ReasonKind.EQUAL_BEST: Sentence("one of several equally good moves"),
    ReasonKind.DRAWS: Sentence("is known to draw"),
    ReasonKind.DELAYS: Sentence("holds out as long as possible"),
    ReasonKind.ESTIMATE: Sentence("looks best (estimate)"),
}
"""What is said of a reason unless one of the following says it better."""
_OF_GOMOKU: Final = {
    ReasonKind.OPEN_FOUR: Sentence("makes an open four ({lines})"),
    ReasonKind.FOUR_THREE: Sentence("makes a four and an open three at once ({lines})"),
    ReasonKind.DOUBLE_THREE: Sentence("makes two open threes ({lines})"),
    ReasonKind.STOPS_OPEN_FOUR: Sentence("stops an open four ({lines})"),
    ReasonKind.STOPS_FOUR_THREE: Sentence("stops a four with an open three ({lines})"),
    ReasonKind.STOPS_DOUBLE_THREE: Sentence("stops two open threes ({lines})"),
    ReasonKind.STOPS_OPEN_THREE: Sentence("stops the open three {lines}"),
    ReasonKind.OPEN_THREE: Sentence("makes an open three ({lines})"),
    ReasonKind.PREVENTS_OPEN_THREE: Sentence("keeps them from an open three ({lines})"),
    ReasonKind.FOUR: Sentence("makes a four ({lines})"),
    ReasonKind.STOPS_FOUR: Sentence("keeps them from a four ({lines})"),
}
"""With five in a row: the words of gomoku."""
# Translators: {count} stones in a row with a free cell at both ends.
_OPEN_ROW: Final = forms(
    "makes {count} in a row, open at both ends", "makes {count} in a row, open at both ends"
)
_STOPS_OPEN_ROW: Final = forms(
    "keeps them from {count} in a row, open at both ends",
    "keeps them from {count} in a row, open at both ends",
)
# Translators: {line} is such as “columns 3-4-5-6”.
_ADDS: Final = Sentence("adds to {line}: two more complete it")
# Translators: across, down, or diagonally.
_DIRECTIONS: Final = Sentence("lines up with {cells} in different directions")
_STOPS_DIRECTIONS: Final = Sentence("gets in the way of {cells} in different directions")
_BUILDS: Final = Sentence("builds lines with {cells}")
_STOPS_BUILDING: Final = Sentence("gets in the way of {cells}")
_BUILDS_WITH_DISC: Final = Sentence("builds lines with the disc in column {column}")
_STOPS_BUILDING_DISC: Final = Sentence("gets in the way of their disc in column {column}")
# Translators: {columns} are numbers of columns with discs, as in “builds lines with the discs in
# columns 3, 4”.
_BUILDS_WITH_DISCS: Final = forms(
    "builds lines with the discs in column {columns}",
    "builds lines with the discs in columns {columns}",
)
_STOPS_BUILDING_DISCS: Final = forms(
    "gets in the way of their discs in column {columns}",
    "gets in the way of their discs in columns {columns}",
)
_CENTRE: Final = Sentence("takes the centre")
_NEAR_CENTRE: Final = Sentence("plays near the centre")
_MIDDLE_COLUMN: Final = Sentence("plays in the middle column, which most lines cross")
_NEAR_MIDDLE_COLUMN: Final = Sentence("stays near the middle column, which most lines cross")
_PREVENTS: Final = Sentence("prevents two threats at once (at {cells})")
_PREVENTS_BY_FORCE: Final = Sentence("prevents two threats at once: they must answer at {cells}")
_PAIRS: Final = Sentence(
    "stops all their lines once you get {one} or {other}: they can't take both"
)
_NO_LINES_LEFT: Final = Sentence("leaves them no line to complete")
_OPEN_LINES: Final = forms(
    "lies on {count} line still open to you", "lies on {count} lines still open to you"
)
_MOST_LINES: Final = forms(
    "lies on {count} open line, more than any other cell",
    "lies on {count} open lines, more than any other cell",
)
_CLOSES_LINES: Final = forms("blocks {count} of their lines", "blocks {count} of their lines")
_LEAVES: Final = forms(
    "leaves them {count} move that completes no line",
    "leaves them {count} moves that complete no line",
)
_LEAVES_NONE: Final = Sentence("leaves them only moves that complete a line")
_MISERE_AVOIDS: Final = Sentence("stays off {cells}, which would complete a line and lose")

ONE_SIDED: Final = frozenset(
    {
        ReasonKind.STOPS_OPEN_FOUR,
        ReasonKind.STOPS_DOUBLE_THREAT,
        ReasonKind.STOPS_STACKED_THREATS,
        ReasonKind.PREVENTS_FORK,
        ReasonKind.STOPS_DOUBLE_THREE,
        ReasonKind.ZUGZWANG,
        ReasonKind.HANGING_THREAT,
        ReasonKind.STOPS_HANGING_THREAT,
        ReasonKind.AVOIDS,
        ReasonKind.PREVENTS_OPEN_THREE,
        ReasonKind.STOPS_FORK_NEXT,
        ReasonKind.STOPS_FOUR,
        ReasonKind.NO_LINES_LEFT,
        ReasonKind.PAIRS,
        ReasonKind.WAITING_THREAT,
        ReasonKind.STOPS_BUILDING,
        ReasonKind.FOLLOWS_UP,
        ReasonKind.LEAVES,
        ReasonKind.OPEN_LINES,
        ReasonKind.CLOSES_LINES,
    }
)
"""What is told to whoever makes the move: in words such as “they” for the other side."""


def reason_words(rules: Rules, reason: Reason, style: BoardStyle = BoardStyle.EMOJI) -> str:
    """What a move does, such as “blocks 1-2-3”, without a full stop."""
    if (special := _SPECIAL.get(reason.kind)) is not None:
        return special(rules, reason, style)
    named = _OF_GOMOKU if rules.goal == _GOMOKU and not rules.gravity else _PLAIN
    sentence = named.get(reason.kind) or _PLAIN[reason.kind]
    return sentence.format(
        lines=named_lines(rules, reason.lines, style), cells=_cells(rules, reason.tiles, style)
    )


def cell_name(rules: Rules, tile: int, style: BoardStyle = BoardStyle.EMOJI) -> str:
    """The name of a cell: that of its move, or with gravity its column and row."""
    if not rules.gravity:
        return move_name(rules, tile, style)
    named = _CELL_OF_CUBE if rules.variant is Variant.CUBE else _CELL
    return named.format(column=(tile - 1) % rules.columns + 1, row=_row_of(rules, tile))


def named_lines(rules: Rules, lines: Iterable[tuple[int, ...]], style: BoardStyle) -> str:
    """Where some lines lie, such as “1-5-9 + 7-8-9”; of many the first two."""
    named = [line_place(rules, line, style) for line in list(lines)[:_NAMED_LINES]]
    return listed(dict.fromkeys(named), _BETWEEN_LINES)


def line_place(rules: Rules, tiles: tuple[int, ...], style: BoardStyle = BoardStyle.EMOJI) -> str:
    """Where a line lies: its tiles, or with gravity its columns, its row and its direction.

    No two of them have one name: of a column only the top can be meant.
    """
    tiles = in_order(rules, tiles)
    if not rules.gravity:
        if len(tiles) > _LONG:
            return "…".join(line_name(rules, [tile], style) for tile in (tiles[0], tiles[-1]))
        return line_name(rules, tiles, style)
    places = [((tile - 1) % rules.columns + 1, _row_of(rules, tile)) for tile in tiles]
    if rules.flat:
        places.sort()
    (first, row), (last, end) = places[0], places[-1]
    if first == last:
        return _COLUMN.format(column=first)
    names = [str(column) for column, _ in places]
    names = [names[0], "…", names[-1]] if len(names) > _LONG else names
    if rules.variant is Variant.CUBE:
        ways = _ROW_OF_CUBE, _RISING_IN_CUBE, _FALLING_IN_CUBE
    else:
        ways = _ROW, _RISING, _FALLING
    way = ways[0 if row == end else 1 if row < end else 2]
    return way.format(columns="-".join(names), row=row)


def _row_of(rules: Rules, tile: int) -> int:
    """The row of a tile, counted from the bottom."""
    return rules.rows - (tile - 1) // rules.columns


def line_places(rules: Rules, reason: Reason, style: BoardStyle = BoardStyle.EMOJI) -> str:
    """Where the lines of a reason lie, such as “1-5-9 + 7-8-9”."""
    return named_lines(rules, reason.lines or (reason.tiles,), style)


def _cells(rules: Rules, tiles: Iterable[int], style: BoardStyle) -> str:
    named = [cell_name(rules, tile, style) for tile in list(tiles)[:_NAMED_CELLS]]
    return listed(named[:_NAMED_LINES], _BETWEEN_LINES) if rules.gravity else listed(named)


def _moves(rules: Rules, moves: Iterable[int], style: BoardStyle) -> str:
    named = [move_name(rules, move, style) for move in moves]
    return listed([*named[:_NAMED_CELLS], "…"] if len(named) > _NAMED_MOVES else named)


def _open_four(rules: Rules, reason: Reason, style: BoardStyle) -> str:
    stops = reason.kind is ReasonKind.STOPS_OPEN_FOUR
    if rules.goal == _GOMOKU and not rules.gravity:
        return _OF_GOMOKU[reason.kind].format(lines=named_lines(rules, reason.lines, style))
    return plural(rules.goal - 1, *(_STOPS_OPEN_ROW if stops else _OPEN_ROW))


def _wins(rules: Rules, reason: Reason, style: BoardStyle) -> str:
    return _PLAIN[ReasonKind.WINS].format(lines=line_name(rules, reason.tiles, style))


def _blocks(rules: Rules, reason: Reason, style: BoardStyle) -> str:
    lines = reason.lines or (reason.tiles,)
    return _BLOCKS.format(lines=named_lines(rules, lines, style))


def _prevents(rules: Rules, reason: Reason, style: BoardStyle) -> str:
    if reason.lines:
        forced = [line[0] for line in reason.lines]
        return _PREVENTS_BY_FORCE.format(cells=_cells(rules, forced, style))
    return _PREVENTS.format(cells=_cells(rules, reason.tiles, style))


def _avoids(rules: Rules, reason: Reason, style: BoardStyle) -> str:
    sentence = _MISERE_AVOIDS if rules.misere else _PLAIN[ReasonKind.AVOIDS]
    return sentence.format(cells=_moves(rules, reason.tiles, style))


def _pairs(rules: Rules, reason: Reason, style: BoardStyle) -> str:
    (pair,) = reason.lines
    one, other = (cell_name(rules, tile, style) for tile in pair)
    return _PAIRS.format(one=one, other=other)


def _building(rules: Rules, reason: Reason, style: BoardStyle) -> str:
    builds = reason.kind is ReasonKind.BUILDS
    if reason.count > 1 and not rules.gravity and len(reason.tiles) <= _NAMED_CELLS:
        words = _DIRECTIONS if builds else _STOPS_DIRECTIONS
        return words.format(cells=_cells(rules, reason.tiles, style))
    if not rules.gravity:
        sentence = _BUILDS if builds else _STOPS_BUILDING
        return sentence.format(cells=_cells(rules, reason.tiles, style))
    columns = sorted({(tile - 1) % rules.columns + 1 for tile in reason.tiles})
    if len(reason.tiles) == 1:
        return (_BUILDS_WITH_DISC if builds else _STOPS_BUILDING_DISC).format(column=columns[0])
    discs = _BUILDS_WITH_DISCS if builds else _STOPS_BUILDING_DISCS
    return plural(len(columns), *discs, columns=listed(map(str, columns)))


def _row(rules: Rules, reason: Reason, style: BoardStyle) -> str:
    return _ADDS.format(line=line_place(rules, reason.lines[0], style))


def _centre(rules: Rules, reason: Reason, _style: BoardStyle) -> str:
    if rules.gravity:
        return str(_MIDDLE_COLUMN if reason.tiles else _NEAR_MIDDLE_COLUMN)
    return str(_CENTRE if reason.tiles else _NEAR_CENTRE)


def _no_lines_left(_rules: Rules, _reason: Reason, _style: BoardStyle) -> str:
    return str(_NO_LINES_LEFT)


def _open_lines(_rules: Rules, reason: Reason, _style: BoardStyle) -> str:
    return plural(reason.count, *(_MOST_LINES if reason.tiles else _OPEN_LINES))


def _closes_lines(_rules: Rules, reason: Reason, _style: BoardStyle) -> str:
    return plural(reason.count, *_CLOSES_LINES)


def _leaves(_rules: Rules, reason: Reason, _style: BoardStyle) -> str:
    return plural(reason.count, *_LEAVES) if reason.count else str(_LEAVES_NONE)


_SPECIAL: Final[dict[ReasonKind, Callable[[Rules, Reason, BoardStyle], str]]] = {
    ReasonKind.WINS: _wins,
    ReasonKind.BLOCKS: _blocks,
    ReasonKind.OPEN_FOUR: _open_four,
    ReasonKind.STOPS_OPEN_FOUR: _open_four,
    ReasonKind.PREVENTS_FORK: _prevents,
    ReasonKind.AVOIDS: _avoids,
    ReasonKind.PAIRS: _pairs,
    ReasonKind.BUILDS: _building,
    ReasonKind.STOPS_BUILDING: _building,
    ReasonKind.ROW: _row,
    ReasonKind.CENTRE: _centre,
    ReasonKind.NO_LINES_LEFT: _no_lines_left,
    ReasonKind.OPEN_LINES: _open_lines,
    ReasonKind.CLOSES_LINES: _closes_lines,
    ReasonKind.LEAVES: _leaves,
}
"""The reasons whose sentence has a number or depends on more than its kind."""
