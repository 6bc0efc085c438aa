"""Games are written as other programs read them, and as Kinarow does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    Position,
    Record,
    Rules,
    Variant,
    can_record,
    encode_game,
    read_game,
    read_record,
    write_moves,
    write_psq,
    write_sgf,
)
from tests.engine.boards import positions

GOMOKU = Rules(15, 15, 5)


@given(
    st.builds(
        Rules, st.integers(5, 20), st.integers(5, 20), st.just(5), variant=st.sampled_from(Variant)
    ),
    st.lists(st.integers(1, 400), max_size=40),
    st.builds(Record, st.text(max_size=20), st.text(max_size=20)),
    st.integers(0, 9),
)
def test_what_is_written_is_read_back(
    rules: Rules, tiles: list[int], told: Record, placed: int
) -> None:
    """In both forms, on any board, whatever the players are called."""
    position = Position.start(rules)
    for tile in tiles:
        if tile in position.legal:
            position = position.play(tile)
    position = position.placing(min(placed, position.ply))
    for text in (write_sgf(position, told), write_psq(position, told)):
        found = read_record(text)
        assert (found, found.rules) == (position, position.rules)
    if not position.placed:
        assert read_record(write_sgf(position, told)).moves == position.moves
    assert read_record(write_sgf(position, told)).placed == position.placed


@given(positions())
def test_tiles_are_read_back(position: Position) -> None:
    """On any board, where discs fall too; nobody is asked how its rows count."""
    found = read_game(write_moves(position))
    assert (found.position, found.position.moves) == (position, position.moves)
    assert found.mirrored is None


@given(positions())
def test_codes_are_read_back(position: Position) -> None:
    """With the stones that stood there."""
    position = position.placing(position.ply // 2)
    found = read_game(encode_game(position)).position
    assert (found, found.moves, found.placed) == (position, position.moves, position.placed)


@pytest.mark.parametrize("variant", Variant)
def test_an_independent_reader_of_sgf_agrees(variant: Variant) -> None:
    """`sgfmill` finds the same stones, those that stood there and the moves."""
    sgf = pytest.importorskip("sgfmill.sgf")
    position = Position.from_moves(Rules(15, 15, 5, variant=variant), [113, 1, 129, 15, 97, 225])
    for placed in (0, 4):
        game = sgf.Sgf_game.from_string(write_sgf(position.placing(placed), Record("a]b", "c\\")))
        black, white, _ = game.get_root().get_setup_stones()
        stones = [[(14 - (t - 1) // 15, (t - 1) % 15) for t in position.tiles[at:placed:2]]
                  for at in (0, 1)]  # fmt: skip
        assert [sorted(black), sorted(white)] == [sorted(those) for those in stones]
        moves = [node.get_move() for node in game.get_main_sequence()[1:]]
        assert moves == [
            ("bw"[ply % 2], (14 - (tile - 1) // 15, (tile - 1) % 15))
            for ply, tile in enumerate(position.tiles)
            if ply >= placed
        ]
        assert (game.get_size(), game.get_player_name("b")) == (15, "a]b")


@pytest.mark.parametrize("variant", [v for v in Variant if v is not Variant.CARO])
def test_an_independent_referee_agrees(variant: Variant) -> None:
    """`renju` reads the same moves and rules, and what it writes is read here."""
    board = pytest.importorskip("renju.board")
    position = Position.from_moves(Rules(15, 15, 5, variant=variant), [113, 1, 129, 15, 97, 225])
    read = board.RenjuBoard.from_sgf(write_sgf(position).strip())
    assert read.moves == [[(tile - 1) % 15, (tile - 1) // 15] for tile in position.tiles]
    assert read.rule.name.lower() == {Variant.EXACT: "standard"}.get(variant, variant.value)
    again = read_record(read.to_sgf())
    assert (again.moves, again.rules) == (position.moves, position.rules)


def test_a_game_is_written_as_the_forms_want() -> None:
    """Letters and numbers from the top left, columns first; what ends a value is escaped."""
    won = Position.from_moves(GOMOKU, [113, 1, 114, 2, 115, 3, 116, 4, 117])
    told = Record("A]lice\n", "Kin:arow", "")
    assert write_sgf(won, told) == (
        "(;FF[4]GM[4]CA[UTF-8]AP[Kinarow]SZ[15]RU[Freestyle]PB[A\\]lice]PW[Kin\\:arow]RE[B+]"
        ";B[hh];W[aa];B[ih];W[ba];B[jh];W[ca];B[kh];W[da];B[lh])\n"
    )
    lines = write_psq(won, told).splitlines()
    assert lines[:3] == ["Piskvorky 15x15, 11:11, 0", "8,8,0", "1,1,0"]
    assert lines[-5:] == ["12,8,0", "A]lice", "Kin:arow", "-1", "1,Freestyle"]
    assert "RE[B+R]" in write_sgf(Position.start(GOMOKU), Record(result="B+R"))
    renju = Position.from_moves(Rules.parse("renju"), [113])
    assert "SZ[15]RU[Renju]" in write_sgf(renju)
    assert write_psq(renju).endswith("0,Renju\n")


def test_games_of_other_kinds_have_no_files() -> None:
    """The forms know five in a row alone."""
    assert can_record(GOMOKU)
    for game in ("6x7x4g", "15x15x5 misere", "15x15x6"):
        assert not can_record(Rules.parse(game))
