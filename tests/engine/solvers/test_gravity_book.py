"""The opening books of boards with gravity: their layers, and looking positions up."""

from __future__ import annotations

import random

import numpy as np
import pytest

from benchmarks.learning.gravity_book import pack
from engine import PRESETS, Limit, Position, Rules
from engine.solvers.gravity import search
from engine.solvers.gravity_book import BoardNumbers, Book, BookBoard, opening_books
from engine.solvers.gravity_solver import Solver, stones
from tests.engine.peer import Peer
from tests.thorough import long, thorough

CONNECT4 = BookBoard(PRESETS["connect4"])


def numbers_by_play(board: BookBoard, plies: int) -> set[int]:
    """The layer, found by playing every game."""
    found = {Position.start(board.rules)}
    for _ in range(plies):
        found = {position.play(move) for position in found for move in position.legal}
        found = {position for position in found if position.outcome is None}
    boards = np.array(
        [
            stones(position)
            for position in found
            if all(position.play(move).outcome is None for move in position.legal)
        ]
    )
    return set(board.canonical(boards[:, 0], boards[:, 1]).tolist())


@pytest.mark.parametrize(
    "game, plies",
    [
        *(*(("6x7x4g", plies) for plies in range(6)), *thorough(("6x7x4g", 6))),
        *(("7x6x4g", 5), ("5x8x4g", 4), ("9x4x4g", 6)),
    ],
)
def test_a_layer_has_every_position_once(game: str, plies: int) -> None:
    """Exactly what play can reach, mirror images as one, in ascending order."""
    board = BookBoard(Rules.parse(game))
    assert board.positions_of(plies).tolist() == sorted(numbers_by_play(board, plies))


def test_the_layer_of_eight_plies_has_its_known_size() -> None:
    """77,715 positions, ascending and distinct."""
    numbers = CONNECT4.positions_of(8)
    assert len(numbers) == 77_715
    assert (np.diff(numbers) > 0).all()


def test_a_position_is_read_back_from_its_number() -> None:
    """Numbers and pairs of stones are each other's inverse, up to mirror images."""
    numbers = CONNECT4.positions_of(6)
    boards = CONNECT4.split(numbers)
    assert (CONNECT4.canonical(boards[:, 0], boards[:, 1]) == numbers).all()


FIRST_MOVES = [-2, -1, 0, 1, 0, -1, -2]
"""The scores of the seven first columns, for the first player (V. Allis, J. Allen, 1988)."""


def board(position: Position) -> BoardNumbers:
    """A position as the book takes it."""
    return np.array([stones(position)])


def test_earlier_plies_follow_by_minimax() -> None:
    """Whatever the scores of a layer, those of earlier positions are their plain minimax."""
    rng = np.random.default_rng(5)
    numbers = CONNECT4.positions_of(4)
    scores = rng.integers(-9, 9, len(numbers)).astype(np.int8)
    book = Book((pack(CONNECT4, 4, scores),))

    def plain(position: Position) -> int:
        afters = [position.play(move) for move in position.legal]
        if any(after.outcome for after in afters):
            return (43 - position.ply) // 2
        if position.ply == 4:
            number = int(CONNECT4.canonical(*board(position).T)[0])
            return int(scores[numbers.tolist().index(number)])
        return max(-plain(after) for after in afters)

    for moves in ([4], [1, 1], [1, 4, 1], [4, 5, 6, 7], [1, 2, 3]):
        position = Position.from_moves(CONNECT4.rules, moves)
        assert book.scores(board(position), position.ply).tolist() == [plain(position)]


@pytest.fixture(scope="module")
def book() -> Book:
    """The book that is installed."""
    return opening_books()[CONNECT4.rules]


def test_the_first_columns_have_their_known_scores(book: Book) -> None:
    """The first player wins in the centre, draws beside it, and loses further out."""
    afters = [Position.start(CONNECT4.rules).play(column) for column in range(1, 8)]
    scores = -book.scores(np.array([stones(after) for after in afters]), 1)
    assert scores.tolist() == FIRST_MOVES


