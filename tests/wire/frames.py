"""What a gateway never says: frames that cannot be read, or make no sense."""

from __future__ import annotations

import json
from typing import Final

from tests.wire.gateway import MISSING
from tests.wire.payloads import Payload

BROKEN: Final[dict[str, str | bytes]] = {
    "cut": '{"op": 0, "t": "MESSAGE_CREATE", "d": {"id"',
    "no JSON": "<html>502</html>",
    "empty": "",
    "null": "null",
    "list": "[]",
    "number": "7",
    "text": '"hello"',
    "nested": "[" * 100_000,
    "huge": json.dumps("x" * 2_000_000),
    "no zlib": b"\x01\x02\x03\x00\x00\xff\xff",
    "sequence as text": '{"op": 11, "s": "many"}',
    "sequence as list": '{"op": 0, "t": "X", "s": [1]}',
    "kind as list": '{"op": 0, "t": ["READY"], "d": {}}',
    "READY without content": '{"op": 0, "t": "READY", "s": 3}',
    "READY of a list": '{"op": 0, "t": "READY", "s": 3, "d": []}',
    "RESUMED without content": '{"op": 0, "t": "RESUMED", "s": 3, "d": null}',
    "hello without content": '{"op": 10}',
    "hello of a list": '{"op": 10, "d": []}',
    "hello without interval": '{"op": 10, "d": {}}',
    **{
        f"hello every {interval}": f'{{"op": 10, "d": {{"heartbeat_interval": {interval}}}}}'
        for interval in ("-1", "0", "1", "1e30", "NaN", "null", "true", '"soon"')
    },
}
"""Frames after which a connection is useless, at its beginning and later."""
PASSED_OVER: Final[dict[str, str | bytes]] = {
    "unknown kind": '{"op": 99, "d": {}}',
    "kind as text": '{"op": "hello", "d": {}}',
    "no kind": "{}",
    "no event": '{"op": 0, "d": {}}',
    "unknown event": '{"op": 0, "t": "NEWS", "d": null}',
    "a part of something": b"",
}
"""Frames that are not a hello, and mean nothing later."""
READIES: Final[dict[str, Payload]] = {
    "no id": {"session_id": MISSING},
    "id as number": {"session_id": 7},
    "empty id": {"session_id": ""},
    "no user": {"user": MISSING},
    "user null": {"user": None},
    "user without id": {"user": {}},
    "no guilds": {"guilds": MISSING},
    "guilds as text": {"guilds": "many"},
    "no address": {"resume_gateway_url": MISSING},
    "address null": {"resume_gateway_url": None},
    "address as number": {"resume_gateway_url": 7},
    "empty address": {"resume_gateway_url": ""},
    "another address": {"resume_gateway_url": "https://discord.example/"},
}
"""What READY may lack, or say instead."""
