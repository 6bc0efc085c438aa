"""Levels on Discord: asked for by name or strength, found by themselves, and changed in a game."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import Problem
from bot.match.guilds import GuildSettings
from bot.match.players import FIRST_STEP
from bot.match.rating import Skill
from bot.match.session import Bot, UserId
from bot.show import text
from bot.show.text.levels import manner
from bot.show.text.words import EASIER, HARDER, HINT, RESIGN
from engine import LADDER, Level, Rules, level_near, strength
from tests.bot.discord.world import World, labels, sentence

TICTACTOE = Rules(3, 3, 3)
GOMOKU = Rules.parse("gomoku")
FIRST = Skill.new(TICTACTOE).step
"""Where the adaptive level meets somebody whom it does not know."""
DOWN = LADDER[LADDER.index(FIRST) - 1]
UP = LADDER[LADDER.index(FIRST_STEP) + 1]
LEVEL_BUTTONS = {EASIER, HARDER}


@pytest.fixture
def defaults() -> GuildSettings:
    """As the bot comes."""
    return GuildSettings()


async def bot(world: World) -> Bot:
    """The engine in the newest game."""
    found = (await world.session()).bot
    assert found is not None
    return found


async def skill(world: World, rules: Rules = TICTACTOE) -> Skill:
    """What is kept of alice."""
    return await world.store.skills.of(UserId(world.alice.id), rules)


async def test_the_usual_level_finds_the_player(world: World) -> None:
    """It begins with somebody who can be beaten, and is lower after a loss, on every server."""
    (board,) = await world.say("!ttt start x")
    assert f"**Kinarow** ({text.level_name(FIRST)})" in board
    assert await bot(world) == Bot(Level.ADAPTIVE, FIRST)
    await world.say("5")
    free = (await world.session()).position.legal
    await world.say(str(free[0]), "!ttt resign")
    await world.say("!ttt start x")
    assert await bot(world) == Bot(Level.ADAPTIVE, (await skill(world)).step)
    assert LADDER.index((await skill(world)).step) < LADDER.index(FIRST)
    assert f"({text.level_name((await skill(world)).step)})" in world.last


async def test_the_first_board_says_who_plays_and_offers_another(world: World) -> None:
    """For the first game of a person, as long as it lasts; the next one has no such buttons."""
    (board,) = await world.say("!ttt start x")
    assert manner(FIRST, TICTACTOE) in board
    assert set(labels(world.newest(EASIER))) >= LEVEL_BUTTONS
    await world.say("5")
    assert set(labels(world.newest(HINT))) >= LEVEL_BUTTONS
    assert manner(FIRST, TICTACTOE) not in world.last
    await world.say("!ttt stop", "!ttt start x")
    assert not LEVEL_BUTTONS & set(labels(world.newest(HINT)))


async def test_a_press_changes_the_level_and_is_remembered(world: World) -> None:
    """During the game, for the next one, and over a restart in between."""
    await world.say("!ttt start x")
    higher, next_one = (LADDER[LADDER.index(FIRST) + steps] for steps in (1, 2))
    await world.press(world.alice, HARDER)
    message = world.newest(EASIER)
    assert f"The level is now {text.level_name(higher)}: {manner(higher, TICTACTOE)}." in (
        message.content
    )
    assert f"**Kinarow** ({text.level_name(higher)})" in message.content
    await world.restart()
    await world.press(world.alice, HARDER)
    assert await bot(world) == Bot(Level.ADAPTIVE, next_one)
    assert not (await world.session()).assisted
    assert (await skill(world)).step is next_one
    await world.press(world.alice, EASIER)
    assert (await bot(world)).step is higher
    await world.say("!ttt stop", "!ttt start x")
    assert (await bot(world)).step is higher


@pytest.mark.parametrize("game", ["3x3", "4x4", "4x5x4", "connect4", "gomoku", "4x4 swap"])
async def test_every_board_has_room_for_the_two_buttons(world: World, game: str) -> None:
    """Beside the moves, wherever a message has a row left or not."""
    await world.say(f"!ttt start pip x {game}")
    shown = labels(world.newest(HARDER))
    assert set(shown) >= LEVEL_BUTTONS | {HINT, RESIGN}


async def test_only_a_player_may_change_the_level(world: World) -> None:
    """By press or by command."""
    await world.say("!ttt start x")
    refused = sentence(Problem.NOT_A_PLAYER, x="alice", o="Kinarow")
    assert await world.press(world.bob, HARDER) == [refused]
    assert await world.say("bob: !ttt harder") == [refused]
    assert (await bot(world)).step is FIRST


async def test_the_commands_change_any_game_against_the_engine(world: World) -> None:
    """One at a level that was asked for is unrated from then on, and says nothing of the other."""
    assert await world.say("!ttt easier") == [sentence(Problem.NO_GAME)]
    await world.say("!ttt start x dot")
    (board,) = await world.say("!ttt harder")
    assert f"The level is now {text.level_name(Level.REX)}" in board
    session = await world.session()
    assert (await bot(world), session.assisted) == (Bot(Level.REX), True)
    assert (await skill(world)).step is FIRST
    (board,) = await world.slash("ttt do", words="board easier")
    assert f"The level is now {text.level_name(Level.DOT)}" in board
    await world.say("!ttt stop")
    await world.pair()
    assert await world.say("!ttt harder") == [sentence(Problem.NO_LEVEL)]


@pytest.mark.parametrize("words", ["set difficulty hard", "level hard", "hard mode please"])
async def test_a_level_alone_is_for_the_game_that_is_on(world: World, words: str) -> None:
    """For a new one if none is on, or one of others. `start hard` is for a new one anyway."""
    await world.say(f"!ttt {words}")
    assert (await bot(world)) == Bot(Level.HARD)
    await world.say("!ttt stop", "!ttt start x adaptive")
    (board,) = await world.say(f"!ttt {words}")
    assert f"The level is now {text.level_name(Level.HARD)}" in board
    assert (await bot(world), (await world.session()).assisted) == (Bot(Level.HARD), True)
    assert "are playing here" in (await world.say(f"bob: !ttt {words}"))[0]
    assert "are playing here" in (await world.say("!ttt start hard"))[0]


async def test_the_ladder_has_two_ends(world: World) -> None:
    """One sentence there, and the game goes on as it was."""
    await world.say("!ttt start x pip")
    assert await world.say("!ttt easier") == [sentence(Problem.LADDER_BEGINS)]
    await world.say("!ttt stop", "!ttt start x perfect")
    assert await world.say("!ttt harder") == [sentence(Problem.LADDER_ENDS)]
    assert not (await world.session()).assisted


async def test_a_number_stands_for_the_nearest_level(world: World) -> None:
    """On the board that is played; the answer says which one that is."""
    (board,) = await world.say("!ttt start 1200 x")
    step = level_near(TICTACTOE, 1200)
    assert f"1200: {text.level_name(step)}" in board.splitlines()
    assert await bot(world) == Bot(step)
    (answer,) = await world.say("bob: !ttt start 9000")
    assert answer == sentence(Problem.NO_STRENGTH, text="9000", least=100, most=3500)
    (answer,) = await world.say("bob: !ttt start ottto")
    assert answer == sentence(Problem.UNKNOWN_WORD, word="ottto", nearest="otto")


async def test_a_server_may_choose_a_number_or_a_name(world: World) -> None:
    """The number is kept as it is, since each board has its own nearest level."""
    assert await world.say("steward: !ttt settings level 1900") == ["Done. Level: `1900`"]
    await world.say("!ttt start gomoku x")
    assert await bot(world) == Bot(level_near(GOMOKU, 1900))
    (changed,) = await world.say("steward: !ttt set level otto")
    assert changed == f"Done. Level: `otto` ({text.level_name(Level.OTTO)})"
    assert await world.say("steward: !ttt settings 1900") == ["Done. Level: `1900`"]


async def test_levels_are_offered_while_one_types(world: World) -> None:
    """By name, with their strength on the board that was chosen, or nearest to a number."""

    async def offered(typed: str, command: str = "play", **more: Any) -> dict[str, str]:
        offers = await world.steward.autocomplete(world.channel, command, "level", typed, **more)
        return {offer["value"]: offer["name"] for offer in offers}

    everything = await offered("")
    assert list(everything) == ["adaptive", *(step.value for step in LADDER)]
    assert list(await offered("ott")) == ["otto"]
    nearest = text.level_name(level_near(TICTACTOE, 1200))
    assert await offered("1200") == {"1200": f"1200: {nearest}"}
    on_gomoku = await offered("vega", game="gomoku")
    assert on_gomoku["vega"].endswith(f" · {strength(GOMOKU, Level.VEGA)}")
    assert await offered("zzz") == {}
    assert list(await offered("ve", "ttt settings")) == ["adaptive", "vega"]


@pytest.mark.parametrize("words", ["levels", "levels gomoku", "games connect4"])
async def test_the_ladder_is_shown_on_a_board(world: World, words: str) -> None:
    """Every level with its strength, and the one that suits the asker."""
    (shown,) = await world.say(f"!ttt {words}")
    _, _, game = words.partition(" ")
    rules = Rules.parse(game or "3x3")
    for step in LADDER:
        assert f"`{step.value}` · " in shown
        assert manner(step, rules) in shown
    assert f"your next one here is {text.level_name(Skill.new(rules).step)}" in shown
    assert len(shown) < 2000


async def test_a_crowd_plays_in_the_middle(world: World) -> None:
    """Nobody knows how strong it is; its leader may ask for another level."""
    await world.say("!ttt vote 30s")
    assert await bot(world) == Bot(Level.ADAPTIVE, FIRST_STEP)
    await world.say("bob: !ttt harder")
    assert (await bot(world)).step is FIRST_STEP
    await world.say("!ttt harder")
    assert (await bot(world)).step is UP
    assert (await skill(world)).step is FIRST


async def test_names_are_in_the_language_of_the_server(world: World) -> None:
    """What is typed stays English."""
    await world.say("steward: !ttt settings language de")
    await world.say("!ttt start hard x")
    assert await bot(world) == Bot(Level.HARD)
    with text.speaking("de"):
        assert f"({text.level_name(Level.HARD)})" in world.last
