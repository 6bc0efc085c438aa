"""Whether a game lost by not stopping one open row is reviewed with a page about that row.

python -m benchmarks.lost_rows

Weak levels play themselves until the loser could have stopped the only row that the other side
completes with the next move, and did not. The review of such a game has to show that move among
the mistakes of the loser, and to name the row. All games depend on the seed alone. Ends with 1 if
fewer than 95 of 100 reviews of a board do.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from bot.features.review.lesson_text import outlook
from bot.games.finished_games import JudgedGame
from bot.games.slips import Slip, known_of, to_weigh
from bot.match.notes import named_best
from bot.match.session import Bot, ChannelId, Ending, Seat, Session
from bot.pool.worker import analyse_and_explain
from bot.show.text.reasons import line_place
from engine import (
    Judgement,
    Lapse,
    Level,
    Limit,
    Position,
    Rules,
    Side,
    choose,
    cost,
    horizon,
    lapses,
    next_rows,
    review,
    strength,
    warm_up,
)

BOARDS: Final = {"3x3": "tictactoe", "Connect Four": "connect4", "gomoku": "gomoku"}
LEVELS: Final = (Level.PIP, Level.EASY, Level.MEDIUM)
"""They overlook rows; of MEDIUM about one game in ten ends so."""
GAMES: Final = {"3x3": 96, "Connect Four": 48, "gomoku": 24}
JUDGING: Final = Limit(nodes=3_000)
_WANTED: Final = 0.95


def lost_games(rules: Rules, count: int, seed: int) -> Iterator[tuple[Position, Level]]:
    """Games that were lost by one open row, and the level that played both sides."""
    rng, found = random.Random(seed), 0
    while found < count:
        level = LEVELS[found % len(LEVELS)]
        end = Position.start(rules)
        while end.outcome is None:
            end = end.play(choose(end, level, rng=rng))
        if end.outcome.winner is not None and open_row(end):
            found += 1
            yield end, level


def open_row(end: Position) -> tuple[int, ...]:
    """The one row that the loser could have stopped with the last move; () if it was not so.

    Nothing was to be stopped if the other side could then complete another, right on top of it.
    """
    before = end.before.before
    loser = before.side
    rows = {
        move: row
        for move in before.legal
        if (row := before.line(loser.other, before.landing(move)))
    }
    if len(rows) != 1 or next_rows(before):
        return ()
    ((stop, row),) = rows.items()
    completed = end.outcome is not None and end.outcome.line == row
    missed = completed and end.moves[-2] != stop
    return row if missed and not next_rows(before.play(stop)) else ()


def _slip(before: Position, judged: Judgement, lapse: Lapse | None, elo: float) -> Slip:
    """A mistake as a review weighs it."""
    best = analyse_and_explain(before, JUDGING, known_of(judged))[1]
    named = named_best(judged, best)
    return Slip.of(named, best, lapse, cost(before, named, elo), elo)


def reviewed(end: Position, level: Level) -> JudgedGame:
    """The review of a game, as if its players were people of that strength."""
    rules, elo = end.rules, strength(end.rules, level)
    horizons = dict.fromkeys(Side, horizon(rules, elo))
    judgements = review(rules, end.moves, JUDGING)
    seen = lapses(end, judgements, horizons)
    weighed = [
        _slip(_before(end, judged.ply), judged, seen.get(judged.ply), elo)
        for judged in to_weigh(judgements, seen)
    ]
    assert end.outcome is not None, "the game is over"
    session = Session(ChannelId(1), None, Seat(Bot(level)), Seat(Bot(level)), end, _WHEN)
    session = session.ended(Ending.LINE, end.outcome.winner)
    return JudgedGame(session, judgements, tuple(weighed), horizons)


_WHEN: Final = datetime(2026, 1, 1, tzinfo=UTC)


def _before(end: Position, ply: int) -> Position:
    return Position.from_moves(end.rules, end.moves[: ply - 1])


def is_taught(game: JudgedGame) -> bool:
    """Whether the review shows the move that lost, and names the row that it did not stop."""
    end = game.session.position
    row = line_place(end.rules, open_row(end), game.session.style)
    ply = end.ply - 1
    loser = Side.X if ply % 2 else Side.O
    return any(slip.ply == ply and row in outlook(game, slip) for slip in game.slips[loser])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each board; 1 if too few games are taught on one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=BOARDS)
    options = parser.parse_args(arguments)
    warm_up()
    enough = True
    for name in [options.only] if options.only else BOARDS:
        count = options.games or GAMES[name]
        rules = Rules.parse(BOARDS[name])
        taught = sum(is_taught(reviewed(*lost)) for lost in lost_games(rules, count, options.seed))
        enough &= taught >= _WANTED * count
        print(f"{name}: {taught} of {count} are shown with their row", flush=True)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
