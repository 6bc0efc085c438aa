"""The coach on Discord: chosen, remembered, and heard by one person alone where that can be."""

from __future__ import annotations

import pytest
from simcord import InteractionResult

from bot.features.privacy import FORGET
from bot.match.session import Coach
from bot.show import text
from bot.show.text.coach import coach_switched
from bot.show.text.reasons import reason_words
from engine import Reason, ReasonKind, Rules
from tests.bot.discord.world import World


def alone(result: InteractionResult) -> list[str]:
    """What only the person who acted sees of an answer."""
    answers = (result.response, *result.followups)
    return [answer.content for answer in answers if answer is not None and answer.ephemeral]


async def coaches(world: World) -> tuple[Coach, Coach]:
    """Those of the newest game, of X and of O."""
    session = await world.session()
    return session.x.coach, session.o.coach


async def test_a_typed_move_gets_its_word_under_the_board(world: World) -> None:
    """In the message that is posted anyway."""
    await world.say("!ttt start x coach after")
    (board,) = await world.say("5")
    assert "**Kinarow** played" in board
    assert board.splitlines()[-1].startswith("🎓 **5**: good")
    assert "💡" not in board


async def test_an_opponent_without_a_coach_reads_no_word(world: World) -> None:
    """Nobody learns from the other's coach that they can win now: a press is answered alone."""
    await world.pair()
    (board,) = await world.say("!ttt coach after")
    assert coach_switched(Coach.AFTER, between_people=True, alone=True) in board
    (board,) = await world.say("1")
    assert "🎓" not in board
    await world.say("bob: 2")
    result = await world.alice.click(world.newest("3"), label="3")
    (word,) = alone(result)
    assert word.startswith("🎓 **3**")
    assert "🎓" not in "".join(world.shown())
    await world.say("bob: !ttt coach after")
    (board,) = await world.say("bob: 4")
    assert "🎓 **4**" in board


async def test_an_opponent_without_a_coach_reads_no_advice(world: World) -> None:
    """Whoever has switched it on presses Hint, which is answered alone, until both have it."""
    await world.pair()
    (board,) = await world.say("!ttt coach before")
    assert coach_switched(Coach.BEFORE, between_people=True, alone=True) in board
    assert "press **Hint**" in board
    assert "press **Hint**" in (await world.say("!ttt coach"))[0]
    for line in ("1", "bob: 5", "2"):
        (board,) = await world.say(line)
        assert "💡" not in board
    await world.say("bob: !ttt coach after", "bob: 3")
    assert "💡" in world.last


async def test_a_press_gets_its_word_alone(world: World) -> None:
    """The board changes for all; what the move was worth is only for the player who pressed."""
    await world.pair("coach after")
    result = await world.alice.click(world.newest("1"), label="1")
    (word,) = alone(result)
    assert word.startswith("🎓 **1**: good")
    result = await world.bob.click(world.newest("2"), label="2")
    (word,) = alone(result)
    assert word.startswith("🎓 **2**: lets them win in ")
    assert "**5** was better" in word
    assert "🎓" not in "".join(world.shown())
    assert await world.moves() == (1, 2)


async def test_a_slash_command_gets_its_word_alone(world: World) -> None:
    """After the board, which everybody sees."""
    await world.pair("coach after")
    result = await world.alice.slash(world.channel, "ttt do", words="play 1")
    assert result.response is not None
    assert not result.response.ephemeral
    assert "**alice** played **1**" in result.response.content
    (word,) = alone(result)
    assert word.startswith("🎓 **1**: good")


async def test_a_whisper_is_in_the_language_of_its_reader(world: World) -> None:
    """The board stays in that of the channel."""
    await world.pair("coach after")
    world.client_locale = "de"
    result = await world.alice.click(world.newest("5"), label="5")
    (word,) = alone(result)
    with text.speaking("de"):
        assert reason_words(Rules(3, 3, 3), Reason(ReasonKind.CENTRE, (5,))) in word
    assert "your turn" in world.newest("2").content


async def test_a_whisper_that_discord_refuses_is_given_up(world: World) -> None:
    """The move stands, the board is there, and nobody reads an apology."""
    await world.pair("coach after")
    world.env.inject_error("POST", "/webhooks/*", status=403, times=1)
    result = await world.alice.click(world.newest("1"), label="1")
    assert alone(result) == []
    assert await world.moves() == (1,)
    assert "**alice** played **1**" in world.last
    await world.press(world.bob, "5")
    assert await world.moves() == (1, 5)


async def test_a_choice_is_remembered_after_a_restart(world: World) -> None:
    """For games against the bot, by whatever way they begin."""
    told = await world.say("!ttt coach after")
    assert told == [text.coach_remembered(Coach.AFTER)]
    await world.restart()
    await world.say("!ttt start x")
    assert await coaches(world) == (Coach.AFTER, Coach.OFF)
    await world.say("!ttt stop", "!ttt load 3x3x3:5-1")
    assert await coaches(world) == (Coach.AFTER, Coach.OFF)
    await world.say("!ttt stop", "!ttt rematch")
    assert sorted(c.value for c in await coaches(world)) == ["after", "off"]


