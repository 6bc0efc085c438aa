"""What players have at their seats: hints and coaches, the level of the engine, looks of a board.

Each act gives a new session, or raises UserError. Some help leaves a game unrated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.errors import Problem, UserError
from bot.match.players import BoardStyle, Bot, Coach, Person, Player, UserId
from bot.match.session.session import Session
from engine import LADDER, Level, Side


def set_coach(session: Session, user: UserId, coach: Coach) -> Session:
    """Change the coach of a person's side, which counts as help."""
    side = session.acting(user)
    if coach is not Coach.OFF:
        check_help(session)
        session = helped(session, user)
    return session.with_seat(side, replace(session.seats[side], coach=coach))


def check_help(session: Session) -> None:
    """Raise UserError in a game without help: a fixture, or a strict one."""
    if session.fixture is not None and session.ending is None:
        raise UserError(Problem.FIXTURE_HELP)
    if session.strict:
        raise UserError(Problem.NO_HELP)


def helped(session: Session, user: UserId) -> Session:
    """Note that a person has seen a recommendation.

    Against the engine the game is unrated then. Between people it is so only for that player,
    and only if it is not lost: otherwise a hint would be a way out of a lost game.
    """
    if not session.between_people or not session.is_played_by(user):
        return replace(session, assisted=True)
    check_help(session)
    return aided(session, session.side_of(user))


def aided(session: Session, side: Side) -> Session:
    """Note that a player in a game between people has had help, if the game is rated."""
    if session.assisted or session.casual:
        return session
    return session.with_seat(side, replace(session.seats[side], assisted=True))


def at_level(session: Session, user: UserId, steps: int) -> Session:
    """Let the engine play some steps of the ladder higher, or lower below 0."""

    def climbed(bot: Bot) -> Bot:
        place = LADDER.index(bot.step) + steps
        if not 0 <= place < len(LADDER):
            raise UserError(Problem.LADDER_ENDS if steps > 0 else Problem.LADDER_BEGINS)
        return bot.at(LADDER[place])

    return _with_bot(session, user, climbed)


def choose_level(session: Session, user: UserId, level: Level) -> Session:
    """Let the engine play at a level."""
    return _with_bot(session, user, lambda bot: bot.asked_for(level))


def _with_bot(session: Session, user: UserId, change: Callable[[Bot], Bot]) -> Session:
    """Let the engine play at another level.

    A player may ask for that, or the leader of a crowd. A game at a level that was asked for
    is unrated from then on.
    """
    seat = session.seats[side := session.acting(user).other]
    if not isinstance(seat.player, Bot):
        raise UserError(Problem.NO_LEVEL)
    bot = change(seat.player)
    assisted = session.assisted or bot.level is not Level.ADAPTIVE
    return replace(session.with_seat(side, replace(seat, player=bot)), assisted=assisted)


def restyled(session: Session, user: UserId, style: BoardStyle, *, shared: bool = True) -> Session:
    """Show the board to a player in another style.

    Where others see the same board, words for this player stand beside their picture, and the
    picture changes only if it is `shared`: if the other player has not chosen another one.
    """
    side = session.acting(user)
    aloud = style is BoardStyle.TEXT
    keeps_picture = session.duel is None and (aloud or not shared)
    shown = replace(session, style=session.style if keeps_picture else style)
    return shown.with_seat(side, replace(session.seats[side], aloud=aloud))


def with_words(session: Session, player: Player, *, words: bool) -> Session:
    """With the board in words for a player, or without."""
    side = Side.X if player == session.x.player else Side.O
    return session.with_seat(side, replace(session.seats[side], aloud=words))


def seen_by(session: Session, user: UserId, chosen: BoardStyle | None = None) -> Session:
    """The match in the style in which a person sees what is shown to them alone.

    While it is on, that is what its player has in it: words, or against Kinarow the style of
    its board. Else it is what the person has `chosen` for all boards, if they have.
    """
    x, o = session.x, session.o
    aloud = any(
        seat.aloud and seat.player.id == user for seat in (x, o) if isinstance(seat.player, Person)
    )
    alone = session.duel is not None and session.duel[0].id == user
    if chosen is None or (session.ending is None and (aloud or alone)):
        return replace(session, style=BoardStyle.TEXT) if aloud else session
    return replace(session, style=chosen, x=replace(x, aloud=False), o=replace(o, aloud=False))
