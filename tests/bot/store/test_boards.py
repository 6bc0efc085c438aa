"""The boards of games on both kinds of database: what was shown, and which ones are old."""

from datetime import timedelta

import pytest

from bot.errors import ConflictError
from bot.match.session import Bot, Ending, MessageId, moves, offers, seats
from bot.store import OldBoard, Store
from engine import Level
from tests.bot.store.matches import ALICE, BOB, NOW, match, play, waiting


@pytest.fixture
def database_url(any_migrated_url: str) -> str:
    """Every test runs on SQLite and on PostgreSQL."""
    return any_migrated_url


async def test_a_message_counts_once(store: Store) -> None:
    """A message that has changed a game changes nothing again, there or elsewhere."""
    session = await store.create(match())
    elsewhere = await store.create(match(channel=11))
    played = await store.save(session, moves.play(session, ALICE.id, 5), MessageId(2**63 - 1))
    assert await store.is_processed(MessageId(2**63 - 1))
    with pytest.raises(ConflictError):
        await store.save(played, moves.play(played, BOB.id, 1), MessageId(2**63 - 1))
    with pytest.raises(ConflictError):
        await store.save(elsewhere, moves.play(elsewhere, ALICE.id, 1), MessageId(2**63 - 1))
    assert await store.live() == [played, elsewhere]


async def test_a_message_counts_even_if_its_move_was_taken_back(store: Store) -> None:
    """A redelivered message does not repeat a move that was undone since."""
    session = await store.create(match(o=Bot(Level.EASY)))
    after = await store.save(session, moves.play(session, ALICE.id, 5), MessageId(100))
    after = await store.save(after, offers.undo(after, ALICE.id))
    assert after.position.ply == 0
    assert await store.is_processed(MessageId(100))


async def test_showing_is_no_change(store: Store) -> None:
    """The board's message is remembered without a new version."""
    session = await store.create(match())
    assert await waiting(store) == [session.game]
    await store.boards.mark_shown(session, MessageId(30))
    assert await store.boards.newest(session.game) == MessageId(30)
    assert await waiting(store) == []
    session = await play(store, session, 5)
    assert await waiting(store) == [session.game]
    assert await store.boards.newest(session.game) == MessageId(30)


async def test_an_older_board_shown_late_does_not_count(store: Store) -> None:
    """The message of a later version stays the board's; one of the same version replaces it."""
    before = await store.create(match())
    after = await play(store, before, 5)
    await store.boards.mark_shown(after, MessageId(31))
    await store.boards.mark_shown(before, MessageId(32))
    assert await store.boards.newest(after.game) == MessageId(31)
    await store.boards.mark_shown(after, MessageId(33))
    assert await store.boards.newest(after.game) == MessageId(33)


async def test_a_version_is_shown_until_it_is_changed(store: Store) -> None:
    """`is_shown` asks for a message that shows this version or a later one."""
    before = await store.create(match())
    assert not await store.boards.is_shown(before)
    await store.boards.mark_shown(before, MessageId(31))
    assert await store.boards.is_shown(before)
    after = await play(store, before, 5)
    assert not await store.boards.is_shown(after)
    await store.boards.mark_shown(after, MessageId(32))
    assert await store.boards.is_shown(before)


async def test_a_change_with_the_same_board_is_shown_where_that_was(store: Store) -> None:
    """The message that shows the version before counts for it too; nothing else does."""
    shown, unshown, behind = [await store.create(match(channel=one)) for one in (11, 12, 13)]
    await store.boards.mark_shown(shown, MessageId(31))
    await store.boards.mark_shown(behind, MessageId(33))
    behind = await play(store, behind, 5)
    after = [
        await store.save(one, seats.helped(one, ALICE.id), same_board=True)
        for one in (shown, unshown, behind)
    ]
    assert [await store.boards.is_shown(one) for one in after] == [True, False, False]
    assert await waiting(store) == [unshown.game, behind.game]
    assert await store.boards.newest(shown.game) == MessageId(31)
    changed = await store.save(after[0], seats.helped(after[0], BOB.id))
    assert not await store.boards.is_shown(changed)


