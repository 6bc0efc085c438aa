"""What the emoji upload prints."""

from __future__ import annotations

from typing import Final

from bot.show.text.language import Sentence

_FOUND: Final = Sentence("The application owns {there} of the {all} emoji of boards.")
_UPLOADED: Final = Sentence("{there} of {all}: uploaded {name}, {sign}")
_COMPLETE: Final = Sentence(
    "All {all} emoji are there. A bot that is running shows them after a restart."
)
_REFUSED: Final = Sentence(
    "Discord did not take {name}: {reason}. {there} of {all} emoji are there; "
    "run the same command again for the rest."
)
_UNLISTED: Final = Sentence("Discord did not list the emoji of the application: {reason}.")


def emoji_found(there: int, all_: int) -> str:
    """How many emoji the application had before the upload."""
    return _FOUND.format(there=there, all=all_)


def emoji_uploaded(name: str, sign: str, there: int, all_: int) -> str:
    """That one more emoji was uploaded."""
    return _UPLOADED.format(name=name, sign=sign, there=there, all=all_)


def emoji_complete(all_: int) -> str:
    """That no emoji is missing."""
    return _COMPLETE.format(all=all_)


def emoji_refused(name: str, reason: str, there: int, all_: int) -> str:
    """That Discord refused an emoji, and what to do."""
    return _REFUSED.format(name=name, reason=reason, there=there, all=all_)


def emoji_unlisted(reason: str) -> str:
    """That the upload could not start."""
    return _UNLISTED.format(reason=reason)
