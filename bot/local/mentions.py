"""What Discord's client makes of names: mentions, which it sends and shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_CODE: Final = "`[^`]+`"
"""Is shown as it was typed, in Discord too."""
_START: Final = r"(?<![\w@#/<.-])"
_END: Final = r"(?![\w-]|\.\w)"
"""What stands around a whole name: not `mail@bob`, `@bobby`, `#games-2` or an address."""


class Mentions:
    """Names as people type and read them (`@bob`), and what is sent for each (`<@7>`)."""

    def __init__(self, sent: Mapping[str, str]) -> None:
        self._sent = {name.casefold(): mention for name, mention in sent.items()}
        self._names = {mention: name for name, mention in sent.items()}
        longest_first = sorted(sent, key=len, reverse=True)
        names = "|".join(map(re.escape, longest_first))
        self._typed = re.compile(f"{_CODE}|{_START}(?:{names}){_END}", re.IGNORECASE)

    def typed(self, words: str) -> str:
        """What is sent for the words that somebody typed."""
        return self._typed.sub(lambda found: self._sent.get(found[0].casefold(), found[0]), words)

    def shown(self, content: str) -> str:
        """What people read where a message was sent."""
        for mention, name in self._names.items():
            content = content.replace(mention, name)
        return content
