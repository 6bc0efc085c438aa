"""What wins by threats say of the moves of the root: nothing untrue."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from engine import Limit, Position, Rules, decode_game
from engine.alphabeta.forced_wins import ForcedWins
from engine.alphabeta.tree import Candidate
from engine.thinking.boards import has_shapes
from engine.thinking.clock import Clock
from engine.thinking.score import plies_to_end
from tests.engine.boards import completing, wander
from tests.engine.brute_force import truth

SMALL = {"4x4x4": 9, "4x5x4": 10, "5x5x4": 14, "4x6x4": 13, "5x5x5": 15}
"""Small boards, and how many stones stand where brute force is quick."""


def calm(rules: Rules, stones: int, rng: random.Random) -> Position:
    """A position of about so many stones where the mover completes no line at once."""
    while True:
        position = wander(rules, rng.randint(stones, stones + 6), rng)
        if position.ply + 1 < rules.cells and not completing(position, position.side):
            return position


def forced_at(position: Position) -> tuple[ForcedWins, list[Candidate]]:
    """The search for forced wins in a position, and its moves."""
    moves = [Candidate(tile, cell=tile - 1) for tile in position.legal]
    return ForcedWins(position.rules, [tile - 1 for tile in position.tiles], moves), moves


def clock(forced: ForcedWins, nodes: int) -> Clock:
    """A clock that stops after so many nodes in all."""
    return Clock(Limit(nodes=nodes), lambda: forced.nodes)


LOOKS: dict[str, Callable[[ForcedWins, Clock], bool]] = {
    "threats": ForcedWins.find_win,
    "with twos": partial(ForcedWins.find_win, by_twos=True),
}
"""What wins are looked for by."""


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", SMALL)
def test_a_move_told_as_won_or_lost_is_so(game: str, look: str) -> None:
    """A move that is called won or lost is, within the plies told, at any limit."""
    rng = random.Random(game)
    won = lost = 0
    for _ in range(25):
        position = calm(Rules.parse(game), SMALL[game], rng)
        known = truth(position)
        forced, moves = forced_at(position)
        nodes = rng.choice([1, 50, 20_000])
        found = LOOKS[look](forced, clock(forced, nodes))
        assert found == any(root.won for root in moves)
        if not found:
            forced.find_losses(clock(forced, 2 * nodes))
        for root in moves:
            if root.won or root.lost:
                won, lost = won + root.won, lost + root.lost
                assert known[root.move][0] == ("win" if root.won else "loss")
                plies = plies_to_end(root.low if root.won else root.high)
                assert known[root.move][1] <= plies
    assert won + lost > 0 or game == "5x5x5"


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", ["9x9x5", "10x10x4", "15x15x5"])
def test_a_win_is_told_with_its_line(game: str, look: str) -> None:
    """The move that begins it is the one called won; the line is playable and no longer."""
    rng = random.Random(game)
    told = 0
    for number in range(30):
        position = calm(Rules.parse(game), rng.randint(6, 24), rng)
        forced, moves = forced_at(position)
        if not LOOKS[look](forced, clock(forced, (1, 50, 4_000)[number % 3])):
            continue
        told += 1
        (winner,) = (root for root in moves if root.won)
        assert winner.line[0] == winner.cell
        assert len(winner.line) <= plies_to_end(winner.low)
        after = position
        for cell in winner.line:
            after = after.play(cell + 1)
        if after.outcome is not None:
            assert after.outcome.winner is position.side
    assert told > 0


def test_being_stopped_leaves_the_position_as_it_was() -> None:
    """Whenever the clock ends the search, the next question is answered as if nothing was."""
    rng = random.Random(1)
    for _ in range(10):
        position = calm(Rules.parse("9x9x5"), rng.randint(8, 18), rng)
        forced, moves = forced_at(position)
        for nodes in (1, 3, 10, 40):
            forced.find_win(clock(forced, forced.nodes + nodes), by_twos=True)
            forced.find_losses(clock(forced, forced.nodes + nodes))
            forced.vet(moves[0], True, 9, clock(forced, forced.nodes + nodes))
        fresh, others = forced_at(position)
        found = forced.find_win(clock(forced, forced.nodes + 50_000))
        assert found == fresh.find_win(clock(fresh, 50_000))
        assert [root.won for root in moves] == [root.won for root in others]


def test_a_late_leader_is_vetted_like_an_early_one() -> None:
    """So many looks at once refute the move that as many refute one at a time."""
    position = decode_game("15x15x5:145-113-129-98-158-99-115-85-127-101-100-130")
    looks = []
    for together in (False, True):
        forced, moves = forced_at(position)
        root = next(root for root in moves if root.move == 84)
        if not together:
            while not root.lost:
                looks.append(root.lost)
                forced.vet(root, True, len(looks), clock(forced, forced.nodes + 100_000))
        else:
            forced.vet(root, True, len(looks), clock(forced, 100_000))
        assert root.lost
    assert len(looks) > 2


def test_threats_force_nothing_with_gravity_or_misere() -> None:
    """With gravity or misere a threat need not be answered where it stands."""
    assert has_shapes(Rules.parse("15x15x5"))
    assert not has_shapes(Rules.parse("6x7x4g"))
    assert not has_shapes(Rules.parse("9x9x5 misere"))
