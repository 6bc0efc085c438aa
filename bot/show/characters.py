"""Boards made of characters: with emoji of the application or of Unicode, or as plain text.

Plain text is for screen readers, and for boards that emoji cannot show:

       a b c d
     1 . . X .
     2 . O[X]O

Brackets mark stones. A bracket replaces the space between two tiles, so that a row of 19
tiles stays narrow. A `|` stands between two marked neighbours. A `*` is a recommended move, a `#`
a tile that X may not play in renju. A small letter is a mark that goes with the next move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count, pairwise
from typing import Final

from bot.match.session import BoardStyle
from bot.show.emoji import (
    BEST_MOVE,
    FORBIDDEN,
    KEYCAP,
    PLAYED_MOVE,
    RECOMMENDED,
    Highlight,
    Symbol,
    TileEmoji,
    plain_stone,
    stone,
    verdict_tile,
)
from bot.show.overlay import NOTHING, Overlay
from bot.show.style import BoardFormat, board_format, move_notation
from engine import PRESETS, Position, Rules, Side, column_letter, sheet_of


def board(
    position: Position,
    style: BoardStyle = BoardStyle.EMOJI,
    overlay: Overlay = NOTHING,
) -> str:
    """The board as text for a message: at most 1,000 characters and 189 emoji.

    A board with tokens of `bot.show.emoji` is longer after the tokens are filled. For the
    image styles this is the text to show instead of the image. The overlay's lines are not
    shown; its recommended move is, unless it has a mark.
    """
    match board_format(position.rules, style):
        case BoardFormat.TILES:
            return tiles(position, overlay)
        case BoardFormat.KEYCAPS:
            return keycaps(position, overlay)
        case BoardFormat.DISCS:
            return discs(position, overlay)
        case BoardFormat.LETTERS:
            return letters(position, overlay)
        case BoardFormat.CODE:
            return code(position, overlay)
        case BoardFormat.IMAGE:
            return board(position, BoardStyle.EMOJI, overlay)


def shown_mark(mark: str, rules: Rules, style: BoardStyle) -> str:
    """The emoji of an overlay as the board shows it: itself, a token, or a letter."""
    match board_format(rules, style):
        case BoardFormat.CODE if style is not BoardStyle.TEXT:  # that has no board with letters
            return f"`{LETTERS[mark]}`"
        case BoardFormat.TILES | BoardFormat.IMAGE:
            return verdict_tile(mark).token
        case _:
            return mark


GAP: Final = "\u2003"
"""An em space: the gap between two layers of emoji."""


def rows_of_tiles(rules: Rules) -> Iterator[list[tuple[int, ...]]]:
    """The tiles of each row, from the top, cut where layers end; an empty row between layers."""
    sheet = sheet_of(rules)
    layer = sheet.layer or max(sheet.rows, sheet.columns)
    for number, row in enumerate(sheet.tiles):
        if number and number % layer == 0:
            yield []
        yield [row[at : at + layer] for at in range(0, len(row), layer)]


def _joined(rules: Rules, shown: Mapping[int, str]) -> list[str]:
    """The rows of a board of emoji."""
    return [
        GAP.join("".join([shown[tile] for tile in part]) for part in parts)
        for parts in rows_of_tiles(rules)
    ]


def marked_tiles(position: Position) -> frozenset[int]:
    """The tiles of the line that ended the game, or else of the last stone.

    Empty before the first move.
    """
    if position.outcome is not None and position.outcome.line:
        return frozenset(position.outcome.line)
    return frozenset(position.tiles[-1:])


Stones = Callable[[Rules, Side, Highlight], TileEmoji]
"""What a stone of a side looks like."""


def squares(
    position: Position,
    marks: Mapping[int, str],
    *,
    numbered: bool,
    stones: Stones = stone,
) -> dict[int, TileEmoji]:
    """Return the emoji of each tile, by tile number.

    With `numbered` free tiles show their numbers, with gravity those of columns. `marks` maps some
    legal moves to emoji of `verdict_mark`. With gravity they are shown where the disc would land.
    """
    rules = position.rules
    free = Symbol.HOLE if rules.gravity else Symbol.FREE
    shown = {
        tile: TileEmoji(free, number=tile if numbered and not rules.gravity else None)
        for tile in range(1, rules.cells + 1)
    }
    if numbered and rules.gravity:
        landings = {position.landing(move): move for move in position.legal}
        shown |= {tile: TileEmoji(Symbol.FREE, number=move) for tile, move in landings.items()}
    shown |= {position.landing(move): verdict_tile(mark) for move, mark in marks.items()}
    marked = marked_tiles(position)
    look = Highlight.WON if position.outcome and position.outcome.line else Highlight.LAST
    for tile, side in position.laid.items():
        shown[tile] = stones(rules, side, look if tile in marked else Highlight.NONE)
    if (fading := position.fading) is not None:
        shown[fading] = stones(rules, position.side, Highlight.FADING)
    return shown


def tiles(position: Position, overlay: Overlay) -> str:
    """The board as number tiles and marks, or with gravity as discs under column numbers.

    It consists of tokens of `bot.show.emoji`, and is for boards that have a
    `bot.show.emoji.placement`. Verdicts are shown on the tiles, with gravity where a disc would
    land; so has a recommended move a light bulb, and a foul its sign.
    """
    rules, marks = position.rules, overlay.marks
    headed = rules.gravity and not sheet_of(rules).layer
    shown = squares(position, marks, numbered=not headed)
    signs = {tile: square.token for tile, square in shown.items()}
    signs |= {tile: FORBIDDEN for tile in position.fouls if tile not in marks}
    if (ghost := overlay.ghost(position)) is not None:
        signs[ghost] = RECOMMENDED  # of Unicode: it needs no upload, and is as wide as the others
    rows = _joined(rules, signs)
    numbers = [TileEmoji(Symbol.FREE, number=column).token for column in rules.moves]
    return "\n".join(("".join(numbers), *rows) if headed else rows)


def _landed(position: Position, marks: Mapping[int, str]) -> dict[int, str]:
    """Marks of moves by the tiles where they land."""
    return {position.landing(move): mark for move, mark in marks.items()}


_FREE_TILE: Final = "⬜"
_FREE_HOLE: Final = TileEmoji(Symbol.HOLE).plain
_STONES: Final = {
    rules.gravity: {
        side: (plain_stone(rules, side), plain_stone(rules, side, Highlight.LAST)) for side in Side
    }
    for rules in (PRESETS["tictactoe"], PRESETS["connect4"])
}
"""The stones of X and of O, each without and with a highlight. A free hole has another shape."""
_NOT_A_FLAG: Final = "\u200b"
"""A zero-width space. It keeps two regional indicators from becoming a flag."""


def keycaps(position: Position, overlay: Overlay) -> str:
    """Marks on keycaps, for boards of up to 10 tiles."""
    free = dict(zip(position.rules.moves, KEYCAP, strict=False))
    return "\n".join(_emoji_rows(position, free | dict(overlay.marks), overlay))


def discs(position: Position, overlay: Overlay) -> str:
    """Discs under the column numbers, with the marks of the overlay where a disc would land."""
    rules = position.rules
    free, landed = dict.fromkeys(range(1, rules.cells + 1), _FREE_HOLE), overlay.marks
    if sheet_of(rules).layer:  # no column has a place above it: its number is where a disc lands
        free |= {position.landing(move): KEYCAP[move - 1] for move in position.legal}
        return "\n".join(_emoji_rows(position, free | _landed(position, landed), overlay))
    rows = _emoji_rows(position, free | _landed(position, landed), overlay)
    return "\n".join(("".join(KEYCAP[: rules.columns]), *rows))


def letters(position: Position, overlay: Overlay) -> str:
    """Marks on blank tiles, with column letters above and a row number at the end of each row."""
    free = dict.fromkeys(position.rules.moves, _FREE_TILE)
    free |= dict.fromkeys(position.fouls, FORBIDDEN)
    rows = _emoji_rows(position, free | dict(overlay.marks), overlay)
    numbers = map(str, count(1))
    numbered = (f"{row} {next(numbers)}" if row else "" for row in rows)
    return "\n".join((_letter_header(position.rules), *numbered))


def _emoji_rows(position: Position, free: dict[int, str], overlay: Overlay) -> list[str]:
    """The rows of a board: stones, else the recommended move, else what stands on free tiles."""
    rules, special, shown = position.rules, marked_tiles(position), free
    if overlay.move is not None and (ghost := overlay.ghost(position)) is not None:
        shown[ghost] = RECOMMENDED
    stones = _STONES[rules.gravity]
    shown |= {tile: stones[side][tile in special] for tile, side in position.laid.items()}
    if position.fading is not None:
        shown[position.fading] = plain_stone(rules, position.side, Highlight.FADING)
    return _joined(rules, shown)


def _letter_header(rules: Rules) -> str:
    first = ord("🇦") - ord("a")
    return GAP.join(
        _NOT_A_FLAG.join(chr(first + ord(letter)) for letter in part) for part in _lettered(rules)
    )


def _lettered(rules: Rules) -> Iterator[str]:
    """The letters of the columns, layer by layer."""
    letters = "".join(map(column_letter, range(1, sheet_of(rules).columns + 1)))
    layer = sheet_of(rules).layer or len(letters)
    for at in range(0, len(letters), layer):
        yield letters[at : at + layer]


LETTERS: Final = {
    "👍": "W",
    "🤝": "D",
    "👎": "L",
    "❔": "?",
    BEST_MOVE: "B",
    PLAYED_MOVE: "P",
}
"""Each verdict as one letter: win, draw, loss, or only estimated. Then the best and the played
move."""
_RECOMMENDED: Final = "*"
_FORBIDDEN: Final = "#"
_FREE: Final = "."
_SEPARATORS: Final = {
    (False, False): " ",
    (False, True): "[",
    (True, False): "]",
    (True, True): "|",
}


def code(position: Position, overlay: Overlay) -> str:
    """The board as a code block."""
    marks = {move: LETTERS[emoji] for move, emoji in overlay.marks.items()}
    ghost = overlay.ghost(position)
    signs = dict.fromkeys(position.fouls, _FORBIDDEN)
    signs |= {} if ghost is None else {ghost: _RECOMMENDED}
    lines = "\n".join(line.rstrip() for line in _lines(position, marks, signs))
    return f"```\n{lines}\n```"


def _lines(position: Position, marks: Mapping[int, str], signs: Mapping[int, str]) -> list[str]:
    """The lines of the board, with marks on moves and other signs on tiles."""
    rules = position.rules
    match move_notation(rules):
        case "column":
            shown = {**_landed(position, marks), **signs}
            if sheet_of(rules).layer:
                numbers = {position.landing(move): str(move) for move in position.legal}
                return _text_rows(position, numbers | shown)
            return [*_column_numbers(rules), *_text_rows(position, shown)]
        case "number":
            return _text_rows(
                position, {**{tile: str(tile) for tile in rules.moves}, **marks, **signs}
            )
        case "coordinate":
            letters = "  ".join(f"{' '.join(part)} " for part in _lettered(rules))
            beside, width = count(1), len(str(sheet_of(rules).rows))
            rows = _text_rows(position, {**marks, **signs})
            numbered = (f"{next(beside):{width}}{row}" if row else "" for row in rows)
            return [f"{'':{width}} {letters}", *numbered]


def _column_numbers(rules: Rules) -> list[str]:
    """The column numbers. A number of two digits is written downwards."""
    numbers = [f"{column:{len(str(rules.columns))}}" for column in rules.moves]
    return [f" {' '.join(digits)}" for digits in zip(*numbers, strict=True)]


def _text_rows(position: Position, free: Mapping[int, str]) -> list[str]:
    special = marked_tiles(position)

    signs = {tile: _sign(position, tile, free) for tile in range(1, position.rules.cells + 1)}
    width = max(map(len, signs.values()))

    def row(tiles: tuple[int, ...]) -> str:
        flags = [False, *(tile in special for tile in tiles), False]
        separators = (_SEPARATORS[pair] for pair in pairwise(flags))
        shown = (f"{signs[tile]:>{width}}" for tile in tiles)
        return "".join(map("".join, zip(separators, (*shown, ""), strict=True)))

    return [" ".join(map(row, parts)) for parts in rows_of_tiles(position.rules)]


def _sign(position: Position, tile: int, free: Mapping[int, str]) -> str:
    side = position.at(tile)
    if side and tile == position.fading:
        return side.value.lower()
    return side.value if side else free.get(tile, _FREE)
