"""The service for daily posts: which are due, and who posts them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.features.puzzle.post.store import PostStore
from bot.features.puzzle.post.values import PostClaim
from bot.features.puzzle.service import Puzzles
from bot.features.puzzle.values import DailyPuzzle, Solvers
from bot.match.guild_settings import PuzzlePost
from bot.match.session import MessageId, ScopeId

_TRY: Final = timedelta(minutes=5)
"""How long a process has for one try. After that another one may, until the day is over."""


class PuzzlePosts:
    """Gives out the posts that are due, each to one process."""

    def __init__(self, store: PostStore, puzzles: Puzzles, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._puzzles = puzzles
        self._clock = clock
        self._settled: dict[ScopeId, date] = {}
        """The day of the last post of each scope that is known to be made."""

    def due(self, posts: Iterable[tuple[ScopeId, PuzzlePost]]) -> list[tuple[ScopeId, PuzzlePost]]:
        """Return those whose time has come today and that are not known to be made."""
        now = self._clock().astimezone(UTC)
        minute = 60 * now.hour + now.minute
        return [
            (scope, post)
            for scope, post in posts
            if post.minute <= minute and self._settled.get(scope) != now.date()
        ]

    async def claim(self, scope: ScopeId) -> tuple[PostClaim, DailyPuzzle]:
        """Take the post of today's puzzle in hand, for some minutes."""
        now, daily = self._clock(), await self._puzzles.today(scope)
        return await self._store.claim(scope, daily.day, now, now + _TRY), daily

    async def solvers(self, scope: ScopeId, daily: DailyPuzzle) -> Solvers:
        """Return who has solved a puzzle already."""
        return await self._puzzles.solvers(scope, daily.day)

    async def mark_posted(self, scope: ScopeId, daily: DailyPuzzle, message: MessageId) -> None:
        """Note that a puzzle is posted, for all processes."""
        await self._store.mark_posted(scope, daily.day, message)
        self._settled[scope] = daily.day
