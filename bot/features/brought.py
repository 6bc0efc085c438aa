"""Games that people bring to a feature: in words, in a file, in a message that is there already.

If its rows may count from the top or from the bottom, two buttons ask the person who brings it. The
game is stored meanwhile with rows from the top, so that a press finds it after a restart too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord

from bot.edge.act import Act
from bot.edge.buttons import LONGEST_ID, button, view_of
from bot.edge.discord_internals.answers import words_in
from bot.edge.sending.refusals import UNSENT
from bot.errors import Problem, UserError
from bot.games.finished_games import FinishedGames
from bot.games.loading import LARGEST_FILE, LoadedGames, Source, found_in, turned_over
from bot.match.session import GameId, Session
from bot.show import text
from bot.show.text.language import Sentence, marked
from engine import Recorded

# Translators: where row 1 of a board is; labels of buttons, at most 80 characters.
ROWS: Final = {"top": marked("At the top"), "bottom": marked("At the bottom")}
"""The words for where row 1 is, with the labels of their buttons."""
_ONE_OF: Final = Sentence("This is game {number} of {count}. For another one add its number.")
ROWS_ID: Final = r"(?P<game>[0-9]+):(?P<rows>top|bottom)"
"""The end of the id of a button that says where row 1 of a game is."""
_ID: Final = "ttt:rows:{verb}:{game}:{rows}{words}"
_PICTURES: Final = ("image/", "video/", "audio/")


async def content_of(file: discord.Attachment | None) -> bytes | None:
    """What is in a file that somebody has sent; None without one. Raises UserError."""
    if file is None:
        return None
    if file.size > LARGEST_FILE:
        raise UserError(Problem.TOO_LONG_A_GAME)
    try:
        content = await file.read()
    except UNSENT as error:
        raise UserError(Problem.NOT_FETCHED) from error
    if len(content) > LARGEST_FILE:
        raise UserError(Problem.TOO_LONG_A_GAME)
    return content


async def held_by(message: discord.Message) -> Source:
    """The game that a message holds, in a file or in its words. Raises UserError if it has none."""
    held = message.message_snapshots[0] if message.message_snapshots else message  # if forwarded
    files = [file for file in held.attachments if not _is_picture(file)]
    words = words_in(held) or "\n".join(embed.description or "" for embed in held.embeds)
    return found_in(words, await content_of(files[0] if files else None))


def _is_picture(file: discord.Attachment) -> bool:
    return (file.content_type or "").startswith(_PICTURES)


@dataclass(frozen=True, slots=True)
class Brought:
    """Reads what people bring, and asks where that is not clear."""

    finished_games: FinishedGames
    loaded_games: LoadedGames

    async def read(self, act: Act, source: Source, verb: str, words: str = "") -> Recorded | None:
        """Read a game. None if whoever brings it was asked how its rows count.

        The answer leads to the press of `verb`, with the other `words`. Raises UserError.
        """
        found = await self.loaded_games.read(act.asker, source)
        if found.count > 1:
            await act.reply(_ONE_OF.format(number=found.number, count=found.count))
        if found.mirrored is None:
            return found
        kept = await self.keep(act, found)
        said = f":{words}" if words else ""
        ids = {rows: _ID.format(verb=verb, game=kept.game, rows=rows, words=said) for rows in ROWS}
        if max(map(len, ids.values())) > LONGEST_ID:
            raise UserError(Problem.WHICH_ROWS)
        buttons = [button(label, ids[rows]) for rows, label in ROWS.items()]
        await act.reply(text.problem(UserError(Problem.WHICH_ROWS), act.prefix), view_of(buttons))
        return None

    async def keep(self, act: Act, found: Recorded) -> Session:
        """Keep a game as one that has ended, with a number of its own. Raises UserError."""
        return await self.loaded_games.keep(found, act.channel, act.guild)

    async def kept(self, act: Act, game: GameId) -> Session:
        """A game that has ended, by its number. Raises UserError."""
        return await self.finished_games.find(act.channel, game, act.may_see)

    async def answered(self, act: Act, game: GameId, rows: str) -> Recorded:
        """The game about which somebody was asked, with its rows as they say. Raises UserError."""
        position = (await self.kept(act, game)).position
        return Recorded(turned_over(position) if rows == "bottom" else position)
