"""The list of a person's games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.features.mine.values import OwnGame, is_turn_of
from bot.match.session import UserId, name_of
from bot.show.text.language import Sentence, forms, marked, plural
from bot.show.text.words import bold, command, title

MINE: Final = marked("My games")
"""The label of the button that shows them to who presses it."""
_INVITATION: Final = Sentence("All your games, for you alone: press the button.")
_TITLE: Final = Sentence("**Your games**")
# Translators: {name} is the other player, or Kinarow.
_YOUR_TURN: Final = Sentence("{game} against {name}: **your turn** · {link}")
_THEIR_TURN: Final = Sentence("{game} against {name}: their turn · {link}")
_VOTE: Final = Sentence("{game}, everyone against {name} · {link}")
_MORE: Final = forms("and {count} more", "and {count} more")
_NONE: Final = Sentence("You have no game just now. Start one with {start}.")


def invitation() -> str:
    """What stands in a server above the button."""
    return str(_INVITATION)


def own_games(games: Sequence[OwnGame], more: int, user: UserId, prefix: str) -> str:
    """The games of a person, each with whose turn it is and a link; `more` are not listed."""
    if not games:
        return _NONE.format(start=command(prefix, "start"))
    lines = [_line(game, user) for game in games]
    return "\n".join([str(_TITLE), *lines, *([plural(more, *_MORE)] if more else [])])


def _line(game: OwnGame, user: UserId) -> str:
    session = game.session
    other = session.player(session.side_of(user).other)
    template = _YOUR_TURN if is_turn_of(session, user) else _THEIR_TURN
    if session.leader is not None:
        template = _VOTE
    return template.format(game=title(session.rules), name=bold(name_of(other)), link=game.link)
