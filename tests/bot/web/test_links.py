"""Links to boards: who plays by one, who only watches, and for how long."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.match.session import ChannelId, GameId, UserId
from bot.web.links import Links, Seen

CHANNEL, GAME, ALICE = ChannelId(2**62), GameId(3), UserId(2**61 + 1)
MINUTE, DAY = 60, 86_400


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        """Seconds since 1970."""
        return self.now


def made(clock: Clock | None = None, secret: bytes = b"token") -> Links:
    """The links of a process."""
    return Links(secret, clock or Clock())


def test_the_first_who_opens_a_link_plays_by_it() -> None:
    """The second one watches the same game."""
    links = made()
    link = links.link(CHANNEL, GAME, ALICE)
    assert links.open(link) == Seen(CHANNEL, GAME, ALICE)
    assert links.open(link) == Seen(CHANNEL, GAME, None)


def test_a_link_is_opened_soon_or_only_watches() -> None:
    """After ten minutes nobody plays by a link, after a week it opens nothing."""
    clock = Clock()
    links = made(clock)
    link = links.link(CHANNEL, GAME, ALICE)
    clock.now += 11 * MINUTE
    assert links.open(link) == Seen(CHANNEL, GAME, None)
    clock.now += 8 * DAY
    assert links.open(link) is None


def test_a_pass_outlives_a_restart_and_days() -> None:
    """A pass plays again and again, in the next process too, for a week."""
    clock = Clock()
    seen = Seen(CHANNEL, GAME, ALICE)
    ticket = made(clock).pass_for(seen)
    for _ in range(6):
        clock.now += DAY
        assert made(clock).open(ticket) == seen
    clock.now += 2 * DAY
    assert made(clock).open(ticket) is None


def test_a_pass_keeps_how_its_page_goes_on() -> None:
    """To the next game, to whatever is played, or not at all."""
    links = made()
    for seen in (
        Seen(CHANNEL, GAME, ALICE),
        Seen(CHANNEL, None, ALICE, stays=True),
        Seen(CHANNEL, GAME, ALICE, follows=False),
    ):
        assert links.open(links.pass_for(seen)) == seen


def test_a_link_of_a_process_that_has_ended_only_watches() -> None:
    """The next process does not know whether somebody has opened it."""
    clock = Clock()
    link = made(clock).link(CHANNEL, GAME, ALICE)
    assert made(clock).open(link) == Seen(CHANNEL, GAME, None)


def test_another_bots_links_open_nothing() -> None:
    """What was signed with another token is worth nothing."""
    clock = Clock()
    ticket = made(clock, b"another").pass_for(Seen(CHANNEL, GAME, ALICE))
    assert made(clock).open(ticket) is None


def test_a_link_is_no_pass() -> None:
    """What one kind of token says cannot be used as the other."""
    clock = Clock()
    links = made(clock)
    link = links.link(CHANNEL, GAME, ALICE)
    assert links._read("pass", link) is None


@given(st.text(max_size=600), st.integers(0, 60), st.characters())
def test_no_changed_link_opens(words: str, at: int, sign: str) -> None:
    """Any text, and any link with one sign changed, opens nothing or the same."""
    links = made()
    assert links.open(words) is None
    link = links.link(CHANNEL, GAME, ALICE)
    changed = link[:at] + sign + link[at + 1 :]
    found = links.open(changed)
    assert found is None or changed == link


def test_a_pass_is_as_old_as_what_it_comes_from() -> None:
    """Else one that is handed on just then would outlive the end of all; renewed it is new."""
    clock = Clock()
    links = made(clock)
    first = links.open(links.link(CHANNEL, GAME, ALICE))
    assert first is not None
    begun, clock.now = clock.now, clock.now + DAY
    again = links.open(links.pass_for(first))
    assert again is not None
    assert (again.made, again.owner) == (begun, ALICE)
    renewed = links.open(links.pass_for(links.renewed(again)))
    assert renewed is not None
    assert renewed.made == clock.now


def test_a_code_of_links_tells_nobody_whose() -> None:
    """It differs by person, channel and host, and holds none of them."""
    codes = {made().whose(ALICE), made().whose(ALICE, CHANNEL), made().whose(UserId(5))}
    codes.add(made(secret=b"other").whose(ALICE))
    assert len(codes) == 4
    assert not [code for code in codes if str(ALICE) in code or f"{ALICE:x}" in code]
