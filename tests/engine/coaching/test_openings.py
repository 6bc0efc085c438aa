"""The first moves of the best level: they vary, and keep what the position is worth."""

from __future__ import annotations

import random

import pytest

from benchmarks.manners import is_far
from benchmarks.openings import count, perfect, recommended
from engine import (
    Level,
    Limit,
    Position,
    Rules,
    Verdict,
    analyse,
    balanced_opening,
    choose,
    decide,
    decode_game,
    stones_of,
    symmetries,
)
from engine.coaching import opening_book as book
from engine.coaching import openings as choice
from tests.thorough import thorough

LIMIT = Limit(nodes=3000)
CONNECT4 = Rules.parse("connect4")


def made(position: Position, games: int = 40, limit: Limit = LIMIT) -> set[int]:
    """The moves that the best level makes in so many games."""
    return {choose(position, Level.PERFECT, limit, random.Random(seed)) for seed in range(games)}


@pytest.mark.parametrize(
    "kind, game, nodes",
    [
        ("tablebase", "3x3", 1),
        ("proved to draw, played out", "4x4", 30_000),
        ("proved to draw, by lines", "6x6x5", 30_000),
        ("proved to win", "4x4x3", 500),
        ("book", "gomoku", 500),
        ("book", "19x19x5", 500),
        ("estimated", "4x4", 500),
        ("estimated", "5x5x5", 500),
        ("estimated", "7x7x5", 500),
        ("estimated", "9x9x5", 500),
        ("estimated", "19x19x6", 500),
    ],
)
def test_a_game_does_not_always_begin_alike(kind: str, game: str, nodes: int) -> None:
    """Whatever is known of the first moves: each of these boards stands for one kind."""
    assert len(made(Position.start(Rules.parse(game)), 8, Limit(nodes=nodes))) > 1, kind


