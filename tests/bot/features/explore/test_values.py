"""What can be explored: which positions are the same, what is read, and what an id holds."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from bot.errors import AnyProblem, Problem, UserError
from bot.features.explore.feature import ROOM
from bot.features.explore.values import (
    PACKED,
    Exploration,
    Pattern,
    Subject,
    Trail,
    game_of,
    leads_to,
    may_be_explored,
    pack,
    parse_subject,
    trail_of,
    unpack,
)
from bot.games.loading import Source
from bot.match.notes import Hint
from bot.match.results import Tally
from bot.match.session import Bot, Crowd, GameId, Player
from engine import (
    Analysis,
    Level,
    Position,
    Reason,
    ReasonKind,
    Rules,
    Verdict,
    alike,
    analyse,
    explain,
    symmetries,
)
from tests.bot.builders import ALICE, ALL_RULES, BOB, KINAROW, crowded, half_full, position, session


def judged(now: Position, best: int) -> Hint:
    """An analysis that finds one move good and the others not."""
    verdicts = {best: Verdict.win(3)} | {
        move: Verdict.draw(9) for move in now.legal if move != best
    }
    analysis = Analysis(best, verdicts, (best,), Reason(ReasonKind.ESTIMATE), True, 1, 1, 0.0)
    return Hint(analysis, explain(now, analysis))


def test_a_trail_remembers_its_game() -> None:
    """As far as the moves are the game's; back at the start there is none."""
    end = trail_of(session([1, 4, 2, 5, 3], game=GameId(12)))
    assert (end.game, end.shared) == (GameId(12), 5)
    other = end.back().on(9)
    assert (other.position.moves, other.game, other.shared) == ((1, 4, 2, 5, 9), GameId(12), 4)
    assert other.back().back().shared == 3
    assert end.start() == Trail(position("3x3"))


@pytest.mark.parametrize("line", list(permutations((1, 9, 2), 3)))
def test_the_order_of_the_moves_does_not_matter(line: tuple[int, ...]) -> None:
    """The stones do: whichever way they came, the next move is counted."""
    x, o = (line[0], line[2]), (line[1],)
    found = Pattern(position("3x3", [1, 9, 2])).next_move([*line, 5])
    assert found == (5 if (set(x), set(o)) == ({1, 2}, {9}) else None)


@pytest.mark.parametrize("game", ["3x3", "4x5x4", "connect4", "4x4x3g"])
def test_turned_games_are_found(game: str) -> None:
    """In every image of a game the next move is the same one, as the position has it."""
    line = half_full(Rules.parse(game)).moves
    now = position(game, line[:-1])
    pattern = Pattern(now)
    for turn in symmetries(now.rules):
        assert pattern.next_move([turn.moves[move] for move in line]) == alike(now)[line[-1]][0]


def test_discs_count_where_they_lie() -> None:
    """The same columns in another order are other stones."""
    pattern = Pattern(position("connect4", [4, 4, 3, 3]))
    assert pattern.next_move([3, 3, 4, 4, 1]) == 1
    assert pattern.next_move([5, 5, 4, 4, 1]) == 7
    assert pattern.next_move([4, 3, 3, 4, 1]) is None


def test_each_move_has_one_line_and_the_best_comes_first() -> None:
    """Moves that are the same share it, with their results."""
    now = position("3x3", [5])
    played = {1: Tally(1, 2, 3)}
    explored = Exploration(now, judged(now, best=7), played)
    first, second = explored.moves
    assert (first.moves, first.verdict, first.played) == ((7, 1, 3, 9), Verdict.win(3), played[1])
    assert (second.moves, second.played.games) == ((2, 4, 6, 8), 0)
    assert Exploration(now).moves == ()


def test_a_popular_move_is_shown_among_the_best() -> None:
    """However bad it is; the order is still that of the verdicts."""
    now = position("5x5x4", [1, 2])
    explored = Exploration(now, judged(now, best=13), {25: Tally(1), 24: Tally(2)})
    shown = [move.moves[0] for move in explored.shown(4)]
    assert shown[0] == 13
    assert {24, 25} < set(shown)
    assert len(shown) == 4
    every = [move.moves[0] for move in explored.moves]
    assert shown == [move for move in every if move in shown]
    assert explored.shown(99) == explored.moves


def test_the_engine_finds_the_same_for_what_is_alike() -> None:
    """What shares a line has one verdict where all is proved."""
    now = position("3x3", [1])
    found = analyse(now).verdicts
    for moves in alike(now).values():
        assert len({(found[move].value, found[move].plies) for move in moves}) == 1


@pytest.mark.parametrize(
    "start, later, leads",
    [
        ([1, 5], [1, 5, 9], True),
        ([1, 5], [1, 5], True),
        ([1, 5], [9, 5, 1], True),
        ([1, 5], [2, 5, 7], True),
        ([1, 5], [5, 1, 2], False),
        ([1, 5], [1], False),
        ([], [], True),
    ],
)
def test_a_game_leads_to_what_has_its_stones(
    start: list[int], later: list[int], leads: bool
) -> None:
    """Also turned; not to what came before it, nor with the sides exchanged."""
    assert leads_to(position("3x3", start), position("3x3", later)) is leads


def test_another_game_leads_nowhere() -> None:
    """An empty board is one of its own game only."""
    assert not leads_to(position("3x3"), position("4x4"))
    assert not leads_to(position("3x3"), position("3x3 misere", [5]))


@pytest.mark.parametrize(
    "x, o, assisted, may",
    [
        (ALICE, BOB, False, False),
        (ALICE, BOB, True, False),
        (ALICE, KINAROW, False, False),
        (ALICE, KINAROW, True, True),
        (Bot(Level.ADAPTIVE), ALICE, False, True),
        (Crowd(ALICE), Bot(Level.ADAPTIVE), False, False),
    ],
)
def test_looking_must_be_no_cheating(x: Player, o: Player, assisted: bool, may: bool) -> None:
    """Against people never; against the engine where nothing is rated."""
    assert may_be_explored(session(x=x, o=o, assisted=assisted)) is may


