"""Boards as messages."""

from __future__ import annotations

import re

import pytest

from bot.match.session import CHOOSABLE_STYLES, BoardStyle
from bot.show import render
from bot.show.emoji import KEYCAPS
from bot.show.overlay import Overlay
from bot.show.style import MAX_EMOJI, BoardFormat, board_format
from engine import Foul, Position, Rules, decode_game
from tests.bot.builders import ALL_RULES, count_emoji, crowded, half_full, position
from tests.bot.show.render.cases import CASES, GOLDEN


def all_boards(style: BoardStyle, stage: str) -> list[str]:
    """The pictures of every size, with gravity and without."""
    halves = map(half_full, ALL_RULES)
    if stage == "marked":
        overlays = [(half, Overlay(dict.fromkeys(half.legal, "👍"))) for half in halves]
        return [render.board(half, style, overlay) for half, overlay in overlays]
    if stage == "hinted":
        return [render.board(half, style, Overlay(move=half.legal[0])) for half in halves]
    make = crowded if stage == "crowded" else Position.start
    return [render.board(make(rules), style) for rules in ALL_RULES]


@pytest.mark.parametrize("name", CASES)
def test_pictures_are_as_kept(name: str) -> None:
    """Each picture is the one in its golden file."""
    assert CASES[name].draw() == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    """Every golden file belongs to a case."""
    assert {path.stem for path in GOLDEN.iterdir()} == set(CASES)


@pytest.mark.parametrize("stage", ["empty", "crowded", "marked", "hinted"])
@pytest.mark.parametrize("style", CHOOSABLE_STYLES)
def test_every_board_fits_a_message(style: BoardStyle, stage: str) -> None:
    """From 3x3 to 19x19 a board takes at most 1,000 characters and leaves ten of 199 emoji."""
    boards = all_boards(style, stage)
    assert max(len(board.encode("utf-16-le")) // 2 for board in boards) <= 1000
    assert max(count_emoji(board) for board in boards) <= MAX_EMOJI


@pytest.mark.parametrize(
    "rules, kind",
    [
        ("3x3", BoardFormat.KEYCAPS),
        ("3x4", BoardFormat.LETTERS),
        ("12x12", BoardFormat.LETTERS),
        ("12x13", BoardFormat.CODE),
        ("13x3", BoardFormat.CODE),
        ("3x3 gravity", BoardFormat.DISCS),
        ("connect4", BoardFormat.DISCS),
        ("16x10 gravity", BoardFormat.DISCS),
        ("17x10 gravity", BoardFormat.CODE),
        ("19x9 gravity", BoardFormat.DISCS),
        ("6x11 gravity", BoardFormat.CODE),
    ],
)
def test_the_size_chooses_the_picture(rules: str, kind: BoardFormat) -> None:
    """Each size gets the best picture that fits, and plain text instead where it is asked for."""
    assert board_format(Rules.parse(rules), BoardStyle.EMOJI) is kind
    assert board_format(Rules.parse(rules), BoardStyle.TEXT) is BoardFormat.CODE


@pytest.mark.parametrize("rules", ALL_RULES[::7], ids=str)
def test_nothing_stands_between_tiles(rules: Rules) -> None:
    """A row of emoji is unbroken, so that rows line up."""
    drawn = render.board(half_full(rules))
    kind = board_format(rules, BoardStyle.EMOJI)
    rows = drawn.splitlines()[kind is BoardFormat.LETTERS :]
    if kind is not BoardFormat.CODE:
        tile = "(?:[0-9]\ufe0f\u20e3|[^ -~]\ufe0f?)"
        number = " [0-9]+" if kind is BoardFormat.LETTERS else ""
        assert all(re.fullmatch(f"{tile}{{{rules.columns}}}{number}", row) for row in rows)


@pytest.mark.parametrize("style", BoardStyle)
@pytest.mark.parametrize("rules", ["3x3", "connect4", "4x4", "gomoku", "6x11 gravity"])
def test_the_last_move_is_seen(rules: str, style: BoardStyle) -> None:
    """A board shows which of two stones came last."""
    one_way, other_way = position(rules, [1, 3, 2, 5]), position(rules, [2, 3, 1, 5])
    earlier, later = position(rules, [1, 3, 2]), position(rules, [2, 3, 1])
    assert earlier == later
    assert render.board(earlier, style) != render.board(later, style)
    assert render.board(one_way, style) == render.board(other_way, style)


def test_letters_make_no_flags() -> None:
    """The letters D and E side by side would be drawn as a flag."""
    header = render.board(position("5x5")).splitlines()[0]
    assert not re.search("[\U0001f1e6-\U0001f1ff]{2}", header)


@pytest.mark.parametrize("style", BoardStyle)
@pytest.mark.parametrize("rules", ["3x3", "connect4", "4x4", "gomoku", "6x11 gravity"])
def test_a_recommended_move_is_seen(rules: str, style: BoardStyle) -> None:
    """In every style a board shows which of two moves is recommended, where it would land."""
    board = position(rules, [1, 3, 2, 2] if "gravity" in rules else [1, 3, 2])
    drawn = [render.board(board, style, Overlay(move=move)) for move in (5, 6)]
    assert len({render.board(board, style), *drawn}) == 3


def test_a_verdict_takes_the_place_of_the_light_bulb() -> None:
    """A recommended move that has a mark shows the mark alone."""
    assert "💡" not in render.board(position("3x3"), overlay=Overlay({5: "👍"}, move=5))


def test_numbers_reach_no_further_than_keycaps() -> None:
    """No picture needs a keycap that does not exist."""
    for rules in ALL_RULES:
        numbered = board_format(rules, BoardStyle.EMOJI) in {BoardFormat.KEYCAPS, BoardFormat.DISCS}
        assert not numbered or rules.moves[-1] <= KEYCAPS


FOUL = decode_game("7x7x5r:11-1-18-3-23-5-24-7")
"""X to move: d4, tile 25, would be a double three."""


@pytest.mark.parametrize(
    "style, sign",
    [(BoardStyle.EMOJI, "🚫"), (BoardStyle.TILES, "🚫"), (BoardStyle.TEXT, "#")],
)
def test_a_tile_that_x_may_not_play_is_marked(style: BoardStyle, sign: str) -> None:
    """Once, where it is, and no longer when it is O's turn."""
    assert FOUL.fouls == {25: Foul.DOUBLE_THREE}
    assert render.board(FOUL, style).count(sign) == 1
    assert sign not in render.board(FOUL.play(49), style)


@pytest.mark.parametrize(
    "board, moves", [("7x7x5", "11-1-18-3-23-5-24-7"), ("15x15x5", "83-1-98-3-111-5-112-7")]
)
def test_the_sign_of_a_foul_is_in_pictures(board: str, moves: str) -> None:
    """On tiles and on lines; a picture of the same stones in gomoku has none."""
    forbidden, plain = decode_game(f"{board}r:{moves}"), decode_game(f"{board}:{moves}")
    assert list(forbidden.fouls.values()) == [Foul.DOUBLE_THREE]
    assert render.image(forbidden) != render.image(plain)
    last = plain.rules.cells
    assert render.image(forbidden.play(last)) == render.image(plain.play(last))
