"""What each reader promises, whatever it reads; a broken promise raises."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.client.services import FEATURES
from bot.config import Settings
from bot.edge.places import Way
from bot.edge.ways import offered_levels, ways_of
from bot.errors import SettingsError, UserError
from bot.features.explore.values import PACKED, game_of, pack, parse_subject, unpack
from bot.features.looks import parse_choice, parse_view
from bot.features.notify.values import parse_way
from bot.features.peace.values import parse_member, parse_welcome
from bot.features.puzzle.feature import parse_puzzle
from bot.features.review.values import parse_replay
from bot.features.settings import text as settings_text
from bot.features.settings.grammar import apply_changes, parse_idle, parse_settings
from bot.features.settings.values import GuildChannels
from bot.features.start import text as challenge_text
from bot.features.start.values import decode_terms, encode_terms
from bot.features.stats.values import parse_roles
from bot.features.tournament.grammar import parse_tournament
from bot.games.loading import (
    found_in,
    parse_game_or_source,
    parse_load,
    parse_numbered,
    parse_source,
    refusal,
)
from bot.match import grammar
from bot.match.guilds import DEFAULTS, GuildSettings, Preferences, Setting
from bot.match.messages import read_choice
from bot.match.players import read_level
from bot.match.series import read_length
from bot.match.session import BoardStyle, ChannelId, Person, Terms, UserId, offers, read_move
from bot.match.timing import MAX_SECONDS, MIN_SECONDS
from bot.monitoring.logs import redacted
from bot.run.understand import typed_commands
from bot.show import text
from bot.show.languages import language_named
from bot.show.page import board_page
from bot.show.text.words import safe
from engine import (
    EngineError,
    RecordError,
    Rules,
    decode_game,
    encode_game,
    parse_move,
    parted,
    read_game,
    read_record,
    write_moves,
)
from engine.game.pasted import read_list, read_renjunet
from engine.game.psq import read_protocol, read_psq
from engine.game.sgf import read_sgf
from tests.bot.builders import NOON, session

Target = Callable[[str], None]

_BOARDS: Final = [session(rules=rules) for rules in ("3x3", "6x7x4g", "19x19x5")]
_KEYS: Final = (
    *("DISCORD_TOKEN", "PREFIX", "DATABASE_URL", "ENGINE", "LEVEL", "MOVE_SECONDS", "IDLE_HOURS"),
    *("LANGUAGE", "SHARD_IDS", "SHARD_COUNT", "HTTP", "LOG_LEVEL"),
)
_START: Final = Rules.parse("3x3")
_COMMANDS: Final = typed_commands()
_SOME: Final = ("help", "start", "style", "play")
_LOOKED_UP: Final = 60
"""The most words that are looked up. Of more than that each reading leaves some out."""
_ROOM: Final = 80
"""The characters that an id of a button has for a position."""
_LONGEST_ANSWER: Final = 400
_MESSAGE: Final = 2_000
_MOST_OFFERED: Final = 25
_PING: Final = re.compile(r"@everyone|@here|<@[!&]?[0-9]")
"""What Discord takes for a mention, even behind a backslash."""
_DRESSED: Final = re.compile(r"<#[0-9]|<a?:|<t:|</|\]\(|://")
"""What a client shows as something other than text, unless a backslash stands before it."""
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


def phrase(typed: str) -> None:
    """What is said in any language becomes a command in English, and that stays as it is."""
    known = _COMMANDS if len(typed.split()) <= _LOOKED_UP else _SOME
    for language in ("en", "de", "ja"):
        asked = grammar.asked_for(typed, language, known, _START)
        assert grammar.asked_for(asked, language, known, _START) == asked
        answer = grammar.answer_text(typed, language, _COMMANDS, _START)
        assert answer is None or grammar.may_answer(typed)


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


def numbers(typed: str) -> None:
    """So does any number, and a day is one."""
    digits = grammar.number_text(typed)
    assert digits is None or 0 <= grammar.read_number(digits) < 2**63
    grammar.read_day(typed)


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


def record(typed: str) -> None:
    """A file is a game that can be written and read again, or an error of the engine."""
    with suppress(RecordError):
        position = read_record(typed)
        assert read_record(write_moves(position)).moves == position.moves
    for file in (None, b"(;B[hh])"):
        with refused():
            parse_load(typed, _START, file)
        with refused():
            parse_source(typed, _START, file)
        with refused():
            parse_game_or_source(typed, _START, file)
        with refused():
            found_in(typed, file)
    with refused():
        parse_numbered(typed)
    try:
        read_game(typed)
    except RecordError as error:
        with refused():
            raise refusal(error) from error


def foreign(typed: str) -> None:
    """So are the forms of other programs, each after what begins it, and in other encodings."""
    with suppress(RecordError):
        read_sgf(f"(;SZ[19]{typed}")
    with suppress(RecordError):
        read_sgf(f"(;SZ[19]AB[{typed}")
    for before in ("Piskvorky 15x15, 1\n", "Piskvorky 15x15, 1 "):
        with suppress(RecordError):
            read_psq(f"{before}{typed}")
    with suppress(RecordError):
        read_protocol(f"START 15\n{typed}")
    with suppress(RecordError):
        read_list(typed, 1, None, None)
    with suppress(RecordError):
        read_renjunet([typed], 1, None)
    for source in (typed, f"(;PB[{typed}"):
        for encoding in ("utf-8", "utf-16-le", "cp1251"):
            with suppress(RecordError):
                read_game(source.encode(encoding, errors="replace"))
    with suppress(RecordError):
        read_game(parted(typed)[0])


def explored(typed: str) -> None:
    """What is explored is read, and a position in an id packs itself again."""
    with refused():
        parse_subject(typed, _START)
    with refused():
        if re.fullmatch(PACKED, typed) and game_of(typed) is None:
            trail = unpack(typed)
            packed = pack(trail, _ROOM)
            assert packed is None or unpack(packed).position == trail.position


def tournament(typed: str) -> None:
    """`!ttt tournament ...` says what to do, or is refused."""
    with refused():
        parse_tournament(typed, DEFAULTS)


def length(typed: str) -> None:
    """How long a match is to be is read back as it is written, or refused."""
    with suppress(ValueError):
        read = read_length(typed)
        assert read_length(str(read)) == read


def roles(typed: str) -> None:
    """So does `!ttt roles ...`."""
    with refused():
        parse_roles(typed, _START)


def choices(typed: str) -> None:
    """One word, or a few, of which each command knows its own."""
    for read in (
        *(parse_choice, parse_idle, parse_puzzle, parse_replay, parse_view, parse_way),
        *(grammar.parse_coach, grammar.parse_game, grammar.parse_level, grammar.parse_style),
        *(grammar.required_move, language_named, read_choice, read_level),
        *(parse_member, parse_welcome),
    ):
        with refused():
            read(typed)


def message(typed: str) -> None:
    """Any message is distinguished from moves and commands, and a command from `start`."""
    assert grammar.help_first(typed) or not typed
    grammar.may_concern(typed, "ttt")
    for read in (grammar.asked_move, grammar.choice_text, grammar.number_text):
        word = read(typed)
        assert word is None or word.isascii()
    with refused():
        grammar.wants_start(typed, _START)


def offered(typed: str) -> None:
    """What Discord asks for while somebody types is a list that it accepts."""
    for asked in ((typed, ""), ("", typed)):
        assert len(offered_levels(*asked, GuildSettings())) <= _MOST_OFFERED


def custom_id(typed: str) -> None:
    """The id of a press is that of one kind of button, or of none."""
    ways = [way for feature in FEATURES for way, _ in ways_of(feature)]
    presses = [way.name for way in ways if way.kind is Way.PRESS]
    assert sum(re.fullmatch(pattern, typed) is not None for pattern in presses) <= 1


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
        safe(typed),
        challenge_text.challenge(person, person, Terms(Rules.parse("3x3")), NOON),
    ):
        assert harmless(_MOMENT.sub("", said.replace("<@1>", ""), count=1)), said
    assert "\n" not in safe(typed)
    for style in (BoardStyle.EMOJI, BoardStyle.TEXT):
        board = session((1, 5), x=person, o=Person(UserId(2), typed[::-1]), style=style)
        for shown in (board, offers.resign(board, UserId(1))):
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
            phrase,
            vote,
            stats,
            wishes,
            move,
            number,
            numbers,
            code,
            record,
            foreign,
            choices,
            message,
            offered,
            explored,
            tournament,
            length,
            roles,
            custom_id,
            word,
            rules,
            notation,
            challenge,
            settings,
        ),
        *(prefix, name, log),
    )
}
COSTLY: Final = frozenset(("foreign", "log", "name", "settings", "wishes"))
"""Those that do more than read, and so get fewer inputs."""
