"""The game: its rules, its positions and how they are written."""

from __future__ import annotations

from enum import Enum


class ReadableEnum(Enum):
    """An enumeration whose members have a `repr` that reads back: `Side.X`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
