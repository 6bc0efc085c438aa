"""What every cog needs from the bot."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord.ext import commands

from bot.edge.channels import Languages
from bot.edge.discord_internals.answers import note_status
from bot.edge.discord_internals.limits import LONGEST_WAIT, ClosedRoutes
from bot.edge.recent import (
    AnswerDates,
    ButtonsTaken,
    DiscordClock,
    LayoutsTaken,
    RecentIds,
    Refusals,
)
from bot.edge.sending.progress import ProgressCog
from bot.edge.sending.traffic import MOST_OLD, Tokens, Traffic
from bot.match.notes import Permission
from bot.match.players import ChosenStyle
from bot.match.session import ChannelId, GameId, Session, UserId
from bot.monitoring.metrics import InFlight, Metrics
from bot.pool.acting import Acting
from bot.pool.bounds import Cooldowns
from bot.pool.thinker import Thinker
from bot.show.emoji import NO_EMOJI, OwnedEmoji
from bot.store import Store
from bot.store.guild_settings import GuildSettingsCache

F = TypeVar("F")
EndLinks = Callable[[UserId], Awaitable[None]]
BoardUrl = Callable[[ChannelId, GameId, UserId], str]
NewlyMissing = Callable[[ChannelId, Iterable[Permission]], Awaitable[tuple[Permission, ...]]]
"""Returns the missing permissions not yet mentioned in a channel, and notes that they are now."""

_OWN_MESSAGES: Final = 200
"""How many messages of the bot itself are remembered."""
_REMEMBERED: Final = 10_000
"""How many ids are remembered, to notice what Discord delivers twice."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A command that can be asked for in words, whichever way the words came in."""

    name: str
    about: str
    """What it does, in English."""
    run: Callable[..., Awaitable[None]]
    """Does it for an act (bot/edge/act.py), with the words after its name."""


class GameBot(commands.Bot):
    """What cogs need from the bot. It may own emoji for the tiles of boards."""

    owned: OwnedEmoji = NO_EMOJI
    """The emoji that the application owns. They are known after the login."""

    def __init__(
        self,
        *args: Any,
        language: str,
        client_url: str,
        store: Store,
        guild_settings: GuildSettingsCache,
        in_flight: InFlight,
        metrics: Metrics,
        chosen_style: ChosenStyle,
        thinker: Thinker,
        newly_missing: NewlyMissing,
        clock: DiscordClock,
        **kwargs: Any,
    ) -> None:
        self.refusals = Refusals()
        self.taken_buttons = ButtonsTaken()
        self.taken_layouts = LayoutsTaken(self.taken_buttons)
        self.answer_dates = AnswerDates()
        self.closed_routes = ClosedRoutes()
        trace = aiohttp.TraceConfig()
        self.refusals.listen(trace)
        self.answer_dates.listen(trace)
        trace.on_request_end.append(note_status)
        self.closed_routes.listen(trace)  # last: it ends a request that is refused for long
        super().__init__(*args, http_trace=trace, max_ratelimit_timeout=LONGEST_WAIT, **kwargs)
        self.client_url = client_url
        """The address of the server's web client."""
        self.clock = clock
        self.store = store
        self.guild_settings = guild_settings
        self.languages = Languages(language, guild_settings)
        self.in_flight = in_flight
        """Counts the commands and presses that have not been answered yet."""
        self.acting = Acting()
        self.metrics = metrics
        self.chosen_style = chosen_style
        self.studio = thinker.studio
        self.progress = ProgressCog(thinker)
        self.newly_missing = newly_missing
        self.own_messages: deque[discord.Message] = deque(maxlen=_OWN_MESSAGES)
        """The newest messages of the bot itself, as the gateway reported them, in their order."""
        self.handled = RecentIds(_REMEMBERED)
        """The messages that were played, answered or ignored, and the commands, presses and boxes
        that were handled, so that each is handled only once."""
        self.traffic = Traffic()
        self.old_traffic = Traffic(MOST_OLD)
        """The changes of replaced boards, for which no move waits."""
        self.cooldowns = Cooldowns()
        self.tokens = Tokens()
        self.asked: dict[str, Asked] = {}
        """The typed commands by all their names; "" is the group itself."""
        self.board_url: BoardUrl | None = None
        """Makes a link to the page of a game, for a person; None while no pages are served."""
        self.end_links: EndLinks | None = None
        """Ends all links of a person to pages, whichever process serves them."""
        self.opens_inside = False
        """Whether such a page can be opened inside Discord, as an activity."""
        self.features: dict[type, object] = {}
        """What comes in through the door, by its class."""

    def feature(self, kind: type[F]) -> F:
        """A feature of this bot, which has to stand above those that are made from it."""
        found = self.features.get(kind)
        assert isinstance(found, kind), f"{kind.__name__} stands below a feature that uses it"
        return found

    def is_open(self, _shard: int) -> bool:
        """Whether a shard is connected, if Discord has not reported it as lost."""
        return True

    def has_read(self, _game: Session) -> bool:
        """Whether everything that was typed in a game is known, so that it may end on time."""
        return True

    def link_to(self, guild: int | None, channel: int, message: int | None) -> str:
        """Where a client finds a message, or a channel. A link contains only numbers."""
        place = f"{self.client_url}/channels/{guild or '@me'}/{channel}"
        return place if message is None else f"{place}/{message}"
