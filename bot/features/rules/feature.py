"""How a game is won."""

from __future__ import annotations

from bot.edge.act import Act
from bot.edge.door import command
from bot.edge.places import CommandChannels
from bot.features.rules.text import rules_of
from bot.games.games import Games
from bot.match import grammar


class RulesOfGames:
    """Tells how a game is won."""

    def __init__(self, games: Games) -> None:
        self._games = games

    @command("rules", allowed=CommandChannels.WITH_GAME, slash=False)
    async def rules(self, act: Act, *, game: str = "") -> None:
        """How a game is played and won: the one that is on here, the usual one, or another."""
        session = None if game.strip() else await self._games.find(act.channel)
        if session is not None:
            swap2 = session.swap2 is not None
            await act.say(rules_of(session.rules, swap=session.swap, swap2=swap2))
        else:
            asked = grammar.parse_game(game) if game.strip() else act.settings.game
            await act.say(rules_of(asked))
