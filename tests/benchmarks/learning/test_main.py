"""The program that plays games and fits weights to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.learning.games import HOME, play, rules_on
from benchmarks.learning.records import Game, Look, written
from engine import Rules, Variant
from tests.benchmarks.learning.looked import CALM, kept_weights

pytest.importorskip("torch", reason="weights are fitted with PyTorch: make learning")

from benchmarks.learning import __main__ as learning


def keep_games(file: Path, rules: Rules) -> None:
    """Play a game to leave out and two to fit to, here, where the engine is ready."""
    with file.open("a", encoding="utf-8") as kept:
        kept.writelines(f"{written(play(rules, number, 40, seed=1))}\n" for number in range(3))


def test_too_few_games_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a game to leave out nothing is fitted."""
    file = tmp_path / "games.jsonl"
    file.write_text(f"{written(Game(str(HOME), 7, 1, CALM, 1, (Look(4, -1, 30, 1),)))}\n")
    with pytest.raises(SystemExit):
        learning.main(["--games", "0", "--out", str(file)])
    assert "too few to fit" in capsys.readouterr().err


@pytest.mark.parametrize("variant, sides", [(Variant.FREESTYLE, 1), (Variant.RENJU, 2)])
def test_the_order_is_fitted_from_a_file(
    variant: Variant, sides: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For either side in renju, and nothing is written unasked."""
    before = kept_weights()
    file = tmp_path / "games.jsonl"
    keep_games(file, rules_on(15, variant))
    learning.main(["--games", "0", "--variant", variant.value, "--out", str(file), "--urgency"])
    said = capsys.readouterr().out
    assert said.count("fitted: the best is among the first") == (
        2 if variant is Variant.RENJU else 1
    )
    assert before == kept_weights()


def test_both_are_fitted_from_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Shapes to 15x15, the network to all boards; and nothing is written unasked."""
    before = kept_weights()
    file = tmp_path / "games.jsonl"
    learning.main(["--games", "2", "--nodes", "40", "--out", str(file)])
    keep_games(file, rules_on(20))
    learning.main(["--games", "0", "--out", str(file), "--network", "--further"])
    said = capsys.readouterr().out
    assert said.count("fitted: log loss") == 3
    assert said.count("shapes alone: log loss") == 2
    assert before == kept_weights()


def test_renju_is_fitted_for_either_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From games of its own alone, and what is left out is told for X and for O."""
    before = kept_weights()
    file = tmp_path / "games.jsonl"
    file.write_text(f"{written(Game(str(HOME), 7, 1, CALM, 1, (Look(4, -1, 30, 1),)))}\n")
    keep_games(file, rules_on(15, Variant.RENJU))
    renju = ["--games", "0", "--variant", "renju", "--out", str(file)]
    learning.main(renju)
    learning.main([*renju, "--network"])
    said = capsys.readouterr().out
    assert "15x15x5:" not in said, "those of gomoku are left alone"
    assert said.count("15x15x5 renju:") == 2
    assert said.count("shapes alone: log loss") == 2
    assert before == kept_weights()
