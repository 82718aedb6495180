"""Every answer of the server forbids what the page does not need."""

import asyncio

from starlette.types import Message, Receive, Scope, Send

from dashboard.headers import SecurityHeaders


async def answer(scope: Scope, _: Receive, send: Send) -> None:
    """Answer as a server does, over HTTP or a websocket."""
    kind = "http.response.start" if scope["type"] == "http" else "websocket.accept"
    await send({"type": kind, "status": 200, "headers": [(b"x-own", b"1")]})


def sent(kind: str) -> dict[bytes, bytes]:
    messages: list[Message] = []

    async def send(message: Message) -> None:
        messages.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    asyncio.run(SecurityHeaders(answer)({"type": kind}, receive, send))
    return dict(messages[0]["headers"])


def test_answers_keep_their_headers_and_get_those_that_forbid() -> None:
    headers = sent("http")

    assert headers[b"x-own"] == b"1"
    assert headers[b"x-content-type-options"] == b"nosniff"
    policy = headers[b"content-security-policy"].decode()
    assert "img-src 'self' data: blob:" in policy
    assert "connect-src 'self' data: blob:" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy


def test_websockets_pass_untouched() -> None:
    assert sent("websocket") == {b"x-own": b"1"}
