"""Exploring: any position, with the value of each move, and how often people here played it.

The id of a button holds its position, with the moves to it, and what the button does: so nothing
needs to be remembered, and anybody may go on exploring after a restart. If the moves do not fit,
the id names their game, which only people who may see that game can explore.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import discord
from discord import app_commands, ui

from bot.edge.act import Act
from bot.edge.buttons import Button, move_button, move_rows, view_of
from bot.edge.places import CommandChannels
from bot.edge.ways import command, message_menu, press
from bot.errors import Problem, UserError
from bot.features.brought import ROWS_ID, Brought, content_of, held_by
from bot.features.explore.page import BACK, PLAY_ON, TO_START, explore_page
from bot.features.explore.service import Explorer
from bot.features.explore.values import (
    PACKED,
    Exploration,
    Trail,
    game_of,
    pack,
    parse_subject,
    trail_of,
    unpack,
)
from bot.games.finished_games import FinishedGames
from bot.games.games import Games
from bot.games.loading import Source
from bot.match.session import BoardStyle, GameId, read_move
from bot.pool.bounds import Cost
from bot.show import text
from bot.show.page import Page
from bot.show.style import BUTTON_ROW, has_buttons
from bot.show.text.language import marked
from engine import Position, Rules

# Translators: a command in the menu of a message, at most 32 characters.
EXPLORE: Final = marked("Explore this position")
_EXPLORE: Final = "explore"
_BACK: Final = "back"
_START: Final = "start"
_PLAY: Final = "play"
_ID: Final = "ttt:explore:{act}:{packed}"
_LONGEST_ID: Final = 100
"""The most characters of the id of a button (Discord's limit)."""
ROOM: Final = _LONGEST_ID - len(_ID.format(act=_START, packed=""))
"""The most characters of a packed trail, next to the longest act."""
_BEST: Final = 10
"""How many moves have a button on boards with too many tiles for all: two rows."""
_VERDICTS: Final = {
    "win": discord.ButtonStyle.success,
    "draw": discord.ButtonStyle.primary,
    "loss": discord.ButtonStyle.danger,
    None: discord.ButtonStyle.secondary,
}


class Explore:
    """Shows positions. A press changes the message that was pressed, for everybody."""

    def __init__(
        self,
        explorer: Explorer,
        finished_games: FinishedGames,
        games: Games,
        brought: Brought,
    ) -> None:
        self._brought = brought
        self._explorer = explorer
        self._finished_games = finished_games
        self._games = games

    @command("explore", cost=Cost.SEARCH, slash=True)
    @app_commands.describe(
        position="a code, moves, a number, or a game such as connect4; else the last one here",
        file="a game of any program: SGF, PSQ, or a text with moves",
    )
    async def explore(
        self, act: Act, file: discord.Attachment | None = None, *, position: str = ""
    ) -> None:
        """The value of each move, and how often people here played it."""
        if (trail := await self._named(act, position, file)) is not None:
            await self._post(act, trail)

    @message_menu(EXPLORE, cost=Cost.SEARCH, allowed=CommandChannels.PLAYABLE)
    async def explore_message(self, act: Act, message: discord.Message) -> None:
        """Explore the position of a board, or the one that a message holds."""
        if act.ref is not None:
            board = await self._games.by_id(act.ref.game)
            if board is None or not act.may_see(board):
                raise UserError(Problem.UNKNOWN_GAME, number=act.ref.game)
            await self._post(act, trail_of(board) if board.ending else Trail(board.position))
            return
        found = await self._brought.read(act, await held_by(message), _EXPLORE)
        if found is not None:
            await self._post(act, Trail(found.position))

    @press(rf"ttt:rows:{_EXPLORE}:{ROWS_ID}", cost=Cost.SEARCH, allowed=CommandChannels.PLAYABLE)
    async def explore_turned(self, act: Act, game: GameId, rows: str) -> None:
        """Explore a game whose rows count as the person says."""
        await self._post(act, Trail((await self._brought.answered(act, game, rows)).position))

    async def _post(self, act: Act, trail: Trail) -> None:
        """Show a position. Raises UserError."""
        # before Discord is told to wait, so that a refusal can be for the asker alone
        await self._explorer.check(act.channel, act.person.id, trail.position)
        async with act.thinking():
            await act.say(*await self._explored(act, trail))

    @press(
        rf"ttt:explore:(?P<step>{_BACK}|{_START}|[0-9]+):(?P<packed>{PACKED})",
        cost=Cost.COMMAND,
        allowed=CommandChannels.PLAYABLE,
    )
    async def step(self, act: Act, step: str, packed: str) -> None:
        """Go to the position that a button leads to."""
        trail = _stepped(await self._trail(act, packed), step)
        await act.later()
        await act.change(*await self._explored(act, trail))

    @press(rf"ttt:explore:{_PLAY}:(?P<packed>{PACKED})", allowed=CommandChannels.PLAYABLE)
    async def play_on(self, act: Act, packed: str) -> None:
        """Begin a game against the engine from a position. The person plays the side to move."""
        position = (await self._trail(act, packed)).position
        await self._games.check_free(act.channel, act.person.id)
        await self._games.begin(act.screen, await act.pairing_from(position))

    async def _explored(self, act: Act, trail: Trail) -> tuple[Page, ui.View]:
        """Explore a position. Raises UserError and EngineUnavailable as `Explorer.explore` does."""
        position, user = trail.position, act.person.id
        explored = await self._explorer.explore(act.scope, act.channel, user, position)
        style = await act.style_on(position.rules)
        packed = pack(trail, ROOM)
        fits = packed is not None
        draw = partial(explore_page, explored, style, act.prefix, owned=act.bot.owned, fits=fits)
        return await act.drawn(draw), explore_view(explored, packed, style)

    async def _named(self, act: Act, words: str, file: discord.Attachment | None) -> Trail | None:
        """The position that a command names; None if somebody is asked about it.

        Raises UserError.
        """
        match parse_subject(words, act.settings.game, await content_of(file)):
            case Source() as source:
                found = await self._brought.read(act, source, _EXPLORE)
                return None if found is None else Trail(found.position)
            case Rules() as rules:
                return Trail(Position.start(rules))
            case None:
                return await self._explorer.latest(act.channel, act.settings.game)
            case number:
                game = GameId(number)
                return trail_of(await self._finished_games.find(act.channel, game, act.may_see))

    async def _trail(self, act: Act, packed: str) -> Trail:
        """The position in the id of a button. Raises UserError."""
        if (game := game_of(packed)) is None:
            return unpack(packed)
        found = await self._finished_games.find(act.channel, game, act.may_see)
        return unpack(packed, found.position)


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
    position, hint = explored.position, explored.hint
    if hint is None:
        return []
    verdicts = hint.analysis.verdicts

    def id_of(move: int) -> str:
        return _ID.format(act=move, packed=packed)

    def style_of(move: int) -> discord.ButtonStyle | None:
        return _VERDICTS[verdicts[move].value] if move in verdicts else None

    if has_buttons(position.rules):
        return move_rows(position, style, id_of, style_of)
    shown = [move.moves[0] for move in explored.shown(_BEST)]
    buttons = [move_button(position.rules, one, style, id_of(one), style_of(one)) for one in shown]
    return [buttons[at : at + BUTTON_ROW] for at in range(0, len(buttons), BUTTON_ROW)]


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
