"""Sentences from right to left, in which names, numbers and commands keep their own direction.

What is filled in, and what stands as code, is set between the signs that isolate it: by
Unicode's bidirectional algorithm (UAX #9) it is then laid out on its own, and what stands
around it neither turns it round nor is turned round by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

FIRST_STRONG: Final = "\N{FIRST STRONG ISOLATE}"
LEFT_TO_RIGHT: Final = "\N{LEFT-TO-RIGHT ISOLATE}"
RIGHT_TO_LEFT: Final = "\N{RIGHT-TO-LEFT ISOLATE}"
END: Final = "\N{POP DIRECTIONAL ISOLATE}"

_ISLAND: Final = re.compile(r"`[^`]*`|(?<!\{)\{\w+\}")
"""Code with all that is filled into it, or a place to fill: nothing that people copy is broken."""
_FENCE: Final = "```"


def isolated(template: str) -> str:
    """A template whose places to fill, and code, are isolated from the words around them.

    >>> ascii(isolated("{name}: `!ttt {move}`"))
    "'\\\\u2068{name}\\\\u2069: \\\\u2068`!ttt {move}`\\\\u2069'"
    """
    return _ISLAND.sub(rf"{FIRST_STRONG}\g<0>{END}", template)


def right_to_left(items: Iterable[str], between: str) -> str:
    """A list of which the first item stands on the right, also where all are numbers."""
    row = between.join(f"{FIRST_STRONG}{item}{END}" for item in items)
    return f"{RIGHT_TO_LEFT}{row}{END}" if row else ""


def left_to_right(board: str) -> str:
    """A board whose rows read from left to right wherever they stand."""
    return "\n".join(
        row if not row or row.startswith(_FENCE) else f"{LEFT_TO_RIGHT}{row}{END}"
        for row in board.split("\n")
    )
