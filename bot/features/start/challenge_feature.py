"""Challenges: one person asks another, or anyone, for a game, and is answered."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.edge.act import Act
from bot.edge.bot import GameBot
from bot.edge.buttons import Button, Labelled, button, view_of
from bot.edge.channels import channel_with, is_next, is_out, may_view, member_of, player
from bot.edge.places import CommandChannels, Place, Way
from bot.edge.screen import Into, Screen
from bot.edge.sending.refusals import UNSENT, is_gone, is_refused_for_good
from bot.edge.ways import command, press
from bot.errors import ChannelClosed, KinarowError, Problem, UserError
from bot.features.peace.buttons import declined_view
from bot.features.peace.store import Peace
from bot.features.peace.text import declined_note
from bot.features.start import text as start_text
from bot.features.start.service import Challenges
from bot.features.start.store import accepting
from bot.features.start.values import Challenge, Refusal, StartProblem, same_game
from bot.games.games import Games
from bot.match.notes import NoThread
from bot.match.players import ChallengeId
from bot.match.session import ChannelId, Coach, GuildId, MessageId, Pairing, Person, Terms, UserId
from bot.pool.bounds import Cost
from bot.show import text
from bot.show.text.words import ACCEPT, DECLINE, JOIN, WITHDRAW, bold

log = logging.getLogger(__name__)

Send = Callable[..., Awaitable[discord.Message]]


class ChallengeAction(Labelled):
    """What a button under a challenge does."""

    ACCEPT = "yes", ACCEPT
    DECLINE = "no", DECLINE
    WITHDRAW = "back", WITHDRAW


_ANSWERS: Final = "|".join(answer.value for answer in ChallengeAction)


def challenge_view(challenge: Challenge) -> ui.View:
    """The buttons under a challenge. A challenge to anyone has no button to decline."""
    anyone = challenge.opponent is None
    left_out = ChallengeAction.DECLINE if anyone else None
    answers = (answer for answer in ChallengeAction if answer is not left_out)
    return view_of([_button(challenge.number, answer, anyone=anyone) for answer in answers])


def _button(number: ChallengeId, answer: ChallengeAction, *, anyone: bool) -> Button:
    accepts = answer is ChallengeAction.ACCEPT
    label = JOIN if anyone and accepts else answer.label
    style = discord.ButtonStyle.success if accepts else discord.ButtonStyle.secondary
    return button(label, f"ttt:challenge:{answer.value}:{number}", style)


@dataclass(frozen=True, slots=True)
class Challenging:
    """Posts challenges, and takes the answers: by button, and by command."""

    bot: GameBot
    games: Games
    challenges: Challenges
    peace: Peace

    # Asking.

    async def opponent(self, act: Act, user: UserId | None) -> Person | None:
        """Return the mentioned member. None if nobody or Kinarow itself was mentioned."""
        if user is None or user == act.me:
            return None
        if user == act.person.id:
            raise UserError(StartProblem.CHALLENGE_SELF)
        act.check_company()
        member = await act.find(user)
        if member.bot:
            raise UserError(StartProblem.CHALLENGE_BOT, name=member.display_name)
        return player(member)

    async def check(self, act: Act, opponent: Person | None, terms: Terms) -> bool:
        """Whether this challenge would accept a waiting one from the other person in the channel.

        Raises UserError if the person may not post it now.
        """
        act.check_company()
        terms = _as_usual(act, terms)
        if await self._met(act, act.channel, opponent, terms) is not None:
            return True
        invited = opponent.id if opponent else None
        await self._check_peace(act, opponent)
        await self._forget_lost(act)
        await self.challenges.check(act.scope, act.person.id, invited, terms)
        return False

    async def challenge(
        self,
        act: Act,
        opponent: Person | None,
        terms: Terms,
        place: Place | None = None,
        threadless: NoThread | None = None,
    ) -> None:
        """Post a challenge with its buttons, and ping only the member who is challenged.

        It is posted where it was asked for, with why it is not in a thread if one was wanted
        (`threadless`), or in a `place` of its own. Where that person has asked
        for the same game, it begins.
        """
        place = place or act
        act.check_company()
        if terms.coach not in {None, Coach.OFF} and act.settings.strict:
            raise UserError(StartProblem.STRICT_SERVER)
        terms = _as_usual(act, terms)
        async with self.challenges.lock(act.person.id, opponent.id if opponent else None):
            met = await self._met(act, place.channel, opponent, terms)
            if opponent is None or met is None:
                await self._ask(act, place, opponent, terms, threadless)
            else:
                await self._begin_with_words(act, place.screen, met, opponent)

    async def _met(
        self, act: Act, channel: ChannelId, opponent: Person | None, terms: Terms
    ) -> Challenge | None:
        """The challenge by which the other person has asked for the same game in the channel.

        Raises UserError if they wait for this person's answer about another game, or in a thread of
        the channel.
        """
        if opponent is None:
            return None
        found = await self.challenges.crossing(act.scope, act.person.id, opponent.id)
        if found is None:
            return None
        if found.channel == channel and same_game(terms, found.terms):
            return found
        thread = act.server.get_thread(found.channel) if act.server else None
        near = {found.channel} if thread is None else {found.channel, ChannelId(thread.parent_id)}
        if found.opponent is not None and not near.isdisjoint((act.channel, act.parent)):
            if await self._is_lost(act, found):
                await self.challenges.lose(found)
                return None
            url = self.bot.link_to(act.guild, found.channel, found.message)
            raise UserError(StartProblem.CHALLENGED_ALREADY, name=opponent.name, url=url)
        return None

    async def _ask(
        self,
        act: Act,
        place: Place,
        opponent: Person | None,
        terms: Terms,
        threadless: NoThread | None,
    ) -> None:
        invited = opponent.id if opponent else None
        await self._check_peace(act, opponent)
        await self._forget_lost(act)
        challenge = await self.challenges.ask(
            act.scope, place.channel, act.person.id, invited, terms
        )
        try:  # once more: a block declines only what is stored
            await self._check_peace(act, opponent)
        except UserError:
            await self.challenges.forget(challenge)
            raise
        if act.way is Way.PRESS:
            with suppress(*UNSENT):
                await act.later()
        try:
            message = await self._post(act, place.send, challenge, act.person, opponent, threadless)
        except UNSENT:
            await self.challenges.forget(challenge)
            raise
        if act.press is not None and act.outside:
            self.bot.tokens.note(message, act.press)
        if act.on_page:
            name = bold(opponent.name) if opponent else ""
            await act.whisper(lambda: start_text.invitation(act.person, name, terms))

    async def _check_peace(self, act: Act, opponent: Person | None) -> None:
        """Raise UserError if the opponent wants no challenge from this person.

        Why is not told, nor which of the reasons there are it is.
        """
        if opponent and not await self.peace.admits(opponent.id, act.person.id):
            raise UserError(StartProblem.NOT_POSSIBLE, name=opponent.name)

    async def _forget_lost(self, act: Act) -> None:
        """End the person's own challenge if its message or channel was deleted.

        So who asks again is shown anew, there or elsewhere.
        """
        own = await self.challenges.waiting(act.scope, act.person.id)
        if own is not None and await self._is_lost(act, own):
            await self.challenges.lose(own)

    async def _is_lost(self, act: Act, challenge: Challenge) -> bool:
        """Whether nobody sees a challenge: its message is gone, or its channel, or is hidden.

        What Discord does not say counts as there, and so does what is not posted yet.
        """
        if challenge.message is None or act.outside or is_out(self.bot, act.guild):
            return False
        try:
            channel = await channel_with(self.bot, challenge.channel)
            if not may_view(channel):
                return True
            await channel.fetch_message(challenge.message)
        except ChannelClosed:
            return True
        except UNSENT as error:
            return is_gone(error)
        return False

    # What ends with its channel.

    async def waits_in(self) -> Collection[tuple[GuildId, ChannelId]]:
        """The channels in which challenges wait, each with its server."""
        waiting = await self.challenges.unanswered()
        return {(GuildId(one.scope), one.channel) for one in waiting}

    async def end_in(self, channels: Collection[ChannelId]) -> None:
        """End the challenges in channels that are gone."""
        for challenge in await self.challenges.unanswered():
            if challenge.channel in channels:
                await self.challenges.lose(challenge)

    async def _post(
        self,
        place: Place,
        send: Send,
        challenge: Challenge,
        challenger: Person,
        opponent: Person | None,
        threadless: NoThread | None = None,
    ) -> MessageId:
        """Post a stored challenge, in the words that suit a place."""
        pings = opponent is not None and not await self.challenges.has_pinged(challenge)
        pinged = [discord.Object(opponent.id)] if opponent and pings else []
        words = start_text.challenge(
            challenger,
            opponent,
            challenge.terms,
            challenge.expires,
            timed=not place.outside,
            threadless=threadless,
            typed=None if self.bot.taken_buttons.taken else place.prefix,
        )
        message = await send(
            words,
            view=challenge_view(challenge),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=pinged),
        )
        await self.challenges.posted(challenge, MessageId(message.id))
        return MessageId(message.id)

    async def catch_up(self, shards: Collection[int], shard: Callable[[GuildId], int]) -> None:
        """Post the challenges in servers of these shards that an earlier process left unposted."""
        for challenge in await self.challenges.unposted():
            if shard(GuildId(challenge.scope)) not in shards:
                continue
            try:
                await self._post_again(challenge)
            except (ChannelClosed, UserError, *UNSENT) as error:
                log.warning("challenge %s: %r", challenge.number, error)
                if isinstance(error, KinarowError) or is_refused_for_good(error):
                    await self.challenges.forget(challenge)

    async def _post_again(self, challenge: Challenge) -> None:
        channel: Any = await channel_with(self.bot, challenge.channel)
        challenger = player(await member_of(channel.guild, challenge.challenger))
        invited = challenge.opponent
        opponent = None if invited is None else player(await member_of(channel.guild, invited))
        # One nonce for all tries, and for a process that has died after posting it.
        send = partial(channel.send, nonce=f"challenge{challenge.number}")
        place = Place(self.bot, channel)
        with place.speaking():
            await self._post(place, send, challenge, challenger, opponent)

    # Answering.

    @command("accept", allowed=CommandChannels.ANY, aliases=["yes", "join"])
    async def accept(self, act: Act) -> None:
        """Say yes to an offer or a challenge."""
        await self._answer_asked(act, yes=True)

    @command("decline", allowed=CommandChannels.ANY, aliases=["no"])
    async def decline(self, act: Act) -> None:
        """Say no to an offer or a challenge."""
        await self._answer_asked(act, yes=False)

    async def _answer_asked(self, act: Act, *, yes: bool) -> None:
        session, user = await self.games.turns.find(act.channel), act.person.id
        if session is not None and session.offer is not None and session.is_played_by(user):
            answer = self.games.accept if yes else self.games.decline
            await answer(act.screen, act.channel, user, message=act.id)
        elif not await self.answer_waiting(act, yes=yes):
            raise UserError(StartProblem.NOTHING_ASKED)

    async def answer_waiting(self, act: Act, *, yes: bool) -> bool:
        """Accept or decline by command the challenge that waits here. False if there is none.

        One to this person comes before one that anyone may accept, and only it can be declined.
        """
        if act.alone:
            return False
        challenge = await self.challenges.asked(act.scope, act.channel, act.person.id, anyone=yes)
        if challenge is None:
            return False
        await self._answer_typed(act, challenge, yes=yes)
        return True

    async def hear(self, act: Act, *, yes: bool, replied: MessageId | None) -> None:
        """Take a message that only says yes or no, if it answers a challenge.

        It does in reply to the challenge, and from the person who is challenged in the next message
        after it. Anywhere else it is conversation.
        """
        waiting = await self.challenges.waiting_in(act.scope, act.channel)
        for challenge in reversed(waiting):
            if challenge.message is None or act.person.id == challenge.challenger:
                continue
            asked = challenge.opponent == act.person.id
            if replied is not None:
                anyone = challenge.opponent is None and yes
                answers = replied == challenge.message and (asked or anyone)
            else:
                answers = asked and await is_next(self.bot, act.here, challenge.message, act.id)
            if answers:
                await act.pay(Cost.COMMAND)
                await self._answer_typed(act, challenge, yes=yes)
                return

    async def _answer_typed(self, act: Act, challenge: Challenge, *, yes: bool) -> None:
        challenger = await self._challenger(act, challenge)
        if yes:
            await act.check_channel(CommandChannels.PLAYABLE)
            act.check_writable()
            await self._begin_with_words(act, act.screen, challenge, challenger)
        else:
            await self.challenges.refuse(challenge, Refusal.DECLINED)
            await self._tell_refusal(act, challenge, challenger)
            await self._offer_peace(act, challenger)

    async def take_back(self, act: Act) -> bool:
        """Withdraw the person's own challenge that waits. False if there is none."""
        if act.alone:
            return False
        challenge = await self.challenges.waiting(act.scope, act.person.id)
        if challenge is None:
            return False
        await self.challenges.refuse(challenge, Refusal.WITHDRAWN)
        await self._tell_refusal(act, challenge, act.person)
        return True

    async def _tell_refusal(self, act: Act, challenge: Challenge, challenger: Person) -> None:
        """Say that there will be no game, where it was asked for and here."""
        refused = start_text.challenge_declined(challenger, act.person)
        await self._edit(act, challenge, refused)
        await act.say(refused)

    # An older version put a person's id at the place of the number. No challenge has such a number,
    # so a press on an old button says that the challenge is over.
    @press(rf"ttt:challenge:(?P<answer>{_ANSWERS}):(?P<number>[0-9]+)(?:/.*)?")
    async def answer(self, act: Act, answer: ChallengeAction, number: ChallengeId) -> None:
        """Begin the game, or say that there will be none. The buttons are removed in both cases."""
        try:
            challenge = await self.challenges.find(number)
            if challenge.channel != act.channel:  # its id was made up
                raise UserError(StartProblem.CHALLENGE_GONE)
        except UserError:
            await act.end_pressed()
            raise
        await _check_answer(act, challenge, answer)
        if answer is not ChallengeAction.ACCEPT:
            await self._refuse(act, challenge)
            return
        challenger = await self._challenger(act, challenge)
        await act.check_channel(CommandChannels.PLAYABLE)
        assert act.press is not None, "a button was pressed"
        accepted = start_text.challenge_accepted(challenger, act.person)
        screen = Screen(act, Into.OFFER, words=accepted)
        await self._begin(act, screen, challenge, challenger)

    async def _refuse(self, act: Act, challenge: Challenge) -> None:
        own = act.person.id == challenge.challenger
        challenger = act.person if own else await self._challenger(act, challenge)
        await self.challenges.refuse(challenge, Refusal.WITHDRAWN if own else Refusal.DECLINED)
        await act.end_pressed(start_text.challenge_declined(challenger, act.person))
        if not own:
            await self._offer_peace(act, challenger)

    async def _offer_peace(self, act: Act, challenger: Person) -> None:
        """Tell who has declined when they may be asked again, with what puts an end to that."""
        if act.can_whisper:
            when, view = self.challenges.may_ask_again(), declined_view(challenger.id)
            await act.whisper(lambda: (declined_note(challenger, when), view))

    async def decline_all(self, act: Act, challenger: Person) -> None:
        """Decline what somebody has asked the person who acts, wherever it waits."""
        for challenge in await self.challenges.between(challenger.id, act.person.id):
            with suppress(UserError):  # it is over
                await self.challenges.refuse(challenge, Refusal.DECLINED)
                await self._edit(
                    act, challenge, start_text.challenge_declined(challenger, act.person)
                )

    async def _begin_with_words(
        self, act: Act, screen: Screen, challenge: Challenge, challenger: Person
    ) -> None:
        """Begin the game when the challenge itself was not pressed, and change its message too."""
        await self._begin(act, screen, challenge, challenger)
        accepted = start_text.challenge_accepted(challenger, act.person)
        await self._edit(act, challenge, accepted)

    async def _begin(
        self, act: Act, screen: Screen, challenge: Challenge, challenger: Person
    ) -> None:
        """Begin the game. The challenge is accepted in the commit that stores the game."""
        number, terms = challenge.number, challenge.terms
        if await self.peace.has_blocked(challenger.id, act.person.id):  # whom they let anyone join
            raise UserError(StartProblem.NOT_POSSIBLE, name=challenger.name)
        place = challenge.channel, act.guild
        match = Pairing(*place, challenger, act.person, terms)
        try:
            await self.games.beginnings.begin(screen, match, also=accepting(number))
        except UserError:  # of a game that somebody else has begun by this challenge
            await self.challenges.find(number)
            raise
        self.challenges.accepted(challenge)

    async def _challenger(self, act: Act, challenge: Challenge) -> Person:
        """Who has asked. Raises UserError if they have left the server: that ends the challenge."""
        try:
            return await act.member(challenge.challenger)
        except UserError as error:
            if error.problem is not Problem.NO_SUCH_MEMBER:
                raise
            await self.challenges.forget(challenge)
            gone = UserError(StartProblem.CHALLENGE_GONE)
            await self._edit(act, challenge, text.problem(gone, act.prefix))
            raise gone from error

    async def _edit(self, act: Act, challenge: Challenge, words: str) -> None:
        """Replace the message of a challenge that is over, as far as that can be done."""
        if challenge.message is None:
            return
        with suppress(ChannelClosed, *UNSENT):
            if act.outside:
                if (edit := self.bot.tokens.editor(challenge.message)) is not None:
                    await edit(content=words, view=None)
                return
            channel = await channel_with(self.bot, challenge.channel)
            await channel.get_partial_message(challenge.message).edit(content=words, view=None)


def _as_usual(act: Act, terms: Terms) -> Terms:
    """Terms between people: without help, where the server wants that."""
    return replace(terms, strict=terms.strict or act.settings.strict)


async def _check_answer(act: Act, challenge: Challenge, answer: ChallengeAction) -> None:
    """Raise UserError if the person may not do this. A challenger may only withdraw."""
    user = act.person.id
    if user == challenge.challenger:
        if answer is not ChallengeAction.ACCEPT:
            return
        if challenge.opponent is None:
            raise UserError(StartProblem.CHALLENGE_SELF)
    elif answer is ChallengeAction.WITHDRAW or (
        challenge.opponent is None and answer is ChallengeAction.DECLINE
    ):
        challenger = await act.member(challenge.challenger)
        raise UserError(StartProblem.NOT_CHALLENGER, name=challenger.name)
    if challenge.opponent not in {None, user}:
        invited = await act.member(challenge.opponent)
        raise UserError(StartProblem.NOT_CHALLENGED, name=invited.name)
