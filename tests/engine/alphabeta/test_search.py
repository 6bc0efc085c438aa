"""The search of any board: nothing untrue, nothing simple overlooked."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import engine.alphabeta.root
from engine import Limit, Position, Rules, Side, analyse, decode_game
from engine.alphabeta.search import _Search, search, survey
from engine.alphabeta.threat_space import ThreatSearch
from engine.thinking.clock import Clock
from tests.engine.boards import completing, wander
from tests.engine.brute_force import check_truth, rank, truth
from tests.engine.facts import KNOWN
from tests.thorough import long, thorough

SMALL = {
    "3x3": 0,
    "3x3 misere": 0,
    "3x4x3": 4,
    "3x4x3 misere": 5,
    "4x4x3": 7,
    "4x4x4": 7,
    "4x4x4 misere": 7,
    "4x4g": 7,
    "4x4g misere": 8,
    "4x4x3g": 6,
    "5x4x4g": 11,
    "3x5x2 misere": 6,
    "3x6x6": 10,
    "4x5x4": 12,
    "5x5x4": 16,
}
"""Small boards, and how many stones stand where brute force is quick."""


@pytest.mark.parametrize("game", SMALL)
def test_proofs_agree_with_brute_force(game: str) -> None:
    """Unlimited, all verdicts are exact; with any limit, none that is told is wrong."""
    rng = random.Random(game)
    for _ in range(15):
        position = wander(Rules.parse(game), rng.randint(SMALL[game], 25), rng)
        analysis = search(position, Limit(), True)
        assert analysis.exact
        check_truth(position, analysis)
        assert rank(truth(position)[analysis.best]) == max(map(rank, truth(position).values()))
        for limit in (Limit(nodes=rng.randint(1, 400)), Limit(depth=rng.randint(1, 8))):
            check_truth(position, search(position, limit, rng.random() < 0.5))


@pytest.mark.parametrize("game", SMALL)
def test_narrow_search_tells_no_untruth(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The way of large boards, leaving moves out, proves nothing false on small ones."""
    monkeypatch.setattr(engine.alphabeta.root, "_NARROW_FROM_CELLS", 1)
    monkeypatch.setattr(engine.alphabeta.root, "_WIDTH", 2)
    rng = random.Random(game)
    for _ in range(15):
        position = wander(Rules.parse(game), rng.randint(SMALL[game], 25), rng)
        for limit in (Limit(nodes=5000), Limit(depth=rng.randint(1, 8))):
            check_truth(position, search(position, limit, rng.random() < 0.5))


def test_won_lines_are_played_out() -> None:
    """The line of a proved win or loss goes on to the end of the game, on the ply announced."""
    rng = random.Random(5)
    for game in ("4x4x3", "3x4x3 misere", "4x4g", "7x7x4", "15x15x5"):
        for _ in range(20):
            position = wander(Rules.parse(game), rng.randint(4, 12), rng)
            analysis = search(position, Limit(depth=5), False)
            verdict = analysis.verdict
            if verdict.value in {"win", "loss"} and verdict.plies is not None:
                end = Position.from_moves(position.rules, position.moves + analysis.line)
                assert end.outcome is not None
                assert len(analysis.line) == verdict.plies


GAMES_KNOWN = ["3x4x3", "3x5x3", "4x4x3", "5x5x3", "3x8x3", "4x5x4", "5x5x5",
               "5x6x4", "6x6x4", "5x7x4", "7x7x4", "8x8x4"]  # fmt: skip


def test_a_line_is_no_longer_than_the_game() -> None:
    """Not even where a longer win was found before the one that is told."""
    position = decode_game("5x5x4e:12-5-7")
    analysis = analyse(position, Limit(nodes=100_000))
    assert analysis.verdict.value == "loss"
    assert len(analysis.line) == analysis.verdict.plies
    assert Position.from_moves(position.rules, [*position.moves, *analysis.line]).outcome


