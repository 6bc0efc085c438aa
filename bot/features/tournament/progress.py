"""How a tournament goes on by itself: the next round, the second game of a tie, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.tournament.grammar import TournamentKind
from bot.features.tournament.schedule import Number, arena_pairs, berger_rounds, bracket, with_sides
from bot.features.tournament.table import standings
from bot.features.tournament.values import (
    LEGS,
    OPEN_FOR,
    Fixture,
    FixtureResult,
    Tournament,
    TournamentStage,
    ties_of,
)


def advanced(tournament: Tournament, now: datetime) -> Tournament:
    """The tournament with all that follows from the results so far. Again it changes nothing."""
    if tournament.stage is TournamentStage.OPEN and now - tournament.created >= OPEN_FOR:
        return tournament.stopped(now)
    if tournament.stage is not TournamentStage.RUNNING:
        return tournament
    while True:
        tournament = _awarded(tournament)
        after = _STEPS[tournament.terms.kind](tournament, now)
        if after == tournament or after.stage is not TournamentStage.RUNNING:
            return after
        tournament = after


def winner_of(tie: tuple[Fixture, ...]) -> Number | None:
    """The players who go on. If the second game is drawn too, it is the second player in it."""
    last = tie[-1]
    if last.result is FixtureResult.DRAW and last.leg == LEGS:
        return last.o
    return last.winner


_AWARDED: Final = {
    (True, True): FixtureResult.NOBODY,
    (True, False): FixtureResult.O,
    (False, True): FixtureResult.X,
}
"""The result of a game without moves, by whether X and O have left."""


def _awarded(tournament: Tournament) -> Tournament:
    """Decide the games that have not begun and that a player has left."""
    players = tournament.by_number
    changed = []
    for fixture in tournament.undecided:
        if fixture.o is None or fixture.game is not None:
            continue
        x_left, o_left = players[fixture.x].left, players[fixture.o].left
        if x_left or o_left:
            result = _AWARDED[x_left, o_left]
            changed.append(replace(fixture, result=result, awarded=True, due=None))
    return tournament.with_fixtures(changed)


def _robin(tournament: Tournament, now: datetime) -> Tournament:
    """The next round of everybody against everybody."""
    if tournament.undecided:
        return tournament
    entrants, played = tournament.seeded, tournament.round
    rounds = berger_rounds(len(entrants))
    if played == len(rounds) or len(tournament.active) < 2:
        return replace(tournament, stage=TournamentStage.DONE)
    by_seed: dict[int, Number] = dict(enumerate(entrants, start=1))
    made = []
    for board, (x, o) in enumerate(rounds[played], start=1):
        one, other = by_seed.get(x), by_seed.get(o)
        if one is None or other is None:
            resting = one if one is not None else other
            assert resting is not None, "one of the two is a player"
            made.append(_bye(played + 1, board, resting))
        else:
            made.append(Fixture(played + 1, board, one, other, due=now))
    return replace(tournament.with_fixtures(made), round=played + 1)


def _cup(tournament: Tournament, now: datetime) -> Tournament:
    """The second game of a drawn tie, or the next round of those who have won."""
    ties = list(ties_of(tournament.of_round(tournament.round)))
    if again := [_second(tie[0], now) for tie in ties if _is_drawn(tie)]:
        return tournament.with_fixtures(again)
    if tournament.undecided:
        return tournament
    if tournament.round == 0:
        seeds = dict(enumerate(tournament.seeded, start=1))
        slots = [None if s is None else seeds[s] for s in bracket(len(seeds))]
    else:
        winners = {tie[0].board: winner_of(tie) for tie in ties}
        first = len(bracket(len(tournament.seeded)))
        slots = [winners.get(board) for board in range(1, (first >> tournament.round) + 1)]
    if sum(slot is not None for slot in slots) < 2:
        return replace(tournament, stage=TournamentStage.DONE)
    return _next_round(tournament, slots, now)


def _next_round(tournament: Tournament, slots: list[Number | None], now: datetime) -> Tournament:
    number, lead, made = tournament.round + 1, tournament.lead(), []
    for board, (one, other) in enumerate(zip(slots[::2], slots[1::2], strict=True), start=1):
        if one is not None and other is not None:
            x, o = with_sides((one, other), lead, board)
            made.append(Fixture(number, board, x, o, due=now))
        elif (alone := one if one is not None else other) is not None:
            made.append(_bye(number, board, alone))
    return replace(tournament.with_fixtures(made), round=number)


def _arena(tournament: Tournament, now: datetime) -> Tournament:
    """Games for those who are free, until the time is over."""
    undecided = tournament.undecided
    if tournament.closes is not None and now >= tournament.closes:
        return tournament if undecided else replace(tournament, stage=TournamentStage.DONE)
    playing = frozenset(number for fixture in undecided for number in fixture.players)
    free = [entrant.number for entrant in tournament.active if entrant.number not in playing]
    if len(free) < 2:
        return tournament
    pairs = arena_pairs(_by_rank(tournament, free), _last_met(tournament.fixtures))
    number, lead = tournament.round + 1, tournament.lead()
    made = [
        Fixture(number, board, *with_sides(pair, lead, number + board), due=now)
        for board, pair in enumerate(pairs, start=1)
    ]
    return replace(tournament.with_fixtures(made), round=number)


def _by_rank(tournament: Tournament, free: list[Number]) -> list[Number]:
    """The free players, best first; of an odd number the one who has to rest comes last."""
    ranked = [row.entrant.number for row in standings(tournament) if row.entrant.number in free]
    if len(ranked) % 2:
        resting = _resting(tournament, ranked)
        ranked.remove(resting)
        ranked.append(resting)
    return ranked


def _resting(tournament: Tournament, ranked: list[Number]) -> Number:
    """Who rests: the player with the most games, of several the latest paired, then the last."""
    rounds: dict[Number, list[int]] = {number: [] for number in ranked}
    for fixture in tournament.fixtures:
        for number in rounds.keys() & set(fixture.players):
            rounds[number].append(fixture.round)
    worst_first = reversed(ranked)
    return max(worst_first, key=lambda number: (len(rounds[number]), rounds[number][-1:]))


def _last_met(fixtures: Iterable[Fixture]) -> Mapping[Number, Number]:
    """The last opponent of each player."""
    last: dict[Number, Number] = {}
    for fixture in sorted(fixtures, key=lambda fixture: fixture.round):
        if fixture.o is not None:
            last[fixture.x], last[fixture.o] = fixture.o, fixture.x
    return last


def _is_drawn(tie: tuple[Fixture, ...]) -> bool:
    return tie[-1].result is FixtureResult.DRAW and tie[-1].leg < LEGS


def _second(first: Fixture, now: datetime) -> Fixture:
    """The second game of a tie, sides exchanged."""
    assert first.o is not None, "a bye is not drawn"
    return Fixture(first.round, first.board, first.o, first.x, first.leg + 1, due=now)


def _bye(number: int, board: int, player: Number) -> Fixture:
    return Fixture(number, board, player, None, result=FixtureResult.X, awarded=True)


_STEPS: Final[Mapping[TournamentKind, Callable[[Tournament, datetime], Tournament]]] = {
    TournamentKind.ROBIN: _robin,
    TournamentKind.CUP: _cup,
    TournamentKind.ARENA: _arena,
}
