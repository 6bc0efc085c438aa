"""Help, and the list of games."""

from __future__ import annotations

import re
import textwrap
from functools import partial
from pathlib import Path

import pytest

from benchmarks.proofs import BOARDS, boards
from bot.client.services import FEATURES
from bot.edge.buttons import MOST_OPTIONS
from bot.edge.places import Way
from bot.edge.ways import GROUP, ways_of
from bot.match.grammar import parse_start
from bot.match.guilds import GuildSettings
from bot.match.session import ChannelId
from bot.show.languages import languages
from bot.show.text import (
    closed,
    games,
    help,  # noqa: A004 - the command's own name
    help_of,
    speaking,
)
from bot.show.text.guide import TOPICS, HelpPage
from engine import Level, Rules
from tests.engine.facts import KNOWN

PHONE = 40
"""About as many characters fit a line of a client that is 390 pixels wide."""
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
        **{f"on the page {page.value}": help("!", page=page) for page in HelpPage},
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


@pytest.mark.parametrize("page", [None, *HelpPage])
@pytest.mark.parametrize("prefix", ["!", "/"])
@pytest.mark.parametrize("language", languages())
def test_the_help_and_each_page_fit_a_phone(
    page: HelpPage | None, prefix: str, language: str
) -> None:
    """Six lines, or a page of at most eight, as a client breaks them at 390 pixels."""
    with speaking(language):
        told = help(prefix, typed=prefix == "!", page=page)
    shown = told.replace("**", "").replace("`", "").splitlines()
    assert page is not None or len(shown) == 6
    broken = sum(len(textwrap.wrap(line, PHONE)) for line in shown)
    assert broken <= 8, broken


def test_the_page_of_play_says_how_to_move_here() -> None:
    """Nobody is told to type a number where the bot does not read what people type."""
    assert "just type the number" in help("!", page=HelpPage.PLAY)
    assert "press the number" in help("/", typed=False, page=HelpPage.PLAY)
    assert "just type" not in help("/", typed=False, page=HelpPage.PLAY)


def test_help_names_only_what_works_where_the_bot_is_no_member() -> None:
    """No clock for votes, no settings and tournaments."""

    def told(*, outside: bool) -> str:
        pages = (None, *HelpPage)
        return "\n".join(help("/", typed=False, outside=outside, page=page) for page in pages)

    assert "`/ttt vote connect4` · " in told(outside=True)
    names = ("30s", "settings", "tournament")
    assert not [word for word in names if word in told(outside=True)]
    assert "30s" not in help_of("vote", "/", typed=False, outside=True)
    assert all(word in told(outside=False) for word in names)


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
def test_the_page_of_play_begins_with_what_is_usual_here(
    game: str, typed: bool, words: str
) -> None:
    """The game and level that `start` begins, and how to move in it."""
    prefix = "!" if typed else "/"
    settings = GuildSettings(game=Rules.parse(game), level=Level.HARD)
    lines = help(prefix, settings, typed=typed, page=HelpPage.PLAY).splitlines()
    assert lines[1].startswith("`!ttt start` · " if typed else "`/play` · ")
    assert words in lines[1]


def test_help_names_another_game_than_the_usual_one() -> None:
    """Connect Four, or where that is usual gomoku."""
    assert "`!ttt start connect4` · another" in help("!")
    connect4 = GuildSettings(game=Rules.parse("connect4"))
    assert "`!ttt start gomoku` · another" in help("!", connect4)


def test_help_alone_leaves_out_what_takes_others() -> None:
    """In direct messages there is nobody to challenge, to vote with or to compare with."""
    guide = help("!", alone=True) + help("!", alone=True, page=HelpPage.FRIENDS)
    for words in ("@name", "!ttt vote", "!ttt top"):
        assert words not in guide
    assert "`!ttt stats`" in guide


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_its_place(command: str) -> None:
    """In a line that names it as it is typed."""
    assert f"`!ttt {command}" in help_of(command, "!")


@pytest.mark.parametrize("word", TOPICS)
def test_each_word_of_the_menu_is_told(word: str) -> None:
    """What is rare is found there; the words have room in two menus."""
    assert help_of(word, "!")
    assert len(set(TOPICS)) == len(TOPICS) <= 2 * MOST_OPTIONS


def test_nothing_is_told_twice() -> None:
    """A line about a word stands once in what is told of it."""
    for word in (*COMMANDS, *TOPICS):
        lines = help_of(word, "!").splitlines()
        assert len(lines) == len(set(lines)), word


def test_examples_are_understood() -> None:
    """Every example of `start` is one that the grammar reads."""
    guide = "\n".join((games("!"), *map(partial(help_of, prefix="!"), (*COMMANDS, *TOPICS))))
    examples = re.findall("`!ttt start([^`]*)`", guide)
    assert len(examples) > 4
    for words in examples:
        parse_start(words.replace("@name", "<@1>"), Rules(3, 3, 3))


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
