"""Words to fill into sentences, the labels of buttons, and long answers in several messages."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.show.page import parts
from bot.show.text.words import NAME_LIMIT, bold, command, game_name, line_name, named, safe
from engine import Rules


@pytest.mark.parametrize(
    "name, shown",
    [
        ("alice", "alice"),
        ("**bold**", r"\*\*bold\*\*"),
        ("a_b~c|d`e", r"a\_b\~c\|d\`e"),
        (r"back\slash", r"back\\slash"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("@everyone", "@\u200beveryone"),
        ("[a](https://b.c)", r"\[a\]\(https\:\/\/b.c\)"),
        ("two\nlines", "two lines"),
        ("\u202eevil\u200b\x07", "evil"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("Ünïcödé 名前", "Ünïcödé 名前"),
        ("n" * 33, "n" * 31 + "…"),
        ("", ""),
    ],
)
def test_names_are_harmless(name: str, shown: str) -> None:
    """Formatting, mentions, links, controls and length are taken out of a name."""
    assert safe(name) == shown


@given(st.text(max_size=200) | st.text("*_`~|<>@[]():/\\ \n#ab", max_size=200))
def test_no_name_formats_or_mentions(name: str) -> None:
    """In no name is a formatting sign left bare, a mention whole, or a line broken."""
    shown = safe(name)
    assert not re.search(r"[*_`~|<>\[\]():/]", re.sub(r"\\.", "", shown))
    assert not re.search(r"@(?!\u200b)", shown)
    assert len(shown.splitlines()) <= 1
    assert len(re.sub(r"\\(.)|\u200b", r"\1", shown)) <= NAME_LIMIT


@pytest.mark.parametrize("name", ["محمد", "דנה", "bob דנה", "1 محمد"])
def test_a_name_from_right_to_left_turns_nothing_round(name: str) -> None:
    """It is isolated, in bold and without; names in other letters stay as they are."""
    assert bold(name) == f"**\u2068{name}\u2069**"
    assert named(name) == f"\u2068{name}\u2069"
    assert named("Łukasz 1 Ωμέγα 張") == "Łukasz 1 Ωμέγα 張"


def test_a_name_of_nothing_is_still_somebody() -> None:
    """A name of which nothing can be shown gets a word in its place."""
    assert bold("\u200b") == "**someone**"


@pytest.mark.parametrize(
    "rules, name",
    [
        ("3x3", "tic-tac-toe"),
        ("connect4", "Connect Four"),
        ("gomoku", "gomoku"),
        ("3x3 misere", "tic-tac-toe, misère"),
        ("4x5x3", "4×5, 3 in a row"),
        ("5x5 gravity", "5×5, 4 in a row, with gravity"),
        ("5x5 gravity misere", "5×5, 4 in a row, with gravity, misère"),
    ],
)
def test_games_have_names(rules: str, name: str) -> None:
    """Known games go by their name, others by their size and aim."""
    assert game_name(Rules.parse(rules)) == name


@pytest.mark.parametrize(
    "rules, tiles, name",
    [
        ("3x3", (7, 8, 9), "7-8-9"),
        ("4x4", (1, 6, 11, 16), "a1-b2-c3-d4"),
        ("connect4", (4, 11, 18, 25), "4 in a row"),
    ],
)
def test_lines_have_names(rules: str, tiles: tuple[int, ...], name: str) -> None:
    """A line is named by its tiles, or by its length where tiles have no name."""
    assert line_name(Rules.parse(rules), tiles) == name


def test_commands_are_set_as_code() -> None:
    """A prefix with the sign for code in it does not break the sentence."""
    assert command("!", "hint") == "`!ttt hint`"
    assert command("!", "") == "`!ttt`"
    assert command("!", "train") == "`!ttt train`"
    assert (command("/", "train"), command("/", "board")) == ("`/ttt train`", "`/ttt board`")
    assert (command("/", "hint all"), command("/", "start")) == ("`/ttt do hint all`", "`/play`")
    assert command("`", "hint") == "`` `ttt hint ``"


def test_a_text_that_fits_is_one_message() -> None:
    """As it is."""
    assert parts("a\n\nb", 4) == ["a\n\nb"]


def test_paragraphs_stay_whole_where_they_can() -> None:
    """As few messages as there can be."""
    assert parts("aa\nbb\n\ncc\n\ndd", 8) == ["aa\nbb", "cc\n\ndd"]


def test_long_paragraphs_are_cut_between_lines() -> None:
    """Never within one."""
    assert parts("aaa\nbbb\nccc\n\nd", 7) == ["aaa\nbbb", "ccc\n\nd"]
