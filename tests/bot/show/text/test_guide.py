"""Help, and the list of games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.proofs import BOARDS, boards
from bot.client.cogs import FEATURES
from bot.edge.act import Way
from bot.edge.ways import GROUP, ways_of
from bot.match.grammar import parse_start
from bot.match.guilds import GuildSettings
from bot.match.session import ChannelId
from bot.show.style import way_to_move
from bot.show.text import closed, games, help, help_of  # noqa: A004 - the command's own name
from bot.show.text.guide import how_to_move
from engine import Level, Rules
from tests.bot.builders import session
from tests.engine.facts import KNOWN

GOLDEN = Path(__file__).parent / "golden" / "help.txt"
COMMANDS = sorted(
    {
        way.name
        for feature in FEATURES
        for way, _ in ways_of(feature)
        if way.kind in {Way.TYPED, Way.SLASH}
    }
    - {GROUP, "do"}
    | {"help"}
)


def told() -> str:
    """The help in each kind of place, and what it tells of each command, as a file holds them."""
    sections = {
        "in a server": help("!"),
        "in a direct message": help("!", alone=True),
        "where nothing typed is read": help("/", typed=False),
        "where the bot is no member": help("/", typed=False, outside=True),
        "of games": games("!"),
        "where games are not allowed": closed([ChannelId(7)], "!"),
        **{f"of {command}": help_of(command, "!") for command in COMMANDS},
    }
    return "\n\n".join(f"== help {name}\n{words}" for name, words in sections.items()) + "\n"


def test_the_help_is_as_kept() -> None:
    """What people know their way by; delete the file to have it written anew."""
    if not GOLDEN.exists():
        GOLDEN.write_text(told(), encoding="utf-8")
        raise AssertionError("written anew: read the difference")
    assert told() == GOLDEN.read_text(encoding="utf-8")


def test_help_says_how_to_move_here() -> None:
    """Nobody is told to type a number where the bot does not read what people type."""
    assert "just type the number" in help("!")
    assert "press the number" in help("/", typed=False)
    assert "just type" not in help("/", typed=False)


def test_help_names_only_what_works_where_the_bot_is_no_member() -> None:
    """No clock for votes, no settings and tournaments, and nothing of mentions."""
    told = help("/", typed=False, outside=True)
    assert "`/ttt vote connect4` · " in told
    assert not [word for word in ("30s", "settings", "tournament", "mention") if word in told]
    assert "30s" not in help_of("vote", "/", typed=False, outside=True)
    elsewhere = help("/", typed=False)
    assert all(word in elsewhere for word in ("30s", "settings", "tournament", "mention"))


@pytest.mark.parametrize(
    "game, typed, words",
    [
        ("3x3", True, "tic-tac-toe against me, hard; then just type the number of a tile"),
        (
            "connect4",
            True,
            "Connect Four against me, hard; then just type the number of a column",
        ),
        ("gomoku", True, "gomoku against me, hard; then just type a tile, such as `h8`"),
        ("connect4", False, "then press the number of a column"),
        ("gomoku", False, "then choose a tile with `/ttt do play h8`"),
    ],
)
def test_help_begins_with_what_is_usual_here(game: str, typed: bool, words: str) -> None:
    """The game and level that `start` begins, and how to move in it."""
    prefix = "!" if typed else "/"
    settings = GuildSettings(game=Rules.parse(game), level=Level.HARD)
    lines = help(prefix, settings, typed=typed).splitlines()
    assert lines[1].startswith("`!ttt start` · " if typed else "`/play` · ")
    assert words in lines[1]


def test_help_names_another_game_than_the_usual_one() -> None:
    """Connect Four, or where that is usual gomoku."""
    assert "`!ttt start connect4` · another" in help("!")
    connect4 = GuildSettings(game=Rules.parse("connect4"))
    assert "`!ttt start gomoku` · another" in help("!", connect4)


def test_help_alone_leaves_out_what_takes_others() -> None:
    """In direct messages there is nobody to challenge, to vote with or to compare with."""
    guide = help("!", alone=True)
    for words in ("@name", "!ttt vote", "!ttt top"):
        assert words not in guide
    assert "`!ttt stats`" in guide


@pytest.mark.parametrize("prefix", ["!", "k!"])
def test_help_fits_a_message(prefix: str) -> None:
    """With the usual prefixes there is still room to spare."""
    assert max(len(help(prefix)), len(games(prefix))) < 1900


@pytest.mark.parametrize(
    "words",
    [
        *(
            "start",
            "play 5",
            "hint",
            "coach after",
            "board",
            "undo",
            "resign",
            "draw",
        ),
        *("stop", "style text", "review", "replay", "explore"),
        *("start swap @name", "swap", "vote connect4 30s", "vote 5", "vote now"),
        "tournament",
        *("stats", "top", "puzzle", "train", "easier", "harder", "settings", "privacy", "forget"),
    ],
)
def test_help_shows_every_command(words: str) -> None:
    """Each command stands there as it is typed."""
    assert f"`!ttt {words}`" in help("!")


@pytest.mark.parametrize("words", ["hint all", "hint line", "more", "run"])
def test_help_shows_what_may_follow_a_command(words: str) -> None:
    """The word alone, since there is room for no more."""
    assert f"`{words}`" in help("!")


@pytest.mark.parametrize("guide", [help, games])
def test_examples_are_understood(guide: object) -> None:
    """Every example of `start` is one that the grammar reads."""
    assert callable(guide)
    examples = re.findall("`!ttt start([^`]*)`", guide("!"))
    assert len(examples) > 4
    for words in examples:
        parse_start(words.replace("@name", "<@1>"), Rules(3, 3, 3))


@pytest.mark.parametrize(
    "rules, typed, words",
    [
        ("3x3", True, "send just `5` as a message"),
        ("connect4", True, "send just `4` as a message"),
        ("gomoku", True, "send just `h8` as a message"),
        ("3x3", False, "press a button below, or use `/ttt do play 5`"),
        ("gomoku", False, "press **Move…** below, or use `/ttt do play h8`"),
    ],
)
def test_first_steps_are_right_for_the_board(rules: str, typed: bool, words: str) -> None:
    """One line with a move that can be made, in the way that works there."""
    prefix = "!" if typed else "/"
    match = session(rules=rules)
    line = how_to_move(match, prefix, way_to_move(match.rules, typed=typed))
    assert line == f"How to move: {words}. More: `{prefix}ttt help`"


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "gomoku", "4x4", "5x5x4"])
def test_the_values_of_games_are_the_known_ones(name: str) -> None:
    """What the list says of a game is what has been proved of it."""
    (line,) = (line for line in games("!").splitlines() if f"start {name}`" in line)
    wanted = {"draw": "a draw", "win": "a win for the first player"}
    assert wanted[KNOWN[parse_start(name, Rules(3, 3, 3)).rules].value] in line


def test_it_is_told_where_the_values_come_from() -> None:
    """Papers are named, and what is proved here is said to be."""
    told = games("!")
    assert "a win for the first player (Allis 1994)" in told
    assert "a win for the first player (Wágner, Virág 2001)" in told
    assert told.endswith("except those of gomoku and renju, which are from the papers named.")
    for name in ("tictactoe", "connect4", "4x4", "5x5x4"):
        rules = parse_start(name, Rules(3, 3, 3)).rules
        assert str(rules) in {str(Rules.parse(game)) for game in boards_solved()}


def boards_solved() -> list[str]:
    """The boards of docs/proofs.md."""
    return [game for heading in BOARDS for game in boards(heading)]
