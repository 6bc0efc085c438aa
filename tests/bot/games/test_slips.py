"""Which mistakes of a game are shown, and which one decided it."""

from __future__ import annotations

from dataclasses import replace

from bot.games.slips import PAGES, Slip, shown_slips, to_weigh, turning_point
from engine import Cost, Finders, Judgement, Lapse, Mistake, Side, Verdict

EVEN = Verdict.estimated(0.0)


def judged(ply: int, before: Verdict = EVEN, after: Verdict = EVEN) -> Judgement:
    """A judgement of a move; a mistake where something was given away."""
    made = Mistake.NONE if before == after else Mistake.ERROR
    return Judgement(ply, 1, before, after, 2, made)


def slip(
    ply: int, lost: float, *, lapse: Lapse | None = Lapse.OPEN_ROW, error: float = 0.05
) -> Slip:
    """A mistake that cost so much."""
    cost = Cost(2, 0.5 + lost / 2, 0.5 - lost / 2, error, Finders(((0, 1),)))
    return Slip(judged(ply, Verdict.win(9), Verdict.loss(9)), lapse, cost, 0.5)


def plies(slips: tuple[Slip, ...]) -> list[int]:
    """The plies of mistakes, in their order."""
    return [one.ply for one in slips]


def test_the_costliest_comes_first_and_only_three_are_shown() -> None:
    """Those of the other side are asked for by themselves."""
    made = [slip(1, 0.1), slip(2, 0.9), slip(3, 0.5), slip(5, 0.3), slip(7, 0.2)]
    assert plies(shown_slips(made, Side.X, lost=False)) == [3, 5, 7]
    assert plies(shown_slips(made, Side.O, lost=False)) == [2]


def test_the_move_that_lost_always_has_a_page() -> None:
    """Though others cost more: the last lapse of the loser."""
    made = [slip(1, 0.5), slip(3, 0.4), slip(5, 0.3), slip(7, 0.01)]
    assert plies(shown_slips(made, Side.X, lost=True)) == [1, 3, 7]
    assert len(shown_slips(made, Side.X, lost=True)) == PAGES
    assert plies(shown_slips(made, Side.X, lost=False)) == [1, 3, 5]


def test_a_mistake_by_theory_counts_if_it_surely_cost_something() -> None:
    """More than twice its error, and a tenth of the game."""
    blamed = [
        slip(1, 0.3, lapse=None),
        slip(3, 0.3, lapse=None, error=0.2),
        slip(5, 0.08, lapse=None, error=0.01),
    ]
    assert plies(shown_slips(blamed, Side.X, lost=False)) == [1]


def test_a_lost_game_in_which_nothing_cost_much_shows_what_theory_blames() -> None:
    """The last of it: there is a page for the move that lost."""
    blamed = [slip(1, 0.05, lapse=None), slip(3, 0.02, lapse=None)]
    assert plies(shown_slips(blamed, Side.X, lost=True)) == [3]
    assert shown_slips(blamed, Side.X, lost=False) == ()


def test_a_page_that_teaches_nothing_is_not_shown() -> None:
    """Where nothing cost much: the last move that is proved to lose, with a reason, or none."""
    blamed = slip(1, 0.05, lapse=None)
    vague = replace(blamed, explained=False)
    guessed = replace(blamed, judged=replace(blamed.judged, after=EVEN))
    lost = replace(blamed, judged=replace(blamed.judged, before=Verdict.loss(40)))
    for useless in (vague, guessed, lost):
        assert shown_slips([useless], Side.X, lost=True) == ()
    assert shown_slips([blamed, vague], Side.X, lost=True) == (blamed,)


def decided(*made: Slip, loser: Side | None = Side.X) -> int | None:
    """The ply of the turning point."""
    shown = {side: shown_slips(made, side, lost=side is loser) for side in Side}
    found = turning_point(shown, loser)
    return None if found is None else found.ply


def test_the_turning_point_follows_the_last_mistake_of_the_winner() -> None:
    """What cost more before that was given back."""
    assert decided(slip(1, 0.9), slip(4, 0.5), slip(7, 0.3)) == 7
    assert decided(slip(1, 0.9), slip(4, 0.05), slip(7, 0.3)) == 1
    assert decided(slip(1, 0.9), slip(4, 0.5)) == 1
    assert decided(slip(4, 0.5)) is None


def test_a_mistake_without_a_cost_decided_nothing() -> None:
    """Though it has a page: the game was lost before, or the other side did not see it."""
    assert decided(slip(3, 0.02)) is None
    assert decided(slip(3, 0.02), loser=None) is None


def test_a_draw_turns_on_the_costliest_mistake_of_all() -> None:
    """Of either side."""
    assert decided(slip(1, 0.3), slip(4, 0.5), slip(7, 0.3), loser=None) == 4


def test_few_moves_are_weighed_and_the_last_lapse_is_one() -> None:
    """However many mistakes beginners make."""
    lost, given = Verdict.loss(2), Verdict.estimated(-0.4)
    game = [judged(ply, EVEN, given) for ply in range(1, 61)]
    game.append(judged(61, Verdict.loss(6), lost))
    chosen = to_weigh(game, {9: Lapse.MISSED_WIN, 61: Lapse.OPEN_ROW})
    assert {9, 61} <= {one.ply for one in chosen}
    assert [one.ply for one in chosen] == sorted(one.ply for one in chosen)
    assert len(chosen) == 8


def test_a_game_without_blame_weighs_nothing() -> None:
    """And costs no time."""
    assert to_weigh([judged(1), judged(2)], {}) == ()
