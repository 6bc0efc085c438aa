"""What `play` keeps: a game goes on in the same channel after the program was started anew."""

from __future__ import annotations

import pickle
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum
from pathlib import Path

import pytest

from bot.client.bot import Kinarow
from bot.client.services import Services
from bot.config import Settings
from bot.local.kept import KeptChannel, PlayFolder, open_folder
from bot.local.page import preview
from bot.local.world import World, open_world
from tests.bot.local.browser import browse


@asynccontextmanager
async def played(services: Services, kept: KeptChannel) -> AsyncIterator[World]:
    """One start of `play`, with what the last one has kept."""
    async with open_world(Kinarow(Settings.read({}), services), kept) as world:
        yield world
        await world.env.bot.close()


def texts(world: World) -> list[str]:
    """All that stands in the channel."""
    return [message.content for message in world.channel.history()]


@pytest.fixture
def channel(tmp_path: Path) -> KeptChannel:
    """A file that is not there yet."""
    return KeptChannel(tmp_path / "channel")


async def test_a_game_goes_on_after_a_restart(services: Services, channel: KeptChannel) -> None:
    """Messages, people and emoji are the same, and the next number is a move."""
    async with played(services, channel) as world:
        await world.members["alice"].send(world.channel, world.mentions.typed("!ttt start @bob x"))
        offer = world.channel.history()[-1]
        await world.members["bob"].click(offer, label="Accept")
        await world.members["alice"].send(world.channel, "5")
        before, addresses = texts(world), world.addresses
    async with played(services, channel) as world:
        assert texts(world) == before
        assert world.addresses == addresses
        await world.members["bob"].send(world.channel, "1")
        assert "**bob** played **1**" in texts(world)[-1]
        board = world.channel.history()[-1]
        await world.members["alice"].click(board, label="Resign")
        await world.members["alice"].slash(world.channel, "ttt board")


async def test_members_of_enums_are_read_again(
    services: Services, channel: KeptChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where Python by itself has them read by `getattr`, as 3.11.2 does."""

    def by_name(member: Enum, _protocol: int) -> tuple[object, ...]:
        return getattr, (type(member), member.name)

    async with played(services, channel) as world:
        await world.members["alice"].send(world.channel, "!ttt start 3x3 x")
        monkeypatch.setattr(Enum, "__reduce_ex__", by_name)
        assert channel.save(world.env.backend, now=True)
        monkeypatch.undo()
        assert channel.is_readable


async def test_pictures_are_shown_after_a_restart(services: Services, channel: KeptChannel) -> None:
    """A board that is a file is kept with it, and the page shows both."""
    async with played(services, channel) as world:
        await world.members["alice"].send(world.channel, "!ttt start 3x3 x")
        await world.members["alice"].send(world.channel, "!ttt style image")
        (picture,) = next(m for m in world.channel.history() if m.attachments).attachments
    async with played(services, channel) as world:
        assert world.env.backend.cdn.get(picture.url)
        async with await preview(world) as page, browse(page) as browser:
            assert "!ttt style image" in browser.texts
            await browser.say("5")
            assert any("Kinarow played" in words for words in browser.texts)


async def test_only_the_newest_messages_are_kept(services: Services, channel: KeptChannel) -> None:
    """A channel in which much was said does not grow for ever."""
    async with played(services, channel) as world:
        for number in range(310):
            author = world.members["bob"].id
            world.env.backend.create_message(world.channel.id, author, f"word {number}")
        await world.env.settle()
    async with played(services, channel) as world:
        assert texts(world) == [f"word {number}" for number in range(10, 310)]


def test_a_file_cannot_run_code(channel: KeptChannel, tmp_path: Path) -> None:
    """A file that names other code than SimCord's values is passed over, as a broken one is."""
    assert channel.path is not None
    harm = tmp_path / "harm"
    for content in (pickle.dumps(harm.touch), b"", b"\x80\x05nonsense", pickle.dumps([1])):
        channel.path.write_bytes(content)
        assert not channel.is_readable
    assert not harm.exists()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without anything kept."""
    for name in ("HOME", "LOCALAPPDATA", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


def filled(folder: PlayFolder) -> None:
    """Put into a folder what a `play` leaves there."""
    folder.database.write_text("games")
    assert folder.channel.path is not None
    release = {"simcord": ("0", "3.0")}
    folder.channel.path.write_bytes(pickle.dumps(release))


def test_fresh_begins_anew(home: Path) -> None:
    """The folder is the user's, `--fresh` empties it, and a line says what is so."""
    with open_folder(lasting=True, fresh=False) as folder:
        assert folder.path.is_relative_to(home)
        assert folder.words == f"Games are kept in {folder.path}, also after a restart."
        filled(folder)
    with open_folder(lasting=True, fresh=True) as folder:
        assert not folder.database.exists()


def test_a_channel_of_another_version_begins_anew_with_its_games(home: Path) -> None:
    """Games without their channel would be of no use, and it is said."""
    with open_folder(lasting=True, fresh=False) as folder:
        filled(folder)
    with open_folder(lasting=True, fresh=False) as folder:
        assert "of another version" in folder.words
        assert not folder.database.exists()


def test_a_second_play_keeps_nothing(home: Path) -> None:
    """Two at once do not write over each other."""
    with (
        open_folder(lasting=True, fresh=False) as first,
        open_folder(lasting=True, fresh=True) as second,
    ):
        assert second.path != first.path
        assert "Another `play`" in second.words
        assert second.channel.path is None


def test_a_script_leaves_nothing(home: Path) -> None:
    """What comes from a pipe has a folder of its own, which ends with it."""
    with open_folder(lasting=False, fresh=False) as folder:
        assert folder.words == ""
    assert not folder.path.exists()
    assert not list(home.iterdir())
