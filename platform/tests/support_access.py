"""An operator with support access, for tests: asked for, accepted, opened on the company's host."""

from dataclasses import dataclass
from typing import Any

import httpx
import pyotp
from fastapi import FastAPI
from operator_console import EMAIL, add, client_at, enrol, give_password
from support_steps import ACCESS, REASON, SESSION

from abano.core.clock import FixedClock
from abano.operators.console.database import OperatorDatabase

COOKIE = "abano_support"


@dataclass
class Helper:
    """An operator's browser, with the secret of their second factor."""

    client: httpx.AsyncClient
    secret: str
    clock: FixedClock

    async def ask(self, slug: str, reason: str = REASON, *, drafts: bool = False) -> httpx.Response:
        """With a new code each time: a code is accepted once."""
        self.clock.move(seconds=31)
        code = pyotp.TOTP(self.secret).at(self.clock.now())
        body = {"reason": reason, "drafts": drafts, "code": code}
        return await self.client.post(f"/api/operator/companies/{slug}/support", json=body)

    async def sessions(self, slug: str) -> list[dict[str, Any]]:
        answer = await self.client.get(f"/api/operator/companies/{slug}/support")
        found: list[dict[str, Any]] = answer.json()["sessions"]
        return found

    async def link(self, slug: str) -> httpx.Response:
        newest = (await self.sessions(slug))[0]["id"]
        return await self.client.post(f"/api/operator/companies/{slug}/support/{newest}/link")

    async def end(self, slug: str) -> httpx.Response:
        newest = (await self.sessions(slug))[0]["id"]
        return await self.client.post(f"/api/operator/companies/{slug}/support/{newest}/end")


async def helper(app: FastAPI, db: OperatorDatabase, clock: FixedClock, email: str = EMAIL) -> Helper:
    """A new operator."""
    await add(db, email)
    client = client_at(app)
    await give_password(client, email)
    secret, _ = await enrol(client, clock)
    return Helper(client, secret, clock)


async def decide(owner: httpx.AsyncClient, *, accept: bool = True, drafts: bool = False) -> httpx.Response:
    """The owner's answer to the newest request."""
    newest = (await owner.get(ACCESS)).json()["sessions"][0]["id"]
    body = {"sessionId": newest, "accept": accept, "drafts": drafts}
    return await owner.post(f"{ACCESS}/decision", json=body)


async def open_session(
    app: FastAPI, asked: Helper, owner: httpx.AsyncClient, slug: str, host: str, *, drafts: bool = False
) -> httpx.AsyncClient:
    """A browser at the company's host, in which the link of an accepted request was opened."""
    assert (await asked.ask(slug, drafts=drafts)).status_code == 201
    assert (await decide(owner, drafts=drafts)).status_code == 200
    url = (await asked.link(slug)).json()["url"]
    browser = client_at(app, host, ip="192.0.2.30")
    opened = await browser.post(SESSION, json={"token": url.partition("#")[2]})
    assert opened.status_code == 200, opened.text
    return browser
