"""Every command can be typed with the prefix, addressed to the bot, and used as a slash command."""

from __future__ import annotations

import pytest

from bot.client.services import FEATURES
from bot.edge.places import Way as Kind
from bot.edge.ways import GROUP, ways_of
from bot.pool.thinker import Thinker
from tests.bot.discord.ways import (
    Way,
    mentioned,
    mentioned_by_nickname,
    mentioned_by_role,
    mentioned_shortly,
    prefixed,
    shouted,
    slashed,
)
from tests.bot.discord.world import World
from tests.bot.waiting import held
from tests.thorough import long, thorough

WAYS = [
    *(prefixed, slashed),
    *thorough(mentioned),
    *long(shouted, mentioned_shortly, mentioned_by_nickname, mentioned_by_role),
]


@pytest.mark.parametrize("way", WAYS)
async def test_a_game_by_commands_alone(world: World, way: Way) -> None:
    """Each command does the same in each way."""
    expected = {
        "help": "**Kinarow** plays",
        "games": "**Games**, and how they end",
        "start 4x4 x": "4×4, 4 in a row",
        "play b2": "**Kinarow** played",
        "hint": "💡",
        "hint all": "💡",
        "coach before": "The coach is on",
        "board": "**Kinarow** played",
        "style text": "You: b2. They: ",
        "style emoji": "⬜",
        "undo": "**alice**, your turn",
        "coach off": "The coach is off",
        "resign": "**alice** resigns: ⭕ **Kinarow** wins.",
        "rematch": "4×4, 4 in a row",
        "stop": "The game was stopped",
    }
    for words, answer in expected.items():
        (said,) = await way(world, words)
        assert answer in said, words


@pytest.mark.parametrize("way", [prefixed, mentioned_shortly, slashed])
async def test_a_draw_is_offered_in_each_way(world: World, way: Way) -> None:
    """An offer to a person is put to them, and accepted with the same command."""
    await world.pair()
    (offer,) = await way(world, "draw")
    assert "**alice** offers a draw" in offer
    await world.say("bob: !ttt draw")
    assert "A draw by agreement." in world.last


@pytest.mark.parametrize(
    "way", [prefixed, shouted, mentioned_shortly, mentioned_by_nickname, mentioned_by_role]
)
async def test_a_move_needs_no_word_before_it(world: World, way: Way) -> None:
    """`!ttt 5` and `@Kinarow 5` are moves."""
    await world.say("!ttt start x")
    await way(world, "5")
    assert (await world.moves())[:1] == (5,)


@pytest.mark.parametrize("words", ["!ttt", "@Kinarow", "@Kinarow ttt", "@Kinarow help"])
async def test_the_bare_name_gives_help(world: World, words: str) -> None:
    """Who only calls the bot learns what it can do."""
    (answer,) = await world.say(words)
    assert "`!ttt start`" in answer


@pytest.mark.parametrize("words", ["ttt start", "! start", "hello @Kinarow", "!tttstart"])
async def test_words_without_a_prefix_or_mention_are_conversation(world: World, words: str) -> None:
    """Without the prefix or a mention in front nothing happens."""
    assert await world.say(words) == []


async def test_every_slash_command_is_offered(world: World) -> None:
    """The client lists them, first the one that begins a game."""
    ways = [way for feature in FEATURES for way, _ in ways_of(feature)]
    below = {way.name for way in ways if way.slash and way.kind in {Kind.TYPED, Kind.SLASH}}
    beside = {way.name for way in ways if way.beside}
    offered = world.alice.available_commands(world.channel)
    assert set(offered) == {
        *beside,
        *(f"ttt {name}" for name in below - {GROUP, *beside} | {"help"}),
    }
    assert len(offered) == 16, "a list that can be read: what is rare is typed, or a button"
    assert min(offered) == "play"


async def test_options_of_slash_start_are_all_heard(world: World) -> None:
    """Game, level, and any words beside the game reach it, and a member is challenged."""
    (board,) = await world.slash("play", game="4x4 o coach before text", level="easy")
    assert "(easy)" in board
    assert "They: " in board
    assert "💡" in board
    await world.say("!ttt stop")
    await world.slash("play", opponent=world.bob, game="x")
    assert await world.press(world.bob, "Accept")
    assert (await world.session()).o.name == "bob"


async def test_a_command_that_waits_for_the_engine_gets_the_board(
    world: World, thinker: Thinker
) -> None:
    """While the engine thinks the next commands wait, and nothing that Discord limits is asked."""
    await world.say("!ttt start x hard")
    with held(thinker):
        world.post("5")
        await world.until_played(1)
        world.post("bob: !ttt board")
        with world.in_the_same_moment():
            await world.carol.slash(world.channel, "ttt board")
    await world.env.settle()
    assert ["**Kinarow** played" in board for board in world.said()][-3:] == [True] * 3
    typing = [r for r in world.env.http_requests if r.path.endswith("/typing")]
    assert len(typing) <= 1


MOST_OFFERED = 25
"""Discord's limit: of more it shows none."""


async def test_games_and_commands_are_offered_while_one_types(world: World) -> None:
    """By their names; a board that has none is offered as it is typed."""

    async def offered(command: str, option: str, typed: str) -> list[str]:
        found = await world.alice.autocomplete(world.channel, command, option, typed)
        return [str(offer["value"]) for offer in found]

    assert (await offered("play", "game", ""))[:3] == ["tictactoe", "connect4", "gomoku"]
    assert await offered("play", "game", "four") == ["connect4", "scorefour"]
    assert await offered("play", "game", "7x9x4 misere") == ["7x9x4 misere"]
    assert await offered("play", "game", "7x99") == []
    assert "draw" in await offered("ttt do", "words", "")
    assert len(await offered("ttt do", "words", "")) == MOST_OFFERED
    assert await offered("ttt do", "words", "und") == ["undo"]


async def test_anything_that_can_be_typed_is_done_by_slash_command(world: World) -> None:
    """Aliases and bare moves too; what is unknown is refused to the asker alone."""
    await world.slash("ttt do", words="new 4x4 x easy")
    await world.slash("ttt do", words="a1")
    assert (await world.moves())[:1] == (1,)
    refused = await world.alice.slash(world.channel, "ttt do", words="surrendr")
    assert refused.ephemeral
    await world.slash("ttt do", words="end")
    assert "The game was stopped" in world.last
