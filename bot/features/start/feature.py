"""How a game begins and is stopped: here or in a thread, again, or in place of another."""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import discord
from discord import ui
from discord.ext import commands

from bot.edge.act import Act
from bot.edge.board_buttons import BoardAction, action_id
from bot.edge.buttons import LONGEST_ID, button, view_of
from bot.edge.channels import add_thread, lacking_for_threads
from bot.edge.places import CommandChannels, Place
from bot.edge.sending.refusals import UNSENT, opens_no_thread, reason
from bot.edge.ways import (
    Chosen,
    command,
    describe,
    member_menu,
    offered_games,
    offered_levels,
    press,
    slash_command,
)
from bot.errors import Problem, UserError
from bot.features.start import text as start_text
from bot.features.start.challenge_feature import Challenging
from bot.features.start.values import StartProblem
from bot.games.games import Games
from bot.match import grammar
from bot.match.notes import Fact, NoThread
from bot.match.players import level_word
from bot.match.session import Bot, ChannelId, GameId, Pairing, Person, Terms, offers
from bot.pool.bounds import Cost
from bot.show import text

log = logging.getLogger(__name__)

_MOST_THREADS: Final = 5
_WHILE: Final = 600.0
"""Seconds in which one person may open so many threads."""
_AGAIN: Final = re.compile("rematch(?: ([0-9]+))?")
"""What stands for a rematch, of the last game or of another, in place of words for a new game."""
_MEMBER: Final = re.compile("<@!?[0-9]{1,20}>")


@dataclass(frozen=True, slots=True)
class Wish:
    """A parsed request: whom a person wants to play, at what, and where."""

    request: grammar.StartRequest
    terms: Terms
    opponent: Person | None
    meets: bool = False
    """Whether this accepts the same game that the other person has asked for there."""

    @property
    def is_challenge(self) -> bool:
        """Whether another person has to agree."""
        return self.request.open or self.opponent is not None


def instead_view(game: GameId, words: str) -> ui.View | None:
    """The button that starts a game in place of another; None if the words are too many for it."""
    custom_id = f"ttt:instead:{game}:{' '.join(words.split())}"
    if len(custom_id) > LONGEST_ID:
        return None
    return view_of([button(start_text.INSTEAD, custom_id, discord.ButtonStyle.danger)])


