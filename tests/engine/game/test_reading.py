"""Games of other programs and people are read as they are, or refused with a reason."""

from __future__ import annotations

import pickle
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    PRESETS,
    NotationError,
    Position,
    RecordedEnd,
    RecordError,
    RecordProblem,
    Rules,
    Side,
    encode_game,
    parted,
    read_game,
    read_record,
    stones_of,
)
from engine.game.records import LONGEST_RECORD
from tests.engine.game.foreign import CASES

PARTS = [
    *("(", ")", ";", "B", "W", "AB", "AE", "SZ", "GM", "PL", "RU", "[hh]", "[15]", "[4]", "[a\\]"),
    *("]", "C[x]", "[aa:cc]", "h8", "i9 ", "1.", "1-0", "pass", "{", "}", '[A "b"]', "3x3x3:"),
    *("Piskvorky 15x15\n", "8,8\n", "START 15\n", "TURN 7,7\n", "BOARD\n", "1,1,1\n", "DONE\n"),
    *("<move>", "</move>", "4412", "https://", "?pos=44", "`", "```", "\u3042", "-", " ", "\n"),
]


@pytest.mark.parametrize("what, source, expected", CASES, ids=[what for what, _, _ in CASES])
def test_a_game_is_read_as_it_is(what: str, source: str | bytes, expected: str) -> None:
    """The table of what others write: no case is read as another game."""
    told = _told(source)
    assert told.startswith(expected)
    assert told == expected or " " in told


def _told(source: str | bytes) -> str:
    """The code of a game, or why there is none, as the table has it."""
    try:
        found = read_game(source)
    except RecordError as error:
        keys = ("ply", "move", "why") if error.problem is RecordProblem.MOVE else ("text",)
        facts = [str(error.facts[key]) for key in keys if key in error.facts]
        return " ".join((error.problem.value, *facts)).removesuffix(" ")
    return f"{encode_game(found.position)}{'?' if found.mirrored else ''}"


def test_stones_are_laid_in_an_order_that_can_be_played() -> None:
    """What would be a foul waits until others stand; all stones stand as the file says."""
    laid = "AB[gh][ih][hg][hi][hh][oa][ea]AW[aa][oo][ao][oc][fh][hf]"
    position = read_game(f"(;GM[4]SZ[15]RU[Renju]{laid})").position
    assert Position.from_moves(position.rules, position.moves).outcome is None
    assert [len(stones) for stones in stones_of(position)] == [7, 6]
    assert position.at(113) is Side.X
    assert position.placed == 13


@pytest.mark.parametrize("number, code", [(1, "113"), (2, "1"), (3, "2")])
def test_one_of_several_games_is_chosen(number: int, code: str) -> None:
    """By its number; how many there are is told, and a number that is none is refused."""
    for games in (
        "(;SZ[15];B[hh])(;SZ[15];B[aa](;W[cc])(;W[dd]))(;B[ba])",
        '[Round "1"] h8 1-0 [Round "2"] a1 h1 h15 o8 a15 * 1. b1 o15 a15 o1 0-1',
    ):
        if number > 1 and games.startswith("["):
            continue
        found = read_game(games, number=number)
        assert (found.number, found.count) == (number, 3)
        assert str(found.position.moves[0]) == code
        with pytest.raises(RecordError) as caught:
            read_game(games, number=4)
        assert (caught.value.problem, caught.value.facts) == (RecordProblem.NUMBER, {"count": 3})


def test_rows_from_below_are_asked_about() -> None:
    """Where both are possible; who says which is believed."""
    found = read_game("h8i9j10")
    assert found.mirrored == read_game("h8i9j10", below=True).position
    assert found.position == read_game("h8i9j10", below=False).position
    assert read_game("h8i9j10", below=True).mirrored is None


def test_a_person_may_name_the_game() -> None:
    """The board of a list, the variant of a file."""
    renju = PRESETS["renju"]
    assert read_game("h8i9", rules=renju, below=False).position.rules == renju
    assert read_game("b2a1", rules=PRESETS["tictactoe"], below=True).position.moves == (5, 7)
    assert read_game("5 1 9", rules=PRESETS["tictactoe"]).position.moves == (5, 1, 9)
    assert read_game("d1d2c1", rules=PRESETS["connect4"]).position.moves == (4, 4, 3)
    assert read_game("4 4 3", rules=PRESETS["connect4"]).position.moves == (4, 4, 3)
    assert read_game("(;SZ[19]RU[Odd];B[aa])", rules=renju).position.rules.columns == 19
    assert read_game("(;SZ[19]RU[Odd];B[aa])", rules=renju).position.rules.variant is renju.variant
    go = Rules(19, 19, 5)
    assert read_game("h8 t19 j16", rules=go, below=False).position.tiles[1] == 18 * 19 + 19


