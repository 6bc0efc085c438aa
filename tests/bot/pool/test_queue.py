"""The order of the jobs: nobody waits for ever, and nobody for a flood of others.

A job is asked for as `person`, or as `person, server, channel`.
"""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import EngineBusy, EngineUnavailable
from bot.match.session import ChannelId, GuildId, UserId
from bot.pool.queue import JOBS_PER_PERSON, JOBS_PER_SLOT, NOBODY, Asker, FairQueue

PEOPLE = st.lists(st.integers(1, 5), max_size=30)


def asker(person: int, server: int = 0, channel: int = 0) -> Asker:
    """Somebody in direct messages, or in a server."""
    guild = GuildId(server) if server else None
    return Asker(UserId(person), guild, ChannelId(channel or person))


class Hall:
    """A queue and the order in which those who entered it were called."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self.queue = FairQueue(lambda: self.slots)
        self.called: list[Asker] = []
        self._ended = 0

    @property
    def people(self) -> list[int | None]:
        """The people called, one after another."""
        return [asker.person for asker in self.called]

    def ask(self, *who: int) -> asyncio.Task[None]:
        """Somebody waits for a turn."""
        return asyncio.create_task(self.enter(asker(*who)))

    async def enter(self, asker: Asker) -> None:
        """Wait for a turn."""
        await self.queue.enter(asker)
        self.called.append(asker)

    def leave(self) -> None:
        """Of the jobs that run the first one ends."""
        self.queue.leave(self.called[self._ended])
        self._ended += 1

    async def end_all(self) -> None:
        """The jobs end one by one, until all have had their turn."""
        while self.queue.busy:
            self.leave()
            await turn()


async def turn() -> None:
    """Everybody does what they can do now."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_people_take_turns() -> None:
    """One job of each person after the other, whoever came first with how many."""
    hall = Hall(1)
    for person in (6, 7, 7, 7, 8, 9, 9):
        hall.ask(person)
    await turn()
    await hall.end_all()
    assert hall.people == [6, 7, 8, 9, 7, 9, 7]


async def test_a_person_in_many_servers_has_one_place_in_line() -> None:
    """Their servers take turns among themselves, and so do the channels of each server."""
    hall = Hall(1)
    hall.ask(5)
    for server, channel in ((1, 11), (1, 11), (1, 12), (2, 21), (3, 31)):
        hall.ask(7, server, channel)
    hall.ask(8, 1, 11)
    hall.ask(8, 1, 11)
    await turn()
    await hall.end_all()
    assert hall.people == [5, 7, 8, 7, 8, 7, 7, 7]
    assert [one.channel for one in hall.called if one.person == 7] == [11, 21, 31, 12, 11]


@settings(max_examples=200)
@given(PEOPLE, st.integers(1, 4))
def test_everybody_is_called_once_and_in_fair_order(people: list[int], slots: int) -> None:
    """Nobody is called a second time before all who wait, and may, were called since the first."""

    async def check() -> None:
        hall = Hall(slots)
        most = JOBS_PER_PERSON
        kept = [person for n, person in enumerate(people) if people[:n].count(person) < most]
        for person in kept:
            hall.ask(person)
        await turn()
        share = hall.queue.share
        assert hall.queue.busy == min(slots, sum(min(share, n) for n in Counter(kept).values()))
        await hall.end_all()
        assert Counter(hall.people) == Counter(kept)
        assert (hall.queue.busy, hall.queue.waiting) == (0, 0)
        if slots == 1:
            waited = hall.people[1:]
            for start, one in enumerate(waited):
                between = waited[start + 1 :]
                if one in between:
                    gap = between[: between.index(one)]
                    assert len(set(gap)) == len(gap)

    asyncio.run(check())


@pytest.mark.parametrize("slots, share", [(1, 1), (2, 1), (3, 2), (4, 2), (16, 8)])
async def test_one_person_leaves_slots_to_others(slots: int, share: int) -> None:
    """Whoever asks for more than half of the slots waits, though some are free."""
    hall = Hall(slots)
    for channel in range(1, share + 3):
        hall.ask(7, channel, channel)
    await turn()
    assert hall.people == [7] * share
    hall.ask(8)
    await turn()
    assert hall.people == [7] * share + [8] * (slots > 1)
    await hall.end_all()
    assert hall.people.count(7) == share + 2


async def test_work_of_nobody_may_have_all_slots() -> None:
    """It has no bound but that of all together."""
    hall = Hall(2)
    for _ in range(2 + JOBS_PER_PERSON):
        asyncio.create_task(hall.enter(NOBODY))  # noqa: RUF006 - it ends with `end_all`
    await turn()
    assert hall.queue.busy == 2
    await hall.end_all()
    assert hall.called == [NOBODY] * (2 + JOBS_PER_PERSON)


