"""Games are written as other programs read them, and as Kinarow does."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import (
    Position,
    Record,
    RecordError,
    RecordProblem,
    Rules,
    Side,
    Variant,
    encode_game,
    read_game,
    read_record,
    write_moves,
    write_psq,
    write_sgf,
)
from tests.engine.boards import PLANE, positions

GOMOKU = Rules(15, 15, 5)


@example(GOMOKU, [], Record("[", "(1, 2)"), 0)
@example(GOMOKU, [8], Record("Lena (; B", "(  ;)"), 0)
@example(GOMOKU, [8], Record("Ann (", ";) Bob"), 0)
@given(
    st.builds(
        Rules, st.integers(5, 20), st.integers(5, 20), st.just(5), variant=st.sampled_from(PLANE)
    ),
    st.lists(st.integers(1, 400), max_size=40),
    st.builds(Record, st.text(max_size=20), st.text(max_size=20)),
    st.integers(0, 9),
)
def test_a_written_game_is_read_back(
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


@given(positions(), st.integers(0, 9))
def test_any_game_is_read_back_from_files(position: Position, placed: int) -> None:
    """Whatever its goal, in misere, and where discs fall."""
    position = position.placing(min(placed, position.ply))
    for text in (write_sgf(position), write_psq(position)):
        found = read_record(text)
        assert (found, found.rules) == (position, position.rules)
    if position.rules.gravity or not position.placed:
        assert read_record(write_sgf(position)).moves == position.moves


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


@pytest.mark.parametrize("variant", PLANE)
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


@pytest.mark.parametrize("variant", [v for v in PLANE if v is not Variant.CARO])
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


def test_games_that_files_have_no_name_for_are_named_by_their_code() -> None:
    """Discs stand where they have fallen to."""
    position = Position.from_moves(Rules.parse("6x7x4g"), [4, 4])
    assert "SZ[7:6]RU[Kinarow 6x7x4g];B[df];W[de])" in write_sgf(position)
    assert write_psq(position).splitlines()[:3] == ["Piskvorky 7x6, 11:11, 0", "4,6,0", "4,5,0"]
    assert write_psq(position).endswith("0,Kinarow 6x7x4g\n")


@pytest.mark.parametrize(
    "file, problem",
    [
        ("(;GM[4]SZ[7:6]RU[Kinarow 6x7x9g];B[df])", RecordProblem.RULES),
        ("(;GM[4]SZ[8:6]RU[Kinarow 6x7x4g];B[df])", RecordProblem.SIZE),
        ("(;GM[4]SZ[7:6]RU[Kinarow 6x7x4g];B[de])", RecordProblem.MOVE),
        ("(;GM[4]SZ[7:6]RU[Kinarow 6x7x4g]AB[df][dd]AW[cf])", RecordProblem.MOVE),
        ("Piskvorky 7x6, 11:11, 0\n4,5,0\n1,Kinarow 6x7x4g", RecordProblem.MOVE),
    ],
)
def test_a_text_of_an_impossible_game_is_refused(file: str, problem: RecordProblem) -> None:
    """Rules that are none, another board, a disc that floats, as a move and as one set up."""
    with pytest.raises(RecordError) as refused:
        read_record(file)
    assert refused.value.problem is problem


def test_discs_that_were_set_up_are_laid_from_below() -> None:
    """In whatever order the file names them."""
    found = read_record("(;GM[4]SZ[7:6]RU[Kinarow 6x7x4g]AB[dd][df]AW[de][cf])")
    assert (found.ply, found.placed, found.at(39), found.at(32)) == (4, 4, Side.X, Side.O)
