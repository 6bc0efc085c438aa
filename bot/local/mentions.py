"""Turns names into mentions and back, as Discord's client does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_CODE: Final = "`[^`]+`"
"""Inline code. Names in it are not mentions, in Discord too."""
_START: Final = r"(?<![\w@#/<.-])"
"""What may stand before a name. It excludes `mail@bob` and URLs."""
_END: Final = r"(?![\w-]|\.\w)"
"""What may stand after a name. It excludes `@bobby`, `#games-2` and domains."""


class Mentions:
    """Maps names as people type them (`@bob`) to mentions as Discord sends them (`<@7>`)."""

    def __init__(self, sent: Mapping[str, str]) -> None:
        self._sent = {name.casefold(): mention for name, mention in sent.items()}
        self._names = {mention: name for name, mention in sent.items()}
        longest_first = sorted(sent, key=len, reverse=True)
        names = "|".join(map(re.escape, longest_first))
        self._typed = re.compile(f"{_CODE}|{_START}(?:{names}){_END}", re.IGNORECASE)

    def typed(self, words: str) -> str:
        """Replace typed names by mentions."""
        return self._typed.sub(lambda found: self._sent.get(found[0].casefold(), found[0]), words)

    def shown(self, content: str) -> str:
        """Replace mentions by the names that people read."""
        for mention, name in self._names.items():
            content = content.replace(mention, name)
        return content
