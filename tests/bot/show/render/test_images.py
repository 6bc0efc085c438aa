"""Images: what they show, how large their files are, and that they look as somebody saw them."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from itertools import combinations
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from bot.show.emoji import NUMBERS, TILE_EMOJI, TileEmoji
from bot.show.overlay import Overlay
from bot.show.render import images
from bot.show.render.theme import DARK, DARK_WOOD, LIGHT, LIGHT_WOOD, ColourTheme, contrast
from bot.show.zoom import fight
from engine import Position, Rules
from tests.bot.builders import ALL_RULES, crowded, half_full, position
from tests.bot.show.render.drawings import (
    DRAWINGS,
    FOLDER,
    TOLERANCE,
    farthest_patch,
    on_ground,
    opened,
)
from tests.thorough import long, thorough


def differ(one: bytes, other: bytes) -> bool:
    """Whether anybody sees the difference between two drawings."""
    return farthest_patch(opened(one), opened(other)) > TOLERANCE


@pytest.mark.parametrize(
    "rules",
    [
        *ALL_RULES[::102],
        *ALL_RULES[-2:],
        *thorough(*ALL_RULES[51:-2:102]),
        *long(*ALL_RULES[17:-2:51]),
    ],
    ids=str,
)
def test_every_board_is_small_enough(rules: Rules) -> None:
    """A board takes at most 22 kB and 800 pixels, 32 kB with lines or with all verdicts."""
    half = half_full(rules)
    verdicts = {move: "👍👎🤝❔"[move % 4] for move in half.legal}
    for board in (Position.start(rules), half, crowded(rules)):
        drawn = images.board(board)
        assert len(drawn) <= 22_000
        assert max(Image.open(BytesIO(drawn)).size) <= 800
    assert len(images.board(crowded(rules), numbers=True)) <= 60_000
    short, columns = min(rules.rows, rules.columns), rules.columns
    row, column = range(1, columns + 1), range(1, rules.cells + 1, columns)
    down, up = (
        [start + step * (columns + turn) for step in range(short)]
        for start, turn in ((1, 1), (columns, -1))
    )
    own, theirs = (tuple(row), tuple(down)), (tuple(column), tuple(up))
    hint = Overlay(move=half.legal[0], own=own, theirs=theirs)
    assert len(images.board(half, overlay=hint)) <= 32_000
    assert len(images.board(half, overlay=Overlay(verdicts, move=half.legal[0]))) <= 32_000


def test_a_drawing_is_the_same_each_time() -> None:
    """The bytes depend on the board alone."""
    board = position("gomoku", [113, 114, 98])
    first = images.board(board)
    images.board(position("connect4", [4]), LIGHT)
    assert images.board(position("gomoku", [113, 114, 98])) == first


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("rules", ["3x3", "connect4", "4x4", "gomoku", "19x19"])
def test_all_that_matters_is_seen(rules: str, theme: ColourTheme) -> None:
    """Whose stone it is, the last move and a verdict each change the picture."""
    board = position(rules, [1, 2, 3])
    plain = images.board(board, theme)
    assert differ(plain, images.board(position(rules, [2, 1, 3]), theme))
    assert differ(plain, images.board(position(rules, [3, 2, 1]), theme))
    marked = [images.board(board, theme, overlay=Overlay({4: mark})) for mark in "👍👎🤝❔"]
    drawings = [plain, *marked]
    for i, one in enumerate(drawings):
        assert all(differ(one, other) for other in drawings[:i])


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("rules", ["3x3", "connect4", "gomoku", "19x19"])
def test_a_hint_is_seen(rules: str, theme: ColourTheme) -> None:
    """The pale stone is unlike a free tile and unlike a stone; so is a ring around a verdict."""
    board = position(rules, [1, 2])
    ghost = images.board(board, theme, overlay=Overlay(move=3))
    assert differ(images.board(board, theme), ghost)
    assert differ(images.board(position(rules, [1, 2, 3]), theme), ghost)
    marks = {3: "👍", 4: "👍"}
    ringed = images.board(board, theme, overlay=Overlay(marks, move=3))
    assert differ(images.board(board, theme, overlay=Overlay(marks)), ringed)
    assert differ(images.board(board, theme, overlay=Overlay(marks, move=4)), ringed)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("line", [(1, 2, 3), (1, 8, 15), (15, 22, 29), (1, 9, 17), (3,)])
def test_lines_of_the_two_sides_differ_in_shape(line: tuple[int, ...], theme: ColourTheme) -> None:
    """A line of the other side is dashed: without any colour it is told from one of the mover."""
    board = position("connect4")
    plain = opened(images.board(board, theme)).convert("L")
    inked = []
    for overlay in (Overlay(own=(line,)), Overlay(theirs=(line,))):
        drawn = opened(images.board(board, theme, overlay=overlay)).convert("L")
        inked.append(sum(ImageChops.difference(drawn, plain).histogram()[1:]))
    assert inked[0] > 1.2 * inked[1] > 0


@pytest.mark.parametrize("rules", ["3x3x2", "4x4x3 gravity"])
def test_a_finished_line_is_seen(rules: str) -> None:
    """The stones that ended the game look unlike the last move of one that goes on."""
    won = position(rules, [1, 4, 2, 4, 3] if "gravity" in rules else [1, 4, 2])
    longer = Rules(won.rules.rows, won.rules.columns, won.rules.goal + 1, won.rules.gravity)
    assert won.outcome
    assert differ(images.board(won), images.board(Position.from_moves(longer, won.moves)))


def test_themes_differ() -> None:
    """A light board has a light ground, a dark one a dark ground."""
    board = position("3x3")
    light, dark = (opened(images.board(board, theme)).tobytes()[0] for theme in (LIGHT, DARK))
    assert light > 200 > 80 > dark


def test_the_numbers_of_moves_are_seen() -> None:
    """On stones, on discs and beside marks; two games that end alike are told apart."""
    for rules, one, other in (
        ("gomoku", [1, 20, 3, 22, 5], [3, 20, 1, 22, 5]),
        ("connect4", [1, 2, 3, 4, 5], [3, 2, 1, 4, 5]),
        ("3x3", [1, 2, 3, 4, 5], [3, 2, 1, 4, 5]),
    ):
        first, second = position(rules, one), position(rules, other)
        assert images.board(first) == images.board(second)
        assert images.board(first, numbers=True) != images.board(second, numbers=True)
        assert differ(images.board(first), images.board(first, numbers=True))


def test_a_part_of_a_board_is_drawn_larger() -> None:
    """Its tiles take more pixels, and a line that leaves it is cut off."""
    now = position("gomoku", [113, 98, 114, 115])
    part = fight(now)
    overlay = Overlay(own=(tuple(range(106, 121)),))
    whole, cut = opened(images.board(now)), opened(images.board(now, window=part, overlay=overlay))
    assert cut.width / (part.columns + 1.5) > 1.15 * whole.width / 16.5
    outside = Overlay(move=225, own=((211, 225),), theirs=((1,),))
    drawn = images.board(now, window=part, overlay=outside)
    assert drawn == images.board(now, window=part)


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


def replayed(game: Position) -> Image.Image:
    """The replay of a game, ready to be played."""
    return Image.open(BytesIO(images.animation(game)))


def pictures(game: Position) -> list[bytes]:
    """The pixels of each picture of a replay."""
    return [shown.convert("RGB").tobytes() for shown in ImageSequence.Iterator(replayed(game))]


def still(board: Position, side: int) -> bytes:
    """The pixels of a board with tiles of `side` pixels."""
    return images.picture(board, DARK, side).convert("RGB").tobytes()


def durations(game: Position) -> list[int]:
    """How long each picture of a replay is shown, in milliseconds."""
    return [frame.info["duration"] for frame in ImageSequence.Iterator(replayed(game))]


def test_each_move_has_its_picture() -> None:
    """The empty board, then one more stone each time, the end held longest."""
    assert durations(position("3x3", [1, 4, 2, 5, 3])) == [*[700] * 5, 4_000]


def test_pictures_add_up() -> None:
    """Each picture is the board after so many moves, though only what changed is stored."""
    game = position("connect4", [4, 4, 3, 3, 2, 2, 1])
    boards = [Position.from_moves(game.rules, game.moves[:ply]) for ply in range(8)]
    assert pictures(game) == [still(board, 56) for board in boards]


def test_a_replay_begins_again() -> None:
    """It is played over and over."""
    assert replayed(position("3x3", [1, 4])).info["loop"] == 0


def test_a_game_without_moves_is_a_still_board() -> None:
    """One picture of the empty board."""
    assert len(durations(position("3x3"))) == 1


def test_a_long_game_of_gomoku_is_small_enough() -> None:
    """Sixty moves take at most 500 kB."""
    game = crowded(Rules.parse("15x15x15"))
    assert len(images.animation(Position.from_moves(game.rules, game.moves[:60]))) < 500_000


def test_the_longest_game_is_short_enough() -> None:
    """361 moves take at most 500 kB, 92 pictures and a minute."""
    game = crowded(Rules.parse("19x19x19"))
    drawn = images.animation(game)
    shown = durations(game)
    assert game.ply == 361
    assert len(drawn) < 500_000
    assert len(shown) <= 92
    assert sum(shown) < 60_000


@pytest.mark.parametrize("plies", [91, *thorough(181), *long(90)])
def test_the_last_move_is_always_shown(plies: int) -> None:
    """However many moves a picture stands for, the end is the whole game, then with its numbers."""
    longest = crowded(Rules.parse("19x19x19"))
    game = Position.from_moves(longest.rules, longest.moves[:plies])
    *_, end, numbered = pictures(game)
    assert end == still(game, 25)
    assert numbered == images.picture(game, DARK, 25, numbers=True).convert("RGB").tobytes()


GROUNDS: Final = ("#313338", "#ffffff")
"""What the client puts behind messages in its dark and light themes."""
IN_TEXT: Final = 22
"""The side of an emoji in a line of text, in pixels."""
PLAIN: Final = [tile for tile in TILE_EMOJI if tile.number is None]


@cache
def drawn(tile: TileEmoji) -> bytes:
    """The picture of a tile."""
    return images.emoji_image(tile)


@cache
def in_text(tile: TileEmoji, ground: str) -> Image.Image:
    """A tile as it stands in a message, without its colours."""
    return on_ground(drawn(tile), ground, IN_TEXT).convert("L")


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, 0 to 255."""
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


