"""The messages of training: a position, what an answer is worth, and a person's progress."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time
from functools import partial
from typing import Final

from bot.features.train import text as train_text
from bot.features.train.values import Card, CardAnswer, Chart, Desk, Finding, TrainingProgress
from bot.match.session import BoardStyle
from bot.show.emoji import BEST_MOVE, PLAYED_MOVE
from bot.show.overlay import NOTHING, Overlay, recommended
from bot.show.page import Attachment, Page, board_parts, compose_page
from bot.show.render.charts import Series, progress_chart
from bot.show.render.theme import theme
from bot.show.style import ALL_CAPABILITIES, Capabilities
from engine import Explanation

_PERCENTS: Final = (0, 100)
_SECONDS_A_WEEK: Final = 7 * 24 * 3600


def desk_page(
    desk: Desk,
    style: BoardStyle,
    prefix: str,
    *,
    capabilities: Capabilities = ALL_CAPABILITIES,
) -> Page:
    """The position that has waited longest; if there is none, when the next one comes."""
    if desk.card is None:
        return Page(train_text.nothing(desk, prefix))
    marked = Overlay({desk.card.played: PLAYED_MOVE})
    return _page(desk.card, style, marked, lambda _: "", capabilities, waiting=desk.waiting)


def answer_page(
    answer: CardAnswer, style: BoardStyle, *, capabilities: Capabilities = ALL_CAPABILITIES
) -> Page:
    """What an answer is worth, with the move on the board, and the lines of what answers it."""
    card = answer.card
    if answer.finding is Finding.RIGHT:
        overlay = Overlay({answer.move: BEST_MOVE})
    elif answer.finding is Finding.UNCLEAR:
        overlay = NOTHING
    else:
        overlay = _refuted(card, answer.move, answer.refutation)
    words, over = partial(train_text.result, answer), answer.finding is Finding.RIGHT
    return _page(card, style, overlay, words, capabilities, over=over)


def hint_page(
    card: Card,
    refutation: Explanation | None,
    elo: float,
    style: BoardStyle,
    *,
    capabilities: Capabilities = ALL_CAPABILITIES,
) -> Page:
    """Why the mistake failed, with the lines of what answered it, as far as the person sees."""
    words = partial(train_text.hint, card, refutation, elo)
    return _page(card, style, _refuted(card, card.played, refutation), words, capabilities)


def solution_page(
    card: Card,
    best: Explanation | None,
    elo: float,
    style: BoardStyle,
    *,
    capabilities: Capabilities = ALL_CAPABILITIES,
) -> Page:
    """The best move and why it is best, for a person of this strength."""
    own = () if best is None else recommended(card.position, best).own
    move = card.best if best is None else best.move
    overlay = Overlay({card.played: PLAYED_MOVE, move: BEST_MOVE}, own=own)
    words = partial(train_text.solution, card, best, elo)
    return _page(card, style, overlay, words, capabilities, over=True)


def progress_page(
    found: TrainingProgress,
    style: BoardStyle,
    prefix: str,
    *,
    capabilities: Capabilities = ALL_CAPABILITIES,
) -> Page:
    """A person's progress, in words and as a picture.

    In the style for screen readers, and where no file may be sent, each week has a line instead.
    """
    if found.is_empty:
        return Page(train_text.progress(found, prefix))
    if style is BoardStyle.TEXT or not capabilities.files or not found.charts:
        lines = train_text.progress(found, prefix), train_text.week_list(found)
        return Page("\n".join(filter(None, lines)))
    words = train_text.progress(found, prefix, drawn=True)
    alt = train_text.progress_alt_text(found)
    return Page(words, Attachment("progress.png", _chart(found, style), alt))


def _page(
    card: Card,
    style: BoardStyle,
    overlay: Overlay,
    words: Callable[[BoardStyle], str],
    capabilities: Capabilities,
    *,
    waiting: int = 0,
    over: bool = False,
) -> Page:
    shown = capabilities.style_for(card.position.rules, style)
    board = board_parts(card.position, shown, overlay, threats=False, turn=not over)
    return compose_page(
        capabilities.owned,
        board,
        train_text.heading(card, waiting),
        board.words,
        train_text.question(card, shown),
        words(shown),
    )


def _refuted(card: Card, move: int, refutation: Explanation | None) -> Overlay:
    """A wrong move, and the lines of what the other side plays against it."""
    theirs = () if refutation is None else recommended(card.position.play(move), refutation).own
    return Overlay({move: PLAYED_MOVE}, theirs=theirs)


def _chart(found: TrainingProgress, style: BoardStyle) -> bytes:
    starts = [week.start for week in found.weeks]
    begin = datetime.combine(starts[0], time(), UTC)
    played = ((n, week.accuracy) for n, week in enumerate(found.weeks))
    accuracies = tuple((n, value) for n, value in played if value is not None)
    ratings = tuple(
        ((when - begin).total_seconds() / _SECONDS_A_WEEK - 0.5, mu) for when, mu in found.ratings
    )
    solved = tuple((n, week.solved) for n, week in enumerate(found.weeks))
    series = (
        Series(Chart.ACCURACY.value, accuracies, bounds=_PERCENTS),
        Series(Chart.RATING.value, ratings),
        Series(Chart.SOLVED.value, solved, bars=True),
    )
    drawn = {chart.value for chart in found.charts}
    return progress_chart(starts, [one for one in series if one.number in drawn], theme(style))
