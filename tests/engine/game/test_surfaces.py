"""Where lines run: on a plane, over the edges of a torus, and through the layers of a cube.

How many lines there are, and perft, come from programs that share nothing with the engine.
"""

import pytest

from engine import Limit, Position, Rules, analyse, decode_game
from engine.game.position import perft
from engine.game.surfaces import Surface


@pytest.mark.parametrize(
    "sides, wraps, goal, lines",
    [
        ((3, 3), False, 3, 8),
        ((4, 4), False, 4, 10),
        ((3, 3), True, 3, 12),
        ((4, 4), True, 4, 16),
        ((5, 5), True, 4, 100),
        ((5, 5), True, 5, 20),
        ((6, 6), True, 5, 144),
        ((3, 3, 3), False, 3, 49),
        ((4, 4, 4), False, 4, 76),
    ],
)
def test_a_surface_has_as_many_lines_as_counted_elsewhere(
    sides: tuple[int, ...], wraps: bool, goal: int, lines: int
) -> None:
    """A window is listed once, also where a ring is as long as the goal."""
    surface = Surface(sides, wraps)
    windows = surface.windows(goal)
    assert len(windows) == lines
    by_line = [set(one) for line in surface.windows_by_line(goal) for one in line]
    assert sorted(map(sorted, by_line)) == sorted(sorted(one) for _, one in windows)


@pytest.mark.parametrize("sides, goal", [((5, 5), 4), ((6, 4), 3), ((3, 8), 4)])
def test_windows_of_one_line_share_what_the_first_and_last_share(
    sides: tuple[int, ...], goal: int
) -> None:
    """The prover relies on it: a cell of two windows is a cell of each between them."""
    for line in Surface(sides, wraps=True).windows_by_line(goal):
        shared = set.intersection(*map(set, line)) if line else set()
        assert not line or shared == set(line[0]) & set(line[-1])


@pytest.mark.parametrize(
    "sides, wraps, images",
    [((3, 3), False, 8), ((3, 4), False, 4), ((4, 4), True, 128), ((3, 3, 3), False, 48)],
)
def test_images_keep_lines(sides: tuple[int, ...], wraps: bool, images: int) -> None:
    """A symmetry leads each line to a line, and the first moves nothing."""
    surface = Surface(sides, wraps)
    lines = {frozenset(one) for _, one in surface.windows(3)}
    found = list(dict.fromkeys(surface.images(gravity=False)))
    assert len(found) == images
    assert found[0] == tuple(range(surface.cells))
    for image in found:
        assert {frozenset(image[cell] for cell in line) for line in lines} == lines


def test_with_gravity_nothing_is_turned_upside_down() -> None:
    """What lies on top of another cell does so in each image."""
    for surface in (Surface((4, 4), True), Surface((3, 3, 3))):
        flat = surface.cells // surface.sides[0]
        for image in surface.images(gravity=True):
            for cell in range(flat, surface.cells):
                assert image[cell] - image[cell - flat] == flat


def test_a_path_goes_the_short_way_over_an_edge() -> None:
    """The ends of a row on a torus are neighbours; on a plane they are far apart."""
    plane, torus = Surface((5, 5)), Surface((5, 5), wraps=True)
    assert plane.path((9, 5)) == ([5, 6, 7, 8, 9], (0, 1))
    assert torus.path((5, 9)) == ([9, 5], (0, 1))
    assert torus.goes_over_edge(9, 5)
    assert plane.path((0, 7)) is None
    assert (plane.distance(0, 24), torus.distance(0, 24)) == (4, 1)


def test_an_unbroken_row_ends_where_it_began() -> None:
    """A ring that is full is a row of as many cells as it has, none twice."""
    torus = Surface((4, 4), wraps=True)
    assert torus.row(2, 0, {0, 2, 3}.__contains__) == [2, 3, 0]
    assert sorted(torus.row(2, 0, {0, 1, 2, 3}.__contains__)) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "game, depth, games",
    [
        ("torus 3x3x3", 6, 51_840),
        ("torus 4x4x4", 6, 5_765_760),
        ("torus 5x5x4", 4, 303_600),
        ("torus 5x5x4 gravity", 7, 77_980),
        ("3d", 4, 421_200),
        ("3d gravity", 6, 493_608),
        ("qubic", 3, 249_984),
        ("qubic gravity", 5, 1_048_560),
    ],
)
def test_as_many_games_as_counted_elsewhere(game: str, depth: int, games: int) -> None:
    """Perft tells a torus from a plane, and a cube from both."""
    assert perft(Position.start(Rules.parse(game)), depth) == games


@pytest.mark.parametrize(
    "game, value, plies",
    [
        ("torus 3x3x3", "win", 7),
        ("torus 4x4x4", "draw", 16),
        ("torus 4x5x4", "win", 9),
        ("torus 5x5x4", "win", 11),
        ("torus 5x5x5", "draw", 25),
        ("3d", "win", 7),
        ("3d gravity", "win", 9),
    ],
)
def test_values_are_those_of_other_programs(game: str, value: str, plies: int) -> None:
    """No search takes a torus or a cube for a plane."""
    verdict = analyse(
        Position.start(Rules.parse(game)), Limit(nodes=3_000_000), every=False
    ).verdict
    assert (verdict.value, verdict.plies) == (value, plies)


def test_a_line_over_the_edge_ends_the_game() -> None:
    """Its tiles come one after the other, as they lie on the torus."""
    won = decode_game("5x5x4t:4-11-5-12-1-13-2")
    assert won.outcome is not None
    assert won.outcome.line in {(4, 5, 1, 2), (2, 1, 5, 4)}
    assert decode_game("3x9x3q:1-2-14-3-27").outcome is not None
