"""Matches between versions of the engine."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.match import Pair, Record, Times, play, play_pair, result, told
from benchmarks.matches.openings import book, openings
from benchmarks.matches.players import Player, contender
from benchmarks.sequential import Sequential
from engine import PRESETS, Position, Rules, stones_of, symmetries
from tests.soon import PATIENCE


def test_the_result_tells_its_error() -> None:
    """A share of points, its error and both in Elo; even pairs leave no doubt."""
    assert result([0.5, 0.5]) == "50.0 % +- 0.0 in 4 games; Elo -0 (-0 to -0)"
    assert result([1.0, 0.5, 0.5, 1.0]).startswith("75.0 % +- 28.3 in 8 games; Elo +191")


def test_openings_leave_the_game_open() -> None:
    """Each opening is a position that goes on, the same for the same seed."""
    rules = Rules.parse("4x4")
    found = list(islice(openings(rules, random.Random(1)), 20))
    assert all(position.outcome is None and position.ply == 3 for position in found)
    assert found == list(islice(openings(rules, random.Random(1)), 20))


@pytest.mark.parametrize("name", ["exact", "caro", "renju"])
def test_a_variant_begins_from_the_book_of_gomoku(name: str) -> None:
    """Its openings are those of gomoku, by rules of its own; a board without a book has others."""
    rules, gomoku = PRESETS[name], PRESETS["gomoku"]
    found = list(islice(openings(rules, random.Random(1)), 50))
    assert {opening.rules for opening in found} == {rules}
    assert {opening.moves for opening in found} <= {opening.moves for opening in book(gomoku)}
    assert next(openings(replace(rules, rows=16), random.Random(1))).ply == 3


def test_the_book_of_gomoku_is_long_and_repeats_nothing() -> None:
    """Five hundred openings at least, none the turn or mirror image of another."""
    gomoku = PRESETS["gomoku"]
    known = book(gomoku)
    assert len(known) >= 500
    assert all(position.outcome is None for position in known)
    seen = [stones_of(position) for position in known]
    images = [{turn.of(stones) for turn in symmetries(gomoku)} for stones in seen]
    assert len({frozenset(image) for image in images}) == len(known)


@pytest.mark.parametrize("text", ["", "fast", "main:level", "seconds=1;rm", "seconds=-1"])
def test_a_wrong_player_is_refused(text: str) -> None:
    """What is no limit and no level ends the program with a sentence."""
    with pytest.raises(SystemExit, match="a player is"), contender(text):
        pass


def test_an_unknown_revision_is_refused() -> None:
    """A revision that does not exist ends the program with what git says."""
    with pytest.raises(SystemExit, match="nowhere"), contender("nowhere:nodes=1"):
        pass


class Ranked:
    """Plays the legal move of this rank, by number."""

    def __init__(self, index: int) -> None:
        self._index = index

    def move(self, position: Position) -> int:
        """The move of that rank."""
        return position.legal[self._index]


def test_points_go_to_the_winner() -> None:
    """A win of X counts one, of O nothing, a draw half."""
    start = Position.start(Rules.parse("3x3"))
    assert play(start, Ranked(0), Ranked(-1)) == 1.0
    lost = Position.from_moves(start.rules, [1, 4, 2, 5, 9])
    assert play(lost, Ranked(0), Ranked(1)) == 0.0
    assert play(start.play(5).play(1), Ranked(0), Ranked(0)) == 0.5


def test_a_pair_is_played_from_both_sides() -> None:
    """The points are the first player's, and each player's moves are timed."""
    pair = play_pair(3, (Ranked(0), Ranked(-1)), Position.start(Rules.parse("3x3")))
    assert pair.points == [1.0, 0.0]
    assert [one.moves > 4 for one in pair.times] == [True, True]


def test_a_match_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    """What was played is read again; the record of another match is refused."""
    file, match = tmp_path / "match.jsonl", {"players": ["a", "b"], "game": "3x3x3", "seed": 1}
    pair = Pair(7, "3x3x3:5", [1.0, 0.5], ["x has stopped"], [Times(3, 1.5, 1.0), Times(2, 1, 1)])
    Record(file, match).add(pair)
    again = Record(file, match)
    assert again.pairs == {7: pair}
    words = told(again, Sequential(0.5, 0.6))
    assert "pairs 0 0 0 1 0" in words
    assert "1 forfeited: x has stopped" in words
    with pytest.raises(SystemExit, match="another match"):
        Record(file, {**match, "seed": 2})


@pytest.mark.thorough
def test_a_match_by_time_of_the_processor_ends_by_itself(tmp_path: Path) -> None:
    """From the command line: the level that wins on 3x3 is believed to be the stronger."""
    file = tmp_path / "match.jsonl"
    command = ["-m", "benchmarks.match", "depth=9", "level=pip", "--game", "3x3"]
    command += ["--sprt", "0", "300", "--jobs", "1", "--save", str(file)]
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert done.stdout.splitlines()[-1] == "300 Elo is believed"
    first, *pairs = file.read_text(encoding="utf-8").splitlines()
    assert json.loads(first)["players"] == ["depth=9", "level=pip"]
    again = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert again.stdout.splitlines()[-1] == "300 Elo is believed"
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1 + len(pairs)


def test_a_player_may_have_a_clock_for_a_whole_game() -> None:
    """It makes its moves of one game, and those of the next."""
    position = Position.from_moves(PRESETS["gomoku"], [113])
    with contender("clock=0.2") as chosen:
        player = Player(chosen)
        try:
            for start in (position, position):
                game = start
                for _ in range(3):
                    game = game.play(player.move(game))
                assert game.ply == 4
        finally:
            player.close()
