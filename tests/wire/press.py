"""Presses and commands on their way to the bot."""

from __future__ import annotations

from tests.wire.limits.interactions import InteractionLimits
from tests.wire.payloads import Payload, snowflake
from tests.wire.refusals import refuse
from tests.wire.rooms import Room


class Press:
    """A press or a command on its way, and the message that answered it first."""

    def __init__(self, room: Room, message: Payload | None, by: Payload) -> None:
        self.id = snowflake()
        self.by = by
        self.token = f"interaction-token-{self.id}"
        self.room = room
        self.original = message
        self.acknowledged = False
        self.answers = 0
        self.expired = False
        self.thinking = False
        self.private_thinking = False
        """Whether the answer that was promised is for one person alone."""
        self.form: Payload | None = None
        """The form that it was answered with."""
        self.private: list[str] = []
        """What only the person who pressed has seen."""
        self.installed_by_server = True
        """Whether the bot is a member there, or was brought by the person who pressed."""
        self.followups = 0
        """Messages after the first answer."""
        self.limits: InteractionLimits | None = None
        self._begun = 0.0

    @property
    def counts(self) -> bool:
        """Whether it was acknowledged, and nothing was said against it."""
        return self.acknowledged and not self.private

    def begin(self, limits: InteractionLimits | None) -> None:
        """Let its time run, if it is limited."""
        if limits is not None:
            self.limits, self._begun = limits, limits.clock.now()

    def check_first(self) -> None:
        """Refuse a first answer that comes too late."""
        if self.limits is not None:
            refuse(self.limits.first(self._begun))

    def check_further(self) -> None:
        """Refuse whatever comes when the token is no longer good."""
        if self.limits is not None:
            refuse(self.limits.further(self._begun))

    def check_followup(self) -> None:
        """Refuse one message more than there may be."""
        if self.limits is not None:
            refuse(self.limits.followup(self.followups, by_server=self.installed_by_server))
        self.check_further()
