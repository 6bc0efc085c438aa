"""Players, positions and sessions for the tests of the bot's pure modules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import product
from random import Random
from typing import Any, Final

from bot.games.finished_games import JudgedGame
from bot.games.slips import Slip, known_of, to_weigh
from bot.match.notes import named_best
from bot.match.session import Bot, ChannelId, Person, Player, Seat, Session, UserId
from bot.match.session.moves import play, play_bot
from bot.pool.worker import analyse_and_explain
from bot.show import emoji
from engine import (
    Judgement,
    Level,
    Limit,
    Position,
    Rules,
    Side,
    cost,
    horizon,
    lapses,
    review,
    strength,
)

ALICE = Person(UserId(1), "alice")
BOB = Person(UserId(2), "bob")
CAROL = Person(UserId(3), "carol")
KINAROW = Bot(Level.PERFECT)
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)

ALL_RULES: Final = [
    Rules(rows, columns, max(rows, columns), gravity)
    for rows, columns, gravity in product(range(3, 20), range(3, 20), (False, True))
]
"""Every size of board, with gravity and without."""
OWNED: Final = emoji.owned_emoji((t.name("k3"), 10**18 + i) for i, t in enumerate(emoji.TILE_EMOJI))
"""All emoji of boards, with ids as long as they are up to the year 2090."""
_EMOJI: Final = re.compile(
    "<:[0-9a-z_]+:[0-9]+>|[0-9]\ufe0f\u20e3|[^\x00-\xff\u2000-\u206f\ufe0f\u20e3]"
)
"""A keycap, or any other sign beyond Latin and punctuation that is not invisible."""


def position(rules: str, moves: Iterable[int] = ()) -> Position:
    """The position of a game, by its name and moves."""
    return Position.from_moves(Rules.parse(rules), moves)


def session(
    moves: Iterable[int] = (),
    *,
    rules: str = "3x3",
    x: Player = ALICE,
    o: Player = BOB,
    **changes: Any,
) -> Session:
    """A match between alice and bob on 3x3, unless said otherwise."""
    board = Position.start(Rules.parse(rules))
    start = changed(Session(ChannelId(7), None, Seat(x), Seat(o), board, NOON), **changes)
    for move in moves:
        player = start.to_move
        start = (
            play(start, player.id, move) if isinstance(player, Person) else play_bot(start, move)
        )
    return start


def changed(start: Session, **changes: Any) -> Session:
    """A match with other values: a player is named as `x`, what they have as `x_coach`."""
    for side in Side:
        letter = side.value.lower()
        own = {
            name.removeprefix(f"{letter}_"): changes.pop(name)
            for name in (f"{letter}_coach", f"{letter}_aloud", f"{letter}_assisted")
            if name in changes
        }
        if letter in changes:
            own["player"] = changes.pop(letter)
        start = start.with_seat(side, replace(start.seats[side], **own))
    return replace(start, **changes)


def reviewed(game: Session, level: Level = Level.MEDIUM) -> JudgedGame:
    """The review of a game as if both its players had the strength of a level."""
    rules, moves = game.rules, game.position.moves
    horizons = dict.fromkeys(Side, horizon(rules, strength(rules, level)))
    slips = _slips(rules, moves, level, game.shared_plies)
    return JudgedGame(game, _judged(rules, moves), slips, horizons)


@cache
def _judged(rules: Rules, moves: tuple[int, ...]) -> tuple[Judgement, ...]:
    return review(rules, moves, Limit(nodes=10_000))


@cache
def _slips(rules: Rules, moves: tuple[int, ...], level: Level, shared: int) -> tuple[Slip, ...]:
    end, elo = Position.from_moves(rules, moves), strength(rules, level)
    played = [judged for judged in _judged(rules, moves) if judged.ply > shared]
    seen = lapses(end, played, dict.fromkeys(Side, horizon(rules, elo)))
    weighed = []
    for judged in to_weigh(played, seen):
        before = Position.from_moves(rules, moves[: judged.ply - 1])
        best = analyse_and_explain(before, Limit(nodes=3_000), known_of(judged))[1]
        named = named_best(judged, best)
        found = cost(before, named, elo)
        weighed.append(Slip.of(named, best, seen.get(judged.ply), found, elo))
    return tuple(weighed)


@cache
def crowded(rules: Rules) -> Position:
    """A board with as many stones as chance lays before the game ends."""
    chance = Random(str(rules))
    now = Position.start(rules)
    while now.legal:
        now = now.play(chance.choice(now.legal))
    return now


@cache
def half_full(rules: Rules) -> Position:
    """The board halfway to that, where moves are left."""
    moves = crowded(rules).moves
    return Position.from_moves(rules, moves[: len(moves) // 2])


def count_emoji(text: str) -> int:
    """How many emoji a message asks the client to draw."""
    return len(_EMOJI.findall(text))


def unheard() -> None:
    """Nobody waits to hear that an answer is stored."""
