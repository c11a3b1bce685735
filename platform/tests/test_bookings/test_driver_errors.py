"""A violated constraint is mapped to its own error, and to no other."""

from typing import Any

import httpx
import pytest
from booking_form import book
from loadtests.forms import ALPINE
from sqlalchemy import text

from abano.bookings.intake import record
from abano.bookings.intake.repository import BookingReferenceTaken
from abano.core.errors import Retryable
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


async def test_a_violated_constraint_is_mapped_to_a_readable_error(
    client: httpx.AsyncClient, db: Database, georgia: Tenant
) -> None:
    """Before the transaction ends, so that a service can go on with something else; both ways to the database."""
    statement = (
        "insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid()))).*"
        " from bookings b limit 1"
    )
    assert (await book(client)).status_code == 201
    async with db.uow(georgia.id) as uow:
        with pytest.raises(BookingReferenceTaken):
            async with uow.session.begin_nested():
                await uow.session.execute(text(statement))
        assert await uow.session.scalar(text("select 1")) == 1
    with pytest.raises(BookingReferenceTaken):
        async with db.pipeline_transaction(georgia.id) as transaction:
            await transaction.connection.execute(statement.encode())
    assert issubclass(BookingReferenceTaken, Retryable)


async def test_another_violation_is_not_taken_for_the_references(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An id that is there already is no reason to draw another reference five times."""
    first = await book(client)
    taken: Any = first.json()["bookingId"]
    drawn: list[int] = []

    def same_id() -> Any:
        drawn.append(1)
        return taken

    monkeypatch.setattr(record, "new_id", same_id)
    assert (await book(client)).status_code == 500
    assert len(drawn) == 1


async def test_a_return_that_the_clock_change_puts_before_the_pickup_is_refused_at_its_field(
    alps_client: httpx.AsyncClient,
) -> None:
    """02:30 does not exist on the day of the change; by the wall clock 03:10 is later, on the time line it is not."""
    times = {
        "pickupDate": "2027-03-28",
        "pickupTime": "02:30",
        "returnDate": "2027-03-28",
        "returnTime": "03:10",
    }
    answer = await book(alps_client, **ALPINE, **times)
    assert answer.status_code == 422
    assert "returnDate" in {field["field"] for field in answer.json()["fields"]}
