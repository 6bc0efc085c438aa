"""Judging moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from engine import (
    IllegalMoveError,
    Judgement,
    Limit,
    Mistake,
    Rules,
    Verdict,
    analyse,
    decode_game,
    forgive_lost,
    judge,
    review,
)
from engine.coaching.review import _held_against, mistake
from engine.game.position import Position
from tests.engine.boards import wander
from tests.engine.brute_force import Value, check_truth, untruths
from tests.thorough import thorough

TICTACTOE = Rules(3, 3, 3)
BOARDS = {"3x4x3": 0, "3x4x3 misere": 2, "3x5x3": 2, "3x5x4 misere": 4, "4x4x3": 4, "4x4x4": 4,
          "4x4x3 misere": 5, "4x4x4 misere": 5, "4x4g": 1, "4x4x3g": 1, "4x4g misere": 3,
          "4x4x3g misere": 2, "3x5x4g": 1, "3x5x3g misere": 2, "4x5x4": 9, "4x5x3": 8,
          "4x5x4 misere": 9, "4x5x5": 9, "4x5x4g": 6, "5x4x3g": 4, "4x5x4g misere": 7,
          "5x4x3g misere": 5, "3x6x4": 7, "3x6x3 misere": 7, "3x6x4g misere": 5}  # fmt: skip
"""Boards, and how many stones stand where brute force is quick."""
QUICK = ["3x4x3", "4x4g"]
"""A few of them, for every change."""
SHORT = [Limit(nodes=nodes) for nodes in (1, 10, 30, 50, 100, 300, 1000, 2500, 8000, 20_000)]
SHORT += [Limit(depth=depth) for depth in (1, 3, 5)]
"""Limits with which little is proved, and more and more."""
EQUALS = "15x15x5:113-85-128-101-129-117-69-133-149-145-83-68-127-126-111-97-143-98-95-159-79"
"""A game between equals: stones 2 and 3 at random, then 20,000 nodes a move."""


def test_a_game_of_mistakes() -> None:
    """Each move is judged by what it turned the game into, for the side that made it."""
    judgements = review(TICTACTOE, [1, 2, 4, 7, 6, 5, 9])
    assert [judgement.mistake for judgement in judgements] == [
        Mistake.NONE,
        Mistake.LOSING,
        Mistake.NONE,
        Mistake.NONE,
        Mistake.BLUNDER,
        Mistake.NONE,
        Mistake.NONE,
    ]
    assert judgements[4].best == 5
    assert judgements[4].before == Verdict.win(3)
    assert judgements[4].after.value == "loss"
    assert [judgement.ply for judgement in judgements] == list(range(1, 8))


@pytest.mark.parametrize("moves", [[1, 4, 2, 5, 3], [1, 2, 3, 5, 4, 6, 8, 7, 9], [5, 1]])
def test_before_is_the_truth_and_after_what_was_played(moves: list[int]) -> None:
    """Both verdicts are those of an exact analysis, to the end of the game."""
    position = Position.start(TICTACTOE)
    for judgement, move in zip(review(TICTACTOE, moves), moves, strict=True):
        analysis = analyse(position)
        assert judgement.before == analysis.verdict
        assert judgement.after == analysis.verdicts[move]
        position = position.play(move)


@pytest.mark.parametrize("moves", [[1, 4, 2, 5, 3], [1, 2, 4, 7, 6, 5, 9], [5, 1]])
def test_a_game_can_be_judged_move_by_move(moves: list[int]) -> None:
    """From the last move to the first it gives what a review of the whole game does."""
    later = None
    for ply, judgement in reversed(list(enumerate(review(TICTACTOE, moves)))):
        later = judge(Position.from_moves(TICTACTOE, moves[:ply]), moves[ply], later=later)
        assert later == judgement


def test_a_proof_outranks_the_estimate_of_what_followed() -> None:
    """Whatever a shallow search thought of the reply, a lost position stays lost."""
    lost = Position.from_moves(TICTACTOE, [1, 2, 4])
    even = Verdict.estimate(0)
    reply = Judgement(5, 5, even, even, 5, Mistake.NONE)
    judgement = judge(lost, 3, later=reply)
    assert (judgement.before, judgement.after) == (Verdict.loss(4), Verdict.loss(2))
    assert judgement.mistake is Mistake.SLOWER


def test_a_move_that_cannot_be_played_is_not_judged() -> None:
    """It is refused as by the position."""
    with pytest.raises(IllegalMoveError):
        judge(Position.from_moves(TICTACTOE, [5]), 5)


def test_misere_is_judged_by_its_own_aim() -> None:
    """In misere completing a line is the blunder."""
    judgements = review(Rules(3, 3, 3, misere=True), [5, 1, 9, 2, 6, 3])
    assert judgements[-1].after == Verdict.loss(1)
    assert judgements[-1].mistake is not Mistake.NONE


def test_an_unproved_game_is_judged_by_estimates() -> None:
    """Leaving four in a row open is a mistake on any board; a good opening is none."""
    moves = [113, 1, 114, 2, 115, 3, 116, 4]
    judgements = review(Rules(15, 15, 5), moves, Limit(nodes=2000))
    assert judgements[0].mistake is Mistake.NONE
    assert judgements[3].mistake not in {Mistake.NONE, Mistake.SLOWER}
    assert judgements[-2].after == Verdict.win(3)


@pytest.mark.parametrize(
    "before, after, kind",
    [
        (Verdict.win(3), Verdict.win(3), Mistake.NONE),
        (Verdict.win(3), Verdict.win(5), Mistake.SLOWER),
        (Verdict.loss(6), Verdict.loss(4), Mistake.SLOWER),
        (Verdict.win(3), Verdict.win(None), Mistake.NONE),
        (Verdict.loss(6), Verdict.loss(None), Mistake.NONE),
        (Verdict.win(3), Verdict.draw(4), Mistake.MISSED_WIN),
        (Verdict.win(3), Verdict.estimate(100), Mistake.MISSED_WIN),
        (Verdict.win(3), Verdict.loss(2), Mistake.BLUNDER),
        (Verdict.draw(4), Verdict.loss(2), Mistake.LOSING),
        (Verdict.draw(4), Verdict.draw(4), Mistake.NONE),
        (Verdict.estimate(0), Verdict.loss(2), Mistake.ERROR),
        (Verdict.estimate(9000), Verdict.estimate(0), Mistake.ERROR),
        (Verdict.estimate(3000), Verdict.estimate(0), Mistake.INACCURACY),
        (Verdict.estimate(100), Verdict.estimate(0), Mistake.NONE),
    ],
)
def test_kinds(before: Verdict, after: Verdict, kind: Mistake) -> None:
    """The kind of a mistake follows from the verdicts before and after."""
    assert mistake(before, after) is kind


def test_nothing_has_no_sign() -> None:
    """An even position is worth 0 to both sides, written alike."""
    even = Verdict.estimate(0)
    later = Judgement(2, 81, even, even, 81, Mistake.NONE)
    judgement = judge(Position.start(Rules(9, 9, 5)), 1, Limit(nodes=1), later)
    assert repr(judgement.after.score) == "0.0"


def test_an_impossible_game_is_refused() -> None:
    """A game that cannot be played cannot be judged."""
    with pytest.raises(IllegalMoveError):
        review(TICTACTOE, [1, 1])


def random_game(game: str, rng: random.Random) -> list[tuple[Position, int]]:
    """A game played at random: its positions, from where brute force is quick, and moves."""
    stones = BOARDS[game] + rng.randrange(4)
    position = wander(Rules.parse(game), stones, rng)
    played = []
    while position.outcome is None:
        move = rng.choice(position.legal)
        played.append((position, move))
        position = position.play(move)
    return played


def said_of(
    played: list[tuple[Position, int]], limit: Limit
) -> Iterator[tuple[Position, Judgement]]:
    """The judgement of each move, the last one first, as a review goes."""
    later = None
    for position, move in reversed(played):
        later = judge(position, move, limit, later)
        yield position, later


def is_unfair(position: Position, judged: Judgement, limit: Limit) -> bool:
    """Whether a search with more than the limit shows that a move is blamed for nothing.

    With ten times as much for a loss where the best loses too, with four times as much for a win
    missed that it did not miss.
    """
    if judged.mistake in {Mistake.NONE, Mistake.SLOWER}:
        return False

    def leads_to(move: int, times: int) -> Value | None:
        after = position.play(move)
        if after.outcome is not None:
            return None
        return analyse(after, limit.times(times), every=False).verdict.value

    if judged.after.value == "loss":
        return leads_to(judged.best, 10) == "win"
    missed = judged.before.value == "win" != judged.after.value
    return missed and leads_to(judged.move, 4) == "loss"


def check_reviews(game: str, games: int) -> None:
    """Nothing that reviews of random games say with any limit differs from brute force."""
    rng = random.Random(game)
    for _ in range(games):
        played = random_game(game, rng)
        for limit in SHORT:
            for position, judged in said_of(played, limit):
                assert not untruths(position, judged), judged
                assert not is_unfair(position, judged, limit), judged
            start, _ = played[0]
            check_truth(start, analyse(start, limit, every=rng.random() < 0.5))


@pytest.mark.parametrize("game", [*QUICK, *thorough(*sorted(BOARDS.keys() - QUICK))])
def test_reviews_tell_no_untruth(game: str) -> None:
    """Each verdict, distance, best move and mistake told as proved is that of brute force."""
    check_reviews(game, 1)


@pytest.mark.long
@pytest.mark.parametrize("game", BOARDS)
def test_many_reviews_tell_no_untruth(game: str) -> None:
    """The same for many games."""
    check_reviews(game, 100)


@pytest.mark.parametrize(
    "code, move, nodes",
    [
        ("4x4x3m:8-5-9-11", 13, 10_000),
        ("4x5x4m:6-4-15-3-17-10-13-16-5", 18, 10_000),
        ("5x5x4gm:4-1-2-2-2-1-2-3-3-2-4", 1, 3000),
    ],
)
def test_one_move_refuted_or_drawn_proves_nothing_of_the_others(
    code: str, move: int, nodes: int
) -> None:
    """What the move played is proved to lead to is not the value of the position before it."""
    position = decode_game(code)
    judged = judge(position, move, Limit(nodes=nodes))
    assert judged.after.value is not None
    assert judged.before.value != judged.after.value
    assert not untruths(position, judged)


def test_a_move_that_loses_is_held_against_the_others() -> None:
    """Another move is named as best where the one played is refuted by what followed."""
    position = decode_game("4x4x3m:8-5-9-11")
    later = judge(position.play(13), 1, Limit(nodes=10_000))
    assert later.before.value == "win"
    judged = judge(position, 13, Limit(nodes=100), later)
    assert judged.best != 13
    assert judged.mistake is Mistake.ERROR


def test_a_position_in_which_all_moves_lose_is_lost() -> None:
    """A loss is passed back through the game as far as every other move is proved to lose too."""
    judgements = review(TICTACTOE, [1, 2, 4, 7, 5, 3, 9])
    assert [judged.before.value for judged in judgements[3:6]] == ["loss", "win", "loss"]
    assert judgements[5].mistake is Mistake.NONE


@cache
def review_of_equals() -> tuple[Judgement, ...]:
    """What a review says of their game."""
    position = decode_game(EQUALS)
    return review(position.rules, position.moves, Limit(nodes=20_000))


def test_equals_do_not_lose_by_their_first_moves() -> None:
    """A win that is proved late in a game of gomoku is not proved of its opening."""
    judgements = review_of_equals()
    lost = next(judged for judged in judgements if judged.after.value == "loss")
    assert lost.ply > 5
    assert all(judged.before.value == "win" for judged in judgements[lost.ply :: 2])


def test_no_move_is_blamed_where_those_named_best_lose_as_well() -> None:
    """The game is lost before its tenth move: what looks best there is searched for, and loses."""
    position = decode_game(EQUALS)
    lost = review_of_equals()[9]
    before = Position.from_moves(position.rules, position.moves[:9])
    named = analyse(before, Limit(nodes=20_000), every=False, known={145: lost.after}).best
    assert named != lost.move
    assert analyse(before.play(named), Limit(nodes=80_000), every=False).verdict.value == "win"
    assert lost.after.value == "loss"
    assert lost.mistake is Mistake.NONE


def test_an_estimate_is_compared_with_one_of_the_same_depth() -> None:
    """Where the best move, searched for itself, is no better than that played, none is blamed."""
    judgement = Judgement(1, 5, Verdict.estimated(0.4), Verdict.estimated(0.1), 9, Mistake.ERROR)
    for score, before, best, kind in (
        (0.3, 0.3, 9, Mistake.ERROR),
        (0.16, 0.16, 9, Mistake.INACCURACY),
        (0.0, 0.1, 5, Mistake.NONE),
    ):
        held = _held_against(judgement, Verdict.estimated(score))
        assert (held.before.score, held.best, held.mistake) == (before, best, kind)


def test_the_reply_to_a_winning_move_is_not_blamed() -> None:
    """A move that is proved to win leaves a lost position, whatever the search of that thought."""
    even, lost = Verdict.estimate(0), Verdict.loss(6)
    for won, after, before in (
        (Verdict.win(7), lost, lost),
        (Verdict.win(9), lost, replace(Verdict.loss(8), plies=None)),
        (Verdict.win(9), even, replace(Verdict.loss(8), plies=None)),
        (Verdict.win(None), lost, replace(Verdict.loss(None), plies=None)),
    ):
        game = [
            Judgement(1, 5, won, won, 5, Mistake.NONE),
            Judgement(2, 1, even, after, 2, Mistake.ERROR),
        ]
        first, reply = forgive_lost(game)
        assert first == game[0]
        assert (reply.before, reply.mistake) == (before, Mistake.NONE)
        assert reply.after.value == "loss"
        assert reply.best == (1 if before == lost else 2)


def test_a_judgement_begins_with_known_proofs() -> None:
    """A judgement begins with proofs from elsewhere, of the move played and of the others."""
    position = decode_game("4x4x3m:8-5-9-11")
    known = {13: Verdict.loss(None), 1: Verdict.win(None)}
    judged = judge(position, 13, Limit(nodes=1), known=known)
    assert (judged.after.value, judged.before.value, judged.best) == ("loss", "win", 1)
    assert judged.mistake is Mistake.BLUNDER
