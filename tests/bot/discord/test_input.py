"""Everything that people get wrong: each gets one sentence, and changes nothing."""

from __future__ import annotations

import pytest

from bot.errors import Problem
from bot.features.guide.text import thanks
from bot.features.start.values import StartProblem
from tests.bot.discord.world import World, sentence
from tests.thorough import few

ON_3X3 = ("!ttt start 3x3 x",)
ON_CONNECT4 = ("!ttt start connect4 x",)
NOWHERE: tuple[str, ...] = ()


@pytest.mark.parametrize(
    "before, words, refusal",
    few(
        16,
        [
            ((*ON_3X3, "5"), "5", sentence(Problem.TAKEN, tile="5")),
            ((*ON_3X3, "5"), "!ttt b2", sentence(Problem.TAKEN, tile="b2")),
            (ON_3X3, "!ttt 10", sentence(Problem.NO_SUCH_TILE, text="10", last=9, corner="c3")),
            (ON_3X3, "!ttt 0", sentence(Problem.NO_SUCH_TILE, text="0", last=9, corner="c3")),
            (ON_3X3, "!ttt d4", sentence(Problem.NO_SUCH_TILE, text="d4", last=9, corner="c3")),
            (ON_CONNECT4, "!ttt 8", sentence(Problem.NO_SUCH_COLUMN, text="8", last=7)),
            (ON_CONNECT4, "!ttt d1", sentence(Problem.FLOATING, text="d1")),
            (
                ON_3X3,
                "!ttt play 9999999999999",
                sentence(Problem.NO_SUCH_TILE, text="9999999999999", last=9, corner="c3"),
            ),
            (
                ON_CONNECT4,
                f"!ttt play {'9' * 1_000}",
                sentence(Problem.NO_SUCH_COLUMN, text=f"{'9' * 29}…", last=7),
            ),
            (
                ON_3X3,
                "!ttt \u0661\u0660",
                sentence(Problem.NO_SUCH_TILE, text="10", last=9, corner="c3"),
            ),
            (ON_3X3, "!ttt play", sentence(Problem.NOT_A_MOVE, text="")),
            (ON_3X3, "!ttt play here", sentence(Problem.NOT_A_MOVE, text="here")),
            (ON_3X3, "bob: !ttt 5", sentence(Problem.NOT_A_PLAYER, x="alice", o="Kinarow")),
            (NOWHERE, "!ttt 5", sentence(Problem.NO_GAME)),
            (NOWHERE, "!ttt hint", sentence(Problem.NO_GAME)),
            (NOWHERE, "!ttt undo", sentence(Problem.NO_GAME)),
            (NOWHERE, "!ttt draw", sentence(Problem.NO_GAME)),
            (NOWHERE, "!ttt resign", sentence(Problem.NO_GAME)),
            (NOWHERE, "!ttt stop", sentence(Problem.NO_GAME)),
            (NOWHERE, "!ttt rematch", sentence(Problem.NO_REMATCH)),
            (ON_3X3, "!ttt start", sentence(Problem.GAME_ON, x="alice", o="Kinarow")),
            (ON_3X3, "!ttt start @bob", sentence(Problem.GAME_ON, x="alice", o="Kinarow")),
            (ON_3X3, "!ttt undo", sentence(Problem.NOTHING_TO_UNDO)),
            (NOWHERE, "!ttt start 2x3", sentence(Problem.BOARD_SIZE, text="2x3", least=3, most=20)),
            (
                NOWHERE,
                "!ttt start 21x3",
                sentence(Problem.BOARD_SIZE, text="21x3", least=3, most=20),
            ),
            (
                NOWHERE,
                "!ttt start 99999999999x9",
                sentence(Problem.BOARD_SIZE, text="99999999999x9", least=3, most=20),
            ),
            # with one in a row everybody wins at once
            (
                NOWHERE,
                "!ttt start 3x3x1",
                "I can't play 3x3x1. Choose 2 to 3 in a row for this board.",
            ),
            (NOWHERE, "!ttt start 3x3x4", sentence(Problem.BOARD_GOAL, text="3x3x4", longest=3)),
            (
                NOWHERE,
                "!ttt load 15x15x3r:1",
                sentence(Problem.VARIANT, text="15x15x3r", variant="renju", goals="5"),
            ),
            (
                NOWHERE,
                "!ttt start gomuku",
                sentence(Problem.UNKNOWN_WORD, word="gomuku", nearest="gomoku"),
            ),
            (NOWHERE, "!ttt start zzz", sentence(Problem.PICK_MEMBER, word="zzz")),
            (NOWHERE, "!ttt strat", sentence(Problem.UNKNOWN_WORD, word="strat", nearest="start")),
            (NOWHERE, "!ttt 2x2", sentence(Problem.BOARD_SIZE, text="2x2", least=3, most=20)),
            (NOWHERE, "!ttt stats zzz", sentence(Problem.PICK_MEMBER, word="zzz", topic="stats")),
            (
                NOWHERE,
                "!ttt style zzz",
                sentence(Problem.UNKNOWN_WORD, word="zzz", nearest="", topic="style"),
            ),
            (
                ON_3X3,
                "!ttt hint every",
                sentence(Problem.UNKNOWN_WORD, word="every", nearest="", topic="hint"),
            ),
            (
                ON_3X3,
                "!ttt coach off on",
                sentence(Problem.UNKNOWN_WORD, word="off on", nearest="", topic="coach"),
            ),
            (
                NOWHERE,
                "!ttt start 4x4 gomoku",
                sentence(Problem.TWO_VALUES, first="4x4", second="gomoku"),
            ),
            (
                NOWHERE,
                "!ttt start easy hard",
                sentence(Problem.TWO_VALUES, first="easy", second="hard"),
            ),
            (NOWHERE, "!ttt start @alice", sentence(StartProblem.CHALLENGE_SELF)),
            (NOWHERE, "!ttt start <@1>", sentence(Problem.NO_SUCH_MEMBER)),
            (ON_3X3, "bob: !ttt stop", sentence(Problem.MAY_NOT_STOP)),
        ],
    ),
)
async def test_one_sentence_and_no_change(
    world: World, before: tuple[str, ...], words: str, refusal: str
) -> None:
    """The answer is the sentence of the problem; the game, if there is one, is as it was."""
    await world.say(*before)
    stored = await world.store.live()
    assert await world.say(words) == [refusal]
    assert await world.store.live() == stored


