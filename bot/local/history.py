"""Limits what SimCord's page draws, so that it stays fast in a long conversation.

After each action SimCord draws the last fifty messages again, lists all messages beside them, and
builds a Markdown parser for each text. It even draws for a page that only programs read.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import simcord

from bot.local import simcord_internals as internals

WINDOW: Final = 12
"""How many messages are drawn: two or three screens. A button shows earlier ones."""
_STEP: Final = 8
"""How many messages that button goes back."""
_LISTED: Final = 8
"""How many messages the list beside the conversation shows."""
_POSTS: Final = frozenset(("send_message", "run_command"))
"""The actions after which the page goes to the end of the conversation, to show the answer."""
_KEPT_TEXTS: Final = 2_048
"""How many parsed texts are remembered."""


def limit_history(page: simcord.Preview) -> None:
    """Let a page draw only the end of the conversation, for people only, and parse texts once."""
    internals.draw_history(
        window=WINDOW,
        step=_STEP,
        choose=_window_around,
        navigate=_limited_navigation,
        is_visible=_is_visible,
        parser=RememberingParser,
    )
    internals.publish_to_people(page)
    internals.open_at_end(page)

    async def act_at_the_end(
        act: internals.Action, context_id: str | None, body: Mapping[str, Any]
    ) -> dict[str, Any]:
        if isinstance(body, Mapping) and body.get("kind") in _POSTS:
            internals.hold_end(page, context_id)
        return await act(context_id, body)

    internals.wrap_action(page, act_at_the_end)


def _window_around(page: Any, visible: Sequence[Any]) -> Any:
    """Return the messages to draw around a message that was searched for.

    SimCord would put more messages before it than we draw.
    """
    if page.target_id is not None and page.window_end_id == page.target_id:
        ids = [message.id for message in visible]
        end = max(bisect_right(ids, page.target_id) + WINDOW // 2, WINDOW)
        page.window_end_id = ids[end - 1] if end < len(ids) else None
    return internals.history_window(page, list(visible))


def _limited_navigation(
    preview: simcord.Preview, page: Any, visible: Sequence[Any]
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the list beside the conversation. A search in it still covers all messages."""
    if not page.navigation_query:
        visible = visible[-_LISTED:]
    return internals.message_navigation(preview, page, list(visible))


def _is_visible(_env: Any, _channel: int, message: Any, viewer: Any, **_history: bool) -> bool:
    """Whether somebody may see a message. SimCord has already checked the channel."""
    return bool(message.visible_to(viewer.id))


class RememberingParser:
    """Replaces a Markdown parser of SimCord, and remembers the texts that it has parsed."""

    def __init__(self, policy: Mapping[str, Any], context: Mapping[str, Any]) -> None:
        self._made_of = json.dumps((dict(policy), dict(context)), sort_keys=True)

    def parse(self, text: str, _env: object) -> Any:
        """Return the tokens of a text of several lines."""
        return _parsed("parse", text, self._made_of)

    def parseInline(self, text: str, _env: object) -> Any:  # noqa: N802 - as SimCord calls it
        """Return the tokens of one line."""
        return _parsed("parseInline", text, self._made_of)


@lru_cache(_KEPT_TEXTS)
def _parsed(way: str, text: str, made_of: str) -> Any:
    policy, context = json.loads(made_of)
    return getattr(internals.markdown_parser(policy, context), way)(text, {"context": context})