@pytest.mark.parametrize("game", [*GAMES_KNOWN, *thorough("4x4x4")])
def test_known_games(game: str) -> None:
    """Published values of games without gravity come out, with their distance."""
    rules = Rules.parse(game)
    verdict = analyse(Position.start(rules), Limit(), every=False).verdict
    assert verdict.value == KNOWN[rules].value
    assert KNOWN[rules].plies in {None, verdict.plies}


@pytest.mark.parametrize("game", ["3x3 misere", "3x4x3 misere"])
def test_known_misere_games(game: str) -> None:
    """Published values of misere games come out."""
    rules = Rules.parse(game)
    assert search(Position.start(rules), Limit(), False).verdict.value == KNOWN[rules].value


@pytest.mark.parametrize("game", ["4x4g", "5x4x4g", "4x5x4g"])
def test_known_gravity_games(game: str) -> None:
    """Published values of games with gravity come out, with the ply on which they end."""
    rules = Rules.parse(game)
    verdict = search(Position.start(rules), Limit(), False).verdict
    assert (verdict.value, verdict.plies) == KNOWN[rules]


def test_misere_needs_the_centre() -> None:
    """On misere 3x3 the centre is the only first move that does not lose."""
    analysis = search(Position.start(Rules.parse("3x3 misere")), Limit(), True)
    assert [move for move, verdict in analysis.verdicts.items() if verdict.value != "loss"] == [5]


@pytest.mark.parametrize(
    "game",
    ["5x5x4", "6x7x4g", "15x15x5", *thorough("19x19x6", "12x12x5g"), *long("9x9x5", "10x9x4")],
)
@pytest.mark.parametrize("limit", [Limit(nodes=1), *thorough(Limit(depth=1), Limit(seconds=0.005))])
def test_tactics_at_any_limit(game: str, limit: Limit) -> None:
    """However short the search: a win in one is taken, a loss in one stopped where it can be."""
    rng = random.Random(game)
    for _ in range(10):
        position = wander(Rules.parse(game), rng.randint(8, 40), rng)
        best = analyse(position, limit).best
        if wins := winning(position):
            assert best in wins
        elif winning(position.play(best)):
            assert all(winning(position.play(move)) for move in position.legal)


def winning(position: Position, waiting: bool = False) -> set[int]:
    """The moves on which the side to move, or the one that waits, completes a line."""
    tiles = completing(position, position.side.other if waiting else position.side)
    return {move for move in position.legal if position.landing(move) in tiles}


@pytest.mark.parametrize("tried", [200, *long(1000)])
def test_many_tactics(tried: int) -> None:
    """At a few milliseconds no win in one is passed over, and no stoppable loss in one ignored."""
    rng = random.Random(1000)
    games = [Rules.parse(game) for game in ("6x6x4", "7x8x5", "8x8x4", "9x9x5", "10x10x4")]
    for number in range(tried):
        position = wander(games[number % 5], rng.randint(8, 24), rng)
        wins, threats = winning(position), winning(position, waiting=True)
        if not wins and not threats:
            continue
        best = analyse(position, Limit(seconds=0.002), every=False).best
        assert best in (wins or threats)


def test_forced_wins_of_gomoku_are_proved(shared_data: Path) -> None:
    """Long forced wins on 15x15, found by another engine, are proved by threats."""
    lines = (shared_data / "gomoku" / "forced_wins_15x15.jsonl").read_text().splitlines()
    short = [fact for line in lines if (fact := json.loads(line))["mate_plies"] <= 11]
    for fact in short:
        moves = [
            (int(row) - 1) * fact["size"] + ord(column) - ord("a") + 1
            for column, row in re.findall("([a-z])([0-9]+)", fact["moves"])
        ]
        position = Position.from_moves(Rules(15, 15, 5), moves)
        analysis = analyse(position, Limit(nodes=600_000), every=False)
        assert analysis.verdict.value == "win"
        assert analysis.verdict.plies in {None, *range(1, fact["mate_plies"] + 1, 2)}
        Position.from_moves(position.rules, (*position.moves, *analysis.line))


