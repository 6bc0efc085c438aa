"""`kinarow fit-people`: how well the model of people predicts the moves that people made here.

What levels overlook, how hard a move is said to be, the strength of puzzles and the adaptive level
rest on one model of people (`engine.likely_at`). This compares it with the moves in the database,
and with predictors that know nothing of people, as the authors of Maia did for chess (R. McIlroy-
Young et al., "Aligning Superhuman AI with Human Behavior", KDD 2020). Nothing leaves the machine,
and what is printed are sums: no name, no id, no game.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.match.session import ERASED_USER
from bot.store.database import Database
from bot.store.games import Played, played_by_people
from engine import Level, Limit, Position, Rules, analyse, likely_at, one_ply, strength

UNIFORM: Final = "any move alike"
ONE_PLY: Final = "one ply"
ENGINE: Final = "engine, 1,000 nodes"
LEADS: Final = (-600, -400, -200, 0, 200, 400, 600)
"""How many points more than their rating people are tried as."""
PEOPLE: Final = {lead: f"people, {lead:+} points" if lead else "people" for lead in LEADS}
_NODES: Final = Limit(nodes=1_000)
_SLIPS: Final = (0.001, 0.003, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0)
"""The shares of moves made for no reason that a predictor is tried with. The best one counts, for
each alike: without it a single move that was held to be impossible would decide all."""


@dataclass
class Score:
    """How well a predictor has foretold moves."""

    chances: list[tuple[float, float]] = field(default_factory=list)
    """For each move how likely it was held to be, and how likely it would be by lot."""
    guessed: float = 0.0

    def add(self, likely: Mapping[int, float], move: int, legal: int) -> None:
        """Count one move. Of several that are held to be the likeliest one is guessed by lot."""
        most = max(likely.values())
        best = [one for one, chance in likely.items() if chance > most - 1e-9]
        self.guessed += (move in best) / len(best)
        self.chances.append((likely.get(move, 0.0), 1 / legal))

    @property
    def loss(self) -> float:
        """The log loss a move, in nats, with the best share of slips; 0 is perfect."""
        return min(
            -sum(math.log((1 - slip) * told + slip * lot) for told, lot in self.chances)
            / len(self.chances)
            for slip in _SLIPS
        )

    @property
    def hits(self) -> float:
        """The share of moves that were guessed."""
        return self.guessed / len(self.chances)


@dataclass
class Fit:
    """The scores of all predictors at one kind of game."""

    scores: dict[str, Score] = field(default_factory=lambda: defaultdict(Score))

    @property
    def moves(self) -> int:
        """How many moves were foretold."""
        return len(self.scores[UNIFORM].chances) if self.scores else 0

    def see(self, position: Position, move: int, elo: float) -> None:
        """Foretell one move of a person of this strength, in each way."""
        legal = position.legal
        guesses = {
            UNIFORM: dict.fromkeys(legal, 1 / len(legal)),
            ONE_PLY: one_ply(position),
            ENGINE: {analyse(position, _NODES, every=False).best: 1.0},
        }
        for lead, name in PEOPLE.items():
            guesses[name] = likely_at(position, elo + lead)
        for name, likely in guesses.items():
            self.scores[name].add(likely, move, len(legal))

    @property
    def lead(self) -> int:
        """How many points more than their rating people play like."""
        return min(LEADS, key=lambda lead: (self.scores[PEOPLE[lead]].loss, abs(lead)))


def fitted(games: Iterable[Played], most: int) -> dict[Rules, Fit]:
    """The fits of the games of people, by their rules, with at most so many moves of each."""
    fits: dict[Rules, Fit] = defaultdict(Fit)
    for game in games:
        unknown = strength(game.rules, Level.MEDIUM)
        position = Position.start(game.rules)
        for ply, (move, user) in enumerate(zip(game.moves, game.users, strict=True)):
            told = ply > 0 and user not in {None, ERASED_USER} and len(position.legal) > 1
            if told and fits[game.rules].moves < most:
                fits[game.rules].see(position, move, game.strengths.get(user, unknown))
            position = position.play(move)
    return dict(fits)


def report(fits: Mapping[Rules, Fit]) -> Iterator[str]:
    """The lines of a table for each kind of game, the one with the most moves first."""
    for rules, fit in sorted(fits.items(), key=lambda pair: -pair[1].moves):
        yield f"{rules}: {fit.moves} moves of people, who play like {fit.lead:+} points"
        best = PEOPLE[fit.lead]
        for name in (UNIFORM, ONE_PLY, ENGINE, PEOPLE[0], *([best] if fit.lead else [])):
            score = fit.scores[name]
            yield f"  {name:<22} {score.loss:.3f} log loss  {score.hits:6.1%} guessed"


async def fit_people(database: Database, most: int) -> AsyncIterator[str]:
    """What there is to say of a database, line by line."""
    games = await played_by_people(database)
    found = False
    for line in report(fitted(games, most)):
        found = True
        yield line
    if not found:
        yield "No moves of people are stored yet."
