"""What the puzzles of the collection claim is true, by provers that share nothing with the engine.

Small boards are proved by plain minimax, Connect Four by another program, attacks by a plain
search over fours and threes, wins with the second move on large boards by trying every reply.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import pytest

from engine import Position, Puzzle, PuzzleEntry, Rules, Task, Theme, Variant, puzzle_collection
from tests.engine.boards import PLANE
from tests.engine.brute_force import truth
from tests.engine.coaching.claims.fading import told
from tests.engine.coaching.claims.grid import Grid
from tests.engine.peer import Peer
from tests.engine.puzzles.attacker import Attacker
from tests.thorough import long, thorough

CONNECT4 = Rules.parse("connect4")
VARIANTS = [Variant.FREESTYLE, Variant.RENJU, *thorough(Variant.EXACT, Variant.CARO)]
COLLECTION = puzzle_collection()


def puzzles(count: int, which: Callable[[PuzzleEntry], bool]) -> list[Puzzle]:
    """So many puzzles, taken evenly from the whole collection."""
    found = [entry.number for entry in COLLECTION.entries if which(entry)]
    assert found
    picked = found[:: max(1, len(found) // count)][:count]
    return [COLLECTION[number].puzzle for number in picked]


def is_for_minimax(most: int) -> Callable[[PuzzleEntry], bool]:
    """Puzzles where so few cells are empty that plain minimax is through in a moment."""

    def few(entry: PuzzleEntry) -> bool:
        cells = entry.rules.cells
        return (
            entry.rules.plain
            and cells <= 36
            and cells - COLLECTION[entry.number].puzzle.start.ply <= most
        )

    return few


def on_large_boards(theme: Theme) -> Callable[[PuzzleEntry], bool]:
    """Puzzles about a theme on 9x9 and 15x15, by the rules of any variant."""
    return lambda entry: entry.theme is theme and entry.rules.cells > 72


def of_variant(variant: Variant, moves: int) -> Callable[[PuzzleEntry], bool]:
    """Puzzles of so many moves on 9x9 and 15x15 by the rules of a variant."""
    return lambda entry: (
        entry.rules.variant is variant and entry.rules.cells > 72 and entry.moves == moves
    )


def on_connect4(entry: PuzzleEntry) -> bool:
    """Puzzles of Connect Four."""
    return entry.rules == CONNECT4


def check_by_minimax(puzzle: Puzzle) -> None:
    """What a puzzle says of each step agrees with what each move is worth."""
    assert puzzle.slower is not None
    for found in range(puzzle.moves):
        worth = truth(puzzle.after(found))
        move = puzzle.line[2 * found]
        wins = {tried: plies for tried, (value, plies) in worth.items() if value == "win"}
        if puzzle.task is Task.WIN:
            left = len(puzzle.line) - 2 * found
            fastest = {tried for tried, plies in wins.items() if plies == left}
            assert min(wins.values()) == left
            assert fastest == {move} or (left == 1 and move in fastest)
            assert {*wins} - fastest == {*puzzle.slower[found]}
        elif puzzle.task is Task.KEEP:
            assert {*wins} == {move}
        else:
            assert not wins
            assert [tried for tried, (value, _) in worth.items() if value == "draw"] == [move]


def check_by_peer(puzzle: Puzzle, peer: Peer) -> None:
    """The same by the scores of another program: above 0 for a win, the higher the sooner."""
    assert puzzle.slower is not None
    for found in range(puzzle.moves):
        scores = peer.scores(puzzle.after(found).moves)
        move = puzzle.line[2 * found]
        wins = {tried for tried, score in scores.items() if score > 0}
        if puzzle.task is Task.WIN:
            fastest = {tried for tried in wins if scores[tried] == max(scores.values())}
            assert fastest == {move} or (found + 1 == puzzle.moves and move in fastest)
            assert wins - fastest == {*puzzle.slower[found]}
        elif puzzle.task is Task.KEEP:
            assert wins == {move}
        else:
            assert not wins
            assert [tried for tried, score in scores.items() if score == 0] == [move]


def check_zugzwang(puzzle: Puzzle) -> None:
    """At the end nothing is threatened, yet each move that is left lets a line be completed."""
    position, winner = puzzle.start, puzzle.start.side
    *moves, forced, last = (*puzzle.line, *puzzle.sequel)
    for move in moves:
        position = position.play(move)
    grid = Grid.of(position)
    assert not grid.wins(winner)
    for tile in grid.reachable():
        assert grid.put(tile, winner.other).wins(winner)
    end = position.play(forced).play(last).outcome
    assert end is not None
    assert end.winner is winner


def check_attack(puzzle: Puzzle) -> None:
    """Each move wins as soon as it says, whatever the replies; the last one completes a line."""
    for found in range(puzzle.moves - 1):
        attacker = Attacker(puzzle.after(found))
        assert attacker.wins_by(puzzle.line[2 * found], puzzle.moves - found, puzzle.line)
    end = puzzle.after(puzzle.moves).outcome
    assert end is not None
    assert end.winner is puzzle.start.side


def check_double_threat(puzzle: Puzzle) -> None:
    """One move alone leaves a line to complete whatever the reply."""
    start = puzzle.start
    wins = [move for move in start.legal if Attacker(start).wins_by(move, 2)]
    assert wins == [puzzle.line[0]]
    assert len(puzzle.line) == 3
    assert puzzle.after(2).outcome is not None


def test_small_boards_by_minimax() -> None:
    """Every answer that a puzzle counts is right, and every other one wrong."""
    for puzzle in puzzles(12, is_for_minimax(10)):
        check_by_minimax(puzzle)


@pytest.mark.parametrize("tried", [*thorough(7), *long(70)])
def test_many_on_small_boards_by_minimax(tried: int) -> None:
    """The same earlier in games."""
    for puzzle in puzzles(tried, is_for_minimax(12)):
        check_by_minimax(puzzle)


def test_vanishing_by_marks_kept_by_hand() -> None:
    """Of every puzzle the right moves alone win as soon, or keep the value."""
    for puzzle in puzzles(100, lambda entry: not entry.rules.plain):
        assert puzzle.slower is not None
        for found in range(puzzle.moves):
            position, move = puzzle.after(found), puzzle.line[2 * found]
            worth = {one: told(position.moves, one) for one in position.legal}
            wins = {one: plies for one, (value, plies) in worth.items() if value == "win"}
            if puzzle.task is Task.WIN:
                fastest = {one for one, plies in wins.items() if plies == min(wins.values())}
                assert move in fastest
                assert len(fastest) == 1 or found + 1 == puzzle.moves
                assert {*wins} - fastest == {*puzzle.slower[found]}
            elif puzzle.task is Task.KEEP:
                assert {*wins} == {move}
            else:
                assert not wins
                assert [one for one, (value, _) in worth.items() if value == "draw"] == [move]


def test_connect_four_by_another_program() -> None:
    """Right answers are right, all others wrong, by a solver that is not ours."""
    peer = Peer()
    for puzzle in puzzles(10, lambda entry: on_connect4(entry) and entry.moves < 3):
        check_by_peer(puzzle, peer)


@pytest.mark.thorough
def test_many_of_connect_four_by_another_program() -> None:
    """The same with longer ones."""
    peer = Peer()
    for puzzle in puzzles(40, on_connect4):
        check_by_peer(puzzle, peer)


def test_zugzwang_is_zugzwang() -> None:
    """Whoever has to move loses by that alone."""
    found = puzzles(100, lambda entry: entry.theme is Theme.ZUGZWANG)
    assert len(found) == 100
    for puzzle in found:
        check_zugzwang(puzzle)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.value)
def test_attacks_win(variant: Variant) -> None:
    """By fours and threes, whatever the opponent answers, and by the rules of each variant.

    Attacks of four moves: how long the plain search takes grows by ten with each more.
    """
    for puzzle in puzzles(1, of_variant(variant, 4)):
        check_attack(puzzle)


@pytest.mark.long
def test_many_attacks_win() -> None:
    """The same with more of them, also longer ones."""
    for puzzle in puzzles(30, on_large_boards(Theme.ATTACK)):
        check_attack(puzzle)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.value)
def test_wins_with_the_second_move_on_large_boards(variant: Variant) -> None:
    """One move alone forces that."""
    for puzzle in puzzles(1, of_variant(variant, 2)):
        check_double_threat(puzzle)


@pytest.mark.parametrize(
    "row, wins",
    [
        (". . x x x * . .", "freestyle exact caro renju"),
        ("x . x x x * . .", "freestyle"),
        ("o . x x x * . o", "freestyle exact renju"),
        ("o x x x * . . .", ""),
    ],
)
def test_each_variant_has_its_lines(row: str, wins: str) -> None:
    """The plain search knows that six are none, and that one stone may shut a line."""
    signs = row.split()
    moves = [[113 + at for at, sign in enumerate(signs) if sign == kind] for kind in "xo"]
    far = [1, 15, 31, 45, 211, 225]
    x, o = moves[0], [*moves[1], *far][: len(moves[0])]
    for variant in PLANE:
        rules = Rules(15, 15, 5, variant=variant)
        start = Position.from_moves(rules, chain.from_iterable(zip(x, o, strict=True)))
        found = Attacker(start).wins_by(113 + signs.index("*"), 2)
        assert found is (variant.value in wins.split()), variant


@pytest.mark.parametrize("line", [(41, 42, 31, 51, 21), (1, 2, 3, 4, 5)])
def test_the_checks_can_fail(line: tuple[int, ...]) -> None:
    """An attack that does not win is found out."""
    start = Position.from_moves(Rules(9, 9, 5), [40, 1, 32, 9])
    with pytest.raises(AssertionError):
        check_attack(Puzzle(start, Task.WIN, line, Theme.ATTACK))