def test_a_win_by_threats_is_told_without_a_distance() -> None:
    """The plies of a forced win are a bound: they are not told unless nothing can be sooner."""
    position = decode_game("15x15x5:113-1-114-15-129-225")
    analysis = analyse(position, Limit(nodes=500_000), every=False)
    assert (analysis.verdict.value, analysis.verdict.plies, analysis.exact) == ("win", None, False)
    end = Position.from_moves(position.rules, (*position.moves, *analysis.line))
    assert end.outcome is None or end.outcome.winner is position.side


def test_a_move_known_to_lose_is_not_played() -> None:
    """Whenever the search is cut, no move told as lost is best while another is open."""
    position = decode_game("15x15x5:113-114-99-129-85-144-128")
    for nodes in range(1, 4000, 291):
        analysis = analyse(position, Limit(nodes=nodes))
        if any(verdict.value != "loss" for verdict in analysis.verdicts.values()):
            assert analysis.verdict.value != "loss"


@pytest.mark.parametrize(
    "nodes, code",
    [
        (2000, "15x15x5:82-84-145-100-68-86-98-114-128-85-87-113"),
        (2000, "15x15x5:114-128-83-145-97-130-115"),
        (2000, "15x15x5:144-145-113-115-128-131-159-160-130-99-147-143-174-129-101-116-114"),
        (3000, "15x15x5:85-100-111-126-69-83-68-101-67"),
        (6000, "15x15x5:97-126-99-112-113-81-83-98-84-111-96"),
        (6000, "15x15x5:126-82-128-84-142-83-81"),
    ],
)
def test_each_new_leader_is_checked_against_threats(nodes: int, code: str) -> None:
    """No move that loses to threats is left in the lead: in some of these positions one is unless
    losses are found beforehand, in most unless each new leader and that of each depth is vetted.
    A search in seconds does the same, here one whose nodes are counted as well."""
    position = decode_game(code)
    threats = ThreatSearch(position.rules, [tile - 1 for tile in position.tiles])
    for limit in (Limit(nodes=nodes), Limit(seconds=3600, nodes=nodes)):
        best = analyse(position, limit, every=False).best
        assert not any(threats.loss(best - 1, depth, Clock(Limit())) for depth in range(1, 7))


@pytest.mark.parametrize("limit", [Limit(nodes=3000), Limit(depth=4)])
def test_same_on_every_run(limit: Limit) -> None:
    """Limits of nodes and depth give the same answer again, whatever was asked in between."""
    position = decode_game("15x15x5:113-114-99")
    first = analyse(position, limit)
    analyse(decode_game("15x15x5:113-97-98"), limit)
    second = analyse(position, limit)
    assert (second.best, second.verdicts, second.line) == (
        first.best,
        first.verdicts,
        first.line,
    )
    assert (second.nodes, second.depth) == (first.nodes, first.depth)


@pytest.mark.parametrize("code", ["4x5x4:7-8", "5x6x4:9", "6x7x4g:4-4-3", "4x4x3m:1-2"])
def test_mirror_images_are_worth_the_same(code: str) -> None:
    """A position and its mirror image have the same value and distance."""
    position = decode_game(code)
    rules = position.rules
    mirrored = [
        move - 2 * ((move - 1) % rules.columns) + rules.columns - 1 for move in position.moves
    ]
    limit = Limit(depth=12)
    image = analyse(Position.from_moves(rules, mirrored), limit, every=False).verdict
    verdict = analyse(position, limit, every=False).verdict
    assert (image.value, image.plies) == (verdict.value, verdict.plies)


