"""What people ask of each other before a game: challenges, and who may answer them."""

from __future__ import annotations

import discord
import pytest

from bot.errors import Problem
from bot.features.start.values import StartProblem
from bot.match.session import Coach
from bot.show.text.words import ACCEPT, DECLINE, JOIN, WITHDRAW
from tests.bot.discord.world import World, labels, said, sentence

DAY = 86_400.0


async def test_a_challenge_is_accepted_by_button(world: World) -> None:
    """The invited member presses Accept: the buttons go, and the board comes."""
    (asked,) = await world.say("!ttt start @bob x 4x4")
    bob = world.bob.mention
    assert asked.startswith(
        f"**alice** challenges {bob} to 4×4, 4 in a row. **alice** moves first.\n"
    )
    question = world.newest(ACCEPT)
    (board,) = await world.press(world.bob, ACCEPT)
    assert "❌ **alice** \N{EN DASH} ⭕ **bob** · 4×4, 4 in a row" in board
    (answered,) = [m for m in world.channel.history() if m.id == question.id]
    assert answered.content == "**bob** accepts the challenge of **alice**. Have a good game!"
    assert labels(answered) == []


async def test_only_the_invited_member_is_pinged(world: World) -> None:
    """A challenge notifies the member it is for, and nobody else."""
    await world.say("!ttt start @bob")
    (post,) = [r for r in world.env.http_requests if r.path.endswith("/messages")]
    assert isinstance(post.json, dict)
    assert post.json["allowed_mentions"]["users"] == [world.bob.id]
    assert not post.json["allowed_mentions"].get("parse")


async def test_nothing_is_stored_before_a_challenge_is_accepted(world: World) -> None:
    """While a challenge waits, another game can be played in its channel."""
    await world.say("!ttt start @bob")
    (board,) = await world.say("carol: !ttt start x")
    assert "❌ **carol**" in board
    assert await world.press(world.bob, ACCEPT) == [
        sentence(Problem.GAME_OF_OTHERS, x="carol", o="Kinarow")
    ]
    await world.say("carol: !ttt stop")
    (board,) = await world.press(world.bob, ACCEPT)
    assert "**alice**" in board


async def test_one_challenge_of_a_person_waits(world: World) -> None:
    """A second one is refused in the same server, and the first can still be accepted."""
    await world.say("!ttt start @bob x")
    other = world.guild.create_text_channel("more")
    waits = [sentence(StartProblem.CHALLENGE_WAITS, place=world.channel.id)]
    assert await world.say("!ttt start open", channel=other) == waits
    assert await world.say("!ttt start @carol 4x4") == waits
    assert len(await world.say("bob: !ttt start @alice", channel=other)) == 1
    await world.press(world.bob, ACCEPT)
    assert (await world.session()).x.name == "alice"


async def test_a_challenge_is_withdrawn_by_button_or_command(world: World) -> None:
    """Either way its buttons go and another one can be sent; nobody else can withdraw it."""
    await world.say("!ttt start @bob")
    refused = [sentence(StartProblem.NOT_CHALLENGER, name="alice")]
    assert await world.press(world.bob, WITHDRAW) == refused
    assert await world.say("carol: !ttt stop") == [sentence(Problem.NO_GAME)]
    question = world.newest(WITHDRAW)
    await world.press(world.alice, WITHDRAW)
    (answered,) = [m for m in world.channel.history() if m.id == question.id]
    assert answered.content == "**alice** takes the challenge back."
    assert labels(answered) == []
    await world.say("!ttt start @bob")
    elsewhere = world.guild.create_text_channel("elsewhere")
    (told,) = await world.say("!ttt stop", channel=elsewhere)
    assert told == "**alice** takes the challenge back."
    assert world.last == told
    assert labels(world.channel.history()[-1]) == []


async def test_a_player_stops_the_game_before_a_challenge(world: World) -> None:
    """Whoever plays here and has asked elsewhere means the game; the next time the challenge."""
    await world.pair()
    other = world.guild.create_text_channel("more")
    await world.say("!ttt start @carol", channel=other)
    (board,) = await world.say("!ttt stop")
    assert "The game was stopped." in board
    assert await world.say("!ttt stop") == ["**alice** takes the challenge back."]


