"""People at the board: what they see, and what they overlook."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from benchmarks.duels import expected, match, total
from benchmarks.manners import is_far
from engine import Limit, Position, Rules, choose
from engine.coaching.levels import LADDER, Level, player, step_of
from engine.coaching.person import Player, Style, chances
from tests.engine.boards import wander

BLIND = Player(Style(attack=0, defence=0), attention=0, judgement=0)
HALF = Player(Style(attack=1), attention=0.5, judgement=1)
SHARP = Player(Style(), attention=1, judgement=8, fork_attention=1)
BOARDS = ["3x3", "3x4x3", "4x4x4", "4x4x3", "3x3 misere", "5x5x4g", "7x7x5", "4x5x2", "5x5g misere"]


@pytest.mark.parametrize("who", [BLIND, HALF, SHARP])
@pytest.mark.parametrize("game", BOARDS)
def test_chances_are_a_whole(game: str, who: Player) -> None:
    """They belong to legal moves and add up to 1."""
    rng = random.Random(game)
    for _ in range(20):
        position = wander(Rules.parse(game), rng.randint(0, 12), rng)
        likely = chances(position, who)
        assert set(likely) <= set(position.legal)
        assert sum(likely.values()) == pytest.approx(1)
        assert min(likely.values()) > 0


@pytest.mark.parametrize("game", [game for game in BOARDS if "misere" not in game])
def test_full_attention_takes_a_win(game: str) -> None:
    """Where a line can be completed, a player who sees everything completes one."""
    rng = random.Random(game)
    for _ in range(40):
        position = wander(Rules.parse(game), rng.randint(2, 12), rng)
        wins = {m for m in position.legal if (o := position.play(m).outcome) and o.line}
        if wins:
            assert set(chances(position, SHARP)) <= wins


def test_full_attention_stops_every_line() -> None:
    """Half attention stops most of those beside the last stone, and fewer that slant."""
    plain = Position.from_moves(Rules(3, 3, 3), [1, 5, 2])
    slanting = Position.from_moves(Rules(3, 3, 3), [1, 2, 5])
    assert chances(plain, SHARP)[3] == chances(slanting, SHARP)[9] == pytest.approx(1)
    assert 1 > chances(plain, HALF)[3] > chances(slanting, HALF)[9] > 0
    assert chances(plain, BLIND)[3] < 0.3


@pytest.mark.parametrize("game", ["3x3", "3x4x3", "7x7x5", "6x9x5", "6x7x4g"])
def test_the_middle_is_liked_alike_from_all_sides(game: str) -> None:
    """Whoever likes the centre likes a cell and its mirror images equally well, and it most."""
    start = Position.start(Rules.parse(game))
    rows, columns = (1 if start.rules.gravity else start.rules.rows), start.rules.columns
    likely = chances(start, Player(Style(centre=3), attention=0, judgement=0))
    for move, one in likely.items():
        row, column = divmod(move - 1, columns)
        assert likely[row * columns + columns - column] == pytest.approx(one)
        assert likely[(rows - 1 - row) * columns + column + 1] == pytest.approx(one)
    best = max(likely, key=lambda move: likely[move])
    row, column = divmod(best - 1, columns)
    assert (row, column) in {
        (r, c) for r in ((rows - 1) // 2, rows // 2) for c in ((columns - 1) // 2, columns // 2)
    }


def test_double_threats_are_found_by_who_sees_them() -> None:
    """With two stones each that make one, only a player who sees forks is sure to find it."""
    position = Position.from_moves(Rules(3, 3, 3), [1, 6, 8, 7])
    assert sum(chances(position, SHARP).values()) == pytest.approx(1)
    assert set(chances(position, SHARP)) == {2, 5}
    assert len(chances(position, HALF)) > 2


def test_in_misere_a_line_of_ones_own_is_shunned() -> None:
    """A player who sees everything completes a line only where every move does."""
    rng = random.Random(8)
    for _ in range(40):
        position = wander(Rules.parse("4x4x3 misere"), rng.randint(4, 12), rng)
        losing = {m for m in position.legal if (o := position.play(m).outcome) and o.line}
        if position.legal and losing < set(position.legal):
            assert not losing & set(chances(position, SHARP))


def test_a_disc_below_a_line_of_the_other_is_not_dropped() -> None:
    """A player who sees everything does not make room for a winning disc."""
    position = Position.from_moves(Rules.parse("connect4"), [1, 2, 3, 1, 7, 2, 7, 3])
    assert position.play(4).play(4).outcome is not None
    assert 4 not in chances(position, SHARP)
    assert 4 in chances(position, BLIND)


def test_no_diagonals_for_who_does_not_see_them() -> None:
    """However near, however good the eyes otherwise."""
    straight = Player(Style(diagonals=False), attention=1, judgement=0)
    slanting = Position.from_moves(Rules(3, 3, 3), [1, 2, 5])
    assert chances(slanting, straight) == pytest.approx(dict.fromkeys(slanting.legal, 1 / 6))
    plain = Position.from_moves(Rules(3, 3, 3), [1, 5, 2])
    assert chances(plain, straight) == {3: 1}


def test_stones_near_others_are_a_taste() -> None:
    """A cell beside a stone is as many times likelier as the style says, one that follows too."""
    position = Position.from_moves(Rules(9, 9, 5), [41])
    likely = chances(position, replace(BLIND, style=Style(near=4, follows=3)))
    assert likely[42] == pytest.approx(12 * likely[43])


@pytest.mark.parametrize("game", ["10x10x5", "15x15x5", "renju", "12x12x5 exact", "13x17x6"])
def test_people_play_near_stones_that_stand(game: str) -> None:
    """One stone in a hundred, whoever it is, lies three or more cells from all others."""
    start = Position.start(Rules.parse(game))
    for position in (start.play(start.legal[40]), start.play(start.legal[40]).play(2)):
        for who in (BLIND, HALF, SHARP):
            found = chances(position, who)
            far = sum(chance for move, chance in found.items() if is_far(position, move))
            assert 0 < far < 0.0101


def test_with_falling_discs_far_cells_are_as_good() -> None:
    """A column far away is one of few."""
    position = Position.start(Rules.parse("10x12x5g")).play(1)
    assert len(set(chances(position, BLIND).values())) == 1


def test_in_misere_far_cells_are_as_good_once_rows_are_to_be_avoided() -> None:
    """Before that, while nobody has a row that one stone would complete, people play near."""
    stones = [1, 20, 3, 40, 5, 60, 7, 80]
    rules = Rules.parse("10x10x5 misere")
    early, late = (Position.from_moves(rules, stones[:count]) for count in (7, 8))
    assert len(set(chances(late, BLIND).values())) == 1
    found = chances(early, BLIND)
    assert sum(found[move] for move in found if is_far(early, move)) == pytest.approx(0.01)


def test_the_middle_is_where_whoever_likes_it_begins() -> None:
    """Both do with their first stone, if it is free and not away from all stones; later nobody."""
    keen = replace(BLIND, style=Style(opens=1))
    assert chances(position_of("5x5x5"), keen) == {13: 1}
    assert chances(position_of("4x6x4", 1), keen) == {9: 0.5, 15: 0.5}
    assert chances(position_of("6x7x4g"), keen) == {4: 1}
    for elsewhere in (position_of("5x5x5", 13), position_of("5x5x5", 1, 2)):
        assert chances(elsewhere, keen) == chances(elsewhere, BLIND)
    assert chances(position_of("15x15x5", 1), keen) == chances(position_of("15x15x5", 1), BLIND)


def position_of(game: str, *moves: int) -> Position:
    """A position by its moves."""
    return Position.from_moves(Rules.parse(game), moves)


def test_corners_are_a_taste() -> None:
    """One is as many times likelier as the style says, but where discs fall none is special."""
    shy = replace(BLIND, style=Style(corner=0.2))
    likely = chances(Position.start(Rules(5, 5, 4)), shy)
    assert likely[1] == likely[25] == pytest.approx(likely[2] / 5)
    falling = chances(Position.start(Rules.parse("connect4")), shy)
    assert falling == pytest.approx(dict.fromkeys(range(1, 8), 1 / 7))


def test_the_middle_is_a_taste() -> None:
    """A cell there is as many times likelier than one at the edge as the style says."""
    likely = chances(Position.start(Rules(5, 5, 4)), replace(BLIND, style=Style(centre=4)))
    assert likely[13] == pytest.approx(2 * likely[7])
    assert likely[13] == pytest.approx(4 * likely[1])


LIMIT = Limit(nodes=200)
PEOPLE = [level for level in LADDER if step_of(level).skills and not step_of(level).large]
"""The steps that look ahead on no board."""


def likely(level: Level, position: Position) -> dict[int, float]:
    """The chances of the moves of a character."""
    return chances(position, player(position.rules, level))


@pytest.mark.parametrize("level", PEOPLE)
@pytest.mark.parametrize("game", ["3x3", "4x4x4", "connect4", "gomoku"])
def test_a_step_is_a_style_with_a_skill(game: str, level: Level) -> None:
    """Players who see no less than nothing and no more than everything."""
    who = player(Rules.parse(game), level)
    assert 0 <= who.attention < 1
    assert who.style is step_of(level).style


def test_momo_begins_in_the_middle() -> None:
    """More first stones fall on the nine cells in the middle of 9x9 than on 18 elsewhere."""
    found = likely(Level.MOMO, Position.start(Rules.parse("9x9x5")))
    middle = [row * 9 + column + 1 for row in (3, 4, 5) for column in (3, 4, 5)]
    assert sum(found[move] for move in middle) > 0.2
    assert found[41] == max(found.values()) > 4 * found[1]


def test_pip_puts_stones_beside_stones() -> None:
    """A cell beside a stone is several times as likely as another."""
    found = likely(Level.PIP, Position.from_moves(Rules.parse("9x9x5"), [41, 11]))
    assert found[42] > 2 * found[75]
    assert found[2] > 5 * found[9]


def test_pip_shuns_corners() -> None:
    """A corner is taken more rarely than its neighbours, not so with falling discs."""
    found = likely(Level.PIP, Position.start(Rules.parse("4x4")))
    assert found[1] < found[2] / 4
    falling = likely(Level.PIP, Position.start(Rules.parse("connect4")))
    assert falling[1] == max(falling.values())


def test_dot_never_stops_a_diagonal() -> None:
    """A diagonal is nothing to Dot, who stops a row with four stones more often than not."""
    slanting = Position.from_moves(Rules.parse("9x9x5"), [21, 8, 31, 9, 41, 18, 51])
    plain = Position.from_moves(Rules.parse("9x9x5"), [39, 8, 40, 9, 41, 18, 42])
    without = Position.from_moves(Rules.parse("9x9x5"), [29, 8, 39, 9, 41, 18, 61])
    stops = sum(likely(Level.DOT, slanting)[move] for move in (11, 61))
    assert stops < 4 / len(slanting.legal)
    assert sum(likely(Level.DOT, plain)[move] for move in (38, 43)) > 5 * stops
    assert sum(likely(Level.MEDIUM, slanting)[move] for move in (11, 61)) > 5 * stops
    assert without.outcome is None


def test_lulu_follows() -> None:
    """A move beside the other's last stone is many times as likely as for a player who doesn't."""
    position = Position.from_moves(Rules.parse("9x9x5"), [41, 1, 73])
    beside = (64, 65, 74)
    follows = sum(likely(Level.LULU, position)[move] for move in beside)
    assert follows > 2 * sum(likely(Level.MEDIUM, position).get(move, 0) for move in beside)


def test_rex_attacks_and_otto_defends() -> None:
    """Rex overlooks a line of the other's far more often than an own one; Otto lets none pass."""
    own = Position.from_moves(Rules.parse("9x9x5"), [39, 1, 40, 9, 41, 18, 42, 81])
    other = Position.from_moves(Rules.parse("9x9x5"), [39, 1, 40, 9, 41, 18, 42])

    def share(level: Level, position: Position) -> float:
        found = likely(level, position)
        return found.get(38, 0) + found.get(43, 0)

    assert 1 - share(Level.REX, other) > 50 * (1 - share(Level.REX, own))
    assert share(Level.OTTO, other) > 0.99 > share(Level.REX, other)


