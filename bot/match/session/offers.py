"""What one player asks and the other may answer, and how a match ends or begins again.

Each act gives a new session, or raises UserError.
"""

from __future__ import annotations

from dataclasses import replace

from bot.errors import Problem, UserError
from bot.match.players import BoardStyle, Coach, Ending, Offer, OfferKind, Pairing, Terms, UserId
from bot.match.session.seats import aided, check_help
from bot.match.session.session import Session
from engine import Side


def undo(session: Session, user: UserId) -> Session:
    """Take back to this person's last turn.

    Against the bot that happens at once, and so does taking back a stone while more are to be laid
    (swap2). Between people else the first call makes an offer, and the other player's call accepts
    it.
    """
    side = session.acting(user)
    check_help(session)
    if _is_answer(session, OfferKind.UNDO, side):
        return _taken_back(session, side.other)
    to_take_back(session, side)
    if session.bot is not None or session.is_laying:
        return _taken_back(session, side)
    return _offered(session, OfferKind.UNDO, side)


def to_take_back(session: Session, side: Side) -> tuple[int, ...]:
    """The moves that go if this side takes its last one back, the oldest first. Raises UserError.

    They are two if it has been answered. Whoever laid a stone of an opening takes that alone.
    """
    ply, swap2 = session.position.ply, session.swap2
    kept = ply - (2 if session.position.side is side and not session.is_opening else 1)
    floor = max(session.begun, int(session.swapped)) if swap2 is None else swap2.floor
    if kept < floor or (session.is_opening and session.mover(ply) is not side):
        raise UserError(Problem.NOTHING_TO_UNDO)
    return session.position.moves[kept:]


def draw(session: Session, user: UserId) -> Session:
    """Offer a draw, or accept the draw that the other player offered."""
    side = session.acting(user)
    if _is_answer(session, OfferKind.DRAW, side):
        return session.ended(Ending.AGREED)
    return _offered(session, OfferKind.DRAW, side)


def accept(session: Session, user: UserId) -> Session:
    """Accept the open offer."""
    match _offer_to(session, user).kind:
        case OfferKind.DRAW:
            return draw(session, user)
        case OfferKind.UNDO:
            return undo(session, user)
        case OfferKind.STOP:
            return stop(session, user, may_manage=False)


def decline(session: Session, user: UserId) -> Session:
    """Decline the open offer, or withdraw one's own."""
    if session.offer is None or session.side_of(user) is not session.offer.by:
        _offer_to(session, user)
    return replace(session, offer=None)


def resign(session: Session, user: UserId) -> Session:
    """Resign the game for a person."""
    return session.ended(Ending.RESIGNED, session.acting(user).other)


def stop(session: Session, user: UserId, *, may_manage: bool) -> Session:
    """End the game without a result, or offer that to the other player.

    Its players may do that, and members who may manage messages. If its vote rests, anyone may.
    A game that counts for two people ends like this only if both want it: so nobody can stop a
    game that is about to be lost. A moderator who plays needs that too.
    """
    plays = session.is_played_by(user)
    if session.fixture is not None:
        raise UserError(Problem.FIXTURE_STOP if plays else Problem.FIXTURE_OF_OTHERS)
    forgotten = session.voting and session.poll is not None and session.poll.resting
    if not may_manage and not forgotten and not plays:
        raise UserError(Problem.MAY_NOT_STOP)
    if plays and session.needs_consent:
        side = session.acting(user)
        if not _is_answer(session, OfferKind.STOP, side):
            return _offered(session, OfferKind.STOP, side)
    return session.ended(Ending.STOPPED)


def leave(session: Session, user: UserId) -> Session:
    """End the game for a person who cannot wait for an answer: if it counts, they lose."""
    if session.needs_consent or session.fixture is not None:
        return resign(session, user)
    return stop(session, user, may_manage=False)


def run_out(session: Session) -> Session:
    """End a game whose player to move has not moved in time, and so loses."""
    return session.ended(Ending.TIME, session.turn.other)


def reopen(session: Session) -> Session:
    """Go on with a game whose channel is open again."""
    assert session.may_reopen, "its channel was closed"
    return replace(session, ending=None)


def rematch(session: Session, user: UserId) -> Pairing:
    """The pairing for the same game with exchanged sides. One of its players asks for it.

    The player who made the first move does not make it again, even after a swap.
    """
    if session.leader is None and not session.is_played_by(user):
        raise UserError(Problem.NOT_YOUR_REMATCH, x=session.x.name, o=session.o.name)
    side = session.side_of(user)
    own, other = session.seats[side], session.seats[side.other]
    if session.is_left:
        raise UserError(Problem.NO_REMATCH)
    # between people a coach stays that both have
    keeps_coach = session.bot is not None or own.coach is other.coach
    clock = session.clock
    terms = Terms(
        session.rules,
        side if session.swapped else side.other,
        own.coach if keeps_coach else Coach.OFF,
        BoardStyle.TEXT if own.aloud else session.style,
        session.swap,
        session.poll.seconds if session.poll else None,
        clock.limit if clock is not None and clock.agreed else None,
        session.swap2 is not None,
        casual=session.casual,
        strict=session.strict,
        series=session.series,
    )
    return Pairing(session.channel, session.guild, own.player, other.player, terms)


def _offered(session: Session, kind: OfferKind, side: Side) -> Session:
    if session.offer == Offer(kind, side):
        raise UserError(Problem.OWN_OFFER, name=session.seats[side.other].player.name)
    return replace(session, offer=Offer(kind, side))


def _is_answer(session: Session, kind: OfferKind, side: Side) -> bool:
    return session.offer == Offer(kind, side.other)


def _offer_to(session: Session, user: UserId) -> Offer:
    side = session.acting(user)
    if session.offer is None:
        raise UserError(Problem.NO_OFFER)
    if session.offer.by is side:
        raise UserError(Problem.OWN_OFFER, name=session.seats[side.other].player.name)
    return session.offer


def _taken_back(session: Session, side: Side) -> Session:
    gone = to_take_back(session, side)
    position = session.position.until(session.position.ply - len(gone))
    if not session.is_opening:  # nobody has answered what is laid there
        unrated = not session.between_people
        session = replace(session, assisted=True) if unrated else aided(session, side)
    return replace(session, position=position, offer=None)
