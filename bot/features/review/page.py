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
from bot.match.session import BoardStyle, Session
from bot.show import emoji, text
from bot.show.page import MESSAGE_LIMIT, Attachment, BoardParts, Page, board_parts, compose_page
from bot.show.render.chart import chart
from bot.show.render.replay import animation
from bot.show.render.theme import theme
from bot.show.style import ALL_CAPABILITIES, Capabilities
from engine import Judgement, Position


def review_page(
    session: Session,
    judgements: Sequence[Judgement],
    *,
    capabilities: Capabilities = ALL_CAPABILITIES,
) -> Page:
    """The message that judges a finished game, with its evaluation over the moves as a picture.

    Moves of the code that a game began with are nobody's, and so is a first move that either
    player could have taken.
    """
    session = capabilities.styled(session)
    played = [judged for judged in judgements if judged.ply > session.shared_plies]
    return compose_page(
        capabilities.owned,
        BoardParts(attachment=_chart(session, judgements, played) if capabilities.files else None),
        review_title(session),
        text.heading(session),
        text.result(session),
        mistake_list(session, played),
        accuracies(session, played),
    )


def replay_page(session: Session, *, capabilities: Capabilities = ALL_CAPABILITIES) -> Page:
    """The message that shows a finished game from its first move to its last.

    Without files its moves stand in for the picture.
    """
    session = capabilities.styled(session)
    parts = text.heading(session), text.result(session), text.numbered_code(session)
    if capabilities.files:
        return compose_page(capabilities.owned, BoardParts(attachment=_replay(session)), *parts)
    room = MESSAGE_LIMIT - emoji.max_length("\n".join((*parts, "")))
    return compose_page(capabilities.owned, BoardParts(), *parts, move_list(session, room))


def finished_page(
    position: Position, prefix: str, *, capabilities: Capabilities = ALL_CAPABILITIES
) -> Page:
    """The message that shows the end of a game which nobody can go on with."""
    board = board_parts(position, capabilities.style_for(position.rules, BoardStyle.EMOJI))
    return compose_page(capabilities.owned, board, board.words, finished_code(position, prefix))


def _chart(
    session: Session, judgements: Sequence[Judgement], played: Sequence[Judgement]
) -> Attachment:
    values, plies = evaluations(judgements), [judged.ply for judged in mistakes(played)]
    data = chart(session.rules, values, plies, theme(session.style))
    return Attachment("review.png", data, text.chart_alt_text(values, plies))


def _replay(session: Session) -> Attachment:
    data = animation(session.position, theme(session.style))
    return Attachment("replay.gif", data, text.replay_alt_text(session.position))
