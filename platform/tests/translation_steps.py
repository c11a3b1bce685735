"""A stand-in of DeepL and LibreTranslate for tests, which answers in their formats."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TRANSLATIONS = "/api/admin/translations"


class TranslationService:
    """``calls``: path, key and body of each. ``answer``: instead of a translation; ``loses``: placeholders."""

    def __init__(self) -> None:
        self.url = ""
        self.calls: list[tuple[str, str, dict[str, Any]]] = []
        self.answer: tuple[int, Any] | None = None
        self.seconds = 0.0
        self.loses = False

    def reply(self, path: str, key: str, body: dict[str, Any]) -> tuple[int, Any]:
        self.calls.append((path, key, body))
        time.sleep(self.seconds)
        if self.answer is not None:
            return self.answer
        if path == "/v2/translate":
            found = [self._translated(each, body["target_lang"]) for each in body["text"]]
            source = body["source_lang"]
            return 200, {
                "translations": [{"detected_source_language": source, "text": each} for each in found]
            }
        return 200, {"translatedText": [self._translated(each, body["target"]) for each in body["q"]]}

    def _translated(self, text: str, language: str) -> str:
        return "lost" if self.loses else f"{language.lower()}: {text}"


@contextmanager
def running_translations() -> Iterator[TranslationService]:
    found = TranslationService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
            key = self.headers.get("Authorization") or str(body.get("api_key", ""))
            status, content = found.reply(self.path, key, body)
            said = json.dumps(content).encode()
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)
            except (BrokenPipeError, ConnectionResetError):
                # The caller did not wait, or takes no more.
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
