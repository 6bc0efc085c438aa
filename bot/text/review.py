"""A finished game: its number and code, its mistakes, its moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.accuracy import accuracy, mistakes, mover
from bot.emoji import longest
from bot.naming import mark, move_name, names_tiles
from bot.session import Session
from bot.text.advice import EVEN
from bot.text.match import spoken
from bot.text.words import command, marked_player, plural, title
from engine import Judgement, Mistake, Position, Side, Verdict, encode_game

_CODE_ROOM: Final = 300
"""Characters of the longest code that stands under every finished game."""
_NAMED: Final = 12
"""Mistakes that are told one by one."""
_KINDS: Final = tuple(Mistake)
"""The kinds of mistake, the least first."""

_RECORD: Final = "How did it go? {review} · {game}"
_NUMBERED: Final = "Game {number}"
_CODED: Final = "Game {number} · `{code}`"
_REVIEW: Final = "**Review of game {number}**"
_REVIEWING: Final = "Reviewing: {done} of {moves} moves judged…"

_MISTAKES: Final = {
    "number": "move {ply}, {mark} on {move}: {before} → {after}; best was {best}",
    "column": "move {ply}, {mark} in column {move}: {before} → {after}; best was {best}",
    "coordinate": "move {ply}, {mark} on {move}: {before} → {after}; best was {best}",
}
_MORE: Final = "and {more} more"
_FAULTLESS: Final = "No mistakes."
_ACCURACY: Final = "Accuracy, moves without a mistake: {players}"
_ESTIMATED_ACCURACY: Final = "Accuracy, moves without a mistake (estimate): {players}"
_PLAYER: Final = "{player} {percent} % ({good} of {moves})"

_ESTIMATE: Final = "{words} (estimate)"
_AHEAD: Final = "ahead"
_LEVEL: Final = "even"
_BEHIND: Final = "behind"
_WORSE: Final = {_AHEAD: "less ahead", _LEVEL: "slightly behind", _BEHIND: "further behind"}
"""What an estimate became that would have the same name before and after."""

_MOVES: Final = "Moves, {first} first: {moves}"
_LOADED: Final = ("Going on after {count} move.", "Going on after {count} moves.")
_FINISHED: Final = (
    "{game}: {spoken}. This game is over, so there is nothing to go on with. "
    "A game that was played here is reviewed by its number, as in {review}."
)


def record(session: Session, prefix: str) -> str:
    """What stands under a finished game to find it again; "" where there is nothing to find."""
    if session.ending is None or not session.position.moves:
        return ""
    code = encode_game(session.position)
    template = _NUMBERED if len(code) > _CODE_ROOM else _CODED
    game = template.format(number=session.game, code=code)
    return _RECORD.format(review=command(prefix, "review"), game=game)


def numbered_code(session: Session) -> str:
    """The number and the code of a game, at most 1,400 characters."""
    return _CODED.format(number=session.game, code=encode_game(session.position))


def review_title(session: Session) -> str:
    """Which game is reviewed."""
    return _REVIEW.format(number=session.game)


def reviewing(done: int, moves: int) -> str:
    """How far a review is."""
    return _REVIEWING.format(done=done, moves=moves)


def mistake_list(session: Session, judgements: Sequence[Judgement]) -> str:
    """Each mistake with what it turned into what; of very many the worst, at most 1,200 characters.

    What is not proved is called an estimate.
    """
    made = mistakes(judgements)
    if not made:
        return _FAULTLESS
    worst = sorted(made, key=lambda judged: -_KINDS.index(judged.mistake))[:_NAMED]
    lines = [_mistake(session, judged) for judged in made if judged in worst]
    more = len(made) - len(worst)
    return "\n".join([*lines, _MORE.format(more=more)] if more else lines)


def accuracies(session: Session, judgements: Sequence[Judgement]) -> str:
    """How many of their moves the players made without a mistake; an estimate if any move's is.

    Empty where nobody has moved.
    """
    if not judgements:
        return ""
    moved = sorted({mover(judged) for judged in judgements}, key=list(Side).index)
    players = " · ".join(_accuracy(session, judgements, side) for side in moved)
    proved = all(judged.before.value and judged.after.value for judged in judgements)
    return (_ACCURACY if proved else _ESTIMATED_ACCURACY).format(players=players)


def move_list(session: Session, room: int) -> str:
    """All moves in their order, or as many as there is room for, in characters."""
    room -= longest(mark(session.rules, session.style, Side.X))
    names = ", ".join(
        move_name(session.rules, move, session.style) for move in session.position.moves
    )
    first = mark(session.rules, session.style, Side.X)
    whole = _MOVES.format(first=first, moves=names)
    if len(whole) <= room:
        return whole
    cut, _, _ = whole[: room - len(", …")].rpartition(",")
    return f"{cut}, …"


def loaded(position: Position) -> str:
    """That a game goes on from a code; "" where the code has no moves."""
    return plural(position.ply, *_LOADED) if position.moves else ""


def finished_code(position: Position, prefix: str) -> str:
    """How the game of a code ended, and that nobody can go on with it."""
    return _FINISHED.format(
        game=title(position.rules),
        spoken=spoken(position),
        review=command(prefix, "review 12"),
    )


def _mistake(session: Session, judged: Judgement) -> str:
    rules = session.rules
    before, after = _outlooks(judged.before, judged.after)
    return _MISTAKES[names_tiles(rules, session.style)].format(
        ply=judged.ply,
        mark=mark(rules, session.style, mover(judged)),
        move=move_name(rules, judged.move, session.style),
        before=before,
        after=after,
        best=move_name(rules, judged.best, session.style),
    )


def _outlooks(before: Verdict, after: Verdict) -> tuple[str, str]:
    """What a mistake turned into what; where neither is proved the second says so for both."""
    was, became = _outlook(before), _outlook(after)
    if before.value is None and after.value is None:
        return was, _ESTIMATE.format(words=_WORSE[was] if was == became else became)
    return _qualified(before), _qualified(after)


def _qualified(verdict: Verdict) -> str:
    words = _outlook(verdict)
    return words if verdict.value else _ESTIMATE.format(words=words)


def _outlook(verdict: Verdict) -> str:
    if verdict.value is not None:
        return verdict.value
    if abs(verdict.score) < EVEN:
        return _LEVEL
    return _AHEAD if verdict.score > 0 else _BEHIND


def _accuracy(session: Session, judgements: Sequence[Judgement], side: Side) -> str:
    found = accuracy(judgements, side)
    return _PLAYER.format(
        player=marked_player(session, side),
        percent=found.percent,
        good=found.good,
        moves=found.moves,
    )
