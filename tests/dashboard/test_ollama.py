import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from dashboard.ollama import Ollama


class Tags(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = json.dumps({"models": [{"name": "llama3.3:latest"}]}).encode()
        self.send_response(200 if self.path == "/api/tags" else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Tags)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join(5)
    server.server_close()


def test_models_of_a_running_ollama_are_there_when_asked_again(address: str) -> None:
    ollama = Ollama(address)

    assert ollama.models() == []
    ollama.wait(timeout_s=5)

    assert [model.name for model in ollama.models()] == ["ollama/llama3.3:latest"]


def test_where_no_ollama_answers_there_are_no_models() -> None:
    ollama = Ollama("http://127.0.0.1:9")

    ollama.models()
    ollama.wait(timeout_s=5)

    assert ollama.models() == []
