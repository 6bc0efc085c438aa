"""Whatever three people type, in whatever order, the stored games stay whole."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simcord import ChannelHandle

from bot.match.session import ChannelId, Ending, Session
from bot.show.text.words import ACCEPT, DECLINE
from bot.store import Store
from engine import Position
from tests.bot.discord.world import World, labels

SPEAKERS = st.sampled_from(("alice", "bob", "carol"))
MOVES = st.integers(0, 10).map(str)
COMMANDS = st.sampled_from(
    (
        "start x",
        "start @bob x",
        "start 3x3g o easy",
        "start open misere coach",
        "start 3x3 @carol text",
        "start 2x2",
        "play 5",
        "hint",
        "hint all",
        "coach on",
        "coach off",
        "board",
        "undo",
        "draw",
        "resign",
        "stop",
        "rematch",
        "accept",
        "decline",
        "new 4x4 o easy",
        "mine",
        "rules",
        "nonsense",
        'start "',
        "play 'b2\\",
        'hint "all',
    )
).map("!ttt {}".format)
PRESSES = st.sampled_from((ACCEPT, DECLINE)).map("[{}]".format)
ACTS = st.tuples(SPEAKERS, st.one_of(MOVES, MOVES, COMMANDS, PRESSES))


@given(st.lists(ACTS, min_size=4, max_size=20))
@settings(
    max_examples=30,
    # Each example plays in a channel of its own, so the world may be shared.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
async def test_any_input_leaves_whole_games(world: World, acts: list[tuple[str, str]]) -> None:
    """Every stored game is one that can be played from its first move to its end."""
    room = world.guild.create_text_channel("room")
    await world.env.settle()
    for speaker, words in acts:
        if words.startswith("["):
            await press(world, room, speaker, words.strip("[]"))
        else:
            await world.say(f"{speaker}: {words}", channel=room)
    assert all(whole(session) for session in await games_of(world.store, room))


async def press(world: World, room: ChannelHandle, speaker: str, label: str) -> None:
    """Press the newest button of a label in a room, if there is one."""
    member = getattr(world, speaker)
    for message in reversed(room.history()):
        if label in labels(message):
            await member.click(message, label=label)
            return


async def games_of(store: Store, room: ChannelHandle) -> Iterable[Session]:
    """The live game of a room and its last one, where there are such."""
    channel = ChannelId(room.id)
    return filter(None, (await store.load(channel), await store.last(channel)))


def whole(session: Session) -> bool:
    """Whether a stored game could have been played: legal moves, and an end that fits them."""
    position = Position.from_moves(session.rules, session.position.moves)
    by_moves = {Ending.LINE, Ending.FULL}
    return position == session.position and (
        (position.outcome is not None) == (session.ending in by_moves)
    )
