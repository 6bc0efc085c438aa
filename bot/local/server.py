"""SimCord's page as Kinarow serves it: its end in view, one act at a time, with mentions."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import simcord

from bot.local.mentions import Mentions
from bot.local.simcord_internals import Action, PageServer, revision_of, wrap_action

_WITH: Final = "/app.js"
"""The file of SimCord's that our script comes with: others the page would not load."""

FOLLOW: Final = """
// SimCord stays where it is once a message and its pictures come in two steps, as boards do.
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
    // a frame after SimCord has put back what it takes for the place to stay at
    requestAnimationFrame(() => requestAnimationFrame(() => {
      if (following) timeline.scrollTop = end();
    }));
  };
  const resized = new ResizeObserver(follow);
  resized.observe(list);
  resized.observe(timeline);
  // as many messages may have come as gone, of the same height
  new MutationObserver(follow).observe(list, { childList: true });
}
"""
"""Keeps the end of the conversation in view, unless somebody has scrolled up."""


class Server(PageServer):
    """Serves the page with the script."""

    def addition(self, path: str) -> str:
        """Return the script for the file of SimCord's that it comes with."""
        return FOLLOW if path == _WITH else ""


def take_turns(page: simcord.Preview, turn: asyncio.Lock) -> None:
    """Let what people do in a page wait for its turn, and be about the page as it is then.

    SimCord refuses what comes while the page is being refreshed, and its page takes nothing
    more from then on; what was sent just before a refresh is refused, too. The bot knows by
    itself which board a button was on.
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
