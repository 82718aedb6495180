"""What a browser sends can be read, whatever stands in a text box."""

import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

from dashboard.lone_surrogates import LoneSurrogates


def message_of(text: str) -> bytes:
    """Return the message that a browser sends when this is in its only text box."""
    message = BackMsg()
    state = message.rerun_script.widget_states.widgets.add()
    state.string_value = "?" * len(text.encode(errors="surrogatepass"))
    sent: bytes = message.SerializeToString()
    return sent.replace(
        state.string_value.encode(), text.encode(errors="surrogatepass")
    )


def received(sent: Message) -> Message:
    messages: list[Message] = []

    async def app(_: Scope, receive: Receive, send: Send) -> None:
        del send
        messages.append(await receive())

    async def receive() -> Message:
        return sent

    async def send(_: Message) -> None:
        return None

    asyncio.run(LoneSurrogates(app)({"type": "websocket"}, receive, send))
    return messages[0]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("It opened in 1938. \ud800 lone", "It opened in 1938. \ufffd lone"),
        ("\udfff\udbff!", "\ufffd\ufffd!"),
        ("a whole one: 😀, 한국어, café", "a whole one: 😀, 한국어, café"),
    ],
)
def test_a_lone_surrogate_in_a_text_box_is_replaced(typed: str, read: str) -> None:
    got = received({"type": "websocket.receive", "bytes": message_of(typed)})

    states = BackMsg.FromString(got["bytes"]).rerun_script.widget_states
    assert [state.string_value for state in states.widgets] == [read]


def test_bytes_that_only_look_like_a_surrogate_pass_untouched() -> None:
    message = BackMsg()
    state = message.rerun_script.widget_states.widgets.add()
    state.bytes_value = b"\xed\xa0\x80"
    sent = {"type": "websocket.receive", "bytes": message.SerializeToString()}

    assert received(sent) == sent


def test_messages_without_bytes_pass_untouched() -> None:
    assert received({"type": "websocket.connect"}) == {"type": "websocket.connect"}
