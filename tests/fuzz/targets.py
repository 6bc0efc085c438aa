"""What is promised of each reader, whatever it reads; a broken promise raises."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.config import Settings
from bot.errors import SettingsError, UserError
from bot.features.challenge import text as challenge_text
from bot.features.challenge.values import decode_terms, encode_terms
from bot.features.settings import text as settings_text
from bot.features.settings.grammar import GuildChannels, apply_changes, parse_settings
from bot.match import grammar
from bot.match.guild_settings import GuildSettings, Preferences, Setting
from bot.match.session import BoardStyle, ChannelId, Person, Terms, UserId, read_move
from bot.match.vote import MAX_SECONDS, MIN_SECONDS
from bot.monitoring.logs import redacted
from bot.show import text
from bot.show.page import board_page
from engine import EngineError, Rules, decode_game, encode_game, parse_move
from tests.bot.builders import NOON, session

Target = Callable[[str], None]

_BOARDS: Final = [session(rules=rules) for rules in ("3x3", "6x7x4g", "19x19x5")]
_KEYS: Final = (
    *("DISCORD_TOKEN", "PREFIX", "DATABASE_URL", "ENGINE", "LEVEL", "MOVE_SECONDS", "IDLE_HOURS"),
    *("LANGUAGE", "SHARD_IDS", "SHARD_COUNT", "HTTP", "LOG_LEVEL"),
)
_LONGEST_ANSWER: Final = 400
_MESSAGE: Final = 2_000
_PING: Final = re.compile(r"@everyone|@here|<@[!&]?[0-9]")
"""What Discord takes for a mention, even behind a backslash."""
_DRESSED: Final = re.compile(r"<#[0-9]|<a?:|<t:|</|\]\(|://")
"""What a client shows as something else than text, unless a backslash stands before it."""
_MOMENT: Final = re.compile(r"<t:[0-9]+:R>")
"""When a challenge ends: our own words."""
_ESCAPED: Final = re.compile(r"\\.")


def harmless(said: str) -> bool:
    """Whether a message pings nobody and is what it looks like."""
    return not _PING.search(said) and not _DRESSED.search(_ESCAPED.sub("", said))


def start(typed: str) -> None:
    """`!ttt start ...` is a game, or refused in a sentence."""
    with refused():
        request = grammar.parse_start(typed, Rules.parse("3x3"))
        assert Rules.parse(str(request.rules)) == request.rules


def vote(typed: str) -> None:
    """`!ttt vote ...` begins a vote with rounds that are neither too short nor too long."""
    with refused():
        wanted = grammar.parse_vote(typed, Rules.parse("3x3"))
        assert MIN_SECONDS <= wanted.seconds <= MAX_SECONDS


def stats(typed: str) -> None:
    """`!ttt stats ...` and `top ...` are about a member and a game, or refused."""
    with refused():
        grammar.parse_stats(typed)
    with refused():
        grammar.parse_top(typed)


def move(typed: str) -> None:
    """A typed message is a move that the board can be asked for, or conversation."""
    word = grammar.move_text(typed)
    assert word is None or len(word) <= 3
    for board in _BOARDS:
        with refused():
            number = read_move(board.position, word or typed)
            assert number is None or number in board.rules.moves


def number(typed: str) -> None:
    """The number of a game fits the store."""
    with refused():
        found = grammar.parse_game_number(typed)
        assert found is None or 0 <= found < 2**63


def wishes(typed: str) -> None:
    """What a server chooses for itself is read, kept and told, or refused."""
    channels = GuildChannels({ChannelId(1): "games", ChannelId(2): typed[:100]}, ChannelId(1))
    with refused():
        request = parse_settings(typed)
        chosen = apply_changes(Preferences(channels=(ChannelId(1),)), request.changes, channels)
        told = settings_text.settings(
            chosen, GuildSettings().with_preferences(chosen), "!", may_change=True
        )
        assert len(told) <= _MESSAGE
        for setting in Setting:
            with refused():
                apply_changes(chosen, [(setting, typed)], channels)


def code(typed: str) -> None:
    """A code is a game that can be written and read again."""
    with refused():
        position = grammar.parse_code(typed)
        again = decode_game(encode_game(position))
        assert (again, again.moves) == (position, position.moves)


def coach(typed: str) -> None:
    """A coach, or a sentence."""
    with refused():
        grammar.parse_coach(typed)


def word(typed: str) -> None:
    """An unknown command is answered, with a known one where it is close."""
    with refused():
        raise grammar.unknown(typed, ("start", "stop", "help", "hint"))


def rules(typed: str) -> None:
    """The engine's own reader of games raises nothing but its own errors."""
    with suppress(EngineError):
        found = Rules.parse(typed)
        assert Rules.parse(str(found)) == found


