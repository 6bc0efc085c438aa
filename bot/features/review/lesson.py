"""The words on the page of one mistake: what was possible, what was played, and why it failed."""

from __future__ import annotations

from typing import Final

from bot.features.review.values import Lesson
from bot.features.review.why import why
from bot.match.accuracy import mover
from bot.match.session import Person, Session
from bot.show import text
from bot.show.emoji import BEST_MOVE, PLAYED_MOVE
from bot.show.render import shown_mark
from bot.show.style import move_name, move_notation
from bot.show.text.advice import EVEN
from bot.show.text.language import Sentence, forms, marked, plural
from bot.show.text.words import marked_player
from engine import Judgement, Position, Verdict

# Translators: the labels of buttons, at most 80 characters, better one or two words.
OVERVIEW: Final = marked("Overview")
TURNING_POINT: Final = marked("Turning point")
TRY_AGAIN: Final = marked("Try again from here")

_TITLE: Final = Sentence("**Review of game {number}** · mistake {page} of {count}")
_TURNING_POINT: Final = Sentence("⭐ **Turning point.** {outlook}")
# Translators: “you” is the only person in a game against the bot. {count} is how many moves of both
# sides together, this one included.
_YOU: Final = forms("You would have won in {count} here.", "You would have won in {count} here.")
_YOU_UNCOUNTED: Final = {
    "win": Sentence("You would have won here."),
    "draw": Sentence("You would have had a draw here."),
}
_THEY: Final = forms(
    "{player} would have won in {count} here.", "{player} would have won in {count} here."
)
_THEY_UNCOUNTED: Final = {
    "win": Sentence("{player} would have won here."),
    "draw": Sentence("{player} would have had a draw here."),
}
_AHEAD: Final = Sentence("{player} was ahead here (estimate).")
_EVEN: Final = Sentence("It was even here (estimate).")
_BEHIND: Final = Sentence("{player} was behind here (estimate).")

# Translators: {sign} is an emoji that marks the move on the board, {verdict} such as “loses in 4”.
_PLAYED: Final = {
    "number": Sentence("{sign} Move {ply}: {player} played **{move}**: {verdict}"),
    "column": Sentence("{sign} Move {ply}: {player} played column **{move}**: {verdict}"),
    "coordinate": Sentence("{sign} Move {ply}: {player} played **{move}**: {verdict}"),
}
# Translators: {why} is such as “💡 **5**: blocks 1-2-3; wins in 3”.
_BEST: Final = Sentence("{sign} Best was {why}")
_BEST_ALONE: Final = Sentence("{sign} Best was **{move}**: {verdict}")
_ANSWER: Final = Sentence("↪️ The answer: {why}")


def lesson_title(session: Session, page: int, count: int) -> str:
    """The title of the page of one mistake, with its number among all mistakes."""
    return _TITLE.format(number=session.game, page=page, count=count)


def outlook(session: Session, judged: Judgement, *, turning_point: bool) -> str:
    """What the player could reach before the mistake. What is not proved is called an estimate."""
    words = _outlook(session, judged)
    return _TURNING_POINT.format(outlook=words) if turning_point else words


def played(session: Session, judged: Judgement) -> str:
    """Who played what, and what that led to."""
    rules, style = session.rules, session.style
    return _PLAYED[move_notation(rules, style)].format(
        sign=shown_mark(PLAYED_MOVE, rules, style),
        ply=judged.ply,
        player=marked_player(session, mover(judged)),
        move=move_name(rules, judged.move, style),
        verdict=text.verdict(judged.after),
    )


def best(session: Session, before: Position, lesson: Lesson) -> str:
    """The best move, and why it was best.

    Where nothing is proved the longer search of the lesson may prefer another move. Its reasons
    are not those of the move that the review names, so they are left out.
    """
    rules, style, judged = session.rules, session.style, lesson.judged
    sign = shown_mark(BEST_MOVE, rules, style)
    if lesson.best.move == lesson.best_move:
        return _BEST.format(sign=sign, why=why(before, lesson.best, style))
    move = move_name(rules, judged.best, style)
    return _BEST_ALONE.format(sign=sign, move=move, verdict=text.verdict(judged.before))


def answer(session: Session, before: Position, lesson: Lesson) -> str:
    """What the opponent answers to the mistake, and why; "" if the game was over."""
    if lesson.answer is None:
        return ""
    after = before.play(lesson.judged.move)
    return _ANSWER.format(why=why(after, lesson.answer, session.style))


def _outlook(session: Session, judged: Judgement) -> str:
    verdict, side = judged.before, mover(judged)
    player = marked_player(session, side)
    if verdict.value is None:
        return _estimated(verdict).format(player=player)
    assert verdict.value != "loss", "who is lost cannot make a mistake"
    alone = len(session.people) == 1 and isinstance(session.player(side), Person)
    if verdict.value == "win" and verdict.plies is not None:
        return plural(verdict.plies, *(_YOU if alone else _THEY), player=player)
    return (_YOU_UNCOUNTED if alone else _THEY_UNCOUNTED)[verdict.value].format(player=player)


def _estimated(verdict: Verdict) -> Sentence:
    if abs(verdict.score) < EVEN:
        return _EVEN
    return _AHEAD if verdict.score > 0 else _BEHIND
