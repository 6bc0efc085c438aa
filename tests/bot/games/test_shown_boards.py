"""Of the boards of a game that wait to be shown, which are left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.shown_boards import Redraw
from bot.match.notes import DrawRefused
from bot.match.session import GameId, Offer, OfferKind
from engine import Side
from tests.bot.builders import session
from tests.bot.games.paper import Paper

OLD = session()
NEW = replace(OLD, version=OLD.version + 1)
OFFER = Offer(OfferKind.DRAW, Side.X)
NEWEST = Redraw(Paper(), NEW)


class Answer(Paper):
    """The answer to a slash command."""

    hurried = True


def test_a_board_is_left_out_for_a_newer_one() -> None:
    """Of the same game, which is shown as a board."""
    old = Redraw(Paper(), OLD)
    assert old.is_outdated(NEWEST)
    assert not old.is_outdated(None)
    assert not old.is_outdated(old)
    assert not NEWEST.is_outdated(old)
    assert not old.is_outdated(NEWEST._replace(board=False))
    assert not old.is_outdated(NEWEST._replace(session=replace(NEW, game=GameId(OLD.game + 1))))


@pytest.mark.parametrize(
    "wanted",
    [
        Redraw(Paper(), OLD, again=True),
        Redraw(Answer(), OLD),
        Redraw(Paper(), OLD, [DrawRefused()]),
        Redraw(Paper(), replace(OLD, offer=OFFER), offer=True),
    ],
)
def test_what_somebody_waits_for_is_shown(wanted: Redraw) -> None:
    """A board that was asked for, an answer, a note, and an offer that stands."""
    assert not wanted.is_outdated(NEWEST._replace(session=replace(NEW, offer=wanted.session.offer)))


def test_an_offer_that_is_answered_is_left_out() -> None:
    """The newer board tells how it went."""
    assert Redraw(Paper(), replace(OLD, offer=OFFER), offer=True).is_outdated(NEWEST)
