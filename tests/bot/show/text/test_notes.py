"""Offers in words, and what is said under a board."""

from __future__ import annotations

import pytest

from bot.features.start.text import challenge, challenge_accepted, challenge_declined
from bot.match.session import Coach, OfferKind, Person, Terms, offers
from bot.show.text import offer
from bot.show.text.coach import coach_switched
from bot.show.text.notes import DRAW_REFUSED, offer_declined
from engine import Rules, Side
from tests.bot.builders import ALICE, BOB, NOON, session


def test_an_offer_tells_how_to_answer() -> None:
    """Who asks, what for, and what the other types."""
    match = session([5, 1])
    assert offer(offers.draw(match, ALICE.id), "!") == (
        "**alice** offers a draw. **bob**: `!ttt draw` accepts, a move declines."
    )
    assert offer(offers.undo(match, BOB.id), "!") == (
        "**bob** asks to take **1** back. **alice**: `!ttt undo` accepts, a move declines."
    )
    assert offer(offers.undo(match, ALICE.id), "!") == (
        "**alice** asks to take back **5** and the answer **1**. "
        "**bob**: `!ttt undo` accepts, a move declines."
    )


def test_a_declined_offer_leaves_the_game_as_it_is() -> None:
    """The sentence fits a refusal and a second thought alike."""
    assert offer_declined(OfferKind.DRAW) == "The draw was declined: the game goes on."
    assert offer_declined(OfferKind.UNDO) == "The takeback was declined: the game goes on."


@pytest.mark.parametrize(
    "opponent, side, sentence",
    [
        (
            BOB,
            None,
            "**alice** challenges <@2> to 4×4, 4 in a row. Chance decides who moves first.",
        ),
        (BOB, Side.X, "**alice** challenges <@2> to 4×4, 4 in a row. **alice** moves first."),
        (BOB, Side.O, "**alice** challenges <@2> to 4×4, 4 in a row. <@2> moves first."),
        (
            None,
            None,
            "**alice** would like to play 4×4, 4 in a row. Who joins? "
            "Chance decides who moves first.",
        ),
        (
            None,
            Side.X,
            "**alice** would like to play 4×4, 4 in a row. Who joins? **alice** moves first.",
        ),
        (
            None,
            Side.O,
            "**alice** would like to play 4×4, 4 in a row. Who joins, and moves first?",
        ),
    ],
)
def test_a_challenge_tells_what_is_played(
    opponent: Person | None, side: Side | None, sentence: str
) -> None:
    """Who asks whom, for which game, who begins, and until when it can be answered."""
    terms = Terms(Rules(4, 4, 4), side)
    until = f"The challenge expires <t:{int(NOON.timestamp())}:R>."
    assert challenge(ALICE, opponent, terms, NOON) == f"{sentence}\n{until}"


@pytest.mark.parametrize(
    "rules, line",
    [
        (
            "gomoku",
            "With best play, whoever moves first wins on this board (Allis 1994). "
            "After the first move the second player may take it over (swap).",
        ),
        ("3x3", "After the first move the second player may take it over (swap)."),
        (
            "6x6x4g",
            "After the first move the second player may take it over (swap). With best play, "
            "whoever moves second wins on this board (my own proof). The swap doesn't change that.",
        ),
    ],
)
def test_a_challenge_tells_what_is_known_of_the_board(rules: str, line: str) -> None:
    """Whether one side is known to win is a reason for the swap rule, and told with it alone."""
    terms = Terms(Rules.parse(rules), Side.X, swap=True)
    _, told, _ = challenge(ALICE, BOB, terms, NOON).split("\n")
    assert told == line
    assert "best play" not in challenge(ALICE, BOB, Terms(Rules.parse(rules), Side.X), NOON)


def test_a_challenge_is_answered() -> None:
    """Accepted and declined by the other, or taken back by the challenger."""
    assert challenge_accepted(ALICE, BOB) == (
        "**bob** accepts the challenge of **alice**. Have a good game!"
    )
    assert challenge_declined(ALICE, BOB) == "**bob** declines the challenge of **alice**."
    assert challenge_declined(ALICE, ALICE) == "**alice** takes the challenge back."


def test_the_engine_and_the_coach_answer() -> None:
    """A refused draw, and the coach on and off, are told apart."""
    answers = {str(DRAW_REFUSED), *map(coach_switched, Coach)}
    assert len(answers) == 4
