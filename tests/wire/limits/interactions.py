"""How long an interaction can be answered, and how often."""

from __future__ import annotations

from typing import Final

from tests.wire.faults import Refusal
from tests.wire.limits.windows import Clock

FIRST_ANSWER: Final = 3.0
"""Seconds for the first answer.

https://docs.discord.com/developers/interactions/receiving-and-responding#responding-to-an-interaction"""
TOKEN: Final = 900.0
"""Seconds for which the token is good for further answers and changes. The same page."""
FOLLOWUPS: Final = 5
"""Further answers where the app is installed by the person alone, not by the server.

https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages"""
# https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
UNKNOWN_INTERACTION: Final = Refusal(404, 10062)
INVALID_TOKEN: Final = Refusal(401, 50027)
TOO_MANY_FOLLOWUPS: Final = Refusal(400, 40094)


class InteractionLimits:
    """What is wrong with an answer that comes late, or once too often; None if nothing is."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def first(self, begun: float) -> Refusal | None:
        """The first answer to an interaction that began at a time of the clock."""
        return UNKNOWN_INTERACTION if self.clock.now() - begun > FIRST_ANSWER else None

    def further(self, begun: float) -> Refusal | None:
        """Any use of its token."""
        return INVALID_TOKEN if self.clock.now() - begun > TOKEN else None

    def followup(self, sent: int, *, by_server: bool) -> Refusal | None:
        """One more message after so many, where the app was installed by the server or not."""
        return TOO_MANY_FOLLOWUPS if sent >= FOLLOWUPS and not by_server else None