@pytest.mark.parametrize(
    "words, subject",
    [
        ("", None),
        ("  ", None),
        ("12", GameId(12)),
        (" #12 ", GameId(12)),
        ("connect4", Rules.parse("connect4")),
        ("Connect Four", Rules.parse("connect4")),
        ("4x4", Rules.parse("4x4")),
        ("3x3 misere", Rules.parse("3x3 misere")),
        ("5 in a row", Rules.parse("gomoku")),
        ("6x7x4g:4-4-3", Source("6x7x4g:4-4-3")),
        ("`3x3x3:`", Source("3x3x3:")),
        ("h8i9 renju top", Source("h8i9", rules=Rules.parse("renju"), below=False)),
        ("44444443", Source("44444443")),
    ],
)
def test_a_subject_is_read(words: str, subject: Subject) -> None:
    """A number, a game, a code, or nothing."""
    assert parse_subject(words, Rules.parse("3x3")) == subject


@pytest.mark.parametrize(
    "words, problem",
    [
        ("conect4", Problem.UNKNOWN_WORD),
        ("@bob", Problem.UNKNOWN_WORD),
        ("<@1>", Problem.UNKNOWN_WORD),
        ("hard", Problem.UNKNOWN_WORD),
        ("2x2", Problem.BOARD_SIZE),
        ("h8i9 hard", Problem.NOT_A_CODE),
        ("9" * 30, Problem.NOT_A_GAME_NUMBER),
    ],
)
def test_a_wrong_subject_is_refused_with_the_fitting_problem(
    words: str, problem: AnyProblem
) -> None:
    """With the problem that fits it."""
    with pytest.raises(UserError) as refused:
        parse_subject(words, Rules.parse("3x3"))
    assert refused.value.problem is problem


@pytest.mark.parametrize("rules", ALL_RULES[::17], ids=str)
def test_a_position_comes_back_with_its_moves(rules: Rules) -> None:
    """Whatever board it is on."""
    for now in (Position.start(rules), half_full(rules)):
        packed = pack(Trail(now), 1_000)
        assert packed is not None
        assert re.fullmatch(PACKED, packed)
        assert game_of(packed) is None
        assert unpack(packed).position.moves == now.moves
        assert unpack(packed).position.rules == rules


@pytest.mark.parametrize("game", ["3x3 misere", "15x15 exact", "12x12x5 caro", "renju"])
def test_twists_and_variants_are_kept(game: str) -> None:
    """The rules are as in a code."""
    trail = Trail(position(game, [5, 1]))
    packed = pack(trail, 100)
    assert packed is not None
    assert re.fullmatch(PACKED, packed)
    assert unpack(packed) == trail


@pytest.mark.parametrize("game, plies", [("6x7x7g", 42), ("6x6x6", 36), ("15x15x15", 50)])
def test_long_games_fit_an_id(game: str, plies: int) -> None:
    """Whole games of Connect Four, and fifty moves of gomoku."""
    now = Position.from_moves(Rules.parse(game), crowded(Rules.parse(game)).moves[:plies])
    assert now.ply == plies
    assert pack(Trail(now), ROOM) is not None


def test_longer_games_are_named() -> None:
    """By their number and how many moves are theirs, and the moves of one's own after them."""
    end = crowded(Rules.parse("15x15x15"))
    trail = Trail(end, GameId(10**9), end.ply).back().back()
    own = trail.on(end.moves[-1]).on(end.moves[-2])
    for now, shared in ((trail, end.ply - 2), (own, end.ply - 2), (own.back(), end.ply - 2)):
        packed = pack(now, ROOM)
        assert packed is not None
        assert re.fullmatch(PACKED, packed)
        assert game_of(packed) == GameId(10**9)
        read = unpack(packed, end)
        assert read.position.moves == now.position.moves
        assert (read.game, read.shared) == (GameId(10**9), shared)


def test_without_a_game_there_is_no_room() -> None:
    """Nor for too many moves of one's own."""
    rules = Rules.parse("19x19x19")
    end = crowded(rules)
    assert pack(Trail(end), ROOM) is None
    assert pack(Trail(end, GameId(1), 10), ROOM) is None
    assert pack(Trail(Position.start(rules)), ROOM) is not None


@pytest.mark.parametrize("packed", ["3x3x3:A", "3x3x3:____", "3x3x9:AQ", "99x99x3:AQ"])
def test_a_forged_id_is_refused(packed: str) -> None:
    """Neither a board that cannot be nor moves that cannot be played are read."""
    with pytest.raises(UserError) as refused:
        unpack(packed)
    assert refused.value.problem is Problem.IMPOSSIBLE_CODE


def test_an_id_keeps_which_stones_were_placed() -> None:
    """Whoever plays on from there, or reviews that, is not blamed for stones that were set up."""
    placed = Position.from_moves(Rules.parse("15x15x5"), (113, 98, 97, 114), 2)
    trail = Trail(placed.play(129))
    packed = pack(trail, ROOM)
    assert packed is not None
    assert re.fullmatch(PACKED, packed)
    assert unpack(packed) == trail
    of_game = trail_of(session((113, 98, 97), rules="15x15x5"))
    shared = Trail(of_game.position.placing(2).play(1), GameId(7), 3)
    short = pack(shared, 12)
    assert short is not None
    assert unpack(short, shared.position).position.placed == 2
    assert unpack("15x15x5:99+AbC").position.placed <= unpack("15x15x5:AbC").position.ply
