"""Sends people a copy of all that is stored of them, as one file and to nobody else."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import Any, Final

import discord

from bot.edge.act import Act
from bot.edge.places import CommandChannels
from bot.edge.sending.messages import with_retries
from bot.edge.sending.refusals import takes_no_messages
from bot.edge.ways import command, press
from bot.errors import UserError
from bot.features.mydata import text as mydata_text
from bot.features.mydata.store import DataCopies
from bot.match.session import UserId
from bot.pool.bounds import Cost
from bot.show import text
from bot.show.text.words import with_commands

ID: Final = "ttt:mydata"
"""The id of the button that sends it to whoever presses."""
_FORMAT: Final = 1
"""The version of the form of the file."""
_LARGEST: Final = 8_000_000
"""The most bytes of a file that is sent as it is. Discord takes ten million."""


def document(user: UserId, made: datetime, tables: dict[str, Any]) -> bytes:
    """The file: who it is about, when it was made, and the rows of each table."""
    copy = {"format": _FORMAT, "user_id": str(user), "made_at": made.isoformat(), "tables": tables}
    return json.dumps(copy, ensure_ascii=False, indent=1).encode()


@dataclass(frozen=True, slots=True)
class MyData:
    """Sends people what is stored of them, by direct message: nobody else reads it there."""

    copies: DataCopies
    now: Callable[[], datetime]

    @command("mydata", cost=Cost.SEARCH, allowed=CommandChannels.ANY)
    @press(ID, cost=Cost.SEARCH)
    async def send(self, act: Act) -> None:
        """A file with all that is stored about you, by direct message."""
        await act.later(private=True)
        user = act.person.id
        tables = await self.copies.of(user)
        data = await asyncio.to_thread(document, user, self.now(), tables)
        name = "kinarow.json"
        if len(data) > _LARGEST:
            name, data = f"{name}.gz", await asyncio.to_thread(gzip.compress, data)
        with text.privately():
            words = with_commands(mydata_text.WITH_IT, act.prefix)
            try:
                await with_retries(
                    lambda: act.user.send(words, file=discord.File(BytesIO(data), name))
                )
            except discord.HTTPException as error:
                if not takes_no_messages(error):
                    raise
                raise UserError(mydata_text.MyDataProblem.NO_MESSAGES) from error
            if act.guild is not None or act.press is not None:
                await act.reply(str(mydata_text.SENT))
