"""Where a request comes from: what is said of it counts only from proxies that are named."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict

from bot.web.visitors import address_of

PROXIES = [ip_network("127.0.0.1"), ip_network("10.0.0.0/8"), ip_network("2001:db8:1::/48")]


def came_from(peer: str, *told: str, named: bool = True) -> str:
    """The address of a request with these headers."""
    headers = CIMultiDict([("X-Forwarded-For", one) for one in told])
    request = make_mocked_request("GET", "/", headers=headers).clone(remote=peer)
    return address_of(request, PROXIES if named else [])


@pytest.mark.parametrize(
    "peer, told, found",
    [
        ("127.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("127.0.0.1", ["6.6.6.6, 1.2.3.4"], "1.2.3.4"),
        ("127.0.0.1", ["6.6.6.6, 1.2.3.4, 10.0.0.7"], "1.2.3.4"),
        ("127.0.0.1", ["6.6.6.6", "1.2.3.4", "10.0.0.7"], "1.2.3.4"),
        ("127.0.0.1", ["1.2.3.4:5678"], "1.2.3.4"),
        ("127.0.0.1", ['"[2001:db8:2::1]:443"'], "2001:db8:2::/64"),
        ("::ffff:127.0.0.1", ["::ffff:1.2.3.4"], "1.2.3.4"),
        ("2001:db8:1::1", ["2001:db8:9:8:7:6:5:4"], "2001:db8:9:8::/64"),
        ("127.0.0.1", ["10.0.0.7, 10.0.0.8"], "10.0.0.7"),
        *(("127.0.0.1", [odd], "127.0.0.1") for odd in ("", "x", "[", "1.2.3", "unknown", ",,")),
        ("127.0.0.1", ["1.2.3.4, x"], "127.0.0.1"),
        ("127.0.0.1", ["1.2.3.4, x, 10.0.0.7"], "10.0.0.7"),
        ("8.8.8.8", ["1.2.3.4"], "8.8.8.8"),
        ("192.168.0.9", ["1.2.3.4"], "192.168.0.9"),
        ("no address", ["1.2.3.4"], "no address"),
    ],
)
def test_each_hop_is_believed_of_a_proxy_that_is_named(
    peer: str, told: list[str], found: str
) -> None:
    """From the last to the first that is none; garbage ends it."""
    assert came_from(peer, *told) == found


def test_without_a_setting_nothing_is_believed() -> None:
    """Not even of this machine."""
    assert came_from("127.0.0.1", "1.2.3.4", named=False) == "127.0.0.1"