async def test_a_flood_is_refused_at_once() -> None:
    """Beyond their bound a person hears so at once, wherever they ask; others still have room."""
    hall = Hall(1)
    for channel in range(1, 2 + JOBS_PER_PERSON):
        hall.ask(7, channel, channel)
    await turn()
    with pytest.raises(EngineBusy, match="of a person"):
        await hall.queue.enter(asker(7, 99, 99))
    hall.ask(8)
    await turn()
    assert hall.queue.waiting == JOBS_PER_PERSON + 1
    await hall.end_all()
    assert hall.people[1:3] == [7, 8]


async def test_one_server_leaves_room_to_others() -> None:
    """However many people of a server ask, a quarter of the room is for others."""
    hall = Hall(1)
    for person in range(1, JOBS_PER_SLOT):
        hall.ask(person, 1)
    await turn()
    assert hall.queue.waiting == 3 * JOBS_PER_SLOT // 4
    with pytest.raises(EngineBusy, match="of a server"):
        await hall.queue.enter(asker(99, 1))
    hall.ask(99, 2)
    await turn()
    assert hall.queue.waiting == 3 * JOBS_PER_SLOT // 4 + 1


async def test_a_full_queue_refuses_who_has_most() -> None:
    """A stranger with no job gets room: the newest job of whoever has most of it is refused."""
    hall = Hall(1)
    hall.ask(1)
    await turn()
    tasks = [hall.ask(person) for person in range(1, JOBS_PER_SLOT - 3)]
    flood = [hall.ask(99, 1, channel) for channel in (1, 2, 3)]
    await turn()
    stranger = hall.ask(1_000)
    await turn()
    assert [task.done() for task in flood] == [False, False, True]
    with pytest.raises(EngineBusy):
        await flood[-1]
    await hall.end_all()
    assert all(task.done() for task in (*tasks, stranger))
    assert 1_000 in hall.people


async def test_among_equals_the_fullest_server_gives_room() -> None:
    """Where everybody has one job, it is the newest of the server that has most."""
    hall = Hall(1)
    hall.ask(1)
    await turn()
    raid = [hall.ask(person, 1) for person in range(100, 103)]
    others = [hall.ask(person) for person in range(2, JOBS_PER_SLOT - 2)]
    await turn()
    stranger = hall.ask(1_000)
    await turn()
    assert [task.done() for task in raid] == [False, False, True]
    assert not any(task.done() for task in (*others, stranger))
    with pytest.raises(EngineBusy):
        await raid[-1]
    await hall.end_all()


async def test_the_newest_is_refused_if_all_are_equal() -> None:
    """The bound of all together holds, and room is given again."""
    hall = Hall(1)
    tasks = [hall.ask(person) for person in range(1, 1 + JOBS_PER_SLOT)]
    await turn()
    with pytest.raises(EngineBusy):
        await hall.queue.enter(asker(1_000))
    hall.leave()
    await turn()
    tasks.append(hall.ask(1_000))
    await turn()
    await hall.end_all()
    assert all(task.done() for task in tasks)


async def test_without_a_slot_nobody_waits() -> None:
    """Where there is nobody to think at all, everybody is refused at once."""
    with pytest.raises(EngineUnavailable):
        await Hall(0).queue.enter(asker(7))


@pytest.mark.parametrize("moment", range(4))
async def test_a_cancelled_caller_costs_no_slot(moment: int) -> None:
    """A caller cancelled at any moment, even the one it is called in, costs no slot."""
    hall = Hall(1)
    first, second, third = (hall.ask(person) for person in (7, 8, 9))
    await turn()
    if moment == 1:
        hall.leave()
    second.cancel()
    if moment == 2:
        hall.leave()
    await turn()
    if moment in (0, 3):
        hall.leave()
        await turn()
    assert second.cancelled()
    assert first.done()
    assert third.done()
    assert (hall.queue.busy, hall.queue.waiting) == (1, 0)


async def test_more_slots_are_used_as_soon_as_somebody_leaves() -> None:
    """The number of slots may change: the next who leaves lets as many in as there are."""
    hall = Hall(1)
    for person in range(5):
        hall.ask(person)
    await turn()
    hall.slots = 4
    hall.leave()
    await turn()
    assert (hall.queue.busy, hall.queue.waiting) == (4, 0)


async def test_fewer_slots_let_nobody_in_until_they_are_kept() -> None:
    """Jobs under way go on; others wait until fewer than the new number are left."""
    hall = Hall(3)
    for person in range(5):
        hall.ask(person)
    await turn()
    hall.slots = 1
    hall.leave()
    await turn()
    assert (hall.queue.busy, hall.queue.waiting) == (2, 2)
    await hall.end_all()
    assert len(hall.called) == 5


async def test_a_closed_queue_sends_everybody_away() -> None:
    """Everybody who waits gets EngineUnavailable."""
    hall = Hall(1)
    tasks = [hall.ask(person) for person in (7, 8, 8)]
    await turn()
    hall.queue.close()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert [isinstance(answer, EngineUnavailable) for answer in answers] == [False, True, True]
