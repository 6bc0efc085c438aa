"""What marks and moves are called."""

from __future__ import annotations

import pytest

from bot.match.notes import Permission
from bot.match.session import CHOOSABLE_STYLES, BoardStyle
from bot.show import emoji
from bot.show.emoji import TILE_EMOJI
from bot.show.style import Capabilities, example_move, mark, move_name, move_notation
from engine import Position, Rules, Side, parse_move
from tests.bot.builders import ALL_RULES, OWNED, session

ALL = Capabilities(owned=OWNED)
HALF = emoji.owned_emoji((tile.name("k3"), 1) for tile in TILE_EMOJI[:50])
"""What an interrupted upload has left."""


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
    assert move_notation(game) == naming
    assert move_name(game, min(5, game.moves[-1])) == name


@pytest.mark.parametrize("rules", ["3x3", "connect4", "4x5", "19x19", "19x19 gravity"])
def test_the_name_of_every_move_can_be_typed(rules: str) -> None:
    """The name of every move is read as that move."""
    start = Position.start(Rules.parse(rules))
    assert [parse_move(start, move_name(start.rules, m)) for m in start.legal] == [*start.legal]


@pytest.mark.parametrize(
    "rules, style, marks",
    [
        ("3x3", BoardStyle.EMOJI, "❌⭕"),
        ("connect4", BoardStyle.EMOJI, "🔴🔶"),
        ("gomoku", BoardStyle.EMOJI, "XO"),
        ("connect4", BoardStyle.TEXT, "XO"),
        ("4x4", BoardStyle.TILES, ":x::o:"),
        ("connect4", BoardStyle.IMAGE, ":r::y:"),
        ("gomoku", BoardStyle.IMAGE, "⚫⚪"),
        ("9x9", BoardStyle.LIGHT, "⚫⚪"),
        ("8x8", BoardStyle.IMAGE, ":x::o:"),
    ],
)
def test_marks_are_those_of_the_picture(rules: str, style: BoardStyle, marks: str) -> None:
    """Sentences use the signs that the board uses."""
    assert "".join(mark(Rules.parse(rules), style, side) for side in Side) == marks


@pytest.mark.parametrize(
    "rules, requested, capabilities, style",
    [
        ("3x3", BoardStyle.EMOJI, ALL, BoardStyle.TILES),
        ("3x3", BoardStyle.EMOJI, Capabilities(), BoardStyle.EMOJI),
        (
            "3x3",
            BoardStyle.EMOJI,
            Capabilities(files=False, embeds=False, owned=OWNED),
            BoardStyle.TILES,
        ),
        ("12x12", BoardStyle.EMOJI, ALL, BoardStyle.TILES),
        ("12x12", BoardStyle.EMOJI, Capabilities(embeds=False, owned=OWNED), BoardStyle.EMOJI),
        ("12x12", BoardStyle.EMOJI, Capabilities(owned=HALF), BoardStyle.EMOJI),
        ("5x5", BoardStyle.EMOJI, Capabilities(owned=HALF), BoardStyle.TILES),
        ("connect4", BoardStyle.EMOJI, ALL, BoardStyle.TILES),
        ("12x12 gravity", BoardStyle.EMOJI, ALL, BoardStyle.IMAGE),
        ("16x10 gravity", BoardStyle.EMOJI, ALL, BoardStyle.EMOJI),
        ("gomoku", BoardStyle.EMOJI, ALL, BoardStyle.IMAGE),
        ("gomoku", BoardStyle.EMOJI, Capabilities(files=False), BoardStyle.EMOJI),
        ("gomoku", BoardStyle.TEXT, ALL, BoardStyle.TEXT),
        ("3x3", BoardStyle.TEXT, ALL, BoardStyle.TEXT),
        ("3x3", BoardStyle.IMAGE, ALL, BoardStyle.IMAGE),
        ("3x3", BoardStyle.LIGHT, ALL, BoardStyle.LIGHT),
        ("3x3", BoardStyle.LIGHT, Capabilities(files=False), BoardStyle.EMOJI),
        ("3x3", BoardStyle.IMAGE, Capabilities(files=False, owned=OWNED), BoardStyle.TILES),
    ],
)
def test_a_channel_sees_the_best_that_is_possible(
    rules: str, requested: BoardStyle, capabilities: Capabilities, style: BoardStyle
) -> None:
    """Tiles where they fit and are owned, a file for the largest, else what words can do."""
    assert capabilities.style_for(Rules.parse(rules), requested) is style


@pytest.mark.parametrize(
    "capabilities", [ALL, Capabilities(), Capabilities(files=False, embeds=False, owned=OWNED)]
)
@pytest.mark.parametrize("requested", CHOOSABLE_STYLES)
def test_the_choice_stands(capabilities: Capabilities, requested: BoardStyle) -> None:
    """What has been chosen for a channel is chosen again there."""
    for rules in ALL_RULES[::5]:
        style = capabilities.style_for(rules, requested)
        assert capabilities.style_for(rules, style) is style


def test_number_tiles_have_numbers_for_names() -> None:
    """Every free tile of such a board shows how it is called."""
    rules = Rules.parse("12x12")
    assert move_notation(rules, BoardStyle.TILES) == "number"
    assert move_name(rules, 144, BoardStyle.TILES) == "144"
    assert move_notation(Rules.parse("connect4"), BoardStyle.TILES) == "column"


@pytest.mark.parametrize(
    "rules, capabilities, lacking",
    [
        ("gomoku", Capabilities(), ()),
        ("gomoku", Capabilities(files=False), (Permission.FILES,)),
        ("3x3", Capabilities(files=False, embeds=False), ()),
        ("12x12", Capabilities(embeds=False, owned=OWNED), (Permission.EMBEDS,)),
        ("3x3", Capabilities(history=False), (Permission.HISTORY,)),
    ],
)
def test_a_board_lacks_what_would_make_it_better(
    rules: str, capabilities: Capabilities, lacking: tuple[Permission, ...]
) -> None:
    """A permission that changes nothing on this board is not asked for."""
    assert capabilities.lacking(session(rules=rules)) == lacking


def test_an_example_can_be_played_and_is_near_the_middle() -> None:
    """On an empty board no tile or column is nearer, and later it is one that is free."""
    for rules in ALL_RULES[::7]:
        now = Position.start(rules)
        first = parse_move(now, example_move(now))
        assert first is not None
        row, column = divmod(first - 1, rules.columns)
        assert abs(column - (rules.columns - 1) / 2) <= 0.5
        assert rules.gravity or abs(row - (rules.rows - 1) / 2) <= 0.5
        after = now.play(first)
        assert parse_move(after, example_move(after)) in after.legal
