"""What the engine advises, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.notes import Advice, Hint
from bot.show.text import recommendation, whole_line
from bot.show.text.advice import advice
from bot.show.text.verdicts import ROOM
from engine import (
    Answers,
    Explanation,
    Finders,
    Limit,
    Reason,
    ReasonKind,
    Refutation,
    Step,
    Verdict,
    analyse,
    coordinate,
    decode_game,
    explain,
)
from tests.bot.builders import position, session

LIMIT = Limit(nodes=3000)
UNITS = 20_000
"""The estimate that fills the scale."""


def found(
    best: Verdict,
    *reasons: Reason,
    line: tuple[int, ...] = (5,),
    otherwise: Refutation | None = None,
    plan: tuple[Step, ...] = (),
    answers: Answers | None = None,
) -> Explanation:
    """What is said of the first move of `line`."""
    return Explanation(line[0], best, reasons, otherwise, plan, answers, line)


@pytest.mark.parametrize("depth", [6, 7, 8])
def test_first_moves_of_a_fair_game_look_even(depth: int) -> None:
    """Whether a search ends at an even or an odd depth, it calls no side of 8x8x4g better."""
    now = position("8x8x4g", [])
    said = recommendation(now, explain(now, analyse(now, Limit(depth=depth))))
    assert said.splitlines()[0].endswith("looks even (estimate)")


FORK = Reason(ReasonKind.DOUBLE_THREAT, (1, 8), ((1, 5, 9), (7, 8, 9)))
ONLY_MOVE = Reason(ReasonKind.ONLY_MOVE)
BLOCKS = Reason(ReasonKind.BLOCKS, (7, 8, 9), ((7, 8, 9),))
CENTRE = Reason(ReasonKind.CENTRE, (5,))
THREATENS = Reason(ReasonKind.FOUR, (6,), ((4, 5, 6),))


@pytest.mark.parametrize(
    "rules, explanation, words",
    [
        (
            "3x3",
            found(Verdict.win(1), Reason(ReasonKind.WINS, (1, 5, 9), ((1, 5, 9),))),
            "💡 **5**: wins at once with 1-5-9",
        ),
        (
            "3x3",
            found(Verdict.win(3), FORK, line=(9, 1, 8)),
            "💡 **9**: makes two threats at once (1-5-9 + 7-8-9); wins in 2",
        ),
        (
            "3x3",
            found(Verdict.win(5), Reason(ReasonKind.FORK_NEXT, (9,)), line=(5, 1, 9, 2, 3)),
            "💡 **5**: prepares two threats at once at 9; wins in 3",
        ),
        (
            "4x4",
            found(Verdict.draw(9), BLOCKS, ONLY_MOVE, line=(9,)),
            "💡 **a3**: blocks c2-d2-a3; draw with best play",
        ),
        (
            "3x3",
            found(Verdict.loss(2), BLOCKS),
            "💡 **5**: blocks 7-8-9; but they win whatever you do",
        ),
        (
            "3x3",
            found(Verdict.draw(8), CENTRE, ONLY_MOVE, otherwise=Refutation(6, (3, 2, 5), FORK)),
            "💡 **5**: safer than **6**, after which they force a win (1-5-9 + 7-8-9); draw with "
            "best play",
        ),
        (
            "3x3",
            found(Verdict.draw(8), THREATENS, otherwise=Refutation(None, (9,), FORK)),
            "💡 **5**: otherwise they force a win from **9** (1-5-9 + 7-8-9); draw with best play",
        ),
        (
            "connect4",
            found(Verdict.win(33), Reason(ReasonKind.ROW, (), ((1, 2, 3, 4),), 2), line=(4,)),
            "💡 **4**: adds to columns 1-2-3-4 in row 6: two more complete it; wins in 17",
        ),
        (
            "gomoku",
            found(Verdict.estimate(7), Reason(ReasonKind.ESTIMATE), line=(113,)),
            "💡 **h8**: looks best (estimate)",
        ),
        (
            "gomoku",
            found(
                Verdict.estimate(UNITS),
                Reason(ReasonKind.STOPS_OPEN_THREE, (), ((112, 113, 114),)),
                line=(111,),
            ),
            "💡 **f8**: stops the open three g8-h8-i8; looks good (estimate)",
        ),
    ],
)
def test_a_recommendation_says_what_and_why(
    rules: str, explanation: Explanation, words: str
) -> None:
    """The move, the one idea of it, and its verdict, in one line."""
    assert recommendation(position(rules), explanation) == words


NEWCOMER, MASTER = 1184.0, 2304.0
"""The strengths of medium and of perfect on Connect Four."""
HARD = Finders(((NEWCOMER, 0.1), (MASTER, 0.9)))
"""Who finds what is hard for a newcomer."""


@pytest.mark.parametrize(
    "explanation, newcomer, master",
    [
        (found(Verdict.win(33), THREATENS), "you stand better", "you stand better"),
        (found(Verdict.win(15), THREATENS), "you stand better", "wins in 8"),
        (found(Verdict.win(5), THREATENS), "wins in 3", "wins in 3"),
        (found(Verdict.loss(34), THREATENS), "they stand better", "they stand better"),
        (found(Verdict.loss(4), THREATENS), *["but they win whatever you do"] * 2),
        (found(Verdict.draw(38), THREATENS), "", ""),
        (found(Verdict.draw(12), THREATENS), "", "draw with best play"),
        (found(Verdict.estimate(UNITS), THREATENS), "", ""),
    ],
)
def test_nothing_is_told_beyond_the_horizon(
    explanation: Explanation, newcomer: str, master: str
) -> None:
    """How far a win is off is told to those who can see it; to all others at most who is better."""
    for elo, outcome in ((NEWCOMER, newcomer), (MASTER, master)):
        first = recommendation(position("connect4"), explanation, elo=elo).splitlines()[0]
        ending = f"; {outcome}" if outcome else ""
        assert first == f"💡 **5**: threatens columns 4-5-6 in row 6{ending}"


def test_proofs_beyond_the_horizon_are_no_idea() -> None:
    """“Every other move loses” helps nobody who can't see how."""
    told = found(Verdict.draw(38), ONLY_MOVE, CENTRE)
    far, near = replace(told, losses=(30,) * 6, others=6), replace(told, losses=(6,) * 6, others=6)
    middle = "plays in the middle column, which most lines cross"
    assert said_to_newcomer(far) == f"💡 **5**: {middle}"
    assert said_to_newcomer(near) == "💡 **5**: every other move loses"


