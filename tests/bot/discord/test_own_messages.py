"""What the bot itself posts: sent once, and recognised when Discord reports it."""

from __future__ import annotations

from bot.edge.sending.traffic import NEAR
from tests.bot.discord.world import World


async def test_the_bot_remembers_what_it_has_posted(world: World) -> None:
    """Its own messages are kept with their place and words, those of others are not."""
    (board,) = await world.say("!ttt start x")
    await world.say("5 is my favourite")
    own = reversed(world.env.bot.own_messages)  # type: ignore[attr-defined] # it is Kinarow
    assert [(posted.channel.id, posted.content) for posted in own] == [(world.channel.id, board)]


async def test_discord_is_asked_to_post_each_board_once(world: World) -> None:
    """Each board has a nonce of its own, which Discord is to enforce, and pings nobody."""
    await world.say("!ttt start x", *["well"] * (NEAR + 1), "5")
    sent = [
        request.json
        for request in world.env.http_requests
        if isinstance(request.json, dict) and "components" in request.json
    ]
    boards = [board for board in sent if "nonce" in board]
    assert len(boards) == len({board["nonce"] for board in boards}) == 2
    assert all(board["enforce_nonce"] for board in boards)
    assert [board["allowed_mentions"] for board in boards] == [{"parse": []}] * 2


async def test_a_board_that_is_asked_for_again_is_posted_again(world: World) -> None:
    """Even two of one state: with the nonce of the first Discord would post no second."""
    boards = await world.say("!ttt start x", "!ttt board", "!ttt board")
    sent = (request.json for request in world.env.http_requests)
    nonces = [body["nonce"] for body in sent if isinstance(body, dict) and "nonce" in body]
    assert len(boards) == len(set(nonces)) == 3