def test_every_tile_is_what_discord_takes() -> None:
    """128 pixels square, less than 10 kB, with transparent corners."""
    for tile in TILE_EMOJI:
        picture = Image.open(BytesIO(drawn(tile)))
        assert (picture.format, picture.mode, picture.size) == ("PNG", "RGBA", (128, 128))
        assert len(drawn(tile)) < 10_000
        assert picture.getchannel("A").getpixel((0, 0)) == 0


def test_a_tile_is_the_same_each_time() -> None:
    """Drawn again, a tile has the same bytes."""
    for tile in TILE_EMOJI[:: NUMBERS // 4]:
        assert images.emoji_image(tile) == drawn(tile)


@pytest.mark.parametrize("ground", GROUNDS)
def test_signs_are_told_apart_without_colour(ground: str) -> None:
    """In the size of text and in grey no two signs look alike."""
    for one, other in combinations(PLAIN, 2):
        assert unlike(in_text(one, ground), in_text(other, ground)) > 4, (one, other)


@pytest.mark.parametrize("ground", [GROUNDS[0], *long(GROUNDS[1])])
def test_numbers_are_told_apart(ground: str) -> None:
    """In the size of text no two numbers look alike."""
    numbers = [in_text(tile, ground) for tile in TILE_EMOJI if tile.number]
    assert min(unlike(one, other) for one, other in combinations(numbers, 2)) > 1.5


@pytest.mark.parametrize("ground", GROUNDS)
def test_numbers_stand_out(ground: str) -> None:
    """In the size of text the digits are much lighter than their tile."""
    for tile in TILE_EMOJI:
        if tile.number:
            shades = in_text(tile, ground).crop((4, 4, 18, 18)).tobytes()
            assert max(shades) - min(shades) > 120, tile


def test_an_edition_is_that_of_its_pixels() -> None:
    """Two characters which stay the same until any drawing changes."""
    drawings = {tile: drawn(tile) for tile in PLAIN}
    edition = images.edition(drawings)
    assert re.fullmatch("[0-9a-z]{2}", edition)
    packed = BytesIO()
    Image.open(BytesIO(drawings[PLAIN[0]])).save(packed, "PNG", compress_level=0)
    assert images.edition({**drawings, PLAIN[0]: packed.getvalue()}) == edition
    assert images.edition({**drawings, PLAIN[0]: drawings[PLAIN[1]]}) != edition


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings_are_as_kept(name: str) -> None:
    """Each drawing looks like its golden file."""
    kept = opened((FOLDER / f"{name}.png").read_bytes())
    assert farthest_patch(opened(DRAWINGS[name]()), kept) <= TOLERANCE


def test_no_drawing_is_left_over() -> None:
    """Every golden file belongs to a drawing."""
    assert {path.stem for path in FOLDER.iterdir()} == set(DRAWINGS)


def test_the_comparison_sees_a_single_mark() -> None:
    """On the largest board another last move is more than the tolerance."""
    one, other = position("19x19", [1, 2, 3]), position("19x19", [3, 2, 1])
    assert farthest_patch(opened(images.board(one)), opened(images.board(other))) > TOLERANCE
