"""The end of an idle game, the style of each player, and the rematch."""

from __future__ import annotations

from bot.errors import Problem
from bot.match.session import BoardStyle, Coach, Ending, Terms
from engine import Rules, Side
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, session
from tests.bot.match.session.refusal import refusal


def test_an_abandoned_game_has_no_winner() -> None:
    """Nobody wins by staying away."""
    match = session([5]).abandon()
    assert (match.ending, match.winner) == (Ending.IDLE, None)


def test_a_style_belongs_to_who_chose_it() -> None:
    """Words are for one player, and a picture that the other has not chosen too stays as it is."""
    heard = session().restyled(BOB.id, BoardStyle.TEXT)
    assert (heard.style, heard.x_aloud, heard.o_aloud) == (BoardStyle.EMOJI, False, True)
    assert not heard.is_text
    assert heard.seen_by(BOB.id).style is BoardStyle.TEXT
    assert heard.seen_by(ALICE.id) == heard
    assert heard.restyled(ALICE.id, BoardStyle.TEXT).is_text
    assert heard.restyled(ALICE.id, BoardStyle.LIGHT).style is BoardStyle.LIGHT
    assert heard.restyled(ALICE.id, BoardStyle.LIGHT, shared=False).style is BoardStyle.EMOJI
    again = heard.restyled(BOB.id, BoardStyle.IMAGE)
    assert (again.style, again.o_aloud) == (BoardStyle.IMAGE, False)
    assert heard.rematch(BOB.id).terms.style is BoardStyle.TEXT
    assert heard.rematch(ALICE.id).terms.style is BoardStyle.EMOJI
    assert (
        refusal(lambda: session().restyled(CAROL.id, BoardStyle.TEXT)).problem
        is Problem.NOT_A_PLAYER
    )
    over = session([1, 4, 2, 5, 3])
    assert refusal(lambda: over.restyled(BOB.id, BoardStyle.TEXT)).problem is Problem.NO_GAME


def test_who_plays_the_bot_has_the_board_alone() -> None:
    """Their style is that of the board."""
    alone = session(o=KINAROW).restyled(ALICE.id, BoardStyle.TEXT)
    assert (alone.style, alone.is_text) == (BoardStyle.TEXT, True)
    assert not alone.restyled(ALICE.id, BoardStyle.EMOJI).is_text


def test_ears_go_with_their_player() -> None:
    """Who changes sides by the swap rule listens on."""
    start = session(swap=True).restyled(BOB.id, BoardStyle.TEXT)
    swapped = start.play(ALICE.id, 5).take_over(BOB.id)
    assert (swapped.x_aloud, swapped.o_aloud) == (True, False)


def test_a_rematch_exchanges_the_sides() -> None:
    """The same players and terms, with the asker on the other side."""
    match = session([5], rules="4x4", style=BoardStyle.TEXT).resign(ALICE.id)
    again = match.rematch(BOB.id)
    assert (again.asker, again.other) == (BOB, ALICE)
    assert again.terms == Terms(Rules(4, 4, 4), Side.X, Coach.OFF, BoardStyle.TEXT)
    assert refusal(lambda: match.rematch(CAROL.id)).problem is Problem.NOT_YOUR_REMATCH


def test_a_rematch_between_people_has_the_coach_that_both_have() -> None:
    """One alone brings none into a game that would be unrated for both."""
    alone = session([5]).set_coach(ALICE.id, Coach.AFTER)
    both = alone.set_coach(BOB.id, Coach.AFTER)
    assert alone.resign(ALICE.id).rematch(ALICE.id).terms.coach is Coach.OFF
    assert both.resign(ALICE.id).rematch(ALICE.id).terms.coach is Coach.AFTER
    against = session([5], o=KINAROW).set_coach(ALICE.id, Coach.AFTER)
    assert against.resign(ALICE.id).rematch(ALICE.id).terms.coach is Coach.AFTER


def test_a_rematch_lets_the_other_open() -> None:
    """After a swap who opened is second, whichever mark that was; the rule holds again."""
    ended = session([5], swap=True).take_over(BOB.id).resign(ALICE.id)
    for person, side in ((ALICE, Side.O), (BOB, Side.X)):
        again = ended.rematch(person.id)
        assert (again.terms.side, again.terms.swap) == (side, True)
