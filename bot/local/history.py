"""How much of a conversation SimCord's page draws: an act costs the same however long it is.

SimCord draws fifty messages anew after each act, also for a page that only programs read, lists
all there are, and builds a parser of Markdown for each text.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import simcord

from bot.local.simcord_internals import (
    Action,
    draw_history,
    history_window,
    hold_end,
    markdown_parser,
    message_navigation,
    open_at_end,
    publish_to_people,
    wrap_action,
)

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
    draw_history(
        window=WINDOW,
        step=_STEP,
        choose=_around,
        navigate=_listed,
        is_visible=_is_for,
        parser=RememberingParser,
    )
    publish_to_people(page)
    open_at_end(page)

    async def act_at_the_end(
        act: Action, context_id: str | None, body: Mapping[str, Any]
    ) -> dict[str, Any]:
        if isinstance(body, Mapping) and body.get("kind") in _POSTS:
            hold_end(page, context_id)
        return await act(context_id, body)

    wrap_action(page, act_at_the_end)


def _around(page: Any, visible: Sequence[Any]) -> Any:
    """The messages around one that was found; SimCord puts more than we draw before it."""
    if page.target_id is not None and page.window_end_id == page.target_id:
        ids = [message.id for message in visible]
        end = max(bisect_right(ids, page.target_id) + WINDOW // 2, WINDOW)
        page.window_end_id = ids[end - 1] if end < len(ids) else None
    return history_window(page, list(visible))


def _listed(
    preview: simcord.Preview, page: Any, visible: Sequence[Any]
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The list beside the conversation; a search in it goes through all that there is."""
    if not page.navigation_query:
        visible = visible[-_LISTED:]
    return message_navigation(preview, page, list(visible))


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
    return getattr(markdown_parser(policy, context), way)(text, {"context": context})
