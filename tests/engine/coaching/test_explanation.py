"""What is said of the recommended move, held against brute force and plain definitions."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import (
    Analysis,
    Explanation,
    IllegalMoveError,
    Level,
    Limit,
    Position,
    Reason,
    ReasonKind,
    Rules,
    analyse,
    choose,
    decode_game,
    difficulty,
    explain,
    finders,
)
from engine.thinking.analysis import Verdict
from tests.engine.boards import wander
from tests.engine.brute_force import rank, truth
from tests.engine.coaching.claims.explanations import untruths

K = ReasonKind
NODES = Limit(nodes=5000)
SMALL = {"3x3": 0, "3x4x3": 0, "4x4x3": 5, "4x4x4": 6, "4x4g": 3, "4x4x3g": 2, "3x5x4g": 2,
         "3x3 misere": 0, "4x4x3g misere": 3}  # fmt: skip
"""Boards, and how many stones stand where brute force is quick."""
LARGE = ["connect4", "6x6x4", "6x6x5", "gomoku", "6x6x4g", "8x9x5g", "9x9x5", "5x5x4 misere"]
LEVELS = [None, Level.EASY, Level.MEDIUM, Level.HARD]


def explained(code: str, limit: Limit = NODES) -> Explanation:
    """What is said of the position at the end of a game, and nothing of it false."""
    position = decode_game(code)
    analysis = analyse(position, limit)
    told = explain(position, analysis, limit)
    assert untruths(position, analysis, told) == []
    return told


def kinds(told: Explanation) -> list[ReasonKind]:
    """The kinds of the reasons."""
    return [reason.kind for reason in told.reasons]


@pytest.mark.parametrize(
    "code, move, first",
    [
        ("3x3x3:1-4-2-5", 3, K.WINS),
        ("3x3x3:1-5-2", 3, K.BLOCKS),
        ("3x3x3:5-6-7-3", 9, K.BLOCKS),
        ("3x3x3:1", 5, K.CENTRE),
        ("4x4x3:6-1", 7, K.OPEN_FOUR),
        ("6x7x4g:3-3-2-3", 4, K.OPEN_FOUR),
        ("6x7x4g:", 4, K.CENTRE),
        ("15x15x5:113-1-114-15-115-111", 116, K.OPEN_FOUR),
    ],
)
def test_the_first_reason(code: str, move: int, first: ReasonKind) -> None:
    """The recommended move, and what is said of it first."""
    told = explained(code)
    assert (told.move, told.reasons[0].kind) == (move, first)


def test_the_only_move_is_called_so() -> None:
    """Against a corner the centre alone holds, and another move is refuted."""
    told = explained("3x3x3:1")
    assert kinds(told) == [K.CENTRE, K.ONLY_MOVE]
    assert told.otherwise is not None
    assert told.otherwise.instead != 5


@pytest.mark.parametrize("code, plies", [("3x3x3:1", 6), ("3x3x3g:1", 8)])
def test_a_move_is_told_to_lose_where_the_reader_sees_it(code: str, plies: int) -> None:
    """Elsewhere the coach, and who asks why not, hear that it is safe for now."""
    told = explained(code)
    assert told.otherwise is not None
    assert told.otherwise.instead is not None
    assert truth(decode_game(code))[told.otherwise.instead] == ("loss", plies)
    assert told.idea(plies) == told.idea() == told.otherwise
    assert told.idea(plies - 1) != told.otherwise


def test_a_fork_is_prevented_by_a_threat() -> None:
    """Between two corners an edge forces the answer; a corner would let X make a fork."""
    told = explained("3x3x3:1-5-9")
    assert K.PREVENTS_FORK in kinds(told)
    assert told.verdict.value == "draw"


def test_the_hardest_answer_is_asked_for() -> None:
    """Of moves that all draw one with the fewest good answers is recommended."""
    told = explained("3x3x3:")
    assert told.answers is not None
    assert told.move in {1, 3, 7, 9}
    assert (told.answers.good, told.answers.of) == (1, 8)


def test_a_recommended_move_stays_recommended() -> None:
    """Unless it is worse: of several moves as good nobody is told one now, and another later."""
    position = decode_game("4x4x4:6-1")
    analysis = analyse(position, NODES)
    drawn = [move for move, found in analysis.verdicts.items() if found.value == "draw"]
    assert len(drawn) > 1
    assert {explain(position, analysis, NODES, move).move for move in drawn} == set(drawn)
    won = decode_game("4x4x3:6-1")
    best = analyse(won, NODES)
    worse = next(move for move in won.legal if best.verdicts[move] != best.verdicts[best.best])
    assert explain(won, best, NODES, worse).move != worse


def test_it_is_recommended_again_until_it_is_proved_to_lose() -> None:
    """However little another search thinks of it: nobody is told two best moves by estimates."""
    position = decode_game("gomoku:113".replace("gomoku", "15x15x5"))
    analysis = analyse(position, NODES)
    best = analysis.verdicts[analysis.best].score
    for found, again in ((Verdict.estimated(best - 0.5), True), (Verdict.loss(8), False)):
        told = {**analysis.verdicts, 1: found}
        explained = explain(position, replace(analysis, verdicts=told), NODES, 1)
        assert (explained.move == 1) == again


def test_a_lost_position_is_held_longest() -> None:
    """Where all loses, that the move delays is said only if others lose sooner."""
    told = explained("3x3x3:1-2-5")
    assert told.verdict.value == "loss"
    assert K.BLOCKS in kinds(told)
    assert told.otherwise is None


def test_a_long_win_has_a_plan() -> None:
    """Of a win in five plies the next move that makes a threat is told."""
    told = explained("4x4x3:", Limit())
    assert told.verdict.value == "win"
    assert [step.move for step in told.plan]
    assert all(step.move in told.line[2::2] for step in told.plan)


def test_a_finished_game_has_nothing_to_explain() -> None:
    """Where the game is over, there is no move to explain."""
    position = decode_game("3x3x3:1-4-2-5")
    analysis = analyse(position)
    with pytest.raises(IllegalMoveError):
        explain(position.play(3), analysis)


def test_a_proved_draw_without_a_reason_is_no_estimate() -> None:
    """Where the board shows nothing, what the search said is said."""
    position = decode_game("3x3x3:1-2-3-5-8-7-4-6")
    told = explain(position, analyse(position))
    assert told.move == 9
    assert told.verdict.value == "draw"
    assert K.ESTIMATE not in kinds(told)


def test_an_estimate_is_called_so_where_nothing_is_proved() -> None:
    """Without a proof and without a line there is an estimate left."""
    rules = Rules(3, 3, 3, misere=True)
    position = Position.start(rules).play(5)
    verdicts = dict.fromkeys(position.legal, Verdict.estimate(0))
    analysis = Analysis(1, verdicts, (1,), Reason(K.ESTIMATE), False, 1, 1, 0.0)
    told = explain(position, analysis, NODES)
    assert set(kinds(told)) <= {K.ESTIMATE, K.LEAVES}


def test_an_estimate_is_as_hard_as_any_move_that_does_not_lose() -> None:
    """Several may stop a row: the one that looks best is not the only one that helps."""
    position = decode_game("3x3x3:1-9-2")
    verdicts = dict.fromkeys(position.legal, Verdict.loss(2))
    verdicts |= dict.fromkeys((3, 4), Verdict.estimate(0))
    analysis = Analysis(3, verdicts, (3,), Reason(K.ESTIMATE), False, 1, 1, 0.0)
    told = explain(position, analysis, NODES)
    assert told.finders == finders(position, [3, 4])
    assert told.finders.difficulty < difficulty(position, [3])


def check_by_brute_force(position: Position, limit: Limit) -> None:
    """Hold an explanation against the truth of a small board, and against the plain definitions."""
    analysis = analyse(position, limit)
    told = explain(position, analysis, limit)
    assert untruths(position, analysis, told) == [], position
    expected = truth(position)
    if told.verdict.value is not None:
        assert expected[told.move][0] == told.verdict.value, position
    worth = max(expected.values(), key=rank)
    if analysis.exact:
        assert expected[told.move] == worth, position
    if told.answers is not None:
        answers = truth(position.play(told.move))
        best = max(answers.values(), key=rank)[0]
        values = [value for value, _ in answers.values()]
        assert (told.answers.good, told.answers.of) == (values.count(best), len(values)), position
    if told.otherwise is not None and told.otherwise.instead is not None:
        assert expected[told.otherwise.instead][0] == "loss", position
    if told.otherwise is not None and told.otherwise.instead is None:
        others = set(expected) - {told.move, told.otherwise.line[0]}
        assert {expected[move][0] for move in others} <= {"loss"}, position
    said = set(kinds(told))
    rest = [value for move, (value, _) in expected.items() if move != told.move]
    if K.ONLY_MOVE in said:
        assert set(rest) == {"loss"}, position
    if K.ONLY_WIN in said:
        assert "win" not in rest, position
    if K.DELAYS in said:
        assert all(rank(got) <= rank(worth) for got in expected.values()), position


def check_small(board: str, count: int) -> None:
    """Check random positions of a small board, with limits that prove all, and some."""
    rng = random.Random(board)
    for _ in range(count):
        position = wander(Rules.parse(board), SMALL[board] + rng.randrange(5), rng)
        check_by_brute_force(position, Limit(nodes=rng.choice([30, 300, 20_000])))


@pytest.mark.parametrize("board", SMALL)
def test_explanations_are_true(board: str) -> None:
    """Nothing said of the recommended move of a small board differs from brute force."""
    check_small(board, 8)


@pytest.mark.thorough
@pytest.mark.parametrize("board", SMALL)
def test_many_explanations_are_true(board: str) -> None:
    """The same for many positions."""
    check_small(board, 12)


def of_a_game(board: str, rng: random.Random) -> Position:
    """An unfinished position of a game of some level, or at random."""
    level, position = rng.choice(LEVELS), Position.start(Rules.parse(board))
    for _ in range(rng.randrange(2, 24)):
        near = wander(position.rules, 1, rng).moves[0] if position.ply == 0 else None
        move = near or (choose(position, level, rng=rng) if level else rng.choice(position.legal))
        if position.play(move).outcome is not None:
            break
        position = position.play(move)
    return position


def check_large(board: str, count: int) -> None:
    """Check positions from games of all levels by the plain definitions."""
    rng = random.Random(f"large {board}")
    for _ in range(count):
        position = of_a_game(board, rng)
        analysis = analyse(position, Limit(nodes=3000))
        told = explain(position, analysis, Limit(nodes=3000))
        assert untruths(position, analysis, told) == [], position


@pytest.mark.parametrize("board", LARGE)
def test_explanations_of_games_are_true(board: str) -> None:
    """Nothing said in positions from games is false by the plain definitions."""
    check_large(board, 2)


@pytest.mark.long
@pytest.mark.parametrize("board", LARGE)
def test_explanations_of_many_games_are_true(board: str) -> None:
    """The same for hundreds of games."""
    check_large(board, 150)
