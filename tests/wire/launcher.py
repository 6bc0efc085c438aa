"""Runs the real bot, `python -m bot run`, in less time than on the real Discord.

Imports stand where they are needed, since the bot's workers import this module anew.
Nothing of the bot is replaced. Some waits are shortened, which stand in the code for what takes
long on the real Discord.
"""

from __future__ import annotations

import asyncio
import math
import os
import signal
import sys
from datetime import timedelta
from functools import partialmethod

GUILDS = 0.1
"""Seconds without a further server after which all are there; 2 in discord.py."""
FURTHER = "FURTHER"
"""Names the setting for another such time, where servers keep coming."""
SILENCE = 5.0
"""Seconds after which a gateway that says nothing counts as lost; 60 in discord.py."""
QUIET = "QUIET"
"""Names the setting for another time of silence: it must be longer than the wait to identify."""
GOOD = 0.1
"""Seconds after which a connection counts as good; 60 in the bot."""
PAUSE = 0.1
"""Seconds before the first further try to reach Discord; 1 in the bot."""
LONGEST = 1.0
"""The longest of these pauses in seconds; 5 to 60 in the bot."""
ANSWER = 5.0
"""Seconds after which a request counts as lost; 15 in the bot. A busy machine answers in time."""
CLAIM = 1.5
"""Seconds for another process of the same shard to end; 10 in the bot."""
ROUND = "ROUND"
"""Names the setting for the seconds between two looks at what waits; 20 to 30 in the bot."""
IDENTIFY = "IDENTIFY"
"""Names the setting for the seconds between two identifies; 5.5 in the bot, and none here."""
PUT_OFF = "PUT_OFF"
"""Names the setting for the seconds after which an answer is given up; 60 in the bot."""
LIMIT = "LIMIT"
"""Names the setting for the longest rate limit that is waited for; 30 in the bot."""
LAST = "LAST"
"""Names the setting for the seconds for moves in hand and for the goodbye; 3 and 1 in the bot."""


BOUNDED = "BOUNDED"
"""Names the setting that turns on the limits of what people may ask for."""


def hurry(silence: float = SILENCE, guilds: float = GUILDS) -> None:
    """Let discord.py wait less."""
    import discord

    import bot.client.connections
    import bot.client.gateway

    state = discord.state.ConnectionState
    state.__init__ = partialmethod(  # type: ignore[method-assign, assignment] # as a setting would
        state.__init__, guild_ready_timeout=guilds, heartbeat_timeout=silence
    )
    bot.client.gateway._IDENTIFY_PAUSE = timedelta(  # type: ignore[misc] # 5.5 s
        seconds=float(os.environ.get(IDENTIFY, "0"))
    )
    bot.client.connections._GOOD = GOOD  # type: ignore[misc] # likewise
    bot.client.connections._FIRST_PAUSE = PAUSE  # type: ignore[misc] # likewise
    bot.client.connections._LONGEST_PAUSE = LONGEST  # type: ignore[misc] # likewise
    bot.client.connections._LONGEST_UNHEARD = LONGEST  # type: ignore[misc] # likewise
    bot.client.connections._INVALID = (PAUSE, PAUSE)  # type: ignore[misc] # 1 to 5 s


def look_after_often(seconds: float) -> None:
    """Let the bot look at what waits, and retry what failed, in that time."""
    import bot.edge.upkeep
    import bot.features.start.service
    import bot.games.backlog
    import bot.games.screen
    import bot.run.serve

    pause = timedelta(seconds=seconds)
    bot.run.serve._ROUND = seconds  # type: ignore[misc] # final but for this
    bot.games.backlog._QUIET_AFTER = bot.games.screen.CONFIRM_AFTER = pause  # type: ignore[misc] # likewise
    # longer than discord.py takes to try once more
    bot.features.start.service._QUIET_AFTER = 6 * pause  # type: ignore[misc] # likewise
    first = bot.edge.upkeep._FIRST_PAUSE
    bot.edge.upkeep._FIRST_PAUSE = min(pause, first)  # type: ignore[misc] # likewise


def tell_tasks(*_: object) -> None:
    """Write into the log what every task waits for."""
    for task in asyncio.all_tasks():
        task.print_stack(limit=8)


if __name__ == "__main__":
    # Tests run in the background of a shell would ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGUSR1"):  # Windows has none
        signal.signal(signal.SIGUSR1, tell_tasks)

    import bot.client.gateway
    import bot.edge.discord_internals.answers
    import bot.edge.discord_internals.limits
    import bot.pool.bounds
    import bot.pool.job_runner
    import bot.store.shards
    from bot.__main__ import main

    bot.client.gateway._REQUEST_TIMEOUT = ANSWER  # type: ignore[misc] # final but for this
    if BOUNDED not in os.environ:  # people here never rest
        allowance = bot.pool.bounds.Cooldowns
        allowance.__init__ = partialmethod(  # type: ignore[method-assign, assignment] # as above
            allowance.__init__, most=math.inf
        )
    # a worker loads what a game needs as it needs it: nothing for 3x3, where all takes a second
    bot.pool.job_runner.JobRunner._load_kernels = lambda self: None  # type: ignore[method-assign]
    bot.store.shards._PATIENCE = CLAIM  # type: ignore[misc] # likewise
    if PUT_OFF in os.environ:
        bot.edge.discord_internals.answers._LONGEST = float(os.environ[PUT_OFF])  # type: ignore[misc] # likewise
    if LIMIT in os.environ:
        bot.edge.discord_internals.limits.LONGEST_WAIT = float(os.environ[LIMIT])  # type: ignore[misc] # likewise
    if LAST in os.environ:
        seconds = float(os.environ[LAST])
        bot.client.gateway._IN_FLIGHT_TIMEOUT = seconds  # type: ignore[misc] # final but for this
        bot.client.gateway._CLOSE_TIMEOUT = seconds  # type: ignore[misc] # likewise
    if ROUND in os.environ:
        look_after_often(float(os.environ[ROUND]))
    hurry(float(os.environ.get(QUIET, SILENCE)), float(os.environ.get(FURTHER, GUILDS)))
    code = main(["run"])
    if hasattr(signal, "SIGUSR1"):  # Python leaves it to the system now, which would end with it
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    sys.exit(code)
