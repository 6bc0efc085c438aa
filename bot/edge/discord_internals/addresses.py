"""Other servers than Discord's that speak its protocol."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord.gateway import DiscordWebSocket
from yarl import URL

_flattened: Final = discord.errors._flatten_error_dict
"""Makes lines of what is wrong with a request, as Discord tells it."""


def use_addresses(api: str | None, gateway: str | None) -> None:
    """Send every request of this process to another API, and connect to another gateway."""
    if api is not None:
        discord.http.Route.BASE = api
        discord.errors._flatten_error_dict = flattened  # type: ignore[assignment] # it takes more
    if gateway is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)


def flattened(errors: Any, key: str = "") -> dict[str, str]:
    """What is wrong with a request, by field. Some servers tell it as a list, each with its path.

    Source: https://docs.fluxer.app/api-reference, "Form Validation Errors".
    """
    if not isinstance(errors, list):
        return _flattened(errors, key)
    wrong = [one for one in errors if isinstance(one, dict)]
    return {str(one.get("path", "")): str(one.get("message", "")) for one in wrong}
