"""Boards as PNG."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.show.overlay import Overlay
from bot.show.render import png
from bot.show.render.theme import DARK, DARK_WOOD, LIGHT, LIGHT_WOOD, ColourTheme, contrast
from bot.show.zoom import fight
from engine import Position, Rules
from tests.bot.builders import ALL_RULES, crowded, half_full, position
from tests.bot.show.render.drawings import TOLERANCE, farthest_patch, opened
from tests.thorough import thorough


def differ(one: bytes, other: bytes) -> bool:
    """Whether anybody sees the difference between two drawings."""
    return farthest_patch(opened(one), opened(other)) > TOLERANCE


@pytest.mark.parametrize(
    "rules", [*ALL_RULES[::51], *ALL_RULES[-2:], *thorough(*ALL_RULES[17:-2:17])], ids=str
)
def test_every_board_is_small_enough(rules: Rules) -> None:
    """A board takes at most 22 kB and 800 pixels, 32 kB with lines or with all verdicts."""
    half = half_full(rules)
    verdicts = {move: "👍👎🤝❔"[move % 4] for move in half.legal}
    for board in (Position.start(rules), half, crowded(rules)):
        drawn = png.board(board)
        assert len(drawn) <= 22_000
        assert max(Image.open(BytesIO(drawn)).size) <= 800
    assert len(png.board(crowded(rules), numbers=True)) <= 60_000
    short, columns = min(rules.rows, rules.columns), rules.columns
    row, column = range(1, columns + 1), range(1, rules.cells + 1, columns)
    down, up = (
        [start + step * (columns + turn) for step in range(short)]
        for start, turn in ((1, 1), (columns, -1))
    )
    own, theirs = (tuple(row), tuple(down)), (tuple(column), tuple(up))
    hint = Overlay(move=half.legal[0], own=own, theirs=theirs)
    assert len(png.board(half, overlay=hint)) <= 32_000
    assert len(png.board(half, overlay=Overlay(verdicts, move=half.legal[0]))) <= 32_000


def test_a_drawing_is_the_same_each_time() -> None:
    """The bytes depend on the board alone."""
    board = position("gomoku", [113, 114, 98])
    first = png.board(board)
    png.board(position("connect4", [4]), LIGHT)
    assert png.board(position("gomoku", [113, 114, 98])) == first


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("rules", ["3x3", "connect4", "4x4", "gomoku", "19x19"])
def test_all_that_matters_is_seen(rules: str, theme: ColourTheme) -> None:
    """Whose stone it is, the last move and a verdict each change the picture."""
    board = position(rules, [1, 2, 3])
    plain = png.board(board, theme)
    assert differ(plain, png.board(position(rules, [2, 1, 3]), theme))
    assert differ(plain, png.board(position(rules, [3, 2, 1]), theme))
    marked = [png.board(board, theme, overlay=Overlay({4: mark})) for mark in "👍👎🤝❔"]
    drawings = [plain, *marked]
    for i, one in enumerate(drawings):
        assert all(differ(one, other) for other in drawings[:i])


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("rules", ["3x3", "connect4", "gomoku", "19x19"])
def test_a_hint_is_seen(rules: str, theme: ColourTheme) -> None:
    """The pale stone is unlike a free tile and unlike a stone; so is a ring around a verdict."""
    board = position(rules, [1, 2])
    ghost = png.board(board, theme, overlay=Overlay(move=3))
    assert differ(png.board(board, theme), ghost)
    assert differ(png.board(position(rules, [1, 2, 3]), theme), ghost)
    marks = {3: "👍", 4: "👍"}
    ringed = png.board(board, theme, overlay=Overlay(marks, move=3))
    assert differ(png.board(board, theme, overlay=Overlay(marks)), ringed)
    assert differ(png.board(board, theme, overlay=Overlay(marks, move=4)), ringed)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("line", [(1, 2, 3), (1, 8, 15), (15, 22, 29), (1, 9, 17), (3,)])
def test_lines_of_the_two_sides_differ_in_shape(line: tuple[int, ...], theme: ColourTheme) -> None:
    """A line of the other side is dashed: without any colour it is told from one of the mover."""
    board = position("connect4")
    plain = opened(png.board(board, theme)).convert("L")
    inked = []
    for overlay in (Overlay(own=(line,)), Overlay(theirs=(line,))):
        drawn = opened(png.board(board, theme, overlay=overlay)).convert("L")
        inked.append(sum(ImageChops.difference(drawn, plain).histogram()[1:]))
    assert inked[0] > 1.2 * inked[1] > 0


@pytest.mark.parametrize("rules", ["3x3x2", "4x4x3 gravity"])
def test_a_finished_line_is_seen(rules: str) -> None:
    """The stones that ended the game look unlike the last move of one that goes on."""
    won = position(rules, [1, 4, 2, 4, 3] if "gravity" in rules else [1, 4, 2])
    longer = Rules(won.rules.rows, won.rules.columns, won.rules.goal + 1, won.rules.gravity)
    assert won.outcome
    assert differ(png.board(won), png.board(Position.from_moves(longer, won.moves)))


def test_themes_differ() -> None:
    """A light board has a light ground, a dark one a dark ground."""
    board = position("3x3")
    light, dark = (opened(png.board(board, theme)).tobytes()[0] for theme in (LIGHT, DARK))
    assert light > 200 > 80 > dark


def test_the_numbers_of_moves_are_seen() -> None:
    """On stones, on discs and beside marks; two games that end alike are told apart."""
    for rules, one, other in (
        ("gomoku", [1, 20, 3, 22, 5], [3, 20, 1, 22, 5]),
        ("connect4", [1, 2, 3, 4, 5], [3, 2, 1, 4, 5]),
        ("3x3", [1, 2, 3, 4, 5], [3, 2, 1, 4, 5]),
    ):
        first, second = position(rules, one), position(rules, other)
        assert png.board(first) == png.board(second)
        assert png.board(first, numbers=True) != png.board(second, numbers=True)
        assert differ(png.board(first), png.board(first, numbers=True))


def test_a_part_of_a_board_is_drawn_larger() -> None:
    """Its tiles take more pixels, and a line that leaves it is cut off."""
    now = position("gomoku", [113, 98, 114, 115])
    part = fight(now)
    overlay = Overlay(own=(tuple(range(106, 121)),))
    whole, cut = opened(png.board(now)), opened(png.board(now, window=part, overlay=overlay))
    assert cut.width / (part.columns + 1.5) > 1.15 * whole.width / 16.5
    outside = Overlay(move=225, own=((211, 225),), theirs=((1,),))
    drawn = png.board(now, window=part, overlay=outside)
    assert drawn == png.board(now, window=part)


@pytest.mark.parametrize("theme", [LIGHT, DARK, LIGHT_WOOD, DARK_WOOD])
def test_stones_are_told_apart_without_colours(theme: ColourTheme) -> None:
    """In shades of grey, printed or seen: the two sides, and each from what it lies on.

    X and O, whose shapes differ, do so on the light board at least.
    """
    if theme in {LIGHT_WOOD, DARK_WOOD}:
        pairs = [("red", "blue"), ("red", "free"), ("yellow", "red"), ("yellow", "blue")]
    else:
        pairs = [("red", "yellow"), ("red", "board"), ("yellow", "board"), ("yellow", "taken")]
        pairs += [("red", "blue")] if theme is LIGHT else []
    assert all(contrast(getattr(theme, a), getattr(theme, b)) >= 1.7 for a, b in pairs)


@pytest.mark.parametrize("theme", [LIGHT, DARK, LIGHT_WOOD, DARK_WOOD])
def test_marks_and_words_can_be_read_without_colours(theme: ColourTheme) -> None:
    """Verdicts on a free tile, numbers, and the labels beside the board."""
    for mark in (theme.win, theme.draw, theme.loss):
        assert contrast(mark, theme.free) >= 3
    assert contrast(theme.ink, theme.free) >= 2.8
    assert contrast(theme.faint, theme.ground) >= 4.5
