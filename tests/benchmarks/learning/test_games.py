"""Games to learn from: reproducible, resumable, begun in the middle."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from benchmarks.learning import games
from benchmarks.learning.games import HOME, play, rules_on
from benchmarks.learning.records import UNKNOWN, Game, Look, go_on, read, written
from benchmarks.matches.openings import book
from engine import Position, Rules, Variant
from tests.benchmarks.learning.looked import CALM

GAMES = (HOME, rules_on(11), rules_on(20), rules_on(15, Variant.RENJU), rules_on(20, Variant.CARO))


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
