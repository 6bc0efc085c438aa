"""What boards look like: the style that each person chooses, and other views of a board.

In this order: what is read, the sentences, the table and the feature.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.edge.act import Act
from bot.edge.places import CommandChannels
from bot.edge.ways import command, slash_command
from bot.games.games import Games
from bot.match import grammar
from bot.match.players import CHANGES
from bot.match.session import BoardStyle, seats
from bot.pool.bounds import Cost
from bot.show.page import BoardView, view_page
from bot.show.text.language import Sentence
from bot.store.columns import choice_table
from bot.store.database import Database
from bot.store.deletion import Own
from bot.store.guild_settings import Choices

DEFAULT: Final = "default"
"""The word that returns to what the server shows."""
NUMBERS: Final = "numbers"
ZOOM: Final = "zoom"


def parse_choice(words: str) -> BoardStyle | None:
    """Read a style, or None for that of the server. Raises UserError for anything else."""
    return None if words.strip().lower() == DEFAULT else grammar.parse_style(words)


def parse_view(words: str, others: Iterable[str] = ()) -> BoardView:
    """Read `numbers` and `zoom`, in any order. Raises UserError for anything else.

    `others` are words that the command knows besides.
    """
    found = words.lower().split()
    if strange := [word for word in found if word not in {NUMBERS, ZOOM}]:
        raise grammar.unknown(strange[0], (NUMBERS, ZOOM, *others))
    return BoardView(NUMBERS in found, ZOOM in found)


_REMEMBERED: Final = Sentence("From now on your boards are drawn as {style}.")
_FORGOTTEN: Final = Sentence("Your boards are drawn as the server has chosen.")


def style_remembered(style: BoardStyle | None) -> str:
    """Tells a person that their choice is stored."""
    return str(_FORGOTTEN) if style is None else _REMEMBERED.format(style=f"`{style.value}`")


styles: Final = choice_table("styles", "style", 16)

DELETIONS: Final = (Own(styles.c.user_id),)
"""What is deleted with a person, or with a server."""


def style_choices(database: Database) -> Choices[BoardStyle | None]:
    """Which style each person has chosen; None if they see what their server shows."""
    return Choices(database, styles.c.style, BoardStyle, None)


@dataclass(frozen=True, slots=True)
class Looks:
    """Shows boards as people want to see them."""

    games: Games
    choices: Choices[BoardStyle | None]

    @command("style", allowed=CommandChannels.WITH_GAME)
    async def style(self, act: Act, *, style: str = "") -> None:
        """How your boards are drawn from now on: emoji, text, image or light."""
        chosen, user = parse_choice(style), act.person.id
        await self.choices.choose(user, chosen)
        shown = chosen or act.settings.style
        if not await self.games.restyle(act.screen, act.channel, user, shown):
            await act.reply(style_remembered(chosen))

    @command("board", allowed=CommandChannels.WITH_GAME)
    async def board(self, act: Act, *, view: str = "") -> None:
        """Post the board again; a part of it, the numbers of its moves, or another level."""
        words = view.strip().lower()
        if not words:
            await self.again(act)
        elif (steps := CHANGES.get(words)) is not None:
            change, user = partial(seats.at_level, steps=steps), act.person.id
            await self.games.act(act.screen, act.channel, user, change, message=act.id)
        else:
            await self._show(act, parse_view(words, CHANGES))

    @slash_command("board", cost=Cost.COMMAND, allowed=CommandChannels.WITH_GAME)
    async def again(self, act: Act) -> None:
        """Your game in this channel, with its board again."""
        await self.games.board(act.screen, act.channel)

    async def _show(self, act: Act, view: BoardView) -> None:
        """Show the board of the channel's game, or of its last one, in another way."""
        session = await act.seen(await self.games.latest(act.channel))
        draw = partial(view_page, session, view)
        async with act.thinking():
            await act.say(*await act.shown(act.drawing(draw)))
