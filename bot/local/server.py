"""Adapts SimCord's page: it stays at the end, does one action at a time, and knows mentions."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import simcord

from bot.local.mentions import Mentions
from bot.local.simcord_internals import Action, PageServer, revision_of, wrap_action

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


class Server(PageServer):
    """Serves the page with FOLLOW_SCRIPT."""

    def addition(self, path: str) -> str:
        """Return our script for the file of SimCord that it is added to."""
        return FOLLOW_SCRIPT if path == _SCRIPT_PATH else ""


def take_turns(page: simcord.Preview, turn: asyncio.Lock) -> None:
    """Let each action in a page wait for a lock, and apply it to the newest revision of the page.

    SimCord refuses an action during a refresh, or one that was sent just before it, and then the
    page accepts no more. To use the newest revision is safe: the id of a button names its board.
    """

    async def wait(act: Action, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with turn:
            if isinstance(body, Mapping):
                body = {**body, "published_revision": revision_of(page, context_id)}
            return await act(context_id, body)

    wrap_action(page, wait)


def send_mentions(page: simcord.Preview, mentions: Mentions) -> None:
    """Let names that people type in a message or a command's options be mentions.

    Not in a form: Discord's client sends what is typed there as it stands.
    """

    async def send(act: Action, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        if isinstance(body, Mapping):
            body = {**body, **_sent(body, mentions)}
        return await act(context_id, body)

    wrap_action(page, send)


def _sent(body: Mapping[str, Any], mentions: Mentions) -> dict[str, Any]:
    """What changes of an act: its words, or the options of a command that is sent."""
    match body:
        case {"kind": "send_message" | "edit_message", "content": str(words)}:
            return {"content": mentions.typed(words)}
        case {"kind": "run_command", "options": {**options}}:
            typed = {n: mentions.typed(v) for n, v in options.items() if isinstance(v, str)}
            return {"options": {**options, **typed}}
    return {}
