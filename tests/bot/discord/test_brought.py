"""Games from elsewhere: loaded, reviewed, replayed and explored, typed, sent and by right click."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import Problem
from bot.match.session import Bot, Ending
from engine import Level, Position, Rules, Side, encode_game, read_game, read_record
from tests.bot.discord.finished import file_of, newest
from tests.bot.discord.world import World, said, sentence

pytestmark = pytest.mark.usefixtures("few_games")

GAME = "(;GM[4]SZ[15];B[hh];W[ih];B[hi];W[ii];B[hj];W[ij];B[hk];W[ik];B[hl])"
CODE = "15x15x5:113-114-128-129-143-144-158-159-173"
LOST = "3x3x3:1-2-5-9-7-4-3"
"""Its second move loses."""


@pytest.mark.parametrize(
    "words, name, level",
    [
        ("3x3x3:5-1 easy", "alice", Level.EASY),
        ("3x3x3:5-1 o easy", "Kinarow", Level.EASY),
        ("hard 3x3x3:5-1", "alice", Level.HARD),
        ("3x3x3:5-1 o", "Kinarow", Level.PERFECT),
        ("3x3 b2 a1 top", "alice", Level.PERFECT),
    ],
)
async def test_the_words_after_load_say_how_to_go_on(
    world: World, words: str, name: str, level: Level
) -> None:
    """The level, the side, the game, in any order around it."""
    await world.say(f"!ttt load {words}")
    session = await world.session()
    assert (session.x.name, session.position.moves[:2]) == (name, (5, 1))
    assert session.bot == Bot(level)


async def test_a_position_is_a_challenge(world: World) -> None:
    """To a member, who reads from where it goes on; it counts for nobody, and is not taken back."""
    await world.say(f"!ttt load 3x3x3:5-1 <@{world.bob.id}> x")
    assert "Continuing after 2 moves." in world.last
    await world.press(world.bob, "Accept")
    session = await world.session()
    assert (session.x.name, session.o.name) == ("alice", "bob")
    assert (session.position.moves, session.begun) == ((5, 1), 2)
    assert await world.say("!ttt undo") == [sentence(Problem.NOTHING_TO_UNDO)]
    await world.say("9", "bob: !ttt resign")
    ended = await world.store.find(session.game)
    assert ended is not None
    assert not ended.counts


@pytest.mark.parametrize("words, second", [
    ("swap", "swap"), ("gomoku swap2", "swap2"), ("thread", "thread"),
])  # fmt: skip
async def test_words_of_a_new_game_do_not_go_with_it(world: World, words: str, second: str) -> None:
    """They are refused, not passed over."""
    await world.say(f"!ttt load 15x15x5:113 {words}")
    assert world.last == sentence(Problem.TWO_VALUES, first="load", second=second)


async def test_a_code_is_reviewed(world: World) -> None:
    """All its moves, of both sides; it has a number, and stays no game of the channel."""
    await world.say("!ttt start x", "5", "!ttt resign")
    (review,) = await world.say(f"!ttt review {LOST}")
    assert "Review of game 2" in review
    assert "Move 2" in review
    await world.press(world.alice, "Overview")
    found = await world.store.find(2)  # type: ignore[arg-type] # a number is one
    assert found is not None
    assert found.is_loaded
    assert not found.counts
    last = await world.store.last(found.channel)
    assert last is not None
    assert last.game == 1
    assert await world.store.waiting() == []
    (again,) = await world.say("!ttt review 2")
    assert "Review of game 2" in again


async def test_a_mistake_of_a_code_is_tried_again(world: World) -> None:
    """From the position before it, after a restart too: the game is stored."""
    await world.say(f"!ttt review {LOST}")
    await world.press(world.alice, "Try again from here")
    session = await world.session()
    assert session.position.moves == (1,)


async def test_a_file_is_reviewed_and_replayed(world: World) -> None:
    """As SGF, as PSQ and as its moves, with the same moves each time."""
    await world.alice.send(world.channel, "!ttt replay", attachments=[("g.sgf", GAME.encode())])
    assert f"`{CODE}`" in world.last
    await world.press(world.alice, "Moves")
    line = world.last.split("```")[1].strip()
    assert encode_game(read_record(line)) == CODE
    await world.press(world.alice, "SGF")
    _, _, data = await file_of(newest(world))
    assert encode_game(read_record(data.decode())) == CODE
    await world.press(world.alice, "PSQ")
    _, _, data = await file_of(newest(world))
    assert encode_game(read_record(data.decode())) == CODE
    await world.press(world.alice, "Picture")
    name, _, _ = await file_of(newest(world))
    assert name == "board.png"


async def test_a_position_that_was_set_up_is_reviewed_from_there(world: World) -> None:
    """Its stones are nobody's moves, here and where somebody has played on."""
    laid = "(;SZ[5]AB[aa][ab]AW[ea][eb];B[ac];W[ec];B[ad];W[ee];B[ae])"
    await world.say(f"!ttt review {laid}")
    found = await world.store.find(1)  # type: ignore[arg-type] # a number is one
    assert found is not None
    assert (found.position.placed, found.shared_plies) == (4, 4)
    assert (found.ending, found.winner) == (Ending.LINE, Side.X)
    await world.say("!ttt load (;SZ[5]AB[aa][ab]AW[ea][eb])")
    assert (await world.session()).shared_plies == 4


