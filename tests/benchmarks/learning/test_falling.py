"""What is learnt where discs fall, and that the fit finds what is there."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from benchmarks.learning.falling import __main__ as learning
from benchmarks.learning.falling.fit import RESULTS, Positions, Worth, by_hand, fit, positions
from benchmarks.learning.falling.games import BOARDS, play
from benchmarks.learning.records import UNKNOWN, Game, Look, go_on, written
from benchmarks.learning.worth import SCALE, foretold, likeness, loss
from engine import Position, Rules
from engine.alphabeta import window_weights
from engine.alphabeta.arrays import fresh_window_board
from engine.alphabeta.window_weights import KINDS
from engine.kernels import window_search
from engine.kernels.windows import WAITS, evaluate

EIGHT = Rules(8, 8, 4, gravity=True)
CELLS = (59, 60, 52, 51, 43, 58, 61)


def known(rules: Rules) -> Worth:
    """The weights of the engine, as they are fitted."""
    value, balance, tempo = window_weights.weights_of(rules)[1:]
    return Worth(value / SCALE, balance.reshape(WAITS, WAITS) / SCALE, tempo / SCALE)


def test_every_board_is_one_to_learn_from() -> None:
    """Each is too large to be solved, and each family is among them."""
    assert all(map(window_weights.is_large, BOARDS))
    assert len({window_weights.family(rules) for rules in BOARDS}) == 6


def test_a_game_is_the_same_for_the_same_numbers() -> None:
    """What is played depends on the seed and the number alone, and the moves are legal."""
    game = play(3, nodes=50, seed=1)
    assert game == play(3, nodes=50, seed=1)
    assert game.cells != play(4, nodes=50, seed=1).cells
    assert game.result in {-1, 0, 1}
    position = Position.start(Rules.parse(game.board))
    for cell in game.cells:
        position = position.play(cell % position.rules.columns + 1)
        assert position.tiles[-1] == cell + 1
    assert position.outcome is None
    assert {look.ply for look in game.looks} <= set(range(game.start, len(game.cells)))


def test_the_fitted_odds_are_the_engines_evaluation() -> None:
    """The odds are the evaluation, seen by X; how moves beside a game end is not known."""
    looks = (*(Look(ply, -1, 70, -1) for ply in range(2, 7)), Look(6, 53, 70, -1))
    found = positions([Game(str(EIGHT), 7, 1, CELLS, 1, looks)])[window_weights.family(EIGHT)]
    expected = []
    for cells in (*(CELLS[:ply] for ply in range(2, 7)), (*CELLS[:6], 53)):
        board = fresh_window_board(EIGHT)
        window_search.put_stones(board, np.array(cells, np.int64))
        expected.append(int(evaluate(board)) * (1 if len(cells) % 2 == 0 else -1))
    assert np.allclose(SCALE * known(EIGHT).odds(found), expected)
    assert found.value.tolist() == [70, -70, 70, -70, 70, -70]
    assert found.result.tolist() == [1] * 5 + [UNKNOWN]


@pytest.mark.thorough
def test_the_fit_finds_what_is_there() -> None:
    """Chances given by known weights are predicted, better than by hand."""
    rng = np.random.default_rng(1)
    count, size = 6_000, 2 * 4 * KINDS
    true = by_hand(4)._replace(
        balance=rng.normal(0, 0.5, (WAITS, 1)) + rng.normal(0, 0.5, WAITS), tempo=0.7
    )
    true = true._replace(value=true.value + rng.normal(0, 0.1, size))
    to_move = rng.choice([-1, 1], count)
    empty = Positions(
        rng.integers(-3, 4, (count, size)).astype(np.int16),
        rng.integers(0, WAITS, (count, 2)),
        to_move,
        np.zeros(count, np.int64),
        np.full(count, UNKNOWN),
        np.arange(count),
    )
    odds = true.odds(empty)
    searched = empty._replace(value=np.rint(SCALE * odds).astype(np.int64))
    won = rng.random(count) < 1 / (1 + np.exp(-odds))
    whole = searched._replace(result=np.where(won, 1, -1))
    found = fit(whole, 4)
    assert likeness(found.odds(whole), whole) > 0.98 > likeness(by_hand(4).odds(whole), whole)
    assert loss(found.odds(whole), whole, RESULTS) < loss(by_hand(4).odds(whole), whole, RESULTS)
    assert abs(found.tempo - 0.7) < 0.1
    assert np.allclose(foretold(whole, RESULTS), (won + foretold(searched, RESULTS)) / 2)


@pytest.mark.thorough
def test_a_poor_move_beside_a_game_makes_no_tempo() -> None:
    """What a poor move gives away is not credited to the right to move."""
    rng = np.random.default_rng(1)
    count, size = 5_000, 2 * 4 * KINDS
    to_move, beside = rng.choice([-1, 1], count), rng.random(count) < 0.5
    odds = to_move * np.where(beside, 1.7, 0.7)
    result = np.where(rng.random(count) < 1 / (1 + np.exp(-odds)), 1, -1)
    whole = Positions(
        np.zeros((count, size), np.int16),
        np.zeros((count, 2), np.int64),
        to_move,
        np.rint(SCALE * odds).astype(np.int64),
        np.where(beside, UNKNOWN, result),
        np.arange(count),
    )
    assert abs(fit(whole, 4).tempo - 0.7) < 0.1


def test_weights_are_written_as_the_engine_reads_them() -> None:
    """The file of the engine is what the program writes, and loses nothing on the way."""
    families = {window_weights.family(rules): known(rules) for rules in BOARDS}
    file = Path(window_weights.__file__).with_name(window_weights.FILE)
    assert file.read_text(encoding="utf-8") == learning.written(families)
    assert json.loads(file.read_text(encoding="utf-8")).keys() == families.keys()


def test_all_is_fitted_and_nothing_written_unasked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From one file, of which what it has is not played again; too few games are told."""
    file = tmp_path / "games.jsonl"
    engine = Path(window_weights.__file__).with_name(window_weights.FILE)
    before = engine.read_bytes()
    with pytest.raises(SystemExit):
        learning.main(["--games", "2", "--nodes", "10", "--out", str(file)])
    assert "too few to fit" in capsys.readouterr().err
    lines = file.read_text().splitlines()
    assert len(lines) == 2
    for number, rules in enumerate(BOARDS[:: len(BOARDS) // 6]):
        assert rules.gravity
        for game in (10 * number + 20, 10 * number + 21):
            looks = (Look(2, -1, 50, -1), Look(4, -1, 900, -1))
            bottom = (rules.rows - 1) * rules.columns
            cells = tuple(bottom + column for column in (0, 2, 1, 4, 6))
            lines.append(written(Game(str(rules), game, 1, cells, 1, looks)).strip())
    file.write_text("".join(f"{line}\n" for line in lines[2:]))
    go_on(file, [], partial(play, nodes=10, seed=1), jobs=1)
    learning.main(["--games", "0", "--out", str(file)])
    said = capsys.readouterr().out
    assert said.count("fitted: log loss") == said.count("by hand: log loss") > 1
    assert engine.read_bytes() == before
