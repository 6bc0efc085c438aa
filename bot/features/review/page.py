"""The messages that show a finished game."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.features.review import lesson_text
from bot.features.review import text as review_text
from bot.features.review.values import RecordForm
from bot.games.finished_games import JudgedGame, Lesson
from bot.match.accuracy import evaluations
from bot.match.session import DECIDED, BoardStyle, Ending, Session
from bot.show import emoji, text
from bot.show.overlay import mistaken
from bot.show.page import (
    MESSAGE_LIMIT,
    Attachment,
    BoardParts,
    BoardView,
    Page,
    board_parts,
    compose_page,
    view_page,
)
from bot.show.render.charts import chart
from bot.show.render.images import animation
from bot.show.render.theme import theme
from bot.show.style import ALL_CAPABILITIES, Capabilities
from engine import Position, Record, Side, write_moves, write_psq, write_sgf

_PLAYED_OUT: Final = 10
"""The most moves that follow a mistake on a board: more show nothing that can still be seen."""


def review_page(reviewed: JudgedGame, *, capabilities: Capabilities = ALL_CAPABILITIES) -> Page:
    """The overview of a finished game: its mistakes, how well it was played, and a chart.

    The moves that belong to neither player (`Session.shared_plies`) are not judged.
    """
    session = capabilities.styled(reviewed.session)
    reviewed = replace(reviewed, session=session)
    picture = capabilities.files and session.style is not BoardStyle.TEXT and reviewed.played[1:]
    return compose_page(
        capabilities.owned,
        BoardParts(attachment=_chart(reviewed) if picture else None),
        review_text.review_title(session),
        text.heading(session),
        text.result(session),
        review_text.resigned(reviewed),
        review_text.mistake_list(reviewed),
        review_text.accuracies(reviewed),
        review_text.theory(reviewed),
        review_text.loaded(session),
        above=3,
    )


def lesson_page(
    reviewed: JudgedGame, lesson: Lesson, *, capabilities: Capabilities = ALL_CAPABILITIES
) -> Page:
    """The page of one mistake: the board before it, what was best and why, and what it cost."""
    session, slip = capabilities.styled(reviewed.session), lesson.slip
    reviewed = replace(reviewed, session=session)
    before = reviewed.before(slip.judged)
    best = lesson.best if lesson.best.move == lesson.best_move else lesson.best_move
    overlay = mistaken(before, slip.judged.move, best, lesson.answer)
    follows = () if lesson.answer is None else (slip.judged.move, *lesson.answer.line)[:_PLAYED_OUT]
    board = board_parts(before, session.style, overlay, turn=False, follows=follows)
    made = reviewed.slips[slip.side]
    title = lesson_text.lesson_title(session, made.index(slip) + 1, len(made))
    outlook, heading = lesson_text.outlook(reviewed, slip), text.heading(session)
    sentences = lesson_text.played(reviewed, slip), lesson_text.best(reviewed, lesson)
    answer = lesson_text.answer(reviewed, lesson)
    people = lesson_text.seen_by(reviewed, slip), lesson_text.cost(reviewed, slip)
    below = board.words, *sentences
    parts = (
        (title, heading, outlook, *below, answer, *people),
        (title, outlook, *below, answer, *people),
        (title, outlook, *below),
    )
    fitting = (p for p in parts if emoji.max_length("\n".join((*p, ""))) <= MESSAGE_LIMIT)
    chosen = next(fitting, parts[-1])
    return compose_page(capabilities.owned, board, *chosen, above=chosen.index(outlook) + 1)


def replay_page(session: Session, *, capabilities: Capabilities = ALL_CAPABILITIES) -> Page:
    """The message with the replay of a finished game.

    If the bot may not send files, or for a listener, it contains a list of moves instead of the
    image.
    """
    session = capabilities.styled(session)
    parts = text.heading(session), text.result(session), text.numbered_code(session)
    if capabilities.files and session.style is not BoardStyle.TEXT:
        return compose_page(capabilities.owned, BoardParts(attachment=_replay(session)), *parts)
    room = MESSAGE_LIMIT - emoji.max_length("\n".join((*parts, "")))
    return compose_page(
        capabilities.owned, BoardParts(), *parts, review_text.move_list(session, room)
    )


def record_page(
    session: Session, form: RecordForm, *, capabilities: Capabilities = ALL_CAPABILITIES
) -> Page | None:
    """The message with a finished game in another form.

    If the bot may not send files, it contains the text of a file; there is no message if that is
    too long.
    """
    if form is RecordForm.PICTURE:
        return view_page(session, BoardView(numbers=True, zoom=False), capabilities=capabilities)
    if form is RecordForm.MOVES:
        words = text.heading(capabilities.styled(session)), text.result(session)
        moves = review_text.fenced(write_moves(session.position))
        return compose_page(capabilities.owned, BoardParts(), *words, moves)
    first, second = (session.seats[side].player.name for side in Side)
    players = Record(first, second, _sgf_result(session))
    write = write_sgf if form is RecordForm.SGF else write_psq
    record = write(session.position, players)
    session = capabilities.styled(session)
    words = text.heading(session), text.result(session)
    if capabilities.files:
        name = f"kinarow-{session.game}.{form.value}"
        file = Attachment(name, record.encode(), text.replay_alt_text(session.position))
        coded = text.numbered_code(session)
        return compose_page(capabilities.owned, BoardParts(attachment=file), *words, coded)
    fits = emoji.max_length("\n".join((*words, review_text.fenced(record)))) <= MESSAGE_LIMIT
    return (
        compose_page(capabilities.owned, BoardParts(), *words, review_text.fenced(record))
        if fits
        else None
    )


def finished_page(
    position: Position,
    style: BoardStyle,
    prefix: str,
    *,
    capabilities: Capabilities = ALL_CAPABILITIES,
) -> Page:
    """The message for the code of a game that is already over."""
    board = board_parts(position, capabilities.style_for(position.rules, style))
    return compose_page(
        capabilities.owned, board, board.words, review_text.finished_code(position, prefix)
    )


def _sgf_result(session: Session) -> str:
    """How a game ended, as SGF writes it: the winner's colour, R where the other resigned."""
    if session.ending not in DECIDED:
        return "Void"
    if session.winner is None:
        return "0"
    winner = "B" if session.winner is Side.X else "W"
    return f"{winner}+{'R' if session.ending is Ending.RESIGNED else ''}"


def _chart(game: JudgedGame) -> Attachment:
    """What the position was worth after each move, by best play, and the shown mistakes."""
    values = evaluations(game.judgements)
    plies = sorted(slip.ply for slips in game.slips.values() for slip in slips)
    data = chart(game.session.rules, values, plies, theme(game.session.style))
    return Attachment("review.png", data, text.chart_alt_text(values, plies))


def _replay(session: Session) -> Attachment:
    data = animation(session.position, theme(session.style))
    return Attachment("replay.gif", data, text.replay_alt_text(session.position))
