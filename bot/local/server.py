"""Adapts SimCord's page: it stays at the end, does one action at a time, and knows mentions."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import simcord
from simcord.preview._server import PreviewServer

from bot.local.mentions import Mentions

_SCRIPT_PATH: Final = "/app.js"
"""The script of SimCord to which ours is added. The page would not load a new file."""

FOLLOW_SCRIPT: Final = """
// SimCord stops following once a message and its pictures come in two steps, as boards do.
{
  const timeline = document.getElementById("channel-timeline");
  const list = document.getElementById("channel-message-list");
  let following = true;
  let before = 0;
  let touched = -Infinity;
  const end = () => timeline.scrollHeight - timeline.clientHeight;
  const touch = () => { touched = performance.now(); };
  timeline.addEventListener("wheel", touch, { passive: true });
  timeline.addEventListener("touchmove", touch, { passive: true });
  timeline.addEventListener("keydown", touch);
  timeline.addEventListener("pointerdown", (press) => { if (press.target === timeline) touch(); });
  timeline.addEventListener("scroll", () => {
    const byHand = performance.now() - touched < 1000;
    if (end() - timeline.scrollTop < 8) following = true;
    else if (byHand && timeline.scrollTop < before) following = false;
    else if (!byHand && following) timeline.scrollTop = end();
    before = timeline.scrollTop;
  }, { passive: true });
  const on = (id, event, follows) => document.getElementById(id)
    .addEventListener(event, () => { following = follows; });
  on("channel-composer", "submit", true);
  on("new-messages", "click", true);
  on("history-older", "click", false);
  on("message-picker", "click", false);
  const follow = () => {
    // one frame after SimCord has restored its own scroll position
    requestAnimationFrame(() => requestAnimationFrame(() => {
      if (following) timeline.scrollTop = end();
    }));
  };
  const resized = new ResizeObserver(follow);
  resized.observe(list);
  resized.observe(timeline);
  // new messages may replace old ones of the same height, which is no resize
  new MutationObserver(follow).observe(list, { childList: true });
}
"""
"""A script for the page: keeps the end of the conversation in view, unless a person scrolls up."""


class Server(PreviewServer):
    """Serves the page with FOLLOW_SCRIPT."""

    async def _static(self, request: Any) -> Any:
        found = await super()._static(request)
        if request.path == _SCRIPT_PATH:
            found.text += FOLLOW_SCRIPT
        return found


def take_turns(page: simcord.Preview, turn: asyncio.Lock) -> None:
    """Let each action in a page wait for a lock, and apply it to the newest revision of the page.

    SimCord refuses an action during a refresh, or one that was sent just before it, and then the
    page accepts no more. To use the newest revision is safe: the id of a button names its board.
    """
    act = page._action

    async def wait(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with turn:
            if isinstance(body, Mapping):
                body = {**body, "published_revision": page._get_page(context_id).revision}
            return await act(context_id, body)

    page._action = wait  # type: ignore[method-assign] # SimCord makes the page itself


def send_mentions(page: simcord.Preview, mentions: Mentions) -> None:
    """Turn names that people type in messages and command options into mentions.

    Names in a form stay as they are, as in Discord's client.
    """
    act = page._action

    async def send(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        if isinstance(body, Mapping):
            body = {**body, **_sent(body, mentions)}
        return await act(context_id, body)

    page._action = send  # type: ignore[method-assign] # SimCord makes the page itself


def _sent(body: Mapping[str, Any], mentions: Mentions) -> dict[str, Any]:
    """Return the parts of an action that change: the words, or the options of a command."""
    match body:
        case {"kind": "send_message" | "edit_message", "content": str(words)}:
            return {"content": mentions.typed(words)}
        case {"kind": "run_command", "options": {**options}}:
            typed = {n: mentions.typed(v) for n, v in options.items() if isinstance(v, str)}
            return {"options": {**options, **typed}}
    return {}
