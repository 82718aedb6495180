"""Lets text with lone surrogates arrive from a browser as U+FFFD.

A text box takes them, a browser sends them as three bytes that are no UTF-8, and
Streamlit answers by dropping the connection: the press on a button would be lost
without a word.
"""

from __future__ import annotations

import re

from google.protobuf.message import DecodeError
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
REPLACEMENT = "\ufffd".encode()
"""As long as what it replaces, so the lengths within a message stay true."""


class LoneSurrogates:
    """Middleware that makes messages of a page readable; all others pass untouched."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, with what it receives made readable."""

        async def receive_readable() -> Message:
            message = await receive()
            sent: bytes | None = message.get("bytes")
            if sent is None or not SURROGATE.search(sent) or _is_readable(sent):
                return message
            return {**message, "bytes": SURROGATE.sub(REPLACEMENT, sent)}

        await self._app(
            scope, receive_readable if scope["type"] == "websocket" else receive, send
        )


def _is_readable(sent: bytes) -> bool:
    try:
        BackMsg.FromString(sent)
    except DecodeError:
        return False
    return True