async def test_an_end_that_nobody_saw_can_be_asked_for(store: Store) -> None:
    """`waiting` gives ended games only from the time asked for on, and until they are shown."""
    session = await store.create(match())
    ended = await store.save(session, offers.resign(session, BOB.id))
    assert await waiting(store) == []
    assert await waiting(store, ended_since=NOW - timedelta(hours=1)) == [ended.game]
    assert await waiting(store, ended_since=NOW) == []
    await store.boards.mark_shown(ended, MessageId(30))
    assert await waiting(store, ended_since=NOW - timedelta(hours=1)) == []


async def test_the_end_of_an_abandoned_game_is_never_missed(store: Store) -> None:
    """Its channel is closed, or has gone on with another game."""
    session = await store.create(match())
    await store.save(session, session.ended(Ending.IDLE))
    assert await waiting(store, ended_since=NOW - timedelta(hours=1)) == []


# Old boards.


def numbers(boards: list[OldBoard]) -> list[int]:
    """Their messages."""
    return [board.message for board in boards]


async def test_a_board_is_old_once_a_newer_one_is_shown(store: Store) -> None:
    """With the ply that it shows, until it is retired; the newest one never is."""
    session = await store.create(match())
    assert await store.boards.mark_shown(session, MessageId(30)) == []
    assert await store.boards.mark_shown(session, MessageId(30)) == []
    played = await store.save(session, moves.play(session, ALICE.id, 5))
    (old,) = await store.boards.mark_shown(played, MessageId(31))
    assert (old.message, old.game, old.channel, old.ply) == (30, played.game, played.channel, 0)
    again = await store.boards.mark_shown(played, MessageId(32))
    assert numbers(again) == numbers(await store.boards.old()) == [30, 31]
    store.boards.retired.add(MessageId(30))
    assert numbers(await store.boards.old()) == [31]
    assert numbers(await store.boards.mark_shown(played, MessageId(32))) == [31]


async def test_a_board_tells_of_the_moves_played_on_it(store: Store) -> None:
    """From the first on, however often it has changed since, and after others were taken back."""
    session = await play(store, await store.create(match()), 5, 1, 9, 2)
    await store.boards.mark_shown(session, MessageId(30))
    session = await store.save(session, moves.after(session, 2))
    await store.boards.mark_shown(session, MessageId(31))
    for move in (3, 7, 4):
        session = await play(store, session, move)
        await store.boards.mark_shown(session, MessageId(31))
    (_, old) = await store.boards.mark_shown(session, MessageId(32))
    assert (old.message, old.first, old.ply) == (31, 3, 5)


async def test_a_board_that_is_noted_late_is_old(store: Store) -> None:
    """A later version has been shown by another message meanwhile."""
    session = await store.create(match())
    played = await store.save(session, moves.play(session, ALICE.id, 5))
    await store.boards.mark_shown(played, MessageId(31))
    assert numbers(await store.boards.mark_shown(session, MessageId(30))) == [30]
    assert await store.boards.newest(session.game) == 31


async def test_a_board_that_is_shown_again_is_not_old(store: Store) -> None:
    """It has been edited to be the newest."""
    session = await store.create(match())
    for message in (30, 31, 30):
        left = await store.boards.mark_shown(session, MessageId(message))
    assert numbers(left) == [31]


async def test_a_board_that_was_found_is_old_unless_it_is_the_newest(store: Store) -> None:
    """However often it is found."""
    session = await store.create(match())
    await store.boards.mark_shown(session, MessageId(30))
    for message in (30, 29, 29):
        found = OldBoard(MessageId(message), session.game, session.channel, session.guild, 0)
        await store.boards.add_old(found)
    assert numbers(await store.boards.old()) == [29]
