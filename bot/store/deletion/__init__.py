"""What is deleted: a person who asks for it, and what nobody needs any more."""

from __future__ import annotations

from bot.store.deletion.erase import erase, plays
from bot.store.deletion.prune import Pruning

__all__ = ["Pruning", "erase", "plays"]
