"""What Discord keeps of the bot: its slash commands, and the ids of buttons and boxes.

A file that is deleted is written anew by its test, for a person to read the difference.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent
_TRANSLATIONS: Final = ("name_localizations", "description_localizations")


def ids(name: str) -> list[str]:
    """Ids of each kind that was ever posted, with and without what may be left out."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def outline(payload: Any) -> Any:
    """A part of an upload, of its translations only the languages: the catalogues have tests."""
    if isinstance(payload, list):
        return [outline(part) for part in payload]
    if not isinstance(payload, dict):
        return payload
    return {
        key: " ".join(sorted(value)) if key in _TRANSLATIONS and value else outline(value)
        for key, value in payload.items()
    }
