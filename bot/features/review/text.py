"""Sentences about a finished game: its mistakes, accuracies and moves, and one mistake closely."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from typing import Final

from bot.games.finished_games import Lesson
from bot.match.accuracy import accuracy, hastened, mistakes, mover
from bot.match.session import BoardStyle, Person, Session
from bot.show.emoji import BEST_MOVE, PLAYED_MOVE, max_length
from bot.show.render import shown_mark
from bot.show.style import mark, move_name, move_notation
from bot.show.text.advice import EVEN, recommendation, verdict
from bot.show.text.language import Sentence, forms, listed, marked, plural
from bot.show.text.match import spoken
from bot.show.text.words import capital, command, marked_player, title
from engine import Explanation, Judgement, Mistake, Position, Side, Verdict

_NAMED: Final = 12
"""The most mistakes that are listed."""
_MISTAKES_ROOM: Final = 1_200
"""The most characters of the list of mistakes. The rest of the message needs the others."""
_KINDS: Final = tuple(Mistake)
"""The kinds of mistake, the smallest first."""

_REVIEW: Final = Sentence("**Review of game {number}**")
_REVIEWING: Final = forms(
    "Reviewing: {done} of {count} move judged…", "Reviewing: {done} of {count} moves judged…"
)

_MISTAKES: Final = {
    "number": Sentence("move {ply}, {mark} on {move}: {before} → {after}; best was {best}"),
    "column": Sentence("move {ply}, {mark} in column {move}: {before} → {after}; best was {best}"),
    "coordinate": Sentence("move {ply}, {mark} on {move}: {before} → {after}; best was {best}"),
}
# Translators: the game was lost already, and this move lost it sooner. {before} and {after} count
# the moves that were left to the player.
_HASTENED: Final = {
    "number": Sentence(
        "move {ply}, {mark} on {move}: held out less long, {after} instead of {before} moves; "
        "best was {best}"
    ),
    "column": Sentence(
        "move {ply}, {mark} in column {move}: held out less long, {after} instead of {before} "
        "moves; best was {best}"
    ),
    "coordinate": Sentence(
        "move {ply}, {mark} on {move}: held out less long, {after} instead of {before} moves; "
        "best was {best}"
    ),
}
_MORE: Final = forms("and {count} more", "and {count} more")
_FAULTLESS: Final = Sentence("No mistakes.")
_FLAWLESS: Final = Sentence("{player} played as well as possible")
_WELL: Final = Sentence("{player} played {percent} % as well as possible")
_FAIRLY: Final = Sentence("{player} found {percent} % of what was possible")
_UNMEASURED: Final = Sentence("{player} had nothing to decide")
_FAIR: Final = 60
"""Below this accuracy the words tell what was found, not how well it was played."""

_ESTIMATE: Final = Sentence("{words} (estimate)")
# Translators: what a position is worth to the player, as in “win → draw”.
_PROVED: Final = {
    "win": Sentence("win"),
    "draw": Sentence("draw"),
    "loss": Sentence("loss"),
}
# Translators: how a player stands, by an estimate, as in “ahead → behind (estimate)”.
_AHEAD: Final = Sentence("ahead")
_EVEN: Final = Sentence("even")
_BEHIND: Final = Sentence("behind")
_WORSE: Final = {
    _AHEAD: Sentence("less ahead"),
    _EVEN: Sentence("slightly behind"),
    _BEHIND: Sentence("further behind"),
}
"""The words for an estimate that got worse but would have the same words as before."""

_LOADED: Final = forms("The first move was loaded.", "The first {count} moves were loaded.")
_MOVES: Final = Sentence("Moves, {first} first: {moves}")
_FINISHED: Final = Sentence(
    "{game}: {spoken}. This game is over, so there is nothing to go on with. "
    "A game that was played here is reviewed by its number, as in {review}."
)

# Translators: the labels of buttons, at most 80 characters, better one or two words.
OVERVIEW: Final = marked("Overview")
TURNING_POINT: Final = marked("Turning point")
TRY_AGAIN: Final = marked("Try again from here")

_LESSON: Final = Sentence("**Review of game {number}** · mistake {page} of {count}")
_TURNING_POINT: Final = Sentence("⭐ **Turning point.** {outlook}")
# Translators: “you” is the only person in a game against the bot. {count} is how many moves
# they make until the end, this one included.
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
_AHEAD_HERE: Final = Sentence("{player} was ahead here (estimate).")
_EVEN_HERE: Final = Sentence("It was even here (estimate).")
_BEHIND_HERE: Final = Sentence("{player} was behind here (estimate).")

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


def review_title(session: Session) -> str:
    """The title of a review, with the number of the game."""
    return _REVIEW.format(number=session.game)


def reviewing(done: int, moves: int) -> str:
    """The progress of a review."""
    return plural(moves, *_REVIEWING, done=done)


def mistake_list(session: Session, judgements: Sequence[Judgement]) -> str:
    """All mistakes, each with the verdict before and after it, in at most 1,200 characters.

    If there are too many, only the worst are listed. A verdict without a proof is called an
    estimate. Losing a lost game much sooner than necessary is not a mistake, but is mentioned.
    """
    made = sorted((*mistakes(judgements), *hastened(judgements)), key=lambda judged: judged.ply)
    if not made:
        return str(_FAULTLESS)
    worst = sorted(made, key=lambda judged: -_KINDS.index(judged.mistake))
    told = (_told(session, made, worst[:number]) for number in range(_NAMED, 0, -1))
    return next(words for words in told if max_length(words) <= _MISTAKES_ROOM)


def _told(session: Session, made: Sequence[Judgement], worst: Sequence[Judgement]) -> str:
    lines = [_mistake(session, judged) for judged in made if judged in worst]
    more = len(made) - len(worst)
    return "\n".join(map(capital, [*lines, plural(more, *_MORE)] if more else lines))


def accuracies(session: Session, judgements: Sequence[Judgement]) -> str:
    """The accuracies of the players who moved, a line each; "" if nobody moved.

    They are called an estimate unless the verdicts of all moves are proved.
    """
    moved = sorted({mover(judged) for judged in judgements}, key=list(Side).index)
    lines = [_accuracy(session, judgements, side) for side in moved]
    proved = all(judged.before.value and judged.after.value for judged in judgements)
    return "\n".join(lines if proved else (_ESTIMATE.format(words=line) for line in lines))


def loaded(session: Session) -> str:
    """Which moves were made elsewhere; "" if none."""
    count = max(session.begun, session.position.placed)
    return plural(count, *_LOADED) if count else ""


def move_list(session: Session, room: int) -> str:
    """The list of moves, cut to `room` characters."""
    first = mark(session.rules, session.style, Side.X)
    room -= max_length(first)
    names = [move_name(session.rules, move, session.style) for move in session.position.moves]

    def told(shown: Sequence[str]) -> str:
        return _MOVES.format(first=first, moves=listed(shown))

    whole = told(names)
    if len(whole) <= room:
        return whole
    fitting = bisect(range(len(names)), room, key=lambda n: len(told([*names[:n], "…"])))
    return told([*names[: max(0, fitting - 1)], "…"])


def finished_code(position: Position, prefix: str) -> str:
    """How the game of a code ended, and that it cannot go on."""
    return _FINISHED.format(
        game=title(position.rules),
        spoken=spoken(position),
        review=command(prefix, "review 12"),
    )


def fenced(record: str) -> str:
    """The file of a game as text that can be copied. No name in it can end the block."""
    plain = record.strip().replace("`", "'")
    return f"```\n{plain}\n```"


def _mistake(session: Session, judged: Judgement) -> str:
    rules = session.rules
    sentences, before, after = _MISTAKES, *_before_and_after(judged.before, judged.after)
    if judged.mistake is Mistake.SLOWER:
        sentences, before, after = _HASTENED, str(judged.before.moves), str(judged.after.moves)
    return sentences[move_notation(rules, session.style)].format(
        ply=judged.ply,
        mark=mark(rules, session.style, mover(judged)),
        move=move_name(rules, judged.move, session.style),
        before=before,
        after=after,
        best=move_name(rules, judged.best, session.style),
    )


def _before_and_after(before: Verdict, after: Verdict) -> tuple[str, str]:
    """The verdicts before and after a mistake. If both are estimates, only the second says so."""
    was, became = _verdict_words(before), _verdict_words(after)
    if before.value is None and after.value is None:
        return str(was), _ESTIMATE.format(words=_WORSE[was] if was is became else became)
    return _qualified(before), _qualified(after)


def _qualified(verdict: Verdict) -> str:
    words = _verdict_words(verdict)
    return str(words) if verdict.value else _ESTIMATE.format(words=words)


def _verdict_words(verdict: Verdict) -> Sentence:
    if verdict.value is not None:
        return _PROVED[verdict.value]
    if abs(verdict.score) < EVEN:
        return _EVEN
    return _AHEAD if verdict.score > 0 else _BEHIND


def _accuracy(session: Session, judgements: Sequence[Judgement], side: Side) -> str:
    player, found = marked_player(session, side), accuracy(session.position, judgements, side)
    if found is None:
        return _UNMEASURED.format(player=player)
    if found.percent == 100:
        return _FLAWLESS.format(player=player)
    words = _WELL if found.percent >= _FAIR else _FAIRLY
    return words.format(player=player, percent=found.percent)


def lesson_title(session: Session, page: int, count: int) -> str:
    """The title of the page of one mistake, with its number among all mistakes."""
    return _LESSON.format(number=session.game, page=page, count=count)


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
        verdict=verdict(judged.after),
    )


def best(session: Session, before: Position, lesson: Lesson) -> str:
    """The best move, and why it was best.

    Where nothing is proved the longer search of the lesson may prefer another move. Its reasons
    are not those of the move that the review names, so they are left out.
    """
    rules, style, judged = session.rules, session.style, lesson.judged
    sign = shown_mark(BEST_MOVE, rules, style)
    if lesson.best.move == lesson.best_move:
        return _BEST.format(sign=sign, why=_why(before, lesson.best, style))
    move = move_name(rules, judged.best, style)
    return _BEST_ALONE.format(sign=sign, move=move, verdict=verdict(judged.before))


def answer(session: Session, before: Position, lesson: Lesson) -> str:
    """What the opponent answers to the mistake, and why; "" if the game was over."""
    if lesson.answer is None:
        return ""
    after = before.play(lesson.judged.move)
    return _ANSWER.format(why=_why(after, lesson.answer, session.style))


def _outlook(session: Session, judged: Judgement) -> str:
    before, side = judged.before, mover(judged)
    player = marked_player(session, side)
    if before.value is None:
        return _estimated(before).format(player=player)
    assert before.value != "loss", "who is lost cannot make a mistake"
    alone = len(session.people) == 1 and isinstance(session.player(side), Person)
    if before.value == "win" and before.moves is not None:
        return plural(before.moves, *(_YOU if alone else _THEY), player=player)
    return (_YOU_UNCOUNTED if alone else _THEY_UNCOUNTED)[before.value].format(player=player)


def _estimated(verdict: Verdict) -> Sentence:
    if abs(verdict.score) < EVEN:
        return _EVEN_HERE
    return _AHEAD_HERE if verdict.score > 0 else _BEHIND_HERE


def _why(position: Position, explanation: Explanation, style: BoardStyle) -> str:
    """The best move of a position with its reasons and its verdict, in a beginner's words."""
    return recommendation(position, explanation, style)
