"""`kinarow fit-people`: how well the model of people predicts the moves that people made here.

What levels overlook, how hard a move is said to be, the strength of puzzles and the adaptive level
rest on one model of people (`engine.likely_at`). This compares it with the moves in the database,
and with predictors that know nothing of people, as the authors of Maia did for chess (R. McIlroy-
Young et al., "Aligning Superhuman AI with Human Behavior", KDD 2020). A mixture of all of them says
what the model leaves out. Each is fitted to some games and tried on the others (cross-validation).
Nothing leaves the machine, and what is printed are sums: no name, no id, no game.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, pstdev
from typing import Final

from bot.match.session import ERASED_USER
from bot.store.database import Database
from bot.store.games import Played, played_by_people
from engine import Level, Limit, Position, Rules, analyse, likely_at, one_ply, strength

UNIFORM: Final = "any move alike"
ONE_PLY: Final = "one ply"
ENGINE: Final = "engine, 1,000 nodes"
MIXTURE: Final = "mixture"
LEADS: Final = (-600, -400, -200, 0, 200, 400, 600)
"""How many points more than their rating people are tried as."""
PEOPLE: Final = {lead: f"people, {lead:+} points" if lead else "people" for lead in LEADS}
_NODES: Final = Limit(nodes=1_000)
_MIXED: Final = (
    *((one,) for one in (PEOPLE[0], ONE_PLY, ENGINE)),
    *((people, ONE_PLY, ENGINE) for people in PEOPLE.values()),
)
"""What a mixture is made of, the best of these. Each alone is among them, so that none is better on
the games that it is fitted to."""
_FOLDS: Final = 10
"""The parts into which games are divided: what is fitted to the others is tried on each."""
_LEAST: Final = 1.0
"""The moves that a predictor has to explain to have a part in a mixture: few games fit no noise."""
_SLIPS: Final = 0.5
"""The moves that are taken to be made for no reason, besides those that are. Without them a single
move that was held to be impossible would decide all."""
_STEPS: Final = 50


@dataclass(frozen=True, slots=True)
class Foretold:
    """One move of a person, and how likely each predictor held each move to be."""

    game: int
    """The number of the game, from 0 on."""
    move: int
    guesses: Mapping[str, Mapping[int, float]]

    def likely(self, shares: Mapping[str, float]) -> dict[int, float]:
        """How likely a mixture of predictors holds each move to be."""
        found = dict.fromkeys(self.guesses[UNIFORM], 0.0)
        for name, share in shares.items():
            for move, chance in self.guesses[name].items():
                found[move] += share * chance
        return found

    def chance(self, shares: Mapping[str, float]) -> float:
        """How likely a mixture of predictors holds the move that was made to be."""
        return sum(share * self.guesses[name].get(self.move, 0.0) for name, share in shares.items())


@dataclass(frozen=True, slots=True)
class Score:
    """How well a predictor has foretold moves."""

    loss: float
    """The log loss a move, in nats; 0 is perfect."""
    error: float
    """The standard error of that."""
    hits: float
    """The share of moves that were guessed. Of several likeliest ones one is guessed by lot."""


def loss(seen: Sequence[Foretold], shares: Mapping[str, float]) -> float:
    """The log loss a move of a mixture, in nats."""
    return -sum(math.log(one.chance(shares)) for one in seen) / len(seen)


def mixed(seen: Sequence[Foretold], names: Sequence[str]) -> dict[str, float]:
    """The shares of predictors with which these moves are likeliest, and of moves by lot.

    By expectation maximisation: how many moves each explains, with the shares found before.
    """
    parts = (*(name for name in names if name != UNIFORM), UNIFORM)
    rows = [[one.guesses[name].get(one.move, 0.0) for name in parts] for one in seen]
    shares = [1 / len(parts)] * len(parts)
    for _ in range(_STEPS):
        explained = [0.0] * len(parts)
        for row in rows:
            whole = sum(map(float.__mul__, shares, row))
            for i, chance in enumerate(row):
                explained[i] += shares[i] * chance / whole
        kept = [moves - _LEAST if moves > _LEAST else 0.0 for moves in explained[:-1]]
        kept.append(explained[-1] + _SLIPS)
        shares = [moves / sum(kept) for moves in kept]
    return {name: share for name, share in zip(parts, shares, strict=True) if share}


def best_mixture(seen: Sequence[Foretold], choices: Iterable[Sequence[str]]) -> dict[str, float]:
    """The mixture of one of these choices of predictors that fits the moves best.

    By Akaike's information criterion: a share counts as much as the loss of a move, and so does a
    lead, or one would be found in the noise of few moves.
    """
    if not seen:
        return {UNIFORM: 1.0}

    def criterion(shares: Mapping[str, float]) -> float:
        leads = any(lead and PEOPLE[lead] in shares for lead in LEADS)
        return loss(seen, shares) * len(seen) + len(shares) + leads

    return min((mixed(seen, names) for names in choices), key=criterion)


@dataclass
class Fit:
    """The moves of one kind of game, as all predictors have foretold them."""

    seen: list[Foretold] = field(default_factory=list)

    @property
    def moves(self) -> int:
        """How many moves were foretold."""
        return len(self.seen)

    def see(self, game: int, position: Position, move: int, elo: float) -> None:
        """Foretell one move of a person of this strength, in each way."""
        legal = position.legal
        guesses: dict[str, Mapping[int, float]] = {
            UNIFORM: dict.fromkeys(legal, 1 / len(legal)),
            ONE_PLY: one_ply(position),
            ENGINE: {analyse(position, _NODES, every=False).best: 1.0},
        }
        for lead, name in PEOPLE.items():
            guesses[name] = likely_at(position, elo + lead)
        self.seen.append(Foretold(game, move, guesses))

    @property
    def lead(self) -> int:
        """How many points more than their rating people play like."""
        losses = {lead: loss(self.seen, mixed(self.seen, [PEOPLE[lead]])) for lead in LEADS}
        return min(LEADS, key=lambda lead: (losses[lead], abs(lead)))

    @property
    def mixture(self) -> dict[str, float]:
        """The shares of the mixture with which all moves are likeliest."""
        return best_mixture(self.seen, _MIXED)

    def score(self, name: str) -> Score:
        """How well a predictor, with slips, or the mixture foretells games it is not fitted to."""
        losses, guessed = list[float](), 0.0
        choices = _MIXED if name == MIXTURE else [[name]]
        for part in range(_FOLDS):
            tried = [one for one in self.seen if one.game % _FOLDS == part]
            known = [one for one in self.seen if one.game % _FOLDS != part]
            shares = best_mixture(known, choices) if tried else {}
            for one in tried:
                likely = one.likely(shares)
                most = max(likely.values())
                best = [move for move, chance in likely.items() if chance > most - 1e-9]
                losses.append(-math.log(likely[one.move]))
                guessed += (one.move in best) / len(best)
        error = pstdev(losses) / math.sqrt(self.moves)
        return Score(fmean(losses), error, guessed / self.moves)


def fitted(games: Iterable[Played], most: int) -> dict[Rules, Fit]:
    """The fits of the games of people, by their rules, with at most so many moves of each."""
    fits: dict[Rules, Fit] = defaultdict(Fit)
    numbers: Counter[Rules] = Counter()
    for game in games:
        number = numbers[game.rules]
        numbers[game.rules] += 1
        unknown = strength(game.rules, Level.MEDIUM)
        position = Position.start(game.rules)
        for ply, (move, user) in enumerate(zip(game.moves, game.users, strict=True)):
            counts = ply > 0 and user not in {None, ERASED_USER} and len(position.legal) > 1
            if counts and fits[game.rules].moves < most:
                elo = game.strengths.get(user, unknown)
                fits[game.rules].see(number, position, move, elo)
            position = position.play(move)
    return dict(fits)


def report(fits: Mapping[Rules, Fit]) -> Iterator[str]:
    """The lines of a table for each kind of game, the one with the most moves first."""
    for rules, fit in sorted(fits.items(), key=lambda pair: -pair[1].moves):
        yield f"{rules}: {fit.moves} moves of people, who play like {fit.lead:+} points"
        best = [PEOPLE[fit.lead]] if fit.lead else []
        for name in (UNIFORM, ONE_PLY, ENGINE, PEOPLE[0], *best, MIXTURE):
            score = fit.score(name)
            figures = f"{score.loss:.2f} ± {score.error:.2f} log loss  {score.hits:4.0%} guessed"
            yield f"  {name:<22} {figures}"
        parts = sorted(fit.mixture.items(), key=lambda pair: -pair[1])
        yield "  the mixture: " + "; ".join(f"{share:.0%} {name}" for name, share in parts)


async def fit_people(database: Database, most: int) -> AsyncIterator[str]:
    """What there is to say of a database, line by line."""
    games = await played_by_people(database)
    found = False
    for line in report(fitted(games, most)):
        found = True
        yield line
    if not found:
        yield "No moves of people are stored yet."
