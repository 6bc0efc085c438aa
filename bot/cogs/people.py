"""What people ask of each other: challenges, and offers of a draw or a takeback."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Final

import discord
from discord.ext import commands

from bot import text
from bot.challenge import Challenge
from bot.cogs.answer import GameCog, answered, may_write
from bot.cogs.screen import PressScreen
from bot.errors import Problem, UserError
from bot.session import ChannelId, GuildId, Match, OfferKind, Person, Terms, UserId
from bot.views import Moment, challenge_view

Context = commands.Context[Any]
Interaction = discord.Interaction[Any]

_EXPIRY: Final = timedelta(hours=24)
"""A challenge that nobody has answered for a day is forgotten."""


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
        await self.games.check_free(ChannelId(ctx.channel.id))
        await self.post(ctx.send, player(ctx.author), opponent, terms)

    async def post(
        self,
        send: Callable[..., Awaitable[object]],
        challenger: Person,
        opponent: Person | None,
        terms: Terms,
    ) -> None:
        """Post a challenge with its buttons; only the one who is challenged is pinged."""
        challenge = Challenge(challenger.id, opponent.id if opponent else None, terms)
        pinged = [discord.Object(opponent.id)] if opponent else []
        await send(
            text.challenge(challenger, opponent, terms),
            view=challenge_view(challenge),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=pinged),
        )

    @answered
    async def answer_challenge(
        self, interaction: Interaction, challenge: Challenge, *, accept: bool
    ) -> None:
        """Begin the game, or say that it was declined; the buttons go either way."""
        await self._check_answer(interaction, challenge, accept=accept)
        challenger = player(await _member(interaction.guild, challenge.challenger))
        answerer = player(interaction.user)
        if not accept:
            declined = text.challenge_declined(challenger, answerer)
            await interaction.response.edit_message(content=declined, view=None)
            return
        channel = ChannelId(interaction.channel_id or 0)
        await self.games.check_free(channel)
        accepted = text.challenge_accepted(challenger, answerer)
        await interaction.response.edit_message(content=accepted, view=None)
        guild = GuildId(interaction.guild_id) if interaction.guild_id else None
        match = Match(channel, guild, challenger, answerer, challenge.terms)
        await self.games.begin(PressScreen(interaction, self.manner), match)

    @answered
    async def answer_offer(
        self, interaction: Interaction, kind: OfferKind, moment: Moment, *, accept: bool
    ) -> None:
        """Accept or decline an offer that was made at this moment."""
        channel, user = ChannelId(interaction.channel_id or 0), UserId(interaction.user.id)
        session = await self.games.live(channel)
        replaced = session.offer is not None and session.offer.kind is not kind
        if replaced or (session.game, session.position.ply) != moment:
            raise UserError(Problem.MOVED_ON)
        act = session.accept if accept else session.decline
        act(user)  # raises for whoever may not answer, before the buttons go
        await interaction.response.edit_message(view=None)
        answer = self.games.accept if accept else self.games.decline
        await answer(PressScreen(interaction, self.manner), channel, user)

    async def _check_answer(
        self, interaction: Interaction, challenge: Challenge, *, accept: bool
    ) -> None:
        """Raise UserError for whoever may not answer; a challenger may take it back."""
        user = interaction.user.id
        withdrawn = user == challenge.challenger and not accept
        joined = user != challenge.challenger and challenge.opponent is None and accept
        if not withdrawn and not joined and user != challenge.opponent:
            await self._refuse(interaction, challenge, accept=accept)
        posted = interaction.message.created_at if interaction.message else discord.utils.utcnow()
        if discord.utils.utcnow() - posted > _EXPIRY:
            raise UserError(Problem.CHALLENGE_GONE)

    async def _refuse(
        self, interaction: Interaction, challenge: Challenge, *, accept: bool
    ) -> None:
        if challenge.opponent is not None:
            invited = await _member(interaction.guild, challenge.opponent)
            raise UserError(Problem.NOT_CHALLENGED, name=invited.display_name)
        if accept:
            raise UserError(Problem.CHALLENGE_SELF)
        challenger = await _member(interaction.guild, challenge.challenger)
        raise UserError(Problem.NOT_CHALLENGER, name=challenger.display_name)


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