def check_sample(book: Book, size: int) -> None:
    """Solve some positions of the last layer anew."""
    rng, last, rules = random.Random(8), book.layers[-1], book.board.rules
    assert len(last.scores) == len(last.numbers)
    for index in rng.sample(range(len(last.numbers)), size):
        mover, waiter = book.board.split(last.numbers[index : index + 1])[0].tolist()
        most = rules.cells // 2
        assert Solver(rules).clamp(mover, waiter, -most, most) == last.scores[index], rules


@pytest.mark.parametrize("size", [2, *thorough(4), *long(20)])
def test_a_sample_of_each_book_is_right(size: int) -> None:
    """Solving some of its positions anew gives the scores that the book has."""
    for found in opening_books().values():
        check_sample(found, size)


def test_first_moves_of_the_largest_boards() -> None:
    """5x7 and 6x6 are drawn and lost, 7x6 is won with ply 41 and 5x8 with ply 39 (own solver)."""
    ends = {"5x7x4g": None, "6x6x4g": 36, "7x6x4g": 41, "5x8x4g": 39}
    for board, plies in ends.items():
        start = Position.start(Rules.parse(board))
        verdict = search(start, Limit(nodes=1), True).verdict
        assert (verdict.plies if verdict.value != "draw" else None) == plies


def test_after_the_book_a_position_is_solved_in_chat_time() -> None:
    """Two seconds of a core are some 18 million nodes (docs/engine.md); most need far fewer."""
    rng = random.Random(8)
    for book in opening_books().values():
        position = Position.start(book.board.rules)
        while position.ply <= book.plies:
            after = position.play(rng.choice(position.legal))
            position = after if after.outcome is None else Position.start(book.board.rules)
        assert search(position, Limit(nodes=18_000_000), False).settled, position


def heaped(board: tuple[int, int], plies: int) -> list[list[int]]:
    """The columns of a position from the bottom, 1 for a stone of the first player."""
    sides = board if plies % 2 == 0 else board[::-1]
    height, rows = CONNECT4.rules.rows + 1, range(CONNECT4.rules.rows)
    return [
        [
            1 + int(sides[1] >> cell & 1)
            for cell in (column * height + row for row in rows)
            if (sides[0] | sides[1]) >> cell & 1
        ]
        for column in range(CONNECT4.rules.columns)
    ]


def test_another_solver_has_the_same_book(book: Book) -> None:
    """A thousand positions of each layer, against bitbully and its database."""
    compare(book, 1000)


@pytest.mark.long
def test_another_solver_has_the_same_book_throughout(book: Book) -> None:
    """Every position of each layer, against bitbully and its database."""
    compare(book, None)


def compare(book: Book, most: int | None) -> None:
    """Ask another solver about positions of each layer, at most so many."""
    peer, rng = Peer(), random.Random(8)
    for known in book.layers:
        indices = range(len(known.numbers))
        chosen = indices if most is None else rng.sample(indices, min(most, len(indices)))
        for index, board in zip(
            chosen, CONNECT4.split(known.numbers[chosen]).tolist(), strict=True
        ):
            assert peer.score(heaped(board, known.plies)) == known.scores[index]


def test_an_early_layer_follows_from_the_last() -> None:
    """The scores of the layer that shortens the way are those of the whole way."""
    for book in opening_books().values():
        first, last = book.layers
        boards = book.board.split(first.numbers)
        assert (Book((last,)).scores(boards, first.plies) == first.scores).all()


def test_openings_are_answered_whole_from_the_book() -> None:
    """Before the layer of a book every verdict is exact without a node."""
    rng = random.Random(8)
    for book in opening_books().values():
        for plies in range(book.plies):
            position = Position.start(book.board.rules)
            for _ in range(plies):
                position = position.play(rng.choice(position.legal))
            analysis = search(position, Limit(nodes=1), True)
            assert analysis.exact, position
