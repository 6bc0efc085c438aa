"""Says what is stored about people, and erases it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.edge.act import Act
from bot.edge.bot import GameBot
from bot.edge.buttons import Style, button, view_of
from bot.edge.channels import channel_with
from bot.edge.places import CommandChannels, Place
from bot.edge.screen import Screen
from bot.edge.sending.refusals import UNSENT
from bot.edge.ways import command, press
from bot.errors import AnyProblem, ChannelClosed, ConflictError, UserError
from bot.features.mydata.feature import ID as MY_DATA_ID
from bot.features.mydata.text import MY_DATA
from bot.games.games import Games
from bot.games.turns import Turns
from bot.match.session import Session, UserId, offers
from bot.show import text
from bot.show.text.language import Sentence, marked
from bot.show.text.words import command as shown_command
from bot.show.text.words import with_commands


class PrivacyProblem(AnyProblem):
    """Why somebody's data is not erased."""

    NOT_YOURS = Sentence(
        "Only whoever asked can press this. For your own data: {forget}.", forget="forget"
    )
    STILL_PLAYING = Sentence(
        "A game of yours has just begun. Ask again with {forget} to end it too.", forget="forget"
    )


FORGET: Final = marked("Erase my data")
CONFIRMED: Final = "erase"
"""The word after the command that confirms it, for servers without buttons."""

_PRIVACY: Final = (
    Sentence("**What I keep, and why**"),
    Sentence(
        "To play on after a restart: for each game its channel and server, the ids and names of "
        "its players, the moves with their times, and the ids of the messages that changed the "
        "game."
    ),
    Sentence(
        "For {stats} and {top}: who won, drew or lost when, and your name and rating per game and "
        "server."
    ),
    Sentence(
        "For {puzzle}: your name, how far you are with each puzzle, whether each answer was right, "
        "when you solved it, your rating in puzzles, your last run against the clock, and your "
        "best one."
    ),
    Sentence(
        "For {train}: the positions in which you went wrong, when each comes again and how often "
        "you solved it, and how well you played in games that were reviewed. Only you see them."
    ),
    Sentence(
        "For challenges and {vote}: who asked whom, who votes for what, who began the vote, and "
        "how many of your votes were the best."
    ),
    Sentence("For {challenges}: who may challenge you, and whom you have blocked, with names."),
    Sentence("For {tournament}: who opened one and who took part, with names."),
    Sentence(
        "For {settings}: what a server has chosen, until I am removed from it, and what you have "
        "chosen for direct messages, with your id. For {coach}, {style} and {notify}: what you "
        "have chosen, with your id. For the adaptive level: how strong you are at each game, with "
        "your id."
    ),
    Sentence(
        "I keep no other messages, and read typed ones only to find moves and commands. Members of "
        "a server can ask me for its games, results, ratings and solved puzzles, and a puzzle may "
        "come from a game that was played there; nobody else gets anything from me. Whoever runs "
        "this bot can look into its database and logs. What I have posted stays until somebody "
        "deletes it."
    ),
    Sentence("{mydata} sends you all that I keep of you, in one file."),
    Sentence(
        "{forget} erases your id and name everywhere in my records, with your results, ratings, "
        "puzzles and training. Games with others stay theirs: you become “someone who left” in "
        "them."
    ),
)
_QUESTION: Final = Sentence(
    "This erases your id and name in all my records, on every server: your results, ratings, "
    "puzzles and training are gone. Your live games end: those you can't stop alone, you "
    "lose. Others will have played “someone who left”. It can't be undone."
)
_TYPED: Final = Sentence("Send {forget_all} to erase it.")
FORGOTTEN: Final = Sentence("Done: I no longer know anything about you.")


def privacy(prefix: str) -> str:
    """What is stored, for how long, and how to have it erased."""
    return "\n".join(with_commands(line, prefix) for line in _PRIVACY)


def forget_question(prefix: str) -> str:
    """Asks a person to confirm the erasure, by the button below or a command."""
    how = _TYPED.format(forget_all=shown_command(prefix, f"forget {CONFIRMED}"))
    return f"{_QUESTION}\n{how}"


@dataclass(frozen=True, slots=True)
class Privacy:
    """Says what is stored about a person, and erases it."""

    bot: GameBot
    games: Games
    turns: Turns

    @command("privacy", allowed=CommandChannels.ANY)
    async def privacy(self, act: Act) -> None:
        """What is stored about you."""
        view = view_of([button(MY_DATA, MY_DATA_ID)]) if self.bot.taken_buttons.taken else None
        await act.reply(privacy(act.prefix), view)

    @command("forget", allowed=CommandChannels.ANY)
    async def forget(self, act: Act, *, confirm: str = "") -> None:
        """Have everything that is stored about you erased."""
        if confirm.strip().lower() == CONFIRMED:
            await self._erase(act, private=True)
            with text.privately():
                await act.reply(str(FORGOTTEN))
        else:
            sure = button(FORGET, f"ttt:forget:{act.person.id}", Style.danger)
            view = view_of([sure]) if self.bot.taken_buttons.taken else None
            await act.reply(forget_question(act.prefix), view)

    @press(r"ttt:forget:(?P<user>[0-9]+)")
    async def confirm(self, act: Act, user: UserId) -> None:
        """Erase the data of the person who pressed."""
        if act.person.id != user:
            raise UserError(PrivacyProblem.NOT_YOURS)
        await self._erase(act)
        with text.privately():
            await act.end_pressed(str(FORGOTTEN))

    async def _erase(self, act: Act, *, private: bool = False) -> None:
        """End a person's live games, then erase them from the records. Raises UserError.

        Only then is a press acknowledged. The games are shown afterwards, so that no new board has
        the name.
        """
        user = act.person.id
        async with self.bot.acting.alone(user):
            ended = [
                await self._end(session, user) for session in await self.games.store.live_of(user)
            ]
            try:
                await self.games.forget(user)
            except ConflictError as error:
                raise UserError(PrivacyProblem.STILL_PLAYING) from error
        if self.bot.end_links is not None:
            await self.bot.end_links(user)
        with suppress(*UNSENT):
            await act.later(private=private)
        for session in ended:
            if session is not None:
                await self._show(session)

    async def _end(self, session: Session, user: UserId) -> Session | None:
        """End a game, and return it if it can be shown."""
        if not session.outside or Place.late(self.bot, session.channel) is not None:
            with suppress(UserError):
                async with self.turns.lock(session.channel):
                    live = await self.turns.live(session.channel)
                    return await self.turns.save(live, offers.leave(live, user))
        await self.games.turns.abandon(session.channel, session.game)
        return None

    async def _show(self, session: Session) -> None:
        """Show the end of a game where it was played, if possible, perhaps later."""
        with suppress(ChannelClosed, UserError, *UNSENT):
            if session.outside:
                if (late := Place.late(self.bot, session.channel)) is not None:
                    await self._show_end(late.screen, session)
                return
            place = Place(self.bot, await channel_with(self.bot, session.channel))
            with place.speaking():
                await self._show_end(place.screen, session)

    async def _show_end(self, screen: Screen, session: Session) -> None:
        async with self.turns.lock(session.channel, screen):
            self.turns.show(screen, session)