class Start:
    """Begins games, where somebody asks for one or in a thread there, and stops them."""

    def __init__(self, games: Games, challenging: Challenging) -> None:
        self._games = games
        self._challenging = challenging
        self._threads: commands.CooldownMapping[discord.User | discord.Member] = (
            commands.CooldownMapping.from_cooldown(_MOST_THREADS, _WHILE, lambda user: user.id)
        )

    @command("start", aliases=["new"])
    async def start(self, act: Act, *, words: str = "") -> None:
        """Start a game in this channel, against Kinarow or a member."""
        try:
            wish = await self._read(act, words)
            await self._begin_where(act, wish)
        except UserError as error:
            if error.problem is not Problem.GAME_ON or not await self._offer(act, words, error):
                raise

    @slash_command(
        "play",
        beside=True,
        cost=Cost.COMMAND,
        allowed=CommandChannels.PLAYABLE,
        complete={"game": "games", "level": "levels"},
    )
    @describe(
        game="tictactoe, connect4, gomoku, renju, 4x4, 6x7x4 gravity, 3x3 misere ...",
        opponent="a member to challenge; without one you play Kinarow",
        level="how strong Kinarow plays: a name, or a strength such as 1200",
        terms="what else, such as casual, strict, best of 3, first or 1d",
    )
    async def play(
        self,
        act: Act,
        game: str = "",
        opponent: discord.User | None = None,
        level: str = "",
        terms: str = "",
    ) -> None:
        """Start a game in this channel, against Kinarow or a member."""
        asked = (game, opponent.mention if opponent is not None else "", level, terms)
        await self.start(act, words=" ".join(word for word in asked if word))

    async def levels(self, place: Place, typed: str, chosen: Chosen) -> dict[str, str]:
        """The levels whose name contains what was typed, with their strength on the board."""
        return offered_levels(typed, chosen.get("game", ""), place.settings)

    async def games(self, place: Place, typed: str, _chosen: Chosen) -> dict[str, str]:
        """The games whose name contains what was typed, and that itself: it may be any board."""
        return offered_games(typed)

    @press(r"ttt:instead:(?P<game>[0-9]+):(?P<words>(?s:.*))", allowed=CommandChannels.PLAYABLE)
    async def instead(self, act: Act, game: GameId, words: str) -> None:
        """End a game of the person who presses, and begin the one that words ask for.

        If the other player has to agree to the end, that is all for now.
        """
        user = act.person.id
        if (again := _AGAIN.fullmatch(words)) is not None:
            number = GameId(int(again[1])) if again[1] else None
            match = await self._games.beginnings.again(act.channel, user, number)
            begin = partial(self._repeat, act, match)
        else:
            begin = partial(self._begin, act, act, await self._read(act, words))
        session = await self._games.turns.find(act.channel)
        if session is not None and session.game == game:
            session.side_of(user)  # nobody else may end it
            stop = partial(offers.stop, may_manage=False)
            # in the channel: the press is acknowledged when the new game is stored
            screen = act.screen if act.outside else Place(act.bot, act.here).screen
            await self._games.act(screen, act.channel, user, stop)
            if await self._games.turns.find(act.channel) is not None:
                await act.later()
                return
        await self._games.beginnings.check_free(act.channel, user)
        await begin()
        with suppress(*UNSENT):
            await act.end_pressed()

    @member_menu(start_text.CHALLENGE, allowed=CommandChannels.PLAYABLE)
    async def challenge(self, act: Act, person: Person) -> None:
        """Challenge a person to the usual game; with Kinarow it begins at once."""
        wish = await self._read(act, f"<@{person.id}>")
        await self._games.beginnings.check_free(act.channel, act.person.id)
        await self._begin_where(act, wish)

    @command("rematch")
    @press(action_id(BoardAction.REMATCH), cost=Cost.COMMAND, allowed=CommandChannels.PLAYABLE)
    @press(action_id(BoardAction.NEXT), cost=Cost.COMMAND, allowed=CommandChannels.PLAYABLE)
    async def rematch(self, act: Act, *, member: str = "") -> None:
        """The same game again, sides exchanged."""
        if member:
            await self._again_with(act, member)
            return
        game = None if act.ref is None else act.ref.game
        try:
            match = await self._games.beginnings.rematch(act.channel, act.person.id, game)
            if act.ref is None:
                act.check_writable()
            await self._repeat(act, match)
        except UserError as error:
            words = "rematch" if game is None else f"rematch {game}"
            if error.problem is not Problem.GAME_ON or not await self._offer(act, words, error):
                raise

    async def _again_with(self, act: Act, words: str) -> None:
        """Ask a member for the last game of the two again; without one, for the usual game.

        With more words it is a new game.
        """
        request = grammar.parse_start(words, act.settings.game)
        alone = _MEMBER.fullmatch(words.strip()) is not None
        opponent = await self._challenging.opponent(act, request.opponent)
        match = None
        if alone and opponent is not None:
            match = await self._games.beginnings.again_with(
                act.guild, act.channel, act.person.id, opponent.id
            )
        if match is None or opponent is None:
            await self.start(act, words=words)
            return
        await self._games.beginnings.check_free(act.channel, act.person.id)
        await self._challenging.challenge(act, opponent, match.terms)

    async def _repeat(self, act: Act, match: Pairing) -> None:
        if isinstance(match.other, Bot):
            await self._games.beginnings.begin(act.screen, match)
        elif match.follows is not None:  # they have agreed to all games of their match
            await self._go_on(act, match, match.follows)
        else:
            assert isinstance(match.other, Person), "a crowd plays against the engine"
            await self._challenging.challenge(act, match.other, match.terms)

    async def _go_on(self, act: Act, match: Pairing, game: GameId) -> None:
        try:
            await self._games.beginnings.begin(act.screen, match)
        except UserError:  # of a game that the other has begun by the same button
            await self._games.beginnings.again(act.channel, act.person.id, game)
            raise

    @command("stop", allowed=CommandChannels.ANY, aliases=["quit", "exit", "end"])
    async def stop(self, act: Act) -> None:
        """End the game without a result, or take your challenge back."""
        session, user = await self._games.turns.find(act.channel), act.person.id
        plays = session is not None and session.is_played_by(user)
        if not plays and (
            await self._challenging.take_back(act)
            or await self._challenging.answer_waiting(act, yes=False)
        ):
            return
        if session is None and await self._games.end_unreadable(act.channel):
            await act.say(text.stopped())
            return
        stop = partial(offers.stop, may_manage=act.manages)
        await self._games.act(act.screen, act.channel, user, stop, message=act.id)

    async def _offer(self, act: Act, words: str, error: UserError) -> bool:
        """Say that a game is on, with the button that ends it. False if there is none to end."""
        session = await self._games.turns.find(act.channel)
        view = None if session is None else instead_view(session.game, words)
        if view is None:
            return False
        with text.privately():
            await act.reply(text.problem(error, act.prefix), view)
        return True

    async def _read(self, act: Act, words: str) -> Wish:
        """Read what a person asks for. Raises UserError if that is impossible."""
        request = grammar.parse_start(words, act.settings.game)
        opponent = await self._challenging.opponent(act, request.opponent)
        wish = Wish(request, request.terms(await act.style(), act.settings), opponent)
        act.check_untimed(timed=request.move_time is not None)
        if not wish.is_challenge:
            return wish
        if request.level is not None:  # people have no level, and it would be ignored
            first, second = "open" if request.open else "@name", level_word(request.level)
            raise UserError(Problem.TWO_VALUES, first=first, second=second)
        meets = await self._challenging.check(act, opponent, wish.terms)
        return replace(wish, meets=meets)

    async def _place(self, act: Act, wish: Wish) -> tuple[Place, NoThread | None]:
        """Where a game begins: here, or in a new thread if that is asked for or usual.

        Where no thread can be opened it is here too, with the reason why. A game that the other
        person has asked for here begins here.
        """
        usual = act.has_threads and act.settings.threads
        wanted = usual if wish.request.thread is None else wish.request.thread
        if wish.meets or not wanted:
            return act, None
        home = act.here
        if not act.has_threads or not isinstance(home, discord.TextChannel):
            return act, NoThread()
        if (lacking := lacking_for_threads(home)) is not None:
            return act, NoThread(lacking)
        try:
            thread = await self._opened(act, home, wish)
        except (discord.HTTPException, discord.RateLimited) as error:
            if not opens_no_thread(error):
                raise
            log.info("no thread is opened in channel %s: %s", home.id, reason(error))
            return act, NoThread()
        if act.press is not None:  # a typed command has the thread under it
            await act.send(start_text.begun_in(ChannelId(thread.id)))
        with suppress(*UNSENT):
            await thread.add_user(act.user)
        return Place(act.bot, thread), None

    async def _opened(self, act: Act, home: discord.TextChannel, wish: Wish) -> discord.Thread:
        """Open a thread for a game. Raises UserError for whoever opens too many of them."""
        bucket = self._threads.get_bucket(act.user)
        if bucket is not None and (delay := bucket.update_rate_limit()):
            when = int(discord.utils.utcnow().timestamp() + delay) + 1
            raise UserError(StartProblem.TOO_MANY_THREADS, when=when)
        other = wish.opponent.name if wish.opponent else None if wish.is_challenge else ""
        name = start_text.thread_name(act.person.name, other, wish.terms.rules)
        typed = act.source if act.press is None else None
        below = typed.message if isinstance(typed, commands.Context) else None
        return await add_thread(home, name, below)

    async def _begin_where(self, act: Act, wish: Wish) -> None:
        """Begin a game where it is wanted."""
        place, threadless = await self._place(act, wish)
        await self._begin(act, place, wish, threadless)

    async def _begin(
        self, act: Act, place: Place, wish: Wish, threadless: NoThread | None = None
    ) -> None:
        place.check_writable()
        if wish.is_challenge:
            await self._games.beginnings.check_free(place.channel, act.person.id)
            await self._challenging.challenge(act, wish.opponent, wish.terms, place, threadless)
            return
        bot, notes = wish.request.bot(act.settings)
        match = Pairing(place.channel, act.guild, act.person, bot, wish.terms)
        hidden = [Fact.ONLY_YOU] if act.hidden else []
        here = [] if threadless is None else [threadless]
        await self._games.beginnings.begin(place.screen, match, notes=[*notes, *hidden, *here])
