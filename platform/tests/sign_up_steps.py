"""The sign-up of companies in a test: its host, its form, the worker's turn, and the link of the email."""

import re
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import httpx
from background_tasks import run_for_all
from fastapi import FastAPI
from operator_console import client_at

from abano.core.clock import Clock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.operators.console.database import OperatorDatabase
from abano.operators.sign_up.creation import SignUpWork
from abano.ops.seeds.company_setup import set_up_company

HOST = "rent.example.com"
SIGN_UP = {
    "companyName": "Svaneti Jeeps",
    "slug": "svaneti-jeeps",
    "email": "Nino@svaneti.example",
    "country": "GE",
    "currency": "GEL",
    "timezone": "Asia/Tbilisi",
    "language": "ka",
}
PASSWORD = "correct horse battery glacier"


def stranger(app: FastAPI, ip: str = "192.0.2.77", host: str = HOST) -> httpx.AsyncClient:
    return client_at(app, host, ip)


class Worker:
    """The worker's turns, one at a time."""

    def __init__(self, operators: OperatorDatabase, db: Database, settings: Settings, clock: Clock) -> None:
        self.work = SignUpWork(operators, settings, clock)
        self._db = db
        self._settings = settings
        self._clock = clock
        self._mail: Path = settings.data_dir / "mail"

    async def run(self) -> None:
        """Emails, and the companies of confirmed sign-ups, which are filled."""
        await self.work.run()
        await run_for_all(set_up_company, TaskContext(self._db, self._settings, self._clock))

    def emails(self) -> list[tuple[str, str]]:
        """Recipient and text of each, the oldest first."""
        found = []
        for file in sorted(self._mail.glob("*.eml"), key=lambda file: file.stat().st_mtime_ns):
            message = message_from_bytes(file.read_bytes(), policy=default)
            body = message.get_body(("plain",))
            found.append((str(message["To"]), str(body.get_content()) if body else ""))
        return found

    def token(self, email: str) -> str:
        """Of the newest link to this address."""
        texts = "".join(text for to, text in self.emails() if to == email)
        found: list[str] = re.findall(r"/start/confirm\?lang=\w+#(\w+)", texts)
        assert found, texts
        return found[-1]

    def forget_emails(self) -> None:
        for file in self._mail.glob("*.eml"):
            file.unlink()


async def confirm(
    client: httpx.AsyncClient, token: str, slug: str = SIGN_UP["slug"], password: str = PASSWORD
) -> httpx.Response:
    body = {"token": token, "slug": slug, "password": password}
    return await client.post("/api/sign-up/confirm", json=body)


async def state_of(client: httpx.AsyncClient, token: str) -> str:
    answer = await client.post("/api/sign-up/state", json={"token": token})
    return str(answer.json().get("state", answer.status_code))
