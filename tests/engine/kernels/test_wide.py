"""The search over shapes: it leaves no trace, and claims nothing that is not so."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

import engine.search
import engine.tree
from engine import Limit, Position, Rules, Side, decode_game
from engine.board import fresh_fours, fresh_search, fresh_shapes
from engine.kernels import node, stones, wide
from engine.kernels.shapes import ShapeBoard
from engine.kernels.wide import Fours
from engine.position import line_through
from engine.score import ESTIMATE_LIMIT, WIN
from engine.search import search, survey
from tests.engine.boards import wander
from tests.engine.brute_force import check_truth, rank, truth
from tests.engine.kernels.test_shapes import UNORDERED, arrays_of, listed

BOARDS = ("15x15x5", "10x9x4", "9x10x6", "5x5x4")
SMALL = {"4x4x4": 8, "4x5x4": 10, "4x6x4": 13, "5x5x4": 14, "4x6x5": 14, "5x5x5": 16, "4x6x6": 14}
"""Small boards, and how many stones stand where brute force is quick."""


def board_of(position: Position) -> ShapeBoard:
    """The kernel's board of a position."""
    board = fresh_shapes(position.rules)
    wide.set_up(board, np.array([tile - 1 for tile in position.tiles], np.int64))
    return board


def completing(position: Position, side: Side) -> set[int]:
    """The cells in which a side would complete a line."""
    own = position.stones[position.side is not side]
    return {tile - 1 for tile in position.legal if line_through(position.rules, own, tile)}


def snapshot(board: ShapeBoard) -> list[object]:
    """All that a search has to leave as it was."""
    passing = UNORDERED | {"sums"}
    kept = [field.tolist() for name, field in arrays_of(board).items() if name not in passing]
    sums = board.sums.copy()
    sums[stones.EPOCH] = 0
    return [*kept, sums.tolist(), listed(board, 0), listed(board, 1)]


@pytest.mark.parametrize("width", [0, 5])
@pytest.mark.parametrize("game", BOARDS)
def test_a_search_leaves_the_board_as_it_was(game: str, width: int) -> None:
    """Cut into chunks or not, after a search of a move everything known is as before."""
    rng = random.Random(game)
    for _ in range(8):
        position = wander(Rules.parse(game), rng.randint(0, 20), rng)
        legal = [tile for tile in position.legal if position.play(tile).outcome is None]
        if not legal:
            continue
        board, fours = board_of(position), fresh_fours(position.rules)
        before = snapshot(board)
        values = set()
        for chunk in (7, 100_000):
            tree = fresh_search(position.rules, 1000)
            wide.begin(board, tree, legal[0] - 1, -WIN, WIN, 3 if width else 2, width, wide.NOBODY)
            while not wide.run(board, tree, fours, int(tree.state[node.NODES]) + chunk):
                assert tree.state[node.NODES] < 1_000_000
            assert snapshot(board) == before
            values.add(int(tree.state[node.VALUE]))
        assert len(values) == 1 or fours.barren.any()


def test_weighing_a_move_leaves_no_trace() -> None:
    """The look of the board after a move is within the limits of estimates, and nothing else."""
    position = wander(Rules.parse("15x15x5"), 20, random.Random(1))
    board = board_of(position)
    before = snapshot(board)
    assert all(abs(wide.weigh(board, tile - 1)) < WIN - 1000 for tile in position.legal)
    assert snapshot(board) == before


# --- wins by fours --------------------------------------------------------------------


def win_by_fours(position: Position, budget: int) -> list[int]:
    """The line of the win by fours that is told, empty where none is; the board stays."""
    board, fours = board_of(position), fresh_fours(position.rules)
    before = snapshot(board)
    plies = wide.win_by_fours(board, fours, budget)
    assert snapshot(board) == before
    assert fours.spent[0] <= 2 * budget + 2
    return [int(cell) for cell in fours.line[:plies]]


def check_win(position: Position, line: list[int]) -> None:
    """Each stone of the attacker's has to be answered as the line does, and the last one wins."""
    attacker = position.side
    assert len(line) % 2 == 1
    for at in range(0, len(line) - 1, 2):
        stops = completing(position, attacker.other)
        assert stops <= {line[at]}, "the defender would win first"
        position = position.play(line[at] + 1)
        assert position.outcome is None
        ends = completing(position, attacker)
        assert line[at + 1] in ends
        if len(ends) > 1:
            assert len(line) == at + 3, "two finishes, and the line goes on"
            assert line[at + 2] in ends - {line[at + 1]}
        position = position.play(line[at + 1] + 1)
        assert position.outcome is None
    outcome = position.play(line[-1] + 1).outcome
    assert outcome is not None
    assert outcome.winner is attacker


