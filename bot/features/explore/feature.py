"""Exploring: any position, with the value of each move, and how often people here played it.

The id of a button holds its position, with the moves to it, and what the button does: so nothing
needs to be remembered, and anybody may go on exploring after a restart. If the moves do not fit,
the id names their game, which only people who may see that game can explore.
"""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord
from discord import app_commands, ui

from bot.edge.act import Act
from bot.edge.buttons import (
    LONGEST_ID,
    MOST_OPTIONS,
    Button,
    Row,
    Rows,
    buttons_for,
    menu,
    move_option,
    move_rows,
)
from bot.edge.places import CommandChannels
from bot.edge.sending.messages import Under
from bot.edge.ways import command, message_menu, press
from bot.errors import Problem, UserError
from bot.features.brought import ROWS_ID, Brought, content_of, held_by
from bot.features.explore.page import OTHERS, PLAY_ON, TO_START, explore_page
from bot.features.explore.store import ExploreStore
from bot.features.explore.values import (
    PACKED,
    Exploration,
    ExploreProblem,
    Trail,
    game_of,
    leads_to,
    may_be_explored,
    pack,
    parse_subject,
    trail_of,
    unpack,
)
from bot.games.coaching import Coaching
from bot.games.finished_games import FinishedGames
from bot.games.games import Games
from bot.games.loading import Source
from bot.match.notes import Hint
from bot.match.session import BoardStyle, ChannelId, GameId, ScopeId, Session, UserId, read_move
from bot.pool.bounds import Cost
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from bot.show import text
from bot.show.page import Page
from bot.show.style import BUTTON_ROW, Capabilities, move_names
from bot.show.text.language import marked
from bot.show.text.words import BACK
from bot.store import Store
from engine import Limit, Position, Rules

_SECONDS: Final = 1.0
"""The most seconds for one position: people press one button after another."""


@dataclass(frozen=True, slots=True)
class Explorer:
    """Looks at positions, and keeps people from looking at those of games in progress."""

    store: Store
    played: ExploreStore
    games: Games
    coaching: Coaching
    thinker: Thinker
    think: Limit

    async def latest(self, channel: ChannelId, usual: Rules) -> Trail:
        """Return the position of a channel's live game, else of its last finished game.

        Where nothing was played yet it is the empty board of the `usual` game.
        """
        if (live := await self.games.turns.find(channel)) is not None:
            return Trail(live.position)  # its moves may be taken back
        last = await self.store.last_finished(channel)
        return Trail(Position.start(usual)) if last is None else trail_of(last)

    async def explore(
        self, scope: ScopeId, channel: ChannelId, user: UserId, position: Position
    ) -> Exploration:
        """Return what is known of a position.

        Raises UserError if a game in progress may lead to it, played in this channel or by this
        person, unless that game may be explored or has rested so long that another may begin: then
        it counts as helped. Raises EngineUnavailable.
        """
        for game in await self.check(channel, user, position):
            await self.coaching.note_help(game, user)
        if position.outcome is not None:
            return Exploration(position)
        # The engine comes first: it refuses when too many ask at once, before anything is counted.
        asker = Asker(user, channel=channel)
        hint = Hint(*await self.thinker.explain(position, self.think.within(_SECONDS), asker=asker))
        played = await self.played.played(scope, position)
        return Exploration(position, hint, played)

    async def check(self, channel: ChannelId, user: UserId, position: Position) -> list[Session]:
        """Return the games in progress that may lead to a position: looking at it is help in them.

        Raises UserError as `explore` does, and changes nothing.
        """
        here, own = await self.games.turns.find(channel), await self.games.store.live_of(user)
        live = {session.game: session for session in (here, *own) if session is not None}
        concerned = [game for game in live.values() if leads_to(game.position, position)]
        for game in concerned:
            if not may_be_explored(game) and not self.games.beginnings.may_be_replaced(game):
                raise UserError(_refusal(game, channel, user))
        return concerned


def _refusal(game: Session, channel: ChannelId, user: UserId) -> ExploreProblem:
    """Why a position is not explored. A hint is recommended only to somebody who can have one."""
    if game.channel != channel:
        return ExploreProblem.ELSEWHERE
    aided = game.is_played_by(user) and not (game.is_unaided or game.is_laying)
    return ExploreProblem.HERE if aided else ExploreProblem.UNAIDED


# Translators: a command in the menu of a message, at most 32 characters.
EXPLORE: Final = marked("Explore this position")
_EXPLORE: Final = "explore"
_BACK: Final = "back"
_START: Final = "start"
_PLAY: Final = "play"
_ID: Final = "ttt:explore:{act}:{packed}"
ROOM: Final = LONGEST_ID - len(_ID.format(act=_START, packed=""))
"""The most characters of a packed trail, next to the longest act."""
_BEST: Final = 10
"""How many moves have a button on boards with too many tiles for all: two rows."""
_VERDICTS: Final = {
    "win": discord.ButtonStyle.success,
    "draw": discord.ButtonStyle.primary,
    "loss": discord.ButtonStyle.danger,
    None: discord.ButtonStyle.secondary,
}


