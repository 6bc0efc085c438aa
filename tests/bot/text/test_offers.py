"""What people ask of each other, and the answers."""

from __future__ import annotations

import pytest

from bot.session import Person, Terms
from bot.text import (
    challenge,
    challenge_accepted,
    challenge_declined,
    coach_switched,
    draw_refused,
    offer,
    offer_declined,
)
from engine import Rules, Side
from tests.bot.builders import ALICE, BOB, session


def test_an_offer_tells_how_to_answer() -> None:
    """Who asks, what for, and what the other types."""
    match = session([5, 1])
    assert offer(match.draw(ALICE.id), "!") == (
        "**alice** offers a draw. **bob**: `!ttt draw` accepts, a move declines."
    )
    assert offer(match.undo(BOB.id), "!") == (
        "**bob** asks to take a move back. **alice**: `!ttt undo` accepts, a move declines."
    )


def test_a_declined_offer_leaves_the_game_as_it_is() -> None:
    """The sentence fits a refusal and a second thought alike."""
    match = session([5, 1])
    assert offer_declined(match.draw(ALICE.id)) == "No draw for now: the game goes on."
    assert offer_declined(match.undo(ALICE.id)) == "No move is taken back: the game goes on."


@pytest.mark.parametrize(
    "opponent, side, sentence",
    [
        (BOB, None, "**alice** challenges <@2> to gomoku. Chance decides who moves first."),
        (BOB, Side.X, "**alice** challenges <@2> to gomoku. **alice** moves first."),
        (BOB, Side.O, "**alice** challenges <@2> to gomoku. <@2> moves first."),
        (
            None,
            None,
            "**alice** would like to play gomoku. Who joins? Chance decides who moves first.",
        ),
        (None, Side.X, "**alice** would like to play gomoku. Who joins? **alice** moves first."),
        (None, Side.O, "**alice** would like to play gomoku. Who joins, and moves first?"),
    ],
)
def test_a_challenge_tells_what_is_played(
    opponent: Person | None, side: Side | None, sentence: str
) -> None:
    """Who asks whom, for which game, and who begins."""
    assert challenge(ALICE, opponent, Terms(Rules(15, 15, 5), side)) == sentence


def test_a_challenge_is_answered() -> None:
    """Accepted and declined by the other, or taken back by the challenger."""
    assert challenge_accepted(ALICE, BOB) == (
        "**bob** accepts the challenge of **alice**. Have a good game!"
    )
    assert challenge_declined(ALICE, BOB) == "**bob** declines the challenge of **alice**."
    assert challenge_declined(ALICE, ALICE) == "**alice** takes the challenge back."


def test_the_engine_and_the_coach_answer() -> None:
    """A refused draw, and the coach on and off, are told apart."""
    answers = {draw_refused(), coach_switched(on=True), coach_switched(on=False)}
    assert len(answers) == 3
