"""Results, ratings and tables in words."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.features.stats.text import leaderboard, stats, versus
from bot.match.grammar import parse_start
from bot.match.rating import Rating
from bot.match.results import GameRecord, Leaderboard, LeaderboardEntry, Stats, Streak, Tally
from bot.match.session import UserId
from engine import LADDER, Rules
from tests.bot.builders import ALL_RULES

TICTACTOE = Rules(3, 3, 3)
ESTABLISHED = Rating(1543.6, 98.4, 12)
STATS = Stats(
    (
        GameRecord(TICTACTOE, Tally(5, 4, 3), ESTABLISHED),
        GameRecord(Rules(6, 7, 4, gravity=True), Tally(1, 0, 0), Rating(games=4)),
        GameRecord(Rules(5, 5, 4), Tally(0, 1, 0)),
    ),
    Streak("win", 3),
)
HUGE = replace(ESTABLISHED, mu=123456.7, games=10**6)
NASTY = "*_`@" * 8


def test_everything_somebody_has_played() -> None:
    """A line a game with its rating or what is missing for one, then what they come to."""
    assert stats("alice", STATS, None).splitlines() == [
        "Games of **alice**",
        "Tic-tac-toe · 12 games: 5 won, 4 drawn, 3 lost · rating 1544 ± 98",
        "Connect Four · 1 game: 1 won, 0 drawn, 0 lost · rating after 1 more rated game",
        "5×5, 4 in a row · 1 game: 0 won, 1 drawn, 0 lost",
        "Overall · 14 games: 6 won, 5 drawn, 3 lost",
        "Streak: 3 won in a row",
        "Favourite: Tic-tac-toe",
    ]


def test_one_game_needs_no_sum() -> None:
    """Nor a favourite; one result is no streak."""
    only = Stats(STATS.games[:1], Streak("loss", 1))
    assert len(stats("alice", only, TICTACTOE).splitlines()) == 2


def test_losses_in_a_row_are_not_told() -> None:
    """What is asked in a channel is read by all; wins or draws in a row shame nobody."""
    rows = Streak("win", 22), Streak("draw", 22), Streak("loss", 22)
    won, drawn, lost = (stats("alice", Stats(STATS.games, row), None) for row in rows)
    assert "22 won in a row" in won
    assert "22 drawn in a row" in drawn
    assert "Streak" not in lost


def test_a_tie_between_games_makes_no_favourite() -> None:
    """One of them would be told by chance."""
    assert "Favourite" not in stats("alice", Stats(STATS.games[1:]), None)


def test_nothing_is_said_to_be_nothing() -> None:
    """Of a game, or of all."""
    assert stats("alice", Stats(), None) == "**alice** hasn't finished a game here yet."
    told = stats("alice", Stats(), TICTACTOE)
    assert told == "**alice** hasn't finished a game here yet: tic-tac-toe."


def test_head_to_head() -> None:
    """The sum first; by game where there are several."""
    assert versus("alice", "bob", STATS).splitlines()[:2] == [
        "**alice** against **bob** · 14 games: 6 won, 5 drawn, 3 lost",
        "Tic-tac-toe · 12 games: 5 won, 4 drawn, 3 lost",
    ]
    assert "\n" not in versus("alice", "bob", Stats(STATS.games[:1]))


def test_the_asker_stands_below_the_best() -> None:
    """With their rank where they are not shown already, or what is missing for one."""
    first = LeaderboardEntry(1, UserId(1), "alice", ESTABLISHED)
    assert leaderboard(Leaderboard(TICTACTOE, (first,), first), "!", shared=True).splitlines()[
        :2
    ] == [
        "**Tic-tac-toe · the best of this server**",
        "1. **alice** · 1544 ± 98 · 12 games",
    ]
    far = LeaderboardEntry(57, UserId(2), "bob", ESTABLISHED)
    lines = leaderboard(Leaderboard(TICTACTOE, (first,), far), "!", shared=True).splitlines()
    assert lines[2:4] == ["…", "57. **bob** · 1544 ± 98 · 12 games"]
    new = LeaderboardEntry(None, UserId(2), "bob", Rating(games=2))
    lines = leaderboard(Leaderboard(TICTACTOE, (first,), new), "!", shared=True).splitlines()
    assert lines[2] == "**bob**: ranked after 3 more rated games"


def test_a_leaderboard_names_a_game_that_is_rated() -> None:
    """Of its own kind, at a level that stays the same: the usual one is adaptive."""
    for rules in ALL_RULES:
        told = leaderboard(Leaderboard(rules), "!", shared=True)
        (words,) = re.findall("`!ttt start (.*)`", told)
        asked = parse_start(words, TICTACTOE)
        assert asked.rules == rules
        assert asked.level in LADDER


def test_in_direct_messages_there_is_no_server() -> None:
    """The leaderboard says nothing of one."""
    assert leaderboard(Leaderboard(TICTACTOE), "!", shared=False).startswith("**Tic-tac-toe**\n")


def test_the_longest_fit_a_message() -> None:
    """Twenty games against each other, and ten entries of the nastiest names."""
    records = tuple(
        GameRecord(Rules(19, side, 5, gravity=True, misere=True), Tally(10**6, 10**6, 10**6), HUGE)
        for side in range(3, 19)
    )
    whole = Stats(records, Streak("loss", 100))
    told = f"{stats(NASTY, whole, None)}\n{versus(NASTY, NASTY, whole)}"
    assert len(told) <= 2000
    assert "and 10 more kinds of game" in told
    entries = tuple(LeaderboardEntry(n, UserId(n), NASTY, HUGE) for n in range(10))
    own = LeaderboardEntry(10**6, UserId(99), NASTY, HUGE)
    assert (
        len(leaderboard(Leaderboard(records[0].rules, entries, own), "`````", shared=True)) <= 2000
    )
