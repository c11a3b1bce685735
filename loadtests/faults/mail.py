"""A mail server that can be switched off, and remembers what it took."""

from collections import Counter
from email import message_from_bytes
from typing import Any

from aiosmtpd.controller import Controller


class MailServer:
    """``received`` counts deliveries by Message-ID, which stays the same when a message is sent again."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._controller: Controller | None = None
        self.received: Counter[str] = Counter()

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        email = message_from_bytes(envelope.content)
        self.received[str(email["Message-ID"]).strip("<>").partition("@")[0]] += 1
        return "250 OK"

    def start(self) -> None:
        self._controller = Controller(self, hostname="127.0.0.1", port=self._port)
        self._controller.start()

    def stop(self) -> None:
        if self._controller is not None:
            self._controller.stop()
            self._controller = None
