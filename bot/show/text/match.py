"""Sentences about a match: who plays, whose turn it is, how it ended."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bot.match.notes import TakenBack
from bot.match.session import UNSHOWN, BoardStyle, Bot, Ending, Player, Session, matches
from bot.show.style import MoveInput, example_move, mark, move_name, move_notation
from bot.show.text.language import Sentence, by_tile, forms, plural, said, spoken_language
from bot.show.text.levels import level_name
from bot.show.text.opening import opened, opening_prompt, score, tags, taken_over
from bot.show.text.vote import vote_status
from bot.show.text.words import (
    WRITE,
    bold,
    command,
    game_name,
    line_name,
    marked_player,
    moment,
    named,
    player,
    span,
)
from engine import Position, Rules, Side, encode_game

_HEADING: Final = Sentence("{x} \N{EN DASH} {o} · {game}")
# Translators: {level} is such as “easy”, or a character such as “Otto 🐻”.
_BOT: Final = Sentence("{player} ({level})")
_THINKING: Final = Sentence("{player} is thinking…")
_TURNS: Final = {
    "number": Sentence("{player}, your turn: type a free number."),
    "column": Sentence("{player}, your turn: type a column, 1 to {last}."),
    "coordinate": Sentence("{player}, your turn: type a tile such as {example}."),
}
_PRESSES: Final = by_tile(
    Sentence("{player}, your turn: press a free tile."),
    Sentence("{player}, your turn: press a column."),
)
"""How to move if the bot cannot read what people type."""
_EITHER: Final = {
    "number": Sentence("{player}, your turn: press or type a free number."),
    "column": Sentence("{player}, your turn: press or type a column, 1 to {last}."),
    "coordinate": Sentence("{player}, your turn: press a free tile, or type it, as in {example}."),
}
_WRITTEN: Final = Sentence("{player}, your turn: press **{button}**, or use {play}.")
_WRITTEN_OR_REPLIED: Final = Sentence(
    "{player}, your turn: press **{button}**, or reply to this board with {example}."
)
_REPLIED: Final = Sentence(
    "{player}, your turn: reply to this board with a move such as {example}."
)
_PROMPTS: Final = {
    MoveInput.TYPED: _TURNS,
    MoveInput.EITHER: _EITHER,
    MoveInput.PRESSED: _PRESSES,
    MoveInput.WRITTEN: dict.fromkeys(_TURNS, _WRITTEN),
    MoveInput.WRITTEN_OR_REPLIED: dict.fromkeys(_TURNS, _WRITTEN_OR_REPLIED),
    MoveInput.REPLIED: dict.fromkeys(_TURNS, _REPLIED),
}
"""How to move, by how moves are made and named there."""
_STUCK: Final = Sentence("Stuck? {hint}")
_TIMED: Final = Sentence("{prompt} Time for each move: {time}; this one is due {when}.")
_OR_SWAP: Final = Sentence("{prompt} Or take over the first move: {swap}.")
_MOVED: Final = by_tile(
    Sentence("{player} played **{move}**."),
    Sentence("{player} played column **{move}**."),
)

_TAKEN_BACK: Final = Sentence("{player} took **{move}** back.")
_TAKEN_BACK_WITH_ANSWER: Final = Sentence(
    "{player} took back **{move}** and the answer **{answer}**."
)

_AGAIN: Final = Sentence("Again? {rematch}")
_NEW: Final = Sentence("A new game: {start}")
_STOPPED: Final = Sentence("The game was stopped.")
# Translators: {line} is such as “1-2-3”, or “4 in a row”.
_RESULTS: Final = {
    Ending.LINE: Sentence("{winner} wins with {line}."),
    Ending.FULL: Sentence("A draw: the board is full."),
    Ending.REPEATED: Sentence("A draw: the same marks stand for the third time."),
    Ending.RESIGNED: Sentence("{loser} resigns: {winner} wins."),
    Ending.AGREED: Sentence("A draw by agreement."),
    Ending.STOPPED: _STOPPED,
    Ending.CLOSED: _STOPPED,
    Ending.IDLE: Sentence("Nobody moved for too long, so the game has ended."),
    Ending.TIME: Sentence("{loser} ran out of time: {winner} wins."),
}
_UNPLAYED: Final = Sentence("{loser} left before the first move, so this game doesn't count.")
_CONCEDED: Final = Sentence("{loser} resigns the match: {winner} wins it.")
# Translators: how a match of several games stands; {score} is such as “1½-½”.
_WON: Final = Sentence("{winner} wins the match {score}.")
_DRAWN: Final = Sentence("The match is drawn, {score}.")
_LEADS: Final = Sentence("{winner} leads the match {score}.")
_LEVEL: Final = Sentence("The match stands at {score}.")
_MISERE_LINE: Final = Sentence("{loser} completed {line}: {winner} wins.")

# Translators: {turn} is X or O; {free} is such as “free: 1 3 7”; for screen readers.
_SPOKEN_START: Final = Sentence("{turn}, your turn; {free}")
# Translators: {last} is such as “X on 5”.
_SPOKEN: Final = Sentence("{last}; {turn}, your turn; {free}")
_SPOKEN_DRAW: Final = Sentence("{last}; a draw")
_SPOKEN_LINE: Final = Sentence("{last} completes {line}; {winner} wins")
_MOVE: Final = by_tile(Sentence("{mark} on {move}"), Sentence("{mark} in column {move}"))
_FREE: Final = by_tile(Sentence("free: {moves}"), Sentence("free columns: {moves}"))
_MANY: Final = forms("{count} free tile", "{count} free tiles")
_MATCHES: Final = 1_000
"""How many headings are cached."""
_READ_OUT: Final = 20
"""The most free tiles that are listed for a screen reader."""

# The moves that a board leaves behind.

QUIET: Final = "-# "
"""Makes a line of a message small and grey."""
_MOST_MOVES: Final = 24
"""The most moves in a line; of more, the last ones are shown."""

# The number and the code of a game, with which people find it again.

_CODE_ROOM: Final = 300
"""The most characters of a code that is shown under a finished game."""

_RECORD: Final = Sentence("How did it go? {review} · {game}")
_NUMBERED: Final = Sentence("Game {number}")
_CODED: Final = Sentence("Game {number} · `{code}`")
_LOADED: Final = forms("Continuing after {count} move.", "Continuing after {count} moves.")


def heading(session: Session) -> str:
    """Who plays which mark, how strong the engine is, and the game.

    Before somebody has taken a colour (swap2) nobody has a mark.
    """
    seats, style = (session.x.player, session.o.player), session.style
    beside = tuple(tags(session))
    return _heading(
        seats, session.rules, style, beside, spoken_language(), marked=not session.is_opening
    )


@lru_cache(maxsize=_MATCHES)
def _heading(
    seats: tuple[Player, Player],
    rules: Rules,
    style: BoardStyle,
    beside: tuple[str, ...],
    _language: str,
    *,
    marked: bool,
) -> str:
    """The heading in the current language. It is cached, because a match repeats it."""
    marks = [f"{mark(rules, style, side)} " if marked else "" for side in Side]
    x, o = map(_seat, marks, seats)
    return " · ".join((_HEADING.format(x=x, o=o, game=game_name(rules)), *beside))


def status(
    session: Session, prefix: str, way: MoveInput = MoveInput.EITHER, *, buttons: bool = True
) -> str:
    """Whose turn it is and how to move, or how the game ended.

    What else can be done is said by `buttons`, where messages have them.
    """
    if session.ending is not None:
        if buttons or session.fixture is not None:
            return result(session)
        return f"{result(session)} {_what_next(session, prefix)}"
    turn = marked_player(session, session.turn)
    if session.bot_to_move:
        return _THINKING.format(player=turn)
    if session.voting:
        return vote_status(session, prefix, way)
    example = example_move(session.position, session.style)
    prompt = _PROMPTS[way][move_notation(session.rules, session.style)].format(
        player=turn,
        last=session.rules.moves[-1],
        example=example,
        button=said(WRITE),
        play=command(prefix, f"play {example}"),
    )
    if session.is_opening:
        prompt = opening_prompt(session, prompt)
    clock = session.clock
    if clock is not None and clock.agreed and clock.ends is not None:
        time, when = span(clock.limit), moment(clock.ends)
        prompt = _TIMED.format(prompt=prompt, time=time, when=when)
    if session.can_swap:
        return _OR_SWAP.format(prompt=prompt, swap=command(prefix, "swap"))
    knows = session.is_unaided or session.is_advised or session.position.ply > 1
    if buttons or session.swap2 is not None or knows:
        return prompt
    return f"{prompt} {_STUCK.format(hint=command(prefix, 'hint'))}"


def stopped() -> str:
    """Say that a game was stopped about which nothing else is known."""
    return str(_RESULTS[Ending.STOPPED])


def result(session: Session) -> str:
    """How a finished game ended, and how the match of which it is one stands.

    It is "" for one from elsewhere whose end is not known.
    """
    assert session.ending is not None, "the game has ended"
    if session.is_loaded and session.ending is Ending.STOPPED:
        return ""
    template = _RESULTS[session.ending]
    if session.ending is Ending.LINE and session.rules.misere:
        template = _MISERE_LINE
    single = session.fixture is None and session.series is None
    if session.winner is not None and session.is_unplayed and single:
        template = _UNPLAYED
    ended = template.format(**_winner(session), line=_line(session))
    if session.conceded is not None:
        conceded = _CONCEDED.format(**_won_by(session, session.conceded.other))
        is_one = session.ending is Ending.RESIGNED and session.winner is session.conceded.other
        return conceded if is_one else f"{ended} {conceded}"
    return ended if session.series is None else f"{ended} {_standing(session)}"


def _standing(session: Session) -> str:
    """How a match of several games stands after one of them."""
    leader, over = matches.leader(session), matches.is_over(session)
    if leader is None:
        return (_DRAWN if over else _LEVEL).format(score=score(session, Side.X))
    winner = player(session, leader)
    return (_WON if over else _LEADS).format(winner=winner, score=score(session, leader))


def moved(session: Session) -> str:
    """The last move, the swap, or what was done in the opening.

    It is "" before the first move of the players.
    """
    position, swap2 = session.position, session.swap2
    said_first = "" if swap2 is None else opened(session)
    if swap2 is not None and position.ply <= swap2.stones:
        return said_first
    if position.ply == session.begun:
        return ""
    if session.swapped and position.ply == 1:
        return taken_over(session)
    words = _MOVED[move_notation(session.rules, session.style)].format(
        player=player(session, position.side.other),
        move=move_name(session.rules, position.moves[-1], session.style),
    )
    return f"{said_first} {words}" if said_first else words


def taken_back(session: Session, back: TakenBack) -> str:
    """Who took back which move, and which answer went with it."""
    template = _TAKEN_BACK_WITH_ANSWER if len(back.moves) > 1 else _TAKEN_BACK
    return template.format(
        player=player(session, back.side), **move_and_answer(session, back.moves)
    )


def move_and_answer(session: Session, moves: tuple[int, ...]) -> dict[str, str]:
    """What a sentence about a takeback names: a move, and the answer to it if there is one."""
    names = (move_name(session.rules, move, session.style) for move in moves)
    return dict(zip(("move", "answer"), names, strict=False))


def spoken(position: Position, style: BoardStyle = BoardStyle.EMOJI) -> str:
    """A board in one line for a screen reader: the last move, turn or result, and free tiles.

    They are named as on a board in a `style`.
    """
    turn, outcome = position.side.value, position.outcome
    if not position.moves:
        return _SPOKEN_START.format(turn=turn, free=_free(position, style))
    last = spoken_move(position.rules, position.side.other, position.moves[-1], style)
    if outcome is None:
        return _SPOKEN.format(last=last, turn=turn, free=_free(position, style))
    if outcome.winner is None:
        return _SPOKEN_DRAW.format(last=last)
    line = line_name(position.rules, outcome.line, style)
    return _SPOKEN_LINE.format(last=last, line=line, winner=outcome.winner.value)


def spoken_move(rules: Rules, side: Side, move: int, style: BoardStyle = BoardStyle.EMOJI) -> str:
    """A move for a screen reader, such as “X on 5”."""
    name = move_name(rules, move, style)
    return _MOVE[move_notation(rules, style)].format(mark=side.value, move=name)


def _seat(mark: str, seat: Player) -> str:
    name = f"{mark}{bold(seat.name)}"
    return _BOT.format(player=name, level=level_name(seat.step)) if isinstance(seat, Bot) else name


def _what_next(session: Session, prefix: str) -> str:
    if session.ending in {Ending.STOPPED, *UNSHOWN} or not session.may_repeat:
        return _NEW.format(start=command(prefix, "start"))
    return _AGAIN.format(rematch=command(prefix, "rematch"))


def _winner(session: Session) -> dict[str, str]:
    return {} if session.winner is None else _won_by(session, session.winner)


def _won_by(session: Session, winner: Side) -> dict[str, str]:
    return {
        "winner": marked_player(session, winner),
        "loser": player(session, winner.other),
    }


def _line(session: Session) -> str:
    outcome = session.position.outcome
    return line_name(session.rules, outcome.line, session.style) if outcome else ""


def _free(position: Position, style: BoardStyle) -> str:
    legal = position.legal
    if len(legal) > _READ_OUT:
        return plural(len(legal), *_MANY)
    names = " ".join(move_name(position.rules, move, style) for move in legal)
    return _FREE[move_notation(position.rules, style)].format(moves=names)


def record(session: Session, prefix: str, *, buttons: bool = True) -> str:
    """The number of a finished game, and its code where no button shows it.

    It is "" for a live game and for one without moves.
    """
    if session.ending is None or not session.position.moves:
        return ""
    if buttons:
        return f"{QUIET}{_NUMBERED.format(number=session.game)}"
    code = encode_game(session.position)
    template = _NUMBERED if len(code) > _CODE_ROOM else _CODED
    game = template.format(number=session.game, code=code)
    return _RECORD.format(review=command(prefix, "review"), game=game)


def numbered_code(session: Session) -> str:
    """The number and the code of a game, at most 1,400 characters."""
    return _CODED.format(number=session.game, code=encode_game(session.position))


def loaded(position: Position) -> str:
    """That a game goes on from a code; "" if the code has no moves."""
    return plural(position.ply, *_LOADED) if position.moves else ""


def history(session: Session, first: int | None, last: int | None) -> str:
    """The moves of a game from one ply to another, such as “3. alice b2 · bob 7”.

    Moves that were taken back since are not there. It is "" if there are none.
    """
    if first is None or last is None:
        return ""
    last = min(last, session.position.ply)
    begin = max(first, session.begun + 1, last - _MOST_MOVES + 1)
    if begin > last:
        return ""
    moves = " · ".join(_numbered(session, ply, begin) for ply in range(begin, last + 1))
    return f"{QUIET}… {moves}" if begin > max(first, session.begun + 1) else f"{QUIET}{moves}"


def _numbered(session: Session, ply: int, begin: int) -> str:
    """One move. Its number stands before that of X, and before the first of the line."""
    side, mover = Side.X if ply % 2 else Side.O, session.mover(ply)
    name = move_name(session.rules, session.position.moves[ply - 1], session.style)
    number = f"{(ply + 1) // 2}. " if side is Side.X or ply == begin else ""
    return f"{number}{named(session.seats[mover].player.name)} {name}"
