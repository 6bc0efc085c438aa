"""Who may challenge whom: people who want to be left alone are."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from simcord import InteractionResult

from bot.features.peace.text import BLOCK, CHALLENGES
from bot.features.peace.values import PeaceProblem
from bot.features.start.challenge_feature import Challenging
from bot.features.start.values import COOLDOWN, StartProblem
from bot.match.session import UserId
from bot.show.languages import languages
from bot.show.text.language import said as spoken
from bot.show.text.language import speaking
from bot.show.text.words import ACCEPT, DECLINE, JOIN
from tests.bot.discord.pages import Pages, bot_of
from tests.bot.discord.world import World, labels, said, sentence

REFUSED = sentence(StartProblem.NOT_POSSIBLE, name="bob")


def pings(world: World, user: int) -> int:
    """How many messages have called a person."""
    posts = [r.json for r in world.env.http_requests if r.path.endswith("/messages")]
    asked = [post.get("allowed_mentions", {}) for post in posts if isinstance(post, dict)]
    return sum(user in (mentions.get("users") or ()) for mentions in asked)


def alone(result: InteractionResult) -> Any:
    """What an interaction shows to its person alone, in the end."""
    shown = [one for one in (result.response, *result.followups) if one is not None]
    assert shown[-1].ephemeral
    return shown[-1].message


@pytest.mark.parametrize("choice", ["challenges off", "challenges friends", "block @alice"])
async def test_an_unwanted_challenge_gets_one_sentence(world: World, choice: str) -> None:
    """The same sentence whatever the reason; nobody is pinged, no thread opens, nothing waits."""
    await world.say(f"bob: !ttt {choice}")
    assert await world.say("!ttt start @bob") == [REFUSED]
    assert await world.say("!ttt start @bob thread") == [REFUSED]
    menu = await world.alice.context_menu(world.channel, "Challenge", world.bob)
    assert list(said(menu).values()) == [REFUSED]
    assert world.channel.threads == []
    assert pings(world, world.bob.id) == 0
    await world.restart()
    assert await world.say("!ttt start @bob") == [REFUSED]
    assert await world.say("bob: !ttt accept") == [sentence(StartProblem.NOTHING_ASKED)]


async def test_a_rematch_asks_only_who_wants_to_be_asked(world: World) -> None:
    """By command, by button, and in a game from a code."""
    await world.pair()
    await world.say("bob: !ttt challenges off", "5", "bob: !ttt resign")
    assert await world.say("!ttt rematch") == [REFUSED]
    assert await world.press(world.alice, "Rematch") == [REFUSED]
    assert await world.say("!ttt load 3x3x3:5-1 @bob") == [REFUSED]
    assert pings(world, world.bob.id) == 1, "for the game before"


async def test_friends_are_those_one_has_played(world: World) -> None:
    """Whoever has finished a game with bob can challenge him; a stranger cannot."""
    await world.say("bob: !ttt challenges friends")
    assert await world.say("!ttt start @bob") == [REFUSED]
    await world.say("bob: !ttt start @alice x", "!ttt accept", "bob: 5", "!ttt resign")
    assert "challenges" in (await world.say("!ttt start @bob"))[0]
    assert await world.say("carol: !ttt start @bob") == [REFUSED]
    await world.say("!ttt stop", "bob: !ttt block @alice")
    assert await world.say("!ttt start @bob") == [REFUSED]


async def test_a_person_who_wants_no_challenge_can_send_one(world: World) -> None:
    """And if the other asks for the same game, it begins: that was wanted."""
    await world.say("bob: !ttt challenges off", "bob: !ttt start @alice x")
    await world.say("!ttt start @bob o")
    assert (await world.session()).x.name == "bob"


async def test_one_person_is_blocked_and_no_other(world: World) -> None:
    """Until bob unblocks her."""
    await world.say("bob: !ttt block @alice")
    assert "challenges" in (await world.say("carol: !ttt start @bob"))[0]
    await world.say("carol: !ttt stop")
    assert await world.say("!ttt start @bob") == [REFUSED]
    await world.say("bob: !ttt unblock @alice")
    assert "challenges" in (await world.say("!ttt start @bob"))[0]


async def test_a_blocked_person_joins_no_open_challenge(world: World) -> None:
    """By button, command, a reply, or by asking for the same game. Others may."""
    await world.say("bob: !ttt block @alice", "bob: !ttt start open x")
    assert await world.press(world.alice, JOIN) == [REFUSED]
    assert REFUSED in await world.say("!ttt accept")
    assert REFUSED in await world.say("!ttt start @bob o")
    await world.alice.send(world.channel, "join", reply_to=world.newest(JOIN))
    await world.env.settle()
    assert await world.store.live() == []
    await world.press(world.carol, JOIN)
    assert (await world.session()).o.name == "carol"


async def test_a_person_who_blocks_may_still_ask_and_join(world: World) -> None:
    """A block holds one way: what bob does himself he wants."""
    await world.say("bob: !ttt block @alice", "!ttt start open x")
    await world.press(world.bob, JOIN)
    assert (await world.session()).o.name == "bob"


async def test_a_block_declines_what_was_asked(world: World) -> None:
    """Also in another channel: the challenge loses its buttons."""
    await world.say("!ttt start @bob")
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.env.settle()
    await world.say("bob: !ttt block @alice", channel=elsewhere)
    (asked,) = [m for m in world.channel.history() if "alice" in m.content and m.author.bot]
    assert asked.content == "**bob** declines the challenge of **alice**."
    assert labels(asked) == []
    assert await world.say("bob: yes") == []


async def test_the_list_is_for_its_person_alone(world: World) -> None:
    """Typed in a server it stands behind a button; each button changes it in place."""
    await world.say("bob: !ttt block @alice")
    (told,) = await world.say("bob: !ttt challenges")
    assert "alice" not in told
    shown = await world.bob.click(world.newest(CHALLENGES), label=CHALLENGES)
    assert shown.ephemeral
    (words,) = said(shown).values()
    assert words.splitlines()[0] == "Anyone can challenge you."
    assert words.splitlines()[-1] == "You have blocked **alice**."
    own = await world.carol.click(world.newest(CHALLENGES), label=CHALLENGES)
    assert "alice" not in "".join(said(own).values())


async def test_a_choice_by_button_counts(world: World) -> None:
    """Nobody, people I know, anyone; and somebody is unblocked in the menu."""
    result = await world.bob.slash(world.channel, "ttt do", words="challenges")
    shown = alone(result)
    await world.bob.click(shown, label="Nobody")
    assert await world.say("!ttt start @bob") == [REFUSED]
    await world.bob.click(shown, label="Anyone")
    assert "challenges" in (await world.say("!ttt start @bob"))[0]
    await world.say("bob: !ttt block @alice")
    result = await world.bob.slash(world.channel, "ttt do", words="challenges")
    shown = alone(result)
    await world.bob.select(shown, values=[f"ttt:unblock:{world.alice.id}"])
    await world.env.advance_time(COOLDOWN.total_seconds() + 60)
    assert "challenges" in (await world.say("!ttt start @bob"))[0]


async def test_a_person_who_declines_is_offered_peace(world: World) -> None:
    """Alone: from when she may ask again, and a button that ends it."""
    await world.say("!ttt start @bob")
    declined = await world.bob.click(world.newest(ACCEPT), label=DECLINE)
    note = alone(declined)
    assert note.content.startswith("**alice** can challenge you again <t:")
    assert labels(note) == [BLOCK, CHALLENGES]
    await world.bob.click(note, label=BLOCK)
    await world.env.advance_time(COOLDOWN.total_seconds() + 60)
    assert await world.say("!ttt start @bob") == [REFUSED]


async def test_a_member_is_blocked_in_their_menu(world: World) -> None:
    """Nobody else sees that."""
    result = await world.bob.context_menu(world.channel, BLOCK, world.alice)
    assert result.ephemeral
    assert await world.say("!ttt start @bob") == [REFUSED]


async def test_a_typed_block_is_hidden_where_the_bot_may(world: World) -> None:
    """The answer names nobody."""
    await world.say("bob: !ttt block @alice")
    typed = [m for m in world.channel.history() if "!ttt block" in m.content]
    assert typed == []
    assert "alice" not in world.last


@pytest.mark.parametrize("words", ["block", "block @bob", "block @Kinarow", "block @alice @carol"])
async def test_only_one_other_member_is_blocked(world: World, words: str) -> None:
    """Whoever names nobody, themselves, the bot or several people is told how."""
    assert await world.say(f"bob: !ttt {words}") == [sentence(PeaceProblem.WHOM)]


async def test_somebody_who_has_left_can_be_blocked(world: World) -> None:
    """They may come back. Without a name the list mentions them."""
    world.guild.remove_member(world.alice)
    await world.env.settle()
    await world.say(f"bob: !ttt block <@{world.alice.id}>")
    await world.bob.send_dm("!ttt challenges")
    assert world.told(world.bob)[-1].endswith(f"You have blocked <@{world.alice.id}>.")


@pytest.mark.parametrize("language", languages())
async def test_it_is_asked_for_in_each_language(world: World, language: str) -> None:
    """As the buttons say it; and a question about it changes nothing."""
    with speaking(language):
        block = spoken(BLOCK)
    await world.say(f"steward: !ttt language {language}")
    await world.say("bob: !ttt challenges off?", f"bob: !ttt {block} @alice?")
    assert "<@" in (await world.say("!ttt start @bob"))[0]
    await world.say("!ttt stop", f"bob: !ttt {block} @alice")
    assert "<@" not in (await world.say("!ttt start @bob"))[0]


async def test_a_page_offers_the_same(
    world: World, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a decline there."""

    def now() -> datetime:  # pages are served by the host's clock, which is months away
        return max(message.created_at for message in world.channel.history())

    monkeypatch.setattr(bot_of(world).feature(Challenging).challenges, "_clock", now)
    await world.pair()
    bob = await pages.of(world.bob.id)
    await world.say("5", "bob: !ttt resign", "!ttt rematch")
    await bob.until(lambda: bob.state.get("offer"))
    await bob.press("Decline")
    await bob.press(BLOCK)
    assert await world.say("!ttt rematch") == [REFUSED]


