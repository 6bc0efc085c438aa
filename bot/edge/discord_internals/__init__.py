"""Everything that needs private names of discord.py, which any version may change.

discord.py has no public way to do these things:

- speak to another address than Discord's, such as a proxy
- set how long a request may take
- go on after an event or a message that it cannot read
- keep only the used parts of a server
- find the client to which a member is known
- recognise an answer that is not Discord's, such as the page of a proxy, and go on after it
- read what is wrong with a request from a server that reports it in another way
- send a message, or an answer, again without the components that a server refuses
- connect again after every failure, with pauses that grow to a minute, and to resume the session
- note that an interaction has had its first answer, of which only the receipt got lost
- upload commands only if Discord has others, and without removing the one that opens an activity

`pyproject.toml` pins the version of discord.py. If a new version lacks one of the private names,
`tests/bot/edge/test_discord_internals.py` says which.
"""

from bot.edge.discord_internals.answers import guard_answers, mark_answered, note_status, reading
from bot.edge.discord_internals.connections import (
    GatewayReset,
    GatewaySession,
    GatewaySocket,
    UnreadableFrameError,
    close_requests,
    limit_request_time,
    open_socket,
    reset_login,
    shards_of,
    silence_voice_warnings,
)
from bot.edge.discord_internals.requests import (
    HistoryPage,
    command_payloads,
    guard_components,
    known_commands,
    page_after,
    upload_commands,
)
from bot.edge.discord_internals.servers import (
    PackedChannels,
    client_of,
    guard_events,
    trim_servers,
    use_addresses,
)

__all__ = [
    "GatewayReset",
    "GatewaySession",
    "GatewaySocket",
    "HistoryPage",
    "PackedChannels",
    "UnreadableFrameError",
    "client_of",
    "close_requests",
    "command_payloads",
    "guard_answers",
    "guard_components",
    "guard_events",
    "known_commands",
    "limit_request_time",
    "mark_answered",
    "note_status",
    "open_socket",
    "page_after",
    "reading",
    "reset_login",
    "shards_of",
    "silence_voice_warnings",
    "trim_servers",
    "upload_commands",
    "use_addresses",
]
