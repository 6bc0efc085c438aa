"""What people ask of each other: challenges, and offers of a draw or a takeback."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import discord
from discord.ext import commands

from bot import text
from bot.challenge import Challenge
from bot.cogs.answer import GameCog, answered, channel_with
from bot.cogs.places import may_write
from bot.cogs.screen import PressScreen
from bot.cogs.sending import UNSENT
from bot.errors import ChannelClosed, Problem, UserError
from bot.session import (
    ChallengeId,
    ChannelId,
    GuildId,
    Match,
    MessageId,
    OfferKind,
    Person,
    Terms,
    UserId,
)
from bot.views import Answer, Moment, challenge_view

Context = commands.Context[Any]
Interaction = discord.Interaction[Any]


class PeopleCog(GameCog):
    """Challenges and offers, asked by command and answered by button."""

    async def opponent(self, ctx: Context, user: UserId | None) -> Person | None:
        """The member that was mentioned; None where nobody was, or Kinarow itself."""
        if user is None or user == ctx.me.id:
            return None
        if user == ctx.author.id:
            raise UserError(Problem.CHALLENGE_SELF)
        member = await _member(ctx.guild, user)
        if member.bot:
            raise UserError(Problem.CHALLENGE_BOT, name=member.display_name)
        return player(member)

    async def name(self, ctx: Context, user: UserId) -> str:
        """What somebody is called here; raises UserError where there is nobody of that id."""
        if user == ctx.author.id:
            return ctx.author.display_name
        return (await _member(ctx.guild, user)).display_name

    async def challenge(self, ctx: Context, opponent: Person | None, terms: Terms) -> None:
        """Post a challenge to a member, or to anyone, where no game is on."""
        may_write(ctx.channel, ctx.me)
        channel = ChannelId(ctx.channel.id)
        await self.games.check_free(channel)
        await self.post(ctx.send, ctx.guild, channel, player(ctx.author), opponent, terms)

    async def post(
        self,
        send: Callable[..., Awaitable[discord.Message]],
        guild: discord.Guild | None,
        channel: ChannelId,
        challenger: Person,
        opponent: Person | None,
        terms: Terms,
    ) -> None:
        """Post a challenge with its buttons; only the one who is challenged is pinged."""
        if guild is None:
            raise UserError(Problem.NOBODY_ELSE)
        challenges, invited = self.games.challenges, opponent.id if opponent else None
        challenge = await challenges.ask(GuildId(guild.id), channel, challenger.id, invited, terms)
        pinged = [discord.Object(invited)] if invited else []
        try:
            message = await send(
                text.challenge(challenger, opponent, terms, challenge.expires),
                view=challenge_view(challenge),
                allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=pinged),
            )
        except UNSENT:
            await challenges.forget(challenge)
            raise
        await challenges.posted(challenge, MessageId(message.id))

    async def take_back(self, ctx: Context) -> bool:
        """Withdraw the challenge of whoever gives a command; False where none waits."""
        if ctx.guild is None:
            return False
        guild, challenger = GuildId(ctx.guild.id), player(ctx.author)
        challenge = await self.games.challenges.waiting(guild, challenger.id)
        if challenge is None:
            return False
        await self.games.challenges.withdraw(challenge)
        withdrawn = text.challenge_declined(challenger, challenger)
        with suppress(ChannelClosed, *UNSENT):
            await self._edit(challenge, withdrawn)
        await ctx.send(withdrawn)
        return True

    async def _edit(self, challenge: Challenge, words: str) -> None:
        """Let words take the place of a challenge that is over."""
        channel = await channel_with(self.bot, challenge.channel)
        if challenge.message is not None:
            await channel.get_partial_message(challenge.message).edit(content=words, view=None)

    @answered
    async def answer_challenge(
        self, interaction: Interaction, number: ChallengeId, answer: Answer
    ) -> None:
        """Begin the game, or say that there will be none; the buttons go either way."""
        try:
            challenge = await self.games.challenges.find(number)
        except UserError:
            await interaction.response.edit_message(view=None)
            raise
        await self._check_answer(interaction, challenge, answer)
        if answer is Answer.ACCEPT:
            await self._accept(interaction, challenge)
        else:
            await self._refuse(interaction, challenge)

    async def _accept(self, interaction: Interaction, challenge: Challenge) -> None:
        challenger = player(await _member(interaction.guild, challenge.challenger))
        answerer = player(interaction.user)
        await self.check_place(interaction)
        await self.games.check_free(challenge.channel)
        await self.games.challenges.accept(challenge)
        accepted = text.challenge_accepted(challenger, answerer)
        try:
            await interaction.response.edit_message(content=accepted, view=None)
        except UNSENT:
            await self.games.challenges.put_back(challenge)
            raise
        match = Match(challenge.channel, challenge.guild, challenger, answerer, challenge.terms)
        await self.games.begin(PressScreen(interaction, self.manner(interaction)), match)

    async def _refuse(self, interaction: Interaction, challenge: Challenge) -> None:
        answerer = player(interaction.user)
        if answerer.id == challenge.challenger:
            challenger = answerer
            await self.games.challenges.withdraw(challenge)
        else:
            challenger = player(await _member(interaction.guild, challenge.challenger))
            await self.games.challenges.decline(challenge)
        words = text.challenge_declined(challenger, answerer)
        await interaction.response.edit_message(content=words, view=None)

    @answered
    async def answer_offer(
        self, interaction: Interaction, kind: OfferKind, moment: Moment, *, accept: bool
    ) -> None:
        """Accept or decline an offer that was made at this moment."""
        channel, user = ChannelId(interaction.channel_id or 0), UserId(interaction.user.id)
        session = await self.games.live(channel)
        replaced = session.offer is not None and session.offer.kind is not kind
        if replaced or not moment.is_now(session):
            raise UserError(Problem.MOVED_ON)
        act = session.accept if accept else session.decline
        act(user)  # raises for whoever may not answer, before the buttons go
        await interaction.response.edit_message(view=None)
        answer = self.games.accept if accept else self.games.decline
        await answer(PressScreen(interaction, self.manner(interaction)), channel, user)

    async def _check_answer(
        self, interaction: Interaction, challenge: Challenge, answer: Answer
    ) -> None:
        """Raise UserError for whoever may not answer; a challenger may take it back."""
        user = interaction.user.id
        if user == challenge.challenger:
            if answer is not Answer.ACCEPT:
                return
            if challenge.opponent is None:
                raise UserError(Problem.CHALLENGE_SELF)
        elif answer is Answer.WITHDRAW or (challenge.opponent is None and answer is Answer.DECLINE):
            challenger = await _member(interaction.guild, challenge.challenger)
            raise UserError(Problem.NOT_CHALLENGER, name=challenger.display_name)
        if challenge.opponent not in {None, user}:
            invited = await _member(interaction.guild, challenge.opponent)
            raise UserError(Problem.NOT_CHALLENGED, name=invited.display_name)


def player(user: discord.User | discord.Member) -> Person:
    """Somebody on Discord as a player."""
    return Person(UserId(user.id), user.display_name)


async def _member(guild: discord.Guild | None, user: UserId) -> discord.Member:
    """A member by id; raises UserError where there is none."""
    try:
        if guild is None:
            raise UserError(Problem.NO_SUCH_MEMBER)
        return guild.get_member(user) or await guild.fetch_member(user)
    except discord.NotFound as error:
        raise UserError(Problem.NO_SUCH_MEMBER) from error