async def test_a_full_column_is_refused(world: World) -> None:
    """A disc too many gets a sentence with the column."""
    await world.pair("3x3g")
    await world.say("1", "bob: 1", "2", "bob: 1")
    assert await world.say("1") == [sentence(Problem.FULL, column="1")]
    assert await world.moves() == (1, 1, 2, 1)


async def test_refusals_by_slash_command_are_private(world: World) -> None:
    """Only the person who got it wrong sees the sentence."""
    result = await world.alice.slash(world.channel, "ttt do", words="play 5")
    assert result.ephemeral
    assert result.response is not None
    assert result.response.content == sentence(Problem.NO_GAME)


async def test_a_refusal_is_fixed_with_the_next_word(world: World) -> None:
    """After each refusal the same person goes on as if nothing had happened."""
    await world.pair()
    await world.say("99", "!ttt play x", "!ttt coach maybe", "5", "bob: 5", "bob: 1")
    assert await world.moves() == (5, 1)


@pytest.mark.parametrize(
    "words",
    [
        "@everyone",
        "<@&1>",
        "`code`",
        "||spoiler||",
        "[link](https://example.com)",
        "a" * 1_900,
        "\N{RIGHT-TO-LEFT OVERRIDE}abc",
        "<:name:1>",
    ],
)
async def test_words_that_are_repeated_are_harmless(world: World, words: str) -> None:
    """What somebody types comes back short, as plain text, and mentions nobody."""
    (answer,) = await world.say(f"!ttt start {words}")
    assert len(answer) < 200
    assert answer.startswith("I don't know")
    assert "@everyone" not in answer
    assert "<@&" not in answer.replace("\\<", "")
    assert mentioned(world) == set()


async def test_names_are_harmless(world: World) -> None:
    """A name that looks like a mention or like formatting is shown as plain text."""
    user = world.env.create_user("trickster", global_name="**@everyone** `<@1>`")
    trickster = world.guild.add_member(user)
    await world.env.settle()
    await trickster.send(world.channel, "!ttt start x")
    assert "@everyone" not in world.last
    assert r"\*\*@" in world.last
    await trickster.send(world.channel, "!ttt stop")
    await trickster.send(world.channel, f"!ttt start {world.bob.mention}")
    await world.press(world.bob, "Accept")
    assert "@everyone" not in "\n".join(world.shown())
    assert mentioned(world) == {world.bob.id}


def mentioned(world: World) -> set[int]:
    """The people whom the messages sent so far may notify; roles and everyone count as 0."""
    found: set[int] = set()
    for request in world.env.http_requests:
        if request.path.endswith("/messages") and request.method == "POST" and request.json:
            allowed = request.json["allowed_mentions"]
            found |= set(allowed.get("users", ()))
            found |= {0} if allowed.get("parse") or allowed.get("roles") else set()
    return found


@pytest.mark.parametrize(
    "game, word, move",
    [("3x3", "middle", 5), ("connect4", "centre", 4), ("gomoku", "play Mitte", 113)],
)
async def test_the_middle_goes_by_that_word(world: World, game: str, word: str, move: int) -> None:
    """After a command, in any language; alone it is conversation."""
    await world.say(f"!ttt start @bob {game} x", "bob: !ttt accept")
    assert await world.say("middle") == []
    assert f"**{'h8' if move > 9 else move}**" in (await world.say("!ttt hint middle"))[-1]
    await world.say(f"!ttt {word}")
    assert await world.moves() == (move,)
    if game == "3x3":
        assert await world.say("bob: !ttt middle") == [sentence(Problem.TAKEN, tile="5")]


async def test_a_board_without_a_middle_says_so(world: World) -> None:
    """It has an even number of rows or columns."""
    await world.say("!ttt start 4x5 x easy")
    refused = sentence(Problem.NO_SUCH_TILE, text="middle", last=20, corner="e4")
    for words in ("!ttt middle", "!ttt hint center"):
        assert await world.say(words) == [refused]


async def test_a_pause_and_permissions_are_answered(world: World) -> None:
    """A game waits by itself; what the bot does in a server is in its settings."""
    await world.say("!ttt start x easy")
    assert await world.say("!ttt pause") == [thanks("!", in_game=True)]
    assert "your turn" in (await world.say("!ttt unpause"))[0]
    assert "My settings in this server" in (await world.say("!ttt permissions"))[0]
