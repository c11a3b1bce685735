"""The operator console of a test: its application, and operators who are signed in."""

from collections.abc import AsyncIterator

import httpx
import pyotp
import pytest
from fastapi import FastAPI
from product_fixtures import NOW

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.main import create_app
from abano.operators.console.accounts import add_operator
from abano.operators.console.database import OperatorDatabase

HOST = "operators.example.com"
EMAIL = "ops@example.com"
PASSWORD = "correct horse battery operator"


@pytest.fixture
def operator_settings(settings: Settings) -> Settings:
    return Settings(**settings.model_dump() | {"operator_host": HOST})


@pytest.fixture
async def operator_app(operator_settings: Settings, clock: FixedClock) -> AsyncIterator[FastAPI]:
    """The whole application, with the operator console on its host."""
    application = create_app(operator_settings, clock=clock)
    async with application.router.lifespan_context(application):
        yield application


@pytest.fixture
async def operator_db(operator_settings: Settings) -> AsyncIterator[OperatorDatabase]:
    db = OperatorDatabase(operator_settings)
    await db.open()
    yield db
    await db.close()


def client_at(app: FastAPI, host: str = HOST, ip: str = "192.0.2.20") -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=(ip, 50000))
    return httpx.AsyncClient(transport=transport, base_url=f"http://{host}")


async def add(db: OperatorDatabase, email: str = EMAIL) -> None:
    await add_operator(db, email=email, name="Olga", password=PASSWORD, now=NOW)


async def give_password(
    client: httpx.AsyncClient, email: str = EMAIL, password: str = PASSWORD
) -> httpx.Response:
    return await client.post("/api/operator/sign-in", json={"email": email, "password": password})


async def enrol(client: httpx.AsyncClient, clock: FixedClock) -> tuple[str, list[str]]:
    """Set up the second factor, which signs in. The app's secret, and the recovery codes."""
    secret = (await client.post("/api/operator/second-factor")).json()["secret"]
    code = pyotp.TOTP(secret).at(clock.now())
    answer = await client.post("/api/operator/second-factor/confirm", json={"code": code})
    assert answer.status_code == 200, answer.text
    return secret, answer.json()["recoveryCodes"]


async def signed_in(
    app: FastAPI, db: OperatorDatabase, clock: FixedClock, email: str = EMAIL
) -> httpx.AsyncClient:
    """A client of a new operator."""
    await add(db, email)
    client = client_at(app)
    await give_password(client, email)
    await enrol(client, clock)
    return client
