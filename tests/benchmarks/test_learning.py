"""What the weights of shapes are learnt from, and that the fit finds what is there."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from benchmarks.learning import __main__ as learning
from benchmarks.learning import games, network, urgency
from benchmarks.learning.fit import RESULTS, SCALE, Worth, features, fit, foretold, likeness, loss
from benchmarks.learning.games import HOME, play, rules_on
from benchmarks.learning.positions import TAKEN, Positions, positions
from benchmarks.learning.records import UNKNOWN, Game, Look, go_on, read, written
from benchmarks.matches.openings import book
from engine import Position, Rules, Variant
from engine.alphabeta import patterns
from engine.alphabeta.arrays import fresh_line_network, fresh_shape_board
from engine.alphabeta.worth import line_urgency, line_weights, shape_weights
from engine.kernels.wide import shape_search, shapes
from engine.kernels.wide.line_network import CLIP, REACH, STRIDE, corrected
from engine.kernels.windows import SIDE

CALM = (112, 0, 113, 14, 127, 210)
"""Cells of a game without a threat, those of O in the corners."""
OPEN_THREE = (*CALM, 114)
GAMES = (HOME, rules_on(11), rules_on(20), rules_on(15, Variant.RENJU), rules_on(20, Variant.CARO))


def looked(cells: tuple[int, ...], result: int, *looks: Look) -> Positions:
    """The quiet positions of one game."""
    return positions([Game(str(HOME), 7, 1, cells, result, looks)], HOME)


def value(cells: tuple[int, ...], rules: Rules = HOME) -> int:
    """The engine's evaluation after these moves."""
    board = fresh_shape_board(rules)
    shape_search.put_stones(board, np.array(cells, np.int64))
    return int(shapes.evaluate(board))


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_a_game_is_the_same_for_the_same_numbers(rules: Rules) -> None:
    """What is played depends on the seed and the number alone, and the moves are legal."""
    game = play(rules, 3, 50, seed=1)
    assert game == play(rules, 3, 50, seed=1)
    assert game.cells != play(rules, 4, 50, seed=1).cells
    assert game.result in {-1, 1, UNKNOWN}
    moves = [cell + 1 for cell in game.cells]
    assert Position.from_moves(rules, moves).outcome is None
    assert {look.ply for look in game.looks} == set(range(game.start, len(game.cells)))


def test_games_are_gone_on_with(tmp_path: Path) -> None:
    """What a file has is not played again, and a line cut off is left out."""
    file, kept = tmp_path / "games.jsonl", Game(str(HOME), 0, 1, CALM, 1, (Look(2, -1, 50, 127),))
    file.write_text(f"{written(kept)}\n{written(kept)[:9]}")
    assert list(read(file)) == [kept]
    go_on(file, [], partial(play, HOME, nodes=50, seed=1), jobs=1)
    assert list(read(file)) == [kept]
    go_on(file, [1], partial(play, HOME, nodes=50, seed=1), jobs=1)
    assert list(read(file)) == [kept, play(HOME, 1, 50, seed=1)]


def test_openings_of_the_book_lie_in_the_middle() -> None:
    """On a larger board they are what they are on that of the book, with a margin around."""
    known = {position.tiles for position in book(HOME)}
    found = 0
    for seed in range(40):
        rows, columns = np.divmod(np.array(games.opening(rules_on(20), random.Random(seed))), 20)
        tiles = tuple(int(tile) for tile in (rows - 2) * HOME.rows + columns - 2 + 1)
        found += tiles in known
    assert 10 < found < 30


def test_results_are_those_of_the_side_to_move() -> None:
    """X has won; how a game would have ended beside its moves is not known."""
    found = looked(CALM, 1, Look(4, -1, 30, 1), Look(5, -1, -30, 1), Look(5, 200, 9, 1))
    assert found.result.tolist() == [1, -1, UNKNOWN]
    assert found.value.tolist() == [30, -30, 9]
    assert set(found.game) == {7}
    assert found.best.tolist() == [1, 1, 1]
    assert looked(CALM, UNKNOWN, Look(4, -1, 30, 1)).result.tolist() == [UNKNOWN]


