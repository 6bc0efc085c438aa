"""Which language is spoken where; German stands for all that are not English."""

from __future__ import annotations

from bot.match.session import Ending
from bot.run.messages import slash_descriptions
from bot.show.text import said, speaking
from bot.show.text.words import HINT, RESIGN
from engine import Level, Rules
from tests.bot.discord.world import World, labels

SLASH = 1
"""The type of a command that is typed after a slash."""


def german(word: str) -> str:
    """A label in German."""
    with speaking("de"):
        return said(word)


async def test_a_slash_command_is_answered_in_the_language_of_its_client(world: World) -> None:
    """The channel goes on in it, for what is typed has no language of its own."""
    world.client_locale = "de"
    await world.slash("play", game="x")
    assert "du bist dran" in world.last
    assert german(HINT) in labels(world.newest(german(HINT)))
    (after,) = await world.say("5")
    assert "hat" in after
    (error,) = await world.say("!ttt 99")
    assert "gibt es kein 99" in error


async def test_a_press_is_answered_privately_in_the_language_of_its_client(world: World) -> None:
    """The board stays in that of the channel."""
    await world.say("!ttt start 3x3 x")
    world.client_locale = "de"
    (question,) = await world.press(world.alice, RESIGN)
    assert question == "Möchtest du dieses Spiel aufgeben?"
    await world.press(world.alice, "5")
    assert "your turn" in world.last
    (refusal,) = await world.press(world.bob, HINT)
    assert "Hier spielen" in refusal


async def test_a_server_may_prefer_a_language(world: World) -> None:
    """Unless a client has another one of ours."""
    world.env.backend.get_guild(world.guild.id).preferred_locale = "de"
    await world.restart()
    assert "Hier läuft kein Spiel" in (await world.say("!ttt board"))[0]
    world.client_locale = "en-GB"
    assert "No game here" in (await world.slash("ttt board"))[0]
    world.client_locale = "ro"
    assert "Hier läuft kein Spiel" in (await world.slash("ttt board"))[0]


async def test_words_may_be_typed_in_the_language_of_the_channel(world: World) -> None:
    """Commands, levels, games and buttons by the names that are shown, and as people say them."""
    world.env.backend.get_guild(world.guild.id).preferred_locale = "de"
    await world.restart()
    await world.say("!ttt Vier gewinnt, leicht, ich fange an")
    session = await world.session()
    assert session.rules == Rules.parse("connect4")
    assert session.bot is not None
    assert session.bot.level is Level.EASY
    assert "`!ttt hint" in (await world.say("!ttt hilfe tipp"))[0]
    await world.say("!ttt setz auf 4, bitte")
    assert (await world.moves())[0] == 4
    await world.say("!ttt ich gebe auf!")
    assert (await world.session()).ending is Ending.RESIGNED


async def test_a_slash_command_takes_words_of_every_language(world: World) -> None:
    """What its options offer may be typed instead of chosen."""
    world.client_locale = "de"
    await world.slash("play", level="leicht", game="puissance 4")
    session = await world.session()
    assert session.bot is not None
    assert (session.rules, session.bot.level) == (Rules.parse("connect4"), Level.EASY)
    await world.slash("ttt do", words="ich gebe auf")
    assert (await world.session()).ending is Ending.RESIGNED
    assert "`!ttt hint" in (await world.slash("ttt do", words="hilfe tipp"))[0]
    await world.slash("ttt settings", by=world.steward, level="schwer")
    await world.slash("play", game="3x3")
    session = await world.session()
    assert session.bot is not None
    assert session.bot.level is Level.HARD


async def test_direct_messages_go_on_in_the_language_last_heard(world: World) -> None:
    """There is nobody else to read them."""
    world.client_locale = "de"
    await world.alice.user.slash("play", game="x")
    assert "du bist dran" in world.told(world.alice)[-1]
    await world.alice.send_dm("5")
    assert "hat" in world.told(world.alice)[-1]


async def test_slash_commands_are_described_in_every_language(world: World) -> None:
    """Discord is told the descriptions in German too; names are typed, and stay."""
    asked = (r for r in world.env.http_requests if r.path.endswith("/commands"))
    (sync,) = (r for r in asked if r.method == "PUT")
    assert isinstance(sync.json, list)
    (ttt,) = (told for told in sync.json if told["name"] == "ttt")
    (mine,) = (told for told in ttt["options"] if told["name"] == "mine")
    assert mine["description_localizations"]["de"].startswith("Deine Spiele")
    assert not mine.get("name_localizations")
    described = dict(slash_descriptions())
    slash = [told for told in sync.json if told["type"] == SLASH]
    assert {told["name"]: told["description"] for told in slash}.items() <= described.items()


async def test_commands_are_there_for_servers_and_for_accounts(world: World) -> None:
    """Each may be used everywhere; menus are in each language."""
    asked = (r for r in world.env.http_requests if r.path.endswith("/commands"))
    (sync,) = (r for r in asked if r.method == "PUT")
    assert isinstance(sync.json, list)
    places = {told["name"]: (told["integration_types"], told["contexts"]) for told in sync.json}
    assert set(map(str, places.values())) == {"([0, 1], [0, 1, 2])"}
    menus = {told["name"]: told["type"] for told in sync.json if told["type"] != SLASH}
    of_messages = ("Hint", "Review", "Load this game", "Explore this position")
    of_people = ("Block challenges", "Challenge", "Statistics")
    assert menus == dict.fromkeys(of_people, 2) | dict.fromkeys(of_messages, 3)
    (hint,) = (told for told in sync.json if told["name"] == "Hint")
    assert hint["name_localizations"]["de"] == "Tipp"
