"""Puzzles have one right answer, and are the same everywhere."""

from __future__ import annotations

import pickle
from functools import cache
from itertools import islice

import pytest

from engine import (
    Limit,
    Position,
    Puzzle,
    Rules,
    Side,
    Task,
    Theme,
    Variant,
    analyse,
    compose,
    decode_game,
    puzzle_from,
)
from engine.puzzles.composing import double_threat, puzzles_in
from tests.engine.brute_force import truth
from tests.thorough import thorough

SEEDS = [f"day {number}" for number in range(2)]
WANTED = [range(1, 3), range(2, 3), range(3, 4)]


@cache
def composed(seed: str, moves: range) -> Puzzle:
    """A puzzle, of which there always is one."""
    puzzle = compose(seed, moves)
    assert puzzle is not None
    return puzzle


@pytest.mark.parametrize("moves", WANTED)
@pytest.mark.parametrize("seed", [SEEDS[0], *thorough(*SEEDS[1:])])
def test_one_move_alone_solves_each_step(seed: str, moves: range) -> None:
    """Every other move is searched by itself, longer than where the puzzle was made."""
    puzzle = composed(seed, moves)
    for found in range(puzzle.moves):
        position = puzzle.after(found)
        if found + 1 == puzzle.moves and puzzle.task is Task.WIN:
            break
        right = [move for move in position.legal if keeps(position, puzzle, found, move)]
        assert right == [puzzle.line[2 * found]]


def keeps(position: Position, puzzle: Puzzle, found: int, move: int) -> bool:
    """Whether a move does what the task asks for."""
    plies = 2 * (puzzle.moves - found) - 1
    after = position.play(move)
    if after.outcome is not None:
        return after.outcome.winner is position.side or puzzle.task is Task.HOLD
    if position.rules.cells > 64:
        return wins_with_the_next(after)
    verdict = analyse(after, Limit(nodes=100_000)).verdict
    assert verdict.value is not None
    if puzzle.task is Task.HOLD:
        return verdict.value == "draw"
    if puzzle.task is Task.KEEP:
        return verdict.value == "loss"
    return verdict.value == "loss" and verdict.plies is not None and verdict.plies < plies


def wins_with_the_next(after: Position) -> bool:
    """Whether every reply leaves the side that has just moved a line to complete."""
    return all(
        then.outcome is None and any(then.play(move).outcome for move in then.legal)
        for then in (after.play(reply) for reply in after.legal)
    )


@pytest.mark.parametrize("moves", WANTED)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_win_is_won_by_its_line(seed: str, moves: range) -> None:
    """The last move of the line completes it, for the side that began; not sooner."""
    puzzle = composed(seed, moves)
    if puzzle.task is Task.WIN:
        end = puzzle.after(puzzle.moves)
        assert end.outcome is not None
        assert end.outcome.winner is puzzle.start.side
        assert len(puzzle.line) == 2 * puzzle.moves - 1 >= 3


@pytest.mark.parametrize("moves", WANTED)
def test_a_puzzle_is_as_long_as_wanted(moves: range) -> None:
    """As long as any game has one."""
    assert all(composed(seed, moves).moves in moves for seed in SEEDS)


def test_the_same_seed_gives_the_same_puzzle() -> None:
    """Two processes make the same one, and another seed another."""
    again = compose(SEEDS[0], WANTED[1])
    assert again == composed(SEEDS[0], WANTED[1]) != composed(SEEDS[1], WANTED[1])


@pytest.mark.parametrize("code", ["4x4x4:1-2-3-5-6-4-9-13-10-7-11-8-14-12-15", "4x4x3g:1-1-2-4-4"])
def test_small_boards_by_brute_force(code: str) -> None:
    """What is found late in a game is the one right move by plain minimax too."""
    game = decode_game(code)
    for puzzle in puzzles_in(game):
        best = truth(puzzle.start)
        if puzzle.task is Task.WIN:
            right = [move for move, worth in best.items() if worth == ("win", len(puzzle.line))]
        else:
            kept = "draw" if puzzle.task is Task.HOLD else "win"
            right = [move for move, (value, _) in best.items() if value == kept]
        assert right == [puzzle.line[0]]


def test_a_game_with_a_puzzle_comes_first() -> None:
    """What people have played is preferred to what the engine plays against itself."""
    own = composed(SEEDS[1], WANTED[1])
    game = own.after(1)
    found = compose("another", range(1, 6), [decode_game("3x3x3:5-1"), game])
    assert found is not None
    assert found.start.moves == game.moves[: found.start.ply]