def test_finn_finds_double_threats() -> None:
    """An open four is made more often by Finn than by the step below."""
    position = Position.from_moves(Rules.parse("9x9x5"), [40, 1, 41, 9, 42, 81])
    found, below = (
        sum(likely(level, position).get(move, 0) for move in (39, 43))
        for level in (Level.FINN, Level.MEDIUM)
    )
    assert found > below


def test_own_lines_are_overlooked_up_to_a_step_only() -> None:
    """Even Pip completes most of them, easy nearly all, and from medium on nobody misses one."""
    position = Position.from_moves(Rules.parse("9x9x5"), [39, 1, 40, 9, 41, 18, 42, 81])
    found = [
        likely(level, position)[38] + likely(level, position)[43]
        for level in PEOPLE
        if level.value in {"pip", "easy", "rex", "medium", "otto", "finn"}
    ]
    assert 0.6 < found[0] < 0.9 < found[1] < found[2] < 1
    assert found[3:] == pytest.approx([1, 1, 1])


def test_dot_completes_a_diagonal_of_its_own() -> None:
    """It overlooks those of the other alone."""
    position = Position.from_moves(Rules.parse("9x9x5"), [21, 8, 31, 9, 41, 18, 51, 27])
    assert sum(likely(Level.DOT, position)[move] for move in (11, 61)) > 0.9


