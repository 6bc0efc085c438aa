"""How a WebSocket ended, as its client said."""

from __future__ import annotations

from aiohttp import WSMessage, WSMsgType, web


def close_code(socket: web.WebSocketResponse, last: WSMessage) -> int | None:
    """Return the code of the goodbye, even if its sender was gone before it was answered.

    aiohttp says 1006 then: its client hangs up together with its goodbye when a read was
    cancelled before, and its server replaces the code when it cannot answer.
    """
    return int(last.data) if last.type is WSMsgType.CLOSE else socket.close_code
