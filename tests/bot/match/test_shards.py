"""Which servers belong to which process."""

from bot.match.session import GuildId
from bot.match.shards import WHOLE, Shards

SERVERS = [GuildId((second << 22) + 5) for second in range(1_000)]


def test_every_server_belongs_to_exactly_one_process() -> None:
    """Shards that are divided among processes cover all servers, and direct messages, once."""
    parts = [Shards(8, frozenset(ids)) for ids in ((0, 1, 2), (3,), (4, 5, 6, 7))]
    for server in [*SERVERS, None]:
        assert sum(part.holds(server) for part in parts) == 1


def test_a_server_belongs_to_the_shard_that_discord_tells() -> None:
    """The bits above 22 count, modulo the number of shards."""
    shards = Shards(8, frozenset((0, 3)))
    assert [shards.of(server) for server in SERVERS[:10]] == [0, 1, 2, 3, 4, 5, 6, 7, 0, 1]
    assert shards.of(None) == 0


def test_direct_messages_go_to_the_first() -> None:
    """Discord sends them to shard 0, whose process also does what is done once for all."""
    first, second = Shards(2, frozenset((0,))), Shards(2, frozenset((1,)))
    assert (first.holds(None), second.holds(None)) == (True, False)
    assert (first.first, second.first) == (True, False)


def test_one_process_has_it_all() -> None:
    """Without shards every server is this process's."""
    assert all(WHOLE.holds(server) for server in [*SERVERS, None])
    assert str(WHOLE) == "all servers"
    assert str(Shards(8, frozenset((3, 1)))) == "shards 1,3 of 8"
