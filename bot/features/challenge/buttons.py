"""Challenges in Discord: posted with their buttons, and answered by press."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import Enum
from typing import Any, Final

import discord
from discord import ui
from discord.ext import commands

from bot.edge.buttons import Button, Interaction, PressedButton, view_of
from bot.edge.cog import GameBot, GameCog, answered, channel_with
from bot.edge.places import may_write, member_of, player
from bot.edge.screens import PressScreen
from bot.edge.sending import UNSENT
from bot.errors import ChannelClosed, Problem, UserError
from bot.features.challenge import text as challenge_text
from bot.features.challenge.service import Challenges
from bot.features.challenge.values import Challenge
from bot.games.games import Games
from bot.match.session import (
    ChallengeId,
    ChannelId,
    GuildId,
    MessageId,
    Pairing,
    Person,
    Terms,
    UserId,
)
from bot.show import text

Context = commands.Context[Any]


class Answer(Enum):
    """What the buttons under a challenge say."""

    ACCEPT = "yes"
    DECLINE = "no"
    WITHDRAW = "back"


_LABELS: Final = {
    Answer.ACCEPT: text.ACCEPT,
    Answer.DECLINE: text.DECLINE,
    Answer.WITHDRAW: text.WITHDRAW,
}
_STYLES: Final = {Answer.ACCEPT: discord.ButtonStyle.success}
_WORDS: Final = "|".join(answer.value for answer in Answer)


def challenge_view(challenge: Challenge) -> ui.View:
    """The buttons under a challenge; nobody declines one that is open to anyone."""
    anyone = challenge.opponent is None
    answers = [answer for answer in Answer if not (anyone and answer is Answer.DECLINE)]
    return view_of([_button(challenge.number, answer, anyone=anyone) for answer in answers])


def _button(number: ChallengeId, answer: Answer, *, anyone: bool) -> Button:
    label = text.said(text.JOIN if anyone and answer is Answer.ACCEPT else _LABELS[answer])
    style = _STYLES.get(answer, discord.ButtonStyle.secondary)
    custom_id = f"ttt:challenge:{answer.value}:{number}"
    return ui.Button(style=style, label=label, custom_id=custom_id)


class ChallengeButton(
    PressedButton, template=rf"ttt:challenge:(?P<word>{_WORDS}):(?P<number>\d+)(?:/.*)?"
):
    """Accepts, declines or takes back a challenge.

    Ids of an older version told the whole challenge, beginning with a person's id: no
    challenge has such a number, so those are over.
    """

    async def callback(self, interaction: Interaction) -> None:
        """Take the answer."""
        number, answer = ChallengeId(int(self.match["number"])), Answer(self.match["word"])
        await ChallengeCog.of(interaction).answer(interaction, number, answer)


class ChallengeCog(GameCog):
    """Challenges, asked by command and answered by button."""

    def __init__(self, bot: GameBot, games: Games, challenges: Challenges) -> None:
        super().__init__(bot)
        self._games = games
        self._challenges = challenges

    async def opponent(self, ctx: Context, user: UserId | None) -> Person | None:
        """The member that was mentioned; None where nobody was, or Kinarow itself."""
        if user is None or user == ctx.me.id:
            return None
        if user == ctx.author.id:
            raise UserError(Problem.CHALLENGE_SELF)
        member = await member_of(ctx.guild, user)
        if member.bot:
            raise UserError(Problem.CHALLENGE_BOT, name=member.display_name)
        return player(member)

    async def challenge(self, ctx: Context, opponent: Person | None, terms: Terms) -> None:
        """Post a challenge to a member, or to anyone, where no game is on."""
        may_write(ctx.channel, ctx.me)
        channel = ChannelId(ctx.channel.id)
        await self._games.check_free(channel)
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
        challenges, invited = self._challenges, opponent.id if opponent else None
        challenge = await challenges.ask(GuildId(guild.id), channel, challenger.id, invited, terms)
        pinged = [discord.Object(invited)] if invited else []
        try:
            message = await send(
                challenge_text.challenge(challenger, opponent, terms, challenge.expires),
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
        challenge = await self._challenges.waiting(guild, challenger.id)
        if challenge is None:
            return False
        await self._challenges.withdraw(challenge)
        withdrawn = challenge_text.challenge_declined(challenger, challenger)
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
    async def answer(self, interaction: Interaction, number: ChallengeId, answer: Answer) -> None:
        """Begin the game, or say that there will be none; the buttons go either way."""
        try:
            challenge = await self._challenges.find(number)
        except UserError:
            await interaction.response.edit_message(view=None)
            raise
        await self._check_answer(interaction, challenge, answer)
        if answer is Answer.ACCEPT:
            await self._accept(interaction, challenge)
        else:
            await self._refuse(interaction, challenge)

    async def _accept(self, interaction: Interaction, challenge: Challenge) -> None:
        challenger = player(await member_of(interaction.guild, challenge.challenger))
        answerer = player(interaction.user)
        await self.check_place(interaction)
        await self._games.check_free(challenge.channel)
        await self._challenges.accept(challenge)
        accepted = challenge_text.challenge_accepted(challenger, answerer)
        try:
            await interaction.response.edit_message(content=accepted, view=None)
        except UNSENT:
            await self._challenges.put_back(challenge)
            raise
        match = Pairing(challenge.channel, challenge.guild, challenger, answerer, challenge.terms)
        await self._games.begin(PressScreen(interaction, self.screen_options(interaction)), match)

    async def _refuse(self, interaction: Interaction, challenge: Challenge) -> None:
        answerer = player(interaction.user)
        if answerer.id == challenge.challenger:
            challenger = answerer
            await self._challenges.withdraw(challenge)
        else:
            challenger = player(await member_of(interaction.guild, challenge.challenger))
            await self._challenges.decline(challenge)
        words = challenge_text.challenge_declined(challenger, answerer)
        await interaction.response.edit_message(content=words, view=None)

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
            challenger = await member_of(interaction.guild, challenge.challenger)
            raise UserError(Problem.NOT_CHALLENGER, name=challenger.display_name)
        if challenge.opponent not in {None, user}:
            invited = await member_of(interaction.guild, challenge.opponent)
            raise UserError(Problem.NOT_CHALLENGED, name=invited.display_name)
