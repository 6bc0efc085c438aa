"""Discord's refusals of impossible requests."""

from __future__ import annotations

from typing import Final

from tests.wire.faults import Refusal

UNKNOWN_CHANNEL: Final = Refusal(404, 10003)
UNKNOWN_MEMBER: Final = Refusal(404, 10007)
UNKNOWN_MESSAGE: Final = Refusal(404, 10008)
UNKNOWN_WEBHOOK: Final = Refusal(404, 10015)
MISSING_ACCESS: Final = Refusal(403, 50001)
MISSING_PERMISSIONS: Final = Refusal(403, 50013)
ACKNOWLEDGED: Final = Refusal(400, 40060)
NO_COMPONENTS: Final = Refusal(400, 50035, errors=("components",))
NO_COMPONENTS_IN_DATA: Final = Refusal(400, 50035, errors=("data.components",))


class RefusedError(Exception):
    """A request asks for something impossible."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def refuse(refusal: Refusal | None) -> None:
    """Refuse a request, if there is a reason."""
    if refusal is not None:
        raise RefusedError(refusal)