def test_the_answer_varies_too() -> None:
    """Gomoku's second move is one of several, up to symmetry."""
    start = Position.start(Rules.parse("gomoku")).play(113)
    steps = {
        tuple(sorted((abs((move - 1) // 15 - 7), abs((move - 1) % 15 - 7))))
        for move in made(start, 40)
    }
    assert len(steps) > 1
    assert max(map(max, steps)) <= 4


def test_the_same_seed_makes_the_same_move() -> None:
    """In the book and beside it."""
    for code in ("15x15x5:", "15x15x5:113-32", "6x7x4g:4", "5x5x4:13"):
        position = decode_game(code)
        moves = {choose(position, Level.PERFECT, LIMIT, random.Random(3)) for _ in range(3)}
        assert len(moves) == 1


def test_connect_four_keeps_its_value() -> None:
    """Whatever is chosen in the first plies: no win or draw is given up, no win takes longer than
    by a tenth, and no loss comes sooner than by that."""
    rng = random.Random(1)
    for _ in range(30):
        position = Position.start(CONNECT4)
        for _ in range(rng.randint(0, 6)):
            position = position.play(rng.choice(position.legal))
        if position.outcome is not None:
            continue
        analysis = analyse(position)
        top = analysis.verdict
        told = analysis.verdicts[choose(position, Level.PERFECT, Limit(nodes=50_000), rng)]
        assert told.value == top.value
        assert told.plies is not None
        assert top.plies is not None
        assert abs(told.plies - top.plies) <= 0.1 * top.plies


def test_a_lost_game_is_lost_in_several_ways() -> None:
    """All answers to the centre lose; four columns hold out nearly as long as the centre."""
    assert made(Position.from_moves(CONNECT4, [4])) == {2, 3, 4, 5, 6}


def test_a_near_loss_is_met_with_the_best_defence() -> None:
    """It is no opening any more."""
    position = Position.from_moves(CONNECT4, [3, 3, 4, 4, 5])
    assert made(position, 10) <= {2, 6}


@pytest.mark.parametrize("code", ["3x3x3:", "3x3x3:1", "3x3x3:2", "4x4x4:", "4x4x4:6", "4x5x4:"])
def test_a_draw_is_kept(code: str) -> None:
    """On small boards that are solved."""
    position = decode_game(code)
    verdicts = analyse(position).verdicts
    moves = made(position, 10)
    assert {verdicts[move].value for move in moves} == {analyse(position).verdict.value}


def test_drawn_moves_are_no_waste() -> None:
    """Of 36 first moves that draw on 6x6 with five in a row only those have a chance to be made
    that stand in four lines or more: no corner, nor two of the four other cells of an edge."""
    start, limit = Position.start(Rules(6, 6, 5)), Limit(nodes=30_000)
    assert {told.value for told in analyse(start, limit).verdicts.values()} == {"draw"}
    moves = made(start, 20, limit)
    assert moves & {2, 5, 7, 12, 25, 30, 32, 35}
    assert not moves & {1, 3, 4, 6, 13, 18, 19, 24, 31, 33, 34, 36}


def test_of_drawn_moves_on_a_small_board_the_most_promising_is_made() -> None:
    """Of ten moves that draw on 4x4 all but two let the other side off without a trap."""
    assert made(decode_game("4x4x4:14-13-12-8-9-7"), 12, Limit(nodes=30_000)) <= {2, 6}


def test_a_proof_goes_before_the_book() -> None:
    """A move of the book that is known to lose is not made, one that wins elsewhere is."""
    start = Position.start(Rules.parse("gomoku")).play(113)
    assert decide(start, Level.PERFECT, LIMIT).move in book.moves(start)
    for seed in range(5):
        known = {move: Verdict.loss(20) for move in book.moves(start)}
        found = decide(start, Level.PERFECT, LIMIT, random.Random(seed), known)
        assert found.move not in known
        won = decide(start, Level.PERFECT, LIMIT, random.Random(seed), {200: Verdict.win(9)})
        assert won.move == 200


def test_beside_the_book_a_threat_is_answered() -> None:
    """Variety does not overlook an open three: each move chosen stops it."""
    position = decode_game("15x15x5:113-30-114-45-115")
    assert not book.moves(position)
    assert made(position, 12) <= {111, 112, 116, 117}


@pytest.mark.parametrize(
    "game",
    [
        *("7x7x5", "9x12x5 caro", "6x12x5 exact", "9x9x5 misere", "10x10x5", "renju"),
        *thorough("6x6x5", "9x12x5", "11x11x6", "15x15x5", "15x15x5 misere", "9x12x5 renju"),
    ],
)
@pytest.mark.parametrize("level", [Level.VEGA, Level.PERFECT])
def test_a_stone_at_the_edge_is_answered_beside_it(game: str, level: Level) -> None:
    """On a board of any size a search would answer it in the middle, and leave the person alone."""
    position = Position.start(Rules.parse(game))
    for first in (1, 5, position.rules.columns * 6, len(position.legal)):
        answered = position.play(min(first, len(position.legal)))
        assert not is_far(answered, choose(answered, level, LIMIT, random.Random(first)))


def test_a_drawn_first_stone_is_answered_nearby_too() -> None:
    """Of 35 answers that draw on 6x6 with five in a row one near the first stone is made."""
    answered = Position.start(Rules(6, 6, 5)).play(36)
    analysis = analyse(answered, Limit(nodes=30_000))
    assert {told.value for told in analysis.verdicts.values()} == {"draw"}
    assert not [move for move in made(answered, 20, Limit(nodes=30_000)) if is_far(answered, move)]


def test_later_moves_and_deep_limits_are_as_before() -> None:
    """After the opening, and where plies limit the search, the recommended move is made."""
    early, late = decode_game("9x9x5:41"), decode_game("9x9x5:41-42-31-32-21-51-23-24")
    assert not choice.varies(late, LIMIT)
    assert not choice.varies(early, Limit(depth=3))
    assert not choice.varies(early, Limit())
    for position, limit in ((late, LIMIT), (early, Limit(depth=3))):
        assert made(position, 5, limit) == {analyse(position, limit, every=False).best}


@pytest.mark.thorough
def test_games_against_one_who_always_answers_alike_differ() -> None:
    """Of four games of gomoku, each of a few nodes a move, most are different, none by chance."""
    limit, rules = Limit(nodes=100), Rules(11, 11, 5)
    varied = count(rules, perfect(limit, 1), recommended(limit), 4)
    assert varied.openings >= 3
    alike = count(rules, recommended(limit), recommended(limit), 2)
    assert (alike.openings, alike.games) == (1, 1)


GOMOKU = Rules.parse("gomoku")
VARIANTS = ["exact", "caro", "renju"]
STONES = 3
EVEN = 0.12
"""What a short search may find an opening worth that long ones have found even."""


def drawn(rules: Rules, times: int) -> list[Position]:
    """Different openings, each drawn by a seed of its own."""
    found = {balanced_opening(rules, random.Random(seed)): None for seed in range(times)}
    return [Position.from_moves(rules, tiles) for tiles in found]


def test_openings_are_of_three_stones_and_differ() -> None:
    """Which one it is, and how it is turned, is left to chance, and to nothing else."""
    found = drawn(GOMOKU, 200)
    assert {position.ply for position in found} == {STONES}
    assert len(found) > 100
    images = {
        frozenset(turn.of(stones_of(position)) for turn in symmetries(GOMOKU)) for position in found
    }
    assert len(images) > 20
    assert drawn(GOMOKU, 200) == found


@pytest.mark.parametrize("board", ["19x19x5", "20x15x5", "15x16x5"])
def test_on_a_larger_board_the_same_lie_in_the_middle(board: str) -> None:
    """Moved by half of what the board has more."""
    rules = Rules.parse(board)
    down, right = (rules.rows - GOMOKU.rows) // 2, (rules.columns - GOMOKU.columns) // 2
    for seed in range(20):
        here = balanced_opening(GOMOKU, random.Random(seed))
        there = balanced_opening(rules, random.Random(seed))
        places = (divmod(tile - 1, GOMOKU.columns) for tile in here)
        assert there == tuple(
            (row + down) * rules.columns + column + right + 1 for row, column in places
        )


@pytest.mark.parametrize("board", [*VARIANTS, "20x20x5 renju"])
def test_every_stone_is_legal_in_each_variant(board: str) -> None:
    """Renju forbids X nothing so early, and no row is near."""
    rules = Rules.parse(board)
    for position in drawn(rules, 200):
        assert position.outcome is None
        assert all(
            move in Position.from_moves(rules, position.moves[:ply]).legal
            for ply, move in enumerate(position.moves)
        )


@pytest.mark.parametrize("board", ["gomoku", "renju", *thorough("exact", "caro")])
def test_neither_side_is_better(board: str) -> None:
    """As far as a search of a move's length sees, by the rules of each variant."""
    for position in drawn(Rules.parse(board), 2):
        verdict = analyse(position, Limit(nodes=100_000), every=False).verdict
        assert verdict.value is None
        assert abs(verdict.score) < EVEN
