"""What the coach says about a move that was made, and when it speaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bot.match.notes import Remark
from bot.match.session import Coach, Session
from bot.show.style import move_name
from bot.show.text.advice import BETTER, found_by, tells_end
from bot.show.text.language import Sentence, forms, listed, marked, plural, said
from bot.show.text.match import QUIET
from bot.show.text.reasons import reason_words
from bot.show.text.verdicts import MUST_COMPLETE, verdict
from bot.show.text.words import HINT, command
from engine import Judgement, Lapse, Mistake, ReasonKind, Verdict, horizon

_SOON: Final = 2
"""A loss in so many plies is told without a number, by this move or their next."""

_SWITCHED: Final = {
    Coach.BEFORE: Sentence("The coach is on: before each of your moves I say what I'd play."),
    Coach.AFTER: Sentence("The coach is on: after each of your moves I say how good it was."),
    Coach.OFF: Sentence("The coach is off: you play on your own."),
}
_ALONE: Final = {
    Coach.BEFORE: Sentence("The coach is on: press **{button}**, and I tell you alone."),
    Coach.AFTER: Sentence(
        "The coach is on: play with the buttons, and I tell you alone how good each move was."
    ),
}
"""Where only one of two people has it: the other would read a word in the channel, too."""
_REMEMBERED: Final = {
    Coach.BEFORE: Sentence(
        "From your next game against me, I'll say what I'd play before each of your moves."
    ),
    Coach.AFTER: Sentence(
        "From your next game against me, I'll say how good each of your moves was."
    ),
    Coach.OFF: Sentence("From your next game, you'll play without the coach."),
}
_OFF: Final = Sentence("The coach is off.")
_UNRATED: Final = Sentence("With the coach you win no rating points.")
_WAYS: Final = Sentence(
    "{before} · what I'd play, before each of your moves · {after} · how good it was, after "
    "each · {off} · neither"
)

# Translators: {move} is such as “5”, {judgement} such as “good: blocks 1-2-3”.
_REMARK: Final = Sentence("🎓 **{move}**: {judgement}")
# Translators: {judgement} is such as “lets them win in 4”, {why} such as “blocks 1-2-3”.
_BETTER: Final = Sentence("🎓 **{move}**: {judgement}; **{better}** was better: {why}")
_BETWEEN: Final = marked("; ")

# Translators: {why} is such as “blocks 1-2-3; draw with best play”.
_GOOD: Final = Sentence("good: {why}")
_PLAIN_GOOD: Final = Sentence("good")
_LOOKS_GOOD: Final = Sentence("no better move found (estimate): {why}")
_PLAIN_LOOKS_GOOD: Final = Sentence("no better move found (estimate)")
_NOTHING_WRONG: Final = Sentence("nothing wrong in sight")
_LOST: Final = Sentence("no move could have saved this")
# Translators: {verdict} is such as “loses in 6”.
_HOLDS_OUT: Final = Sentence("holds out as long as possible ({verdict})")
_STILL_WINS: Final = Sentence("still wins, just later")
_LOST_SOONER: Final = Sentence("no move could have saved this, but this one loses sooner")
_DRAWS_NOW: Final = Sentence("turns a win into a draw")
_MISSES: Final = Sentence("misses a certain win")
_MAY_MISS: Final = Sentence("may miss a certain win (estimate)")
_LITTLE: Final = Sentence("loses a little (estimate)")
_MUCH: Final = Sentence("loses a lot (estimate)")
_THEY_WIN: Final = Sentence("lets them win")
# Translators: {count} is how many moves they make until the end; yours are not counted.
_THEY_WIN_IN: Final = forms("lets them win in {count}", "lets them win in {count}")


def coach_switched(coach: Coach, *, between_people: bool = False, alone: bool = False) -> str:
    """That a player has another coach in this game; `alone` if the other player has none such.

    Where two people play, both are told what it means for ratings.
    """
    return _with_rating(_switched(coach, alone=alone), Coach.OFF if between_people else coach)


def _switched(coach: Coach, *, alone: bool) -> str:
    words = _ALONE.get(coach) if alone else None
    return (words or _SWITCHED[coach]).format(button=said(HINT))


def coach_remembered(coach: Coach) -> str:
    """That somebody has chosen a coach, which changes no current game."""
    return _with_rating(_REMEMBERED[coach], coach)


def coach_now(coach: Coach, prefix: str, *, playing: bool, alone: bool = False) -> str:
    """Which coach a person has in their game here, or in their next one, and how to choose."""
    ways = {way.value: command(prefix, f"coach {way.value}") for way in Coach}
    chosen = _switched(coach, alone=alone) if playing else _REMEMBERED[coach]
    stands = _OFF if coach is Coach.OFF else chosen  # nothing has been switched
    return f"{stands}\n{_WAYS.format(**ways)}\n{_UNRATED}"


def _with_rating(words: Sentence | str, coach: Coach) -> str:
    """A sentence, and if there is a coach that it costs rating points."""
    return str(words) if coach is Coach.OFF else f"{words} {_UNRATED}"


def remark(session: Session, said: Remark) -> str:
    """How good a move was and why, or what would have been better, in one line.

    What is not proved is called an estimate. “Lets them win in 4” counts their moves. Where the
    reader's strength is known, nothing is told beyond their horizon; and of a mistake, how
    many players as strong see what was better.
    """
    judged, sees = said.judgement, _sight(session, said)
    move = move_name(session.rules, judged.move, session.style)
    if said.better is None:
        return _REMARK.format(move=move, judgement=_praise(session, said, sees))
    if said.lapse is None and not _is_in_sight(judged, sees):
        return _REMARK.format(move=move, judgement=str(_NOTHING_WRONG))
    reached = _reached(said, judged.before, sees)
    words = _BETTER.format(
        move=move,
        judgement=_blame(said, sees),
        better=move_name(session.rules, said.better, session.style),
        why=listed((*_reasons(session, said, judged.before, sees), *reached), _BETWEEN),
    )
    if said.elo is None or said.finders is None or not _is_seen(judged, sees):
        return words
    return f"{words}\n{QUIET}{found_by(said.finders.share(said.elo))}"


def _sight(session: Session, said: Remark) -> Callable[[Verdict], bool]:
    """Whether a win or a loss lies within the horizon of the reader, as for a review.

    A move that loses is one ply, and what the other side does then is to be seen.
    """
    plies = None if said.elo is None else horizon(session.rules, said.elo)

    def sees(found: Verdict) -> bool:
        ahead = None if found.plies is None else found.plies - (found.value == "loss")
        return plies is None or (ahead is not None and ahead <= plies)

    return sees


def _is_in_sight(judged: Judgement, sees: Callable[[Verdict], bool]) -> bool:
    """Whether the reader can see what a mistake did: an end that is near, or an estimate."""
    proved = judged.after.value == "loss" or judged.before.value == "win"
    return not proved or _is_seen(judged, sees)


def _is_seen(judged: Judgement, sees: Callable[[Verdict], bool]) -> bool:
    """Whether a mistake lost, or missed a win, by a proof that the reader can see."""
    lost, won = judged.after.value == "loss", judged.before.value == "win"
    return (lost and sees(judged.after)) or (won and sees(judged.before))


def _praise(session: Session, said: Remark, sees: Callable[[Verdict], bool]) -> str:
    """The judgement of a move that was no mistake."""
    judged = said.judgement
    if judged.before.value == "loss" and (sees(judged.before) or sees(judged.after)):
        plies = judged.after.plies
        holds_out = plies is not None and plies == judged.before.plies and plies > _SOON
        return _HOLDS_OUT.format(verdict=verdict(judged.after)) if holds_out else str(_LOST)
    proved = judged.before.value is not None and judged.after.value is not None
    # what a move does for its side is no praise where it is proved to lose
    lost = judged.after.value == "loss"
    praised = () if lost else _reasons(session, said, judged.after, sees)
    why = listed((*praised, *_reached(said, judged.after, sees)), _BETWEEN)
    if not why:
        return str(_PLAIN_GOOD if proved else _PLAIN_LOOKS_GOOD)
    return (_GOOD if proved else _LOOKS_GOOD).format(why=why)


def _blame(said: Remark, sees: Callable[[Verdict], bool]) -> str:
    """The judgement of a mistake, or of a move that overlooks what the reader sees."""
    judged, lapse = said.judgement, said.lapse
    if judged.after.value == "win":
        return str(_STILL_WINS)
    if judged.mistake is Mistake.SLOWER and lapse is None:
        return str(_LOST_SOONER)
    let = lapse is not None and lapse is not Lapse.MISSED_WIN
    if judged.after.value == "loss" and (let or sees(judged.after)):
        return _they_win(judged.after)
    if lapse is Lapse.MISSED_WIN or judged.mistake in {Mistake.MISSED_WIN, Mistake.BLUNDER}:
        if judged.after.value is None:
            return str(_MAY_MISS)
        drawn = judged.after.value == "draw" and sees(judged.after)
        return str(_DRAWS_NOW if drawn else _MISSES)
    return str(_LITTLE if judged.mistake is Mistake.INACCURACY else _MUCH)


def _they_win(after: Verdict) -> str:
    """That a move loses, and with how many moves of theirs."""
    if after.plies is None or after.plies == MUST_COMPLETE:
        return str(_THEY_WIN)
    theirs = after.plies // 2
    return verdict(after) if after.plies <= _SOON else plural(theirs, *_THEY_WIN_IN)


def _reasons(
    session: Session, said: Remark, found: Verdict, sees: Callable[[Verdict], bool]
) -> Iterator[str]:
    """The most telling reason for the move that is praised or recommended, which leads to this.

    Where the other side wins all the same nothing is told that it would get in spite of the move.
    """
    lost = found.value == "loss" and sees(found)
    reasons = [one for one in said.reasons if not lost or one.kind.helps_when_lost]
    for reason in reasons[:1]:
        yield reason_words(session.rules, reason, session.style)


def _reached(said: Remark, found: Verdict, sees: Callable[[Verdict], bool]) -> Iterator[str]:
    """What that move leads to, unless the words before it already say so."""
    kinds = {reason.kind for reason in said.reasons}
    if ReasonKind.ESTIMATE in kinds or any(map(tells_end, said.reasons)):
        return
    if found.value is not None and not sees(found):
        if not kinds and found.value == "win":
            yield str(BETTER)
        return
    if found.value is not None or said.judgement.after.value == "loss" or not kinds:
        yield verdict(found)