def test_only_quiet_positions_are_learnt_from() -> None:
    """Not where X can make an open four, be it to move or not."""
    assert len(looked(OPEN_THREE, 1, Look(6, -1, 30, 1))) == 1
    for look in (Look(7, -1, 30, 1), Look(6, 114, 30, 1)):
        with pytest.raises(ValueError, match="no quiet position"):
            looked(OPEN_THREE, 1, look)


def test_what_is_fitted_is_what_the_engine_evaluates() -> None:
    """The weights of the engine, summed over the cells of a position, are its evaluation."""
    found = looked(CALM, 1, *(Look(ply, -1, 0, 1) for ply in range(2, 6)), Look(5, 99, 0, 1))
    played = [*(CALM[:ply] for ply in (2, 3, 4, 5)), (*CALM[:5], 99)]
    odds = learning.worth_of(shape_weights.learnt()).odds(found)
    assert np.rint(SCALE * odds).tolist() == [value(cells) for cells in played]
    assert ((found.mine == TAKEN).sum(axis=1) == [2, 3, 4, 5, 6]).all()


@pytest.mark.parametrize("rules", GAMES[1:], ids=str)
def test_so_it_is_on_boards_of_other_sizes_and_variants(rules: Rules) -> None:
    """Whatever the many free cells are worth there, it is taken away."""
    cells = (60, 0, 61, rules.rows)
    found = positions([Game(str(rules), 7, 1, cells, 1, (Look(4, -1, 0, 1),))], rules)
    odds = learning.worth_of(shape_weights.learnt(rules.variant), rules).odds(found)
    assert np.rint(SCALE * odds).tolist() == [value(cells, rules)]


def test_features_count_the_shapes_of_each_multiset() -> None:
    """Four shapes and one kind, each a whole number of times."""
    found = features()
    assert (found[:, : shapes.SHAPES].sum(axis=1) == 4).all()
    assert (found[:, shapes.SHAPES :].sum(axis=1) == 1).all()
    assert len(np.unique(found, axis=0)) == patterns.MULTISETS


def test_the_fit_finds_what_is_there() -> None:
    """Chances that known weights give are foretold; where it is known the result counts too."""
    rng = np.random.default_rng(1)
    count, cells, common = 6_000, 9, 40
    gain, risk = rng.normal(0, 0.2, (2, patterns.MULTISETS))
    mine, theirs = rng.integers(0, common, (2, count, cells)).astype(np.uint16)
    mine[:, 0] = theirs[:, 0] = TAKEN
    numbers, unknown = np.arange(count), np.full(count, UNKNOWN)
    stones = np.zeros((count, cells), np.uint8)
    no_best = np.full(count, -1)
    blank = Positions(stones, mine, theirs, 0 * numbers, unknown, numbers, no_best)
    told = np.rint(SCALE * Worth(gain, risk, 0.3).odds(blank)).astype(np.int64)
    whole = Positions(stones, mine, theirs, told, unknown, numbers, no_best)
    fitted, left_out = learning.split(whole)
    found = fit(fitted, epochs=60)
    assert len(left_out) == count // 10
    assert likeness(found.odds(left_out), left_out) > 0.99
    assert loss(found.odds(left_out), left_out) < loss(np.zeros(len(left_out)), left_out)
    lost = Positions(stones, mine, theirs, told, np.full(count, -1), numbers, no_best)
    assert np.allclose(foretold(lost), (1 - RESULTS) * foretold(whole))


@pytest.mark.parametrize("variant", Variant, ids=lambda variant: variant.value)
def test_weights_are_written_as_the_engine_reads_them(variant: Variant) -> None:
    """The file of the engine is what the program writes, and loses nothing on the way."""
    known, home = shape_weights.learnt(variant), rules_on(15, variant)
    text = learning.written(known)
    assert json.loads(text)["gain"] == known.gain.tolist()
    again = learning.weights_of(learning.worth_of(known, home), home)
    assert again.to_move == known.to_move
    assert np.array_equal(again.gain, known.gain)
    assert np.array_equal(again.risk, known.risk)
    file = Path(shape_weights.__file__).with_name(shape_weights.file_of(variant))
    assert file.read_text(encoding="utf-8") == text


