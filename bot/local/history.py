"""How much of a conversation SimCord's page draws: an act costs the same however long it is.

SimCord draws fifty messages anew after each act, also for a page that only programs read, lists
all there are, and builds a parser of Markdown for each text. It has no public way to do less: the
names used here are private, so `pyproject.toml` allows only the version they were read in.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import simcord
from simcord.preview import _action_plans, _markdown, _snapshot
from simcord.preview._markdown import _markdown_parser
from simcord.preview._queries import _message_navigation
from simcord.preview._snapshot import _history_window

WINDOW: Final = 12
"""Messages that are drawn at once, two or three screens full; earlier ones have a button."""
_STEP: Final = 8
"""How many of them give way to earlier ones at a press of it."""
_LISTED: Final = 8
"""How many the list beside them shows."""
_POSTS: Final = frozenset(("send_message", "run_command"))
"""Acts of which people want to see what comes of them, wherever they have read back to."""
_KEPT_TEXTS: Final = 2_048


def limit_history(page: simcord.Preview) -> None:
    """Let a page draw the end of the conversation alone, for people alone, no text twice."""
    drawn: Any = _snapshot
    pages: Any = _action_plans
    drawn.HISTORY_WINDOW_SIZE = pages.HISTORY_WINDOW_SIZE = WINDOW
    pages.HISTORY_STEP = _STEP
    drawn._history_window = _around
    drawn._message_navigation = _listed
    drawn.can_access_message = _is_for
    _markdown._markdown_parser = RememberingParser
    publish, act = page._publish, page._action

    def publish_to_people(shown: Any, **reason: Any) -> None:
        if shown is not page._python:
            publish(shown, **reason)

    async def act_at_the_end(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        if isinstance(body, Mapping) and body.get("kind") in _POSTS:
            page._get_page(context_id).window_end_id = None
        return await act(context_id, body)

    page._publish = publish_to_people  # type: ignore[assignment,method-assign]
    page._action = act_at_the_end  # type: ignore[method-assign] # SimCord makes the page itself
    # else a tab is opened at the bot's last message, and left behind by what comes after it
    page._initial_target = _at_the_end  # type: ignore[assignment,method-assign]


def _at_the_end(_viewer: Any, _channel: int) -> None:
    """Which message a tab is opened at: none, but where the conversation has got to."""


def _around(page: Any, visible: Sequence[Any]) -> Any:
    """The messages around one that was found; SimCord puts more than we draw before it."""
    if page.target_id is not None and page.window_end_id == page.target_id:
        ids = [message.id for message in visible]
        end = max(bisect_right(ids, page.target_id) + WINDOW // 2, WINDOW)
        page.window_end_id = ids[end - 1] if end < len(ids) else None
    return _history_window(page, list(visible))


def _listed(
    preview: simcord.Preview, page: Any, visible: Sequence[Any]
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The list beside the conversation; a search in it goes through all that there is."""
    if not page.navigation_query:
        visible = visible[-_LISTED:]
    return _message_navigation(preview, page, list(visible))


def _is_for(_env: Any, _channel: int, message: Any, viewer: Any, **_history: bool) -> bool:
    """Whether a message is for somebody; SimCord has asked whether the channel is."""
    return bool(message.visible_to(viewer.id))


class RememberingParser:
    """Stands for a parser of SimCord's, and remembers what it has read."""

    def __init__(self, policy: Mapping[str, Any], context: Mapping[str, Any]) -> None:
        self._made_of = json.dumps((dict(policy), dict(context)), sort_keys=True)

    def parse(self, text: str, _env: object) -> Any:
        """The tokens of a text of several lines."""
        return _parsed("parse", text, self._made_of)

    def parseInline(self, text: str, _env: object) -> Any:  # noqa: N802 - as SimCord calls it
        """The tokens of a line."""
        return _parsed("parseInline", text, self._made_of)


@lru_cache(_KEPT_TEXTS)
def _parsed(way: str, text: str, made_of: str) -> Any:
    policy, context = json.loads(made_of)
    return getattr(_markdown_parser(policy, context), way)(text, {"context": context})