async def test_a_person_who_declined_is_not_asked_again_at_once(world: World) -> None:
    """The answer says when; somebody else can be asked, and later the same person."""
    await world.say("!ttt start @bob")
    await world.press(world.bob, DECLINE)
    (refused,) = await world.say("!ttt start @bob 4x4")
    assert refused.startswith(f"You just got a no from {world.bob.mention}.")
    assert len(await world.say("!ttt start @carol")) == 1
    await world.say("!ttt stop")
    await world.env.advance_time(11 * 60)
    assert "challenges" in (await world.say("!ttt start @bob"))[0]


async def test_challenges_cannot_be_used_to_pester(world: World) -> None:
    """After withdrawing a few their author has to wait."""
    for _ in range(5):
        await world.say("!ttt start @bob", "!ttt stop")
    (refused,) = await world.say("!ttt start open")
    assert refused.startswith("That's a lot of challenges.")


async def test_a_challenge_that_cannot_be_posted_does_not_wait(world: World) -> None:
    """Where Discord does not take it, it can be sent again."""
    posts = "POST", f"/channels/{world.channel.id}/messages"
    world.env.inject_error(*posts, status=400, code=50035, times=1)
    await world.say("!ttt start @bob")
    assert "challenges" in (await world.say("!ttt start @bob"))[0]


async def test_an_acceptance_that_is_answered_too_late_counts(world: World) -> None:
    """The game begins, its channel sees the board, and the challenge loses its buttons."""
    await world.say("!ttt start @bob")
    question = world.newest(ACCEPT)
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=None)
    await world.bob.click(question, label=ACCEPT)
    assert (await world.session()).people
    accepted, board = world.shown()
    assert "accepts the challenge" in accepted
    assert "your turn" in board


async def test_nobody_can_be_challenged_in_a_direct_message(world: World) -> None:
    """There are only the two of us."""
    await world.alice.send_dm("!ttt start open")
    assert world.told(world.alice) == [sentence(Problem.NOBODY_ELSE)]


async def test_a_challenge_of_an_older_version_is_over(world: World) -> None:
    """Its buttons told the whole challenge; a press says so and takes them away."""
    view = discord.ui.View(timeout=None)
    for word in ("yes", "no"):
        custom_id = f"ttt:challenge:{word}:{world.alice.id}/{world.bob.id}/3x3x3/X"
        view.add_item(discord.ui.Button(label=word, custom_id=custom_id))
    channel = world.env.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send("alice challenges bob", view=view)
    result = await world.bob.click(world.newest("yes"), label="yes")
    assert sentence(StartProblem.CHALLENGE_GONE) in said(result).values()
    assert labels(world.channel.history()[-1]) == []


async def test_a_challenge_is_declined_by_button(world: World) -> None:
    """The invited member presses Decline: the buttons go, and no game begins."""
    await world.say("!ttt start @bob")
    await world.press(world.bob, DECLINE)
    assert world.last == "**bob** declines the challenge of **alice**."
    assert labels(world.channel.history()[-1]) == []
    assert await world.say("!ttt board") == [sentence(Problem.NO_GAME)]


async def test_a_challenger_takes_the_challenge_back(world: World) -> None:
    """Decline, pressed by the challenger, withdraws."""
    await world.say("!ttt start @bob")
    await world.press(world.alice, DECLINE)
    assert world.last == "**alice** takes the challenge back."


async def test_a_challenge_is_answered_by_the_invited_only(world: World) -> None:
    """A spectator cannot answer it, and the challenger cannot accept it."""
    await world.say("!ttt start @bob")
    only_bob = [sentence(StartProblem.NOT_CHALLENGED, name="bob")]
    assert await world.press(world.carol, ACCEPT) == only_bob
    assert await world.press(world.carol, DECLINE) == only_bob
    assert await world.press(world.alice, ACCEPT) == only_bob
    assert await world.press(world.bob, ACCEPT) != only_bob