def test_too_few_games_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a game to leave out nothing is fitted."""
    file = tmp_path / "games.jsonl"
    file.write_text(f"{written(Game(str(HOME), 7, 1, CALM, 1, (Look(4, -1, 30, 1),)))}\n")
    with pytest.raises(SystemExit):
        learning.main(["--games", "0", "--out", str(file)])
    assert "too few to fit" in capsys.readouterr().err


def test_a_network_is_written_as_the_engine_reads_it() -> None:
    """Its odds are what the engine makes of the weights, but for the rounding of vectors."""
    found = looked(CALM, 1, *(Look(ply, -1, 900 * ply, 1) for ply in range(2, 6)))
    shapes_ = learning.worth_of(shape_weights.learnt()).odds(found)
    seen = network.examples(found, shapes_)
    fitted = network.fit([seen], passes=30)
    odds, known = fitted.odds(seen), fitted.written()
    lines = np.vstack([seen.empty, seen.lines]).reshape(1 + len(found), -1, 4)
    sums = known.vectors[lines].astype(float).sum(axis=2).clip(0, CLIP).sum(axis=1)
    one = np.column_stack([np.ones(len(found)), shapes_, seen.stones, sums[1:] - sums[0]])
    one = one @ known.first
    two = np.column_stack([np.ones(len(found)), one.clip(0)]) @ known.second
    by_engine = shapes_ + np.column_stack([two.clip(0), np.ones(len(found))]) @ known.last
    assert np.allclose(odds, by_engine, atol=0.01)
    assert not np.allclose(odds, shapes_, atol=0.01)


def test_a_network_is_fitted_on_from_where_the_engine_stands() -> None:
    """Before its first step it is written as it was read, to the last vector."""
    (known,) = line_weights.learnt()
    again = network.Network(steps=1, begun=known).written()
    assert np.array_equal(again.vectors, known.vectors)
    for layer, read_again in zip(known[1:], again[1:], strict=True):
        assert np.allclose(layer, read_again, rtol=1e-4, atol=1e-5)


def test_a_network_finds_what_shapes_do_not_tell() -> None:
    """Where the odds are the number of stones, which no shape has, it foretells them."""
    rng = np.random.default_rng(1)
    count, cells = 3_000, HOME.cells
    stones = (rng.random((count, cells)) < rng.uniform(0, 0.2, (count, 1))).astype(np.uint8)
    stones[:, ::2] *= 2
    told = np.rint(SCALE * (stones > 0).sum(axis=1) / 10 - SCALE).astype(np.int64)
    nothing = np.zeros((count, cells), np.uint16)
    numbers, unknown = np.arange(count), np.full(count, UNKNOWN)
    whole = Positions(stones, nothing, nothing, told, unknown, numbers, unknown)
    fitted, left_out = learning.split(whole)
    found = network.fit([network.examples(fitted, np.zeros(len(fitted)))], passes=60)
    odds = found.odds(network.examples(left_out, np.zeros(len(left_out)))).astype(float)
    assert likeness(odds, left_out) > 0.97


def test_the_lines_are_those_of_the_board() -> None:
    """What the fit sees of a position is what the engine holds of it."""
    found = looked(CALM, 1, Look(5, -1, 0, 1))
    board, known = fresh_shape_board(HOME), fresh_line_network(HOME)
    shape_search.put_stones(board, np.array(CALM[:5], np.int64))
    corrected(board, known, 0)
    held = known.held.reshape(2, -1, STRIDE)[int(board.sums[SIDE])]
    expected = held[board.line_of, board.line_shift // 2 - REACH]
    assert np.array_equal(network.lines_of(found.stones)[0], expected)


def order_on_the_board(cells: tuple[int, ...]) -> list[int]:
    """How early the engine tries each free cell after these moves."""
    board = fresh_shape_board(HOME)
    shape_search.put_stones(board, np.array(cells, np.int64))
    free, side = np.flatnonzero(board.stone < 0), int(board.sums[SIDE])
    return [shapes.order_of(board, side, int(cell)) for cell in free]


def test_the_order_that_is_fitted_is_that_of_the_engine() -> None:
    """Ranks and urgencies of the fit, added up, are how early the engine tries each cell."""
    found = looked(CALM, 1, *(Look(ply, -1, 0, 127) for ply in range(2, 6)))
    seen = urgency.choices(found, HOME.variant)
    lines = seen.lines.reshape(len(found), -1, 4)
    order = seen.ranks + line_urgency.learnt()[0][lines].sum(axis=2)
    for ply, row, ranks in zip(range(2, 6), order, seen.ranks, strict=True):
        assert row[ranks >= 0].astype(int).tolist() == order_on_the_board(CALM[:ply])


def test_what_searches_prefer_is_foretold() -> None:
    """Where the best cell is always the one in a corner, the lines of corners become urgent."""
    rng = np.random.default_rng(1)
    stones = np.zeros((2_000, HOME.cells), np.uint8)
    stones[np.arange(2_000), rng.integers(100, 120, 2_000)] = 1
    nothing, numbers = np.zeros(stones.shape, np.uint16), np.arange(2_000)
    taken = np.where(stones > 0, TAKEN, nothing).astype(np.uint16)
    corners = rng.choice([0, 14, 210, 224], 2_000)
    whole = Positions(stones, taken, taken, 0 * numbers, 0 * numbers, numbers, corners)
    seen = urgency.choices(whole, HOME.variant)
    found = urgency.fit(seen, passes=40)
    assert urgency.found_among(seen, found, 4) > 0.99
    assert urgency.found_among(seen, np.zeros_like(found), 1) == 1.0, "all are first alike"
    untold = Positions(stones, taken, taken, 0 * numbers, 0 * numbers, numbers, 0 * numbers - 1)
    assert len(urgency.choices(untold, HOME.variant).best) == 0


@pytest.mark.parametrize("variant", ["freestyle", "renju"])
def test_the_order_is_fitted_from_a_file(
    variant: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For either side in renju, and nothing is written unasked."""
    before = kept_weights()
    common = ["--variant", variant, "--out", str(tmp_path / "games.jsonl")]
    learning.main(["--games", "22", "--nodes", "40", *common, "--urgency"])
    said = capsys.readouterr().out
    assert said.count("fitted: the best is among the first") == (2 if variant == "renju" else 1)
    assert before == kept_weights()