@pytest.mark.parametrize("verb", ["review", "load", "explore"])
async def test_a_slash_command_asks_too(world: World, verb: str) -> None:
    """Whoever used it, alone; the answer is for all."""
    option = {"review": "game", "load": "code", "explore": "position"}[verb]
    asked: Any = await world.alice.slash(world.channel, f"ttt {verb}", **{option: "h8i9j10k11"})
    assert asked.ephemeral
    assert list(said(asked).values())[-1] == sentence(Problem.WHICH_ROWS)
    assert asked.response is not None
    await world.alice.click(asked.response.message, label="At the top")
    if verb == "load":
        assert (await world.session()).position.ply == 4
    else:
        assert "Review of game" in world.last or "after 4 moves" in world.last


async def test_an_unfinished_game_was_not_stopped(world: World) -> None:
    """Nobody here knows how it went on."""
    (replay,) = await world.say("!ttt replay 3x3x3:5-1")
    assert "stopped" not in replay


async def test_a_game_from_a_file_says_who_resigned(world: World) -> None:
    """By the result of the file."""
    await world.say("!ttt review (;GM[4]SZ[15]RE[W+R];B[hh];W[aa];B[ih])")
    found = await world.store.find(1)  # type: ignore[arg-type] # a number is one
    assert found is not None
    assert (found.ending, found.winner) == (Ending.RESIGNED, Side.O)


@pytest.mark.parametrize("verb", ["review", "explore", "load", "replay"])
async def test_two_buttons_ask_where_the_rows_begin(world: World, verb: str) -> None:
    """By two buttons; the answer is followed."""
    await world.say(f"!ttt {verb} h8i9j10k11")
    assert world.last == sentence(Problem.WHICH_ROWS)
    below = read_game("h8i9j10k11", below=True).position
    await world.press(world.alice, "At the bottom")
    if verb == "load":
        assert (await world.session()).position.moves == below.moves
    else:
        assert encode_game(below) in await _shown(world)


async def _shown(world: World) -> str:
    """All that was said, with the codes of the games that are kept."""
    games = [await world.store.find(number) for number in (1, 2)]  # type: ignore[arg-type] # numbers
    kept = [encode_game(game.position) for game in games if game is not None]
    return " ".join((*world.said(), *kept[1:]))


async def test_rows_that_are_told_are_not_asked_about(world: World) -> None:
    """In words."""
    await world.say("!ttt load h8i9j10k11 bottom")
    below = read_game("h8i9j10k11", below=True).position
    assert (await world.session()).position.moves == below.moves


async def test_one_of_several_games_is_told(world: World) -> None:
    """With how many there are; another is chosen by its number."""
    await world.say("!ttt load (;B[hh])(;B[aa])")
    assert "This is game 1 of 2. For another one add its number." in world.said()
    await world.say("!ttt stop", "!ttt load (;B[hh])(;B[aa]) 2")
    assert (await world.session()).position.moves[0] == 1


@pytest.mark.parametrize("name", ["Review", "Load this game", "Explore this position"])
@pytest.mark.parametrize("held", ["`3x3x3:1-2-3-5` what now?", None])
async def test_a_message_holds_a_game(world: World, name: str, held: str | None) -> None:
    """In its words or in a file: what can be done with it is in its menu."""
    files = [] if held else [("game.sgf", GAME.encode())]
    await world.bob.send(world.channel, held or "my game", attachments=files)
    message = world.channel.history()[-1]
    result: Any = await world.alice.context_menu(world.channel, name, message)
    assert not result.ephemeral
    words = " ".join([*said(result).values(), *world.said()])
    if name == "Review":
        assert "Review of game 1" in words
    elif held and name.startswith("Load"):
        assert (await world.session()).position.moves == (1, 2, 3, 5)
    else:
        assert "over" in words or "1, 2" in words or "after 4 moves" in words


async def test_a_message_without_a_game_says_so(world: World) -> None:
    """To who asked, alone."""
    await world.bob.send(world.channel, "hello")
    message = world.channel.history()[-1]
    result = await world.alice.context_menu(world.channel, "Load this game", message)
    assert result.ephemeral
    assert list(said(result).values()) == [sentence(Problem.NOT_A_CODE)]


async def test_a_number_is_loaded(world: World) -> None:
    """The game that has it, to go on from its end."""
    await world.say("!ttt start x", "5", "!ttt resign", "!ttt load 1 easy")
    session = await world.session()
    assert session.position.moves[0] == 5
    assert session.bot == Bot(Level.EASY)


async def test_digits_are_a_number_or_columns(world: World) -> None:
    """Few are the number of a game; many that are all columns are moves."""
    assert await world.say("!ttt review 12") == [sentence(Problem.UNKNOWN_GAME, number=12)]
    await world.say("!ttt load 226744515337")
    assert (await world.session()).position == Position.from_moves(
        Rules.parse("connect4"), map(int, "226744515337")
    )


HELD: dict[str, dict[str, Any]] = {
    "embed": {"embeds": [{"type": "rich", "description": f"`{LOST}`"}]},
    "container": {
        "components": [{"type": 17, "id": 1, "components": [{"type": 10, "content": LOST}]}]
    },
    "forward": {"reference": {"type": 1, "channel_id": "1", "message_id": "2"}},
}


@pytest.mark.parametrize("held", HELD)
async def test_a_game_in_an_embed_or_a_forward_is_read(world: World, held: str) -> None:
    """In an embed, in a text within a container, or in a message that it forwards."""
    message = world.env.backend.create_message(world.channel.id, world.bob.id, "x")
    told = {"content": LOST, "embeds": [], "attachments": []}
    times = {"timestamp": message.timestamp, "edited_timestamp": None}
    forwarded = {"snapshots": [{"message": {"type": 0, "flags": 0, **told, **times}}]}
    for name, value in (HELD[held] | forwarded | {"content": ""}).items():
        setattr(message, name, value)
    await world.alice.context_menu(world.channel, "Review", newest(world))
    assert "Review of game 1" in world.last
