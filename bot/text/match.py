"""A match in words: who plays, whose turn it is, how it ended."""

from __future__ import annotations

from typing import Final

from bot.naming import has_buttons, move_name, names_tiles
from bot.session import Bot, Ending, Session
from bot.text.swap import taken_over
from bot.text.vote import vote_status
from bot.text.words import command, game_name, line_name, marked_player, player, plural
from engine import Position, Side

_HEADING: Final = "{x} \N{EN DASH} {o} · {game}"
_BOT: Final = "{player} ({level})"
_THINKING: Final = "{player} is thinking…"
_TURNS: Final = {
    "number": "{player}, your turn: type a free number.",
    "column": "{player}, your turn: type a column, 1 to {last}.",
    "coordinate": "{player}, your turn: type a tile such as {example}.",
}
_PRESSES: Final = {
    "number": "{player}, your turn: press a free tile.",
    "column": "{player}, your turn: press a column.",
    "coordinate": "{player}, your turn: press a free tile.",
}
"""What to do where the bot does not read what people type."""
_COMMANDS: Final = "{player}, your turn: choose a tile with a command such as {play}."
_STUCK: Final = "Stuck? {hint}"
_OR_SWAP: Final = "{prompt} Or take the first move over: {swap}."
_MOVED: Final = {
    "number": "{player} played **{move}**.",
    "column": "{player} played column **{move}**.",
    "coordinate": "{player} played **{move}**.",
}

_AGAIN: Final = "Again? {rematch}"
_NEW: Final = "A new game: {start}"
_RESULTS: Final = {
    Ending.LINE: "{winner} wins with {line}.",
    Ending.FULL: "A draw: the board is full.",
    Ending.RESIGNED: "{loser} resigns: {winner} wins.",
    Ending.AGREED: "A draw, as agreed.",
    Ending.STOPPED: "The game was stopped.",
    Ending.IDLE: "The game was left alone for too long and has ended.",
}
_MISERE_LINE: Final = "{loser} completed {line}: {winner} wins."

_SPOKEN_START: Final = "{turn}, your turn; {free}"
_SPOKEN: Final = "{last}; {turn}, your turn; {free}"
_SPOKEN_DRAW: Final = "{last}; a draw"
_SPOKEN_LINE: Final = "{last} completes {line}; {winner} wins"
_LAST: Final = {
    "number": "{mark} on {move}",
    "column": "{mark} in column {move}",
    "coordinate": "{mark} on {move}",
}
_FREE: Final = {
    "number": "free: {moves}",
    "column": "free columns: {moves}",
    "coordinate": "free: {moves}",
}
_READ_OUT: Final = 20
"""As many free tiles as are read out one by one."""


def heading(session: Session) -> str:
    """Who plays which mark, how strong the engine is, and the game."""
    x, o = (_seat(session, side) for side in Side)
    return _HEADING.format(x=x, o=o, game=game_name(session.rules))


def status(session: Session, prefix: str, *, typed: bool = True) -> str:
    """Whose turn it is and how to move, or how the game ended.

    Without `typed` people move by button or command.
    """
    if session.ending is not None:
        return f"{result(session)} {_what_next(session.ending, prefix)}"
    turn = marked_player(session, session.position.side)
    if session.bot_to_move:
        return _THINKING.format(player=turn)
    if session.voting:
        return vote_status(session, prefix, typed=typed)
    legal = session.position.legal
    example = move_name(session.rules, legal[len(legal) // 2], session.style)
    prompt = _prompt(session, typed=typed).format(
        player=turn,
        last=session.rules.moves[-1],
        example=example,
        play=command(prefix, f"play {example}"),
    )
    if session.can_swap:
        return _OR_SWAP.format(prompt=prompt, swap=command(prefix, "swap"))
    if session.coach or session.position.ply > 1:
        return prompt
    return f"{prompt} {_STUCK.format(hint=command(prefix, 'hint'))}"


def _prompt(session: Session, *, typed: bool) -> str:
    if not typed and not has_buttons(session.rules):
        return _COMMANDS
    return (_TURNS if typed else _PRESSES)[names_tiles(session.rules, session.style)]


def result(session: Session) -> str:
    """How a game ended; it must have."""
    assert session.ending is not None, "the game has ended"
    template = _RESULTS[session.ending]
    if session.ending is Ending.LINE and session.rules.misere:
        template = _MISERE_LINE
    return template.format(**_winner(session), line=_line(session))


def moved(session: Session) -> str:
    """What was played last, or who took it over; empty before the first move of the players."""
    position = session.position
    if position.ply == session.begun:
        return ""
    if session.swapped and position.ply == 1:
        return taken_over(session)
    return _MOVED[names_tiles(session.rules, session.style)].format(
        player=player(session, position.side.other),
        move=move_name(session.rules, position.moves[-1], session.style),
    )


def spoken(position: Position) -> str:
    """A board as one line for a screen reader: the last move, turn or result, free tiles."""
    turn, outcome = position.side.value, position.outcome
    if not position.moves:
        return _SPOKEN_START.format(turn=turn, free=_free(position))
    last = _last(position)
    if outcome is None:
        return _SPOKEN.format(last=last, turn=turn, free=_free(position))
    if outcome.winner is None:
        return _SPOKEN_DRAW.format(last=last)
    line = line_name(position.rules, outcome.line)
    return _SPOKEN_LINE.format(last=last, line=line, winner=outcome.winner.value)


def _seat(session: Session, side: Side) -> str:
    seat = session.player(side)
    name = marked_player(session, side)
    return _BOT.format(player=name, level=seat.level.value) if isinstance(seat, Bot) else name


def _what_next(ending: Ending, prefix: str) -> str:
    if ending in {Ending.STOPPED, Ending.IDLE}:
        return _NEW.format(start=command(prefix, "start"))
    return _AGAIN.format(rematch=command(prefix, "rematch"))


def _winner(session: Session) -> dict[str, str]:
    if session.winner is None:
        return {}
    loser = session.winner.other
    return {"winner": marked_player(session, session.winner), "loser": player(session, loser)}


def _line(session: Session) -> str:
    outcome = session.position.outcome
    return line_name(session.rules, outcome.line, session.style) if outcome else ""


def _last(position: Position) -> str:
    move = move_name(position.rules, position.moves[-1])
    return _LAST[names_tiles(position.rules)].format(mark=position.side.other.value, move=move)


def _free(position: Position) -> str:
    legal = position.legal
    if len(legal) > _READ_OUT:
        return plural(len(legal), "{count} free tile", "{count} free tiles")
    names = " ".join(move_name(position.rules, move) for move in legal)
    return _FREE[names_tiles(position.rules)].format(moves=names)
