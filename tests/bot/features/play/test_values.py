"""Which votes count as the best."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.features.play.page import best_votes, top_voters
from bot.features.play.values import JudgedTurn, JudgedVote, Voter, best_moves, judged_turn, week_of
from bot.match.session import UserId
from engine import Verdict
from tests.bot.builders import ALICE, BOB, session


@pytest.mark.parametrize(
    "verdicts, good",
    [
        ([Verdict.win(3), Verdict.win(7), Verdict.draw(5)], {1, 2}),
        ([Verdict.loss(4), Verdict.draw(None), Verdict.loss(2)], {2}),
        ([Verdict.estimated(0.2), Verdict.estimated(0.199), Verdict.estimated(0.1)], {1, 2}),
        ([Verdict.loss(4), Verdict.loss(2)], set()),
        ([Verdict.draw(9), Verdict.draw(9)], set()),
        ([], set()),
    ],
)
def test_the_best_give_nothing_away(verdicts: list[Verdict], good: set[int]) -> None:
    """All that keep what could be had; where nothing can be lost no vote is better."""
    assert best_moves(dict(enumerate(verdicts, 1))) == good


def test_each_ballot_counts_for_its_voter() -> None:
    """And the turn says how many were right."""
    turn, voters = judged_turn(2, ((ALICE.id, 5), (BOB.id, 1)), 5, frozenset({5, 9}))
    assert turn == JudgedTurn(2, 5, 1, 2)
    assert voters == (Voter(ALICE.id, 1, 1), Voter(BOB.id, 0, 1))


def test_a_week_begins_on_monday() -> None:
    """In UTC."""
    assert str(week_of(datetime(2026, 11, 22, 23, 59, tzinfo=UTC))) == "2026-11-16"
    assert str(week_of(datetime(2026, 11, 23, tzinfo=UTC))) == "2026-11-23"


def test_the_report_of_votes_names_the_best_moves_and_voters() -> None:
    """The turns with their best moves, then who voted best; a table of the week."""
    voters = (Voter(UserId(1), 2, 2), Voter(UserId(2), 0, 1))
    judged = JudgedVote((JudgedTurn(0, 5, 1, 2), JudgedTurn(2, 9, 1, 1)), voters)
    assert best_votes(session([5, 1, 9]), judged, "!").splitlines() == [
        "**The best votes, by the engine** · this week: `!ttt vote top`",
        "1. **5**: 1 of 2 votes · 3. **9**: 1 of 1 vote",
        "<@1> 2 of 2 · <@2> 0 of 1",
    ]
    assert best_votes(session(), JudgedVote((), ()), "!") == ""
    assert top_voters(voters, "!").splitlines() == [
        "**The best voters of the week**",
        "1. <@1>: 2 of 2 votes were the best",
        "2. <@2>: 0 of 1 vote was the best",
    ]
    level = [Voter(UserId(1), 3, 4), Voter(UserId(2), 3, 4), Voter(UserId(3), 3, 5)]
    assert [line[:2] for line in top_voters(level, "!").splitlines()[1:]] == ["1.", "1.", "3."]
    assert top_voters((), "!") == (
        "No vote has been judged here this week. Start one: `!ttt vote connect4`"
    )


def test_the_longest_answers_fit_a_message() -> None:
    """With many turns and the largest numbers."""
    voters = tuple(Voter(UserId(10**18 + n), 9_999, 9_999) for n in range(10))
    turns = tuple(JudgedTurn(2 * n, 361, 9_999, 9_999) for n in range(180))
    assert len(best_votes(session(rules="19x19"), JudgedVote(turns, voters), "!" * 5)) < 1_000
    assert len(top_voters(voters, "!" * 5)) < 1_000
