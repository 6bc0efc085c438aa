"""Sentences about training on one's own mistakes, and about a person's progress."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.features.train.values import (
    WEEKS,
    Card,
    CardAnswer,
    Chart,
    Desk,
    Finding,
    TrainingProgress,
    Week,
)
from bot.match.session import BoardStyle
from bot.show.emoji import KEYCAP
from bot.show.style import mark, move_name, move_notation
from bot.show.text.advice import answered, recommendation, who_sees
from bot.show.text.language import Sentence, by_tile, forms, listed, marked, plural
from bot.show.text.pictures import ALT_LIMIT
from bot.show.text.words import command, game_name, moment, title, with_commands
from engine import Explanation, horizon

# Translators: the labels of buttons, at most 80 characters, better one or two words.
TRAIN: Final = marked("Train")
NEXT: Final = marked("Next position")
ANSWER: Final = marked("Answer")
SOLUTION: Final = marked("Solution")
PLAY: Final = marked("Win it against me")
WIN_ANY: Final = marked("Win a won position")
PROGRESS: Final = marked("My progress")

INVITATION: Final = Sentence(
    "🎯 **Training**: positions from your own games where you went wrong. They come back "
    "until you find the right move. Press the button: only you will see yours."
)
_HEADING: Final = Sentence("🎯 **Training** · {game}")
# Translators: {heading} is such as “Training · Connect Four”.
_WAITING: Final = forms("{heading} · {count} position waits", "{heading} · {count} positions wait")
_PLAYED: Final = {
    "win": by_tile(
        Sentence("In your game on {day} you played **{move}** here and missed a win."),
        Sentence("In your game on {day} you played column **{move}** here and missed a win."),
    ),
    "draw": by_tile(
        Sentence("In your game on {day} you played **{move}** here and missed a draw."),
        Sentence("In your game on {day} you played column **{move}** here and missed a draw."),
    ),
}
_QUESTION: Final = {
    "win": Sentence("You're {mark}, and it's your move: which one wins?"),
    "draw": Sentence("You're {mark}, and it's your move: which one doesn't lose?"),
}
_RIGHT: Final = {
    "win": Sentence("🎯 **{move}** is right: it keeps the win."),
    "draw": Sentence("🎯 **{move}** is right: it keeps the draw."),
}
_WRONG: Final = {
    "win": Sentence("💨 **{move}** misses the win. Try again."),
    "draw": Sentence("💨 **{move}** loses. Try again."),
}
_UNCLEAR: Final = Sentence(
    "🤔 I can't prove how **{move}** turns out, so it doesn't count. Try another move."
)
# Translators: {why} is such as “💡 **5**: blocks 1-2-3; wins in 3”.
_REFUTED: Final = Sentence("↪️ The answer: {why}")
_HINT: Final = Sentence("After **{move}** the answer was {why}")
_OVER: Final = Sentence("**{move}** ended the game. Look for a move after which it goes on.")
_BEST_ALONE: Final = Sentence("Best was **{move}**.")
_AGAIN: Final = Sentence("You'll see it again {when}.")
_LEARNED: Final = Sentence("You've learned this one: it won't come back.")

_NOTHING: Final = Sentence("🎯 **Training**: nothing to practise right now.")
_NEXT_AT: Final = Sentence("The next one comes {when}.")
_LOOKED: Final = forms(
    "I've looked at {count} of your games and found no proven mistake you haven't learned from.",
    "I've looked at {count} of your games and found no proven mistakes you haven't learned from.",
)
_UNSEEN: Final = Sentence("There are games of yours I haven't looked at yet: ask again.")
_PLAY_MORE: Final = Sentence(
    "Positions come from your finished games here, wherever I can prove a move was wrong: "
    "play some more with {start}."
)
_TASK: Final = Sentence("In the meantime, try to win a won position against me at full strength.")

_PROGRESS: Final = Sentence("📈 **Your progress** · the last {count} weeks")
# Translators: {percents} is such as “70 % → 82 %”, the first week and the last one.
_ACCURACY: Final = Sentence("Accuracy of your moves in the games that were reviewed: {percents}")
_NO_ACCURACY: Final = Sentence("Accuracy of your moves: no game was reviewed in these weeks.")
_RATING: Final = Sentence("Rating, {game}: {first} → {last}")
_PERCENT: Final = Sentence("{percent}%")
_THEN: Final = marked("; ")
"""The separator between items that are lists themselves."""
_FROM_TO: Final = Sentence("{first} → {last}")
_SOLVED: Final = forms("{count} position solved", "{count} positions solved")
# Translators: {solved} is such as “3 positions solved”.
_STOCK: Final = Sentence("{solved}; {learned} learned so far, {open} still to learn")
_NO_PROGRESS: Final = Sentence(
    "Nothing to show yet: finish some games and look at them with {train} or {review}."
)
_WEEK: Final = Sentence("Week of {day}: {facts}")
_IN_GAMES: Final = forms("{percent}% in {count} game", "{percent}% in {count} games")
# Translators: {weeks} is such as “Week of 2026-11-16: 82 % in 3 games”, one after the other.
_ALT: Final = Sentence("A chart of {count} weeks. {summary}. {weeks}")


def heading(card: Card, waiting: int = 0) -> str:
    """The heading of a position, with how many wait."""
    words = _HEADING.format(game=title(card.position.rules))
    return plural(waiting, *_WAITING, heading=words) if waiting else words


def question(card: Card, style: BoardStyle) -> str:
    """What the person played, and what there is to find."""
    rules = card.position.rules
    played = _PLAYED[card.worth][move_notation(rules, style)].format(
        day=_day(card.made_at), move=move_name(rules, card.played, style)
    )
    asked = _QUESTION[card.worth].format(mark=mark(rules, style, card.position.side))
    return f"{played}\n{asked}"


def result(answer: CardAnswer, style: BoardStyle) -> str:
    """What an answer is worth, what answers it, and when the position comes again."""
    card = answer.card
    move = move_name(card.position.rules, answer.move, style)
    match answer.finding:
        case Finding.RIGHT:
            words = f"{_RIGHT[card.worth].format(move=move)} {_comes_again(card)}"
            return "\n".join(filter(None, (words, _seen(answer))))
        case Finding.UNCLEAR:
            return _UNCLEAR.format(move=move)
    words = _WRONG[card.worth].format(move=move)
    if answer.refutation is None:
        return words
    why = _answered(card, answer.refutation, answer.elo, style)
    return f"{words}\n{_REFUTED.format(why=why)}"


def hint(card: Card, refutation: Explanation | None, elo: float, style: BoardStyle) -> str:
    """Why the mistake failed, without the move that would have been right."""
    move = move_name(card.position.rules, card.played, style)
    if refutation is None:
        return _OVER.format(move=move)
    return _HINT.format(move=move, why=_answered(card, refutation, elo, style))


def solution(card: Card, best: Explanation | None, elo: float, style: BoardStyle) -> str:
    """The best move as in a hint if it is explained, and when the position comes again."""
    if best is None:
        words = _BEST_ALONE.format(move=move_name(card.position.rules, card.best, style))
    else:
        words = recommendation(card.position, best, style, elo, calm=False)
    return f"{words}\n{_comes_again(card)}"


def nothing(desk: Desk, prefix: str) -> str:
    """That no position waits, when the next one comes, and what to do meanwhile."""
    parts = [str(_NOTHING)]
    if desk.next_at is not None:
        parts.append(_NEXT_AT.format(when=moment(desk.next_at)))
    if desk.looked:
        parts.append(plural(desk.looked, *_LOOKED))
    if desk.unseen:
        parts.append(str(_UNSEEN))
    elif desk.next_at is None:
        parts.append(_PLAY_MORE.format(start=command(prefix, "start")))
    return "\n".join((" ".join(parts), str(_TASK)))


def progress(found: TrainingProgress, prefix: str, *, drawn: bool = False) -> str:
    """A person's progress, in a few lines; if drawn, each with the number of its chart."""
    if found.is_empty:
        return with_commands(_NO_PROGRESS, prefix)
    summary = _summary(found)
    shown = found.charts if drawn else frozenset()
    numbers = {chart: f"{KEYCAP[chart.value - 1]} " if chart in shown else "" for chart in summary}
    lines = (f"{numbers[chart]}{line}" for chart, line in summary.items())
    return "\n".join((_PROGRESS.format(count=WEEKS), *lines))


