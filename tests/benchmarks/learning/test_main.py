"""The program that plays games and fits weights to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.learning.games import HOME
from benchmarks.learning.records import Game, Look, written
from tests.benchmarks.learning.looked import CALM, kept_weights

pytest.importorskip("torch", reason="weights are fitted with PyTorch: make learning")

from benchmarks.learning import __main__ as learning


def test_too_few_games_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a game to leave out nothing is fitted."""
    file = tmp_path / "games.jsonl"
    file.write_text(f"{written(Game(str(HOME), 7, 1, CALM, 1, (Look(4, -1, 30, 1),)))}\n")
    with pytest.raises(SystemExit):
        learning.main(["--games", "0", "--out", str(file)])
    assert "too few to fit" in capsys.readouterr().err


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


@pytest.mark.thorough
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
