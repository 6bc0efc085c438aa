"""Hides the ids and names of people in what is logged.

A long number is shown only where the text says that it is the id of something else: a channel, a
server, a message. So the rule holds for what other libraries log, and for errors that name a route
such as `/guilds/1/members/2`.
"""

from __future__ import annotations

import re
from typing import Final

HIDDEN: Final = "[person]"

_KINDS: Final = (
    *("application", "category", "channel", "emoji", "event", "game", "guild", "interaction"),
    *("message", "nonce", "parent", "role", "server", "session", "shard", "thread", "webhook"),
)
_ID: Final = re.compile(
    rf"""(?ix)
    (?P<known>
        # such as channel 1, guild_id=1, /messages/1
        (?:{"|".join(_KINDS)})s?(?:[ _]?ids?)?["']? [ ]?[ /=:\#]\[?[ ]?["']?
        | /activity-instances/i- | <\#
    )?
    (?<![\w.])(?P<id>[0-9]{{15,20}})(?![0-9])
    """
)
_ROUTE: Final = re.compile(
    r"/(users|members|recipients|bans|voice-states|thread-members)/(?:[0-9]+|%40[0-9]+)"
)
_NAME: Final = re.compile(
    r"""\b((?:[a-z]+_)?(?:user)?name|nick)=(?!["']Task-)(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
)
_ROW: Final = re.compile(r"(?m)\b(DETAIL|parameters): .*$")
"""What a database quotes of a row that it refuses."""


def without_people(text: str) -> str:
    """Return a text without the ids and names of people.

    >>> without_people("GET /guilds/198765432198765432/members/298765432198765432 was refused")
    'GET /guilds/198765432198765432/members/[person] was refused'
    >>> without_people("298765432198765432 in channel 398765432198765432")
    '[person] in channel 398765432198765432'
    """
    text = _ROUTE.sub(rf"/\1/{HIDDEN}", text)
    text = _ID.sub(lambda found: found[0] if found["known"] else HIDDEN, text)
    text = _NAME.sub(rf"\1={HIDDEN}", text)
    return _ROW.sub(rf"\1: {HIDDEN}", text)
