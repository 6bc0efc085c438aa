"""Games in the files of other programs."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    NotationError,
    Position,
    Record,
    Rules,
    Variant,
    can_record,
    read_record,
    write_psq,
    write_sgf,
)
from engine.game.errors import EngineError
from engine.game.records import LONGEST_RECORD

GOMOKU = Rules(15, 15, 5)
PARTS = ["(", ")", ";", "B", "W", "AB", "SZ", "GM", "[hh]", "[15]", "[4]", "[a\\]", "]", "C[x]"]


@given(
    st.builds(
        Rules, st.integers(5, 20), st.integers(5, 20), st.just(5), variant=st.sampled_from(Variant)
    ),
    st.lists(st.integers(1, 400), max_size=40),
    st.builds(Record, st.text(max_size=20), st.text(max_size=20)),
)
def test_what_is_written_is_read_back(rules: Rules, tiles: list[int], told: Record) -> None:
    """In both forms, on any board, whatever the players are called."""
    position = Position.start(rules)
    for tile in tiles:
        if tile in position.legal:
            position = position.play(tile)
    for text in (write_sgf(position, told), write_psq(position, told)):
        assert read_record(text).moves == position.moves
        assert read_record(text).rules == position.rules


def test_a_game_is_written_as_the_forms_want() -> None:
    """Letters and numbers from the top left, columns first; what ends a value is escaped."""
    won = Position.from_moves(GOMOKU, [113, 1, 114, 2, 115, 3, 116, 4, 117])
    told = Record("A]lice\n", "Kin:arow", "")
    assert write_sgf(won, told) == (
        "(;FF[4]GM[4]CA[UTF-8]AP[Kinarow]SZ[15]PB[A\\]lice]PW[Kin\\:arow]RE[B+]"
        ";B[hh];W[aa];B[ih];W[ba];B[jh];W[ca];B[kh];W[da];B[lh])\n"
    )
    lines = write_psq(won, told).splitlines()
    assert lines[:3] == ["Piskvorky 15x15, 11:11, 0", "8,8,0", "1,1,0"]
    assert lines[-5:] == ["12,8,0", "A]lice", "Kin:arow", "-1", "1,Freestyle"]
    assert "RE[B+R]" in write_sgf(Position.start(GOMOKU), Record(result="B+R"))
    renju = Position.from_moves(Rules.parse("renju"), [113])
    assert "SZ[15]RU[Renju]" in write_sgf(renju)
    assert write_psq(renju).endswith("0,Renju\n")


@pytest.mark.parametrize("text, moves", [
    ("(;GM[4]FF[4]SZ[15]C[a (;B[aa\\]) b];B[hh](;W[ii];B[jj])(;W[aa]))", [113, 129, 145]),
    ("\ufeff\n( ; SZ [15] ; Black[hh] )", [113]),
    ("(;SZ[15]AB[hh][ii]AW[aa];W[ba])", [113, 1, 129, 2]),
    ("(;SZ[15];B[hh]W[aa])", [113, 1]),
    ("(;)", []),
    ("Piskvorky 15x15, 11:11, 1\r\n8,8,120\r\n1,1,5\r\nbrain.exe\r\n9,9,1", [113, 1]),
    ("Piskvorky 15x15, 11:11, 0 8,8,0 1,1,5 ann bob -1 1,Freestyle", [113, 1]),
    ("Piskvorky\n15x15, 11:11, 0\n8,8,0\n1,1,5", [113, 1]),
])  # fmt: skip
def test_files_of_others_are_read(text: str, moves: list[int]) -> None:
    """The main line alone; set stones stand first; old long names, and moves without a size."""
    assert list(read_record(text).moves) == moves


@pytest.mark.parametrize("text", [
    "", "hello", "3x3x3:5", "(;GM[1];B[aa])", "(;SZ[x])", "(;SZ[15];W[aa])", "(;SZ[15];B[zz])",
    "(;SZ[15];B[])", "(;SZ[" + "9" * 5000 + "])", "(;SZ[15:])",
    "(;SZ[15];B[aa];W[aa])", "(;SZ[99])", "(;B[hh", "(;SZ[15]AB[aa][bb])",
    "Piskvorky 15x15, 1\n16,1,0", "Piskvorky 99x99, 1", "(" * LONGEST_RECORD + "(",
])  # fmt: skip
def test_what_is_no_game_is_refused(text: str) -> None:
    """With what is wrong in a line."""
    with pytest.raises(EngineError) as caught:
        read_record(text)
    assert len(str(caught.value)) < 100


def test_brackets_that_nothing_closes_take_no_longer_than_others() -> None:
    """The reader stops at the first of them: to go on would take as long as their square."""
    with pytest.raises(NotationError, match="out of place"):
        read_record("(;C" + "[" * (LONGEST_RECORD - 3))


def test_games_of_other_kinds_have_no_files() -> None:
    """The forms know five in a row alone."""
    assert can_record(GOMOKU)
    for game in ("6x7x4g", "15x15x5 misere", "15x15x6"):
        assert not can_record(Rules.parse(game))


@given(st.lists(st.sampled_from(PARTS), max_size=30).map("".join))
def test_no_file_breaks_the_reader(text: str) -> None:
    """It is a game, or refused with an error of the engine."""
    with suppress(EngineError):
        read_record(f"(;{text}")
    with suppress(NotationError):
        read_record(text)
