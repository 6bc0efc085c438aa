"""When a position comes again: spaced repetition by FSRS.

The scheduler is that of the library `fsrs`, with the parameters that it brings, which are fitted
to some hundred million reviews of other people's cards (https://github.com/open-spaced-repetition).
Nothing is left to chance, so that the same answers at the same times lead to the same days.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from fsrs import Card as Memory
from fsrs import Rating as Grade
from fsrs import Scheduler

__all__ = ["AGAIN", "LEARNED", "Grade", "Spacing"]

AGAIN: Final = timedelta(minutes=10)
"""After a miss the position comes again in the same sitting."""
LEARNED: Final = timedelta(days=14)
"""A position that need not come for so long is learned, and comes no more. Found at the first try
on two days, one is: the second pause would be 19 days. After a miss it takes two days more."""

_SCHEDULER: Final = Scheduler(
    learning_steps=(AGAIN,), relearning_steps=(AGAIN,), enable_fuzzing=False
)
_ANY: Final = 0
"""The library numbers its cards, which the store does already."""


@dataclass(frozen=True, slots=True)
class Spacing:
    """When a position comes again; `due` is None once it is learned.

    `memory` is what the library knows of it, as it writes that itself (JSON).
    """

    due: datetime | None
    memory: str

    @classmethod
    def fresh(cls, now: datetime) -> Spacing:
        """A position that nobody has been asked for yet, which may come at once."""
        return cls(now, Memory(_ANY, due=now.astimezone(UTC)).to_json())

    def is_due(self, now: datetime) -> bool:
        """Whether the position is to come now."""
        return self.due is not None and self.due <= now

    def graded(self, grade: Grade, now: datetime) -> Spacing:
        """When it comes again after an answer."""
        before, moment = Memory.from_json(self.memory), now.astimezone(UTC)
        after, _ = _SCHEDULER.review_card(before, grade, moment)
        learned = after.due - moment >= LEARNED
        return Spacing(None if learned else after.due, after.to_json())
