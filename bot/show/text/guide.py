"""The help, and the list of games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.match.guilds import DEFAULTS, GuildSettings
from bot.match.session import ChannelId, Session
from bot.show.style import MoveInput, example_move, has_buttons, move_notation
from bot.show.text.language import Sentence, listed, placeholders, said
from bot.show.text.levels import choice_name
from bot.show.text.words import WRITE, command, game_name, mention, with_commands
from engine import PRESETS, Position, Rules

_SWAP2: Final = Sentence(
    "{swap2} · a fair opening for five in a row: one player lays black, white, black; the other "
    "takes `black` or `white`, or lays `two more` and lets the first take a colour",
    swap2="start gomoku swap2",
)
_GAMES: Final = (
    (
        Sentence("**Games**, and how they end with best play"),
        Sentence("{tictactoe} · three in a row on 3×3: a draw", tictactoe="start tictactoe"),
        Sentence(
            "{connect4} · discs fall, four in a row on 6×7: a win for the first player, with "
            "disc 41 (Allen, Allis 1988)",
            connect4="start connect4",
        ),
        Sentence(
            "{gomoku} · five or more in a row on 15×15: a win for the first player (Allis 1994)",
            gomoku="start gomoku",
        ),
        Sentence(
            "{exact} · gomoku, but six or more in a row do not win; {size_exact}: any board",
            exact="start exact",
            size_exact="start 19x19 exact",
        ),
        Sentence(
            "{caro} · exactly five in a row, and not between two stones of the other side; the "
            "edge of the board is no stone",
            caro="start caro",
        ),
        Sentence(
            "{renju} · X makes no double three, no double four and no six in a row, O may: a win "
            "for the first player (Wágner, Virág 2001)",
            renju="start renju",
        ),
        Sentence("{four} · four in a row on 4×4: a draw", four="start 4x4"),
        Sentence("{five} · four in a row on 5×5: a draw", five="start 5x5x4"),
        Sentence(
            "{any} · any board from 3×3 to 20×20: rows x columns x how many in a row",
            any="start 4x6x3",
        ),
        _SWAP2,
        Sentence("{gravity} · discs fall to the bottom", gravity="start 5x5 gravity"),
        Sentence("{misere} · who completes a row loses", misere="start 3x3 misere"),
        Sentence(
            "My own search has proved these results, except those of gomoku and renju, which are "
            "from the papers named."
        ),
    ),
)
_MEMBER: Final = Sentence(
    "{member} · challenge a member, or anyone with `open`; `swap`: the second player may take "
    "the first move over, {swap}",
    member="start swap @name",
)
_VOTE: Final = Sentence(
    "{vote} · all of you against me: {vote_move} votes, {vote_now} counts",
    vote="vote connect4 30s",
    vote_move="vote 5",
    vote_now="vote now",
)
_STATS: Final = Sentence("{stats} · results · {top} · the best here · {tournament}")
_ALONE: Final = {
    _MEMBER: None,
    _VOTE: None,
    _STATS: Sentence("{stats} · results and ratings"),
}
"""Lines that direct messages leave out (None) or replace, because nobody else is there."""
_WORDS: Final = Sentence(
    "Words after `start` come in any order; more of them: {help_start}. All commands are "
    "slash commands too; a mention of me stands for {ttt}.",
    help_start="help start",
    ttt="",
)
_SETTINGS: Final = Sentence("{settings} · how I play here")
_OUTSIDE: Final = {
    _STATS: Sentence("{stats} · results · {top} · the best here"),
    _WORDS: Sentence(
        "Words after `start` come in any order; more of them: {help_start}.",
        help_start="help start",
    ),
    _SETTINGS: None,
}
"""Lines that are replaced, or left out (None), where the bot is not a member and only answers."""
_HELP: Final = (
    (
        Sentence("**Kinarow** plays tic-tac-toe, Connect Four, gomoku and any other board."),
        Sentence("{start} · {game} against me, {strength}; {how}"),
        Sentence("{another} · another game: {games}. With gravity a move is a column"),
        Sentence(
            "{size} · rows x columns x how many in a row; a tile is called `b2`", size="start 5x5x4"
        ),
        Sentence("{level} · a level: {levels}; `x` moves first, `o` second", level="start hard x"),
        _MEMBER,
        _VOTE,
        _WORDS,
    ),
    (
        Sentence("**During a game**"),
        Sentence("{play} · a move, where the number alone does not work", play="play 5"),
        Sentence(
            "{hint} · the best move, and why; `hint line` tells what follows, `hint all` judges "
            "every move. “Wins in 3” counts your own moves"
        ),
        Sentence(
            "{board} · shows the board again · {coach_after} · a word on each move you made; or "
            "`before`, `off`. I remember it",
            coach_after="coach after",
        ),
        Sentence("{style} · for screen readers; or `emoji`, `image`, `light`", style="style text"),
        Sentence("{undo} · takes your move back; people must agree"),
        Sentence("{easier}, {harder} · the level"),
        Sentence("{draw} · offers a draw · {resign} · gives up"),
        Sentence("{stop} · ends the game, or your challenge"),
        Sentence("{mine} · all your games"),
        Sentence("{rematch} · the same again, sides exchanged"),
    ),
    (
        Sentence("**After a game**"),
        Sentence("{review} · every mistake · {replay} · a moving picture"),
        Sentence("{explore} · what each move is worth"),
        _STATS,
        Sentence("{puzzle}, `more`, `run` · {train} · your own mistakes"),
        _SETTINGS,
        Sentence("{privacy} · what I keep · {forget} · erases it"),
    ),
)

_DURING: Final = 1
"""The place of the part about commands during a game."""
STRICT: Final = Sentence("Between people here there are no hints, no coach and no takebacks.")
"""What a server with strict games says in the help and in each challenge."""
"""What is said where a server wants it so, with what it concerns."""
_HELP_IN_GAMES: Final = frozenset(("hint", "coach", "undo"))
"""The commands that it concerns."""

_ABOUT: Final = (
    Sentence("{load} · goes on from a code", load="load 3x3x3:5-1-9"),
    Sentence("{notify} · a ping when it is your turn; or `dm`, `off`", notify="notify on"),
    Sentence(
        "{zoom} · where the fight is · {numbers} · the number of each move",
        zoom="board zoom",
        numbers="board numbers",
    ),
    Sentence("{coach} · a recommendation before each of your moves", coach="start coach"),
    Sentence("{why} · what happens after that move", why="hint 5"),
    Sentence(
        "{thread} · in a thread of its own; `here` where threads are usual", thread="start thread"
    ),
    Sentence("{accept} · says yes to a challenge or an offer · {decline} · says no"),
    Sentence("{rules} · how a game is won", rules="rules connect4"),
    _SWAP2,
    Sentence("{tournament} · round robin, knock-out or arena for this server"),
    Sentence("{roles} · roles of this server for whoever has a rating"),
    Sentence("{help} · all that I understand"),
)
"""Lines for which the help has no room. Asking about one of their commands shows them."""

# Translators: goes on from “play against me on 3×3; ”.
_TYPE: Final = {
    "number": Sentence("then just type the number of a tile, such as `{move}`"),
    "column": Sentence("then just type the number of a column, such as `{move}`"),
    "coordinate": Sentence("then just type a tile, such as `{move}`"),
}
_PRESS: Final = {
    "number": Sentence("then press the number of a tile"),
    "column": Sentence("then press the number of a column"),
    "coordinate": Sentence("then press a tile"),
}
_COMMAND: Final = Sentence("then choose a tile with {play_move}")
"""How to move if the bot cannot read messages and the board has no buttons for moves."""

_FIRST_WRITTEN: Final = Sentence(
    "How to move: press **{button}** below, or use {play}. More: {help}"
)
_FIRST_STEPS: Final = {
    MoveInput.TYPED: Sentence("How to move: send just `{move}` as a message. More: {help}"),
    MoveInput.PRESSED: Sentence("How to move: press a button below, or use {play}. More: {help}"),
    MoveInput.WRITTEN: _FIRST_WRITTEN,
    MoveInput.WRITTEN_OR_REPLIED: _FIRST_WRITTEN,
    MoveInput.REPLIED: Sentence("How to move: reply to the board with `{move}`. More: {help}"),
}
"""How to move, for the first game in a channel."""

_START: Final = "start"
_OF_START: Final = frozenset(("another",))
"""What else stands in lines about `start`."""
_FACTS: Final = frozenset(("game", "strength", "how", "another"))
"""What stands in lines of the help besides commands."""
_CLOSED: Final = (
    Sentence("I play in {places} here, and in their threads."),
    _SETTINGS,
    Sentence("{privacy} · what I keep · {forget} · erases it"),
)
"""The help in a channel where games are not allowed."""


def games(prefix: str) -> str:
    """The games that have a name, and their known results.

    Sources: L. V. Allis, "A Knowledge-Based Approach of Connect-Four" (1988) and
    "Searching for Solutions in Games and Artificial Intelligence" (1994); J. D. Allen's
    independent solution of Connect Four (1988); J. Wágner and I. Virág, "Solving Renju" (ICGA
    Journal 24, 2001). Kinarow's own search has proved all of them but gomoku and renju
    (docs/proofs.md).
    """
    return _with_examples(_GAMES, prefix)


_ONLY_YOU: Final = Sentence(
    "Only you see this: the server shows answers of apps from outside to nobody else."
)


def help(  # noqa: A001 - the command's own name
    prefix: str,
    settings: GuildSettings = DEFAULTS,
    *,
    typed: bool = True,
    alone: bool = False,
    outside: bool = False,
) -> str:
    """All commands, with examples.

    `typed` is True if the bot can read what people type. `alone` is True in direct messages, where
    there is nobody to challenge or to compare with, and `outside` where the bot is not a member.
    """
    other = _ALONE if alone else _OUTSIDE if outside else {}
    lines = [[other.get(line, line) for line in part] for part in _HELP]
    told = [list(filter(None, part)) for part in lines]
    if settings.strict and not alone:
        told[_DURING].insert(1, STRICT)
    return _filled(told, prefix, settings, typed=typed, **_other_examples(prefix, outside=outside))


def _other_examples(prefix: str, *, outside: bool) -> dict[str, str]:
    """Other examples where the bot is not a member: nobody keeps the time of votes there."""
    return {"vote": command(prefix, "vote connect4")} if outside else {}


def _filled(
    sections: Iterable[Iterable[Sentence]],
    prefix: str,
    settings: GuildSettings,
    *,
    typed: bool,
    **more: str,
) -> str:
    """Lines of the help with their examples, and what is usual in a server."""
    another = "gomoku" if settings.game == PRESETS["connect4"] else "connect4"
    return _with_examples(
        sections,
        prefix,
        game=game_name(settings.game),
        strength=choice_name(settings.level),
        another=command(prefix, f"start {another}"),
        how=_how(settings.game, prefix, typed=typed),
        **more,
    )


def help_of(
    name: str,
    prefix: str,
    settings: GuildSettings = DEFAULTS,
    *,
    typed: bool = True,
    outside: bool = False,
) -> str:
    """What one command does: the lines of the help in which it stands, with all its examples."""
    other = _OUTSIDE if outside else {}
    lines = [other.get(line, line) or line for part in _HELP for line in part]
    told = [line for line in (*lines, *_ABOUT) if name in _commands_in(line)]
    if settings.strict and name in _HELP_IN_GAMES:
        told.append(STRICT)
    examples = _other_examples(prefix, outside=outside)
    return _filled([told], prefix, settings, typed=typed, **examples)


def _commands_in(line: Sentence) -> set[str]:
    """The commands of which a line of the help has examples."""
    marks = placeholders(line)
    examples = {line.commands.get(mark, mark).partition(" ")[0] for mark in marks - _FACTS}
    return examples | ({_START} if marks & _OF_START else set())


def _how(rules: Rules, prefix: str, *, typed: bool) -> str:
    """How to move in the default game."""
    move = example_move(Position.start(rules))
    if typed:
        return _TYPE[move_notation(rules)].format(move=move)
    if has_buttons(rules):
        return str(_PRESS[move_notation(rules)])
    return _COMMAND.format(play_move=command(prefix, f"play {move}"))


def only_you() -> str:
    """That Discord shows a board to nobody else."""
    return _ONLY_YOU.format()


def how_to_move(session: Session, prefix: str, way: MoveInput) -> str:
    """How to move, in one line, for the first game in a channel."""
    example = example_move(session.position, session.style)
    return _FIRST_STEPS[way].format(
        move=example,
        button=said(WRITE),
        play=command(prefix, f"play {example}"),
        help=command(prefix, "help"),
    )


def _with_examples(sections: Iterable[Iterable[Sentence]], prefix: str, **facts: str) -> str:
    return "\n\n".join(
        "\n".join(with_commands(line, prefix, **facts) for line in section) for section in sections
    )


def closed(channels: Iterable[ChannelId], prefix: str) -> str:
    """The help for a channel where games are not allowed."""
    places = listed(map(mention, channels))
    return "\n".join(with_commands(line, prefix, places=places) for line in _CLOSED)