@pytest.mark.parametrize(
    "losses, held, others, words",
    [
        ((6,) * 6, 0, 6, "; every other move loses"),
        ((6, 6, 6, 6), 2, 6, "; all but 3 moves lose soon"),
        ((6, 6, 6), 3, 6, ""),
        ((6, 10, 12), 0, 3, "; every other move loses"),
        ((6, 6, 6, 10), 2, 6, ""),
        ((6, 6, 6, 6), 1, 6, ""),
        ((8, 10), 0, 2, ""),
    ],
)
def test_it_is_told_how_many_moves_lose(
    losses: tuple[int, ...], held: int, others: int, words: str
) -> None:
    """Where it is known of all, and few hold: what loses later, or may, is not told to hold."""
    told = found(Verdict.draw(38), THREATENS)
    told = replace(told, losses=losses, others=others, held=held)
    assert said_to_newcomer(told) == f"💡 **5**: threatens columns 4-5-6 in row 6{words}"


@pytest.mark.parametrize(
    "code, words",
    [
        ("6x7x4g:4-3-4-4-3-3-4-4-3-3-4-5-1-5-5-5-3-5-5-1-1", "; every other move loses"),
        ("4x5x4g:4-2-4-3-5-4-3-2", "right under it"),
    ],
)
def test_a_move_that_loses_later_is_not_said_to_hold(code: str, words: str) -> None:
    """One move of four holds, or two of five, and some lose further than a newcomer sees."""
    now = decode_game(code)
    told = explain(now, analyse(now, LIMIT), LIMIT)
    assert recommendation(now, told, elo=NEWCOMER).splitlines()[0].endswith(words)


def test_nothing_is_stopped_where_all_is_lost() -> None:
    """They get the two threats all the same, and who wins may play under a threat."""
    for code in (
        "6x7x4g:3-4-6-3-1-7-1-2-2-2-4-1-2-7-1-3-3-1-6-3-7-1-4-4-7-2-3-7-4",
        "5x4x3g:2-3-3-3-2-2-2",
    ):
        lost = decode_game(code)
        said = recommendation(lost, explain(lost, analyse(lost, LIMIT), LIMIT), elo=NEWCOMER)
        assert said.splitlines()[0].endswith("; but they win whatever you do")
        assert "two threats" not in said
        assert "right under it" not in said


def test_a_loss_to_their_next_move_names_their_line() -> None:
    """Where one line is stopped and another is not."""
    lost = decode_game("6x7x4g:2-2-3-4-4-4-5-2-2-5-4-2-5-6-3-3-3-5-3")
    blocks = Reason(ReasonKind.BLOCKS, (2, 10, 18, 26), ((2, 10, 18, 26),))
    told = recommendation(lost, found(Verdict.loss(2), blocks, line=(2,)), elo=NEWCOMER)
    assert told == (
        "💡 They can complete the diagonal 2-3-4-5 falling from row 6 next: **2** stops that; "
        "but they win with the diagonal 3-4-5-6 falling from row 5"
    )


