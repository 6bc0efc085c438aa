"""The fixed suites: that they hold what they say, and that they are run."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.learning.games import HOME
from benchmarks.learning.records import Game, written
from benchmarks.suites import __main__ as suites
from benchmarks.suites import making
from engine import Limit, Side, Verdict, analyse, encode_game


@pytest.mark.parametrize("name", suites.SUITES)
def test_a_suite_has_positions_of_gomoku_that_are_not_over(name: str) -> None:
    """Enough of them, and none twice."""
    positions = suites.suite(name)
    assert len(set(map(encode_game, positions))) == len(positions) >= 24
    assert all(position.rules == HOME and position.outcome is None for position in positions)


def test_a_longer_search_proves_what_the_suites_say() -> None:
    """Of some positions: those to be won are won, also after a move that lost its game."""
    for position in suites.suite("wins")[:2] + suites.suite("lost")[:2]:
        assert analyse(position, Limit(nodes=4_000_000), every=False).verdict.value == "win"


def test_each_suite_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what it came to, and the seconds; one alone where that is asked for."""
    whole = suites.suite
    monkeypatch.setattr(suites, "suite", lambda name: whole(name)[:3])
    monkeypatch.setattr(suites, "DEPTH", 3)
    suites.main(["--nodes", "100"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(suites.SUITES)
    assert all(line.endswith(" s") for line in lines)
    suites.main(["--nodes", "100", "--only", "lost"])
    assert "losing moves made again" in capsys.readouterr().out


def test_a_warning_is_counted_from_the_first_low_score_that_lasts() -> None:
    """To the first proof of the loss; where it was proved out of the blue, there was none."""
    loss, low, even = Verdict.loss(4), Verdict.estimated(-0.4), Verdict.estimated(-0.2)
    assert (
        suites.warning([(40, loss), (38, loss), (36, low), (34, low), (32, even), (30, low)]) == 4
    )
    assert suites.warning([(40, loss), (38, even), (36, low)]) == 0


def test_suites_are_made_from_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quiet position, the earliest win that is proved, and the move that allowed it."""
    lost, calm = suites.suite("lost")[2], suites.suite("depth")[0]
    won = 1 if lost.side is Side.X else -1
    games = [
        Game(str(HOME), 1, 4, tuple(tile - 1 for tile in calm.tiles), 1, ()),
        Game(str(HOME), 2, 4, tuple(tile - 1 for tile in lost.tiles), won, ()),
    ]
    file = tmp_path / "games.jsonl"
    file.write_text("".join(f"{written(game)}\n" for game in games), encoding="utf-8")
    monkeypatch.setattr(making, "_COUNTS", {"depth": 0, "wins": 1, "lost": 1})
    found = making.make(file)
    assert found["wins"] == found["lost"] == [encode_game(lost)]
