"""The messages that look back at a finished game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.review.text import (
    accuracies,
    finished_code,
    mistake_list,
    move_list,
    review_title,
)
from bot.match.accuracy import evaluations, mistakes
from bot.match.session import Session, Style
from bot.show import emoji, text
from bot.show.page import MESSAGE_LIMIT, Drawing, Page, PlacedBoard, composed, placed
from bot.show.render.chart import chart
from bot.show.render.replay import animation
from bot.show.render.theme import theme
from bot.show.style import EVERYTHING, Means
from engine import Judgement, Position


def review_page(
    session: Session, judgements: Sequence[Judgement], *, means: Means = EVERYTHING
) -> Page:
    """The message that judges a finished game, with its evaluation over the moves as a picture.

    Moves of the code that a game began with are nobody's, and so is a first move that either
    player could have taken.
    """
    session = means.dressed(session)
    played = [judged for judged in judgements if judged.ply > session.settled]
    return composed(
        means.owned,
        PlacedBoard(drawing=_chart(session, judgements, played) if means.files else None),
        review_title(session),
        text.heading(session),
        text.result(session),
        mistake_list(session, played),
        accuracies(session, played),
    )


def replay_page(session: Session, *, means: Means = EVERYTHING) -> Page:
    """The message that shows a finished game from its first move to its last.

    Without files its moves stand in for the picture.
    """
    session = means.dressed(session)
    parts = text.heading(session), text.result(session), text.numbered_code(session)
    if means.files:
        return composed(means.owned, PlacedBoard(drawing=_replay(session)), *parts)
    room = MESSAGE_LIMIT - emoji.longest("\n".join((*parts, "")))
    return composed(means.owned, PlacedBoard(), *parts, move_list(session, room))


def finished_page(position: Position, prefix: str, *, means: Means = EVERYTHING) -> Page:
    """The message that shows the end of a game which nobody can go on with."""
    board = placed(position, means.style(position.rules, Style.EMOJI))
    return composed(means.owned, board, board.words, finished_code(position, prefix))


def _chart(
    session: Session, judgements: Sequence[Judgement], played: Sequence[Judgement]
) -> Drawing:
    values, plies = evaluations(judgements), [judged.ply for judged in mistakes(played)]
    data = chart(session.rules, values, plies, theme(session.style))
    return Drawing("review.png", data, text.chart_alt_text(values, plies))


def _replay(session: Session) -> Drawing:
    data = animation(session.position, theme(session.style))
    return Drawing("replay.gif", data, text.replay_alt_text(session.position))
