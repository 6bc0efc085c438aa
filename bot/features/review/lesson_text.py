"""Sentences about one mistake: what could be seen, what was best and why, and what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.features.review.text import given_away, missed, rows_of
from bot.games.finished_games import JudgedGame, Lesson
from bot.games.slips import Slip, tells
from bot.match.session import Person, Session
from bot.show.emoji import BEST_MOVE, PLAYED_MOVE
from bot.show.render import shown_mark
from bot.show.style import move_name, move_notation
from bot.show.text.advice import found_by, tells_end
from bot.show.text.language import Sentence, by_tile, forms, listed, marked, plural
from bot.show.text.reasons import ONE_SIDED, reason_words
from bot.show.text.verdicts import verdict
from bot.show.text.words import marked_player
from engine import Lapse, Reason, Verdict, reasons_for

_LESSON: Final = Sentence("**Review of game {number}** · mistake {page} of {count}")
_TURNING_POINT: Final = Sentence("⭐ **Turning point.** {outlook}")
# Translators: “you” is the only person in a game against the bot. {count} is how many moves
# they make until the end, this one included.
_YOU: Final = forms("You would have won in {count} here.", "You would have won in {count} here.")
_THEY: Final = forms(
    "{player} would have won in {count} here.", "{player} would have won in {count} here."
)
# Translators: in misère, where whoever completes a line loses.
_YOU_FORCE: Final = Sentence("You could force the other side to complete a line here.")
_THEY_FORCE: Final = Sentence("{player} could force the other side to complete a line here.")
_YOU_DRAW: Final = Sentence("You would have had a draw here.")
_THEY_DRAW: Final = Sentence("{player} would have had a draw here.")
_YOUR_LINE: Final = Sentence("You could complete {lines} here.")
_THEIR_LINE: Final = Sentence("{player} could complete {lines} here.")
_YOU_STOP: Final = Sentence("You had to stop {lines} here.")
_THEY_STOP: Final = Sentence("{player} had to stop {lines} here.")
# Translators: a disc in that column lets the other side complete {lines} right on top of it.
_YOU_AVOID: Final = Sentence("You had to stay out of column {column}: it gives them {lines}.")
_THEY_AVOID: Final = Sentence(
    "{player} had to stay out of column {column}: it gives the other side {lines}."
)
_YOU_DEFEND: Final = Sentence("You had a better defence here.")
_THEY_DEFEND: Final = Sentence("{player} had a better defence here.")
_EVEN: Final = Sentence("The game was still even here.")
_YOU_STAND: Final = Sentence("You stood better here.")
_THEY_STAND: Final = Sentence("{player} stood better here.")

# Translators: {sign} is an emoji that marks the move on the board, {verdict} such as “loses in 4”.
_PLAYED: Final = by_tile(
    Sentence("{sign} Move {ply}: {player} played **{move}**: {verdict}"),
    Sentence("{sign} Move {ply}: {player} played column **{move}**: {verdict}"),
)
_WIN_SLIPS: Final = Sentence("lets the win slip away")
# Translators: {why} is such as “blocks 1-2-3; wins in 3”.
_BEST: Final = Sentence("{sign} Best was **{move}**: {why}")
_BEST_ALONE: Final = Sentence("{sign} Best was **{move}**")
_ANSWER: Final = Sentence("↪️ After **{played}** the best answer is **{move}**: {why}")
_BETWEEN: Final = marked("; ")
# Translators: {before} and {after} are per cents. {error} is how many more or fewer they may be.
_CHANCES: Final = Sentence(
    "📉 {player}'s chances at this level fell from {before}% to {after}% (±{error})."
)
_YOUR_CHANCES: Final = Sentence(
    "📉 Your chances at this level fell from {before}% to {after}% (±{error})."
)
_KEPT: Final = Sentence("📉 {player}'s chances at this level hardly changed: {after}% (±{error}).")
_YOU_KEPT: Final = Sentence("📉 Your chances at this level hardly changed: {after}% (±{error}).")
# Translators: of a move after which the other side wins, but the game was nearly lost before.
_SLIM: Final = Sentence(
    "📉 There was little left to lose: chances of {before}% at this level (±{error})."
)
# Translators: of a move after which the other side can win, but often does not see how.
_UNPUNISHED: Final = Sentence(
    "📉 Opponents at this level often miss the answer: chances were still {after}% (±{error})."
)
_BETTER: Final = 0.6
"""From these chances on somebody stood better."""
_WORSE: Final = 0.4
"""Below these they stood worse."""
_MOST_SLIM: Final = 0.25
"""Up to here chances are slim. From more than this the other side has missed its win as often."""


def lesson_title(session: Session, page: int, count: int) -> str:
    """The title of the page of one mistake, with its number among all mistakes."""
    return _LESSON.format(number=session.game, page=page, count=count)


def outlook(game: JudgedGame, slip: Slip) -> str:
    """What the player could have done, as far as they see, or how the game stood."""
    words = _outlook(game, slip)
    return _TURNING_POINT.format(outlook=words) if slip == game.turning_point else words


def played(game: JudgedGame, slip: Slip) -> str:
    """Who played what, and what that led to, as far as people see."""
    session, judged = game.session, slip.judged
    rules, style = session.rules, session.style
    return _PLAYED[move_notation(rules, style)].format(
        sign=shown_mark(PLAYED_MOVE, rules, style),
        ply=slip.ply,
        player=marked_player(session, slip.side),
        move=move_name(rules, judged.move, style),
        verdict=_led_to(game, slip),
    )


def _led_to(game: JudgedGame, slip: Slip) -> str:
    after = slip.judged.after
    if after.value == "loss" and _is_in_sight(game, slip, after):
        return verdict(after)
    if slip.lapse is Lapse.MISSED_WIN:
        # a later win may be left, which people of this strength seldom find
        return missed(game, slip) if after.value == "win" else str(_WIN_SLIPS)
    return given_away(slip)


def best(game: JudgedGame, lesson: Lesson) -> str:
    """The best move, and the one reason that tells most.

    The search of the lesson may prefer another move as good. Its reasons are not those of the move
    that the review names.
    """
    session, slip, move = game.session, lesson.slip, lesson.best_move
    before, explained = game.before(slip.judged), lesson.best.move == move
    reasons = (
        lesson.best.reasons if explained else reasons_for(before, move, slip.judged.before.value)
    )
    found = lesson.best.verdict if explained else slip.judged.before
    # of a win that was missed the number of moves was told before
    counted = slip.lapse is not Lapse.MISSED_WIN and _is_in_sight(game, slip, found)
    why = _why(session, reasons, found, counted=counted)
    return (_BEST if why else _BEST_ALONE).format(
        sign=shown_mark(BEST_MOVE, session.rules, session.style),
        move=move_name(session.rules, move, session.style),
        why=why,
    )


def answer(game: JudgedGame, lesson: Lesson) -> str:
    """What the opponent does to a mistake by which they win within sight; else ""."""
    slip, found = lesson.slip, lesson.answer
    if found is None or slip.lapse in {Lapse.OPEN_ROW, Lapse.GAVE_ROW}:
        return ""
    if found.verdict.value != "win" or not _is_in_sight(game, slip, found.verdict):
        return ""
    session = game.session
    plain = [reason for reason in found.reasons if reason.kind not in ONE_SIDED]
    return _ANSWER.format(
        played=move_name(session.rules, slip.judged.move, session.style),
        move=move_name(session.rules, found.move, session.style),
        why=_why(session, plain, found.verdict, counted=True),
    )


def cost(game: JudgedGame, slip: Slip) -> str:
    """What the mistake cost between players of this strength."""
    cost, alone = slip.cost, _is_alone(game.session, slip)
    if cost.tells:
        words = _YOUR_CHANCES if alone else _CHANCES
    elif slip.judged.after.value != "loss" or not _is_in_sight(game, slip, slip.judged.after):
        words = _YOU_KEPT if alone else _KEPT
    else:
        slim = max(cost.hoped, cost.left) <= _MOST_SLIM
        words = _SLIM if slim else _UNPUNISHED
    return words.format(
        player=marked_player(game.session, slip.side),
        before=round(100 * cost.hoped),
        after=round(100 * cost.left),
        error=max(1, round(100 * cost.error)),
    )


def seen_by(game: JudgedGame, slip: Slip) -> str:
    """How many players of the strength of the person who made a mistake see better.

    "" for an estimate: other moves may be as good as the one that is thought to be the best.
    """
    person = isinstance(game.session.seats[slip.side].player, Person)
    proved = slip.lapse is not None or slip.judged.before.value == "win"
    proved = proved or slip.judged.after.value == "loss"
    return f"👀 {found_by(slip.share)}" if person and proved else ""


def _is_alone(session: Session, slip: Slip) -> bool:
    """Whether the only person in a game against the bot made a mistake."""
    return len(session.people) == 1 and isinstance(session.seats[slip.side].player, Person)


def _outlook(game: JudgedGame, slip: Slip) -> str:
    session, before = game.session, slip.judged.before
    player, rows = marked_player(session, slip.side), rows_of(game, slip)
    alone = _is_alone(session, slip)
    match slip.lapse:
        case Lapse.OPEN_ROW:
            return (_YOU_STOP if alone else _THEY_STOP).format(player=player, lines=rows)
        case Lapse.GAVE_ROW:
            words = _YOU_AVOID if alone else _THEY_AVOID
            return words.format(player=player, column=slip.judged.move, lines=rows)
        case Lapse.MISSED_WIN if rows:
            return (_YOUR_LINE if alone else _THEIR_LINE).format(player=player, lines=rows)
    if before.value == "win" and before.moves is not None and _is_in_sight(game, slip, before):
        if before.moves == 1:  # in misère, since no row could be completed
            return (_YOU_FORCE if alone else _THEY_FORCE).format(player=player)
        return plural(before.moves, *(_YOU if alone else _THEY), player=player)
    if before.value == "draw" and _is_in_sight(game, slip, before):
        return (_YOU_DRAW if alone else _THEY_DRAW).format(player=player)
    # of a mistake that nobody sees theory knows more than the player could make of it
    if slip.lapse is Lapse.MISSED_WIN or slip.cost.hoped >= _BETTER:
        return (_YOU_STAND if alone else _THEY_STAND).format(player=player)
    if slip.lapse is None and slip.cost.hoped >= _WORSE:
        return str(_EVEN)
    return (_YOU_DEFEND if alone else _THEY_DEFEND).format(player=player)


def _is_in_sight(game: JudgedGame, slip: Slip, verdict: Verdict) -> bool:
    """Whether the end that a verdict tells of is proved and not too far for the player to see."""
    return verdict.plies is not None and verdict.plies <= game.horizons[slip.side] + 1


def _why(session: Session, reasons: Sequence[Reason], found: Verdict, *, counted: bool) -> str:
    """The most telling reason for a move, and how soon it wins if that is `counted`; "" if none."""
    telling = [reason for reason in reasons if tells(reason)][:1]
    words = [reason_words(session.rules, reason, session.style) for reason in telling]
    if counted and found.value == "win" and not any(map(tells_end, telling)):
        words.append(verdict(found))
    return listed(words, _BETWEEN)
