"""The search over shapes: it leaves no trace, and claims nothing untrue."""

from __future__ import annotations

import random
from functools import cache

import pytest

import engine.alphabeta.root
import engine.alphabeta.tree
from engine import Limit, Position, Rules, Side, decode_game
from engine.alphabeta.arrays import fresh_alphabeta_arrays, fresh_line_network, fresh_vcf_arrays
from engine.alphabeta.search import search, survey
from engine.kernels import alphabeta, windows
from engine.thinking.score import ESTIMATE_LIMIT, WIN
from engine.wide_kernels import shape_moves, shape_search
from engine.wide_kernels.vcf import find_vcf
from tests.engine.boards import wander
from tests.engine.brute_force import check_truth, rank, truth
from tests.engine.wide_kernels.test_vcf import board_of, check_win, completing, snapshot
from tests.thorough import thorough

BOARDS = ("15x15x5", "10x9x4", "9x10x6", "5x5x4")
SMALL = {"4x4x4": 8, "4x5x4": 10, "4x6x4": 13, "5x5x4": 14, "4x6x5": 14, "5x5x5": 16, "4x6x6": 14}
"""Small boards, and how many stones stand where brute force is quick."""
DEAR = ("4x6x4", "5x5x4", "4x6x5", "5x5x5")
SMALL_CASES = [*(game for game in SMALL if game not in DEAR), *thorough(*DEAR)]


@pytest.mark.parametrize("width", [0, 5])
@pytest.mark.parametrize("game", BOARDS)
def test_a_search_leaves_the_board_as_it_was(game: str, width: int) -> None:
    """Cut into chunks or not, after a search of a move everything known is as before."""
    rng = random.Random(game)
    for _ in range(8):
        position = wander(Rules.parse(game), rng.randint(0, 20), rng)
        ends = completing(position, position.side)
        legal = [tile for tile in position.legal if tile - 1 not in ends]
        if not legal:
            continue
        board, vcf = board_of(position), fresh_vcf_arrays(position.rules)
        before = snapshot(board)
        values = set()
        for chunk in (7, 100_000):
            tree = fresh_alphabeta_arrays(position.rules, 1000)
            shape_search.begin(
                board,
                tree,
                legal[0] - 1,
                -WIN,
                WIN,
                3 if width else 2,
                width,
                alphabeta.NO_ATTACKER,
            )
            network = fresh_line_network(position.rules)
            while not shape_search.run(
                board, tree, vcf, network, int(tree.state[alphabeta.NODES]) + chunk
            ):
                assert tree.state[alphabeta.NODES] < 1_000_000
            assert snapshot(board) == before
            values.add(int(tree.state[alphabeta.VALUE]))
        assert len(values) == 1 or vcf.failed.any()


def test_weighing_a_move_leaves_no_trace() -> None:
    """The look of the board after a move is within the limits of estimates, and nothing else."""
    position = wander(Rules.parse("15x15x5"), 20, random.Random(1))
    board = board_of(position)
    before = snapshot(board)
    assert all(
        abs(shape_search.evaluate_after(board, tile - 1)) < WIN - 1000 for tile in position.legal
    )
    assert snapshot(board) == before


@pytest.mark.parametrize("game, tried", [*thorough(("9x9x4", 30), ("10x10x5", 30))])
def test_a_reply_left_out_stops_no_vcf(game: str, tried: int) -> None:
    """Against a VCF that follows on a pass, any other reply leaves it as it was."""
    rules, rng = Rules.parse(game), random.Random(game)
    tested = 0
    for _ in range(tried):
        position = wander(rules, rng.randint(8, 40), rng)
        board, vcf = board_of(position), fresh_vcf_arrays(rules)
        if completing(position, position.side):
            continue
        board.sums[windows.SIDE] ^= 1
        plies = int(find_vcf(board, vcf, 1000))
        board.sums[windows.SIDE] ^= 1
        if plies < 3:
            continue
        line = [int(cell) for cell in vcf.line[:plies]]
        tree = fresh_alphabeta_arrays(rules, 1)
        shape_moves.add_vcf_defences(board, tree, vcf, 0, plies)
        count = int(tree.frame[alphabeta.COUNT])
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
        if len(found) < 6 and not any(completing(position, side) for side in Side):
            found.append(position)
    return found