@pytest.mark.parametrize("code", ["3x3x3:1-4-2-5", "5x5x4m:1-2-3-4-6-7", "15x15x5:", "4x4x4:1"])
def test_games_without_a_puzzle(code: str) -> None:
    """Boards that people know by heart, misere, and games that have hardly begun have none."""
    assert not list(puzzles_in(decode_game(code)))


def test_the_eye_is_not_asked_for_the_only_block() -> None:
    """Where all other moves lose at once there is nothing to find."""
    blocked = decode_game("4x4x4:1-5-2-6-3")
    starts = [puzzle.start for puzzle in puzzles_in(blocked.play(4))]
    assert blocked not in starts


def test_any_line_solves_the_last_move() -> None:
    """Two ends of an open row are equally right, a quiet move is not."""
    puzzle = composed(SEEDS[0], WANTED[1])
    last = puzzle.moves - 1
    position = puzzle.after(last)
    for move in position.legal:
        tile = position.landing(move)
        lined = bool(position.line(position.side, tile))
        assert puzzle.solves(last, move) is lined


def test_a_large_board_asks_for_two_threats_at_once() -> None:
    """One move alone leaves two tiles to complete a line on."""
    start = decode_game("15x15x5:113-127-140-110-98-157-68-112")
    (puzzle, *_) = islice(puzzles_in(start.play(83)), 1)
    assert (puzzle.start, puzzle.line) == (start, (83, 53, 128))
    assert start.side is Side.X
    assert [move for move in start.legal if wins_with_the_next(start.play(move))] == [83]


@pytest.mark.parametrize(
    "variant, line", [("", (118, 114, 119)), ("e", (118, 114, 119)), ("c", None)]
)
def test_one_stone_may_stop_both_ends_in_caro(variant: str, line: tuple[int, ...] | None) -> None:
    """O . x x x * . O: after O on the right end the other line would be shut."""
    found = double_threat(decode_game(f"15x15x5{variant}:115-113-116-120-117-1"))
    assert (found and found.line) == line


def test_a_four_whose_end_is_a_foul_wins_in_renju() -> None:
    """X must not play where O completes a line, and so whatever X plays does not stop it."""
    start = decode_game("15x15x5r:111-128-112-143-97-158-81-1-188-15-98")
    assert 113 in start.play(173).fouls
    found = double_threat(start)
    assert found is not None
    assert (found.line[0], found.line[-1]) == (173, 113)
    assert double_threat(decode_game("15x15x5:111-128-112-143-97-158-81-1-188-15-98")) is None


def test_a_threat_of_o_on_a_foul_of_x_counts() -> None:
    """X has no puzzle where O completes a line next, though X may not play on its tile."""
    code = "15x15x5r:111-128-112-143-97-158-81-31-188-1-98-15-33-225-34-211-35-{}"
    start = decode_game(code.format(173))
    assert start.line(Side.O, 113)
    assert 113 in start.fouls
    assert double_threat(start) is None
    without = double_threat(decode_game(code.format(200)))
    assert without is not None
    assert without.line[0] == 36


def test_a_puzzle_travels() -> None:
    """To a worker and back, and its repr reads back."""
    puzzle = composed(SEEDS[0], WANTED[0])
    names = {found.__name__: found for found in (Puzzle, Task, Theme, Position, Rules, Variant)}
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle == eval(repr(puzzle), names)


@pytest.mark.parametrize("code", ["5x5x4g:1-2-2-2", "6x7x4g:2-1-6-4-5-5"])
def test_a_position_from_the_book_is_no_puzzle(code: str) -> None:
    """The first stones of a game with gravity are in the book: nobody solves that by sight."""
    game = decode_game(code)
    assert all(puzzle.is_opening for puzzle in puzzles_in(game))
    assert puzzle_from([game], range(1, 8)) is None


def test_a_win_by_fours_among_few_stones_is_no_opening() -> None:
    """On a large board eight stones are few, and yet a win can be seen."""
    assert not Puzzle(decode_game("15x15x5:113-127-140-110-98-157"), Task.WIN, (83,)).is_opening
    assert Puzzle(decode_game("6x7x4g:4-4-1-2-2"), Task.WIN, (3,)).is_opening
