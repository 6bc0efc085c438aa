"""Levels: strong, weak, and never silly."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from benchmarks.duels import expected, match, total
from benchmarks.elo import Tally
from engine import (
    LADDER,
    IllegalMoveError,
    Level,
    Limit,
    Position,
    Rules,
    Side,
    Verdict,
    analyse,
    choose,
    decide,
    decode_game,
    is_known,
    needs_kernels,
)
from engine.coaching import openings as openings
from engine.coaching.choice import chances
from engine.game.geometry import windows
from tests.engine.boards import wander
from tests.thorough import long, thorough

PLAIN = [Level.EASY, Level.MEDIUM, Level.HARD, Level.PERFECT]
"""The steps without a character."""
FROM_MEDIUM = LADDER[LADDER.index(Level.MEDIUM) :]
FROM_HARD = LADDER[LADDER.index(Level.HARD) :]
LIMIT = Limit(nodes=3000)
FAIR = Limit(nodes=60_000)
"""For matches: PERFECT gets no less than what HARD has by itself."""


def score(rules: Rules, stronger: Level, weaker: Level, games: int) -> float:
    """The share of points of the stronger level, sides alternating."""
    rng = random.Random(1)
    points = 0.0
    for game in range(games):
        first = game % 2 == 0
        levels = (stronger, weaker) if first else (weaker, stronger)
        position = Position.start(rules)
        while position.outcome is None:
            move = choose(position, levels[position.ply % 2], FAIR, rng)
            position = position.play(move)
        winner = position.outcome.winner
        points += 0.5 if winner is None else winner is (Side.X if first else Side.O)
    return points / games


@cache
def expected_on_tictactoe(one: Level, two: Level) -> Tally:
    """Over all games that two levels may play on 3x3."""
    return expected(Rules(3, 3, 3), one.value, two.value)


@pytest.mark.parametrize("game, games", [("3x3", 40), *thorough(("connect4", 10))])
def test_each_level_scores_against_the_one_below(game: str, games: int) -> None:
    """No level does worse than the one below it, and the ends of the ladder are far apart."""
    rules = Rules.parse(game)
    for weaker, stronger in pairwise(PLAIN):
        assert score(rules, stronger, weaker, games) >= 0.5
    assert score(rules, Level.PERFECT, Level.EASY, games) >= 0.7


def test_levels_of_tictactoe_differ() -> None:
    """Of the games on 3x3 that are not drawn, most go to the stronger of the plain levels."""
    for weaker, stronger in pairwise(PLAIN):
        assert expected_on_tictactoe(stronger, weaker).decided >= 0.6


def test_perfect_sets_traps() -> None:
    """On an empty 3x3 the best level mostly takes a corner, which all replies but one lose to."""
    rng = random.Random(6)
    start = Position.start(Rules(3, 3, 3))
    made = Counter(choose(start, Level.PERFECT, LIMIT, rng) for _ in range(200))
    assert sum(made[corner] for corner in (1, 3, 7, 9)) > 150
    assert min(made[corner] for corner in (1, 3, 7, 9)) > 20


@pytest.mark.parametrize("level", FROM_MEDIUM)
@pytest.mark.parametrize("game", ["3x3", "4x4", "connect4", "9x9x5"])
def test_a_win_in_one_is_taken(level: Level, game: str) -> None:
    """From medium on, a line that can be completed is."""
    rng = random.Random(game)
    for _ in range(15):
        position = wander(Rules.parse(game), rng.randint(5, 25), rng)
        wins = {m for m in position.legal if (o := position.play(m).outcome) and o.line}
        if wins:
            assert choose(position, level, LIMIT, rng) in wins


@pytest.mark.parametrize("level", [Level.HARD, Level.PERFECT])
def test_strong_levels_stop_a_loss_in_one(level: Level) -> None:
    """From hard on, a line that can be stopped is stopped."""
    position = Position.from_moves(Rules(6, 7, 4, gravity=True), [2, 1, 3, 2, 4])
    assert choose(position, level, LIMIT, random.Random(2)) == 5
    position = Position.from_moves(Rules(3, 3, 3), [1, 5, 9, 3])
    assert choose(position, level, LIMIT, random.Random(2)) == 7


def test_easy_overlooks_a_slanting_line() -> None:
    """Easy seldom stops a diagonal about to be completed, and more often a row; hard stops both."""
    slanting = Position.from_moves(Rules.parse("9x9x4"), [31, 1, 41, 9, 51])
    plain = Position.from_moves(Rules.parse("9x9x4"), [40, 1, 41, 9, 42])
    rng = random.Random(3)

    def stops(position: Position, level: Level, ends: set[int]) -> int:
        """How often of sixty times the line is stopped."""
        return sum(choose(position, level, LIMIT, rng) in ends for _ in range(60))

    ends = {21, 61}, {39, 43}
    assert stops(slanting, Level.EASY, ends[0]) < stops(plain, Level.EASY, ends[1]) < 50
    assert stops(slanting, Level.HARD, ends[0]) == stops(plain, Level.HARD, ends[1]) == 60


def test_perfect_never_chooses_a_worse_move() -> None:
    """Chance only picks among moves that are proved equal."""
    rng = random.Random(4)
    for _ in range(30):
        position = wander(Rules(3, 3, 3), rng.randint(0, 7), rng)
        analysis = analyse(position)
        assert analysis.verdicts[choose(position, Level.PERFECT, LIMIT, rng)] == analysis.verdict


@pytest.mark.parametrize("level", FROM_HARD)
@pytest.mark.parametrize(
    "game, moves, stops",
    [
        ("9x9x5", [40, 1, 41, 9, 42, 81, 43], {39, 44}),
        ("connect4", [3, 3, 4, 4, 5], {2, 6}),
        ("connect4", [4, 5, 6, 4, 7, 1, 3, 7, 5, 4, 7, 4, 2, 1, 5, 1, 4, 3], {1, 2}),
        ("12x12x4g", [3, 3, 4, 4, 5], {2, 6}),
    ],
)
def test_of_two_lines_one_is_stopped(
    game: str, moves: list[int], stops: set[int], level: Level
) -> None:
    """Where not all lines can be stopped, every level from hard on stops one."""
    position = Position.from_moves(Rules.parse(game), moves)
    assert analyse(position, LIMIT).best in stops
    rng = random.Random(5)
    assert {choose(position, level, LIMIT, rng) for _ in range(10)} <= stops


@pytest.mark.parametrize("level", [Level.HARD, Level.PERFECT])
def test_of_many_lines_one_is_stopped(level: Level) -> None:
    """The same on 3x3, where lower levels may see none of them."""
    position = Position.from_moves(Rules(3, 3, 3), [1, 2, 9, 3, 7])
    rng = random.Random(5)
    assert {choose(position, level, LIMIT, rng) for _ in range(10)} <= {4, 5, 8}


@pytest.mark.long
def test_the_steps_on_tictactoe_are_alike() -> None:
    """Over all games that two neighbours may play the better gets a little more than half."""
    for weaker, stronger in pairwise(LADDER):
        tally = expected_on_tictactoe(stronger, weaker)
        assert sum((tally.won, tally.drawn, tally.lost)) == pytest.approx(100)
        assert 0.5 < tally.score < 0.75
    assert expected_on_tictactoe(Level.PERFECT, Level.VEGA).lost == 0


def test_played_games_agree_with_the_expected_share() -> None:
    """Games played agree with the share computed over all of them."""
    rules = Rules(3, 3, 3)
    for one, two in pairwise(PLAIN[:3]):
        played = total(match(rules, two.value, one.value, 400))
        assert played.score == pytest.approx(expected_on_tictactoe(two, one).score, abs=0.06)


@pytest.mark.parametrize("pair", [*pairwise(PLAIN[:-1]), *long((PLAIN[-2:],))])
def test_each_level_of_4x4_scores_against_the_one_below(pair: tuple[Level, Level]) -> None:
    """In all steps: no level draws with the next for ever."""
    weaker, stronger = pair
    games = 24 if stronger is Level.PERFECT else 120
    tally = total(match(Rules(4, 4, 4), stronger.value, weaker.value, games))
    assert tally.won > tally.lost


def test_a_child_can_beat_easy_at_gomoku() -> None:
    """Whoever completes a line, stops one, and otherwise counts lines beats easy on 15x15."""
    rules, rng, won = Rules.parse("gomoku"), random.Random(1), 0
    for game in range(6):
        position = Position.start(rules)
        while position.outcome is None:
            if position.ply % 2 == game % 2:
                position = position.play(one_ply(position))
            else:
                position = position.play(choose(position, Level.EASY, LIMIT, rng))
        won += position.outcome.winner is (Side.O if game % 2 else Side.X)
    assert won >= 4


def one_ply(position: Position) -> int:
    """The move of a player who looks at every line as it stands, and no move ahead."""
    windows = windows_through(position.rules)
    side = [None, *(position.at(tile) for tile in range(1, position.rules.cells + 1))]

    def worth(move: int) -> int:
        total = 0
        for window in windows[move]:
            stones = [side[tile] for tile in window]
            mine, theirs = stones.count(position.side), stones.count(position.side.other)
            if not theirs:
                total += 100 ** (mine - 2) * 2 if mine > 2 else mine * mine + 1
            elif not mine:
                total += 100 ** (theirs - 2) if theirs > 2 else theirs * theirs
        return total

    return max(position.legal, key=worth)


@cache
def windows_through(rules: Rules) -> dict[int, list[list[int]]]:
    """The tiles of each window, by each of them."""
    found: dict[int, list[list[int]]] = {}
    for window in windows(rules):
        for cell in window:
            found.setdefault(cell + 1, []).append([cell + 1 for cell in window])
    return found


def test_the_same_seed_plays_the_same() -> None:
    """A level's move depends on the generator it is given, and on nothing else."""
    position = Position.from_moves(Rules(9, 9, 5), [41, 42])
    for level in Level:
        moves = {choose(position, level, LIMIT, random.Random(9)) for _ in range(3)}
        assert len(moves) == 1


