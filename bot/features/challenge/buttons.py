"""Posts challenges, and handles the presses of their buttons."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from enum import Enum
from functools import partial
from typing import Final

import discord
from discord import ui

from bot.edge.buttons import Button, PressedButton, view_of
from bot.edge.cog import GameBot, GameCog, replies_to_errors
from bot.edge.places import (
    Context,
    Interaction,
    Place,
    Source,
    asker_of,
    check_company,
    guild_at,
    guild_id_at,
    ids_at,
    is_alone,
    is_outside,
    may_write,
    member_at,
    member_of,
    player,
    press_at,
    scope_at,
)
from bot.edge.screens import ChannelScreen, OfferScreen, channel_with
from bot.edge.sending import UNSENT, change_pressed, is_refused_for_good
from bot.errors import ChannelClosed, KinarowError, Problem, UserError
from bot.features.challenge import text as challenge_text
from bot.features.challenge.service import Challenges
from bot.features.challenge.values import Challenge, same_game
from bot.games.games import Games
from bot.games.screen import Screen
from bot.match.session import (
    ChallengeId,
    ChannelId,
    Coach,
    GuildId,
    MessageId,
    Pairing,
    Person,
    Terms,
    UserId,
)
from bot.show import text

log = logging.getLogger(__name__)


class ChallengeAction(Enum):
    """What a button under a challenge does. The value stands in its id."""

    ACCEPT = "yes"
    DECLINE = "no"
    WITHDRAW = "back"


_LABELS: Final = {
    ChallengeAction.ACCEPT: text.ACCEPT,
    ChallengeAction.DECLINE: text.DECLINE,
    ChallengeAction.WITHDRAW: text.WITHDRAW,
}
_STYLES: Final = {ChallengeAction.ACCEPT: discord.ButtonStyle.success}
_WORDS: Final = "|".join(answer.value for answer in ChallengeAction)


def challenge_view(challenge: Challenge) -> ui.View:
    """The buttons under a challenge. A challenge to anyone has no button to decline."""
    anyone = challenge.opponent is None
    answers = [
        answer for answer in ChallengeAction if not (anyone and answer is ChallengeAction.DECLINE)
    ]
    return view_of([_button(challenge.number, answer, anyone=anyone) for answer in answers])


def _button(number: ChallengeId, answer: ChallengeAction, *, anyone: bool) -> Button:
    label = text.said(text.JOIN if anyone and answer is ChallengeAction.ACCEPT else _LABELS[answer])
    style = _STYLES.get(answer, discord.ButtonStyle.secondary)
    custom_id = f"ttt:challenge:{answer.value}:{number}"
    return ui.Button(style=style, label=label, custom_id=custom_id)


class ChallengeButton(
    PressedButton, template=rf"ttt:challenge:(?P<word>{_WORDS}):(?P<number>[0-9]+)(?:/.*)?"
):
    """Accepts, declines or withdraws a challenge.

    An older version put a person's id at the place of the number. No challenge has such a
    number, so a press on an old button says that the challenge is over.
    """

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        number, answer = ChallengeId(self.number("number")), ChallengeAction(self.match["word"])
        await ChallengeCog.of(interaction).answer(interaction, number, answer)


class ChallengeCog(GameCog):
    """Posts challenges for commands, and takes the answers by button."""

    def __init__(self, bot: GameBot, games: Games, challenges: Challenges) -> None:
        super().__init__(bot)
        self._games = games
        self._challenges = challenges

    async def opponent(self, place: Source, user: UserId | None) -> Person | None:
        """Return the mentioned member. None if nobody or Kinarow itself was mentioned."""
        if user is None or (self.bot.user is not None and user == self.bot.user.id):
            return None
        if user == asker_of(place).id:
            raise UserError(Problem.CHALLENGE_SELF)
        check_company(place)
        member = await member_at(place, user)
        if member.bot:
            raise UserError(Problem.CHALLENGE_BOT, name=member.display_name)
        return player(member)

    async def challenge(self, ctx: Context, opponent: Person | None, terms: Terms) -> None:
        """Challenge a member, or anyone. Raises UserError if a game is on here."""
        may_write(ctx.channel, ctx.me)
        channel = ChannelId(ctx.channel.id)
        await self._games.check_free(channel, UserId(ctx.author.id))
        screen = ChannelScreen(ctx, self.screen_options(ctx))
        await self.post(screen, ctx.send, ctx, channel, player(ctx.author), opponent, terms)

    async def check(
        self,
        place: Source,
        channel: ChannelId,
        challenger: Person,
        opponent: Person | None,
        terms: Terms,
    ) -> bool:
        """Whether this challenge would accept one of the other person that waits in the channel.

        Raises UserError if a person may not post it now.
        """
        check_company(place)
        if await self._met(place, channel, challenger, opponent, terms) is not None:
            return True
        invited = opponent.id if opponent else None
        await self._challenges.check(scope_at(place), challenger.id, invited, terms)
        return False

    async def post(
        self,
        screen: Screen,
        send: Callable[..., Awaitable[discord.Message]],
        place: Source,
        channel: ChannelId,
        challenger: Person,
        opponent: Person | None,
        terms: Terms,
    ) -> None:
        """Post a challenge with its buttons, and ping only the member who is challenged.

        Where that person has asked for the same game, it begins.
        """
        check_company(place)
        if terms.coach not in {None, Coach.OFF} and self.guild_settings(place).strict:
            raise UserError(Problem.STRICT_SERVER)
        async with self._challenges.lock(challenger.id, opponent.id if opponent else None):
            met = await self._met(place, channel, challenger, opponent, terms)
            if opponent is None or met is None:
                await self._post(send, place, channel, challenger, opponent, terms)
            else:
                await self._begin_with_words(place, screen, met, opponent, challenger)

    async def _met(
        self,
        place: Source,
        channel: ChannelId,
        challenger: Person,
        opponent: Person | None,
        terms: Terms,
    ) -> Challenge | None:
        """The challenge by which the other person has asked for the same game in the channel.

        Raises UserError where they have asked this person for another game, or in a thread of the
        channel, and wait for an answer.
        """
        if opponent is None:
            return None
        found = await self._challenges.crossing(scope_at(place), challenger.id, opponent.id)
        if found is None:
            return None
        if found.channel == channel and same_game(terms, found.terms):
            return found
        guild = guild_at(place)
        thread = guild.get_thread(found.channel) if guild else None
        near = {found.channel} if thread is None else {found.channel, ChannelId(thread.parent_id)}
        if found.opponent is not None and not near.isdisjoint(ids_at(place)):
            url = self.bot.link_to(guild_id_at(place), found.channel, found.message)
            raise UserError(Problem.CHALLENGED_ALREADY, name=opponent.name, url=url)
        return None

    async def _post(
        self,
        send: Callable[..., Awaitable[discord.Message]],
        place: Source,
        channel: ChannelId,
        challenger: Person,
        opponent: Person | None,
        terms: Terms,
    ) -> None:
        invited, outside = opponent.id if opponent else None, is_outside(place)
        challenge = await self._challenges.ask(
            scope_at(place), channel, challenger.id, invited, terms
        )
        try:
            told = self._typed(place), not outside
            message = await self._send(send, challenge, challenger, opponent, *told)
        except UNSENT:
            await self._challenges.forget(challenge)
            raise
        if (press := press_at(place)) is not None and outside:
            self.bot.tokens.note(message, press)

    async def _send(
        self,
        send: Callable[..., Awaitable[discord.Message]],
        challenge: Challenge,
        challenger: Person,
        opponent: Person | None,
        typed: str | None,
        timed: bool = True,
    ) -> MessageId:
        """Post a stored challenge. It is `timed` where somebody can keep the time of a move."""
        pinged = [discord.Object(opponent.id)] if opponent else []
        words = challenge_text.challenge(
            challenger,
            opponent,
            challenge.terms,
            challenge.expires,
            timed=timed,
            strict=self.bot.guild_settings.of(challenge.scope).strict,
            typed=typed,
        )
        message = await send(
            words,
            view=challenge_view(challenge),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=pinged),
        )
        await self._challenges.posted(challenge, MessageId(message.id))
        return MessageId(message.id)

    async def catch_up(self, shards: Collection[int], shard: Callable[[GuildId], int]) -> None:
        """Post the challenges in servers of these shards that an earlier process left unposted."""
        for challenge in await self._challenges.unposted():
            if shard(GuildId(challenge.scope)) not in shards:
                continue
            try:
                await self._post_again(challenge)
            except (ChannelClosed, UserError, *UNSENT) as error:
                log.warning("challenge %s: %r", challenge.number, error)
                if isinstance(error, KinarowError) or is_refused_for_good(error):
                    await self._challenges.forget(challenge)

    async def _post_again(self, challenge: Challenge) -> None:
        channel = await channel_with(self.bot, challenge.channel)
        guild = guild_at(channel)
        challenger = player(await member_of(guild, challenge.challenger))
        invited = challenge.opponent
        opponent = None if invited is None else player(await member_of(guild, invited))
        # One nonce for all tries, and for a process that has died after posting it.
        send = partial(channel.send, nonce=f"challenge{challenge.number}")
        with self.bot.languages.in_channel(challenge.channel, channel):
            await self._send(send, challenge, challenger, opponent, self._typed(channel))

    def _typed(self, place: Place) -> str | None:
        """The prefix of the commands that answer a challenge, where it has no buttons."""
        return None if self.bot.buttons else self.prefix(place)

    async def take_back(self, ctx: Context) -> bool:
        """Withdraw the waiting challenge of a command's author. False if there is none."""
        if is_alone(ctx):
            return False
        challenger = player(ctx.author)
        challenge = await self._challenges.waiting(scope_at(ctx), challenger.id)
        if challenge is None:
            return False
        await self._challenges.withdraw(challenge)
        withdrawn = challenge_text.challenge_declined(challenger, challenger)
        with suppress(ChannelClosed, *UNSENT):
            await self._edit(ctx, challenge, withdrawn)
        await ctx.send(withdrawn)
        return True

    async def answer_typed(self, ctx: Context, *, yes: bool) -> bool:
        """Accept or decline by command the challenge that waits here. False if there is none.

        Before one that anyone may accept comes one to this person, which alone can be declined.
        """
        if is_alone(ctx):
            return False
        where, answerer = (scope_at(ctx), ChannelId(ctx.channel.id)), player(ctx.author)
        challenge = await self._challenges.asked(*where, answerer.id, anyone=yes)
        if challenge is None:
            return False
        challenger = player(await member_at(ctx, challenge.challenger))
        if yes:
            await self._accept_typed(ctx, challenge, challenger, answerer)
        else:
            await self._challenges.decline(challenge)
            declined = challenge_text.challenge_declined(challenger, answerer)
            with suppress(ChannelClosed, *UNSENT):
                await self._edit(ctx, challenge, declined)
            await ctx.send(declined)
        return True

    async def _accept_typed(
        self, ctx: Context, challenge: Challenge, challenger: Person, answerer: Person
    ) -> None:
        await self.check_channel(ctx)
        may_write(ctx.channel, ctx.me)
        screen = ChannelScreen(ctx, self.screen_options(ctx))
        await self._begin_with_words(ctx, screen, challenge, challenger, answerer)

    async def _begin_with_words(
        self,
        place: Source,
        screen: Screen,
        challenge: Challenge,
        challenger: Person,
        answerer: Person,
    ) -> None:
        """Begin the game where the challenge itself was not pressed, and change that too."""
        await self._begin(place, screen, challenge, challenger, answerer)
        with suppress(ChannelClosed, *UNSENT):
            accepted = challenge_text.challenge_accepted(challenger, answerer)
            await self._edit(place, challenge, accepted)

    async def _begin(
        self,
        place: Source,
        screen: Screen,
        challenge: Challenge,
        challenger: Person,
        answerer: Person,
    ) -> None:
        """Begin the game. The challenge is accepted in the commit that stores the game."""
        match = Pairing(
            challenge.channel,
            guild_id_at(place),
            challenger,
            answerer,
            challenge.terms,
            challenge=challenge.number,
        )
        try:
            await self._games.begin(screen, match)
        except UserError:  # of a game that somebody else has begun by this challenge
            await self._challenges.find(challenge.number)
            raise

    async def _edit(self, place: Source, challenge: Challenge, words: str) -> None:
        """Replace the message of a challenge that is over, as far as that can be done."""
        if challenge.message is None:
            return
        if is_outside(place):
            if (edit := self.bot.tokens.editor(challenge.message)) is not None:
                await edit(content=words, view=None)
            return
        channel = await channel_with(self.bot, challenge.channel)
        await channel.get_partial_message(challenge.message).edit(content=words, view=None)

    @replies_to_errors
    async def answer(
        self, interaction: Interaction, number: ChallengeId, answer: ChallengeAction
    ) -> None:
        """Begin the game, or say that there will be none. The buttons are removed in both cases."""
        try:
            challenge = await self._challenges.find(number)
            if challenge.channel != interaction.channel_id:  # its id was made up
                raise UserError(Problem.CHALLENGE_GONE)
        except UserError:
            await change_pressed(interaction, view=None)
            raise
        await self._check_answer(interaction, challenge, answer)
        if answer is ChallengeAction.ACCEPT:
            await self._accept(interaction, challenge)
        else:
            await self._refuse(interaction, challenge)

    async def _accept(self, interaction: Interaction, challenge: Challenge) -> None:
        challenger = player(await member_at(interaction, challenge.challenger))
        answerer = player(interaction.user)
        await self.check_channel(interaction)
        accepted = challenge_text.challenge_accepted(challenger, answerer)
        screen = OfferScreen(interaction, self.screen_options(interaction), accepted)
        await self._begin(interaction, screen, challenge, challenger, answerer)

    async def _refuse(self, interaction: Interaction, challenge: Challenge) -> None:
        answerer = player(interaction.user)
        if answerer.id == challenge.challenger:
            challenger = answerer
            await self._challenges.withdraw(challenge)
        else:
            challenger = player(await member_at(interaction, challenge.challenger))
            await self._challenges.decline(challenge)
        words = challenge_text.challenge_declined(challenger, answerer)
        await change_pressed(interaction, content=words, view=None)

    async def _check_answer(
        self, interaction: Interaction, challenge: Challenge, answer: ChallengeAction
    ) -> None:
        """Raise UserError if the person may not do this. A challenger may only withdraw."""
        user = interaction.user.id
        if user == challenge.challenger:
            if answer is not ChallengeAction.ACCEPT:
                return
            if challenge.opponent is None:
                raise UserError(Problem.CHALLENGE_SELF)
        elif answer is ChallengeAction.WITHDRAW or (
            challenge.opponent is None and answer is ChallengeAction.DECLINE
        ):
            challenger = await member_at(interaction, challenge.challenger)
            raise UserError(Problem.NOT_CHALLENGER, name=challenger.display_name)
        if challenge.opponent not in {None, user}:
            invited = await member_at(interaction, challenge.opponent)
            raise UserError(Problem.NOT_CHALLENGED, name=invited.display_name)