def fours_win(position: Position, most: int) -> bool:
    """Whether fours alone win within so many of them: all of them tried, in the plainest way."""
    attacker = position.side
    if completing(position, attacker):
        return True
    stops = completing(position, attacker.other)
    if most == 0 or len(stops) > 1:
        return False
    for tile in [stop + 1 for stop in stops] or position.legal:
        after = position.play(tile)
        ends = completing(after, attacker) if after.outcome is None else set[int]()
        if len(ends) > 1:
            return True
        if ends:
            answered = after.play(ends.pop() + 1)
            if answered.outcome is None and fours_win(answered, most - 1):
                return True
    return False


@pytest.mark.parametrize("game", ["15x15x5", "9x9x4", "10x10x6", "6x6x4"])
def test_wins_by_fours_are_wins(game: str) -> None:
    """What is claimed is played out: every reply is forced, and the last stone completes a line."""
    rng = random.Random(game)
    found = 0
    for number in range(90):
        position = wander(Rules.parse(game), rng.randint(6, 40), rng)
        line = win_by_fours(position, (1, 40, 1000)[number % 3])
        if line:
            check_win(position, line)
            found += len(line) > 3
    assert found > 0


@pytest.mark.parametrize("game", ["15x15x5", "9x9x4"])
def test_what_is_remembered_of_one_side_hides_no_win_of_the_other(game: str) -> None:
    """The memory of fours that do not win serves both sides, and tells them apart."""
    rng = random.Random(game)
    found = 0
    while found < 5:
        position = wander(Rules.parse(game), rng.randint(6, 40), rng)
        plies = len(win_by_fours(position, 1000))
        if plies < 5:
            continue
        found += 1
        board, fours = board_of(position), fresh_fours(position.rules)
        for side in (1, 0, 1, 0):
            board.sums[stones.SIDE] = (position.ply + side) % 2
            again = wide.win_by_fours(board, fours, 1000)
        assert again == plies


@pytest.mark.parametrize("game", ["9x9x4", "9x9x5", "6x6x4"])
def test_short_wins_by_fours_are_found(game: str) -> None:
    """With nodes enough none that takes up to two fours before the last is passed over."""
    rng = random.Random(game)
    found = 0
    for _ in range(40):
        position = wander(Rules.parse(game), rng.randint(8, 30), rng)
        if fours_win(position, 2):
            found += 1
            assert win_by_fours(position, 1_000_000)
    assert found > 0


def test_a_four_of_the_defenders_is_answered() -> None:
    """Where a forced reply makes a four, the attacker goes on only if his own stops it."""
    rules, rng = Rules.parse("9x9x5"), random.Random(3)
    stopped = 0
    for _ in range(800):
        position = wander(rules, rng.randint(10, 30), rng)
        stops = completing(position, position.side.other)
        if len(stops) != 1 or completing(position, position.side):
            continue
        line = win_by_fours(position, 1000)
        if line:
            assert stops == {line[0]}
            check_win(position, line)
            stopped += 1
    assert stopped > 0


@pytest.mark.parametrize("game", ["9x9x4", "10x10x5"])
def test_a_reply_left_out_stops_no_win_by_fours(game: str) -> None:
    """Against a win by fours that follows on a pass, any other reply leaves it as it was."""
    rules, rng = Rules.parse(game), random.Random(game)
    tested = 0
    for _ in range(150):
        position = wander(rules, rng.randint(8, 40), rng)
        board, fours = board_of(position), fresh_fours(rules)
        if completing(position, position.side):
            continue
        board.sums[stones.SIDE] ^= 1
        plies = int(wide.win_by_fours(board, fours, 1000))
        board.sums[stones.SIDE] ^= 1
        if plies < 3:
            continue
        line = [int(cell) for cell in fours.line[:plies]]
        tree = fresh_search(rules, 1)
        wide._add_line_stops(board, tree, fours, 0, plies)
        count = int(tree.frame[node.COUNT])
        stops = {int(cell) for cell in tree.moves[:count]}
        assert len(stops) == count
        for tile in position.legal:
            if tile - 1 not in stops:
                check_win(position.play(tile), line)
                tested += 1
    assert tested > 0


# --- soundness, on boards small enough to know the truth ------------------------------


@cache
def undecided(game: str) -> list[Position]:
    """Positions in which no side can complete a line at once: there is something to find."""
    rules, rng = Rules.parse(game), random.Random(game)
    found: list[Position] = []
    for _ in range(300):
        position = wander(rules, rng.randint(SMALL[game], SMALL[game] + 3), rng)
        if len(found) < 16 and not any(completing(position, side) for side in Side):
            found.append(position)
    return found


