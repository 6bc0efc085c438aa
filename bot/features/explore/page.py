"""The message that shows a position that is explored, and its sentences."""

from __future__ import annotations

from typing import Final

from bot.features.explore.values import Exploration, ExploredMove
from bot.match.session import BoardStyle
from bot.show import text
from bot.show.emoji import NO_EMOJI, OwnedEmoji, max_length, verdict_tile
from bot.show.overlay import NOTHING, judged, verdict_mark
from bot.show.page import Page, board_parts, compose_page
from bot.show.style import mark, move_name
from bot.show.text.language import Sentence, forms, listed, marked, plural
from bot.show.text.words import command, title
from engine import Position, encode_game

TO_START: Final = marked("To the start")
PLAY_ON: Final = marked("Play from here")
# Translators: the label of a menu of moves.
OTHERS: Final = marked("Other moves…")

_ROOM: Final = 600
"""The most characters of the table. A board and the other words need the rest of a message."""
_SHOWN: Final = 7
"""The most lines of the table. Each has an emoji, and words have room for ten of them."""
_ALIKE: Final = 4
"""The most moves that are the same by symmetry that a line names: the corners of a square."""
_CODE_ROOM: Final = 200
"""The most characters of a code that is shown under a position."""
_EXAMPLE: Final = "3x3x3:5-1"

_EMPTY: Final = Sentence("🔎 **{game}** · the empty board · {mark} to move")
_AFTER: Final = forms(
    "🔎 **{game}** · after {count} move · {mark} to move",
    "🔎 **{game}** · after {count} moves · {mark} to move",
)
_OVER: Final = forms(
    "🔎 **{game}** · over after {count} move", "🔎 **{game}** · over after {count} moves"
)
# Translators: a line of a table, as “👍 4: wins in 7”.
_LINE: Final = Sentence("{sign} {moves}: {verdict}")
# Translators: as “👍 4: wins in 7 · played here 12 times: 7 won, 3 drawn, 2 lost”.
_PLAYED_LINE: Final = forms(
    "{sign} {moves}: {verdict} · played here {count} time: {wins} won, {draws} drawn, "
    "{losses} lost",
    "{sign} {moves}: {verdict} · played here {count} times: {wins} won, {draws} drawn, "
    "{losses} lost",
)
_MORE: Final = forms("and {count} more move", "and {count} more moves")
# Moves of the bot and of votes are not counted.
_NEVER: Final = Sentence(
    "Nobody here has moved from this position yet in a finished game of their own."
)
_STEP: Final = Sentence("Press a move to see what follows.")
_CODE: Final = Sentence("This position: {explore}")
_TOO_FAR: Final = Sentence(
    "This game is too long for buttons. Give a position by its code, as in {explore}"
)


def heading(position: Position, style: BoardStyle) -> str:
    """The game, how many moves were played, and whose turn it is."""
    facts = {"game": title(position.rules), "mark": mark(position.rules, style, position.side)}
    if position.outcome is not None:
        return plural(position.ply, *_OVER, game=facts["game"])
    if not position.moves:
        return _EMPTY.format(**facts)
    return plural(position.ply, *_AFTER, **facts)


def move_table(explored: Exploration, style: BoardStyle) -> str:
    """A line for each of the best and most played moves, in at most 600 characters.

    "" if the game is over. Moves that are the same by symmetry share a line. The line of the best
    move says why, in which those like it stand in brackets: its reason may name its own lines.
    """
    moves = explored.moves
    lines, named = "", 0
    for move in explored.shown(_SHOWN):
        line = _line(explored, move, style)
        if max_length(f"{lines}{line}") > _ROOM:
            break
        lines += f"{line}\n"
        named += len(move.moves)
    more = sum(len(move.moves) for move in moves) - named
    rest = plural(more, *_MORE) if more else ""
    never = str(_NEVER) if moves and not explored.played else ""
    return "\n".join(part for part in (lines.rstrip(), rest, never) if part)


def what_next(position: Position, prefix: str, *, fits: bool, on_page: bool = False) -> str:
    """How to go on, with the code of the position if it is short and can be typed.

    `fits`: there are buttons. On a page no command is typed.
    """
    code = encode_game(position)
    short = len(code) <= _CODE_ROOM
    explore = command(prefix, f"explore {code if short and fits else _EXAMPLE}")
    if not fits:
        return _TOO_FAR.format(explore=explore)
    step = str(_STEP) if position.outcome is None else ""
    named = _CODE.format(explore=explore) if short and not on_page else ""
    return " ".join(filter(None, (step, named)))


def _line(explored: Exploration, move: ExploredMove, style: BoardStyle) -> str:
    position, hint = explored.position, explored.hint
    names = [f"**{move_name(position.rules, each, style)}**" for each in move.moves[:_ALIKE]]
    if len(move.moves) > _ALIKE:
        names.append("…")
    named = listed(names)
    verdict, mark, played = text.verdict(move.verdict), verdict_mark(move.verdict), move.played
    if hint is not None and hint.explanation.move == move.moves[0]:
        verdict = text.why_best(position, hint.explanation, style)
        named = f"{names[0]} ({listed(names[1:])})" if names[1:] else names[0]
    tiles = style is BoardStyle.TILES or style.is_image
    sign = verdict_tile(mark).token if tiles else mark
    facts = {"sign": sign, "moves": named, "verdict": verdict}
    if not played.games:
        return _LINE.format(**facts)
    results = {"wins": played.wins, "draws": played.draws, "losses": played.losses}
    return plural(played.games, *_PLAYED_LINE, **facts, **results)


def explore_page(
    explored: Exploration,
    style: BoardStyle,
    prefix: str,
    *,
    owned: OwnedEmoji = NO_EMOJI,
    fits: bool = True,
    on_page: bool = False,
) -> Page:
    """The board with the verdicts of its moves on it, and the table of moves.

    `fits` is False if the position has no buttons because their ids would be too long.
    """
    position, hint = explored.position, explored.hint
    board = board_parts(position, style, NOTHING if hint is None else judged(hint))
    read_out = style is not BoardStyle.TEXT and hint is None
    return compose_page(
        owned,
        board,
        heading(position, style),
        board.words,
        text.spoken(position, style) if read_out else "",
        move_table(explored, style),
        what_next(position, prefix, fits=fits, on_page=on_page),
    )
