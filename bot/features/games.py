"""What there is to play: the games with a name, their rules, and the levels of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.edge.act import Act
from bot.edge.buttons import doing, menu, option, view_of
from bot.edge.places import CommandChannels
from bot.edge.ways import command, offered_games
from bot.errors import UserError
from bot.games.games import Games
from bot.match import grammar
from bot.match.players import LevelChoice, level_on, level_word, read_level
from bot.match.session import Session, UserId, seats
from bot.show import text
from bot.show.text.language import Sentence
from bot.show.text.levels import level_name, manner, step_line
from bot.show.text.opening import REPEATED, opening_rule, rules_of_variant, solved
from bot.show.text.words import (
    CHOOSE,
    NEW_GAME,
    fills_without_row,
    game_name,
    has_longer_rows,
    row_name,
    title,
    typed_name,
)
from bot.show.text.words import command as shown_command
from bot.store import Skills
from engine import LADDER, Level, Rules, Variant, is_measured

_LEVELS: Final = "levels"
_LEVELS_TITLE: Final = Sentence("**Levels** on {game}, weakest first, with their strength in Elo")
_UNMEASURED_TITLE: Final = Sentence("**Levels** on {game}, weakest first")
_ADAPTIVE: Final = Sentence("{word} · {manner}; your next one here is {name}")
_HOW: Final = Sentence(
    "Ask for one by its name or by a strength, as in {start_name} or {start_number}. During a "
    "game {easier} and {harder} change it."
)


def ladder(rules: Rules, own: Level, prefix: str) -> str:
    """All levels with their strength on a board. `own` is the step that suits the asker."""
    title_of = _LEVELS_TITLE if is_measured(rules) else _UNMEASURED_TITLE
    heading = title_of.format(game=game_name(rules))
    word, how = f"`{Level.ADAPTIVE.value}`", manner(Level.ADAPTIVE, rules)
    adaptive = _ADAPTIVE.format(word=word, manner=how, name=level_name(own))
    return "\n".join(
        (heading, *(step_line(rules, step) for step in LADDER), adaptive, _how(prefix))
    )


def _how(prefix: str) -> str:
    return _HOW.format(
        start_name=shown_command(prefix, f"start {Level.OTTO.value}"),
        start_number=shown_command(prefix, "start 1200"),
        easier=shown_command(prefix, "easier"),
        harder=shown_command(prefix, "harder"),
    )


_TITLE: Final = Sentence("**{game}** on {rows}×{columns}")
_TILES: Final = Sentence("Two players take turns to put a mark on a free tile.")
_DISCS: Final = Sentence(
    "Two players take turns to drop a disc into a column; it falls to the lowest free place."
)
# Translators: {row} is such as “4 in a row”.
_WINS: Final = Sentence("The first to get {row} wins: across, down or diagonally.")
_LOSES: Final = Sentence("If you make {row}, you lose: across, down or diagonally.")
_DRAW: Final = Sentence("A longer row counts too; a full board without one is a draw.")
_FULL: Final = Sentence("A full board without such a row is a draw.")


def rules_of(rules: Rules, *, swap: bool = False, swap2: bool = False) -> str:
    """How a game is played and won."""
    opening = opening_rule(rules, swap=swap, swap2=swap2)
    value = "" if opening else solved(rules)
    lines = _heading(rules), str(_DISCS if rules.gravity else _TILES), *_ends(rules), opening, value
    return "\n".join(filter(None, lines))


def _heading(rules: Rules) -> str:
    """The game and the size of its board, which a game without a name has in its title."""
    game, size = title(rules), f"{rules.rows}×{rules.columns}"
    if size in game or rules.variant is Variant.CUBE:
        return f"**{game}**"
    return _TITLE.format(game=game, rows=rules.rows, columns=rules.columns)


def _ends(rules: Rules) -> Iterator[str]:
    """Who wins, what may not be played, and what is a draw."""
    if rules.variant is Variant.FREESTYLE or not rules.flat:
        yield from rules_of_variant(rules)
        yield (_LOSES if rules.misere else _WINS).format(row=row_name(rules))
        if fills_without_row(rules):
            yield str(_DRAW if has_longer_rows(rules) else _FULL)
        return
    yield from rules_of_variant(rules)
    if rules.variant is Variant.VANISHING:
        yield _WINS.format(row=row_name(rules))
        yield str(REPEATED)
    else:
        yield str(_FULL)


def _may_change(session: Session, user: UserId) -> bool:
    """Whether a person may change the level of the engine in a game."""
    return session.bot is not None and session.is_played_by(user)


@dataclass(frozen=True, slots=True)
class GamesAndLevels:
    """Shows what there is to play, by which rules, and against whom."""

    games: Games
    skills: Skills

    @command("games")
    async def list_games(self, act: Act, *, levels: str = "") -> None:
        """The games with a name, and what is known of them; or the levels of one."""
        if levels:
            await self.levels(act, game=levels)
        else:
            options = [
                option(name, doing(f"start {word}"), shown_command(act.prefix, f"start {word}"))
                for name, word in offered_games("").items()
            ]
            await act.say(text.games(act.prefix), view_of([menu(NEW_GAME, options)]))

    @command("levels", allowed=CommandChannels.WITH_GAME)
    async def levels(self, act: Act, *, game: str = "") -> None:
        """The levels, and how strong they are."""
        game = game.strip()
        if (level := read_level(game.lower())) is not None:
            await self._play_at(act, level)
            return
        usual = game.lower() in {"", _LEVELS}
        session = await self.games.turns.find(act.channel) if usual else None
        asked = act.settings.game if usual else grammar.parse_game(game)
        rules = asked if session is None else session.rules
        skill = await self.skills.of(act.person.id, rules)
        changes = session is not None and _may_change(session, act.person.id)
        begin = _LEVELS if changes else f"start {typed_name(rules)}"
        options = [
            option(level_name(level), doing(f"{begin} {level.value}"), manner(level, rules))
            for level in (Level.ADAPTIVE, *LADDER)
        ]
        view = view_of([menu(CHOOSE if changes else NEW_GAME, options)])
        await act.say(ladder(rules, skill.step, act.prefix), view)

    async def _play_at(self, act: Act, level: LevelChoice) -> None:
        session = await self.games.turns.find(act.channel)
        if session is None or not _may_change(session, act.person.id):
            await act.run(f"start {level_word(level)}")
            return
        change = partial(seats.choose_level, level=level_on(session.rules, level))
        await self.games.act(act.screen, act.channel, act.person.id, change, message=act.id)

    @command("rules", allowed=CommandChannels.WITH_GAME)
    async def rules(self, act: Act, *, game: str = "") -> None:
        """How a game is played and won.

        It is the one that is asked for; else the one that is on here, the last one, or the usual.
        """
        if game.strip():
            await act.reply(rules_of(grammar.parse_game(game)))
            return
        try:
            session = await self.games.latest(act.channel)
        except UserError:
            await act.reply(rules_of(act.settings.game))
        else:
            swap2 = session.swap2 is not None
            await act.reply(rules_of(session.rules, swap=session.swap, swap2=swap2))
