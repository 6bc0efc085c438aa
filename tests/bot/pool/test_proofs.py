"""What is proved once is kept."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.pool.thinker import POSITIONS, Proofs
from engine import Limit, Position, Rules, Verdict, analyse, decode_game, judge
from tests.bot.builders import position
from tests.engine.boards import wander
from tests.engine.brute_force import check_truth, is_true, truth, untruths

EVEN = Verdict.estimate(0)


def test_only_what_is_proved_is_kept() -> None:
    """An estimate would stand in the way of a better one."""
    proofs, now = Proofs(), position("15x15x5", [113])
    proofs.note(now, EVEN, {1: EVEN, 2: Verdict.loss(4), 3: EVEN})
    assert proofs.known(now) == {2: Verdict.loss(4)}
    assert proofs.known(position("15x15x5")) == {}


def test_the_value_of_a_position_is_that_of_the_move_before() -> None:
    """For the side that made it, and a ply further from the end."""
    proofs, now = Proofs(), position("15x15x5", [113, 114])
    proofs.note(now, Verdict.win(7), {})
    assert proofs.known(position("15x15x5", [113])) == {114: Verdict.loss(8)}
    proofs.note(position("15x15x5"), Verdict.win(None), {})  # no move led there


def test_proofs_of_one_position_add_up() -> None:
    """By whatever order of moves it came about; a distance, once known, stays."""
    proofs = Proofs()
    now, turned = position("15x15x5", [1, 2, 3]), position("15x15x5", [3, 2, 1])
    proofs.note(now, EVEN, {7: Verdict.win(None), 8: Verdict.loss(4)})
    proofs.note(turned, EVEN, {7: Verdict.win(9), 8: replace(Verdict.loss(4), plies=None)})
    assert proofs.known(now) == {7: Verdict.win(9), 8: Verdict.loss(4)}


def test_the_oldest_positions_go_first() -> None:
    """Those that are noted again stay."""
    proofs, board = Proofs(), Position.start(Rules.parse("19x19"))
    first, second = board.play(1), board.play(2)
    rest = (board.play(3 + n % 300).play(303 + n // 300) for n in range(POSITIONS - 1))
    for now in (first, second, first, *rest):
        proofs.note(now, EVEN, {361: Verdict.loss(4)})
    assert proofs.known(first)
    assert not proofs.known(second)


def test_the_caller_may_change_what_it_got() -> None:
    """It is a copy."""
    proofs, now = Proofs(), position("15x15x5", [113])
    proofs.note(now, EVEN, {2: Verdict.loss(4)})
    proofs.known(now).clear()
    assert proofs.known(now)


def test_a_proved_position_needs_no_second_search() -> None:
    """One node is enough for what a long search has found, of a position and of the one before."""
    proofs, won = Proofs(), decode_game("5x5x4:13-7-12")
    whole = analyse(won, Limit(), every=False)
    proofs.note(won, whole.verdict, whole.verdicts)
    short = Limit(nodes=1)
    assert analyse(won, short).verdict.value is None
    assert analyse(won, short, known=proofs.known(won)).verdict == whole.verdict
    before = Position.from_moves(won.rules, won.moves[:-1])
    found = analyse(before, short, known=proofs.known(before)).verdicts[won.moves[-1]]
    assert found == whole.verdict.one_ply_earlier()


def check_game(game: str, rng: random.Random) -> None:
    """Analyse and judge each position of a random game, in any order, with more and more nodes."""
    rules = Rules.parse(game)
    proofs, now = Proofs(), wander(rules, rules.cells - rng.randint(7, 10), rng)
    played = []
    while now.outcome is None:
        move = rng.choice(now.legal)
        played.append((now, move))
        now = now.play(move)
    for nodes in (30, 300, 1000, 3000):
        for now, move in rng.sample(played, len(played)):
            known = proofs.known(now)
            assert all(is_true(told, truth(now)[move]) for move, told in known.items())
            found = analyse(now, Limit(nodes=nodes), every=rng.random() < 0.5, known=known)
            check_truth(now, found)
            proofs.note(now, found.verdict, found.verdicts)
            judged = judge(now, move, Limit(nodes=nodes), known=proofs.known(now))
            assert not untruths(now, judged), judged
            proofs.note(now, judged.before, {judged.best: judged.before, move: judged.after})


BOARDS = pytest.mark.parametrize(
    "game", ["4x4x3", "4x4x4", "4x4g", "4x4x3 misere", "4x4x3g misere", "4x5x4"]
)


@BOARDS
def test_nothing_untrue_comes_of_proofs_that_are_handed_on(game: str) -> None:
    """However many searches have added to them, each is that of brute force."""
    check_game(game, random.Random(game))


@pytest.mark.thorough
@BOARDS
def test_nothing_untrue_comes_of_proofs_in_many_games(game: str) -> None:
    """The same for many games."""
    rng = random.Random(f"many {game}")
    for _ in range(7):
        check_game(game, rng)
