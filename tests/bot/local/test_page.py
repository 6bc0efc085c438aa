"""The page: it is served, and ends when it is told to."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from simcord.preview._media import MediaError

from bot.client.services import Services
from bot.local.page import FOLLOW_SCRIPT, Drawings
from bot.show.emoji import TILE_EMOJI
from bot.show.render import images
from tests.bot.local.browser import opened
from tests.bot.waiting import POSIX
from tests.soon import PATIENCE

ROOT = Path(__file__).parents[3]


@pytest.mark.thorough
@POSIX
def test_the_page_is_served_until_ctrl_c(tmp_path: Path) -> None:
    """The program prints an address, answers there, and ends with code 0 on Ctrl-C."""
    program = subprocess.Popen(
        [sys.executable, "-m", "bot", "play"],
        cwd=tmp_path,
        env={
            "PYTHONPATH": str(ROOT),
            "PATH": "",
            "HOME": str(tmp_path),
            "XDG_DATA_HOME": "",
            "ENGINE": "local:1",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with program:
        assert program.stdout is not None
        address = re.search(r"http://\S+", program.stdout.readline())
        assert address is not None
        with urlopen(address[0], timeout=PATIENCE) as page:
            assert page.status == 200
        program.send_signal(signal.SIGINT)
        _, complaints = program.communicate(timeout=PATIENCE)
    assert (program.returncode, complaints) == (0, "")


async def test_an_act_waits_while_the_page_is_refreshed(services: Services) -> None:
    """SimCord would refuse the message, and its page would take nothing more."""
    async with opened(services) as (world, page, browser):
        async with world.turn:
            page.env._begin_operation("preview.refresh")
            saying = asyncio.create_task(browser.say("!ttt start 3x3 x"))
            _, waiting = await asyncio.wait({saying}, timeout=0.2)
            assert waiting
            page.env._end_operation()
        await saying
        assert "alice" in world.channel.history()[-1].content


async def test_names_in_messages_are_mentions(services: Services) -> None:
    """Of members, the bot and the channel: what is typed is understood, and shown by name."""
    async with opened(services) as (world, _, browser):
        await browser.say("!ttt start 3x3 @carol")
        typed, challenge = browser.texts
        assert typed == "!ttt start 3x3 @carol"
        assert challenge.startswith("alice challenges @carol")
        await browser.say("@kinarow settings channels #games")
        assert browser.messages[-2]["mention_channel_ids"] == [str(world.channel.id)]
        assert browser.texts[-2:] == [
            "@Kinarow settings channels #games",
            "Done. Channels to play in, with their threads: #games",
        ]


async def test_names_in_the_options_of_commands_are_mentions(services: Services) -> None:
    """As in a message."""
    sent = []

    def note(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            sent.append(payload["data"]["options"][0]["options"])

    async with opened(services) as (world, _, browser):
        world.env.backend.subscribers.append(note)
        await browser.command("ttt settings", channels="add #games")
        ((option,),) = sent
        assert option["value"] == f"add <#{world.channel.id}>"
        assert browser.texts[-1].endswith("#games")


async def test_the_script_that_follows_comes_with_the_page(services: Services) -> None:
    """It is served in a file that the page loads, and the parts it looks for are there."""
    async with opened(services) as (_, _, browser):
        async with browser.http.get("/app.js") as found:
            assert (await found.text()).endswith(FOLLOW_SCRIPT)
        async with browser.http.get("/") as found:
            page = await found.text()
    for part in (*re.findall(r'(?:getElementById|on)\("([a-z-]+)"', FOLLOW_SCRIPT), "/app.js"):
        assert part in page


async def test_a_private_answer_can_be_pressed(services: Services) -> None:
    """It stands in the page with its buttons, and they answer for its viewer."""
    async with opened(services) as (_, _, browser):
        await browser.say("!ttt puzzle more")
        await browser.press("Next")
        own = browser.messages[-1]
        assert own["ephemeral"]
        await browser.press("Solution")
        assert "The solution: " in browser.texts[-1]
        assert browser.messages[-1]["id"] != own["id"]


async def test_our_own_drawings_need_no_check() -> None:
    """What was drawn here is shown as it is."""
    drawing = images.emoji_image(TILE_EMOJI[0])
    shown = await Drawings([drawing]).validate("tile", drawing)
    assert shown.normalized == drawing
    assert (shown.width, shown.height, shown.content_type) == (128, 128, "image/png")


async def test_other_files_are_checked() -> None:
    """Whatever else is sent goes the way that SimCord has for it."""
    with pytest.raises(MediaError):
        await Drawings([images.emoji_image(TILE_EMOJI[0])]).validate("file", b"no picture")
