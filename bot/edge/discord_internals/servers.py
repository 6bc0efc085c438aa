"""Other servers than Discord's, events that cannot be read, and what is kept of servers."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import discord
from discord.gateway import DiscordWebSocket
from yarl import URL

_flattened: Final = discord.errors._flatten_error_dict
"""Makes lines of what is wrong with a request, as Discord reports it."""


def use_addresses(api: str | None, gateway: str | None) -> None:
    """Send every request of this process to another API, and connect to another gateway."""
    if api is not None:
        discord.http.Route.BASE = api
        discord.errors._flatten_error_dict = flattened  # type: ignore[assignment] # it takes more
    if gateway is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)


def flattened(errors: Any, key: str = "") -> dict[str, str]:
    """What is wrong with a request, by field. Some servers send a list, each item with its path.

    Source: https://docs.fluxer.app/api-reference, "Form Validation Errors".
    """
    if not isinstance(errors, list):
        return _flattened(errors, key)
    wrong = [one for one in errors if isinstance(one, dict)]
    return {str(one.get("path", "")): str(one.get("message", "")) for one in wrong}


Payload = Mapping[str, Any]
_READY: Final = "READY"


def guard_events(client: discord.Client, lost: Callable[[str, Exception], None]) -> None:
    """Call `lost` for an event that cannot be read. In discord.py it would end the program.

    READY is not guarded: without it there is no session.
    """
    parsers = client._connection.parsers
    for event, parse in parsers.items():
        if event != _READY:
            parsers[event] = _guarded(event, parse, lost)


def _guarded(
    event: str, parse: Callable[[Any], None], lost: Callable[[str, Exception], None]
) -> Callable[[Any], None]:
    def guarded(content: Payload) -> None:
        try:
            parse(content)
        except Exception as error:
            lost(event, error)

    return guarded


_UNUSED: Final = (
    *("emojis", "stickers", "soundboard_sounds", "voice_states", "presences", "stage_instances"),
    *("guild_scheduled_events", "features", "description", "icon", "banner", "splash"),
)
"""The parts of a server that are not used."""
_UNUSED_OF_CHANNELS: Final = ("topic", "available_tags", "parent_id", "icon_emoji")
_UNUSED_OF_ROLES: Final = ("colors", "color", "icon", "unicode_emoji")
_PART: Final = 20
"""How many channels of a server are packed together."""


def trim_servers(client: discord.Client) -> None:
    """Keep only the used parts of each server, and its channels packed until they are used."""
    parsers = client._connection.parsers
    for event in ("GUILD_CREATE", "GUILD_UPDATE"):
        parsers[event] = partial(_keep_server, client._connection, parsers[event])


def _keep_server(
    state: discord.state.ConnectionState[Any], parse: Callable[[Any], None], content: Payload
) -> None:
    kept = {key: value for key, value in content.items() if key not in _UNUSED}
    kept["roles"] = [_without(_UNUSED_OF_ROLES, role) for role in content.get("roles", ())]
    if "channels" in content:
        kept["channels"] = [_without(_UNUSED_OF_CHANNELS, one) for one in content["channels"]]
    parse(kept)
    guild = state._get_guild(int(content["id"]))
    if guild is not None and "channels" in kept:
        # now, since discord.py could read all of them
        guild._channels = PackedChannels(guild, kept["channels"])


def _without(unused: Sequence[str], content: Payload) -> Payload:
    return {key: value for key, value in content.items() if key not in unused}


class PackedChannels(dict[int, Any]):
    """The channels of a server by their ids. One becomes an object when it is first asked for.

    An object takes some 900 bytes, and a channel's data 100 when packed: most bots are in many
    servers with many channels, and are used in few of them. A server may have 500: they are packed
    in parts, so that reading one costs no more in a large server.
    """

    __slots__ = ("_guild", "_parts")

    def __init__(self, guild: discord.Guild, channels: Sequence[Payload]) -> None:
        super().__init__()
        read = guild._channels  # of a kind that discord.py knows
        self._guild = guild
        self._parts: list[bytes] = []
        for first in range(0, len(channels), _PART):
            part = channels[first : first + _PART]
            ids = (int(channel["id"]) for channel in part)
            number = len(self._parts)
            self.update((id_, number) for id_ in ids if id_ in read)  # a number: it is packed
            self._parts.append(zlib.compress(json.dumps(part).encode()))

    def get(self, key: int, default: Any = None, /) -> Any:
        """Return a channel, or the default where the server has none of that id."""
        found = super().get(key)
        if found is None:
            return default
        return self._unpack(found, [key])[0] if isinstance(found, int) else found

    def values(self) -> Any:
        """Return every channel."""
        packed: dict[int, list[int]] = {}
        for key, found in self.items():
            if isinstance(found, int):
                packed.setdefault(found, []).append(key)
        for part, keys in packed.items():
            self._unpack(part, keys)
        return super().values()

    def _unpack(self, part: int, keys: Sequence[int]) -> list[Any]:
        channels = {int(one["id"]): one for one in json.loads(zlib.decompress(self._parts[part]))}
        for key in keys:
            kind, _ = discord.channel._guild_channel_factory(channels[key]["type"])
            assert kind is not None, "discord.py has made an object of it before"
            self[key] = kind(guild=self._guild, data=channels[key], state=self._guild._state)
        return [self[key] for key in keys]


def client_of(member: discord.Member) -> Any:
    """Return the client that keeps a member."""
    return member._state._get_client()