@pytest.mark.parametrize("result, end, winner", [
    ("B+R", RecordedEnd.RESIGNED, Side.X), ("W+Resign", RecordedEnd.RESIGNED, Side.O),
    ("W+T", RecordedEnd.TIME, Side.O), ("Black+Time", RecordedEnd.TIME, Side.X),
    ("0", RecordedEnd.DRAWN, None), ("Draw", RecordedEnd.DRAWN, None),
    ("B+", None, None), ("Void", None, None), ("?", None, None), ("", None, None),
])  # fmt: skip
def test_the_end_of_a_game_is_told(
    result: str, end: RecordedEnd | None, winner: Side | None
) -> None:
    """By resignation, on time or agreed; what the file leaves open stays open."""
    found = read_game(f"(;SZ[15]RE[{result}];B[hh])")
    assert (found.end, found.winner) == (end, winner)


@pytest.mark.parametrize("text, game, rest", [
    ("h8i9j10 hard o", "h8i9j10", "hard o"),
    ("hard 1. h8 i9 2. j10 @bob", "1. h8 i9 2. j10", "hard @bob"),
    ("x 226744515337", "226744515337", "x"),
    ("https://connect4.gamesolver.org/?pos=44 o", "https://connect4.gamesolver.org/?pos=44", "o"),
    ("see (;GM[4];B[hh]) 2 hard", "(;GM[4];B[hh])", "see 2 hard"),
    ("```sgf\n(;B[hh])\n``` o", "\n(;B[hh])\n", "o"),
    ("3x3 5 1 9 hard", "5 1 9", "3x3 hard"),
    ("Game 12 \u00b7 `15x15x5:1-2`", "15x15x5:1-2", "Game 12 \u00b7"),
    ("This position: `!ttt explore 3x3x3:5`", "3x3x3:5", "This position: !ttt explore"),
    ("at 8 we went B h8 W i9 and lost", "B h8 W i9", "at 8 we went and lost"),
    ("I played h8 then he i9", "h8 then he i9", "I played"),
    ("see you at 15", "", "see you at 15"),
    ("What about \u201c3x3x3:5-1\u201d?", "3x3x3:5-1", "What about"),
    ("**3x3x3:5-1**", "3x3x3:5-1", ""),
    ("<td>1. h8 h9 j10</td>", "h8 h9 j10</td>", "<td>1."),
    ("an mp3 of covid19", "", "an mp3 of covid19"),
    ("h8 is best in `15x15x5:113-114`", "15x15x5:113-114", "h8 is best in"),
    ("15x15x5: 113 - 114 hard", "15x15x5: 113 - 114", "hard"),
    ("\uff28\uff18 \uff29\uff19", "H8 I9", ""),
    ("Piskvorky 15x15, 1\n8,8,0", "Piskvorky 15x15, 1\n8,8,0", ""),
    ("hello there", "", "hello there"),
])  # fmt: skip
def test_a_game_is_found_among_words(text: str, game: str, rest: str) -> None:
    """The longest run of moves, a code, a link, a file; the other words are kept."""
    assert parted(text) == (game, rest)


@pytest.mark.parametrize("text", ["(" * LONGEST_RECORD + "(", "h8" * LONGEST_RECORD])
def test_a_text_that_is_too_long_is_refused(text: str) -> None:
    """Before anything is looked for in it."""
    with pytest.raises(RecordError) as caught:
        read_game(text)
    assert caught.value.problem is RecordProblem.LONG


def test_brackets_that_nothing_closes_take_no_longer_than_others() -> None:
    """The reader stops at the first of them: to go on would take as long as their square."""
    with pytest.raises(NotationError, match="out of place"):
        read_record("(;C" + "[" * (LONGEST_RECORD - 3))


@pytest.mark.parametrize("text, facts", [
    ("h8 i9 h8", {"ply": 3, "move": "h8", "why": "taken"}), ("hello", {}),
])  # fmt: skip
def test_a_refusal_travels(text: str, facts: dict[str, str | int]) -> None:
    """From a worker, with its facts."""
    with pytest.raises(RecordError) as caught:
        read_game(text)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.problem, copy.facts, str(copy)) == (
        caught.value.problem,
        facts,
        str(caught.value),
    )


@given(st.lists(st.sampled_from(PARTS), max_size=30).map("".join))
def test_no_text_breaks_the_readers(text: str) -> None:
    """It is a game that can be written again, or refused with an error that has its facts."""
    for source in (text, f"(;{text}", text.encode(), text.encode("utf-16")):
        with suppress(RecordError):
            read_game(source)
    read_game_of, _ = parted(text)
    with suppress(RecordError):
        position = read_game(read_game_of).position
        assert isinstance(position, Position)


@given(st.binary(max_size=60))
def test_no_file_breaks_the_readers(content: bytes) -> None:
    """Whatever its encoding."""
    for source in (content, b"(;SZ[15]PB[" + content + b"];B[hh])"):
        with suppress(RecordError):
            read_game(source)