def week_list(found: TrainingProgress) -> str:
    """What the picture shows, week by week, in words; weeks without anything are left out."""
    return "\n".join(_week(week) for week in found.weeks if week.games or week.solved)


def progress_alt_text(found: TrainingProgress) -> str:
    """Describe the picture in at most 1,024 characters: the newest weeks, as far as they fit."""
    lines = [_week(week) for week in found.weeks if week.games or week.solved]
    while True:
        weeks, summary = listed(lines, _THEN), listed(_summary(found).values(), _THEN)
        whole = _ALT.format(count=WEEKS, summary=summary, weeks=weeks)
        if len(whole) <= ALT_LIMIT or not lines:
            return whole
        lines = lines[1:]


def _summary(found: TrainingProgress) -> dict[Chart, str]:
    """A summary of the weeks: a line for each chart."""
    known = [week.accuracy for week in found.weeks if week.accuracy is not None]
    lines = {
        Chart.ACCURACY: _ACCURACY.format(percents=_percents(known)) if known else str(_NO_ACCURACY)
    }
    if found.rules is not None and found.ratings:
        first, last = round(found.ratings[0][1]), round(found.ratings[-1][1])
        game = game_name(found.rules)
        lines[Chart.RATING] = _RATING.format(game=game, first=first, last=last)
    solved = plural(sum(week.solved for week in found.weeks), *_SOLVED)
    lines[Chart.SOLVED] = _STOCK.format(solved=solved, learned=found.learned, open=found.open)
    return lines


def _week(week: Week) -> str:
    facts = []
    if week.accuracy is not None:
        facts.append(plural(week.games, *_IN_GAMES, percent=round(week.accuracy)))
    if week.solved:
        facts.append(plural(week.solved, *_SOLVED))
    return _WEEK.format(day=week.start.isoformat(), facts=listed(facts))


def _percents(known: Sequence[float]) -> str:
    """The first and the last of these percentages, or the only one."""
    first, last = (_PERCENT.format(percent=round(value)) for value in (known[0], known[-1]))
    return last if len(known) == 1 else _FROM_TO.format(first=first, last=last)


def _answered(card: Card, answer: Explanation, elo: float | None, style: BoardStyle) -> str:
    """How the other side answers, as far as a person of this strength sees."""
    sees = None if elo is None else horizon(card.position.rules, elo)
    return answered(card.position.rules, answer, style, sees)


def _seen(answer: CardAnswer) -> str:
    """How many players as strong find the right answer; "" where that is not known."""
    if answer.best is None or answer.elo is None:
        return ""
    return who_sees(answer.card.position.rules, answer.best, answer.elo)


def _comes_again(card: Card) -> str:
    due = card.spacing.due
    return str(_LEARNED) if due is None else _AGAIN.format(when=moment(due))


def _day(when: datetime) -> str:
    """A day in Discord's markup. The client writes it in its own language."""
    return f"<t:{int(when.timestamp())}:D>"
