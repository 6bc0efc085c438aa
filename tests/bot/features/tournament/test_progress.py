"""Whole tournaments, decided by lots."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.tournament.grammar import TournamentKind
from bot.features.tournament.progress import advanced
from bot.features.tournament.schedule import Number
from bot.features.tournament.table import annulled, counted_fixtures, standings
from bot.features.tournament.text import ended, halves, quarters, you_left
from bot.features.tournament.values import (
    OPEN_FOR,
    Fixture,
    FixtureResult,
    Tournament,
    TournamentStage,
)
from bot.match.session import GameId, UserId
from tests.bot.builders import NOON
from tests.bot.features.tournament.play import decide, opened, played_out, started

PLAYERS = st.integers(2, 12)
CHANCE = st.randoms(use_true_random=False)
FEW = settings(max_examples=25)
RESULTS = WIN, LOSS, DRAW = FixtureResult.X, FixtureResult.O, FixtureResult.DRAW
"""The results of X."""


def check_sums(tournament: Tournament) -> None:
    """Of each game two half points are in the table, or none where both have lost."""
    rows, counted = standings(tournament), counted_fixtures(tournament)
    lost_by_both = sum(fixture.result is FixtureResult.NOBODY for fixture in counted)
    assert sum(row.half_points for row in rows) == 2 * (len(counted) - lost_by_both)
    assert sum(row.games for row in rows) == 2 * len(counted)
    assert sum(row.wins for row in rows) + lost_by_both == sum(row.losses for row in rows) - (
        lost_by_both
    )
    assert sum(row.draws for row in rows) % 2 == 0
    points = {row.entrant.number: row.half_points for row in rows}
    games = {row.entrant.number: row.games for row in rows}
    assert sum(row.buchholz for row in rows) == sum(points[n] * games[n] for n in points)
    assert [row.place for row in rows] == sorted(row.place for row in rows)


@FEW
@given(PLAYERS, CHANCE)
def test_round_robin(players: int, chance: Random) -> None:
    """Everybody meets everybody once, byes are at most one apart, and the table adds up."""
    done = played_out(started(TournamentKind.ROBIN, players), chance)
    met = Counter(fixture.pair for fixture in done.fixtures if fixture.o is not None)
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}
    byes = Counter(fixture.x for fixture in done.fixtures if fixture.o is None)
    assert sorted(byes.values()) == [1] * (players if players % 2 else 0)
    assert all(abs(lead) <= 1 for lead in done.lead().values())
    check_sums(done)


@FEW
@given(st.integers(2, 33), CHANCE)
def test_knock_out(players: int, chance: Random) -> None:
    """One is left, everybody else has lost once, and a drawn tie has two games."""
    done = played_out(started(TournamentKind.CUP, players), chance)
    rows = standings(done)
    assert [row.place for row in rows][:2] == [1, 2]
    assert rows[0].out == 0
    assert all(row.out for row in rows[1:])
    ties = Counter((fixture.round, fixture.board) for fixture in done.fixtures)
    assert set(ties.values()) <= {1, 2}
    for number in range(1, done.round + 1):
        sides = [fixture.pair for fixture in done.of_round(number) if fixture.leg == 1]
        numbers = [player for pair in sides for player in pair]
        assert len(numbers) == len(set(numbers))
    byes = Counter(fixture.x for fixture in done.fixtures if fixture.o is None)
    assert set(byes.values()) <= {1}
    check_sums(done)


def test_a_drawn_tie() -> None:
    """The second game has sides exchanged; drawn too, who moved second in it goes on."""
    cup = started(TournamentKind.CUP, 2)
    (first,) = cup.undecided
    cup = decide(cup, first, FixtureResult.DRAW)
    (second,) = cup.undecided
    assert (second.x, second.o, second.leg) == (first.o, first.x, 2)
    done = decide(cup, second, FixtureResult.DRAW)
    assert done.stage is TournamentStage.DONE
    assert standings(done)[0].entrant.number == second.o


@FEW
@given(st.integers(2, 9), CHANCE)
def test_arena(players: int, chance: Random) -> None:
    """Nobody meets themselves, plays twice at once, or waits while another one does."""
    arena = started(TournamentKind.ARENA, players)
    for _ in range(40):
        playing = [number for fixture in arena.undecided for number in fixture.players]
        assert (
            len(playing)
            == len(set(playing))
            == players - players % 2 - 2 * (players // 2 - len(arena.undecided))
        )
        assert all(len(fixture.pair) == 2 for fixture in arena.undecided)
        assert players - len(playing) < 2
        before = arena
        fixture = chance.choice(arena.undecided)
        arena = decide(arena, fixture, chance.choice(list(FixtureResult)[:3]))
        again = [f.pair for f in arena.fixtures if f.round > before.round]
        assert players % 2 == 0 or fixture.pair not in again  # a third one waited
    games = Counter(number for fixture in arena.fixtures for number in fixture.players)
    assert set(games) == {Number(number) for number in range(1, players + 1)}
    late = NOON + timedelta(hours=1)
    assert played_out(arena, chance, late).round == arena.round
    check_sums(played_out(arena, chance, late))


def games_of(tournament: Tournament) -> Counter[Number]:
    """How many games each player has, those that are on among them."""
    return Counter(number for fixture in tournament.fixtures for number in fixture.players)


def won_by(fixture: Fixture, number: int) -> FixtureResult:
    """The result of a game that this player wins if they play in it, else X."""
    return FixtureResult.O if fixture.o == number else FixtureResult.X


@pytest.mark.parametrize("players", [3, 5, 7])
@pytest.mark.parametrize("best", [0, 1, 2])
def test_an_arena_of_an_odd_number_lets_all_rest_alike(players: int, best: int) -> None:
    """Whoever wins: in each round nobody has played more than one game more than anybody else."""
    arena = started(TournamentKind.ARENA, players)
    for _ in range(4 * players):
        games = games_of(arena)
        assert max(games.values()) - min(games[Number(n + 1)] for n in range(players)) <= 1
        arena = round_decided(arena, best)


def round_decided(tournament: Tournament, winner: int) -> Tournament:
    """The tournament after the games that are on, of which a player wins theirs and else X."""
    last, *others = tournament.undecided
    results = [replace(fixture, result=won_by(fixture, winner)) for fixture in others]
    return decide(tournament.with_fixtures(results), last, won_by(last, winner))


def test_of_five_nobody_rests_twice_in_a_row() -> None:
    """Of those with as many games it is one who has just played."""
    for seed in range(30, 60):
        chance, arena, rested = Random(seed), started(TournamentKind.ARENA, 5), 0
        for _ in range(8):
            (rests,) = {1, 2, 3, 4, 5} - {n for f in arena.undecided for n in f.players}
            assert rests != rested, seed
            rested, (last, *others) = rests, arena.undecided
            results = [replace(f, result=chance.choice(RESULTS)) for f in others]
            arena = decide(arena.with_fixtures(results), last, chance.choice(RESULTS))


def test_of_three_nobody_rests_twice_in_a_row() -> None:
    """Whatever the results: of those with as many games it is one who has just played.

    Of two who have just met it is the one placed worse.
    """
    for results in product(RESULTS, repeat=5):
        arena, rested = started(TournamentKind.ARENA, 3), 0
        for result in results:
            (fixture,) = arena.undecided
            (rests,) = {1, 2, 3} - fixture.pair
            assert rests != rested, results
            places = [row.entrant.number for row in standings(arena)]
            games, rested = games_of(arena) - Counter(fixture.players), rests
            alike = {n for n in map(Number, (1, 2, 3)) if games[n] == games[Number(rests)]}
            if len(alike) == 2:
                assert rests == max(alike, key=places.index), results
            arena = decide(arena, fixture, result)


@pytest.mark.parametrize("players", [4, 5])
def test_the_leaders_of_an_arena_meet_first(players: int) -> None:
    """The best of those who play are on the first board, next to them the others in their order."""
    arena = round_decided(started(TournamentKind.ARENA, players), winner=2)
    places = [row.entrant.number for row in standings(arena)]
    met = [place for f in arena.undecided for place in sorted(map(places.index, f.players))]
    assert met[:2] == [0, 1]
    assert met == sorted(met)


def test_an_arena_gives_x_to_who_had_it_less_often() -> None:
    """Over many games nobody is ahead by more than one; boards of a round begin differently."""
    arena = started(TournamentKind.ARENA, 6)
    assert len({f.x < f.o for f in arena.undecided if f.o is not None}) == 2
    for _ in range(12):
        arena = round_decided(arena, winner=1)
        assert all(abs(lead) <= 2 for lead in arena.lead().values())


def test_an_arena_pairs_nobody_at_the_moment_it_closes() -> None:
    """Nor later; what is on then is played out."""
    arena = started(TournamentKind.ARENA, 2)
    assert arena.closes is not None
    closes, moment = arena.closes, timedelta(seconds=1)
    arena = decide(arena, arena.undecided[0], FixtureResult.X, closes - moment)
    assert (arena.round, arena.stage) == (2, TournamentStage.RUNNING)
    assert advanced(arena, closes + moment) == arena
    arena = decide(arena, arena.undecided[0], FixtureResult.X, closes)
    assert (arena.round, arena.stage) == (2, TournamentStage.DONE)


@FEW
@given(st.sampled_from(TournamentKind), PLAYERS, CHANCE)
def test_a_player_who_leaves_holds_nobody_up(
    kind: TournamentKind, players: int, chance: Random
) -> None:
    """At any moment: every tournament ends, and what was not begun is awarded."""
    cup = started(kind, players)
    for _ in range(200):
        if cup.stage is not TournamentStage.RUNNING:
            break
        if chance.random() < 0.2 and cup.active:
            cup = cup.without(chance.choice(cup.active).person.id)
            cup = advanced(cup, NOON)
        if cup.undecided:
            cup = decide(cup, chance.choice(cup.undecided), chance.choice(list(FixtureResult)[:3]))
        check_sums(cup)
    if kind is TournamentKind.ARENA:
        cup = played_out(cup, chance, NOON + timedelta(hours=1))
    assert played_out(cup, chance).stage is TournamentStage.DONE


@given(st.sampled_from(TournamentKind), PLAYERS)
def test_to_go_on_twice_changes_nothing(kind: TournamentKind, players: int) -> None:
    """So a kill between two steps pairs nobody twice."""
    cup = started(kind, players)
    assert advanced(cup, NOON) == cup


def test_games_of_who_leaves_early_count_for_nobody() -> None:
    """In a round robin, before half of them; later what is left is lost."""
    robin = started(TournamentKind.ROBIN, 4)
    fixture = next(f for f in robin.undecided if Number(1) in f.players)
    robin = decide(robin, fixture, FixtureResult.DRAW).without(UserId(1))
    assert all(Number(1) not in counted.pair for counted in counted_fixtures(robin))
    assert len(robin.fixtures) == 2


@pytest.mark.parametrize(
    "players, played, counts",
    [(4, 1, False), (4, 2, True), (5, 1, False), (5, 2, True), (6, 2, False)],
)
def test_games_won_without_playing_do_not_count_as_played(
    players: int, played: int, counts: bool
) -> None:
    """Whoever left before half of their games was played is annulled at the end as well.

    Till then the games that they did not play were awarded to others.
    """
    robin = started(TournamentKind.ROBIN, players)
    while sum(f.game is not None for f in robin.fixtures if Number(1) in f.players) < played:
        robin = decide(robin, robin.undecided[0], won_by(robin.undecided[0], 1))
    done = played_out(robin.without(UserId(1)), Random(1))
    theirs = [f for f in done.fixtures if Number(1) in f.players and f.o is not None]
    assert len(theirs) == players - 1
    assert sum(f.awarded for f in theirs) == players - 1 - played
    counted = [f for f in counted_fixtures(done) if Number(1) in f.players]
    assert counted == (theirs if counts else [])
    (row,) = (row for row in standings(done) if row.entrant.number == 1)
    assert (row.annulled, row.wins) == (not counts, played if counts else 0)
    check_sums(done)


def test_a_player_who_stays_keeps_their_results() -> None:
    """However few of their games were played so far, and whoever has left before them."""
    robin = started(TournamentKind.ROBIN, 6)
    assert annulled(robin) == frozenset()
    for user in (1, 2, 3, 4):
        robin = advanced(robin.without(UserId(user)), NOON)
    assert annulled(robin) == {1, 2, 3, 4}


def test_a_game_without_a_result_counts_for_nobody() -> None:
    """It ended because the tournament was called off: nobody has played it."""
    robin = started(TournamentKind.ROBIN, 4)
    one, other = robin.undecided
    robin = robin.with_fixtures([replace(one, result=FixtureResult.VOID)])
    stopped = robin.with_fixtures([replace(other, result=FixtureResult.X)]).stopped(NOON)
    assert counted_fixtures(stopped) == [replace(other, result=FixtureResult.X)]
    assert sum(row.games for row in standings(stopped)) == 2


def test_players_who_left_early_are_last() -> None:
    """They are last, behind whoever has no point either; where all have left nobody has won."""
    robin = started(TournamentKind.ROBIN, 4)
    for user in (1, 2, 3):
        robin = robin.without(UserId(user))
    done = advanced(robin, NOON)
    assert done.stage is TournamentStage.DONE
    assert [(row.entrant.number, row.place) for row in standings(done)] == [
        (4, 1),
        (1, 2),
        (2, 2),
        (3, 2),
    ]
    assert ended(done).endswith("**p4** has won.")
    assert ended(advanced(robin.without(UserId(4)), NOON)).endswith("nobody has won.")


def test_leaving_says_what_becomes_of_the_games() -> None:
    """Before half of them none counts; later, and in other tournaments, what is left is lost."""
    lost = "Your unfinished games count as losses."
    robin = started(TournamentKind.ROBIN, 4)
    fixture = next(f for f in robin.undecided if Number(1) in f.players)
    left = decide(robin, fixture, FixtureResult.X).without(UserId(1))
    assert you_left(left, UserId(1)).endswith("half of your games, so none of them counts.")
    assert you_left(started(TournamentKind.CUP, 4).without(UserId(1)), UserId(1)).endswith(lost)
    robin = started(TournamentKind.ROBIN, 3)
    while not any(Number(1) in f.players and f.game for f in robin.fixtures):
        robin = decide(robin, robin.undecided[0], FixtureResult.X)
    assert you_left(robin.without(UserId(1)), UserId(1)).endswith(lost)


def test_a_table_has_all_digits() -> None:
    """Also where an arena has gone on for so long that there are seven of them."""
    assert (halves(2_000_001), quarters(40_003)) == ("1000000.5", "10000.75")
    assert (halves(0), halves(20), quarters(6)) == ("0", "10", "1.5")


def test_a_player_who_does_not_show_up_is_out() -> None:
    """After two games, in an arena after one, where they may come back."""
    cup = started(TournamentKind.ROBIN, 3)
    cup = cup.absent(Number(2))
    assert len(cup.active) == 3
    assert len(cup.absent(Number(2)).active) == 2
    arena = started(TournamentKind.ARENA, 3).absent(Number(2))
    assert len(arena.active) == 2
    assert arena.joined(arena.by_number[Number(2)].person).active[1].absences == 0


def test_a_tournament_that_never_begins_is_called_off() -> None:
    """After a week, so that the channel is free for another."""
    found = opened(TournamentKind.CUP, 3)
    assert found.due == NOON + OPEN_FOR
    assert advanced(found, NOON + OPEN_FOR).stage is TournamentStage.STOPPED


def test_places_are_shared() -> None:
    """Players who lost in the same round of a knock-out rank equally."""
    cup = started(TournamentKind.CUP, 4)
    for fixture in cup.undecided:
        cup = decide(cup, fixture, FixtureResult.X)
    assert [row.place for row in standings(cup)] == [1, 1, 3, 3]


@pytest.mark.parametrize(
    "kind, games, better, worse",
    [
        # Sonneborn-Berger 4 to 2, against a win
        (TournamentKind.ROBIN, [(1, 2, LOSS), (1, 3, DRAW), (1, 4, LOSS), (2, 3, DRAW)], 3, 4),
        # both have 2, and one of them a win
        (TournamentKind.ROBIN, [(1, 2, DRAW), (1, 3, LOSS), (2, 4, DRAW)], 3, 2),
        # Buchholz 4 to 2, against Sonneborn-Berger 0 to 4
        (TournamentKind.ARENA, [(1, 2, WIN), (1, 3, LOSS), (1, 4, LOSS)], 1, 3),
        # both have 4; Sonneborn-Berger 4 to 2, against a win
        (TournamentKind.ARENA, [(1, 2, WIN), (1, 3, LOSS), (2, 4, DRAW), (3, 4, DRAW)], 4, 1),
        # both have 6 and 6, and one of them a win
        (
            TournamentKind.ARENA,
            [(1, 2, WIN), (1, 3, LOSS), (1, 4, DRAW), (2, 3, WIN), (2, 4, DRAW)],
            3,
            4,
        ),
    ],
)
def test_tie_breaks_in_their_order(
    kind: TournamentKind, games: list[tuple[int, int, FixtureResult]], better: int, worse: int
) -> None:
    """Of two with as many points; each counts where those before it are equal."""
    played = [
        Fixture(number, 1, Number(x), Number(o), result=result)
        for number, (x, o, result) in enumerate(games, start=1)
    ]
    found = replace(started(kind, 4), fixtures=tuple(played))
    rows = {row.entrant.number: row for row in standings(found)}
    assert rows[Number(better)].half_points == rows[Number(worse)].half_points
    assert rows[Number(better)].place < rows[Number(worse)].place


def test_nobody_is_out_before_the_second_game_of_a_drawn_tie() -> None:
    """The table shows both on their way until then."""
    cup = decide(cup := started(TournamentKind.CUP, 2), cup.undecided[0], FixtureResult.DRAW)
    assert [(row.out, row.place) for row in standings(cup)] == [(0, 1), (0, 1)]


@pytest.mark.parametrize("kind", list(TournamentKind))
def test_a_player_who_left_before_the_start_is_in_no_table(kind: TournamentKind) -> None:
    """Who leaves later stays there."""
    found = opened(kind, 4).without(UserId(2))
    assert [row.entrant.number for row in standings(found)] == [1, 3, 4]
    found = advanced(found.started([Number(1), Number(3), Number(4)], NOON), NOON)
    assert {row.entrant.number for row in standings(found.without(UserId(3)))} == {1, 3, 4}


def test_sonneborn_berger_by_hand() -> None:
    """One beats two and draws with three, two beats three."""
    robin = started(TournamentKind.ROBIN, 3)
    wanted = {(1, 2): 1, (1, 3): 0, (2, 3): 2}
    while robin.undecided:
        fixture = robin.undecided[0]
        winner = wanted[tuple(sorted(fixture.players))]  # type: ignore[index] # two of them
        result = (
            FixtureResult.DRAW
            if not winner
            else FixtureResult.X
            if fixture.x == winner
            else FixtureResult.O
        )
        robin = decide(robin, fixture, result)
    found = {
        row.entrant.number: (row.half_points, row.buchholz, row.sonneborn)
        for row in (standings(robin))
    }
    assert found == {1: (3, 3, 5), 2: (2, 4, 2), 3: (1, 5, 3)}


def test_a_game_that_is_on_is_not_awarded() -> None:
    """A player who leaves resigns it, or runs out of time; one that has not begun is awarded."""
    cup = started(TournamentKind.CUP, 2)
    (fixture,) = cup.undecided
    left = cup.without(UserId(1))
    assert advanced(left, NOON).stage is TournamentStage.DONE
    begun = left.with_fixtures([replace(fixture, game=GameId(1))])
    assert advanced(begun, NOON) == begun