def test_two_diagonals_of_the_same_columns_have_two_names() -> None:
    """Where discs fall one rises and the other falls."""
    lost = decode_game("6x4x3g:2-2-1-3-2-4-3-1-1-1-2-3-4-2-1-4")
    told = explain(lost, analyse(lost, LIMIT), LIMIT)
    assert recommendation(lost, told, elo=NEWCOMER) == (
        "💡 They can complete the diagonal 2-3-4 falling from row 5 next: **3** stops that; "
        "but they win with the diagonal 2-3-4 rising from row 2"
    )


@pytest.mark.parametrize("elo", [None, NEWCOMER])
def test_advice_says_that_every_move_loses_at_once(elo: float | None) -> None:
    """And not what the move makes, which comes too late."""
    lost = decode_game("6x4x3g:1-1-4-4-3-2-2-1-4-4-4-2-4-2-1-1-2-2-1")
    told = explain(lost, analyse(lost, LIMIT), LIMIT)
    words = "💡 **3**: every move loses: they win with the diagonal 1-2-3 rising from row 1"
    assert recommendation(lost, told, elo=elo) == words


def test_advice_says_that_every_move_completes_a_line() -> None:
    """No move holds out any longer."""
    lost = decode_game("3x4x3m:7-3-11-9-10-2-5-8-1-12")
    told = explain(lost, analyse(lost, LIMIT), LIMIT)
    words = f"💡 **{coordinate(lost.rules, told.move)}**: every move completes a line, which loses"
    assert recommendation(lost, told, elo=NEWCOMER) == words


def test_that_they_must_complete_a_line_is_said_once() -> None:
    """By the reason, or else by the verdict."""
    won = Verdict.win(2)
    leaves, avoids = Reason(ReasonKind.LEAVES), Reason(ReasonKind.AVOIDS, (8,))
    at = position("3x3 misere")
    only = "💡 **5**: leaves them only moves that complete a line"
    assert recommendation(at, found(won, leaves), elo=NEWCOMER).splitlines()[0] == only
    both = (
        "💡 **5**: stays off 8, which would complete a line and lose; "
        "the other side must complete a line next"
    )
    assert recommendation(at, found(won, avoids), elo=NEWCOMER).splitlines()[0] == both


def test_advice_says_that_nothing_is_urgent() -> None:
    """With the one thing worth knowing; nobody overlooks anything there."""
    told = replace(found(Verdict.draw(38), CENTRE), calm=True)
    said = recommendation(position("connect4"), told, elo=NEWCOMER)
    middle = "plays in the middle column, which most lines cross"
    assert said == f"💡 Nothing is urgent. **5**: {middle}"
    told = replace(found(Verdict.draw(38), THREATENS), calm=True)
    assert "urgent" not in recommendation(position("connect4"), told, elo=NEWCOMER)


@pytest.mark.parametrize("kind", [ReasonKind.LEAVES, ReasonKind.CENTRE, ReasonKind.ESTIMATE])
def test_nobody_sees_or_overlooks_a_quiet_move(kind: ReasonKind) -> None:
    """So nothing is said of how many do."""
    told = found(Verdict.draw(38), Reason(kind, (5,), count=15))
    assert "\n" not in recommendation(position("3x3 misere"), told, elo=NEWCOMER)


@pytest.mark.parametrize(
    "explanation",
    [
        found(Verdict.draw(38), THREATENS),
        found(Verdict.estimate(300), THREATENS),
        found(Verdict.win(41), THREATENS),
        replace(found(Verdict.draw(38), THREATENS), losses=(8,), others=2),
        replace(found(Verdict.draw(38), THREATENS), losses=(2,), others=6),
        found(Verdict.loss(2), BLOCKS),
    ],
    ids=["drawn anyway", "estimate", "far win", "far loss", "many ways", "lost"],
)
def test_nobody_is_counted_where_nothing_is_overlooked(explanation: Explanation) -> None:
    """A win that is too far to see, or one of many moves as good, says nothing of who sees it."""
    told = replace(explanation, finders=HARD)
    assert "level" not in recommendation(position("connect4"), told, elo=NEWCOMER)


@pytest.mark.parametrize(
    "explanation",
    [
        found(Verdict.win(5), THREATENS),
        found(Verdict.draw(38), BLOCKS),
        replace(found(Verdict.estimate(300), THREATENS), losses=(2, 2, 4), others=4),
    ],
    ids=["near win", "block", "few ways"],
)
def test_the_people_who_see_a_near_win_are_counted(explanation: Explanation) -> None:
    """A win within sight, and what keeps them from one."""
    told = replace(explanation, finders=HARD)
    said = recommendation(position("connect4"), told, elo=NEWCOMER)
    assert said.endswith("\n-# Few players at your level see this.")