async def test_anyone_may_join_an_open_challenge(world: World) -> None:
    """The first who presses plays; the challenger cannot join alone."""
    (asked,) = await world.say("!ttt start open x")
    assert asked.startswith(
        "**alice** would like to play tic-tac-toe. Who joins? **alice** moves first.\n"
    )
    assert labels(world.newest(JOIN)) == [JOIN, WITHDRAW]
    assert await world.press(world.alice, JOIN) == [sentence(StartProblem.CHALLENGE_SELF)]
    await world.press(world.carol, JOIN)
    assert (await world.session()).o.name == "carol"


async def test_an_open_challenge_is_withdrawn_by_its_challenger_only(world: World) -> None:
    """Somebody who does not want to play cannot turn the invitation down for everybody."""
    await world.say("!ttt start open")
    assert await world.press(world.carol, WITHDRAW) == [
        sentence(StartProblem.NOT_CHALLENGER, name="alice")
    ]
    assert await world.say("carol: !ttt decline") == [sentence(StartProblem.NOTHING_ASKED)]
    assert await world.say("carol: !ttt stop") == [sentence(Problem.NO_GAME)]
    await world.press(world.alice, WITHDRAW)
    assert world.last == "**alice** takes the challenge back."


async def test_a_challenge_that_has_expired_is_over(world: World) -> None:
    """Whoever presses after a day is told so, only you will see it, and the buttons go."""
    (asked,) = await world.say("!ttt start @bob x 4x4")
    question = world.newest(ACCEPT)
    expires = int(question.created_at.timestamp() + DAY)
    assert asked.endswith(f"The challenge expires <t:{expires}:R>.")
    await world.env.advance_time(DAY + 60)
    result = await world.bob.click(question, label=ACCEPT)
    (told,) = [answer for answer in result.followups if answer is not None]
    assert (told.content, told.ephemeral) == (sentence(StartProblem.CHALLENGE_EXPIRED), True)
    assert labels(world.channel.history()[-1]) == []
    assert await world.store.live() == []
    assert len(await world.say("!ttt start @bob")) == 1


async def test_a_challenge_pressed_twice_begins_one_game(world: World) -> None:
    """Two presses in the same moment begin one game; the second is told that it was too late."""
    await world.say("!ttt start open")
    question = world.newest(JOIN)
    with world.in_the_same_moment():
        first = await world.bob.click(question, label=JOIN)
        second = await world.carol.click(question, label=JOIN)
    await world.env.settle()
    assert len(await world.store.live()) == 1
    answers = [words for result in (first, second) for words in said(result).values()]
    too_late = {
        sentence(StartProblem.CHALLENGE_GONE),
        sentence(Problem.GAME_OF_OTHERS, x="bob", o="alice"),
        sentence(Problem.GAME_OF_OTHERS, x="alice", o="bob"),
    }
    assert too_late & set(answers)


async def test_a_challenge_outlives_a_restart(world: World) -> None:
    """All that a challenge says is in its buttons, so that another process can answer it."""
    await world.say("!ttt start @bob o 5x5x4 misere coach text")
    await world.restart()
    (board,) = await world.press(world.bob, ACCEPT)
    session = await world.session()
    assert str(session.rules) == "5x5x4 misere"
    assert (session.x.name, session.o.name) == ("bob", "alice")
    assert session.x.coach is session.o.coach is Coach.BEFORE
    assert "For **alice**: " in board


@pytest.mark.parametrize("words", ["!ttt start @robot", "!ttt start 4x4 @robot easy"])
async def test_a_bot_cannot_be_challenged(world: World, words: str) -> None:
    """Another bot could not answer."""
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert await world.say(words.replace("@robot", robot.mention)) == [
        sentence(StartProblem.CHALLENGE_BOT, name="robot")
    ]