@pytest.mark.thorough
@pytest.mark.parametrize(
    "game, games", [("4x4", 400), ("connect4", 60), ("5x5x4g", 200), ("5x5x4", 200), ("7x7x5", 100)]
)
def test_pip_loses_to_who_completes_lines(game: str, games: int) -> None:
    """In half of the games or more, though the other does nothing else."""
    assert total(match(Rules.parse(game), "pip", "completes", games)).lost >= 0.5 * games


@pytest.mark.thorough
@pytest.mark.parametrize(
    "game, games", [("4x4", 100), ("connect4", 60), ("5x5x4g", 60), ("7x7x5", 60), ("gomoku", 30)]
)
def test_pip_loses_to_a_child_with_a_plan(game: str, games: int) -> None:
    """Nearly always."""
    assert total(match(Rules.parse(game), "pip", "extends", games)).lost > 0.7 * games


def test_pip_loses_to_who_completes_lines_on_tictactoe() -> None:
    """The same, over all games that they may play."""
    assert all(
        expected(Rules(3, 3, 3), "pip", anchor).lost > 60 for anchor in ("completes", "extends")
    )


def test_pip_wins_sometimes() -> None:
    """Against a player who completes lines and else moves at random."""
    for game in ("3x3", "4x4", "connect4"):
        assert total(match(Rules.parse(game), "pip", "completes", 24)).won > 0


@pytest.mark.parametrize("level", list(Level))
def test_every_step_plays_every_board(level: Level) -> None:
    """Legal moves, from the first to the last, whatever the rules."""
    rng = random.Random(5)
    boards = "3x3 misere", "3x3g", "4x3x2", "5x5x4g misere", "4x4 misere", "3x7x6", "5x4x5"
    for game in boards:
        position = Position.start(Rules.parse(game))
        while position.outcome is None:
            move = choose(position, level, LIMIT, rng)
            assert move in position.legal
            position = position.play(move)


@pytest.mark.parametrize("level", PEOPLE)
@pytest.mark.parametrize("game", ["19x19x5", "19x19x19", "19x19x3g", "19x19 misere"])
def test_a_low_step_knows_every_large_board(game: str, level: Level) -> None:
    """Chances of legal moves alone, on an empty board and on one with stones."""
    rng = random.Random(6)
    for plies in (0, 30):
        position = wander(Rules.parse(game), plies, rng)
        assert set(likely(level, position)) <= set(position.legal)