def test_the_share_who_see_a_move_depends_on_the_reader() -> None:
    """What is hard for a newcomer is plain for a strong player."""
    told = replace(found(Verdict.win(5), THREATENS), finders=HARD)
    few, most = (
        recommendation(position("connect4"), told, elo=elo).splitlines()[1]
        for elo in (NEWCOMER, MASTER)
    )
    assert few == "-# Few players at your level see this."
    assert most == "-# Most players at your level see this."


def test_their_threat_is_told_before_the_move_that_stops_it() -> None:
    """Before the move that stops it, for whoever has to make it."""
    told = found(Verdict.draw(38), Reason(ReasonKind.BLOCKS, (4, 5, 6, 7), ((4, 5, 6, 7),)))
    assert said_to_newcomer(told) == (
        "💡 They can complete columns 4-5-6-7 in row 6 next: **5** stops that"
    )


def said_to_newcomer(explanation: Explanation) -> str:
    """The first line of what a newcomer is told on Connect Four."""
    return recommendation(position("connect4"), explanation, elo=NEWCOMER).splitlines()[0]


def test_the_whole_line_is_told_on_request() -> None:
    """Both sides' moves, all that fit, an ellipsis where it goes on, and what else matters."""
    ends = found(Verdict.win(3), FORK, line=(9, 1, 8))
    assert whole_line(position("3x3"), ends) == "Wins in 2: ❌ 9 ⭕ 1 ❌ 8"
    far = found(Verdict.win(33), FORK, line=(4, 1, 4))
    assert whole_line(position("connect4"), far) == "Wins in 17: 🔴 4 🔶 1 🔴 4 …"
    held = replace(far, verdict=Verdict.draw(30), answers=Answers(2, 6))
    assert whole_line(position("connect4"), held).splitlines()[1] == (
        "Only 2 of their 6 answers hold the draw"
    )
    moves = tuple(range(1, 226))
    long = whole_line(position("gomoku"), found(Verdict.win(225), FORK, line=moves))
    assert len(long) <= ROOM
    assert long.endswith("…")


@pytest.mark.parametrize("kind", ReasonKind)
@pytest.mark.parametrize(
    "best",
    [
        Verdict.win(1),
        Verdict.win(3),
        Verdict.win(None),
        Verdict.draw(None),
        Verdict.loss(2),
        Verdict.loss(None),
        Verdict.estimate(1),
    ],
)
def test_every_reason_goes_with_every_verdict(kind: ReasonKind, best: Verdict) -> None:
    """No combination is left without words, and only estimates are called so."""
    lines = kind in {ReasonKind.BLOCKS, ReasonKind.ROW}
    for tiles in ((1, 5, 9),) if lines else ((), (1, 5, 9)):
        pair = kind is ReasonKind.PAIRS
        reason = Reason(kind, tiles, ((1, 5),) if pair else (tiles,) if tiles else (), 2)
        sentence = recommendation(position("3x3"), found(best, reason))
        assert sentence.startswith("💡 ")
        if kind not in {ReasonKind.ESTIMATE, ReasonKind.WINS}:
            assert ("estimate" in sentence) == (best.value is None)


def test_the_engine_s_own_words_on_3x3() -> None:
    """A real analysis gives the sentences a beginner reads."""
    assert _hint("3x3", [1, 4, 2, 5]) == "💡 **3**: wins at once with 1-2-3"
    assert _hint("3x3", [1, 5, 2]) == "💡 **3**: blocks 1-2-3; draw with best play"
    assert _hint("3x3", [1, 5, 9]) == (
        "💡 **2**: prevents two threats at once: they must answer at 8; draw with best play"
    )


def _hint(rules: str, moves: list[int]) -> str:
    now = position(rules, moves)
    return recommendation(now, explain(now, analyse(now)))


@pytest.mark.parametrize(
    "rules, first, words",
    [
        ("4x4x3", 6, "💡 **swap**: the first move is better than any answer to it"),
        ("9x9x5", 41, "💡 **swap**: the first move looks better than any answer to it (estimate)"),
    ],
)
def test_a_swap_is_told_as_a_fact_only_where_it_is_proved(
    rules: str, first: int, words: str
) -> None:
    """Three in a row on 4x4 is solved at once; nobody knows who wins five in a row on 9x9."""
    match = session([first], rules=rules, swap=True)
    analysis = analyse(match.position, Limit(nodes=20_000))
    hint = Hint(analysis, explain(match.position, analysis, Limit(nodes=1_000)))
    given = Advice.of(match, hint)
    assert given.swap
    assert advice(match, given) == words