@pytest.mark.parametrize("words, name", [("@bob hard", "@name"), ("1200 open 4x4", "open")])
async def test_a_person_has_no_level(world: World, words: str, name: str) -> None:
    """A word that would change nothing is not ignored; against Kinarow it is the level."""
    level = "hard" if "hard" in words else "1200"
    refused = sentence(Problem.TWO_VALUES, first=name, second=level)
    assert await world.say(f"!ttt start {words}") == [refused]
    (board,) = await world.say("!ttt start @Kinarow x hard")
    assert "**Kinarow** (hard)" in board


async def test_nobody_can_challenge_themselves(world: World) -> None:
    """The answer names two ways that work."""
    assert await world.say("!ttt start @alice") == [sentence(StartProblem.CHALLENGE_SELF)]


async def test_challenging_kinarow_is_a_game_against_the_engine(world: World) -> None:
    """A mention of the bot as opponent means what it says."""
    (board,) = await world.say("!ttt start x @Kinarow")
    assert "⭕ **Kinarow** (perfect)" in board


async def test_strangers_cannot_be_challenged(world: World) -> None:
    """A mention of somebody who is not on the server is refused."""
    stranger = world.env.create_user("stranger")
    assert await world.say(f"!ttt start {stranger.mention}") == [sentence(Problem.NO_SUCH_MEMBER)]


@pytest.mark.parametrize("answer", [ACCEPT, DECLINE, "accept", "decline"])
async def test_a_challenge_of_somebody_who_has_left_is_over(world: World, answer: str) -> None:
    """However it is answered: its buttons go, and nobody is told to mention a member."""
    await world.say("!ttt start @bob")
    question = world.newest(ACCEPT)
    world.guild.remove_member(world.alice)
    await world.env.settle()
    gone = sentence(StartProblem.CHALLENGE_GONE)
    if answer in {ACCEPT, DECLINE}:
        assert gone in await world.press(world.bob, answer)
    else:
        assert (await world.say(f"bob: !ttt {answer}"))[-1] == gone
    (ended,) = [m for m in world.channel.history() if m.id == question.id]
    assert (ended.content, labels(ended)) == (gone, [])
    assert await world.say("bob: !ttt decline") == [sentence(StartProblem.NOTHING_ASKED)]


async def test_five_challenges_taken_back_are_one_ping(world: World) -> None:
    """In whatever channel, and after a restart: who was asked is pinged once, and then in peace."""
    elsewhere = world.guild.create_text_channel("elsewhere")
    for at in range(5):
        channel = elsewhere if at % 2 else world.channel
        await world.say("!ttt start @bob", "!ttt stop", channel=channel)
        if at == 2:
            await world.restart()
    assert pings(world, world.bob.id) == 1
    await world.env.advance_time(11 * 60)
    await world.say("!ttt start @bob")
    assert pings(world, world.bob.id) == 2


async def test_a_challenge_whose_message_was_deleted_does_not_ping_again(world: World) -> None:
    """A moderator who deletes it and asks again pings nobody twice."""
    for _ in range(3):
        await world.say("!ttt start @bob")
        await world.moderator.delete(world.newest(ACCEPT))
    assert pings(world, world.bob.id) == 1


async def test_a_refusal_holds_for_pings_from_another_server_too(world: World) -> None:
    """There the challenge is seen, but it does not call them."""
    await world.say("!ttt start @bob")
    await world.press(world.bob, DECLINE)
    other = world.env.create_guild("Other")
    channel = other.create_text_channel("games")
    alice, bob = (other.add_member(member.user) for member in (world.alice, world.bob))
    await alice.send(channel, f"!ttt start {bob.mention}")
    await world.env.settle()
    assert ACCEPT in labels(channel.history()[-1])
    assert pings(world, world.bob.id) == 1


def pings(world: World, user: int) -> int:
    """How many messages have called a person."""
    posts = [r.json for r in world.env.http_requests if r.path.endswith("/messages")]
    asked = [post.get("allowed_mentions", {}) for post in posts if isinstance(post, dict)]
    return sum(user in (mentions.get("users") or ()) for mentions in asked)
