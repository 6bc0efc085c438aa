"""The buttons under a board: moves if they fit, and actions such as hint or undo."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Final

import discord
from discord import ui

from bot.edge.buttons import (
    BOARD_REF,
    FINGERPRINT,
    BoardRef,
    Button,
    Labelled,
    button,
    custom_ids,
    view_of,
)
from bot.edge.sending.answers import Interaction
from bot.match.session import BoardStyle, Session, matches
from bot.show.emoji import NO_EMOJI, fill_tokens
from bot.show.style import (
    BUTTON_ROW,
    LAID_OUT_ROWS,
    MOVE_ROWS,
    BoardFormat,
    board_format,
    button_rows,
    has_buttons,
    has_intersections,
    mark,
    move_names,
)
from bot.show.text import words
from engine import Side


class BoardAction(Labelled):
    """What a button under a board does, unless it is a move."""

    WRITE = "write", words.WRITE
    PAD = "pad", words.PAD
    HINT = "hint", words.HINT
    UNDO = "undo", words.UNDO
    BOARD = "board", words.BOARD
    RESIGN = "resign", words.RESIGN
    SURELY_RESIGN = "surely", words.RESIGN
    RESIGN_MATCH = "allgames", words.RESIGN_MATCH
    REMATCH = "rematch", words.REMATCH
    NEXT = "next", words.NEXT_GAME
    SWAP = "swap", words.SWAP
    BLACK = "black", words.BLACK
    WHITE = "white", words.WHITE
    MORE = "more", words.TWO_MORE
    COUNT = "count", words.COUNT
    REVIEW = "review", words.REVIEW
    REPLAY = "replay", words.REPLAY
    EASIER = "easier", words.EASIER
    HARDER = "harder", words.HARDER
    OPEN = "open", words.OPEN
    MENU = "menu", words.OTHER
    CHANGE = "change", words.CHANGE


MOVE_ID: Final = rf"ttt:move:{BOARD_REF}:(?P<move>[0-9]+){FINGERPRINT}"
"""The id of a button for a move: the game, the ply, the move, and the fingerprint."""
_ACTION_ID: Final = (
    rf"ttt:(?:{'|'.join(act.value for act in BoardAction)}):{BOARD_REF}{FINGERPRINT}"
)
"""The id of a button for any action: the action, the game, the ply, and the fingerprint."""
OFFER_ID: Final = rf"ttt:offer:(?P<word>yes|no):(?P<kind>draw|undo|stop):{BOARD_REF}{FINGERPRINT}"
"""The id of a button that answers an offer: yes or no, the kind of offer, and the board."""
YES: Final = "yes"
_NO: Final = "no"

_STYLES: Final = {
    BoardAction.WRITE: discord.ButtonStyle.primary,
    BoardAction.BLACK: discord.ButtonStyle.primary,
    BoardAction.WHITE: discord.ButtonStyle.primary,
    BoardAction.MORE: discord.ButtonStyle.primary,
    BoardAction.SURELY_RESIGN: discord.ButtonStyle.danger,
    BoardAction.RESIGN_MATCH: discord.ButtonStyle.danger,
    BoardAction.REMATCH: discord.ButtonStyle.primary,
    BoardAction.NEXT: discord.ButtonStyle.primary,
}
_DRAWN: Final = frozenset((BoardFormat.TILES, BoardFormat.IMAGE))
_DRAWN_O: Final = "🔵"
"""O on a button where the board draws it in blue: the emoji of Unicode for it is red."""
_LARGE: Final = (BoardAction.WRITE, BoardAction.PAD)
"""The ways to move on a board that has too many tiles for buttons."""
_LEVELS: Final = (BoardAction.EASIER, BoardAction.HARDER)
_WHILE_ON: Final = (BoardAction.HINT, BoardAction.UNDO, BoardAction.BOARD, BoardAction.RESIGN)
_WHILE_LAYING: Final = (BoardAction.UNDO, BoardAction.BOARD, BoardAction.RESIGN)
_WITHOUT_HELP: Final = (BoardAction.BOARD, BoardAction.RESIGN)


def action_id(act: BoardAction) -> str:
    """The pattern of the id of a button for one action: the game, the ply, and the fingerprint."""
    return rf"ttt:{act.value}:{BOARD_REF}{FINGERPRINT}"


def board_rows(
    session: Session, *, pages: bool = False, laid_out: bool = False
) -> list[list[Button]]:
    """The buttons under a board in rows: one for each tile too, where these are `laid_out`.

    With `pages` there is one that opens its page: in place of the one that shows it again.
    """
    ref = BoardRef.of(session)
    if session.ending is not None:
        opens = (BoardAction.OPEN,) if pages else ()
        after = [action_button(ref, act) for act in (*_acts_after(session), *opens)]
        return [after] if after else []
    moves = list(_move_rows(session, ref, laid_out=laid_out))
    shown = BoardAction.OPEN if pages else BoardAction.BOARD
    rows = [
        [action_button(ref, shown if act is BoardAction.BOARD else act) for act in row]
        for row in _action_rows(session, full=len(moves) >= MOVE_ROWS, pages=pages)
    ]
    if len(moves) < 2 or not session.rules.gravity:
        return [*moves, *rows]
    flow = chain(*moves, *rows)  # in fewer rows: on a phone the board stays in sight above them
    return list(iter(lambda: list(islice(flow, BUTTON_ROW)), []))


def page_rows(session: Session, *, yours: bool) -> list[list[Button]]:
    """The buttons beside a board that is touched to move, in rows, for one of its players.

    Only who is to move (`yours`) may choose a colour, or take the first move over.
    """
    if session.ending is not None:
        return board_rows(session)
    ref = BoardRef.of(session)
    chosen = [BoardAction[choice.name] for choice in session.choices] if yours else []
    rows = [chosen, *_action_rows(session, full=False)]
    left = frozenset() if yours else frozenset((BoardAction.SWAP,))
    return [[action_button(ref, act) for act in row if act not in left] for row in rows if row]


def offer_view(session: Session) -> ui.View:
    """The buttons under the offer that stands."""
    assert session.offer is not None, "an offer stands"
    ref = BoardRef.of(session)
    made = f"{session.offer.kind.value}:{ref.game}:{ref.ply}{ref.suffix}"
    yes = button(words.ACCEPT, f"ttt:offer:{YES}:{made}", discord.ButtonStyle.success)
    return view_of([yes, button(words.DECLINE, f"ttt:offer:{_NO}:{made}")])


def board_ref(message: discord.Message) -> BoardRef | None:
    """The board that a message shows, read from its buttons. None if it has no such buttons."""
    matches = (re.fullmatch(_ACTION_ID, id_) for id_ in custom_ids(message))
    return next((BoardRef.read(match) for match in matches if match), None)


def is_private(press: Interaction) -> bool:
    """Whether a button was pressed under a message for one person alone, which is not a board.

    Where a server hides the answers of apps from others, boards are for one person alone too.
    """
    pressed = press.message
    return pressed is not None and pressed.flags.ephemeral and board_ref(pressed) is None


def action_button(ref: BoardRef, act: BoardAction) -> Button:
    """The button for an action on one board."""
    custom_id = f"ttt:{act.value}:{ref.game}:{ref.ply}{ref.suffix}"
    return button(act.label, custom_id, _STYLES.get(act, discord.ButtonStyle.secondary))


def _acts(session: Session) -> tuple[BoardAction, ...]:
    """The actions that a board offers, for one row of buttons; others are in its menu."""
    acts = _first_acts(session)
    return acts if len(acts) == BUTTON_ROW else (*acts, BoardAction.MENU)


def _first_acts(session: Session) -> tuple[BoardAction, ...]:
    if session.fixture is not None:
        swap = (BoardAction.SWAP,) if session.can_swap else ()
        return (BoardAction.BOARD, BoardAction.RESIGN, *swap)
    if session.voting:
        return (*_WHILE_ON, BoardAction.COUNT)
    acts: tuple[BoardAction, ...] = _WHILE_LAYING if session.is_laying else _WHILE_ON
    if session.strict:
        acts = _WITHOUT_HELP
    return (*acts, BoardAction.SWAP) if session.can_swap and not session.bot_to_move else acts


def _action_rows(
    session: Session, *, full: bool, pages: bool = False
) -> Iterator[tuple[BoardAction, ...]]:
    """The rows of actions. A newcomer may change the level too.

    On a full message these two replace buttons that have a command and are not missed in a first
    game: the board is fresh, and before the first move there is nothing to undo. Where `pages` are
    opened in place of showing the board again, that stays, and a newcomer can resign there.
    """
    acts = _acts(session)
    if not session.newcomer:
        yield acts
    elif not full:
        yield acts
        yield _LEVELS
    else:
        least = BoardAction.RESIGN if pages else BoardAction.BOARD
        lost = {least, BoardAction.UNDO if BoardAction.SWAP in acts else None}
        kept = [act for act in acts if act not in {*lost, BoardAction.MENU}]
        yield (*kept, *_LEVELS, *((BoardAction.MENU,) if len(kept) + 2 < BUTTON_ROW else ()))


def _acts_after(session: Session) -> tuple[BoardAction, ...]:
    """The actions that the board of a finished game offers. Without moves nothing can be shown."""
    past = (BoardAction.REVIEW, BoardAction.REPLAY) if session.position.moves else ()
    again: tuple[BoardAction, ...] = (BoardAction.REMATCH,) if session.may_repeat else ()
    if matches.goes_on(session):
        again = (BoardAction.NEXT,)
    return past if session.fixture is not None else (*past, *again, BoardAction.CHANGE)


def _move_rows(session: Session, ref: BoardRef, *, laid_out: bool) -> Iterator[list[Button]]:
    """A button for each choice, tile or column if they fit, else those of a large board."""
    if session.bot_to_move:
        return
    if session.choices:
        yield [action_button(ref, BoardAction[choice.name]) for choice in session.choices]
        return
    if not has_buttons(session.rules, laid_out=laid_out):
        yield [action_button(ref, act) for act in _LARGE]
        return
    prefix, suffix = f"ttt:move:{ref.game}:{ref.ply}", ref.suffix
    buttons = move_buttons(session, lambda move: f"{prefix}:{move}{suffix}")
    for row in button_rows(session.rules, LAID_OUT_ROWS if laid_out else MOVE_ROWS):
        yield [buttons[move] for move in row]


def move_buttons(
    session: Session, id_of: Callable[[int], str], moves: Iterable[int] | None = None
) -> dict[int, Button]:
    """A button for each move, or for some of them, with the id that `id_of` makes of it."""
    rules, style = session.rules, session.style
    wanted = rules.moves if moves is None else moves
    stones, legal = _stones(session), frozenset(session.position.legal)
    return {
        move: _move(name, style, stones.get(move), move in legal, id_of(move))
        for move, name in move_names(rules, wanted, style).items()
    }


def _move(name: str, style: BoardStyle, stone: str | None, free: bool, custom_id: str) -> Button:
    if stone is None:
        look = discord.ButtonStyle.primary if free else discord.ButtonStyle.secondary
        return ui.Button(label=name, style=look, disabled=not free, custom_id=custom_id)
    if style is BoardStyle.TEXT:
        return ui.Button(label=stone, disabled=True, custom_id=custom_id)
    return ui.Button(emoji=stone, disabled=True, custom_id=custom_id)


def _stones(session: Session) -> dict[int, str]:
    """The mark on each occupied tile; empty with gravity, where buttons are columns.

    Always a Unicode emoji: Discord refuses a message that has a button with a deleted emoji.
    """
    if session.rules.gravity:
        return {}
    rules, style = session.rules, session.style
    marks = {side: fill_tokens(mark(rules, style, side), NO_EMOJI) for side in Side}
    if board_format(rules, style) in _DRAWN and not has_intersections(rules):
        marks[Side.O] = _DRAWN_O
    return {tile: marks[side] for tile, side in session.position.laid.items()}
