"""The demo companies' fleets and their year: believable, in seconds, once, and the same for the same moment."""

from collections import Counter
from datetime import timedelta

import pytest
from product_fixtures import NOW, AdminSql

from abano.catalog.service import CatalogService
from abano.database.engine import Database
from abano.seeds.fleet import load_fleet
from abano.seeds.year import SeededVehicle, YearMaker
from abano.tenants.tenant import Tenant

pytestmark = pytest.mark.anyio


async def test_a_fleet_with_a_year_of_rentals_is_added_once(
    db: Database, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    for tenant, vehicles in ((georgia, 24), (alps, 14)):
        catalog = await CatalogService(db).get(tenant.id)
        for _ in range(2):
            async with db.uow(tenant.id) as uow:
                await load_fleet(uow, tenant, catalog, NOW)
        rows = "select count(*) from {} where tenant_id = %s"
        assert query_admin_sql(rows.format("vehicles"), tenant.id) == [(vehicles,)]
        statuses: dict[str, int] = dict(
            query_admin_sql(
                "select status, count(*) from bookings where tenant_id = %s group by 1", tenant.id
            )
        )
        assert set(statuses) == {"pending", "confirmed", "active", "completed", "cancelled"}
        assert statuses["completed"] > vehicles * 15
        # Every open or finished rental but the pending ones has its vehicle.
        without = query_admin_sql(
            "select count(*) from bookings b where b.tenant_id = %s"
            " and status in ('confirmed', 'active', 'completed')"
            " and not exists (select from vehicle_reservations r where r.booking_id = b.id)",
            tenant.id,
        )
        assert without == [(0,)]
        assert query_admin_sql(
            "select availability from tenant_settings where tenant_id = %s", tenant.id
        ) == [(True,)]
        # Reports have every source to show: by the quiz, with a campaign and without, and by neither.
        sources = query_admin_sql(
            "select s.session_id is not null, s.utm_campaign is not null, count(*) from bookings b"
            " left join quiz_sessions s on s.tenant_id = b.tenant_id and s.session_id = b.attributed_session_id"
            " where b.tenant_id = %s group by 1, 2",
            tenant.id,
        )
        assert {tuple(row[:2]) for row in sources} == {(False, False), (True, False), (True, True)}
        overdue = query_admin_sql(
            "select count(*) from bookings where tenant_id = %s and status = 'active' and return_at < %s",
            tenant.id, NOW,
        )  # fmt: skip
        assert overdue == [(1,)]
    assert query_admin_sql("select count(*) > 0 from commissions") == [(True,)]
    # Nobody is written to about bookings that never were.
    assert query_admin_sql("select count(*) from outbox_messages") == [(0,)]


async def test_the_same_moment_makes_the_same_year(db: Database, georgia: Tenant) -> None:
    catalog = await CatalogService(db).get(georgia.id)
    car = catalog.cars[0]
    vehicles = [SeededVehicle(car.id, number, car, "tbilisi") for number in range(1, 5)]
    years = [YearMaker(georgia, catalog, [], NOW).make(vehicles) for _ in range(2)]
    seen = [
        [(row["customer_name"], row["pickup_at"], row["total_minor"], row["status"]) for row in year.bookings]
        for year in years
    ]
    assert seen[0] == seen[1]
    months = Counter(row["pickup_at"].month for row in years[0].bookings if row["pickup_at"] < NOW)
    assert len(months) >= 10
    assert all(row["created_at"] <= NOW for row in years[0].bookings)
    assert all(row["pickup_at"] + timedelta(days=1) < row["return_at"] for row in years[0].bookings)