def test_both_are_fitted_from_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Shapes to 15x15, the network to all boards; and nothing is written unasked."""
    before = kept_weights()
    file = str(tmp_path / "games.jsonl")
    learning.main(["--games", "11", "--nodes", "40", "--out", file])
    learning.main(["--games", "11", "--side", "20", "--nodes", "40", "--out", file, "--network"])
    learning.main(["--games", "0", "--out", file, "--network", "--further"])
    said = capsys.readouterr().out
    assert said.count("fitted: log loss") == 5
    assert said.count("shapes alone: log loss") == 4
    assert before == kept_weights()


def test_renju_is_fitted_for_either_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From games of its own alone, and what is left out is told for X and for O."""
    before = kept_weights()
    file = tmp_path / "games.jsonl"
    file.write_text(f"{written(Game(str(HOME), 7, 1, CALM, 1, (Look(4, -1, 30, 1),)))}\n")
    renju = ["--variant", "renju", "--out", str(file)]
    learning.main(["--games", "22", "--nodes", "40", *renju])
    learning.main(["--games", "0", *renju, "--network"])
    said = capsys.readouterr().out
    assert "15x15x5:" not in said, "those of gomoku are left alone"
    assert said.count("15x15x5 renju:") == 2
    assert said.count("shapes alone: log loss") == 2
    assert before == kept_weights()


def kept_weights() -> dict[Path, bytes]:
    """What the engine has learnt."""
    folder = Path(shape_weights.__file__).parent
    return {
        file: file.read_bytes() for file in folder.iterdir() if file.suffix in {".json", ".npz"}
    }
