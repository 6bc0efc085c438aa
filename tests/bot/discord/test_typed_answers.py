"""A yes or a no without a command: an answer to a challenge, or conversation."""

from __future__ import annotations

import pytest

from bot.features.start.values import StartProblem
from bot.show.languages import languages
from bot.show.text.words import ACCEPT, JOIN
from tests.bot.discord.world import World, labels, sentence
from tests.bot.match.test_own_words import unasked

YES_AND_NO = {
    "ar": "نعم لا",
    "de": "ja nein",
    "en": "yes no",
    "es": "sí no",
    "fr": "oui non",
    "hi": "हाँ नहीं",
    "it": "sì no",
    "ja": "はい いいえ",
    "ko": "네 아니요",
    "nl": "ja nee",
    "pl": "tak nie",
    "pt-BR": "sim não",
    "ru": "да нет",
    "tr": "evet hayır",  # noqa: RUF001 - Turkish has both
    "uk": "так ні",
    "zh-CN": "好的 不",
}
LANGUAGES = pytest.mark.parametrize("language", languages())


async def begun(world: World) -> bool:
    """Whether a game is on in the channel."""
    return bool(await world.store.live())


async def reply(world: World, words: str, *, label: str = ACCEPT) -> list[str]:
    """What the bot says when bob or carol types in reply to the challenge."""
    speaker, _, said = words.partition(": ")
    before = len(world.said())
    member = {"alice": world.alice, "bob": world.bob, "carol": world.carol}[speaker]
    await member.send(world.channel, said, reply_to=world.newest(label))
    await world.env.settle()
    return world.said()[before:]


@pytest.mark.parametrize("words", ["yes", "Yes!", "accept", "yes please", "OK", "I accept."])
async def test_the_next_message_of_who_is_challenged_accepts(world: World, words: str) -> None:
    """The game begins, and the challenge loses its buttons."""
    await world.say("!ttt start @bob x")
    question = world.newest(ACCEPT)
    board, _ = await world.say(f"bob: {words}")
    assert "❌ **alice**" in board
    (answered,) = [m for m in world.channel.history() if m.id == question.id]
    assert answered.content == "**bob** accepts the challenge of **alice**. Have a good game!"
    assert labels(answered) == []


@pytest.mark.parametrize("words", ["no", "No.", "decline", "no thanks", "nope"])
async def test_the_next_message_of_who_is_challenged_declines(world: World, words: str) -> None:
    """No game begins, and both read so."""
    await world.say("!ttt start @bob")
    told = await world.say(f"bob: {words}")
    assert set(told) == {"**bob** declines the challenge of **alice**."}
    assert not await begun(world)


@LANGUAGES
async def test_each_language_has_its_own_yes_and_no(world: World, language: str) -> None:
    """As its speakers type them, in a server that speaks it; yes works everywhere."""
    await world.say(f"steward: !ttt language {language}")
    own, no = YES_AND_NO[language].split()
    for yes in (own, "yes"):
        await world.say("!ttt start @bob")
        await world.say(f"bob: {yes}")
        assert await begun(world), yes
        await world.say("!ttt stop")
    await world.say("!ttt start @bob")
    await world.say(f"bob: {no}")
    assert len(await world.say("!ttt start @carol")) == 1, "alice's challenge is over"


async def test_a_word_of_another_language_is_conversation(world: World) -> None:
    """`no` is a yes among Poles, and few who speak English know `ja`."""
    await world.say("!ttt start @bob")
    assert await world.say("bob: ja") == []
    await world.say("!ttt stop", "steward: !ttt language pl", "!ttt start @bob")
    assert await world.say("bob: no") == []
    await world.say("!ttt stop", "!ttt start @bob")
    assert not await begun(world)
    assert await world.say("bob: tak") != []
    assert await begun(world)


@pytest.mark.parametrize("between", ["hello", "bob: hm", "carol: shall we have lunch?", "5"])
async def test_after_another_message_a_plain_yes_is_conversation(
    world: World, between: str
) -> None:
    """It may answer that one. The challenge still waits, for a reply or a press."""
    await world.say("!ttt start @bob", between)
    assert await world.say("bob: yes") == []
    assert not await begun(world)
    assert await reply(world, "bob: yes") != []
    assert await begun(world)


