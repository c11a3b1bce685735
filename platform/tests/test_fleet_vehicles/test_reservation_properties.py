"""Whatever is booked, assigned, blocked, cancelled and brought back early, in any order: what the database holds is
what a plain model says, and nothing that the model forbids gets in."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from emptied_tables import empty_tables
from fleet_steps import add_vehicle, promise
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from product_fixtures import NOW, AdminSql

from abano.accounts.access.principals import OPERATOR
from abano.core.config import Settings
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.fleet.reservations import service as blocks
from abano.fleet.reservations.repository import VehicleAlreadyBooked
from abano.fleet.reservations.rules import Period
from abano.fleet.reservations.service import NoVehicleFree, Rental, assign, end_early
from abano.tenancy.directory.tenant import Tenant, TenantCache

TURN_ROUND = timedelta(minutes=120)
HOURS = st.integers(0, 24 * 14)
LENGTHS = st.integers(1, 24 * 5)
BOOKING = (
    "insert into bookings (tenant_id, id, reference, customer_name, customer_email, customer_phone, driver_age,"
    " group_size, car_id, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code,"
    " currency, days, daily_rate_minor, total_minor, price_lines, created_at, updated_at)"
    " select %s, %s, %s, 'Ada', '', '', 36, 2, id, name,"
    " 'tbilisi', 'tbilisi', %s, %s, 'minimum', 'EUR', 1, 1, 1, '[]', %s, %s from cars"
    " where tenant_id = %s and name = 'Subaru Forester'"
)


class Fleet(RuleBasedStateMachine):
    """The model: of each vehicle the times that it is taken, by reservation."""

    sql: AdminSql
    runner: "asyncio.Runner"
    db: Database
    tenant: Tenant

    @initialize()
    def begin(self) -> None:
        empty_tables(self.sql, "vehicles", "bookings")
        self.vehicles = [add_vehicle(self.sql, self.tenant, f"AA-{number}") for number in range(3)]
        self.taken: dict[UUID, tuple[UUID, datetime, datetime]] = {}
        self.bookings: dict[UUID, tuple[datetime, datetime]] = {}

    def free(self, vehicle: UUID, since: datetime, until: datetime, ignored: UUID | None = None) -> bool:
        return all(
            until <= begins or ends <= since
            for reservation, (of, begins, ends) in self.taken.items()
            if of == vehicle and reservation != ignored
        )

    @rule(hour=HOURS, length=LENGTHS)
    def book(self, hour: int, length: int) -> None:
        """As the site does: stored with any free vehicle, or not at all."""
        booking, since = new_id(), NOW + timedelta(hours=hour)
        until = since + timedelta(hours=length)
        possible = [each for each in self.vehicles if self.free(each, since, until + TURN_ROUND)]
        values = (self.tenant.id, booking, booking.hex, since, until, NOW, NOW, self.tenant.id)
        if not possible:
            with pytest.raises(psycopg.DatabaseError, match="no vehicle is free"):
                self.sql(BOOKING, *values)
            return
        self.sql(BOOKING, *values)
        [(vehicle,)] = self.sql("select vehicle_id from vehicle_reservations where booking_id = %s", booking)
        assert vehicle == possible[0]
        self.bookings[booking] = (since, until)
        self.taken[booking] = (vehicle, since, until + TURN_ROUND)

    @precondition(lambda self: self.bookings)
    @rule(data=st.data(), number=st.integers(0, 2))
    def move(self, data: st.DataObject, number: int) -> None:
        booking = data.draw(st.sampled_from(sorted(self.bookings)))
        since, until = self.bookings[booking]
        vehicle = self.vehicles[number]
        rental = Rental(booking, "X", None, Period.of(since, until, 120), "tbilisi", "tbilisi")

        async def run(uow: Any) -> None:
            await assign(uow, rental, now=NOW, vehicle_id=vehicle)

        if self.free(vehicle, since, until + TURN_ROUND, ignored=booking):
            self.within(run)
            self.taken[booking] = (vehicle, since, until + TURN_ROUND)
        else:
            with pytest.raises(VehicleAlreadyBooked):
                self.within(run)

    @precondition(lambda self: self.bookings)
    @rule(data=st.data())
    def confirm(self, data: st.DataObject) -> None:
        """The best vehicle: the least gap, counted by the model's own times."""
        booking = data.draw(st.sampled_from(sorted(self.bookings)))
        since, until = self.bookings[booking]
        [(car,)] = self.sql("select car_id from bookings where id = %s", booking)
        rental = Rental(booking, "X", car, Period.of(since, until, 120), "tbilisi", "tbilisi")
        given: list[UUID] = []

        async def run(uow: Any) -> None:
            given.append((await assign(uow, rental, now=NOW)).vehicle.id)

        if any(self.free(each, since, until + TURN_ROUND, ignored=booking) for each in self.vehicles):
            self.within(run)
            assert self.free(given[0], since, until + TURN_ROUND, ignored=booking)
            self.taken[booking] = (given[0], since, until + TURN_ROUND)
        else:
            with pytest.raises(NoVehicleFree):
                self.within(run)

    @rule(hour=HOURS, length=LENGTHS, number=st.integers(0, 2))
    def block(self, hour: int, length: int, number: int) -> None:
        since = NOW + timedelta(hours=hour)
        until = since + timedelta(hours=length)
        vehicle = self.vehicles[number]
        [(drawn,)] = self.sql("select number from vehicles where id = %s", vehicle)
        made: list[UUID] = []

        async def run(uow: Any) -> None:
            period = Period(since, until, until)
            made.append(await blocks.block(uow, OPERATOR, vehicle, drawn, "service", "Oil", period, NOW))

        if self.free(vehicle, since, until):
            self.within(run)
            self.taken[made[0]] = (vehicle, since, until)
        else:
            with pytest.raises(VehicleAlreadyBooked):
                self.within(run)

    @precondition(lambda self: self.bookings)
    @rule(data=st.data())
    def cancel(self, data: st.DataObject) -> None:
        booking = data.draw(st.sampled_from(sorted(self.bookings)))
        self.sql("update bookings set status = 'cancelled' where id = %s", booking)
        del self.bookings[booking], self.taken[booking]

    @precondition(lambda self: self.bookings)
    @rule(data=st.data(), minutes=st.integers(1, 60 * 24 * 5))
    def bring_back(self, data: st.DataObject, minutes: int) -> None:
        """Early: what is left of its time is free, but for the turn-round."""
        booking = data.draw(st.sampled_from(sorted(self.bookings)))
        since, until = self.bookings[booking]
        back = since + timedelta(minutes=minutes)

        async def run(uow: Any) -> None:
            await end_early(uow, booking, back, 120)

        self.within(run)
        vehicle = self.taken[booking][0]
        if back < until:
            self.taken[booking] = (vehicle, since, back + TURN_ROUND)
        # It is over: nothing more becomes of it.
        del self.bookings[booking]

    @invariant()
    def the_database_is_the_model(self) -> None:
        rows = self.sql("select id, vehicle_id, starts_at, blocked_until from vehicle_reservations")
        assert {row[0]: row[1:] for row in rows} == self.taken

    def within(self, run: Any) -> None:
        async def in_transaction() -> None:
            async with self.db.uow(self.tenant.id) as uow:
                await run(uow)

        self.runner.run(in_transaction())


@contextmanager
def opened(settings: Settings) -> Iterator[tuple["asyncio.Runner", Database, Tenant]]:
    with asyncio.Runner() as runner:

        async def begin() -> tuple[Database, Tenant]:
            database = Database(settings)
            await database.open()
            return database, await TenantCache(database, allow_header=False).find("localhost")

        db, tenant = runner.run(begin())
        yield runner, db, tenant
        runner.run(db.close())


def test_in_any_order_the_database_holds_what_the_model_says(
    settings: Settings, query_admin_sql: AdminSql
) -> None:
    with opened(settings) as (runner, db, tenant):
        promise(query_admin_sql, tenant)
        machine = type("Reservations", (Fleet,), {
            "sql": staticmethod(query_admin_sql), "runner": runner, "db": db, "tenant": tenant,
        })  # fmt: skip
        run_state_machine_as_test(
            machine, settings=hypothesis_settings(max_examples=25, stateful_step_count=25, deadline=None)
        )
