"""The games of one person, wherever they are played, shown to nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.edge.act import Act
from bot.edge.buttons import button, view_of
from bot.edge.places import CommandChannels, Place
from bot.edge.ways import command, press, slash_command
from bot.games.games import Games
from bot.match.session import Session, UserId
from bot.show.text.language import Sentence, forms, marked, plural
from bot.show.text.words import bold, title
from bot.show.text.words import command as shown_command

ID: Final = "ttt:mine"
MOST_LISTED: Final = 10
"""The most games that are listed: those where it is the person's turn first, then the newest."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """One live game, and where a client finds it: the link opens only for members."""

    session: Session
    link: str


def is_turn_of(session: Session, user: UserId) -> bool:
    """Whether a person is to move, or to answer an offer."""
    if session.offer is not None:
        return session.side_of(user) is not session.offer.by
    return session.side_of(user) is session.turn


def most_urgent(sessions: Sequence[Session], user: UserId) -> list[Session]:
    """The games to list, those that matter most to the person first."""
    newest = sorted(sessions, key=lambda session: session.touched, reverse=True)
    return sorted(newest, key=lambda session: not is_turn_of(session, user))[:MOST_LISTED]


MINE: Final = marked("My games")
"""The label of the button that shows them to whoever presses it."""
INVITATION: Final = Sentence("All your games: press the button. Only you will see them.")
_TITLE: Final = Sentence("**Your games**")
# Translators: {name} is the other player, or Kinarow.
_YOUR_TURN: Final = Sentence("{game} against {name}: **your turn** · {link}")
_THEIR_TURN: Final = Sentence("{game} against {name}: their turn · {link}")
_VOTE: Final = Sentence("{game}, everyone against {name} · {link}")
_MORE: Final = forms("and {count} more", "and {count} more")
_NONE: Final = Sentence("You have no games right now. Start one with {start}.")


def own_games(games: Sequence[OwnGame], more: int, user: UserId, prefix: str) -> str:
    """The games of a person, each with whose turn it is and a link; `more` are not listed."""
    if not games:
        return _NONE.format(start=shown_command(prefix, "start"))
    lines = [_line(game, user) for game in games]
    return "\n".join([str(_TITLE), *lines, *([plural(more, *_MORE)] if more else [])])


def _line(game: OwnGame, user: UserId) -> str:
    session = game.session
    other = session.seats[session.side_of(user).other].player
    template = _YOUR_TURN if is_turn_of(session, user) else _THEIR_TURN
    if session.leader is not None:
        template = _VOTE
    return template.format(game=title(session.rules), name=bold(other.name), link=game.link)


@dataclass(frozen=True, slots=True)
class Mine:
    """Lists the games of people, each to that person alone."""

    games: Games

    @slash_command("mine")
    @press(ID)
    async def show(self, act: Act) -> None:
        """Your games everywhere, with whose turn it is."""
        await act.later(private=True)
        await act.whisper(partial(self.listed, act, act.person.id))

    @command("mine", allowed=CommandChannels.ANY)
    async def invite(self, act: Act) -> None:
        """Your games everywhere, with whose turn it is.

        In a server they stand behind a button, because all would read them.
        """
        if act.guild is None:
            await act.say(await self.listed(act, act.person.id))
        else:
            act.check_buttons()
            await act.say(str(INVITATION), view_of([button(MINE, ID)]))

    async def listed(self, place: Place, user: UserId) -> str:
        """The games of a person in words."""
        live = await self.games.store.live_of(user)
        shown = [
            OwnGame(session, await self._link(place, session))
            for session in most_urgent(live, user)
        ]
        return own_games(shown, len(live) - len(shown), user, place.prefix)

    async def _link(self, place: Place, session: Session) -> str:
        board = await self.games.store.boards.newest(session.game)
        return place.bot.link_to(session.guild, session.channel, board)
