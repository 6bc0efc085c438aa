"""The buttons under a position that is explored, and the handlers of their presses.

The id of a button holds the position that it stands under, with its moves, and what the button
does: so nothing needs to be remembered, and anybody may go on exploring after a restart. Moves for
which there is no room are named by their game, which only those may explore who may see it.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import discord
from discord import ui

from bot.edge.buttons import Button, PressedButton, view_of
from bot.edge.cog import GameBot, GameCog, replies_to_errors, replying
from bot.edge.places import Interaction, Place, channel_at, may_see, player, scope_at
from bot.edge.screens import EditScreen, PressScreen
from bot.edge.screens.base import BaseScreen
from bot.edge.sending import acknowledge
from bot.errors import Problem, UserError
from bot.features.explore.grammar import PACKED, game_of, pack, unpack
from bot.features.explore.page import explore_page
from bot.features.explore.service import Explorer
from bot.features.explore.text import BACK, PLAY_ON, TO_START
from bot.features.explore.values import Exploration, Trail
from bot.features.review.service import FinishedGames
from bot.games.games import Games
from bot.match.session import (
    BoardStyle,
    ChannelId,
    GuildId,
    Pairing,
    Terms,
    UserId,
    read_move,
)
from bot.pool.cooldowns import Cost
from bot.show import text
from bot.show.page import Page
from bot.show.style import BUTTON_ROW, button_rows, has_buttons, move_name
from engine import Position

_BACK: Final = "back"
_START: Final = "start"
_PLAY: Final = "play"
_ID: Final = "ttt:explore:{act}:{packed}"
_LONGEST_ID: Final = 100
"""The most characters of the id of a button (Discord's limit)."""
ROOM: Final = _LONGEST_ID - len(_ID.format(act=_START, packed=""))
"""The most characters of a packed trail, beside the longest act."""
_BEST: Final = 10
"""How many moves have a button on boards with too many tiles for all: two rows."""
_VERDICTS: Final = {
    "win": discord.ButtonStyle.success,
    "draw": discord.ButtonStyle.primary,
    "loss": discord.ButtonStyle.danger,
    None: discord.ButtonStyle.secondary,
}


class ExploreButton(
    PressedButton,
    template=rf"ttt:explore:(?P<act>{_BACK}|{_START}|{_PLAY}|[0-9]+):(?P<position>{PACKED})",
):
    """A button for a move from a position, or for one move back, the start, or a game from it."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        cog, position = ExploreCog.of(interaction), self.match["position"]
        if self.match["act"] == _PLAY:
            await cog.play_on(interaction, position)
        else:
            await cog.step(interaction, self.match["act"], position)


class ExploreCog(GameCog):
    """Shows positions. A press changes the message that was pressed, for everybody."""

    def __init__(
        self, bot: GameBot, explorer: Explorer, finished_games: FinishedGames, games: Games
    ) -> None:
        super().__init__(bot)
        self._explorer = explorer
        self._finished_games = finished_games
        self._games = games

    @replying(Cost.COMMAND)
    async def step(self, press: Interaction, act: str, packed: str) -> None:
        """Go to the position that a button leads to."""
        await self.check_channel(press)
        trail = _stepped(await self._trail(press, packed), act)
        await acknowledge(press)
        screen = EditScreen(press, self.screen_options(press))
        await screen.change(*await self.explored(press, screen, UserId(press.user.id), trail))

    @replies_to_errors
    async def play_on(self, press: Interaction, packed: str) -> None:
        """Begin a game against the engine from a position. Who presses plays the side to move."""
        await self.check_channel(press)
        position, settings = (await self._trail(press, packed)).position, self.guild_settings(press)
        channel = ChannelId(press.channel_id or 0)
        await self._games.check_free(channel, UserId(press.user.id))
        terms = Terms(
            position.rules, position.side, style=await self.style_of(press, UserId(press.user.id))
        )
        guild = None if press.guild_id is None else GuildId(press.guild_id)
        bot = settings.bot_on(position.rules)
        match = Pairing(channel, guild, player(press.user), bot, terms)
        await self._games.begin(PressScreen(press, self.screen_options(press)), match, position)

    async def explored(
        self, place: Place, screen: BaseScreen, user: UserId, trail: Trail
    ) -> tuple[Page, ui.View]:
        """Explore a position for a person. Return the message, drawn apart from the event loop.

        Raises UserError and EngineUnavailable as `Explorer.explore` does.
        """
        channel, position = ChannelId(channel_at(place).id), trail.position
        explored = await self._explorer.explore(scope_at(place), channel, user, position)
        can = screen.capabilities
        style = can.style_for(position.rules, await self.style_of(place, user))
        packed = pack(trail, ROOM)
        fits = packed is not None
        draw = partial(
            explore_page, explored, style, self.prefix(place), owned=can.owned, fits=fits
        )
        return await self.drawn(place, draw), explore_view(explored, packed, style)

    async def _trail(self, press: Interaction, packed: str) -> Trail:
        """Read the position in the id of a button. Raises UserError."""
        game = game_of(packed)
        if game is None:
            return unpack(packed)
        channel, see = ChannelId(press.channel_id or 0), partial(may_see, press)
        return unpack(packed, (await self._finished_games.find(channel, game, see)).position)


def explore_view(explored: Exploration, packed: str | None, style: BoardStyle) -> ui.View:
    """The buttons under a position in a style, whose trail is packed into their ids.

    If that does not fit (None), there is only the button to the start.
    """
    position = explored.position
    if packed is None:
        empty = pack(Trail(Position.start(position.rules)), ROOM)
        assert empty is not None, "no moves take no room"
        return view_of([_button(TO_START, _START, empty, emoji="⏮️", disabled=False)])
    start = _button(TO_START, _START, packed, emoji="⏮️", disabled=not position.moves)
    back = _button(BACK, _BACK, packed, emoji="◀️", disabled=not position.moves)
    play = _button(PLAY_ON, _PLAY, packed, disabled=position.outcome is not None)
    return view_of(*_moves(explored, packed, style), [start, back, play])


def _moves(explored: Exploration, packed: str, style: BoardStyle) -> list[list[Button]]:
    """Buttons for all moves where they fit, else for the best and the most played ones."""
    rules = explored.position.rules
    if explored.hint is None:
        return []
    if has_buttons(rules):
        rows = button_rows(rules)
    else:
        shown = [move.moves[0] for move in explored.shown(_BEST)]
        rows = [shown[first : first + BUTTON_ROW] for first in range(0, len(shown), BUTTON_ROW)]
    verdicts = explored.hint.analysis.verdicts
    return [
        [
            ui.Button(
                label=move_name(rules, move, style),
                style=_VERDICTS[verdicts[move].value if move in verdicts else None],
                disabled=move not in verdicts,
                custom_id=_ID.format(act=move, packed=packed),
            )
            for move in row
        ]
        for row in rows
    ]


def _button(
    label: str, act: str, packed: str, *, emoji: str | None = None, disabled: bool
) -> Button:
    custom_id = _ID.format(act=act, packed=packed)
    return ui.Button(label=text.said(label), emoji=emoji, disabled=disabled, custom_id=custom_id)


def _stepped(trail: Trail, act: str) -> Trail:
    """Where a button leads to. Raises UserError if its move is not legal."""
    if act == _START:
        return trail.start()
    if act == _BACK:
        return trail.back()
    move = read_move(trail.position, act)
    if move is None:  # a number that no board has
        raise UserError(Problem.NOT_A_MOVE, text=act)
    return trail.on(move)