async def test_the_menu_of_a_game_offers_it(world: World, pages: Pages) -> None:
    """On its page as in the channel: the buttons change who may challenge."""
    await world.pair()
    bob = await pages.of(world.bob.id)
    await bob.press("More")
    await bob.press(CHALLENGES)
    await bob.press("Nobody")
    assert bob.answer["pages"][0]["words"].startswith("Nobody can challenge you.")
    await world.say("bob: !ttt resign")
    assert await world.say("!ttt rematch") == [REFUSED]


async def test_a_block_ends_with_the_erasure_of_the_blocked(world: World) -> None:
    """Nothing is left of her, in the list of others either."""
    await world.say("bob: !ttt block @alice", "!ttt forget erase")
    await world.bob.send_dm("!ttt challenges")
    assert "blocked" not in world.told(world.bob)[-1]


async def test_two_who_ask_while_one_blocks(world: World) -> None:
    """Of a challenge and a block at once, none is left that waits."""
    await world.say_at_once("!ttt start @bob", "bob: !ttt block @alice")
    waiting = (
        await bot_of(world)
        .feature(Challenging)
        .challenges.between(UserId(world.alice.id), UserId(world.bob.id))
    )
    assert waiting == []
    assert await world.say("!ttt start @bob") == [REFUSED]
