"""A person with `style text` meets no board that is drawn, whatever they ask for."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Final

import discord
import pytest
from simcord import InteractionResult

from bot.client.services import FEATURES
from bot.edge.discord_internals.answers import words_in
from bot.edge.places import Way
from bot.edge.ways import GROUP, ways_of
from bot.features.explore.page import PLAY_ON
from bot.features.puzzle.collection_text import SOLUTION, START, WHY
from bot.features.puzzle.text import ANSWER, MY_BOARD
from bot.features.review.text import OVERVIEW, TRY_AGAIN, TURNING_POINT
from bot.features.tournament.text import TABLE
from bot.features.train import text as train_text
from bot.show.text.words import HINT, NEXT, PAD
from engine import Puzzle, Task, decode_game
from tests.bot.discord.test_endless_puzzles import names, shown_in
from tests.bot.discord.test_puzzle import posed
from tests.bot.discord.test_tournament import begun, play_all, threads
from tests.bot.discord.test_train import GAME, shown
from tests.bot.discord.world import World, labels
from tests.bot.puzzles import DISCS, GOMOKU, HOLD

SPOKEN: Final = re.compile(
    r"\b(?:X|O|You|They): \S|Columns from the bottom up: |The board is empty\.|^Moves: 1 ", re.M
)
"""The line that tells a board."""
AT_ONCE: Final = Puzzle(decode_game("5x5x4g:1-2-1-2-1-2"), Task.WIN, (1,))
"""X completes a column."""
Scene = Callable[[World], Awaitable[discord.Message]]
"""Leads to a message that alice, who listens, has asked for."""
DRAWN: Final = re.compile("[0-9]\ufe0f\u20e3|⬜|❎|🅾️|🔴|🔶|🟡|[⚫⚪]|<:[a-z]|```")
"""What boards are drawn with."""


def newest(world: World) -> discord.Message:
    """What Kinarow has said last in the channel, as it stands now."""
    me = world.env.backend.bot_user.id
    return next(one for one in reversed(world.channel.history()) if one.author.id == me)


async def said_to(world: World, *lines: str) -> discord.Message:
    """What stands in the channel after these lines."""
    await world.say(*lines)
    return newest(world)


async def pressed(world: World, label: str) -> discord.Message:
    """What alice sees after she has pressed the newest button with a label."""
    return answer(await world.alice.click(world.newest(label), label=label))


def answer(result: InteractionResult) -> discord.Message:
    """What an interaction shows in the end."""
    (*_, last) = [a for a in (result.response, *result.followups) if a is not None]
    return last.message


async def played(world: World) -> None:
    """A game with mistakes between two others, who see it drawn, ends."""
    await world.say("carol: !ttt start @bob x")
    await world.press(world.bob, "Accept")
    await world.say(*(line if "bob" in line else f"carol: {line}" for line in GAME))


# Games.


async def _board(world: World) -> discord.Message:
    return await said_to(world, "!ttt start connect4 x", "4", "!ttt board")


def during(*words: str) -> Scene:
    """What commands show during a game against Kinarow."""

    async def after(world: World) -> discord.Message:
        return await said_to(world, "!ttt start x", "5", *words)

    return after


async def _accept(world: World) -> discord.Message:
    return await said_to(world, "bob: !ttt style text", "bob: !ttt start @alice", "!ttt accept")


async def _style(world: World) -> discord.Message:
    await world.say("!ttt style default", "!ttt start x", "5")
    return await said_to(world, "!ttt style text")


async def _vote(world: World) -> discord.Message:
    return await said_to(world, "!ttt vote 3x3")


async def _swap(world: World) -> discord.Message:
    await world.say("bob: !ttt style text", "bob: !ttt start @alice swap x")
    await world.press(world.alice, "Accept")
    return await said_to(world, "bob: 5", "!ttt swap")


async def _rematch(world: World) -> discord.Message:
    return await said_to(world, "!ttt start x", "5", "!ttt resign", "!ttt rematch")


async def _load(world: World) -> discord.Message:
    return await said_to(world, "!ttt load 3x3x3:5-1")


async def _finished(world: World) -> discord.Message:
    return await said_to(world, "!ttt load 3x3x3:1-4-2-5-3")


async def _numbers(world: World) -> discord.Message:
    await played(world)
    return await said_to(world, "!ttt board numbers")


async def _zoom(world: World) -> discord.Message:
    await world.say("carol: !ttt start gomoku x", "carol: h8")
    return await said_to(world, "!ttt board zoom")


# Reviews.


async def _review(world: World) -> discord.Message:
    await played(world)
    return await said_to(world, "!ttt review")


async def _page(world: World) -> discord.Message:
    await played(world)
    await world.say("bob: !ttt review")
    await world.bob.click(world.newest(OVERVIEW), label=OVERVIEW)
    return await pressed(world, TURNING_POINT)


async def _try_again(world: World) -> discord.Message:
    await played(world)
    await world.say("!ttt review")
    await world.alice.click(world.newest(TRY_AGAIN), label=TRY_AGAIN)
    return newest(world)


async def _explore(world: World) -> discord.Message:
    return await said_to(world, "!ttt explore 3x3x3:5-1")


async def _step(world: World) -> discord.Message:
    await world.say("bob: !ttt explore 3x3x3:5-1")
    return await pressed(world, "2")


async def _play_on(world: World) -> discord.Message:
    await world.say("!ttt explore 3x3x3:5-1")
    await world.alice.click(world.newest(PLAY_ON), label=PLAY_ON)
    return newest(world)


# Puzzles.


async def _puzzle(world: World, one: Puzzle = HOLD) -> discord.Message:
    return await posed(world, one)


async def _columns(world: World) -> discord.Message:
    return await _puzzle(world, DISCS)


async def _gomoku(world: World) -> discord.Message:
    return await _puzzle(world, GOMOKU)


async def _my_board(world: World) -> discord.Message:
    await world.say("bob: !ttt style image")
    await posed(world)
    return await pressed(world, MY_BOARD)


async def _wrong(world: World) -> discord.Message:
    await posed(world)
    return await pressed(world, "1")


async def _right(world: World) -> discord.Message:
    await posed(world)
    return await pressed(world, "4")


async def _written(world: World) -> discord.Message:
    opened = await world.alice.click(await posed(world, GOMOKU), label=ANSWER)
    return answer(await world.alice.submit_modal(opened, {"answer": "a1"}))


async def _by_slash(world: World) -> discord.Message:
    await posed(world)
    return answer(await world.alice.slash(world.channel, "ttt puzzle", move="4"))


async def _more(world: World) -> discord.Message:
    return await said_to(world, "!ttt puzzle more")


async def _next_one(world: World) -> discord.Message:
    await world.say("bob: !ttt puzzle more")
    return await pressed(world, NEXT)


async def _another(world: World) -> discord.Message:
    await _more(world)
    rated = shown_in(newest(world).content)
    opened = await world.alice.click(world.newest(ANSWER), label=ANSWER)
    return answer(await world.alice.submit_modal(opened, {"answer": names(rated)[0]}))


async def _solution(world: World) -> discord.Message:
    await _more(world)
    return await pressed(world, SOLUTION)


async def _run(world: World) -> discord.Message:
    await world.say("!ttt puzzle run")
    return await pressed(world, START)


async def _run_on(world: World) -> discord.Message:
    """After the press on a column or a tile, or after a word where the board is large."""
    message = await _run(world)
    free = [label for label in labels(message) if label != ANSWER]
    if free:
        return answer(await world.alice.click(message, label=free[0]))
    opened = await world.alice.click(message, label=ANSWER)
    return answer(await world.alice.submit_modal(opened, {"answer": "a1"}))


# Training.


async def _trained(world: World) -> discord.Message:
    await world.pair()
    await world.say(*GAME)
    return shown(await world.alice.slash(world.channel, "ttt train"))


def training(label: str) -> Scene:
    """What a button under a position to train shows."""

    async def after(world: World) -> discord.Message:
        return answer(await world.alice.click(await _trained(world), label=label))

    return after


async def _win_it(world: World) -> discord.Message:
    await world.alice.click(shown(await world.alice.slash(world.channel, "ttt train")), label=WIN)
    return newest(world)


WIN: Final = train_text.WIN_ANY

TOLD: Final[dict[str, list[Scene]]] = {
    "start": [during()],
    "accept": [_accept],
    "play": [during("!ttt play 1")],
    "board": [_board, _numbers, _zoom],
    "undo": [during("!ttt undo")],
    "easier": [during("!ttt easier")],
    "harder": [during("!ttt easier", "!ttt harder")],
    "coach": [during("!ttt coach before")],
    "style": [_style],
    "swap": [_swap],
    "rematch": [_rematch],
    "load": [_load, _finished],
    "review": [_page, _try_again],
    "explore": [_explore, _step, _play_on],
    "puzzle": [
        *(_puzzle, _columns, _gomoku, _my_board, _wrong, _right, _written, _by_slash),
        *(_more, _next_one, _another, _solution, _run, _run_on),
    ],
    "train": [_trained, training("8"), training(HINT), training(train_text.SOLUTION), _win_it],
}
"""What each command shows in which a board is told."""


async def _hint(world: World) -> discord.Message:
    return await said_to(world, "!ttt start connect4 x", "!ttt hint")


async def _hint_all(world: World) -> discord.Message:
    return await said_to(world, "!ttt start connect4 x", "!ttt hint all")


async def _hint_line(world: World) -> discord.Message:
    return await said_to(world, "!ttt start connect4 x", "!ttt hint line")


async def _hint_button(world: World) -> discord.Message:
    """On a board that is drawn for the other player too."""
    await world.pair("connect4")
    return await pressed(world, HINT)


async def _keypad(world: World) -> discord.Message:
    await world.say("!ttt start gomoku x")
    return await pressed(world, PAD)


async def _keypad_of_a_voter(world: World) -> discord.Message:
    await world.say("bob: !ttt vote gomoku")
    return await pressed(world, PAD)


async def _overview(world: World) -> discord.Message:
    await world.say("!ttt start x", "5", "!ttt resign")
    return await said_to(world, "!ttt review")


async def _replay(world: World) -> discord.Message:
    await played(world)
    return await said_to(world, "!ttt replay")


async def _why(world: World) -> discord.Message:
    await _solution(world)
    await world.alice.click(world.newest(SOLUTION), label=SOLUTION)
    return answer(await world.alice.click(await _solution(world), label=WHY))


async def _progress(world: World) -> discord.Message:
    await _trained(world)
    return shown(await world.alice.slash(world.channel, "ttt train", show="progress"))


async def _table(world: World) -> discord.Message:
    await begun(world, "5m", world.carol, world.bob)
    await play_all(world)
    return await said_to(world, "!ttt tournament table")


async def _table_button(world: World) -> discord.Message:
    await begun(world, "5m", world.carol, world.bob)
    await play_all(world)
    return await pressed(world, TABLE)


UNDRAWN: Final[dict[str, list[Scene]]] = {
    "hint": [_hint, _hint_all, _hint_line, _hint_button],
    "start": [_keypad],
    "resign": [during("!ttt resign")],
    "draw": [during("!ttt draw")],
    "stop": [during("!ttt stop")],
    "vote": [_keypad_of_a_voter],
    "review": [_overview],
    "replay": [_replay],
    "puzzle": [_why],
    "train": [_progress],
    "tournament": [_table, _table_button],
}
"""What each command shows of a _board, or of games, in words alone."""


async def _pair(world: World) -> discord.Message:
    await world.pair()
    return newest(world)


BESIDE: Final[dict[str, list[Scene]]] = {"vote": [_vote], "accept": [_pair]}
"""What each command shows to others too, who keep their picture."""

WITHOUT: Final = {
    *(
        "decline",
        "challenges",
        "block",
        "unblock",
        "mine",
        "notify",
        "settings",
        "games",
        "levels",
        "rules",
        "stats",
        "top",
    ),
    *("roles", "privacy", "mydata", "forget", "help"),
}
"""The commands that show no board and no game."""


def test_every_command_is_in_a_list() -> None:
    """Also one that is added."""
    ways = [way for feature in FEATURES for way, _ in ways_of(feature)]
    known = {way.name for way in ways if way.kind is Way.TYPED and way.name != GROUP}
    assert known <= {*TOLD, *UNDRAWN, *BESIDE, *WITHOUT}


def drawn(message: discord.Message) -> list[str]:
    """What a message draws, but for what stands on buttons and begins a line as a sign."""
    words = "\n".join([message.content, *(embed.description or "" for embed in message.embeds)])
    return [*DRAWN.findall(words), *(file.filename for file in message.attachments)]


SHOWN = [(name, way) for name, ways in TOLD.items() for way in ways]
WORDS = [(name, way) for name, ways in UNDRAWN.items() for way in ways]


@pytest.mark.parametrize("name, way", SHOWN, ids=[f"{n}{w.__name__}" for n, w in SHOWN])
async def test_a_board_is_told_in_a_line(world: World, name: str, way: Scene) -> None:
    """And nothing is drawn, whatever its channel and the others see."""
    await world.say("!ttt style text")
    message = await way(world)
    assert drawn(message) == [], name
    assert SPOKEN.search(words_in(message)), words_in(message)


@pytest.mark.parametrize("name, way", WORDS, ids=[f"{n}{w.__name__}" for n, w in WORDS])
async def test_pages_of_a_game_are_words_for_those_who_listen(
    world: World, name: str, way: Scene
) -> None:
    """A hint, a keypad, a review without a picture of how it went, a replay, a table."""
    await world.say("!ttt style text")
    assert drawn(await way(world)) == [], name


@pytest.mark.parametrize("name, way", [(n, w) for n, ways in BESIDE.items() for w in ways])
async def test_a_board_that_others_see_is_told_beside_their_picture(
    world: World, name: str, way: Scene
) -> None:
    """As each who plays has chosen."""
    await world.say("!ttt style text")
    message = await way(world)
    assert drawn(message), name
    assert SPOKEN.search(message.content), message.content


async def test_each_player_of_a_tournament_is_told_the_board(world: World) -> None:
    """And who has X, though no player has chosen how its boards are drawn."""
    await world.say("!ttt style text", "bob: !ttt style text")
    await begun(world, "5m", world.alice, world.carol, world.bob)
    for thread in threads(world).values():
        (session,) = [await world.session(thread)]
        listen = {"alice", "bob"}
        assert session.x.aloud is (session.x.name in listen)
        assert session.o.aloud is (session.o.name in listen)


async def test_a_puzzle_threatens_nothing(world: World) -> None:
    """To be told what X would complete would be to be told the answer."""
    await world.say("!ttt style text")
    told = (await _puzzle(world, AT_ONCE)).content
    assert "O to move and win in 1 move" in told or "X to move and win in 1 move" in told
    assert "threatens" not in told
