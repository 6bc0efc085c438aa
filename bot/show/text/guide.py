"""The help, and the list of games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from typing import Final

from bot.match.guilds import DEFAULTS, GuildSettings
from bot.match.session import ChannelId
from bot.show.style import example_move, has_buttons, move_notation
from bot.show.text.language import Sentence, listed, marked, placeholders, said
from bot.show.text.levels import choice_name
from bot.show.text.words import command, game_name, mention, with_commands
from engine import PRESETS, Position, Rules

_SWAP2: Final = Sentence(
    "{swap2} · a fair opening for five in a row: one player places black, white, black; the other "
    "picks `black` or `white`, or places `two more` and lets the first pick a colour",
    swap2="start gomoku swap2",
)
_START_WORD: Final = "start"
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
            "{exact} · gomoku, but six or more in a row don't win; {size_exact}: any board",
            exact="start exact",
            size_exact="start 19x19 exact",
        ),
        Sentence(
            "{caro} · exactly five in a row, not blocked at both ends by the other side; the "
            "edge of the board doesn't block",
            caro="start caro",
        ),
        Sentence(
            "{renju} · X may not make a double three, a double four or six in a row, O may: a win "
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
        Sentence(
            "{vanishing} · tic-tac-toe, but of each side only three marks stay: a win for the "
            "first player, with mark 13",
            vanishing="start vanishing",
        ),
        Sentence("{torus} · rows go on over the edges: a draw", torus="start torus 4x4"),
        Sentence(
            "{cube} · three in a row in a cube of 3×3×3 · {qubic} · four in one of 4×4×4",
            cube="start 3d",
            qubic="start qubic",
        ),
        Sentence("{gravity} · discs fall to the bottom", gravity="start 5x5 gravity"),
        Sentence("{misere} · complete a row and you lose", misere="start 3x3 misere"),
        Sentence(
            "My own search has proved these results, except those of gomoku and renju, which are "
            "from the papers named."
        ),
    ),
)
_HINT: Final = Sentence("{hint} · the best move, and why")
_MEMBER: Final = Sentence("{member} · with a friend", member="start @name")
_WORD: Final = Sentence("{help_word} · about any word", help_word="help undo")
_STATS: Final = Sentence("{stats} · results · {top} · the best here · {tournament}")
_SETTINGS: Final = Sentence("{settings} · how I play here")
_PRIVACY: Final = Sentence("{privacy} · what I keep · {forget} · erases it")
_VOTE: Final = Sentence(
    "{vote} · all of you against me: {vote_move} votes, {vote_now} counts",
    vote="vote connect4 30s",
    vote_move="vote 5",
    vote_now="vote now",
)
_SIZE: Final = Sentence("{size} · rows x columns x how many in a row", size="start 5x5x4")
_LEVEL: Final = Sentence(
    "{level} · a level: {levels}; `x` moves first, `o` second", level="start hard x"
)
_REVIEW: Final = Sentence("{review} · every mistake · {replay} · a moving picture")
_EXPLORE: Final = Sentence("{explore} · what each move is worth")
_PUZZLE: Final = Sentence("{puzzle}, `more`, `run` · {train} · your own mistakes")
_MINE: Final = Sentence("{mine} · all your games")
_START: Final = Sentence("{start} · {game} against me, {strength}; {how}")
SCREEN_READERS: Final = Sentence(
    "{style} · for screen readers; or `emoji`, `image`, `light`", style="style text"
)
_HELP: Final = (
    Sentence("**Kinarow** plays tic-tac-toe, Connect Four, gomoku and any other board."),
    Sentence("{start} · a game against me"),
    Sentence("{another} · another game"),
    _MEMBER,
    _HINT,
    Sentence("{style} · for screen readers", style="style text"),
)
"""The help: six lines, and a button for each page."""


class HelpPage(Enum):
    """A page behind the help. The value is part of the id of its button."""

    PLAY = "play"
    FRIENDS = "friends"
    LEARN = "learn"
    MORE = "more"


PAGE_LABELS: Final = {
    # Translators: the labels of buttons under the help, each better one word.
    HelpPage.PLAY: marked("Play"),
    HelpPage.FRIENDS: marked("With friends"),
    HelpPage.LEARN: marked("Learn"),
    # Translators: what else there is.
    HelpPage.MORE: marked("More"),
}
_PAGES: Final = {
    HelpPage.PLAY: (_START, _LEVEL, _SIZE),
    HelpPage.FRIENDS: (
        _MEMBER,
        Sentence("{start_open} · with anyone", start_open="start open"),
        _VOTE,
        _STATS,
    ),
    HelpPage.LEARN: (
        _HINT,
        Sentence("{coach_after} · a word on each of your moves", coach_after="coach after"),
        _REVIEW,
        _PUZZLE,
    ),
    HelpPage.MORE: (_MINE, _SETTINGS, _PRIVACY, _WORD),
}
_ALONE: Final = {_MEMBER: None, _VOTE: None, _STATS: Sentence("{stats} · results and ratings")}
"""Lines that direct messages leave out (None) or replace, because nobody else is there."""
_OUTSIDE: Final = {
    _STATS: Sentence("{stats} · results · {top} · the best here"),
    _SETTINGS: None,
}
"""Lines that are replaced, or left out (None), where the bot is not a member and only answers."""

STRICT: Final = Sentence("Between people here there are no hints, no coach and no takebacks.")
"""What a server with strict games says in the help."""
_HELP_IN_GAMES: Final = frozenset(("hint", "coach", "undo"))
"""The commands that it concerns."""

_ABOUT: Final = (
    _START,
    Sentence("{another} · another game: {games}. With gravity a move is a column"),
    _SIZE,
    _LEVEL,
    Sentence(
        "{member} · challenge a member, or anyone with `open`; `swap`: the second player may take "
        "over the first move, {swap}",
        member="start swap @name",
    ),
    Sentence("{coach} · a recommendation before each of your moves", coach="start coach"),
    Sentence("{why} · what happens after that move", why="hint 5"),
    Sentence("{more} · of one game, as easy or hard as you like", more="puzzle more connect4 easy"),
    Sentence(
        "{thread} · in a thread of its own; `here` where threads are usual", thread="start thread"
    ),
    Sentence("{time} · how long each move may take", time="start @name 2m"),
    _VOTE,
    Sentence("{play} · a move, where the number alone doesn't work", play="play 5"),
    Sentence(
        "{hint} · the best move, and why; `hint line` tells what follows, `hint all` judges "
        "every move. “Wins in 3” counts your own moves"
    ),
    Sentence(
        "{board} · shows the board again · {coach_after} · a word on each move you made; or "
        "`before`, `off`. I remember it",
        coach_after="coach after",
    ),
    Sentence(
        "{zoom} · where the fight is · {numbers} · the number of each move",
        zoom="board zoom",
        numbers="board numbers",
    ),
    SCREEN_READERS,
    Sentence("{undo} · takes your move back; people must agree"),
    Sentence("{easier}, {harder} · the level"),
    Sentence("{draw} · offers a draw · {resign} · gives up"),
    Sentence("{stop} · ends the game, or your challenge"),
    Sentence("{accept} · says yes to a challenge or an offer · {decline} · says no"),
    Sentence(
        "{challenges} · nobody can challenge you; or `friends`, `on`", challenges="challenges off"
    ),
    Sentence(
        "{block} · no challenges from that person · {unblock} · again",
        block="block @name",
        unblock="unblock @name",
    ),
    _MINE,
    Sentence("{notify} · a ping when it's your turn; or `dm`, `off`", notify="notify on"),
    Sentence("{rematch} · the same again, sides swapped"),
    _REVIEW,
    Sentence(
        "{load} · goes on from a code, moves such as `h8i9j10`, a link that holds them, or a file: "
        "SGF, PSQ",
        load="load 3x3x3:5-1-9",
    ),
    _EXPLORE,
    _STATS,
    Sentence("{tournament} · round robin, knock-out or arena for this server"),
    Sentence("{roles} · this server's roles for members with a rating"),
    _PUZZLE,
    _SETTINGS,
    Sentence(
        "{best_of} · a match of several games, also `first to 5`; {resign_match} gives up all of "
        "it",
        best_of="start best of 3",
        resign_match="resign match",
    ),
    Sentence(
        "{casual} · a game that isn't rated; `rated` where casual is usual", casual="start casual"
    ),
    Sentence(
        "{strict} · a game without hints, coach and takebacks; {strict_server} for all games "
        "between people",
        strict="start strict",
        strict_server="settings strict on",
    ),
    Sentence("{history} · old boards leave no line of moves", history="settings history off"),
    _PRIVACY,
    Sentence("{mydata} · sends you all that I keep of you"),
    Sentence("{rules} · how a game is won", rules="rules connect4"),
    Sentence("{help} · everything I understand"),
)
"""All lines about words, of which a person reads those that they ask about."""
TOPICS: Final = (
    *("start", "swap", "swap2", "open", "thread", "time", "gravity", "misere", "exact", "caro"),
    *("renju", "coach", "line", "numbers", "zoom", "style", "draw", "stop", "load", "notify"),
    *(
        "roles",
        "tournament",
        "match",
        "casual",
        "strict",
        "history",
        "privacy",
        "forget",
        "games",
        "hint",
    ),
    *("levels", "play", "rematch", "replay", "resign", "rules", "undo", "challenges"),
    *("block", "mydata"),
)
"""The words that the help offers to tell about, in menus of as many as one takes."""

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

_FACTS: Final = frozenset(("game", "strength", "how", "another"))
"""What stands in lines of the help besides commands."""
_CODE: Final = re.compile("`([^`]+)`")
_CLOSED: Final = (
    Sentence("I play in {places} here, and in their threads."),
    _SETTINGS,
    _PRIVACY,
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


def help_title() -> str:
    """What the bot is, in one line."""
    return str(_HELP[0])


def help(  # noqa: A001 - the command's own name
    prefix: str,
    settings: GuildSettings = DEFAULTS,
    *,
    page: HelpPage | None = None,
    typed: bool = True,
    alone: bool = False,
    outside: bool = False,
) -> str:
    """How to begin, in six lines, or a page behind that.

    `typed` is True if the bot can read what people type. `alone` is True in direct messages, where
    there is nobody to challenge or to compare with, and `outside` where the bot is not a member.
    """
    other = _ALONE if alone else _OUTSIDE if outside else {}
    lines = [other.get(line, line) for line in (_HELP if page is None else _PAGES[page])]
    found = list(filter(None, lines))
    if page is HelpPage.FRIENDS and settings.strict and not alone:
        found.append(STRICT)
    words = _filled(found, prefix, settings, typed=typed, outside=outside)
    return words if page is None else f"**{said(PAGE_LABELS[page])}**\n{words}"


def help_of(
    word: str,
    prefix: str,
    settings: GuildSettings = DEFAULTS,
    *,
    typed: bool = True,
    outside: bool = False,
) -> str:
    """What a word means: the lines about a command, or those in which it may follow one.

    "" if there is none. All games would not fit in one message beside what else may follow `start`,
    which names the command that lists them.
    """
    other = _OUTSIDE if outside else {}
    about = _ABOUT if word == _START_WORD else (*_ABOUT, *_GAMES[0])
    lines = [other.get(line, line) or line for line in about]
    found = [line for line in lines if any(e.partition(" ")[0] == word for e in _examples(line))]
    found = found or [line for line in lines if word in _words_in(line)]
    if settings.strict and word in _HELP_IN_GAMES:
        found.append(STRICT)
    return _filled(found, prefix, settings, typed=typed, outside=outside)


def _filled(
    lines: Iterable[Sentence], prefix: str, settings: GuildSettings, *, typed: bool, outside: bool
) -> str:
    """Lines of the help with their examples, and what is usual in a server.

    Where the bot is not a member an example of a vote has no time: nobody would keep it.
    """
    another = "gomoku" if settings.game == PRESETS["connect4"] else "connect4"
    return _with_examples(
        [lines],
        prefix,
        game=game_name(settings.game),
        strength=choice_name(settings.level),
        another=command(prefix, f"start {another}"),
        how=_how(settings.game, prefix, typed=typed),
        **({"vote": command(prefix, "vote connect4")} if outside else {}),
    )


def _examples(line: Sentence) -> set[str]:
    """The commands that a line of the help names, with the words after them."""
    marks = placeholders(line)
    found = {line.commands.get(mark, mark) for mark in marks - _FACTS}
    return {*found, "start"} if "another" in marks else found


def _words_in(line: Sentence) -> set[str]:
    """The words of all examples in a line of the help."""
    coded = (*_CODE.findall(line.source), *_examples(line), *placeholders(line))
    return {word for example in coded for word in example.split()}


def _how(rules: Rules, prefix: str, *, typed: bool) -> str:
    """How to move in the default game."""
    move = example_move(Position.start(rules))
    if typed:
        return _TYPE[move_notation(rules)].format(move=move)
    if has_buttons(rules):
        return str(_PRESS[move_notation(rules)])
    return _COMMAND.format(play_move=command(prefix, f"play {move}"))


def _with_examples(sections: Iterable[Iterable[Sentence]], prefix: str, **facts: str) -> str:
    return "\n\n".join(
        "\n".join(with_commands(line, prefix, **facts) for line in section) for section in sections
    )


def closed(channels: Iterable[ChannelId], prefix: str) -> str:
    """The help for a channel where games are not allowed."""
    places = listed(map(mention, channels))
    return "\n".join(with_commands(line, prefix, places=places) for line in _CLOSED)
