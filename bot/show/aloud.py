"""A board in words for people who do not see it: threats, every stone once, and the free tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.match.session import BoardStyle, Crowd, Person, Session
from bot.show.style import move_name, move_notation
from bot.show.text.language import Sentence, forms, listed, marked, plural
from bot.show.text.words import fades, forbidden, player
from engine import Position, Side, column_letter, sheet_of


def completing(position: Position, side: Side) -> tuple[int, ...]:
    """The moves with which this side would complete a row, whichever side is to move.

    They are legal for the side to move; in renju O may play what is a foul of X as well.
    """
    tiles = {move: position.landing(move) for move in position.legal}
    if side is not position.side:
        freed = () if position.fading is None else (position.fading,)
        tiles |= {tile: tile for tile in (*position.fouls, *freed)}
    return tuple(sorted(move for move, tile in tiles.items() if position.line(side, tile)))


_THEY_THREATEN: Final = Sentence("They threaten {moves}.")
_YOU_THREATEN: Final = Sentence("You threaten {moves}.")
_THREATENS: Final = Sentence("{mark} threatens {moves}.")
# Translators: the stones of the listener, such as “You: 5, 1.”
_YOURS: Final = Sentence("You: {stones}.")
_THEIRS: Final = Sentence("They: {stones}.")
_STONES: Final = Sentence("{mark}: {stones}.")
# Translators: a row of a large board and the letters of its columns.
_ROW: Final = Sentence("row {row}: {columns}")
_YOU_ARE: Final = Sentence("You are {mark}.")
# Translators: {columns} is such as “3: O; 4: X O X”.
_COLUMNS: Final = Sentence("Columns from the bottom up: {columns}.")
_EMPTY: Final = Sentence("The board is empty.")
_YOUR_TURN: Final = Sentence("Your turn: {free}")
_THEIR_TURN: Final = Sentence("Their turn.")
_TURN: Final = Sentence("{mark}, your turn: {free}")
_MANY: Final = forms("{count} free tile", "{count} free tiles")
# Translators: a description of the board for one player among several.
_FOR: Final = Sentence("For {player}: {words}")

_LISTED: Final = 20
"""The most free tiles that are listed."""
_SINGLE: Final = 60
"""The most stones that are named one by one; more are named row by row."""
_MOST_THREATS: Final = 8
_THEN: Final = marked("; ")


def read_out(
    position: Position,
    me: Side | None = None,
    style: BoardStyle = BoardStyle.TEXT,
    *,
    turn: bool = True,
    threats: bool = True,
) -> str:
    """Describe a board to the player of a side, or with X and O to anybody.

    Threats come first, each stone is named once, and whose turn it is, with the forbidden and the
    free moves, comes last; that is left out without `turn`. Leave out `threats` where finding them
    is the task. Tiles are named as on the board that others see, and on its buttons, in a `style`.
    """
    over = position.outcome is not None
    sentences = [*_threats(position, me, style)] if threats and not over else []
    sentences += _stones(position, me, style)
    if turn and not over:
        turns = (fades(position, style), forbidden(position, style), _turn(position, me, style))
        sentences += filter(None, turns)
    return " ".join(sentences)


def board_aloud(session: Session) -> str:
    """The board of a match in words for the players who want that; there is at least one.

    Where another player sees a picture it says whom the words are for. When the game has ended,
    or was stopped or resigned, only the stones are named.
    """
    assert session.is_read_out, "somebody listens"
    live, style = session.ending is None, session.style
    listeners = [side for side in Side if session.seats[side].aloud]
    if session.is_opening:
        # nobody has a side yet
        return read_out(session.position, None, style, turn=False, threats=live)
    if session.is_text:
        seats = [side for side in Side if isinstance(session.seats[side].player, Person | Crowd)]
        me = seats[0] if len(seats) == 1 else None
        return read_out(session.position, me, style, turn=live, threats=live)
    side = listeners[0]
    words = read_out(session.position, side, style, turn=live, threats=live)
    alone = isinstance(session.seats[side].player, Crowd) or len(session.people) == 1
    return words if alone else _FOR.format(player=player(session, side), words=words)


def _threats(position: Position, me: Side | None, style: BoardStyle) -> Iterator[str]:
    """What each side would complete with its next move, the other side's first.

    In misère whoever completes a row loses, so it threatens nothing.
    """
    if position.rules.misere:
        return
    first = position.side.other if me is None else me.other
    for side in (first, first.other):
        if moves := completing(position, side):
            template = _THREATENS if me is None else _YOU_THREATEN if side is me else _THEY_THREATEN
            names = [move_name(position.rules, move, style) for move in moves[:_MOST_THREATS]]
            more = ["…"] if len(moves) > _MOST_THREATS else []
            yield template.format(mark=side.value, moves=listed([*names, *more]))


def _stones(position: Position, me: Side | None, style: BoardStyle) -> Iterator[str]:
    if not position.moves:
        yield str(_EMPTY)
    elif position.rules.gravity:
        if me is not None:
            yield _YOU_ARE.format(mark=me.value)
        columns = (_column(position, column) for column in position.rules.moves)
        yield _COLUMNS.format(columns=listed(filter(None, columns), _THEN))
    else:
        for side in Side if me is None else (me, me.other):
            tiles = sorted(tile for tile, whose in position.laid.items() if whose is side)
            template = _STONES if me is None else _YOURS if side is me else _THEIRS
            if tiles:
                yield template.format(mark=side.value, stones=_places(position, tiles, style))


def _places(position: Position, tiles: Sequence[int], style: BoardStyle) -> str:
    """The names of tiles; if there are many, they are grouped by row."""
    if position.ply <= _SINGLE:
        return _names(position, tiles, style)
    place = sheet_of(position.rules).place
    numbered = move_notation(position.rules, style) == "number"
    rows = (
        _ROW.format(
            row=row + 1,
            columns=" ".join(
                str(tile) if numbered else column_letter(place(tile)[1] + 1) for tile in found
            ),
        )
        for row, found in groupby(sorted(tiles, key=place), key=lambda tile: place(tile)[0])
    )
    return listed(rows, _THEN)


def _column(position: Position, column: int) -> str:
    """The discs of a column; "" if it is empty."""
    rules = position.rules
    bottom = column + (rules.rows - 1) * rules.columns
    discs = (position.at(tile) for tile in range(bottom, 0, -rules.columns))
    marks = " ".join(disc.value for disc in discs if disc)
    return f"{column}: {marks}" if marks else ""


def _turn(position: Position, me: Side | None, style: BoardStyle) -> str:
    if me is not None and position.side is not me:
        return str(_THEIR_TURN)
    legal = position.legal
    names = " ".join(move_name(position.rules, move, style) for move in legal)
    free = names if len(legal) <= _LISTED else plural(len(legal), *_MANY)
    template = _TURN if me is None else _YOUR_TURN
    return template.format(mark=position.side.value, free=free)


def _names(position: Position, moves: Sequence[int], style: BoardStyle) -> str:
    return listed(move_name(position.rules, move, style) for move in moves)
