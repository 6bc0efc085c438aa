"""Words that people try: each does what it says, or says what to type."""

from __future__ import annotations

import pytest
from discord.ext import commands

from bot.client.bot import Kinarow
from bot.errors import Problem
from bot.features.start.values import StartProblem
from bot.match.session import Ending
from bot.show.text import help_of
from bot.show.text.words import ACCEPT
from tests.bot.discord.world import World, labels, sentence


@pytest.mark.parametrize(
    "word, meant", [("conect4", "connect4"), ("gomoko", "gomoku"), ("eazy", "easy")]
)
async def test_a_misspelt_game_or_level_is_recognised(world: World, word: str, meant: str) -> None:
    """Without `start` before it too, as with commands."""
    problem = sentence(Problem.UNKNOWN_WORD, word=word, nearest=meant)
    assert await world.say(f"!ttt {word}") == [problem]


@pytest.mark.parametrize("word", ["accept", "yes", "join"])
async def test_a_challenge_is_accepted_by_word(world: World, word: str) -> None:
    """Its message says so, and the board comes."""
    await world.say("!ttt start @bob x")
    question = world.newest(ACCEPT)
    said = await world.say(f"bob: !ttt {word}")
    assert any("❌ **alice**, your turn" in words for words in said)
    (answered,) = [m for m in world.channel.history() if m.id == question.id]
    assert answered.content == "**bob** accepts the challenge of **alice**. Have a good game!"
    assert labels(answered) == []


async def test_an_open_challenge_is_accepted_by_word(world: World) -> None:
    """By anybody but who has sent it; one to this person comes first."""
    nobody = [sentence(StartProblem.NOTHING_ASKED)]
    await world.say("!ttt start open x")
    assert await world.say("!ttt accept") == nobody
    assert await world.say("bob: !ttt decline") == nobody
    await world.say("carol: !ttt start @bob x 4x4")
    *_, board = await world.say("bob: !ttt accept")
    assert "**carol**" in board


@pytest.mark.parametrize("word", ["decline", "no", "stop", "quit"])
async def test_a_challenge_is_declined_by_word(world: World, word: str) -> None:
    """`stop` means that too for the challenged player."""
    await world.say("!ttt start @bob")
    told = ["**bob** declines the challenge of **alice**."]
    assert await world.say(f"bob: !ttt {word}") == 2 * told  # in the challenge, and below
    assert [m.content for m in world.channel.history() if labels(m)] == []
    assert await world.say("bob: !ttt accept") == [sentence(StartProblem.NOTHING_ASKED)]


async def test_an_offer_is_answered_by_word(world: World) -> None:
    """In a game the offer comes first, whatever it is."""
    await world.pair()
    await world.say("5", "!ttt draw", "bob: !ttt no")
    assert (await world.session()).offer is None
    await world.say("!ttt draw")
    assert await world.say("!ttt yes") == [sentence(Problem.OWN_OFFER, name="bob")]
    await world.say("bob: !ttt yes")
    assert (await world.session()).ending is Ending.AGREED


@pytest.mark.parametrize("word", ["quit", "exit", "end", "vote stop"])
async def test_a_game_is_ended_by_any_word_for_it(world: World, word: str) -> None:
    """All mean `stop`."""
    await world.say("!ttt vote x" if "vote" in word else "!ttt start x easy")
    await world.say(f"!ttt {word}")
    assert (await world.session()).ending is Ending.STOPPED


async def test_new_and_move_are_start_and_play(world: World) -> None:
    """With the words that follow them."""
    assert "Connect Four" in (await world.say("!ttt new viergewinnt x easy"))[0]
    await world.say("!ttt move 4")
    assert (await world.moves())[0] == 4


@pytest.mark.parametrize("words", ["help hint", "hint help", "HINT ?", "help HINT now"])
async def test_one_command_has_a_help_of_its_own(world: World, words: str) -> None:
    """Asked for before or after its name."""
    assert await world.say(f"!ttt {words}") == [help_of("hint", "!")]


@pytest.mark.parametrize("command", ["coach", "swap"])
async def test_a_command_that_may_follow_start_is_told_of_itself(
    world: World, command: str
) -> None:
    """And not of all that `start` can do."""
    assert await world.say(f"!ttt help {command}") == [help_of(command, "!")]


@pytest.mark.parametrize("words", ["start help", "help new", "help start"])
async def test_help_of_start_names_what_may_follow(world: World, words: str) -> None:
    """Also by another word for it; nothing is started."""
    (told,) = await world.say(f"!ttt {words}")
    for word in ("connect4", "swap @name", "coach", "thread"):
        assert f"`!ttt start {word}`" in told
    assert await world.store.live() == []


async def test_help_by_slash_command_is_private(world: World) -> None:
    """Of one command; an unknown one is met with the nearest."""
    result = await world.alice.slash(world.channel, "ttt help", command="undo")
    assert result.ephemeral
    assert result.response is not None
    assert result.response.content.startswith("`!ttt undo`")
    assert await world.say("!ttt help strat") == [
        sentence(Problem.UNKNOWN_WORD, word="strat", nearest="start")
    ]


