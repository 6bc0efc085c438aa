"""A game that was played to its end, and what is said about it."""

from __future__ import annotations

import discord
from simcord import ChannelHandle

from tests.bot.discord.ways import mentioned_shortly, prefixed, slashed
from tests.bot.discord.world import World

GAME = ("1", "bob: 2", "4", "bob: 7", "6", "bob: 5", "9", "bob: 8")
"""O errs with the second move, X with the fifth, and O wins."""
CODE = "3x3x3:1-2-4-7-6-5-9-8"
RECORD = "-# Game 1"
OVERVIEW_PAGE = [
    "**Review of game 1**",
    "❌ **alice** \N{EN DASH} ⭕ **bob** · tic-tac-toe",
    "⭕ **bob** wins with 2-5-8.",
    "Move 2, ⭕ on 2: loses in 3; best was 5",
    "Move 5, ❌ on 6: misses a win in 2; best was 5",
    "❌ **alice** played with 54% accuracy",
    "⭕ **bob** played with 56% accuracy",
]
REVIEW = [
    "**Review of game 1** · mistake 1 of 1",
    "❌ **alice** \N{EN DASH} ⭕ **bob** · tic-tac-toe",
    "⭐ **Turning point.** ❌ **alice** would have won in 2 here.",
    "❌⭕3️⃣",
    "❌✅❗",
    "🅾️8️⃣9️⃣",
    "❗ Move 5: ❌ **alice** played **6**: loses in 2",
    "✅ Best was **5**: makes two threats at once (4-5-6 + 1-5-9)",
    "↪️ After **6** the best answer is **5**: blocks 4-5-6; wins in 2",
    "👀 Few players at your level see this.",
    "📉 ❌ **alice**'s chances at this level fell from 100% to 17% (±4).",
]
"""The first page that a review shows is the costliest mistake of whoever asks, or of the loser."""
OF_O = "**Review of game 1** · mistake 1 of 1", "⭕ **bob** had a better defence here."
"""The lines that tell the page of bob's mistake from the other."""
WAYS = [prefixed, mentioned_shortly, slashed]


async def play(world: World) -> None:
    """Alice and bob play the game above, number 1."""
    await world.pair()
    await world.say(*GAME)


async def file_of(message: discord.Message) -> tuple[str, str | None, bytes]:
    """The only file of a message: its name, its description, and its bytes."""
    (file,) = message.attachments
    return file.filename, file.description, await file.read()


def newest(world: World, channel: ChannelHandle | None = None) -> discord.Message:
    """The newest message of a channel."""
    return (channel or world.channel).history()[-1]