@pytest.mark.parametrize(
    "game, count", [("3x3", 30), ("4x4", 30), ("connect4", 12), *thorough(("9x9x5", 12))]
)
def test_the_adaptive_level_plays_as_medium_where_it_knows_nobody(game: str, count: int) -> None:
    """Move for move, and not as any other step of the ladder does."""
    rng = random.Random(game)
    positions = [wander(Rules.parse(game), 2 + number % 4, rng) for number in range(count)]

    def moves(level: Level) -> list[int]:
        return [choose(each, level, Limit(nodes=50), random.Random(5)) for each in positions]

    assert [level for level in LADDER if moves(level) == moves(Level.ADAPTIVE)] == [Level.MEDIUM]


@pytest.mark.parametrize("level", list(Level))
def test_a_finished_game_is_refused(level: Level) -> None:
    """No level moves where the game is over."""
    over = Position.from_moves(Rules(3, 3, 3), [1, 4, 2, 5, 3])
    with pytest.raises(IllegalMoveError):
        choose(over, level, LIMIT)


def test_nine_cells_are_known_by_heart_at_full_strength() -> None:
    """The truth on nine cells; a level that overlooks something has to look, whatever the board."""
    assert is_known(Rules.parse("3x3x3g misere"), Level.PERFECT)
    assert not is_known(Rules.parse("3x4"), Level.PERFECT)
    assert [level for level in Level if is_known(Rules.parse("3x3"), level)] == [Level.PERFECT]


