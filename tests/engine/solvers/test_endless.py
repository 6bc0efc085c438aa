"""Vanishing: counts and values of independent programs, and each claim of the solver by itself."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import cycle, islice
from pathlib import Path

import pytest

from engine import (
    LADDER,
    Lapse,
    Level,
    Limit,
    Position,
    Rules,
    Side,
    analyse,
    better_move,
    choose,
    decode_game,
    judge,
    lapse,
)
from engine.game.position import perft
from engine.solvers import endless

FACTS = Path(__file__).parents[4] / "shared" / "data" / "variant_facts.json"
START = Position.start(Rules.parse("vanishing"))
SHUFFLE = (8, 6, 5, 2, 7, 9, 4, 1)
"""Four tiles of each side in turn: with any six of these on, no line stands."""


def round_and_round(plies: int) -> Position:
    """A game in which nobody wins and each state comes again after eight plies."""
    return Position.from_moves(START.rules, islice(cycle(SHUFFLE), plies))


def test_the_counts_of_an_independent_program_are_met() -> None:
    """As many games of up to six moves, and as many states, won, lost and endless ones."""
    if not FACTS.exists():
        pytest.skip(f"no {FACTS}")
    facts = json.loads(FACTS.read_text())["computed"]["vanishing 3x3x3 marks 3 rule late"]
    assert [perft(START, depth) for depth in range(7)] == facts["perft"][:7]
    table = endless.Table(START.rules)
    assert table.plies(0, ()) == facts["start"][1]
    found = Counter(0 if plies == 0 else 2 - plies % 2 for plies in table.values())
    assert len(table) == facts["states"]
    assert (found[1], found[2], found[0]) == (facts["won"], facts["lost"], facts["endless"])
    assert max(table.values()) == facts["longest_win"]
    told = {str(m): [v.value, v.plies or 0] for m, v in analyse(START).verdicts.items()}
    names = {"endless": "draw"}
    assert told == {m: [names.get(v, v), n] for m, (v, n) in facts["first_moves"].items()}


def test_the_oldest_mark_goes_and_only_then_lines_count() -> None:
    """Neither a line through a mark that goes wins, nor may its tile be taken with that move."""
    before = Position.from_moves(START.rules, [1, 4, 2, 5, 9, 8])
    assert (before.fading, 1 in before.legal) == (1, False)
    after = before.play(3)
    assert after.outcome is None
    assert after.laid == {4: Side.O, 2: Side.X, 5: Side.O, 9: Side.X, 8: Side.O, 3: Side.X}
    assert 1 in after.legal
    assert before.line(Side.X, 3) == ()
    assert before.before == Position.from_moves(START.rules, [1, 4, 2, 5, 9])


def test_the_same_marks_for_the_third_time_are_a_draw() -> None:
    """The second time is none; and the last chance to leave the circle is seen as a draw."""
    once, third = round_and_round(6), round_and_round(6 + 2 * len(SHUFFLE))
    assert round_and_round(6 + len(SHUFFLE)).outcome is None
    assert third.laid == once.laid
    assert third.is_repeated
    assert third.outcome is not None
    assert third.outcome.winner is None
    assert not decode_game("3x3x3v:2-7-5-8-9-1-3-6-7-5-4-2-1").is_repeated
    assert third.until(21).moves == third.moves[:21]


def truth(position: Position, plies: int) -> int:
    """By trying all moves: wins in n plies (n), loses in n (-n), or neither in so many (0)."""
    found = []
    for move in position.legal:
        after = position.play(move)
        if after.outcome is not None and after.outcome.winner is not None:
            return 1
        later = truth(after, plies - 1) if after.outcome is None and plies > 1 else 0
        found.append(-later - 1 if later > 0 else 1 - later if later < 0 else 0)
    wins = [one for one in found if one > 0]
    return min(wins) if wins else 0 if 0 in found else min(found)


def sampled(count: int, seed: int) -> list[Position]:
    """Unfinished positions of games that people might play."""
    rng, found = random.Random(seed), list[Position]()
    while len(found) < count:
        position = START
        while position.outcome is None:
            found.append(position)
            position = position.play(rng.choice(position.legal))
    return rng.sample(found, count)


def test_brute_force_finds_the_same_soon_ends() -> None:
    """Of 150 positions: what is decided in four plies, and nothing else, is told so."""
    for position in sampled(150, 1):
        told = analyse(position).verdict
        plies = 0 if told.value == "draw" or told.plies is None or told.plies > 4 else told.plies
        assert truth(position, 4) == (-plies if told.value == "loss" else plies), position


def test_a_state_that_has_come_twice_is_no_way_to_win() -> None:
    """Where the winning move would bring a state for the third time it is worth a draw."""
    won = next(p for p in sampled(400, 2) if analyse(p).verdict.value == "win" and p.ply > 12)
    state, turn = won.tiles[-6:], won.ply % 2
    usual = endless.table(won.rules).plies(turn, state)
    best = analyse(won).best
    worn = frozenset({(1 - turn, (*state, best)[-6:])})
    if usual > 1:
        other = endless.Table(won.rules, worn).plies(turn, state)
        assert other != 1
        assert other == 0 or other >= usual


def test_perfect_never_loses_and_wins_what_is_won() -> None:
    """As X against every level, from the first move; as O only if X has begun with an edge."""
    rng = random.Random(3)
    for level in (*LADDER[::3], Level.PERFECT):
        for mine in Side:
            position = START
            while position.outcome is None:
                plays = Level.PERFECT if position.side is mine else level
                position = position.play(choose(position, plays, Limit(seconds=1), rng))
            assert position.outcome is not None
            if mine is Side.X:
                assert position.outcome.winner is Side.X
                assert position.ply <= 13
            elif position.outcome.winner is Side.X:
                assert position.moves[0] in {2, 4, 6, 8}


def test_a_row_on_a_tile_freed_later_is_none_left_open() -> None:
    """O completes 1-4-7 on the tile that X's next move frees: no reply could have taken it."""
    before = decode_game("3x3x3v:1-2-9-4-8-7")
    for move in before.legal:
        judged = judge(before, move)
        assert lapse(before, judged, 6) is not Lapse.OPEN_ROW
        assert better_move(before, judged) in before.legal
