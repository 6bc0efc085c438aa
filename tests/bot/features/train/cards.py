"""A game with a mistake of each player, and cards, for the tests of training."""

from __future__ import annotations

from typing import Any, Final

from bot.features.train.values import Card, Spacing, Study
from bot.match.accuracy import Accuracy
from bot.match.session import Person, Session
from engine import Position
from tests.bot.builders import ALICE, NOON, position

GAME: Final = (1, 5, 2, 4, 6, 3, 7, 8, 9)
"""On 3x3: with 4 O gives a draw away, and with 6 X a win. It ends in a draw."""
WON: Final = position("3x3", GAME[:4])
"""X to move: 3 wins, all else does not."""
HELD: Final = position("3x3", GAME[:3])
"""O to move: 3 alone draws."""


def card(start: Position = WON, played: int = 6, best: int = 3, **more: Any) -> Card:
    """A card that has been due since NOON; of a missed win, unless said otherwise."""
    spacing = Spacing.fresh(NOON)
    given: dict[str, Any] = {"worth": "win", "made_at": NOON, "spacing": spacing, **more}
    return Card(start, played, best, **given)


def study(game: Session, *cards: Card, person: Person = ALICE, percent: int = 80) -> Study:
    """What a review has told of a person who played a stored game."""
    return Study(person.id, game.game, Accuracy(percent, 5), cards)
