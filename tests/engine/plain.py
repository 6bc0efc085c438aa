"""Which tests are left out where kernels are not compiled, with NUMBA_DISABLE_JIT=1.

Kernels are 30 to 100 times slower as plain Python. These tests took more than 12 seconds each then,
on two busy cores; with them the suite of the engine would take an hour instead of minutes.
"""

from __future__ import annotations

import os
from typing import Final

COMPILED: Final = os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}
"""Whether the tests run compiled kernels."""

TOO_SLOW: Final = (
    "test_a_move_known_to_lose_is_not_played",
    "test_a_puzzle_is_as_long_as_wanted[moves2]",
    "test_a_review_and_a_longer_search_agree",
    "test_a_sample_of_each_book_is_right",
    "test_after_the_book_a_position_is_solved_in_chat_time",
    "test_a_win_is_won_by_its_line[day 0-moves2]",
    "test_a_win_is_won_by_its_line[day 1-moves2]",
    "test_answers_are_graded_by_what_they_are_worth",
    "test_draws_are_proved[4x6x4]",
    "test_draws_are_proved[5x5x4]",
    "test_draws_are_proved[6x7x5]",
    "test_each_level_scores_against_the_one_below[connect4-10]",
    "test_equals_do_not_lose_by_their_first_moves",
    "test_every_column_of_random_positions",
    "test_explanations_of_games_are_true[5x5x4 misere]",
    "test_explanations_of_games_are_true[8x9x5g]",
    "test_explanations_of_games_are_true[9x9x5]",
    "test_the_speed_of_a_machine_changes_nothing",
    "test_many_tactics",
    "test_mirror_images_are_worth_the_same[4x4x3m:1-2]",
    "test_mirror_images_are_worth_the_same[6x7x4g:4-4-3]",
    "test_no_move_is_blamed_where_those_named_best_lose_as_well",
    "test_one_move_alone_solves_each_step[day 0-moves2]",
    "test_one_move_alone_solves_each_step[day 1-moves2]",
    "test_questions_do_not_answer_each_other[4x8x4:14-29]",
    "test_questions_do_not_answer_each_other[4x9x4:33-29-17]",
    "test_questions_do_not_answer_each_other[5x6x4:6-29]",
    "test_reasons[15x15x5:109-108-110-172-111-1-127-3-142-5-157-7-112-reason23]",
    "test_reviews_tell_no_untruth[3x5x3g misere]",
    "test_reviews_tell_no_untruth[3x5x4 misere]",
    "test_reviews_tell_no_untruth[3x5x4g]",
    "test_reviews_tell_no_untruth[4x4x3g misere]",
    "test_reviews_tell_no_untruth[4x4x4 misere]",
    "test_the_signature_is_what_it_was",
    "test_the_same_seed_plays_the_same",
    "test_each_difference_found_changes_the_signature",
    "test_the_winner_is_proved_before_the_distance",
    "test_wins_have_their_line[6x6x4]",
    "test_wins_have_their_line[7x7x4]",
    "test_wins_have_their_line[8x8x4]",
)
"""Names of tests, with their case where others of the same test are quick."""


def is_too_slow(name: str) -> bool:
    """Whether a test, by its name and case, is left out as plain Python."""
    return name in TOO_SLOW or name.partition("[")[0] in TOO_SLOW