def notation(typed: str) -> None:
    """So do its readers of codes and of moves."""
    with suppress(EngineError):
        decode_game(typed)
    for board in _BOARDS:
        with suppress(EngineError):
            found = parse_move(board.position, typed)
            assert found is None or found in board.rules.moves


def challenge(typed: str) -> None:
    """The terms of a stored challenge write themselves again, or are a ValueError."""
    with suppress(ValueError):
        found = decode_terms(typed)
        assert decode_terms(encode_terms(found)) == found


def settings(typed: str) -> None:
    """A setting is taken or refused in one line of bounded length; ids need a count."""
    for key in _KEYS:
        environ = {"SHARD_COUNT": "4"} if key == "SHARD_IDS" else {}
        line = _complaint({**environ, key: typed})
        assert len(line.splitlines()) <= 1
        assert len(line) < _LONGEST_ANSWER


def _complaint(environ: dict[str, str]) -> str:
    try:
        Settings.read(environ)
    except SettingsError as error:
        return str(error)
    return ""


def prefix(typed: str) -> None:
    """What may begin a command is neither a move nor invisible, and fits the help."""
    if grammar.usable_prefix(typed):
        assert grammar.move_text(typed) is None
        assert len(text.help(typed)) <= _MESSAGE


def name(typed: str) -> None:
    """Somebody's name pings nobody, breaks no line and no message, whatever it is."""
    person = Person(UserId(1), typed)
    for said in (
        text.safe(typed),
        challenge_text.challenge(person, person, Terms(Rules.parse("3x3")), NOON),
    ):
        assert harmless(_MOMENT.sub("", said.replace("<@1>", ""), count=1)), said
    assert "\n" not in text.safe(typed)
    for style in (BoardStyle.EMOJI, BoardStyle.TEXT):
        board = session((1, 5), x=person, o=Person(UserId(2), typed[::-1]), style=style)
        for shown in (board, board.resign(UserId(1))):
            page = board_page(shown, "!").content
            assert len(page) <= _MESSAGE
            assert harmless(page), page


def log(typed: str) -> None:
    """The log's filter is idempotent, so that nothing half hidden is left."""
    once = redacted(typed)
    assert redacted(once) == once


class refused:  # noqa: N801 - reads as contextlib's suppress does
    """A block that may end in a refusal, whose sentence is short and harmless."""

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> bool:
        """Look at the sentence of a refusal; everything else is raised on."""
        if not isinstance(error, UserError):
            return False
        said = text.problem(error, "!")
        assert 0 < len(said) < _LONGEST_ANSWER, said
        assert "\n" not in said
        assert harmless(said), said
        return True


TARGETS: Final[dict[str, Target]] = {
    target.__name__: target
    for target in (
        *(
            start,
            vote,
            stats,
            wishes,
            move,
            number,
            code,
            coach,
            word,
            rules,
            notation,
            challenge,
            settings,
        ),
        *(prefix, name, log),
    )
}
COSTLY: Final = frozenset(("log", "name", "settings", "wishes"))
"""Those that do more than read, and so get fewer inputs."""
