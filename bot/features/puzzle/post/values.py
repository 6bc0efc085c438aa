"""Whether a process may post a puzzle now."""

from __future__ import annotations

from enum import Enum, auto


class PostClaim(Enum):
    """The answer to a process that wants to post the puzzle of a day."""

    REFUSED = auto()
    """It is posted, or another process has it in hand."""
    FIRST = auto()
    """Nobody has tried yet."""
    AGAIN = auto()
    """A try did not end well: the message may be there, or not."""