SMALL = [
    ("3x3", Level.PERFECT),
    ("3x3g", Level.PERFECT),
    ("3x3 misere", Level.PERFECT),
    ("3x3", Level.EASY),
    ("4x4", Level.HARD),
    ("3x3g", Level.EASY),
    ("3x3 misere", Level.MEDIUM),
    ("connect4", Level.PIP),
    ("gomoku", Level.FINN),
]
"""Boards, and levels at which nothing compiled is needed."""
LARGE = [
    ("4x4", Level.PERFECT),
    ("3x3g", Level.HARD),
    ("3x3 misere", Level.HARD),
    ("connect4", Level.IRIS),
    ("gomoku", Level.PERFECT),
]


@pytest.mark.parametrize("board, level", SMALL)
def test_small_boards_need_no_kernels(board: str, level: Level) -> None:
    """A move is chosen, and for the perfect player analysed, without loading the compiler."""
    assert not needs_kernels(Rules.parse(board), level)
    code = (
        "import sys; from engine import *;"
        f"start = Position.start(Rules.parse({board!r})); choose(start, {level!r});"
        f"analyse(start) if {level!r} is Level.PERFECT else None;"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("board, level", LARGE)
def test_other_boards_need_kernels(board: str, level: Level) -> None:
    """Whatever counts windows or looks ahead."""
    assert needs_kernels(Rules.parse(board), level)


def test_a_choice_tells_what_was_proved_on_the_way() -> None:
    """PERFECT searches: what its position is worth, and each proof of a move."""
    position = decode_game("5x5x4:13-7-12")
    made = decide(position, Level.PERFECT, Limit())
    assert made.worth is not None
    assert made.worth.value == made.proved[made.move].value == "draw"
    assert all(told.value for told in made.proved.values())


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD])
@pytest.mark.parametrize("game", ["3x3", "4x4", "9x9x5"])
def test_lower_levels_neither_prove_nor_know(level: Level, game: str) -> None:
    """What others have proved does not make them stronger."""
    position = Position.start(Rules.parse(game))
    made, informed = (
        decide(position, level, rng=random.Random(1), known=known)
        for known in ({}, dict.fromkeys(position.legal[1:], Verdict.loss(4)))
    )
    assert (made.worth, made.proved) == (None, {})
    assert informed == made


