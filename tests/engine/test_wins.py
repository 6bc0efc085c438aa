"""Forced wins: nothing is called proved that is not, and what is simple is found."""

from __future__ import annotations

import random

import pytest

from engine import Position, Rules
from engine.wins import Hunter, StoppedError
from tests.engine.boards import wander
from tests.engine.brute_force import Truth, rank, truth

SMALL = {"4x4x3": 5, "4x4x4": 7, "4x5x4": 10, "3x6x3": 7, "5x5x4": 14, "5x5x5": 14}
"""Small boards, and how many stones stand where brute force is quick."""


def hunter_at(position: Position) -> Hunter:
    """A hunter that looks at this position."""
    return Hunter(position.rules, [tile - 1 for tile in position.tiles])


def best(position: Position) -> Truth:
    """What a position is worth."""
    return max(truth(position).values(), key=rank)


def prove(hunter: Hunter, nodes: int) -> int:
    """The plies of a proved win, within so many nodes."""
    try:
        return hunter.prove(lambda searched: min(500, nodes - searched))
    except StoppedError:
        return 0


def check_line(position: Position, line: list[int], plies: int) -> None:
    """A line of a win is playable, no longer than said, and the attacker's if it ends the game."""
    attacker = position.side
    assert 0 < len(line) <= plies
    for cell in line:
        position = position.play(cell + 1)
    if position.outcome is not None:
        assert position.outcome.winner is attacker


@pytest.mark.parametrize("game", SMALL)
def test_wins_agree_with_brute_force(game: str) -> None:
    """A forced win that is told is one, within the plies told."""
    rng = random.Random(game)
    found = 0
    for _ in range(25):
        position = wander(Rules.parse(game), rng.randint(SMALL[game], 20), rng)
        value, distance = best(position)
        for look in (
            lambda hunter: hunter.threats(2000, lambda searched: 100)[0],
            lambda hunter: prove(hunter, 20_000),
        ):
            hunter = hunter_at(position)
            plies = look(hunter)
            if plies:
                found += 1
                assert value == "win"
                assert distance <= plies
                assert plies % 2 == 1
        if plies:
            check_line(position, hunter.line(), plies)
    assert found > 0 or game == "5x5x5"


@pytest.mark.parametrize("game", SMALL)
def test_a_move_that_stops_nothing_loses(game: str) -> None:
    """Off the cells that may stop the opponent's threats every move loses within the plies told."""
    rng = random.Random(game)
    for _ in range(25):
        position = wander(Rules.parse(game), rng.randint(SMALL[game], 20), rng)
        values = truth(position)
        if any(known == ("win", 1) for known in values.values()):
            continue
        plies, stops = hunter_at(position).stops(2000, lambda searched: 100)
        for move, (value, distance) in values.items():
            if plies and move - 1 not in stops:
                assert value == "loss"
                assert distance <= plies + 1
