"""What marks and moves are called."""

from __future__ import annotations

import pytest

from bot.match.session import WISHES, Style
from bot.show import emoji
from bot.show.emoji import TILES
from bot.show.style import Means, mark, move_name, names_tiles
from engine import Position, Rules, Side, parse_move
from tests.bot.builders import ALL_RULES, OWNED

ALL = Means(owned=OWNED)
HALF = emoji.owned((tile.name("k3"), 1) for tile in TILES[:50])
"""What an upload that was broken off has left."""


@pytest.mark.parametrize(
    "rules, naming, name",
    [
        ("3x3", "number", "5"),
        ("3x3 gravity", "column", "3"),
        ("connect4", "column", "5"),
        ("4x4", "coordinate", "a2"),
        ("19x19", "coordinate", "e1"),
        ("19x19 gravity", "column", "5"),
    ],
)
def test_moves_are_called_as_the_board_shows_them(rules: str, naming: str, name: str) -> None:
    """Numbers on 3x3, columns with gravity, coordinates elsewhere."""
    game = Rules.parse(rules)
    assert names_tiles(game) == naming
    assert move_name(game, min(5, game.moves[-1])) == name


@pytest.mark.parametrize("rules", ["3x3", "connect4", "4x5", "19x19", "19x19 gravity"])
def test_what_a_move_is_called_can_be_typed(rules: str) -> None:
    """The name of every move is read as that move."""
    start = Position.start(Rules.parse(rules))
    assert [parse_move(start, move_name(start.rules, m)) for m in start.legal] == [*start.legal]


@pytest.mark.parametrize(
    "rules, style, marks",
    [
        ("3x3", Style.EMOJI, "❌⭕"),
        ("connect4", Style.EMOJI, "🔴🟡"),
        ("gomoku", Style.EMOJI, "XO"),
        ("connect4", Style.TEXT, "XO"),
        ("4x4", Style.TILES, ":x::o:"),
        ("connect4", Style.IMAGE, ":r::y:"),
    ],
)
def test_marks_are_those_of_the_picture(rules: str, style: Style, marks: str) -> None:
    """Sentences use the signs that the board uses."""
    assert "".join(mark(Rules.parse(rules), style, side) for side in Side) == marks


@pytest.mark.parametrize(
    "rules, wish, means, style",
    [
        ("3x3", Style.EMOJI, ALL, Style.TILES),
        ("3x3", Style.EMOJI, Means(), Style.EMOJI),
        ("3x3", Style.EMOJI, Means(files=False, embeds=False, owned=OWNED), Style.TILES),
        ("12x12", Style.EMOJI, ALL, Style.TILES),
        ("12x12", Style.EMOJI, Means(embeds=False, owned=OWNED), Style.EMOJI),
        ("12x12", Style.EMOJI, Means(owned=HALF), Style.EMOJI),
        ("5x5", Style.EMOJI, Means(owned=HALF), Style.TILES),
        ("connect4", Style.EMOJI, ALL, Style.TILES),
        ("12x12 gravity", Style.EMOJI, ALL, Style.IMAGE),
        ("16x10 gravity", Style.EMOJI, ALL, Style.EMOJI),
        ("gomoku", Style.EMOJI, ALL, Style.IMAGE),
        ("gomoku", Style.EMOJI, Means(files=False), Style.EMOJI),
        ("gomoku", Style.TEXT, ALL, Style.TEXT),
        ("3x3", Style.TEXT, ALL, Style.TEXT),
        ("3x3", Style.IMAGE, ALL, Style.IMAGE),
        ("3x3", Style.LIGHT, ALL, Style.LIGHT),
        ("3x3", Style.LIGHT, Means(files=False), Style.EMOJI),
        ("3x3", Style.IMAGE, Means(files=False, owned=OWNED), Style.TILES),
    ],
)
def test_a_channel_sees_the_best_that_is_possible(
    rules: str, wish: Style, means: Means, style: Style
) -> None:
    """Tiles where they fit and are owned, a file for the largest, else what words can do."""
    assert means.style(Rules.parse(rules), wish) is style


@pytest.mark.parametrize("means", [ALL, Means(), Means(files=False, embeds=False, owned=OWNED)])
@pytest.mark.parametrize("wish", WISHES)
def test_the_choice_stands(means: Means, wish: Style) -> None:
    """What has been chosen for a channel is chosen again there."""
    for rules in ALL_RULES[::5]:
        style = means.style(rules, wish)
        assert means.style(rules, style) is style


def test_number_tiles_have_numbers_for_names() -> None:
    """Every free tile of such a board shows how it is called."""
    rules = Rules.parse("12x12")
    assert names_tiles(rules, Style.TILES) == "number"
    assert move_name(rules, 144, Style.TILES) == "144"
    assert names_tiles(Rules.parse("connect4"), Style.TILES) == "column"