@pytest.fixture
def _everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small boards be searched over shapes too."""
    monkeypatch.setattr(engine.alphabeta.tree, "_LEAST_CELLS", 1)


@pytest.mark.usefixtures("_everywhere")
@pytest.mark.parametrize("game", SMALL_CASES)
def test_proofs_agree_with_brute_force(game: str) -> None:
    """Unlimited, the best move has its true value; with any limit, none that is told is wrong."""
    rng = random.Random(game)
    for position in undecided(game):
        assert engine.alphabeta.tree.handles(position.rules)
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
@pytest.mark.parametrize("game", SMALL_CASES)
def test_narrow_search_tells_no_untruth(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaving moves out, and looking at late ones less deep, proves nothing false."""
    monkeypatch.setattr(engine.alphabeta.root, "_NARROW_FROM_CELLS", 1)
    monkeypatch.setattr(engine.alphabeta.root, "_WIDTH", 2)
    rng = random.Random(game)
    for position in undecided(game):
        for limit in (Limit(nodes=2000), Limit(depth=rng.randint(1, 8))):
            check_truth(position, search(position, limit, rng.random() < 0.5))


def test_a_reply_at_the_horizon_claims_no_more_than_is_known() -> None:
    """Asked only how soon a win is, the move is not called anything else."""
    position = decode_game("4x6x4:22-9-16-17-21-23-15-6-24-4-11-1-18-20-12")
    board, vcf = board_of(position), fresh_vcf_arrays(position.rules)
    tree = fresh_alphabeta_arrays(position.rules, 1000)
    assert truth(position)[10] == ("win", 7)
    shape_search.begin(board, tree, 9, WIN - 7, WIN - 6, 1, 0, alphabeta.NO_ATTACKER)
    network = fresh_line_network(position.rules)
    while not shape_search.run(board, tree, vcf, network, 1 << 40):
        pass
    sure = bool(tree.state[alphabeta.CLAIM] & alphabeta.PROVED)
    assert -tree.state[alphabeta.VALUE] >= WIN - 7 or not sure


@pytest.mark.parametrize("width", [0, 2, 5])
@pytest.mark.parametrize("game", SMALL_CASES)
def test_claims_are_bounds_of_the_truth(game: str, width: int) -> None:
    """With any window and depth, a sure claim and every win or loss bounds what is true."""
    rng = random.Random(game)
    for position in undecided(game):
        board, vcf = board_of(position), fresh_vcf_arrays(position.rules)
        tree = fresh_alphabeta_arrays(position.rules, 1000)
        network = fresh_line_network(position.rules)
        for move, (value, plies) in truth(position).items():
            real = {"win": WIN - plies, "draw": 0, "loss": plies - WIN}[value]
            for _ in range(3):
                alpha = rng.choice([-WIN, -1, 0, real - rng.randint(0, 9), WIN - 8])
                beta = rng.choice([alpha + 1, max(alpha, real) + rng.randint(1, 9), WIN])
                shape_search.begin(
                    board,
                    tree,
                    move - 1,
                    alpha,
                    beta,
                    rng.randint(1, 9),
                    width,
                    alphabeta.NO_ATTACKER,
                )
                while not shape_search.run(board, tree, vcf, network, 1 << 40):
                    pass
                found = -int(tree.state[alphabeta.VALUE])
                sure = bool(tree.state[alphabeta.CLAIM] & alphabeta.PROVED)
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
            assert len({verdicts[move].value, sight.value} - {None}) <= 1
