"""The commands of games, such as `!ttt start`. Each is also a slash command."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from discord import app_commands

from bot.client.services import Services
from bot.client.votes import VotesCog
from bot.edge.act import Act
from bot.edge.cog import GameBot, subcommand
from bot.edge.group import TttGroup, channel_of, guild_of, message_of, user_of
from bot.edge.places import (
    CommandChannels,
    Context,
    check_shown,
    check_untimed,
    is_outside,
    may_write,
    player,
    scope_at,
)
from bot.errors import Problem, UserError
from bot.features.start.feature import Start
from bot.features.start.values import bot_of, terms_of
from bot.features.voters.text import top_voters
from bot.match import grammar
from bot.match.opening import Choice
from bot.match.session import Crowd, Pairing, no_such_move
from bot.pool.cooldowns import Cost
from bot.show import text

_ALL: Final = "all"
_LINE: Final = "line"
_SCOPES: Final = (_ALL, _LINE)
_NOW: Final = "now"
_CHOICES: Final = [app_commands.Choice(name=one.value, value=one.value) for one in Choice]
_STOP: Final = "stop"
_TOP: Final = "top"


class TttCog(TttGroup):
    """The commands of games. Those of the features come in through the door."""

    def __init__(
        self,
        bot: GameBot,
        services: Services,
        votes: VotesCog,
    ) -> None:
        super().__init__(bot)
        self.games = services.games
        self.coaching = services.coaching
        self.votes = votes
        self.rounds = services.votes
        self.voters = services.voters

    @subcommand(TttGroup.ttt, CommandChannels.WITH_GAME, Cost.FREE, aliases=["move"])
    @app_commands.describe(move="a tile number, a column with gravity, or a coordinate such as b2")
    async def play(self, ctx: Context, *, move: str = "") -> None:
        """Make a move; in most channels the bare number will do."""
        await self._play(ctx, move)

    async def _play(self, ctx: Context, word: str) -> None:
        """Make the move, or cast the vote, that a word names."""
        session = await self.games.live(channel_of(ctx))
        if session.leader is not None:
            session = await self.rounds.voting(session.channel)
        else:
            session.side_of(user_of(ctx))
        move = grammar.move_text(word) or grammar.choice_text(word)
        if move is None and (number := grammar.number_text(word)) is not None:
            raise no_such_move(session.rules, grammar.shortened(number))
        if move is None:
            raise UserError(Problem.NOT_A_MOVE, text=word)
        if session.voting:
            await self.votes.take_command(ctx, session, move)
            return
        await self.games.move(self.screen(ctx), session, user_of(ctx), move, message_of(ctx))

    @subcommand(TttGroup.ttt, CommandChannels.WITH_GAME, Cost.SEARCH)
    @app_commands.describe(scope="all: the verdict of every move; line: the moves that follow")
    @app_commands.choices(scope=[app_commands.Choice(name=scope, value=scope) for scope in _SCOPES])
    async def hint(self, ctx: Context, *, scope: str = "") -> None:
        """The best move and why; `all` judges every move, `line` tells what follows."""
        asked = scope.lower()
        if asked not in {"", *_SCOPES}:
            raise grammar.unknown(scope, _SCOPES)
        screen = self.screen(ctx)
        session, hint = await self.coaching.hint(screen, channel_of(ctx), user_of(ctx))
        session = await self.seen_by(user_of(ctx), session)
        if asked == _ALL:
            await screen.judge(session, hint)
        elif asked == _LINE:
            shown = screen.styled(session)
            line = text.whole_line(shown.position, hint.explanation, shown.style)
            await ctx.send(line)
        else:
            await screen.recommend(session, hint)

    @subcommand(TttGroup.ttt, CommandChannels.WITH_GAME)
    async def undo(self, ctx: Context) -> None:
        """Take your last move back; between people the other must agree."""
        await self.games.undo(
            self.screen(ctx), channel_of(ctx), user_of(ctx), message=message_of(ctx)
        )

    @subcommand(TttGroup.ttt, CommandChannels.WITH_GAME)
    @app_commands.describe(choice="in a game with swap2: black, white, or two more stones")
    @app_commands.choices(choice=_CHOICES)
    async def swap(self, ctx: Context, *, choice: str = "") -> None:
        """Take the first move over, or choose a colour, in a game with `swap` or `swap2`."""
        if not choice.strip():
            await self.games.take_over(
                self.screen(ctx), channel_of(ctx), user_of(ctx), message=message_of(ctx)
            )
        elif (word := grammar.choice_text(choice)) is not None:
            await self._play(ctx, word)
        else:
            raise grammar.unknown(choice, [one.value for one in Choice])

    @subcommand(TttGroup.ttt, CommandChannels.WITH_GAME)
    @app_commands.describe(
        words="5 to vote, connect4 30s to begin, now to count, top: the best voters"
    )
    async def vote(self, ctx: Context, *, words: str = "") -> None:
        """The whole channel against Kinarow: each turn is a vote."""
        session = await self.games.find(channel_of(ctx))
        if words.strip().lower() == _NOW:
            await self.votes.count_by_command(ctx)
        elif words.strip().lower() == _STOP:
            await self.bot.feature(Start).stop(Act(self.bot, ctx))
        elif words.strip().lower() == _TOP:
            found = await self.voters.top(scope_at(ctx))
            await ctx.send(top_voters(found, self.prefix(ctx)))
        elif grammar.move_text(words) is not None:
            await self.rounds.voting(channel_of(ctx))
            await self._play(ctx, words)
        elif not words and session is not None and session.voting:
            await self.games.board(self.screen(ctx), channel_of(ctx))
        elif not words.strip():
            await ctx.send(text.vote_help(self.prefix(ctx), timed=not is_outside(ctx)))
        else:
            await self._begin_vote(ctx, words)

    async def _begin_vote(self, ctx: Context, words: str) -> None:
        settings = self.guild_settings(ctx)
        asked = grammar.parse_vote(words, settings.game)
        check_untimed(ctx, timed=asked.timed)
        check_shown(ctx)
        may_write(ctx.channel, ctx.me)
        crowd, (bot, notes) = Crowd(player(ctx.author)), bot_of(asked.start, settings)
        usual = await self.style_of(ctx, user_of(ctx))
        terms = replace(terms_of(asked.start, usual), seconds=asked.seconds)
        match = Pairing(channel_of(ctx), guild_of(ctx), crowd, bot, terms)
        await self.games.begin(self.screen(ctx), match, notes=notes)

    @subcommand(TttGroup.ttt, CommandChannels.WITH_GAME)
    async def draw(self, ctx: Context) -> None:
        """Offer a draw, or accept one."""
        await self.games.draw(self.screen(ctx), channel_of(ctx), user_of(ctx), message_of(ctx))

    @subcommand(TttGroup.ttt, CommandChannels.WITH_GAME)
    async def resign(self, ctx: Context) -> None:
        """Give up."""
        await self.games.resign(
            self.screen(ctx), channel_of(ctx), user_of(ctx), message=message_of(ctx)
        )