def test_deeper_never_contradicts_proved() -> None:
    """What a shallow search proves, every deeper one leaves standing."""
    rng = random.Random(7)
    for game in ("5x5x4", "6x7x4g", "9x9x5", "4x4 misere"):
        for _ in range(6):
            position = wander(Rules.parse(game), rng.randint(6, 14), rng)
            proved: dict[int, str] = {}
            for depth in range(1, 6):
                for move, verdict in analyse(position, Limit(depth=depth)).verdicts.items():
                    assert proved.get(move) in {None, verdict.value}
                    if verdict.value is not None:
                        proved[move] = verdict.value


def test_gomoku_opens_in_the_centre_and_answers_beside() -> None:
    """On an empty board the centre; after a stone there, a cell next to or near it."""
    assert analyse(decode_game("15x15x5:"), Limit(nodes=2000), every=False).best == 113
    row, column = divmod(analyse(decode_game("15x15x5:113"), Limit(nodes=2000)).best - 1, 15)
    assert max(abs(row - 7), abs(column - 7)) <= 2


def test_an_open_three_must_be_answered() -> None:
    """Against three in a row with open ends every move away from them is proved to lose."""
    position = decode_game("15x15x5:113-1-114-15-115")
    analysis = analyse(position, Limit(depth=2))
    assert analysis.best in {111, 112, 116, 117}
    assert analysis.verdicts[225].value == "loss"


def test_a_win_in_hand_leaves_the_bound_on_depth() -> None:
    """A win by threats is longer than it was searched deep; no more depth is spent on a sooner."""
    position = decode_game("15x15x5:131-133-100-88-57-118-129")
    analysis = analyse(position, Limit(depth=2), every=False)
    assert (analysis.verdict.value, analysis.depth) == ("win", 2)


@pytest.mark.parametrize("game", ["9x9x5", "15x15x5"])
@pytest.mark.parametrize("first", [0, 1])
def test_beats_who_looks_one_ply_ahead(game: str, first: int) -> None:
    """A few thousand nodes a move beat a player who goes by the look of the board after it."""
    position = Position.start(Rules.parse(game))
    while position.outcome is None:
        if position.ply % 2 == first:
            move = analyse(position, Limit(nodes=5000), every=False).best
        else:
            move = greedy(position)
        position = position.play(move)
    assert position.outcome.winner is (Side.X if first == 0 else Side.O)


def greedy(position: Position) -> int:
    """Takes a win in one, else the move after which the board looks best."""
    surveyed = survey(position, Limit(depth=1))
    return max(surveyed, key=lambda move: surveyed[move].score)


@pytest.mark.parametrize(
    "code, promises",
    [
        (
            "15x15x5:54-70-38-39-71-53-67-82-84-99-96-115-101-130-131-116-114-145-160-127-144-128",
            False,
        ),
        ("15x15x5:143-174-173-188-205-160-146-157-159-187-202-186-189-127-142-144", True),
    ],
)
def test_hidden_wins_are_looked_for_where_a_move_promises_one(code: str, promises: bool) -> None:
    """Under a long limit, for half of it; in a calm position next to nothing is spent on them."""
    limit = Limit(nodes=1_000_000)
    searching = _Search(decode_game(code), limit)
    searching.think(every=False)
    assert searching._forced is not None
    assert (searching._forced.nodes > 300_000) == promises
    assert promises or searching._forced.nodes < 100_000


@pytest.mark.parametrize("game", ["4x4x3", "4x4x4", "4x4g", "3x4x3 misere"])
def test_a_look_sees_what_happens_within_it(game: str) -> None:
    """Each move that wins or loses within so many plies is told so, and when."""
    rng = random.Random(game)
    told = 0
    for _ in range(8):
        position = wander(Rules.parse(game), rng.randint(7, 9), rng)
        if position.outcome is not None:
            continue
        known = truth(position)
        for depth in (1, 2, 4):
            for move, seen in survey(position, Limit(depth=depth)).items():
                value, plies = known[move]
                decided = value != "draw" and plies <= depth
                told += decided
                if decided:
                    assert (seen.value, seen.plies) == (value, plies)
    assert told > 10
