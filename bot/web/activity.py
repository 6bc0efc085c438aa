"""The page inside Discord, as an activity: who opens it, and in which channel, as Discord says.

The client of Discord gives the page a code, which is exchanged here for the person that it is. The
channel is that of the activity, if Discord says that this person takes part in it. What the page
itself says counts for nothing. The steps are those of Discord's guides on OAuth2 and on activities:
https://docs.discord.com/developers/activities/development-guides/multiplayer-experience
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from typing import Any, Final, NoReturn

import aiohttp
from aiohttp import web

from bot.edge.bot import GameBot
from bot.errors import KinarowError
from bot.match.session import ChannelId, UserId
from bot.pool.bounds import BoundedDict
from bot.web.links import Links, Seen
from bot.web.state import End, read_message
from bot.web.visitors import Allowance

log = logging.getLogger(__name__)

_SECONDS: Final = 10.0
"""Seconds that Discord has for each answer, and a page for its question."""
_MOST_FROM_ONE: Final = 20
"""The most codes from one address at once; then one a second. Each takes three requests."""
_MOST_FROM_ALL: Final = 20
"""The most codes from all strangers at once; then four a second. Discord allows 50 requests, and
10,000 that it refuses in ten minutes."""
_KNOWN, _STRANGERS = True, False
_REMEMBERED: Final = 10_000
_CODE: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")
"""The form of a code, and of the id of an activity."""
_LONGEST_CAUSE: Final = 100
_GRANT, _PERSON, _INSTANCE = "token", "person", "instance"
"""What Discord is asked for, step by step."""
_UNAUTHORIZED, _FORBIDDEN, _NOT_FOUND = 401, 403, 404
_OF_OURS: Final = frozenset(
    ("invalid_client", "unauthorized_client", "invalid_request", "redirect_uri_mismatch")
)
"""Errors of OAuth2 that tell of the host's own settings, and not of the code."""


class _Refused(Exception):  # noqa: N818 - what Discord answered
    """Discord has answered a step with an error: its status, and the cause that it names."""

    def __init__(self, step: str, status: int, cause: str) -> None:
        super().__init__(f"{step}: {status} {cause}".rstrip())
        self._step = step
        self._status = status
        self._cause = cause

    @property
    def end(self) -> End:
        """What it means for the page."""
        refused = self._status in {_UNAUTHORIZED, _FORBIDDEN}
        if self._step == _GRANT and (refused or self._cause in _OF_OURS):
            return End.SETUP  # a wrong secret
        if self._step == _INSTANCE and self._status == _NOT_FOUND:
            return End.UNKNOWN
        if self._step == _INSTANCE and refused:
            return End.SETUP  # a wrong token
        if 400 <= self._status < 500 and self._status != web.HTTPTooManyRequests.status_code:
            return End.UNPROVED
        return End.AWAY


class Activity:
    """Lets the people in an activity in to the game of its channel."""

    def __init__(self, api: str, token: str, secret: str, bot: GameBot, links: Links) -> None:
        self._api = api
        self._token = token
        self._secret = secret
        self._bot = bot
        self._links = links
        self._from_one = Allowance(_MOST_FROM_ONE, 1.0)
        self._from_all = Allowance(_MOST_FROM_ALL, 0.25)
        self._entered: BoundedDict[str, None] = BoundedDict(_REMEMBERED)
        """The addresses from which somebody has entered whom Discord knows."""

    @property
    def _application(self) -> int:
        """The application, which the bot knows once it has logged in."""
        return self._bot.application_id or 0

    @property
    def origin(self) -> str:
        """Where the page of an activity comes from: Discord's proxy for the application."""
        return f"https://{self._application}.discordsays.com"

    async def client(self, _request: web.Request) -> web.Response:
        """Tell the page which application it belongs to."""
        return web.json_response({"client": str(self._application)})

    async def enter(self, request: web.Request, address: str) -> web.Response:
        """Give a pass to a person of an activity, for whatever is played in its channel.

        Discord is asked for only so many: from one address, and from all of them. Those from where
        somebody has entered before do not wait behind strangers.
        """
        shared = _KNOWN if address in self._entered else _STRANGERS
        if not (self._from_one.take(address) and self._from_all.take(shared)):
            refuse(web.HTTPTooManyRequests(headers={"Retry-After": "10"}), End.FULL)
        try:
            async with asyncio.timeout(_SECONDS):
                message = read_message(await request.read())
            code, instance = str(message["code"]), str(message["instance"])
        except (KeyError, web.RequestPayloadError):
            raise web.HTTPBadRequest from None
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        if not _CODE.fullmatch(code) or not _CODE.fullmatch(instance):
            raise web.HTTPBadRequest
        try:
            seen = await self._seen(code, instance)
        except _Refused as error:
            log.warning("an activity could not be entered: Discord refuses the %s", error)
            if error.end is End.SETUP:
                log.warning("DISCORD_CLIENT_SECRET, the redirect or the token is wrong")
            refuse(web.HTTPBadGateway(), error.end)
        except (aiohttp.ClientError, TimeoutError, ValueError, KeyError, TypeError) as error:
            log.warning("an activity could not be entered: %s", type(error).__name__)
            refuse(web.HTTPBadGateway(), End.AWAY)
        except KinarowError as error:
            log.warning("an activity could not be entered: %r", error)
            refuse(web.HTTPServiceUnavailable(), End.AWAY)
        if seen is None:
            refuse(web.HTTPForbidden(), End.ABSENT)
        self._entered[address] = None
        return web.json_response({"pass": self._links.pass_for(seen)})

    async def _seen(self, code: str, instance: str) -> Seen | None:
        """What a person may see; None if Discord says that they are not there."""
        timeout = aiohttp.ClientTimeout(total=_SECONDS)
        async with aiohttp.ClientSession(timeout=timeout) as discord:
            grant = {"grant_type": "authorization_code", "code": code}
            ours = {"client_id": str(self._application), "client_secret": self._secret}
            async with discord.post(f"{self._api}/oauth2/token", data=grant | ours) as answer:
                bearer = (await _read(_GRANT, answer))["access_token"]
            person = await self._get(discord, _PERSON, "users/@me", f"Bearer {bearer}")
            path = f"applications/{self._application}/activity-instances/{instance}"
            found = await self._get(discord, _INSTANCE, path, f"Bot {self._token}")
        user, channel = int(person["id"]), ChannelId(int(found["location"]["channel_id"]))
        if str(user) not in map(str, found["users"]):
            return None
        game = await self._bot.store.load(channel)
        return Seen(channel, None if game is None else game.game, UserId(user), stays=True)

    async def _get(
        self, discord: aiohttp.ClientSession, step: str, path: str, authorization: str
    ) -> Any:
        headers = {"Authorization": authorization}
        async with discord.get(f"{self._api}/{path}", headers=headers) as answer:
            return await _read(step, answer)


async def _read(step: str, answer: aiohttp.ClientResponse) -> Any:
    """What Discord answers. Raises _Refused, with the error of OAuth2 or the code of the API."""
    if answer.ok:
        return await answer.json()
    told = read_message(await answer.read())
    cause = str(told.get("error") or told.get("code") or "")[:_LONGEST_CAUSE]
    raise _Refused(step, answer.status, cause)


def refuse(refusal: web.HTTPException, end: End) -> NoReturn:
    """Refuse a page, and tell it what to say."""
    refusal.text = json.dumps({"end": end})
    refusal.content_type = "application/json"
    raise refusal from None