@dataclass(frozen=True, slots=True)
class Explore:
    """Shows positions. A press changes the message that was pressed, for everybody."""

    explorer: Explorer
    finished_games: FinishedGames
    games: Games
    brought: Brought

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
            board = await self.games.store.find(act.ref.game)
            if board is None or not act.may_see(board):
                raise UserError(Problem.UNKNOWN_GAME, number=act.ref.game)
            await self._post(act, trail_of(board) if board.ending else Trail(board.position))
            return
        found = await self.brought.read(act, await held_by(message), _EXPLORE)
        if found is not None:
            await self._post(act, Trail(found.position))

    @press(rf"ttt:rows:{_EXPLORE}:{ROWS_ID}", cost=Cost.SEARCH, allowed=CommandChannels.PLAYABLE)
    async def explore_turned(self, act: Act, game: GameId, rows: str) -> None:
        """Explore a game whose rows count as the person says."""
        await self._post(act, Trail((await self.brought.answered(act, game, rows)).position))

    async def _post(self, act: Act, trail: Trail) -> None:
        """Show a position. Raises UserError."""
        # before Discord is told to wait, so that a refusal can be for the asker alone
        await self.explorer.check(act.channel, act.person.id, trail.position)
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
        await self.games.beginnings.check_free(act.channel, act.person.id)
        await self.games.beginnings.begin(act.screen, await act.pairing_from(position))

    async def _explored(self, act: Act, trail: Trail) -> tuple[Page, Under]:
        """Explore a position. Raises UserError and EngineUnavailable as `Explorer.explore` does."""
        position, user = trail.position, act.person.id
        explored = await self.explorer.explore(act.scope, act.channel, user, position)
        wanted, packed = await act.style(), pack(trail, ROOM)
        fits, here = packed is not None, act.on_page
        draw = partial(explore_page, explored, prefix=act.prefix, fits=fits, on_page=here)

        def drawn(can: Capabilities) -> Awaitable[Page]:
            style = can.style_for(position.rules, wanted)
            return act.drawn(partial(draw, style=style, owned=can.owned))

        return await act.shown(drawn, partial(explore_rows, explored, packed, wanted))

    async def _named(self, act: Act, words: str, file: discord.Attachment | None) -> Trail | None:
        """The position that a command names; None if somebody is asked about it.

        Raises UserError.
        """
        match parse_subject(words, act.settings.game, await content_of(file)):
            case Source() as source:
                found = await self.brought.read(act, source, _EXPLORE)
                return None if found is None else Trail(found.position)
            case Rules() as rules:
                return Trail(Position.start(rules))
            case None:
                return await self.explorer.latest(act.channel, act.settings.game)
            case number:
                game = GameId(number)
                return trail_of(await self.finished_games.find(act.channel, game, act.may_see))

    async def _trail(self, act: Act, packed: str) -> Trail:
        """The position in the id of a button. Raises UserError."""
        if (game := game_of(packed)) is None:
            return unpack(packed)
        found = await self.finished_games.find(act.channel, game, act.may_see)
        return unpack(packed, found.position)


def explore_rows(
    explored: Exploration, packed: str | None, wanted: BoardStyle, can: Capabilities
) -> Rows:
    """The buttons under a position, whose trail is packed into their ids.

    If that does not fit (None), there is only the button to the start.
    """
    position = explored.position
    if packed is None:
        empty = pack(Trail(Position.start(position.rules)), ROOM)
        assert empty is not None, "no moves take no room"
        return [[_button(TO_START, _START, empty, emoji="⏮️", disabled=False)]]
    start = _button(TO_START, _START, packed, emoji="⏮️", disabled=not position.moves)
    back = _button(BACK, _BACK, packed, emoji="◀️", disabled=not position.moves)
    play = _button(PLAY_ON, _PLAY, packed, disabled=position.outcome is not None)
    return [*_moves(explored, packed, wanted, can), [start, back, play]]


def _moves(explored: Exploration, packed: str, wanted: BoardStyle, can: Capabilities) -> Rows:
    """Buttons for all moves where they fit, else for the best and the most played ones.

    More of them are in a menu.
    """
    position, hint = explored.position, explored.hint
    style, laid_out = can.style_for(position.rules, wanted), can.lays_out(position.rules)
    if hint is None:
        return []
    verdicts = hint.analysis.verdicts

    def id_of(move: int) -> str:
        return _ID.format(act=move, packed=packed)

    def style_of(move: int) -> discord.ButtonStyle | None:
        return _VERDICTS[verdicts[move].value] if move in verdicts else None

    if every := move_rows(position, style, id_of, style_of, laid_out=laid_out):
        return every
    best = explored.shown(_BEST)
    shown = [move.moves[0] for move in best]
    buttons = buttons_for(position.rules, shown, style, id_of, style_of)
    rows: list[Row] = [buttons[at : at + BUTTON_ROW] for at in range(0, _BEST, BUTTON_ROW)]
    others = [move for move in explored.shown(_BEST + MOST_OPTIONS) if move not in best]
    names = move_names(position.rules, (move.moves[0] for move in others), style)
    verdict = {move.moves[0]: text.verdict(move.verdict) for move in others}
    options = [move_option(move, name, id_of(move), verdict[move]) for move, name in names.items()]
    return [*filter(None, rows), *([[menu(OTHERS, options)]] if options else ())]


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