async def test_the_command_alone_tells_how_it_is(world: World) -> None:
    """And what there is; it changes no choice and no game, typed or by slash command."""
    before = await world.say("!ttt start x")
    assert before
    for coach in (Coach.OFF, Coach.AFTER):
        here = text.coach_now(coach, "!", playing=True)
        assert await world.say("!ttt coach") == [here]
        session = await world.session()
        assert (session.x.coach, session.assisted) == (coach, coach is Coach.AFTER)
        result = await world.alice.slash(world.channel, "ttt do", words="coach")
        assert alone(result) == [here]
        assert await world.session() == session
        elsewhere = text.coach_now(Coach.OFF, "!", playing=False)
        assert await world.say("bob: !ttt coach") == [elsewhere]
        await world.say("!ttt coach after")
    await world.say("!ttt resign")
    assert await world.say("!ttt coach") == [text.coach_now(Coach.AFTER, "!", playing=False)]
    assert "`!ttt coach before`" in world.last


async def test_without_a_coach_no_switch_is_mentioned(world: World) -> None:
    """Nothing has been changed, in a game or before one; `coach off` has its own words."""
    for words in ("!ttt coach", "!ttt start x"):
        await world.say(words)
        (told,) = await world.say("!ttt coach")
        assert told.splitlines()[0] == "The coach is off."
    assert text.coach_remembered(Coach.OFF) in await world.say("bob: !ttt coach off")


@pytest.mark.parametrize("start", ["start x", "start o", "load 3x3x3:5-1"])
async def test_a_game_that_begins_with_a_coach_says_what_it_costs(world: World, start: str) -> None:
    """It was chosen long ago, or in a game between people; one without it says nothing."""
    told = coach_switched(Coach.BEFORE)
    await world.pair()
    await world.say("!ttt coach before", "!ttt stop")
    (board,) = await world.say(f"!ttt {start}")
    assert told in board.splitlines()
    assert "win no rating points" in told
    await world.say("!ttt coach off", "!ttt stop")
    (board,) = await world.say(f"!ttt {start}")
    assert told not in board


async def test_switching_it_on_tells_what_that_costs(world: World) -> None:
    """Against Kinarow the game becomes unrated; between people for one of them. Both are told."""
    unrated = "With the coach you win no rating points."
    assert unrated in (await world.say("!ttt coach after"))[0]
    await world.say("!ttt start x hard coach off")
    assert unrated in (await world.say("!ttt coach before"))[0]
    assert (await world.session()).assisted
    assert unrated not in (await world.say("!ttt coach off"))[0]
    await world.say("!ttt stop")
    await world.pair()
    (board,) = await world.say("!ttt coach before")
    assert unrated not in board
    assert "can lower **alice**'s rating" in board


async def test_a_game_may_be_asked_for_without_the_coach(world: World) -> None:
    """Then it counts, and what was chosen holds for the next one."""
    await world.say("!ttt coach before", "!ttt start x coach off")
    assert await coaches(world) == (Coach.OFF, Coach.OFF)
    assert not (await world.session()).assisted
    await world.say("!ttt stop", "!ttt start x")
    assert await coaches(world) == (Coach.BEFORE, Coach.OFF)


@pytest.mark.parametrize("words", ["@bob coach", "open coach before", "@bob coach after"])
async def test_a_challenge_says_that_it_has_a_coach(world: World, words: str) -> None:
    """Whoever accepts has read that both are helped and nobody is rated; a rematch says it too."""
    help_told = "after each move" if "after" in words else "before each move I say what I'd"
    (asked,) = await world.say(f"!ttt start {words} x 3x3")
    assert f"With the coach: {help_told}" in asked
    assert "isn't rated" in asked
    await world.say("bob: !ttt accept", "5", "bob: 1", "!ttt resign")
    (asked,) = await world.say("!ttt rematch")
    assert f"With the coach: {help_told}" in asked


async def test_a_challenge_has_the_coach_that_it_says(world: World) -> None:
    """What the two have chosen for other games stays out."""
    await world.say("!ttt coach after", "bob: !ttt coach before")
    await world.pair()
    assert await coaches(world) == (Coach.OFF, Coach.OFF)
    await world.say("!ttt stop")
    await world.pair("coach after")
    assert await coaches(world) == (Coach.AFTER, Coach.AFTER)


async def test_a_choice_between_games_is_told_to_who_chose(world: World) -> None:
    """A slash command's answer is for them alone."""
    result = await world.alice.slash(world.channel, "ttt do", words="coach after")
    assert alone(result) == [text.coach_remembered(Coach.AFTER)]


async def test_without_the_coach_a_person_plays_alone(world: World) -> None:
    """In the game that is on, and in the next one."""
    await world.say("!ttt start x coach after", "!ttt coach off")
    (board,) = await world.say("5")
    assert "🎓" not in board
    await world.say("!ttt stop", "!ttt start x")
    assert await coaches(world) == (Coach.OFF, Coach.OFF)


async def test_the_choice_is_erased_with_the_person(world: World) -> None:
    """A later game begins as for a stranger."""
    await world.say("!ttt coach after", "!ttt forget")
    await world.press(world.alice, text.said(FORGET))
    await world.say("!ttt start x")
    assert await coaches(world) == (Coach.OFF, Coach.OFF)