async def test_nobody_elses_yes_is_an_answer(world: World) -> None:
    """Neither in the next message nor in reply, and the challenger's own is none."""
    await world.say("!ttt start @bob")
    assert await reply(world, "carol: yes") == []
    assert await reply(world, "alice: no") == []
    assert await world.say("carol: yes", "alice: no") == []
    assert not await begun(world)
    await world.press(world.bob, ACCEPT)
    assert await begun(world)


async def test_a_reply_to_something_else_is_conversation(world: World) -> None:
    """Even as the next message after the challenge."""
    other = await world.carol.send(world.channel, "lunch?")
    await world.say("!ttt start @bob")
    await world.bob.send(world.channel, "yes", reply_to=other)
    await world.env.settle()
    assert not await begun(world)


async def test_a_plain_yes_where_nothing_is_asked_gets_no_answer(world: World) -> None:
    """Nor does one during a game, nor in another channel than that of the challenge."""
    assert await world.say("bob: yes", "no", "ok") == []
    await world.say("!ttt start @bob")
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert await world.say("bob: yes", channel=elsewhere) == []
    await world.press(world.bob, ACCEPT)
    assert await world.say("bob: yes", "no") == []


@pytest.mark.parametrize("words", ["yes?", '"yes"', "yes I saw it", "no way", "no idea", "yes no"])
async def test_more_than_yes_or_no_is_conversation(world: World, words: str) -> None:
    """A question, a quotation or a remark answers nothing, in reply either."""
    await world.say("!ttt start @bob")
    assert await world.say(f"bob: {words}") == []
    assert await reply(world, f"bob: {words}") == []
    assert await reply(world, "bob: yes") != []


@LANGUAGES
async def test_talk_about_acts_answers_no_challenge(world: World, language: str) -> None:
    """As after `!ttt`: in reply to the challenge they would mean it, if anywhere."""
    await world.say(f"steward: !ttt language {language}", "!ttt start @bob")
    for words in unasked(language)[::12]:
        await world.bob.send(world.channel, words, reply_to=world.channel.history()[2])
    await world.env.settle()
    assert not await begun(world)
    assert len(await world.say("bob: !ttt accept")) >= 1
    assert await begun(world)


async def test_anyone_joins_an_open_challenge_by_a_reply(world: World) -> None:
    """The next message would be anybody's; and only its challenger can end it."""
    await world.say("!ttt start open x")
    assert await world.say("bob: yes") == []
    assert await reply(world, "bob: no", label=JOIN) == []
    assert await reply(world, "alice: yes", label=JOIN) == []
    board, _ = await reply(world, "carol: join", label=JOIN)
    assert "⭕ **carol**" in board


async def test_an_answer_typed_while_the_bot_was_away_counts(world: World) -> None:
    """It is read back, and what is no answer stays conversation."""
    await world.say("!ttt start @bob x")
    await world.restart("carol: yes", "bob: yes")
    assert not await begun(world)
    await world.say("!ttt stop", "!ttt start @bob x")
    await world.restart("bob: yes")
    assert await begun(world)


async def test_the_next_message_after_a_restart_counts(world: World) -> None:
    """Discord is asked what stands above it, so no process has to have counted."""
    await world.say("!ttt start @bob x")
    await world.restart()
    await world.say("bob: yes")
    assert await begun(world)


async def test_an_answer_to_two_challenges_answers_the_newer(world: World) -> None:
    """That is what stands above the answer; a reply answers the other one."""
    await world.say("!ttt start @bob x 4x4")
    older = world.newest(ACCEPT)
    await world.say("carol: !ttt start @bob x")
    await world.say("bob: no")
    await world.bob.send(world.channel, "yes", reply_to=older)
    await world.env.settle()
    assert (await world.session()).x.name == "alice"


async def test_a_yes_that_crosses_the_end_of_its_challenge_is_told_so(world: World) -> None:
    """Of a yes and a withdrawal at once one counts."""
    await world.say("!ttt start @bob x")
    question = world.newest(ACCEPT)
    told = await world.say_at_once("!ttt stop", "bob: yes")
    gone = sentence(StartProblem.CHALLENGE_GONE)
    assert await begun(world) == (gone not in told and "**alice** takes" not in "".join(told))
    (ended,) = [m for m in world.channel.history() if m.id == question.id]
    assert labels(ended) == []
