"""A client that a generator made from the description books, changes and cancels: the description is the API."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from api_key_steps import create_key
from api_steps import BOOKING
from fastapi import FastAPI

from abano.api.v1.app import describe

pytestmark = pytest.mark.anyio
PACKAGE = "generated_abano_client"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The generated package, which can be imported."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_text(json.dumps(describe()))
    generator = Path(sys.executable).with_name("openapi-python-client")
    subprocess.run(
        [generator, "generate", "--path", "openapi.json", "--output-path", PACKAGE, "--meta", "none"],
        cwd=folder,
        check=True,
        capture_output=True,
        timeout=120,
    )
    sys.path.insert(0, str(folder))
    yield PACKAGE
    sys.path.remove(str(folder))
    for name in [each for each in sys.modules if each.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


async def test_a_generated_client_books_changes_and_cancels(
    package: str, app: FastAPI, client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    def load(name: str) -> Any:
        return importlib.import_module(f"{package}.{name}")

    models = load("models")
    caller = load("client").AuthenticatedClient(
        base_url=str(client.base_url),
        token=await create_key(owner_client),
        httpx_args={"transport": httpx.ASGITransport(app=app)},
    )
    asked = models.BookingIn.from_dict(BOOKING)
    create = load("api.bookings.create_booking").asyncio_detailed
    made = [await create(client=caller, body=asked, idempotency_key="generated-1") for _ in range(2)]
    assert [each.status_code for each in made] == [201, 201]
    booked = made[0].parsed
    assert isinstance(booked, models.BookingWithDetails)
    assert made[1].parsed.id == booked.id
    assert isinstance(booked.pickup_at, datetime)

    change = load("api.bookings.change_booking").asyncio
    until = booked.return_at + timedelta(days=2)
    longer = await change(booked.id, client=caller, body=models.BookingChangeIn(return_at=until))
    assert (longer.return_at, longer.days) == (until, booked.days + 2)

    listed = await load("api.bookings.list_bookings").asyncio(client=caller, search=booked.reference)
    assert [each.id for each in listed.data] == [booked.id]
    cancel = load("api.bookings.cancel_booking").asyncio
    gone = await cancel(booked.id, client=caller, body=models.CancellationIn(reason="Changed plans"))
    assert gone.status == "cancelled"

    refused = await create(client=caller, body=models.BookingIn.from_dict(BOOKING | {"car": "Flying carpet"}))
    assert (refused.status_code, refused.parsed.error.field) == (422, "car")