@pytest.fixture
def _everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small boards be searched over shapes too."""
    monkeypatch.setattr(engine.tree, "_LEAST_CELLS", 1)


@pytest.mark.usefixtures("_everywhere")
@pytest.mark.parametrize("game", SMALL)
def test_proofs_agree_with_brute_force(game: str) -> None:
    """Unlimited, the best move has its true value; with any limit, none that is told is wrong."""
    rng = random.Random(game)
    for position in undecided(game):
        assert engine.tree.handles(position.rules)
        analysis = search(position, Limit(), True)
        check_truth(position, analysis)
        best = max(truth(position).values(), key=rank)
        assert analysis.verdict.value == truth(position)[analysis.best][0] == best[0]
        for limit in (Limit(nodes=rng.randint(1, 400)), Limit(depth=rng.randint(1, 8))):
            check_truth(position, search(position, limit, rng.random() < 0.5))


@pytest.mark.usefixtures("_everywhere")
def test_every_value_is_told_in_the_end() -> None:
    """Unlimited, no move of a game that ends in a draw is left without its value."""
    position = decode_game("4x4x4:12-7-5-15-3-11-14-16-9")
    analysis = search(position, Limit(), True)
    assert {verdict.value for verdict in analysis.verdicts.values()} == {"draw"}


@pytest.mark.usefixtures("_everywhere")
@pytest.mark.parametrize("game", SMALL)
def test_narrow_search_tells_no_untruth(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaving moves out, and looking at late ones less deep, proves nothing false."""
    monkeypatch.setattr(engine.search, "_NARROW_FROM_CELLS", 1)
    monkeypatch.setattr(engine.search, "_WIDTH", 2)
    rng = random.Random(game)
    for position in undecided(game):
        for limit in (Limit(nodes=2000), Limit(depth=rng.randint(1, 8))):
            check_truth(position, search(position, limit, rng.random() < 0.5))


def test_a_reply_at_the_horizon_claims_no_more_than_is_known() -> None:
    """Asked only how soon a win is, the move is not called anything else."""
    position = decode_game("4x6x4:22-9-16-17-21-23-15-6-24-4-11-1-18-20-12")
    board, fours = board_of(position), fresh_fours(position.rules)
    tree = fresh_search(position.rules, 1000)
    assert truth(position)[10] == ("win", 7)
    wide.begin(board, tree, 9, WIN - 7, WIN - 6, 1, 0, wide.NOBODY)
    while not wide.run(board, tree, fours, 1 << 40):
        pass
    sure = bool(tree.state[node.CLAIM] & node.SURE)
    assert -tree.state[node.VALUE] >= WIN - 7 or not sure


@pytest.mark.parametrize("width", [0, 2, 5])
@pytest.mark.parametrize("game", SMALL)
def test_claims_are_bounds_of_the_truth(game: str, width: int) -> None:
    """With any window and depth, a sure claim and every win or loss bounds what is true."""
    rng = random.Random(game)
    for position in undecided(game):
        board, fours = board_of(position), fresh_fours(position.rules)
        tree = fresh_search(position.rules, 1000)
        for move, (value, plies) in truth(position).items():
            real = {"win": WIN - plies, "draw": 0, "loss": plies - WIN}[value]
            for _ in range(3):
                alpha = rng.choice([-WIN, -1, 0, real - rng.randint(0, 9), WIN - 8])
                beta = rng.choice([alpha + 1, max(alpha, real) + rng.randint(1, 9), WIN])
                wide.begin(
                    board, tree, move - 1, alpha, beta, rng.randint(1, 9), width, wide.NOBODY
                )
                while not wide.run(board, tree, fours, 1 << 40):
                    pass
                found = -int(tree.state[node.VALUE])
                sure = bool(tree.state[node.CLAIM] & node.SURE)
                if found > alpha and (sure or found > ESTIMATE_LIMIT):
                    assert real >= found
                if found < beta and (sure or found < -ESTIMATE_LIMIT):
                    assert real <= found


@pytest.mark.parametrize("game", ["9x9x5", "10x10x4"])
def test_no_proof_is_denied_by_the_search_over_windows(game: str) -> None:
    """On boards it is meant for, whoever proves a move won or lost, the other does not object."""
    rng = random.Random(game)
    for _ in range(5):
        position = wander(Rules.parse(game), rng.randint(10, 30), rng)
        verdicts = search(position, Limit(depth=3), False).verdicts
        for move, sight in survey(position, Limit(depth=2)).items():
            assert len({verdicts[move].value, sight.verdict.value} - {None}) <= 1


def test_fours_have_room_for_the_longest_line() -> None:
    """The stack of fours is as high as half a board of stones allows."""
    rules = Rules.parse("5x5x4")
    fours: Fours = fresh_fours(rules)
    assert fours.line.size >= rules.cells + 2
    assert fours.stack.size >= (rules.cells // 2 + 1) * rules.cells