def test_a_forced_move_takes_no_search() -> None:
    """A four is answered without a word about what the position is worth."""
    made = decide(decode_game("15x15x5:113-112-114-1-115-3-116"), Level.PERFECT, Limit())
    assert (made.move, made.worth, made.proved) == (117, None, {})


def test_wins_as_soon_are_made_in_several_ways() -> None:
    """After the opening as well, whatever search has proved them."""
    for code, wins in (
        ("5x5x4:16-15-13-14-25-10-18-19-24-23", {6, 8, 12}),
        ("9x9x5:61-51-33-40-34-41-50-62-32-42-52", {39, 43}),
        ("6x7x4g:3-6-2-7-3-6-2-2-2-2-3-3", {4, 5}),
    ):
        position = decode_game(code)
        made = {choose(position, Level.PERFECT, LIMIT, random.Random(seed)) for seed in range(12)}
        assert made == wins


def test_after_the_opening_of_drawn_moves_the_most_promising_is_made() -> None:
    """Of four moves that draw on 4x4 one sets a trap."""
    position = decode_game("4x4x4:11-14-8-7-6-13-12-2-5")
    made = {choose(position, Level.PERFECT, FAIR, random.Random(seed)) for seed in range(8)}
    assert made == {1}


def test_strong_levels_vary_the_opening_too() -> None:
    """Bruno's likeliest first column at Connect Four has half of the games; after the opening it
    has nearly all where it would have had six of seven before."""
    assert max(chances(Position.start(Rules.parse("connect4")), Level.BRUNO).values()) < 0.6
    later = decode_game("6x7x4g:6-2-1-6-1-3-7-2")
    assert later.ply == openings.PLIES
    assert max(chances(later, Level.BRUNO).values()) > 0.99


@pytest.mark.parametrize("level", [Level.HARD, Level.IRIS, Level.BRUNO])
def test_of_several_wins_each_is_as_likely(level: Level) -> None:
    """Whoever looks ahead takes one of them, and nothing else."""
    for code, wins in (("6x7x4g:3-3-4-4-5-5", {2, 6}), ("9x9x5:40-1-41-2-42-3-43-4", {39, 44})):
        likely = chances(decode_game(code), level)
        assert likely == dict.fromkeys(wins, 0.5)


@pytest.mark.parametrize("game, nodes, other", [("8x8x4g", 800, 200), ("9x9x5", 200, 800)])
def test_vega_plays_as_perfect_with_few_nodes(game: str, nodes: int, other: int) -> None:
    """More of them where discs fall."""
    rng = random.Random(game)
    positions = [wander(Rules.parse(game), 9 + number % 6, rng) for number in range(12)]

    def moves(level: Level, limit: Limit) -> list[int]:
        return [choose(each, level, limit, random.Random(5)) for each in positions]

    made = moves(Level.VEGA, LIMIT)
    assert made == moves(Level.PERFECT, Limit(nodes=nodes))
    assert made != moves(Level.PERFECT, Limit(nodes=other))


def test_perfect_begins_with_what_is_known() -> None:
    """A move that is known to win is played within one node, and one that loses is not."""
    position = decode_game("15x15x5:113-114-99")
    found = decide(position, Level.PERFECT, Limit(nodes=500)).move
    informed = [
        decide(position, Level.PERFECT, Limit(nodes=500), known=known).move
        for known in ({200: Verdict.win(None)}, {found: Verdict.loss(4)})
    ]
    assert informed[0] == 200
    assert informed[1] != found