def test_every_command_has_a_help(world: World) -> None:
    """Which names the command itself."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    group = bot.get_command("ttt")
    assert isinstance(group, commands.Group)
    for command in group.commands:
        assert f"`!ttt {command.name}" in help_of(command.name, "!"), command.name


async def test_rules_are_those_of_the_game_that_is_on(world: World) -> None:
    """Or of the one that is named, and afterwards of the last one; without any of the usual one."""
    assert "3 in a row wins" in (await world.say("!ttt rules"))[0]
    assert "falls to the lowest" in (await world.say("!ttt rules puissance 4"))[0]
    await world.say("!ttt start 4x4 misere swap x easy")
    (told,) = await world.say("bob: !ttt rules")
    assert "If you make 4 in a row, you lose" in told
    assert len(told.splitlines()) > 4
    await world.say("b2", "!ttt resign")
    assert await world.say("bob: !ttt rules") == [told]


@pytest.mark.parametrize("words", ["easy bob", "@stranger", "pente"])
async def test_a_name_is_to_be_picked_from_the_list(world: World, words: str) -> None:
    """No word that is hardly like it is suggested."""
    (told,) = await world.say(f"!ttt start {words}")
    assert told == sentence(Problem.PICK_MEMBER, word=words.split()[-1])
    assert "pick them from Discord's list" in told


async def test_a_board_says_how_many_in_a_row_it_wants(world: World) -> None:
    """Where a board was named by its sides alone and five of five are much."""
    (board,) = await world.say("!ttt start 5x5 x easy")
    assert "5 in a row win on this board. For 4 in a row: `!ttt start 5x5x4`" in board
    await world.say("!ttt stop")
    (board,) = await world.say("!ttt start 5x5x4 x easy")
    assert "in a row win" not in board


@pytest.mark.parametrize(
    "words", ["stop talking", "leave me alone", "i lost", "gg", "no wait", "quit it all", "done"]
)
async def test_nothing_is_lost_by_words_that_may_mean_something_else(
    world: World, words: str
) -> None:
    """A word is told about at most; the game goes on."""
    await world.say("!ttt start x easy", "5")
    before = await world.session()
    (told,) = await world.say(f"!ttt {words}")
    assert (await world.session()) == before
    assert "I don't know" not in told


async def test_kind_words_are_answered_kindly(world: World) -> None:
    """And a mention of the bot counts as a command there too. Who plays is told that it goes on."""
    kind = "Any time! `!ttt start` begins a game."
    assert await world.say("!ttt thanks!", "@Kinarow bye") == [kind, kind]
    await world.say("!ttt start x easy")
    (told,) = await world.say("!ttt gg")
    assert told.startswith("Any time! Your game is still on: `!ttt board` shows it")
    assert await world.say("bob: !ttt gg") == [kind]


async def test_a_language_alone_is_chosen(world: World) -> None:
    """By its name, not by a code that is a word as well."""
    (told,) = await world.say("steward: !ttt german please")
    assert told == "Erledigt. Sprache: Deutsch"
    (told,) = await world.say("steward: !ttt Englisch bitte")
    assert told == "Done. Language: English"
    assert await world.say("steward: !ttt it") == [
        sentence(Problem.UNKNOWN_WORD, word="it", nearest="")
    ]


async def test_an_unknown_word_is_repeated_as_it_was_typed(world: World) -> None:
    """The word that no list has. Nobody is mentioned, and no word of a strange language."""
    unknown = "I don't know “{}”. See what I understand with `!ttt help`."
    assert await world.say("!ttt clay rhubarb", "!ttt hug @bob") == [
        unknown.format("clay"),
        unknown.format("hug"),
    ]
    assert await world.say("!ttt rätzel") == [unknown.format("rätzel")]
    await world.say("steward: !ttt deutsch")
    assert "„rätsel“" in (await world.say("!ttt rätzel"))[0]


async def test_a_guess_repeats_no_mention(world: World) -> None:
    """What was typed beside the words that were understood may call everybody."""
    (asked,) = await world.say("!ttt @here  19x19x5:1-1  1")
    assert "19x19x5 @…" in asked
    assert "@here" not in asked


async def test_a_member_is_invited_by_name(world: World) -> None:
    """Without one it is told how."""
    assert "`!ttt start @name`" in (await world.say("!ttt invite"))[0]
    assert await world.store.live() == []
    assert "challenges" in (await world.say("!ttt invite @bob"))[0]


async def test_a_guess_is_asked_back_with_a_button(world: World) -> None:
    """It does nothing before that is pressed, and then what the words do that it names."""
    await world.pair("connect4")
    await world.say("4", "bob: 4")
    before = await world.session()
    (told,) = await world.say("!ttt put my last stone back please")
    assert told.startswith("Did you mean `!ttt undo`?")
    assert await world.session() == before
    await world.press(world.alice, "Undo?")
    assert await world.session() != before


async def test_the_word_that_is_not_known_is_named(world: World) -> None:
    """Not all of the sentence."""
    problem = sentence(Problem.UNKNOWN_WORD, word="gazebo", nearest="")
    assert await world.say("!ttt please paint the gazebo") == [problem.replace("gazebo", "paint")]
